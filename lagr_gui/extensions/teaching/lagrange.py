"""Lagrange's equations of the second kind, as one derives them on a board: d/dt ∂T/∂q̇ − ∂T/∂q = Q.

Each line is composed of those before it, and proved: its value is compared with what the
formalism (19) computes by itself, in canonical form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Any

from lagr_gui.algebra import Canonical
from lagr_gui.expression import (
    Call,
    Expression,
    Number,
    Power,
    Sum,
    Symbol,
    parts,
    rebuilt,
    substitute,
)
from lagr_gui.expression.rows import as_sum, factors_in, negative, product, terms_in
from lagr_gui.extensions.teaching import names
from lagr_gui.extensions.teaching.lines import DerivedLine, Identity, Quantity, Section
from lagr_gui.extensions.teaching.speeds import FORM, WRITTEN_OUT, Speeds, SpeedTerm
from lagr_gui.foundation.message import Message, say
from lagr_gui.foundation.selfcheck import disagreement
from lagr_gui.mechanics.formalisms.calculus import Exact
from lagr_gui.mechanics.formalisms.kinetics import BodyMotion, Kinetics, total
from lagr_gui.mechanics.senses import sense_of
from lagr_gui.mechanics.sheets.balance import equations_of_motion, whole
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.mechanics.sheets.shown_as import show_of
from lagr_gui.prepared import Prepared
from lagr_gui.typesetting.letters import definition_name, entry_name

HALF = Number(Fraction(1, 2))
ONE, TWO = Number(Fraction(1)), Number(Fraction(2))


@dataclass
class _Writer:
    """Numbers the lines of a section, and proves each before it is kept."""

    number: int
    title: Message
    value_of: Callable[[Expression], Canonical]
    after: Callable[[Canonical], Canonical]
    lines: list[DerivedLine] = field(default_factory=list[DerivedLine])
    before: list[Message] = field(default_factory=list[Message])
    behind: list[Message] = field(default_factory=list[Message])
    statement: Quantity | None = None

    def line(
        self,
        left: Quantity | None,
        right: Expression,
        value: Canonical,
        rule: Message,
        uses: Iterable[str] = (),
        sources: Iterable[str] = (),
        identities: tuple[Identity, ...] = (),
        *,
        main: bool = False,
    ) -> str:
        """Write a line whose right side has a value; its number. Raises Disagreement."""
        number = f"{self.number}.{len(self.lines) + 1}"
        self.prove(number, self.value_of(right), value)
        kept = tuple(dict.fromkeys(uses)), tuple(dict.fromkeys(sources))
        self.lines.append(DerivedLine(number, left, right, rule, *kept, (), identities, main))
        return number

    def prove(self, number: str, made: Canonical, value: Canonical) -> None:
        """Raise Disagreement where a line is not what its formalism computes."""
        if not (made - self.after(value)).is_zero:
            raise disagreement(say("Line {number} of a derivation", number=number), 1.0, "")

    @property
    def section(self) -> Section:
        """What was written."""
        lines, before, behind = tuple(self.lines), tuple(self.before), tuple(self.behind)
        return Section(self.number, self.title, lines, before, behind, self.statement)


class LagrangeChain:
    """The sections of a derivation by Lagrange's equations, each behind those it uses."""

    def __init__(self, prepared: Prepared, sheet: Sheet, kinetics: Kinetics | None = None) -> None:
        general = prepared.general
        self.model, self.reading, self.sheet = general.model, general.reading, sheet
        self.kinetics = kinetics or general.kept(
            ("kinetics",), lambda: Kinetics(general.reading, Exact(general.reading))
        )
        self.algebra, reading = self.kinetics.algebra, self.reading
        self.after = show_of(sheet, general.model, reading.typed).after
        self.T = self._known(self.kinetics.T)
        self.U = self._known(self.kinetics.closed.U_parts)
        self.Q = [self._known(parts) for parts in self.kinetics.Q]
        self.bound = [self._known(parts) for parts in self.kinetics.bound]
        self.speeds = Speeds(self.algebra, reading.coordinates)
        self.meanings = self._named(sheet)
        self._take_pressed()
        self._numbers: dict[tuple[object, ...], str] = {}
        """The lines in which quantities stand last."""

    def _named(self, sheet: Sheet) -> dict[Symbol, Expression]:
        """What names that the sheet introduces stand for, in the names of the model."""
        meanings: dict[Symbol, Expression] = {}
        for definition in sheet.definitions:
            meanings[Symbol(definition.name)] = substitute(definition.tree, meanings)
        for force in sheet.frictions:
            sense, slides = Symbol(sense_of(force.element)), Call("sign", (force.slip,))
            if not force.presses:
                made = _put(force.sliding, slides, sense)
                meanings[force.symbol] = substitute(made, meanings)
        return meanings

    def _take_pressed(self) -> None:
        """Forces of friction that reactions press stay names: reactions are not derived here."""
        pressed = {force.key for force in self.sheet.frictions if force.presses}
        for entry in (one for one in self.sheet.entries if one.symbol == "Q"):
            for key in pressed & {source for term in entry.terms for source in term.sources}:
                own = as_sum(term.tree for term in entry.terms if term.sources == (key,))
                self.Q[entry.indices[0] - 1][key] = self.value_of(own)

    def value_of(self, tree: Expression) -> Canonical:
        """A tree in canonical form, with what names stand for."""
        return self.after(self.algebra.expression(substitute(tree, self.meanings)))

    def sections(self) -> tuple[Section, ...]:
        """All sections."""
        made = [self._places, self._velocities, self._squares, self._kinetic, self._potential]
        made += [self._lengths, self._conditions]
        sections: list[Section] = []
        for make in made:
            writer = make(len(sections) + 1)
            if writer.lines or writer.before:
                sections.append(writer.section)
        first = True
        for name in self.reading.coordinates:
            writer = self._equation(len(sections) + 1, name)
            writer.statement = self._statement if first else None
            sections.append(writer.section)
            first = False
        sections.append(self._harvest(len(sections) + 1).section)
        return tuple(sections)

    @property
    def _statement(self) -> Quantity:
        forced = any(self.without_potential(n) for n in range(len(self.reading.coordinates)))
        return names.statement(bool(self.U), forced, any(self.bound))

    def _known(self, parts: Mapping[str, Canonical]) -> dict[str, Canonical]:
        """Contributions in the special case of the sheet, with the signs that it assumes."""
        after = {key: self.after(value) for key, value in parts.items()}
        return {key: value for key, value in after.items() if not value.is_zero}

    # --- what is known of bodies -------------------------------------------------------------

    @property
    def bodies(self) -> list[BodyMotion]:
        """Bodies with inertia that move."""
        return [body for body in self.kinetics.bodies if body.key in self.T]

    def _joint(self, number: int) -> tuple[str, ...]:
        return tuple(f"joint:{joint.name}" for joint in self.model.joints if joint.child == number)

    def _name(self, number: int) -> str:
        return self.model.body(number).name or str(number)

    def _writer(self, number: int, title: Message) -> _Writer:
        return _Writer(number, title, self.value_of, self.after)

    def _shown(self, value: Canonical) -> Expression:
        return self.algebra.shown(self.after(value), FORM)

    def _moves(self, value: Canonical) -> bool:
        return not self.kinetics.rate(value).is_zero

    # --- sections ----------------------------------------------------------------------------

    def _places(self, number: int) -> _Writer:
        writer = self._writer(number, say("Positions of the centres of mass"))
        for body in self.bodies:
            if body.M.is_zero:
                continue
            sources = (body.key, *self._joint(body.number))
            for axis, x in enumerate(map(self.after, body.x)):
                if self._moves(x):
                    rule = say("where “{body}” is", body=self._name(body.number))
                    at = writer.line(
                        names.place(body.number, axis), self._shown(x), x, rule, (), sources
                    )
                    self._numbers["x", body.number, axis] = at
        return writer

    def _velocities(self, number: int) -> _Writer:
        writer = self._writer(number, say("Velocities"))
        for body in self.bodies:
            sources = (body.key,)
            for axis, v in enumerate(body.v):
                if (used := self._numbers.get(("x", body.number, axis))) is None:
                    continue
                left, rule = names.velocity(body.number, axis), say("differentiate")
                at = writer.line(left, self._shown(v), v, rule, (used,), sources)
                self._numbers["v", body.number, axis] = at
            if any(not moment.is_zero for row in body.theta_bar for moment in row):
                self._turning(writer, body)
        return writer

    def _turning(self, writer: _Writer, body: BodyMotion) -> None:
        turned = [axis for axis, w in enumerate(body.omega) if not self.after(w).is_zero]
        for axis in turned:
            left = names.turning(body.number, None if len(turned) == 1 else axis)
            w, rule = body.omega[axis], say("how “{body}” turns", body=self._name(body.number))
            sources = (body.key, *self._joint(body.number))
            at = writer.line(left, self._shown(w), w, rule, (), sources)
            self._numbers["w", body.number, axis] = at

    def _squares(self, number: int) -> _Writer:
        writer = self._writer(number, say("Squares of the velocities"))
        for body in self.bodies:
            used = [self._numbers.get(("v", body.number, axis)) for axis in range(3)]
            components = [v for v, at in zip(body.v, used, strict=True) if at]
            if len(components) < 2:
                continue
            value = self.algebra.add([v * v for v in components])
            put_in = as_sum(_squared(self._shown(v)) for v in components)
            uses = [at for at in used if at]
            rule = say("put in")
            at = writer.line(names.square(body.number), put_in, value, rule, uses, (body.key,))
            short = self._shown(value)
            if short != put_in:
                used_ones = tuple(_identities(self.algebra, put_in, short))
                rule = say("with") if used_ones else say("multiplied out")
                at = writer.line(None, short, value, rule, (at,), (), used_ones)
            self._numbers["v2", body.number] = at
        return writer

    def _kinetic(self, number: int) -> _Writer:
        writer = self._writer(number, say("Kinetic energy"))
        for body in self.bodies:
            terms, uses = list[Expression](), list[str]()
            speed = self.algebra.add([v * v for v in body.v])
            if not self.after(speed * body.M).is_zero:
                terms += [product((HALF, self._shown(body.M), self._shown(speed)))]
                uses += [at for key, at in self._numbers.items() if key[:2] in _of(body.number)]
            spin = body.binet(body.E_rate)
            if not self.after(spin).is_zero:
                terms += self._spin(body)
                uses += [at for key, at in self._numbers.items() if key[:2] == ("w", body.number)]
            value = self.T[body.key]
            left, put_in = names.energy("T", body.number), as_sum(terms)
            rule = say("½ M v² and ½ J ω²") if len(terms) > 1 else say("½ M v²")
            joined = self.speeds.tree(self.speeds.terms(value, (body.key,)))
            short = joined == put_in
            at = writer.line(left, put_in, value, rule, uses, (body.key,), main=short)
            if not short:
                at = writer.line(None, joined, value, say("put together"), (at,), main=True)
            self._numbers["T", body.key] = at
        for part in self.reading.kinetic:
            value = self.T[part.key]
            rule = say("energy of “{name}”", name=part.record.name)
            at = writer.line(
                names.energy("T"), self._shown(value), value, rule, (), (part.key,), main=True
            )
            self._numbers["T", part.key] = at
        return writer

    def _spin(self, body: BodyMotion) -> Iterator[Expression]:
        """½ J ω² about the axis about which a body turns, or all of ½ ω·θω."""
        turned = [axis for axis, w in enumerate(body.omega) if not self.after(w).is_zero]
        if len(turned) == 1:
            axis = turned[0]
            J = self._shown(body.theta_bar[axis][axis])
            yield product((HALF, J, _squared(self._shown(body.omega[axis]))))
        else:
            half = self.algebra.number(Fraction(1, 2))
            yield from terms_in(self._shown(half * body.binet(body.E_rate)))

    def _potential(self, number: int) -> _Writer:
        writer = self._writer(number, say("Potential energy"))
        parts_ = self.U
        if not parts_:
            writer.before.append(say("Nothing stores energy: U = 0."))
            return writer
        value = total(self.algebra, [parts_])
        tree = self._as_in_sheet("U", (), parts_)
        rule = say("weight times height, and what springs store")
        self._numbers["U",] = writer.line(
            names.energy("U"), tree, value, rule, (), parts_, main=True
        )
        return writer

    def _lengths(self, number: int) -> _Writer:
        """What names of lengths and roots stand for."""
        writer = self._writer(number, say("Lengths and names"))
        for definition in self.sheet.definitions:
            if definition.call is None and definition.rank == "scalar":
                left = Quantity(definition.name, definition_name(definition))
                tree = definition.tree
                rule = say("name")
                writer.line(left, tree, self.value_of(tree), rule, (), definition.sources)
        return writer

    def _conditions(self, number: int) -> _Writer:
        """Φ = 0, where the conditions are on positions."""
        writer = self._writer(number, say("Conditions"))
        for entry in (one for one in self.sheet.entries if one.symbol == "phi"):
            tree = as_sum(term.tree for term in entry.terms)
            sources = dict.fromkeys(s for term in entry.terms for s in term.sources)
            left, rule = Quantity(entry.name, entry_name(entry)), say("must be 0")
            at = writer.line(left, tree, self.value_of(tree), rule, (), sources, main=True)
            self._numbers["phi", entry.indices] = at
        return writer

    def _harvest(self, number: int) -> _Writer:
        """g, Γ and Q as the sheet has them, each with the lines from which it can be read."""
        writer = self._writer(number, say("The same as g, Γ, Q"))
        kinds = {"g": ("p", "rate"), "Gamma": ("rate", "T slope"), "Q": ("U slope", "Q*")}
        for entry in (one for one in self.sheet.entries if one.symbol in kinds):
            name = self.reading.coordinates[entry.indices[0] - 1] if entry.indices[0] else ""
            uses = [at for k in kinds[entry.symbol] if (at := self._numbers.get((k, name)))]
            tree = as_sum(term.tree for term in entry.terms)
            sources = dict.fromkeys(s for term in entry.terms for s in term.sources)
            left, rule = Quantity(entry.name, entry_name(entry)), say("read from")
            writer.line(left, tree, self.value_of(tree), rule, uses, sources)
        return writer

    def _as_in_sheet(
        self, symbol: str, indices: tuple[int, ...], parts: dict[str, Canonical]
    ) -> Expression:
        """Contributions as terms of the sheet have them, or as they are."""
        entries = (e for e in self.sheet.entries if (e.symbol, e.indices) == (symbol, indices))
        terms = [term for entry in entries for term in entry.terms]
        own = as_sum(term.tree for term in terms if {*term.sources} <= {*parts})
        if terms and (self.value_of(own) - total(self.algebra, [parts])).is_zero:
            return own
        return as_sum(self._shown(value) for value in parts.values())

    # --- equations ---------------------------------------------------------------------------

    @property
    def _T(self) -> list[SpeedTerm]:
        terms = [self.speeds.terms(value, (key,)) for key, value in self.T.items()]
        return [term for own in terms for term in own]

    def _equation(self, number: int, name: str) -> _Writer:
        writer = self._writer(number, say("Equation of {coordinate}", coordinate=name))
        kinetics, rho = self.kinetics, self.reading.coordinates.index(name)
        T = total(self.algebra, [self.T])
        uses = [at for key, at in self._numbers.items() if key[0] == "T"]
        momentum = self.speeds.by_speed(self._T, name)
        p = T.derivative(Symbol(name, 1))
        used, sides = list[str](), list[Expression]()
        if momentum:
            rule = say("differentiate by the velocity")
            sources = _sources(momentum)
            tree = self.speeds.tree(momentum)
            at = writer.line(names.momentum(name), tree, p, rule, uses, sources, main=True)
            self._numbers["p", name] = at
            later, rate = self.speeds.rate(momentum), kinetics.rate(p)
            rule = say("product rule") if any(term.carriers for term in momentum) else say("d/dt")
            at = writer.line(names.momentum_rate(name), later, rate, rule, (at,), sources)
            self._numbers["rate", name] = at
            used.append(at)
            sides += terms_in(later)
        if slope := self.speeds.by_coordinate(self._T, name):
            tree, value = self.speeds.tree(slope), T.derivative(Symbol(name))
            rule = say("differentiate by the coordinate")
            at = writer.line(names.slope("T", name), tree, value, rule, uses, _sources(slope))
            self._numbers["T slope", name] = at
            used.append(at)
            sides += [negative(term) for term in terms_in(tree)]
        else:
            writer.behind.append(say("{coordinate} does not occur in T.", coordinate=name))
        sides += self._of_potential(writer, name, used)
        force = self._forces(writer, name, rho, used)
        self._sum(writer, rho, sides, force, used)
        return writer

    def _of_potential(self, writer: _Writer, name: str, used: list[str]) -> Iterator[Expression]:
        slopes = {
            key: slope
            for key, part in self.U.items()
            if not (slope := part.derivative(Symbol(name))).is_zero
        }
        if slopes:
            tree = as_sum(self._shown(slope) for slope in slopes.values())
            rule, of_U = say("differentiate by the coordinate"), (self._numbers["U",],)
            value = total(self.algebra, [slopes])
            at = writer.line(names.slope("U", name), tree, value, rule, of_U, slopes)
            self._numbers["U slope", name] = at
            used.append(at)
            yield from terms_in(tree)

    def without_potential(self, rho: int) -> dict[str, Canonical]:
        """Q* by source."""
        symbol, forces = Symbol(self.reading.coordinates[rho]), dict[str, Canonical]()
        for key, value in self.Q[rho].items():
            rest = value + self.U[key].derivative(symbol) if key in self.U else value
            if not rest.is_zero:
                forces[key] = rest
        return forces

    def _forces(self, writer: _Writer, name: str, rho: int, used: list[str]) -> Canonical:
        """What stands on the right: forces without potential, and those of conditions."""
        forces, bound = self.without_potential(rho), self.bound[rho]
        values = total(self.algebra, [forces]), total(self.algebra, [bound])
        if forces:
            tree = self._as_in_sheet("Q", (rho + 1,), forces)
            rule = say("virtual work of forces without potential")
            at = writer.line(names.force(name), tree, values[0], rule, (), forces)
            self._numbers["Q*", name] = at
            used.append(at)
        if bound:
            tree = as_sum(self._shown(value) for value in bound.values())
            rule = say("forces of the conditions")
            uses = [at for key, at in self._numbers.items() if key[0] == "phi"]
            left = names.constraint_force(name)
            used.append(writer.line(left, tree, values[1], rule, uses, bound))
        return values[0] + values[1]

    def _sum(
        self,
        writer: _Writer,
        rho: int,
        sides: Sequence[Expression],
        force: Canonical,
        used: Sequence[str],
    ) -> None:
        """d/dt ∂T/∂q̇ − ∂T/∂q + ∂U/∂q = Q*, and the equation as the sheet has it."""
        balance = equations_of_motion(self.sheet)[rho]
        left, right = whole(balance.left), whole(balance.right)
        number = f"{writer.number}.{len(writer.lines) + 1}"
        made, value = (
            self.value_of(as_sum(sides)) - force,
            self.value_of(left) - self.value_of(right),
        )
        writer.prove(number, made, value)
        rule = say("put into Lagrange’s equation")
        cancelled = tuple(_cancelled(self.algebra, sides))
        writer.lines.append(
            DerivedLine(
                number, left, right, rule, tuple(used), _told(balance), cancelled, is_main=True
            )
        )


