"""Linear algebra with ranks, on plain arrays; nothing mechanical."""

from lagr_gui.numerics.blas import on_one_thread
from lagr_gui.numerics.descriptor import (
    Slopes,
    Solution,
    dependent,
    independent,
    is_definite,
    multipliers,
    pushes,
    rank,
    resolve,
    scales,
    solve,
    solve_many,
    steps,
    unmet,
)
from lagr_gui.numerics.impacts import Answers, answers, blocks, bounded, collide, complementary
from lagr_gui.numerics.reduction import FullMotion, LinearDescriptor, LinearStates, picked, reduce
from lagr_gui.numerics.tolerances import RANKS

__all__ = [
    "RANKS",
    "Answers",
    "FullMotion",
    "LinearDescriptor",
    "LinearStates",
    "Slopes",
    "Solution",
    "answers",
    "blocks",
    "bounded",
    "collide",
    "complementary",
    "dependent",
    "independent",
    "is_definite",
    "multipliers",
    "on_one_thread",
    "picked",
    "pushes",
    "rank",
    "reduce",
    "resolve",
    "scales",
    "solve",
    "solve_many",
    "steps",
    "unmet",
]
