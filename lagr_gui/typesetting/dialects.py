"""From trees to typeset formulas, and what every dialect that writes them can."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import ClassVar

from lagr_gui.expression import Call, Expression, Number, Power, Product, Sum, Symbol
from lagr_gui.expression.letters import Name, letter_of, split
from lagr_gui.expression.tree import CARRIED
from lagr_gui.expression.writer import decimal, is_long
from lagr_gui.typesetting.formula import (
    SPACE,
    Box,
    Formula,
    brackets,
    fraction,
    joined,
    raised,
    signed,
)

SUM, PRODUCT, POWER, ATOM = range(4)
_SIDES = {"plus": "+", "minus": "-"}
"""How tightly a formula holds together."""

TYPESET = {"asin": "arcsin", "acos": "arccos", "atan": "arctan", "log": "ln", "sign": "sgn"}
"""Functions whose names in formulas are not those that are typed."""

_TRIGONOMETRIC = {"sin", "cos", "tan", "sinh", "cosh", "tanh"}


class Dialect(ABC):
    """How boxes are spelled: by templates of their parts, or by what a dialect does with them."""

    templates: ClassVar[Mapping[str, str]]
    """By kinds: {0} and {1} are the parts of a box, {text} and {order} what it says of itself."""

    def written(self, formula: Formula) -> str:
        """A formula in this dialect."""
        return "".join(item if isinstance(item, str) else self._box(item) for item in formula)

    def _box(self, box: Box) -> str:
        template = self.templates.get(box.kind)
        if template is None:
            return self.spelled(box, [self.written(part) for part in box.parts])
        return template.format(*map(self.written, box.parts), text=box.text, order=box.order)

    def spelled(self, box: Box, parts: Sequence[str]) -> str:
        """A box without a template."""
        match box.kind:
            case "name":
                return self.symbol(box.text, box.order)
            case "function":
                return self.function(box.text)
            case "marked":
                return parts[0]
            case "carried":
                return self.carried(*parts, several=bool(box.order))
            case _:
                raise KeyError(box.kind)

    def symbol(self, name: str, order: int) -> str:
        """A symbol of a model with `order` dots."""
        text = self.name(split(name))
        return self.dotted(text, order) if order else text

    def carried(self, name: str, slope: str, arguments: str, *, several: bool) -> str:
        """A quantity that others carry along, or a slope of it."""
        return self.sloped(name, slope) if several else self.primed(name, slope)

    def primed(self, name: str, primes: str) -> str:
        """A slope by the only coordinate."""
        return f"{name}{primes}"

    @abstractmethod
    def sloped(self, name: str, by: str) -> str:
        """A slope by one of several coordinates, or by two, which are indices of the name."""

    @abstractmethod
    def name(self, name: Name) -> str:
        """A letter or word with subscripts."""

    @abstractmethod
    def dotted(self, text: str, order: int) -> str:
        """A time derivative."""

    @abstractmethod
    def function(self, name: str) -> str:
        """The name of a function."""


_SIGNS = {"varrho": "ϱ", "partial": "∂"}
"""Letters that no name of a model stands for."""


def sign_of(letter: str) -> str:
    """The sign of a letter that is spelled by its name."""
    if len(letter) == 1:
        return letter
    return _SIGNS.get(letter) or letter_of(letter)


def named(name: str, order: int = 0) -> Formula:
    """A symbol of a model with `order` dots."""
    return (Box("name", text=name, order=order),)


def spaced(formulas: Sequence[Formula]) -> Formula:
    """Factors side by side."""
    return joined((SPACE,), formulas)


def formula(tree: Expression) -> Formula:
    """A tree of numbers typeset."""
    return leveled(tree)[0]


def leveled(tree: Expression) -> tuple[Formula, int]:
    """A tree typeset, and how tightly it holds together."""
    match tree:
        case Number():
            return _number(tree)
        case Symbol(name, order):
            stem, _, side = name.rpartition("_")
            if side in _SIDES:  # y_plus: y after an impact
                return (raised(named(stem, order), (_SIDES[side],)),), POWER
            return named(name, order), ATOM
        case Sum(terms):
            return _sum(terms), SUM
        case Product(factors):
            return _product(factors)
        case Power(base, exponent):
            return _power(base, exponent)
        case Call():
            return _call(tree, None)


def _within(tree: Expression, least: int) -> Formula:
    within, level = leveled(tree)
    return within if level >= least else (brackets(within),)


def _number(number: Number) -> tuple[Formula, int]:
    value = number.value
    if value < 0:
        return ("-", *_number(number.alike(-value))[0]), SUM
    if value.denominator == 1:
        return (str(value.numerator),), ATOM
    if is_long(value):
        return _rounded(value), PRODUCT  # perhaps with a power of ten
    if (text := decimal(number)) is not None:
        return (text,), ATOM
    return (fraction((str(value.numerator),), (str(value.denominator),)),), PRODUCT


def _rounded(value: Fraction) -> Formula:
    """Ten digits of a number that has many: one that was found by quadrature."""
    mantissa, _, exponent = f"{float(value):.10g}".partition("e")
    power = [(raised(("10",), (str(int(exponent)),)),)] if exponent else []
    return spaced([(mantissa,), *power])


def added(first: Formula, others: Sequence[Formula]) -> Formula:
    """A sum."""
    return (*first, *chain.from_iterable(map(_behind, others)))


def _behind(term: Formula) -> Formula:
    sign, *rest = signed(term)
    return (f" {sign}", *rest)


def _sum(terms: Sequence[Expression]) -> Formula:
    parts = [_within(term, PRODUCT) if isinstance(term, Sum) else formula(term) for term in terms]
    return added(parts[0], parts[1:])


def _product(factors: Sequence[Expression]) -> tuple[Formula, int]:
    number, typed = Fraction(1), False
    above: list[Expression] = []
    below: list[Expression] = []
    for factor in factors:
        if isinstance(factor, Number):
            number, typed = number * factor.value, typed or factor.decimal
        elif (divisor := divisor_of(factor)) is not None:
            below.append(divisor)
        else:
            above.append(factor)
    above.sort(key=_has_open_end)
    if is_long(number):
        rest = [_quotient(Number(Fraction(1)), above, below)] if above or below else []
        product = spaced([_rounded(abs(number)), *rest])
    else:
        product = _quotient(Number(abs(number), typed), above, below)
    return (("-", *product), SUM) if number < 0 else (product, PRODUCT)


def _quotient(count: Number, above: list[Expression], below: list[Expression]) -> Formula:
    number = count.value
    lower: list[Formula] = []
    upper: list[Formula] = []
    if (text := decimal(count)) is not None:
        upper.append((text,))
    else:
        lower += [(str(number.denominator),)] if number.denominator != 1 else []
        upper += [(str(number.numerator),)] if number.numerator != 1 or not above else []
    if not below and lower and above:
        simple = fraction((str(number.numerator),), lower[0])
        return spaced([(simple,), _row(above)])
    if above:
        alone = len(above) == 1 and not upper and bool(below)
        upper.append(formula(above[0]) if alone else _row(above))
    if not below and not lower:
        return spaced(upper)
    if below:
        lone = len(below) == 1 and not lower
        lower.append(formula(below[0]) if lone else _row(below))
    return (fraction(spaced(upper), spaced(lower)),)


def _row(factors: Sequence[Expression]) -> Formula:
    return spaced([_within(factor, PRODUCT) for factor in factors])


def _power(base: Expression, exponent: Expression) -> tuple[Formula, int]:
    divisor = divisor_of(Power(base, exponent))
    if divisor is not None:
        return (fraction(("1",), formula(divisor)),), PRODUCT
    if exponent == Number(Fraction(1, 2)):
        return (Box("root", (formula(base),)),), ATOM
    power = formula(exponent)
    if isinstance(base, Call) and base.function in _TRIGONOMETRIC:
        return _call(base, power)
    dotted = isinstance(base, Symbol) and base.order and base.name.rpartition("_")[2] not in _SIDES
    return (raised(formula(base) if dotted else _within(base, ATOM), power),), POWER


def _call(call: Call, exponent: Formula | None) -> tuple[Formula, int]:
    if call.function == "pi":
        return (Box("pi"),), ATOM
    arguments = [formula(argument) for argument in call.arguments]
    if call.function == "sqrt":
        return (Box("root", (arguments[0],)),), ATOM
    if call.function == "abs":
        return (Box("bars", (arguments[0],)),), ATOM
    if call.function == "exp":
        return (raised((Box("function", text="e"),), arguments[0]),), POWER
    if call.function.endswith(CARRIED):
        return _carried(call, arguments, exponent)
    head: Formula = (Box("function", text=call.function), *_primes(call.orders))
    head = head if exponent is None else (raised(head, exponent),)
    if _has_open_end(call):
        return (Box("applied", (head, arguments[0])),), PRODUCT
    return (*head, brackets(joined((", ",), arguments))), ATOM


def _carried(
    call: Call, arguments: Sequence[Formula], exponent: Formula | None
) -> tuple[Formula, int]:
    """A quantity that others carry along: x, its slope x′, or x with what it is the slope by."""
    slope: Formula = ()
    if len(call.orders) == 1:
        slope = _primes(call.orders)
    elif any(call.orders):
        pairs = zip(arguments, call.orders, strict=True)
        slope = tuple(chain.from_iterable(name * order for name, order in pairs))
    several = len(call.orders) > 1 and bool(slope)
    parts = named(call.function.removesuffix(CARRIED)), slope, joined((", ",), arguments)
    box = Box("carried", parts, order=int(several))
    return (box,) if exponent is None else (raised((box,), exponent),), ATOM


def _primes(orders: tuple[int, ...]) -> Formula:
    """How often a function is differentiated."""
    if len(orders) == 1:
        return ("'" * orders[0],) if orders[0] else ()
    return (raised((), (f"({','.join(map(str, orders))})",)),) if orders else ()


def divisor_of(factor: Expression) -> Expression | None:
    """What a factor divides by, if its exponent is a negative number."""
    if not isinstance(factor, Power) or not isinstance(factor.exponent, Number):
        return None
    exponent = factor.exponent.value
    if exponent >= 0:
        return None
    return factor.base if exponent == -1 else Power(factor.base, Number(-exponent))


def _has_open_end(factor: Expression) -> bool:
    """Whether what follows would be read as part of the argument, as φ̈ in cos φ φ̈."""
    base = factor.base if isinstance(factor, Power) else factor
    return (
        isinstance(base, Call) and base.function in _TRIGONOMETRIC and _is_plain(base.arguments[0])
    )


def _is_plain(tree: Expression) -> bool:
    """Whether an argument is read without brackets: q, 2 q."""
    if isinstance(tree, Product):
        first, *rest = tree.factors
        whole = isinstance(first, Number) and first.value.denominator == 1 and first.value > 0
        return whole and len(rest) == 1 and isinstance(rest[0], Symbol)
    if isinstance(tree, Call):
        return tree.function.endswith(CARRIED)
    return isinstance(tree, Symbol) and tree.order == 0
