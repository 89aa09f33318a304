"""Accelerations of bodies, with names in which laws of motion can be written."""

from __future__ import annotations

from lagr_gui.expression import Expression, Symbol
from lagr_gui.extensions.teaching import names
from lagr_gui.extensions.teaching.chains.chain import Chain
from lagr_gui.extensions.teaching.chains.writer import Writer
from lagr_gui.foundation.message import Message, say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.mechanics.formalisms.cutting import AXES
from lagr_gui.mechanics.formalisms.formalism import fresh
from lagr_gui.mechanics.formalisms.kinetics import BodyMotion
from lagr_gui.mechanics.reading import Reading
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.prepared import Prepared


class AccelerationChain(Chain):
    """A section on accelerations, differentiated from velocities."""

    def __init__(self, prepared: Prepared, sheet: Sheet, *, detailed: bool = False) -> None:
        super().__init__(prepared, sheet, detailed=detailed)
        self._rates = self._named_rates()

    def _named_rates(self) -> dict[tuple[int, int], Expression]:
        """Names of the accelerations of centres of mass along axes of space."""
        bodies = {body.number: body for body in self.kinetics.bodies}
        keys = [(number, axis) for number in bodies for axis in range(3)]
        letters = fresh(self.reading, [f"{AXES[axis]}_S{number}" for number, axis in keys])
        named: dict[tuple[int, int], Expression] = {}
        for key, letter in zip(keys, letters, strict=True):
            named[key] = symbol = Symbol(letter.name, 2)
            self.meanings[symbol] = self.shown(bodies[key[0]].a[key[1]])
        return named

    def _accelerations(self) -> Writer:
        writer = self.writer(say("Accelerations"))
        for body in self.bodies:
            for axis in range(3):
                if (used := self._numbers.get(("v", body.number, axis))) is None:
                    continue
                left, rule = names.acceleration(body.number, axis), say("differentiate")
                a = body.a[axis]
                rates = (used,)
                at = writer.line(left, self.shown(a), a, rule, rates, (body.key,))
                self._numbers["a", body.number, axis] = at
            self._turned_faster(writer, body)
        return writer

    def _turned_faster(self, writer: Writer, body: BodyMotion) -> None:
        only = len(self._turned(body)) == 1
        for axis, alpha in enumerate(body.alpha):
            if (used := self._numbers.get(("w", body.number, axis))) and not alpha.is_zero:
                left = names.turning_rate(body.number, None if only else axis)
                rule, uses = say("differentiate"), (used,)
                at = writer.line(left, self.shown(alpha), alpha, rule, uses, (body.key,))
                self._numbers["alpha", body.number, axis] = at


def check_bodies(reading: Reading) -> None:
    """Raise LagrError where not only rigid bodies move."""
    for beam in reading.beams:
        raise _no_body(say("Joint “{name}”", name=beam.beam.joint))
    for part in reading.parts:
        if part.conducts or part in reading.kinetic:
            raise _no_body(say("Element “{name}”", name=part.record.name))


def _no_body(place: Message) -> LagrError:
    return refusal(
        place=place,
        cause="Its energy belongs to no rigid body, of whose acceleration one could speak.",
        remedy="Choose Lagrange’s equations or LAGR’s way.",
        code="no-body",
    )
