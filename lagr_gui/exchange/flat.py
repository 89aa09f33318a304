"""A drawing in which all members of subsystems are drawn themselves."""

from __future__ import annotations

from lagr_gui.model import Model, write_text
from lagr_gui.subsystems import flat


def flat_model(model: Model) -> str:
    """A model file in which bodies, joints and elements stand for instances of subsystems.

    Raises LagrError for instances that cannot be.
    """
    return write_text(flat(model, from_centres=False))
