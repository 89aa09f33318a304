"""The charts in which a motion goes past the locks of joints that turn three times in sequence."""

from __future__ import annotations

import numpy as np

from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.arrays import Array
from lagr_gui.mechanics.coordinates.turned import ThreeTurns, three_turns, turned
from lagr_gui.numerics.attitudes import TurnSequence
from lagr_gui.prepared import Prepared
from lagr_gui.prepared.otherwise import read_otherwise
from lagr_gui.simulation.charts import Charts, Coordinates, Turns


def charts_of(prepared: Prepared) -> Charts | None:
    """The charts of a system; None where no joint turns three times in sequence.

    Rates of states of the first order are not stated in other turns: such motions end at a lock.
    """
    turning = prepared.own("turns", lambda: _turning(prepared))
    if not turning or prepared.layout.s:
        return None
    some = tuple(joint for joint, _ in turning)
    coordinates = Coordinates(prepared.system, prepared.conditions)

    def other(values: Array) -> Coordinates:
        key = ("turned", tuple(joint.joint for joint in some))
        reading = prepared.kept(key, lambda: turned(prepared.reading, some))
        there = read_otherwise(prepared, reading, values, str(key))
        return Coordinates(there.system, there.conditions)

    return Charts(prepared.layout, [turns for _, turns in turning], coordinates, other)


def _turning(prepared: Prepared) -> list[tuple[ThreeTurns, Turns]]:
    """The joints that turn three times in a sequence that reaches every attitude."""
    joints = prepared.kept("three turns", lambda: three_turns(prepared.reading))
    pairs = [(joint, _turns(prepared, joint)) for joint in joints]
    return [(joint, turns) for joint, turns in pairs if turns.sequence.whole]


def _turns(prepared: Prepared, joint: ThreeTurns) -> Turns:
    places = np.array([prepared.coordinates.index(name) for name in joint.names])
    axes = np.array([[float(value(e, prepared.values)) for e in axis] for axis in joint.axes])
    return Turns(joint.joint, places, TurnSequence(axes), joint.felt)
