"""From trees to typeset formulas; dialects share the structure, not the spelling."""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction

from lagr_gui.expression import Call, Expression, Number, Power, Product, Sum, Symbol
from lagr_gui.expression.letters import Name, split
from lagr_gui.expression.writer import decimal, is_long

SUM, PRODUCT, POWER, ATOM = range(4)
"""How tightly a formula holds together."""

TYPESET = {"asin": "arcsin", "acos": "arccos", "atan": "arctan", "log": "ln"}
"""Functions whose names in formulas are not those that are typed."""

_TRIGONOMETRIC = {"sin", "cos", "tan", "sinh", "cosh", "tanh"}


class Printer(ABC):
    """Structure of a formula; a dialect says how its pieces are spelled."""

    def formula(self, tree: Expression) -> str:
        """The tree typeset."""
        return self._print(tree)[0]

    def symbol(self, name: str, order: int) -> str:
        """A symbol with `order` dots."""
        text = self.name(split(name))
        return self.dotted(text, order) if order else text

    @abstractmethod
    def name(self, name: Name) -> str:
        """A letter or word with subscripts."""

    @abstractmethod
    def dotted(self, text: str, order: int) -> str:
        """A time derivative."""

    @abstractmethod
    def fraction(self, above: str, below: str) -> str:
        """A quotient."""

    @abstractmethod
    def root(self, text: str) -> str:
        """A square root."""

    @abstractmethod
    def bars(self, text: str) -> str:
        """An absolute value."""

    @abstractmethod
    def brackets(self, text: str) -> str:
        """Round brackets of fitting size."""

    @abstractmethod
    def raised(self, base: str, exponent: str) -> str:
        """A power."""

    @abstractmethod
    def function(self, name: str) -> str:
        """The name of a function."""

    @property
    @abstractmethod
    def pi(self) -> str:
        """π"""

    @property
    @abstractmethod
    def space(self) -> str:
        """Between factors."""

    def _print(self, tree: Expression) -> tuple[str, int]:
        match tree:
            case Number():
                return self._number(tree)
            case Symbol(name, order):
                return self.symbol(name, order), ATOM
            case Sum(terms):
                return self._sum(terms), SUM
            case Product(factors):
                return self._product(factors)
            case Power(base, exponent):
                return self._power(base, exponent)
            case Call():
                return self._call(tree, None)

    def _within(self, tree: Expression, least: int) -> str:
        text, level = self._print(tree)
        return text if level >= least else self.brackets(text)

    def _number(self, number: Number) -> tuple[str, int]:
        value = number.value
        if value < 0:
            return f"-{self._number(number.alike(-value))[0]}", SUM
        if value.denominator == 1:
            return str(value.numerator), ATOM
        if is_long(value):
            return self._rounded(value), PRODUCT  # perhaps with a power of ten
        if (text := decimal(number)) is not None:
            return text, ATOM
        return self.fraction(str(value.numerator), str(value.denominator)), PRODUCT

    def _rounded(self, value: Fraction) -> str:
        """Ten digits of a number that has many: one that was found by quadrature."""
        mantissa, _, exponent = f"{float(value):.10g}".partition("e")
        power = self.raised("10", str(int(exponent))) if exponent else ""
        return self.space.join((mantissa, power)) if power else mantissa

    def _sum(self, terms: tuple[Expression, ...]) -> str:
        text = self._within(terms[0], PRODUCT) if isinstance(terms[0], Sum) else ""
        text = text or self.formula(terms[0])
        for term in terms[1:]:
            inner = self._within(term, PRODUCT) if isinstance(term, Sum) else self.formula(term)
            text += f" {signed(inner)}"
        return text

    def _product(self, factors: tuple[Expression, ...]) -> tuple[str, int]:
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
        sign = "-" if number < 0 else ""
        if is_long(number):
            rest = self._quotient(Number(Fraction(1)), above, below) if above or below else ""
            text = self.space.join(filter(None, (self._rounded(abs(number)), rest)))
            return (sign + text, SUM) if sign else (text, PRODUCT)
        text = self._quotient(Number(abs(number), typed), above, below)
        return (sign + text, SUM) if sign else (text, PRODUCT)

    def _quotient(self, count: Number, above: list[Expression], below: list[Expression]) -> str:
        number = count.value
        if (text := decimal(count)) is not None:
            lower, upper = [], [text]
        else:
            lower = [str(number.denominator)] if number.denominator != 1 else []
            upper = [str(number.numerator)] if number.numerator != 1 or not above else []
        if not below and lower and above:
            simple = self.fraction(str(number.numerator), lower[0])
            return self.space.join((simple, self._row(above)))
        if above:
            alone = len(above) == 1 and not upper and bool(below)
            upper.append(self.formula(above[0]) if alone else self._row(above))
        if not below and not lower:
            return self.space.join(upper)
        if below:
            lone = len(below) == 1 and not lower
            lower.append(self.formula(below[0]) if lone else self._row(below))
        return self.fraction(self.space.join(upper), self.space.join(lower))

    def _row(self, factors: list[Expression]) -> str:
        return self.space.join(self._within(factor, PRODUCT) for factor in factors)

    def _power(self, base: Expression, exponent: Expression) -> tuple[str, int]:
        divisor = divisor_of(Power(base, exponent))
        if divisor is not None:
            return self.fraction("1", self.formula(divisor)), PRODUCT
        if exponent == Number(Fraction(1, 2)):
            return self.root(self.formula(base)), ATOM
        raised = self.formula(exponent)
        if isinstance(base, Call) and base.function in _TRIGONOMETRIC:
            return self._call(base, raised)
        inner = self._within(base, ATOM)
        if isinstance(base, Symbol) and base.order:
            inner = self.formula(base)
        return self.raised(inner, raised), POWER

    def _call(self, call: Call, exponent: str | None) -> tuple[str, int]:
        if call.function == "pi":
            return self.pi, ATOM
        arguments = [self.formula(argument) for argument in call.arguments]
        if call.function == "sqrt":
            return self.root(arguments[0]), ATOM
        if call.function == "abs":
            return self.bars(arguments[0]), ATOM
        if call.function == "exp":
            return self.raised(self.function("e"), arguments[0]), POWER
        name = self.function(call.function) + self._primes(call.orders)
        head = name if exponent is None else self.raised(name, exponent)
        if _has_open_end(call):
            return self._applied(head, arguments[0]), PRODUCT
        return head + self.brackets(", ".join(arguments)), ATOM

    @abstractmethod
    def _applied(self, head: str, argument: str) -> str:
        """A function of an argument that needs no brackets."""

    def _primes(self, orders: tuple[int, ...]) -> str:
        """How often a function is differentiated."""
        if len(orders) == 1:
            return "'" * orders[0]
        return self.raised("", f"({','.join(map(str, orders))})") if orders else ""


def signed(term: str) -> str:
    """A term that is added to others: + a, - a."""
    return f"- {term[1:].lstrip()}" if term.startswith("-") else f"+ {term}"


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
    return isinstance(tree, Symbol) and tree.order == 0