def _of(body: int) -> tuple[tuple[object, ...], ...]:
    return ("v2", body), ("v", body)


def _sources(terms: Iterable[SpeedTerm]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(source for term in terms for source in term.sources))


def _told(balance: Any) -> tuple[str, ...]:
    terms = (*balance.left, *balance.right)
    return tuple(dict.fromkeys(source for term in terms for source in term.sources))


def _put(tree: Expression, part: Expression, other: Expression) -> Expression:
    """A tree with one of its parts replaced wherever it stands."""
    return other if tree == part else rebuilt(tree, lambda inner: _put(inner, part, other))


def _squared(tree: Expression) -> Expression:
    return Power(tree, TWO)


def _cancelled(algebra: Any, terms: Sequence[Expression]) -> Iterator[Expression]:
    """Single products of several terms that drop out in their sum."""
    counted: dict[tuple[Expression, ...], list[Fraction]] = {}
    for term in terms:
        for one in terms_in(algebra.shown(algebra.expression(term), WRITTEN_OUT)):
            factors = factors_in(one)
            number = factors[0].value if isinstance(factors[0], Number) else Fraction(1)
            rest = factors[1:] if isinstance(factors[0], Number) else factors
            counted.setdefault(rest, []).append(number)
    for rest, found in counted.items():
        if len(found) > 1 and sum(found) == 0:
            yield product((Number(abs(found[0])), *rest))


