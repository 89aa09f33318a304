"""Numbers of the steps in time."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SteppingTuning:
    """How steps keep to the constraints, and are taken again (`stepping`)."""

    met: float = 1e-12
    """Residuals of constraints (SI) that rounding alone can make: states that miss by more are
    projected back after each step.  From Hairer, Wanner: Solving ODEs II, section VII.2 (projection
    methods).
    """
    drifted: float = 1e5
    """A step that leaves the constraints by more than this many tolerances is taken again, shorter.
    """
    smooth_part: float = 1e-4
    """A part of a good step on which motions and constraints change little, where they are smooth.
    """
    retried: float = 0.2
    """The length of a step that is taken again, of its length before: the least factor of the usual
    control of steps.  From Hairer, Norsett, Wanner: Solving ODEs I, section II.4.
    """
    shortest: float = 1e-14
    """A step shorter than this, relative to the time, adds nothing to it."""
    fading: float = 0.98
    """How the length of good steps is forgotten: by half in 34 steps."""
    behind: float = 4
    """How far behind a singular configuration, in the time to it, a position must exist."""
    doubtful: float = 0.1
    """From this part of a good step on it is tested whether time leads past a singular
    configuration.
    """
    locked_steps: int = 3000
    """So many small steps in a row near a lock of the coordinates lead nowhere."""
    singular_steps: int = 30
    """The same near a singular configuration."""
    small_step: float = 1e-2
    """What is a small step, compared with a good one."""


@dataclass(frozen=True)
class BurstTuning:
    """Many steps at once in machine code (`bursts`)."""

    safety: float = 0.9
    """The next step is shorter by this than the error allows: most are good at once.  From Hairer,
    Norsett, Wanner: Solving ODEs I, section II.4.
    """
    shrink: float = 0.2
    """A step is at least so long beside the one that was tried before.  From Hairer, Norsett,
    Wanner: Solving ODEs I, section II.4.
    """
    grow: float = 10.0
    """A step is at most so long beside the one before.  From Hairer, Norsett, Wanner: Solving ODEs
    I, section II.4.
    """
    clear: float = 0.6
    """Where the clearance is above this at all stages of a step, twice what may change between two
    looks, no singular configuration lies between them.
    """

    room: int = 1000
    """Steps of one burst: their dense output is kept in one piece."""
    first: int = 8_000_000
    """Operations of the first burst, before it is known how long they take: about 1 ms."""
    stiff_steps: int = 3000
    """So many steps at the edge of stability count as stiffness: a hundred times as many as for
    single steps.  They take some 10 ms, and outside machine code an implicit method takes a
    thousand times as long for a step.
    """
    pause: float = 0.01
    """Seconds of a burst: between two of them wishes to cancel are heard."""


@dataclass(frozen=True)
class ImplicitTuning:
    """Steps of Radau IIA in machine code (`bursts/radau`)."""

    longest_slopes: int = 200_000
    """Operations of a program of slopes; a longer one would take seconds to be made."""
    turns: int = 6
    """Turns of Newton's method before the step becomes shorter.  From Hairer, Wanner: Solving ODEs
    II, section IV.8.
    """
    newton: float = 0.03
    """Newton's method ends where less than this part of the tolerance is left.  From Hairer,
    Wanner: Solving ODEs II, section IV.8.
    """
    slow: float = 1e-3
    """Where Newton's method converges more slowly than this, slopes are taken anew.  From Hairer,
    Wanner: Solving ODEs II, section IV.8.
    """
    as_long: float = 1.2
    """A step that could be longer by less than this stays as long, with the same matrices.  From
    Hairer, Wanner: Solving ODEs II, section IV.8.
    """


@dataclass(frozen=True)
class RunTuning:
    """What a run does beside its steps (`run`, `rightside`, `events`)."""

    report: float = 0.05
    """Seconds between two reports of progress: twenty pictures a second."""
    listen: float = 0.02
    """Seconds between two looks at the user's wish to cancel."""
    first_estimate: int = 20_000
    """After so many steps it is estimated how many the end will take."""
    hopeless: float = 100
    """With so many times the largest number of steps before it the end is out of reach."""
    parts: int = 8
    """Parts of a step in which a change of sign of an event is looked for: steps of order 8 are
    long.  From Shampine, Thompson: Event location for ODEs, Comput. Math. Appl. 39 (2000).
    """
    least_span: float = 1e-7
    """The least span of a step on which curves of limits are looked at: what they do within is told
    by their signs at its ends.
    """
    spans: int = 20_000
    """Spans of one step after which none is halved any more: a rotor that makes a thousand turns in
    it takes some.
    """
    sampled: float = 1e-14
    """What rounding may make of a curve through samples, of the largest of them."""
    root_tries: int = 100
    """Tries after which a root is no longer looked for: halving alone takes some fifty."""
    other_place: float = 1e-2
    """How far another position is, to see whether inertia vanishes there too (rad, or a part of the
    model's length).
    """


