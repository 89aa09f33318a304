"""What springs, dampers, rotors and limits do along the joints of an MJCF."""

from __future__ import annotations

from lagr_gui.exchange.markup import Tag
from lagr_gui.extensions.robots.acts import DRY, DRY_REMEDY, damper, dry, stop
from lagr_gui.extensions.robots.mjcf import Mjcf
from lagr_gui.extensions.robots.mjcf_joints import MjcfJoint
from lagr_gui.extensions.robots.record import Act, SingleMotion
from lagr_gui.extensions.robots.values import number, numbers
from lagr_gui.message import say


def act_on(joint: MjcfJoint, file: Mjcf) -> None:
    """The springs, dampers, friction, rotors and limits of a joint. Raises LagrError."""
    if joint.tag.name == "freejoint":
        return
    values = {name: _plain(joint.tag, name, file) for name in _NUMBERS}
    if "springdamper" in joint.tag.given and any(numbers(joint.tag, "springdamper") or ()):
        file.notes.lacks(joint.tag, "springdamper", "Give stiffness and damping.")
    if file.off & {"passive", "damper"}:
        values["damping"] = 0.0
    if file.off & {"passive", "spring"}:
        values["stiffness"] = 0.0
    if "frictionloss" in file.off:
        values["frictionloss"] = 0.0
    if len(joint.motions) > 1:
        _several(joint, file, values)
    else:
        _single(joint, file, values)


_NUMBERS = ("stiffness", "damping", "armature", "frictionloss")


def _plain(tag: Tag, name: str, file: Mjcf) -> float:
    """A number; further ones are coefficients of powers, which the program does not have."""
    found = numbers(tag, name) or [0.0]
    if any(found[1:]):
        file.notes.lacks(tag, say("{name} with powers", name=name), "Give one number.")
    return found[0]


def _single(joint: MjcfJoint, file: Mjcf, values: dict[str, float]) -> None:
    (motion,), tag, acts = joint.motions, joint.tag, file.robot.acts
    angle = file.settings.angle if motion.turns else 1.0
    if values["stiffness"]:
        rest = number(tag, "springref") * angle
        fields = {"coordinate": "{0}", "c": values["stiffness"], "q0": rest}
        acts.append(Act("coordinate_spring", f"spring of {joint.name}", fields, (motion,)))
    _resist(joint, file, values, motion)
    if values["frictionloss"]:
        title = f"friction of {joint.name}"
        acts.append(dry(file.robot, title, values["frictionloss"], motion))
        file.notes.warn(tag, DRY, DRY_REMEDY)
    if file.settings.limited(tag) and "limit" not in file.off:
        low, high = numbers(tag, "range", 2) or (0.0, 0.0)
        if low >= high:
            raise tag.wrong("range has no width.", "Give the smaller limit first.")
        acts.append(stop(f"stop of {joint.name}", motion, low * angle, high * angle))


def _several(joint: MjcfJoint, file: Mjcf, values: dict[str, float]) -> None:
    """Of a ball or a free body: what depends on all its angular velocity."""
    tag, acts = joint.tag, file.robot.acts
    if values["stiffness"]:
        file.notes.lacks(tag, "stiffness of a ball", "Use hinges in its place.")
    if values["frictionloss"]:
        file.notes.lacks(tag, "friction of a ball", "Use hinges in its place.")
    if file.settings.limited(tag) and "limit" not in file.off:
        file.notes.lacks(tag, "range of a ball", "Use hinges in its place.")
    for motion in joint.motions[:-3]:
        _resist(joint, file, values, motion)
    turns = tuple(joint.motions[-3:])
    spin = "{0}'^2 + {1}'^2 + {2}'^2 + 2*{0}'*{2}'*sin({1})"
    for key, field, stem, unit in (
        ("damping", "dissipation", "d", "N m s"),
        ("armature", "kinetic", "I", "kg m^2"),
    ):
        if values[key]:
            title = f"{_WORDS[key]} of {joint.name}"
            k = file.robot.constant(stem, values[key], unit, title)
            acts.append(Act("energies", title, {field: f"{k}/2*({spin})"}, turns))


_WORDS = {"damping": "damping", "armature": "rotor"}


def _resist(joint: MjcfJoint, file: Mjcf, values: dict[str, float], motion: SingleMotion) -> None:
    """Damper and rotor of one coordinate of a joint."""
    name = motion.name if len(joint.motions) > 1 else joint.name
    if values["damping"]:
        file.robot.acts.append(damper(f"damping of {name}", values["damping"], motion))
    if values["armature"]:
        title, unit = f"rotor of {name}", "kg m^2" if motion.turns else "kg"
        inertia = file.robot.constant("I", values["armature"], unit, title)
        kinetic = f"{inertia}/2*{{0}}'^2"
        file.robot.acts.append(Act("energies", title, {"kinetic": kinetic}, (motion,)))
