"""The example of docs/electromechanics.md runs as it is written."""

from __future__ import annotations

import re
import subprocess
import sys

from tests.ground.sources import ROOT

PAGE = (ROOT / "docs" / "electromechanics.md").read_text("utf-8")


def test_the_motor_of_the_page_reaches_its_speed() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", example],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    speed, current = re.findall(r"-?\d+\.?\d*(?:e[+-]\d+)?", done.stdout.splitlines()[-1])
    assert abs(float(speed) - 40) < 1
    assert abs(float(current)) < 0.1
