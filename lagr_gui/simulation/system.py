"""What a simulation needs to know of a mechanical system."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from lagr_gui.foundation.arrays import Array, beside_times
from lagr_gui.kernel import Bound, MachineProgram, Results, SeriesCode
from lagr_gui.kernel.timed import FunctionsOfTime
from lagr_gui.numerics.state_layout import StateLayout
from lagr_gui.simulation.chosen_rows import ChosenRows
from lagr_gui.simulation.constraints import BoundConstraints
from lagr_gui.simulation.tuning import IMPLICIT, NEAR_SINGULAR, TAYLOR

PLACES = np.array([-2, -1, 1, 2])
NONE = np.zeros(0)
SIDES = np.array([-1, 4, 4, -1]) / 6
"""The weights of four equidistant places for the mean between them, to the third order."""


class Mode(NamedTuple):
    """From a time on limits of these numbers are in contact, and frictions slide in `senses`."""

    t: float
    active: tuple[int, ...] = ()
    senses: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Record:
    """Accelerations (n, f), energies (n,), powers (n,) and rates ż (n, s) at n instants."""

    qdd: Array
    T: Array
    U: Array
    dissipated: Array
    supplied: Array
    zd: Array


class Step(NamedTuple):
    """What a system does at one state.

    `qdd` (f,), nan or infinite where the system has no motion.  `pivots` (f + r,) are first those
    of g = L D Lᵀ, each over its g_ii, then those of r constraints, whose usual `sizes` are (r,).
    `zd` (s,) are the rates of states of the first order.
    """

    qdd: Array
    pivots: Array
    sizes: Array
    zd: Array = NONE

    @property
    def metric_pivots(self) -> Array:
        """A coordinate whose pivot vanishes (or is nan: g_ii = 0) has no inertia of its own."""
        return self.pivots[: len(self.qdd)]

    @property
    def clearance(self) -> float:
        """How far the state is from a singular configuration: 0 there, 1 far away.

        Near one it goes with the square of the distance.
        """
        return float(_clear(self.pivots[len(self.qdd) :], self.sizes))


@dataclass(frozen=True, slots=True, eq=False)
class MachineSystem:
    """A system as machine code can call it, with memory of its own.

    `state` gives "qdd" and "pivots"; `meet`, for a system under constraints, the residuals
    "position" and "velocity", the steps "shift" and "turn" that mend them, and the "ratios" of
    their pivots.  `sizes` (r,) are the usual ones of the pivots of constraints.

    `gaps`, for a system with limits, gives their "gaps".  Where some are in contact (`active`, by
    number) `state` gives what it does without them, and what follows from each: "gaps" H,
    "speeds" Ḣ, "slopes" h, "answers" u and "arrivals" Ḧ; behind the limits stand
    `frictions`, which have "bounds" (those `one_way` also 0), and pairs of slips of the `rough`
    ones, with their "roughness"; the "gaps" of both are slips.  It is `changing` where frictions
    change within steps.

    Of the rough ones some slide: `slides` has their ways (2,) and what slips are rest, by their
    places; of those that stick along one line `grips` are as in `Acting`.  Where reactions press
    friction there are `pressed` ends; then `state` also gives the forces on them where nothing may
    hold, "presses", what λ = 1 of each adds, "pressed_by", their "radii" and the "coefficients" μ.

    `slopes`, where it was asked for, gives the "slopes" ∂(q̈, ż)/∂y (n − f, n); `series` the Taylor
    series of q and q̇.  A call of `state` costs at most so many `operations`.
    """

    state: MachineProgram
    meet: MachineProgram | None
    sizes: Array
    layout: StateLayout
    gaps: MachineProgram | None = None
    active: tuple[int, ...] = ()
    slopes: MachineProgram | None = None
    series: SeriesCode | None = None
    operations: int = 1
    frictions: int = 0
    rough: tuple[int, ...] = ()
    slides: Mapping[int, tuple[Array, float]] = field(default_factory=dict)
    grips: Mapping[int, Mapping[int, float]] = field(default_factory=dict)
    pressed: PressedEnds | None = None
    changing: Changing | None = None
    one_way: tuple[int, ...] = ()

    @property
    def bare(self) -> MachineProgram | None:
        """What tells accelerations alone where nothing holds, in a system that is changing."""
        return self.changing and self.changing.bare


@dataclass(frozen=True, slots=True, eq=False)
class Changing:
    """What machine code needs to change between sliding and sticking by itself.

    Parts of the program `state`: `bare` for accelerations where nothing holds, `told` for all of
    its outputs, `power` and `energy` as `PowerPrograms`.  The senses of frictions stand in its
    state behind the others.  Of frictions `usual` (s,) are the largest speeds of slip so far, as
    velocities could make them, `moves` (s,) what a unit force moves its own slip.
    """

    bare: MachineProgram
    told: MachineProgram
    power: MachineProgram
    energy: MachineProgram
    usual: Array = field(default_factory=lambda: NONE)
    moves: Array = field(default_factory=lambda: NONE)


@dataclass(frozen=True, slots=True)
class PressedEnds:
    """Frictions that reactions press, by their numbers among frictions; whose each end is.

    Their `senses` are those of sliding, 0 where they stick.
    """

    places: tuple[int, ...]
    owners: tuple[int, ...]
    senses: tuple[float, ...] = ()


class Acting(NamedTuple):
    """The `numbers` of limits and slips in contact that hold all others that are in contact.

    Of rough limits (places) that stick along one line `grips` tell by slip, counted from the first
    of all, how much its force counts in that of all of them; None where forces are open in another
    way, so that machine code cannot watch them.
    """

    numbers: tuple[int, ...]
    grips: Mapping[int, Mapping[int, float]] | None


class PowerPrograms(NamedTuple):
    """Parts of one program: "dissipated" and "supplied", and "T", which is asked for less often."""

    power: MachineProgram
    energy: MachineProgram


@dataclass(frozen=True, slots=True, eq=False)
class LimitPrograms:
    """What machine code has to know of limits: makes the kernels of `MachineSystem` for them.

    Behind the unilateral conditions stand frictions, some of them `pressed`, then pairs of slips
    of the `rough` ones.  The `senses` of frictions stand behind the state of `contact`; those of
    the numbers `one_way` let go one way.
    """

    gaps: Callable[[], Bound]
    contact: Callable[[], Bound]
    senses: tuple[float, ...] = ()
    rough: tuple[int, ...] = ()
    pressed: PressedEnds | None = None
    one_way: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Held:
    """q̈ (n, f) at n instants with limits in contact, the power (n,) that these supply.

    Only where it is `sound` (n,): where limits and constraints do not depend on each other.
    """

    qdd: Array
    supplied: Array
    sound: NDArray[np.bool_]


class MechanicalSystem(Protocol):
    """(q̈, ż) at a time and a state y, with what the energy balance needs.  It never changes."""

    @property
    def layout(self) -> StateLayout:
        """What the n values of a state are."""
        ...

    def acceleration(self, t: float, y: Array) -> Step:
        """What it does at one instant."""
        ...

    @property
    def functions_of_time(self) -> tuple[FunctionsOfTime, ...]:
        """What of its programs depends on time alone."""
        ...

    def clearances(self, t: Array, states: Array) -> Array:
        """The clearance (k,) at times (k,) and states (k, n)."""
        ...

    def rates(self, t: Array, states: Array) -> Array:
        """ẏ (k, n) at states (k, n) that meet the constraints and are not dead."""
        ...

    def refined_rates(self, t: Array, states: Array) -> Array:
        """The same with less rounding, where constraints nearly depend on each other."""
        ...

    def is_outdated(self, t: float, y: Array, step: Step) -> bool:
        """Whether other constraints should stand for those that depend on each other.

        `step` is what the system does at this state.
        """
        ...

    def machine_code(
        self, active: tuple[int, ...] = (), implicit: bool = False, series: bool = False
    ) -> MachineSystem | None:
        """What machine code calls; None where a system is no program alone.

        `active` are the numbers of the limits in contact.  For an `implicit` method there are
        slopes; None where limits are in contact, or the program of the slopes would be too long.
        With `series` there are Taylor series, where the system is smooth enough.
        """
        ...

    def in_contact(self, active: tuple[int, ...], t: Array, states: Array) -> Held | None:
        """What it does with limits of these numbers in contact; None where no kernel tells."""
        ...

    @property
    def constraints(self) -> BoundConstraints | None:
        """What binds the coordinates; None for a system whose coordinates are independent."""
        ...

    @property
    def powers(self) -> PowerPrograms | None:
        """What tells powers and T in machine code; None where nothing does."""
        ...

    def record(self, t: Array, states: Array) -> Record:
        """Accelerations, energies and powers at times (k,) and states (k, n).

        The dissipated power counts what dampers take, the supplied power what forces
        without a potential and prescribed motions give.
        """
        ...


class KernelSystem:
    """A system whose quantities one kernel computes.

    State of the kernel: t, q (f), q̇ (f), z (s); outputs: "qdd" (f), where there are states of the
    first order "zd" (s), "pivots" (f + r), "T", "U", "dissipated" and "supplied"; its parts are
    "motion", those up to the pivots, "power", the last two, and "energy", T.  `choice` tells which
    r constraints stand for all, and measures their pivots; `projection` makes the kernel that leads
    back to all of them, `refined` that of "qdd" near positions where constraints depend on each
    other, `limits` those for limits, where there are any, `slopes` that of ∂(q̈, ż)/∂y.  In such a
    position itself q̈ comes from `constraints`.
    """

    def __init__(
        self,
        layout: StateLayout,
        bound: Bound,
        constraints: BoundConstraints | None = None,
        choice: ChosenRows | None = None,
        projection: Callable[[], Bound] | None = None,
        refined: Callable[[], Bound] | None = None,
        limits: LimitPrograms | None = None,
        slopes: Callable[[], Bound] | None = None,
    ) -> None:
        self.layout = layout
        self.bound = bound
        self.constraints = constraints
        if constraints is not None and projection is not None:
            self.constraints = constraints.led_by(projection)
        self._projection = projection
        self._refined = refined
        self._limits = limits
        self._slopes = slopes
        self._f = layout.f
        self.choice = choice
        self._sizes = choice.sizes if choice else np.zeros(0)
        self._least = np.concatenate(
            [np.full(self._f, NEAR_SINGULAR.locked), NEAR_SINGULAR.by_singular_values * self._sizes]
        )

    def acceleration(self, t: float, y: Array) -> Step:
        """What it does at one instant."""
        out = self.bound(_with_time(t, y))
        step = Step(out["qdd"], out["pivots"], self._sizes, self._rates_of_states(out))
        if self.constraints is None or (np.abs(step.pivots) > self._least).all():
            return step
        near = step.clearance < NEAR_SINGULAR.by_singular_values
        met = self._met(t, y) if near else None
        return step._replace(qdd=self._solved(t, y if met is None else met))

    def _rates_of_states(self, out: Results) -> Array:
        """ż (…, s); none where there are no states of the first order."""
        return out["zd"] if self.layout.s else out["qdd"][..., :0]

    def machine_code(
        self, active: tuple[int, ...] = (), implicit: bool = False, series: bool = False
    ) -> MachineSystem | None:
        """What machine code calls, where LLVM has translated the programs."""
        slopes = self._slope_program() if implicit and not active else None
        if implicit and slopes is None:
            return None
        limits = self._limits
        in_contact = limits is not None and (active or limits.pressed)
        system, part = self.bound, "motion"
        if limits and in_contact:
            system, part = limits.contact(), "contact"
        state = system.in_machine_code(part)
        meet = self._projection().in_machine_code() if self._projection else None
        gaps = limits.gaps().in_machine_code() if limits else None
        if state is None or (self._projection and not meet) or (limits and not gaps):
            return None
        expansion = self._series() if series else None
        operations = max(system.kernel.operations, 1)
        made = state, meet, self._sizes, self.layout, gaps, active, slopes, expansion, operations
        if limits is None:
            return MachineSystem(*made)
        if in_contact:
            state.room.state[1 + self.layout.n :] = limits.senses
        frictions = len(limits.senses)
        sides = limits.pressed, limits.one_way
        return MachineSystem(*made, frictions, limits.rough, pressed=sides[0], one_way=sides[1])

    def changing_code(
        self, active: tuple[int, ...], usual: Array, moves: Array
    ) -> MachineSystem | None:
        """What machine code calls where it changes frictions by itself, as `Changing` says.

        None where LLVM has not translated the programs.
        """
        limits, code = self._limits, self.machine_code(active)
        if limits is None or code is None:
            return None
        state = limits.contact().in_machine_code("contact")
        if state is None:
            return None
        state.room.state[1 + self.layout.n :] = limits.senses
        bare, told = state.part_of("motion"), state.part_of("")
        power, energy = state.part_of("power"), state.part_of("energy")
        operations = max(state.kernel.operations, 1)
        changing = Changing(bare, told, power, energy, usual, moves)
        code = replace(code, state=state, operations=operations, changing=changing)
        if code.pressed is None:
            return code
        senses = tuple(limits.senses[place] for place in code.pressed.places)
        return replace(code, pressed=replace(code.pressed, senses=senses))

    @property
    def functions_of_time(self) -> tuple[FunctionsOfTime, ...]:
        """Those of its accelerations, powers and limits."""
        gaps = (self._limits.gaps(),) if self._limits else ()
        return tuple(program.functions_of_time for program in (self.bound, *gaps))

    def _series(self) -> SeriesCode | None:
        """Taylor series, where nothing interrupts a motion whose accelerations are smooth.

        They would take too long to be made for large systems.
        """
        if self.constraints is not None or self._limits is not None or self.layout.s:
            return None
        return self.bound.kernel.series("qdd", TAYLOR.products)

    def _slope_program(self) -> MachineProgram | None:
        long = self.layout.n * len(self.bound.kernel.layout.state_stage) > IMPLICIT.longest_slopes
        return None if long or self._slopes is None else self._slopes().in_machine_code()

    @property
    def powers(self) -> PowerPrograms | None:
        """The parts of the program that tell powers and T, where LLVM has translated it."""
        power, energy = map(self.bound.in_machine_code, ("power", "energy"))
        return PowerPrograms(power, energy) if power and energy else None

    def in_contact(self, active: tuple[int, ...], t: Array, states: Array) -> Held | None:
        """What it does with limits in contact: W λ = −Ḧ with W = hᵀ u, q̈ + Σ u λ."""
        if self._limits is None:
            return None
        senses = np.tile(self._limits.senses, (len(t), 1))
        out = self._limits.contact().many(beside_times(t, states, senses))
        some = list(active)
        h, u = out["slopes"][:, some], out["answers"][:, some]
        W = np.einsum("nif,njf->nij", h, u)
        idle = ~(W.any(axis=2) | (out["arrivals"][:, some] != 0))  # nothing moves them
        W[idle[..., None] & np.eye(len(some), dtype=bool)] = 1.0
        size = np.sqrt(np.maximum(np.einsum("nii->ni", W), 1e-300))
        even = W / (size[:, :, None] * size[:, None, :])
        finite = np.isfinite(even).all(axis=(1, 2)) & np.isfinite(out["qdd"]).all(axis=1)
        even[~finite] = 0.0
        least = NEAR_SINGULAR.by_singular_values
        sound = finite & (np.linalg.eigvalsh(even)[:, 0] > least) & (self._clearances(out) > least)
        even[~sound] = np.eye(len(some))
        pushes = (
            np.linalg.solve(even, -(out["arrivals"][:, some] / size)[:, :, None])[:, :, 0] / size
        )
        return Held(
            out["qdd"] + np.einsum("ni,nif->nf", pushes, u),
            np.sum(pushes * out["supplies"][:, some], axis=1),
            sound,
        )

    def is_outdated(self, t: float, y: Array, step: Step) -> bool:
        """Whether constraints are nearly dependent by their choice alone."""
        if self.constraints is None or step.clearance > NEAR_SINGULAR.doubted:
            return False
        rows = self.choice.rows if self.choice else ()
        return self.constraints.has_better(rows, t, *self.layout.motion(y))

    def clearances(self, t: Array, states: Array) -> Array:
        """The smallest pivots (n,) of the constraints over their usual sizes."""
        return self._clearances(self.bound.many(beside_times(t, states)))

    def _clearances(self, out: Results) -> Array:
        return _clear(out["pivots"][..., self._f :], self._sizes)

    def rates(self, t: Array, states: Array) -> Array:
        """ẏ (k, n) as the kernel computes them."""
        return self._rates(self.bound, t, states)

    def refined_rates(self, t: Array, states: Array) -> Array:
        """ẏ (k, n), with q̈ after iterative refinement."""
        return self._rates(self._refined() if self._refined else self.bound, t, states)

    def _rates(self, bound: Bound, t: Array, states: Array) -> Array:
        out = bound.many(beside_times(t, states))
        return self.layout.rates(states, out["qdd"], self._rates_of_states(out))

    def _near(self, t: float, y: Array) -> Array:
        """q̈ at a singular configuration: the mean of four places beside it that are possible."""
        here, (q, qd) = self._met(t, y), self.layout.motion(y)
        if here is None:
            return self._solved(t, y)
        assert self.constraints is not None
        for step in 1e-7 / self.constraints.pace * 8.0 ** np.arange(NEAR_SINGULAR.shifts):
            times = t + step * PLACES
            places = (self._met(t + s, self.layout.moved(y, q + s * qd, qd)) for s in times - t)
            sides = [met for met in places if met is not None]
            if len(sides) < len(times):
                continue
            nearest = _with_time(times[-2], sides[-2])
            if self._clearances(self.bound(nearest)) > NEAR_SINGULAR.seen:
                solved = [self._solved(s, met) for s, met in zip(times, sides, strict=True)]
                return np.array(solved).T @ SIDES
        return self._solved(t, here)

    def _met(self, t: float, y: Array) -> Array | None:
        """The nearest state that meets the constraints; None where there is none."""
        assert self.constraints is not None
        q, qd = self.constraints.project(t, *self.layout.motion(y))
        return self.layout.moved(y, q, qd) if np.isfinite([q, qd]).all() else None

    def _solved(self, t: float, y: Array) -> Array:
        """q̈ by singular values."""
        assert self.constraints is not None
        return self.constraints.at_state(t, y).solution().qdd

    def record(self, t: Array, states: Array) -> Record:
        """Accelerations, energies and powers along a trajectory, in one machine-code loop."""
        out = self.bound.many(beside_times(t, states))
        qdd = out["qdd"].copy()
        if self.constraints is not None:
            for i in np.flatnonzero(self._clearances(out) < NEAR_SINGULAR.by_singular_values):
                qdd[i] = self._near(t[i], states[i])
        energies = (out[name].copy() for name in ("T", "U", "dissipated", "supplied"))
        return Record(qdd, *energies, zd=self._rates_of_states(out).copy())


def _with_time(t: float, y: Array) -> Array:
    """A time and a state as kernels take them."""
    row = np.empty(1 + len(y))
    row[0], row[1:] = t, y
    return row


def _clear(row_pivots: Array, sizes: Array) -> Array:
    """The clearance for pivots (…, r) of constraints with their usual sizes."""
    pivots = np.abs(row_pivots) / np.maximum(sizes, 1e-300)
    return np.min(np.where(np.isnan(pivots), 0.0, pivots), axis=-1, initial=1.0)
