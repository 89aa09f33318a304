"""Actuators of an MJCF as forces: each has a control, a function of time that is 0 at first."""

from __future__ import annotations

from lagr_gui.exchange.robots.markup import Tag
from lagr_gui.exchange.robots.mjcf import Mjcf
from lagr_gui.exchange.robots.mjcf_bonds import Tendon, gear_of, read_equalities, read_tendons
from lagr_gui.exchange.robots.mjcf_laws import act_on
from lagr_gui.exchange.robots.record import Act, Notes, Robot
from lagr_gui.exchange.robots.values import number, numbers
from lagr_gui.message import say
from lagr_gui.problem import LagrError, has_errors

_KNOWN = ("motor", "position", "velocity", "general")
_OTHERS = ("site", "body", "cranksite", "slidersite", "refsite", "jointinparent")
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
        read_equalities(file)
        tendons = read_tendons(file)
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
    for own in file.own.values():
        if (
            any(g.given.get("contype", "1") != "0" for g, _ in own.geoms)
            and "contact" not in file.off
        ):
            words = "Shapes do not touch one another, whatever their contype is."
            notes.warn(own.tag, words, "Draw walls where something shall be struck.")
            break


def _actuators(file: Mjcf, tendons: dict[str, Tendon]) -> None:
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
                tag, say("an actuator of a {key}", key=key), "Drive a joint or a tendon."
            )
            return
    gear = gear_of(tag)
    name = tag.given.get("name") or f"{tag.name} in line {tag.line}"
    function = f"u{len(file.robot.controls) + 1}"
    file.robot.controls[function] = say("control of the actuator {name}", name=name)
    control = f"({gain!r})*{{{function}}}(t)" if gain != 1 else f"{{{function}}}(t)"
    if "tendon" in tag.given:
        tendon = tendons.get(tag.given["tendon"])
        if tendon is None:
            cause = say("{key}: there is no “{name}”.", key="tendon", name=tag.given["tendon"])
            raise tag.wrong(cause, "Name one of the file.")
        if tendon.ends:
            _pull(tag, file, tendon, control, (gear, b0, b1, b2))
            return
        motions, leads = tendon.motions, tendon.leads
    else:
        joint = file.moved(tag, "joint")
        if len(joint.motions) != 1:
            file.notes.lacks(tag, "an actuator of a ball", "Use hinges in its place.")
            return
        motions, leads = tuple(joint.motions), (1.0,)
    several = Tendon(name, (), motions, tuple(gear * lead for lead in leads))
    terms = [control]
    terms += [f"({b0!r})"] if b0 else []
    terms += [f"({b1!r})*({several.length})"] if b1 else []
    terms += [f"({b2!r})*({several.rate})"] if b2 else []
    force = _bounded(tag, file, " + ".join(terms))
    for place, lead in enumerate(several.leads):
        text = force if lead == 1 else f"({lead!r})*({force})"
        title = name if len(motions) == 1 else f"{name} {place + 1}"
        fields = {"coordinate": f"{{{place}}}", "force": text}
        file.robot.acts.append(Act("coordinate_force", title, fields, motions))


def _pull(
    tag: Tag, file: Mjcf, tendon: Tendon, control: str, law: tuple[float, float, float, float]
) -> None:
    gear, b0, b1, b2 = law
    if b1 or b2:
        what = "an actuator that measures a line"
        file.notes.lacks(tag, what, "Give the tendon stiffness and damping.")
        return
    force = _bounded(tag, file, f"{control} + ({b0!r})" if b0 else control)
    title = tag.given.get("name") or f"{tag.name} in line {tag.line}"
    fields = {"pull": f"-({gear!r})*({force})"}
    file.robot.acts.append(Act("rope_pull", title, fields, ends=tendon.ends))


def _bounded(tag: Tag, file: Mjcf, force: str) -> str:
    if not file.settings.limited(tag, "forcelimited", "forcerange"):
        return force
    low, high = numbers(tag, "forcerange", 2) or (0.0, 0.0)
    return f"min(max({force}, {low!r}), {high!r})"


def _law(tag: Tag, file: Mjcf) -> tuple[float, tuple[float, float, float]] | None:
    """The force of an actuator: what multiplies the control, and its bias by length and rate."""
    for key, plain in (("dyntype", "none"), ("gaintype", "fixed")):
        if tag.given.get(key, plain) != plain:
            file.notes.lacks(tag, f"{key}={tag.given[key]}", say("Use {plain}.", plain=plain))
            return None
    for key in ("timeconst", "dampratio", "inheritrange", "damping", "armature"):
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
