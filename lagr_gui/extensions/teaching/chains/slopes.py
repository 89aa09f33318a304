"""Slopes of positions and angles by coordinates, and the forces that act along them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from lagr_gui.algebra import Canonical
from lagr_gui.expression import Expression, Symbol
from lagr_gui.expression.rows import as_sum, product
from lagr_gui.extensions.teaching import names, statements
from lagr_gui.extensions.teaching.chains.chain import Chain
from lagr_gui.extensions.teaching.chains.identities import alike
from lagr_gui.extensions.teaching.chains.writer import Writer
from lagr_gui.foundation.message import Message, say
from lagr_gui.mechanics.formalisms.kinetics import BodyMotion, total
from lagr_gui.mechanics.vectors import dot


class SlopeChain(Chain):
    """Sections on ∂x, ∂ω and Q; index 0 is the time."""

    slopes_title: ClassVar[Message] = say("Derivatives of the positions")
    forces_title: ClassVar[Message] = say("Generalised forces")

    def _slopes(self) -> Writer:
        writer = self.writer(self.slopes_title)
        for body in self.bodies:
            for axis in range(3):
                if (used := self._numbers.get(("x", body.number, axis))) is not None:
                    self._of_place(writer, body, axis, used)
            if any(not moment.is_zero for row in body.theta_bar for moment in row):
                for axis in self._turned(body):
                    self._of_turning(writer, body, axis)
        return writer

    def _of_place(self, writer: Writer, body: BodyMotion, axis: int, used: str) -> None:
        for index, name in enumerate(self._variables):
            slope = self._moved(body, index)[axis]
            if slope.is_zero:
                continue
            left, rule = names.place_slope(body.number, axis, name), say("differentiate")
            value = self._by_speed(self.after(body.v[axis]), index)
            at = writer.line(left, self.shown(slope), value, rule, (used,), (body.key,))
            self._numbers["x", body.number, axis, index] = at

    def _of_turning(self, writer: Writer, body: BodyMotion, axis: int) -> None:
        only = len(self._turned(body)) == 1
        for index, name in enumerate(self._variables):
            slope = self._spun(body, index)[axis]
            if slope.is_zero:
                continue
            left = names.turning_slope(body.number, None if only else axis, name)
            rule = say("how “{body}” turns", body=self._name(body.number))
            value = self._by_speed(self.after(body.omega[axis]), index)
            sources = (body.key, *self._joint(body.number))
            at = writer.line(left, self.shown(slope), value, rule, (), sources)
            self._numbers["w", body.number, axis, index] = at

    def _moved(self, body: BodyMotion, index: int) -> list[Canonical]:
        """∂x of the centre of mass by the variable of an index."""
        return [self.after(x) for x in self.kinetics.kinematics.slopes(body.number, index)[1]]

    def _spun(self, body: BodyMotion, index: int) -> list[Canonical]:
        """∂ω/∂q̇ in body axes: ∂e₂·e₃, ∂e₃·e₁, ∂e₁·e₂ of the body's axes e."""
        slopes, E = self.kinetics.kinematics.slopes(body.number, index)[0], body.E
        pairs = ((1, 2), (2, 0), (0, 1))
        return [self.after(dot(slopes[a], E[b])) for a, b in pairs]

    def _by_speed(self, value: Canonical, index: int) -> Canonical:
        """∂/∂q̇ of a speed; what is left without speeds for the time."""
        if index:
            return value.derivative(Symbol(self._variables[index], 1))
        return self._still(value)

    def _forces(self) -> Writer:
        writer = self.writer(self.forces_title)
        for rho, name in enumerate(self.reading.coordinates):
            forces = self.Q[rho]
            if not forces:
                writer.behind.append(say("No force acts along {coordinate}.", coordinate=name))
                continue
            value, uses = total(self.algebra, [forces]), list[str]()
            left, short = names.whole_force(rho + 1), self._as_in_sheet("Q", (rho + 1,), forces)
            put_in = as_sum(self._pull(key, rho, uses) for key in forces)
            rule = say("put in") if uses else say("of “{name}”", name=self._of_items(forces))
            put_in = short if alike(put_in, short) else put_in
            at = writer.line(left, put_in, value, rule, uses, forces, main=put_in == short)
            if put_in != short:
                at = writer.line(None, short, value, say("put together"), (at,), (), main=True)
            self._numbers["Q", rho] = at
        if any(key.startswith("body:") for forces in self.Q for key in forces):
            writer.statement = statements.generalised_force()
        return writer

    def _of_items(self, keys: Iterable[str]) -> str:
        return ", ".join(dict.fromkeys(key.partition(":")[2] for key in keys))

    def _pull(self, key: str, rho: int, uses: list[str]) -> Expression:
        """The share of a source in Q: a weight times ∂x, or as its element has it."""
        body = next((body for body in self.kinetics.bodies if body.key == key), None)
        if body is None or not body.gravity:
            return self._as_in_sheet("Q", (rho + 1,), {key: self.Q[rho][key]})
        pull = self.kinetics.kinematics.vector(self.reading.gravity)
        terms: list[Expression] = []
        for axis, slope in enumerate(self._moved(body, rho + 1)):
            if not (weight := self.after(body.M * pull[axis])).is_zero and not slope.is_zero:
                terms.append(product((self.shown(weight), self.shown(slope))))
                uses += filter(None, [self._numbers.get(("x", body.number, axis, rho + 1))])
        return as_sum(terms)
