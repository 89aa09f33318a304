"""The page of programs that run by themselves: its example runs, its table names all of them."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from lagr_gui.exchange.registry import EXPORTS
from lagr_gui.extensions.programs.languages import LANGUAGES
from tests.ground.sources import ROOT

PAGE = (ROOT / "lagr_gui" / "extensions" / "programs" / "programs.md").read_text("utf-8")


def test_the_example_runs(tmp_path: Path) -> None:
    section = PAGE.partition("\n## A worked example\n")[2].partition("\n## ")[0]
    (block,) = re.findall(r"^```python\n(.*?)^```", section, re.S | re.M)
    shutil.copytree(ROOT / "sample_models", tmp_path / "sample_models")
    done = subprocess.run(
        [sys.executable, "-c", f"import sys\nsys.path[:0] = ['.', {str(ROOT)!r}]\n{block}"],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    free, braked = done.stdout.splitlines()
    assert free != braked


def test_every_language_is_an_export_and_on_the_page() -> None:
    for name in LANGUAGES:
        (ending,) = EXPORTS[name].endings
        assert f"| `{name}` | `{ending}` |" in PAGE
        assert re.search(rf"--to {name} +--out model\{ending}", PAGE)
