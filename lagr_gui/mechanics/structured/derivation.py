"""The structured form: every g, Γ, Q as a short line in vectors and composite quantities.

A third derivation: it shares with closed form and recursion only the reading of the model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property

from lagr_gui.algebra import Algebra, operation_count
from lagr_gui.catalogue.geometry import Conductor
from lagr_gui.catalogue.kinds import Condition, Energies
from lagr_gui.expression import (
    TIME,
    Call,
    Expression,
    Number,
    Symbol,
    called,
    parts,
    read,
    rebuilt,
    substitute,
    symbols,
    write,
)
from lagr_gui.expression.arithmetic import value as number_of
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import NotStructured, TooLong
from lagr_gui.mechanics.closure import Angle, Closure, Offset
from lagr_gui.mechanics.functions import definition_tree
from lagr_gui.mechanics.reading import Part, Reading
from lagr_gui.mechanics.reading_order import reading_order
from lagr_gui.mechanics.structured.bending import BentBeam
from lagr_gui.mechanics.structured.book import Book
from lagr_gui.mechanics.structured.composites import Composites, Whole, rigid
from lagr_gui.mechanics.structured.forces import StructuredEffect, StructuredForces
from lagr_gui.mechanics.structured.inertia import Inertia
from lagr_gui.mechanics.structured.laws import folded, is_single, law_of
from lagr_gui.mechanics.structured.laws import slope as slope_of
from lagr_gui.mechanics.structured.measures import StructuredMeasures
from lagr_gui.mechanics.structured.place import Place
from lagr_gui.mechanics.structured.points import Point, Points
from lagr_gui.mechanics.structured.quantity import (
    OPERATIONS,
    UNIT,
    Quantity,
    Rank,
    cross,
    dot,
    minus,
    nothing,
    number,
    plus,
    scaled,
    total,
    transpose,
)
from lagr_gui.mechanics.structured.quantity import total as sum_of
from lagr_gui.mechanics.structured.rows import Chain, StructuredCondition
from lagr_gui.mechanics.structured.seen import Seen, Span
from lagr_gui.mechanics.structured.segments import Enter, Segments
from lagr_gui.mechanics.trees import NOUGHT
from lagr_gui.mechanics.trees import scaled as product_of
from lagr_gui.model import Function, Model

MOST_LINES = {"g": 2_500, "Gamma": 10_000}
"""Lines of a result that are all made: 160 links have 13 thousand g and two million Γ, of one rule.

