"""Newton's and Euler's laws: bodies cut free, and the reactions eliminated one by one.

Each balance is multiplied with the slope of its position or angle by a coordinate; their sum is
the equation of the coordinate, in which no reaction is left (Jourdain's principle).  What was put
in for reactions does not change it, so that only the balances which remain are added up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from lagr_gui.algebra import Canonical
from lagr_gui.expression import Expression, Symbol, substitute, symbols, write
from lagr_gui.expression.rows import as_sum, factors_in, negative, product, terms_in
from lagr_gui.extensions.teaching import names
from lagr_gui.extensions.teaching.chains.accelerations import AccelerationChain, check_bodies
from lagr_gui.extensions.teaching.chains.identities import ONE
from lagr_gui.extensions.teaching.chains.writer import Writer
from lagr_gui.foundation.message import Message, say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.mechanics.formalisms.cutting import (
    AXES,
    FORCE,
    JOINT,
    MOMENT,
    BodyAxes,
    CutBodies,
    CutEquation,
)
from lagr_gui.mechanics.formalisms.kinetics import BodyMotion, total
from lagr_gui.mechanics.formalisms.newton_euler import NewtonEuler
from lagr_gui.mechanics.formalisms.newton_euler_readable import axes_along_ways, turned_axes
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.mechanics.vectors import dot
from lagr_gui.prepared import Prepared


@dataclass
class _Balance:
    """A law of a body: `left` = Σ `right`; its line, and its equation in canonical form."""

    cut: CutEquation
    left: Expression
    right: tuple[Expression, ...]
    line: str
    uses: list[str] = field(default_factory=list[str])
    """The lines of what was put in."""

    def unknown(self, known: Iterable[Symbol]) -> list[Symbol]:
        """The reactions that stand in it."""
        spoken = {symbol for term in self.right for symbol in symbols(term)}
        return [symbol for symbol in known if symbol in spoken]

    def solved(self, unknown: Symbol) -> Expression | None:
        """The reaction, where it stands alone."""
        for place, term in enumerate(self.right):
            if term in (unknown, negative(unknown)):
                others = (*self.right[:place], *self.right[place + 1 :])
                moved = [*terms_in(self.left), *(_opposite(other) for other in others)]
                moved = [term for term in moved if term != _NOUGHT]
                if term == unknown:
                    return as_sum(moved)
                return as_sum(_opposite(one) for one in moved)
        return None


_NOUGHT = as_sum(())


class NewtonEulerChain(AccelerationChain):
    """The sections by balances of bodies cut free, in parallel planes."""

    def __init__(self, prepared: Prepared, sheet: Sheet, *, detailed: bool = False) -> None:
        super().__init__(prepared, sheet, detailed=detailed)
        check_bodies(self.reading)
        if any(force.presses for force in sheet.frictions):
            raise _pressed()
        self.form = NewtonEuler(self.kinetics)
        self.cut = CutBodies(self.form)
        if self.cut.plane is None:
            raise _not_plane()
        for axes in (turned_axes, axes_along_ways):
            if not self._can_be_solved(self.cut):
                self.cut = CutBodies(self.form, dict(axes(self.kinetics)))
        self.balances: list[_Balance] = []

    def _writers(self) -> Iterator[Writer]:
        yield from self._of_bodies()
        yield self._accelerations()
        yield self._lengths()
        yield self._conditions()
        for body in self.kinetics.bodies:
            yield self._balances(body)
        yield self._along()
        yield self._reactions()
        yield self._remaining()
        yield self._equations()

    # --- balances --------------------------------------------------------------------------------

    def _balances(self, body: BodyMotion) -> Writer:
        name = self._name(body.number)
        writer = self.writer(say("“{body}” cut free", body=name))
        own = [e for e in self.cut.equations if e.sort != JOINT and e.number == body.number]
        for equation in own:
            rule = self._law(body, equation)
            self._keep(writer, equation, self._left(body, equation), rule)
        if own:
            writer.before += self._told_of_reactions(body.number)
        return writer

    def _law(self, body: BodyMotion, equation: CutEquation) -> Message:
        turned = self.cut.turned.get(body.number)
        if equation.sort == MOMENT:
            return say("moments about the centre of mass")
        if turned is None:
            return say("forces along {axis}", axis=AXES[equation.axis])
        return say("forces along an axis of the body, or along and across its way")

    def _left(self, body: BodyMotion, equation: CutEquation) -> Expression:
        """M a, J α as they are written."""
        value = total(self.algebra, [equation.left])
        if self.after(value).is_zero:
            return _NOUGHT
        if equation.sort == FORCE and body.number not in self.cut.turned:
            return product((self.shown(body.M), self._rates[body.number, equation.axis]))
        return self.shown(value)

    def _keep(self, writer: Writer, equation: CutEquation, left: Expression, rule: Message) -> None:
        right = [
            term
            for share in equation.right.values()
            if not self.after(share).is_zero
            for term in terms_in(self.shown(share))
        ]
        sources = (*equation.left, *equation.right)
        value = self._residual(equation)
        at = writer.equation(left, as_sum(right), value, rule, (), sources)
        self.balances.append(_Balance(equation, left, tuple(right), at))

    def _residual(self, equation: CutEquation) -> Canonical:
        return total(self.algebra, [equation.left]) - total(self.algebra, [equation.right])

    def _told_of_reactions(self, number: int) -> Iterator[Message]:
        """Which reactions are new here."""
        for link in self.reading.links:
            on, other = (link.parent, link.child) if link.backwards else (link.child, link.parent)
            own = self.cut.unknowns.get(link.joint, [])
            if own and number == link.child:
                yield say(
                    "{names}: reaction of the joint “{joint}” on body {n}, at the point of the "
                    "joint; body {other} feels the opposite.",
                    names=", ".join(symbol.name for symbol in own),
                    joint=link.joint,
                    n=on,
                    other=other,
                )

    def _along(self) -> Writer:
        """What is left along coordinates."""
        writer = self.writer(say("Along the coordinates"))
        for equation in self.cut.equations:
            if equation.sort == JOINT:
                left = self.shown(total(self.algebra, [equation.left]))
                self._keep(writer, equation, left, say("what the joint exerts along its freedom"))
        return writer

    # --- elimination -----------------------------------------------------------------------------

    @property
    def _unknowns(self) -> list[Symbol]:
        """The reactions, those of the last joints first."""
        links = reversed(self.reading.links)
        return [s for link in links for s in self.cut.unknowns.get(link.joint, [])]

    def _can_be_solved(self, cut: CutBodies) -> bool:
        """Whether no reaction has a factor in the balances of forces."""
        equations = cut.equations  # which introduce unknowns across ways
        unknowns = {s for own in cut.unknowns.values() for s in own}
        for equation in equations:
            for share in equation.right.values() if equation.sort == FORCE else ():
                slopes = [share.derivative(symbol) for symbol in unknowns]
                if any(s.constant is None for s in slopes):
                    return False
        return True

    def _reactions(self) -> Writer:
        """The reactions one by one, each from a balance in which it is the last unknown."""
        writer = self.writer(say("Reactions"))
        unknowns = self._unknowns
        while unknowns:
            chosen = self._next(unknowns)
            if chosen is None:
                raise _not_alone(unknowns[0].name)
            unknown, balance, tree = chosen
            at = self._eliminate(writer, unknown, balance, tree)
            unknowns = [symbol for symbol in unknowns if symbol != unknown]
            self.balances.remove(balance)
            for other in self.balances:
                if unknown in other.unknown((unknown,)):
                    put = [_put(term, unknown, tree) for term in other.right]
                    other.right = tuple(term for terms in put for term in terms)
                    other.uses.append(at)
        return writer

    def _next(self, unknowns: list[Symbol]) -> tuple[Symbol, _Balance, Expression] | None:
        """A reaction that stands alone in a balance without others."""
        for unknown in unknowns:
            for balance in self.balances:
                if balance.unknown(unknowns) == [unknown]:
                    tree = balance.solved(unknown)
                    if tree is not None:
                        return unknown, balance, tree
        return None

    def _eliminate(
        self, writer: Writer, unknown: Symbol, balance: _Balance, tree: Expression
    ) -> str:
        uses = [balance.line, *balance.uses]
        rule = say("from") if not balance.uses else say("from, put in")
        joint = next(j for j, own in self.cut.unknowns.items() if unknown in own)
        value = self.value_of(tree)
        at = writer.line(names.reaction(unknown.name), tree, value, rule, uses, (f"joint:{joint}",))
        self.meanings[unknown] = substitute(tree, self.meanings)
        return at

    def _remaining(self) -> Writer:
        """The balances that are left, with what was put in."""
        writer = self.writer(say("Reactions put in"))
        for balance in self.balances:
            if balance.uses:
                cut = balance.cut
                uses = [balance.line, *balance.uses]
                right, value = as_sum(balance.right), self._residual(cut)
                value = self._with_reactions(value)
                sources = (*cut.left, *cut.right)
                balance.line = writer.equation(
                    balance.left, right, value, say("put in"), uses, sources
                )
        return writer

    def _with_reactions(self, value: Canonical) -> Canonical:
        """A value with what the reactions are."""
        for symbol in self._unknowns:
            if not (slope := value.derivative(symbol)).is_zero:
                rest = value.substitute({symbol: self.algebra.zero})
                value = rest + slope * self.algebra.expression(self.meanings[symbol])
        return value

    # --- equations -------------------------------------------------------------------------------

    def _equations(self) -> Writer:
        writer = self.writer(say("Equations of motion"))
        for rho in range(len(self.reading.coordinates)):
            shares = [(self._factor(balance.cut, rho), balance) for balance in self.balances]
            shares = [(factor, balance) for factor, balance in shares if not factor.is_zero]
            made = self.algebra.zero
            for factor, balance in shares:
                left, right = self.value_of(balance.left), self.value_of(as_sum(balance.right))
                made = made + factor * (left - right)
            uses = [balance.line for _, balance in shares]
            bodies = {balance.cut.number for _, balance in shares if balance.cut.sort != JOINT}
            uses += [at for key, at in self._numbers.items() if _is_rate(key, bodies)]
            self._end(writer, rho, made, self._sum_rule(shares), uses)
        return writer

    def _sum_rule(self, shares: list[tuple[Canonical, _Balance]]) -> Message:
        """How balances are added up."""
        trees = [(self.shown(factor), balance.line) for factor, balance in shares]
        if all(factor == ONE for factor, _ in trees):
            return say("accelerations put in") if len(trees) == 1 else say("added up")
        parts = [f"{write(factor)}·({line})" for factor, line in trees]
        return say("multiplied and added up, {sum}", sum=" + ".join(parts))

    def _factor(self, equation: CutEquation, rho: int) -> Canonical:
        """What a balance is multiplied with: the slope of its position or angle."""
        if equation.sort == JOINT:
            return self.algebra.number(int(equation.number == rho + 1))
        speed = Symbol(self.reading.coordinates[rho], 1)
        body = next(b for b in self.kinetics.bodies if b.number == equation.number)
        if equation.sort == MOMENT:
            omega = self.kinetics.kinematics.in_space(body.E, body.omega)
            return self.after(omega[equation.axis].derivative(speed))
        slopes = (body.v[0].derivative(speed), body.v[1].derivative(speed))
        way = (*slopes, body.v[2].derivative(speed))
        turned: BodyAxes | None = self.cut.turned.get(body.number)
        own = way if turned is None else (dot(row, way) for row in turned.rows)
        return self.after([*own][equation.axis])


def _is_rate(key: tuple[object, ...], bodies: Iterable[int]) -> bool:
    return key[0] in ("a", "alpha") and key[1] in {*bodies}


def _opposite(tree: Expression) -> Expression:
    """The negative of a tree, term by term."""
    return as_sum(negative(term) for term in terms_in(tree))


def _put(term: Expression, unknown: Symbol, tree: Expression) -> tuple[Expression, ...]:
    """A term with what a reaction is, term by term where it stands alone."""
    if term == unknown:
        return terms_in(tree)
    if term == negative(unknown):
        return terms_in(_opposite(tree))
    known: Mapping[Symbol, Expression] = {unknown: tree}
    return (product(substitute(factor, known) for factor in factors_in(term)),)


def _not_plane() -> LagrError:
    return refusal(
        place="Derivation by Newton’s and Euler’s laws",
        cause="Bodies do not move in parallel planes: such reactions are not eliminated by hand.",
        remedy="Choose Lagrange’s equations, LAGR’s or Kane’s way.",
        code="no-plane",
    )


def _pressed() -> LagrError:
    return refusal(
        place="Derivation by Newton’s and Euler’s laws",
        cause="Friction is pressed by reactions of joints: these stand in roots.",
        remedy="Choose Lagrange’s equations or LAGR’s way.",
        code="pressed",
    )


def _not_alone(name: str) -> LagrError:
    return refusal(
        place="Derivation by Newton’s and Euler’s laws",
        cause=say("The reaction {name} stands alone in no balance.", name=name),
        remedy="Choose Lagrange’s equations, LAGR’s or Kane’s way.",
        code="no-elimination",
    )
