"""Beams: x = o + φ_α(ξ) W_α with vectors W_α of the amplitudes, fixed axes at the root o (E1).

To motions that carry its root a beam is a body whose moments depend on amplitudes,

    m = M J_00,   s = M J_α0 W_α,   B = M J_αβ W_α W_βᵀ,   J_αβ = ∫φ_α φ_β dξ,   α, β ≥ 1.

An amplitude moves it by the field φ_α U_α, U_α = ∂_i W_α, of which are needed

    s_i = M J_α0 U_α,   N_i = M J_αβ W_α U_βᵀ,   M J_αβ U_α·U_β,   M J_αβ U_α × U_β.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lagr_gui.expression import Expression
from lagr_gui.foundation.message import Message, say
from lagr_gui.mechanics.reading import ElasticBody
from lagr_gui.mechanics.sheets.sheet import BeamCurve
from lagr_gui.mechanics.structured.book import item
from lagr_gui.mechanics.structured.composites import Whole
from lagr_gui.mechanics.structured.laws import is_single
from lagr_gui.mechanics.structured.laws import slope as slope_of
from lagr_gui.mechanics.structured.quantity import (
    Quantity,
    Rank,
    apply,
    cross,
    dot,
    minus,
    nothing,
    plus,
    scaled,
    trace,
    transpose,
)
from lagr_gui.mechanics.structured.segments import FixedFrame, Segment, Segments
from lagr_gui.mechanics.trees import NOUGHT, Rows, Trees, crossed_entry, dotted, total
from lagr_gui.mechanics.trees import scaled as product_of

Strands = tuple[Trees, ...]
"""W_α or U_α for α = 1, 2 …, in the axes at the root."""


@dataclass(frozen=True, eq=False)
class BendingMode:
    """The field of velocity of one amplitude along its beam."""

    beam: BentBeam
    strands: Strands
    label: str
    static: Quantity
    mixed: Quantity

    @property
    def segment(self) -> Segment:
        """The segment in which the root is fixed."""
        return self.beam.segment

    def power(self, vector: Quantity, arm: Quantity | None) -> Quantity:
        """∫ v·u dm for v = w × (r + y), or without an arm r for a constant v."""
        if arm is None:
            return dot(vector, self.static)
        return plus(dot(cross(vector, arm), self.static), dot(vector, self.beam.moment_of(self)))

    def gyration(self, vector: Quantity, arm: Quantity | None) -> Quantity:
        """∫ u × v dm: s_i × (w × r) + tr N_i w − N_i w."""
        if arm is None:
            return cross(self.static, vector)
        spun = minus(scaled(trace(self.mixed), vector), apply(self.mixed, vector))
        return plus(cross(self.static, cross(vector, arm)), spun)


class BentBeam:
    """One beam."""

    def __init__(self, segments: Segments, body: ElasticBody, count: int) -> None:
        self.segments, self.book, self.body, self.count = segments, segments.book, body, count
        self.seat: FixedFrame = segments.walk(segments.seats[body.root], body.steps)
        self.segment = segments.all[self.seat.segment]
        self.heavy = body.beam.gravity
        self.mass_tree = segments.enter(body.beam.mass)
        self.strands: Strands = tuple(self._entered(w) for w in body.beam.vectors)
        self.J = body.beam.basis.moments
        meaning = say("root of the beam {item}", item=item(body.key))
        place = segments.position(self.seat)
        self.root = self.book.define("o", (count,), place, meaning, (body.key,))
        self.book.draw(self.root, "point")
        names = {symbol.name for symbol in body.beam.amplitudes}
        self.modes = {
            index: self._mode(self._slopes(self.strands, index), str(index))
            for index, name in enumerate(segments.names)
            if name in names
        }
        self._seconds: dict[tuple[int, int], BendingMode] = {}
        self._moments: dict[str, Quantity] = {}

    def whole(self) -> Whole:
        """The beam as a body that motions carry."""
        mass = self._named(
            "mbeam",
            self.book.scalar(self._tidy(product_of(self.mass_tree, self.J[0, 0]))),
            (),
            say("mass of {item}", item=""),
        )
        moment = self._named(
            "sbeam", self._static(self.strands), (), say("first moment of {item}", item="")
        )
        binet = self._named(
            "Bbeam",
            self._tensor(self.strands, self.strands),
            (),
            say("Binet tensor of {item}", item=""),
        )
        weight = mass, moment
        none = nothing(Rank.SCALAR), nothing(Rank.VECTOR)
        return Whole(
            self.root, mass, moment, binet, weight if self.heavy else none, (self.body.key,)
        )

    @property
    def curve(self) -> BeamCurve:
        """The line of its points, as a function of ξ."""
        beam, enter = self.body.beam, self.segments.enter
        trees = [shape.u.tree for shape in beam.basis.shapes]
        shapes = tuple(self._tidy(tree) for tree in trees if tree is not None)
        return BeamCurve(
            beam=str(self.count),
            key=self.body.key,
            axis=beam.axis,
            across=beam.across,
            length=enter(beam.length),
            density=enter(beam.density),
            amplitudes=tuple(symbol.name for symbol in beam.amplitudes),
            shapes=shapes if len(shapes) == len(trees) else (),
            shortens=bool(beam.basis.pairs),
            axes=None if self.seat.A.is_unit else self.seat.A.tree,
        )

    def second(self, mu: int, nu: int) -> BendingMode:
        """The field of ∂_μ ∂_ν W_α."""
        key = max(mu, nu), min(mu, nu)
        if key not in self._seconds:
            strands = self._slopes(self.modes[key[0]].strands, key[1])
            self._seconds[key] = self._mode(strands, f"{key[0]}_{key[1]}")
        return self._seconds[key]

    def product(self, a: BendingMode, b: BendingMode) -> Quantity:
        """M J_αβ U_α·U_β, which goes by a name unless it is a single term."""
        tree = self._tidy(self._pairs(lambda i, j: dotted(a.strands[i], b.strands[j])))
        made = self.book.scalar(tree)
        if is_single(tree):
            return made
        words = say("inertia of {item} by two amplitudes", item="")
        return self._named("gbeam", made, (a.label, b.label), words)

    def cross_product(self, a: BendingMode, b: BendingMode) -> Quantity:
        """∫ v_b × v_a dm"""
        words = say("gyration of {item} by two amplitudes", item="")
        made = self._crossed(b.strands, a.strands)
        return self._named("hbeam", made, (a.label, b.label), words)

    def moment_of(self, mode: BendingMode) -> Quantity:
        """∫ y × u dm"""
        if mode.label not in self._moments:
            made = self._crossed(self.strands, mode.strands)
            words = say("angular momentum of {item} by its amplitude", item="")
            self._moments[mode.label] = self._named("kbeam", made, (mode.label,), words)
        return self._moments[mode.label]

    def _mode(self, strands: Strands, label: str) -> BendingMode:
        static = self._named(
            "sbeam",
            self._static(strands),
            (label,),
            say("slope of the first moment of {item}", item=""),
        )
        mixed = self._named(
            "Nbeam",
            self._tensor(self.strands, strands),
            (label,),
            say("half the slope of the Binet tensor of {item}", item=""),
        )
        return BendingMode(self, strands, label, static, mixed)

    def _named(
        self, stem: str, quantity: Quantity, labels: tuple[str, ...], words: Message
    ) -> Quantity:
        meaning, key = words.with_values(item=item(self.body.key)), self.body.key
        return self.book.define(stem, (self.count, *labels), quantity, meaning, (key,))

    def _entered(self, trees: Trees) -> Trees:
        first, second, third = (self._tidy(self.segments.enter(tree)) for tree in trees)
        return first, second, third

    def _slopes(self, strands: Strands, index: int) -> Strands:
        q = self.segments.symbol(index)
        return tuple((slope_of(x, q), slope_of(y, q), slope_of(z, q)) for x, y, z in strands)

    def _tidy(self, tree: Expression) -> Expression:
        return self.segments.tidy(tree)

    def _pairs(self, entry: Callable[[int, int], Expression]) -> Expression:
        """M J_αβ of an entry made of two strands."""
        weighted = [(J, entry(a - 1, b - 1)) for (a, b), J in self.J.items() if a and b]
        terms = [product_of(J, tree) for J, tree in weighted if tree != NOUGHT]
        return product_of(self.mass_tree, total(terms)) if terms else NOUGHT

    def _crossed(self, a: Strands, b: Strands) -> Quantity:
        """M J_αβ a_α × b_β"""
        return self._vector(
            [self._pairs(lambda i, j, k=k: crossed_entry(a[i], b[j], k)) for k in range(3)]
        )

    def _static(self, strands: Strands) -> Quantity:
        """M J_α0 W_α"""
        weighted = [(J, strands[a - 1]) for (a, b), J in self.J.items() if a and not b]
        entries = [total([product_of(J, w[k]) for J, w in weighted]) for k in range(3)]
        return self._vector([product_of(self.mass_tree, entry) for entry in entries])

    def _vector(self, entries: list[Expression]) -> Quantity:
        first, second, third = map(self._tidy, entries)
        return apply(self.seat.A, self.book.components((first, second, third)))

    def _tensor(self, first: Strands, second: Strands) -> Quantity:
        """M J_αβ W_α U_βᵀ in space."""
        rows: Rows = tuple(  # type: ignore[assignment]
            tuple(
                self._tidy(
                    self._pairs(lambda i, j, m=m, n=n: product_of(first[i][m], second[j][n]))
                )
                for n in range(3)
            )
            for m in range(3)
        )
        A = self.seat.A
        inner = self.book.entries(rows)
        return apply(apply(A, inner), transpose(A)) if not inner.is_zero else inner
