"""What a line over pulleys measures, and how it pulls at bodies cut free."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from lagr_gui.catalogue.geometry import OverPulleys
from lagr_gui.mechanics.formalisms.acting import ActingMeasure, Acts, apart
from lagr_gui.mechanics.formalisms.kinetics import Kinetics, rates
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.vectors import dot, minus, times


def along(
    kinetics: Kinetics, part: Part, over: OverPulleys, names: set[str]
) -> Mapping[str, ActingMeasure]:
    """The length of all spans together; a force along it acts at both ends of each."""
    algebra = kinetics.kinematics.algebra
    stops = [(body, kinetics.kinematics.point(body, point)) for body, point in part.course]
    length = rate = algebra.zero
    ways = []
    for a, b in pairwise(stops):
        span = minus(a[1], b[1])
        way = algebra.call("sqrt", (dot(span, span),))
        length = length + way
        rate = rate + dot(span, rates(kinetics.rate, span)) / way
        ways.append((a, b, span, way))

    def act(force: Any) -> Acts:
        pulls = [apart(a, b, times(span, force / way)) for a, b, span, way in ways]
        return Acts(forces=tuple(entry for pull in pulls for entry in pull.forces))

    return {
        "length": ActingMeasure(length, act),
        "rate": ActingMeasure(rate, act),
        "shortening": ActingMeasure(-length, lambda force: act(-force)),
    }
