"""Programs that were translated and dropped leave nothing behind."""

from __future__ import annotations

import ctypes
import gc
import random
import sys
from pathlib import Path

import pytest

from lagr_gui.kernel import Program, compile_kernel

NUMBERS, PROGRAMS = 2000, 16
MOST = 2e6
"""Bytes; numbers that LLVM keeps would take 6e6."""


def translate(chance: random.Random) -> None:
    program = Program()
    x = program.input("x")
    node = x
    for _ in range(NUMBERS):
        node = node * chance.random() + x
    assert compile_kernel(program, [x], [], {"y": node}).level != "python"


def taken() -> int:
    """Bytes of memory that this process has, after everything was given back."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells the memory")
def test_numbers_of_programs_are_forgotten_with_them() -> None:
    chance = random.Random(1)
    for _ in range(PROGRAMS):
        translate(chance)
    before = taken()
    for _ in range(2 * PROGRAMS):
        translate(chance)
    assert taken() - before < MOST
