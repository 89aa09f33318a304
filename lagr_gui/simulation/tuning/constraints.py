"""Numbers by which states meet constraints, go past locks of three turns, strike and touch."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ProjectionTuning:
    """Newton's method to the nearest state that meets the constraints (`constraints`)."""

    rounds: int = 30
    """Newton steps that a projection may take: five or six where it converges, more where the first
    ones are cut to one radian.  From Dennis, Schnabel: Numerical Methods for Unconstrained
    Optimization, section 5.2.
    """
    bisections: int = 30
    """Halvings that find the last time at which constraints can be met: to 1e-9 of a step."""
    straying: float = 4.0
    """How much farther positions may lie than velocities lead: others belong to another branch."""
    weak: float = 1e-4
    """A singular value below this part of the largest moves no state that is touched up: it would
    hand on rounding, enlarged.
    """
    last_step: float = 1e-13
    """A step below this, in the scale of the coordinates, ends a projection."""
    closed: float = 1e-9
    """What constraints on positions may miss, beside what they are when all moves by a radian or by
    the length of the model.
    """
    poor: float = 0.3
    """Slopes whose smallest singular value is below this part of that of others are given up."""
    massless: float = 1e6
    """How much farther than others coordinates without inertia go to meet constraints."""


@dataclass(frozen=True)
class AssemblyTuning:
    """Start values that meet the constraints (`assembly`)."""

    tries: int = 120
    """Random positions from which Newton's method starts when the given ones lead nowhere."""
    rounded: float = 1e-3
    """Given start values that together miss less than this part of the model's size were rounded
    when they were typed: no other position of the free coordinates is looked for.
    """
    beside: float = 100.0
    """To hold start values, positions may lie so many times as far from what is given as the
    nearest ones: others belong to another assembly.
    """
    contradictory: float = 1e-8
    """Velocities that constraints miss by more than this contradict each other."""
    changed: float = 1e-9
    """A start value that differs by more than this was changed, and that is said."""


@dataclass(frozen=True)
class MobilityTuning:
    """Degrees of freedom in general position (`freedom`)."""

    positions: int = 4
    """Other positions that are looked at, from 0.01 to 0.3 away: a rank that is low in all of them
    is low everywhere.
    """
    astray: float = 0.1
    """A velocity leads nowhere where the nearest position that meets the constraints is this part
    of its way beside it: on a mechanism's way, which bends, it is a tenth of that.
    """


@dataclass(frozen=True)
class FollowingTuning:
    """Motions that some coordinates lead (`following`)."""

    farthest: float = 0.3
    """A step on which a coordinate moves farther (rad, or a length like it) is halved."""
    apart: float = 0.1
    """So is one on which a position lies apart from where it was expected, by this part of the way:
    a sign that it lies on another branch.
    """
    shortest_span: float = 1e-9
    """A step below this part of the span leads nowhere."""
    side: float = 2e-3
    """How far apart places beside a singular configuration are (rad): the mean of four misses by
    the fourth power of it.
    """
    degree: int = 5
    """Splines through tables have this degree: their accelerations are twice continuously
    differentiable.  From de Boor: A Practical Guide to Splines, chapter XIII.
    """


@dataclass(frozen=True)
class VerdictTuning:
    """Which cause is named where a motion cannot go on (`faults`)."""

    singular: float = 1e-12
    """A pivot of g below this part of its g_ii counts as zero."""
    nearly_singular: float = 1e-6
    """A pivot below this explains steps that become too small."""
    takes_part: float = 1e-6
    """A constraint takes part in the direction of another with more than this."""


@dataclass(frozen=True)
class ChartTuning:
    """When a motion goes over to other turns (`charts`), and how its angles go on (`lifting`)."""

    leave: float = 0.1
    """Below this sine of the angle to a lock other turns are taken: there accelerations lose two
    digits, and steps are a tenth as long.
    """
    enter: float = 0.3
    """Above this sine a motion goes back to the angles of the model: three times as far as where it
    leaves them, so that it does not go to and fro.
    """
    tilted: float = 0.5
    """Below this cosine of the middle one of the other turns they are taken anew: it is 1 where
    they begin, and 0 in their own lock.
    """
    stricter: float = 0.1
    """Tolerances of steps in other turns, of those that were asked for: a body that tumbles keeps
    its momentum to 1e-9 through a thousand seconds then.
    """
    swung: float = 1.0
    """Angles that forces depend on are told within a quarter of a turn of their references; from
    this on (rad) these are taken anew.
    """
    close: float = 1e-3
    """So near a lock (rad) many steps in a row are those of forces that have no bound in it."""
    unseen: int = 8
    """Steps, beside half of those of the last stretch, until it is looked whether a chart is still
    good: what lies behind is taken anew.
    """
    places: int = 4
    """Parts of a step at whose ends angles are followed, before any is halved."""
    way: float = 0.4
    """Turns by more than this (rad) between two looks at the angles are halved."""
    finer: int = 40
    """How often such looks are halved: down to `fine`."""
    fine: float = 1e-14
    """An arc that lies so near its chord (rad) is followed no more finely: that is rounding."""
    through: float = 1e-12
    """A motion that passes a lock nearer than this (rad) goes through it: what is left is rounding,
    and the side is not known.
    """
    undefined: float = 1e-6
    """A passage nearer than this (rad) is told: there rates of angles are a million times the
    angular velocity.
    """


