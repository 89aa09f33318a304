"""Reactions on the command line: the axes in which they are wanted, and what is told of them."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from lagr_gui.pipeline import AXES, Reaction


def add_axes_option(parser: ArgumentParser) -> None:
    """``--axes`` of the reactions."""
    parser.add_argument(
        "--axes",
        default="space",
        metavar="AXES",
        help=f"axes of the reactions: {', '.join(AXES)} (of the joint's bodies as drawn)",
    )


def joints_json(reactions: Mapping[str, Reaction]) -> dict[str, Any]:
    """Force, moment and point of each joint."""
    return {
        joint: {"force": own.force, "moment": own.moment, "point": own.point}
        for joint, own in reactions.items()
    }
