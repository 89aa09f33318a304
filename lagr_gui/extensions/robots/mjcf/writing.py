"""A model as MJCF: trees exactly, loops as equalities, lines as tendons."""

from __future__ import annotations

from typing import Any

import numpy as np

from lagr_gui.extensions.robots.mjcf.forces import tell_controls, write_drives
from lagr_gui.extensions.robots.mjcf.page import MjcfPage
from lagr_gui.extensions.robots.mjcf.parts import write_part
from lagr_gui.extensions.robots.mjcf.squares import find_balls
from lagr_gui.extensions.robots.mjcf.thrusts import write_thrusts
from lagr_gui.extensions.robots.record import WORLD, RobotLink
from lagr_gui.extensions.robots.rigid import Mass
from lagr_gui.extensions.robots.sturdy import sturdy
from lagr_gui.extensions.robots.taking import GuidedWay, Taken, taken
from lagr_gui.extensions.robots.writing import LEFT, comment, digits, placed, tag
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Problem
from lagr_gui.mechanics.closure import Closure
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.trees import vector
from lagr_gui.model import Model

READ = (".stl", ".obj")
"""Endings of meshes that MuJoCo reads too."""


def mjcf_robot(model: Model, special: str = "", leave_out: bool = False) -> str:
    """A model as MJCF, the format of MuJoCo.

    Trees are exact; loops become equalities, which MuJoCo keeps softly.  Raises LagrError with all
    that MJCF cannot say; with `leave_out` that is left out, and told in the file.
    """
    return _Mjcf(taken(model, special)).text(leave_out)


