"""FORMAC expressions (Habelt 6.4): from the text on the cards to a tree.

Powers are written with **.
primary = number | constant | name | name "(" … ")" | name "." "(" … ")" | "(" sum ")"

Names mean what `DeckNames` says; a name with indices is an atom or a variable of LAGR, a name
with a point is a function variable.  The tree has the functions of this program: X**(1/2) is
sqrt, #E**X is exp, ATAN(X,Y) is atan(Y/X).
"""

from __future__ import annotations

from fractions import Fraction
from typing import NoReturn

from lagr_gui.expression import Call, Expression, Number, Power, Sum, Symbol, parts, substitute
from lagr_gui.expression.grammar import Grammar
from lagr_gui.extensions.decks.cards import CardPlace, fail, located
from lagr_gui.extensions.decks.functions import FUNCTIONS, MISSING, called
from lagr_gui.extensions.decks.meanings import DeckNames, Free
from lagr_gui.extensions.decks.names import Indices
from lagr_gui.extensions.decks.records import Text
from lagr_gui.extensions.decks.scanner import DeckToken, scan
from lagr_gui.foundation.message import say

MOST_INDICES, LARGEST_INDEX = 4, 999

_E = Symbol("#E")


def read_formac(
    text: Text | str, names: DeckNames | None = None, start: int = 0, end: int | None = None
) -> Expression:
    """The expression that a text, or a part of it, stands for.

    Raises LagrError with card and column of the mistake.
    """
    if isinstance(text, str):
        places = tuple(CardPlace(1, column) for column in range(1, len(text) + 1))
        text = Text(text, places, CardPlace(1, 1))
    return _Reader(text, names or Free(), scan(text, start, end)).whole()


class _Reader(Grammar[DeckToken, CardPlace]):
    POWER = "**"
    BEGINS = ("name", "number", "constant", "formal")
    ENDS = ("name", "number", "constant")

    def __init__(self, text: Text, names: DeckNames, tokens: list[DeckToken]) -> None:
        super().__init__(tokens)
        self.text = text
        self.names = names

    def mark(self, token: DeckToken) -> CardPlace:
        return self.text.place(token.at)

    def said(self, mark: CardPlace) -> str:
        return str(mark).lower()

    def fail(self, cause: str, remedy: str, mark: CardPlace | None = None) -> NoReturn:
        fail(mark or self.here, cause[:1].upper() + cause[1:], remedy)

    def whole(self) -> Expression:
        return substitute(super().whole(), {_E: Call("exp", (Number(Fraction(1)),))})

    def sum(self) -> Expression:
        tree = super().sum()
        if isinstance(tree, Sum) and all(isinstance(term, Number) for term in tree.terms):
            return Number(sum((t.value for t in tree.terms if isinstance(t, Number)), Fraction(0)))
        return tree

    def raised(self, base: Expression, exponent: Expression, mark: CardPlace) -> Expression:
        if base == _E:
            return Call("exp", (exponent,))
        tree = super().raised(base, exponent, mark)
        if not isinstance(tree, Power) or not isinstance(exponent, Number):
            return tree
        if isinstance(base, Number) and base.value < 0:
            cause = "The root of a negative number is imaginary."
            self.fail(cause, "All quantities are real.", mark)
        return Call("sqrt", (base,)) if exponent.value == Fraction(1, 2) else tree

    def primary(self) -> Expression:
        token, place = self.next, self.here
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

    def constant(self, token: DeckToken, place: CardPlace) -> Expression:
        if token.text == "#I":
            cause = "The imaginary unit #I has no place in equations of motion."
            self.fail(cause, "All quantities are real.", place)
        if token.text not in ("#E", "#P"):
            self.fail(
                say("There is no constant {text}.", text=token.text),
                "FORMAC has #E, #P and #I.",
                place,
            )
        return _E if token.text == "#E" else Call("pi", ())

    def formal(self, token: DeckToken, place: CardPlace) -> Expression:
        opening = self.here
        if not self.take("("):
            self.fail(
                say("“{text}” needs its number.", text=token.text), "Write $(1), $(2), …", opening
            )
        index = self.index()
        self.close(opening)
        return self.names.formal(index, place)

    def named(self, token: DeckToken, place: CardPlace) -> Expression:
        name = token.text
        if self.take("."):
            opening = self.here
            if not self.take("("):
                self.fail(
                    say("Arguments must follow “{name}.”.", name=name),
                    say("Write {name}.(Q(0)).", name=name),
                    opening,
                )
            arguments = self.arguments(opening)
            return Call(self.names.function(name, arguments, place), arguments)
        if name == "DERIV" and self.next.text == "(":
            return self.derivative(place)
        if name in FUNCTIONS:
            opening = self.here
            if not self.take("("):
                self.fail(
                    say("The function {name} needs an argument.", name=name),
                    say("Write {name}(X).", name=name),
                    place,
                )
            with located(place):
                return called(name, self.arguments(opening))
        if name in MISSING and self.next.text == "(":
            self.fail(
                say("FORMAC has no function {name}.", name=name),
                say("Write {instead}.", instead=MISSING[name]),
                place,
            )
        opening = self.here
        return self.names.atom(name, self.indices(opening) if self.take("(") else (), place)

    def derivative(self, place: CardPlace) -> Expression:
        """DERIV(F.(A,B), A) or DERIV(F.(A,B), $(1)), with the order as a third argument."""
        opening = self.here
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
        place = self.here
        if self.next.sort == "formal":
            self.at += 1
            opening = self.here
            self.take("(")
            index = self.index() - 1
            self.close(opening)
            if not 0 <= index < len(call.arguments):
                self.fail(
                    say("The function has no argument {number}.", number=index + 1),
                    "Correct it.",
                    place,
                )
            return index
        wanted = self.sum()
        if not isinstance(wanted, Symbol) or _occurrences(wanted, call) != 1:
            cause = "This is not one of the arguments, or occurs in several."
            self.fail(cause, "Name the argument by its number: $(1).", place)
        if wanted not in call.arguments:
            cause = "The variable stands inside an argument."
            self.fail(cause, "Name the argument by its number, $(1), and apply the chain rule.")
        return call.arguments.index(wanted)

    def arguments(self, opening: CardPlace) -> tuple[Expression, ...]:
        sums = [self.sum()]
        while self.take(","):
            sums.append(self.sum())
        self.close(opening)
        if len(sums) > 20:
            self.fail("A function has at most 20 arguments.", "Use fewer.", opening)
        return tuple(sums)

    def indices(self, opening: CardPlace) -> Indices:
        indices = [self.index()]
        while self.take(","):
            indices.append(self.index())
        self.close(opening)
        if len(indices) > MOST_INDICES:
            self.fail(
                say("A name has at most {most} indices.", most=MOST_INDICES), "Use fewer.", opening
            )
        return tuple(indices)

    def index(self) -> int:
        place = self.here
        value = self.sum()
        if not isinstance(value, Number) or value.value.denominator != 1 or value.value < 0:
            remedy = "Is this a function? Function variables have a point: FU.(X)."
            self.fail("An index is a whole number that is not negative.", remedy, place)
        if value.value > LARGEST_INDEX:
            self.fail(
                say("The index is larger than {largest}.", largest=LARGEST_INDEX),
                "Use a smaller one.",
                place,
            )
        return int(value.value)


def _occurrences(symbol: Symbol, tree: Expression) -> int:
    """How often a symbol stands in a tree."""
    return int(tree == symbol) + sum(_occurrences(symbol, part) for part in parts(tree))
