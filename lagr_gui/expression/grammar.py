"""What all written expressions have in common: sums, products, powers, brackets, limits.

sum     = product (("+" | "-") product)*
product = unary (("*" | "/") unary)*
unary   = ("+" | "-") unary | power
power   = primary (POWER unary)?

A reader of one notation adds its tokens, its primaries and how it names a place.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from typing import Generic, NoReturn, Protocol, TypeVar

from lagr_gui.expression.rows import negative, product
from lagr_gui.expression.tree import Expression, Number, Power, Sum
from lagr_gui.foundation.message import say

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


class AnyToken(Protocol):
    """A token: its sort (``number``, ``name``, ``sign``, ``end``, …) and its text."""

    @property
    def sort(self) -> str: ...

    @property
    def text(self) -> str: ...


Token = TypeVar("Token", bound=AnyToken)
Mark = TypeVar("Mark")


class Grammar(ABC, Generic[Token, Mark]):
    """Reads tokens by recursive descent.  Marks name places in what the user wrote."""

    POWER = "^"
    BEGINS: tuple[str, ...] = ("name", "number")
    ENDS: tuple[str, ...] = ("name", "number")
    """Sorts of tokens with which a factor begins, and ends."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.at = 0
        self.depth = 0
        self.nodes = 0

    @abstractmethod
    def mark(self, token: Token) -> Mark:
        """Where a token stands."""

    @abstractmethod
    def said(self, mark: Mark) -> str:
        """A place in words, within a sentence."""

    @abstractmethod
    def fail(self, cause: str, remedy: str, mark: Mark | None = None) -> NoReturn:
        """Raise LagrError at a mark, without one at the next token."""
        ...

    @abstractmethod
    def primary(self) -> Expression:
        """A number, a name, a call or a bracket."""

    def whole(self) -> Expression:
        """The expression that all tokens make up."""
        if self.next.sort == "end":
            self.fail("the expression is empty.", "Write a number or an expression.")
        tree = self.sum()
        if self.next.sort != "end":
            self.unexpected()
        return tree

    @property
    def next(self) -> Token:
        return self.tokens[self.at]

    @property
    def here(self) -> Mark:
        return self.mark(self.next)

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
            mark = self.here
            factor = self.unary()
            factors.append(self.inverse(factor, mark) if sign == "/" else factor)
        return factors[0] if len(factors) == 1 else self.count(product(factors))

    def inverse(self, factor: Expression, mark: Mark) -> Expression:
        if not isinstance(factor, Number):
            return Power(factor, _MINUS)
        if factor.value == 0:
            self.fail("this divides by zero.", "Correct the divisor.", mark)
        return factor.alike(1 / factor.value)

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
        mark = self.here
        if not self.take(self.POWER):
            return base
        self.enter()
        exponent = self.unary()
        self.depth -= 1
        return self.count(self.raised(base, exponent, mark))

    def raised(self, base: Expression, exponent: Expression, mark: Mark) -> Expression:
        """base^exponent; a power of numbers becomes a number."""
        if not isinstance(exponent, Number):
            return Power(base, exponent)
        p = exponent.value
        if abs(p) > EXPONENT:
            self.fail(
                say("the exponent is larger than {exponent}.", exponent=EXPONENT),
                "Use a smaller one.",
                mark,
            )
        if isinstance(base, Number) and p.denominator == 1:
            if base.value == 0 and p < 0:
                self.fail("this divides by zero.", "Correct the exponent.", mark)
            size = max(base.value.numerator.bit_length(), base.value.denominator.bit_length())
            if size * abs(p.numerator) > BITS:
                self.fail("the power is too large a number.", "Use smaller numbers.", mark)
            return base.alike(base.value**p.numerator)
        return Power(base, exponent)

    def number(self, token: Token) -> Number:
        """The value of a number as it is written."""
        mantissa, _, exponent = token.text.lower().partition("e")
        if abs(int(exponent or 0)) > MAGNITUDE:
            mark = self.mark(token)
            self.fail("the number is too large or too small.", "Use another unit.", mark)
        value = Fraction(mantissa.rstrip(".") or "0") * Fraction(10) ** int(exponent or 0)
        return Number(value, value.denominator != 1)

    def close(self, opening: Mark) -> None:
        """Take the bracket that closes the one at `opening`."""
        if not self.take(")"):
            if self.next.sort != "end":
                self.unexpected()
            cause = say("“)” is missing for the bracket of {said}.", said=self.said(opening))
            self.fail(cause, "Close the bracket.")

    def enter(self) -> None:
        """Go one level deeper."""
        self.depth += 1
        if self.depth > DEEPEST:
            self.fail(
                say("brackets are nested deeper than {deepest}.", deepest=DEEPEST),
                "Write it more simply.",
            )

    def count(self, tree: Expression) -> Expression:
        """One node more."""
        self.nodes += 1
        if self.nodes > LARGEST:
            self.fail(
                say("the expression has more than {largest} parts.", largest=LARGEST),
                "Divide it into functions.",
            )
        return tree

    def unexpected(self) -> NoReturn:
        """Say what is wrong with the next token."""
        token = self.next
        before = self.tokens[self.at - 1] if self.at else token
        if token.sort == "end":
            self.fail("something is missing at the end.", "Complete the expression.")
        begins = token.sort in self.BEGINS or token.text == "("
        if begins and (before.sort in self.ENDS or before.text == ")"):
            remedy = say(
                "Write * between the factors: “{text}*{text_2}”.",
                text=before.text,
                text_2=token.text,
            )
            self.fail("an operator is missing.", remedy)
        if token.text == ")" and before.text != "(":
            self.fail("“)” has no opening bracket.", "Remove it, or open a bracket.")
        self.fail(say("“{text}” is not expected here.", text=token.text), "Correct the expression.")
