"""Reads typeset formulas as people do: what stands in LaTeX or Typst, as a number.

The reader is strict: braces that nobody sees do not count, an argument without brackets goes on
until the next function, sign or end, and what could be read in two ways is refused.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

Name = tuple[str, tuple[str, ...], int]
"""Stem, subscripts and dots of a symbol."""
Functions = Mapping[str, Callable[..., float]]


class Ambiguous(AssertionError):
    """A formula that can be read in two ways, or in none."""


class Formula:
    """One formula; a dialect tells how its pieces are spelled."""

    TOKEN: re.Pattern[str]
    OPEN: tuple[str, str]
    """What encloses arguments of fractions, roots and exponents."""

    def __init__(self, text: str, lookup: Callable[[Name], float], functions: Functions) -> None:
        self.tokens = [*self.split(text), ""]
        self.at = 0
        self.lookup = lookup
        self.functions = functions

    def split(self, text: str) -> list[str]:
        found, at = [], 0
        while at < len(text):
            match = self.TOKEN.match(text, at)
            if match is None:
                raise Ambiguous(f"{text[at:]!r} is not understood")
            if match.lastgroup != "blank":
                found.append(match[0])
            at = match.end()
        return found

    @property
    def next(self) -> str:
        return self.tokens[self.at]

    def take(self, *wanted: str) -> str:
        token = self.next
        if token not in wanted:
            return ""
        self.at += 1
        return token

    def need(self, *wanted: str) -> None:
        if not self.take(*wanted):
            raise Ambiguous(f"{self.next!r} stands where {wanted} was expected")

    def number(self) -> float:
        """The number of the whole formula."""
        found = self.sum()
        if self.next:
            raise Ambiguous(f"{self.next!r} is left over")
        return found

    def sum(self) -> float:
        sign = -1 if self.take("-") else 1
        found = sign * self.product()
        while token := self.take("+", "-"):
            found += self.product() if token == "+" else -self.product()
        return found

    def product(self) -> float:
        found = self.factor()
        while self.goes_on():
            found *= self.factor()
        return found

    THIN = ""

    def goes_on(self) -> bool:
        """Whether another factor stands here; what is between them is taken."""
        return bool(self.take(self.THIN))

    def factor(self) -> float:
        begin = self.at
        found = self.atom()
        if self.take("^"):
            if self.tokens[begin] == self.FRACTION or self.tokens[begin] == "-":
                raise Ambiguous("a power of a fraction without brackets")
            found = raised(found, self.group())
            if self.next == "^":
                raise Ambiguous("two exponents")
        return found

    FRACTION = ""
    ROOT = ""

    def group(self) -> float:
        self.need(self.OPEN[0])
        found = self.sum()
        self.need(self.OPEN[1])
        return found

    def atom(self) -> float:
        if re.fullmatch(r"\d+(\.\d+)?", self.next):
            self.at += 1
            return float(self.tokens[self.at - 1])
        if self.take(self.FRACTION):
            return divided(*self.pair())
        if self.take(self.ROOT):
            return raised(self.group(), 0.5)
        return self.spelled()

    def pair(self) -> tuple[float, float]:
        raise NotImplementedError

    def spelled(self) -> float:
        raise NotImplementedError

    def up_to(self, close: str) -> list[str]:
        found: list[str] = []
        while not self.take(close):
            found.append(self.next)
            self.at += 1
        return found

    def arguments(self, close: str) -> list[float]:
        found = [self.sum()]
        while self.take(","):
            found.append(self.sum())
        self.need(close)
        return found

    def head(self) -> str:
        """The name of a function that needs no brackets, if one begins here."""
        raise NotImplementedError

    def bracket(self) -> list[float] | None:
        """The arguments in the brackets that begin here."""
        raise NotImplementedError

    def applied(self, name: str) -> float:
        """A known function: its exponent, and its argument with or without brackets."""
        exponent = self.group() if self.take("^") else None
        inner = self.bracket()
        arguments = [self.open_argument()] if inner is None else inner
        found = self.functions[name](*arguments)
        return found if exponent is None else raised(found, exponent)

    def open_argument(self) -> float:
        hidden = self.take("{")
        found = self.factor()
        if hidden:
            self.need("}")
        return self.in_argument(found)

    def in_argument(self, found: float) -> float:
        """What begins an argument without brackets, with all that belongs to it."""
        while self.next == self.THIN:
            self.at += 1
            if self.head():
                self.at -= 1
                break
            found *= self.factor()
        return found

    def function(self, name: Name) -> str:
        """What a function of this name is called."""
        stem, subscripts, _ = name
        return "_".join((stem, *subscripts)) if stem == "F" else stem + "".join(subscripts)

    def called(self, name: Name, orders: tuple[int, ...], inner: Sequence[float]) -> float:
        text = self.function(name)
        if text not in self.functions:
            raise Ambiguous(f"there is no function {text}")
        extra = sum((i + 1) * 0.7 * order for i, order in enumerate(orders))
        return self.functions[text](*inner, **({"shift": extra} if text[0] == "F" else {}))


def raised(base: float, exponent: float) -> float:
    """A real power."""
    found = base**exponent
    if isinstance(found, complex):
        raise ValueError("imaginary")
    return found


def divided(above: float, below: float) -> float:
    """A quotient."""
    return above / below


def _open(*u: float, shift: float = 0.0) -> float:
    """A function that a user left open; a derivative is another function."""
    weighted = sum(x / (i + 1) for i, x in enumerate(u))
    return math.cos(weighted + shift) + 1.5


def _step(low: float, x: float, high: float) -> float:
    return 1.0 if low <= x < high or low == x == high else 0.0


def _unit(x: float) -> float:
    return math.copysign(1, x) if x else 0.0


def _factorial(n: float) -> float:
    if n != int(n) or not 0 <= n <= 20:
        raise ValueError("no factorial")
    return float(math.factorial(int(n)))


def _multinomial(n: float, *counts: float) -> float:
    rest = n - sum(counts)
    found = _factorial(n) / _factorial(rest)
    for count in counts:
        found /= _factorial(count)
    return found


OPEN: Functions = {"FU": _open, "F_2": _open}
_OF_PYTHON = (
    *("sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh"),
    *("atanh", "exp", "log", "log10", "log2", "sqrt", "erf", "atan2"),
)
SPELLED = {"sgn": "sign"}
"""Functions that are spelled otherwise in formulas."""

FUNCTIONS: Functions = {
    **{name: getattr(math, name) for name in _OF_PYTHON},
    "abs": math.fabs,
    "sign": _unit,
    "min": min,
    "max": max,
    "step": _step,
    "fac": _factorial,
    "comb": _multinomial,
    **OPEN,
}


class Latex(Formula):
    """The dialect of LaTeX: factors stand side by side, single signs without braces."""

    TOKEN = re.compile(
        r"(?P<blank>\s+|\\,)|\\(?:left|right|[bB]igg?[lr])[(|)]|\\[A-Za-z]+|\d+(?:\.\d+)?"
        r"|[A-Za-z]|[-+^_{}(),']|\\_"
    )
    OPEN = ("{", "}")
    FRACTION = "\\frac"
    ROOT = "\\sqrt"
    BRACKETS: ClassVar[Mapping[str, str]] = {
        "(": ")",
        **{f"\\{size}l(": f"\\{size}r)" for size in ("big", "Big", "bigg")},
        "\\left(": "\\right)",
    }
    BARS: ClassVar[Mapping[str, str]] = {"\\lvert": "\\rvert", "\\left|": "\\right|"}
    HEADS: ClassVar[Mapping[str, str]] = {
        f"\\{name}": name for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh")
    } | {
        "\\min": "min",
        "\\max": "max",
        "\\arcsin": "asin",
        "\\arccos": "acos",
        "\\arctan": "atan",
        "\\ln": "log",
    }
    DOTS: ClassVar[Mapping[str, int]] = {"\\dot": 1, "\\ddot": 2}

    def split(self, text: str) -> list[str]:
        """TeX takes one sign at a time behind indices, exponents and roots."""
        found = [token.replace("\\tfrac", "\\frac") for token in super().split(text)]
        for before, token in itertools.pairwise(found):
            if before in ("_", "^", "\\sqrt") and token[0].isdigit() and len(token) > 1:
                raise Ambiguous(f"{before}{token} is another formula")
        return found

    def goes_on(self) -> bool:
        if self.take("\\cdot"):
            return True
        ends = ("", "+", "-", ",", "}", *self.BRACKETS.values(), *self.BARS.values())
        if self.next[:1].isdigit():
            raise Ambiguous("a number stands behind a factor")
        return self.next not in ends

    def in_argument(self, found: float) -> float:
        while not self.head() and self.goes_on():
            found *= self.factor()
        return found

    def group(self) -> float:
        """An exponent, or what stands in a root: braces, or one sign."""
        return super().group() if self.next == "{" else self.sign()

    def sign(self) -> float:
        token = self.next
        if token.isdigit():
            self.at += 1
            return float(token)
        if self.take("\\pi"):
            return math.pi
        return self.lookup((self.stem(), (), 0))

    def pair(self) -> tuple[float, float]:
        if re.fullmatch(r"\d\d", self.next):
            above, below = self.next
            self.at += 1
            return float(above), float(below)
        if self.next[0].isdigit() and len(self.next) > 1:
            raise Ambiguous(f"{self.next} is no fraction")
        return self.group(), self.group()

    def head(self) -> str:
        return self.HEADS.get(self.next, "")

    def bracket(self) -> list[float] | None:
        begun = self.take(*self.BRACKETS)
        return self.arguments(self.BRACKETS[begun]) if begun else None

    def spelled(self) -> float:
        if (inner := self.bracket()) is not None:
            (found,) = inner
            return found
        if bar := self.take(*self.BARS):
            found = self.sum()
            self.need(self.BARS[bar])
            return abs(found)
        if self.take("\\pi"):
            return math.pi
        if name := self.head():
            self.at += 1
            return self.applied(name)
        if self.take("\\operatorname"):
            word = self.word()
            return self.functions[SPELLED.get(word, word)](*(self.bracket() or ()))
        return self.symbol()

    def word(self) -> str:
        """Upright letters: between braces, or a single one."""
        if self.next != "{":
            self.at += 1
            return self.tokens[self.at - 1]
        self.need("{")
        found = ""
        while not self.take("}"):
            found += self.next.replace("\\_", "_")
            self.at += 1
        return found

    def symbol(self) -> float:
        dots = self.DOTS.get(self.next, 0)
        self.at += bool(dots)
        braces = dots and self.take("{")
        stem = self.stem()
        if braces:
            self.need("}")
        if stem == "e" and self.take("^"):
            return math.exp(self.group())
        name = (stem, self.subscripts(), dots)
        orders: tuple[int, ...] = ()
        if self.next == "'":
            count = 0
            while self.take("'"):
                count += 1
            orders = (count,)
        elif self.next == "^" and self.tokens[self.at + 2] == "(":
            self.at += 3
            orders = tuple(int(token) for token in self.up_to(")") if token != ",")
            self.need("}")
        if not orders and self.function(name) not in self.functions:
            return self.lookup(name)
        inner = self.bracket()
        if inner is None:
            if orders:
                raise Ambiguous("primes without a function")
            return self.lookup(name)
        return self.called(name, orders, inner)

    def stem(self) -> str:
        token = self.next
        self.at += 1
        if token == "\\mathrm":
            return self.word()
        if token == "\\varphi":
            return "phi"
        if re.fullmatch(r"\\[A-Za-z]+", token):
            return token[1:]
        if re.fullmatch("[A-Za-z]", token):
            return token
        raise Ambiguous(f"{token!r} begins nothing")

    def subscripts(self) -> tuple[str, ...]:
        if not self.take("_"):
            return ()
        if self.next != "{":
            return (self.part(),)
        self.need("{")
        found: list[str] = []
        while not self.take("}"):
            if self.take(","):
                continue
            found.append(self.part())
        return tuple(found)

    def part(self) -> str:
        if re.fullmatch(r"\d+", self.next):
            self.at += 1
            return self.tokens[self.at - 1]
        return self.stem()
