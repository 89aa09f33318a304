"""What a worker has derived and dropped is given back."""

from __future__ import annotations

import subprocess
import sys

MOST = 22_000
"""Objects; what is kept of 24 models has some 15 000, what 100 leave has 60 000."""


def test_equations_of_many_models_do_not_pile_up() -> None:
    call = [sys.executable, "-m", "tests.work.many_models"]
    done = subprocess.run(call, capture_output=True, text=True, check=True)
    assert 0 < int(done.stdout) < MOST
