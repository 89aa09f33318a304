"""Values as JSON: full precision, plain nested lists; what is not finite becomes null."""

from __future__ import annotations

import json
import math
import sys
from argparse import Namespace
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from lagr_gui.pipeline import Reaction
from lagr_gui.problem import Problem, by_severity
from lagr_gui.writing import keep_apart


def as_json(value: Any) -> str:
    """The text of a value."""
    return json.dumps(plain(value), ensure_ascii=False, indent=1)


def plain(value: Any) -> Any:
    """Arrays as lists, keys as text, nan and infinity as None."""
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, Mapping):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(entry) for entry in value]
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def tell(problems: Iterable[Problem]) -> None:
    """Each problem on one line of standard error, errors first."""
    for problem in by_severity(problems):
        print(f"{problem.severity}: {problem}", file=sys.stderr)


def joints_json(reactions: Mapping[str, Reaction]) -> dict[str, Any]:
    """Force, moment and point of each joint."""
    return {
        joint: {"force": own.force, "moment": own.moment, "point": own.point}
        for joint, own in reactions.items()
    }


def problem_json(problem: Problem) -> dict[str, Any]:
    """A problem as an object."""
    return {
        "severity": str(problem.severity),
        "code": problem.code,
        "place": problem.place,
        "cause": problem.cause,
        "remedy": problem.remedy,
        "path": list(problem.path),
    }


def keep_inputs(options: Namespace) -> None:
    """Raise LagrError where what is written would take the place of a file that is read."""
    if isinstance(out := getattr(options, "out", None), str):
        keep_apart(out, inputs(options))


def inputs(options: Namespace) -> list[Path]:
    """Everything that an option names and that may be a file to be read."""
    given = (value for name, value in vars(options).items() if name != "out")
    return [Path(value) for value in given if isinstance(value, str) and value]
