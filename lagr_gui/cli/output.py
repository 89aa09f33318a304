"""Values as JSON: full precision, plain nested lists; what is not finite becomes null."""

from __future__ import annotations

import contextlib
import json
import math
import os
import sys
from argparse import Namespace
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from lagr_gui.problem import LagrError, Problem, by_severity
from lagr_gui.selfcheck import SelfCheck
from lagr_gui.writing import keep_apart


def as_json(value: Any) -> str:
    """The text of a value."""
    return json.dumps(plain(value), ensure_ascii=False, indent=1)


def plain(value: Any) -> Any:
    """Arrays as lists, keys as text, nan and infinity as None."""
    if hasattr(value, "tolist"):  # an array, or a number of NumPy
        return plain(value.tolist())
    if isinstance(value, Mapping):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(entry) for entry in value]
    if isinstance(value, SelfCheck):
        return plain(value.as_json())
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def tell(problems: Iterable[Problem]) -> None:
    """Each problem on one line of standard error, errors first."""
    for problem in by_severity(problems):
        note(f"{problem.severity}: {problem}")


def note(line: str) -> None:
    """A line on standard error, as far as somebody can hear it."""
    with contextlib.suppress(OSError, ValueError):
        print(line, file=sys.stderr, flush=True)


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


def check_target(options: Namespace) -> None:
    """Raise LagrError where `--out` cannot be written, before anything is computed.

    Also where it would take the place of a file that is read.
    """
    out = getattr(options, "out", None)
    if not isinstance(out, str):
        return
    keep_apart(out, inputs(options))
    path, endings = Path(out), options.endings
    if endings == FOLDER:
        if path.exists() and not path.is_dir():
            raise _no_target(f"Folder “{out}”", "It is a file.", "Choose another one.")
        return
    if endings and path.suffix.lower() not in endings:
        cause = f"It cannot be written as “{path.suffix or path.name}”."
        raise _no_target(f"File “{out}”", cause, f"Use {' or '.join(endings)}.")
    if path.is_dir():
        raise _no_target(f"File “{out}”", "It is a folder.", "Name a file in it.")
    if not path.parent.is_dir():
        cause = "It cannot be written (its folder is not there)."
        raise _no_target(f"File “{out}”", cause, "Make the folder, or choose another one.")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        cause = "It cannot be written (Permission denied)."
        raise _no_target(f"File “{out}”", cause, "Choose another folder.")


FOLDER = ("/",)
"""What a command that writes a folder has in the place of endings of files."""


def _no_target(place: str, cause: str, remedy: str) -> LagrError:
    return LagrError(Problem(place, cause, remedy, code="write"))


def inputs(options: Namespace) -> list[Path]:
    """Everything that an option names and that may be a file to be read."""
    given = (value for name, value in vars(options).items() if name != "out")
    return [Path(value) for value in given if isinstance(value, str) and value]
