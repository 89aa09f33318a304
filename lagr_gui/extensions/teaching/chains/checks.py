"""What a reader can check in the head: a coordinate held, rest, energy, what is conserved.

Each check is derived by itself from T, U and Q and compared with the equations of the sheet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from lagr_gui.algebra import Canonical
from lagr_gui.expression import TIME, Expression, Symbol
from lagr_gui.extensions.teaching import names
from lagr_gui.extensions.teaching.chains.chain import Chain
from lagr_gui.extensions.teaching.chains.writer import Writer
from lagr_gui.foundation.message import say
from lagr_gui.mechanics.formalisms.kinetics import total
from lagr_gui.mechanics.sheets.balance import equations_of_motion, whole

Values = Mapping[Symbol, Expression | Canonical]
MOST_HELD = 3
"""Up to so many coordinates each is held in turn."""


def checks(chain: Chain) -> Writer:
    """The last section of a derivation that ends in equations in q̈."""
    return _Checks(chain).write()


class _Checks:
    def __init__(self, chain: Chain) -> None:
        self.chain, self.writer, self.ends = chain, chain.writer(say("Checks")), chain.ends
        self.kinetics, self.algebra = chain.kinetics, chain.algebra
        self.q, self.qd, self.qdd = self.kinetics.symbols[:3]
        self.T = total(self.algebra, [chain.T])
        self.Q = [total(self.algebra, [forces]) for forces in chain.Q]

    def write(self) -> Writer:
        """All checks that say something."""
        if not any(self.chain.bound):
            self._held()
            if not self._is_carried():
                if not self.chain.sheet.frictions:
                    self._rest()
                self._energy()
        self._cyclic()
        return self.writer

    def _equation(self, rho: int) -> Canonical:
        """The equation of the sheet, right side on the left."""
        balance = equations_of_motion(self.chain.sheet)[rho]
        value = self.chain.value_of
        return value(whole(balance.left)) - value(whole(balance.right))

    # --- a coordinate held -----------------------------------------------------------------------

    def _held(self) -> None:
        """Each coordinate held at 0 in turn: the equations of the system with one freedom less."""
        coordinates = self.chain.reading.coordinates
        if not 1 < len(coordinates) <= MOST_HELD:
            return
        for held, name in enumerate(coordinates):
            symbols = self.q[held], self.qd[held], self.qdd[held]
            still: Values = dict.fromkeys(symbols, names.NOUGHT)
            if self._can_be_held(self.q[held]):
                self._without(held, name, still)

    def _without(self, held: int, name: str, still: Values) -> None:
        """The other equations with a coordinate held, each once."""
        known: list[Canonical] = []
        T = self.T.substitute({s: v for s, v in still.items() if s.order < 2})
        for rho in (index for index in range(len(self.q)) if index != held):
            force = self.Q[rho].substitute(still)
            inertia = self.kinetics.rate(T.derivative(self.qd[rho])) - T.derivative(self.q[rho])
            inertia = inertia.substitute(still)
            residual = inertia - force
            if residual.is_zero or residual in known:
                continue
            known.append(residual)
            rule = say("with {coordinate} held at 0", coordinate=name)
            sides = self.chain.shown(inertia), self.chain.shown(force)
            made, uses = self._equation(rho).substitute(still), (self.ends[rho],)
            self.writer.equation(*sides, made, rule, uses)

    def _can_be_held(self, symbol: Symbol) -> bool:
        """Whether nothing becomes infinite at 0."""
        try:
            for value in (self.T, *self.Q):
                value.substitute({symbol: names.NOUGHT})
        except (ZeroDivisionError, ArithmeticError):
            return False
        return True

    def _is_carried(self) -> bool:
        """Whether something moves by itself, with all velocities zero."""
        still: Values = dict.fromkeys(self.qd, names.NOUGHT)
        parts = (self.T, *(self.T.derivative(symbol) for symbol in self.qd))
        return any(not part.substitute(still).is_zero for part in parts)

    # --- rest, energy, momenta -------------------------------------------------------------------

    def _rest(self) -> None:
        """What is left without any motion: the equilibrium of forces."""
        still: Values = dict.fromkeys((*self.qd, *self.qdd), names.NOUGHT)
        for rho, force in enumerate(self.Q):
            left = force.substitute(still)
            if left.is_zero:
                continue
            made = -self._equation(rho).substitute(still)
            rule, uses = say("at rest"), (self.ends[rho],)
            self.writer.equation(self.chain.shown(left), names.NOUGHT, made, rule, uses)

    def _energy(self) -> None:
        """d/dt (T + U) is the power of what has no potential."""
        fixed = not any(self._knows_time(value) for value in (self.T, *self.chain.U.values()))
        if not fixed or not self.q:
            return
        U = total(self.algebra, [self.chain.U])
        power = self.algebra.add(
            [
                (Q + U.derivative(q)) * speed
                for Q, q, speed in zip(self.Q, self.q, self.kinetics.qd, strict=True)
            ]
        )
        rate = self.kinetics.rate(self.T + U)
        speeds = enumerate(self.kinetics.qd)
        moved = self.algebra.add([self._equation(rho) * speed for rho, speed in speeds])
        self.writer.prove(self.writer.next, rate - moved, power)
        rule = say("equations times velocities, added up")
        uses = tuple(self.ends.values())
        self.writer.line(names.energy_rate(), self.chain.shown(power), power, rule, uses)
        if power.is_zero:
            self.writer.behind.append(say("Nothing drives or brakes: T + U is constant."))

    def _knows_time(self, value: Canonical) -> bool:
        return not value.derivative(Symbol(TIME)).is_zero

    def _cyclic(self) -> None:
        for name, q, Q, bound in self._along():
            T = total(self.algebra, [self.chain.T])
            if T.derivative(q).is_zero and not Q and not bound:
                self.writer.behind.append(
                    say("{coordinate} is cyclic: its momentum is constant.", coordinate=name)
                )

    def _along(self) -> Iterator[tuple[str, Symbol, Any, Any]]:
        coordinates, chain = self.chain.reading.coordinates, self.chain
        yield from zip(coordinates, self.q, chain.Q, chain.bound, strict=True)
