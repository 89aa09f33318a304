"""Kane's, Gibbs and Appell's, Boltzmann and Hamel's equations as they are read, in speeds u.

What u are stands first, and how q̇ follows from them; conditions on the motion need no multipliers
where u meet them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from lagr_gui.algebra import TERMS, Attributed, attributed_terms, operation_count
from lagr_gui.expression import Sum, Symbol
from lagr_gui.expression.rows import as_sum
from lagr_gui.mechanics.closed import Parts, nonzero
from lagr_gui.mechanics.formalisms.boltzmann_hamel import BoltzmannHamel
from lagr_gui.mechanics.formalisms.calculus import Shares
from lagr_gui.mechanics.formalisms.formalism import Balanced, Column
from lagr_gui.mechanics.formalisms.generalised_speeds import (
    GeneralisedSpeeds,
    MotionInSpeeds,
    natural_speeds,
    without_names,
)
from lagr_gui.mechanics.formalisms.gibbs import GibbsAppell
from lagr_gui.mechanics.formalisms.kane import Kane
from lagr_gui.mechanics.formalisms.kinetics import Kinetics, merged, scaled
from lagr_gui.mechanics.formalisms.quasi import (
    Choice,
    quasi_velocities,
    speeds_in_sums,
    with_conditions,
)
from lagr_gui.mechanics.minimal.slopes import divided
from lagr_gui.mechanics.minimal.speeds import Speeds
from lagr_gui.mechanics.sheets.arranged import Show, Split
from lagr_gui.mechanics.sheets.balance import NUMBERED, opposite, times
from lagr_gui.mechanics.sheets.by_source import inertia_terms, sum_terms
from lagr_gui.mechanics.sheets.forces import ForceTerms, couplings_of
from lagr_gui.mechanics.sheets.kinetic import by_bodies
from lagr_gui.mechanics.sheets.sheet import VECTORS, Balance, Entry, Term
from lagr_gui.mechanics.vectors import apply

Readable = tuple[list[Entry], list[Balance]]
"""Functions, and equations."""
BY_BODIES = ("shortest", TERMS)
"""Forms in which an energy is ½ m v² and ½ J ω² of one body after the other."""
HARDLY = 1.3
"""So much longer sums of quotients may be than one quotient."""


@dataclass(frozen=True)
class Wanted:
    """What is shown of equations in speeds.

    `quasi` are the quasi-velocities of Boltzmann and Hamel.  Without `multipliers` conditions on
    velocities are met by the `independent` speeds that they leave (None: there are none of these
    conditions); `numbers` are those of their multipliers.
    """

    quasi: Choice
    multipliers: bool = True
    independent: Speeds | None = None
    numbers: tuple[int, ...] = ()


def _apart(parts: Parts, form: str, split: Split = sum_terms) -> list[Attributed]:
    """The terms of a sum; quotients of sums as sums of quotients where that is hardly longer."""
    whole = split(parts, form)
    if form not in BY_BODIES or all(value.D is None for value in parts.values()):
        return whole
    apart: list[Attributed] = []
    for key, value in parts.items():
        if value.D is None:
            apart += attributed_terms({key: value}, form)
        else:
            tree = divided(value, "collected")
            apart += [(term, (key,)) for term in (tree.terms if isinstance(tree, Sum) else (tree,))]
    lengths = [operation_count(as_sum(tree for tree, _ in terms)) for terms in (whole, apart)]
    return apart if lengths[1] <= lengths[0] * HARDLY else whole


_SPLITS: tuple[Split, Split] = partial(_apart, split=inertia_terms), _apart
"""Of coefficients of rates of speeds, and of the rest."""


def _kane(kinetics: Kinetics, show: Show, wanted: Wanted) -> Readable:
    speeds = speeds_in_sums(kinetics) if wanted.independent is None else None
    if speeds is None:
        speeds = natural_speeds(kinetics, wanted.independent)
    form = Kane(kinetics, speeds)
    velocities: dict[str, dict[tuple[int, ...], Shares]] = {key: {} for key in VECTORS}
    for body in kinetics.bodies:
        for r, partial_velocity in enumerate(form.partials[body.number], start=1):
            own = apply(body.E, partial_velocity.v)
            for i in range(3):
                index = (body.number, i + 1, r)
                velocities["v"][index] = {body.key: partial_velocity.v[i]}
                velocities["v_own"][index] = {body.key: own[i]}
                velocities["w"][index] = {body.key: partial_velocity.omega[i]}
    entries = [
        *_shorter(*(show.entries(key, velocities[key], form.equation) for key in ("v", "v_own"))),
        *show.entries("w", velocities["w"], form.equation),
        *_active_forces(form, show),
        *_inertia_forces(form, show),
    ]
    return entries, [*_kinematics(kinetics, speeds, show), *_balances(form, form.motion, show)]


def _shorter(one: list[Entry], other: list[Entry]) -> list[Entry]:
    """The shorter list of results, the first one where they are alike."""
    lengths = [sum(operation_count(entry.tree) for entry in entries) for entries in (one, other)]
    return other if lengths[1] < lengths[0] else one


def _active_forces(form: Kane, show: Show) -> Iterator[Entry]:
    """F_r by source."""
    forces = ForceTerms(form.kinetics.closed)
    for r, parts in enumerate(form.active, start=1):
        if terms := forces.terms_apart(show, parts):
            yield Entry("F", (r,), terms, form.equation)


def _inertia_forces(form: Kane, show: Show) -> Iterator[Entry]:
    """F_r*, one body after the other, each ordered by the rates of the speeds."""
    for r, parts in enumerate(form.inertia, start=1):
        terms: list[Term] = []
        for key, value in parts.items():
            terms += show.by_unknowns({key: value}, form.motion.speeds.rates, *_SPLITS)
        if terms:
            yield Entry("F_star", (r,), tuple(map(opposite, terms)), form.equation)


def _appell(kinetics: Kinetics, show: Show, wanted: Wanted) -> Readable:
    speeds = without_names(natural_speeds(kinetics, wanted.independent))
    form = GibbsAppell(kinetics, speeds)
    entries = _energy(show, "S", form.S, form.equation, _acceleration_energy(form, show))
    return entries, [*_kinematics(kinetics, speeds, show), *_balances(form, form.motion, show)]


def _acceleration_energy(form: GibbsAppell, show: Show) -> Iterator[Term]:
    """½ m a² and ½ J α² in u̇, then what S holds of each u̇ to the first power."""
    kinetics, speeds = form.kinetics, form.motion.speeds
    rates = kinetics.calculus.introduce(speeds.rates)
    zero = kinetics.algebra.zero
    velocities = [zero]
    for directions in form.motion.directions:
        pairs = zip(directions, rates, strict=True)
        velocities.append(sum((d * rate for d, rate in pairs if not d.is_zero), zero))
    names = {u.name for u in speeds.symbols}
    yield from by_bodies(kinetics.closed.metric, show, velocities, names)
    for rate, parts in zip(speeds.rates, form.linear, strict=True):
        if coefficient := show.terms(nonzero(parts), _apart):
            yield times(coefficient, rate)


def _energy(
    show: Show, symbol: str, parts: Shares, equation: str, terms: Iterable[Term]
) -> list[Entry]:
    """A function by bodies; as the sum of all that it is made of in forms that are written out."""
    if show.form in BY_BODIES:
        by_body = tuple(terms)
        return [Entry(symbol, (), by_body, equation)] if by_body else []
    return show.entries(symbol, {(): parts}, equation)


def _kinematics(kinetics: Kinetics, speeds: GeneralisedSpeeds, show: Show) -> Iterator[Balance]:
    """What the speeds are (21), and q̇ in them (22)."""
    numbered = [Symbol(f"u{r}") for r, _ in enumerate(speeds.symbols, start=1)]
    named = [u for u in speeds.symbols if not u.name[-1:].isdigit()]
    for index, (number, u) in enumerate(zip(numbered, speeds.symbols, strict=True), start=1):
        if named and not u.order:
            yield Balance(u.name, index, _single(number), _single(u), NUMBERED)
    for index, (u, value) in enumerate(zip(speeds.symbols, speeds.values, strict=True), start=1):
        if not u.order:
            yield Balance(u.name, index, _single(u), show.terms({"": value}, _apart), "21")
    names = kinetics.reading.coordinates
    for index, (name, value) in enumerate(zip(names, speeds.velocities, strict=True), start=1):
        velocity = Symbol(name, 1)
        if velocity not in speeds.symbols:
            yield Balance(name, index, _single(velocity), show.terms({"": value}, _apart), "22")


def _balances(form: Balanced, motion: MotionInSpeeds, show: Show) -> Iterator[Balance]:
    """The equations of a form, forces on the right."""
    terms = dict(form.terms())
    forces, bound = terms.pop("force"), motion.projected(form.kinetics.bound)
    by_source = ForceTerms(form.kinetics.closed)
    for r, u in enumerate(motion.speeds.symbols):
        left = merged([column[r] for column in terms.values()])
        ordered = show.by_unknowns(left, motion.speeds.rates, *_SPLITS)
        acting = merged([scaled(forces[r], -1), nonzero(bound[r])])
        right = by_source.terms(show, acting)
        yield Balance(u.name, r + 1, ordered, right, form.equation)


def _boltzmann_hamel(kinetics: Kinetics, show: Show, wanted: Wanted) -> Readable:
    quasi = quasi_velocities(kinetics, wanted.quasi, wanted.independent)
    if not (wanted.multipliers or quasi.held):
        quasi = with_conditions(kinetics, quasi, show.after)
    form = BoltzmannHamel(kinetics, quasi)
    terms = dict(form.terms())
    forces = terms.pop("force")
    bound = form.projected([] if quasi.held else kinetics.bound, 1)
    sums = [merged(columns) for columns in zip(*terms.values(), strict=True)]
    balances = [*_quasi_kinematics(form, show)]
    by_source = ForceTerms(kinetics.closed)
    for j, u in enumerate(form.symbols):
        if j + 1 not in quasi.held:
            left = show.by_unknowns(sums[j], form.rate_symbols, *_SPLITS)
            right = by_source.terms(show, merged([scaled(forces[j], -1), bound[j]]))
            balances.append(Balance(u.name, j + 1, left, right, form.equation))
    speeds = {symbol.name for symbol in form.symbols}
    velocities = [kinetics.algebra.one, *form.velocities[1:]]
    without = couplings_of(kinetics.closed)
    T = by_bodies(kinetics.closed.metric, show, velocities, speeds, without)
    coefficients = {indices: {"": value} for indices, value in form.hamel.items()}
    entries = [
        *_energy(show, "T_star", form.T, "23", T),
        *show.entries("hamel", coefficients, form.equation),
    ]
    return [
        *entries,
        *_multipliers(form, show, [*terms.values(), forces], wanted.numbers),
    ], balances


def _multipliers(
    form: BoltzmannHamel, show: Show, columns: Sequence[Column], numbers: Sequence[int]
) -> Iterator[Entry]:
    """λ of conditions by quasi-velocities that vanish: what their own equations leave.

    `columns` are the terms of the equations; `numbers` are those of the conditions, if they are not
    numbered one after the other.
    """
    for order, (place, factor) in enumerate(form.quasi.held.items()):
        left = merged([column[place - 1] for column in columns])
        parts = {key: value / factor for key, value in left.items()}
        if reaction := show.by_unknowns(parts, form.rate_symbols, *_SPLITS):
            number = numbers[order] if numbers else order + 1
            yield Entry("lambda", (number,), reaction, form.equation)


def _quasi_kinematics(form: BoltzmannHamel, show: Show) -> Iterator[Balance]:
    """ω in q̇ (21), those that vanish, and q̇ in ω (22)."""
    pairs = zip(form.symbols, form.definitions, strict=True)
    for index, (symbol, value) in enumerate(pairs, start=1):
        yield Balance(symbol.name, index, _single(symbol), show.terms({"": value}, _apart), "21")
    for place in form.quasi.held:
        symbol = form.symbols[place - 1]
        yield Balance(symbol.name, place, _single(symbol), (), "C2")
    names = form.kinetics.reading.coordinates
    for index, (name, value) in enumerate(zip(names, form.velocities[1:], strict=True), start=1):
        velocity, right = Symbol(name, 1), show.terms({"": form.bound(value)}, _apart)
        yield Balance(name, index, _single(velocity), right, "22")


IN_SPEEDS: Mapping[str, Callable[[Kinetics, Show, Wanted], Readable]] = {
    "kane": _kane,
    "appell": _appell,
    "boltzmann-hamel": _boltzmann_hamel,
}


def _single(symbol: Symbol) -> tuple[Term, ...]:
    return (Term(symbol, ()),)
