"""A motion in segments: between impacts velocities are smooth, at impacts they jump; its work."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from functools import partial
from itertools import pairwise
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from lagr_gui.numerics.state_layout import StateLayout
from lagr_gui.simulation.bursts import works_of_steps
from lagr_gui.simulation.courses import JoinedCourse
from lagr_gui.simulation.solvers import Dense, ManySteps
from lagr_gui.simulation.system import Array, Mode, PowerPrograms, Record
from lagr_gui.simulation.tuning import ENERGY

WorksAlong = Callable[[ManySteps, Array, NDArray[np.int64]], tuple[Array, float]]
"""As `works_of_steps`, of a system whose frictions change along the steps."""


class RecordedSystem(Protocol):
    """What tells afterwards what a system did, as `MechanicalSystem` does."""

    @property
    def powers(self) -> PowerPrograms | WorksAlong | None:
        """What tells powers and T in machine code; None where nothing does."""
        ...

    def record(self, t: Array, states: Array) -> Record:
        """Accelerations, energies and powers at times (k,) and states (k, n)."""
        ...


@dataclass(slots=True, eq=False)
class SmoothSegment:
    """A smooth part of a motion: its system, the ends of its steps, its courses in pieces.

    A piece is made of one step or of many; `piece_ends` (p + 1,) tells where it begins and where
    they end, `step_ends` where the steps of each do.

    `modes` tell what is in contact, and how frictions slide: from its begin on, and where machine
    code changed them.  `losses` are the times of impacts within it, or at its end, with the
    energies that they take.
    """

    system: RecordedSystem
    piece_ends: list[float]
    modes: list[Mode]
    pieces: list[Dense] = field(default_factory=list)
    step_ends: list[Sequence[float] | Array] = field(default_factory=list)
    losses: list[tuple[float, float]] = field(default_factory=list)

    def enter(self, ends: Sequence[float] | Array, dense: Dense) -> None:
        """Enter steps that end at these times, and their states."""
        self.step_ends.append(ends)
        self.pieces.append(dense)
        self.piece_ends.append(float(ends[-1]))

    @property
    def begin(self) -> float:
        """The time at which it begins."""
        return self.piece_ends[0]

    @property
    def end(self) -> float:
        """The time up to which it goes at present."""
        return self.piece_ends[-1]

    @property
    def knots(self) -> Array:
        """Where it begins, where all of its steps end, and the knots within those of series."""
        inner = (
            piece.knots[1:] if isinstance(piece, ManySteps) and piece.order else ends
            for piece, ends in zip(self.pieces, self.step_ends, strict=True)
        )
        return np.concatenate([self.piece_ends[:1], *inner])

    def fastest(self, layout: StateLayout) -> Array:
        """The largest |q̇| (f,) where its steps begin, where it ends and halfway before that.

        What moves from rest and stops within one step would seem not to have moved.
        """
        halfway = float(np.mean(self.knots[-2:]))
        last = self.pieces[-1](np.array([halfway, self.end])).T
        largest = np.abs(layout.qd(last)).max(axis=0)
        for piece, end in zip(self.pieces, self.piece_ends[1:], strict=True):
            states = piece.origins if isinstance(piece, ManySteps) else piece(end)[None]
            largest = np.maximum(largest, np.abs(layout.qd(states)).max(axis=0))
        return largest

    @property
    def dense(self) -> Callable[[Any], Array]:
        """The states of this part at any time."""
        return JoinedCourse(self.piece_ends, self.pieces)


@dataclass(frozen=True, slots=True, eq=False)
class SegmentBalance:
    """Records at the output times, work since the start (n,), largest kinetic energy."""

    record: Record
    dissipated: Array
    supplied: Array
    largest_T: float


def places(segments: list[SmoothSegment], t: Array) -> list[slice]:
    """Which of the times t (n,) belong to each segment; that of an impact to the one before."""
    ends = [int(np.searchsorted(t, s.end, side="right")) for s in segments[:-1]]
    return [slice(*pair) for pair in pairwise([0, *ends, len(t)])]


def touching(segments: list[SmoothSegment], t: Array, limits: int) -> NDArray[np.bool_]:
    """Which limits are in contact at times t (n,): (n, c)."""
    in_contact = np.zeros((len(t), limits), bool)
    if not limits:
        return in_contact
    for segment, place in zip(segments, places(segments, t), strict=True):
        modes = segment.modes
        rows = np.searchsorted([mode.t for mode in modes], t[place], side="left") - 1
        table = np.zeros((len(modes), limits), bool)
        for row, mode in zip(table, modes, strict=True):
            row[list(mode.active)] = True
        in_contact[place] = table[np.maximum(rows, 0)]
    return in_contact


def balance(
    segments: list[SmoothSegment], t: Array, states: Array, listen: Callable[[], None] | None
) -> SegmentBalance:
    """Accelerations, energies and works of a motion at times t (k,) and states (k, n).

    What impacts take counts as dissipated.  Works are integrated where there is something to
    `listen` to while that takes long; otherwise they are nan.
    """
    parts: list[Record] = []
    dissipated, supplied = np.zeros(len(t)), np.zeros(len(t))
    lost = gained = largest = 0.0
    for segment, place in zip(segments, places(segments, t), strict=True):
        times, along, inside = _with_ends(segment, t[place], states[place])
        whole = segment.system.record(times, along)
        parts.append(whole if len(times) == len(t[place]) else _some(whole, inside))
        if listen is None:
            dissipated[place] = supplied[place] = np.nan
        elif segment.pieces:
            steps = segment.knots if _has_powers(whole) else ()
            taken, put, T = works(segment.system, whole, segment.dense, times, steps, listen)
            dissipated[place], supplied[place] = lost + taken[inside], gained + put[inside]
            lost, gained, largest = lost + taken[-1], gained + put[-1], max(largest, T)
        dissipated[place] += taken_before(segment, t[place])
        lost += sum(loss for _, loss in segment.losses)
        largest = max(largest, float(whole.T.max(initial=0.0)))
    return SegmentBalance(_joined(parts), dissipated, supplied, largest)


def _with_ends(segment: SmoothSegment, t: Array, states: Array) -> tuple[Array, Array, slice]:
    """Rising times t (n,) within a segment and states (n, 2f), with both ends; where those are."""
    moving, begin, end = bool(segment.pieces), segment.begin, segment.end
    first = [begin] if moving and not (len(t) and t[0] == begin) else []
    last = [end] if moving and not (len(t) and t[-1] == end) else []
    if not first and not last:
        return t, states, slice(0, len(t))
    rows = segment.dense(np.array([*first, *last])).T
    along = np.vstack([rows[: len(first)], states, rows[len(first) :]])
    return np.concatenate([first, t, last]), along, slice(len(first), len(first) + len(t))


def taken_before(segment: SmoothSegment, t: Array) -> Array:
    """What impacts of a segment have taken before each of the times t (n,)."""
    if not segment.losses:
        return np.zeros(len(t))
    times, losses = np.array(segment.losses).reshape(-1, 2).T
    return np.append(0.0, np.cumsum(losses))[np.searchsorted(times, t, side="left")]


def _has_powers(record: Record) -> bool:
    return bool(record.dissipated.any() or record.supplied.any())


def _some(record: Record, instants: slice) -> Record:
    """A record at some of its instants."""
    return Record(*(getattr(record, column.name)[instants] for column in fields(Record)))


def _joined(parts: list[Record]) -> Record:
    if len(parts) == 1:
        return parts[0]
    return Record(
        *(
            np.concatenate([getattr(part, column.name) for part in parts])
            for column in fields(Record)
        )
    )


def works(
    system: RecordedSystem,
    grid: Record,
    dense: Callable[[Array], Array],
    t: Array,
    steps: Sequence[float] | Array,
    listen: Callable[[], None],
) -> tuple[Array, Array, float]:
    """Dissipated and supplied work (n,) from t[0] to each of the times t (n,).

    The third value is the largest kinetic energy on the way; output times can miss it, where many
    steps lie between them.

    Quadrature apart from the integrator: it neither costs steps nor touches their control.
    Intervals end at the grid and at the ends of steps, where the dense output has kinks.
    `listen` is called many times a second and may raise `Cancelled`.
    """
    largest = float(grid.T.max())
    if len(t) < 2 or not _has_powers(grid):
        return np.zeros(len(t)), np.zeros(len(t)), largest
    ends, at = _together(t, np.asarray(steps))
    marked = np.zeros(len(ends), np.int64)
    marked[at] = 1
    look = 1 - (marked[:-1] | marked[1:])  # T is known at one of the ends of other intervals
    parts = [np.zeros((2, 1))]
    for work, T in _by_parts(system, dense, ends, look, listen):
        parts.append(work)
        largest = max(largest, T)
    dissipated, supplied = np.concatenate(parts, axis=1).cumsum(axis=1).take(at, axis=1)
    return dissipated, supplied, largest


def _together(t: Array, inner: Array) -> tuple[Array, NDArray[np.int64]]:
    """Rising times t (n,) and those of others, rising too, that lie among them; where t stand."""
    ends = np.concatenate([t, inner])
    order = ends.argsort(kind="stable")  # of equal times that of t comes first
    ends, from_t = ends[order], order < len(t)
    new = (ends > t[0]) & (ends < t[-1])
    new[1:] &= ends[1:] != ends[:-1]
    kept = from_t | new
    return ends[kept], np.flatnonzero(from_t[kept])


def _by_parts(
    system: RecordedSystem,
    dense: Callable[[Array], Array],
    ends: Array,
    look: NDArray[np.int64],
    listen: Callable[[], None],
) -> Iterator[tuple[Array, float]]:
    """Works (2, n) between times, part by part, and the largest T of each.

    T is looked at in the middle of the intervals that `look` (n,) marks.  Machine code follows the
    steps that it took, where it knows their powers.
    """
    powers = system.powers if isinstance(dense, JoinedCourse) else None
    if not isinstance(dense, JoinedCourse) or powers is None:
        yield from _in_blocks(system, dense, ends, look, listen)
        return
    first = 0
    for course, times in dense.parted(ends):
        here = look[first : first + len(times) - 1]
        first += len(here)
        if isinstance(course, ManySteps):
            listen()
            along = partial(works_of_steps, powers) if isinstance(powers, PowerPrograms) else powers
            yield along(course, times, here)
        else:
            yield from _in_blocks(system, course, times, here, listen)


def _in_blocks(
    system: RecordedSystem,
    dense: Callable[[Array], Array],
    ends: Array,
    look: NDArray[np.int64],
    listen: Callable[[], None],
) -> Iterator[tuple[Array, float]]:
    """Works (2, n) between times, block by block, and the largest T of each."""
    for first in range(0, len(ends) - 1, ENERGY.block):
        listen()
        last = first + ENERGY.block
        yield _parts(system, dense, ends[first : last + 1], look[first:last])


def _parts(
    system: RecordedSystem,
    dense: Callable[[Array], Array],
    ends: Array,
    look: NDArray[np.int64],
) -> tuple[Array, float]:
    """Dissipated and supplied work (2, n) between n + 1 times, and the largest T."""
    x, weights = np.polynomial.legendre.leggauss(ENERGY.nodes)
    half = np.diff(ends) / 2
    times = ((ends[:-1] + half)[:, None] + half[:, None] * x).ravel()
    record = system.record(times, dense(times).T)
    powers = np.stack([record.dissipated, record.supplied], axis=1).reshape(-1, ENERGY.nodes, 2)
    work = half * np.einsum("k,nkp->pn", weights, powers)
    middle = record.T[ENERGY.nodes // 2 :: ENERGY.nodes]
    return work, float(np.max(middle, where=look > 0, initial=0.0))
