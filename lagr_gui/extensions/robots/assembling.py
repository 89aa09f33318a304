"""From a robot to a model: bodies about their centres of mass, joints, elements, parameters."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import numpy as np

from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.editing.edits.layout import arrange
from lagr_gui.expression import BUILTINS, read, write
from lagr_gui.extensions.robots.merging import (
    Merged,
    MovingLink,
    RobotJoint,
    merged,
    pieces,
    plain,
    row,
)
from lagr_gui.extensions.robots.meshes import composed_of
from lagr_gui.extensions.robots.record import WORLD, Act, Robot, SingleMotion, Weld
from lagr_gui.extensions.robots.rigid import Mass, about, nowhere
from lagr_gui.foundation.arrays import Array
from lagr_gui.model import Body, Element, Function, Inertia, Joint, Model, Parameter, Shape
from lagr_gui.model.records import StartValue

SHORT = 8
"""Coordinates have the names of joints where all of them are as short."""

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_ENTRIES = (("xx", 0, 0), ("yy", 1, 1), ("zz", 2, 2), ("xy", 0, 1), ("xz", 0, 2), ("yz", 1, 2))


def assembled(robot: Robot) -> Model:
    """The model of a robot."""
    return arrange(_Assembly(robot).model())


class _Assembly:
    def __init__(self, robot: Robot) -> None:
        self.robot = robot
        self.whole: Merged = merged(robot)
        self.names: dict[str, str] = {}
        self.said: dict[str, str] = {}
        self.taken: set[str] = {*BUILTINS, "t", "pi", "nan", "inf", "infinity", "g"}
        self.parameters: list[Parameter] = []
        self.bodies: list[Body] = []
        self.joints: list[Joint] = []
        self.numbers: dict[int, tuple[int, Array]] = {WORLD: (0, nowhere())}
        self.titles: set[str] = set()

    def model(self) -> Model:
        self.name_coordinates()
        gravity = self.gravity()
        for index, chain in self.whole.chains.items():
            self.chain(index, chain)
        self.joints += [self.weld(weld) for weld in self.robot.welds]
        controls = self.controls()
        self.constants()
        elements = tuple(self.element(act) for act in self.robot.acts)
        return Model(
            name=self.robot.name,
            description=self.robot.source,
            gravity=gravity,
            bodies=tuple(self.bodies),
            joints=tuple(self.joints),
            elements=elements,
            parameters=tuple(self.parameters),
            functions=controls,
            start=self.start(),
        )

    # --- names -----------------------------------------------------------------------------

    def name_coordinates(self) -> None:
        motions = list(self.motions())
        kept = [motion.name for motion in motions]
        usable = len(set(kept)) == len(kept) and all(
            len(name) <= SHORT and self.allowed(name) for name in kept
        )
        for place, motion in enumerate(motions, start=1):
            self.names[motion.name] = self.fresh(motion.name if usable else f"q{place}")

    def motions(self) -> Iterable[SingleMotion]:
        return (motion for chain in self.whole.chains.values() for motion in chain.motions)

    def allowed(self, name: str) -> bool:
        odd = name in self.taken or name.endswith(("_dot", "_ddot"))
        return bool(_NAME.fullmatch(name)) and not odd

    def fresh(self, name: str) -> str:
        while name in self.taken:
            name += "_"
        self.taken.add(name)
        return name

    def title(self, name: str) -> str:
        """A name of a joint or element that no other has."""
        fresh, count = name, 1
        while fresh in self.titles:
            count += 1
            fresh = f"{name} {count}"
        self.titles.add(fresh)
        return fresh

    def parameter(self, name: str, value: float, unit: str, words: str, positive: bool) -> str:
        free = self.fresh(name)
        self.parameters.append(
            Parameter(
                name=free, value=plain(value), unit=unit, description=words, positive=positive
            )
        )
        return free

    # --- bodies and joints -----------------------------------------------------------------

    def gravity(self) -> tuple[Any, ...]:
        vector = self.robot.gravity
        along = np.flatnonzero(vector)
        if len(along) != 1:
            return row(vector)
        value = float(vector[along[0]])
        words = "acceleration of gravity"
        self.parameters.append(
            Parameter(name="g", value=plain(abs(value)), unit="m/s^2", description=words)
        )
        text = "g" if value > 0 else "-g"
        return tuple(text if i == along[0] else 0 for i in range(3))

    def chain(self, index: int, chain: MovingLink) -> None:
        parts = pieces(chain.motions)
        parent, centre = self.numbers[chain.parent]
        R, p = chain.frame.R, chain.frame.p
        for place, piece in enumerate(parts, start=1):
            last = place == len(parts)
            mass = chain.mass if last else Mass()
            child = self.body(chain, mass, "" if last else f" {place}")
            attachment = chain.mass.centre if last else nowhere()
            self.joint(piece, (parent, R, p - centre), (child, attachment))
            parent, centre, R, p = child, attachment, np.eye(3), nowhere()
        self.numbers[index] = parent, chain.mass.centre

    def body(self, chain: MovingLink, mass: Mass, suffix: str) -> int:
        number = len(self.bodies) + 1
        name = f"{chain.link.name}{suffix}"
        seen = composed_of(chain.meshes, mass.centre)
        shape = seen or chain.link.shape or Shape(form="frame")
        self.bodies.append(
            Body(
                number=number,
                name=name,
                mass=self.mass(number, name, mass),
                inertia=self.inertia(number, name, mass),
                gravity=not chain.link.weightless,
                shape=Shape(form="point") if suffix else shape,
            )
        )
        return number

    def mass(self, number: int, name: str, mass: Mass) -> str | int:
        if not mass.mass:
            return 0
        return self.parameter(f"m{number}", mass.mass, "kg", f"mass of {name}", True)

    def inertia(self, number: int, name: str, mass: Mass) -> Inertia:
        fields: dict[str, Any] = {
            entry: self.parameter(
                f"J{number}{entry}", float(value), "kg m^2", f"inertia of {name}", i == j
            )
            for entry, i, j in _ENTRIES
            if (value := mass.inertia[i, j])
        }
        return Inertia(**fields)

    def joint(
        self, piece: RobotJoint, there: tuple[int, Array, Array], here: tuple[int, Array]
    ) -> None:
        """A joint from a parent, with its frame there, to a child with its centre of mass."""
        (parent, R, p), (child, centre) = there, here
        first, fields = piece.motions[0], dict(piece.fields)
        anchor = piece.motions[-1].anchor
        point = p + R @ anchor
        if first.ref and first.turns:
            R = R @ about(first.axis, -first.ref)
        elif first.ref:
            point = point - R @ first.axis * first.ref
        if piece.kind == "free":
            fields["axes"] = tuple(row(R @ np.array(axis, float)) for axis in fields["axes"])  # pyright: ignore
        self.joints.append(
            JOINTS[piece.kind].record(
                name=self.title(first.joint or first.name),
                kind=piece.kind,
                parent=parent,
                child=child,
                point_parent=row(point),
                point_child=row(anchor - centre),
                orientation=tuple(row(entry) for entry in R),
                coordinates=tuple(self.names[motion.name] for motion in piece.motions),
                **fields,
            )
        )

    def weld(self, weld: Weld) -> Joint:
        (a, frame_a), (b, frame_b) = weld.a, weld.b
        carrier_a, on_a = self.whole.carried[a]
        carrier_b, on_b = self.whole.carried[b]
        (parent, centre_a), (child, centre_b) = self.numbers[carrier_a], self.numbers[carrier_b]
        at_a, at_b = on_a.then(frame_a), on_b.then(frame_b)
        # With no coordinates the axes of the child are those of the joint: its point is free.
        R = at_a.R @ at_b.R.T
        return JOINTS["fixed"].record(
            name=self.title(weld.name),
            kind="fixed",
            parent=parent,
            child=child,
            point_parent=row(at_a.p - centre_a),
            point_child=row(at_b.p - centre_b),
            orientation=tuple(row(entry) for entry in R),
            cut=True,
        )

    # --- elements --------------------------------------------------------------------------

    def controls(self) -> tuple[Function, ...]:
        functions: list[Function] = []
        for name, words in self.robot.controls.items():
            self.said[name] = self.fresh(name)
            functions.append(Function(name=self.said[name], expression="0", description=words))
        return tuple(functions)

    def constants(self) -> None:
        for name, constant in self.robot.constants.items():
            value, unit = constant.value, constant.unit
            self.said[name] = self.parameter(name, value, unit, constant.words, False)

    def element(self, act: Act) -> Element:
        coordinates = [self.names[motion.name] for motion in act.motions]
        fields = {
            key: write(read(value.format(*coordinates, **self.said)))
            if isinstance(value, str)
            else value
            for key, value in act.fields.items()
        }
        points = [self.end(index, point) for index, point in act.ends]
        if act.direction is not None:
            along = self.whole.carried[act.ends[0][0]][1].R @ act.direction
            sizes = [f"({plain(float(x))!r})*({fields['vector']})" for x in along]
            pairs = zip(along, sizes, strict=True)
            fields["vector"] = tuple(write(read(size)) if x else 0 for x, size in pairs)
        if act.kind == "torque":
            fields["body"] = points[0][0]
        elif len(points) == 1:
            ((fields["body"], fields["point"]),) = points
        elif points:
            (fields["body_a"], fields["point_a"]) = points[0]
            (fields["body_b"], fields["point_b"]) = points[-1]
        if len(points) > 2:
            fields["pulleys"] = tuple({"body": b, "point": p} for b, p in points[1:-1])
        name = self.title(act.name)
        return ELEMENTS[act.kind].record(name=name, kind=act.kind, enabled=act.enabled, **fields)

    def end(self, index: int, point: Array) -> tuple[int, tuple[Any, ...]]:
        carrier, frame = self.whole.carried[index]
        number, centre = self.numbers[carrier]
        return number, row(frame.at(point) - centre)

    def start(self) -> tuple[StartValue, ...]:
        return tuple(
            StartValue(coordinate=self.names[motion.name], position=plain(value))
            for motion in self.motions()
            if (value := motion.ref if motion.start is None else motion.start)
        )
