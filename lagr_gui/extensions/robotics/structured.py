"""The matrices and Jacobians in the structured form: short lines in vectors."""

from __future__ import annotations

from collections.abc import Iterable

from lagr_gui.expression import Symbol
from lagr_gui.extensions.robotics.inertial import PAIRS, STEMS
from lagr_gui.extensions.robotics.regressor import Inertias
from lagr_gui.extensions.robotics.transfers import TEN
from lagr_gui.foundation.message import Message, say
from lagr_gui.mechanics.sheets.sheet import Entry, Term
from lagr_gui.mechanics.structured import Structured
from lagr_gui.mechanics.structured.quantity import (
    Quantity,
    Rank,
    apply,
    cross,
    dot,
    plus,
    scaled,
    total,
)
from lagr_gui.mechanics.trees import IDENTITY

Line = list[tuple[Quantity, tuple[str, ...]]]


def structured_entries(structured: Structured) -> Iterable[Entry]:
    """M, C (Christoffel's), d, g, Q and W, only what differs from zero."""
    for (mu, nu), line in structured.g.items():
        for i, j in sorted({(mu, nu), (nu, mu)}):
            if min(mu, nu):
                yield _entry("M", (i, j), list(line), "17")
    for (rho, nu), line in sorted(_coriolis(structured).items()):
        if not total((part for part, _ in line), Rank.SCALAR).is_zero:
            yield _entry("C" if nu else "d", (rho, nu) if nu else (rho,), line, "30")
    yield from _forces(structured)
    shown = (row for row in structured.rows if row.G and not row.own)
    for s, row in enumerate(shown, start=1):
        for rho, slope in row.G.items():
            if not slope.is_zero:
                yield _entry("W", (s, rho), [(slope, (row.source,))], "C2")


def _coriolis(structured: Structured) -> dict[tuple[int, int], Line]:
    """C_ρν = Γ_ρμν q̇^μ, ρ = 1 … f, ν = 0 … f."""
    C: dict[tuple[int, int], Line] = {}
    for (rho, mu, nu), line in structured.gamma.items():
        for speed, column in {(mu, nu), (nu, mu)}:
            rate = structured.points.rate_of(speed)
            C.setdefault((rho, column), []).extend((scaled(rate, q), keys) for q, keys in line)
    return C


def _forces(structured: Structured) -> Iterable[Entry]:
    """g of the weights, and Q of the elements."""
    weights = structured.inertia.weights(structured.gravity)
    for rho, weight in weights.items():
        if not weight.is_zero:
            keys = structured.inertia.keys(rho)
            yield _entry("g", (rho,), [(-weight, keys)], "27")
    for rho in weights:
        line = [(e.Q[rho], (key,)) for key, e in structured.effects.items() if rho in e.Q]
        if not total((part for part, _ in line), Rank.SCALAR).is_zero:
            yield _entry("Q", (rho,), line, "27")


def _entry(symbol: str, indices: tuple[int, ...], line: Line, equation: str) -> Entry:
    terms = [Term(tree, keys) for quantity, keys in line for tree in quantity.trees]
    return Entry(symbol, indices, tuple(terms), equation)


def structured_jacobian(structured: Structured, body: int, place: Quantity) -> Iterable[Entry]:
    """Columns of J_v and J_w as vectors in space axes, one entry for each coordinate."""
    points = structured.points
    segment, ground = points.segment(body), structured.segments.all[0]
    for nu in range(structured.size):
        columns = {
            "J_v": points.relative(segment, ground, place, nu),
            "J_w": points.turning(segment, ground, nu),
        }
        for symbol, column in columns.items():
            if not column.is_zero:
                yield _entry(symbol, (nu,), [(column, (f"body:{body}",))], "20")


