"""FORMAC expressions (Habelt 6.4): from the text on the cards to a tree.

sum     = product (("+" | "-") product)*
product = unary (("*" | "/") unary)*
unary   = ("+" | "-") unary | power
power   = primary ("**" unary)?
primary = number | constant | name | name "(" … ")" | name "." "(" … ")" | "(" sum ")"

Names mean what `Names` says; a name with indices is an atom or a variable of LAGR, a name
with a point is a function variable.  The tree has the functions of this program: X**(1/2) is
sqrt, #E**X is exp, ATAN(X,Y) is atan(Y/X).
"""

from __future__ import annotations

from fractions import Fraction
from typing import NoReturn

from lagr_gui.exchange.lagr_deck.cards import Place, fail, located
from lagr_gui.exchange.lagr_deck.functions import FUNCTIONS, MISSING, called
from lagr_gui.exchange.lagr_deck.meanings import Free, Names
from lagr_gui.exchange.lagr_deck.names import Indices
from lagr_gui.exchange.lagr_deck.records import Text
from lagr_gui.exchange.lagr_deck.scanner import Token, scan
from lagr_gui.expression import (
    Call,
    Expression,
    Number,
    Power,
    Product,
    Sum,
    Symbol,
    parts,
    substitute,
)

DEEPEST, LARGEST, EXPONENT, BITS = 60, 500, 64, 4000
"""Limits on nesting, parts, exponents and the size of powers, those of `expression.read`."""
MOST_INDICES, LARGEST_INDEX = 4, 999

_E = Symbol("#E")
_MINUS = Number(Fraction(-1))


def read_formac(
    text: Text | str, names: Names | None = None, start: int = 0, end: int | None = None
) -> Expression:
    """The expression that a text, or a part of it, stands for.

    Raises LagrError with card and column of the mistake.
    """
    if isinstance(text, str):
        places = tuple(Place(1, column) for column in range(1, len(text) + 1))
        text = Text(text, places, Place(1, 1))
    return _Reader(text, names or Free(), scan(text, start, end)).whole()


