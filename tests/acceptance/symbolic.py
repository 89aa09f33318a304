"""Printed formulas of special cases: the numbers of a case get their names back.

A case gives its system in numbers, its parameters by LAGR's names, and formulas in these
names.  Where every number is the value of one name only (or of one that LAGR would use in
this place), the system can be written with names; the general formulas at other values
prove that this was right.  A name that a special case does not mention is zero there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from lagr_gui import LagrError, evaluate
from tests.acceptance.finding import Finding
from tests.acceptance.numbers import deviation, formula
from tests.acceptance.translate import system_of

_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.])")
_NAME = re.compile(r"[A-Za-z]\w*")
STEMS = {"mass": "M", "c": "C", "l0": "LA", "k": "K", "point_a": "XF", "point_b": "XF"}
OTHER = 1.37
"""The general formulas are also tried with all parameters changed, the first by this factor."""


def check_special(case: Any, name: str, expected: dict[str, Any]) -> Iterator[Finding]:
    """g, Γ and Q of a special case at the states of the case."""
    data = case.data
    model = named(data)
    values = _values(data)
    changed = {key: value * OTHER ** (1 + i / 7) for i, (key, value) in enumerate(values.items())}
    general = data["symbolic"]["general"]
    try:
        if max(_deviations(data, model, changed, general).values()) > 1e-9:
            raise KeyError
    except (KeyError, LagrError, ValueError):
        yield Finding(f"formulas {name}", reason="its numbers cannot be told by name")
        return
    used = {
        found for table in expected.values() for t in table.values() for found in _NAME.findall(t)
    }
    left = {key: value if key in used else 0.0 for key, value in values.items()}
    if not used & {"FUp", "FUpp"}:
        model = model | {"body0": {}}
    for symbol, worst in _deviations(data, model, left, expected).items():
        yield Finding(f"formulas {name} {symbol}", worst, case.tolerance)


def named(data: dict[str, Any]) -> dict[str, Any]:
    """The system of a case with names in place of numbers."""
    model = next(data[key] for key in data if key.startswith("neutral_model"))
    values = data["parameters"]

    def name(value: Any, stem: str = "") -> Any:
        if isinstance(value, str):
            return _NUMBER.sub(lambda found: str(name(float(found[0]))), value)
        if isinstance(value, list):
            return [name(entry, stem) for entry in value]
        if not isinstance(value, float | int) or value == 0:
            return value
        known = [key for key, given in values.items() if given == abs(value)]
        known = [key for key in known if key.startswith(stem)] or known
        sign = "-" if value < 0 else ""
        return sign + known[0] if len(known) == 1 else value

    def named_record(record: dict[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
        return record | {k: name(record[k], STEMS.get(k, "")) for k in keys if k in record}

    inertia = data.get("binet_inertia", {})
    bodies = [named_record(body, ("mass",)) for body in model["bodies"]]
    for body in bodies:
        if str(body["id"]) in inertia:
            body["inertia"] = _ordinary(str(body["id"]))
    keys = ("point_a", "point_b", "c", "l0", "k", "vector")
    return {
        "gravity": name(model["gravity"]),
        "body0": model["body0"],
        "bodies": bodies,
        "joints": [named_record(j, ("point_parent", "point_child")) for j in model["joints"]],
        "elements": [named_record(element, keys) for element in model["elements"]],
    }


def _ordinary(body: str) -> list[list[str]]:
    """The ordinary tensor from Binet's, in names."""

    def entry(i: int, k: int) -> str:
        if i != k:
            return f"-TH{body}{min(i, k)}{max(i, k)}"
        first, second = (j for j in (1, 2, 3) if j != i)
        return f"TH{body}{first}{first} + TH{body}{second}{second}"

    return [[entry(i, k) for k in (1, 2, 3)] for i in (1, 2, 3)]


def _values(data: dict[str, Any]) -> dict[str, float]:
    values = dict(data["parameters"])
    for body, rows in data.get("binet_inertia", {}).items():
        for i in range(3):
            for k in range(i, 3):
                values[f"TH{body}{i + 1}{k + 1}"] = rows[i][k]
    return values


def _deviations(
    data: dict[str, Any],
    model: dict[str, Any],
    values: dict[str, float],
    expected: dict[str, Any],
) -> dict[str, float]:
    """The largest deviations of the quantities that formulas are given for."""
    system = system_of(model | {"parameters": values})
    worst = {symbol: 0.0 for symbol in ("g", "Gamma", "Q") if symbol in expected}
    for state in data["checks"]["states"]:
        (found,) = evaluate(system.model, [{key: state[key] for key in ("t", "q", "qd")}])
        names = values | {"t": state["t"]} | {k: state[k] for k in ("FU", "FUp", "FUpp")}
        for index, (q, qd) in enumerate(zip(state["q"], state["qd"], strict=True), start=1):
            names |= {f"q{index}": q, f"qp{index}": qd}
        rates = [1.0, *state["qd"]]
        wanted = {"g": np.zeros_like(found.g), "Gamma": 0 * found.h, "Q": 0 * found.Q}
        for symbol in worst:
            for key, text in expected[symbol].items():
                at, value = tuple(map(int, key.split(","))), formula(text, names)
                if symbol == "g":
                    wanted["g"][at] = wanted["g"][at[::-1]] = value
                elif symbol == "Q":
                    wanted["Q"][at[0] - 1] = value
                else:
                    twice = 1 if at[1] == at[2] else 2
                    wanted["Gamma"][at[0] - 1] += twice * value * rates[at[1]] * rates[at[2]]
            own = {"g": found.g, "Gamma": found.h, "Q": found.Q}[symbol]
            worst[symbol] = max(worst[symbol], deviation(own, wanted[symbol]))
    return worst