def structured_regressor(structured: Structured, inertias: Inertias) -> Iterable[Entry]:
    """Y_B by coordinate and base parameter: products of the vectors of each body."""
    columns: dict[int, BodyColumns] = {}
    for rho in range(1, structured.size):
        for column, k in enumerate(inertias.stays, start=1):
            body = inertias.transfers.bodies[k // TEN]
            if body not in columns:
                columns[body] = BodyColumns(structured, inertias, body)
            value = columns[body].entry(rho, STEMS[k % TEN])
            if not value.is_zero:
                yield _entry("Y", (rho, column), [(value, (f"body:{body}",))], "29")


class BodyColumns:
    """The columns of one body.

    With ω, α and a (less gravity) of its point and the partial velocities w and u:
    u·a for m, u × α + (u × ω) × ω + a × w along an axis for m c, and
    wᵢ αⱼ + (w × ω)ᵢ ωⱼ, symmetric in i and j, for J.
    """

    def __init__(self, structured: Structured, inertias: Inertias, body: int) -> None:
        self.structured, self.book, self.body = structured, structured.book, body
        points = structured.points
        local = inertias.transfers.places[body].point
        self.point = points.point(body, local, f"body:{body}")
        self.segment, self.ground = points.segment(body), structured.segments.all[0]
        seat = structured.segments.seats[body]
        vectors = (
            apply(seat.A, structured.book.components(points.entered(axis))) for axis in IDENTITY
        )
        self.axes = [
            self._named("b", (body, letter), vector, say("axis of body {n}", n=body))
            for letter, vector in zip("xyz", vectors, strict=True)
        ]
        rates, indices = points.rates(self.segment), range(1, structured.size)
        second = [self.book.scalar(Symbol(structured.segments.names[i], 2)) for i in indices]
        turned = [scaled(f, self.turning(i)) for f, i in zip(second, indices, strict=True)]
        moved = [scaled(f, self.moving(i)) for f, i in zip(second, indices, strict=True)]
        self.omega = rates.omega
        alpha, a = plus(rates.alpha, *turned), plus(points.acceleration(self.point), *moved)
        heavy = {b.number: b.gravity for b in structured.reading.bodies}[body]
        if heavy:
            a = plus(a, -structured.gravity)
        words = say("angular acceleration of body {n}", n=body)
        self.alpha = self._named("alphaB", (body,), alpha, words)
        words = say("acceleration of the point of body {n}, less gravity", n=body)
        self.a = self._named("aB", (body,), a, words)
        self.levers: dict[int, Quantity] = {}

    def turning(self, rho: int) -> Quantity:
        """The partial angular velocity."""
        return self.structured.points.turning(self.segment, self.ground, rho)

    def moving(self, rho: int) -> Quantity:
        """The partial velocity of the point."""
        points = self.structured.points
        return points.relative(self.segment, self.ground, self.point.place, rho)

    def entry(self, rho: int, stem: str) -> Quantity:
        """Y_ρ of one parameter."""
        if stem == "M":
            return dot(self.moving(rho), self.a)
        if stem.startswith("M"):
            return dot(self.axes["xyz".index(stem[1].lower())], self._lever(rho))
        i, j = PAIRS[STEMS.index(stem)]
        pairs = [(i, j)] if i == j else [(i, j), (j, i)]
        return total((part for pair in pairs for part in self._turned(rho, *pair)), Rank.SCALAR)

    def _turned(self, rho: int, i: int, j: int) -> Iterable[Quantity]:
        w = self.turning(rho)
        for left, right in ((w, self.alpha), (cross(w, self.omega), self.omega)):
            yield scaled(dot(self.axes[i], left), dot(self.axes[j], right))

    def _lever(self, rho: int) -> Quantity:
        if rho not in self.levers:
            u, w = self.moving(rho), self.turning(rho)
            spun = cross(cross(u, self.omega), self.omega)
            lever = plus(cross(u, self.alpha), spun, cross(self.a, w))
            words = say("effect of the first moment of body {n} on {q}", n=self.body, q=rho)
            self.levers[rho] = self._named("L", (rho, self.body), lever, words)
        return self.levers[rho]

    def _named(
        self, stem: str, indices: tuple[int | str, ...], quantity: Quantity, words: Message
    ) -> Quantity:
        return self.book.define(stem, indices, quantity, words)
