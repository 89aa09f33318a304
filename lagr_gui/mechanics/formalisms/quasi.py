"""Quasi-velocities ω_l = a_li q̇_i (21): the natural and the diagonalising choice, those of bodies,
the user's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from lagr_gui.expression import TIME, Symbol, read
from lagr_gui.expression import symbols as symbols_of
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import SingularMetric, refusal
from lagr_gui.foundation.registry import did_you_mean
from lagr_gui.mechanics.factors import factorised, inverse
from lagr_gui.mechanics.formalisms.formalism import fresh
from lagr_gui.mechanics.formalisms.generalised_speeds import (
    GeneralisedSpeeds,
    Row,
    freely_turned,
    natural_speeds,
)
from lagr_gui.mechanics.formalisms.kinetics import Kinetics
from lagr_gui.mechanics.minimal.speeds import LETTERS, Speeds
from lagr_gui.mechanics.sheets.rates import After

NATURAL = "natural"
CHOICES = (NATURAL, "diagonal", "body")
Choice = str | Mapping[str, str]
"""``natural``, ``diagonal``, ``body``, or expressions linear in the velocities by name."""


@dataclass(frozen=True)
class QuasiVelocities:
    """ω_l = a_lμ q̇^μ (21) and q̇^μ = b_μl ω_l (22), μ, l = 0 … f with q̇⁰ = ω_0 = 1.

    Those that are `held` vanish, by index with the factor c of the condition on velocities that
    each tells: G q̇ + γ̄ = c ω.
    """

    symbols: tuple[Symbol, ...]
    a: list[Row]
    b: list[Row]
    held: Mapping[int, Any] = field(default_factory=dict[int, Any])


def quasi_velocities(
    kinetics: Kinetics, choice: Choice, independent: Speeds | None = None
) -> QuasiVelocities:
    """The quasi-velocities of a choice; natural ones begin with `independent` speeds.

    Raises LagrError for an unknown choice, for expressions that are not linear in the
    velocities, too few or dependent ones.
    """
    if isinstance(choice, Mapping):
        names, rows = _given(kinetics, choice)
    elif choice == NATURAL:
        names, rows = _natural(kinetics, independent)
    elif choice == "diagonal":
        names, rows = _diagonal(kinetics)
    elif choice == "body":
        names, rows = _of_bodies(kinetics)
    else:
        remedy = did_you_mean(choice, CHOICES)
        place = say("Quasi-velocities “{choice}”", choice=choice)
        raise refusal(place, "There is no such choice.", remedy, "quasi-velocities")
    zero, one = kinetics.algebra.zero, kinetics.algebra.one
    f = len(rows)
    a = [[one, *[zero] * f], *rows]
    held = {}
    if choice == NATURAL and independent is not None:
        held = dict.fromkeys(range(1 + len(independent.symbols), 1 + f), one)
    return QuasiVelocities(tuple(names), a, _inverted(a, zero, one), held)


def _inverted(a: list[Row], zero: Any, one: Any) -> list[Row]:
    """b of the whole matrix with its index 0."""
    inner = inverse([row[1:] for row in a[1:]], zero, one)
    offsets = [row[0] for row in a[1:]]
    constants = [
        -sum((b * c for b, c in zip(row, offsets, strict=True) if not c.is_zero), zero)
        for row in inner
    ]
    head = [one, *[zero] * len(inner)]
    return [head, *([c, *row] for c, row in zip(constants, inner, strict=True))]


def with_conditions(kinetics: Kinetics, quasi: QuasiVelocities, after: After) -> QuasiVelocities:
    """The same with those held that tell a condition, if each condition is told by one of them.

    `after` is what is done with values before they are shown.
    """
    constraints, zero = kinetics.closed.constraints, kinetics.algebra.zero
    held: dict[int, Any] = {}
    for s in constraints.shown:
        row = [after(constraints.gamma_bar[s]), *[zero] * len(quasi.symbols)]
        for rho, slope in constraints.G[s].items():
            pairs = zip(row, quasi.b[rho], strict=True)
            row = [x if b.is_zero else x + after(slope * b) for x, b in pairs]
        places = [place for place, value in enumerate(row) if not value.is_zero]
        if len(places) != 1 or places[0] == 0 or places[0] in held:
            return quasi
        held[places[0]] = row[places[0]]
    return replace(quasi, held=held)


def _natural(kinetics: Kinetics, independent: Speeds | None) -> tuple[list[Symbol], list[Row]]:
    """Speeds that have a meaning, then those of conditions on velocities, which vanish.

    Where none has a meaning they make T* diagonal, if sums of velocities with constant factors do.
    """
    if independent is None and (rows := _steady(kinetics)):
        return _called_u(kinetics, rows), rows
    speeds = natural_speeds(kinetics, independent)
    rows = [_coefficients(kinetics, value) for value in speeds.values]
    if independent is None:
        return list(speeds.symbols), rows
    expression = kinetics.algebra.expression
    bound = [_coefficients(kinetics, expression(v.tree())) for v in independent.conditions]
    return [*speeds.symbols, *_held_names(kinetics, speeds, len(bound))], [*rows, *bound]


def speeds_in_sums(kinetics: Kinetics) -> GeneralisedSpeeds | None:
    """Sums of velocities, φ̇ + q̇, that make T diagonal; None where they do not by themselves."""
    rows = _steady(kinetics)
    factors = (value.constant for row in rows for value in row)
    if not rows or any(factor not in (-1, 0, 1) for factor in factors):
        return None
    symbols = _called_u(kinetics, rows)
    kinetics.calculus.introduce_speeds(symbols)
    algebra = kinetics.algebra

    def total(factors: Row, speeds: Sequence[Any]) -> Any:
        return algebra.add([a * u for a, u in zip(factors, speeds, strict=True)])

    inner = [row[1:] for row in rows]
    values = (total(row, kinetics.qd) for row in inner)
    u = [algebra.symbol(symbol) for symbol in symbols]
    velocities = (total(row, u) for row in inverse(inner, algebra.zero, algebra.one))
    return GeneralisedSpeeds(tuple(symbols), tuple(values), tuple(velocities))


def _called_u(kinetics: Kinetics, rows: Sequence[Row]) -> list[Symbol]:
    return fresh(kinetics.reading, [f"u{n}" for n, _ in enumerate(rows, start=1)])


def _steady(kinetics: Kinetics) -> list[Row]:
    """Sums of velocities with constant factors that make T* diagonal; none where there are none."""
    if any(True for _ in freely_turned(kinetics)):
        return []
    try:
        _, rows = _diagonal(kinetics)
    except SingularMetric:
        return []
    return rows if _are_steady(kinetics, rows) else []


def _are_steady(kinetics: Kinetics, rows: Sequence[Row]) -> bool:
    """Whether coefficients depend on parameters alone."""
    moving = [Symbol(TIME), *kinetics.symbols[0]]
    return all(value.derivative(q).is_zero for row in rows for value in row for q in moving)


def _held_names(kinetics: Kinetics, speeds: GeneralisedSpeeds, count: int) -> list[Symbol]:
    """Names for speeds that vanish: the first letter that none of the others begins with."""
    names = [symbol.name for symbol in speeds.symbols]
    free = (letter for letter in LETTERS[1:] if not any(name.startswith(letter) for name in names))
    letter = next(free, LETTERS[-1])
    numbers = range(1, count + 1)
    wanted = [letter] if count == 1 else [f"{letter}{number}" for number in numbers]
    return fresh(kinetics.reading, wanted, names)


def _diagonal(kinetics: Kinetics) -> tuple[list[Symbol], list[Row]]:
    """ω = L q̇ of g = Lᵀ D L, with which T* = ½ Σ D ω² (25)."""
    metric, zero, one = kinetics.closed.metric, kinetics.algebra.zero, kinetics.algebra.one
    size = metric.size
    g = [
        [metric.g.get((max(mu, nu), min(mu, nu)), zero) for nu in range(size)] for mu in range(size)
    ]
    L, _ = factorised(g, zero, first=1)
    rows = [[one if i == k else L[k][i] for i in range(size)] for k in range(1, size)]
    return _numbered(kinetics, size - 1), rows


def _of_bodies(kinetics: Kinetics) -> tuple[list[Symbol], list[Row]]:
    """Angular velocities in body axes where three coordinates turn a body freely, else q̇."""
    zero, one = kinetics.algebra.zero, kinetics.algebra.one
    f = len(kinetics.reading.coordinates)
    rows = [[one if i == rho else zero for i in range(f + 1)] for rho in range(1, f + 1)]
    for _, turned, used in freely_turned(kinetics):
        for place, row in zip(used, turned, strict=True):
            rows[place - 1] = row
    return _numbered(kinetics, f), rows


def _numbered(kinetics: Kinetics, f: int) -> list[Symbol]:
    return fresh(kinetics.reading, [f"omega{index}" for index in range(1, f + 1)])


def _given(kinetics: Kinetics, choice: Mapping[str, str]) -> tuple[list[Symbol], list[Row]]:
    names = kinetics.reading.coordinates
    if len(choice) != len(names):
        cause = say(
            "{count} are given, {count_2} are needed.", count=len(choice), count_2=len(names)
        )
        remedy = say("Give one for each coordinate: {names}.", names=", ".join(names))
        raise refusal("Quasi-velocities", cause, remedy, "quasi-velocities")
    return fresh(kinetics.reading, list(choice)), [
        _row(kinetics, name, text) for name, text in choice.items()
    ]


def _row(kinetics: Kinetics, name: str, text: str) -> Row:
    """The coefficients a_lμ of an expression in the velocities."""
    place = say("Quasi-velocity “{name}”", name=name)
    tree = read(text)
    reading, velocities = kinetics.reading, kinetics.symbols[1]
    names = {*reading.parameters, *reading.coordinates, "t"}
    strange = [s for s in symbols_of(tree) if s.name not in names or s.order > 1]
    if strange:
        cause = say("“{name}” is not known here.", name=strange[0].name)
        remedy = did_you_mean(strange[0].name, names)
        raise refusal(place, cause, remedy, "quasi-velocities")
    coefficients = _coefficients(kinetics, kinetics.kinematics.value(tree))
    if velocities_in(coefficients[1:], velocities):
        cause = "It is not linear in the velocities."
        remedy = "Write a sum of velocities with coefficients over coordinates and time."
        raise refusal(place, cause, remedy, "quasi-velocities")
    return coefficients


def _coefficients(kinetics: Kinetics, value: Any) -> Row:
    """What a value that is linear in the velocities has of 1 and of each of them."""
    velocities = kinetics.symbols[1]
    slopes = [value.derivative(velocity) for velocity in velocities]
    rest = value
    for slope, velocity in zip(slopes, kinetics.qd, strict=True):
        rest = rest - slope * velocity
    at_rest = dict.fromkeys(velocities, kinetics.algebra.zero)
    return [kinetics.calculus.inserted(rest, at_rest), *slopes]


def velocities_in(slopes: Sequence[Any], velocities: Sequence[Symbol]) -> bool:
    """Whether slopes still depend on velocities."""
    return any(
        not slope.derivative(velocity).is_zero for slope in slopes for velocity in velocities
    )
