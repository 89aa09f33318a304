"""The language of expressions, read as the page on the file format has it."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from functools import cache

from tests.oracle.jets import FUNCTIONS, power

TOKEN = re.compile(r"\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|(\w+)|(\*\*|.))")
SPELLINGS = str.maketrans("·×÷−–′’", "**/--''")
GREEK = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho"
LATIN = dict(zip("αβγδεζηθικλμνξοπρ", GREEK.split(), strict=True))
LATIN |= {"σ": "sigma", "τ": "tau", "υ": "upsilon", "φ": "phi", "χ": "chi", "ψ": "psi"}
LATIN |= {"ω": "omega", "Δ": "Delta", "Φ": "Phi", "Ψ": "Psi", "Ω": "Omega", "Θ": "Theta"}


class Reader:
    """Reads one text by recursive descent into nested tuples."""

    def __init__(self, text: str) -> None:
        self.tokens = [match.groups() for match in TOKEN.finditer(text.translate(SPELLINGS))]
        self.tokens = [
            token for token in self.tokens if any(part and part != " " for part in token)
        ]
        self.at = 0

    def sign(self) -> str:
        """The sign that comes next; empty where none does."""
        return (self.tokens[self.at][2] or "") if self.at < len(self.tokens) else ""

    def take(self, *signs: str) -> str:
        """The next sign if it is one of these."""
        found = self.sign()
        if found and found in signs:
            self.at += 1
            return found
        return ""

    def demand(self, sign: str) -> None:
        """The next sign must be this one."""
        if not self.take(sign):
            raise ValueError(f"{sign} expected")

    def whole(self):
        """The text as one sum."""
        tree = self.sum()
        if self.at != len(self.tokens):
            raise ValueError("more than an expression")
        return tree

    def sum(self):
        """sum = product (("+" | "-") product)*"""
        tree = self.product()
        while sign := self.take("+", "-"):
            tree = (sign, tree, self.product())
        return tree

    def product(self):
        """product = unary (("*" | "/") unary)*"""
        tree = self.unary()
        while sign := self.take("*", "/"):
            tree = (sign, tree, self.unary())
        return tree

    def unary(self):
        """unary = ("+" | "-") unary | power"""
        if sign := self.take("+", "-"):
            return ("-", ("number", 0.0), self.unary()) if sign == "-" else self.unary()
        base = self.primary()
        return ("^", base, self.unary()) if self.take("^", "**") else base

    def primary(self):
        """A number, a name, a call, or what stands in brackets."""
        if self.take("("):
            tree = self.sum()
            self.demand(")")
            return tree
        if self.take("√"):
            return ("call", "sqrt", 0, (self.primary(),))
        number, name, _ = self.tokens[self.at]
        self.at += 1
        if number:
            return ("number", float(number))
        return self.named("".join(LATIN.get(letter, letter) for letter in name))

    def named(self, name: str):
        """A symbol with its primes, or a call."""
        primes = 0
        while self.take("'"):
            primes += 1
        if not self.take("("):
            return (
                "symbol",
                name[:-4] if name.endswith("_dot") else name,
                primes + name.endswith("_dot"),
            )
        arguments = [self.sum()]
        while self.take(","):
            arguments.append(self.sum())
        self.demand(")")
        return ("call", name, primes, tuple(arguments))


@cache
def parsed(text: str):
    """The tree of a text."""
    return Reader(text).whole()


class Meaning:
    """What names stand for: values (numbers or jets) by name and order, functions by name."""

    def __init__(self, values: Mapping[tuple[str, int], object], functions: Mapping[str, dict]):
        self.values, self.functions = values, functions

    def of(self, given):
        """The value of a scalar field: a number, or the text of an expression."""
        return self.tree(parsed(given)) if isinstance(given, str) else float(given)

    def all(self, given: Sequence) -> list:
        """The values of several fields."""
        return [self.of(entry) for entry in given]

    def tree(self, tree):
        """The value of a tree."""
        match tree:
            case ("number", value):
                return value
            case ("symbol", "pi", 0):
                return math.pi
            case ("symbol", name, order):
                return self.values[name, order]
            case ("call", name, primes, arguments):
                return self.call(name, primes, [self.tree(entry) for entry in arguments])
            case (sign, left, right):
                return _joined(sign, self.tree(left), self.tree(right))
        raise ValueError(tree)

    def call(self, name: str, primes: int, arguments: list):
        """A function of the model, or one that is built in."""
        if name not in self.functions:
            return FUNCTIONS[name](*arguments)
        known = self.functions[name]
        names = known.get("arguments", ["t"])
        tree = parsed(str(known["expression"]))
        for _ in range(primes):
            tree = slope(tree, names[0])
        own = {(key, 0): entry for key, entry in zip(names, arguments, strict=True)}
        return Meaning({**self.values, **own}, self.functions).tree(tree)


def _joined(sign: str, left, right):
    match sign:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            return left / right
    return power(left, right)


def slope(tree, name: str):
    """The derivative of a tree by a name, for functions of one argument and their primes."""
    match tree:
        case ("number", _):
            return ("number", 0.0)
        case ("symbol", other, order):
            return ("number", float(other == name and order == 0))
        case ("+" | "-", left, right):
            return (tree[0], slope(left, name), slope(right, name))
        case ("*", left, right):
            return ("+", ("*", slope(left, name), right), ("*", left, slope(right, name)))
        case ("/", left, right):
            above = ("-", ("*", slope(left, name), right), ("*", left, slope(right, name)))
            return ("/", above, ("*", right, right))
        case ("^", left, ("number", p)):
            return ("*", ("*", ("number", p), ("^", left, ("number", p - 1))), slope(left, name))
        case ("call", function, primes, (inner,)):
            return ("*", _outer(function, primes, inner), slope(inner, name))
    raise ValueError(f"no derivative of {tree}")


def _outer(function: str, primes: int, inner):
    if function not in FUNCTIONS:
        return ("call", function, primes + 1, (inner,))
    slopes = {"sin": "cos", "exp": "exp", "sinh": "cosh", "cosh": "sinh"}
    if function == "cos":
        return ("-", ("number", 0.0), ("call", "sin", 0, (inner,)))
    return ("call", slopes[function], 0, (inner,))
