"""What a line over pulleys measures in closed form: L = Σ |Δx|."""

from __future__ import annotations

from lagr_gui.algebra import Canonical
from lagr_gui.catalogue.geometry import OverPulleys
from lagr_gui.mechanics.closed.kinematics import Kinematics
from lagr_gui.mechanics.closed.spans import length_of, spans_of
from lagr_gui.mechanics.reading import Part


def measures(
    kinematics: Kinematics, part: Part, over: OverPulleys, names: set[str]
) -> dict[str, Canonical]:
    """The length of all spans together, and its rate."""
    length = kinematics.algebra.zero
    for span in spans_of(kinematics, part):
        length = length + length_of(kinematics, span)
    found = {"length": length, "shortening": -length}
    if "rate" in names:
        found["rate"] = kinematics.rate(length)
    return found
