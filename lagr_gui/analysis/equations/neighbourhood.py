"""States of a bound system near its start, at which equations are compared with the recursion."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

import numpy as np

from lagr_gui.analysis.equations.evaluation import assumed_at, met
from lagr_gui.analysis.equations.lines import NAMED, LineKernel, Lines
from lagr_gui.analysis.equations.misses import gap_of, gaps_of_motion, gaps_of_multipliers, left_of
from lagr_gui.expression import TIME, Expression, Symbol, symbols
from lagr_gui.expression.tree import CARRIED
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import refusal
from lagr_gui.foundation.selfcheck import SelfCheck, disagreement
from lagr_gui.mechanics.evaluation import Evaluation
from lagr_gui.mechanics.minimal.dependence import RANK, Place
from lagr_gui.mechanics.minimal.motion import functions_at
from lagr_gui.mechanics.minimal.numbers import Functions, StateNumbers
from lagr_gui.mechanics.minimal.presentation import MinimalForm
from lagr_gui.mechanics.minimal.tangent import Tangent
from lagr_gui.mechanics.sheets.balance import balances_of, speeds_of, whole
from lagr_gui.mechanics.sheets.sheet import LinearSystem, Sheet
from lagr_gui.mechanics.state import State
from lagr_gui.numerics import refined
from lagr_gui.prepared import Prepared

PLACES, STATES = 2, 4
"""Positions besides the start that tell how coordinates move, and states of the comparison."""
STEP = 0.2
"""How far (rad, or of their extents) coordinates go from one position to the next."""
SEED = 1
"""Of the positions and velocities: the same model is always compared at the same ones."""
TOLERANCE = 1e-9
"""What may be left of an equation, of its largest term."""
REGULAR = 1e-3
"""Positions in which dependent coordinates have less effect on conditions are almost dead ones."""
REFINED = 2
"""Steps of refinement of accelerations, which miss 1e-10 where g is almost singular."""
MISSED = 1e-9
"""By how much a position may miss conditions, of what they could be."""


Gaps = Callable[[State, Evaluation], Iterable[float]]
"""What equations miss at a state."""


class Neighbourhood:
    """States of a bound system near its start, and what minimal equations are there."""

    def __init__(self, sampled: Prepared, seed: int = SEED) -> None:
        self.sampled = sampled
        self.start = met(sampled, sampled.start)
        self._on_positions = np.flatnonzero(sampled.evaluator.holonomic).tolist()
        self._visited = [self.start]
        self._chance = np.random.default_rng(seed)
        if self._misses(self.evaluated(self.start)):
            raise refusal(
                "Minimal equations",
                "No position near the start meets the conditions.",
                "Give lengths and start values with which all joints close.",
                "minimal",
            )

    def evaluated(self, state: State) -> Evaluation:
        """The system at a state by the recursion."""
        return self.sampled.evaluator.evaluate(self.sampled.values, [state])[0]

    @staticmethod
    def _misses(at: Evaluation) -> bool:
        return bool(np.max(at.missed, initial=0.0) > MISSED)

    def places(self) -> list[Place]:
        """The position at the start, and others on the same branch."""
        self._visited = [self.start, *self.others(PLACES)]
        places = [self._place(state) for state in self._visited]
        if places[0].rank < max(place.rank for place in places):
            raise refusal(
                "Minimal equations",
                "The start is a dead position: more than one motion can begin there.",
                "Begin a little beside it.",
                "minimal",
            )
        return places

    def slopes(self, rows: Sequence[int]) -> Array:
        """G (m, f) of conditions, over what it could be, where most of them are independent."""
        places = [_scaled(self.evaluated(state), rows)[list(rows)] for state in self._visited]
        return max(places, key=lambda G: int(np.linalg.matrix_rank(G, tol=RANK)) if G.size else 0)

    def _place(self, state: State) -> Place:
        at = self.evaluated(state)
        far = at.extents * np.ones(len(at.q))
        return Place(at.q, _scaled(at, self._on_positions), far, self.numbers(at))

    def others(self, count: int) -> Iterator[State]:
        """States a few steps away from the start, later, with some velocities."""
        state, (extents, time, _) = self.start, self.sampled.surroundings
        far = np.array(extents)
        for _ in range(count):
            N = self._place(state).kernel
            way = N @ self._chance.uniform(-STEP, STEP, N.shape[1])
            qd = self._chance.normal(size=len(far)) * far / time
            moved = State(state.t + STEP * time, tuple(np.array(state.q) + way), tuple(qd), state.z)
            near = self._nearer(met(self.sampled, moved))
            if near is not None and not self._misses(self.evaluated(near)):
                state = near
                yield near

    def _nearer(self, state: State) -> State | None:
        """A state that meets conditions, but for rounding: what it misses would count as a gap.

        None where they have no numbers.
        """
        for misses in ("position", "velocity"):
            at = self.evaluated(state)
            if not (np.isfinite(at.G).all() and np.isfinite(at.velocity).all()):
                return None
            far = at.extents * np.ones(len(at.q))
            missed = np.nan_to_num(getattr(at, misses)) / at.rows.could(far)
            way = far * np.linalg.lstsq(_scaled(at, range(len(at.G))), missed, rcond=RANK)[0]
            q, qd = np.array(state.q), np.array(state.qd)
            if misses == "position":
                state = replace(state, q=tuple((q - way).tolist()))
            else:
                state = replace(state, qd=tuple((qd - way).tolist()))
        return state

    def check(self, gaps_at: Gaps, states: int = STATES) -> SelfCheck:
        """What equations miss of accelerations of the recursion; raises Disagreement."""
        worst, samples = 0.0, 0
        ways = (self.others(STATES) for _ in range(-(-states // STATES)))
        for state in chain.from_iterable(ways):
            at = _refined(self.evaluated(state))
            gaps = [*gaps_at(state, at)] if np.isfinite(at.qdd).all() else []
            if gaps:
                worst = max(worst, *(math.inf if math.isnan(gap) else gap for gap in gaps))
                samples += 1
        if not worst <= TOLERANCE:
            raise disagreement("The minimal form", worst, "Equations")
        if not samples:
            raise refusal(
                "Minimal equations",
                "Accelerations are not determined near the start: they cannot be compared.",
                "Give bodies that move masses and moments of inertia.",
                "minimal",
            )
        return SelfCheck(worst, "recursion", samples)

    def _is_regular(self, G: Array, names: Sequence[str]) -> bool:
        """Whether conditions with slopes G (m, f) clearly determine how some coordinates move."""
        slopes = G[:, [self.sampled.coordinates.index(name) for name in names]]
        return not slopes.size or float(np.linalg.svd(slopes, compute_uv=False)[-1]) > REGULAR

    def _is_as_assumed(self, sheet: Sheet, state: State) -> bool:
        """Whether lengths have the signs that a sheet takes for granted."""
        sampled = self.sampled
        return assumed_at(sampled.values, sheet.assumptions, sampled.coordinates, state)

    def numbers(self, at: Evaluation, known: Functions | None = None) -> StateNumbers:
        """All symbols at a state."""
        reading = self.sampled.reading
        symbols = {Symbol(name): value for name, value in self.sampled.values.items()}
        symbols[Symbol(TIME)] = at.t
        for order, values in enumerate((at.q, at.qd, at.qdd)):
            symbols |= {
                Symbol(name, order): float(value)
                for name, value in zip(reading.coordinates, values, strict=True)
            }
        symbols |= {Symbol(n): float(z) for n, z in zip(reading.states, at.z, strict=True)}
        numbers = StateNumbers(symbols, reading.functions, known)
        for name, tree in reading.signals.items():
            numbers.symbols[Symbol(name)] = numbers.of(tree)
        return numbers

    def gaps(
        self, form: MinimalForm, sheet: Sheet, rows: Sequence[int], state: State, at: Evaluation
    ) -> Iterator[float]:
        """What definitions and equations of a minimal form miss, of their largest terms.

        `rows` are the conditions that are shown.  Nothing where a position is almost a dead one,
        or what is assumed of lengths does not hold.
        """
        if not self._is_as_assumed(sheet, state):
            return
        G = form.finder.with_put_in(self._place(state))
        functions = [entry.name for entry in form.dependence.functions]
        if not self._is_regular(G[list(form.rows)], functions):
            return
        names = self.sampled.coordinates

        def moving(qd: Array) -> Evaluation:
            return self.evaluated(replace(state, qd=tuple(qd.tolist())))

        known = functions_at(form.dependence, names, self._on_positions, moving)
        numbers = self.numbers(at, known)
        for speed, value, rate in (*form.chosen, *_speeds(form, sheet)):
            numbers.symbols[speed] = numbers.of(value)
            numbers.symbols[Symbol(speed.name, speed.order + 1)] = numbers.of(rate)
        for definition in sheet.definitions:
            yield gap_of(numbers, definition)
        for symbol, inertia, slope in form.reduced_inertia(sheet):
            numbers.known[symbol + CARRIED, (0,)], numbers.known[symbol + CARRIED, (1,)] = map(
                numbers.of, (inertia, slope)
            )
        for momentum, value, rate in _momenta(form, sheet):
            numbers.symbols[momentum] = numbers.of(value)
            numbers.symbols[Symbol(momentum.name, 1)] = numbers.of(rate)
        assert sheet.minimal is not None
        _name_slopes(numbers, sheet)
        for line in balances_of(sheet, "slopes"):
            yield left_of(numbers, line, 0.0)
        yield from gaps_of_motion(numbers, sheet, at)
        yield from gaps_of_multipliers(numbers, sheet, rows, at)

    def gaps_in_all(
        self,
        sheet: Sheet,
        tangent: Tangent,
        rows: Sequence[int],
        named: LineKernel | None,
        state: State,
        at: Evaluation,
    ) -> Iterator[float]:
        """What equations in all coordinates, and G T = 0 of the conditions `rows`, miss.

        `named` are the `named_results` of the sheet.  Nothing where `gaps` has nothing.
        """
        if not self._is_as_assumed(sheet, state):
            return
        made_of = [rows[s - 1] for s in tangent.rows]
        if not self._is_regular(_scaled(at, made_of)[made_of], tangent.dependent):
            return
        numbers = self.numbers(at)
        own = len(tangent.definitions)
        if named is not None:
            self._name_results(numbers, named, state)
        else:
            for definition in sheet.definitions[own:]:
                yield gap_of(numbers, definition)
            _name_slopes(numbers, sheet)
        solve_names(numbers, tangent)
        names = self.sampled.coordinates
        T = np.zeros((len(names), len(tangent.speeds)))
        for (name, u), tree in tangent.entries.items():
            T[names.index(name), tangent.speeds.index(u)] = numbers.of(tree)
        kept, far = list(rows), at.extents * np.ones(len(names))
        for along in T.T:
            could = at.rows.could(far * np.max(np.abs(along) / far))[kept]
            yield float(np.max(np.abs(at.G[kept] @ along) / could, initial=0.0))
        yield from gaps_of_motion(numbers, sheet, at)
        yield from gaps_of_multipliers(numbers, sheet, rows, at)

    def named_results(self, sheet: Sheet) -> LineKernel | None:
        """What computes the lines of a structured sheet that go by their names; else None."""
        if not sheet.structured:
            return None
        entries = [entry for entry in sheet.entries if entry.symbol in NAMED]
        given = (force for force in sheet.frictions if not force.presses)
        sheet = replace(sheet, frictions=tuple(given))  # others are what they are in the sample
        return LineKernel(self.sampled.reading, Lines.of(sheet, entries))

    def _name_results(self, numbers: StateNumbers, named: LineKernel, state: State) -> None:
        """Numbers of the lines of a structured sheet, under their names."""
        found = named.values(state, self.sampled.parameters, [])
        for entry in named.lines.entries:
            (value,) = found.entries[entry.symbol, entry.indices]
            numbers.symbols[Symbol(entry.reference)] = value


def _refined(at: Evaluation) -> Evaluation:
    """A state at which q̈ and λ meet the equations of the recursion but for rounding."""
    if not np.isfinite(at.qdd).all():
        return at
    qdd, multipliers = at.qdd, at.multipliers
    for _ in range(REFINED):
        force = at.Q - at.h
        qdd, multipliers = refined(at.mass_matrix, force, at.rows, at.gamma, qdd, multipliers)
    return replace(at, qdd=qdd, multipliers=multipliers)


def _speeds(form: MinimalForm, sheet: Sheet) -> Iterator[tuple[Symbol, Expression, Expression]]:
    """Speeds that a formalism has by themselves, what they are and how they change."""
    for speed, value in speeds_of(sheet).items():
        yield speed, value, form.rate_of(form.closed.algebra.expression(value))


def _momenta(form: MinimalForm, sheet: Sheet) -> Iterator[tuple[Symbol, Expression, Expression]]:
    """The momenta p = ∂T/∂q̇ of Hamilton's equations, what they are and how they change."""
    metric = form.closed.metric
    for entry in sheet.of("p"):
        (place,) = entry.indices
        value = form.closed.algebra.zero
        for (mu, nu), g in metric.g.items():
            if place in (mu, nu):
                value = value + g * metric.kinematics.velocity(nu if mu == place else mu)
        yield Symbol(entry.label), value.tree(), form.rate_of(value)


