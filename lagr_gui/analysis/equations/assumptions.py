"""What a sheet assumes of lengths, held against the start and against motions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lagr_gui.expression import Expression
from lagr_gui.mechanics.numbers import known_values, place_numbers
from lagr_gui.mechanics.sheets.directions import broken
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.prepared import Prepared

if TYPE_CHECKING:
    from lagr_gui.simulation import Trajectory


def start_numbers(prepared: Prepared) -> dict[str, float]:
    """Parameters and coordinates at the start by name, zero where nothing is given.

    Raises LagrError for an unsound model or an unknown special case.
    """
    return dict.fromkeys(prepared.coordinates, 0.0) | place_numbers(prepared.model)


def applies(prepared: Prepared, sheet: Sheet) -> bool:
    """Whether what a sheet of this model, if it is sound, assumes of lengths is so at its start."""
    if not sheet.directions or sheet.chosen is not None or not prepared.general.report.sound:
        return True
    numbers = start_numbers(prepared.case(sheet.special))
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
