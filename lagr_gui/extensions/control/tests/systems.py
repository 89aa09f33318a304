"""Systems that the tests of control share."""

from __future__ import annotations

from lagr_gui import GROUND, System

Q, R = (1.0, 10.0, 1.0, 1.0), 0.1
"""Weights of the cart and pole of the acceptance numbers."""


def cart_pole(theta: float = 0.5) -> System:
    """A cart with a point mass on a massless rod upright on it, θ to the side of x; no law yet."""
    s = System("cart and pole", M=1.0, m=0.2, l=0.5, g=9.81)
    cart = s.body("Cart", mass="M")
    pole = s.body("Pole", mass="m")
    s.joint("prismatic", GROUND, cart, "x")
    turned = ((1, 0, 0), (0, -1, 0), (0, 0, -1))
    s.joint("revolute", cart, pole, "theta", point_child=(0, "l", 0), orientation=turned)
    s.element("coordinate_force", coordinate="x", force=0, name="drive")
    s.start(theta=theta)
    return s
