"""All benchmarks, one after the other.

    python benchmarks/all.py [name …]

Each runs in a process of its own; a fault of one does not keep the others from running.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

NAMES = (
    "textbook",
    "textbook_samples",
    "lengths",
    "readable",
    "readable_peers",
    "kernel",
    "computed",
    "loops",
    "growth",
    "motion",
    "motion_peers",
    "motion_taylor",
    "friction",
    "changes",
    "samples",
    "families",
    "emitting",
    "certificate",
    "editing",
    "live",
    "dragging",
    "sketching",
    "opening",
    "start",
    "drawing",
    "animation",
    "page",
    "curves",
)


def main() -> int:
    """Run those that were asked for; 1 where one of them ended with a fault."""
    here, failed = Path(__file__).parent, []
    for name in sys.argv[1:] or NAMES:
        print(f"\n=== {name}", flush=True)
        if subprocess.call([sys.executable, str(here / f"{name}.py")]) != 0:
            failed.append(name)
    if failed:
        print(f"\nended with a fault: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
