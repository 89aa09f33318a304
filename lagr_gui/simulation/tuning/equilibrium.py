"""Numbers of the search for equilibria, and of small motions about them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SearchTuning:
    """From where equilibria are looked for, and which are the same (`equilibrium`)."""

    starts: int = 60
    """Random starts of a system without constraints; besides these the one of the model, zero, and
    the corners 0, pi of few angles are taken.
    """
    bound_starts: int = 30
    """The same under constraints, where each costs projections."""
    hops: int = 60
    """Jumps from the lowest energy found, where there are several equilibria.  From Wales, Doye:
    Global optimization by basin-hopping, J. Phys. Chem. A 101 (1997).
    """
    corners: int = 6
    """So many angles at most have their corners tried: 64 starts."""
    most_starts: int = 300
    """Starts in all, with those to which known equilibria lead: products of independent parts."""
    repelled: int = 40
    """Steps of Newton's method away from known equilibria.  From Farrell, Birkisson, Funke:
    Deflation techniques, SIAM J. Sci. Comput. 37 (2015).
    """
    aside: float = 0.05
    """It begins so far beside a known one, in parts of its coordinates, or of this one at 0."""
    kept: int = 3
    """So many equilibria that are not isolated are kept."""
    same: float = 1e-6
    """Equilibria nearer than this, relative to 1 + |q|, are the same: the square root of what
    rounding leaves of forces, for a balance that is not a simple one.
    """


@dataclass(frozen=True)
class BalanceTuning:
    """Newton's method on forces and descent on a potential, from one start (`balance`)."""

    steps: int = 80
    """Steps that each of both may take."""
    slow_steps: int = 12
    """So many slow steps in a row end Newton's method: it creeps towards no equilibrium."""
    shortest_part: float = 1e-2
    """The shortest part of a step that a line search on forces tries, before it is damped.  From
    Nocedal, Wright: Numerical Optimization, sections 3.1 and 11.2.
    """
    balanced: float = 1e-9
    """What remains of forces in balance, relative to those out of balance."""
    blurred: float = 1e-9
    """What remains of the terms of a force when they cancel."""
    around: float = 1e-9
    """So far from a position, relative to 1 + |q|, no force that is continuous changes by the part
    `jump`.
    """
    jump: float = 1e-2
    """A part of the usual size of forces."""
    polishing: int = 60
    """Full steps that end a search: where the balance is not a simple one, each gains a third.
    From Dennis, Schnabel: Numerical Methods for Unconstrained Optimization, section 5.2 (Newton's
    method at singular roots).
    """
    contraction: float = 0.25
    """What a step towards an equilibrium that is followed may be of the one before.  From
    Deuflhard: Newton Methods for Nonlinear Problems, section 5.1 (continuation).
    """
    nearing: int = 10
    """Steps towards an equilibrium that is followed; they contract at least by `contraction`."""


@dataclass(frozen=True)
class ModesTuning:
    """When matrices count as symmetric or zero (`modes`)."""

    rounding: float = 1e-12
    """A skew or damping part below this, relative to the largest entry, is rounding."""


@dataclass(frozen=True)
class ResponseTuning:
    """Peaks and phases of a frequency response (`response`)."""

    nothing: float = 1e-12
    """Amplitudes below this part of what they are where all coordinates swing are rounding."""
    opposite: float = 1e-9
    """A phase (rad) this close to pi is pi: whether the output is ahead or behind is rounding."""
    sections: int = 60
    """Steps of the golden section that sharpens a resonance: to 1e-12 of a step of the grid.  From
    Kiefer: Sequential minimax search for a maximum, Proc. AMS 4 (1953).
    """


SEARCH = SearchTuning()
BALANCE = BalanceTuning()
MODES = ModesTuning()
RESPONSE = ResponseTuning()
