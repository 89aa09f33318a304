"""M(q) q̈ + C(q, q̇) q̇ + d + g(q) = Q + Wᵀ λ: Lagrange's equations as matrices.

    M_ρν = g_ρν,   g_ρ = ∂U/∂q^ρ of the weights,   W = G of the conditions (C2)

There are many C with C q̇ = Γ_ρμν q̇^μ q̇^ν.  Both that are offered have Ṁ = C + Cᵀ, so that
Ṁ − 2 C is skew.  Christoffel's is C_ρν = Γ_ρμν q̇^μ (30).  That by bodies is

    C = Σ M_b Jᵀ J̇ + Sᵀ θ̄ Ṡ − Sᵀ [θ̄ω]× S,

J of the centre of mass and S of the angular velocity in body axes.  The column of time is d:
what prescribed motions add, C_ρ0 q̇⁰.  That N = Ṁ − 2 C is skew is computed for each system.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from lagr_gui.algebra import Canonical
from lagr_gui.expression import Expression, Number
from lagr_gui.foundation.showing import Shown
from lagr_gui.mechanics.closed import Closed, Parts, add, beam_weight, nonzero
from lagr_gui.mechanics.closed.kinematics import Matrix, Vector
from lagr_gui.mechanics.reading import RigidBody
from lagr_gui.mechanics.sheets.arranged import Show
from lagr_gui.mechanics.sheets.sheet import Entry, Sheet
from lagr_gui.mechanics.vectors import apply, cross, dot, plus

CHRISTOFFEL, BODIES = "christoffel", "bodies"

CORIOLIS = (CHRISTOFFEL, BODIES)
"""The choices of C."""

Table = dict[tuple[int, ...], Parts]
Tree = Expression
NOUGHT: Expression = Number(Fraction(0))


@dataclass(frozen=True)
class Matrices(Shown):
    """M q̈ + C q̇ + d + g = Q + Wᵀ λ for f coordinates and m conditions.

    `sheet` holds what differs from zero: entries ``M``, ``C`` and ``W`` with two indices from
    1 (of W the condition comes first), ``d``, ``g`` and ``Q`` with one, each with its terms and
    sources, and the definitions of names that they use; of small systems also ``N`` = Ṁ − 2 C.
    `skew` tells whether N + Nᵀ was found to be 0; None where nothing is multiplied out.
    """

    sheet: Sheet
    coriolis: str
    conditions: int
    skew: bool | None = None

    @property
    def coordinates(self) -> tuple[str, ...]:
        """The names of the coordinates."""
        return self.sheet.coordinates

    def of(self, symbol: str) -> dict[tuple[int, ...], Entry]:
        """The entries of one matrix by their indices."""
        return {entry.indices: entry for entry in self.sheet.of(symbol)}

    @property
    def M(self) -> tuple[tuple[Tree, ...], ...]:
        """The mass matrix (f, f)."""
        return self._square("M", len(self.coordinates))

    @property
    def C(self) -> tuple[tuple[Tree, ...], ...]:
        """The Coriolis matrix (f, f)."""
        return self._square("C", len(self.coordinates))

    @property
    def W(self) -> tuple[tuple[Tree, ...], ...]:
        """The Jacobian of the conditions (m, f)."""
        return self._square("W", self.conditions)

    @property
    def d(self) -> tuple[Tree, ...]:
        """What prescribed motions add (f,)."""
        return self._column("d")

    @property
    def g(self) -> tuple[Tree, ...]:
        """The gravity vector (f,)."""
        return self._column("g")

    @property
    def Q(self) -> tuple[Tree, ...]:
        """Generalised forces of all but weights (f,)."""
        return self._column("Q")

    def _square(self, symbol: str, height: int) -> tuple[tuple[Tree, ...], ...]:
        entries, size = self.of(symbol), len(self.coordinates)
        return tuple(
            tuple(tree_of(entries.get((i, j))) for j in range(1, size + 1))
            for i in range(1, height + 1)
        )

    def _column(self, symbol: str) -> tuple[Tree, ...]:
        entries = self.of(symbol)
        return tuple(tree_of(entries.get((i,))) for i in range(1, len(self.coordinates) + 1))


def tree_of(entry: Entry | None) -> Tree:
    """A result, zero where there is none."""
    return NOUGHT if entry is None else entry.tree


SMALL = 4
"""Up to so many coordinates Ṁ − 2 C is shown."""


def rate_less_coriolis(closed: Closed, tables: Mapping[str, Table]) -> tuple[Table, bool]:
    """N = Ṁ − 2 C by contributors, and whether N + Nᵀ = 0."""
    rate, N = closed.kinematics.rate, dict[tuple[int, ...], Parts]()
    for pair in tables["M"].keys() | tables["C"].keys():
        own = {key: rate(value) for key, value in tables["M"].get(pair, {}).items()}
        for key, value in tables["C"].get(pair, {}).items():
            add(own, key, value * -2)
        N[pair] = nonzero(own)
    none: Parts = {}
    sums = (
        closed.algebra.add([*own.values(), *N.get(pair[::-1], none).values()])
        for pair, own in N.items()
    )
    return {pair: own for pair, own in N.items() if own}, all(value.is_zero for value in sums)


def tables_of(closed: Closed, coriolis: str) -> dict[str, Table]:
    """All matrices by contributors."""
    metric, size = closed.metric, closed.size
    g = {**metric.g_parts, **{(nu, mu): p for (mu, nu), p in metric.g_parts.items()}}
    C = christoffel(closed, metric.gamma_parts)
    if coriolis == BODIES:
        C = by_bodies(closed, C)
    weights, forces = _split(closed)
    constraints = closed.constraints
    return {
        "M": {pair: parts for pair, parts in g.items() if min(pair) > 0},
        "C": {pair: parts for pair, parts in C.items() if pair[1]},
        "d": {(rho,): C[rho, 0] for rho in range(1, size) if (rho, 0) in C},
        "g": weights,
        "Q": forces,
        "W": {
            (s, rho): {constraints.rows[i].source: slope}
            for s, i in enumerate(constraints.shown, start=1)
            for rho, slope in constraints.G[i].items()
        },
    }


def entries_of(closed: Closed, coriolis: str, show: Show) -> tuple[tuple[Entry, ...], bool]:
    """What differs from zero, as it is shown, and whether Ṁ − 2 C is skew."""
    numbers = {"M": "17", "C": "30", "N": "30", "d": "30", "g": "27", "Q": "27", "W": "C2"}
    tables = tables_of(closed, coriolis)
    N, skew = rate_less_coriolis(closed, tables)
    if closed.size <= SMALL + 1:
        tables["N"] = N
    entries = (
        entry
        for symbol, table in tables.items()
        for entry in show.entries(symbol, table, numbers[symbol])
    )
    return tuple(entries), skew


def christoffel(closed: Closed, gamma: Mapping[tuple[int, int, int], Parts]) -> Table:
    """C_ρν = Γ_ρμν q̇^μ, ρ = 1 … f, ν = 0 … f."""
    velocity, C = closed.kinematics.velocity, dict[tuple[int, ...], Parts]()
    for (rho, mu, nu), parts in gamma.items():
        for speed, column in {(mu, nu), (nu, mu)}:
            entry = C.setdefault((rho, column), {})
            for key, value in parts.items():
                add(entry, key, value * velocity(speed))
    return {pair: nonzero(parts) for pair, parts in C.items()}


def by_bodies(closed: Closed, C: Table) -> Table:
    """Christoffel's C with that of each rigid body in the place of what turns in it."""
    table: Table = {pair: dict(parts) for pair, parts in C.items()}
    for body in closed.reading.bodies:
        turning = Turning(closed, body)
        for pair, value in turning.table().items():
            table.setdefault(pair, {})[body.key] = value
    return {pair: parts for pair, by_key in table.items() if (parts := nonzero(by_key))}


