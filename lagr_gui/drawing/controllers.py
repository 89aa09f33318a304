"""What the block of a controller says: the same in all pictures."""

from __future__ import annotations

from lagr_gui.model.controllers import Controller

NAME, SAMPLE = -8.0, 11.0
"""From the middle of the block to the lines of its name and of its sample time."""


def sampled(controller: Controller) -> str:
    """The time from one communication point to the next."""
    return f"Δt = {controller.sample:g} s"
