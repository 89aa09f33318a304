"""What a model is, and whether equations can be derived."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lagr_gui.catalogue import KINDS
from lagr_gui.model.checks.dimension_proof import units_from_use as found_units
from lagr_gui.prepared import Prepared, Report

if TYPE_CHECKING:
    from lagr_gui.simulation import Settings


def check(prepared: Prepared) -> Report:
    """Structure and problems of a model; never raises."""
    controllers = prepared.model.simulation.controllers
    measuring = any(entry.enabled and entry.measured for entry in controllers)
    if not (measuring or prepared.model.events):
        return prepared.report
    from lagr_gui.prepared.sensors.measuring import with_measured  # few models need it

    return with_measured(prepared)


def settings_of(prepared: Prepared) -> Settings:
    """The settings that the model holds, with its start values."""
    return prepared.settings


def units_from_use(prepared: Prepared) -> dict[str, str]:
    """The units, by name, of parameters without one, as far as they follow from their use.

    Each place and each sum is an equation for dimensions; a number other than ±1, ±2, ±1/2 that
    multiplies may have any.
    """
    return found_units(prepared.model, KINDS)
