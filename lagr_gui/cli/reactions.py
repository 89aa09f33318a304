"""Reactions on the command line: the axes in which they are wanted, and what is told of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lagr_gui.cli.command import Argument
from lagr_gui.pipeline import AXES, Reaction

AXES_OPTION = Argument(
    "--axes AXES",
    f"axes of the reactions: {', '.join(AXES)} (of the joint's bodies as drawn)",
    default="space",
)


def joints_json(reactions: Mapping[str, Reaction]) -> dict[str, Any]:
    """Force, moment and point of each joint."""
    return {
        joint: {"force": reaction.force, "moment": reaction.moment, "point": reaction.point}
        for joint, reaction in reactions.items()
    }
