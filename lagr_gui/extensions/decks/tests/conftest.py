"""The table of FORMAC's functions with test values."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.ground.sources import ROOT

_TABLE = ROOT / "tests" / "acceptance" / "decks" / "lagr_formac_functions.json"


@pytest.fixture(scope="session")
def formac() -> dict[str, Any]:
    """Functions, constants, function variables, reserved names."""
    return json.loads(_TABLE.read_text("utf-8"))
