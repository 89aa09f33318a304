"""What a sheet assumes of lengths, held against the start and against motions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lagr_gui.expression import Expression
from lagr_gui.foundation.problem import LagrError
from lagr_gui.mechanics.numbers import known_values, place_numbers
from lagr_gui.mechanics.sheets.directions import broken
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.prepared import Prepared

if TYPE_CHECKING:
    from lagr_gui.simulation import Trajectory


def typed_numbers(prepared: Prepared) -> dict[str, float]:
    """Parameters and coordinates at the start by name as they are given, zero where nothing is.

    Raises LagrError for an unsound model or an unknown special case.
    """
    return dict.fromkeys(prepared.coordinates, 0.0) | place_numbers(prepared.model)


def start_numbers(prepared: Prepared) -> dict[str, float]:
    """The same at the start that meets the conditions; as they are given where none is found.

    Lengths take their signs there.  To find it takes time, so it is asked for where signs matter.
    """
    typed = typed_numbers(prepared)
    if not prepared.is_bound:
        return typed
    try:
        start = prepared.start
    except LagrError:  # a parameter without a value, or conditions that cannot be met
        return typed
    return typed | dict(zip(prepared.coordinates, start.q, strict=True))


def applies(prepared: Prepared, sheet: Sheet) -> bool:
    """Whether what a sheet of this model, if it is sound, assumes of lengths is so at its start.

    Sheets of new coordinates and of bound systems are made of one start.
    """
    if not sheet.directions or sheet.chosen is not None or not prepared.general.report.sound:
        return True
    case = prepared.case(sheet.special)
    if case.is_bound:
        return True
    numbers = typed_numbers(case)
    return all(entry.holds(numbers) for entry in sheet.directions)


def ended(
    prepared: Prepared, sheet: Sheet, trajectory: Trajectory
) -> tuple[tuple[Expression, float], ...]:
    """What a sheet takes to be positive and a motion of the model does not keep, and from when (s).

    Raises LagrError for a model without the sheet's special case.
    """
    values = known_values(prepared.case(sheet.special).model)
    violated = broken(sheet.assumptions, values, trajectory.coordinates, trajectory.q.tolist())
    return tuple((entry.tree, float(trajectory.t[instant])) for entry, instant in violated)
