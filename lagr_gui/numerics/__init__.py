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

__all__ = ["DEPENDENT", "Solution", "independent", "resolve", "scales", "solve", "steps"]
