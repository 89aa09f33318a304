"""The chosen numbers of the linear algebra with ranks, and of impacts."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RankTuning:
    """How ranks are told (`descriptor`), and independent columns picked (`reduction`)."""

    dependent: float = 1e-9
    """A singular value of the scaled G, its rows of length 1, below this counts as zero: far above
    rounding (1e-16 over the least length of a row that counts, 1e-5), far below what mechanisms
    have outside of singular configurations.  From Golub, Van Loan: Matrix Computations, chapter 5
    (numerical rank by the SVD).
    """
    without_inertia: float = 1e-13
    """An eigenvalue of the metric of the motions that the constraints leave below this part of the
    largest: they have no inertia, and no acceleration.
    """
    weightless: float = 1e-28
    """An inertia below this part of the largest is none: it is rounding of sin π, squared.  Those
    of angles and of displacements are of different units: what is real in a mechanism of
    micrometres is 1e-15 beside a kilogram.
    """
    idle: float = 1e-10
    """A row smaller than this part of what it could be binds nothing: its terms cancel."""
    whole: float = 1e-5
    """Rows larger than this part of what they could be count alike; smaller ones count less, so
    that the rounding in them (1e-16) stays below `dependent`.
    """
    unfulfilled: float = 1e-6
    """A part of what constraints ask for above this, that no acceleration meets: they contradict
    each other.
    """
    least_asked: float = 1e-9
    """The same in the scale of the metric, where forces make accelerations and constraints ask for
    little: below this all is rounding.
    """
    share: float = 0.3
    """A coordinate is taken as independent where its part in the motions is this of the largest
    one: wished ones go first, but not where they determine the others badly.  From Wehage, Haug:
    Generalized coordinate partitioning, J. Mech. Design 104 (1982), with full pivoting instead of
    this part.
    """


@dataclass(frozen=True)
class ImpactTuning:
    """How impulses of several contacts are found (`impacts`)."""

    exchanges: int = 10_000
    """Exchanges between contacts that push and that do not: each lowers an energy, so that the
    search ends by itself long before.  From Lawson, Hanson: Solving Least Squares Problems, chapter
    23.
    """
    together: float = 1e-10
    """Impulses together that move less than this part of what others move are idle: they can take
    each other's place.
    """


@dataclass(frozen=True)
class CurveTuning:
    """What counts as even, and as a wave (`curves`)."""

    uneven: float = 1e-6
    """Differences of steps, relative to the mean one, up to which times count as even."""
    swing: float = 0.1
    """How far, relative to its largest distance from the mean, a curve goes to either side between
    two passages: smaller waves are none.
    """
    rhythm: float = 0.02
    """Differences of times between passages, relative to the mean one, up to which they are even.
    """


@dataclass(frozen=True)
class TurnTuning:
    """Attitudes by three turns in sequence (`attitudes`)."""

    across: float = 1e-9
    """Cosines of angles between axes below this are those of right angles, as in matrices that are
    typed.
    """
    shut: float = 1e-13
    """Below this sine of the angle to a lock rates of the first and the last turn are rounding."""


@dataclass(frozen=True)
class CoulombTuning:
    """How contacts with friction are solved (`coulomb`)."""

    sweeps: tuple[int, ...] = (30, 300, 3000)
    """Sweeps over all efforts before Newton's method begins: the first are nearly always enough to
    find what slides and what sticks."""
    near: float = 1e-8
    """Efforts that change by less of the largest one in a sweep are near enough."""
    rounds: int = 60
    """Steps of Newton's method, of which two or three are usual."""
    exact: float = 1e-13
    """What may be missed of the largest speed or acceleration."""
    rounded: float = 1e-7
    """What efforts that take each other's place cannot take is rounding below this part of it."""
    halvings: int = 12
    """How often a step is halved that leads away."""


@dataclass(frozen=True)
class LoadedTuning:
    """How bounds of friction are found that follow from what presses (`loaded`)."""

    rounds: int = 40
    """Steps of Newton's method, of which four or five are usual."""
    exact: float = 1e-15
    """Bounds that change by less of the largest one in a step are known."""
    rounded: float = 1e-12
    """Below this part of the largest one a step that is no shorter than the last is rounding."""
    powers: int = 6
    """Steps of the power method from which machine code has a bound of the gain, from above."""


RANKS = RankTuning()
UNLIMITED = 1e300
"""The bound of an effort that has none."""
COULOMB = CoulombTuning()
LOADED = LoadedTuning()
IMPACTS = ImpactTuning()
CURVES = CurveTuning()
TURNS = TurnTuning()
