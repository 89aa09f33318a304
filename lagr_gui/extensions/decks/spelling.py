"""Trees as FORMAC expressions: X**(1/2) for roots, #E**X, function variables with a point."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from lagr_gui.expression import Call, Expression, Number, Power, Product, Sum, Symbol, parts, write
from lagr_gui.extensions.decks.card_names import CardNames
from lagr_gui.extensions.decks.functions import FUNCTIONS
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal

HALF = Symbol("(1/2)")
"""The exponent of a root, which is written in brackets."""

_OWN = {word: name for name, word in FUNCTIONS.items()}
_MINUS, _TWO = Number(Fraction(-1)), Number(Fraction(2))


def formac(tree: Expression, names: CardNames) -> str:
    """A tree of a model as a FORMAC expression. Raises LagrError for what FORMAC lacks."""
    return punched(dressed(tree, names))


def punched(tree: Expression) -> str:
    """A tree in FORMAC's names as it is punched, without blanks."""
    return write(tree).replace("^", "**").replace(" ", "")


def dressed(tree: Expression, names: CardNames) -> Expression:
    """A tree of a model in FORMAC's names and functions."""
    match tree:
        case Number():
            return tree
        case Symbol():
            return Symbol(names.symbol(tree))
        case Sum(terms):
            return Sum(tuple(dressed(term, names) for term in terms))
        case Product(factors):
            return Product(tuple(dressed(factor, names) for factor in factors))
        case Power(base, exponent):
            return _power(dressed(base, names), dressed(exponent, names))
        case Call(function, arguments, orders):
            if (definition := names.written_out(tree)) is not None:
                return dressed(definition, names)
            inner = tuple(dressed(argument, names) for argument in arguments)
            if names.is_function(function):
                return _variable(names.function(function), inner, orders)
            return _call(function, inner)


def _power(base: Expression, exponent: Expression) -> Expression:
    if exponent == Number(Fraction(1, 2)):
        return Power(base, HALF)
    if exponent == Number(Fraction(-1, 2)):
        return Power(Power(base, HALF), _MINUS)
    return Power(base, exponent)


def _variable(name: str, arguments: tuple[Expression, ...], orders: tuple[int, ...]) -> Expression:
    """FU.(A,B), or its derivatives DERIV(FU.(A,B),A,2)."""
    tree: Expression = Call(f"{name}.", arguments)
    for index, order in enumerate(orders):
        if not order:
            continue
        plain = isinstance(arguments[index], Symbol) and _count(arguments[index], arguments) == 1
        by = arguments[index] if plain else Symbol(f"$({index + 1})")
        more = (Number(Fraction(order)),) if order > 1 else ()
        tree = Call("DERIV", (tree, by, *more))
    return tree


def _count(wanted: Expression, trees: tuple[Expression, ...]) -> int:
    return sum(int(tree == wanted) + _count(wanted, parts(tree)) for tree in trees)


def _call(function: str, arguments: tuple[Expression, ...]) -> Expression:
    if function in _OWN:
        return Call(_OWN[function], arguments)
    if function in _REWRITTEN:
        return _REWRITTEN[function](*arguments)
    cause = say("FORMAC has no function that could stand for “{function}”.", function=function)
    remedy = "Write the expression with the functions of FORMAC."
    raise refusal("Card deck", cause, remedy, code="formac")


def _absolute(x: Expression) -> Expression:
    return Power(Power(x, _TWO), HALF)


def _quotient(above: str, below: str, x: Expression) -> Expression:
    return Product((Call(above, (x,)), Power(Call(below, (x,)), _MINUS)))


def _larger(a: Expression, b: Expression, sign: int) -> Expression:
    apart = _absolute(Sum((a, Product((_MINUS, b)))))
    whole = Sum((a, b, apart if sign > 0 else Product((_MINUS, apart))))
    return Product((whole, Power(_TWO, _MINUS)))


_REWRITTEN: Mapping[str, Callable[..., Expression]] = {
    "pi": lambda: Symbol("#P"),
    "sqrt": lambda x: Power(x, HALF),
    "exp": lambda x: Power(Symbol("#E"), x),
    "abs": _absolute,
    "sign": lambda x: Product((x, Power(_absolute(x), _MINUS))),
    "tan": lambda x: _quotient("SIN", "COS", x),
    "tanh": lambda x: _quotient("SINH", "COSH", x),
    "max": lambda a, b: _larger(a, b, 1),
    "min": lambda a, b: _larger(a, b, -1),
}
