"""Kane's way with the speeds u = q̇: partial velocities, active forces and inertia forces."""

from __future__ import annotations

from collections.abc import Iterator

from lagr_gui.expression import Expression
from lagr_gui.expression.rows import as_sum, negative, product
from lagr_gui.extensions.teaching import names, statements
from lagr_gui.extensions.teaching.chains.accelerations import AccelerationChain, check_bodies
from lagr_gui.extensions.teaching.chains.identities import multiplied
from lagr_gui.extensions.teaching.chains.slopes import SlopeChain
from lagr_gui.extensions.teaching.chains.writer import Writer
from lagr_gui.foundation.message import say
from lagr_gui.mechanics.formalisms.kinetics import BodyMotion, total
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.prepared import Prepared


class KaneChain(AccelerationChain, SlopeChain):
    """The sections by Q + F* = 0."""

    slopes_title = say("Partial velocities")
    forces_title = say("Generalised active forces")

    def __init__(self, prepared: Prepared, sheet: Sheet, *, detailed: bool = False) -> None:
        super().__init__(prepared, sheet, detailed=detailed)
        check_bodies(self.reading)

    def _writers(self) -> Iterator[Writer]:
        yield from self._of_bodies()
        yield self._slopes()
        yield self._accelerations()
        yield self._moments()
        yield self._lengths()
        yield self._conditions()
        yield self._forces()
        yield self._inertia_forces()
        yield self._equations()

    def _moments(self) -> Writer:
        """θ̄α + ω×θ̄ω in body axes of bodies that do not turn about one axis only."""
        writer = self.writer(say("Rates of the angular momenta"))
        for body in self.bodies:
            if len(self._turned(body)) < 2:
                continue
            keys = ((name, body.number, axis) for name in ("w", "alpha") for axis in range(3))
            uses = [at for key in keys if (at := self._numbers.get(key))]
            for axis, rate in enumerate(body.spin_rate):
                if self.after(rate).is_zero:
                    continue
                left, rule = names.spin_rate(body.number, axis), say("Euler’s equations")
                tree = self.shown(rate)
                at = writer.line(left, tree, rate, rule, uses, (body.key,))
                self._numbers["spin", body.number, axis] = at
        return writer

    def _inertia_forces(self) -> Writer:
        writer = self.writer(say("Generalised inertia forces"))
        writer.statement = statements.inertia_force()
        for rho, name in enumerate(self.reading.coordinates):
            uses = list[str]()
            tree = as_sum(t for body in self.bodies for t in self._inertial(body, rho + 1, uses))
            T, q = total(self.algebra, [self.T]), self.kinetics.symbols
            rate = self.kinetics.rate(T.derivative(q[1][rho]))
            value = T.derivative(q[0][rho]) - rate
            rule, sources = say("put in"), [body.key for body in self.bodies]
            at = writer.line(names.inertia_force(name), tree, value, rule, uses, sources)
            self._numbers["F*", rho] = at
        return writer

    def _inertial(self, body: BodyMotion, index: int, uses: list[str]) -> Iterator[Expression]:
        """−M a·∂v − (θ̄α + ω×θ̄ω)·∂ω of a body."""
        moved, mass = self._moved(body, index), self.shown(body.M)
        parts: list[Expression] = []
        for axis, slope in enumerate(moved):
            if not (slope.is_zero or self.after(body.a[axis]).is_zero):
                parts.append(multiplied(self.shown(slope), self._rates[body.number, axis]))
                for key in (("x", body.number, axis, index), ("a", body.number, axis)):
                    uses += filter(None, [self._numbers.get(key)])
        if parts and not body.M.is_zero:
            yield negative(product((mass, as_sum(parts))))
        for axis, turn in enumerate(self._spun(body, index)):
            rate = self.after(body.spin_rate[axis])
            if not (turn.is_zero or rate.is_zero):
                yield negative(multiplied(self.shown(rate), self.shown(turn)))
                keys = (("w", body.number, axis, index), ("alpha", body.number, axis))
                for key in (*keys, ("spin", body.number, axis)):
                    uses += filter(None, [self._numbers.get(key)])

    def _equations(self) -> Writer:
        writer = self.writer(say("Equations of motion"))
        writer.statement = statements.kane(any(self.bound))
        for rho, name in enumerate(self.reading.coordinates):
            uses = [at for key in ("Q", "F*") if (at := self._numbers.get((key, rho)))]
            bound = self._bound(writer, name, rho, uses)
            T, q = total(self.algebra, [self.T]), self.kinetics.symbols
            inertia = self.kinetics.rate(T.derivative(q[1][rho])) - T.derivative(q[0][rho])
            force = total(self.algebra, [self.Q[rho]])
            self._end(writer, rho, inertia - force - bound, say("accelerations put in"), uses)
        return writer
