"""The letters of what the program names: results and definitions, said once for all dialects."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from lagr_gui.expression import Expression, Symbol
from lagr_gui.foundation.message import Message, phrase, say
from lagr_gui.mechanics.sheets.balance import Balance, whole
from lagr_gui.mechanics.sheets.sheet import (
    AT_MOST,
    AT_UNIT_SPEED,
    COORDINATE,
    DEPENDENT,
    OF_BODIES,
    Definition,
    Entry,
    Sheet,
    numbers,
)
from lagr_gui.typesetting.dialects import formula, named
from lagr_gui.typesetting.formula import (
    MINUS,
    QQUAD,
    Box,
    Formula,
    accent,
    bold,
    high,
    indexed,
    joined,
    letter,
    mapped,
    raised,
    upright,
)
from lagr_gui.typesetting.typst import WINDOW

Typeset = Callable[[Expression], Formula]
"""What sets trees."""

_BEAM, _WEIGHED = letter("B"), letter("G")
LETTERS: Mapping[str, Box] = {
    "mhat": accent("hat", letter("m")),
    **{f"{own}hat": accent("hat", bold(letter(own))) for own in "sBJ"},
    "mw": high(accent("hat", letter("m")), _WEIGHED),
    "sw": high(accent("hat", bold(letter("s"))), _WEIGHED),
    **{f"{own}beam": high(letter(own), _BEAM) for own in "mg"},
    **{f"{own}beam": high(bold(letter(own)), _BEAM) for own in "sBNkh"},
    "alphaB": high(bold(letter("alpha")), _BEAM),
    "aB": high(bold(letter("a")), _BEAM),
    **{own: bold(letter(own)) for own in ("Theta", "gamma", "omega", "alpha")},
    "arm": bold(letter("varrho")),
    **{own: letter(own) for own in ("beta", "ell", "kappa", "phi", "rho")},
    "rate": accent("dot", letter("ell")),
    "elldot": accent("dot", letter("ell")),
    "tilt": letter("tau"),
    "tiltrate": accent("dot", letter("tau")),
}
"""Stems of definitions that are no single letter."""

_RESULTS: Mapping[str, Box] = {
    "J_red": indexed(letter("J"), upright("red")),
    "Z_R": indexed(letter("Z"), upright("R")),
    "U_F": letter("U"),
    "D_F": letter("D"),
    "p_const": letter("p"),
    "h_const": letter("h"),
    "jacobi": letter("h"),
    "T_dot": accent("dot", letter("T")),
    "T_ddot": accent("dot", letter("T"), 2),
    "F_star": high(letter("F"), letter("*")),
    "hamel": letter("gamma"),
    "T_star": high(letter("T"), letter("*")),
    "v_own": letter("v"),
    "w": letter("omega"),
    "phi": letter("Phi"),
    "J_q": high(letter("J"), letter("q")),
    "J_v": high(letter("J"), letter("v")),
    "J_w": high(letter("J"), letter("omega")),
    "gamma_bar": accent("bar", letter("gamma")),
    "gamma_bar2": accent("bar", letter("gamma"), 2),
}
"""Symbols of results that are not their letter."""


def result_name(symbol: str, indices: Sequence[int]) -> Formula:
    """The name of a result; for E and x the body's number is raised."""
    base = _RESULTS.get(symbol, letter(symbol))
    if symbol == "hamel":
        above, *below = indices
        return (raised((Box("placed", ((base,),), numbers(below)),), (str(above),)),)
    if symbol not in OF_BODIES:
        return (Box("placed", ((base,),), numbers(indices)),) if indices else (base,)
    body, *rest = indices
    return (Box("posed", ((base if rest else bold(base),),), numbers(rest), body),)


def vector_name(symbol: str, body: int, speed: int, alone: bool) -> Formula:
    """The name of a partial velocity by a speed; a component `alone` is no vector."""
    base = _RESULTS.get(symbol, letter(symbol))
    return (Box("posed", ((base if alone else bold(base),),), str(speed), body),)


