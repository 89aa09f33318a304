"""The formulas into which lines of derivations are put."""

from __future__ import annotations

from lagr_gui.extensions.teaching.lines import Quantity
from lagr_gui.extensions.teaching.names import TOTAL, ratio, slope_of
from lagr_gui.typesetting import Formula
from lagr_gui.typesetting.dialects import named
from lagr_gui.typesetting.formula import (
    MINUS,
    SPACE,
    Box,
    accent,
    bold,
    brackets,
    fraction,
    high,
    indexed,
    joined,
    letter,
)

_MU, _NU, _RHO = letter("mu"), letter("nu"), letter("rho")


def lagrange(stored: bool, forced: bool, bound: bool) -> Quantity:
    """Lagrange's equation, with what a system has of potentials, other forces and conditions."""
    q, dotted = named("q"), named("q", 1)
    formula: Formula = (
        fraction((letter("d"),), (*TOTAL, letter("t"))),
        SPACE,
        slope_of("T", dotted),
        " - ",
        slope_of("T", q),
    )
    plain = "d/dt dT/dq' - dT/dq"
    if stored:
        plain, formula = f"{plain} + dU/dq", (*formula, " + ", slope_of("U", q))
    right: list[tuple[str, Formula]] = []
    if forced:
        right.append(("Q*", (high(letter("Q"), letter("*")),)))
    if bound:
        right.append(("lambda dPhi/dq", _constraint(q)))
    words, formulas = zip(*right, strict=True) if right else (("0",), (("0",),))
    whole = (*formula, " = ", *joined((" + ",), formulas))
    return Quantity(f"{plain} = {' + '.join(words)}", whole)


def metric() -> Quantity:
    """g_μν of slopes of positions and angular velocities (17)."""
    x, omega = (bold(letter("x")),), (letter("omega"),)
    q, dotted = (letter("q"),), (accent("dot", letter("q")),)
    moved = joined((SPACE,), [(ratio(x, _by(q, index)),) for index in (_MU, _NU)])
    turned = joined((SPACE,), [(ratio(omega, _by(dotted, index)),) for index in (_MU, _NU)])
    inner = (letter("M"), SPACE, *moved, " + ", letter("J"), SPACE, *turned)
    formula = (*_by((letter("g"),), _MU, _NU), " = ", letter("Sigma"), SPACE, brackets(inner))
    return Quantity("g_mn = sum(M*dx/dq_m*dx/dq_n + J*domega/dq_m'*domega/dq_n')", formula)


def christoffel() -> Quantity:
    """Γ_ρμν of slopes of the metric (30)."""
    q = (letter("q"),)
    slopes = [
        (ratio(_by((letter("g"),), *pair), _by(q, by)),)
        for pair, by in (((_RHO, _MU), _NU), ((_RHO, _NU), _MU), ((_MU, _NU), _RHO))
    ]
    inner = (*slopes[0], " + ", *slopes[1], " - ", *slopes[2])
    left = _by((letter("Gamma"),), _RHO, _MU, _NU)
    formula = (*left, " = ", fraction(("1",), ("2",)), SPACE, brackets(inner))
    return Quantity("Gamma_rmn = (dg_rm/dq_n + dg_rn/dq_m - dg_mn/dq_r)/2", formula)


def generalised_force() -> Quantity:
    """Q_ρ of forces at points (20)."""
    slope = ratio((bold(letter("x")),), _by((letter("q"),), _RHO))
    formula = (indexed(letter("Q"), _RHO), " = ", letter("Sigma"), SPACE)
    return Quantity("Q_r = sum(K*dx/dq_r)", (*formula, bold(letter("K")), SPACE, slope))


def inertia_force() -> Quantity:
    """F* of accelerations and rates of angular momenta."""
    x, omega = (bold(letter("x")),), (letter("omega"),)
    moved = ratio(x, _by((letter("q"),), _RHO))
    turned = ratio(omega, _by((accent("dot", letter("q")),), _RHO))
    a, spun = bold(accent("dot", letter("x"), 2)), accent("dot", letter("L"))
    inner = (letter("M"), SPACE, a, SPACE, moved, " + ", spun, SPACE, turned)
    left = _by((high(letter("F"), letter("*")),), _RHO)
    formula = (*left, " = ", MINUS, letter("Sigma"), SPACE, brackets(inner))
    return Quantity("F*_r = -sum(M*x''*dx/dq_r + L'*domega/dq_r')", formula)


def kane(bound: bool) -> Quantity:
    """F + F* = 0, with the forces of conditions."""
    left = (*_by((letter("Q"),), _RHO), " + ", *_by((high(letter("F"), letter("*")),), _RHO))
    plain = "Q_r + F*_r"
    if bound:
        plain = f"{plain} + lambda*dPhi/dq_r"
        left = (*left, " + ", *_constraint(_by((letter("q"),), _RHO)))
    return Quantity(f"{plain} = 0", (*left, " = ", "0"))


def momentum() -> Quantity:
    """p by the velocity."""
    slope = slope_of("L", _by((accent("dot", letter("q")),), _RHO))
    return Quantity("p_r = dL/dq_r'", (*_by((letter("p"),), _RHO), " = ", slope))


def hamiltonian() -> Quantity:
    """H with velocities put in."""
    products = (*_by((letter("p"),), _RHO), SPACE, *_by((accent("dot", letter("q")),), _RHO))
    formula = (letter("H"), " = ", letter("Sigma"), SPACE, *products, " - ", letter("L"))
    return Quantity("H = sum(p_r*q_r') - L", formula)


def canonical() -> Quantity:
    """ṗ = −∂H/∂q, and what else acts."""
    slope = slope_of("H", _by((letter("q"),), _RHO))
    left = _by((accent("dot", letter("p")),), _RHO)
    other = _by((high(letter("Q"), letter("*")),), _RHO)
    return Quantity("p_r' = -dH/dq_r + Q*_r", (*left, " = ", MINUS, slope, " + ", *other))


def lagr(bound: bool) -> Quantity:
    """The equations of motion in g, Γ and Q (29)."""
    speeds = [indexed(accent("dot", letter("q")), index) for index in (_MU, _NU)]
    twice = indexed(accent("dot", letter("q"), 2), _NU)
    left = (*_by((letter("g"),), _RHO, _NU), SPACE, twice, " + ")
    left = (*left, *_by((letter("Gamma"),), _RHO, _MU, _NU), SPACE, speeds[0], SPACE, speeds[1])
    plain = "g_rn*q_n'' + Gamma_rmn*q_m'*q_n' = Q_r"
    right: Formula = (indexed(letter("Q"), _RHO),)
    if bound:
        plain = f"{plain} + lambda*dPhi/dq_r"
        right = (*right, " + ", *_constraint(_by((letter("q"),), _RHO)))
    return Quantity(plain, (*left, " = ", *right))


def _constraint(by: Formula) -> Formula:
    return letter("lambda"), SPACE, slope_of("Phi", by)


def _by(base: Formula, *indices: Box) -> Formula:
    return (Box("indexed", (base, indices)),)
