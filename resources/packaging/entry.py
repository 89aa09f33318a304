"""Where a program in one folder begins: `lagr-gui` is the window, `lagr` the command line.

Both can be asked for the processes that the program starts of itself
(`lagr_gui.foundation.starting`).
"""

import multiprocessing
import sys
from importlib import import_module
from pathlib import Path

from lagr_gui.foundation.starting import ENTRIES, SWITCH


def main() -> int:
    """Run what was asked for; the exit status."""
    multiprocessing.freeze_support()
    if sys.argv[1:2] == [SWITCH]:
        module = ENTRIES[sys.argv[2]]
        del sys.argv[1:3]
    elif Path(sys.executable).stem == "lagr":
        module = "lagr_gui.cli.__main__"
    else:
        module = ENTRIES["window"]
    return import_module(module).main()


sys.exit(main())
