"""How the program starts itself once more, as a process of its own."""

from __future__ import annotations

import os
import sys

ENTRIES = {
    "window": "lagr_gui.__main__",
    "crew": "lagr_gui.parallel.worker",
    "sets": "lagr_gui.exchange.tables.data_sets",
    "unit": "lagr_gui.simulation.units.loaded",
}
"""The modules whose `main` such a process runs, by what they are."""

SWITCH = "--entry"
"""The first word by which a program in one folder, which has no `-c`, is told what to run."""


def command(entry: str, *words: str) -> list[str]:
    """The command line that runs an entry of `ENTRIES` with these words."""
    if getattr(sys, "frozen", False):
        return [sys.executable, SWITCH, entry, *words]
    run = f"import sys; from {ENTRIES[entry]} import main; sys.exit(main())"
    return [sys.executable, "-c", run, *words]


def environment() -> dict[str, str]:
    """The environment of such a process: it finds modules where this one does."""
    path = os.pathsep.join(entry or os.getcwd() for entry in sys.path)
    return {**os.environ, "PYTHONPATH": path, "PYTHONSAFEPATH": "1"}
