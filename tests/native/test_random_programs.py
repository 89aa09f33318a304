"""Random functions of the small language do in machine code what they do in Python."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from random import Random
from types import ModuleType

import numpy as np
import pytest

from lagr_gui.native import Library
from tests.native.programs import Writer

COUNT = 12
"""Functions of a module."""


def imported(text: str, file: Path) -> ModuleType:
    """A module of this text; its source is kept where Python looks for it."""
    file.write_text(text, "utf-8")
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def states(seed: int) -> list[tuple[float, float, int]]:
    """Arguments: ordinary ones, and those at the edges."""
    random = Random(seed)
    ordinary = [
        (random.uniform(-5, 5), random.uniform(-5, 5), random.randint(-20, 20)) for _ in range(20)
    ]
    edges = [(0.0, -0.0, 0), (1e308, -1e308, -1), (5e-324, 1.0, 7), (float("inf"), 2.0, 1)]
    return [*ordinary, *edges]


@pytest.mark.parametrize("seed", range(12))
def test_random_functions_are_the_same_in_machine_code(seed: int, tmp_path: Path) -> None:
    text = Writer(seed).module(COUNT)
    module = imported(text, tmp_path / f"program_{seed}.py")
    functions = [getattr(module, f"f{number}") for number in range(COUNT)]
    machine = Library(functions)
    told = 0
    for function in functions:
        for a, b, n in states(seed):
            rows = [np.array([1.0, -2.0, 0.25, 1e3, -1e-3]) for _ in range(2)]
            with np.errstate(all="ignore"):
                expected = function(a, b, n, rows[0])
            found = getattr(machine, function.__name__)(a, b, n, rows[1])
            np.testing.assert_array_equal(found, expected, f"{function.__name__}({a}, {b}, {n})")
            np.testing.assert_array_equal(rows[1], rows[0])
            told += bool(np.isfinite(expected))
    assert told > COUNT * 10  # most have a value, so that something has been compared


def test_the_writer_uses_all_of_the_language() -> None:
    text = "".join(Writer(seed).module(COUNT) for seed in range(12))
    parts = "while for break continue elif else and or not // % / min( max( abs( int( float( sqrt("
    missing = [part for part in [*parts.split(), "row[1:]", "x, y = y, x"] if part not in text]
    assert not missing