class _Reader:
    def __init__(self, text: Text, names: Names, tokens: list[Token]) -> None:
        self.text = text
        self.names = names
        self.tokens = tokens
        self.at = 0
        self.depth = 0
        self.nodes = 0

    def whole(self) -> Expression:
        if self.next.sort == "end":
            self.fail("The expression is empty.", "Write an expression; nothing is 0.")
        tree = self.sum()
        if self.next.sort != "end":
            self.unexpected()
        return substitute(tree, {_E: Call("exp", (Number(Fraction(1)),))})

    @property
    def next(self) -> Token:
        return self.tokens[self.at]

    @property
    def place(self) -> Place:
        return self.text.place(self.next.at)

    def fail(self, cause: str, remedy: str, place: Place | None = None) -> NoReturn:
        fail(place or self.place, cause, remedy)

    def take(self, *signs: str) -> str:
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
        if len(terms) == 1:
            return terms[0]
        if all(isinstance(term, Number) for term in terms):
            return Number(sum((t.value for t in terms if isinstance(t, Number)), Fraction(0)))
        return self.count(Sum(tuple(terms)))

    def product(self) -> Expression:
        factors = [self.unary()]
        while sign := self.take("*", "/"):
            place = self.place
            factor = self.unary()
            factors.append(self.inverse(factor, place) if sign == "/" else factor)
        return factors[0] if len(factors) == 1 else self.count(product(factors))

    def inverse(self, factor: Expression, place: Place) -> Expression:
        if not isinstance(factor, Number):
            return Power(factor, _MINUS)
        if factor.value == 0:
            self.fail("This divides by zero.", "Correct the divisor.", place)
        return Number(1 / factor.value)

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
        place = self.place
        if not self.take("**"):
            return base
        self.enter()
        exponent = self.unary()
        self.depth -= 1
        return self.count(self.raised(base, exponent, place))

    def raised(self, base: Expression, exponent: Expression, place: Place) -> Expression:
        if base == _E:
            return Call("exp", (exponent,))
        if not isinstance(exponent, Number):
            return Power(base, exponent)
        p = exponent.value
        if abs(p) > EXPONENT:
            self.fail(f"The exponent is larger than {EXPONENT}.", "Use a smaller one.", place)
        if isinstance(base, Number) and p.denominator == 1:
            if base.value == 0 and p < 0:
                self.fail("This divides by zero.", "Correct the exponent.", place)
            size = max(base.value.numerator.bit_length(), base.value.denominator.bit_length())
            if size * abs(p.numerator) > BITS:
                self.fail("The power is too large a number.", "Use smaller numbers.", place)
            return Number(base.value**p.numerator)
        if isinstance(base, Number) and base.value < 0:
            cause = "The root of a negative number is imaginary."
            self.fail(cause, "All quantities are real.", place)
        return Call("sqrt", (base,)) if p == Fraction(1, 2) else Power(base, exponent)

    def primary(self) -> Expression:
        token, place = self.next, self.place
        if self.take("("):
            tree = self.sum()
            self.close(place)
            return tree
        if token.sort == "number":
            self.at += 1
            return self.count(self.number(token))
        if token.sort == "constant":
            self.at += 1
            return self.count(self.constant(token, place))
        if token.sort == "formal":
            self.at += 1
            return self.count(self.formal(token, place))
        if token.sort == "name":
            self.at += 1
            return self.count(self.named(token, place))
        return self.unexpected()

    def number(self, token: Token) -> Number:
        mantissa, _, exponent = token.text.partition("E")
        if abs(int(exponent or 0)) > 300:
            place = self.text.place(token.at)
            self.fail("The number is too large or too small.", "Use another unit.", place)
        return Number(Fraction(mantissa.rstrip(".") or "0") * Fraction(10) ** int(exponent or 0))

    def constant(self, token: Token, place: Place) -> Expression:
        if token.text == "#I":
            cause = "The imaginary unit #I has no place in equations of motion."
            self.fail(cause, "All quantities are real.", place)
        if token.text not in ("#E", "#P"):
            self.fail(f"There is no constant {token.text}.", "FORMAC has #E, #P and #I.", place)
        return _E if token.text == "#E" else Call("pi", ())

    def formal(self, token: Token, place: Place) -> Expression:
        opening = self.place
        if not self.take("("):
            self.fail(f"“{token.text}” needs its number.", "Write $(1), $(2), …", opening)
        index = self.index()
        self.close(opening)
        return self.names.formal(index, place)

    def named(self, token: Token, place: Place) -> Expression:
        name = token.text
        if self.take("."):
            opening = self.place
            if not self.take("("):
                self.fail(f"Arguments must follow “{name}.”.", f"Write {name}.(Q(0)).", opening)
            arguments = self.arguments(opening)
            return Call(self.names.function(name, arguments, place), arguments)
        if name == "DERIV" and self.next.text == "(":
            return self.derivative(place)
        if name in FUNCTIONS:
            opening = self.place
            if not self.take("("):
                self.fail(f"The function {name} needs an argument.", f"Write {name}(X).", place)
            with located(place):
                return called(name, self.arguments(opening))
        if name in MISSING and self.next.text == "(":
            self.fail(f"FORMAC has no function {name}.", f"Write {MISSING[name]}.", place)
        opening = self.place
        return self.names.atom(name, self.indices(opening) if self.take("(") else (), place)

    def derivative(self, place: Place) -> Expression:
        """DERIV(F.(A,B), A) or DERIV(F.(A,B), $(1)), with the order as a third argument."""
        opening = self.place
        self.take("(")
        call = self.sum()
        if not isinstance(call, Call) or call.function in FUNCTIONS.values():
            self.fail("DERIV takes a function variable.", "Write DERIV(FU.(A),A).", place)
        if not self.take(","):
            self.fail("DERIV needs a variable.", "Write DERIV(FU.(A),A).")
        index = self.variable(call)
        order = self.index() if self.take(",") else 1
        self.close(opening)
        if order > 9:
            self.fail("The order of the derivative is larger than 9.", "Use a lower one.", place)
        orders = list(call.orders or (0,) * len(call.arguments))
        orders[index] += order
        return Call(call.function, call.arguments, tuple(orders) if any(orders) else ())

    def variable(self, call: Call) -> int:
        """Which argument of the call is meant."""
        place = self.place
        if self.next.sort == "formal":
            self.at += 1
            opening = self.place
            self.take("(")
            index = self.index() - 1
            self.close(opening)
            if not 0 <= index < len(call.arguments):
                self.fail(f"The function has no argument {index + 1}.", "Correct it.", place)
            return index
        wanted = self.sum()
        if not isinstance(wanted, Symbol) or _occurrences(wanted, call) != 1:
            cause = "This is not one of the arguments, or occurs in several."
            self.fail(cause, "Name the argument by its number: $(1).", place)
        if wanted not in call.arguments:
            cause = "The variable stands inside an argument."
            self.fail(cause, "Name the argument by its number, $(1), and apply the chain rule.")
        return call.arguments.index(wanted)

    def arguments(self, opening: Place) -> tuple[Expression, ...]:
        found = [self.sum()]
        while self.take(","):
            found.append(self.sum())
        self.close(opening)
        if len(found) > 20:
            self.fail("A function has at most 20 arguments.", "Use fewer.", opening)
        return tuple(found)

    def indices(self, opening: Place) -> Indices:
        found = [self.index()]
        while self.take(","):
            found.append(self.index())
        self.close(opening)
        if len(found) > MOST_INDICES:
            self.fail(f"A name has at most {MOST_INDICES} indices.", "Use fewer.", opening)
        return tuple(found)

    def index(self) -> int:
        place = self.place
        value = self.sum()
        if not isinstance(value, Number) or value.value.denominator != 1 or value.value < 0:
            remedy = "Is this a function? Function variables have a point: FU.(X)."
            self.fail("An index is a whole number that is not negative.", remedy, place)
        if value.value > LARGEST_INDEX:
            self.fail(f"The index is larger than {LARGEST_INDEX}.", "Use a smaller one.", place)
        return int(value.value)

    def close(self, opening: Place) -> None:
        if not self.take(")"):
            if self.next.sort != "end":
                self.unexpected()
            cause = f"“)” is missing for the bracket of {str(opening).lower()}."
            self.fail(cause, "Close the bracket.")

    def enter(self) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            self.fail(f"Brackets are nested deeper than {DEEPEST}.", "Write it more simply.")

    def count(self, tree: Expression) -> Expression:
        self.nodes += 1
        if self.nodes > LARGEST:
            self.fail(f"The expression has more than {LARGEST} parts.", "Use function variables.")
        return tree

    def unexpected(self) -> NoReturn:
        token = self.next
        before = self.tokens[self.at - 1] if self.at else token
        if token.sort == "end":
            self.fail("Something is missing at the end of the expression.", "Complete it.")
        if token.text == "(" or token.sort in ("name", "number", "constant", "formal"):
            if before.sort in ("name", "number", "constant") or before.text == ")":
                remedy = f"Write * between the factors: {before.text}*{token.text}"
                self.fail("An operator is missing.", remedy)
        elif token.text == ")" and before.text != "(":
            self.fail("“)” has no opening bracket.", "Remove it, or open a bracket.")
        self.fail(f"“{token.text}” is not expected here.", "Correct the expression.")


def negative(tree: Expression) -> Expression:
    """The negative of a tree."""
    return Number(-tree.value) if isinstance(tree, Number) else product([_MINUS, tree])


def product(factors: list[Expression]) -> Expression:
    """A flat product with its numbers folded into one in front."""
    number = Fraction(1)
    others: list[Expression] = []
    for factor in factors:
        for part in factor.factors if isinstance(factor, Product) else (factor,):
            if isinstance(part, Number):
                number *= part.value
            else:
                others.append(part)
    if number == 0 or not others:
        return Number(number)
    every = (*(() if number == 1 else (Number(number),)), *others)
    return every[0] if len(every) == 1 else Product(every)


def _occurrences(symbol: Symbol, tree: Expression) -> int:
    """How often a symbol stands in a tree."""
    return int(tree == symbol) + sum(_occurrences(symbol, part) for part in parts(tree))
