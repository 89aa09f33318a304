"""Newton–Euler equations to be read: body by body, with the reactions of its joints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from lagr_gui.expression import Symbol, symbols_in
from lagr_gui.foundation.message import Message, say
from lagr_gui.foundation.problem import LagrError, Problem, Severity, refusal
from lagr_gui.mechanics.closed import nonzero
from lagr_gui.mechanics.formalisms.cutting import AXES, FORCE, JOINT, MOMENT, CutBodies, CutEquation
from lagr_gui.mechanics.formalisms.formalism import fresh
from lagr_gui.mechanics.formalisms.kinetics import BodyMotion, Kinetics
from lagr_gui.mechanics.formalisms.newton_euler import NewtonEuler
from lagr_gui.mechanics.reading import ElasticBody
from lagr_gui.mechanics.sheets.accelerations import accelerated
from lagr_gui.mechanics.sheets.arranged import Show
from lagr_gui.mechanics.sheets.sheet import Balance, Entry, Sheet, Term
from lagr_gui.mechanics.vectors import apply, cross, plus
from lagr_gui.model import Model

OF_SPIN = "21"
"""The number of the formula of quasi-velocities: what angular velocities stand for."""


def newton_euler(kinetics: Kinetics, show: Show) -> tuple[list[Entry], list[Balance]]:
    """Balances of momentum and of angular momentum of each body cut free.

    F1_x … are the components in space axes of the force that the first joint's parent exerts on
    its child, at the joint's point, N1 its moment; joints count in the order of the tree.  Bodies
    that move in parallel planes have two forces and a moment; others have moments in their own
    axes, with the angular velocities omega1_x ….  Reactions that one balance gives are put in.
    """
    if kinetics.reading.beams:
        raise _bent(kinetics.reading.beams[0])
    return [], list(_Shown(kinetics, show).balances())


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
    if any(n.endswith("_n") for n in used):
        cause = say("It is perpendicular to the direction in which the joint slides.")
        names = ", ".join(n for n in used if n.endswith("_n"))
        yield Problem(names, cause, "", severity=Severity.HINT, code="reaction")
    turned = [n for n in used if n.startswith("N") and "_" in n]
    if turned:
        cause = say("Moments stand in the axes of the body that is named first.")
        yield Problem(", ".join(turned), cause, "", severity=Severity.HINT, code="reaction")


def headed(balances: Iterable[Balance], model: Model) -> Iterator[Balance]:
    """The balances with the names of bodies in their headings."""
    names = {body.number: body.name for body in model.bodies}
    for balance in balances:
        number = balance.coordinate.partition(" ")[2]
        if balance.index == 0 and number.isdigit() and names.get(int(number)):
            group = say("Body {n}, {name}", n=number, name=names[int(number)])
            balance = replace(balance, group=group)
        yield balance


def _bent(body: ElasticBody) -> LagrError:
    return refusal(
        place=say("Joint “{name}”", name=body.beam.joint),
        cause="An elastic beam is no rigid body: its balances hold for each of its slices.",
        remedy="Choose a formalism that starts from T or S, or Kane’s or Gauss’s.",
        code="no-body",
    )


class _Shown:
    """The balances of one system as they are written."""

    def __init__(self, kinetics: Kinetics, show: Show) -> None:
        self.kinetics, self.show = kinetics, show
        self.form = NewtonEuler(kinetics)
        self.cut = CutBodies(self.form)
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
        return Balance(f"body {number}", 0, left, right, equation, say("Body {n}", n=number))

    def _spin(self, body: BodyMotion) -> list[Symbol]:
        """Names of the angular velocity in body axes where it is made of several rates."""
        if self.cut.plane is not None:
            return []
        if all(len(self.show.terms(nonzero({body.key: w}))) < 2 for w in body.omega):
            return []
        return fresh(self.kinetics.reading, [f"omega{body.number}_{axis}" for axis in AXES])

    def _of_body(self, body: BodyMotion, equation: CutEquation, spin: list[Symbol]) -> Balance:
        if equation.sort == FORCE:
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
