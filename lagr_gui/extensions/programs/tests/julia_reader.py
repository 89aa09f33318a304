"""Reads programs in Julia: as much of the language as they use, with its rows from 1 on."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable
from typing import Any


class JuliaRow:
    """A row whose first element has the number 1; all others end with an error."""

    def __init__(self, values: list[Any]) -> None:
        self.values = values

    def __getitem__(self, place: int) -> Any:
        return self.values[self._inside(place)]

    def __setitem__(self, place: int, value: Any) -> None:
        self.values[self._inside(place)] = value

    def _inside(self, place: int) -> int:
        assert isinstance(place, int) and 1 <= place <= len(self.values), place
        return place - 1


def zeros(*given: Any) -> JuliaRow:
    return JuliaRow([0 if len(given) == 2 else 0.0] * given[-1])


def _where(name: str, within: str) -> Callable[[float], float]:
    """A function that has no value outside of where the program says it has one."""
    known = {"abs": abs, "isfinite": math.isfinite}
    function = getattr(math, name)

    def value(x: float) -> float:
        if not eval(within, known | {"x": x}):  # noqa: S307
            return math.nan
        try:
            return function(x)
        except ValueError:  # log(0)
            return -math.inf

    return value


_HEADS = (
    (r"for (\w+) = \((.*)\):-1:\((.*)\)", r"for \1 in range(\2, (\3) - 1, -1):"),
    (r"for (\w+) = \((.*)\):\((.*)\)", r"for \1 in range(\2, (\3) + 1):"),
    (r"function (\w+\(.*\))", r"def \1:"),
    (r"elseif (.*)", r"elif \1:"),
    (r"(if|while) (.*)", r"\1 \2:"),
)


def read(text: str) -> dict[str, Any]:
    """Constants and functions of a program by their names, up to those that run it."""
    known: dict[str, Any] = {
        "zeros": zeros,
        "Int": int,
        "abs": abs,
        "float": float,
        "floor": math.floor,
        "INFINITE": math.inf,
        "NOT_A_NUMBER": math.nan,
        "nothing": None,
        "power": math.pow,
    }
    for name in ("atan", "sinh", "cosh", "tanh", "asinh", "exp", "erf"):
        known[name] = getattr(math, name)
    known["atan"] = lambda *x: math.atan2(*x) if len(x) == 2 else math.atan(*x)
    for name, within in re.findall(r"^value_(\w+)\(x\) = (.*) \? .* : NaN$", text, re.M):
        known[f"value_{name}"] = _where(name, within)
    given = re.search(r"^const DEFAULTS = \(;\n(.*?)^\)", text, re.M | re.S)
    assert given
    known["DEFAULTS"] = [float(x) for x in re.findall(r"= (\S+), #", given[1])]
    begun, ended = text.index("const N = "), text.index("\n# The constants c of all")
    body = text[begun:ended]
    rows = re.compile(r"^const (\w+) = (?:Int|Float64)\[\n(.*?)^\]", re.M | re.S)
    for name, values in rows.findall(body):
        words = values.replace(",", " ").split()
        known[name] = JuliaRow([known[w] if w in known else ast.literal_eval(w) for w in words])
    body = rows.sub("", body)
    exec(_translated(body), known)  # noqa: S102
    return known


def _translated(body: str) -> str:
    lines, depth = list[str](), 0
    for line in (own.strip() for own in body.splitlines()):
        if not line or line.startswith(("#", "local ")):
            continue
        if line == "end":
            depth -= 1
            continue
        for pattern, goal in _HEADS:
            line, changed = re.subn(f"^{pattern}$", goal, line)
            if changed:
                break
        line = re.sub(r"!(?!=)", " not ", line.removeprefix("const "))
        line = line.replace("&&", "and").replace("||", "or")
        back = line.startswith("elif ") or line == "else"
        lines.append("    " * (depth - back) + ("else:" if line == "else" else line))
        if line.startswith("def "):
            lines.append("    " * (depth + 1) + "pass")
        depth += line.endswith(":") and not back
    assert depth == 0
    return "\n".join(lines)
