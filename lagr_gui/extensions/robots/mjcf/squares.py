"""Energies as MJCF has them: squares of coordinates, of sums of them, of the turning of a ball."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from lagr_gui.expression import Expression, Symbol, symbols
from lagr_gui.extensions.robots.mjcf.page import BallJoint, MjcfPage
from lagr_gui.extensions.robots.polynomials import Polynomial
from lagr_gui.extensions.robots.taking import SAME, WITHOUT, GuidedWay, part_place
from lagr_gui.foundation.problem import LagrError
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.trees import NOUGHT

_NIL = Fraction(0)


@dataclass(frozen=True, slots=True)
class Square:
    """λ/2 (Σ v x − l)²."""

    size: float
    v: dict[Symbol, float]
    rest: float


def squares(polynomial: Polynomial, order: int) -> list[Square] | None:
    """A polynomial of degree 2 in symbols of one order as a sum of squares, but for a constant.

    None where it is something else.  Squares are completed one by one from the largest entry of
    the diagonal; each takes its symbol out of what is left.  Numbers are exact.
    """
    C: dict[tuple[Symbol, Symbol], Fraction] = {}
    b: dict[Symbol, Fraction] = {}
    for monomial, factor in polynomial.items():
        if len(monomial) > 2 or any(symbol.order != order for symbol in monomial):
            return None
        match monomial:
            case (one,):
                b[one] = factor
            case (one, two):
                C[one, two] = C[two, one] = factor * (2 if one == two else 1)
            case _:
                pass
    several: list[Square] = []
    while C:
        variables = sorted({s for pair in C for s in pair}, key=lambda s: (s.name, s.order))
        lead = max(variables, key=lambda s: C.get((s, s), _NIL))
        size = C.get((lead, lead), _NIL)
        if size <= 0:
            return None
        v = {s: C[s, lead] / size for s in variables if (s, lead) in C}
        rest = -b.get(lead, _NIL) / size
        for one, x in v.items():
            b[one] = b.get(one, _NIL) + size * rest * x
            for two, y in v.items():
                C[one, two] = C.get((one, two), _NIL) - size * x * y
        C = {pair: value for pair, value in C.items() if value}
        sign = 1 if rest >= 0 or len(v) == 1 else -1  # MuJoCo takes a length of -1 as not given
        several.append(
            Square(float(size), {s: sign * float(x) for s, x in v.items()}, sign * float(rest))
        )
    return None if any(b.values()) else several


def write_energies(page: MjcfPage, part: Part) -> bool:
    """Springs, dampers and rotors of coordinates and of sums of them."""
    record: Any = part.record
    if part.key in page.told:
        return True
    T, U, D = (page.polynomial(part.tree(f)) for f in ("kinetic", "potential", "dissipation"))
    names = {
        symbol.name for polynomial in (T, U, D) for monomial in polynomial for symbol in monomial
    }
    if record.own or not names <= page.joints.keys():
        return False
    several = {
        "armature": squares(T, 1) if _pure(T) else None,
        "damping": squares(D, 1) if _pure(D) else None,
        "stiffness": squares(U, 0),
    }
    if any(polynomial is None for polynomial in several.values()):
        return False
    if any(
        not page.found.in_a_row([s.name for s in square.v]) for square in several["armature"] or ()
    ):
        page.found.refuse(part_place(part), _BRANCHES, WITHOUT)
        return True
    for what, polynomial in several.items():
        for square in polynomial or ():
            _resist(page, part.record.name, what, square)
    return True


_BRANCHES = (
    "It couples the inertia of bodies of which none carries the other; MuJoCo leaves that out "
    "of what its tendons do."
)


def _pure(polynomial: Polynomial) -> bool:
    return all(len(monomial) == 2 for monomial in polynomial)


def _resist(page: MjcfPage, name: str, what: str, square: Square) -> None:
    (first, lead), *more = square.v.items()
    if more or lead != 1:
        leads = {symbol.name: lead for symbol, lead in square.v.items()}
        resisting = page.summing(name, leads).resisting
    else:
        resisting = page.resisting_joint(first.name)
    if what == "stiffness":
        resisting.springs.append((square.size, square.rest))
    else:
        resisting.add(what, square.size)


# --- balls ---------------------------------------------------------------------------------

_STATES = (
    ((0.3, -0.7, 1.1), (0.2, -0.5, 0.9)),
    ((-1.2, 0.4, 0.5), (1.3, 0.8, -0.6)),
    ((2.1, 1.0, -2.4), (-0.4, 0.1, 1.7)),
)


def find_balls(page: MjcfPage) -> None:
    """Spherical joints whose turning as a whole is damped or has a rotor become balls.

    With angles about x, y′, z″ those energies are k ω²/2 with ω² = α̇² + β̇² + γ̇² + 2 α̇ γ̇ sin β,
    which no row of hinges has.
    """
    for part in page.found.prepared.reading.parts:
        if part.record.kind == "energies":
            for link, ways in page.found.ways.items():
                if _is_ball(ways) and (numbers := _of_ball(page, part, ways)):
                    angles = tuple(way.motion.name for way in ways[-3:])
                    name = _called(angles) or page.found.joint_of(link)
                    ball = page.balls.setdefault(link, BallJoint(name, angles))
                    for name, number in numbers.items():
                        ball.numbers[name] = ball.numbers.get(name, 0.0) + number
                    page.told.add(part.key)


def _is_ball(ways: list[GuidedWay]) -> bool:
    """Whether a link turns about x, y and z in one point, and otherwise slides only."""
    turns = [way.motion for way in ways[-3:]]
    if len(turns) < 3 or any(way.motion.turns for way in ways[:-3]):
        return False
    axes = np.array([motion.axis for motion in turns])
    anchors = np.array([motion.anchor for motion in turns])
    alike = float(np.abs(axes - np.eye(3)).max()), float(np.abs(anchors).max())
    return all(m.turns for m in turns) and max(alike) < SAME and _plainly(ways[-3:])


def _plainly(ways: list[GuidedWay]) -> bool:
    return all(way.lead == 1 for way in ways)


def _called(names: tuple[str, ...]) -> str:
    """The name of the joint that the names of its angles tell; empty where they tell none."""
    stems = {name.removesuffix(f"_r{c}") for name, c in zip(names, "xyz", strict=True)}
    return stems.pop() if len(stems) == 1 else ""


def _of_ball(page: MjcfPage, part: Part, ways: list[GuidedWay]) -> dict[str, float]:
    """Damping and armature of a ball; nothing where an element has something else."""
    record: Any = part.record
    if record.own or part.tree("potential") != NOUGHT:
        return {}
    constants: dict[str, float] = {}
    for field, what in (("kinetic", "armature"), ("dissipation", "damping")):
        tree = part.tree(field)
        if tree != NOUGHT:
            k = _of_turning(page, tree, [way.motion.name for way in ways[-3:]])
            if k is None:
                return {}
            constants[what] = k
    return constants


def _of_turning(page: MjcfPage, tree: Expression, angles: list[str]) -> float | None:
    """k of an energy k ω²/2; None where it is something else."""
    states = {Symbol(name, order) for name in angles for order in (0, 1)}
    values = page.found.prepared.values
    others = {symbol for symbol in symbols(tree) if symbol not in states}
    if any(symbol.order or symbol.name not in values for symbol in others):
        return None

    def energy(q: tuple[float, ...], rates: tuple[float, ...]) -> float:
        at = {Symbol(name): x for name, x in zip(angles, q, strict=True)}
        at |= {Symbol(name, 1): v for name, v in zip(angles, rates, strict=True)}
        return page.measured(tree, at)

    try:
        k = 2 * energy((0.0, 0.0, 0.0), (1.0, 0.0, 0.0))
        energies = [energy(q, rates) for q, rates in _STATES]
    except LagrError:  # functions without values, roots of negative numbers
        return None
    forms = [a * a + b * b + c * c + 2 * a * c * float(np.sin(q[1])) for q, (a, b, c) in _STATES]
    alike = all(abs(x - k / 2 * form) <= SAME * k for x, form in zip(energies, forms, strict=True))
    return k if alike and k > 0 else None