class Turning:
    """C of one rigid body: M Jᵀ J̇ + Sᵀ θ̄ Ṡ − Sᵀ [θ̄ω]× S."""

    def __init__(self, closed: Closed, body: RigidBody) -> None:
        self.closed, self.body = closed, body
        self.kinematics = closed.kinematics
        self.stations = self.kinematics.stations(body.number)
        self.spins = {mu: self._spin(mu) for mu in self.stations}
        rows = [self.kinematics.vector(row) for row in body.theta_bar]
        self.theta_bar: Matrix = (rows[0], rows[1], rows[2])

    def table(self) -> dict[tuple[int, int], Canonical]:
        """C_ρν, ρ = 1 … f, ν = 0 … f."""
        sliding = christoffel(
            self.closed,
            {
                index: {self.body.key: value}
                for index, value in self.closed.metric.christoffel(self._sliding()).items()
            },
        )
        zero = self.closed.algebra.zero
        return {
            (rho, nu): sliding.get((rho, nu), {}).get(self.body.key, zero) + self._turning(rho, nu)
            for rho in self.stations
            for nu in self.stations
            if rho
        }

    def _spin(self, mu: int) -> Vector:
        """w_μ in body axes, the axial vector of E ∂_μ Eᵀ."""
        station = self.stations[mu] if self.kinematics.is_skew else None
        E, _ = self.kinematics.seen_from(station, self.body.number)
        dE, _ = self.kinematics.slopes(self.body.number, mu, station)
        return dot(E[2], dE[1]), dot(E[0], dE[2]), dot(E[1], dE[0])

    def _turning(self, rho: int, nu: int) -> Canonical:
        S_rho, S_nu = self.spins[rho], self.spins[nu]
        rate = self.kinematics.rate
        changed = rate(S_nu[0]), rate(S_nu[1]), rate(S_nu[2])
        moment = cross(S_nu, apply(self.theta_bar, self._omega))
        return dot(S_rho, plus(apply(self.theta_bar, changed), moment))

    @cached_property
    def _omega(self) -> Vector:
        omega = self.kinematics.nowhere
        for mu, (a, b, c) in self.spins.items():
            speed = self.kinematics.velocity(mu)
            omega = plus(omega, (a * speed, b * speed, c * speed))
        return omega

    def _sliding(self) -> dict[tuple[int, int], Canonical]:
        """M ∂_μ x·∂_ν x, μ ≥ ν."""
        kinematics, M = self.kinematics, self.kinematics.value(self.body.mass)
        products: dict[tuple[int, int], Canonical] = {}
        for mu in self.stations:
            for nu in (index for index in self.stations if index <= mu):
                pair = self.stations[mu], self.stations[nu]
                station = min(*pair, key=kinematics.order) if kinematics.is_skew else None
                dx_mu, dx_nu = (
                    kinematics.slopes(self.body.number, index, station)[1] for index in (mu, nu)
                )
                products[mu, nu] = M * dot(dx_mu, dx_nu)
        return nonzero(products)


def _split(closed: Closed) -> tuple[Table, Table]:
    """g_ρ of the weights of bodies and beams, and Q_ρ of all others."""
    bodies = {body.key for body in closed.reading.bodies}
    lifted = {beam.key: beam_weight(closed.kinematics, beam) for beam in closed.reading.beams}
    g: Table = {}
    Q: Table = {}
    for rho, parts in closed.Q_parts.items():
        g[rho,] = {key: -value for key, value in parts.items() if key in bodies}
        Q[rho,] = {key: value for key, value in parts.items() if key not in bodies}
        for key, U in lifted.items():
            slope = U.derivative(closed.kinematics.symbols[rho])
            add(g[rho,], key, slope)
            add(Q[rho,], key, slope)
    return {i: nonzero(p) for i, p in g.items()}, {i: nonzero(p) for i, p in Q.items()}
