"""Reads a unit after a number: ``300 mm``, ``12 rpm``, ``5 N/m``, ``9.81 m/s^2``, ``30°``.

quantity = number unit
unit     = power power* ("/" power)?
power    = name ("^" "-"? digit)?

A name that follows a number without a sign is a unit, never a parameter, also where a parameter
has the same name; whether that can be meant is looked at where the model is known
(`lagr_gui.model.quantities`).  What could be read in two ways is refused; only after a sign of
multiplication t is always the time, never the tonne: ``3 rpm*t``.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NoReturn

from lagr_gui.expression.grammar import Grammar
from lagr_gui.expression.rows import product
from lagr_gui.expression.scanner import Token
from lagr_gui.expression.tree import TIME, Call, Expression, Number, Power
from lagr_gui.expression.units import UNITS, Unit
from lagr_gui.foundation.message import say

LARGEST_POWER = 9


class Quantities(Grammar[Token, int]):
    """What a reader of expressions does where a unit follows a number."""

    def __init__(self, tokens: list[Token]) -> None:
        super().__init__(tokens)
        self.begins: set[int] = set()
        """Columns of the numbers that have a unit."""
        self.names: dict[int, str] = {}
        """The units, by column."""

    def is_unit(self, at: int) -> bool:
        """Whether a token is a unit: a name that calls nothing and is no velocity."""
        token, follows = self.tokens[at], self.tokens[min(at + 1, len(self.tokens) - 1)]
        if token.sort != "name" or token.text not in UNITS:
            return False
        return follows.text != "(" and follows.sort not in ("primes", "orders")

    def quantity(self, number: Token) -> Expression:
        """The number just read, in SI units."""
        value = self.number(number)
        if not self.is_unit(self.at):
            return value
        self.begins.add(number.column)
        return self.counted(value, self.unit())

    def counted(self, value: Number, unit: Unit) -> Expression:
        """A number of units as an expression in SI units."""
        pi = Call("pi", ())
        turns = {0: (), 1: (pi,)}.get(unit.turns, (Power(pi, Number(Fraction(unit.turns))),))
        decimal = value.decimal or not turns  # 0.3 of 300 mm, but π/6 of 30°
        return self.count(product([Number(value.value * unit.factor, decimal), *turns]))

    def unit(self) -> Unit:
        """The unit that begins here."""
        unit = self.powered()
        while self.is_unit(self.at):
            unit *= self.powered()
        if self.next.text == "/" and self.is_unit(self.at + 1):
            self.at += 1
            if self.tokens[self.at].text == TIME:
                self._refuse_tonne()
            unit *= self.powered() ** -1
            again = self.next.text == "/" and self.is_unit(self.at + 1)
            if again or self.is_unit(self.at):
                remedy = "Write powers: 5 kg m^-1 s^-2."
                self.fail(
                    "what belongs to the divisor of this unit can be read in two ways.", remedy
                )
        if self.next.text == "*" and self.is_unit(self.at + 1):
            self._look_at_product(self.tokens[self.at + 1].text)
        return unit

    def _look_at_product(self, name: str) -> None:
        """What follows a quantity and * is time where it is t; other units are refused."""
        if name == TIME:
            return
        cause = say("“{name}” after * could be a unit or a name of the model.", name=name)
        quantity = self._written()
        number, _, units = quantity.partition(" ")
        whole = f"{number} {name} {units}" if "/" in units else f"{quantity} {name}"
        remedy = say(
            "For the unit write {whole}, for the name ({quantity})*{name}.",
            whole=whole,
            quantity=quantity,
            name=name,
        )
        self.fail(cause, remedy)

    def _refuse_tonne(self) -> NoReturn:
        """Ten newtons per tonne, or divided by the time."""
        quantity = self._written(self.at - 1)
        remedy = say(
            "For the tonne write {quantity}/Mg, for the time ({quantity})/t.", quantity=quantity
        )
        self.fail("“t” after / could be the tonne or the time.", remedy)

    def _written(self, end: int | None = None) -> str:
        """The quantity before a token (the next one), as it was typed."""
        end = self.at if end is None else end
        begin = next(i for i in range(end - 1, -1, -1) if self.tokens[i].column in self.begins)
        text = ""
        for token in self.tokens[begin:end]:
            apart = token.sort == "name" and text and not text.endswith("/")
            text += f" {token.text}" if apart else token.text
        return text

    def powered(self) -> Unit:
        """One unit with its exponent."""
        token = self.next
        self.names[token.column] = token.text
        self.at += 1
        if self.next.text != "^":
            return UNITS[token.text]
        self.at += 1
        sign = -1 if self.take("-") else 1
        power = self.next
        if power.sort != "number" or not power.text.isdigit() or int(power.text) > LARGEST_POWER:
            self.fail("the exponent of a unit is a whole number of one digit.", "Write it so: m^2.")
        self.at += 1
        if self.next.text == "^":
            self.fail("a unit has one exponent only.", "Put the quantity into brackets: (2 m)^2.")
        return UNITS[token.text] ** (sign * int(power.text))

    def inverse(self, factor: Expression, mark: int) -> Expression:
        """A divisor; one of a number with a unit could end at the number."""
        if mark in self.begins:
            cause = "whether this divides by the number alone or by the unit too cannot be told."
            self.fail(cause, "Write brackets: 1/(2 m), or (1/2)*1 m.", mark)
        return super().inverse(factor, mark)

    def raised(self, base: Expression, exponent: Expression, mark: int) -> Expression:
        """A power; its exponent has no unit."""
        if any(column > mark and self._next_after(mark) == column for column in self.begins):
            self.fail("an exponent has no unit.", "Leave the unit out.", mark)
        return super().raised(base, exponent, mark)

    def _next_after(self, mark: int) -> int:
        """The column of the first number or name after a place."""
        return next(t.column for t in self.tokens if t.column > mark and t.sort != "sign")
