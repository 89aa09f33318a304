"""Numbers of how exact a motion is, and what is computed along it: tolerances, works, integrals."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class EnergyTuning:
    """The work along a motion (`energy`), and when a system rests (`trajectory`)."""

    nodes: int = 5
    """Gauss-Legendre nodes of an interval: exact to degree 9, above the order of the methods."""
    block: int = 2000
    """Intervals between two looks at the user's wish to cancel."""
    resting: float = 1e-12
    """Energies that change by less than this part of |U| are those of a system at rest."""
    strayed: float = 1e3
    """So many absolute tolerances a state may differ from rest and be one at rest: errors of steps
    add up.
    """


@dataclass(frozen=True)
class QuadratureTuning:
    """Integrals of a course that can be asked for at any time (`quadrature`)."""

    panel_points: int = 16
    """Gauss nodes of a panel: the last three terms of its series tell whether it has converged."""
    miss: float = 1e-10
    """What a panel may miss, of the largest integral of the modulus."""
    panels: int = 2000
    """Panels from which on none is halved any more."""
    halvings: int = 24
    """How often panels are halved where the course has a kink or a jump: to 1e-7 of the span."""


@dataclass(frozen=True)
class VariationTuning:
    """Linear equations along a motion that is known (`variation`)."""

    stages: int = 5
    """Radau nodes of a step: order nine, one more than the steps of the motion itself have."""
    step_apart: float = 1e-11
    """What a step may differ from two of half its length, of its largest entry."""
    divisions: int = 20
    """How often steps are halved where coefficients jump: to 1e-6 of a step."""
    most_spans: int = 20_000
    """Steps at once from which on none is halved any more, as where coefficients are noise."""


@dataclass(frozen=True)
class FloorTuning:
    """How absolute tolerances follow the motion (`floors`)."""

    of_motion: float = 100.0
    """So many times its part of the motion so far is an absolute tolerance at most: as much as the
    relative one with the defaults, so that small motions have as many digits.
    """
    first_part: float = 1e-7
    """The first step, as a part of the time of the motion, where nothing moves yet.  From Hairer,
    Norsett, Wanner: Solving ODEs I, section II.4 (with 1e-6 of a second).
    """
    least_part: float = 1e-8
    """The least part of itself that an absolute tolerance is where steps see how far they lead: far
    below the rounding of the size of a model.
    """
    of_rounding: float = 1e-13
    """The part of accelerations that are held against each other that steps take for rounding: some
    hundred units in the last place.  Where a motion begins held, all that moves is that.
    """
    from_rest: float = 1.0
    """The least part of itself that an absolute tolerance is where a motion begins from rest:
    methods of low order never leave the start with errors relative to what has only begun.
    """
    velocity_spans: float = 10.0
    """Velocities count beside the size of the model over this part of the time of the motion."""


FLOORS = FloorTuning()
ENERGY = EnergyTuning()
QUADRATURE = QuadratureTuning()
VARIATION = VariationTuning()