def _identities(algebra: Any, before: Expression, after: Expression) -> Iterator[Identity]:
    """cos² α + sin² α = 1 of angles that are lost, cos α cos β + sin α sin β = cos(α − β) of those
    that are gained."""
    old, new = _angles(before), _angles(after)
    calls = [(name, angle) for angle in old for name in ("sin", "cos")]
    gone = {(name, angle) for name, angle in calls if not _holds(after, Call(name, (angle,)))}
    for angle in (angle for angle in old if ("sin", angle) in gone or ("cos", angle) in gone):
        yield Identity(Sum((_squared(Call("cos", (angle,))), _squared(Call("sin", (angle,))))), ONE)
    for gained in (angle for angle in new if angle not in old):
        for a, b in combinations(old, 2):
            apart = algebra.expression(a) - algebra.expression(b)
            wanted = algebra.expression(gained)
            if (apart - wanted).is_zero or (apart + wanted).is_zero:
                pairs = ((Call(name, (a,)), Call(name, (b,))) for name in ("cos", "sin"))
                yield Identity(Sum(tuple(map(product, pairs))), Call("cos", (gained,)))
                break


def _holds(tree: Expression, part: Expression) -> bool:
    return tree == part or any(_holds(inner, part) for inner in parts(tree))


def _angles(tree: Expression) -> list[Expression]:
    """The arguments of sines and cosines, each once."""
    own = tree.arguments if isinstance(tree, Call) and tree.function in ("sin", "cos") else ()
    inner = (angle for part in parts(tree) for angle in _angles(part))
    return list(dict.fromkeys((*own, *inner)))
