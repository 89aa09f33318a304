"""Expressions to SymPy and back.  SymPy is loaded when the first one is turned."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import Any

from lagr_gui.expression import (
    BUILTINS,
    TIME,
    Call,
    Expression,
    Number,
    Power,
    Product,
    Sum,
    Symbol,
    read,
    symbols,
)
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal

_TO = {"abs": "Abs", "fac": "factorial", "min": "Min", "max": "Max"}
_FROM = {name: ours for ours, name in _TO.items()}


def to_sympy(tree: str | Expression, functions_of_time: bool = False) -> Any:
    """The expression, or the text of one, in SymPy; symbols are real.

    A velocity q′ is the symbol ``q_dot``; with `functions_of_time` every symbol that occurs
    with a velocity is a function q(t), and its velocity the derivative.
    """
    tree = read(tree) if isinstance(tree, str) else tree
    return _ToSympy(_moving(tree) if functions_of_time else frozenset()).turn(tree)


def from_sympy(expression: Any, coordinates: Collection[str] = ()) -> Expression:
    """An expression of SymPy as a tree.

    `coordinates` are the names of functions q(t) that stand for coordinates and their
    derivatives for velocities; other functions of t stay functions.  Raises LagrError for
    what has no counterpart (matrices, relations, integrals …).
    """
    import sympy

    whole = sympy.nsimplify(expression, rational=True)
    return _FromSympy(frozenset(coordinates)).turn(whole)


def antiderivative_by_sympy(tree: Expression, symbol: Symbol) -> Expression | None:
    """An antiderivative by the rules that people use; None where these lead nowhere."""
    from sympy.integrals.manualintegrate import manualintegrate

    integral = manualintegrate(to_sympy(tree), to_sympy(symbol))
    if integral.has(_integral_type()):
        return None
    try:
        return from_sympy(integral)
    except LagrError:
        return None


def _integral_type() -> Any:
    import sympy

    return sympy.Integral


def _moving(tree: Expression) -> frozenset[str]:
    return frozenset(symbol.name for symbol in symbols(tree) if symbol.order)


class _ToSympy:
    def __init__(self, moving: frozenset[str]) -> None:
        import sympy

        self.sympy, self.moving = sympy, moving

    def turn(self, tree: Expression) -> Any:
        sympy = self.sympy
        match tree:
            case Number(value):
                return sympy.Rational(value.numerator, value.denominator)
            case Symbol():
                return self.symbol(tree)
            case Sum(terms):
                return sympy.Add(*map(self.turn, terms))
            case Product(factors):
                return sympy.Mul(*map(self.turn, factors))
            case Power(base, exponent):
                return sympy.Pow(self.turn(base), self.turn(exponent))
            case Call():
                return self.call(tree)

    def symbol(self, symbol: Symbol) -> Any:
        sympy = self.sympy
        if symbol.name in self.moving:
            t = sympy.Symbol(TIME, real=True)
            value = sympy.Function(symbol.name, real=True)(t)
            return value.diff(t, symbol.order) if symbol.order else value
        suffix = ("", "_dot", "_ddot")[symbol.order]
        return sympy.Symbol(symbol.name + suffix, real=True)

    def call(self, call: Call) -> Any:
        sympy = self.sympy
        if call.function == "pi":
            return sympy.pi
        arguments = [self.turn(argument) for argument in call.arguments]
        if call.function == "step":
            low, x, high = arguments
            inside = sympy.Or(
                sympy.And(low <= x, x < high), sympy.And(sympy.Eq(low, x), sympy.Eq(x, high))
            )
            return sympy.Piecewise((1, inside), (0, True))
        if call.function == "comb":
            whole, *parts = arguments
            rest = whole - sympy.Add(*parts)
            below = sympy.Mul(*(sympy.factorial(part) for part in (*parts, rest)))
            return sympy.factorial(whole) / below
        if call.function in ("log10", "log2"):
            return sympy.log(arguments[0], 10 if call.function == "log10" else 2)
        if call.function in BUILTINS:
            return getattr(sympy, _TO.get(call.function, call.function))(*arguments)
        return self.unspecified(call, arguments)

    def unspecified(self, call: Call, arguments: list[Any]) -> Any:
        """A function of the model, whatever SymPy knows by its name; also differentiated."""
        sympy = self.sympy
        function = sympy.Function(call.function, real=True)
        if not any(call.orders):
            return function(*arguments)
        slots = [sympy.Dummy(f"x{i}") for i in range(len(arguments))]
        value = function(*slots)
        for slot, order in zip(slots, call.orders, strict=True):
            value = value.diff(slot, order) if order else value
        return sympy.Subs(value, slots, arguments).doit()


class _FromSympy:
    def __init__(self, coordinates: frozenset[str]) -> None:
        import sympy
        from sympy.core.function import AppliedUndef

        self.sympy, self.coordinates, self.undefined = sympy, coordinates, AppliedUndef

    def turn(self, expression: Any) -> Expression:
        sympy = self.sympy
        if expression.is_Rational:
            return Number(Fraction(int(expression.p), int(expression.q)))
        if expression.is_Symbol:
            return _symbol(expression.name)
        if expression == sympy.pi:
            return Call("pi", ())
        if expression == sympy.E:
            return Call("exp", (Number(Fraction(1)),))
        if expression.is_Add:
            return Sum(tuple(map(self.turn, expression.as_ordered_terms())))
        if expression.is_Mul:
            return Product(tuple(map(self.turn, expression.as_ordered_factors())))
        if expression.is_Pow and not isinstance(expression, sympy.exp):
            return self.power(*expression.as_base_exp())
        if isinstance(expression, sympy.Derivative):
            return self.derivative(expression)
        if expression.is_Function:
            return self.function(expression)
        raise _foreign(expression)

    def power(self, base: Any, exponent: Any) -> Expression:
        if exponent == self.sympy.Rational(1, 2):
            return Call("sqrt", (self.turn(base),))
        return Power(self.turn(base), self.turn(exponent))

    def function(self, expression: Any) -> Expression:
        name = str(expression.func.__name__)
        arguments = tuple(map(self.turn, expression.args))
        if name in self.coordinates and arguments == (Symbol(TIME),):
            return Symbol(name)
        if isinstance(expression, self.undefined):
            return Call(name, arguments)
        ours = _FROM.get(name, name)
        if len(arguments) not in BUILTINS.get(ours, ()):
            raise _foreign(expression)
        return Call(ours, arguments)

    def derivative(self, expression: Any) -> Expression:
        inner, counts = expression.expr, dict(expression.variable_count)
        if not all(argument.is_Symbol for argument in inner.args):
            raise _foreign(expression)
        name = str(inner.func.__name__)
        orders = tuple(int(counts.get(argument, 0)) for argument in inner.args)
        arguments = tuple(map(self.turn, inner.args))
        if name in self.coordinates and arguments == (Symbol(TIME),):
            return Symbol(name, orders[0])
        return Call(name, arguments, orders)


def _symbol(name: str) -> Symbol:
    for suffix, order in (("_ddot", 2), ("_dot", 1)):
        if name.endswith(suffix):
            return Symbol(name.removesuffix(suffix), order)
    return Symbol(name)


def _foreign(expression: Any) -> LagrError:
    cause = say(
        "“{name}” has no counterpart among the expressions of a model.",
        name=type(expression).__name__,
    )
    remedy = "Use sums, products, powers and functions of real numbers."
    return refusal("SymPy expression", cause, remedy, code="sympy")
