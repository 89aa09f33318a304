"""What commands write: problems, answers, files."""

from __future__ import annotations

import contextlib
import os
import sys
import warnings
from argparse import Namespace
from collections.abc import Callable, Generator, Iterable, Sequence
from pathlib import Path
from typing import Any

from lagr_gui.foundation.problem import LagrError, ModelWarning, Problem, by_severity, refusal
from lagr_gui.foundation.showing import as_json, attributes, plain


def tell(problems: Iterable[Problem]) -> None:
    """Each problem on one line of standard error, errors first."""
    for problem in by_severity(problems):
        note(f"{problem.severity}: {problem}")


def note(line: str) -> None:
    """A line on standard error, as far as somebody can hear it."""
    with contextlib.suppress(OSError, ValueError):
        print(line, file=sys.stderr, flush=True)


@contextlib.contextmanager
def hearing() -> Generator[None]:
    """Within, what is odd about models that are asked about is kept, to be told with the answer."""
    _heard.clear()
    usual = warnings.showwarning

    def hear(message: Any, category: type[Warning], *where: Any) -> None:
        if isinstance(message, ModelWarning):
            _heard[str(message)] = message.problem
        else:
            usual(message, category, *where)

    with warnings.catch_warnings():
        warnings.simplefilter("always", ModelWarning)
        warnings.showwarning = hear
        yield


_heard: dict[str, Problem] = {}
"""What is odd about the models of a command, by its words."""


def tell_heard() -> None:
    """What is odd about the models that were asked about, on standard error."""
    tell(_heard.values())


def answer_json(answer: Any) -> str:
    """An answer as JSON, with the `warnings` of the models that were asked about."""
    content = plain(answer)
    if _heard and isinstance(content, dict):
        content = {**content, "warnings": [problem_json(problem) for problem in _heard.values()]}
    return as_json(content)


def problem_json(problem: Problem) -> dict[str, Any]:
    """A problem as an object."""
    return {
        "severity": str(problem.severity),
        **attributes(problem, "code place cause remedy"),
        "path": list(problem.path),
    }


def check_target(options: Namespace) -> None:
    """Raise LagrError where `--out` cannot be written, before anything is computed.

    Also where it would take the place of a file that is read, or unasked of any other.
    """
    out = getattr(options, "out", None)
    if not isinstance(out, str):
        return
    from lagr_gui.foundation.writing import keep_apart, refuse_replacing  # few commands write

    keep_apart(out, inputs(options))
    path, endings = Path(out), options.endings
    if endings == FOLDER:
        if path.exists() and not path.is_dir():
            raise _no_target(f"Folder “{out}”", "It is a file.", "Choose another one.")
        return
    if endings and path.suffix.lower() not in endings:
        cause = f"It cannot be written as “{path.suffix or path.name}”."
        raise _no_target(f"File “{out}”", cause, f"Use {_either(endings)}.")
    if path.is_dir():
        raise _no_target(f"File “{out}”", "It is a folder.", "Name a file in it.")
    if not path.parent.is_dir():
        cause = "It cannot be written (its folder is not there)."
        raise _no_target(f"File “{out}”", cause, "Make the folder, or choose another one.")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        cause = "It cannot be written (Permission denied)."
        raise _no_target(f"File “{out}”", cause, "Choose another folder.")
    if not (options.overwrite or getattr(options, "resume", False)):
        refuse_replacing(path)


def endings(what: str) -> tuple[str, ...]:
    """Endings of files for what a command finds: those of its exports, and JSON."""
    from lagr_gui.exchange.registry import exports_of  # with the command that needs it

    return (*(ending for export in exports_of(what) for ending in export.endings), ".json")


def write_file(out: str, answer: Any, what: str, known: Callable[[str], Any]) -> None:
    """Write an answer as JSON, or as the export of `what` that has the ending of the file."""
    from lagr_gui.exchange.registry import exports_of
    from lagr_gui.foundation.writing import write

    ending = Path(out).suffix.lower()
    export = next((entry for entry in exports_of(what) if ending in entry.endings), None)
    write(out, export.write(known) if export else as_json(answer))


FOLDER = ("/",)
"""What a command that writes a folder has in the place of endings of files."""


def _either(words: Sequence[str]) -> str:
    """a, b or c"""
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


def folder(path: Path) -> Path:
    """A folder to write into, made where it is not there; raises LagrError where it cannot be."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        cause = f"It cannot be made ({error.strerror})."
        raise _no_target(f"Folder “{path}”", cause, "Choose another one.") from error
    return path


def written(
    options: Namespace, place: Path, files: Sequence[str], problems: Sequence[Problem]
) -> int:
    """Say which files lie in a folder and what was wrong; the exit status of the command."""
    if options.json:
        notes = {"problems": [problem_json(problem) for problem in problems]} if problems else {}
        print(answer_json({"folder": str(place), "files": list(files)} | notes))
    else:
        print("\n".join(f"Written: {place / name}" for name in files))
    tell(problems)
    return 1 if problems else 0


def _no_target(place: str, cause: str, remedy: str) -> LagrError:
    return refusal(place, cause, remedy, "write")


def inputs(options: Namespace) -> list[Path]:
    """Everything that an option names and that may be a file to be read."""
    texts = (value for name, value in vars(options).items() if name != "out")
    return [Path(value) for value in texts if isinstance(value, str) and value]
