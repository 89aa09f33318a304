"""Other forms than Lagrange's of the equations of bound systems, without multipliers."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from lagr_gui.analysis.equations.derivation import check_form, sheet_of
from lagr_gui.analysis.equations.formalisms import formalism_sheet, shared_entries, with_remarks
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
from lagr_gui.mechanics.formalisms.hamilton_readable import with_potential
from lagr_gui.mechanics.formalisms.in_speeds import Wanted
from lagr_gui.mechanics.formalisms.kinetics import Kinetics
from lagr_gui.mechanics.formalisms.quasi import NATURAL
from lagr_gui.mechanics.formalisms.readable import readable
from lagr_gui.mechanics.formalisms.reduced import with_reduced_inertia
from lagr_gui.mechanics.minimal.presentation import REDUCED, SPEED
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
def without_multipliers(
    prepared: Prepared,
    form: str = DEFAULT_FORM,
    formalism: str = "kane",
    quasi: Choice = NATURAL,
    side: str = "right",
    minimal: bool | str = True,
) -> Sheet:
    """The equations of a bound system in speeds that meet its conditions, or in momenta (Hamilton).

    They stand in the coordinates that conditions on positions leave, and are compared with the
    recursion as minimal equations are.  Chosen quasi-velocities of all coordinates are 0 where they
    tell a condition.  Raises LagrError and Disagreement as `minimal_equations` does, where
    equations are wanted in ``all`` coordinates, and for Hamilton's where conditions on velocities
    hold.
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
    if formalism == "hamilton" and bound.speeds is not None:
        raise refusal(
            "Minimal equations",
            "Conditions on velocities hold: Hamilton’s equations of them have multipliers.",
            "Choose Boltzmann and Hamel’s equations for such systems.",
            "minimal",
        )
    kinetics = Kinetics(bound.closed.reading, Exact(bound.closed.reading))
    assumed = assuming(found.directions)
    typed = bound.closed.reading.typed.also(spelling_of(prepared.general.model, found.special))
    wanted = Wanted(NATURAL, False, bound.left, _numbers(found, bound.left))
    show = Show(form, lambda value: assumed(system.after(value)), typed)
    entries, balances = readable(formalism, kinetics, show, wanted)
    if formalism == "hamilton":
        entries = with_potential(entries, found)
    sheet = replace(
        found,
        formalism=formalism,
        entries=(*shared_entries(found, formalism), *entries),
        balances=tuple(balances),
        seconds=found.seconds + time.perf_counter() - start,
    )
    for entry in found.entries:
        if entry.equation == REDUCED:
            sheet = with_reduced_inertia(sheet, entry, bound.dependence.independent[0])
    definitions = needed(found.definitions, _trees(sheet))
    definitions = tuple(entry for entry in definitions if entry.meaning != SPEED)
    sheet = with_remarks(replace(sheet, definitions=definitions), kinetics)
    return system.checked(sheet, partial(system.near.gaps, bound, sheet, system.rows))


@derived
def read_without_multipliers(
    prepared: Prepared,
    form: str = DEFAULT_FORM,
    formalism: str = "kane",
    quasi: Choice = NATURAL,
    side: str = "right",
) -> Sheet:
    """The equations as they are read first, as `read_first` says of those of Lagrange."""
    choice = form, formalism, quasi, side
    bound = prepared.is_bound and form in EXPANDED
    if not bound or is_long(prepared, sheet_of(prepared, form, side=side)):
        return sheet_of(prepared, *choice)
    try:
        return without_multipliers(prepared, *choice)
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
