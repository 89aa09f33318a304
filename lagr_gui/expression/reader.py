"""The safe reader: from text to tree through a whitelist and limits; nothing is executed.

primary = number | name primes? ("(" sum ("," sum)* ")")? | "(" sum ")" | "√" primary
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import isfinite
from typing import NoReturn

from lagr_gui.expression.builtins import BUILTINS
from lagr_gui.expression.grammar import BITS
from lagr_gui.expression.quantities import Quantities
from lagr_gui.expression.scanner import Token, fail, scan
from lagr_gui.expression.tree import TIME, Call, Expression, Number, Symbol
from lagr_gui.expression.units import Unit
from lagr_gui.foundation.message import counted, say
from lagr_gui.foundation.registry import did_you_mean

NOT_FINITE = ("nan", "inf", "infinity")
"""Words that are numbers elsewhere, however they are written; nothing is called so."""


def read(
    text: str | float, place: str = "", *, functions: Collection[str] | None = None
) -> Expression:
    """The expression that a text or number stands for.

    `functions` are the names that may be called besides the built-in ones (None: any).
    Raises LagrError naming the column of the mistake, its cause and the remedy.
    """
    if isinstance(text, str):
        return _read(text, place, None if functions is None else frozenset(functions))
    if isinstance(text, bool) or not isinstance(text, (int, float)):
        fail(1, "this is neither a number nor a text.", "Write a number or an expression.", place)
    if isinstance(text, int) and text.bit_length() > BITS:
        fail(1, "the number is too large.", "Use another unit.", place)
    if isinstance(text, float) and not isfinite(text):
        fail(1, say("{text} is not a number.", text=text), "Write a finite number.", place)
    return _number(text)


@lru_cache(maxsize=4096)
def _number(value: float) -> Number:
    return Number(Fraction(str(value)), isinstance(value, float))


@lru_cache(maxsize=4096)
def _read(text: str, place: str, functions: frozenset[str] | None) -> Expression:
    return _Reader(scan(text, place), place, functions).whole()


@dataclass(frozen=True)
class Measured:
    """An expression whose quantities stand as symbols of their own, with their units.

    `names` are the units that occur, by column; `units` that of each such symbol.
    """

    tree: Expression
    units: Mapping[str, Unit]
    names: Mapping[int, str]


@lru_cache(maxsize=4096)
def measured(text: str) -> Measured:
    """An expression with its units, for who looks whether they fit. Raises LagrError."""
    reader = _Measuring(scan(text), "", None)
    return Measured(reader.whole(), reader.units, reader.names)


class _Reader(Quantities):
    ENDS = ("name", "number", "primes")

    def __init__(self, tokens: list[Token], place: str, functions: frozenset[str] | None) -> None:
        super().__init__(tokens)
        self.place = place
        self.functions = functions

    def mark(self, token: Token) -> int:
        return token.column

    def said(self, mark: int) -> str:
        return say("column {mark}", mark=mark)

    def fail(self, cause: str, remedy: str, mark: int | None = None) -> NoReturn:
        fail(mark or self.here, cause, remedy, self.place)

    def primary(self) -> Expression:
        token = self.next
        if self.take("("):
            tree = self.sum()
            self.close(token.column)
            return tree
        if self.take("√"):
            self.enter()
            radicand = self.primary()
            self.depth -= 1
            return self.root(radicand, token.column)
        if token.sort == "number":
            self.at += 1
            return self.count(self.quantity(token))
        if token.sort == "name":
            self.at += 1
            return self.named(token)
        return self.unexpected()

    def named(self, name: Token) -> Expression:
        mark = self.next
        marked = mark.sort in ("primes", "orders") and self.tokens[self.at + 1].text == "("
        self.at += marked
        opening = self.here
        if not self.take("("):
            return self.symbol(name)
        call = self.call(name, opening)
        return self.differentiated(call, mark) if marked else call

    def differentiated(self, call: Call, mark: Token) -> Call:
        """FU'(t) or F[1,0](a, b): how often a function is differentiated by each argument."""
        orders = (
            (len(mark.text),)
            if mark.sort == "primes"
            else tuple(int(order) for order in mark.text[1:-1].split(","))
        )
        if call.function in BUILTINS or len(orders) != len(call.arguments):
            cause = "only functions that you defined can be differentiated like this."
            remedy = "Write F'(x) for one argument, F[1,0](x, y) for more."
            self.fail(cause, remedy, mark.column)
        return Call(call.function, call.arguments, orders if any(orders) else ())

    def symbol(self, token: Token) -> Expression:
        order, name = 0, token.text
        if self.next.sort == "primes":
            order = len(self.next.text)
            self.at += 1
        for suffix, count in (("_ddot", 2), ("_dot", 1)):
            if not order and name.endswith(suffix) and len(name) > len(suffix):
                order, name = count, name[: -len(suffix)]
        if order > 2:
            self.fail("only velocities q' and accelerations q'' are known.", "Use fewer primes.")
        if name in BUILTINS:
            self.fail(
                say("the function “{name}” needs an argument.", name=name),
                say("Write {name}(…).", name=name),
            )
        if name.lower() in NOT_FINITE:
            self.fail(
                say("“{name}” is not a number.", name=name), "Write a finite number.", token.column
            )
        if order and name in ("pi", TIME):
            self.fail(
                say("“{name}” has no velocity.", name=name), "Leave the primes out.", token.column
            )
        return self.count(Call("pi", ()) if name == "pi" else Symbol(name, order))

    def call(self, name: Token, opening: int) -> Call:
        arguments = [self.sum()]
        while self.take(","):
            arguments.append(self.sum())
        self.close(opening)
        self.check_call(name, len(arguments))
        call = (
            self.root(arguments[0], name.column)
            if name.text == "sqrt"
            else Call(name.text, tuple(arguments))
        )
        self.count(call)
        return call

    def root(self, radicand: Expression, column: int) -> Call:
        if isinstance(radicand, Number) and radicand.value < 0:
            cause = "the root of a negative number is imaginary."
            self.fail(cause, "All quantities are real.", column)
        return Call("sqrt", (radicand,))

    def check_call(self, name: Token, count: int) -> None:
        counts = BUILTINS.get(name.text)
        if name.text == "pi":
            self.fail("pi is a number, not a function.", "Write pi*(…).", name.column)
        if counts is None and self.functions is not None and name.text not in self.functions:
            remedy = did_you_mean(name.text, {*BUILTINS, *self.functions})
            self.fail(say("there is no function “{text}”.", text=name.text), remedy, name.column)
        if counts is not None and count not in counts:
            wanted = (
                str(counts.start)
                if len(counts) == 1
                else say("{start} or more", start=counts.start)
            )
            cause = say(
                "“{text}” takes {wanted}, not {count}.",
                text=name.text,
                wanted=counted(wanted, "{count} argument", "{count} arguments"),
                count=count,
            )
            self.fail(cause, "Correct the arguments.", name.column)

    def unexpected(self) -> NoReturn:
        follows_number = self.at > 0 and self.tokens[self.at - 1].sort == "number"
        if follows_number and self.next.text in ("i", "j", "I", "J"):
            self.fail("the imaginary unit has no place here.", "All quantities are real.")
        if follows_number and self.next.sort == "number":
            self.doubled()
        if self.follows_quantity() and self.next.sort == "name":
            self.unit_unknown()
        super().unexpected()

    def doubled(self) -> None:
        """1.2.3 reads as 1.2 and .3: say what is wrong with it where they touch."""
        first = last = self.at - 1
        while last + 1 < len(self.tokens) and _touch(*self.tokens[last : last + 2]):
            last += 1
        if last == first:
            return
        number = "".join(token.text for token in self.tokens[first : last + 1])
        cause = say("“{number}” has more than one sign between its digits.", number=number)
        remedy = say("Write {plain}, or one decimal point.", plain=number.replace(".", ""))
        self.fail(cause, remedy, self.tokens[first].column)

    def follows_quantity(self) -> bool:
        """Whether a number, or a number with a unit, stands before the next token."""
        before = self.tokens[self.at - 1] if self.at else self.next
        return before.sort == "number" or before.column in self.names

    def unit_unknown(self) -> NoReturn:
        before, name = self.tokens[self.at - 1].text, self.next.text
        cause = say("“{name}” is no unit that is known, and * is missing for a product.", name=name)
        remedy = say(
            "Units are {units} and others; a product is “{before}*{name}”.",
            units=_USUAL,
            before=before,
            name=name,
        )
        self.fail(cause, remedy)


_USUAL = "m, mm, in, ft, kg, g, lb, s, min, N, N m, rad, deg"
"""Units that are named where one is not known."""


def _touch(token: Token, other: Token) -> bool:
    """Whether two numbers stand side by side without a space."""
    both = token.sort == other.sort == "number"
    return both and token.column + len(token.text) == other.column


class _Measuring(_Reader):
    def __init__(self, tokens: list[Token], place: str, functions: frozenset[str] | None) -> None:
        super().__init__(tokens, place, functions)
        self.units: dict[str, Unit] = {}

    def counted(self, value: Number, unit: Unit) -> Expression:
        name = f"{value.value} unit {len(self.units)}"  # no name of a model has a space
        self.units[name] = unit
        return self.count(Symbol(name))
