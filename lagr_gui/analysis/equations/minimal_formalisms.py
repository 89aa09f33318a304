"""Kane's, Appell's, Boltzmann and Hamel's equations of bound systems, without multipliers."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from lagr_gui.analysis.equations.derivation import sheet_of
from lagr_gui.analysis.equations.formalisms import SHARED, formalism_sheet
from lagr_gui.analysis.equations.minimal import (
    may_be_minimal,
    minimal_equations,
    minimal_form_of,
    with_multipliers,
)
from lagr_gui.expression import Expression, Symbol
from lagr_gui.foundation.problem import LagrError
from lagr_gui.mechanics.formalisms.calculus import Exact
from lagr_gui.mechanics.formalisms.in_speeds import Wanted
from lagr_gui.mechanics.formalisms.kinetics import Kinetics
from lagr_gui.mechanics.formalisms.quasi import NATURAL
from lagr_gui.mechanics.formalisms.readable import readable
from lagr_gui.mechanics.minimal.presentation import SPEED
from lagr_gui.mechanics.minimal.speeds import Speeds
from lagr_gui.mechanics.sheets.arranged import Show
from lagr_gui.mechanics.sheets.directions import assuming
from lagr_gui.mechanics.sheets.sheet import DEPENDENT, Sheet, needed
from lagr_gui.mechanics.sheets.special_case import spelling_of
from lagr_gui.prepared import Prepared, derived

if TYPE_CHECKING:
    from lagr_gui.mechanics.formalisms.quasi import Choice


@derived
def in_speeds(prepared: Prepared, form: str, formalism: str, quasi: Choice, side: str) -> Sheet:
    """The equations of a bound system in speeds that meet its conditions.

    They stand in the coordinates that conditions on positions leave, and are compared with the
    recursion as minimal equations are.  Chosen quasi-velocities of all coordinates are 0 where they
    tell a condition.  Raises LagrError and Disagreement as `minimal_equations` does.
    """
    if formalism == "boltzmann-hamel" and quasi != NATURAL:
        sheet = sheet_of(prepared, form, side=side)
        return formalism_sheet(prepared, formalism, sheet, quasi, multipliers=False)
    start = time.perf_counter()
    minimal = minimal_equations(prepared, form, side)
    bound, near, after = minimal_form_of(prepared, sheet_of(prepared, form, side=side))
    kinetics = Kinetics(bound.closed.reading, Exact(bound.closed.reading))
    assumed = assuming(minimal.directions)
    typed = bound.closed.reading.typed.also(spelling_of(prepared.general.model, minimal.special))
    wanted = Wanted(NATURAL, False, bound.speeds, _numbers(minimal, bound.speeds))
    show = Show(form, lambda value: assumed(after(value)), typed)
    entries, balances = readable(formalism, kinetics, show, wanted)
    shared = [entry for entry in minimal.entries if entry.symbol in SHARED]
    sheet = replace(
        minimal,
        formalism=formalism,
        entries=(*shared, *entries),
        balances=tuple(balances),
        seconds=minimal.seconds + time.perf_counter() - start,
    )
    definitions = needed(minimal.definitions, _trees(sheet))
    definitions = tuple(entry for entry in definitions if entry.meaning != SPEED)
    return near.checked(bound, replace(sheet, definitions=definitions))


@derived
def read_in_speeds(
    prepared: Prepared, form: str, formalism: str, quasi: Choice, side: str
) -> Sheet:
    """The equations in speeds as they are read first, as `read_first` says of those of Lagrange."""
    if not may_be_minimal(prepared, sheet_of(prepared, form, side=side)):
        return sheet_of(prepared, form, formalism, quasi, side)
    try:
        return in_speeds(prepared, form, formalism, quasi, side)
    except LagrError as error:
        return with_multipliers(sheet_of(prepared, form, formalism, quasi, side), error)


def _numbers(sheet: Sheet, independent: Speeds | None) -> tuple[int, ...]:
    """The numbers that conditions on velocities have among all of the system."""
    if independent is None:
        return ()
    on_positions = {entry.indices[0] for entry in sheet.of("phi")}
    numbers = dict.fromkeys(entry.indices[0] for entry in sheet.of("G"))
    held = tuple(number for number in numbers if number not in on_positions)
    return held if len(held) == len(independent.conditions) else ()


def _trees(sheet: Sheet) -> Iterator[Expression]:
    """All that a sheet says, dependent coordinates and their slopes among it."""
    for entry in sheet.entries:
        yield entry.tree
    for balance in sheet.balances:
        yield from (term.tree for term in (*balance.left, *balance.right))
    for line in sheet.definitions:
        if line.call is not None or line.meaning == DEPENDENT:
            yield line.call or Symbol(line.name)
