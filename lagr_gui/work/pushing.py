"""Bits of a motion that a hand pushes and pulls."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from lagr_gui import pipeline
from lagr_gui.pipeline import Grip, Reached, State
from lagr_gui.prepared import Prepared
from lagr_gui.problem import LagrError, Problem
from lagr_gui.simulation import Trajectory
from lagr_gui.simulation.joining import joined
from lagr_gui.work.said import HandHold, PushedBit


def push(
    _report: Callable[[Any], None],
    prepared: Prepared,
    at: Reached | State,
    seconds: float,
    pulls: int,
    points: int,
    hold: HandHold | None,
) -> PushedBit:
    """Let a motion go on, pushed and pulled by a hand, or free.

    The force of the hand changes `pulls` times; each of these parts has so many `points`.
    """
    begun, settings = time.perf_counter(), prepared.settings
    if new := isinstance(at, State):
        first = {"t0": at.t, "t_end": at.t, "q0": at.q, "qd0": at.qd}
        at = pipeline.reached(prepared, replace(settings, **first))
    held, problems = _gripped(prepared, at, hold) if hold else (None, ())
    pieces: list[Trajectory] = []
    for _ in range(pulls):
        span = seconds / pulls
        forces = [pipeline.pull(prepared, at, held, hold.to, span)] if hold and held else []
        piece, at = pipeline.advanced(prepared, settings, at, span, forces, points)
        pieces.append(piece)
    found, end = joined(pieces), slice(-1, None)
    state = found.t[end], found.q[end], found.qd[end]
    moved = pipeline.poses(prepared, *state, checked=new)  # later ones come from the same kernel
    spent = time.perf_counter() - begun
    return PushedBit(found, at, moved, held, problems, spent)


def _gripped(
    prepared: Prepared, at: Reached, hold: HandHold
) -> tuple[Grip | None, tuple[Problem, ...]]:
    """How a hand holds what it would hold, or why it cannot."""
    if hold.grip is not None:
        return hold.grip, ()
    try:
        return pipeline.grip(prepared, at, hold.body, hold.point, hold.quickness), ()
    except LagrError as error:
        return None, error.problems
