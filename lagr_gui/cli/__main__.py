"""``lagr`` and ``python -m lagr_gui.cli``.

The program is loaded where Ctrl+C is heard, which may come at any time.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence

from lagr_gui.cli import STOPPED


def main(words: Sequence[str] | None = None) -> int:
    """Do what the words on the command line say; the exit status."""
    try:
        from lagr_gui.cli.program import run

        return run(words)
    except ImportError as error:  # a library without which there is no program
        from lagr_gui.foundation.libraries import missing_library

        print(f"error: {missing_library(error)}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return STOPPED
    finally:
        if words is None:  # the process ends: nothing is left to be stopped
            signal.signal(signal.SIGINT, signal.SIG_IGN)


if __name__ == "__main__":
    sys.exit(main())
