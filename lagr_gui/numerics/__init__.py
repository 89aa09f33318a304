"""Linear algebra with ranks, on plain arrays; nothing mechanical."""

from lagr_gui.numerics.descriptor import (
    DEPENDENT,
    Solution,
    independent,
    resolve,
    scales,
    solve,
    steps,
)
from lagr_gui.numerics.impacts import Collision, collide, complementary

__all__ = [
    "DEPENDENT",
    "Collision",
    "Solution",
    "collide",
    "complementary",
    "independent",
    "resolve",
    "scales",
    "solve",
    "steps",
]