class _Mjcf:
    def __init__(self, robot: Taken) -> None:
        self.found = robot
        self.page = MjcfPage(robot)
        self.masses: dict[int, Mass] = {}
        self.meshes: dict[tuple[str, float], str] = {}

    def text(self, leave_out: bool) -> str:
        page, left = self.page, self.found.left
        find_balls(page)
        for link, ways in self.found.ways.items():
            self.couple(link, ways)
        reading = self.found.prepared.reading
        for entry in reading.constraints:
            if isinstance(entry, Closure):
                self.closure(entry)
        binding = [entry for entry in reading.constraints if isinstance(entry, Part)]
        for part in (*reading.parts, *binding, *reading.limits):
            write_part(page, part)
        write_drives(page)
        write_thrusts(page)
        tell_controls(page)
        self.weigh()
        if left and not leave_out:
            raise LagrError(left)
        for problem in left:
            page.note(f"{LEFT}{problem.place}")
        if page.bonds:
            page.note("Equalities are soft in MuJoCo; in the model they hold exactly.")
        return "\n".join(self.lines()) + "\n"

    def lines(self) -> list[str]:
        model = self.found.prepared.model
        assets = self.assets()
        lines = comment((*self.found.head, *self.page.notes))
        opening = tag("mujoco", "", model=model.name or None)
        lines.append(opening.removesuffix("</mujoco>"))
        lines.append(tag("compiler", angle="radian", inertiafromgeom="false"))
        lines.append(tag("option", gravity=digits(self.found.gravity)))
        lines += assets
        page = self.page
        lines += ["<worldbody>", *page.sites.get(WORLD, []), *self.bodies(), "</worldbody>"]
        sections = {"equality": page.bonds, "tendon": page.tendons(), "actuator": page.drives}
        for name, inner in (sections | {"custom": page.customs()}).items():
            if inner:
                lines += [f"<{name}>", *inner, f"</{name}>"]
        return [*lines, "</mujoco>"]

    def assets(self) -> list[str]:
        """The meshes of all bodies, each once; MuJoCo reads no other sorts than these."""
        for link in self.found.links:
            for mesh in link.meshes:
                key = mesh.file, mesh.scale
                if not mesh.file.lower().endswith(READ):
                    self.page.note(f"{LEFT}the mesh {mesh.file}, which MuJoCo does not read")
                elif key not in self.meshes:
                    self.meshes[key] = f"mesh {len(self.meshes) + 1}"
        inner = [
            tag("mesh", name=name, file=file, scale=digits([scale] * 3) if scale != 1 else None)
            for (file, scale), name in self.meshes.items()
        ]
        return ["<asset>", *inner, "</asset>"] if inner else []

    def seen(self, link: RobotLink) -> list[str]:
        """The meshes of a body, which touch nothing and weigh nothing."""
        named = ((mesh, self.meshes.get((mesh.file, mesh.scale))) for mesh in link.meshes)
        still = {"contype": 0, "conaffinity": 0, "group": 1, "density": 0}
        return [
            tag("geom", type="mesh", mesh=name, **placed(mesh.frame), **still)
            for mesh, name in named
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
        lift = 1.0 if link.weightless else self.page.lifts.get(index, 0.0)
        name = self.page.names.fresh(link.name)
        opening = tag(
            "body", "", name=name, **placed(link.frame), gravcomp=digits([lift]) if lift else None
        )
        lines = [opening.removesuffix("</body>")]
        lines += self.moving(index)
        lines += [_inertial(self.masses[index])] if index in self.masses else []
        return lines + self.seen(link) + self.page.sites.get(index, [])

    def weigh(self) -> None:
        """Masses as MuJoCo takes them."""
        places, links = self.found.places(), self.found.links
        for index in self.found.ways:
            (body_mass,) = links[index].masses
            mass = sturdy(index, links, places, body_mass)
            if mass is None:
                cause = "No body has its inertia, and MuJoCo refuses it."
                remedy = "Give moments of which none is larger than the other two together."
                place = say("Body “{name}”", name=links[index].name)
                raise LagrError(Problem(place, cause, remedy, code="unprintable"))
            self.masses[index] = mass
            changed = mass.mass != body_mass.mass or (mass.inertia != body_mass.inertia).any()
            if changed:
                self.page.note(_SLIGHT)

    # --- joints ----------------------------------------------------------------------------

    def couple(self, link: int, ways: list[GuidedWay]) -> None:
        """Names of joints; where a coordinate has two, as in a screw, the slide follows."""
        page, ball = self.page, self.page.balls.get(link)
        if ball is not None:
            ball.name, ways = page.names.fresh(ball.name), ways[:-3]
        for way in ways:
            name = way.motion.name
            if way.motion.turns or way.lead == 1:
                page.joints[name] = page.names.fresh(name)
        for way in ways:
            name = way.motion.name
            if name in page.joints and (way.motion.turns or way.lead == 1):
                continue
            way.motion.joint = page.names.fresh(f"{name} slide")
            factors = (0, way.lead, 0, 0, 0)
            page.bond("joint", f"lead of {name}", way.motion.joint, page.joints[name], factors)

    def moving(self, index: int) -> list[str]:
        """The joints of a link."""
        ways, ball = self.found.ways.get(index, []), self.page.balls.get(index)
        if ball is None:
            return [self.joint(way) for way in ways]
        attributes = {name: digits([number]) for name, number in ball.numbers.items()}
        turning = tag("joint", name=ball.name, type="ball", **attributes)
        return [*(self.joint(way) for way in ways[:-3]), turning]

    def joint(self, way: GuidedWay) -> str:
        motion, page = way.motion, self.page
        is_single = not motion.joint
        attributes = (
            page.resisting_joint(motion.name).given("springref", always=False) if is_single else {}
        )
        return tag(
            "joint",
            name=page.joints[motion.name] if is_single else motion.joint,
            type="hinge" if motion.turns else "slide",
            pos=digits(motion.anchor) if motion.turns and motion.anchor.any() else None,
            axis=digits(motion.axis),
            **attributes,
        )

    # --- loops -----------------------------------------------------------------------------

    def closure(self, cut: Closure) -> None:
        joint: Any = self.found.prepared.model.joint(cut.joint)
        parent, a = self.found.point(cut.parent, cut.point_parent)
        child, b = self.found.point(cut.child, cut.point_child)
        S = np.array([[self.found.number(entry) for entry in row] for row in joint.orientation])
        if joint.kind == "fixed":
            one, two = self.page.site((parent, a), S), self.page.site((child, b))
            self.page.bonds.append(tag("weld", name=cut.joint, site1=one, site2=two))
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
            one, two = self.page.site((parent, a + S @ arm)), self.page.site((child, b + arm))
            name = f"{cut.joint} {place + 1}" if place else cut.joint
            self.page.bonds.append(tag("connect", name=name, site1=one, site2=two))


_SLIGHT = (
    "MuJoCo takes no body without mass or inertia: such moments are 1e-14, "
    "or, where they move nothing, others than in the model."
)


def _inertial(mass: Mass) -> str:
    I = mass.inertia  # noqa: E741
    full = digits((I[0, 0], I[1, 1], I[2, 2], I[0, 1], I[0, 2], I[1, 2]))
    return tag("inertial", pos=digits(mass.centre), mass=digits([mass.mass]), fullinertia=full)