def typst_symbol(symbol: str, indices: Sequence[int]) -> str:
    """The name of a result in Typst."""
    return WINDOW.written(result_name(symbol, indices))


def entry_name(entry: Entry, opposite: bool = False) -> Formula:
    """The name of a result, behind a minus where its opposite is meant."""
    name = named(entry.label) if entry.label else result_name(entry.symbol, entry.indices)
    return (MINUS, *name) if opposite else name


def _letter_of(definition: Definition) -> Box:
    """Vectors and tensors in bold type."""
    stem = definition.stem
    known = LETTERS.get(stem) if len(stem) > 1 else bold(letter(stem))
    if known is not None and definition.rank == "scalar":
        (thin,) = mapped((known,), _thin)
        return upright(thin) if isinstance(thin, str) else thin
    return Box("name", text=stem) if known is None else known


def slope_name(name: str, by: str) -> Formula:
    """A velocity for that of another coordinate, all others at rest."""
    return (Box("carried", (named(name), named(by), ()), order=1),)


def definition_name(definition: Definition) -> Formula:
    """A name as it is set."""
    if definition.call is not None:
        inner = formula(definition.call)
    elif definition.meaning in (COORDINATE, DEPENDENT):
        inner = named(definition.stem)
    elif (
        isinstance(meaning := definition.meaning, Message)
        and meaning.template == AT_UNIT_SPEED.template
    ):
        inner = slope_name(definition.stem, *definition.indices)
    else:
        inner = (indexed(_letter_of(definition), *_indices_of(definition)),)
    return (Box("marked", (inner,), definition.name),)


def _indices_of(definition: Definition) -> Sequence[str]:
    """Its indices, pairs of amplitudes of a beam as the two that they are."""
    if not definition.stem.endswith("beam"):
        return definition.indices
    return [own for index in definition.indices for own in index.split("_")]


def component_name(definition: Definition, place: str) -> Formula:
    """The name of a component: not in bold type, and its place behind the indices."""
    base = mapped((_letter_of(definition),), _thin)
    indices = [(index,) for index in definition.indices]
    comma = (",",) if any(len(index) > 1 for index in definition.indices) else ()
    low = (*joined(comma, indices), ",") if indices else ()
    return (Box("indexed", (base, (*low, Box("place", text=place)))),)


def _thin(box: Box) -> Formula:
    return box.parts[0] if box.kind == "bold" else (box,)


def relation(balance: Balance) -> Formula:
    """The sign between the sides of an equation or inequality."""
    return (" ", Box("at most"), " ") if balance.relation == AT_MOST else (" = ",)


def balance_formula(balance: Balance, typeset: Typeset = formula) -> Formula:
    """left = right"""
    sides = [typeset(whole(side)) for side in (balance.left, balance.right)]
    return joined(relation(balance), sides)


def words_behind(balance: Balance) -> Formula:
    """What is said of an equation, behind it."""
    if not balance.said:
        return ()
    return (QQUAD, " ", Box("words", text=say("({said})", said=phrase(balance.said))))


def _slopes(sheet: Sheet) -> dict[str, Formula]:
    """The names of velocities x_φ that go with others, as a letter with what it is the slope by."""
    systems = () if sheet.minimal is None else sheet.minimal.systems
    unknown = ((x, system.lines[0].coordinate) for system in systems for x in system.unknowns)
    return {
        x.name: slope_name(x.name.removesuffix(f"_{by}"), by)
        for x, by in unknown
        if isinstance(x, Symbol) and x.name.endswith(f"_{by}")
    }


def typesetter(sheet: Sheet) -> Typeset:
    """What sets the trees of a sheet."""
    if not sheet.structured:
        return formula
    names = {definition.name: definition_name(definition) for definition in sheet.definitions}
    names |= {entry.reference: entry_name(entry) for entry in sheet.entries}
    names |= _slopes(sheet)
    scalars = all(definition.rank == "scalar" for definition in sheet.definitions)
    from lagr_gui.typesetting.vectors import VectorPrinter  # structured sheets alone need it

    return VectorPrinter({**names, "unit": (bold("1"),)}, scalars=scalars).formula
