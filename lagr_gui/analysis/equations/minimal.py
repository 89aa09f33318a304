"""Minimal equations of bound systems, compared with the recursion before they are shown."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace

import numpy as np

from lagr_gui.algebra import Canonical
from lagr_gui.analysis.equations.assumptions import start_numbers
from lagr_gui.analysis.equations.charts import with_values
from lagr_gui.analysis.equations.derivation import check_form, integral, sheet_of
from lagr_gui.analysis.equations.evaluation import met
from lagr_gui.expression import TIME, Expression, Symbol
from lagr_gui.expression.tree import CARRIED
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import LagrError, Problem, Severity, refusal
from lagr_gui.foundation.selfcheck import SelfCheck, disagreement
from lagr_gui.mechanics.evaluation import Evaluation
from lagr_gui.mechanics.minimal.dependence import Place
from lagr_gui.mechanics.minimal.motion import functions_at
from lagr_gui.mechanics.minimal.numbers import Functions, StateNumbers, turned_apart
from lagr_gui.mechanics.minimal.presentation import MinimalForm, minimal_form, minimal_sheet
from lagr_gui.mechanics.sheets.balance import NUMBERED, speeds_of
from lagr_gui.mechanics.sheets.directions import assuming
from lagr_gui.mechanics.sheets.sheet import EXPANDED, Balance, Definition, Sheet
from lagr_gui.mechanics.sheets.special_case import replacing
from lagr_gui.mechanics.state import State
from lagr_gui.prepared import Prepared, derived

PLACES, STATES = 2, 4
"""Positions besides the start that tell how coordinates move, and states of the comparison."""
STEP = 0.2
"""How far (rad, or of their extents) coordinates go from one position to the next."""
SEED = 1
"""Of the positions and velocities: the same model is always compared at the same ones."""
TOLERANCE = 1e-9
"""What may be left of an equation, of its largest term."""
READABLE = 100
"""Terms for each coordinate of a sheet that somebody may read."""
SMALL = 1e-3
"""Equations whose terms are a smaller part of what a system has of energy may be rounding."""
MISSED = 1e-9
"""By how much a position may miss conditions, of what they could be."""


@derived
def minimal_equations(prepared: Prepared, form: str = "shortest", side: str = "right") -> Sheet:
    """The equations of a bound system in independent coordinates and speeds, without multipliers.

    They are compared with the recursion at states near the start, where the system has the shape
    in which it is drawn.  Raises LagrError where nothing binds it or nothing moves, where it cannot
    be put together, where results are too long, and where conditions are not linear in the
    velocities; Disagreement where the comparison fails.
    """
    check_form(form)
    if not prepared.is_bound:
        raise refusal(
            "Minimal equations",
            "No condition binds the coordinates: their equations are minimal.",
            "Look at the equations as they are.",
            "minimal",
        )
    sheet = sheet_of(prepared, form, side=side)
    key = ("minimal", form, side, prepared.special, _begun(prepared))
    return prepared.kept(key, lambda: _compared(prepared, sheet))


def minimal_form_of(
    prepared: Prepared, sheet: Sheet
) -> tuple[MinimalForm, Neighbourhood, Callable[[Canonical], Canonical]]:
    """The minimal form of a bound system, the states at which it is compared, and its values as
    a `sheet` shows them.

    Raises LagrError where there is none.
    """
    general = prepared.general
    changed, assumed = replacing(general.model, sheet.special), assuming(sheet.assumptions)

    def after(value: Canonical) -> Canonical:
        return assumed(changed(value))

    def made() -> tuple[MinimalForm, Neighbourhood]:
        near = Neighbourhood(prepared.of(with_values(prepared.sampled.model)))
        return minimal_form(general.closed, after, near.places()), near

    form, near = prepared.kept(("minimal form", prepared.special, _begun(prepared)), made)
    return form, near, after


def _begun(prepared: Prepared) -> str:
    """What the shape of a system near its start depends on."""
    model = prepared.model
    return f"{model.start} {model.parameters} {model.simulation.start}"


@derived
def read_first(prepared: Prepared, form: str = "shortest", side: str = "right") -> Sheet:
    """The equations of a model as they are read first: minimal ones where it is bound and has them.

    Sheets that are too long to be read keep their multipliers.  Where there are no minimal ones, or
    none that agree with the recursion, a remark of the sheet says why.
    Raises LagrError for an unsound model and results that are too long.
    """
    sheet = sheet_of(prepared, form, side=side)
    if not may_be_minimal(prepared, sheet):
        return sheet
    try:
        return minimal_equations(prepared, form, side)
    except LagrError as error:
        return with_multipliers(sheet, error)


def may_be_minimal(prepared: Prepared, sheet: Sheet) -> bool:
    """Whether the system of a sheet is bound, and its equations are not too long to be read."""
    length = sum(len(entry.terms) for entry in sheet.entries)
    short = length <= READABLE * len(sheet.coordinates)
    return prepared.is_bound and sheet.form in EXPANDED and short


def with_multipliers(sheet: Sheet, error: LagrError) -> Sheet:
    """A sheet with multipliers that says why it has no minimal equations."""
    said = error.problems[0]
    note = Problem("Minimal equations", said.cause, said.remedy, Severity.HINT, "minimal")
    return replace(sheet, notes=(note, *sheet.notes))


def _compared(prepared: Prepared, sheet: Sheet) -> Sheet:
    form, near, _ = minimal_form_of(prepared, sheet)
    shown = minimal_sheet(form, prepared.general.model, sheet, start_numbers(prepared), integral)
    return near.checked(form, shown)


class Neighbourhood:
    """States of a bound system near its start, and what minimal equations are there."""

    def __init__(self, sampled: Prepared) -> None:
        self.sampled = sampled
        self.start = met(sampled, sampled.start)
        rows = sampled.general.closed.constraints.rows
        self._later = np.random.default_rng(SEED)
        self._on_positions = [s for s, row in enumerate(rows) if row.on_positions]
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
        chance = np.random.default_rng(SEED)
        places = [self._place(state) for state in (self.start, *self.others(PLACES, chance))]
        if places[0].rank < max(place.rank for place in places):
            raise refusal(
                "Minimal equations",
                "The start is a dead position: more than one motion can begin there.",
                "Begin a little beside it.",
                "minimal",
            )
        self._later = chance
        return places

    def _place(self, state: State) -> Place:
        at = self.evaluated(state)
        far = at.extents * np.ones(len(at.q))
        G = np.zeros_like(at.G)
        could = at.rows.could(far)
        rows = [s for s in self._on_positions if could[s] > 0]
        G[rows] = at.G[rows] * far / could[rows, None]
        return Place(at.q, G, far, self.numbers(at))

    def others(self, count: int, chance: np.random.Generator) -> Iterator[State]:
        """States a few steps away from the start, later, with some velocities."""
        state, (extents, time, _) = self.start, self.sampled.surroundings
        far = np.array(extents)
        for _ in range(count):
            N = self._place(state).kernel
            way = N @ chance.uniform(-STEP, STEP, N.shape[1])
            qd = chance.normal(size=len(far)) * far / time
            moved = State(state.t + STEP * time, tuple(np.array(state.q) + way), tuple(qd), state.z)
            near = met(self.sampled, moved)
            if not self._misses(self.evaluated(near)):
                state = near
                yield near

    def checked(self, form: MinimalForm, sheet: Sheet) -> Sheet:
        """The sheet with what `check` finds; raises Disagreement."""
        assert sheet.minimal is not None
        return replace(sheet, minimal=replace(sheet.minimal, certificate=self.check(form, sheet)))

    def check(self, form: MinimalForm, sheet: Sheet) -> SelfCheck:
        """What equations miss of accelerations of the recursion; raises Disagreement."""
        worst, samples = 0.0, 0
        for state in self.others(STATES, deepcopy(self._later)):
            at = self.evaluated(state)
            if np.isfinite(at.qdd).all():
                gaps = [*self._gaps(form, sheet, state, at)]
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
        return StateNumbers(symbols, reading.functions, known)

    def _gaps(
        self, form: MinimalForm, sheet: Sheet, state: State, at: Evaluation
    ) -> Iterator[float]:
        """What definitions and equations miss at a state, of their largest terms."""
        names = self.sampled.coordinates

        def moving(qd: Array) -> Evaluation:
            return self.evaluated(replace(state, qd=tuple(qd.tolist())))

        known = functions_at(form.dependence, names, self._on_positions, moving)
        numbers = self.numbers(at, known)
        for speed, value, rate in (*form.chosen, *_speeds(form, sheet)):
            numbers.symbols[speed] = numbers.of(value)
            numbers.symbols[Symbol(speed.name, speed.order + 1)] = numbers.of(rate)
        for definition in sheet.definitions:
            yield _gap(numbers, definition)
        for symbol, inertia, slope in form.reduced_inertia(sheet):
            numbers.known[symbol + CARRIED, (0,)], numbers.known[symbol + CARRIED, (1,)] = map(
                numbers.of, (inertia, slope)
            )
        least = SMALL * max(at.T, abs(at.U)) / float(np.max(at.extents))
        told = {entry.coordinate: entry.right for entry in sheet.balances if entry.equation == "21"}
        for balance in sheet.balances:
            if balance.coordinate in told and balance.equation == "C2":
                held = replace(balance, left=told[balance.coordinate])
                yield _left(numbers, held, 0.0)
            elif balance.equation not in (NUMBERED, "21"):
                yield _left(numbers, balance, least)


def _speeds(form: MinimalForm, sheet: Sheet) -> Iterator[tuple[Symbol, Expression, Expression]]:
    """Speeds that a formalism has by themselves, what they are and how they change."""
    for speed, value in speeds_of(sheet).items():
        yield speed, value, form.rate_of(form.closed.algebra.expression(value))


def _gap(numbers: StateNumbers, definition: Definition) -> float:
    """By how much a definition misses what it defines; what is new gets its number."""
    tree, name = definition.tree, Symbol(definition.name)
    values = numbers.on_branches(tree)
    if definition.call is not None:
        aim, angle = numbers.of(definition.call), not definition.call.orders
    elif name in numbers.symbols:
        aim, angle = numbers.symbols[name], True
    else:
        numbers.symbols[name] = values[0]
        return 0.0
    if angle:
        return turned_apart(values, aim) / max(1.0, abs(aim))
    return min(abs(value - aim) for value in values) / max(1.0, abs(aim))


def _left(numbers: StateNumbers, balance: Balance, least: float) -> float:
    """What is left of an equation, of its largest term or of what is the `least` for a system."""
    left = [numbers.of(term.tree) for term in balance.left]
    right = [numbers.of(term.tree) for term in balance.right]
    rest = math.fsum(left) - math.fsum(right)
    largest = max((abs(value) for value in (*left, *right)), default=0.0)
    return abs(rest) / (max(largest, least) or 1.0)
