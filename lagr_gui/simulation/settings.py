"""What the user may choose for a simulation, with defaults that need no thought."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from numbers import Integral

import numpy as np

from lagr_gui.expression.arguments import is_finite, is_number, wrong
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Problem
from lagr_gui.foundation.registry import did_you_mean
from lagr_gui.numerics.state_layout import StateLayout
from lagr_gui.simulation.solvers import METHODS
from lagr_gui.simulation.system import Array
from lagr_gui.simulation.tuning import FORESIGHT

FIXED = "fixed"
"""The method of steps that all have one length."""

ATOL = 1e-12
"""The part of the size of what moves that is the absolute tolerance where none is chosen."""
LEAST = 1e-13
"""The least relative tolerance: below it there is rounding alone."""

MOST_POINTS = 1_000_000
"""Output times that a trajectory may have."""


@dataclass(frozen=True, slots=True)
class Settings:
    """A simulation from t0 to t_end with the start values q0 and qd0 (f each).

    The tolerances bound the error of each step; with the defaults energy drifts by some
    1e-10 of itself in a few seconds.  An `atol` that is given is in SI units; without one it is a
    part of the model's length, or of the motion where it is small (`Floors`).  `method` is "auto",
    one of `METHODS`, or "fixed" for steps of one length `step` (s); `points` is the number of
    equidistant output times.  A simulation ends with the motion up to there at `max_steps`, after
    `max_seconds` of computation, or where its steps take `max_bytes`.  `extents` (f,) tell how far
    the coordinates go where the system moves as a whole (empty: a radian, a metre).  States of
    the first order begin with z0 (s,) and go as far as `z_extents` (s,; empty: as far as 1).
    """

    t_end: float
    q0: Sequence[float]
    qd0: Sequence[float]
    t0: float = 0.0
    rtol: float = 1e-10
    atol: float | None = None
    method: str = "auto"
    points: int = 1001
    max_step: float = math.inf
    max_steps: int = 500_000
    max_seconds: float = 3600.0
    max_bytes: float = 2e9
    step: float = 0.0
    extents: Sequence[float] = ()
    z0: Sequence[float] = ()
    z_extents: Sequence[float] = ()

    @property
    def start(self) -> Array:
        """The state (n,) with which it begins."""
        return np.array([*self.q0, *self.qd0, *self.z0], float)

    @property
    def times(self) -> Array:
        """The output times (points,), the same numbers wherever they are asked for."""
        return np.linspace(self.t0, self.t_end, self.points)


def with_largest_step(settings: Settings) -> Settings:
    """The same, with steps of at most a hundredth of the time where no others are asked for."""
    longest = FORESIGHT.largest * (settings.t_end - settings.t0)
    if settings.max_step < math.inf or not longest > 0:
        return settings
    return replace(settings, max_step=longest)


@dataclass(frozen=True, slots=True)
class Event:
    """Where a function of time and state (n,) passes through zero.

    `direction` +1: rising only, -1: falling only, 0: both.  A terminal event ends the run.
    """

    name: str
    function: Callable[[float, Array], float]
    direction: int = 0
    terminal: bool = False


Look = Callable[[Array, Array], Array]
"""Values (k, c) at times (k,) and states (k, n)."""


@dataclass(frozen=True, slots=True, eq=False)
class Guards:
    """Functions of time and state that end a motion where the first of them rises through zero.

    `look` gives them (k, c) at times (k,) and states (k, n).  However short one stays above zero,
    it is found: they are known as curves, not at places alone.  One that begins above zero has
    risen there.  What follows from forces tells `under` which limits (numbers) and senses it looks.
    """

    names: tuple[str, ...]
    look: Look
    under: Callable[[tuple[int, ...], tuple[float, ...]], Look] | None = None

    def held(self, active: tuple[int, ...], senses: tuple[float, ...]) -> Guards:
        """The same while these limits are in contact, and frictions slide in these senses."""
        return self if self.under is None else replace(self, look=self.under(active, senses))


def check_settings(settings: Settings, layout: StateLayout) -> None:
    """Raise `LagrError` with all that is wrong."""
    if not isinstance(settings, Settings):
        raise wrong("settings", settings, "a value of Settings")
    problems = [*_values(settings, layout), *_numbers(settings)]
    if settings.method not in (methods := ("auto", *METHODS, FIXED)):
        remedy = did_you_mean(settings.method, methods)
        problems.append(
            _wrong("method", say("There is no method “{method}”.", method=settings.method), remedy)
        )
    if problems:
        raise LagrError(problems)


def _values(settings: Settings, layout: StateLayout) -> list[Problem]:
    problems: list[Problem] = []
    for name, values, coordinates in (
        ("start position", settings.q0, layout.coordinates),
        ("start velocity", settings.qd0, layout.coordinates),
        ("start of states", settings.z0, layout.states),
    ):
        if isinstance(values, str) or not isinstance(values, Iterable):
            problems.append(
                _wrong(name, say("{values} is no list of numbers.", values=repr(values)), _ONE_EACH)
            )
            continue
        if len(values) != len(coordinates):
            cause = say(
                "{count} values were given for {count_2} coordinates.",
                count=len(values),
                count_2=len(coordinates),
            )
            problems.append(_wrong(name, cause, _ONE_EACH))
            continue
        problems += [
            _wrong(
                say("{name} of {coordinate}", name=say(name), coordinate=coordinate),
                say(
                    "{value} is not a finite number.",
                    value=value if is_number(value) else repr(value),
                ),
                "Give a finite number.",
            )
            for coordinate, value in zip(coordinates, values, strict=True)
            if not is_finite(value)
        ]
    return problems


_ONE_EACH = "Give one value for each coordinate."


def _numbers(settings: Settings) -> list[Problem]:
    """What is wrong with numbers; a text in place of one is all that is told of it."""
    return _no_numbers(settings) or _bounds(settings)


def _no_numbers(settings: Settings) -> list[Problem]:
    reals = {
        "start time": settings.t0,
        "end time": settings.t_end,
        "relative tolerance": settings.rtol,
        **({} if settings.atol is None else {"absolute tolerance": settings.atol}),
        "step": settings.step,
        "largest step": settings.max_step,
        "largest time": settings.max_seconds,
        "largest memory": settings.max_bytes,
    }
    counts = {"number of points": settings.points, "largest number of steps": settings.max_steps}
    return [
        *(
            _wrong(place, say("{value} is not a number.", value=repr(value)), "Give a number.")
            for place, value in reals.items()
            if type(value) is not float
            and not (is_number(value) and (is_finite(value) or not isinstance(value, Integral)))
        ),
        *(
            _wrong(
                place,
                say("{value} is not a whole number.", value=repr(value)),
                "Give a whole number.",
            )
            for place, value in counts.items()
            if not (is_number(value) and isinstance(value, Integral))
        ),
    ]


def _bounds(settings: Settings) -> list[Problem]:
    return [*_times(settings), *_tolerances(settings), *_steps(settings)]


def _times(settings: Settings) -> Iterator[Problem]:
    t0, t_end = settings.t0, settings.t_end
    for place, time in (("start time", t0), ("end time", t_end)):
        if not is_finite(time):
            yield _wrong(place, "It is not a number.", "Give a finite number.")
    if t_end < t0:
        cause = say("The end {t_end:g} s lies before the start {t0:g} s.", t_end=t_end, t0=t0)
        yield _wrong("end time", cause, "Choose a later end.")


def _tolerances(settings: Settings) -> Iterator[Problem]:
    rtol, atol = settings.rtol, settings.atol
    if not LEAST <= rtol < 1:
        cause = say("{rtol:g} does not lie between 1e-13 and 1.", rtol=rtol)
        yield _wrong("relative tolerance", cause, "The default is 1e-10.")
    if atol is not None and not 0 < atol < math.inf:
        cause = say("{atol:g} is not a positive number.", atol=atol)
        remedy = "Leave it out: it is a part of the size of the model then."
        yield _wrong("absolute tolerance", cause, remedy)


def _steps(settings: Settings) -> Iterator[Problem]:
    if settings.method == FIXED and not 0 < settings.step < math.inf:
        remedy = "Give the step in s: step=0.001, or --step 0.001."
        yield _wrong("step", "Steps of fixed length need their length.", remedy)
    for place, number in (
        ("largest step", settings.max_step),
        ("largest number of steps", settings.max_steps),
    ):
        if not number > 0:
            yield _wrong(place, "It is not positive.", "Leave it out.")
    if not 2 <= settings.points <= MOST_POINTS:
        cause = say(
            "{points} does not lie between 2 and {most_points}.",
            points=settings.points,
            most_points=MOST_POINTS,
        )
        yield _wrong("number of points", cause, "The default is 1001.")


def _wrong(place: str, cause: str, remedy: str) -> Problem:
    return Problem(place=place, cause=cause, remedy=remedy, code="simulation-settings")
