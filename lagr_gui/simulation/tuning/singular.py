"""Numbers by which motions pass singular configurations: docs/singular-configurations.md."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class CrossingTuning:
    """How a step is laid over a singular configuration (`crossing`).

    Clearances are 0 there, 1 far away, and go with the square of the distance beside.
    """

    watched: float = 0.2
    """A clearance above this tells that no singular configuration is near."""
    looks: int = 25
    """Positions ahead that are looked at: over 1.5 steps, a sixteenth of a step apart, where the
    square law of the clearance has two of them on each side of its lowest point.
    """
    ahead: float = 1.5
    """How far ahead, in steps: two steps in a row look at the same position, so that none is missed
    between them.
    """
    longest: float = 1.6
    """The longest step over a singular configuration, in those of the method before: twelve points
    of order 24 hold what eight or nine stages of order 8 hold on such a length.
    """
    coarse: float = 0.3
    """The clearance must not change by more between two positions that are looked at."""
    deep: float = 1e-3
    """A clearance that falls below this on the way is that of a singular configuration, or of a gap
    between two branches that comes close to one.
    """
    after_end: float = 0.2
    """How much of a step is looked at after its end: a lowest point at the end has its rise behind
    it.
    """
    zooms: int = 3
    """How often the look is made finer, each time 24-fold: a lowest point is then told to 1e-4 of a
    step.
    """
    at_singular: float = 1e-4
    """A clearance below its square at the start of a step is that of the singular configuration
    itself.
    """
    sweeps: int = 40
    """Sweeps of the fixed-point iteration on the implicit step; it gains a digit or more with each
    on steps as long as those of an explicit method.  From Hairer, Norsett, Wanner: Solving ODEs I,
    section II.7 (collocation).
    """
    velocities: float = 1e3
    """How much less exactly a smooth motion meets the constraints on velocities between the points:
    a derivative of the series loses as much over half of the distance of points.
    """
    tail: float = 100
    """How much larger than what may be wrong the last terms of the series may be: they are of order
    11 and 10, the error of the step is of order 24.
    """
    collocation_points: int = 12
    """Points of Gauss at which accelerations are taken: a step of order 24.  From Hairer, Norsett,
    Wanner: Solving ODEs I, section II.7 (collocation).
    """
    converged: float = 1e-14
    """A change between two sweeps, relative, that is rounding."""
    stalled: float = 1e-11
    """A change that rounding alone can leave between two sweeps that gain nothing more."""
    unusable: float = 1e-6
    """A clearance below this at a point gives accelerations of too few digits: rounding in them
    goes with 1e-16 over the clearance.
    """
    noisy: float = 1e-2
    """Below this clearance accelerations are worth refinement, which leaves less rounding, and
    constraints would move states of the step by more than it is wrong.
    """
    refinements: int = 3
    """Sweeps with accelerations that are refined."""
    departures: int = 20
    """Halvings of the step that leaves a singular configuration at the start: from the whole motion
    down to a millionth of it.
    """


@dataclass(frozen=True)
class NearSingularTuning:
    """How accelerations are taken near a singular configuration (`system`)."""

    by_singular_values: float = 1e-7
    """At a clearance below this rounding and deviations from the constraints grow too much:
    accelerations are taken at the nearest state that meets them, by singular values.
    """
    locked: float = 1e-9
    """Below this pivot of g (gimbal lock that constraints resolve) the metric is not divided by."""
    doubted: float = 0.1
    """At a clearance below this other constraints may be less dependent, and are compared."""
    seen: float = 1e-5
    """The clearance on both sides from which the means are taken that are shown in the singular
    configuration: 3e-3 of a radian away, where rounding is 1e-11.
    """
    shifts: int = 7
    """Times, from 1e-7 of a tenth of the motion on by 8, in which it is expected to leave a
    singular configuration: 0.003 of it at last.
    """


CROSSING = CrossingTuning()
NEAR_SINGULAR = NearSingularTuning()
