"""Many steps at once in machine code; what is rare is left to the careful `Stepper`."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

import numpy as np

from lagr_gui.foundation.arrays import aligned
from lagr_gui.foundation.problem import LagrError
from lagr_gui.kernel import MachineProgram
from lagr_gui.kernel.series import HIGHEST
from lagr_gui.numerics.bernstein import DEGREE
from lagr_gui.simulation.bursts.library import changing_library, library
from lagr_gui.simulation.bursts.record import (
    CREEPING,
    DOUBTED,
    EVENT,
    ROWS,
    STAGES,
    STIFF,
    Burst,
)
from lagr_gui.simulation.constraints import BoundConstraints
from lagr_gui.simulation.crossing import Leap
from lagr_gui.simulation.floors import Floors
from lagr_gui.simulation.rightside import RightSide
from lagr_gui.simulation.settings import Settings
from lagr_gui.simulation.solvers import Dense, ManySteps, StiffnessWatch
from lagr_gui.simulation.stepping import Stepper, met
from lagr_gui.simulation.system import Array, MachineSystem, MechanicalSystem, Step
from lagr_gui.simulation.timetable import EMPTY, Timetable
from lagr_gui.simulation.tuning import (
    BURST,
    CREEP,
    CROSSING,
    FLOORS,
    FRICTION,
    NEAR_SINGULAR,
    PRESSED,
    PROJECTION,
    STEPPING,
    STIFFNESS,
    TAYLOR,
    VERDICT,
)

NONE = np.zeros(0)


class BurstStepper:
    """The steps of DOP853, of Taylor series or of Radau where the system has these, many at a time.

    `careful` begins the steps of `Stepper` at a time and a state, with a usual length and the
    states of the steps before: it takes those at which a burst ends before its time.

    `limits` are watched by machine code, which tells where one is reached or let go; `values` (c,)
    are what is watched at the state, and go on to be so with the steps; frictions slide in their
    `senses` (c,).  The first step may be `planned` to be so long.
    """

    def __init__(
        self,
        code: MachineSystem,
        system: MechanicalSystem,
        side: RightSide,
        settings: Settings,
        watch: StiffnessWatch | None,
        careful: Callable[[float, Array, float, Dense | None], Stepper],
        t: float,
        y: Array,
        slack: Array,
        senses: Array,
        values: Array,
        floors: Floors,
        timetable: Timetable = EMPTY,
        planned: float = 0.0,
    ) -> None:
        machine = library()
        assert machine is not None  # otherwise nobody asks for it
        self._machine, self._side, self._begin = machine, side, careful
        self._system, self.code = system, code
        y = met(system.constraints, t, y)
        could = NONE
        if system.constraints is not None and code.meet is not None:  # limits have no rows in it
            always = code.meet.count("position")
            could = system.constraints.could.reshape(2, -1)[:, :always].ravel()
        given = code, settings, watch, t, y, floors, could, slack, senses, values, timetable
        self._burst = burst_at(*given)
        self._burst.h = planned
        names = ("state", "bare", "meet", "gaps", "slopes")
        programs = {name: getattr(code, name) for name in names}
        self._programs = {name: program for name, program in programs.items() if program}
        self._careful: Stepper | None = None
        self._last: Dense | None = None
        self._at_once = 1 + BURST.first // code.operations
        self._given: list[str] = []
        self._stiff = self._doubted = self._creeping = False
        self.ends: Sequence[float] | Array = ()
        self.reached: tuple[int, float] | None = None
        self._do(machine.begin)

    @property
    def watched(self) -> bool:
        """Whether limits were watched in the steps that were taken last."""
        return self._careful is None

    @property
    def t(self) -> float:
        """The time that is reached."""
        return self._burst.t

    @property
    def y(self) -> Array:
        """The state (n,) that is reached."""
        return self._burst.y.copy()

    @property
    def changes(self) -> tuple[Array, Array]:
        """The times (k,) at which frictions changed in the last steps, their senses (k, s) then."""
        burst = self._burst
        count, s = burst.changed, burst.frictions
        if self._careful is not None or not count:
            return NONE, NONE
        times = burst.ends[burst.changed_at[1 : count + 1]]
        return times, burst.modes[s : (count + 1) * s].reshape(count, s).copy()

    @property
    def here(self) -> Step | None:
        """What the system does at the state that is reached, where constraints are in doubt."""
        if self._careful:
            return self._careful.here
        if not self._doubted:
            return None
        self._burst.doubted = self._burst.here / 2  # those in use will do until it is much lower
        return self._system.acceleration(self.t, self.y)

    @property
    def is_stiff(self) -> bool:
        """Whether stability limits the steps."""
        return self._stiff or (self._careful is not None and self._careful.is_stiff)

    @property
    def is_creeping(self) -> bool:
        """Whether steps have long been too short for the motion, or for an implicit method."""
        return self._creeping

    @property
    def planned(self) -> float:
        """The length planned for the next step."""
        return self._burst.h

    @property
    def stride(self) -> float:
        """The usual length of a step."""
        return self._burst.stride

    def is_worth(self, other: BurstStepper) -> bool:
        """Whether steps from here are far longer than those of another stepper, which creep.

        A burst tells.  Where they are not, that is asked again after four times as many steps.
        """
        begun = self.t
        try:
            self.step(BURST.room)
        except LagrError:
            return False
        if not self._careful and self.t - begun > CREEP.longer * other.stride * len(self.ends):
            return True
        burst = other._burst
        burst.creeping, burst.creep_after = 0, 4 * burst.creep_after
        return False

    def step(self, most: int) -> Dense:
        """Go on by one to `most` steps, which end at `ends`: the states at all times.

        Raises `LagrError` where no motion leads on.
        """
        self._side.listen()
        self._go_over()
        burst = self._burst
        while self._given:
            row = self._given.pop()
            setattr(burst, row, np.empty(len(getattr(burst, row))))
        burst.steps, burst.room = 0, min(most, BURST.room)
        burst.changed = 0
        burst.ends[0] = burst.t
        before = burst.evaluations
        burst.pause_at = before + self._at_once
        begun = perf_counter()
        reason = self._do(self._machine.advance)
        speed = (burst.evaluations - before) / max(perf_counter() - begun, 1e-9)
        self._at_once = 1 + int(speed * BURST.pause)
        if not burst.steps:
            return self._with_care()
        self._careful = None
        self.reached = (burst.reached, burst.reached_at) if reason == EVENT else None
        self._stiff, self._doubted = reason == STIFF, reason == DOUBTED
        self._creeping = reason == CREEPING
        return self._taken()

    def states(self, t: Array) -> Array:
        """The states (m, n) of the last steps at rising times (m,), which meet the constraints."""
        if self._careful is not None and isinstance(self._last, Leap):
            return self._careful.states(t)
        if self._careful is not None:
            assert self._last is not None
            states = np.ascontiguousarray(self._last(t).T)
        else:
            states = np.empty((len(t), self._burst.n))
            self._machine.fill(self._burst, len(t), t, states)
        if self._system.constraints is None and not self._burst.changing:
            return states
        done = 0
        while True:
            left = states[done:]
            done += self._machine.bring_back(self._burst, len(left), t[done:], left)
            if done == len(states):
                return states
            one = slice(done, done + 1)
            states[one] = met(self._held_at(float(t[done])), t[one], states[one])
            done += 1

    def _held_at(self, t: float) -> BoundConstraints | None:
        """The constraints that hold at a time of the last steps."""
        constraints, (times, senses) = self._system.constraints, self.changes
        if constraints is None or not len(times) or t <= times[0]:
            return constraints
        here = senses[np.searchsorted(times, t) - 1]
        return constraints.holding((self._burst.stops + np.flatnonzero(here == 0)).tolist())

    def _taken(self) -> ManySteps:
        burst, k, n = self._burst, self._burst.steps, self._burst.n
        ends, count = burst.ends[: k + 1].copy(), burst.order or ROWS
        self.ends = ends[1:]
        self._last = ManySteps(
            ends,
            self._written("origins", k, n),
            self._written("rows", k, count, n),
            burst.order,
            burst.spans[:k].copy() if burst.changed else None,
        )
        return self._last

    def _written(self, row: str, *shape: int) -> Array:
        """What steps wrote into a row: the row itself where that is most of it."""
        whole = getattr(self._burst, row)
        written = whole[: math.prod(shape)].reshape(shape)
        if 2 * written.size < whole.size:
            return written.copy()
        self._given.append(row)
        return written

    def _with_care(self) -> Dense:
        """One step that a burst cannot take."""
        burst = self._burst
        self.reached = None
        if self._careful is None:
            self._careful = self._begin(burst.t, self.y, burst.stride or burst.h, self._last)
        self._last = self._careful.step()
        burst.t, burst.h = self._careful.t, self._careful.planned
        burst.stride = self._careful.stride
        burst.y[:] = self._careful.y
        self.ends = (burst.t,)
        self._do(self._machine.begin)
        return self._last

    def _go_over(self) -> None:
        renew(self._burst, self._programs)

    def _do(self, call: Callable[[Burst], int | None]) -> int | None:
        before = self._burst.evaluations
        found = call(self._burst)
        self._side.evaluations += self._burst.evaluations - before
        return found


def renew(burst: Burst, programs: dict[str, MachineProgram]) -> None:
    """Go on in better code where it is there by now: it computes the same bits."""
    for name, program in programs.items():
        if (better := program.renewed()) is not program:
            programs[name] = better
            setattr(burst, name, better)


def burst_at(
    system: MachineSystem,
    settings: Settings,
    watch: StiffnessWatch | None,
    t: float,
    y: Array,
    floors: Floors,
    could: Array = NONE,
    slack: Array = NONE,
    senses: Array = NONE,
    values: Array = NONE,
    timetable: Timetable = EMPTY,
) -> Burst:
    """A motion that begins at a state."""
    layout, room = system.layout, BURST.room
    n = layout.n
    part, order = (TAYLOR.strictness, order_of(settings.rtol)) if system.series else (1.0, 0)
    return Burst(
        f=layout.f,
        n=n,
        state=system.state,
        x=system.state.room.slots,
        w=system.state.room.slots,
        out=system.state.room.outputs,
        qdd=system.state.first("qdd"),
        zd=system.state.first("zd") if layout.s else 0,
        pivots=system.state.first("pivots"),
        t=t,
        t_end=settings.t_end,
        longest=settings.max_step,
        goal=settings.t_end,
        low=-1e300,
        high=1e300,
        count=len(timetable.switches),
        switches=timetable.switches,
        until=timetable.before,
        since=timetable.after,
        parts=len(timetable.longest),
        marks=timetable.marks,
        lengths=timetable.longest,
        rtol=part * settings.rtol,
        floors=part * floors.see(y),
        units=floors.units,
        size=floors.size,
        base=part * floors.atol,
        share=FLOORS.of_motion,
        nearly=VERDICT.nearly_singular,
        y=np.array(y, float),
        k=np.zeros(STAGES * n),
        zeros=np.zeros(n),
        trial=np.zeros(n),
        after=np.zeros(n),
        ends=np.zeros(room + 1),
        spans=np.zeros(room),
        origins=np.zeros(room * n),
        rows=np.empty(room * max(ROWS, order) * n),
        stiff_above=watch.limit if watch else np.inf,
        patience=(patience := TAYLOR.endured if order else BURST.stiff_steps),
        relief=STIFFNESS.relief,
        creep_after=patience // CREEP.look if watch and watch.creeps else 0,
        crept=watch.crept if watch else 0.0,
        here=1.0,
        met=STEPPING.met,
        could=could,
        drifted=STEPPING.drifted,
        unsolved=NEAR_SINGULAR.by_singular_values,
        **_constrained(system),
        **_limited(system, slack, senses, values),
        **_changing(system, n, room),
        **_implicit(system),
        **_by_series(system, order, n),
    )


def alternating_burst(
    system: MachineSystem, senses: Array, course: ManySteps | None = None
) -> Burst:
    """What tells of a system whose frictions change, with senses (k, s) by rows, along steps."""
    layout, state, none = system.layout, system.state, np.zeros(system.state.count("gaps"))
    burst = Burst(
        f=layout.f,
        n=layout.n,
        state=state,
        x=state.room.slots,
        w=state.room.slots,
        out=state.room.outputs,
        qdd=state.first("qdd"),
        zd=state.first("zd") if layout.s else 0,
        pivots=state.first("pivots"),
        r=len(system.sizes),
        usual=system.sizes,
        unsolved=NEAR_SINGULAR.by_singular_values,
        **_limited(system, none, none.copy(), none),
        **_changing(system, layout.n, 0),
    )
    burst.modes = np.ascontiguousarray(senses)
    if course is not None:
        burst.steps = len(course.origins)
        for row in ("ends", "spans", "origins", "rows"):
            setattr(burst, row, np.ascontiguousarray(getattr(course, row)))
    return burst


def order_of(rtol: float) -> int:
    """The order of Taylor series for a tolerance of the settings: an even one."""
    digits = TAYLOR.digits * math.log(TAYLOR.strictness * rtol)
    return 2 * math.ceil(min(max(TAYLOR.least, 2 - digits), HIGHEST) / 2)


def _by_series(system: MachineSystem, order: int, n: int) -> dict[str, Any]:
    """What Taylor series of an order need besides."""
    series = system.series
    if series is None:
        return {}
    terms = aligned(series.room)
    terms[(HIGHEST + 1) * n] = order
    return {"order": order, "series": series, "terms": terms, "rise": np.zeros(n)}


def _constrained(system: MachineSystem) -> dict[str, Any]:
    """What a motion under constraints needs besides."""
    meet = system.meet
    if meet is None:
        return {}
    return {
        "r": len(system.sizes),
        "usual": system.sizes,
        "m": meet.count("position"),
        "meet": meet,
        "meet_w": meet.room.slots,
        "meet_out": meet.room.outputs,
        **{name: meet.first(name) for name in ("position", "velocity", "shift", "turn", "ratios")},
        "ratio_count": meet.count("ratios"),
        "weak": PROJECTION.weak**2,
        "locked": NEAR_SINGULAR.locked,
        "doubted": NEAR_SINGULAR.doubted,
        "watched": CROSSING.watched,
        "coarse": CROSSING.coarse,
        "deep": CROSSING.deep,
        "ahead": CROSSING.ahead,
        "after_end": CROSSING.after_end,
        "looks": CROSSING.looks,
        "zooms": CROSSING.zooms,
        "clear": np.zeros(CROSSING.looks),
    }


def _implicit(system: MachineSystem) -> dict[str, Any]:
    """What an implicit method needs besides."""
    slopes, n = system.slopes, system.layout.n
    if slopes is None:
        return {}
    k = n - system.layout.f
    return {
        "implicit": 1,
        "slopes": slopes,
        "slopes_w": slopes.room.slots,
        "slopes_out": slopes.room.outputs,
        "slopes_at": slopes.first("slopes"),
        "jacobian": np.zeros(k * n),
        "swaps": np.zeros(2 * k, np.int64),
        "right": np.zeros(2 * k),
        **{name: np.zeros(k * k) for name in ("real", "re", "im")},
        **{name: np.zeros(3 * n) for name in ("sides", "z", "w_stages", "path")},
    }


def _sliding(system: MachineSystem) -> dict[str, Any]:
    """What a motion needs besides in which rough limits slide, or could."""
    count, slides = len(system.rough), system.slides
    ways, slow = np.zeros(2 * count), np.zeros(count)
    for pair, (way, least) in slides.items():
        ways[2 * pair : 2 * pair + 2], slow[pair] = way, least
    pairs, grips = {system.rough[pair]: pair for pair in slides}, np.zeros(2 * count * count)
    for pair, parts in system.grips.items():
        grips[[2 * count * pair + slip for slip in parts]] = list(parts.values())
    return {
        "pair_of": np.array([pairs.get(number, -1) for number in system.active], np.int64),
        "slides": np.array([int(pair in slides) for pair in range(count)], np.int64),
        "ways": ways,
        "slow": slow,
        "grips": grips,
        "rubbed": np.zeros(len(system.active) * system.layout.f),
    }


def _pressed(system: MachineSystem, count: int) -> dict[str, Any]:
    """What a motion needs besides where reactions press friction."""
    pressed = system.pressed
    if pressed is None:
        return {}
    first, senses = count - system.frictions - 2 * len(system.rough), np.array(pressed.senses)
    moves = senses != 0
    ends, moved = len(pressed.owners), int(moves.sum())
    most = len(senses) if system.changing else moved  # of what slides at once
    held = system.frictions if system.changing else len(system.active)
    against = np.zeros(most)
    against[:moved] = -senses[moves]
    outputs = ("presses", "pressed_by", "radii", "coefficients")
    return {
        "pressed": ends,
        "moved": moved,
        "owners": np.array(pressed.owners, np.int64),
        "rubs": first + np.array(pressed.places, np.int64),
        "against": against,
        "moving": np.where(moves, np.cumsum(moves) - 1, -1),
        "shares": np.zeros(max(held, 1) * (1 + most)),
        "forces": np.zeros(3 * ends * (1 + most)),
        **{name: np.zeros(max(most, 1)) for name in ("found", "nearer")},
        "tables": np.zeros(max(most, 1) ** 2),
        "gains": np.zeros(2 * max(most, 1)),
        **{name: np.zeros(system.frictions) for name in ("limit", "bounds")},
        "jams": PRESSED.jammed,
        **{name: system.state.first(name) for name in outputs},
    }


def _changing(system: MachineSystem, n: int, room: int) -> dict[str, Any]:
    """What a motion needs besides whose frictions change within a burst."""
    changing, s, state = system.changing, system.frictions, system.state
    if changing is None:
        return {}
    modes = np.zeros((room + 1) * s)
    modes[:s] = state.room.state[1 + n :]
    places = {"gap": "gaps", "speed": "speeds", "arrival": "arrivals", "bound": "bounds"}
    places |= {"slope": "slopes", "answer": "answers", "supplies": "supplies"}
    places |= {name: name for name in ("T", "U", "dissipated", "supplied")}
    counts = ("chosen", "still", "leader", "between", "order_of")
    reals = ("wanted", "most", "efforts", "roots", "trials", "portions")
    return {
        "changing": 1,
        "change": changing_library().change,
        **{name: getattr(changing, name) for name in ("bare", "told", "power", "energy")},
        "frictions": s,
        "changed_at": np.zeros(room + 1, np.int64),
        "changed_last": -1e300,
        "supplying": 0 if state.kernel.is_zero("supplies") else 1,
        "modes": modes,
        "fastest": changing.usual,
        "moves": changing.moves,
        "touching": len(system.active),
        "active": np.array([*system.active, *(0,) * (s - len(system.active))], np.int64),
        "coupling": np.zeros(s * s),
        "pushes": np.zeros(s),
        "pair_of": np.full(s, -1, np.int64),
        "rubbed": np.zeros(s * system.layout.f if system.pressed else 0),
        **_pressed(system, state.count("gaps")),
        "mobilities": np.zeros(s * s),
        "table": np.zeros(s * s),
        "kept": np.zeros(n),
        "quickest": np.zeros(system.layout.f),
        **{name: np.zeros(s, np.int64) for name in counts},
        **{name: np.zeros(s) for name in reals},
        **{field: state.first(name) for field, name in places.items()},
    }


def _limited(system: MachineSystem, slack: Array, senses: Array, values: Array) -> dict[str, Any]:
    """What a motion with limits needs besides."""
    gaps, state, active = system.gaps, system.state, system.active
    if gaps is None:
        return {}
    c, touching = len(slack), len(active)
    found: dict[str, Any] = {
        "c": c,
        "gaps": gaps,
        "gaps_w": gaps.room.slots,
        "gaps_out": gaps.room.outputs,
        "place": np.array([active.index(i) if i in active else -1 for i in range(c)], np.int64),
        "slack": slack,
        "senses": senses,
        "one_way": np.isin(np.arange(system.frictions), system.one_way).astype(np.int64),
        "slides": np.zeros(len(system.rough), np.int64),
        "stops": c - system.frictions - 2 * len(system.rough),
        "paired": c - 2 * len(system.rough),
        "normals": np.array(system.rough, np.int64),
        "tiny": FRICTION.tiny,
        "beyond": FRICTION.beyond,
        "locked_at": FRICTION.seized,
        "before": values,
        "seen": np.zeros(c),
        "samples": np.zeros((DEGREE + 1) * c),
        "opened_at": np.zeros(c),
    }
    if system.changing or (not active and system.pressed is None):
        return found
    places = {"gap": "gaps", "speed": "speeds", "arrival": "arrivals"}
    places |= {"slope": "slopes", "answer": "answers"}
    if system.frictions:
        found["bound"] = state.first("bounds")
    if system.rough:
        found["roughness"] = state.first("roughness")
    return found | {
        "touching": touching,
        "active": np.array(active, np.int64),
        "sliding": len(system.slides),
        **_sliding(system),
        **_pressed(system, len(slack)),
        "coupling": np.zeros(touching * touching),
        "pushes": np.zeros(touching),
        **{field: state.first(name) for field, name in places.items()},
    }
