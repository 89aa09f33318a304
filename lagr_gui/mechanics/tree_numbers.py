"""The tree of frames in numbers at one position, and what it tells of inertia.

Each frame is dealt with once, from the tips to the root, so that a thousand bodies take a
fraction of a second; the whole metric g is never written down.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from lagr_gui.foundation.arrays import Array
from lagr_gui.kernel import compile_kernel
from lagr_gui.mechanics.recursion.frames import Frame, Frames

NO_INERTIA = 1e-12
"""A pivot of g this small against its diagonal element is rounding."""

PART = 0.1
"""A coordinate takes part in a motion from this share on."""


@dataclass(frozen=True, eq=False)
class NumericFrame:
    """A frame in numbers, about its origin in its own axes.

    A twist is (ω, v of the origin); `X` (6, 6) maps wrenches about the origin to the parent's,
    its transpose a twist of the parent to the one that the frame has with it.  `columns` (6, k)
    are the twists relative to the parent for unit velocities of the coordinates `moved` (from
    0); `inertia` (6, 6) gives twice the kinetic energy of what is fixed in the frame.
    """

    parent: int
    X: Array
    columns: Array
    moved: tuple[int, ...]
    inertia: Array


class FrameNumbers:
    """Looks at the frames of one system at positions."""

    def __init__(self, frames: Frames) -> None:
        self._frames = frames.frames
        scope = frames.scope
        self.coordinates = scope.reading.coordinates
        outputs = {f"frame {i}": list(_nodes(frame)) for i, frame in enumerate(self._frames)}
        self._kernel = compile_kernel(
            scope.program, scope.state, scope.parameters, outputs, level="python"
        )

    @property
    def seen(self) -> list[bool]:
        """Whether something with mass or inertia is fixed in each frame."""
        return [
            any(node.value != 0 for node in (f.mass, *(e for row in f.J for e in row)))
            for f in self._frames
        ]

    def at(self, parameters: Sequence[float], t: float, q: Array) -> list[NumericFrame]:
        """All frames at positions q (f,), parents first."""
        out = self._kernel.bind(parameters)(np.concatenate([[t], q, np.zeros_like(q)]))
        return [_numeric(frame, out[f"frame {i}"]) for i, frame in enumerate(self._frames)]


def owned_once(frames: Frames) -> bool:
    """Whether each coordinate moves one frame only."""
    owners = [nu for frame in frames.frames for nu in frame.columns if nu]
    return len(owners) == len(set(owners)) == len(frames.scope.reading.coordinates)


def idle_motions(frames: Sequence[NumericFrame], size: int) -> tuple[list[Array], list[Array]]:
    """Motions (f,) of a tree without kinetic energy, and motions with a negative one.

    Every coordinate moves one frame.  From the tips to the root each coordinate is eliminated,
    as in a factorisation g = Lᵀ D L (articulated bodies): a pivot of D that vanishes against its
    element of g belongs to a motion without energy.  Motions are scaled by √g_νν.
    """
    diagonal = _diagonal(frames, size)
    pivots: dict[int, float] = {}
    shares: dict[int, tuple[int, Array, Array]] = {}
    bodies = [frame.inertia for frame in frames]
    for index in range(len(frames) - 1, 0, -1):
        frame, body = frames[index], bodies[index]
        for column, nu in zip(frame.columns.T, frame.moved, strict=True):
            momentum = body @ column
            pivots[nu] = pivot = float(column @ momentum)
            if abs(pivot) <= NO_INERTIA * abs(diagonal[nu]):
                momentum = np.zeros(6)
            else:
                body = body - np.outer(momentum, momentum) / pivot
            shares[nu] = index, column, momentum
        bodies[frame.parent] = bodies[frame.parent] + frame.X @ body @ frame.X.T
    none = [nu for nu, pivot in pivots.items() if abs(pivot) <= NO_INERTIA * abs(diagonal[nu])]
    negative = [nu for nu, pivot in pivots.items() if pivot < 0 and nu not in none]
    scale = np.sqrt(np.where(diagonal > 0, diagonal, np.max(diagonal, initial=0.0) or 1.0))
    return tuple(  # type: ignore[return-value]
        [_motion(frames, nu, shares, pivots, size) * scale for nu in several]
        for several in (none, negative)
    )


def taking_part(names: Sequence[str], motions: Sequence[Array]) -> tuple[str, ...]:
    """The coordinates that take part in any of some motions."""
    takes = np.zeros(len(names), bool)
    for motion in motions:
        takes |= np.abs(motion) > PART * np.linalg.norm(motion)
    return tuple(name for name, part in zip(names, takes, strict=True) if part)


def groups(frames: Sequence[NumericFrame], seen: Sequence[bool]) -> Iterator[list[int]]:
    """Frames by what tells their coordinates apart: from one body that is seen to the next.

    The motion of a body relative to the one before it depends on the coordinates between them
    only, so that each group can be looked at alone; coordinates in several places join them.
    """
    leader = list(range(len(frames)))

    def find(index: int) -> int:
        while leader[index] != index:
            leader[index] = leader[leader[index]]
            index = leader[index]
        return index

    owner: dict[int, int] = {}
    for index, frame in enumerate(frames[1:], start=1):
        if frame.parent > 0 and not seen[frame.parent]:
            leader[find(index)] = find(frame.parent)
        for nu in frame.moved:
            leader[find(owner.setdefault(nu, index))] = find(index)
    members: dict[int, list[int]] = {}
    for index in range(1, len(frames)):
        members.setdefault(find(index), []).append(index)
    yield from members.values()


def metric_of(
    frames: Sequence[NumericFrame], group: Sequence[int], seen: Sequence[bool]
) -> tuple[list[int], Array]:
    """The coordinates of a group of frames, and the g of its own bodies over them.

    The bodies on which the group stands are held.
    """
    moved = sorted({nu for index in group for nu in frames[index].moved})
    place = {nu: column for column, nu in enumerate(moved)}
    inside = set(group)
    twists: dict[int, Array] = {}
    g = np.zeros((len(moved), len(moved)))
    for index in group:
        frame = frames[index]
        held = frame.parent not in inside or seen[frame.parent]
        J = np.zeros((6, len(moved))) if held else frame.X.T @ twists[frame.parent]
        for column, nu in zip(frame.columns.T, frame.moved, strict=True):
            J[:, place[nu]] += column
        twists[index] = J
        if seen[index]:
            g += J.T @ frame.inertia @ J
    return moved, g


def _nodes(frame: Frame) -> Iterator:
    for row in frame.m:
        yield from row
    yield from frame.p
    yield frame.mass
    yield from frame.moment
    for row in frame.J:
        yield from row
    for turn, move in frame.columns.values():
        yield from turn
        yield from move


def _numeric(frame: Frame, values: Array) -> NumericFrame:
    m, p = values[:9].reshape(3, 3), values[9:12]
    X = np.zeros((6, 6))
    X[:3, :3] = X[3:, 3:] = m
    X[:3, 3:] = _skew(p) @ m
    moved = [nu for nu in frame.columns if nu]
    kept = [at for at, nu in enumerate(frame.columns) if nu]
    columns = values[25:].reshape(-1, 6)[kept].T
    inertia = _inertia(values[12], values[13:16], values[16:25].reshape(3, 3))
    return NumericFrame(frame.parent, X, columns, tuple(nu - 1 for nu in moved), inertia)


def _inertia(mass: float, moment: Array, J: Array) -> Array:
    """The matrix of twice the kinetic energy over twists, from the Binet tensor J."""
    matrix = np.zeros((6, 6))
    matrix[:3, :3] = np.trace(J) * np.eye(3) - J
    matrix[:3, 3:] = _skew(moment)
    matrix[3:, :3] = -_skew(moment)
    matrix[3:, 3:] = mass * np.eye(3)
    return matrix


def _skew(v: Array) -> Array:
    return np.array([[0.0, -v[2], v[1]], [v[2], 0.0, -v[0]], [-v[1], v[0], 0.0]])


def _diagonal(frames: Sequence[NumericFrame], size: int) -> Array:
    """g_νν (f,) by composite bodies."""
    diagonal = np.zeros(size)
    bodies = [frame.inertia for frame in frames]
    for index in range(len(frames) - 1, 0, -1):
        frame = frames[index]
        for column, nu in zip(frame.columns.T, frame.moved, strict=True):
            diagonal[nu] = column @ bodies[index] @ column
        bodies[frame.parent] = bodies[frame.parent] + frame.X @ bodies[index] @ frame.X.T
    return diagonal


def _motion(
    frames: Sequence[NumericFrame],
    start: int,
    shares: dict[int, tuple[int, Array, Array]],
    pivots: dict[int, float],
    size: int,
) -> Array:
    """The motion (f,) in which what is behind a coordinate of unit velocity follows freely."""
    velocities = np.zeros(size)
    velocities[start] = 1.0
    first, column, _ = shares[start]
    twists = {first: column.copy()}
    inner = frames[first].moved
    for nu in reversed(inner[: inner.index(start)]):
        _follow(nu, twists[first], velocities, shares, pivots)
    for index in range(first + 1, len(frames)):
        frame = frames[index]
        if frame.parent not in twists:
            continue
        twists[index] = twist = frame.X.T @ twists[frame.parent]
        for nu in reversed(frame.moved):
            _follow(nu, twist, velocities, shares, pivots)
    return velocities


def _follow(
    nu: int,
    twist: Array,
    velocities: Array,
    shares: dict[int, tuple[int, Array, Array]],
    pivots: dict[int, float],
) -> None:
    """The velocity with which a coordinate follows; the twist of its frame with it."""
    _, column, momentum = shares[nu]
    if momentum.any():
        velocities[nu] = -(momentum @ twist) / pivots[nu]
        twist += column * velocities[nu]
