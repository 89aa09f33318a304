"""Surfaces of joints that slip along several directions at once, stated a second time.

Slips are those of points and angular velocities of both bodies; what is exerted acts on coordinates
of the joint, by how these move the bodies.  Axes are those of the joint’s parent, of a ball turned by
the first of its turns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lagr_gui.audit.balance import BEGINS, Balancing, ForceBalance
from lagr_gui.audit.bindings import AXES
from lagr_gui.audit.bodies import Bodies, JointLink
from lagr_gui.audit.forces import StatedBinding
from lagr_gui.audit.jets import Array, Jet, apply, constant, cross, dot, jet, matmul, norm, product
from lagr_gui.audit.joints import rotation
from lagr_gui.audit.pressed import coefficient, reaction
from lagr_gui.audit.residual import STILL, Breach
from lagr_gui.foundation.message import say


class JointSurface:
    """The joint of an element: its bodies, its points, and the directions along which it slips."""

    def __init__(self, element: Any, bodies: Bodies) -> None:
        self.element, self.bodies, values = element, bodies, bodies.values
        index = values.index[element.coordinate]
        self.link: JointLink = next(k for k in bodies.links if index in k.moves)
        self.joint: Any = values.fields.joints[self.link.joint]
        ends = self.link.inner, self.link.outer
        parent, child = ends if self.link.sign > 0 else ends[::-1]
        self.frames = bodies.frames[parent], bodies.frames[child]
        a = values.point(self.joint.parent, self.joint.point_parent)
        b = values.point(self.joint.child, self.joint.point_child)
        self.point = self.frames[1].point(b)
        self.way = self.point - self.frames[0].point(a)
        self.pull = sum(f.pull_at(p) for f, p in zip(self.frames, (a, b), strict=True))
        self.radius = values.scalar(element.radius)[0]
        self.S = values.matrix(self.joint.orientation)
        field = {"cylindrical": "axis", "planar": "normal"}.get(self.joint.kind, "")
        self.axis = self._fixed(getattr(self.joint, field)) if field else None

    def _fixed(self, direction: Any) -> Jet:
        """A direction of the joint, in axes of its parent."""
        return apply(self.S, self.bodies.values.direction(direction))

    def bindings(self) -> Iterator[StatedBinding]:
        """The slips: along the directions of the joint, then about its axes."""
        if self.axis is None:
            first, values = self.joint.sequence[0], self.bodies.values
            turn = rotation(
                values.direction(first)[0, 0], values.motion.q[self.joint.coordinates[0]]
            )
            slides, turns = [], [apply(matmul(self.S, turn), constant(axis)) for axis in AXES]
        elif self.joint.kind == "planar":
            along = self._fixed(self.joint.axes[0])
            slides, turns = [along, product(self.axis, along, cross)], [self.axis]
        else:
            slides, turns = [self.axis], [self.axis]
        every = [*map(self._slide, slides), *map(self._turn, turns)]
        for number, binding in enumerate(every, start=1):
            binding.is_pressed, binding.component = True, number
            yield binding

    def _slide(self, axis: Jet) -> StatedBinding:
        e = self.frames[0].direction(axis)
        shift, speeds = dot(self.way, e), np.sum(self.way[1] ** 2, axis=-1)
        size = self.pull + norm(self.way[0]) * self.frames[0].bend + speeds
        link = self.link
        arm = self.point[0] - self.bodies.frames[link.outer].x[0]
        binding = self._acting(np.sum(e[0] * (link.v + cross(link.w, arm)), axis=-1))
        return binding.states(jet(shift[1], shift[2], 0 * shift[1]), 1, size)

    def _turn(self, axis: Jet) -> StatedBinding:
        e, (parent, child) = self.frames[0].direction(axis), self.frames
        w, alpha = child.omega - parent.omega, child.alpha - parent.alpha
        speed = np.sum(w * e[0], axis=-1)
        rate = np.sum(alpha * e[0] + w * e[1], axis=-1)
        binding = self._acting(self.radius * np.sum(e[0] * self.link.w, axis=-1))
        value = jet(self.radius * speed, self.radius * rate, 0 * speed)
        return binding.states(value, 1, np.abs(self.radius) * (parent.bend + child.bend))

    def _acting(self, slopes: Array) -> StatedBinding:
        """What acts along the coordinates of the joint, by slopes (k, n)."""
        binding = StatedBinding(f"element:{self.element.name}")
        for index, slope in zip(self.link.moves, slopes, strict=True):
            binding.act(index, slope)
        return binding

    def pressing(self, balancing: Balancing, multipliers: Array) -> Array:
        """What presses (n,), for λ (n, m): the preload, and the reaction where it does so, too."""
        presses = np.abs(self.bodies.values.scalar(self.element.preload)[0])
        if self.element.pressed != "reaction":
            return presses + 0 * multipliers[:, 0]
        force, _ = reaction(balancing, self.link, multipliers)
        if self.axis is None:
            return presses + norm(force)
        axis = self.frames[0].direction(self.axis)[0]
        along = np.sum(force * axis, axis=-1)
        if self.joint.kind == "planar":
            return presses + np.abs(along)
        return presses + norm(force - along[:, None] * axis)


def surface_bindings(element: Any, bodies: Bodies) -> Iterator[StatedBinding]:
    """The components of the slip of an element."""
    return JointSurface(element, bodies).bindings()


def rubbed(
    balancing: Balancing, element: Any, rows: Sequence[int], multipliers: Array, sticks: Array
) -> tuple[Array, Array]:
    """What an element exerts along its slips (d, n) where it slides, and its bound (n,).

    For λ (n, m); where it begins to slide it rubs against the rate of its slip.
    """
    slips, rates = (
        np.array([balancing.bindings[row].value[k] + 0 * multipliers[:, 0] for row in rows])
        for k in (0, 1)
    )
    size = norm(slips.T)
    mu = coefficient(element, balancing.values, size, sticks)
    bound = mu * JointSurface(element, balancing.bodies).pressing(balancing, multipliers)
    begins = size <= BEGINS * np.max(size, initial=0.0)
    ways = np.where(begins, rates, slips)
    length = norm(ways.T)
    ways = np.where(sticks, 0.0, ways / np.where(length > 0, length, 1.0))
    return -bound * ways, bound


def breaches(
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
