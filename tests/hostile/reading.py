"""Reads the cases of one reader in a process of its own, and tells what became of each.

``python -m tests.hostile.reading READER FOLDER`` prints JSON: memory, what was done besides
reading, and what was raised that is no problem in words, such as the end of patience.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lagr_gui import pipeline
from lagr_gui.cli.commands.evaluate import read_states
from lagr_gui.editing import kept
from lagr_gui.exchange.tables.motion_file import read_motion, split_table
from lagr_gui.foundation.problem import LagrError, Problem
from lagr_gui.mechanics.state import State

COORDINATES = ("q1", "q2")
DEEDS = ("os.system", "subprocess.", "os.exec", "os.posix_spawn", "os.fork", "socket.", "pickle.")
DEEDS += ("ctypes.dlopen", "os.remove", "os.rename", "shutil.")
"""What no reader does."""

SECONDS = 2.0
"""Most processor time that one input may take; what goes on then hangs."""

MEMORY = 4_000_000_000
"""Bytes of address space at which the system steps in."""


def model(path: Path) -> None:
    pipeline.check(pipeline.load(path))


def deck(path: Path) -> None:
    for system in pipeline.load_systems(path):
        pipeline.check(system)


def table(path: Path) -> None:
    read = read_motion(path)
    if "t" in read:
        split_table(read, COORDINATES)


def states(path: Path) -> None:
    State.read_all(read_states(str(path)), COORDINATES)


def settings(path: Path) -> None:
    from lagr_gui.gui import settings as remembered

    remembered.use_file(path)
    for key in ("language", "theme", "folder", "recent"):
        remembered.text(key)
        remembered.texts(key)
        remembered.data(key)


def recent(path: Path) -> None:
    from lagr_gui.gui import desk
    from lagr_gui.gui import settings as remembered

    remembered.use_file(path)
    for found in desk.recent_files():
        assert found.is_absolute() and found.is_file()


def recovery(path: Path) -> None:
    kept.find(path).model()


def translation(path: Path) -> None:
    from lagr_gui.foundation.languages import entries_of

    for key, text in entries_of(path).items():
        assert isinstance(key, str) and isinstance(text, str)


READERS: dict[str, Callable[[Path], None]] = {
    "model": model,
    "deck": deck,
    "table": table,
    "states": states,
    "settings": settings,
    "recent": recent,
    "recovery": recovery,
    "translation": translation,
}


class Hangs(Exception):
    """An input takes too much processor time."""


def _strike(*_: object) -> None:
    raise Hangs


def tried(reader: Callable[[Path], None], path: Path, deeds: list[str]) -> dict[str, Any]:
    """What reading one file took, did and told."""
    deeds.clear()
    fault, incomplete = "", False
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        reader(path)
    except LagrError as error:
        incomplete = not all(map(_is_complete, error.problems))
    except Exception:  # noqa: BLE001 - this is what is looked for
        fault = traceback.format_exc()[-1500:]
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return {
        "memory": _memory(),
        "deeds": list(deeds),
        "fault": fault,
        "incomplete": incomplete,
    }


def _memory() -> int:
    """The most memory that the process has had, in bytes."""
    status = Path("/proc/self/status")
    if status.exists():  # what getrusage tells there is that of the parent too
        (line,) = (s for s in status.read_text().splitlines() if s.startswith("VmHWM"))
        return int(line.split()[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _is_complete(problem: Problem) -> bool:
    told = (problem.place, problem.cause, problem.remedy)
    short = all(len(text) <= 2000 and text.isprintable() for text in told)
    return short and all(text.strip() for text in told)


def main(reader: str, folder: Path) -> None:
    """Read all files of a folder."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGPROF, _strike)
    deeds: list[str] = []
    sys.addaudithook(lambda event, _: deeds.append(event) if event.startswith(DEEDS) else None)
    os.chdir(folder)
    files = sorted(path for path in folder.iterdir() if path.suffix != ".name")
    READERS[reader](files[0]) if reader in ("settings", "recent", "translation") else None
    found = {path.name: tried(READERS[reader], path, deeds) for path in files}
    print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
