"""Motions with laws that sample: from sample to sample within machine code.

Nothing of the steps is kept but where each burst of them began: who asks for states between output
times afterwards has that burst taken again, bit for bit.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Lock
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lagr_gui.foundation.arrays import Array
from lagr_gui.kernel import Bound
from lagr_gui.native.language import NUMBERS
from lagr_gui.simulation.bursts.library import library, sampling_library
from lagr_gui.simulation.bursts.radau import UNKNOWN
from lagr_gui.simulation.bursts.record import DONE, PAUSE, ROOM, ROWS, STIFF, Burst
from lagr_gui.simulation.bursts.sampling import SampledWorking
from lagr_gui.simulation.bursts.stepper import burst_at, renew
from lagr_gui.simulation.courses import JoinedCourse
from lagr_gui.simulation.floors import Floors
from lagr_gui.simulation.foresight import foreseen
from lagr_gui.simulation.sampling import NEAR, normals
from lagr_gui.simulation.settings import Settings
from lagr_gui.simulation.solvers import FIRST, SERIES, ManySteps, StiffnessWatch
from lagr_gui.simulation.solvers import STIFF as IMPLICIT
from lagr_gui.simulation.system import KernelSystem, MachineSystem, Record
from lagr_gui.simulation.timetable import Timetable
from lagr_gui.simulation.trajectory import Trajectory
from lagr_gui.simulation.tuning import BURST, SAMPLING, TAYLOR

GOING_ON = {DONE, ROOM, PAUSE}
"""Why a burst ends that goes on."""

_WORDS = np.array([kind in NUMBERS for kind in Burst.kinds.values()])


@dataclass(frozen=True, slots=True)
class SampledBlock:
    """A block that samples: its time between samples, how often it has, how many values it holds.

    One of noise holds a random number of a deviation and a seed.
    """

    sample: float
    count: int
    values: int
    deviation: float = 0.0
    seed: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class SampledSystem:
    """A system whose programs have what blocks hold (p,) as inputs behind the state.

    `laws` tells what they hold next, as "terms" (p,).  Samples are taken from `begin` on.
    """

    system: KernelSystem
    laws: Bound
    blocks: Sequence[SampledBlock]
    begin: float

    def record(self, t: Array, states: Array, held: Array) -> Record:
        """Accelerations, energies and powers at times (k,), states (k, n) while `held` (k, p)."""
        return self.system.record(t, np.column_stack([states, held]))


@dataclass(frozen=True, slots=True, eq=False)
class HeldValues:
    """What blocks hold from times (h,) on: values (h, p), and the states (h, n) at these times."""

    t: Array
    values: Array
    states: Array


class _Draws:
    """Random numbers of one block, drawn many at a time."""

    def __init__(self, block: SampledBlock) -> None:
        self._block, self.first, self.values = block, 0, np.zeros(0)

    def provide(self, number: int) -> Array:
        """Those that one burst may take, from a number on."""
        most, seed = BURST.room + 1, self._block.seed
        if number < self.first or number + most > self.first + len(self.values):
            assert seed is not None
            self.first = number
            self.values = self._block.deviation * normals(seed, number, 2 * most)
        start = number - self.first
        return self.values[start : start + most]


class _Mark(NamedTuple):
    """Where a burst began, and which it was: its numbers, rows and counts; its steps."""

    which: int
    words: NDArray[np.int64]
    rows: Array
    counts: NDArray[np.int64]
    steps: int


class SampledSteps:
    """The steps of a motion with laws that sample, burst by burst, and again where asked for."""

    def __init__(
        self,
        sampled: SampledSystem,
        settings: Settings,
        y: Array,
        held: Array,
        method: str,
        timetable: Timetable,
    ) -> None:
        self.sampled, self._settings, self._timetable = sampled, settings, timetable
        self._watch = StiffnessWatch(settings.rtol) if method == "auto" else None
        if self._watch is not None:
            self._watch.creeps = False  # steps that samples cut are short for the motion
        self.floors, self._lock = Floors(settings), Lock()
        self._draws = {i: _Draws(b) for i, b in enumerate(sampled.blocks) if b.seed is not None}
        self._marks = list[_Mark]()
        self._again = OrderedDict[int, ManySteps]()
        self._bursts = list[Burst]()
        self._programs = list[dict[str, Any]]()
        self.methods = list[str]()
        self.fits = self._go_over(False, settings.t0, y, held, [b.count for b in sampled.blocks])

    # --- one burst after the other -----------------------------------------------------------

    def _go_over(self, implicit: bool, t: float, y: Array, held: Array, counts: Any) -> bool:
        """Go on with a method; whether there is machine code for it."""
        system, laws = self.sampled.system, self.sampled.laws.in_machine_code()
        code = system.machine_code(implicit=implicit, series=not implicit and bool(self._watch))
        if code is None or laws is None:
            return False
        burst = burst_at(
            code, self._settings, self._watch, t, y, self.floors, timetable=self._timetable
        )
        self._take_up(burst, code, laws, held, counts)
        self.methods.append(IMPLICIT if implicit else SERIES if code.series else FIRST)
        self._bursts.append(burst)
        names = ("state", "slopes")
        found = {name: getattr(code, name) for name in names}
        self._programs.append({**{k: v for k, v in found.items() if v}, "laws": laws})
        self._provide(burst)
        _machine().begin(burst)
        return True

    def _take_up(
        self, burst: Burst, code: MachineSystem, laws: Any, held: Array, counts: Sequence[int]
    ) -> None:
        """What laws that sample need besides."""
        blocks, n, p = self.sampled.blocks, code.layout.n, len(held)
        burst.samplers, burst.sample = len(blocks), sampling_library().sample
        burst.sampled_from = self.sampled.begin
        burst.longest = (1 + NEAR) * self._settings.max_step  # as long as samples are apart: to one
        burst.periods = np.array([block.sample for block in blocks])
        burst.nears = NEAR * burst.periods
        burst.counts = np.array(counts, np.int64)
        burst.firsts = np.cumsum([0, *(block.values for block in blocks)])
        burst.laws, burst.laws_w, burst.laws_out = laws, laws.room.slots, laws.room.outputs
        drawn = np.cumsum([block.seed is not None for block in blocks]) - 1
        noisy = np.array([block.seed is not None for block in blocks])
        burst.drawn = np.where(noisy, drawn * (BURST.room + 1), -1).astype(np.int64)
        burst.drawn_from = np.zeros(len(blocks), np.int64)
        burst.held_at = np.zeros(BURST.room + 1, np.int64)
        burst.held = np.zeros((BURST.room + 1) * p)
        burst.x[1 + n : 1 + n + p] = held

    def _provide(self, burst: Burst) -> None:
        """Random numbers for the next steps."""
        if self._draws:
            counts = burst.counts
            rows = [draws.provide(int(counts[i])) for i, draws in self._draws.items()]
            burst.draws, burst.drawn_from = np.concatenate(rows), counts.copy()

    @property
    def burst(self) -> Burst:
        """The one under way."""
        return self._bursts[-1]

    @property
    def held(self) -> Array:
        """What blocks hold now (p,)."""
        n, p = self.burst.n, int(self.burst.firsts[-1])
        return self.burst.x[1 + n : 1 + n + p].copy()

    @property
    def evaluations(self) -> int:
        """How often the programs were asked for accelerations."""
        return sum(burst.evaluations for burst in self._bursts)

    def _rows(self, burst: Burst) -> list[Array]:
        """What of its rows goes on from burst to burst."""
        n, p = burst.n, int(burst.firsts[-1])
        return [burst.y, burst.k[:n], burst.floors, burst.size, burst.x[1 + n : 1 + n + p]]

    def advance(self, pause_at: int) -> int:
        """One burst; why it ends."""
        burst = self.burst
        renew(burst, self._programs[-1])
        self._provide(burst)
        burst.known, burst.h_before = UNKNOWN, 0.0  # so that it can be taken again
        rows = np.concatenate(self._rows(burst))
        began = len(self._bursts) - 1, burst.words[_WORDS], rows, burst.counts.copy()
        burst.steps, burst.room, burst.holding = 0, BURST.room, 0
        burst.ends[0] = burst.t
        burst.pause_at = burst.evaluations + pause_at
        reason = _machine().advance(burst)
        if burst.steps:
            self._marks.append(_Mark(*began, burst.steps))
        return reason

    def go_over_if(self, reason: int) -> bool:
        """Whether a stiff motion goes on with an implicit method."""
        burst = self.burst
        if reason != STIFF or len(self._bursts) > 1:
            return False
        self._watch = None
        counts = burst.counts.tolist()
        return self._go_over(True, burst.t, burst.y.copy(), self.held, counts)

    # --- the same again ----------------------------------------------------------------------

    def again(self, number: int) -> ManySteps:
        """The steps of a burst, taken once more."""
        with self._lock:
            if number not in self._again:
                self._again[number] = self._taken_again(number)
                if len(self._again) > SAMPLING.remembered:
                    self._again.popitem(last=False)
            self._again.move_to_end(number)
            return self._again[number]

    def _taken_again(self, number: int) -> ManySteps:
        mark, first = self._marks[number], 0
        burst = self._bursts[mark.which]
        burst.words[_WORDS] = mark.words
        burst.counts[:] = mark.counts
        for row in self._rows(burst):
            row[:] = mark.rows[first : first + len(row)]
            first += len(row)
        self._provide(burst)
        burst.steps, burst.room, burst.holding = 0, mark.steps, 0
        burst.ends[0] = burst.t
        burst.pause_at = 2**62
        _machine().advance(burst)
        return steps_of(burst)


def steps_of(burst: Burst) -> ManySteps:
    """The steps of the last burst."""
    k, n, count = burst.steps, burst.n, burst.order or ROWS
    return ManySteps(
        burst.ends[: k + 1].copy(),
        burst.origins[: k * n].reshape(k, n).copy(),
        burst.rows[: k * count * n].reshape(k, count, n).copy(),
        burst.order,
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Piece:
    """The states within one burst."""

    steps: SampledSteps
    number: int

    def __call__(self, t: Any) -> Array:
        """The state (n,), or (n, m) at times (m,)."""
        return self.steps.again(self.number)(t)


def _machine() -> Any:
    machine = library()
    assert machine is not None  # otherwise nobody comes here
    return machine


# --- the motion with its output times -----------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class SampledMotion:
    """A motion as far as machine code took it, and what blocks held from which times on.

    In its state at the end `held` (p,) hold, and blocks have sampled `counts` times.
    """

    trajectory: Trajectory
    changes: HeldValues
    held: Array
    counts: Sequence[int]


def sampled_motion(
    sampled: SampledSystem,
    settings: Settings,
    held: Array,
    method: str,
    going_on: Callable[[float, Array, Array], bool],
) -> SampledMotion | None:
    """The motion from the start of the settings, where blocks hold so much (p,) from it on.

    `going_on` is asked after each burst, with the time, and new output times (k,) and states
    (k, n); where it says no, and where machine code does not lead on, the motion ends early.  None
    where there is no machine code, or it takes no step.
    """
    if library() is None:
        return None
    functions = (*sampled.system.functions_of_time, sampled.laws.functions_of_time)
    steps = SampledSteps(
        sampled, settings, settings.start, held, method, foreseen(functions, settings)
    )
    return _Rows(steps, settings, held).motion(going_on) if steps.fits else None


def row_times(sampled: SampledSystem, settings: Settings) -> Array:
    """The output times of a motion: those asked for, and instants of samples if they are few.

    Those that only rounding tells from an instant are that instant.
    """
    times, spaces = settings.times, [block.sample for block in sampled.blocks]
    for space in spaces:
        nearest = sampled.begin + np.round((times - sampled.begin) / space) * space
        times = np.where(np.abs(times - nearest) <= NEAR * space, nearest, times)
    span = settings.t_end - settings.t0
    if sum(span / space for space in spaces) <= SAMPLING.rows:
        first = settings.t0 - sampled.begin
        every = [
            sampled.begin + np.arange(first // space, (first + span) // space + 1) * space
            for space in spaces
        ]
        times = np.concatenate([times, *every])
    times = np.unique(np.clip(times, settings.t0, settings.t_end))
    apart = np.diff(times, append=np.inf) > NEAR * min(spaces)
    apart[:1] |= len(times) > 1 and not apart[0]
    return np.unique([settings.t0, *times[apart], settings.t_end])


class _Rows:
    """Output times as they are passed, with the works up to them."""

    def __init__(self, steps: SampledSteps, settings: Settings, held: Array) -> None:
        self._steps, self._settings, self._begun = steps, settings, perf_counter()
        self._times, self._first = row_times(steps.sampled, settings), held
        self._filled, self._taken, self._evaluations = 1, 0, 0
        self._states, self._held = [settings.start[None]], [held[None]]
        self._works, self._done = [np.zeros((2, 1))], np.zeros(2)
        self._ends = [settings.t0]
        self._changes = list[tuple[Array, Array, Array]]()
        self._largest = 0.0
        kernel = steps.sampled.system.bound.kernel
        self._powered = not (kernel.is_zero("dissipated") and kernel.is_zero("supplied"))

    def motion(self, going_on: Callable[[float, Array, Array], bool]) -> SampledMotion | None:
        """Let bursts follow one another."""
        steps, pause = self._steps, BURST.first
        while steps.burst.t < self._settings.t_end:
            begun, before, held = perf_counter(), steps.burst.evaluations, steps.held
            reason = steps.advance(pause)
            speed = (steps.burst.evaluations - before) / max(perf_counter() - begun, 1e-9)
            pause = 1 + int(speed * BURST.pause)
            rows = self._enter(steps.burst, held)
            new = self._filled - rows
            states = self._states[-1] if rows else np.zeros((0, steps.burst.n))
            if not going_on(steps.burst.t, self._times[new : self._filled], states):
                break
            if reason not in GOING_ON and not steps.go_over_if(reason):
                break
        return self._whole() if len(self._ends) > 1 else None

    def _enter(self, burst: Burst, held: Array) -> int:
        """Enter the steps of a burst before which so much was held; how many rows it passes."""
        k, n, p = burst.steps, burst.n, len(held)
        ends, at = burst.ends[: k + 1], burst.held_at[: burst.holding]
        values = burst.held[: burst.holding * p].reshape(-1, p)
        states = np.vstack([burst.origins[: k * n].reshape(k, n), burst.y])
        self._changes.append((ends[at], values.copy(), states[at]))
        stop = int(np.searchsorted(self._times, burst.t, side="right"))
        rows = self._times[self._filled : stop]
        if len(rows):
            passed = np.empty((len(rows), n))
            _machine().fill(burst, len(rows), rows, passed)
            self._states.append(passed)
            every = np.vstack([held, values])
            self._held.append(every[np.searchsorted(ends[at], rows, side="left")])
        if self._powered and k:
            self._enter_works(burst, ends, at, np.vstack([held, values]), rows)
        self._filled, self._taken = stop, self._taken + k
        self._ends += [burst.t] if k else []
        return len(rows)

    def _enter_works(
        self, burst: Burst, ends: Array, at: NDArray[np.int64], held: Array, rows: Array
    ) -> None:
        """Go on with works along the steps of a burst."""
        knots = steps_knots(burst, ends)
        times = np.union1d(knots, rows)
        which = np.searchsorted(ends[at], times[:-1], side="right")
        powers = self._steps.sampled.system.powers
        assert powers is not None
        room, k, n = powers.power.room, burst.steps, burst.n
        working = SampledWorking(
            n=n,
            p=held.shape[1],
            order=burst.order,
            steps=k,
            power=powers.power,
            energy=powers.energy,
            x=room.slots,
            w=room.slots,
            out=room.outputs,
            held=np.ascontiguousarray(held),
            **{name: getattr(burst, name) for name in ("ends", "spans", "origins", "rows")},
            **{name: powers.power.first(name) for name in ("T", "dissipated", "supplied")},
        )
        look = np.ones(len(which), np.int64)
        found = np.empty((2, len(which)))
        sampling_library().work_of_held(working, len(which), times, look, which, found)
        self._largest = max(self._largest, working.largest_T)
        done = self._done[:, None] + np.cumsum(found, axis=1)
        self._done = done[:, -1]
        if len(rows):
            self._works.append(done[:, np.searchsorted(times, rows) - 1])

    def _whole(self) -> SampledMotion:
        """The motion up to now."""
        steps, settings = self._steps, self._settings
        burst, end = steps.burst, self._ends[-1]
        t, states = self._times[: self._filled], np.vstack(self._states)
        held, works = np.vstack(self._held), np.concatenate(self._works, axis=1)
        if t[-1] < end:
            t, states = np.append(t, end), np.vstack([states, burst.y])
            held = np.vstack([held, steps.held])
            if self._powered:
                works = np.column_stack([works, self._done])
        if not self._powered:
            works = np.zeros((2, len(t)))
        record = steps.sampled.record(t, states, held)
        layout = steps.sampled.system.layout
        q, qd, z = (part.copy() for part in layout.parts(states))
        pieces = [_Piece(steps, number) for number in range(len(self._ends) - 1)]
        none = np.zeros(len(t))
        trajectory = Trajectory(
            coordinates=layout.coordinates,
            t=t,
            q=q,
            qd=qd,
            qdd=record.qdd,
            T=record.T,
            U=record.U,
            dissipated=works[0].copy(),
            supplied=works[1].copy(),
            largest_T=max(self._largest, float(record.T.max())),
            drift=none,
            slip=none.copy(),
            limits=(),
            touching=np.zeros((len(t), 0), bool),
            events=(),
            method=" → ".join(steps.methods),
            steps=self._taken,
            evaluations=steps.evaluations,
            seconds=perf_counter() - self._begun,
            dense=JoinedCourse(self._ends, pieces),
            rtol=settings.rtol,
            floors=steps.floors.usual.tolist(),
            states=layout.states,
            z=z,
            zd=record.zd,
        )
        parts = (np.concatenate(part) for part in zip(*self._changes, strict=True))
        return SampledMotion(trajectory, HeldValues(*parts), steps.held, burst.counts.tolist())


def steps_knots(burst: Burst, ends: Array) -> Array:
    """The ends of the steps, and what parts those of series that are long.

    Its last two terms tell how much longer each could have been: those that a sample has cut are as
    short as steps of DOP853, or shorter.
    """
    k, n, p = burst.steps, burst.n, burst.order
    if not p:
        return ends
    rows, origins = burst.rows[: k * p * n].reshape(k, p, n), burst.origins[: k * n].reshape(k, n)
    before, last = np.zeros(k), np.zeros(k)
    for i in range(n):  # one by one: NumPy is slow where an axis is short
        scale = burst.floors[i] + burst.rtol * np.abs(origins[:, i])
        np.maximum(before, np.abs(rows[:, -2, i]) / scale, out=before)
        np.maximum(last, np.abs(rows[:, -1, i]) / scale, out=last)
    used = np.maximum(before ** (1 / (p - 1)), last ** (1 / p))
    parts = np.clip(np.ceil(TAYLOR.knots * used), 1, TAYLOR.knots).astype(int)
    if np.all(parts == 1):
        return ends
    which = np.repeat(np.arange(k), parts)
    inner = (np.arange(len(which)) - np.repeat(np.cumsum(parts) - parts, parts)) / parts[which]
    return np.append(ends[which] + np.diff(ends)[which] * inner, ends[-1])
