"""What a simulation needs of an integration method: start, step, shorten, correct, dense."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from lagr_gui.foundation.arrays import Array

Side = Callable[[float, Array], Array]
"""ẏ (n,) at a time and a state y (n,)."""

Dense = Callable[[Any], Array]
"""The state (n,) at a time, or (n, k) at times (k,)."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Until when a method integrates, the tolerances of a step, its largest and first length.

    Without `first` the method chooses the length of its first step.
    """

    t_end: float
    rtol: float
    atol: Array | float
    longest: float
    first: float | None = None


class StepStart(NamedTuple):
    """A time, the state there, and its rate where the method keeps it."""

    t: float
    y: Array
    rate: Array | None


class Solver(Protocol):
    """One integration of ẏ = f(t, y) under way.

    Only explicit methods can take a step back or have their state replaced: what implicit and
    multistep methods remember would not fit any more.
    """

    @property
    def t(self) -> float:
        """The time that is reached."""
        ...

    @property
    def y(self) -> Array:
        """The state (n,) that is reached."""
        ...

    @property
    def stride(self) -> float:
        """The length planned for the next step; 0 where the method does not tell."""
        ...

    def tolerate(self, atol: Array) -> None:
        """Take other absolute tolerances (n,) from the next step on, if the method can."""
        ...

    def step(self) -> str | None:
        """Go one step forward; why that cannot be, where it cannot."""
        ...

    def before(self) -> StepStart:
        """Where the last step began."""
        ...

    def dense(self) -> Dense:
        """The states within the last step."""
        ...

    def shorten(self, h: float) -> None:
        """Take back the last step; the next has at most the length h.  For explicit methods."""
        ...

    def correct(self, y: Array, rate: Array) -> None:
        """Replace the state that is reached, and its rate.  For explicit methods."""
        ...

    def limit(self, longest: float) -> None:
        """The next steps are no longer than this."""
        ...

    def h_lambda(self) -> float:
        """|h λ| of the last step, λ being the eigenvalue of largest modulus that it met.

        For methods that `detects_stiffness` marks.
        """
        ...
