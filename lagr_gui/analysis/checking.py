"""What a model is, and whether equations can be derived."""

from __future__ import annotations

from lagr_gui.prepared import Prepared, Report
from lagr_gui.simulation import Settings


def check(prepared: Prepared) -> Report:
    """Structure and problems of a model; never raises."""
    return prepared.report


def settings_of(prepared: Prepared) -> Settings:
    """The settings that the model holds, with its start values."""
    return prepared.settings
