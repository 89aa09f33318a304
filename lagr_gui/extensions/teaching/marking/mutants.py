"""The catalogue of typical errors: each is one rule of a derivation, made wrong.

An error is looked for at each subject of its rule alone, at all those of a body or of a coordinate,
and at all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lagr_gui.algebra import Canonical
from lagr_gui.expression import Call, Expression, Symbol, rebuilt
from lagr_gui.extensions.teaching.marking.solution import Edit, Solution, Subject
from lagr_gui.foundation.message import Message, say
from lagr_gui.mechanics.trees import NOUGHT, ONE
from lagr_gui.mechanics.vectors import Triple, dot, minus, plus, times

Change = Callable[[Solution, Any, Subject], Any]


@dataclass(frozen=True)
class Mutant:
    """An error by name: the rule that it changes, how, and what is said of it.

    Words may name what is concerned, as {what}.  An error that is `seldom` made is told only where
    no other one explains an answer.
    """

    name: str
    rule: str
    change: Change
    said: str
    applies: Callable[[Solution, Subject], bool] = lambda _, __: True
    seldom: bool = False

    def edits(self, solution: Solution) -> Iterator[Edit]:
        """The wrong rule at single subjects, at those of a body or coordinate, at all."""
        subjects = [one for one in solution.domains[self.rule] if self.applies(solution, one)]
        firsts = dict.fromkeys(one[0] for one in subjects)
        alike = [frozenset(one for one in subjects if one[0] == first) for first in firsts]
        groups = [*(frozenset([one]) for one in subjects), *alike, frozenset(subjects)]
        for group in dict.fromkeys(group for group in groups if group):
            yield Edit(self.rule, group, self.change)

    def words(self, solution: Solution, edit: Edit) -> Message:
        """What is said of the error."""
        whats = dict.fromkeys(called(solution, self.rule, one) for one in sorted(edit.subjects))
        return say(self.said, what=", ".join(whats))


def called(solution: Solution, rule: str, subject: Subject) -> str:
    """What a subject is called: the name of its body or element, or its coordinate."""
    if rule in ("kinetic", "potential", "force", "bound"):
        return source_name(solution, subject[-1])
    if isinstance(subject[0], int) and rule not in ("momentum", "rate", "slope", "fall"):
        return solution.chain.model.body(subject[0]).name or str(subject[0])
    return solution.coordinates[subject[0]]


def source_name(solution: Solution, key: str) -> str:
    """The name of an item by its key."""
    if (body := solution.body_of(key)) is not None:
        return solution.chain.model.body(body).name or str(body)
    return key.partition(":")[2]


# --- how rules are made wrong --------------------------------------------------------------------


def _times(factor: Fraction | int) -> Change:
    def changed(_: Solution, usual: Any, __: Subject) -> Any:
        return times(usual, factor) if isinstance(usual, tuple) else usual * factor

    return changed


_GONE, _TWICE, _OPPOSITE, _HALF = _times(0), _times(2), _times(-1), _times(Fraction(1, 2))


def _cross_term(part: Fraction | int) -> Change:
    """v² with a part of the product 2 v_A·v_r more."""

    def changed(solution: Solution, usual: Canonical, subject: Subject) -> Canonical:
        v = dot(solution.carried(subject[0]), solution.relative(subject[0]))
        return usual + v * (2 * part)

    return changed


def _centre_at(part: int) -> Change:
    """The place of a centre of mass, so many times as far from the joint."""

    def changed(solution: Solution, usual: Canonical, subject: Subject) -> Canonical:
        start = solution.joint_place(subject[0])[subject[1]]
        return start + (usual - start) * part

    return changed


def _from_joint(solution: Solution, usual: Canonical, subject: Subject) -> Canonical:
    return usual - solution.joint_place(subject[0])[subject[1]]


def _rewritten(call: Callable[[Call], Expression]) -> Change:
    """A value with others in the place of its sines and cosines."""

    def put(tree: Expression) -> Expression:
        if isinstance(tree, Call) and tree.function in ("sin", "cos"):
            return call(tree)
        return rebuilt(tree, put)

    def changed(solution: Solution, usual: Canonical, _: Subject) -> Canonical:
        return solution.algebra.expression(put(solution.algebra.shown(usual, "terms")))

    return changed


def _swapped(call: Call) -> Expression:
    return Call({"sin": "cos", "cos": "sin"}[call.function], call.arguments)


def _small(call: Call) -> Expression:
    return call.arguments[0] if call.function == "sin" else ONE


def _about_joint(solution: Solution, usual: Canonical, subject: Subject) -> Canonical:
    """½ (J + M a²) ω², where ½ M v² has M a² already."""
    v = solution.relative(subject[0])
    return usual + solution.half * solution.mass(subject[0]) * dot(v, v)


def _alone(solution: Solution, usual: Triple[Canonical], subject: Subject) -> Triple[Canonical]:
    return minus(usual, solution.carried(subject[0]))


def _against(solution: Solution, usual: Triple[Canonical], subject: Subject) -> Triple[Canonical]:
    return minus(usual, solution.turning_of_parent(subject[0]))


def _doubly(solution: Solution, usual: Triple[Canonical], subject: Subject) -> Triple[Canonical]:
    return plus(usual, solution.turning_of_parent(subject[0]))


def _without_length(solution: Solution, usual: Canonical, subject: Subject) -> Canonical:
    field = _length_field(solution, subject)
    value = solution.stored(subject[0], {field: NOUGHT})
    return usual if value is None else value


def _length_field(solution: Solution, subject: Subject) -> str:
    return next((f for f in ("l0", "q0") if solution.has_field(subject[0], f)), "")


def _is_relaxed_elsewhere(solution: Solution, subject: Subject) -> bool:
    return bool(_length_field(solution, subject))


def _is_weight(solution: Solution, subject: Subject) -> bool:
    return solution.body_of(subject[-1]) is not None


def _is_spring(solution: Solution, subject: Subject) -> bool:
    return not _is_weight(solution, subject)


def _spins(solution: Solution, subject: Subject) -> bool:
    return not solution("rotation", subject[0]).is_zero


def _moves_and_spins(solution: Solution, subject: Subject) -> bool:
    body = solution.body_of(subject[0])
    if body is None:
        return True
    return _spins(solution, (body,)) and not solution("translation", body).is_zero


def _is_carried(solution: Solution, subject: Subject) -> bool:
    return any(not v.is_zero for v in solution.carried(subject[0]))


def _partial_rate(solution: Solution, _: Any, subject: Subject) -> Canonical:
    """d/dt as if q did not change: ∂p/∂q̇ q̈ alone."""
    return _by_orders(solution, subject, rates=False)


def _without_inner(solution: Solution, _: Any, subject: Subject) -> Canonical:
    """d/dt with ∂p/∂q without its inner derivative q̇."""
    return _by_orders(solution, subject, rates=True)


def _by_orders(solution: Solution, subject: Subject, *, rates: bool) -> Canonical:
    p, value = solution("momentum", *subject), solution.algebra.zero
    for name in solution.coordinates:
        slope = p.derivative(Symbol(name, 1))
        value = value + slope * solution.algebra.symbol(Symbol(name, 2))
        value = value + p.derivative(Symbol(name)) if rates else value
    return value


def _square_kept(solution: Solution, usual: Canonical, subject: Subject) -> Canonical:
    """∂(½ q̇²)/∂q̇ as ½ q̇."""
    speed = Symbol(solution.coordinates[subject[0]], 1)
    own = usual.derivative(speed) * solution.algebra.symbol(speed)
    return usual - solution.half * own


def _lever(
    solution: Solution, key: str, rho: int, *, both: bool = True
) -> tuple[Canonical, Canonical] | None:
    """d·∂d/∂q of the vector d along a line element, and the same with its end alone moving."""
    if (ends := solution.ends(key)) is None:
        return None
    d, q = minus(ends[1], ends[0]), Symbol(solution.coordinates[rho])
    slopes = [[x.derivative(q) for x in end] for end in ends]
    whole = solution.algebra.add([x * (b - a) for x, a, b in zip(d, *slopes, strict=True)])
    ends_alone = slopes[1] if both else [-x for x in slopes[0]]
    return whole, solution.algebra.add([x * b for x, b in zip(d, ends_alone, strict=True)])


def _one_end(*, second: bool) -> Change:
    """Q* of a line element that pulls at one of its bodies only."""

    def changed(solution: Solution, usual: Canonical, subject: Subject) -> Canonical:
        rho, key = subject
        for sigma in solution.rows:
            levers = _lever(solution, key, sigma, both=second)
            own = _lever(solution, key, rho, both=second)
            if levers is None or own is None or levers[0].is_zero:
                continue
            return solution.forces_of(sigma)[key] * own[1] / levers[0]
        return usual

    return changed


def _own_speed(solution: Solution, usual: Canonical, subject: Subject) -> Canonical:
    """Q* of a damper by the velocity of its first point alone, not by the rate of its length."""
    if (ends := solution.ends(subject[1])) is None:
        return usual
    d = minus(ends[1], ends[0])
    first, second = ([solution.rate_of(x) for x in end] for end in ends)
    rate = solution.algebra.add([x * (b - a) for x, a, b in zip(d, first, second, strict=True)])
    own = solution.algebra.add([-(x * a) for x, a in zip(d, first, strict=True)])
    return usual if rate.is_zero else usual * own / rate


def _has_two_ends(solution: Solution, subject: Subject) -> bool:
    return solution.ends(subject[1]) is not None


def _damps(solution: Solution, subject: Subject) -> bool:
    return subject[1] in solution.chain.kinetics.closed.D_parts


def _damps_between(solution: Solution, subject: Subject) -> bool:
    return _damps(solution, subject) and _has_two_ends(solution, subject)


# --- the catalogue -------------------------------------------------------------------------------

CATALOGUE = (
    Mutant("no-rotation", "rotation", _GONE, "the rotational energy ½ J ω² of {what} is missing"),
    Mutant(
        "no-translation",
        "translation",
        _GONE,
        "½ M v² of {what} is missing: J about its centre of mass alone is not enough (Steiner)",
    ),
    Mutant(
        "steiner-twice",
        "rotation",
        _about_joint,
        "J of {what} about its joint has ½ M v² in it already: Steiner’s part is there twice",
        _spins,
    ),
    Mutant("no-half-translation", "translation", _TWICE, "½ is missing in ½ M v² of {what}"),
    Mutant("no-half-rotation", "rotation", _TWICE, "½ is missing in ½ J ω² of {what}", _spins),
    Mutant(
        "no-half-kinetic",
        "kinetic",
        _TWICE,
        "½ is missing in the kinetic energy of {what}",
        _moves_and_spins,
    ),
    Mutant(
        "no-body", "kinetic", _GONE, "the kinetic energy of {what} is missing", _moves_and_spins
    ),
    Mutant(
        "no-transport",
        "velocity",
        _alone,
        "the velocity with which its joint carries {what} along is missing",
        _is_carried,
    ),
    Mutant(
        "relative-turning",
        "turning",
        _against,
        "{what} turns with its absolute angular velocity, not with that against its carrier",
    ),
    Mutant(
        "turning-twice",
        "turning",
        _doubly,
        "the angular velocity of {what} has that of its carrier twice",
    ),
    Mutant(
        "no-cross-term",
        "square",
        _cross_term(-1),
        "too little: the product 2 v₁·v₂ in v² of {what} is missing (its joint carries it along)",
        _is_carried,
    ),
    Mutant(
        "half-cross-term",
        "square",
        _cross_term(Fraction(-1, 2)),
        "the product in v² of {what} has its factor 2: (a + b)² = a² + 2ab + b²",
        _is_carried,
    ),
    Mutant(
        "opposite-cross-term",
        "square",
        _cross_term(-2),
        "the product 2 v₁·v₂ in v² of {what} has the wrong sign",
        _is_carried,
    ),
    Mutant(
        "angle-between",
        "square",
        _rewritten(_swapped),
        "sine and cosine are exchanged in v² of {what}: v₁·v₂ has the cosine of the angle between",
        _is_carried,
        seldom=True,
    ),
    Mutant(
        "centre-at-end",
        "place",
        _centre_at(2),
        "the centre of mass of {what} is taken twice as far from its joint as it is",
    ),
    Mutant(
        "centre-in-joint",
        "place",
        _centre_at(0),
        "the centre of mass of {what} lies apart from its joint",
        seldom=True,
    ),
    Mutant(
        "no-joint-place",
        "place",
        _from_joint,
        "where its joint is, is missing in the place of {what}",
        _is_carried,
        seldom=True,
    ),
    Mutant(
        "sine-cosine",
        "place",
        _rewritten(_swapped),
        "sine and cosine are exchanged where {what} is: from which axis is the angle measured?",
        seldom=True,
    ),
    Mutant(
        "linear-early",
        "place",
        _rewritten(_small),
        "made linear too early: sin φ ≈ φ, cos φ ≈ 1 where {what} is, before differentiating",
        seldom=True,
    ),
    Mutant(
        "gravity-sign",
        "potential",
        _OPPOSITE,
        "the potential energy of the weight of {what} has the wrong sign: U grows upwards",
        _is_weight,
    ),
    Mutant("no-weight", "potential", _GONE, "the weight of {what} is missing", _is_weight),
    Mutant(
        "no-half-spring",
        "potential",
        _TWICE,
        "½ is missing in the energy ½ c s² of {what}",
        _is_spring,
    ),
    Mutant(
        "spring-sign", "potential", _OPPOSITE, "the energy of {what} has the wrong sign", _is_spring
    ),
    Mutant("no-spring", "potential", _GONE, "the energy of {what} is missing", _is_spring),
    Mutant(
        "length-for-elongation",
        "potential",
        _without_length,
        "{what} stores by its elongation, not by its length: the natural length is missing",
        _is_relaxed_elsewhere,
    ),
    Mutant(
        "square-kept",
        "momentum",
        _square_kept,
        "∂(½ q̇²)/∂q̇ is q̇: a factor 2 is lost where {what} is differentiated",
    ),
    Mutant(
        "rate-partial",
        "rate",
        _partial_rate,
        "d/dt is not ∂/∂t: what stands before velocities changes with time, too ({what})",
    ),
    Mutant(
        "rate-without-inner",
        "rate",
        _without_inner,
        "the chain rule gives a velocity as a factor, which is missing in d/dt ({what})",
    ),
    Mutant("no-slope", "slope", _GONE, "∂T/∂q is forgotten ({what})"),
    Mutant("slope-sign", "slope", _OPPOSITE, "∂T/∂q has the wrong sign ({what})"),
    Mutant("fall-sign", "fall", _OPPOSITE, "∂U/∂q has the wrong sign ({what})"),
    Mutant("no-fall", "fall", _GONE, "∂U/∂q is forgotten ({what})", seldom=True),
    Mutant("no-force", "force", _GONE, "the generalised force of {what} is missing"),
    Mutant("force-sign", "force", _OPPOSITE, "the generalised force of {what} has the wrong sign"),
    Mutant(
        "no-half-damper",
        "force",
        _TWICE,
        "the force of {what} is twice what it is: −∂D/∂v of D = ½ d v² is −d v",
        _damps,
    ),
    Mutant(
        "half-damper",
        "force",
        _HALF,
        "the force of {what} is half of what it is: −∂D/∂v of D = ½ d v² is −d v",
        _damps,
    ),
    Mutant(
        "absolute-damper",
        "force",
        _own_speed,
        "{what} damps by the rate of its length, not by the absolute velocity of one end",
        _damps_between,
    ),
    *(
        Mutant(
            "no-reaction",
            "force",
            _one_end(second=second),
            "{what} acts on two bodies: the reaction on the other one is forgotten",
            _has_two_ends,
            seldom=True,
        )
        for second in (False, True)
    ),
    Mutant("no-multiplier", "bound", _GONE, "the force λ ∂Φ/∂q of {what} is missing"),
)
"""Typical errors, in the order of a derivation."""

WrongValue = tuple[Mutant, Edit, Canonical]
"""An error, where it was made, and what comes out."""


def wrong_values(solution: Solution, name: str) -> Iterator[WrongValue]:
    """What errors make of a quantity, those that change it."""
    if (right := solution.quantity(name)) is None:
        return
    for mutant in CATALOGUE:
        for edit in mutant.edits(solution):
            made = solution.with_edit(edit).quantity(name)
            if made is not None and made is not right and not (made - right).is_zero:
                yield mutant, edit, made
