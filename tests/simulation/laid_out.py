"""Random closed loops whose joints close where the bodies stand, drawn in any order."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import networkx as nx
import numpy as np

from lagr_gui.catalogue import JOINTS
from lagr_gui.catalogue.motions import Rotate
from lagr_gui.model import Body, Inertia, Joint, Model, StartValue
from lagr_gui.numerics.turning import turn_about
from tests.systems import joint, system

Pose = tuple[np.ndarray, np.ndarray]


@dataclass(frozen=True)
class LaidOut:
    """A model that is drawn round, the places of its bodies, and the values of all coordinates."""

    model: Model
    poses: dict[int, Pose]
    values: dict[str, float]


class _Draughtsman:
    def __init__(self, source: random.Random, planar: bool, size: float) -> None:
        self.source, self.planar, self.size = source, planar, size
        self.poses: dict[int, Pose] = {0: (np.zeros(3), np.eye(3))}
        self.joints: list[Joint] = []
        self.values: dict[str, float] = {}

    def vector(self) -> np.ndarray:
        """A random vector, in the plane where all is planar."""
        x, y, z = (self.source.uniform(-1, 1) for _ in range(3))
        return self.size * np.array([x, y, 0.0 if self.planar else z])

    def direction(self) -> np.ndarray:
        """A random unit vector."""
        v = self.vector()
        return v / np.linalg.norm(v)

    def body(self) -> int:
        """A further body at a random place."""
        number = len(self.poses)
        axis = np.array([0, 0, 1.0]) if self.planar else self.direction()
        self.poses[number] = self.vector(), turn_about(axis, self.source.uniform(-3, 3))
        return number

    def join(self, kind: str, a: int, b: int) -> None:
        """A joint between two bodies as they stand, drawn from either to the other."""
        parent, child = (a, b) if self.source.random() < 0.5 else (b, a)
        name = f"j{len(self.joints)}"
        known = JOINTS[kind]
        coordinates = tuple(f"{name}_{i}" for i in range(len(known.units)))
        fields: dict[str, Any] = {}
        if kind == "spherical":
            fields["sequence"] = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
        for spec in known.fields:
            if spec.name in ("axis", "axis2"):
                turning = self.planar and kind == "revolute"
                fields[spec.name] = tuple((0, 0, 1) if turning else self.direction())
        M, d = np.eye(3), np.zeros(3)
        for motion in known.motion:
            q = self.source.uniform(-2.5, 2.5)
            axis = np.array(
                fields[motion.axis.field]
                if motion.axis.index is None
                else fields["sequence"][motion.axis.index]
            )
            if isinstance(motion, Rotate):
                q = q / 2.5 if kind == "spherical" else q  # its middle angle away from the lock
                M = M @ turn_about(axis, q)
            else:
                q *= 0.2 * self.size
                d = d + M @ axis * q
            self.values[coordinates[motion.coordinate]] = q
        (x, R), (y, S) = self.poses[parent], self.poses[child]
        orientation, point = R.T @ S @ M.T, self.vector()
        start = R.T @ (y + S @ point - x) - orientation @ d
        self.joints.append(
            joint(
                kind,
                name,
                parent,
                child,
                coordinates=coordinates,
                orientation=tuple(map(tuple, orientation.tolist())),
                point_parent=tuple(start.tolist()),
                point_child=tuple(point.tolist()),
                **fields,
            )
        )


def laid_out(seed: int, size: float = 1.0, mass: float = 1.0) -> LaidOut:
    """One or two random loops, planar or spatial; lengths and masses are of these sizes."""
    source = random.Random(seed)
    planar = source.random() < 0.5
    drawn = _Draughtsman(source, planar, size)
    kinds = _ring(source, planar)
    numbers = [0, *(drawn.body() for _ in kinds[1:])]
    for place, kind in enumerate(kinds):
        drawn.join(kind, numbers[place], numbers[(place + 1) % len(numbers)])
    if source.random() < 0.4:  # a second loop, which takes one freedom
        a, b = source.sample(numbers, 2)
        between = drawn.body()
        drawn.join("revolute" if planar else "spherical", a, between)
        drawn.join("revolute" if planar else "universal", between, b)
    order = list(range(1, len(drawn.poses)))
    source.shuffle(order)
    other = {0: 0, **{old: new for new, old in enumerate(order, start=1)}}
    joints = [j.having(parent=other[j.parent], child=other[j.child]) for j in drawn.joints]
    source.shuffle(joints)
    m = size**2 * mass
    tensor = Inertia(xx=0.1 * m, yy=0.1 * m, zz=0.1 * m)
    bodies = [Body(number=n, mass=mass, inertia=tensor) for n in sorted(order)]
    poses = {other[number]: pose for number, pose in drawn.poses.items()}
    return LaidOut(system(bodies, joints), poses, drawn.values)


def _ring(source: random.Random, planar: bool) -> list[str]:
    if planar:
        return [source.choice(("revolute",) * 4 + ("prismatic",)) for _ in range(4)] + [
            "revolute"
        ] * 2
    kinds: list[str] = []
    choices = ("revolute", "prismatic", "universal", "spherical", "cylindrical")
    while sum(len(JOINTS[kind].units) for kind in kinds) < 8 or len(kinds) < 3:
        kinds.append(source.choice(choices))
    return kinds


def marked(model: Model, source: random.Random) -> Model:
    """The model with marks of cuts at some of its joints."""
    return model.each("joints", lambda j: j.having(cut=source.random() < 0.3))


def started(
    laid: LaidOut, source: random.Random, some: float = 0.3, digits: int | None = None
) -> Model:
    """The model with start values that lay all bodies out, and with some of the others."""
    graph = nx.Graph()
    joints = list(laid.model.joints)
    source.shuffle(joints)
    for entry in joints:
        graph.add_edge(entry.parent, entry.child, weight=source.random(), joint=entry)
    tree = {d["joint"].name for _, _, d in nx.minimum_spanning_edges(graph, data=True)}
    told = [j for j in joints if j.name in tree or source.random() < some]
    values = {n: laid.values[n] for j in told for n in j.coordinates}
    if digits is not None:
        values = {name: round(q, digits) for name, q in values.items()}
    return laid.model.having(
        start=tuple(StartValue(coordinate=n, position=q) for n, q in values.items())
    )
