"""The linear equations in closed form: matrices as expressions, with the sources of each term."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from lagr_gui.algebra import Canonical
from lagr_gui.expression import Expression, Number, Spelling, Symbol, substitute, write
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.foundation.showing import Shown
from lagr_gui.kernel import compile_kernel
from lagr_gui.mechanics.closed import Closed, Parts, add, nonzero
from lagr_gui.mechanics.linear.inputs import Inputs
from lagr_gui.mechanics.reading import Reading
from lagr_gui.mechanics.scope import Scope
from lagr_gui.mechanics.sheets.arranged import Show
from lagr_gui.mechanics.sheets.balance import multiplier
from lagr_gui.mechanics.sheets.directions import assuming, directions, signs_in
from lagr_gui.mechanics.sheets.sheet import Entry
from lagr_gui.mechanics.state import State

Table = dict[tuple[int, ...], Parts]
Replace = Callable[[Canonical], Canonical]
NumbersAt = Callable[[Mapping[Symbol, Expression]], Mapping[str, float]]
"""The numbers of parameters and coordinates at a place, by name; none where it has none."""


@dataclass(frozen=True)
class SymbolicLinearization(Shown):
    """M δq̈ + (D + G) δq̇ + (K + N) δq = B u + Jᵀ δλ at q̈ = 0; only entries different from zero.

    Under conditions J δq = 0 for those on positions, J δq̇ + J_q δq = 0 for those on velocities;
    `on_positions` says which a row is.  K and N hold λ_s, the multiplier of row s at the place.

    `at` holds positions and velocities as expressions.  Entries have the symbols ``M``, ``D``,
    ``G``, ``K``, ``N``, ``B``, ``J`` and ``J_q`` with two indices from 1, and with one ``r``,
    what must vanish so that the place is an equilibrium, ``phi`` and ``psi``, what must vanish
    so that positions and velocities meet condition s.  `deviation` is the largest difference
    from the numeric matrices, relative to the largest entry of each, where the place has a
    numeric value.
    """

    title: str
    coordinates: tuple[str, ...]
    at: tuple[tuple[Symbol, Expression], ...]
    inputs: tuple[str, ...]
    entries: tuple[Entry, ...]
    on_positions: tuple[bool, ...] = ()
    notes: tuple[str, ...] = ()
    deviation: float | None = None

    def of(self, symbol: str) -> dict[tuple[int, ...], Entry]:
        """The entries of one matrix by their indices."""
        return {entry.indices: entry for entry in self.entries if entry.symbol == symbol}


def symbolic_linearization(
    closed: Closed,
    inputs: Inputs,
    at: Mapping[Symbol, Expression],
    form: str = "shortest",
    special: Replace = lambda value: value,
    numbers_at: NumbersAt = lambda place: {},
) -> SymbolicLinearization:
    """Differentiate g, Γ, Q and the conditions of the closed form and insert a place.

    Velocities that `at` does not name are zero, and so are coordinates; under conditions, which
    zero need not meet, these stay general.  Where signs are left, as of a length along a line,
    they are those that `numbers_at` the place tell, and a note says so.  Raises LagrError where
    a value has no limit there (a spring of length zero), and for inputs that act by their rates.
    """
    _check_inputs(closed, inputs)
    names = closed.reading.coordinates
    still: Expression = Number(Fraction(0))
    rows = closed.constraints.shown
    rest = {Symbol(name): Symbol(name) if rows else still for name in names}
    place = rest | {Symbol(name, 1): still for name in names} | dict(at)
    gone = {Symbol(s): still for s in inputs.sources if s not in inputs.names}

    def insert(value: Canonical) -> Canonical:
        return special(value).substitute(place | gone, {})

    typed = closed.reading.typed.also(Spelling.of(at.values()))
    show = Show(form, insert, typed)
    r = _residuals(closed)
    P = _slopes(r, [Symbol(name, 1) for name in names])
    S = _slopes(r, [Symbol(name) for name in names])
    B = _slopes(r, [Symbol(source) for source in inputs.sources], sign=-1)
    M = {**closed.metric.g_parts, **{(b, a): p for (a, b), p in closed.metric.g_parts.items()}}
    tables = {
        "M": {pair: parts for pair, parts in M.items() if min(pair) > 0},
        "D": _combined(P, 1),
        "G": _combined(P, -1),
        "K": _combined(S, 1),
        "N": _combined(S, -1),
        "B": B,
        "r": {(rho,): parts for rho, parts in r.items()},
        **_condition_tables(closed),
    }
    every = [
        show.after(value)
        for table in tables.values()
        for p in table.values()
        for value in p.values()
    ]
    signed = {"": [value for value in every if signs_in(value)]}
    known = (
        [own for own in directions(signed, numbers_at(place)) if own.known] if signed[""] else []
    )
    if known:
        assumed = assuming(known)
        show = Show(form, lambda value: assumed(insert(value)), typed)
    entries: list[Entry] = []
    for symbol, table in tables.items():
        entries += show.entries(symbol, table, "29")
    slow = [n for n, s in zip(inputs.names, inputs.sources, strict=True) if s in inputs.slow]
    notes = [
        *(say("The input {name} is taken as changing slowly.", name=name) for name in slow),
        *(say("Assumed, as it is at this place: {tree} > 0", tree=write(d.tree)) for d in known),
    ]
    return SymbolicLinearization(
        title=inputs.model.name,
        coordinates=names,
        at=tuple(place.items()),
        inputs=inputs.names,
        entries=tuple(entries),
        on_positions=tuple(closed.constraints.rows[i].on_positions for i in rows),
        notes=tuple(notes),
    )


def entry_values(
    reading: Reading,
    entries: Sequence[Entry],
    values: Mapping[str, float],
    state: State,
    multipliers: Sequence[float] = (),
) -> Array:
    """The numbers (n,) of entries, for λ_s of the rows that are shown.

    Raises LagrError for functions without a value.
    """
    scope = Scope(reading)
    lambdas: dict[Symbol, Expression] = {
        multiplier(s): Number(Fraction(value)) for s, value in enumerate(multipliers, start=1)
    }
    nodes = [scope.node(substitute(entry.tree, lambdas)) for entry in entries]
    outputs = {"entries": nodes}
    kernel = compile_kernel(scope.program, scope.state, scope.parameters, outputs, "python")
    bound = kernel.bind(list(values.values()))
    return bound(np.array([state.t, *state.q, *state.qd]))["entries"]


def _residuals(closed: Closed) -> dict[int, Parts]:
    """Γ_ρμν q̇^μ q̇^ν − Q_ρ − λ_s G_sρ by body, joint and element."""
    r: dict[int, Parts] = {rho: {} for rho in range(1, closed.size)}
    for (rho, mu, nu), parts in closed.metric.gamma_parts.items():
        speeds = closed.kinematics.velocity(mu) * closed.kinematics.velocity(nu)
        for key, value in parts.items():
            add(r[rho], key, value * speeds * (1 if mu == nu else 2))
    for rho, parts in closed.Q_parts.items():
        for key, value in parts.items():
            add(r[rho], key, -value)
    constraints = closed.constraints
    for s, i in enumerate(constraints.shown, start=1):
        force = closed.algebra.symbol(multiplier(s))
        for rho, slope in constraints.G[i].items():
            add(r[rho], constraints.rows[i].source, -slope * force)
    return r


def _condition_tables(closed: Closed) -> dict[str, Table]:
    """J = G of the conditions, ∂ψ/∂q of those on velocities, and what the place must meet."""
    constraints, symbols = closed.constraints, closed.kinematics.symbols
    tables: dict[str, Table] = {name: {} for name in ("J", "J_q", "phi", "psi")}
    for s, i in enumerate(constraints.shown, start=1):
        row = constraints.rows[i]
        for rho, slope in constraints.G[i].items():
            tables["J"][s, rho] = {row.source: slope}
        tables["psi"][s,] = {row.source: constraints.rates[i]}
        if row.on_positions:
            tables["phi"][s,] = {row.source: row.value}
            continue
        for rho, symbol in enumerate(symbols):
            if rho:
                tables["J_q"][s, rho] = {row.source: row.value.derivative(symbol)}
    return tables


def _slopes(r: Mapping[int, Parts], wrts: Sequence[Symbol], sign: int = 1) -> Table:
    """∂r_ρ/∂s for each symbol s, by sources."""
    return {
        (rho, column): nonzero({key: value.derivative(wrt) * sign for key, value in parts.items()})
        for rho, parts in r.items()
        for column, wrt in enumerate(wrts, start=1)
    }


def _combined(table: Table, sign: int) -> Table:
    """½ (X + sign Xᵀ)"""
    half = Fraction(1, 2)
    combined: Table = {}
    for i, j in table:
        parts: Parts = {}
        for key, value in table[i, j].items():
            add(parts, key, value * half)
        for key, value in table[j, i].items():
            add(parts, key, value * (sign * half))
        combined[i, j] = nonzero(parts)
    return combined


def _check_inputs(closed: Closed, inputs: Inputs) -> None:
    """Raise LagrError for inputs whose rates matter: their columns are computed numerically."""
    derived = {name for name, _ in inputs.derived}
    for name, source in zip(inputs.names, inputs.sources, strict=True):
        function = source in closed.reading.functions
        if function or derived or (source not in inputs.slow and _moves(closed, source)):
            cause = "It moves points of the system, or acts through other parameters."
            remedy = "Such an input is given numerically: linearise without the closed form."
            raise refusal(say("Input “{name}”", name=name), cause, remedy, code="input-with-rates")


def _moves(closed: Closed, source: str) -> bool:
    """Whether poses of bodies or conditions depend on a parameter."""
    symbol = Symbol(source)
    conditions = (row.value for row in closed.constraints.rows)
    return any(not e.derivative(symbol).is_zero for e in (*_poses(closed), *conditions))


def _poses(closed: Closed) -> Iterator[Canonical]:
    for E, x in closed.kinematics.poses.values():
        for row in E:
            yield from row
        yield from x
