"""Linear algebra with ranks, on plain arrays; nothing mechanical."""

from lagr_gui.numerics.blas import on_one_thread
from lagr_gui.numerics.descriptor import (
    DEPENDENT,
    Solution,
    independent,
    multipliers,
    resolve,
    scales,
    solve,
    solve_many,
    steps,
    unmet,
)
from lagr_gui.numerics.impacts import Collision, collide, complementary
from lagr_gui.numerics.reduction import LinearDescriptor, Reduced, reduce

__all__ = [
    "DEPENDENT",
    "Collision",
    "LinearDescriptor",
    "Reduced",
    "Solution",
    "collide",
    "complementary",
    "independent",
    "multipliers",
    "on_one_thread",
    "reduce",
    "resolve",
    "scales",
    "solve",
    "solve_many",
    "steps",
    "unmet",
]