So many come within a second."""

Line = tuple[tuple[Quantity, tuple[str, ...]], ...]
"""A sum, each part with the items that it comes from; parts that vanish are left out."""


class Structured:
    """All lines of a system; index 0 is time, coordinates are 1 … f.

    `enter` carries out the replacements of a special case in every tree of the model.  Raises
    LagrError where a function of the model is called like an operation on vectors.
    """

    def __init__(
        self,
        reading: Reading,
        enter: Callable[[Expression], Expression] = lambda tree: tree,
    ) -> None:
        self.reading, self.enter = reading, enter
        _check_names(reading)
        self._algebra = Algebra(reading.positive, (*reading.coordinates, TIME), reading.spelling)
        for name in (*reading_order(reading), *reading.coordinates):
            self._algebra.symbol(Symbol(name))
        self._tidied: dict[Expression, Expression] = {}
        names = reading.names
        self.book = Book((*names, TIME, UNIT, *OPERATIONS), Place())
        self.segments = Segments(reading, self.book, enter, self.tidy)
        self.beams = [BentBeam(self.segments, b, n) for n, b in enumerate(reading.beams, start=1)]
        self.composites = Composites(self.segments, self._fixed())
        self.inertia = Inertia(self.segments, self.composites, self.beams)
        self.points = Points(self.inertia)
        self.size = len(reading.coordinates) + 1

    def tidy(self, tree: Expression) -> Expression:
        """A tree of the model as short as it may be."""
        if isinstance(tree, Number | Symbol):
            return tree
        if tree not in self._tidied:
            plain = folded(tree)
            if not is_single(plain):
                plain = _legible(_shortest_tree(self._algebra, tree))
            self._tidied[tree] = plain
        return self._tidied[tree]

    def _fixed(self) -> dict[int, list[Whole]]:
        """Bodies and beams by the segment in which they are fixed."""
        fixed: dict[int, list[Whole]] = {}
        for body in self.reading.bodies:
            seat = self.segments.seats[body.number]
            fixed.setdefault(seat.segment, []).append(rigid(self.segments, body))
        for beam in self.beams:
            fixed.setdefault(beam.segment.number, []).append(beam.whole())
        return fixed

    @cached_property
    def _given(self) -> list[tuple[str, dict[Pair, Quantity], dict[Triple, Quantity]]]:
        """g and Γ of kinetic energies that are given as expressions."""
        metrics: list[tuple[str, dict[Pair, Quantity], dict[Triple, Quantity]]] = []
        for part in self.reading.kinetic:
            trees = given_metric(part, self.segments)
            g = {pair: self.book.scalar(tree) for pair, tree in trees.items()}
            metrics.append((part.key, g, symbols_of_metric(trees, self.segments)))
        return metrics

    @cached_property
    def g(self) -> dict[Pair, Line]:
        """g_μν (17) for μ ≥ ν, only those different from zero. Raises TooLong for too many."""
        self._check_length("g")
        lines: dict[Pair, list[tuple[Quantity, tuple[str, ...]]]] = {}
        for pair, value in self.inertia.g().items():
            lines.setdefault(pair, []).append((value, self.inertia.keys(*pair)))
        for key, g, _ in self._given:
            for pair, value in g.items():
                lines.setdefault(pair, []).append((value, (key,)))
        return {pair: line for pair in sorted(lines) if (line := _line(lines[pair]))}

    @cached_property
    def gamma(self) -> dict[Triple, Line]:
        """Γ_ρμν (30) for ρ = 1 … f, μ ≥ ν, only those different from zero.

        Raises TooLong for too many.
        """
        self._check_length("Gamma")
        lines: dict[Triple, list[tuple[Quantity, tuple[str, ...]]]] = {}
        for index, value in self.inertia.gamma().items():
            lines.setdefault(index, []).append((value, self.inertia.keys(*index)))
        for key, _, gamma in self._given:
            for index, value in gamma.items():
                lines.setdefault(index, []).append((value, (key,)))
        return {index: line for index in sorted(lines) if (line := _line(lines[index]))}

    @cached_property
    def too_many(self) -> dict[str, int]:
        """The symbols of results whose lines are not all made, and how many there are at most."""
        counts = zip(MOST_LINES, self.inertia.most, strict=True)
        return {symbol: count for symbol, count in counts if count > MOST_LINES[symbol]}

    def _check_length(self, symbol: str) -> None:
        if symbol in self.too_many:
            raise TooLong.refusal(
                place="Structured form",
                cause=say("It has up to {count} lines.", count=self.too_many[symbol]),
                remedy="Ask for single lines, or simulate and evaluate without it.",
                code="too-long",
            )

    def line(self, symbol: str, indices: tuple[int, ...]) -> Line:
        """A single g_μν or Γ_ρμν, μ ≥ ν; empty where it is zero, or where there is none.

        It is made by itself, whatever the number of the others.
        """
        *rho, mu, nu = indices
        if not all(0 < index < self.size for index in rho) or not 0 <= nu <= mu < self.size:
            return ()
        if symbol == "g":
            made, index = self.inertia.g_of(mu, nu), (mu, nu)
            further = [(key, g.get((mu, nu))) for key, g, _ in self._given]
        else:
            index = (rho[0], mu, nu)
            made = self.inertia.gamma_of(mu, nu, rho).get(rho[0], nothing(Rank.SCALAR))
            further = [(key, gamma.get(index)) for key, _, gamma in self._given]
        parts = [(made, self.inertia.keys(*index))]
        return _line([*parts, *((value, (key,)) for key, value in further if value is not None)])

    @cached_property
    def gravity(self) -> Quantity:
        """The acceleration of gravity."""
        first, second, third = map(self.enter, self.reading.gravity)
        vector = self.book.components((first, second, third))
        return self.book.define("gamma", (), vector, say("acceleration of gravity"))

    @cached_property
    def effects(self) -> dict[str, StructuredEffect]:
        """What each element and each beam does, by item key."""
        forces = StructuredForces(self.points)
        effects = {beam.body.key: forces.bending(beam.body.beam) for beam in self.beams}
        return effects | {part.key: forces.effect(part) for part in self.reading.parts}

    @cached_property
    def Q(self) -> dict[int, Line]:
        """Q_ρ (27), ρ = 1 … f, only those different from zero."""
        weights = self.inertia.weights(self.gravity)
        lines: dict[int, Line] = {}
        for rho in range(1, self.size):
            parts = [(weights[rho], self.inertia.keys(rho))]
            parts += [(e.Q[rho], (key,)) for key, e in self.effects.items() if rho in e.Q]
            if line := _line(parts):
                lines[rho] = line
        return lines

    @cached_property
    def U(self) -> Line:
        """Potential energies of weights and elements."""
        whole = self.composites[self.segments.all[0]]
        weight = -dot(self.gravity, whole.weight[1])
        return _line([(weight, whole.keys), *((e.U, (k,)) for k, e in self.effects.items())])

    @cached_property
    def D(self) -> Line:
        """Rayleigh functions of the elements."""
        return _line([(e.D, (key,)) for key, e in self.effects.items()])

    @cached_property
    def rows(self) -> tuple[StructuredCondition, ...]:
        """The conditions on the motion, in the order of the reading, then those of meshes."""
        conditions = Conditions(self.points, len(self.reading.parts))
        rows = [row for entry in self.reading.constraints for row in conditions.rows(entry)]
        for mesh in self.reading.meshes:
            rho = self.reading.coordinates.index(mesh.coordinate) + 1
            forces = whole(self.Q.get(rho, ()))
            made = (
                conditions.chain.of_positions if mesh.order == 0 else conditions.chain.of_velocities
            )
            row = made(f"element:{mesh.link}", self.tidy(minus(self._spent(rho), forces).tree), [])
            rows.append(replace(row, own=True))
        return tuple(rows)

    @property
    def shown_rows(self) -> tuple[StructuredCondition, ...]:
        """Those that some position does not fulfil, and that are no equation of a mesh."""
        return tuple(row for row in self.rows if row.G and not row.own)

    def _spent(self, rho: int) -> Quantity:
        """Γ_ρμν q̇^μ q̇^ν"""
        parts: list[Quantity] = []
        for (first, mu, nu), line in self.gamma.items():
            if first == rho:
                speeds = scaled(self.points.rate_of(mu), self.points.rate_of(nu))
                value = scaled(speeds, whole(line))
                parts.append(value if mu == nu else plus(value, value))
        return total(parts, Rank.SCALAR)

    @cached_property
    def poses(self) -> dict[int, tuple[Quantity, Quantity]]:
        """E and x of all bodies."""
        seats = {n: seat for n, seat in self.segments.seats.items() if n >= 0}
        return {
            number: (transpose(seat.A), self.segments.position(seat))
            for number, seat in sorted(seats.items())
        }


def _legible(tree: Expression) -> Expression:
    """A number that takes a line of digits and roots as the decimal nearest to it."""
    if symbols(tree) or called(tree) - _ROOTS or len(write(tree)) <= LONG:
        return tree
    return Number(Fraction(repr(number_of(tree, {}))), decimal=True)


LONG = 60
"""Characters of a number that nobody reads."""

_ROOTS = frozenset({("sqrt", 1), ("pi", 0)})


def whole(line: Line) -> Quantity:
    """The sum that a line is."""
    return total((quantity for quantity, _ in line), Rank.SCALAR)


def _line(parts: Iterable[tuple[Quantity, tuple[str, ...]]]) -> Line:
    """A line without what vanishes; empty where the sum does."""
    used = tuple((q, keys) for q, keys in parts if not q.is_zero)
    return () if whole(used).is_zero else used


def _check_names(reading: Reading) -> None:
    taken = [name for name in OPERATIONS if name in reading.functions]
    taken += [name for name in (*reading.parameters, *reading.coordinates) if name == UNIT]
    if taken:
        raise NotStructured.refusal(
            place=say("Name “{name}”", name=taken[0]),
            cause="In the structured form this is the name of an operation on vectors.",
            remedy="Give it another name, or choose another form.",
            code="structured",
        )


def _shortest_tree(algebra: Algebra, tree: Expression) -> Expression:
    """The tree with what belongs together collected.

    In canonical values tan φ is sin φ/cos φ; where it was typed, what keeps it may be shorter.
    """
    collected = algebra.expression(tree).tree("collected")
    tangents = dict.fromkeys(_tangents(tree))
    if not tangents:
        return collected
    names = {call: Symbol(f"tan{place}\N{PRIME}") for place, call in enumerate(tangents)}
    kept = algebra.expression(_replaced(tree, names)).tree("collected")
    kept = substitute(kept, {name: call for call, name in names.items()})
    return min(kept, collected, key=operation_count)


def _tangents(tree: Expression) -> Iterator[Call]:
    if isinstance(tree, Call) and tree.function == "tan":
        yield tree
    else:
        for part in parts(tree):
            yield from _tangents(part)


def _replaced(tree: Expression, names: dict[Call, Symbol]) -> Expression:
    if isinstance(tree, Call) and tree in names:
        return names[tree]
    return rebuilt(tree, lambda part: _replaced(part, names))


def entering(model: Model, special: str) -> Enter:
    """What puts the replacements of a special case (empty: none) into a tree."""
    case = next((case for case in model.special_cases if case.name == special), None)
    if case is None:
        return lambda tree: tree
    functions = {function.name: function for function in model.functions}
    symbols: dict[Symbol, Expression] = {}
    defined: dict[str, Function] = {}
    for new in case.replacements:
        if new.name in functions:
            update = {"expression": str(new.value)}
            defined[new.name] = functions[new.name].having(**update)
        else:
            symbols[Symbol(new.name)] = read(new.value)
    return lambda tree: substitute(_called(tree, defined), symbols)


def _called(tree: Expression, defined: dict[str, Function]) -> Expression:
    """The tree with functions by their definitions."""
    tree = rebuilt(tree, lambda part: _called(part, defined))
    if not isinstance(tree, Call) or tree.function not in defined:
        return tree
    names, definition = definition_tree(defined[tree.function], tree.orders)
    return substitute(definition, dict(zip(map(Symbol, names), tree.arguments, strict=True)))


# --- g and Γ of kinetic energies that are given as expressions: circuits, T of the user --------

Pair = tuple[int, int]
Triple = tuple[int, int, int]
HALF = Fraction(1, 2)


def given_metric(part: Part, segments: Segments) -> dict[Pair, Expression]:
    """g_μν, μ ≥ ν, of a T that is at most quadratic in the velocities."""
    law = part.kind.law
    assert isinstance(law, Energies)
    T = segments.enter(part.law(law.kinetic))
    speeds = {i: Symbol(name, 1) for i, name in enumerate(segments.names) if i}
    used = [i for i, speed in speeds.items() if speed in symbols(T)]
    rest: dict[Symbol, Expression] = dict.fromkeys(speeds.values(), NOUGHT)
    slopes = {i: slope_of(T, speeds[i]) for i in used}
    g = {(i, j): slope_of(slopes[i], speeds[j]) for i in used for j in used if i >= j}
    g |= {(i, 0): segments.tidy(substitute(slopes[i], rest)) for i in used}
    g[0, 0] = product_of(Number(Fraction(2)), segments.tidy(substitute(T, rest)))
    return {pair: tree for pair, tree in g.items() if tree != NOUGHT}


def symbols_of_metric(g: Mapping[Pair, Expression], segments: Segments) -> dict[Triple, Quantity]:
    """Γ_ρμν = ½ (∂_ν g_ρμ + ∂_μ g_νρ − ∂_ρ g_μν) (30), ρ from 1, μ ≥ ν."""
    book, size = segments.book, len(segments.names)
    slopes: dict[tuple[Pair, int], Quantity] = {}
    for pair, tree in g.items():
        for index in segments.moving(tree):
            slopes[pair, index] = book.scalar(slope_of(tree, segments.symbol(index)))
    touched = sorted({i for pair, index in slopes for i in (*pair, index)})
    none = number(0)

    def slope(mu: int, nu: int, index: int) -> Quantity:
        return slopes.get(((max(mu, nu), min(mu, nu)), index), none)

    gamma: dict[Triple, Quantity] = {}
    for rho in (i for i in touched if 0 < i < size):
        for mu in touched:
            for nu in (i for i in touched if i <= mu):
                parts = (slope(rho, mu, nu), slope(nu, rho, mu), -slope(mu, nu, rho))
                value = scaled(number(HALF), sum_of(parts, Rank.SCALAR))
                if not value.is_zero:
                    gamma[rho, mu, nu] = value
    return gamma


# --- Conditions on the motion in vectors: Φ (C1), G and γ̄ (C2), γ̿ (C3) -----------------------


class Conditions:
    """The rows of all conditions, in the order of the reading, with numbers behind `others`."""

    def __init__(self, points: Points, others: int = 0) -> None:
        self.points, self.book, self.enter = points, points.book, points.segments.enter
        self.chain = Chain(points)
        self.measures = StructuredMeasures(points)
        self.measures.count = others

    def rows(self, constraint: Closure | Part) -> list[StructuredCondition]:
        """The conditions of a joint that is cut, or of an element.

        Raises LagrError for an element that this form does not cover.
        """
        self.measures.count += 1
        return (
            self._closure(constraint) if isinstance(constraint, Closure) else self._part(constraint)
        )

    def _closure(self, closure: Closure) -> list[StructuredCondition]:
        key = closure.key
        P = self.points.point(closure.child, closure.point_child, key)
        N = self.points.point(closure.parent, closure.point_parent, key)
        d = self.measures.named("d", minus(P.place, N.place), key, say("gap of {item}", item=""))
        self.book.draw(d, "way", N.place)
        return [
            self._offset(closure, P, N, d, condition)
            if isinstance(condition, Offset)
            else self._angle(closure, N, condition)
            for condition in closure.conditions
        ]

    def _offset(
        self, closure: Closure, P: Point, N: Point, d: Quantity, offset: Offset
    ) -> StructuredCondition:
        key, made = closure.key, self.chain.of_slopes
        if not offset.in_parent:
            n = self.measures.direction(
                self.book.components(self.points.entered(offset.direction)), key, N.place
            )
            span = Span(self.points, P, N)
            return made(
                key,
                dot(d, n),
                lambda i: dot(span.slope(i), n),
                dot(span.rate, n),
                dot(span.second, n),
            )
        across = self.points.direction(closure.parent, offset.direction)
        n = self.measures.direction(across, key, N.place)
        seen = Seen(self.points, P.segment, N.segment)

        def slope(index: int) -> Quantity:
            return dot(self.points.relative(P.segment, N.segment, P.place, index), n)

        return made(key, dot(d, n), slope, dot(seen.velocity(P), n), dot(seen.acceleration(P), n))

    def _angle(self, closure: Closure, at: Point, angle: Angle) -> StructuredCondition:
        u = self.measures.direction(
            self.points.direction(closure.parent, angle.u), closure.key, at.place
        )
        v = self.measures.direction(
            self.points.direction(closure.child, angle.v), closure.key, at.place
        )
        child, parent = self.points.segment(closure.child), self.points.segment(closure.parent)
        seen = Seen(self.points, child, parent)
        phi = minus(dot(u, v), self.book.scalar(self.enter(angle.cosine)))

        def slope(index: int) -> Quantity:
            return dot(u, cross(self.points.turning(child, parent, index), v))

        return self.chain.of_slopes(
            closure.key, phi, slope, dot(u, seen.turned(v)), dot(u, seen.turned_twice(v))
        )

    def _part(self, part: Part) -> list[StructuredCondition]:
        law = part.kind.law
        assert isinstance(law, Condition)
        texts = law.position
        if law.chosen:
            texts = tuple(texts["xyz".index(letter)] for letter in part.value(law.chosen))
        names = {s.name for text in (*texts, *law.velocity) for s in symbols(read(text))}
        if isinstance(part.kind.geometry, Conductor):
            return [
                self.chain.of_positions(part.key, self.enter(part.law(t)), []) for t in texts
            ] + [
                self.chain.of_velocities(part.key, self.enter(part.law(t)), [])
                for t in law.velocity
            ]
        places, measures = self.measures.of_condition(part, names)
        on = [(text, self.chain.of_positions) for text in texts]
        on += [(text, self.chain.of_velocities) for text in law.velocity]
        rows: list[StructuredCondition] = []
        for text, made in on:
            tree = law_of(part, text, places, self.enter)
            used = [m for m in measures if m.name in symbols(tree)]
            rows.append(made(part.key, tree, used))
        return rows
