"""A motion under way, as Python and the machine code of its steps share it."""

from __future__ import annotations

from lagr_gui.native import Program, Reals, Struct

(
    DONE,
    ROOM,
    PAUSE,
    STIFF,
    DOUBTED,
    CAREFUL,
) = range(6)
"""Why a burst of steps ends: the end of the time, no room for more steps, evaluations enough for
once, stiffness, constraints that others may have to stand for, a step that machine code does not
take: no value, hardly any inertia, a singular configuration near, constraints far away …"""

STAGES, ROWS = 16, 7
"""Stages of a step: 12, the rate at its end, 3 for the dense output; the rows of that, from which
its states follow as in `courses`."""


class Burst(Struct):
    """A motion of n = 2 f values y under way, which goes on with steps of about the length h.

    `state` with x, w, out is the kernel, whose outputs at `qdd` and `pivots` are read; `usual` (r,)
    are the sizes of pivots of r constraints.  Steps and their dense output go to `ends`, `origins`
    and `rows`, as far as there is `room`.  `least` is the least clearance of the stages of a step,
    `here` that at its start.

    `meet` with x, meet_w, meet_out is the kernel of the projection on m constraints.
    """

    f: int
    n: int
    state: Program
    x: Reals
    w: Reals
    out: Reals
    qdd: int
    pivots: int
    t: float
    t_end: float
    h: float
    stride: float
    longest: float
    rtol: float
    atol: float
    nearly: float
    y: Reals
    k: Reals
    trial: Reals
    after: Reals
    steps: int
    room: int
    ends: Reals
    origins: Reals
    rows: Reals
    evaluations: int
    pause_at: int
    stiff_above: float
    at_edge: int
    inside: int
    patience: int
    relief: int
    r: int
    usual: Reals
    least: float
    here: float
    m: int
    meet: Program
    meet_w: Reals
    meet_out: Reals
    position: int
    velocity: int
    shift: int
    turn: int
    ratios: int
    ratio_count: int
    met: float
    drifted: float
    weak: float
    locked: float
    unsolved: float
    doubted: float
    watched: float
    coarse: float
    deep: float
    ahead: float
    after_end: float
    looks: int
    zooms: int
    clear: Reals


__all__ = ["CAREFUL", "DONE", "DOUBTED", "PAUSE", "ROOM", "ROWS", "STAGES", "STIFF", "Burst"]
