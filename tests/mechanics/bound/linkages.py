"""Linkages that are closed in a known state: every joint of a loop has its coordinates there.

Bodies and joints are placed at random; the joints that close a path get the point and the
axes on their parent with which they close.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from lagr_gui.catalogue import KINDS
from lagr_gui.model import Body, Joint, Model
from lagr_gui.topology import analyse
from tests.mechanics.bound import jets
from tests.mechanics.bound.jets import Array
from tests.systems import inertia, random_joint, system, vector

Pose = tuple[Array, Array]
"""Place of the centre of mass (3, 3) and matrix from body into space axes (3, 3, 3), as jets."""


@dataclass(frozen=True)
class Linkage:
    """A model with values and rates of the coordinates of all joints, and body 0's motion."""

    model: Model
    q: Mapping[str, float]
    qd: Mapping[str, float]
    base: Pose

    def cut_at(self, *names: str) -> Linkage:
        """The same linkage with other joints cut."""
        joints = tuple(
            entry.model_copy(update={"cut": entry.name in names}) for entry in self.model.joints
        )
        return replace(self, model=self.model.model_copy(update={"joints": joints}))

    @property
    def state(self) -> dict[str, Any]:
        """The state in the coordinates that are left."""
        names = analyse(self.model, KINDS).coordinates
        return {"t": 0.0, "q": [self.q[n] for n in names], "qd": [self.qd[n] for n in names]}

    def poses(self, qdd: Mapping[str, float] | None = None) -> dict[int, Pose]:
        """Where the bodies are and how they move, by the tree that the program chose."""
        found = {0: self.base}
        for branch in analyse(self.model, KINDS).branches:
            R, d = relative(branch.joint, self._jets(branch.joint, qdd or {}))
            found[branch.child] = _hung(branch.joint, found[branch.parent], R, d, branch.backwards)
        return found

    def _jets(self, drawn: Joint, qdd: Mapping[str, float]) -> list[Array]:
        return [jets.scalar(self.q[n], self.qd[n], qdd.get(n, 0.0)) for n in drawn.coordinates]


def _numbers(value: object) -> Array:
    return np.array(value, float)


def _unit(value: object) -> Array:
    return _numbers(value) / np.linalg.norm(_numbers(value))


def relative(drawn: Joint, q: Sequence[Array]) -> Pose:
    """R and d of the joint frame, as docs/conventions.md has them."""
    one, still = jets.constant(np.eye(3)), jets.constant(np.zeros(3))
    field = lambda name: getattr(drawn, name)  # noqa: E731

    def along(axis: object, value: Array) -> Array:
        return jets.times(value, jets.constant(_unit(axis)))

    match drawn.kind:
        case "fixed":
            return one, still
        case "revolute":
            return jets.turn(field("axis"), q[0]), still
        case "prismatic":
            return one, along(field("axis"), q[0])
        case "cylindrical":
            return jets.turn(field("axis"), q[1]), along(field("axis"), q[0])
        case "universal":
            first, second = jets.turn(field("axis"), q[0]), jets.turn(field("axis2"), q[1])
            return jets.chain(first, second), still
        case "spherical":
            turns = [jets.turn(a, angle) for a, angle in zip(field("sequence"), q, strict=True)]
            return jets.chain(jets.chain(turns[0], turns[1]), turns[2]), still
        case "planar":
            first, second = field("axes")
            return jets.turn(field("normal"), q[2]), along(first, q[0]) + along(second, q[1])
        case "free":
            turns = [jets.turn(a, angle) for a, angle in zip(field("sequence"), q[3:], strict=True)]
            shift = sum(along(a, value) for a, value in zip(field("axes"), q[:3], strict=True))
            R = jets.chain(jets.chain(turns[0], turns[1]), turns[2])
            return R, jets.apply(jets.constant(_numbers(drawn.orientation).T), shift)
    raise KeyError(drawn.kind)


def _hung(drawn: Joint, known: Pose, R: Array, d: Array, backwards: bool) -> Pose:
    """The pose of the other body of a joint."""
    x, A = known
    S = jets.constant(_numbers(drawn.orientation))
    turned = jets.chain(S, R)
    a, b = jets.constant(drawn.point_parent), jets.constant(drawn.point_child)
    arm = a + jets.apply(S, d) - jets.apply(turned, b)
    if not backwards:
        return x + jets.apply(A, arm), jets.chain(A, turned)
    parent = jets.chain(A, turned.transpose(0, 2, 1))
    return x - jets.apply(parent, arm), parent


