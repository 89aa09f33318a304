"""Functions of canonical values, and the derivatives of their generators."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from lagr_gui.algebra.angles import Angles
from lagr_gui.algebra.canonical import Canonical, CanonicalCarrier
from lagr_gui.algebra.keys import is_negative, key
from lagr_gui.algebra.ring import Generator, Sort
from lagr_gui.algebra.roots import Roots
from lagr_gui.expression import BUILTINS, Symbol

Arguments = tuple[Canonical, ...]

_ODD = {"asin", "atan", "tanh", "asinh", "atanh", "erf"}
_FLAT = {"step", "fac", "comb", "pi"}
"""Functions whose derivative is 0 wherever they have one."""


class Functions:
    """Calls of functions in an algebra."""

    def __init__(self, algebra: CanonicalCarrier) -> None:
        self.algebra = algebra
        self.angles = Angles(algebra)
        self.roots = Roots(algebra)

    def root(self, value: Canonical) -> Canonical:
        """√value"""
        return self.roots.root(value)

    def square(self, index: int) -> Canonical:
        """What the square of a root or sign is."""
        generator = self.algebra.ring.generators[index]
        if generator.sort is Sort.SIGN:
            return self.algebra.one
        assert generator.base is not None
        return generator.base

    def call(self, function: str, arguments: Arguments, orders: tuple[int, ...]) -> Canonical:
        """A built-in function, or a function that stays as it is."""
        if any(orders) or function not in BUILTINS:
            return self.opaque(function, arguments, orders)
        exact = self._exact().get(function)
        if exact is not None and not (function == "tanh" and self._moves(arguments[0])):
            return exact(*arguments)
        if function in _ODD:
            if arguments[0].is_zero:
                return self.algebra.zero
            if is_negative(arguments[0]):
                return -self.opaque(function, (-arguments[0],))
        if function.startswith("log") and arguments[0].constant == 1:
            return self.algebra.zero
        return self.opaque(function, arguments)

    def _moves(self, value: Canonical) -> bool:
        """Whether it holds a velocity: tanh(γ/v) is read as a sign that is eased.

        It stays as it is, where exponentials of it would overflow soon.
        """
        return any(map(self.algebra.is_velocity, value.present))

    def _exact(self) -> dict[str, Callable[..., Canonical]]:
        angles, half = self.angles, Fraction(1, 2)

        def both(x: Canonical) -> tuple[Canonical, Canonical]:
            return angles.exponential(x), angles.exponential(-x)

        def larger(a: Canonical, b: Canonical, sign: int) -> Canonical:
            return (a + b + self.roots.absolute(a - b) * sign) * half

        return {
            "sin": angles.sine,
            "cos": angles.cosine,
            "tan": lambda x: angles.sine(x) / angles.cosine(x),
            "exp": angles.exponential,
            "sinh": lambda x: (both(x)[0] - both(x)[1]) * half,
            "cosh": lambda x: (both(x)[0] + both(x)[1]) * half,
            "tanh": lambda x: (both(x)[0] - both(x)[1]) / (both(x)[0] + both(x)[1]),
            "sqrt": self.roots.root,
            "abs": self.roots.absolute,
            "sign": self.roots.sign,
            "max": lambda a, b: larger(a, b, 1),
            "min": lambda a, b: larger(a, b, -1),
        }

    def opaque(
        self, function: str, arguments: Arguments, orders: tuple[int, ...] = ()
    ) -> Canonical:
        """A call that stays as it is: one generator for equal arguments."""
        orders = orders if any(orders) else ()
        ring = self.algebra.ring
        name = (function, tuple(key(a) for a in arguments), *((orders,) if orders else ()))
        index = ring.index.get(name)
        if index is None:
            index = ring.add(Generator(Sort.CALL, name, arguments=arguments, orders=orders))
        return self.algebra.generator(index)

    def slope(self, index: int, symbol: Symbol) -> Canonical:
        """The derivative of a generator (for angles and exponentials: of the base)."""
        generator, algebra = self.algebra.ring.generators[index], self.algebra
        if generator.sort is Sort.SYMBOL:
            return algebra.one if generator.key == symbol else algebra.zero
        if generator.sort is Sort.CALL:
            return self._call_slope(generator, symbol)
        if generator.sort is Sort.SIGN:
            return algebra.zero
        assert generator.base is not None
        inner = generator.base.derivative(symbol)
        return inner / (algebra.generator(index) * 2) if generator.sort is Sort.ROOT else inner

    def jumps(self, index: int, symbol: Symbol) -> bool:
        """Whether a generator is a sign or step of what changes with a symbol, or holds one."""
        generator = self.algebra.ring.generators[index]
        inner = generator.arguments or ((generator.base,) if generator.base is not None else ())
        steps = generator.sort is Sort.CALL and generator.key[0] == "step"
        if generator.sort is Sort.SIGN or steps:
            return any(
                not value.derivative(symbol).is_zero or value.jumps(symbol) for value in inner
            )
        return any(value.jumps(symbol) for value in inner)

    def _call_slope(self, generator: Generator, symbol: Symbol) -> Canonical:
        total, function = self.algebra.zero, generator.key[0]
        if function in _FLAT:
            return total
        for place, argument in enumerate(generator.arguments):
            inner = argument.derivative(symbol)
            if inner.A or inner.B:
                total = total + self._partial(generator, function, place) * inner
        return total

    def _partial(self, generator: Generator, function: str, place: int) -> Canonical:
        """The derivative of a call with respect to one argument."""
        arguments = generator.arguments
        if function == "pow":
            a, b = arguments
            power = self.opaque("pow", (a, b))
            return power * b / a if place == 0 else power * self.opaque("log", (a,))
        if function == "atan2":
            y, x = arguments
            return (x if place == 0 else -y) / (x * x + y * y)
        if function in BUILTINS and not generator.orders:
            return self._builtin(function, arguments[0])
        orders = list(generator.orders or (0,) * len(arguments))
        orders[place] += 1
        return self.opaque(function, arguments, tuple(orders))

    def _builtin(self, function: str, x: Canonical) -> Canonical:
        one, root, number = self.algebra.one, self.root, self.algebra.number
        if function in ("log10", "log2"):
            base = number(10 if function == "log10" else 2)
            return one / (x * self.opaque("log", (base,)))
        if function == "erf":
            pi = self.algebra.call("pi", ())
            return number(2) / root(pi) * self.angles.exponential(-(x * x))
        slopes: dict[str, Callable[[], Canonical]] = {
            "asin": lambda: one / root(one - x * x),
            "acos": lambda: -(one / root(one - x * x)),
            "atan": lambda: one / (one + x * x),
            "asinh": lambda: one / root(one + x * x),
            "acosh": lambda: one / (root(x - one) * root(x + one)),
            "atanh": lambda: one / (one - x * x),
            "tanh": lambda: one - self.opaque("tanh", (x,)) * self.opaque("tanh", (x,)),
            "log": lambda: one / x,
        }
        return slopes[function]()
