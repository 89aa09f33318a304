"""Minimal equations as a sheet: one equation for each freedom, and what stands in them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from lagr_gui.algebra import Canonical
from lagr_gui.expression import Call, Expression, Number, Power, Symbol, called, substitute
from lagr_gui.expression.rows import as_product
from lagr_gui.expression.tree import CARRIED
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.foundation.selfcheck import SelfCheck
from lagr_gui.mechanics.closed import Closed, Metric
from lagr_gui.mechanics.minimal.dependence import (
    Dependence,
    Place,
    Tied,
    bound_reading,
    dependence,
)
from lagr_gui.mechanics.minimal.directions import in_speeds
from lagr_gui.mechanics.minimal.projected import CONDITIONS
from lagr_gui.mechanics.minimal.slopes import SlopeFinder, TiedSlope, of_positions, slopes
from lagr_gui.mechanics.minimal.speeds import Speeds, speeds
from lagr_gui.mechanics.minimal.systems import printed_names, slope_systems
from lagr_gui.mechanics.potentials import Integrate
from lagr_gui.mechanics.sheets.arranged import Show
from lagr_gui.mechanics.sheets.balance import equations_of_motion
from lagr_gui.mechanics.sheets.directions import Direction, assuming
from lagr_gui.mechanics.sheets.forces import ForceTerms
from lagr_gui.mechanics.sheets.presentation import Presenter
from lagr_gui.mechanics.sheets.sheet import (
    DEPENDENT,
    Balance,
    Definition,
    Entry,
    LinearSystem,
    Minimal,
    Sheet,
    Term,
    free_name,
)
from lagr_gui.mechanics.sheets.special_case import replacing, spelling_of
from lagr_gui.model import Model

HALF = Number(Fraction(1, 2))
BY_COORDINATE = ("g", "Gamma", "Q", "p_const")
"""Results whose indices are coordinates."""
REDUCED = "M1"
"""The number of the formula of reduced inertia."""
ONLY = ("J", "J_red")
"""Names of the inertia that the only coordinate feels, the first one that is free."""
SPEED = say("independent speed")
"""The meaning of a speed that is no velocity of a coordinate."""


@dataclass(frozen=True, eq=False)
class MinimalForm:
    """A system in the coordinates that its conditions leave, with the speeds that are independent.

    `closed` is its closed form, `slopes` are those of what is a function; `systems` tell those
    that have no formula; both are made of the conditions `rows`, as the `finder` has them.
    `speeds` is None where no condition on velocities holds: they are the velocities then.  Other
    ones may be shown than those `left` by the conditions.
    """

    dependence: Dependence
    closed: Closed
    slopes: tuple[TiedSlope, ...]
    systems: tuple[LinearSystem, ...]
    speeds: Speeds | None
    left: Speeds | None
    rows: tuple[int, ...]
    finder: SlopeFinder

    @property
    def chosen(self) -> Iterator[tuple[Symbol, Expression, Expression]]:
        """Speeds that are no velocities of coordinates, what they are and how they change."""
        for speed, value in {} if self.speeds is None else self.speeds.chosen.items():
            yield speed, value.tree(), self.rate_of(value)

    def rate_of(self, value: Canonical) -> Expression:
        """The time derivative of a value in coordinates and velocities."""
        rate = self.closed.kinematics.rate(value)
        for q in self.dependence.independent:
            acceleration = self.closed.algebra.symbol(Symbol(q, 2))
            rate = rate + value.derivative(Symbol(q, 1)) * acceleration
        return rate.tree()

    def in_what_is_left(self, sheet: Sheet) -> list[Direction]:
        """What a sheet in all coordinates assumes, with the values of those that are put in."""
        values = {
            Symbol(entry.name): entry.value
            for entry in self.dependence.dependents
            if entry.put_in and entry.value is not None
        }
        return [replace(own, tree=substitute(own.tree, values)) for own in sheet.directions]

    def reduced_inertia(self, sheet: Sheet) -> Iterator[tuple[str, Expression, Expression]]:
        """The name of the inertia that the only coordinate feels, its value and slope."""
        for entry in sheet.entries:
            if entry.equation == REDUCED:
                yield entry.symbol, entry.tree, (self.closed.metric.gamma[1, 1, 1] * 2).tree()


def minimal_form(
    closed: Closed, after: Callable[[Canonical], Canonical], places: Sequence[Place]
) -> MinimalForm:
    """The minimal form of a bound system whose conditions are met at some places.

    Raises LagrError where nothing can move, where coordinates of beams or circuits are dependent,
    and where conditions are not linear in the velocities.
    """
    depending = dependence(closed, after, places)
    if not depending.independent:
        raise _refused("Nothing can move: there is no equation without multipliers.")
    reading = bound_reading(closed.reading, depending)
    bound = Closed(reading, Metric(reading))
    slope = slopes(closed, after, depending, places[0])
    found = {(entry.dependent.name, entry.by) for entry in slope}
    finder = of_positions(closed, after, depending)
    blocks = finder.blocks(places[0])
    system = slope_systems(closed, finder, blocks, depending, found)
    rows = tuple(row for block in blocks for row in block.rows)
    # Conditions on positions are met by the dependents: 0 = 0, though nobody may see that.
    held = [s for s, row in enumerate(bound.constraints.rows) if not row.on_positions]
    chosen = speeds(bound, after, places[0].numbers.of, held) if held else None
    if chosen is not None and not chosen.symbols:
        raise _refused("Nothing can move: there is no equation without multipliers.")
    return MinimalForm(depending, bound, slope, system, chosen, chosen, rows, finder)


def _refused(cause: str) -> LagrError:
    remedy = "Look at the equations with multipliers."
    return refusal("Minimal equations", cause, remedy, "minimal")


def minimal_sheet(
    form: MinimalForm, model: Model, sheet: Sheet, numbers: dict[str, float], integrate: Integrate
) -> Sheet:
    """The sheet of the minimal form; `sheet` has multipliers, and the conditions that it keeps."""
    presenter = Presenter(form.closed, model, integrate)
    bound = presenter.sheet(sheet.form, sheet.special, numbers)
    assumed = _directions(form, bound, sheet)
    bound = replace(bound, title=sheet.title, side=sheet.side, directions=assumed)
    entries = [entry for entry in bound.entries if entry.symbol not in CONDITIONS]
    bound = replace(bound, entries=tuple(entries))
    if form.speeds is None:
        balances = equations_of_motion(replace(bound, side="right"))
    else:
        assumed, changed = assuming(sheet.directions), replacing(model, sheet.special)
        typed = form.closed.reading.typed.also(spelling_of(model, sheet.special))
        show = Show(sheet.form, lambda value: assumed(changed(value)), typed)
        projected = _projected(form, form.speeds, show, presenter.forces)
        balances = (*projected, *_kinematics(form, form.speeds, show))
    conditions = [entry for entry in sheet.entries if entry.symbol in CONDITIONS]
    shown = replace(
        bound,
        entries=(*entries, *conditions),
        balances=balances,
        definitions=(*_definitions(form), *bound.definitions),
        minimal=_minimal(form, conditions),
    )
    return _with_indices(_with_reduced_inertia(shown, form), sheet.coordinates)


def _directions(form: MinimalForm, bound: Sheet, sheet: Sheet) -> tuple[Direction, ...]:
    """What equations in the coordinates that are left assume, and conditions besides."""
    algebra = form.closed.algebra
    known = {algebra.expression(entry.tree).tree() for entry in bound.directions}
    others = (
        entry
        for entry, left in zip(sheet.directions, form.in_what_is_left(sheet), strict=True)
        if algebra.expression(left.tree).tree() not in known
    )
    return (*bound.directions, *others)


def _minimal(form: MinimalForm, conditions: Sequence[Entry]) -> Minimal:
    names = form.dependence.independent
    speeds = names if form.speeds is None else tuple(u.name for u in form.speeds.symbols)
    functions = tuple(entry.name for entry in form.dependence.functions)
    slopes = (entry for entry in conditions if entry.symbol == "G")
    named = frozenset(printed_names(form.closed.reading, slopes))
    certificate = SelfCheck(math.nan, "recursion")
    return Minimal(names, functions, speeds, certificate, form.systems, named=named)


def _definitions(form: MinimalForm) -> list[Definition]:
    """What dependent coordinates are, then how they move."""
    definitions: list[Definition] = []
    taken = _names(form)
    for entry in form.dependence.dependents:
        definitions += (d for d in entry.definitions if d not in definitions)
        if entry.value is not None:
            definitions.append(_defined(entry.name, entry, (), entry.value, DEPENDENT))
    for slope in form.slopes:
        meaning = say("its slope by {name}", name=slope.by)
        entry, name = slope.dependent, free_name(f"{slope.dependent.name}_{slope.by}", taken)
        definitions.append(_defined(name, entry, (slope.by,), slope.value, meaning))
    for speed, value, _ in form.chosen:
        definitions.append(Definition(speed.name, "scalar", (value,), SPEED, speed.name, ()))
    return definitions


def _names(form: MinimalForm) -> set[str]:
    """The names that the model has already."""
    reading, depending = form.closed.reading, form.dependence
    tied = (entry.name for entry in depending.dependents)
    return {
        *reading.parameters,
        *reading.functions,
        *depending.independent,
        *reading.sources,
        *tied,
    }


def _defined(
    name: str, entry: Tied, by: tuple[str, ...], value: Expression, meaning: str
) -> Definition:
    call = None if entry.put_in else entry.slope(*by)
    return Definition(name, "scalar", (value,), meaning, entry.name, (), entry.sources, call)


def _with_indices(sheet: Sheet, coordinates: tuple[str, ...]) -> Sheet:
    """The sheet with the indices that coordinates have in the whole system."""
    place = (0, *(coordinates.index(name) + 1 for name in sheet.coordinates))
    entries = [
        replace(entry, indices=tuple(place[index] for index in entry.indices))
        if entry.symbol in BY_COORDINATE
        else entry
        for entry in sheet.entries
    ]
    balances = (replace(entry, index=place[entry.index]) for entry in sheet.balances)
    return replace(sheet, coordinates=coordinates, entries=tuple(entries), balances=tuple(balances))


def _with_reduced_inertia(sheet: Sheet, form: MinimalForm) -> Sheet:
    """J(φ) φ̈ + ½ J′(φ) φ̇² = … where one coordinate moves others that are functions of it."""
    names = form.dependence.independent
    metric = sheet.of("g")
    if form.speeds is not None or len(names) != 1 or len(metric) != 1 or not form.slopes:
        return sheet
    (q,), (inertia,) = names, metric
    functions = {name for term in inertia.terms for name, _ in called(term.tree)}
    if not functions & {entry.function for entry in form.dependence.functions}:
        return sheet
    symbol = next((letter for letter in ONLY if letter not in _names(form)), "")
    if not symbol:
        return sheet
    sources = tuple(dict.fromkeys(key for term in inertia.terms for key in term.sources))
    square = Power(Symbol(q, 1), Number(Fraction(2)))
    J, slope = (Call(symbol + CARRIED, (Symbol(q),), orders) for orders in ((), (1,)))
    left = as_product([J, Symbol(q, 2)]), as_product([HALF, slope, square])
    (balance,) = sheet.balances
    balance = replace(balance, left=tuple(Term(tree, sources) for tree in left))
    entries = [Entry(symbol, (), inertia.terms, REDUCED), *(e for e in sheet.entries)]
    return replace(sheet, entries=tuple(entries), balances=(balance,))


def _kinematics(form: MinimalForm, chosen: Speeds, show: Show) -> list[Balance]:
    """The velocities of coordinates that are no independent speeds, in these."""
    balances: list[Balance] = []
    names = form.dependence.independent
    for index, (name, value) in enumerate(zip(names, chosen.velocities, strict=True), start=1):
        velocity = Symbol(name, 1)
        if velocity not in chosen.symbols:
            right = show.terms({"": value})
            balances.append(Balance(name, index, (Term(velocity, ()),), right, "22"))
    return balances


def _projected(form: MinimalForm, chosen: Speeds, show: Show, forces: ForceTerms) -> list[Balance]:
    """Tᵀ (g q̈ + Γ q̇ q̇) = Tᵀ Q in the independent speeds, by source."""
    motion = in_speeds(form.closed, chosen)
    balances: list[Balance] = []
    for index, u in enumerate(chosen.symbols, start=1):
        left, right = motion.along([velocity.derivative(u) for velocity in motion.v])
        terms = show.by_unknowns(left, chosen.rates)
        balances.append(Balance(u.name, index, terms, forces.terms(show, right), "29"))
    return balances