STILL: Pose = (jets.constant(np.zeros(3)), jets.constant(np.eye(3)))


def linkage(
    seed: int,
    tree: Sequence[tuple[str, int, int]],
    closing: Sequence[tuple[str, int, int]],
    base: Pose = STILL,
    backwards: Sequence[int] = (),
    massless: Sequence[int] = (),
) -> Linkage:
    """A linkage of joints (kind, parent, child) called by their place in the list: "0", "1", …

    Every child of `tree` is a new body.  Those of `backwards` are drawn the other way round.
    """
    source = random.Random(seed)
    bodies = tuple(
        Body(number=child, mass=0)
        if child in massless
        else Body(number=child, mass=round(source.uniform(0.5, 2), 3), inertia=inertia(source))
        for _, _, child in tree
    )
    ends = [(kind, *((b, a) if i in backwards else (a, b))) for i, (kind, a, b) in enumerate(tree)]
    drawn = [
        _renamed(random_joint(source, kind, str(i), a, b), i) for i, (kind, a, b) in enumerate(ends)
    ]
    q = {name: source.uniform(-1, 1) for entry in drawn for name in entry.coordinates}
    gravity = vector(source, 10)
    open_model = system(bodies, drawn, gravity=gravity, parameters=())
    poses = Linkage(open_model, q, dict.fromkeys(q, 0.0), base).poses()
    for i, (kind, a, b) in enumerate(closing, start=len(tree)):
        last = _renamed(random_joint(source, kind, str(i), a, b), i)
        q |= {name: source.uniform(-1, 1) for name in last.coordinates}
        drawn.append(_closing(last, poses, [jets.scalar(q[n]) for n in last.coordinates]))
    model = system(bodies, drawn, gravity=gravity, parameters=())
    open_names = [entry.name for entry in drawn[len(tree) :]]
    still = Linkage(model, q, dict.fromkeys(q, 0.0), base).cut_at(*open_names)
    return replace(still, qd=_consistent(still, drawn[len(tree) :], seed))


def _renamed(drawn: Joint, index: int) -> Joint:
    names = tuple(f"q{index}_{i}" for i in range(len(drawn.coordinates)))
    return drawn.model_copy(update={"coordinates": names})


def _closing(drawn: Joint, poses: Mapping[int, Pose], q: Sequence[Array]) -> Joint:
    """The joint with the point and axes on its parent at which it closes."""
    (xp, P), (xc, C) = poses[drawn.parent], poses[drawn.child]
    R, d = (part[0] for part in relative(drawn, q))
    S = P[0].T @ C[0] @ R.T
    a = P[0].T @ (xc[0] - xp[0]) - S @ d + S @ R @ _numbers(drawn.point_child)
    return drawn.model_copy(
        update={"orientation": tuple(map(tuple, S)), "point_parent": tuple(a.tolist())}
    )


def _consistent(still: Linkage, closing: Sequence[Joint], seed: int) -> dict[str, float]:
    """Random rates with which every loop stays closed."""
    names = list(still.q)
    zero = np.zeros(len(names))

    def gaps(rates: Array) -> Array:
        moving = replace(still, qd=dict(zip(names, rates, strict=True)))
        poses = moving.poses()
        found: list[Array] = []
        for drawn in closing:
            R, d = relative(drawn, moving._jets(drawn, {}))
            x, A = _hung(drawn, poses[drawn.parent], R, d, backwards=False)
            other_x, other = poses[drawn.child]
            found += [x[1] - other_x[1], jets.spin(A)[0] - jets.spin(other)[0]]
        return np.concatenate(found) if found else np.zeros(0)

    own = gaps(zero)
    J = np.array([gaps(row) - own for row in np.eye(len(names))]).T
    wish = np.random.default_rng(seed).uniform(-1, 1, len(names))
    rates = wish - np.linalg.pinv(J, rcond=1e-10) @ (J @ wish + own)
    return dict(zip(names, rates.tolist(), strict=True))
