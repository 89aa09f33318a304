"""Linear algebra with ranks, on plain arrays; nothing mechanical."""

from lagr_gui.numerics.blas import on_one_thread
from lagr_gui.numerics.descriptor import (
    DEPENDENT,
    IDLE,
    Slopes,
    Solution,
    independent,
    multipliers,
    pushes,
    resolve,
    scales,
    solve,
    solve_many,
    steps,
    unmet,
)
from lagr_gui.numerics.impacts import Collision, answers, collide, complementary
from lagr_gui.numerics.reduction import LinearDescriptor, Reduced, Whole, reduce

__all__ = [
    "DEPENDENT",
    "IDLE",
    "Collision",
    "LinearDescriptor",
    "Reduced",
    "Slopes",
    "Solution",
    "Whole",
    "answers",
    "collide",
    "complementary",
    "independent",
    "multipliers",
    "on_one_thread",
    "pushes",
    "reduce",
    "resolve",
    "scales",
    "solve",
    "solve_many",
    "steps",
    "unmet",
]
