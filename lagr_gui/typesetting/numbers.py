"""Numbers of equations: running ones with labels, none, or those of the formulas they come from."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count

from lagr_gui.foundation.problem import Problem
from lagr_gui.foundation.registry import check_known
from lagr_gui.mechanics.sheets.balance import balances_of
from lagr_gui.mechanics.sheets.sheet import OF_EQUATIONS, Balance, Sheet
from lagr_gui.typesetting.formula import Box, Formula

RUNNING, NONE, LAGR = "running", "none", "lagr"
NUMBERS: Mapping[str, str] = {
    RUNNING: "running numbers, with labels in LaTeX",
    NONE: "no numbers",
    LAGR: "numbers of the formulas that results come from",
}
"""How equations are numbered, with what that means."""

NOTAG = Box("notag")
"""Behind a row that has no running number."""

_HABELT = "J. Habelt, TH Ilmenau (LAGR)"
_FISCHER = "U. Fischer, L. Lilov, Dynamik von Mehrkörpersystemen"
_GOLDSCHMIDT = "A. Goldschmidt, Paderborn 1996"
_OWN = "lagr_gui, docs/theory.md"
_OF_FRICTION = "lagr_gui, docs/friction.md"
_OF_FORMALISMS = {
    **dict.fromkeys(
        ("nielsen", "tzenoff", "appell", "gauss", "boltzmann-hamel"),
        _FISCHER,
    ),
    **dict.fromkeys(("kane", "newton-euler"), _GOLDSCHMIDT),
    "hamilton": _OWN,
}
"""Where the formulas of other formalisms than Lagrange's stand."""
_OF_OTHERS = ("3.3", "13", "14", "21", "22", "24", "28", "29", "30")
"""Numbers that mean another formula in LAGR, or none."""
_OF_QUASI_VELOCITIES = ("21", "22", "24")


def numbers_of_equations(model: object) -> Mapping[str, str]:
    """The ways of numbering that can be chosen for any model."""
    return NUMBERS


def check_numbers(numbers: str) -> None:
    """Raise LagrError for a way of numbering that is not one of `NUMBERS`."""
    cause = "Equations cannot be numbered in this way."
    check_known(numbers, NUMBERS, f"Numbers “{numbers}”", cause, "numbers")


def numbered(numbers: str, label: str, equation: str = "") -> Formula:
    """What stands behind the last row of a result, which is that of a formula by its number."""
    if numbers == RUNNING:
        return (Box("label", text=f"eq:{label}"),) if label else (NOTAG,)
    return (Box("tag", text=equation),) if numbers == LAGR and equation else ()


def continued(numbers: str) -> Formula:
    """What stands behind the other rows of a result."""
    return (NOTAG,) if numbers == RUNNING else ()


def label_of(*parts: str) -> str:
    """A label that can be typed, of names and indices: ``g-11``, ``motion-q1``."""
    return "-".join(re.sub(r"[^A-Za-z0-9]+", "-", part).strip("-") for part in parts if part)


def written_numbers(numbers: str) -> Callable[[str], str]:
    """What gives the numbers of equations in a text by those of their formulas; empty for none."""
    check_numbers(numbers)
    running = count(1)
    match numbers:
        case "running":
            return lambda _: str(next(running))
        case "lagr":
            return lambda equation: equation
        case _:
            return lambda _: ""


def equation_label(symbol: str, balance: Balance) -> str:
    """The label of an equation of a section: by its coordinate, else by its number."""
    return label_of(symbol, balance.coordinate or str(balance.index))


class EquationLabels:
    """Gives each label once: another one that is the same has a number behind it."""

    def __init__(self) -> None:
        self._used: Counter[str] = Counter()

    def once(self, rows: Formula) -> Formula:
        """Rows of a block with labels that no block before has."""
        return _with_labels(rows, lambda label: Box("label", text=self._unused(label)))

    def _unused(self, label: str) -> str:
        self._used[label] += 1
        times = self._used[label]
        return label if times == 1 else self._unused(f"{label}-{times}")


def counted(rows: Formula, numbers: Iterator[int]) -> Formula:
    """Rows whose running numbers are written out."""
    kept = tuple(item for item in rows if item != NOTAG)
    return _with_labels(kept, lambda _: Box("tag", text=str(next(numbers))))


def has_labels(rows: Formula) -> bool:
    """Whether a block has running numbers."""
    return any(isinstance(item, Box) and item.kind == "label" for item in rows)


def _with_labels(rows: Formula, change: Callable[[str], Box]) -> Formula:
    return tuple(
        change(item.text) if isinstance(item, Box) and item.kind == "label" else item
        for item in rows
    )


def sources(sheet: Sheet) -> tuple[str, ...]:
    """Where the formulas are found whose numbers a sheet has, a line for each source."""
    found: dict[str, dict[str, None]] = {}
    for number, own in _used_numbers(sheet):
        if number:
            found.setdefault(_source(sheet, number, own), {})[number] = None
    return tuple(
        f"{', '.join(f'({number})' for number in sorted(numbers, key=_in_order))}: {source}"
        for source, numbers in found.items()
    )


def told_events(sheet: Sheet) -> tuple[Problem, ...]:
    """What is said of the events of a model: what they do, or after which equations hold."""
    return tuple(note for note in sheet.notes if note.code == "event")


def _in_order(number: str) -> tuple[float, str]:
    digits = re.match(r"[\d.]+", number)
    return (float(digits[0]) if digits else 0.0, number)


def _used_numbers(sheet: Sheet) -> Iterable[tuple[str, bool]]:
    """All numbers, and whether the formula is one that every formalism has."""
    for entry in sheet.entries:
        own = entry.symbol in OF_EQUATIONS or entry.equation not in _OF_OTHERS
        yield entry.equation, own
    lines = (*sheet.balances, *sheet.states, *sheet.signals, *sheet.solved)
    told = (*balances_of(sheet, "friction"), *balances_of(sheet, "contacts"))
    for balance in (*lines, *told):
        if balance.equation:
            yield balance.equation, False
    if not sheet.balances:
        yield "29", True


def _source(sheet: Sheet, number: str, own: bool) -> str:
    if not number[0].isdigit():
        return _OF_FRICTION if number.startswith("R") else _OWN
    if number in _OF_QUASI_VELOCITIES:
        return _FISCHER
    return _HABELT if own else _OF_FORMALISMS.get(sheet.formalism, _HABELT)
