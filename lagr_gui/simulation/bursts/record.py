"""A motion under way, as Python and the machine code of its steps share it."""

from __future__ import annotations

from lagr_gui.native import Counts, Handler, Program, Reals, Struct

(
    DONE,
    ROOM,
    PAUSE,
    STIFF,
    CREEPING,
    DOUBTED,
    EVENT,
    CAREFUL,
) = range(8)
"""Why a burst of steps ends: the end of the time, no room for more steps, evaluations enough for
once, stiffness, steps too short for the motion, constraints that others may have to stand for, a
limit reached or let go, a step that machine code does not take: no value, hardly any inertia, a
singular configuration near, constraints far away …"""

STAGES, ROWS = 16, 7
"""Stages of a step: 12, the rate at its end, 3 for the dense output; the rows of that, from which
its states follow as in `courses`."""


class Burst(Struct):
    """A motion of n values y under way, which goes on with steps of about the length h.

    They are f coordinates, their velocities, and states of the first order.  `state` with x, w,
    out is the kernel, whose outputs at `qdd`, `zd` and `pivots` are read; `usual` (r,)
    are the sizes of pivots of r constraints.  Steps and their dense output go to `ends`, `spans`,
    `origins` and `rows`, as far as there is `room`; a step that was cut at its end had the span
    before.  `least` is the least clearance of the stages of a step,
    `here` that at its start.

    Functions of time alone jump or bend at `switches`, of whose `count` so many are `passed`: until
    then they are what they are up to `until`, then what they are from `since` on (`timetable`).
    The present stretch goes on to `goal`, and functions of time are asked for from `low` to `high`.
    Steps are at most as long as told by `lengths` between `marks`, of which so many `parts` there
    are; the time is in the `part`.

    `meet` with x, meet_w, meet_out is the kernel of the projection on m constraints.

    `gaps` with x, gaps_w, gaps_out is the kernel of the gaps of c limits.  Where `touching` of
    them are in contact, whose numbers are `active`, the outputs of `state` at `gap`, `speed`,
    `arrival`, `slope` and `answer` are read; `place` (c,) tells where each of these is among the
    active ones, −1 where it is open.  What is watched (c,) is H − `slack` of open limits and λ of
    those in contact: `before`, at the end of a span of a step, `seen` at any state, and the
    `samples` (9, c) of a span; `opened_at` (c,) is the last part of a step at which it was open.

    Behind the first `stops` of them are frictions, whose gaps are slips. Of those that slide in
    their `senses` (c,) these are watched, of those that stick the force beside the outputs at
    `bound`, times `beyond`, of those `one_way` also below 0; what is watched lies below 0 by `tiny`
    at least.  From `paired` on stand pairs of slips of rough limits, whose numbers are `normals`:
    where they stick, the force in the pair is watched beside μ times the normal one, by the outputs
    at `roughness`. So many are `sliding`: those whose `slides` is 1, along their `ways` where a
    slip is not above `slow`; where p/W falls to `locked_at` they lock. `pair_of` an active limit is
    the number of its pair, −1 where it does not slide.  Pairs that stick along one line are watched
    together: what the force of each slip counts there is in `grips` (one row for each pair), which
    are 0 for others.

    So many ends are `pressed` by reactions: by the outputs at `presses`, and at `pressed_by` by
    each that may hold; they belong to `owners`, with the outputs at `radii` and `coefficients`.
    `rubs` are the numbers of these frictions, `moving` the places of those that slide, of which so
    many are `moved`, −1 for one that sticks; they rub `against` their senses.  `shares` are pushes,
    `forces` those on the ends, both without friction, then by a unit of each that slides; `found`
    are the bounds of these, `nearer` the next ones, `tables` and `gains` what tells them; `limit`
    are bounds of what sticks, by the numbers of frictions.  From the gain `jams` on nothing is
    told.

    Where frictions are `changing` between sliding and sticking within steps, `change` makes what is
    reached in one (`changing`), and `bare` is the part of `state` for what moves while nothing
    holds; there are so many `frictions`, whose senses stand
    behind the state in x.  `modes` are these, at the start, then after each of those that
    `changed`: at the ends of so many steps, `changed_at`, the last one at `changed_last`.
    `fastest` are the largest speeds of slip so far, as velocities could make them, which were at
    most the `quickest` (f,); `moves` is what a unit force moves its own slip, `mobilities` W of all
    of them.  `chosen` (by number) or by place as `still` are those without slip, with b as
    `wanted`, H as `most`, their `efforts`, √W as `roots`, who lies `between` its bounds, in the
    `order_of` what is solved for in `table` and `trials`; `kept` is the end of a step in which a
    change is looked for.  Those that hold the same as one of these have it as `leader`, −1 without
    one; `portions` are their senses where they do not slide.  While that of what reactions press is
    looked for, `limit` are bounds so far, of what slides too, and `bounds` the next ones.
    What such a motion does is `told` by all of its outputs, `power` and `energy` by some, at `T` …;
    `supplies` are powers of λ = 1 of each that may hold, which are 0 where nothing is `supplying`.

    A motion by Taylor series of an `order` has `series`, which gives their `terms`; its rows are
    these, as powers of the part of a step.

    Of laws that sample there are so many `samplers`: each takes samples a `period` apart from
    `sampled_from` on, so many `counts` up to now, and times nearer than `nears` are the same.  What
    they hold, the values from `firsts` to the next of these, stands behind the state in x; `laws`
    with x, laws_w, laws_out tells the next ones, those that are `drawn` come from `draws`, which
    begin with the number `drawn_from`.  `sample` takes them (`sampling`).  So many times others
    were `holding` in a burst, from the ends of so many steps on, `held_at`; those are `held`.

    So many steps were `taken` in all; of those that were looked at the last `creeping` ones
    crept.  After `creep_after` of these a burst ends, 0: never.  Implicit ones are to be longer
    than `crept`.

    An `implicit` motion has the kernel `slopes` with x, slopes_w, slopes_out: ∂(q̈, ż)/∂y
    at `slopes_at`.  `known` tells of which state the `jacobian` is, `factored` for which length of
    steps the matrices are; `path` (3n) is the course of the last step, of length `h_before`.
    """

    f: int
    n: int
    state: Program
    x: Reals
    w: Reals
    out: Reals
    qdd: int
    zd: int
    pivots: int
    t: float
    t_end: float
    goal: float
    low: float
    high: float
    passed: int
    count: int
    switches: Reals
    until: Reals
    since: Reals
    part: int
    parts: int
    marks: Reals
    lengths: Reals
    h: float
    stride: float
    longest: float
    rtol: float
    floors: Reals
    units: Reals
    size: Reals
    base: float
    share: float
    nearly: float
    y: Reals
    k: Reals
    zeros: Reals
    trial: Reals
    after: Reals
    steps: int
    room: int
    ends: Reals
    spans: Reals
    origins: Reals
    rows: Reals
    evaluations: int
    pause_at: int
    stiff_above: float
    at_edge: int
    inside: int
    patience: int
    relief: int
    creeping: int
    creep_after: int
    crept: float
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
    could: Reals
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
    c: int
    gaps: Program
    gaps_w: Reals
    gaps_out: Reals
    touching: int
    active: Counts
    place: Counts
    gap: int
    speed: int
    arrival: int
    slope: int
    answer: int
    coupling: Reals
    pushes: Reals
    slack: Reals
    before: Reals
    seen: Reals
    samples: Reals
    opened_at: Reals
    senses: Reals
    one_way: Counts
    stops: int
    bound: int
    paired: int
    normals: Counts
    roughness: int
    sliding: int
    pair_of: Counts
    slides: Counts
    ways: Reals
    slow: Reals
    grips: Reals
    rubbed: Reals
    pressed: int
    presses: int
    pressed_by: int
    radii: int
    coefficients: int
    moved: int
    owners: Counts
    rubs: Counts
    moving: Counts
    against: Reals
    shares: Reals
    forces: Reals
    found: Reals
    nearer: Reals
    tables: Reals
    gains: Reals
    limit: Reals
    bounds: Reals
    jams: float
    locked_at: float
    changing: int
    change: Handler
    bare: Program
    frictions: int
    changed: int
    changed_at: Counts
    changed_last: float
    modes: Reals
    fastest: Reals
    quickest: Reals
    moves: Reals
    mobilities: Reals
    chosen: Counts
    still: Counts
    leader: Counts
    portions: Reals
    between: Counts
    order_of: Counts
    wanted: Reals
    most: Reals
    efforts: Reals
    roots: Reals
    table: Reals
    trials: Reals
    kept: Reals
    told: Program
    power: Program
    energy: Program
    T: int
    U: int
    dissipated: int
    supplied: int
    supplies: int
    supplying: int
    largest_T: float
    beyond: float
    tiny: float
    reached: int
    reached_at: float
    implicit: int
    slopes: Program
    slopes_w: Reals
    slopes_out: Reals
    slopes_at: int
    known: int
    factored: float
    jacobian: Reals
    real: Reals
    re: Reals
    im: Reals
    swaps: Counts
    right: Reals
    sides: Reals
    z: Reals
    w_stages: Reals
    path: Reals
    order: int
    series: Program
    terms: Reals
    rise: Reals
    samplers: int
    sample: Handler
    sampled_from: float
    periods: Reals
    nears: Reals
    counts: Counts
    firsts: Counts
    laws: Program
    laws_w: Reals
    laws_out: Reals
    drawn: Counts
    draws: Reals
    drawn_from: Counts
    holding: int
    held_at: Counts
    held: Reals
    taken: int
    ratio: float
    h_before: float
    error_before: float


__all__ = [
    "CAREFUL",
    "CREEPING",
    "DONE",
    "DOUBTED",
    "EVENT",
    "PAUSE",
    "ROOM",
    "ROWS",
    "STAGES",
    "STIFF",
    "Burst",
]
