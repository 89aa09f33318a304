"""Quasi-velocities ω_l = a_li q̇_i (21): the diagonalising choice, those of bodies, the user's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lagr_gui.expression import Symbol, read
from lagr_gui.expression import symbols as symbols_of
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.foundation.registry import did_you_mean
from lagr_gui.mechanics.formalisms.factors import factorised, inverse
from lagr_gui.mechanics.formalisms.formalism import fresh
from lagr_gui.mechanics.formalisms.kinetics import Kinetics
from lagr_gui.mechanics.reading import Link
from lagr_gui.mechanics.vectors import dot

CHOICES = ("diagonal", "body")
Choice = str | Mapping[str, str]
"""``diagonal``, ``body``, or expressions linear in the velocities by name."""
Row = list[Any]
"""Entries with the indices 0 … f; index 0 is what does not depend on velocities."""


@dataclass(frozen=True)
class QuasiVelocities:
    """ω_l = a_lμ q̇^μ (21) and q̇^μ = b_μl ω_l (22), μ, l = 0 … f with q̇⁰ = ω_0 = 1."""

    symbols: tuple[Symbol, ...]
    a: list[Row]
    b: list[Row]


def quasi_velocities(kinetics: Kinetics, choice: Choice) -> QuasiVelocities:
    """The quasi-velocities of a choice.

    Raises LagrError for an unknown choice, for expressions that are not linear in the
    velocities, too few or dependent ones.
    """
    if isinstance(choice, Mapping):
        names, rows = _given(kinetics, choice)
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
    return QuasiVelocities(tuple(names), a, _inverted(a, zero, one))


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
    for link in kinetics.reading.links:
        turning = _turning(kinetics, link)
        used = [mu for mu in range(1, f + 1) if any(not row[mu].is_zero for row in turning)]
        if len(used) == 3:
            for place, row in zip(used, turning, strict=True):
                rows[place - 1] = row
    return _numbered(kinetics, f), rows


def _turning(kinetics: Kinetics, link: Link) -> list[Row]:
    """ω of a body relative to its reference body, in its own axes, per unit of q̇^μ."""
    kinematics = kinetics.kinematics
    E, _ = kinematics.seen_from(link.parent, link.child)
    columns = []
    for mu in range(len(kinematics.symbols)):
        dE, _ = kinematics.slopes(link.child, mu, link.parent)
        columns.append([dot(dE[1], E[2]), dot(dE[2], E[0]), dot(dE[0], E[1])])
    return [list(row) for row in zip(*columns, strict=True)]


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
    value = kinetics.kinematics.value(tree)
    slopes = [value.derivative(velocity) for velocity in velocities]
    rest = value
    for slope, velocity in zip(slopes, kinetics.qd, strict=True):
        rest = rest - slope * velocity
    if velocities_in(slopes, velocities):
        cause = "It is not linear in the velocities."
        remedy = "Write a sum of velocities with coefficients over coordinates and time."
        raise refusal(place, cause, remedy, "quasi-velocities")
    at_rest = dict.fromkeys(velocities, kinetics.algebra.zero)
    return [kinetics.calculus.inserted(rest, at_rest), *slopes]


def velocities_in(slopes: Sequence[Any], velocities: Sequence[Symbol]) -> bool:
    """Whether slopes still depend on velocities."""
    return any(
        not slope.derivative(velocity).is_zero for slope in slopes for velocity in velocities
    )
