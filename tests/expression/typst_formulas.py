"""Reads formulas typeset for Typst."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import ClassVar

from tests.expression.formulas import SPELLED, Ambiguous, Formula


class Typst(Formula):
    """The dialect of Typst."""

    TOKEN = re.compile(
        r"(?P<blank>\s+)|\"[^\"]*\"|dot\.double|dot\.triple|\d+(?:\.\d+)?|[A-Za-z]+|[-+^_(),':]"
    )
    OPEN = ("(", ")")
    THIN = "thin"
    FRACTION = "frac"
    ROOT = "sqrt"
    HEADS: ClassVar[Mapping[str, str]] = {
        name: name for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh", "min", "max")
    } | {
        "arcsin": "asin",
        "arccos": "acos",
        "arctan": "atan",
        "ln": "log",
    }
    DOTS: ClassVar[Mapping[str, int]] = {"dot": 1, "dot.double": 2}

    def pair(self) -> tuple[float, float]:
        self.need("(")
        above, below = self.arguments(")")
        return above, below

    def head(self) -> str:
        return self.HEADS.get(self.next, "")

    def bracket(self) -> list[float] | None:
        return self.arguments(")") if self.take("(") else None

    def spelled(self) -> float:
        if (inner := self.bracket()) is not None:
            (found,) = inner
            return found
        if self.take("abs"):
            return abs(self.group())
        if self.take("pi"):
            return math.pi
        if name := self.head():
            self.at += 1
            return self.applied(name)
        if self.take("op"):
            self.need("(")
            word = self.quoted()
            self.need(")")
            return self.functions[SPELLED.get(word, word)](*(self.bracket() or ()))
        return self.symbol()

    def quoted(self) -> str:
        token = self.next
        if token[:1] != '"':
            raise Ambiguous(f"{token!r} is not quoted")
        self.at += 1
        return token[1:-1]

    def symbol(self) -> float:
        attached = self.take("attach")
        if attached:
            self.need("(")
        dots = self.DOTS.get(self.next, 0)
        upright = self.next == "upright"
        if dots or upright:
            self.at += 1
            self.need("(")
        stem = self.stem()
        if dots or upright:
            self.need(")")
        if upright and stem == "e" and self.take("^"):
            return math.exp(self.group())
        name = (stem, self.attached() if attached else self.subscripts(), dots)
        if not upright:
            return self.lookup(name)
        if name[1] and not attached and self.next == "'":
            raise Ambiguous("a prime of the subscript")
        orders: tuple[int, ...] = ()
        count = 0
        while self.take("'"):
            count += 1
        if count:
            orders = (count,)
        if self.next == "^" and self.tokens[self.at + 2] == "(":
            self.at += 3
            orders = tuple(int(token) for token in self.up_to(")") if token != ",")
            self.need(")")
        inner = self.bracket()
        if inner is None:
            raise Ambiguous("a function without arguments")
        return self.called(name, orders, inner)

    def stem(self) -> str:
        token = self.next
        if token[:1] == '"':
            return self.quoted()
        if not re.fullmatch("[A-Za-z]+", token):
            raise Ambiguous(f"{token!r} begins nothing")
        self.at += 1
        return token

    def subscripts(self) -> tuple[str, ...]:
        if not self.take("_"):
            return ()
        bracketed = self.take("(")
        found = [self.part()]
        while bracketed and self.take(","):
            found.append(self.part())
        if bracketed:
            self.need(")")
        return tuple(found)

    def attached(self) -> tuple[str, ...]:
        for token in (",", "b", ":"):
            self.need(token)
        found = self.part()
        self.need(")")
        return (found,)

    def part(self) -> str:
        if re.fullmatch(r"\d+", self.next):
            self.at += 1
            return self.tokens[self.at - 1]
        return self.stem()
