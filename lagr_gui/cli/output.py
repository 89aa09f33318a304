"""Values as JSON: full precision, plain nested lists; what is not finite becomes null."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from lagr_gui.pipeline import Reaction
from lagr_gui.problem import LagrError, Problem, by_severity


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


def write_file(path: Path, text: str) -> None:
    """Write a text file. Raises LagrError when that fails."""
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        cause = f"It cannot be written ({error.strerror})."
        raise LagrError(
            Problem(f"File “{path}”", cause, "Choose another folder.", code="write")
        ) from error
