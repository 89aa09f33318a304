"""Values on the command line: ``--set NAME=VALUE``, and numbers by the name of a coordinate."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable

from lagr_gui.expression import read, with_points
from lagr_gui.expression.arguments import number_in, several, shortened
from lagr_gui.foundation.problem import refusal
from lagr_gui.foundation.registry import check_known
from lagr_gui.model import Model
from lagr_gui.subsystems import flat


def words(text: str) -> tuple[str, ...]:
    """Names with commas between them."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def with_values(model: Model, options: Namespace) -> Model:
    """The model with the values that were given.

    A parameter that was read from a card deck is also known by its name there: M(1) is M1.
    Raises LagrError for an unknown name or a value that does not read.
    """
    if options.set:  # members have parameters, too
        model = flat(model)
    for entry in options.set:
        model = _with_value(model, entry)
    return model


def _with_value(model: Model, entry: str) -> Model:
    key, _, text = entry.partition("=")
    name, place = "".join(key.split()), f"Option --set {shortened(entry)}"
    by_word = {p.description.partition(":")[0]: p.name for p in model.parameters if p.description}
    by_word |= {parameter.name: parameter.name for parameter in model.parameters}
    functions = [function.name for function in model.functions]
    if not text:
        cause, remedy = "A value is missing.", "Write NAME=VALUE."
        raise refusal(place, cause, remedy, "no-value")
    if name not in by_word:
        names = [*dict.fromkeys(by_word.values()), *functions]
        check_known(name, names, place, f"There is no parameter or function “{name}”.")
    text = with_points(text)
    read(text, place)
    model = model.each(
        "parameters", lambda p: p.having(value=_number(text)) if p.name == by_word.get(name) else p
    )
    return model.each("functions", lambda f: f.having(expression=text) if f.name == name else f)


def _number(text: str) -> float | str:
    """A number where the text is one, otherwise an expression in other parameters."""
    number = number_in(text)
    if number is None:
        return text
    return int(text) if _WHOLE.fullmatch(text.strip()) else number


_WHOLE = re.compile("[+-]?[0-9]{1,300}")
_WITHOUT_VALUE = re.compile("[+-]?(nan|inf|infinity)", re.IGNORECASE)


def expressions(text: str) -> list[str]:
    """Those that a text names with commas between them; nothing is one that cannot be read."""
    return several(text) or [text]


def real(text: str) -> float:
    """A number on the command line, for argparse; nan and infinity are told by who wants none."""
    number = number_in(text)
    if number is None and not _WITHOUT_VALUE.fullmatch(text.strip()):
        raise ArgumentTypeError(f"“{shortened(text)}” is no number such as 0.5 or 1e-3")
    return float(text) if number is None else number


def whole(text: str) -> int:
    """A whole number on the command line, for argparse."""
    if not _WHOLE.fullmatch(text.strip()):
        raise ArgumentTypeError(f"“{shortened(text)}” is no whole number")
    return int(text)


def count(least: int, most: int) -> Callable[[str], int]:
    """What reads a whole number between two for argparse."""

    def read_count(text: str) -> int:
        if not _WHOLE.fullmatch(text) or not least <= int(text) <= most:
            wrong = f"“{shortened(text)}” is no whole number from {least} to {most}"
            raise ArgumentTypeError(wrong)
        return int(text)

    return read_count


MOST_POINTS = 1_000_000
"""Times or frequencies that may be asked for."""
