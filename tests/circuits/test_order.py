"""What is printed of circuits stands in the same order in every process."""

from __future__ import annotations

import os
import subprocess
import sys

PRINTED = """
from dataclasses import replace
from lagr_gui import equations, load, prepare
from lagr_gui.foundation.resource import sample_models
for path in sample_models():
    if path.stem in ("ladder_filter", "loudspeaker"):
        model = load(path)
        print(prepare(model).topology)
        for form in ("shortest", "structured"):
            print(f"{replace(equations(model, form), seconds=0.0)!r}")
"""


def test_sheets_and_meshes_do_not_depend_on_the_hashes_of_texts() -> None:
    printed: set[str] = set()
    for seed in ("0", "1", "2"):
        given = os.environ | {"PYTHONHASHSEED": seed}
        found = subprocess.run(
            [sys.executable, "-c", PRINTED], env=given, capture_output=True, text=True, check=True
        )
        printed.add(found.stdout)
    assert len(printed) == 1 and "coil 2" in printed.pop()
