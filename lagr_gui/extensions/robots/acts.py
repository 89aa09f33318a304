"""Elements and motions that several formats have."""

from __future__ import annotations

import numpy as np

from lagr_gui.extensions.robots.record import Act, Robot, SingleMotion
from lagr_gui.foundation.arrays import Array

NO_LIMIT = 1e9
"""From here on a limit is none: URDF has no other way to say so."""


def free_motions(name: str, R: Array) -> list[SingleMotion]:
    """Three slides along the columns of R, then three turns."""
    ways = [SingleMotion(f"{name}_{c}", False, R[:, i], joint=name) for i, c in enumerate("xyz")]
    axes = np.eye(3)
    turns = [SingleMotion(f"{name}_r{c}", True, axes[i], joint=name) for i, c in enumerate("xyz")]
    return [*ways, *turns]


def damper(name: str, k: float, motion: SingleMotion) -> Act:
    """A damper of one coordinate."""
    return Act("coordinate_damper", name, {"coordinate": "{0}", "k": k}, (motion,))


def dry(robot: Robot, title: str, F: float, motion: SingleMotion) -> Act:
    """Dry friction of one coordinate of a robot: it slides and sticks."""
    limit = robot.constant("F", F, "N m" if motion.turns else "N", title)
    return Act("joint_friction", title, {"coordinate": "{0}", "kinetic": limit}, (motion,))


def stop(name: str, motion: SingleMotion, lower: float, upper: float) -> Act:
    """A stop; a motion whose start it would forbid starts in the middle."""
    if not lower <= motion.ref <= upper:
        motion.start = (lower + upper) / 2
    fields = {"coordinate": "{0}", "lower": lower, "upper": upper, "restitution": 0}
    return Act("stop", name, fields, (motion,))
