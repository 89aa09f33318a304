"""The safe reader: from text to tree through a whitelist and limits; nothing is executed.

sum     = product (("+" | "-") product)*
product = unary (("*" | "/") unary)*
unary   = ("+" | "-") unary | power
power   = primary ("^" unary)?
primary = number | name primes? ("(" sum ("," sum)* ")")? | "(" sum ")" | "√" primary
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from functools import lru_cache
from math import isfinite
from typing import NoReturn

from lagr_gui.expression.builtins import BUILTINS
from lagr_gui.expression.scanner import Token, fail, scan
from lagr_gui.expression.tree import (
    TIME,
    Call,
    Expression,
    Number,
    Power,
    Product,
    Sum,
    Symbol,
)
from lagr_gui.registry import did_you_mean

DEEPEST = 60
"""The deepest nesting of brackets and signs."""
LARGEST = 500
"""The most nodes of a tree."""
EXPONENT = 64
"""The largest numeric exponent."""
MAGNITUDE = 300
"""The largest decimal exponent of a number."""
BITS = 4000
"""The largest power of two numbers, in bits."""

_MINUS = Number(Fraction(-1))
_NOT_FINITE = ("nan", "inf", "infinity")


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
        fail(1, f"{text} is not a number.", "Write a finite number.", place)
    return Number(Fraction(str(text)))


@lru_cache(maxsize=4096)
def _read(text: str, place: str, functions: frozenset[str] | None) -> Expression:
    return _Reader(scan(text, place), place, functions).whole()


class _Reader:
    def __init__(self, tokens: list[Token], place: str, functions: frozenset[str] | None) -> None:
        self.tokens = tokens
        self.place = place
        self.functions = functions
        self.at = 0
        self.depth = 0
        self.nodes = 0

    def whole(self) -> Expression:
        if self.next.sort == "end":
            self.fail("the expression is empty.", "Write a number or an expression.")
        tree = self.sum()
        if self.next.sort != "end":
            self.fail(*self._unexpected())
        return tree

    @property
    def next(self) -> Token:
        return self.tokens[self.at]

    def fail(self, cause: str, remedy: str, column: int | None = None) -> NoReturn:
        fail(column or self.next.column, cause, remedy, self.place)

    def take(self, *signs: str) -> str:
        """The next sign if it is one of these, else nothing."""
        token = self.next
        if token.sort == "sign" and token.text in signs:
            self.at += 1
            return token.text
        return ""

    def sum(self) -> Expression:
        self.enter()
        terms = [self.product()]
        while sign := self.take("+", "-"):
            term = self.product()
            terms.append(negative(term) if sign == "-" else term)
        self.depth -= 1
        return terms[0] if len(terms) == 1 else self.count(Sum(tuple(terms)))

    def product(self) -> Expression:
        factors = [self.unary()]
        while sign := self.take("*", "/"):
            column = self.next.column
            factor = self.unary()
            factors.append(self.inverse(factor, column) if sign == "/" else factor)
        return factors[0] if len(factors) == 1 else self.count(_product(factors))

    def inverse(self, factor: Expression, column: int) -> Expression:
        if isinstance(factor, Number):
            if factor.value == 0:
                self.fail("this divides by zero.", "Correct the divisor.", column)
            return Number(1 / factor.value)
        return Power(factor, _MINUS)

    def unary(self) -> Expression:
        sign = self.take("+", "-")
        if not sign:
            return self.power()
        self.enter()
        inner = self.unary()
        self.depth -= 1
        return negative(inner) if sign == "-" else inner

    def power(self) -> Expression:
        base = self.primary()
        column = self.next.column
        if not self.take("^"):
            return base
        self.enter()
        exponent = self.unary()
        self.depth -= 1
        return self.count(self.raised(base, exponent, column))

    def raised(self, base: Expression, exponent: Expression, column: int) -> Expression:
        if not isinstance(exponent, Number):
            return Power(base, exponent)
        p = exponent.value
        if abs(p) > EXPONENT:
            self.fail(f"the exponent is larger than {EXPONENT}.", "Use a smaller one.", column)
        if isinstance(base, Number) and p.denominator == 1:
            if base.value == 0 and p < 0:
                self.fail("this divides by zero.", "Correct the exponent.", column)
            size = max(base.value.numerator.bit_length(), base.value.denominator.bit_length())
            if size * abs(p.numerator) > BITS:
                self.fail("the power is too large a number.", "Use smaller numbers.", column)
            return Number(base.value**p.numerator)
        return Power(base, exponent)

    def primary(self) -> Expression:
        token = self.next
        if self.take("("):
            tree = self.sum()
            self.close(token)
            return tree
        if self.take("√"):
            self.enter()
            radicand = self.primary()
            self.depth -= 1
            return self.root(radicand, token.column)
        if token.sort == "number":
            self.at += 1
            return self.count(self.number(token))
        if token.sort == "name":
            self.at += 1
            return self.named(token)
        return self.fail(*self._unexpected())

    def named(self, name: Token) -> Expression:
        mark = self.next
        marked = mark.sort in ("primes", "orders") and self.tokens[self.at + 1].text == "("
        self.at += marked
        opening = self.next
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

    def number(self, token: Token) -> Number:
        mantissa, _, exponent = token.text.lower().partition("e")
        if abs(int(exponent or 0)) > MAGNITUDE:
            self.fail("the number is too large or too small.", "Use another unit.", token.column)
        return Number(Fraction(mantissa.rstrip(".") or "0") * Fraction(10) ** int(exponent or 0))

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
            self.fail(f"the function “{name}” needs an argument.", f"Write {name}(…).")
        if name.lower() in _NOT_FINITE:
            self.fail(f"“{name}” is not a number.", "Write a finite number.", token.column)
        if order and name in ("pi", TIME):
            self.fail(f"“{name}” has no velocity.", "Leave the primes out.", token.column)
        return self.count(Call("pi", ()) if name == "pi" else Symbol(name, order))

    def call(self, name: Token, opening: Token) -> Call:
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
        known = BUILTINS.get(name.text)
        if known is None and name.text.lower() in BUILTINS:
            remedy = did_you_mean(name.text.lower(), BUILTINS)
            self.fail(f"there is no function “{name.text}”.", remedy, name.column)
        if name.text == "pi":
            self.fail("pi is a number, not a function.", "Write pi*(…).", name.column)
        if known is None and self.functions is not None and name.text not in self.functions:
            remedy = did_you_mean(name.text, {*BUILTINS, *self.functions})
            self.fail(f"there is no function “{name.text}”.", remedy, name.column)
        if known is not None and count not in known:
            wanted = str(known.start) if len(known) == 1 else f"{known.start} or more"
            cause = f"“{name.text}” takes {wanted} argument(s), not {count}."
            self.fail(cause, "Correct the arguments.", name.column)

    def close(self, opening: Token) -> None:
        if not self.take(")"):
            if self.next.sort != "end":
                self.fail(*self._unexpected())
            cause = f"“)” is missing for the bracket of column {opening.column}."
            self.fail(cause, "Close the bracket.")

    def enter(self) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            self.fail(f"brackets are nested deeper than {DEEPEST}.", "Write it more simply.")

    def count(self, tree: Expression) -> Expression:
        self.nodes += 1
        if self.nodes > LARGEST:
            self.fail(f"the expression has more than {LARGEST} parts.", "Divide it into functions.")
        return tree

    def _unexpected(self) -> tuple[str, str]:
        token = self.next
        before = self.tokens[self.at - 1] if self.at else token
        if token.sort == "end":
            return "something is missing at the end.", "Complete the expression."
        if token.sort in ("name", "number") or token.text == "(":
            if before.sort == "number" and token.text in ("i", "j", "I", "J"):
                return "the imaginary unit has no place here.", "All quantities are real."
            if before.sort in ("name", "number", "primes") or before.text == ")":
                shown = f"{before.text}*{token.text}"
                return "an operator is missing.", f"Write * between the factors: “{shown}”."
        if token.text == ")" and before.text != "(":
            return "“)” has no opening bracket.", "Remove it, or open a bracket."
        return f"“{token.text}” is not expected here.", "Correct the expression."


def negative(tree: Expression) -> Expression:
    """The negative of a tree; numbers and products with a number are folded."""
    if isinstance(tree, Number):
        return Number(-tree.value)
    return _product([_MINUS, tree])


def _product(factors: list[Expression]) -> Expression:
    """A flat product with all numbers folded into one in front."""
    number = Fraction(1)
    others: list[Expression] = []
    for factor in factors:
        for part in factor.factors if isinstance(factor, Product) else (factor,):
            if isinstance(part, Number):
                number *= part.value
            else:
                others.append(part)
    if not others or number == 0:
        return Number(number)
    head = () if number == 1 else (Number(number),)
    every = (*head, *others)
    return every[0] if len(every) == 1 else Product(every)
