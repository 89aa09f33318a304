"""The table of FORMAC's functions with test values."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

_TABLE = Path(__file__).parents[2] / "acceptance" / "decks" / "lagr_formac_functions.json"


@pytest.fixture(scope="session")
def formac() -> dict[str, Any]:
    """Functions, constants, function variables, reserved names."""
    return json.loads(_TABLE.read_text("utf-8"))
