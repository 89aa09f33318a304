"""Explores random models: ``python -m tests.oracle --minutes 10 --seed 7``."""

from __future__ import annotations

import argparse
import sys
import time

from tests.oracle.fuzzing import run


def main(words: list[str]) -> int:
    """The exit status: 1 where the program and the oracle disagree."""
    reader = argparse.ArgumentParser(prog="dev.py fuzz", description=__doc__)
    reader.add_argument("--minutes", type=float, default=5.0)
    reader.add_argument("--seed", type=int, default=int(time.time()))
    given = reader.parse_args(words)
    return run(given.minutes, given.seed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
