"""Of the slot in which a pin stands the hollow is drawn through which it can go."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui import System, pipeline
from lagr_gui.mechanics.trajectories.poses import Motion
from lagr_gui.model import Model
from lagr_gui.scenery.scene import build_scene


def bead(curve: str, x: float, y: float) -> Model:
    """A bead with its pin at a place of a curve of the ground."""
    system = System("bead")
    body = system.body("bead", mass=1, inertia=(0.1, 0.1, 0.1))
    system.joint("planar", 0, body, "x", "y", "phi")
    system.element("pin_in_slot", "slot", body=body, curve=curve)
    system.start(x=x, y=y)
    return system.model


def reach(model: Model, motion: Motion) -> tuple[float, float]:
    """From where to where (x) the curve of the slot goes."""
    curve, _pin = (curve for _, curve in build_scene(model, motion).curves)
    return float(curve.points[0, 0]), float(curve.points[-1, 0])


PARABOLA = "x^2"
SPARE = 0.24
"""What is drawn beside a pin at (1, 1), whose span is 1."""


@pytest.mark.parametrize(
    ("curve", "x", "y", "low", "high"),
    [
        (PARABOLA, 1.0, 1.0, -1.0 - SPARE, 1.0 + SPARE),
        (PARABOLA, -1.0, 1.0, -1.0 - SPARE, 1.0 + SPARE),
        (f"-{PARABOLA}", 1.0, -1.0, 1.0 - SPARE, 1.0 + SPARE),  # it lies behind the crest
        ("x", 1.0, 1.0, -1.0 - SPARE, 1.0 + SPARE),  # down a slope
        ("sqrt(x)", 1.0, 1.0, 0.0, 1.0 + SPARE),  # it ends there
        ("(x - 0.5)^2 + 0.75", 1.0, 1.0, -SPARE, 1.0 + SPARE),  # beyond it is higher
    ],
)
def test_a_curve_goes_on_through_the_hollow_to_its_mirror_image(
    curve: str, x: float, y: float, low: float, high: float
) -> None:
    model = bead(curve, x, y)
    found = reach(model, pipeline.start_motion(model))
    assert found == pytest.approx((low, high), abs=(high - low) / 50)


def test_along_a_motion_it_goes_as_far_as_the_pin() -> None:
    model = bead(PARABOLA, 1.0, 1.0)
    xs = np.linspace(1.0, 0.6, 11)
    q = np.stack([xs, xs**2, 0 * xs], axis=1)
    low, high = reach(model, pipeline.poses(model, np.linspace(0, 1, 11), q, 0 * q))
    assert high > 1.0 and low == pytest.approx(0.6 - (high - 1.0))
    assert low > 0, "the other side of the hollow is not reached"
