"""A model as MJCF: trees exactly, loops as equalities, lines as tendons."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

from lagr_gui.arrays import Array
from lagr_gui.exchange.robots.record import WORLD, End, RobotLink
from lagr_gui.exchange.robots.rigid import Mass, RigidFrame
from lagr_gui.exchange.robots.sturdy import sturdy
from lagr_gui.exchange.robots.taking import CANNOT, WITHOUT, GuidedWay, Taken, part_place, taken
from lagr_gui.exchange.robots.writing import LEFT, OwnNames, comment, digits, placed, tag
from lagr_gui.expression import Symbol, read, symbols
from lagr_gui.mechanics.closure import Closure
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.trees import vector
from lagr_gui.message import say
from lagr_gui.model import Model
from lagr_gui.problem import LagrError, Problem

READ = (".stl", ".obj")
"""Endings of meshes that MuJoCo reads too."""


def mjcf_robot(model: Model, special: str = "", leave_out: bool = False) -> str:
    """A model as MJCF, the format of MuJoCo.

    Trees are exact; loops become equalities, which MuJoCo keeps softly.  Raises LagrError with all
    that MJCF cannot say; with `leave_out` that is left out, and told in the file.
    """
    return _Mjcf(taken(model, special)).text(leave_out)


class _Mjcf:
    def __init__(self, found: Taken) -> None:
        self.found = found
        self.names = OwnNames()
        self.joints: dict[str, str] = {}
        self.given: dict[str, dict[str, float]] = {}
        self.springs: dict[str, list[tuple[float, float]]] = {}
        self.ranges: dict[str, tuple[float, float]] = {}
        self.sites: dict[int, list[str]] = {}
        self.bonds: list[str] = []
        self.tendons: list[str] = []
        self.notes: list[str] = []
        self.masses: dict[int, Mass] = {}
        self.meshes: dict[tuple[str, float], str] = {}

    def text(self, leave_out: bool) -> str:
        for link, ways in self.found.ways.items():
            self.couple(self.found.links[link], ways)
        reading = self.found.prepared.reading
        for entry in reading.constraints:
            if isinstance(entry, Closure):
                self.closure(entry)
        binding = [entry for entry in reading.constraints if isinstance(entry, Part)]
        for part in (*reading.parts, *binding, *reading.limits):
            self.part(part)
        self.weigh()
        left = self.found.left
        if left and not leave_out:
            raise LagrError(left)
        self.notes += [f"{LEFT}{problem.place}" for problem in left]
        if self.bonds:
            self.notes.append("Equalities are soft in MuJoCo; in the model they hold exactly.")
        return "\n".join(self.lines()) + "\n"

    def lines(self) -> list[str]:
        model = self.found.prepared.model
        assets = self.assets()
        lines = comment((*self.found.head, *self.notes))
        opening = tag("mujoco", "", model=model.name or None)
        lines.append(opening.removesuffix("</mujoco>"))
        lines.append(tag("compiler", angle="radian", inertiafromgeom="false"))
        lines.append(tag("option", gravity=digits(self.found.gravity)))
        lines += assets
        lines += ["<worldbody>", *self.sites.get(WORLD, []), *self.bodies(), "</worldbody>"]
        for name, inner in (("equality", self.bonds), ("tendon", self.tendons)):
            if inner:
                lines += [f"<{name}>", *inner, f"</{name}>"]
        return [*lines, "</mujoco>"]

    def assets(self) -> list[str]:
        """The meshes of all bodies, each once; MuJoCo reads no other sorts than these."""
        for link in self.found.links:
            for mesh in link.meshes:
                key = mesh.file, mesh.scale
                if not mesh.file.lower().endswith(READ):
                    self.notes.append(f"{LEFT}the mesh {mesh.file}, which MuJoCo does not read")
                elif key not in self.meshes:
                    self.meshes[key] = f"mesh {len(self.meshes) + 1}"
        inner = [
            tag("mesh", name=name, file=file, scale=digits([scale] * 3) if scale != 1 else None)
            for (file, scale), name in self.meshes.items()
        ]
        return ["<asset>", *inner, "</asset>"] if inner else []

    def seen(self, link: RobotLink) -> list[str]:
        """The meshes of a body, which touch nothing and weigh nothing."""
        known = ((mesh, self.meshes.get((mesh.file, mesh.scale))) for mesh in link.meshes)
        still = {"contype": 0, "conaffinity": 0, "group": 1, "density": 0}
        return [
            tag("geom", type="mesh", mesh=name, **placed(mesh.frame), **still)
            for mesh, name in known
            if name is not None
        ]

    def bodies(self) -> list[str]:
        """The tree, each body in its parent."""
        below: dict[int, list[int]] = {}
        for index, link in enumerate(self.found.links):
            below.setdefault(link.parent, []).append(index)
        lines: list[str] = []
        waiting: list[int | None] = list(reversed(below.get(WORLD, [])))
        while waiting:
            index = waiting.pop()
            if index is None:
                lines.append("</body>")
                continue
            lines += self.body(index)
            waiting += [None, *reversed(below.get(index, []))]
        return lines

    def body(self, index: int) -> list[str]:
        link = self.found.links[index]
        weightless = "1" if link.weightless else None
        name = self.names.fresh(link.name)
        opening = tag("body", "", name=name, **placed(link.frame), gravcomp=weightless)
        lines = [opening.removesuffix("</body>")]
        lines += [self.joint(way) for way in self.found.ways.get(index, [])]
        lines += [_inertial(self.masses[index])] if index in self.masses else []
        return lines + self.seen(link) + self.sites.get(index, [])

    def weigh(self) -> None:
        """Masses as MuJoCo takes them."""
        places, links = self.found.places(), self.found.links
        for index in self.found.ways:
            (own,) = links[index].masses
            mass = sturdy(index, links, places, own)
            if mass is None:
                cause = "No body has its inertia, and MuJoCo refuses it."
                remedy = "Give moments of which none is larger than the other two together."
                place = say("Body “{name}”", name=links[index].name)
                raise LagrError(Problem(place, cause, remedy, code="unprintable"))
            self.masses[index] = mass
            changed = mass.mass != own.mass or (mass.inertia != own.inertia).any()
            if changed and _SLIGHT not in self.notes:
                self.notes.append(_SLIGHT)

    # --- joints ----------------------------------------------------------------------------

    def couple(self, link: RobotLink, ways: list[GuidedWay]) -> None:
        """Names of joints; where a coordinate has two, as in a screw, the slide follows."""
        for way in ways:
            name = way.motion.name
            if way.motion.turns or way.lead == 1:
                self.joints[name] = self.names.fresh(name)
        for way in ways:
            name = way.motion.name
            if name in self.joints and (way.motion.turns or way.lead == 1):
                continue
            way.motion.joint = self.names.fresh(f"{name} slide")
            factors = digits((0, way.lead, 0, 0, 0))
            pair = {"joint1": way.motion.joint, "joint2": self.joints[name]}
            self.bonds.append(tag("joint", name=f"lead of {name}", **pair, polycoef=factors))

    def joint(self, way: GuidedWay) -> str:
        motion = way.motion
        own = not motion.joint
        known = self.given.get(motion.name, {}) if own else {}
        springs = self.springs.get(motion.name, []) if own else []
        c = sum(spring[0] for spring in springs)
        rest = sum(spring[0] * spring[1] for spring in springs) / c if c else 0.0
        limits = self.ranges.get(motion.name) if own else None
        return tag(
            "joint",
            name=self.joints[motion.name] if own else motion.joint,
            type="hinge" if motion.turns else "slide",
            pos=digits(motion.anchor) if motion.turns and motion.anchor.any() else None,
            axis=digits(motion.axis),
            range=digits(limits) if limits else None,
            stiffness=digits([c]) if c else None,
            springref=digits([rest]) if rest else None,
            **{key: digits([number]) for key, number in known.items()},
        )

    # --- what acts -------------------------------------------------------------------------

    def part(self, part: Part) -> None:
        write = _PARTS.get(part.record.kind)
        try:
            if write is None or not write(self, part):
                self.found.refuse(part_place(part), CANNOT, WITHOUT)
        except LagrError as error:
            cause = say(
                "The format knows constant numbers only: {why}", why=error.problems[0].cause
            )
            self.found.refuse(part_place(part), cause, WITHOUT)

    def number(self, part: Part, field: str) -> float:
        return self.found.number(part.tree(field))

    def add(self, part: Part, key: str, number: float) -> bool:
        known = self.given.setdefault(part.value("coordinate"), {})
        known[key] = known.get(key, 0.0) + number
        return part.value("coordinate") in self.joints

    def spring(self, part: Part) -> bool:
        pair = self.number(part, "c"), self.number(part, "q0")
        self.springs.setdefault(part.value("coordinate"), []).append(pair)
        return part.value("coordinate") in self.joints

    def damper(self, part: Part) -> bool:
        return self.add(part, "damping", self.number(part, "k"))

    def stop(self, part: Part) -> bool:
        name = part.value("coordinate")
        if name in self.ranges or name not in self.joints:
            return False
        self.ranges[name] = self.number(part, "lower"), self.number(part, "upper")
        return True

    def rotor(self, part: Part) -> bool:
        """A kinetic energy a q̇²/2 of one coordinate, and nothing else."""
        record: Any = part.record
        tree = read(record.kinetic)
        rates = {symbol for symbol in symbols(tree) if symbol.order}
        if record.own or read(record.potential) != _NOTHING or read(record.dissipation) != _NOTHING:
            return False
        if len(rates) != 1 or symbols(tree) & {Symbol(n) for n in self.joints}:
            return False
        (rate,) = rates
        energies = [self.found.number(_at(tree, rate, v)) for v in (0.0, 1.0, -1.0)]
        if energies[0] or energies[1] != energies[2] or rate.name not in self.joints:
            return False
        known = self.given.setdefault(rate.name, {})
        known["armature"] = known.get("armature", 0.0) + 2 * energies[1]
        return True

    def gear(self, part: Part) -> bool:
        pair = part.value("coordinate_a"), part.value("coordinate_b")
        if not {*pair} <= self.joints.keys():
            return False
        factors = (self.number(part, "offset"), self.number(part, "ratio"), 0, 0, 0)
        first, second = (self.joints[name] for name in pair)
        self.bonds.append(self.bond("joint", part, first, second, factors))
        return True

    def held(self, part: Part) -> bool:
        name = part.value("coordinate")
        if name not in self.joints:
            return False
        factors = (self.number(part, "motion"), 0, 0, 0, 0)
        self.bonds.append(self.bond("joint", part, self.joints[name], None, factors))
        return True

    def bond(self, kind: str, part: Part, a: str, b: str | None, factors: Any) -> str:
        given = {f"{kind}1": a, f"{kind}2": b}
        return tag(kind, name=part.record.name, **given, polycoef=digits(factors))

    def meet(self, part: Part) -> bool:
        if part.value("directions") != "xyz":
            return False
        a, b = (self.site(self.found.point(*end)) for end in part.course)
        self.bonds.append(tag("connect", name=part.record.name, site1=a, site2=b))
        return True

    def line(self, part: Part, **law: str) -> bool:
        """A tendon through the points of an element."""
        ends = [self.found.point(*end) for end in part.course]
        inner = "".join(tag("site", site=self.site(end)) for end in ends)
        self.tendons.append(tag("spatial", inner, name=part.record.name, **law))
        return True

    def line_spring(self, part: Part) -> bool:
        rest, c = self.number(part, "l0"), self.number(part, "c")
        slack = part.record.kind == "elastic_rope"
        lengths = digits((0, rest) if slack else (rest,))
        return self.line(part, stiffness=digits([c]), springlength=lengths)

    def line_damper(self, part: Part) -> bool:
        return self.line(part, damping=digits([self.number(part, "k")]))

    def line_limit(self, part: Part) -> bool:
        return self.line(part, range=digits((0, self.number(part, "l"))))

    def line_held(self, part: Part) -> bool:
        """A line of one length: MuJoCo counts it from the length where all coordinates are 0."""
        places = self.found.places()
        ends = [self.found.point(*end) for end in part.course]
        points = [places[link].at(point) for link, point in ends]
        drawn = sum(float(np.linalg.norm(b - a)) for a, b in pairwise(points))
        self.line(part)
        factors = (self.number(part, "l") - drawn, 0, 0, 0, 0)
        self.bonds.append(self.bond("tendon", part, part.record.name, None, factors))
        return True

    # --- loops -----------------------------------------------------------------------------

    def closure(self, cut: Closure) -> None:
        joint: Any = self.found.prepared.model.joint(cut.joint)
        parent, a = self.found.point(cut.parent, cut.point_parent)
        child, b = self.found.point(cut.child, cut.point_child)
        S = np.array([[self.found.number(entry) for entry in row] for row in joint.orientation])
        if joint.kind == "fixed":
            one, two = self.site((parent, a), S), self.site((child, b))
            self.bonds.append(tag("weld", name=cut.joint, site1=one, site2=two))
            return
        if joint.kind not in ("spherical", "revolute"):
            place = say("Joint “{name}”", name=cut.joint)
            cause = "It closes a loop; MJCF closes loops by hinges, balls and welds only."
            self.found.refuse(place, cause, "Cut the loop at another joint.")
            return
        arms = [np.zeros(3)]
        if joint.kind == "revolute":
            axis = np.array([self.found.number(tree) for tree in vector(joint.axis)])
            arms.append(axis / np.linalg.norm(axis))
        for place, arm in enumerate(arms):
            one, two = self.site((parent, a + S @ arm)), self.site((child, b + arm))
            name = f"{cut.joint} {place + 1}" if place else cut.joint
            self.bonds.append(tag("connect", name=name, site1=one, site2=two))

    def site(self, end: End, R: Array | None = None) -> str:
        """The name of a new point of a link."""
        link, point = end
        several = self.sites.setdefault(link, [])
        name = self.names.fresh(f"point {sum(map(len, self.sites.values())) + 1}")
        frame = RigidFrame(np.eye(3) if R is None else R, point)
        several.append(tag("site", name=name, **placed(frame)))
        return name


_NOTHING = read(0)
_SLIGHT = (
    "MuJoCo takes no body without mass or inertia: such moments are 1e-14, "
    "or, where they move nothing, others than in the model."
)


def _inertial(mass: Mass) -> str:
    I = mass.inertia  # noqa: E741
    full = digits((I[0, 0], I[1, 1], I[2, 2], I[0, 1], I[0, 2], I[1, 2]))
    return tag("inertial", pos=digits(mass.centre), mass=digits([mass.mass]), fullinertia=full)


def _at(tree: Any, rate: Symbol, v: float) -> Any:
    from lagr_gui.expression import substitute

    return substitute(tree, {rate: read(v)})


_PARTS: dict[str, Callable[[_Mjcf, Part], bool]] = {
    "coordinate_spring": _Mjcf.spring,
    "coordinate_damper": _Mjcf.damper,
    "stop": _Mjcf.stop,
    "energies": _Mjcf.rotor,
    "gear": _Mjcf.gear,
    "prescribed_motion": _Mjcf.held,
    "coincidence": _Mjcf.meet,
    "spring": _Mjcf.line_spring,
    "elastic_rope": _Mjcf.line_spring,
    "dashpot": _Mjcf.line_damper,
    "rope_damper": _Mjcf.line_damper,
    "rope": _Mjcf.line_limit,
    "pulley_rope": _Mjcf.line_limit,
    "rod": _Mjcf.line_held,
    "tight_rope": _Mjcf.line_held,
}
