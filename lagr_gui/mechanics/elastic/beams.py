"""A beam between two bodies: large motion of its root, small deflection, foreshortening.

In the joint frame, with the axis e and the direction n of bending, a point of the beam is at

    r(ξ) = e (L ξ − 1/(2L) qᵢqⱼ hᵢⱼ(ξ)) + n qᵢ uᵢ(ξ),   hᵢⱼ = ∫₀^ξ uᵢ′ uⱼ′ dη,   ξ = s/L,

which is a sum of functions of ξ times vectors of the amplitudes: r = Σ φ_α(ξ) w_α(q).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

import numpy as np

from lagr_gui.algebra import Algebra
from lagr_gui.catalogue import JOINTS
from lagr_gui.catalogue.motions import Bending
from lagr_gui.expression import Expression, Number, Power, Product, Symbol, read, substitute
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.mechanics.elastic.integrals import (
    Array,
    at_tip,
    depend,
    fewest,
    integrals,
    is_function_of_place,
    rising,
)
from lagr_gui.mechanics.elastic.shapes import (
    XI,
    Profile,
    ShapeFunction,
    eigenfunctions,
    polynomials,
    profile,
    shape,
)
from lagr_gui.mechanics.laws import slope_of
from lagr_gui.mechanics.trees import (
    ONE,
    Trees,
    crossed,
    dotted,
    exact,
    scaled,
    total,
    unit_along,
    vector,
)
from lagr_gui.model import Joint

_UNIFORM = profile(ONE)
_ALONG = profile(XI)


@dataclass(frozen=True)
class Basis:
    """Shape functions uᵢ and what follows from them alone.

    `moments` are ∫φ_α φ_β dξ of φ = 1, ξ, uᵢ, and with foreshortening hᵢⱼ (i ≥ j);
    `curvatures` ∫uᵢ″uⱼ″ dξ; `places` and `weights` the quadrature that gives them all.
    """

    shapes: tuple[ShapeFunction, ...]
    pairs: tuple[tuple[int, int], ...]
    profiles: tuple[Profile, ...]
    places: Array
    weights: Array

    @cached_property
    def moments(self) -> dict[tuple[int, int], Expression]:
        """∫φ_α φ_β dξ, those different from zero."""
        return integrals(self.profiles)

    @cached_property
    def curvatures(self) -> dict[tuple[int, int], Expression]:
        """∫uᵢ″ uⱼ″ dξ, those different from zero."""
        return integrals([shape.curvature for shape in self.shapes])


@dataclass(frozen=True)
class Beam:
    """A beam as its joint holds it."""

    joint: str
    amplitudes: tuple[Symbol, ...]
    axis: Trees
    across: Trees
    length: Expression
    density: Expression
    stiffness: Expression
    damping: Expression
    gravity: bool
    basis: Basis

    @property
    def mass(self) -> Expression:
        """ρA L"""
        return scaled(self.density, self.length)

    @property
    def rigidity(self) -> Expression:
        """EI/L³"""
        return Product((self.stiffness, Power(self.length, Number(Fraction(-3)))))

    @property
    def vectors(self) -> tuple[Trees, ...]:
        """w_α of φ_α = ξ, uᵢ, hᵢⱼ."""
        along = [self.length]
        along += [self._shortening(pair) for pair in self.basis.pairs]
        first, *others = (_times(self.axis, factor) for factor in along)
        return (first, *(_times(self.across, q) for q in self.amplitudes), *others)

    def _shortening(self, pair: tuple[int, int]) -> Expression:
        i, j = pair
        factor = Number(Fraction(-1, 2) if i == j else Fraction(-1))
        inverse = Power(self.length, Number(Fraction(-1)))
        return Product((factor, inverse, self.amplitudes[i], self.amplitudes[j]))

    @property
    def tip(self) -> Trees:
        """r(1)"""
        values = [at_tip(function) for function in self.basis.profiles[1:]]
        return _combined(values, self.vectors)

    def point(self, xi: float) -> Trees:
        """r(ξ) by the values of the functions there."""
        place = np.array([xi])
        return self.at([exact(float(f.at(place)[0])) for f in self.basis.profiles[1:]])

    def at(self, values: Sequence[Expression]) -> Trees:
        """The point where φ_α = ξ, uᵢ, hᵢⱼ have these values."""
        return _combined(values, self.vectors)

    @property
    def tip_turn(self) -> tuple[Trees, Expression]:
        """Axis and angle by which the tip turns: qᵢ uᵢ′(1)/L about e × n."""
        terms = [
            scaled(at_tip(shape.slope), q)
            for shape, q in zip(self.basis.shapes, self.amplitudes, strict=True)
        ]
        inverse = Power(self.length, Number(Fraction(-1)))
        return crossed(self.axis, self.across), scaled(total(terms), inverse)

    def energy(self, rates: bool = False) -> Expression:
        """½ EI/L³ ∫(qᵢ uᵢ″)² dξ from the integrals; with `rates` of the velocities."""
        q = [Symbol(s.name, 1) if rates else s for s in self.amplitudes]
        half, two = Number(Fraction(1, 2)), Number(Fraction(2))
        terms = [
            scaled(scaled(half, value), Power(q[i], two))
            if i == j
            else scaled(value, Product((q[i], q[j])))
            for (i, j), value in self.basis.curvatures.items()
            if i <= j
        ]
        return scaled(self.rigidity, total(terms))

    def energy_at_places(self, rates: bool = False) -> Expression:
        """The same as a sum over the places of the quadrature."""
        q = [Symbol(s.name, 1) if rates else s for s in self.amplitudes]
        values = np.array([s.curvature.at(self.basis.places) for s in self.basis.shapes])
        terms = [
            scaled(exact(weight / 2), Power(_sum_of(column, q), Number(Fraction(2))))
            for weight, column in zip(self.basis.weights, values.T, strict=False)
        ]
        return scaled(total(terms), self.rigidity)


def beam_of(joint: Joint) -> Beam:
    """The beam that a joint is. Raises LagrError where its shape functions are none."""
    law = JOINTS[joint.kind].motion
    assert isinstance(law, Bending)
    place = say("Joint “{name}”", name=joint.name)
    tree = {
        name: read(getattr(joint, getattr(law, name)))
        for name in ("length", "density", "stiffness", "damping", "deflection")
    }
    amplitudes = tuple(Symbol(name) for name in joint.coordinates)
    shortens = getattr(joint, law.foreshortening) == "on"
    ends, sort = getattr(joint, law.ends), getattr(joint, law.functions)
    shapes = _own(tree["deflection"], amplitudes, place) if ends == "own" else ()
    axis, across = vector(getattr(joint, law.axis)), vector(getattr(joint, law.across))
    if not Algebra().expression(dotted(axis, across)).is_zero:
        raise _not_across(place)
    if Algebra().expression(tree["length"]).is_zero:
        raise _without_length(place)
    return Beam(
        joint=joint.name,
        amplitudes=amplitudes,
        axis=unit_along(axis, place),
        across=unit_along(across, place),
        length=tree["length"],
        density=tree["density"],
        stiffness=tree["stiffness"],
        damping=tree["damping"],
        gravity=getattr(joint, law.gravity) == "on",
        basis=_basis(ends, sort, shapes, len(amplitudes), shortens, place),
    )


def _own(tree: Expression, amplitudes: tuple[Symbol, ...], place: str) -> tuple[Expression, ...]:
    """uᵢ = ∂w/∂qᵢ of a deflection w that is linear in the amplitudes and nothing else."""
    shapes = tuple(slope_of(tree, q) for q in amplitudes)
    if not all(is_function_of_place(u) for u in shapes) or not _is_rest_zero(tree, amplitudes):
        raise _fault(
            place,
            "The deflection is not a sum of amplitudes times functions of xi alone.",
            "Write e.g. q1*xi^2 + q2*xi^3, with numbers and with the coordinates of the beam.",
        )
    return shapes


def _is_rest_zero(tree: Expression, amplitudes: tuple[Symbol, ...]) -> bool:
    nothing = substitute(tree, {q: Number(Fraction(0)) for q in amplitudes})
    return Algebra().expression(nothing).is_zero


@lru_cache(maxsize=64)
def _basis(
    ends: str, sort: str, functions: tuple[Expression, ...], count: int, shortens: bool, place: str
) -> Basis:
    make = polynomials if sort == "polynomials" else eigenfunctions
    shapes = tuple(shape(u) for u in functions) if ends == "own" else tuple(make(ends, count))
    pairs = tuple((i, j) for i in range(count) for j in range(i + 1)) if shortens else ()
    try:
        rises = [rising(shapes[i].slope, shapes[j].slope) for i, j in pairs]
        profiles = (_UNIFORM, _ALONG, *(s.u for s in shapes), *rises)
        quadrature = fewest((*profiles, *(s.curvature for s in shapes)))
    except LagrError as error:
        cause = "The deflection, its slope or its curvature has no value somewhere."
        raise _fault(place, cause) from error
    if quadrature is None:
        raise _fault(place, "A shape function, its slope or curvature jumps or swings too fast.")
    if depend([s.u for s in shapes]):
        cause = "The shape functions depend on each other, or one of them is zero."
        raise _fault(place, cause, "Give each amplitude a function of its own, or name fewer.")
    return Basis(shapes, pairs, profiles, *quadrature)


def _not_across(place: str) -> LagrError:
    cause = "The direction of bending is not at a right angle to the axis of the beam."
    remedy = "Give two directions at a right angle, such as (1, 0, 0) and (0, 1, 0)."
    return refusal(
        say("{place}, across", place=place), cause, remedy, code="across", path=("across",)
    )


def _without_length(place: str) -> LagrError:
    cause, remedy = "The beam has no length.", "Give it a length, or draw a fixed joint."
    return refusal(
        say("{place}, length", place=place), cause, remedy, code="length", path=("length",)
    )


def _fault(place: str, cause: str, remedy: str = "") -> LagrError:
    remedy = remedy or "Choose fewer functions, and such that are smooth on 0 ≤ xi ≤ 1."
    path = ("deflection",)
    return refusal(
        say("{place}, deflection", place=place), cause, remedy, code="shape-function", path=path
    )


def _times(trees: Trees, factor: Expression) -> Trees:
    return scaled(trees[0], factor), scaled(trees[1], factor), scaled(trees[2], factor)


def _combined(values: Sequence[Expression], vectors: tuple[Trees, ...]) -> Trees:
    weighted = [_times(v, value) for v, value in zip(vectors, values, strict=True)]
    first, second, third = (total([entry[i] for entry in weighted]) for i in range(3))
    return first, second, third


def _sum_of(values: Array, q: list[Symbol]) -> Expression:
    return total([scaled(exact(float(v)), x) for v, x in zip(values, q, strict=True)])
