"""Actuators of an MJCF as forces: each has a control, a function of time that is 0 at first."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

import numpy as np

from lagr_gui.exchange.markup import Tag
from lagr_gui.extensions.robots.acts import damper, dry, stop
from lagr_gui.extensions.robots.mjcf.bonds import (
    Tendon,
    gear_of,
    read_equalities,
    read_tendons,
    said,
)
from lagr_gui.extensions.robots.mjcf.joints import MjcfJoint
from lagr_gui.extensions.robots.mjcf.reading import Mjcf
from lagr_gui.extensions.robots.record import Act, Notes, Robot, SingleMotion
from lagr_gui.extensions.robots.values import number, numbers
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, has_errors

_KNOWN = ("motor", "position", "velocity", "general")
_OTHERS = ("body", "cranksite", "slidersite", "refsite", "jointinparent")
_TOLD = {
    "sensor": "Sensors were left out: any expression is a curve here.",
    "keyframe": "Keyframes were left out: the motion starts where the robot is drawn.",
    "contact": "Shapes do not touch one another: contacts were left out.",
}


def read_mjcf(file: Mjcf) -> Robot:
    """The robot of a file. Raises LagrError with all faults."""
    file.read()
    for joint in file.joints.values():
        file.guarded(joint.tag, lambda _, j=joint: act_on(j, file))
    if not has_errors(file.notes.found):
        tendons = read_tendons(file)
        read_equalities(file, tendons)
        if "actuation" not in file.off:
            _actuators(file, tendons)
    _tell(file, file.notes)
    if has_errors(file.notes.found):
        raise LagrError(file.notes.found)
    return file.robot


def _tell(file: Mjcf, notes: Notes) -> None:
    for name, words in _TOLD.items():
        tag = next((tag for tag in file.top.each(name) if tag.inner), None)
        if tag is not None:
            notes.warn(tag, words, "Nothing needs to be done.")
    for body in file.own.values():
        if (
            any(g.given.get("contype", "1") != "0" for g, _ in body.geoms)
            and "contact" not in file.off
        ):
            words = "Shapes do not touch one another, whatever their contype is."
            notes.warn(body.tag, words, "Draw walls where something shall be struck.")
            break


def _actuators(file: Mjcf, tendons: dict[str, Tendon]) -> None:
    _look_at_bounds(file, tendons)
    _look_at_lifts(file)
    bounded: Tag | None = None
    for section in file.top.each("actuator"):
        for tag in section.inner:
            full = file.settings.full(tag, "", "general")
            if tag.name not in _KNOWN:
                what = say("the actuator <{kind}>", kind=tag.name)
                file.notes.lacks(tag, what, "Use motor, position, velocity or general.")
                continue
            file.guarded(full, lambda tag: _drive(tag, file, tendons))
            if file.settings.limited(full, "ctrllimited", "ctrlrange"):
                bounded = bounded or tag
    if bounded is not None:
        words = "ctrlrange bounds nothing here: the control is the function that you write."
        file.notes.warn(bounded, words, "Keep the function within the range.")


def _drive(tag: Tag, file: Mjcf, tendons: dict[str, Tendon]) -> None:
    law = _law(tag, file)
    if law is None:
        return
    gain, (b0, b1, b2) = law
    if tag.given.get("tendon") in file.missing:
        file.notes.lacks(tag, "its tendon", "Lead the tendon through sites.")
        return
    for key in _OTHERS:
        if key in tag.given:
            file.notes.lacks(
                tag, say("an actuator with {key}", key=key), "Drive a joint or a tendon."
            )
            return
    name = tag.given.get("name") or f"{tag.name} in line {tag.line}"
    if "site" in tag.given:
        _thrust(tag, file, _Law(name, gain, b0, 0.0, b2))
        return
    gear = gear_of(tag)
    if "tendon" in tag.given:
        tendon = tag.entry("tendon", tendons)
        if tendon.ends:
            _pull(tag, file, tendon, _Law(name, gain, b0, b1, b2), gear)
            return
    else:
        joint = file.moved(tag, "joint")
        if len(joint.motions) != 1:
            file.notes.lacks(tag, "an actuator of a ball", "Use hinges in its place.")
            return
        tendon = Tendon(name, (), tuple(joint.motions), (1.0,), ("",))
    leads = tuple(said(gear) + lead for lead in tendon.said)
    several = replace(tendon, name=name, said=leads)
    force = _bounded(tag, file, _Law(name, gain, b0, b1, b2).text(file.robot, several), gear)
    for place, lead in enumerate(several.said):
        title = name if len(leads) == 1 else f"{name} {place + 1}"
        fields = {"coordinate": f"{{{place}}}", "force": f"{lead}({force})" if lead else force}
        file.robot.acts.append(Act("coordinate_force", title, fields, several.motions))


@dataclass(frozen=True, slots=True)
class _Law:
    """The force of an actuator: gain u + b0 + b1 length + b2 rate."""

    name: str
    gain: float
    b0: float
    b1: float
    b2: float

    def control(self, robot: Robot) -> str:
        """The control, which is a new function of time."""
        function = f"u{len(robot.controls) + 1}"
        robot.controls[function] = say("control of the actuator {name}", name=self.name)
        return f"{{{function}}}(t)"

    def text(self, robot: Robot, along: Tendon) -> str:
        """The law with names for what is measured by it."""
        u = self.control(robot) if self.gain else ""
        turns = along.turns
        terms: list[str] = []
        rest = said(self.gain) + u if u else ""
        for b, way, stem, unit in (
            (self.b1, along.length, "kp", "N m/rad" if turns else "N/m"),
            (self.b2, along.rate, "kv", "N m s/rad" if turns else "N s/m"),
        ):
            if b:
                k = robot.constant(stem, -b, unit, f"gain of {self.name}")
                alike = rest and self.gain == -b
                terms.append(f"{k}*({u} - ({way}))" if alike else f"-{k}*({way})")
                rest = "" if alike else rest
        terms += [rest] if rest else []
        terms += [f"({self.b0!r})"] if self.b0 else []
        return " + ".join(terms) or "0"


def _thrust(tag: Tag, file: Mjcf, law: _Law) -> None:
    """An actuator of a site: a force and a moment in its axes, as of a propeller."""
    if law.b2:
        file.notes.lacks(tag, "an actuator that measures the speed of a site", "Set kv to 0.")
        return
    gear = np.zeros(6)
    factors = numbers(tag, "gear") or [1.0]
    gear[: len(factors[:6])] = factors[:6]
    link, frame = file.site(tag, "site")
    if not gear.any():
        return
    force = _bounded(tag, file, law.text(file.robot, Tendon(law.name)))
    fields = {"vector": force, "axes": "body"}
    for kind, words, part in (("force", "", gear[:3]), ("torque", " (moment)", gear[3:])):
        if part.any():
            title, ends = f"{law.name}{words}", ((link, frame.p),)
            direction = frame.R @ part
            acts = file.robot.acts
            acts.append(Act(kind, title, dict(fields), ends=ends, direction=direction))


def _pull(tag: Tag, file: Mjcf, tendon: Tendon, law: _Law, gear: float) -> None:
    """An actuator of a line through points: a pull, and what it measures as spring and dashpot."""
    bounded = file.settings.limited(tag, "forcelimited", "forcerange")
    if (law.b1 or law.b2) and (bounded or law.b1 > 0 or law.b2 > 0):
        what = "an actuator that measures a line"
        file.notes.lacks(tag, what, "Give the tendon stiffness and damping.")
        return
    acts, ends, two = file.robot.acts, tendon.ends, len(tendon.ends) == 2
    if law.b1:
        fields = {"c": -law.b1 * gear**2, "l0": 0}
        kind = "spring" if two else "elastic_rope"
        acts.append(Act(kind, f"spring of {law.name}", fields, ends=ends))
    if law.b2:
        fields = {"k": -law.b2 * gear**2}
        kind = "dashpot" if two else "rope_damper"
        acts.append(Act(kind, f"damping of {law.name}", fields, ends=ends))
    if law.gain or law.b0:
        plain = _Law(law.name, law.gain, law.b0, 0.0, 0.0)
        force = _bounded(tag, file, plain.text(file.robot, tendon))
        acts.append(Act("rope_pull", law.name, {"pull": f"-{said(gear)}({force})"}, ends=ends))


def _bounded(tag: Tag, file: Mjcf, force: str, gear: float = 1.0) -> str:
    """A force within its range, and within that of the joint on which it acts by a gear."""
    low, high = -inf, inf
    if file.settings.limited(tag, "forcelimited", "forcerange"):
        low, high = numbers(tag, "forcerange", 2) or (0.0, 0.0)
    joint = file.joints.get(tag.given.get("joint", ""))
    if joint is not None and gear and _holds_forces(joint, file):
        a, b = sorted(end / gear for end in numbers(joint.tag, _RANGE, 2) or (0.0, 0.0))
        low, high = (min(max(end, a), b) for end in (low, high))
    return force if (low, high) == (-inf, inf) else f"min(max({force}, {low!r}), {high!r})"


_RANGE = "actuatorfrcrange"


def _holds_forces(joint: MjcfJoint, file: Mjcf) -> bool:
    """Whether a joint bounds the sum of the forces of its actuators."""
    return file.settings.limited(joint.tag, "actuatorfrclimited", _RANGE)


def _look_at_lifts(file: Mjcf) -> None:
    """What actuators lift of bodies is nothing without any, and has the bounds of their forces."""
    driven = any(section.inner for section in file.top.each("actuator"))
    lifted = any(number(part.tag, "gravcomp") for part in file.own.values())
    for joint in file.joints.values():
        bounded = _holds_forces(joint, file)
        by_drive = joint.tag.given.get("actuatorgravcomp") == "true"
        if by_drive and lifted and (bounded or not driven):
            what = say("actuatorgravcomp without actuators")
            if driven:
                what = say("actuatorgravcomp with {key}", key=_RANGE)
            file.notes.lacks(joint.tag, what, "Take actuatorgravcomp away.")


def _look_at_bounds(file: Mjcf, tendons: dict[str, Tendon]) -> None:
    """Bounds of joints become those of their actuator, where there is one and no tendon acts."""
    acting: dict[str, int] = {}
    named = {id(motion): joint.name for joint in file.joints.values() for motion in joint.motions}
    for section in file.top.each("actuator"):
        for tag in section.inner:
            full = file.settings.full(tag, "", "general")
            key = full.given.get("joint", "")
            acting[key] = acting.get(key, 0) + 1
            tendon = tendons.get(full.given.get("tendon", ""))
            for motion in tendon.motions if tendon is not None else ():
                acting[named[id(motion)]] = acting.get(named[id(motion)], 0) + 2
    for joint in file.joints.values():
        if acting.get(joint.name, 0) > 1 and _holds_forces(joint, file):
            what = say("{key} of a joint with several actuators", key=_RANGE)
            file.notes.lacks(joint.tag, what, "Give forcerange of the actuators.")
            del joint.tag.given[_RANGE]


def _law(tag: Tag, file: Mjcf) -> tuple[float, tuple[float, float, float]] | None:
    """The force of an actuator: what multiplies the control, and its bias by length and rate."""
    for key, plain in (("dyntype", "none"), ("gaintype", "fixed")):
        if tag.given.get(key, plain) != plain:
            file.notes.lacks(tag, f"{key}={tag.given[key]}", say("Use {plain}.", plain=plain))
            return None
    for key in ("timeconst", "dampratio", "damping", "armature"):
        if any(numbers(tag, key) or ()):
            file.notes.lacks(tag, key, "Set it to 0.")
            return None
    if tag.name == "motor":
        return 1.0, (0.0, 0.0, 0.0)
    if tag.name == "velocity":
        kv = number(tag, "kv", 1.0)
        return kv, (0.0, 0.0, -kv)
    if tag.name == "position":
        kp = number(tag, "kp", 1.0)
        return kp, (0.0, -kp, -number(tag, "kv"))
    gain = (numbers(tag, "gainprm") or [1.0])[0]
    bias = tag.given.get("biastype", "none")
    if bias == "none":
        return gain, (0.0, 0.0, 0.0)
    if bias != "affine":
        file.notes.lacks(tag, f"biastype={bias}", "Use none or affine.")
        return None
    b0, b1, b2 = [*(numbers(tag, "biasprm") or []), 0.0, 0.0, 0.0][:3]
    return gain, (b0, b1, b2)


# --- What springs, dampers, rotors and limits do along the joints of an MJCF -------------------


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
    entries = numbers(tag, name) or [0.0]
    if any(entries[1:]):
        file.notes.lacks(tag, say("{name} with powers", name=name), "Give one number.")
    return entries[0]


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
