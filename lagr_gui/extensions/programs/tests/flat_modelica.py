"""A flat model in Modelica at one instant: what its equations say, without a tool.

Discrete variables are found as Modelica finds them, from what they were before, again and again
until nothing changes; jumps and what is set at instants (`when`) are left out.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from types import CodeType
from typing import Any

import numpy as np

_DECLARED = re.compile(
    r"(?P<sort>(?:final |output |discrete )*(?:parameter )?(?:Real|Integer|Boolean)) (?P<name>\w+)"
    r'(?:\((?P<inside>.*?)\))?(?: = (?P<value>.*?))?(?: "(?:[^"\\]|\\.)*")?;$'
)
_CALLS: dict[str, Any] = {
    **{name: getattr(math, name) for name in ("sin", "cos", "tan", "sqrt", "exp", "log", "floor")},
    "abs": abs,
    "max": max,
    "min": min,
    "noEvent": lambda x: x,
    "integer": int,
    "true": True,
    "false": False,
}


def _python(text: str) -> str:
    """An expression in Python; the branches of an `if` are tried in their order."""
    text = text.strip()
    if text.startswith("if "):
        condition, _, rest = text[3:].partition(" then ")
        value, _, other = rest.partition(" else ")
        return f"(({_python(value)}) if ({_python(condition)}) else ({_python(other)}))"
    text = re.sub(
        r"\(if (noEvent\(.*?\)) then ([\d.]+) else ([\d.]+)\)", r"(\2 if \1 else \3)", text
    )
    return re.sub(r"\bpre\((\w+)\)", r"before['\1']", text).replace("^", "**")


class FlatModel:
    """The equations of a flat model, of which `discrete` variables keep what they were."""

    def __init__(self, text: str) -> None:
        head, _, body = text.partition("\nequation\n")
        self.constants: dict[str, Any] = dict(_CALLS)
        self.starts: dict[str, Any] = {}
        self.states: list[str] = []
        self.discrete: list[str] = []
        self.unknown: list[str] = []
        given: list[tuple[str, str]] = []
        for line in map(str.strip, head.splitlines()[1:]):
            if line.startswith("//") or line == "protected":
                continue
            entry = _DECLARED.match(line)
            assert entry, line
            self._declare(entry, given)
        body = re.sub(r"\n  when .*?\n  end when;", "", "\n" + body, flags=re.S)
        lines = [line.strip() for line in body.splitlines() if line.strip()]
        pairs = [
            tuple(line.removesuffix(";").split(" = ", 1))
            for line in lines
            if not line.startswith(("annotation", "end "))
        ]
        self.rates = {a[4:-1]: b for a, b in pairs if a.startswith("der(")}
        discrete = {a: b for a, b in pairs if a in self.discrete}
        rest = [(a, b) for a, b in pairs if a not in discrete and not a.startswith("der(")]
        self._modes = {name: _compiled(b) for name, b in discrete.items()}
        every = [*given, *rest]
        assert len(every) == len(self.unknown)
        self._defined: dict[str, CodeType] = {}
        self._equations: list[CodeType] = []
        for a, b in every:
            if a in self.unknown and a not in self._defined:
                self._defined[a] = _compiled(b)
            else:
                self._equations.append(_compiled(f"{_python(a)} - ({_python(b)})", whole=True))
        self._free = [name for name in self.unknown if name not in self._defined]

    def _declare(self, entry: re.Match[str], given: list[tuple[str, str]]) -> None:
        name, sort, inside = entry["name"], entry["sort"], entry["inside"] or ""
        start = re.search(r"start = ([^,)]+)", inside)
        if "parameter" in sort:
            self.constants[name] = eval(_python(entry["value"]), {}, self.constants)  # noqa: S307
        elif "Real" in sort and "discrete" not in sort:
            (self.states if start else self.unknown).append(name)
            given += [(name, entry["value"])] if entry["value"] else []
        else:
            self.discrete.append(name)
            value = start[1] if start else "0" if "Integer" in sort else "false"
            self.starts[name] = eval(value, {}, dict(_CALLS))  # noqa: S307

    def at(
        self, time: float, state: Mapping[str, float], held: Mapping[str, Any]
    ) -> dict[str, Any]:
        """All values at a state in which discrete variables `held` these before, then others."""
        before = {**self.starts, **held}
        for _ in range(50):
            values = self._once(time, state, before)
            now = {name: values[name] for name in self.discrete}
            if now == before:
                return values
            before = now
        raise AssertionError("modes change without end")

    def _once(self, time: float, state: Mapping[str, float], before: dict[str, Any]) -> dict:
        values = {**self.constants, **state, "time": time, "before": before, **before}
        values |= dict.fromkeys(self._free, 0.0)
        for _ in range(4):  # modes that follow from what was before, then numbers, then all modes
            self._define(values)
            values |= {n: eval(code, {}, values) for n, code in self._modes.items()}  # noqa: S307
            values |= self._solved(values)
        self._define(values)
        return values

    def _define(self, values: dict[str, Any]) -> None:
        for name, code in self._defined.items():
            values[name] = eval(code, {}, values)  # noqa: S307

    def _solved(self, values: dict[str, Any]) -> dict[str, float]:
        """The numbers that no equation defines: they stand linearly in the others."""
        zero = values | dict.fromkeys(self._free, 0.0)
        first = self._missed(zero)
        columns = [self._missed(zero | {name: 1.0}) - first for name in self._free]
        found = np.linalg.solve(np.array(columns).T, -first) if columns else first
        return dict(zip(self._free, map(float, found), strict=True))

    def _missed(self, values: dict[str, Any]) -> np.ndarray:
        self._define(values)
        return np.array([eval(code, {}, values) for code in self._equations])  # noqa: S307


def _compiled(text: str, whole: bool = False) -> CodeType:
    return compile(text if whole else _python(text), "flat model", "eval")
