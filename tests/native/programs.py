"""Random functions of the small language, as the text of a module.

They are drawn so that Python raises nothing on its way: divisors keep away from 0, roots are of
magnitudes, whole numbers are small, loops end.  Infinite values and nan may come up.
"""

from __future__ import annotations

from random import Random

REALS = ("a", "b", "x", "y")
WHOLES = ("n", "k", "i")
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")

HEAD = """
from math import floor, sqrt

from lagr_gui.native import Reals

TABLE = (0.5, -1.25, 3.0, 1e-3, -7.0)
LIMIT = 13
SHARE = 0.3
"""


class Writer:
    """Draws one function after the other."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def module(self, count: int) -> str:
        """A module of functions f0, f1 …, of which each may call those before it."""
        return HEAD + "".join(self._function(number) for number in range(count))

    def _function(self, number: int) -> str:
        self._before = number
        lines = ["x, y, i, k = a, b, 3, n"]
        lines += self._block(3)
        lines.append(f"return {self._real(3)}")
        body = "".join(f"    {line}\n" for line in lines)
        return f"\n\ndef f{number}(a: float, b: float, n: int, row: Reals) -> float:\n{body}"

    def _pick(self, *ways: str) -> str:
        return self._random.choice(ways)

    # --- statements ------------------------------------------------------------------------

    def _block(self, depth: int) -> list[str]:
        found: list[str] = []
        for _ in range(self._random.randint(1, 3)):
            found += self._statement(depth)
        return found

    def _statement(self, depth: int) -> list[str]:
        way = self._pick("real", "whole", "swap", "row", "if", "for", "while", "more")
        if way == "real" or (depth == 0 and way in ("if", "for", "while")):
            return [f"{self._pick('x', 'y')} = {self._real(2)}"]
        if way == "whole":
            return [f"{self._pick('i', 'k')} = {self._whole(2)} % {self._random.randint(2, 50)}"]
        if way == "swap":
            return ["x, y = y, x"]
        if way == "row":
            return [f"row[{self._place()}] {self._pick('=', '+=', '-=', '*=')} {self._real(1)}"]
        if way == "more":
            return [f"{self._pick('x', 'y')} {self._pick('+=', '-=', '*=')} {self._real(1)}"]
        if way == "if":
            return [f"if {self._test(2)}:", *self._inner(depth), *self._otherwise(depth)]
        if way == "for":
            return self._for(depth)
        turns = f"turns_{self._random.randint(0, 10**9)}"
        body = [f"    {turns} -= 1", *self._inner(depth)]
        return [f"{turns} = {self._random.randint(0, 6)}", f"while {turns} > 0:", *body]

    def _otherwise(self, depth: int) -> list[str]:
        if self._random.random() < 0.4:
            return []
        if self._random.random() < 0.5:
            return [f"elif {self._test(1)}:", *self._inner(depth), "else:", *self._inner(depth)]
        return ["else:", *self._inner(depth)]

    def _for(self, depth: int) -> list[str]:
        first = self._pick("", f"{self._random.randint(-3, 3)}, ")
        body = self._inner(depth)
        if self._random.random() < 0.5:
            body += [f"    if {self._test(1)}:", f"        {self._pick('break', 'continue')}"]
            body += self._inner(0)
        return [f"for i in range({first}{self._random.randint(0, 6)}):", *body]

    def _inner(self, depth: int) -> list[str]:
        return [f"    {line}" for line in self._block(depth - 1 if depth else 0)]

    # --- expressions -----------------------------------------------------------------------

    def _place(self) -> str:
        return f"({self._whole(1)}) % 5"

    def _real(self, depth: int) -> str:
        if depth == 0:
            constant = repr(round(self._random.uniform(-3, 3), 2))
            return self._pick(*REALS, "SHARE", f"({constant})", "TABLE[1]", "row[2]")
        a, b, depth = self._real(depth - 1), self._real(depth - 1), depth - 1
        call = f"f{self._random.randrange(self._before)}" if self._before else ""
        return self._pick(
            f"({a} + {b})",
            f"({a} - {b})",
            f"({a} * {b})",
            f"({a} / (1.5 + abs({b})))",
            f"(-{a})",
            f"sqrt(abs({a}))",
            f"min({a}, {b})",
            f"max({a}, {b})",
            f"({a} if {self._test(1)} else {b})",
            f"({self._whole(depth)} / {self._random.choice((-7, -2, 3, 4))})",
            f"float({self._whole(depth)})",
            f"({a} * {self._whole(depth)})",
            f"TABLE[{self._place()}]",
            f"row[{self._place()}]",
            f"row[1:][{self._place()} // 2]",
            f"{call}(a, {self._real(0)}, 2, row)" if call and depth == 1 else a,
        )

    def _whole(self, depth: int) -> str:
        if depth == 0:
            return self._pick(*WHOLES, "LIMIT", f"({self._random.randint(-9, 9)})")
        a, b = self._whole(depth - 1), self._whole(depth - 1)
        divisor = self._random.choice((-11, -3, -2, 1, 2, 5, 8))
        return self._pick(
            f"({a} + {b})",
            f"({a} - {b})",
            f"({a} * {b})",
            f"(-{a})",
            f"abs({a})",
            f"({a} // {divisor})",
            f"({a} % {divisor})",
            f"({a} // (1 + abs({b})))",
            f"min({a}, {b})",
            f"max({a}, {b})",
            f"({a} if {self._test(0)} else {b})",
            "(int(x) if abs(x) < 99.0 else 0)",
        )

    def _test(self, depth: int) -> str:
        if depth == 0:
            if self._random.random() < 0.5:
                return f"{self._whole(0)} {self._random.choice(COMPARISONS)} {self._whole(0)}"
            return f"{self._real(0)} {self._random.choice(COMPARISONS)} {self._real(0)}"
        a, b = self._test(depth - 1), self._test(depth - 1)
        return self._pick(f"({a} and {b})", f"({a} or {b})", f"not ({a})", a, b)
