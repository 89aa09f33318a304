"""Dry friction in programs, which add what it exerts to all other forces themselves.

That is −σ b along its slip while it slides, and a multiplier while it sticks: so the formulas of a
program know of it the slips alone, as rows behind those of conditions and limits, with b and H.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from lagr_gui.kernel import Node
from lagr_gui.mechanics.friction import FORCE, sliding
from lagr_gui.mechanics.measures import measures_of, with_measures
from lagr_gui.mechanics.reading import Part, Reading
from lagr_gui.mechanics.recursion import Recursion
from lagr_gui.mechanics.trees import NOUGHT
from lagr_gui.prepared import Prepared


def unrubbed(reading: Reading) -> Reading:
    """A reading whose dry friction exerts nothing by itself; it has no senses of sliding."""
    if not reading.frictions:
        return reading
    senses = {part.sense for part in reading.frictions}
    return replace(
        reading,
        parts=tuple(
            replace(part, made={**part.made, FORCE: NOUGHT}) if part.rubs else part
            for part in reading.parts
        ),
        parameters=tuple(name for name in reading.parameters if name not in senses),
    )


def separate(prepared: Prepared) -> Recursion:
    """The recursion of such a reading that tells bodies apart which are fixed to each other."""
    if not prepared.reading.frictions:
        return prepared.separate
    return prepared.kept(
        "separate without friction", lambda: Recursion(unrubbed(prepared.reading), separate=True)
    )


def friction_nodes(recursion: Recursion) -> Mapping[str, Sequence[Node]]:
    """What each friction exerts at its slip while it slides, b, and holds at most, H.

    0 where that follows from the reaction of a joint.
    """
    constraints = recursion.constraints
    space, zero = constraints.space, recursion.program.zero

    def exerted(part: Part) -> Node:
        rate = measures_of(space, part, {"rate"})["rate"].value.value
        return with_measures(space, part, sliding(part), {"rate": rate})

    parts = recursion.reading.frictions
    return {
        "exerted": [zero if part.is_loaded else exerted(part) for part in parts],
        "most": constraints.bounds_of_friction,
    }
