"""What the window asks its worker process about derivations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lagr_gui.extensions.teaching.derivation import derivation
from lagr_gui.extensions.teaching.lines import Derivation
from lagr_gui.prepared import Prepared


def derived_lines(
    report: Callable[[Any], None], prepared: Prepared, depth: str, formalism: str
) -> Derivation:
    """The way to the equations of motion in so many lines."""
    return derivation(prepared, depth, formalism)
