"""Independent programs: MuJoCo and Pinocchio compute the same systems in their own ways."""

from __future__ import annotations

from typing import Any

import mujoco
import numpy as np
import pinocchio as pin

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.catalogue.geometry import OverPulleys
from lagr_gui.model import Body, Joint, Model


def tensor(body: Body) -> np.ndarray:
    """The ordinary inertia tensor about the centre of mass."""
    i = body.inertia
    return np.array([[i.xx, i.xy, i.xz], [i.xy, i.yy, i.yz], [i.xz, i.yz, i.zz]], float)


def pinocchio_model(model: Model) -> pin.Model:
    """Revolute and prismatic trees with numeric fields, in Pinocchio's terms."""
    result = pin.Model()
    result.gravity.linear = np.array(model.gravity, float)
    joints, offsets = {0: 0}, {0: np.zeros(3)}
    for joint in model.joints:
        place = np.array(joint.point_parent, float) + offsets[joint.parent]
        index = result.addJoint(
            joints[joint.parent], _motion(joint), pin.SE3(np.eye(3), place), joint.name
        )
        body = model.body(joint.child)
        joints[joint.child], offsets[joint.child] = index, -np.array(joint.point_child, float)
        inertia = pin.Inertia(float(body.mass), offsets[joint.child], tensor(body))
        result.appendBodyToJoint(index, inertia, pin.SE3.Identity())
    return result


def _motion(joint: Joint):
    axis = np.array(joint.axis, float)  # type: ignore[attr-defined]
    kinds = {
        "revolute": pin.JointModelRevoluteUnaligned,
        "prismatic": pin.JointModelPrismaticUnaligned,
    }
    return kinds[joint.kind](axis / np.linalg.norm(axis))


def mujoco_model(model: Model) -> tuple[mujoco.MjModel, np.ndarray]:
    """A tree of hinges and sliders as MuJoCo's own description, with ropes as spatial tendons.

    Also J (MuJoCo's coordinates, coordinates): MuJoCo's, which go depth first, are J q.
    """
    sites, tendons = _ropes(model)
    children: dict[int, list[Joint]] = {}
    order: list[tuple[str, float]] = []
    for joint in model.joints:
        children.setdefault(joint.parent, []).append(joint)

    def write(parent: int, offset: np.ndarray) -> str:
        text = ""
        for joint in children.get(parent, []):
            body, arm = model.body(joint.child), -np.array(joint.point_child, float)
            i = body.inertia
            full = f"{i.xx} {i.yy} {i.zz} {i.xy} {i.xz} {i.yz}"
            text += f'<body pos="{_row(np.array(joint.point_parent, float) + offset)}">'
            text += "".join(_elementary(joint))
            order.extend(_leads(joint))
            text += f'<inertial pos="{_row(arm)}" mass="{body.mass}" fullinertia="{full}"/>'
            text += "".join(
                f'<site name="{n}" pos="{_row(arm + at)}"/>' for n, at in sites[body.number]
            )
            text += write(joint.child, arm) + "</body>"
        return text

    fixed = "".join(f'<site name="{n}" pos="{_row(at)}"/>' for n, at in sites[0])
    xml = (
        f'<mujoco><compiler angle="radian" balanceinertia="false"/>'
        f'<option gravity="{_row(np.array(model.gravity, float))}"/>'
        f"<worldbody>{fixed}{write(0, np.zeros(3))}</worldbody>{tendons}</mujoco>"
    )
    J = np.zeros((len(order), len(model.coordinates)))
    for row, (name, lead) in enumerate(order):
        J[row, model.coordinates.index(name)] = lead
    return mujoco.MjModel.from_xml_string(xml), J


Sites = dict[int, list[tuple[str, np.ndarray]]]


def _ropes(model: Model) -> tuple[Sites, str]:
    """Named points by body, and the tendons that run through them.

    MuJoCo's tendons pull where they are longer than the second of their lengths.
    """
    sites: Sites = {number: [] for number in (0, *model.numbers)}
    found = ""
    for element in model.elements:
        geometry = ELEMENTS[element.kind].geometry
        if not isinstance(geometry, OverPulleys):
            continue
        course: Any = geometry.course(element)
        inner = ""
        for place, (body, point) in enumerate(course):
            name = f"{element.name} {place}"
            sites[body].append((name, np.array(point, float)))
            inner += f'<site site="{name}"/>'
        c, l0, k = (float(getattr(element, name, 0)) for name in ("c", "l0", "k"))
        law = f'stiffness="{c}" springlength="0 {l0}" damping="{k}"'
        found += f'<spatial name="{element.name}" {law}>{inner}</spatial>'
    return sites, f"<tendon>{found}</tendon>" if found else ""


def _leads(joint: Joint) -> list[tuple[str, float]]:
    """For each of MuJoCo's motions the coordinate that it follows, and how much of it."""
    if joint.kind == "screw":  # a slide and a hinge, coupled
        (angle,) = joint.coordinates
        return [(angle, float(joint.pitch) / (2 * np.pi)), (angle, 1.0)]  # type: ignore[attr-defined]
    return [(name, 1.0) for name in joint.coordinates]


def _elementary(joint: Joint) -> list[str]:
    hinge, slide = '<joint type="hinge" axis="{}"/>', '<joint type="slide" axis="{}"/>'
    x, y, z = "1 0 0", "0 1 0", "0 0 1"
    axis = _row(np.array(getattr(joint, "axis", (0, 0, 1)), float))
    if joint.kind == "universal":
        return [hinge.format(axis), hinge.format(_row(np.array(joint.axis2, float)))]  # type: ignore[attr-defined]
    sequences = {
        "revolute": [hinge.format(axis)],
        "prismatic": [slide.format(axis)],
        "cylindrical": [slide.format(axis), hinge.format(axis)],
        "screw": [slide.format(axis), hinge.format(axis)],
        "spherical": [hinge.format(entry) for entry in (x, y, z)],
        "planar": [slide.format(x), slide.format(y), hinge.format(z)],
        "free": [
            *(slide.format(entry) for entry in (x, y, z)),
            *(hinge.format(entry) for entry in (x, y, z)),
        ],
        "fixed": [],
    }
    return sequences[joint.kind]


def _row(values: np.ndarray) -> str:
    return " ".join(repr(float(value)) for value in values)