@dataclass(frozen=True)
class ContactTuning:
    """When limits count as reached, struck and at rest (`contacts`)."""

    typed: float = 1e-6
    """A start that is beyond a limit by less than this part of the terms of its gap is put on it:
    start values are typed with some digits.
    """
    in_touch: float = 3e-11
    """A gap below this part of what its terms have been is none when something arrives: several
    limits reached at one instant are found one by one, each with the error of the steps.
    """
    slack: float = 1e-11
    """A limit that never opens by this part of the terms of its gap is in touch, and a rebound that
    is no higher is none: rounding must not reach it again.
    """
    open: float = 1e-3
    """A limit that opens by this part of `slack` is open: it is met where its gap is 0 itself, so
    that no impact lies beyond it and none gains energy.
    """
    rebound: float = 1e-5
    """A rebound below this part of the fastest arrival at a limit so far comes to rest: impacts of
    a bouncing ball accumulate without end.  From Pfeiffer, Glocker: Multibody Dynamics with
    Unilateral Contacts, chapter 8 (impacts by Newton's law).
    """
    still: float = 1e-10
    """A speed below this part of what the velocities could make of it is rest in any case."""
    steady: float = 0.05
    """By less than this part the acceleration that leads back changes until a slow rebound has come
    to rest: then the time of rest is known as well.
    """
    moved: float = 1e-9
    """An impact that takes less than this part of a speed of arrival takes nothing: then
    constraints lead through the limit.
    """
    chain: int = 200
    """Impacts that may follow each other in a row of touching bodies at one instant, before all are
    taken at once.
    """
    most: int = 20_000
    """Impacts that a motion may have."""
    pushing: float = 1e-9
    """A contact stays where its force is above this part of the largest one."""


@dataclass(frozen=True)
class FrictionTuning:
    """When what sticks lets go (`frictions`)."""

    beyond: float = 1 + 1e-11
    """What sticks lets go where its force is this part of what it holds at most: there Gauss'
    principle tells that it slides, however rounding goes.
    """
    tiny: float = 1e-300
    """What is watched of a slip of exactly 0 lies below 0 by that: it is no change."""
    at_bound: float = 1e-12
    """An effort that is nearer to its bound than this part of it lies there."""
    felt: float = 1e-14
    """Accelerations of slip below this part of their terms are rounding: nothing lets go then."""
    stopped: float = 1e-6
    """A slip that passes across its way at less than this part of what velocities could make of it
    has come to rest; otherwise it has turned.
    """
    turning: float = 1e-3
    """A slip that turns round at more than this part of what velocities could make of it has not
    been 0: the ends of a line have passed each other, or the given speed of the other side jumps.
    """
    seized: float = 1e-6
    """A limit that slides and whose force lifts it by less than this part of what it would without
    friction locks (Painlevé).
    """
    gained: float = 1e-9
    """An impact that makes more than this part of the kinetic energy is no impact."""
    instant: float = 1e-12
    """Changes within this part of the time are of one instant."""
    row: int = 500
    """So many changes one after the other within the part `dense` of the time are chatter."""
    dense: float = 1e-6
    """The part of the whole time within which `row` changes are too many."""
    falls: float = 1e-9
    """A force that is less by this part as soon as it slides falls: who lets go so goes first."""
    regular: float = 1e-6
    """Where what moves a friction is less than this part of what moves it alone, or moved it
    before, a change is made with care, and not within a burst.
    """
    far_open: float = 1e3
    """So it is where a limit is open by less than so many times its slack."""
    shared: float = 1e-6
    """Loads that balance each other may turn friction by this part of it, and it is rounding."""
    wedging: float = 1e-6
    """A part below this one, beside its largest in units of what moves, has no force among contacts
    that are wedged.
    """
    along_a_line: float = 1e-10
    """What answers less, beside the largest answer of all contacts that stick, does not move that
    way.
    """
    moved_aside: float = 1e-3
    """So far aside, as a part of what coordinates go, rows are looked at that shall stay dependent.
    """
    changes: int = 8
    """So many changes for each friction may follow one another at an instant."""


@dataclass(frozen=True)
class PressedTuning:
    """How friction that reactions press is found, and when it is not (`loaded_contacts`)."""

    alternations: int = 400
    """So often bounds that follow from reactions are found anew, each time with the efforts that
    the last ones allow; they come nearer as a geometric series.
    """
    agreed: float = 1e-14
    """Bounds that change by less of the largest one in a round agree with the efforts."""
    patient: int = 60
    """Behind so many rounds they go on from what is needed to hold all, behind twice as many by
    Newton's method.  Then those agree that change by less of the terms of what presses: where these
    cancel, as in a nut that falls freely, bounds are rounding.
    """
    ample: float = 1e12
    """So many times what presses holds all."""
    nudge: float = 1e-6
    """Its slopes are those over this part of the largest bound: what presses goes linearly."""
    jammed: float = 1 - 1e-6
    """What slides jams where a change of its friction changes what presses by this part of what
    would make the change."""
    crossed: float = 1e-9
    """Of what presses this part may be left open by conditions that depend on each other; a load
    that moves nothing has no part of a condition that has less of it: that is rounding.
    """


PROJECTION = ProjectionTuning()
ASSEMBLY = AssemblyTuning()
MOBILITY = MobilityTuning()
FOLLOWING = FollowingTuning()
VERDICT = VerdictTuning()
CHART = ChartTuning()
CONTACT = ContactTuning()
PRESSED = PressedTuning()
FRICTION = FrictionTuning()
