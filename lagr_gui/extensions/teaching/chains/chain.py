"""What the derivations of all methods have in common: where bodies are and how fast, what acts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping

from lagr_gui.algebra import Canonical
from lagr_gui.expression import (
    TIME,
    Call,
    Expression,
    Number,
    Power,
    Symbol,
    rebuilt,
    substitute,
    symbols,
)
from lagr_gui.expression.rows import as_sum, factors_in, product, terms_in
from lagr_gui.extensions.teaching import names
from lagr_gui.extensions.teaching.chains.identities import alike
from lagr_gui.extensions.teaching.chains.speeds import FORM, Speeds
from lagr_gui.extensions.teaching.chains.writer import Writer
from lagr_gui.extensions.teaching.lines import Quantity, Section
from lagr_gui.foundation.message import Message, say
from lagr_gui.mechanics.coordinates.slopes import in_chart
from lagr_gui.mechanics.formalisms.calculus import Exact
from lagr_gui.mechanics.formalisms.kinetics import BodyMotion, Kinetics, total
from lagr_gui.mechanics.senses import sense_of
from lagr_gui.mechanics.sheets.balance import equations_of_motion, whole
from lagr_gui.mechanics.sheets.sheet import COORDINATE, Balance, Entry, Sheet
from lagr_gui.mechanics.sheets.shown_as import show_of
from lagr_gui.prepared import Prepared
from lagr_gui.typesetting.letters import definition_name, entry_name

Pair = tuple[int, int]
Known = list[tuple[Canonical, str]]
"""Coordinates of a point, with their lines."""


class Chain(ABC):
    """The sections of a derivation, each behind those that it uses."""

    def __init__(
        self,
        prepared: Prepared,
        sheet: Sheet,
        kinetics: Kinetics | None = None,
        *,
        detailed: bool = False,
    ) -> None:
        general, self.detailed = prepared.general, detailed
        self.model, self.sheet = general.model, sheet
        self.kinetics = kinetics or _kinetics(general, sheet)
        self.algebra, self.reading = self.kinetics.algebra, self.kinetics.reading
        reading = self.reading
        self.after = show_of(sheet, general.model, reading.typed).after
        self.T = self._known(self.kinetics.T)
        self.U = self._known(self.kinetics.closed.U_parts)
        self.Q = [self._known(parts) for parts in self.kinetics.Q]
        self.bound = [self._known(parts) for parts in self.kinetics.bound]
        self.speeds = Speeds(self.algebra, reading.coordinates)
        self.meanings = self._named(sheet)
        self._take_pressed()
        self.end = sheet
        """The sheet in which the derivation ends."""
        self._numbers: dict[tuple[object, ...], str] = {}
        """The lines in which quantities stand last."""
        self.ends: dict[int, str] = {}
        """The lines of the equations of motion, by the index of the coordinate."""
        self._kept: list[Section] = []

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
        """All sections that have something to say. Raises Disagreement."""
        for writer in self._writers():
            if writer.lines or writer.before:
                self._kept.append(writer.section)
        return tuple(self._kept)

    @abstractmethod
    def _writers(self) -> Iterator[Writer]:
        """The sections one by one: each is numbered when those before it are written."""

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

    def writer(self, title: Message) -> Writer:
        """What writes the next section."""
        return Writer(len(self._kept) + 1, title, self.value_of, self.after)

    def shown(self, value: Canonical) -> Expression:
        """A value as it is written in lines."""
        return self.algebra.shown(self.after(value), FORM)

    def _entries(self, symbol: str) -> Iterator[Entry]:
        """The results of the sheet under a symbol."""
        return (entry for entry in self.sheet.entries if entry.symbol == symbol)

    def _turned(self, body: BodyMotion) -> list[int]:
        """The axes of a body about which it turns."""
        return [axis for axis, w in enumerate(body.omega) if not self.after(w).is_zero]

    @property
    def _variables(self) -> list[str]:
        """The time and the coordinates, by index."""
        return [TIME, *self.reading.coordinates]

    def _still(self, value: Canonical) -> Canonical:
        """A value without speeds."""
        speeds = {Symbol(name, 1): self.algebra.zero for name in self.reading.coordinates}
        return value.substitute(speeds)

    def _share(self, T: Canonical, pair: Pair) -> Canonical:
        """The contribution of an energy ½ g_μν q̇^μ q̇^ν to g_μν."""
        for index in sorted(pair, reverse=True):
            T = T.derivative(Symbol(self._variables[index], 1)) if index else self._still(T)
        return T if any(pair) else T * 2

    def _moves(self, value: Canonical) -> bool:
        return not self.kinetics.rate(value).is_zero

    # --- sections ----------------------------------------------------------------------------

    def _places(self) -> Writer:
        writer = self.writer(say("Positions of the centres of mass"))
        for body in self.bodies:
            if body.M.is_zero:
                continue
            sources = (body.key, *self._joint(body.number))
            joints = self._joint_point(writer, body) if self.detailed else None
            for axis, x in enumerate(map(self.after, body.x)):
                if not self._moves(x):
                    continue
                rule, left = say("where “{body}” is", body=self._name(body.number)), names.place
                at = self._placed(writer, left(body.number, axis), x, rule, sources, joints, axis)
                self._numbers["x", body.number, axis] = at
        return writer

    def _joint_point(self, writer: Writer, body: BodyMotion) -> Known | None:
        """Lines on the joint's point on the reference body, if that one moves."""
        link = next(link for link in self.reading.links if link.child == body.number)
        reference = next((b for b in self.bodies if b.number == link.parent), None)
        point = self.kinetics.kinematics.point(link.parent, link.anchor)
        if reference is None:
            return None
        lines: list[tuple[Canonical, str]] = []
        for axis, place in enumerate(map(self.after, point)):
            centre, at = self.after(reference.x[axis]), ""
            used = self._numbers.get(("x", link.parent, axis), "")
            if self._moves(place) and not (place - centre).is_zero and used:
                rule, left = say("point of the joint “{joint}”", joint=link.joint), names.point
                sources, known = (f"joint:{link.joint}", reference.key), [(centre, used)] * 3
                own = left(body.number, axis)
                at = self._placed(writer, own, place, rule, sources, known, axis)
            lines.append((place, at or used))
        return lines

    def _placed(
        self,
        writer: Writer,
        left: Quantity,
        x: Canonical,
        rule: Message,
        sources: tuple[str, ...],
        known: Known | None,
        axis: int,
    ) -> str:
        """The line of a position, put together from a known one and the way from there."""
        short = self.shown(x)
        if known is None or not known[axis][1]:
            return writer.line(left, short, x, rule, (), sources)
        origin, used = known[axis]
        if (way := x - origin).is_zero:
            return writer.line(left, short, x, rule, (used,), sources)
        put_in = as_sum((*terms_in(self.shown(origin)), *terms_in(self.shown(way))))
        at = writer.line(left, put_in, x, rule, (used,), sources)
        return (
            at if alike(put_in, short) else writer.line(None, short, x, say("put together"), (at,))
        )

    def _of_bodies(self) -> Iterator[Writer]:
        yield self._coordinates()
        yield self._places()
        yield self._velocities()

    def _velocities(self) -> Writer:
        writer = self.writer(say("Velocities"))
        for body in self.bodies:
            sources = (body.key,)
            for axis, v in enumerate(body.v):
                if (used := self._numbers.get(("x", body.number, axis))) is None:
                    continue
                left, rule = names.velocity(body.number, axis), say("differentiate")
                at = writer.line(left, self.shown(v), v, rule, (used,), sources)
                self._numbers["v", body.number, axis] = at
            if any(not moment.is_zero for row in body.theta_bar for moment in row):
                self._turning(writer, body)
        return writer

    def _turning(self, writer: Writer, body: BodyMotion) -> None:
        turned = self._turned(body)
        for axis in turned:
            left = names.turning(body.number, None if len(turned) == 1 else axis)
            w, rule = body.omega[axis], say("how “{body}” turns", body=self._name(body.number))
            sources = (body.key, *self._joint(body.number))
            at = writer.line(left, self.shown(w), w, rule, (), sources)
            self._numbers["w", body.number, axis] = at

    def _coordinates(self) -> Writer:
        """What the coordinates of joints are in those that were chosen."""
        return self._defined(say("Coordinates"), say("in the coordinates chosen"), of_joints=True)

    def _lengths(self) -> Writer:
        """What names of lengths and roots stand for."""
        return self._defined(say("Lengths and names"), say("name"))

    def _defined(self, title: Message, rule: Message, *, of_joints: bool = False) -> Writer:
        writer = self.writer(title)
        for definition in self.sheet.definitions:
            of_joint = definition.meaning == COORDINATE
            is_scalar = definition.call is None and definition.rank == "scalar"
            if is_scalar and of_joint == of_joints:
                left = Quantity(definition.name, definition_name(definition))
                tree = definition.tree
                writer.line(left, tree, self.value_of(tree), rule, (), definition.sources)
        return writer

    def _conditions(self) -> Writer:
        """Φ = 0, where the conditions are on positions."""
        writer = self.writer(say("Conditions"))
        for entry in self._entries("phi"):
            tree = tree_of(entry)
            sources = sources_of(entry)
            left, rule = Quantity(entry.name, entry_name(entry)), say("must be 0")
            at = writer.line(left, tree, self.value_of(tree), rule, (), sources, main=True)
            self._numbers["phi", entry.indices] = at
        return writer

    def _bound(self, writer: Writer, name: str, rho: int, used: list[str]) -> Canonical:
        """The line of the forces of conditions along a coordinate, if there are any."""
        bound = self.bound[rho]
        value = total(self.algebra, [bound])
        if bound:
            tree = as_sum(self.shown(share) for share in bound.values())
            uses = [at for key, at in self._numbers.items() if key[0] == "phi"]
            rule, left = say("forces of the conditions"), names.constraint_force(name)
            used.append(writer.line(left, tree, value, rule, uses, bound))
        return value

    def _end(
        self,
        writer: Writer,
        rho: int,
        residual: Canonical,
        rule: Message,
        uses: Iterable[str],
        gone: Iterable[Expression] = (),
    ) -> None:
        """An equation of motion as the sheet has it."""
        balance = equations_of_motion(self.sheet)[rho]
        self.ends[rho] = at = self._balance(writer, balance, residual, rule, uses, gone)
        self._divided(writer, (whole(balance.left), whole(balance.right)), residual, at)

    @staticmethod
    def _balance(
        writer: Writer,
        balance: Balance,
        residual: Canonical,
        rule: Message,
        uses: Iterable[str],
        gone: Iterable[Expression] = (),
    ) -> str:
        """The line of a balance of a sheet."""
        sides = whole(balance.left), whole(balance.right)
        terms = (*balance.left, *balance.right)
        sources = (source for term in terms for source in term.sources)
        return writer.equation(*sides, residual, rule, uses, sources, gone, main=True)

    def _divided(
        self, writer: Writer, sides: tuple[Expression, Expression], value: Canonical, end: str
    ) -> None:
        """The equation without a factor of all terms that cannot vanish."""
        if (known := self.after(value)).is_zero:
            return
        content = self.algebra.monomial_content(known)
        factors = [
            factor
            for factor in factors_in(self.algebra.shown(content, FORM))
            if (names := {symbol.name for symbol in symbols(factor)})
            and names <= {*self.reading.positive}
        ]
        if not factors:
            return
        inverse = self.algebra.inverse(self.algebra.expression(product(factors)))
        left, right = (
            as_sum(self.shown(self.value_of(term) * inverse) for term in terms_in(side))
            for side in sides
        )
        named = ", ".join(name for factor in factors for name in _repeated(factor))
        rule = say("divided by {names}", names=named)
        writer.equation(left, right, value * inverse, rule, (end,))

    def _as_in_sheet(
        self, symbol: str, indices: tuple[int, ...], parts: dict[str, Canonical]
    ) -> Expression:
        """Contributions as terms of the sheet have them, or as they are."""
        entries = (e for e in self.sheet.entries if (e.symbol, e.indices) == (symbol, indices))
        terms = [term for entry in entries for term in entry.terms]
        own = as_sum(term.tree for term in terms if {*term.sources} <= {*parts})
        if terms and (self.value_of(own) - total(self.algebra, [parts])).is_zero:
            return own
        return as_sum(self.shown(value) for value in parts.values())


