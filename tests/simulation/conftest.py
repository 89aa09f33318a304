"""Counts what a computation costs: a measure that is the same on every machine."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from lagr_gui.kernel import Bound, Kernel


@pytest.fixture
def costs(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """From here on: how often machine code was "made" and "run", for one state or many."""
    counted: Counter[str] = Counter()

    def count(sort: type, method: str, cost: str) -> None:
        usual = getattr(sort, method)

        def counting(self: Any, *arguments: Any, **named: Any) -> Any:
            counted[cost] += 1
            return usual(self, *arguments, **named)

        monkeypatch.setattr(sort, method, counting)

    count(Kernel, "__init__", "made")
    count(Bound, "__call__", "run")
    count(Bound, "many", "run")
    return counted