def _scaled(at: Evaluation, rows: Sequence[int]) -> Array:
    """G (m, f) over what it could be; zero but for the conditions `rows`."""
    far = at.extents * np.ones(len(at.q))
    G = np.zeros_like(at.G)
    could = at.rows.could(far)
    moving = [s for s in rows if could[s] > 0]
    G[moving] = at.G[moving] * far / could[moving, None]
    return G


def _name_slopes(numbers: StateNumbers, sheet: Sheet) -> None:
    """Numbers of the entries of G that are used by their names."""
    assert sheet.minimal is not None
    for entry in sheet.of("G"):
        if entry.reference in sheet.minimal.named:
            numbers.symbols[Symbol(entry.reference)] = numbers.of(entry.tree)


def solve_names(numbers: StateNumbers, tangent: Tangent) -> None:
    """Numbers of the names in T: one after the other, and from linear systems."""
    defined = {Symbol(entry.name): entry.tree for entry in tangent.definitions}
    systems = list(tangent.systems)
    while defined or systems:
        known = numbers.symbols.keys()
        ready = [name for name, tree in defined.items() if symbols(tree) <= known]
        whole = [system for system in systems if system.needs <= known]
        if not ready and not whole:
            return
        for name in ready:
            numbers.symbols[name] = numbers.of(defined.pop(name))
        for system in whole:
            _solve(numbers, system)
            systems.remove(system)


def _solve(numbers: StateNumbers, system: LinearSystem) -> None:
    """The numbers of the unknowns of a linear system."""
    names = [name for name in system.unknowns if isinstance(name, Symbol)]  # no functions in T

    def left(values: Array) -> Array:
        numbers.symbols.update(zip(names, values.tolist(), strict=True))
        return np.array(
            [numbers.of(whole(e.left)) - numbers.of(whole(e.right)) for e in system.lines]
        )

    unit = np.eye(len(names))
    rest = left(np.zeros(len(names)))
    slopes = np.column_stack([left(row) - rest for row in unit])
    numbers.symbols.update(zip(names, np.linalg.lstsq(slopes, -rest)[0].tolist(), strict=True))