def _kinetics(general: Prepared, sheet: Sheet) -> Kinetics:
    """What moves, in the coordinates of a sheet."""
    if sheet.chosen is None:
        reading, key = general.reading, ("kinetics",)
        return general.kept(key, lambda: Kinetics(reading, Exact(reading)))
    chart = sheet.chosen.chart

    def made() -> Kinetics:
        reading = in_chart(general.reading, chart)
        return Kinetics(reading, Exact(reading))

    return general.kept(("kinetics", f"{chart!r}"), made)


def tree_of(entry: Entry) -> Expression:
    """A result as one tree."""
    return as_sum(term.tree for term in entry.terms)


def sources_of(entry: Entry) -> tuple[str, ...]:
    """The items from which a result comes."""
    return tuple(dict.fromkeys(source for term in entry.terms for source in term.sources))


def _repeated(factor: Expression) -> list[str]:
    """The name of a power as often as it is a factor."""
    match factor:
        case Power(Symbol(name), Number(times)):
            return [name] * int(times)
        case _:
            return [symbol.name for symbol in symbols(factor)]


def _put(tree: Expression, part: Expression, other: Expression) -> Expression:
    """A tree with one of its parts replaced wherever it stands."""
    return other if tree == part else rebuilt(tree, lambda inner: _put(inner, part, other))
