"""Kinetic and potential energy, as one sets them up on a board."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from lagr_gui.expression import Expression, Number
from lagr_gui.expression.rows import as_sum, product, terms_in
from lagr_gui.extensions.teaching import names
from lagr_gui.extensions.teaching.chains.chain import Chain
from lagr_gui.extensions.teaching.chains.identities import (
    alike,
    identities,
    multiplied_out,
    squared,
)
from lagr_gui.extensions.teaching.chains.writer import Writer
from lagr_gui.foundation.message import say
from lagr_gui.mechanics.formalisms.kinetics import BodyMotion, total

HALF = Number(Fraction(1, 2))


class EnergyChain(Chain):
    """Sections on squares of velocities, T and U, names and conditions."""

    def _of_energies(self) -> Iterator[Writer]:
        """All that is said before a formalism differs from others."""
        yield from self._of_bodies()
        yield self._squares()
        yield self._kinetic()
        yield self._potential()
        yield self._lengths()
        yield self._conditions()

    def _squares(self) -> Writer:
        writer = self.writer(say("Squares of the velocities"))
        for body in self.bodies:
            used = [self._numbers.get(("v", body.number, axis)) for axis in range(3)]
            components = [v for v, at in zip(body.v, used, strict=True) if at]
            if len(components) < 2:
                continue
            value = self.algebra.add([v * v for v in components])
            put_in = as_sum(squared(self.shown(v)) for v in components)
            uses = [at for at in used if at]
            rule = say("put in")
            at = writer.line(names.square(body.number), put_in, value, rule, uses, (body.key,))
            short = self.shown(value)
            if not alike(short, put_in):
                if self.detailed and (long := multiplied_out(put_in)) not in (put_in, short):
                    at = writer.line(None, long, value, say("multiplied out"), (at,))
                    put_in = long
                used_ones = tuple(identities(self.algebra, put_in, short))
                rule = say("with") if used_ones else say("multiplied out")
                at = writer.line(None, short, value, rule, (at,), (), used_ones)
            self._numbers["v2", body.number] = at
        return writer

    def _kinetic(self) -> Writer:
        writer = self.writer(say("Kinetic energy"))
        for body in self.bodies:
            terms, uses = list[Expression](), list[str]()
            speed = self.algebra.add([v * v for v in body.v])
            if not self.after(speed * body.M).is_zero:
                terms += [product((HALF, self.shown(body.M), self.shown(speed)))]
                uses += [at for key, at in self._numbers.items() if key[:2] in _of(body.number)]
            spin = body.binet(body.E_rate)
            if not self.after(spin).is_zero:
                terms += self._spin(body)
                uses += [at for key, at in self._numbers.items() if key[:2] == ("w", body.number)]
            value = self.T[body.key]
            left, put_in = names.energy("T", body.number), as_sum(terms)
            rule = say("½ M v² and ½ J ω²") if len(terms) > 1 else say("½ M v²")
            joined = self.speeds.tree(self.speeds.terms(value, (body.key,)))
            short = alike(joined, put_in)
            at = writer.line(left, put_in, value, rule, uses, (body.key,), main=short)
            if not short:
                at = writer.line(None, joined, value, say("put together"), (at,), main=True)
            self._numbers["T", body.key] = at
        for part in self.reading.kinetic:
            value = self.T[part.key]
            rule = say("energy of “{name}”", name=part.record.name)
            at = writer.line(
                names.energy("T"), self.shown(value), value, rule, (), (part.key,), main=True
            )
            self._numbers["T", part.key] = at
        return writer

    def _spin(self, body: BodyMotion) -> Iterator[Expression]:
        """½ J ω² about the axis about which a body turns, or all of ½ ω·θω."""
        turned = self._turned(body)
        if len(turned) == 1:
            axis = turned[0]
            J = self.shown(body.theta_bar[axis][axis])
            yield product((HALF, J, squared(self.shown(body.omega[axis]))))
        else:
            half = self.algebra.number(Fraction(1, 2))
            yield from terms_in(self.shown(half * body.binet(body.E_rate)))

    def _potential(self) -> Writer:
        writer = self.writer(say("Potential energy"))
        parts_ = self.U
        if not parts_:
            writer.before.append(say("Nothing stores energy: U = 0."))
            return writer
        uses = self._stored(writer) if self.detailed and len(parts_) > 1 else []
        value = total(self.algebra, [parts_])
        tree = self._as_in_sheet("U", (), parts_)
        rule = say("put together") if uses else say("weight times height, and what springs store")
        self._numbers["U",] = writer.line(
            names.energy("U"), tree, value, rule, uses, parts_, main=True
        )
        return writer

    def _stored(self, writer: Writer) -> list[str]:
        """U of each weight and spring."""
        lines: list[str] = []
        for number, (key, value) in enumerate(self.U.items(), start=1):
            body = next((body for body in self.bodies if body.key == key), None)
            uses = [at for k, at in self._numbers.items() if body and self._is_height(k, body)]
            name = key.partition(":")[2] if body is None else self._name(body.number)
            rule, left = say("of “{name}”", name=name), names.energy("U", number)
            lines.append(writer.line(left, self.shown(value), value, rule, uses, (key,)))
        return lines

    def _is_height(self, key: tuple[object, ...], body: BodyMotion) -> bool:
        """Whether a line is on a position of a body along gravity."""
        pull = self.kinetics.kinematics.vector(self.reading.gravity)
        heights = [("x", body.number, axis) for axis in range(3) if not pull[axis].is_zero]
        return key in heights


def _of(body: int) -> tuple[tuple[object, ...], ...]:
    return ("v2", body), ("v", body)