@dataclass(frozen=True)
class ForesightTuning:
    """Where functions of time alone switch, and how fast they vary (`foresight`)."""

    tame: float = 0.5
    """Time is parted until no function of it varies by more than this of its whole range within a
    part: a bump is parted five times or more.
    """
    strides: float = 4.0
    """Steps are at most so many times as long as the parts that they pass: two and a half widths of
    a pulse, while vibrations allow at most half a period anyway.
    """
    largest: float = 0.01
    """The largest step, of the whole time: what forces do in some places only is met by some
    thousand stages.  It costs motions that need few steps about 0.3 ms.
    """
    finest: float = 1e-12
    """The shortest part, of the whole time: what happens within has no effect on a motion."""
    most_parts: int = 60_000
    """Parts from which on none is halved any more: some hundred thousand vibrations."""
    at_once: int = 4096
    """Parts that are looked at together: enough for the time of NumPy's calls to be small."""
    noise: float = 1e-13
    """A sum that varies by less than this of its terms is constant: the rest is rounding."""


@dataclass(frozen=True)
class GrowthTuning:
    """When a coordinate grows without bound (`growth`)."""

    decades: int = 3
    """So many times it has grown tenfold beyond the size of the mechanism, or beyond a turn."""
    slower: float = 1.5
    """The later half of these decades takes at most so many times as long as the earlier one: once
    for exp(t), 10^(3/2n) times for the power n of time.
    """
    rest: float = 1.5
    """It still grows where the last decade is not over since more than so many of them."""


@dataclass(frozen=True)
class TaylorTuning:
    """Steps by Taylor series in machine code (`bursts/taylor`)."""

    products: int = 80
    """Sums of products of an order up to which series are faster than DOP853: by a third with 20, a
    fifth with 50, no more with 160.
    """
    strictness: float = 0.1
    """Steps keep to this part of the tolerances: DOP853 too misses less in a step than it may."""
    knots: int = 4
    """Steps may be so many times as long as those of DOP853: what is added up or looked for along
    them, works and zeros, is so in as many parts.
    """
    least: int = 8
    """The least order, for large tolerances: that of DOP853."""
    digits: float = 0.6
    """The order is 2 more than so many times the logarithm of the tolerance.  1/2 would be best if
    time went with its square; measured, it hardly rises more than the order up to 16.  From Jorba,
    Zou: Experimental Mathematics 14 (2005), section 3.2.
    """
    missed: float = 100.0
    """What the rate at the end of a step may miss, times the length, over the tolerance: the
    derivative of a last term is `order` times as large as the term.
    """
    edge: float = 0.3
    """From |h lambda| of so many times the order on stability limits steps: its region ends at some
    0.4 on the real axis; accuracy never allows more than 0.15 for vibrations.  From Hairer, Wanner:
    Solving ODEs II, section IV.2.
    """
    endured: int = 10_000
    """So many steps at the edge of stability count as stiffness.  They take some 5 ms; where many
    digits are asked for Radau, of order 5, often takes more steps than that edge does.
    """


@dataclass(frozen=True)
class StiffnessTuning:
    """When the automatic choice goes over to an implicit method (`solvers/stiffness`)."""

    stability: float = 4.0
    """Above this |h lambda| stability limits DOP853: its region of stability ends at about 6 on the
    real axis, and the control of steps keeps away from its border.  From Hairer, Wanner: Solving
    ODEs II, section IV.2.
    """
    accuracy: float = 1.9
    """The |h lambda| that accuracy never allows at rtol 1e-10; at other tolerances it goes with
    their eighth root.  Measured: below 1.3 for smooth motions, 2.1 to 5.7 for stiff ones.
    """
    patience: int = 30
    """So many steps above these, not interrupted by `relief` others, count as stiffness; the
    published test waits for 15.  From Hairer, Wanner: Solving ODEs II, section IV.2.
    """
    relief: int = 6
    """So many steps below them in a row begin the count anew.  From Hairer, Wanner: Solving ODEs
    II, section IV.2.
    """


@dataclass(frozen=True)
class CreepTuning:
    """When steps in machine code are too short for the motion (`bursts`)."""

    look: int = 4
    """Every so many steps it is looked whether they creep, or stability limits those of series; at
    each, where it did.
    """
    bend: float = 2e-3
    """Steps in which the motion bends by less than this part of its way are short for another
    reason than accuracy.  Usual in the samples: 0.1 to 1, and 6e-3 for an elastic arm.
    """
    longer: float = 2.0
    """It goes on with them where they are so many times as long as those that crept: one takes as
    many evaluations, and equations to solve.
    """


@dataclass(frozen=True)
class SamplingTuning:
    """Motions with laws that sample (`sampled`)."""

    remembered: int = 32
    """Bursts of steps, of some 0.2 MB each, that are kept when they were taken again: who shows a
    motion asks for many times close to each other.
    """
    rows: int = 10_000
    """So many instants of samples are output times besides those asked for; of more nobody sees
    each.
    """


STEPPING = SteppingTuning()
BURST = BurstTuning()
IMPLICIT = ImplicitTuning()
RUN = RunTuning()
FORESIGHT = ForesightTuning()
GROWTH = GrowthTuning()
TAYLOR = TaylorTuning()
STIFFNESS = StiffnessTuning()
CREEP = CreepTuning()
SAMPLING = SamplingTuning()
