"""The dimension of an expression whose numbers carry units: what fits together, what does not.

Numbers without a unit are in SI units, as everywhere; what has no known dimension (an own
function, a parameter without unit) fits everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from lagr_gui.expression.builtins import BUILTINS
from lagr_gui.expression.tree import (
    TIME,
    Call,
    Expression,
    Number,
    Power,
    Product,
    Sum,
    Symbol,
    called,
    rebuilt,
    symbols,
)
from lagr_gui.expression.units import NONE, Dimension, named
from lagr_gui.foundation.message import say

Known = Callable[[Symbol], Dimension | None]
"""The dimension of a symbol, or of the values of a function by its name; None where not known."""
Own = Callable[[str], tuple[Dimension | None, Dimension | None] | None]
"""The dimensions of argument and value of an own function; None where nothing is known of it."""


def _of_none(name: str) -> None:
    """Own functions of which nothing is known."""


class Bare:
    """A number without a unit."""


class Unknown:
    """Something whose dimension is not known."""


Found = Dimension | type[Bare] | type[Unknown]


class DoesNotFit(Exception):
    """What does not fit together, in words; the `terms` where two of a sum do not."""

    def __init__(self, words: str, terms: tuple[Expression, ...] = ()) -> None:
        super().__init__(words)
        self.terms = terms


ALIKE = {"abs", "min", "max", "step", "atan2"}
"""Functions whose arguments are of one dimension."""
_SAME = {"abs", "min", "max"}
"""Those of them whose value has it too."""


def dimension_of(tree: Expression, known: Known, own: Own = _of_none) -> Found:
    """The dimension of an expression. Raises DoesNotFit.

    `own` tells the dimensions of argument and value of an own function that has such.
    """
    match tree:
        case Number():
            return Bare
        case Symbol():
            found = known(tree)
            return Unknown if found is None else found
        case Sum(terms):
            return _common(terms, known, own)
        case Product(factors):
            return _product([dimension_of(factor, known, own) for factor in factors])
        case Power(base, exponent):
            return _power(dimension_of(base, known, own), exponent, known, own)
        case Call(function, _, orders):
            if found := own(function):
                return _of_own(tree, *found, sum(orders), known, own)
            return _call(tree, known, own)


def _of_own(
    tree: Call,
    wanted: Dimension | None,
    value: Dimension | None,
    order: int,
    known: Known,
    own: Own,
) -> Found:
    """The value of an own function of one argument, or of a derivative of it."""
    sizes = [dimension_of(argument, known, own) for argument in tree.arguments]
    for size in sizes:
        if wanted is not None and isinstance(size, tuple) and size != wanted:
            words = "“{name}” takes {wanted}, not {unit}."
            given = {"name": tree.function, "wanted": named(wanted), "unit": named(size)}
            raise DoesNotFit(say(words, **given))
    if value is None or (wanted is None and order):
        return Unknown
    return tuple(v - order * w for v, w in zip(value, wanted or NONE, strict=True))


def _common(terms: Iterable[Expression], known: Known, own: Own) -> Found:
    pairs = [(term, dimension_of(term, known, own)) for term in terms]
    sized = [(term, size) for term, size in pairs if isinstance(size, tuple)]
    sizes = [size for _, size in sized]
    if not sizes:
        return Unknown if any(size is Unknown for _, size in pairs) else Bare
    for term, size in sized:
        if size != sizes[0]:
            words = say("{first} and {second} are put together.", **_pair(sizes[0], size))
            raise DoesNotFit(words, (sized[0][0], term))
    bare = [term for term, size in pairs if size is Bare and term != Number(Fraction(0))]
    if bare and sizes[0] != NONE:
        words = "A number without a unit is put together with {unit}."
        raise DoesNotFit(say(words, unit=named(sizes[0])))
    return sizes[0]


def _pair(first: Dimension, second: Dimension) -> dict[str, object]:
    return {"first": named(first), "second": named(second)}


def _product(sizes: list[Found]) -> Found:
    if any(size is Unknown for size in sizes):
        return Unknown
    sized = [size for size in sizes if isinstance(size, tuple)]
    if not sized:
        return Bare
    return tuple(sum(entries, Fraction(0)) for entries in zip(*sized, strict=True))


def _power(base: Found, exponent: Expression, known: Known, own: Own) -> Found:
    _pure(dimension_of(exponent, known, own), "An exponent")
    if not isinstance(base, tuple) or base == NONE:
        return base
    if not isinstance(exponent, Number):
        return Unknown
    return tuple(entry * exponent.value for entry in base)


def _call(tree: Call, known: Known, own: Own) -> Found:
    function, arguments = tree.function, tree.arguments
    if function == "sqrt":
        size = dimension_of(arguments[0], known, own)
        return tuple(entry / 2 for entry in size) if isinstance(size, tuple) else size
    if function in ALIKE:
        size = _common(arguments, known, own)
        return size if function in _SAME else Bare
    if function == "sign":
        dimension_of(arguments[0], known, own)
        return Bare
    if function in PURE:
        for argument in arguments:
            _pure(dimension_of(argument, known, own), function)
        return Bare
    return Bare if function == "pi" else _value(tree, known, own)


def _value(tree: Call, known: Known, own: Own) -> Found:
    """That of a function of the model, or of its slope."""
    dimension = known(Symbol(tree.function))
    for argument, order in zip(tree.arguments, tree.orders, strict=False):
        size = dimension_of(argument, known, own) if order else NONE
        if dimension is None or not isinstance(size, tuple):
            return Unknown
        dimension = tuple(a - order * b for a, b in zip(dimension, size, strict=True))
    return Unknown if dimension is None else dimension


ANYTHING = Symbol("?")
"""What may have any dimension; no name of a model is so."""
COUNTED = frozenset(map(Fraction, (-2, -1, 1, 2))) | {Fraction(1, 2), Fraction(-1, 2)}
"""Numbers that calculations bring; others may be measures that were typed without a unit."""


def loosened(tree: Expression) -> Expression:
    """A tree in which numbers without units count as measures in SI units, of any dimension.

    Only those that multiply and are `COUNTED`, and π, stay numbers, and none beside the time: as in
    sin(2 t) they are rates.  sin(t) is one of an angle.
    """
    if is_numeric(tree):
        return ANYTHING
    match tree:
        case Product(factors):
            timed = any(symbol.name == TIME for symbol in symbols(tree))
            return Product(tuple(f if _counts(f) and not timed else loosened(f) for f in factors))
        case Call(function, (argument,), _) if function in PURE:
            timed = {symbol.name for symbol in symbols(argument)} == {TIME}
            return Call(function, (ANYTHING if timed else loosened(argument),))
        case Power(base, exponent):
            return Power(loosened(base), exponent if is_numeric(exponent) else loosened(exponent))
        case _:
            return rebuilt(tree, loosened)


def is_numeric(tree: Expression) -> bool:
    """Whether no name stands in an expression."""
    return not symbols(tree) and all(name in BUILTINS or name == "pi" for name, _ in called(tree))


def _counts(factor: Expression) -> bool:
    return factor == Call("pi", ()) or (isinstance(factor, Number) and factor.value in COUNTED)


PURE = frozenset(BUILTINS) - ALIKE - {"sqrt", "sign"}
"""Functions of numbers and angles."""


def _pure(size: Found, what: str) -> None:
    if isinstance(size, tuple) and size != NONE:
        words = "{what} takes a number or an angle, not {unit}."
        raise DoesNotFit(say(words, what=what, unit=named(size)))
