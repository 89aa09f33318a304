"""Machine code from functions that are written in a small part of Python.

The functions stay ordinary Python: tests run them as they stand and find the same numbers.
"""

from lagr_gui.native.language import (
    Apart,
    Counts,
    Handler,
    Program,
    Reals,
    Struct,
    alike,
    four,
    put_four,
)
from lagr_gui.native.library import Library

__all__ = [
    "Apart",
    "Counts",
    "Handler",
    "Library",
    "Program",
    "Reals",
    "Struct",
    "alike",
    "four",
    "put_four",
]
