"""Newton–Euler equations to be read: body by body, with the reactions of its joints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from lagr_gui.algebra import operation_count
from lagr_gui.expression import Symbol, symbols_in
from lagr_gui.expression.rows import as_sum
from lagr_gui.foundation.message import Message, say
from lagr_gui.foundation.problem import LagrError, Problem, Severity, TooLong, refusal
from lagr_gui.mechanics.closed import nonzero
from lagr_gui.mechanics.formalisms.cutting import (
    AXES,
    FORCE,
    JOINT,
    MOMENT,
    BodyAxes,
    CutBodies,
    CutEquation,
)
from lagr_gui.mechanics.formalisms.formalism import fresh
from lagr_gui.mechanics.formalisms.kinetics import BodyMotion, Kinetics
from lagr_gui.mechanics.formalisms.newton_euler import NewtonEuler
from lagr_gui.mechanics.reading import ElasticBody
from lagr_gui.mechanics.sheets.accelerations import accelerated
from lagr_gui.mechanics.sheets.arranged import Show
from lagr_gui.mechanics.sheets.balance import multiplier
from lagr_gui.mechanics.sheets.sheet import Balance, Entry, Sheet, Term
from lagr_gui.mechanics.vectors import Square, Triple, apply, cross, dot, plus
from lagr_gui.model import Model

OWN, ALONG = "Body {n}, in its own axes", "Body {n}, along and across {q}"
"""Headings of bodies on which forces are balanced so, {q} is a coordinate along a way."""
NAMED = {
    "Body {n}": "Body {n}, {name}",
    OWN: "Body {n}, {name}, in its own axes",
    ALONG: "Body {n}, {name}, along and across {q}",
}
"""The same with the names of bodies."""
_TURNED = (OWN, ALONG, NAMED[OWN], NAMED[ALONG])
FEW = 4
"""Up to so many bodies it is tried for each of them."""
OF_SPIN = "21"
"""The number of the formula of quasi-velocities: what angular velocities stand for."""


def newton_euler(kinetics: Kinetics, show: Show) -> tuple[list[Entry], list[Balance]]:
    """Balances of momentum and of angular momentum of each body cut free.

    F1_x … are the components of the force that the first joint's parent exerts on its child, at
    the joint's point, N1 its moment; joints count in the order of the tree.  Bodies
    that move in parallel planes have two forces and a moment; others have moments in their own
    axes, with the angular velocities omega1_x ….  Reactions that one balance gives are put in.
    Forces stand in axes of space, or of single bodies, or along and across the way of a body, where
    that is shorter.
    """
    if kinetics.reading.beams:
        raise bent(kinetics.reading.beams[0])
    offered = dict(turned_axes(kinetics))
    best, chosen = _made(kinetics, show, {}), frozenset[int]()
    singles = [frozenset((number,)) for number in offered] if len(offered) <= FEW else []
    for changed in (frozenset(offered), *singles):
        numbers = chosen ^ changed
        with suppress(TooLong):
            other = _made(kinetics, show, {n: offered[n] for n in offered if n in numbers})
            if (_length(other), len(numbers)) < (_length(best), len(chosen)):
                best, chosen = other, numbers
    return [], best


def turned_axes(kinetics: Kinetics) -> Iterator[tuple[int, BodyAxes]]:
    """Axes other than those of space by body: its own, or along and across its way."""
    ways, one = dict(axes_along_ways(kinetics)), kinetics.algebra.one
    for body in kinetics.bodies:
        if any(body.E[i][i] != one for i in range(3)):
            yield body.number, BodyAxes(body.E)
        elif body.number in ways:
            yield body.number, ways[body.number]


def axes_along_ways(kinetics: Kinetics) -> Iterator[tuple[int, BodyAxes]]:
    """Axes along and across the ways of bodies that slide in a plane."""
    form = NewtonEuler(kinetics)
    plane, one = CutBodies(form).plane, kinetics.algebra.one
    if plane is None:
        return
    for link in (link for link in kinetics.reading.links if link.child > 0):
        for nu, (way, _) in form.joint(link).columns.items():
            if dot(way, way) == one:
                rows = _beside(way, plane, kinetics)
                yield link.child, BodyAxes(rows, kinetics.reading.coordinates[nu - 1])
                break


def axes_of(kinetics: Kinetics, balances: Iterable[Balance]) -> dict[int, BodyAxes]:
    """The axes other than those of space in which equations have the forces on bodies."""
    groups = ((own.coordinate, own.group) for own in balances)
    turned = {
        name for name, group in groups if isinstance(group, Message) and group.template in _TURNED
    }
    offered = turned_axes(kinetics) if turned else ()
    return {number: axes for number, axes in offered if f"body {number}" in turned}


def _beside(way: Triple[Any], plane: int, kinetics: Kinetics) -> Square[Any]:
    """A direction in a plane across the axis `plane`, and the one across it, as axes."""
    zero, one = kinetics.algebra.zero, kinetics.algebra.one
    normal = tuple(one if i == plane else zero for i in range(3))
    rows = {plane: normal}
    first, second = (i for i in range(3) if i != plane)
    rows[first], rows[second] = way, cross(normal, way)
    return rows[0], rows[1], rows[2]


def _made(kinetics: Kinetics, show: Show, axes: Mapping[int, BodyAxes]) -> list[Balance]:
    return list(_Shown(kinetics, show, axes).balances())


def _length(balances: Iterable[Balance]) -> int:
    """Operations in equations."""
    terms = (term.tree for own in balances for term in (*own.left, *own.right))
    return operation_count(as_sum(terms))


def reactions(kinetics: Kinetics, sheet: Sheet) -> Iterator[Problem]:
    """What the reactions in equations are, joint by joint."""
    terms = (term.tree for own in sheet.balances for term in (*own.left, *own.right))
    used = sorted({symbol.name for symbol in symbols_in(terms)})
    for number, link in enumerate(kinetics.reading.links, start=1):
        names = [n for n in used if n.partition("_")[0] in (f"F{number}", f"N{number}")]
        if not names:
            continue
        on, other = (link.parent, link.child) if link.backwards else (link.child, link.parent)
        words = {"joint": link.joint, "n": on, "other": other}
        cause = say(
            "Reaction of the joint “{joint}” on body {n}, at the point of the joint; body {other} "
            "feels the opposite.",
            **words,
        )
        yield Problem(", ".join(names), cause, "", severity=Severity.HINT, code="reaction")
    constraints = kinetics.closed.constraints
    by_source: dict[str, list[str]] = {}
    for s, row in enumerate(constraints.shown, start=1):
        if (name := multiplier(s).name) in used:
            by_source.setdefault(constraints.rows[row].source, []).append(name)
    for source, names in by_source.items():
        cause = say(
            "What “{name}” exerts, by the slopes of its constraint equations.",
            name=source.partition(":")[2],
        )
        yield Problem(", ".join(names), cause, "", severity=Severity.HINT, code="reaction")
    if any(n.endswith("_n") for n in used):
        cause = say("It is perpendicular to the direction in which the joint slides.")
        names = ", ".join(n for n in used if n.endswith("_n"))
        yield Problem(names, cause, "", severity=Severity.HINT, code="reaction")
    own = {balance.coordinate for balance in sheet.balances if _in_own_axes(balance)}
    links = enumerate(kinetics.reading.links, start=1)
    forces = tuple(f"F{number}_" for number, link in links if f"body {link.child}" in own)
    turned = [n for n in used if n.startswith(("N", *forces)) and "_" in n]
    if turned:
        cause = say("Components in the axes of the body that is named first.")
        yield Problem(", ".join(turned), cause, "", severity=Severity.HINT, code="reaction")


def headed(balances: Iterable[Balance], model: Model) -> Iterator[Balance]:
    """The balances with the names of bodies in their headings."""
    names = {body.number: body.name for body in model.bodies}
    for balance in balances:
        number = balance.coordinate.partition(" ")[2]
        if balance.index == 0 and number.isdigit() and names.get(int(number)):
            group = balance.group
            assert isinstance(group, Message)
            words = NAMED[group.template]
            group = say(words, **group.values, name=names[int(number)])
            balance = replace(balance, group=group)
        yield balance


def _in_own_axes(balance: Balance) -> bool:
    """Whether the forces on a body are balanced in its own axes."""
    group = balance.group
    return isinstance(group, Message) and group.template in (OWN, NAMED[OWN])


def bent(body: ElasticBody) -> LagrError:
    """Why a beam cannot be cut free as a body."""
    return refusal(
        place=say("Joint “{name}”", name=body.beam.joint),
        cause="An elastic beam is no rigid body: its balances hold for each of its slices.",
        remedy="Choose a formalism that starts from T or S, or Kane’s or Gauss’s.",
        code="no-body",
    )


class _Shown:
    """The balances of one system as they are written."""

    def __init__(self, kinetics: Kinetics, show: Show, axes: Mapping[int, BodyAxes]) -> None:
        self.kinetics, self.show, self.axes = kinetics, show, axes
        self.form = NewtonEuler(kinetics)
        self.cut = CutBodies(self.form, axes)
        self.bodies = {body.number: body for body in kinetics.bodies}

    def balances(self) -> Iterator[Balance]:
        """Body by body, behind them what is left along coordinates."""
        equations = self.cut.equations
        for number, body in self.bodies.items():
            own = [e for e in equations if e.sort != JOINT and e.number == number]
            spin = self._spin(body) if any(e.sort == MOMENT for e in own) else []
            for equation in own:
                yield self._of_body(body, equation, spin)
            for symbol, value in zip(spin, body.omega, strict=False):
                right = self.show.terms(nonzero({body.key: value}))
                yield self._balance(number, (Term(symbol, (body.key,)),), right, OF_SPIN)
        for equation in equations:
            if equation.sort == JOINT:
                yield self._of_coordinate(equation)

    def _balance(
        self, number: int, left: tuple[Term, ...], right: tuple[Term, ...], equation: str
    ) -> Balance:
        own = self.axes.get(number)
        if own is None:
            group = say("Body {n}", n=number)
        elif own.along:
            group = say(ALONG, n=number, q=own.along)
        else:
            group = say(OWN, n=number)
        return Balance(f"body {number}", 0, left, right, equation, group)

    def _spin(self, body: BodyMotion) -> list[Symbol]:
        """Names of the angular velocity in body axes where it is made of several rates."""
        if self.cut.plane is not None:
            return []
        if all(len(self.show.terms(nonzero({body.key: w}))) < 2 for w in body.omega):
            return []
        return fresh(self.kinetics.reading, [f"omega{body.number}_{axis}" for axis in AXES])

    def _of_body(self, body: BodyMotion, equation: CutEquation, spin: list[Symbol]) -> Balance:
        if equation.sort == FORCE and body.number in self.axes:
            left = self.show.by_unknowns(equation.left, self.kinetics.symbols[2])
        elif equation.sort == FORCE:
            left = self._momentum(body, equation)
        elif spin:
            left = self._spun(body, equation.axis, spin)
        else:
            left = self.show.terms(equation.left)
        right = self.show.terms(equation.right)
        return self._balance(body.number, left, right, self.form.equation)

    def _momentum(self, body: BodyMotion, equation: CutEquation) -> tuple[Term, ...]:
        """m a along an axis of space."""
        after = self.show.after
        position, mass = after(body.x[equation.axis]), after(body.M)
        if mass.is_zero:
            return ()
        trees = accelerated(mass.tree(), position, self.kinetics.rate)
        typed = self.show.typed
        return tuple(Term(typed.spelled(tree, (body.key,)), (body.key,)) for tree in trees)

    def _spun(self, body: BodyMotion, axis: int, spin: list[Symbol]) -> tuple[Term, ...]:
        """(θ̄ ω̇ + ω × θ̄ω)ᵢ in names of ω."""
        rates = [Symbol(symbol.name, 1) for symbol in spin]
        introduce = self.kinetics.calculus.introduce
        a, b, c = introduce(spin)
        alpha: Any = tuple(introduce(rates))
        omega = (a, b, c)
        turning = cross(omega, apply(body.theta_bar, omega))
        value = plus(apply(body.theta_bar, alpha), turning)[axis]
        return self.show.by_unknowns(nonzero({body.key: value}), rates)

    def _of_coordinate(self, equation: CutEquation) -> Balance:
        name = self.kinetics.reading.coordinates[equation.number - 1]
        left, right = self.show.terms(equation.left), self.show.terms(equation.right)
        group: Message = say("Along the coordinates")
        return Balance(name, equation.number, left, right, self.form.equation, group)
