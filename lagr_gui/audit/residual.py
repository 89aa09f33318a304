"""What remains of the balance of forces, relative to the terms of which it is a sum."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lagr_gui.audit.balance import Balancing, ForceBalance
from lagr_gui.audit.bindings import FRICTIONS, ONE_WAY, friction_of
from lagr_gui.audit.forces import StatedBinding, rubbed, sense_of
from lagr_gui.audit.jets import Array, norm
from lagr_gui.foundation.message import Message, say

IDLE = 1e-11
"""What a condition exerts below this part of its terms is rounding, and supports nothing."""

DEPENDENT = 1e-9
"""Patterns of conditions whose singular values lie below this depend on each other."""

DEAD, ROUNDED = 1e-5, 1e-13
"""Those between both tell a state near a dead position, where accelerations are rounded much, and
where it is a matter of rounding and of scale whether patterns depend on each other."""

WEIGHTED = 1e-3
"""Coordinates on which less than this part of the largest force acts have the weight of that."""

FAINT = 1e-6
"""Below this part of the largest force along any coordinate what remains may be its rounding."""

REST = 1e-3
"""Where all is at rest the terms of a rate are rounding: those of this acceleration count too."""

STILL = 1e-9
"""A slip may be the rounding of none where it is this part of what it could be."""

FAR = 1e-4
"""States that miss conditions by more say nothing: written otherwise, conditions differ there."""

OFF = 1e3
"""By so much more than its distance from the conditions may a state upset their rates."""


TINY = float(np.finfo(float).tiny)
"""Added to sizes that may vanish."""

NEAR = 1e-3
"""The least part of the model's length by which places are told apart, and moments compared with
forces."""


@dataclass(frozen=True, eq=False)
class Left:
    """What remains (n,) of a balance whose terms have a size (n,), and the item that it tells."""

    quantity: str
    source: str
    left: Array
    size: Array


@dataclass(frozen=True, eq=False)
class Residuals:
    """Relative residuals at n states.

    `forces` (n, f): the balance along each coordinate, without what conditions can exert;
    `rates` (m, n): the conditions, differentiated until accelerations stand in them;
    `loose` (n, f) is the first in its own unit, `bases` (n, f, k) are orthonormal columns of
    what the conditions can exert (some may be zero), in the weights (n, f) of `weights`.  `clear`
    (n,) tells the states that are not near a dead position.  `multipliers` (n, m) are what the
    conditions exert, where that is `unique` (n,).
    """

    forces: Array
    rates: Array
    loose: Array
    bases: Array
    weights: Array
    clear: NDArray[np.bool_]
    multipliers: Array
    unique: NDArray[np.bool_]


def residuals(balance: ForceBalance, active: NDArray[np.bool_] | None = None) -> Residuals:
    """The residuals of a balance; `active` (n, c) tells which limits are in contact."""
    f = balance.inertial.shape[1]
    acting = balance.acting(active)
    bound = np.ones(f, bool)
    bound[list(balance.low_order)] = False
    weights = balance.extents * _weights(balance.sizes * balance.extents)
    rest = balance.inertial - balance.applied
    patterns = np.where(acting[..., None], np.swapaxes(balance.exerted(acting), 0, 1), 0.0)
    bounds = np.swapaxes(balance.pattern_sizes, 0, 1)
    fading = _fading(patterns, bounds, weights)
    patterns = np.where(np.abs(patterns) > IDLE * bounds, patterns, 0.0)
    patterns = np.swapaxes(np.where(bound, patterns, 0.0), 1, 2)
    support = _supported(patterns, rest, weights)
    left = rest - _applied(patterns, support.multipliers)
    terms = balance.sizes + _applied(np.abs(patterns), np.abs(support.multipliers))
    terms = terms + faint(terms, balance.extents)
    loose = np.where(bound, left, 0.0)
    forces = np.where(bound, _over(np.abs(left), terms), 0.0)
    clear = support.clear & ~fading & ~_lower(acting, support.ranks)
    asked = np.where(acting, balance.rates.T, 0.0)
    if not balance.low_order:
        opened = support.open(asked)  # rounding of large rates must not reach small ones
        asked = np.where(np.abs(opened) < np.abs(asked), opened, asked)
    rates = _rates(balance, asked)
    if len(balance.sources):
        forces = np.maximum(forces - OFF * balance.off(active)[:, None], 0.0)
    exerting = np.sum(np.any(patterns != 0, axis=1), axis=1)
    unique = clear & (support.ranks == exerting)
    last = support.multipliers, unique
    return Residuals(forces, rates, loose, support.bases, weights, clear, *last)


def faint(terms: Array, extents: Array | float) -> Array:
    """What may be rounding of the largest of the terms (…, f), along each coordinate."""
    largest = np.max(terms * extents, axis=-1, keepdims=True, initial=0.0)
    return FAINT * largest / extents


def _applied(matrices: Array, vectors: Array) -> Array:
    """The product of each matrix (n, a, b) with its vector (n, b)."""
    return (matrices @ vectors[..., None])[..., 0]


def _lower(acting: NDArray[np.bool_], ranks: NDArray[np.int_]) -> NDArray[np.bool_]:
    """The states in which the same conditions support less than elsewhere: dead positions."""
    if not ranks.any():
        return np.zeros(len(ranks), bool)
    if (acting == acting[0]).all():
        return ranks < np.max(ranks)
    _, sets = np.unique(acting, axis=0, return_inverse=True)
    most = np.zeros(len(ranks), int)
    np.maximum.at(most, sets.ravel(), ranks)
    return ranks < most[sets.ravel()]


def _fading(patterns: Array, bounds: Array, weights: Array) -> NDArray[np.bool_]:
    """The states (n,) in which a pattern is nearly nothing beside its terms: dead positions."""
    sizes, terms = (
        np.linalg.norm(table * weights[:, None], axis=2) for table in (patterns, bounds)
    )
    return np.any((sizes > ROUNDED * terms) & (sizes < DEAD * terms), axis=1)


def _rates(balance: ForceBalance, rates: Array) -> Array:
    """Rates (n, m) over their terms; those of states off their conditions may be in proportion.

    What rests for long under its weight is told by rounding of the weight.
    """
    allowed = OFF * balance.gaps * (balance.usual + balance.rate_sizes)
    sizes = balance.rate_sizes + REST * np.maximum(balance.usual, balance.falling)
    return _over(np.maximum(np.abs(rates.T) - allowed, 0.0), sizes)


def _weights(sizes: Array) -> Array:
    largest = np.max(sizes, axis=1, keepdims=True, initial=0.0)
    return 1.0 / np.where(largest > 0, np.maximum(sizes, WEIGHTED * largest), 1.0)


@dataclass(frozen=True, eq=False)
class _Support:
    """What conditions can exert at n states.

    `bases` (n, f, k) have orthonormal columns, and zeros where there are fewer, `ranks` (n,) tell
    how many there are; with `multipliers` (n, m) they exert what is asked for; `clear` (n,) tells
    whether they are clearly dependent or independent.  `rows` (n, k, m) are orthonormal in what
    accelerations make of the rates (n, m) of the conditions over `lengths` (n, m).
    """

    bases: Array
    ranks: NDArray[np.int_]
    multipliers: Array
    clear: NDArray[np.bool_]
    rows: Array
    lengths: Array

    def open(self, rates: Array) -> Array:
        """The part of rates (n, m) that accelerations can change.

        What dependent conditions contradict each other in is told where accelerations are computed.
        """
        along = _applied(self.rows, rates / self.lengths)
        return _applied(np.swapaxes(self.rows, 1, 2), along) * self.lengths


def _supported(patterns: Array, rest: Array, weights: Array) -> _Support:
    """What patterns (n, f, m) can exert, and how they exert `rest` (n, f)."""
    n, f, m = patterns.shape
    if not patterns.any():
        none, still = np.zeros((n, f, 0)), np.zeros((n, m))
        nothing = np.zeros((n, 0, m)), np.ones((n, m))
        return _Support(none, np.zeros(n, int), still, np.ones(n, bool), *nothing)
    weighted = patterns * weights[..., None]
    finite = np.isfinite(weighted).all(axis=(1, 2)) & np.isfinite(rest).all(axis=1)
    usable = np.asarray(finite)
    weighted = np.where(usable[:, None, None], weighted, 0.0)
    asked = np.where(usable[:, None], rest * weights, 0.0)
    lengths = np.sqrt(np.sum(weighted**2, axis=1))
    lengths = np.where(lengths > 0, lengths, 1.0)
    U, s, V = np.linalg.svd(weighted / lengths[:, None], full_matrices=False)
    kept = s > DEPENDENT * s[:, :1]
    clear = ~np.any((s > ROUNDED * s[:, :1]) & (s < DEAD * s[:, :1]), axis=1)
    bases = np.where(kept[:, None], U, 0.0)
    answer = _applied(np.swapaxes(bases, 1, 2), asked) / np.where(kept, s, 1.0)
    multipliers = _applied(np.swapaxes(V, 1, 2), answer) / lengths
    rows = np.where(kept[..., None], V, 0.0)
    return _Support(bases, np.sum(kept, axis=1), multipliers, clear, rows, lengths)


def _over(values: Array, sizes: Array) -> Array:
    """Ratios; 0 where both vanish."""
    return np.where(values == 0, 0.0, values / np.where(sizes > 0, sizes, TINY))


# --- Coulomb's law: what slides goes its way, what sticks is held by its bound ------------------


@dataclass(frozen=True, eq=False)
class Breach:
    """By how much (n,) a law is broken, beside the largest that occurs; what, and of which item."""

    quantity: Message
    source: str
    beyond: Array


def breaches(
    balancing: Balancing,
    balance: ForceBalance,
    found: Residuals,
    active: NDArray[np.bool_] | None,
) -> Iterator[Breach]:
    """How far a motion is from Coulomb's law: of frictions, then of rough limits.

    Nothing is said of states of which nobody tells what is in contact.
    """
    if active is None:
        return
    acting, forces = balance.acting(active), np.where(found.unique[:, None], found.multipliers, 0.0)
    for row, binding in enumerate(balancing.bindings):
        if binding.bound is not None and binding.component == 1:
            rows = [n for n, b in enumerate(balancing.bindings) if b.key == binding.key]
            yield from _of_surfaces(balancing, balance, rows, acting, forces)
        elif binding.bound is not None and not binding.component:
            usual = float(np.max(balance.usual[row], initial=0.0)) * balance.time
            yield from _of_friction(balancing, binding, acting[:, row], forces[:, row], usual)
    pairs = [slide.slip for slide in balance.slides]
    for (limit, first, _), source in zip(balance.slides, _named(balance, pairs), strict=True):
        element = balancing.model.element(source.partition(":")[2])
        _, static = friction_of(element, balancing.values)
        sticks, N = acting[:, first], np.where(acting[:, limit], -forces[:, limit], 0.0)
        force = np.hypot(forces[:, first], forces[:, first + 1])
        size = float(np.max(np.abs(N), initial=0.0)) or 1.0
        yield Breach(say("The force of a contact, which cannot pull"), source, -N / size)
        held = np.where(sticks, force - static * N, 0.0)
        yield Breach(say("The friction of a contact that sticks"), source, held / size)


def _named(balance: ForceBalance, rows: Sequence[int]) -> list[str]:
    return [balance.sources[row] for row in rows]


def _of_friction(
    balancing: Balancing,
    binding: StatedBinding,
    sticks: NDArray[np.bool_],
    force: Array,
    usual: float,
) -> Iterator[Breach]:
    """Of one friction, whose slip may be rounding below a part of a `usual` one."""
    element = balancing.model.element(binding.key.partition(":")[2])
    assert element.kind in FRICTIONS and binding.bound is not None
    given = np.where(np.isfinite(binding.bound), binding.bound, 0.0)
    size = max(float(np.max(np.abs(part), initial=0.0)) for part in (given, force))
    sense, slip = sense_of(element, balancing.values), binding.value[0]
    slides = np.abs(sense) == 1
    rubbing = binding.rubbing
    if rubbing is None:
        rubbing = rubbed(element, balancing.values, 0 * slip)
    beside = np.where(slides, 0.0, np.abs(rubbing))
    held = np.where(sticks, np.abs(force), beside) - np.where(sticks | ~slides, binding.bound, 0.0)
    if element.kind in ONE_WAY:
        held = np.where(sticks, np.maximum(held, -force), held)
    yield Breach(say("The friction that sticks"), binding.key, held / (size or 1.0))
    against = np.where(slides, -sense * slip, 0.0)
    fastest = max(float(np.max(np.abs(slip), initial=0.0)), STILL * usual) or 1.0
    yield Breach(say("The sense in which it slides"), binding.key, against / fastest)
    moved = np.where(slides, 0.0, np.abs(slip))
    yield Breach(say("The slip of what sticks"), binding.key, moved / (usual or fastest))


def _of_surfaces(
    balancing: Balancing,
    balance: ForceBalance,
    rows: Sequence[int],
    acting: NDArray[np.bool_],
    forces: Array,
) -> Iterator[Breach]:
    """How far surfaces that stick are beyond their bound, and slip."""
    first = balancing.bindings[rows[0]]
    assert first.bound is not None
    sticks, bound = acting[:, rows[0]], first.bound
    held, size = norm(forces[:, rows]), float(np.max(first.bound, initial=0.0))
    size = max(size, float(np.max(held, initial=0.0))) or 1.0
    beyond = np.where(sticks, held - bound, 0.0)
    yield Breach(say("The friction that sticks"), first.key, beyond / size)
    slips = norm(np.array([balancing.bindings[row].value[0] + 0 * bound for row in rows]).T)
    usual = float(np.max(balance.usual[rows], initial=0.0)) * balance.time
    fastest = max(float(np.max(slips, initial=0.0)), STILL * usual) or 1.0
    moved = np.where(sticks, slips, 0.0)
    yield Breach(say("The slip of what sticks"), first.key, moved / (usual or fastest))
