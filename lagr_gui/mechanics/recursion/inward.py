"""Inward recursions: forces on coordinates from wrenches, and the metric g.

Projections on the columns of a frame give the generalised forces; composite bodies (all
that hangs on a frame, taken as rigid) give the metric g_μν, μ, ν from 0.
"""

from __future__ import annotations

from lagr_gui.kernel import Node
from lagr_gui.mechanics.recursion.frames import Frame, Frames, added, mirrored, moved_wrench, outer
from lagr_gui.mechanics.recursion.motion import Acceleration, MovingFrames
from lagr_gui.mechanics.recursion.wrenches import Wrench
from lagr_gui.mechanics.vectors import Square, Triple, apply, cross, dot, plus, product, times
from lagr_gui.mechanics.vectors import transpose as t


def inertial_wrench(frame: Frame, state: Acceleration) -> Wrench:
    """Mass times acceleration of what is fixed in a frame, about the frame's origin.

    Force M a + U ∫x dm, moment ∫x dm × a + ε (U J) with the Binet tensor J.
    """
    force = plus(times(state.a, frame.mass), apply(state.U, frame.moment))
    K = product(state.U, frame.J)
    spin = (K[2][1] - K[1][2], K[0][2] - K[2][0], K[1][0] - K[0][1])
    return force, plus(spin, cross(frame.moment, state.a))


def weight(motion: MovingFrames, gravity: Triple[Node]) -> dict[int, Wrench]:
    """The weights of all frames; `gravity` in space axes."""
    wrenches: dict[int, Wrench] = {}
    for index, frame in enumerate(motion.frames.frames):
        if frame.weight.value != 0:
            local = apply(t(motion.poses[index][0]), gravity)
            wrenches[index] = (
                times(local, frame.weight),
                cross(frame.weight_moment, local),
            )
    return wrenches


def project(frames: Frames, wrenches: dict[int, Wrench], size: int) -> list[Node]:
    """Generalised forces of wrenches on frames, for coordinates 0 … f."""
    zero = frames.scope.program.zero
    still = (zero, zero, zero)
    forces = [zero] * size
    sums = {index: wrenches.get(index, (still, still)) for index in range(len(frames.frames))}
    for index in range(len(frames.frames) - 1, 0, -1):
        frame, (force, moment) = frames.frames[index], sums[index]
        for coordinate, (turn, move) in frame.columns.items():
            forces[coordinate] = forces[coordinate] + dot(turn, moment) + dot(move, force)
        f, n = moved_wrench(frame, force, moment)
        known = sums[frame.parent]
        sums[frame.parent] = (plus(known[0], f), plus(known[1], n))
    return forces


def transmitted(frames: Frames, wrenches: dict[int, Wrench]) -> list[Wrench]:
    """For each frame the sum of the wrenches on it and on all behind it, about its origin."""
    still = frames.origin
    sums = [wrenches.get(index, (still, still)) for index in range(len(frames.frames))]
    for index in range(len(sums) - 1, 0, -1):
        frame = frames.frames[index]
        f, n = moved_wrench(frame, *sums[index])
        known = sums[frame.parent]
        sums[frame.parent] = (plus(known[0], f), plus(known[1], n))
    return sums


Composite = tuple[Node, Triple[Node], Square[Node]]


def metric(frames: Frames, size: int) -> list[list[Node]]:
    """The metric g_μν (17), μ, ν = 0 … f, by composite bodies."""
    zero = frames.scope.program.zero
    g = [[zero] * size for _ in range(size)]
    composites = _composites(frames)
    for index, frame in enumerate(frames.frames):
        for nu, (turn, move) in frame.columns.items():
            momentum = _momentum(composites[index], turn, move)
            _spread_momentum(frames, index, nu, momentum, g)
    return g


def _composites(frames: Frames) -> list[Composite]:
    composites = [(frame.mass, frame.moment, frame.J) for frame in frames.frames]
    for index in range(len(frames.frames) - 1, 0, -1):
        frame = frames.frames[index]
        M, c, J = composites[index]
        turned = apply(frame.m, c)
        J = mirrored(product(product(frame.m, J), t(frame.m)))
        first = outer(turned, frame.p)
        J = mirrored(added(added(J, added(first, t(first))), outer(times(frame.p, M), frame.p)))
        c = plus(turned, times(frame.p, M))
        known = composites[frame.parent]
        composites[frame.parent] = (known[0] + M, plus(known[1], c), added(known[2], J))
    return composites


def _momentum(composite: Composite, turn: Triple[Node], move: Triple[Node]) -> Wrench:
    """Momentum and angular momentum (about the origin) for a unit velocity of a column."""
    M, c, J = composite
    linear = plus(times(move, M), cross(turn, c))
    trace = J[0][0] + J[1][1] + J[2][2]
    own = apply(J, turn)
    angular = (
        trace * turn[0] - own[0],
        trace * turn[1] - own[1],
        trace * turn[2] - own[2],
    )
    return linear, plus(angular, cross(c, move))


def _spread_momentum(
    frames: Frames, start: int, nu: int, momentum: Wrench, g: list[list[Node]]
) -> None:
    index = start
    while index > 0:
        frame = frames.frames[index]
        for mu, (turn, move) in frame.columns.items():
            value = dot(turn, momentum[1]) + dot(move, momentum[0])
            g[mu][nu] = g[mu][nu] + value
            if index != start:
                g[nu][mu] = g[nu][mu] + value
        momentum = moved_wrench(frame, *momentum)
        index = frame.parent
