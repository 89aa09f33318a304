"""The moment of a motion that is shown, also of one by hand, and how a drawing takes it over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lagr_gui.editing import edits
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import say
from lagr_gui.pipeline import State
from lagr_gui.prepared import prepare

if TYPE_CHECKING:
    from lagr_gui.gui.bridge.session import Session
    from lagr_gui.gui.bridge.shown import ShownMotion


def state_of(session: Session, shown: ShownMotion) -> State:
    """The state of a motion at the time that is shown."""
    motion, running = shown.motion, session.running
    t = min(max(running.time, float(motion.t[0])), float(motion.t[-1]))
    trajectory = running.trajectory
    if trajectory is not None and running.shown is shown:
        parts = trajectory.layout.parts(trajectory.states_at(t))
    else:
        parts = [_at(motion.t, table, t) for table in (motion.q, motion.qd)]
    return State(t, *(tuple(part.tolist()) for part in parts))


def has_moment(session: Session) -> bool:
    """Whether a state of the drawing as it is now is shown."""
    hand, shown = session.hand, session.running.shown
    origin = hand.origin if hand.on else shown.origin if shown is not None else None
    begun = not hand.on or hand.motion is not None
    return origin is not None and begun and origin.suits(session.flat, session.special)


def moment(session: Session) -> State | None:
    """The state that is shown, if it is one of the drawing as it is now."""
    if not has_moment(session):
        return None
    shown, trajectory = session.running.shown, session.hand.trajectory
    if session.hand.on and trajectory is not None:
        parts = trajectory.layout.parts(trajectory.y[-1])
        return State(float(trajectory.t[-1]), *(tuple(part.tolist()) for part in parts))
    return state_of(session, shown) if shown is not None else None


def take_as_start(session: Session) -> None:
    """Let the drawing start where the motion is that is shown: one step of history."""
    state, report = moment(session), session.report
    if state is None or report is None:
        return
    pairs = zip(state.q, state.qd, strict=True)
    values = dict(zip(report.coordinates, pairs, strict=True))
    following = prepare(session.flat, session.special).topology.following
    step = say("Take as start")
    session.edit(step, lambda model: edits.start_at(model, state.t, values, following))


def _at(times: Array, table: Array, t: float) -> Array:
    """The values (f,) of a table (n, f) at a time."""
    return np.array([np.interp(t, times, column) for column in table.T])
