"""Kane's, Appell's, Boltzmann and Hamel's equations of bound systems, without multipliers."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from lagr_gui.analysis.equations.derivation import check_form, sheet_of
from lagr_gui.analysis.equations.formalisms import SHARED, formalism_sheet
from lagr_gui.analysis.equations.minimal import (
    ReducedSystem,
    bound_sheet,
    is_long,
    is_of_all,
    with_multipliers,
)
from lagr_gui.expression import Expression, Symbol
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.mechanics.formalisms.calculus import Exact
from lagr_gui.mechanics.formalisms.in_speeds import Wanted
from lagr_gui.mechanics.formalisms.kinetics import Kinetics
from lagr_gui.mechanics.formalisms.quasi import NATURAL
from lagr_gui.mechanics.formalisms.readable import readable
from lagr_gui.mechanics.minimal.presentation import SPEED
from lagr_gui.mechanics.minimal.speeds import Speeds
from lagr_gui.mechanics.sheets.arranged import Show
from lagr_gui.mechanics.sheets.directions import assuming
from lagr_gui.mechanics.sheets.sheet import (
    DEFAULT_FORM,
    DEPENDENT,
    EXPANDED,
    Sheet,
    needed,
)
from lagr_gui.mechanics.sheets.special_case import spelling_of
from lagr_gui.prepared import Prepared, derived

if TYPE_CHECKING:
    from lagr_gui.mechanics.formalisms.quasi import Choice


@derived
def in_speeds(
    prepared: Prepared,
    form: str = DEFAULT_FORM,
    formalism: str = "kane",
    quasi: Choice = NATURAL,
    side: str = "right",
    minimal: bool | str = True,
) -> Sheet:
    """The equations of a bound system in speeds that meet its conditions.

    They stand in the coordinates that conditions on positions leave, and are compared with the
    recursion as minimal equations are.  Chosen quasi-velocities of all coordinates are 0 where they
    tell a condition.  Raises LagrError and Disagreement as `minimal_equations` does, and where
    equations are wanted in ``all`` coordinates.
    """
    check_form(form)
    if is_of_all(minimal):
        raise refusal(
            "Minimal equations",
            "In all coordinates they are those of Lagrange.",
            "Choose one or the other.",
            "minimal",
        )
    if formalism == "boltzmann-hamel" and quasi != NATURAL:
        sheet = sheet_of(prepared, form, side=side)
        return formalism_sheet(prepared, formalism, sheet, quasi, multipliers=False)
    start = time.perf_counter()
    system = ReducedSystem(prepared, bound_sheet(prepared, form, side))
    bound, found = system.put_in()
    kinetics = Kinetics(bound.closed.reading, Exact(bound.closed.reading))
    assumed = assuming(found.directions)
    typed = bound.closed.reading.typed.also(spelling_of(prepared.general.model, found.special))
    wanted = Wanted(NATURAL, False, bound.left, _numbers(found, bound.left))
    show = Show(form, lambda value: assumed(system.after(value)), typed)
    entries, balances = readable(formalism, kinetics, show, wanted)
    shared = [entry for entry in found.entries if entry.symbol in SHARED]
    sheet = replace(
        found,
        formalism=formalism,
        entries=(*shared, *entries),
        balances=tuple(balances),
        seconds=found.seconds + time.perf_counter() - start,
    )
    definitions = needed(found.definitions, _trees(sheet))
    definitions = tuple(entry for entry in definitions if entry.meaning != SPEED)
    sheet = replace(sheet, definitions=definitions)
    return system.checked(sheet, partial(system.near.gaps, bound, sheet, system.rows))


@derived
def read_in_speeds(
    prepared: Prepared,
    form: str = DEFAULT_FORM,
    formalism: str = "kane",
    quasi: Choice = NATURAL,
    side: str = "right",
) -> Sheet:
    """The equations in speeds as they are read first, as `read_first` says of those of Lagrange."""
    choice = form, formalism, quasi, side
    bound = prepared.is_bound and form in EXPANDED
    if not bound or is_long(prepared, sheet_of(prepared, form, side=side)):
        return sheet_of(prepared, *choice)
    try:
        return in_speeds(prepared, *choice)
    except LagrError as error:
        return with_multipliers(sheet_of(prepared, *choice), error)


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
    for system in () if sheet.minimal is None else sheet.minimal.systems:
        for line in system.lines:
            yield from (term.tree for term in (*line.left, *line.right))
    for line in sheet.definitions:
        if line.call is not None or line.meaning == DEPENDENT:
            yield line.call or Symbol(line.name)
