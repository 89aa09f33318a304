"""From the neutral description of a case to a system, by the builder."""

from __future__ import annotations

from typing import Any

from lagr_gui import System
from tests.acceptance.loops import Untranslatable, add_loop

KINDS = {
    "coord_spring": "coordinate_spring",
    "coord_damper": "coordinate_damper",
    "coord_force": "coordinate_force",
}
JOINT_FIELDS = ("axis", "axis2", "axes", "sequence", "point_parent", "point_child")
KNOWN = {
    "gravity",
    "parameters",
    "bodies",
    "joints",
    "elements",
    "body0",
    "loops",
    "nonholonomic",
}


def system_of(model: dict[str, Any]) -> System:
    """The system that a case describes. Raises Untranslatable for what is not there yet."""
    unknown = set(model) - KNOWN
    if unknown:
        raise Untranslatable(f"the model holds {', '.join(sorted(unknown))}")
    gravity = tuple(model.get("gravity", (0, 0, 0)))
    system = System(gravity=gravity, **{"g": 9.81, **model.get("parameters", {})})
    _ground(system, model.get("body0", {}))
    numbers = {0: 0}
    for body in model["bodies"]:
        numbers[body["id"]] = _body(system, body)
    for joint in model["joints"]:
        _joint(system, joint, numbers)
    for element in model.get("elements", ()):
        _element(system, element, numbers)
    for loop in model.get("loops", ()):
        add_loop(system, loop, numbers)
    for count, condition in enumerate(model.get("nonholonomic", ()), start=1):
        name = str(condition.get("id", f"condition {count}"))
        system.element("velocity_condition", name=name, zero=_text(condition["expr"]))
    return system


def energies_of(given: dict[str, Any]) -> System:
    """The system that a case gives by T, Omega (or U), D and Q in its own coordinates."""
    known = {"coordinates", "T", "Omega", "U", "D", "Q", "parameters", "Lambda"}
    if unknown := set(given) - known:
        raise Untranslatable(f"the energies hold {', '.join(sorted(unknown))}")
    system = System(gravity=(0, 0, 0), **{"g": 9.81, **given.get("parameters", {})})
    names = given["coordinates"]
    potential = given.get("Omega", given.get("U", "0"))
    kinetic = given["T"] if "T" in given else f"({given['Lambda']}) + ({potential})"
    system.element(
        "energies",
        own=tuple(names),
        kinetic=_text(kinetic),
        potential=_text(potential),
        dissipation=_text(given.get("D", "0")),
    )
    for name, force in given.get("Q", {}).items():
        system.element("coordinate_force", coordinate=name, force=_text(str(force)))
    return system


def _ground(system: System, body0: dict[str, Any]) -> None:
    names = {"position": "position", "rotation_axis": "axis", "rotation_angle": "angle"}
    unknown = set(body0) - set(names)
    if unknown:
        raise Untranslatable(f"body 0 holds {', '.join(sorted(unknown))}")
    system.ground(**{names[key]: value for key, value in body0.items()})


def _body(system: System, body: dict[str, Any]) -> int:
    rows = body.get("inertia") or [[0, 0, 0]] * 3
    six = (rows[0][0], rows[1][1], rows[2][2], rows[0][1], rows[0][2], rows[1][2])
    return system.body(body.get("name", ""), body["mass"], six)


def _joint(system: System, joint: dict[str, Any], numbers: dict[int, int]) -> None:
    fields = {name: joint[name] for name in JOINT_FIELDS if name in joint}
    if "rot_parent" in joint:
        fields["orientation"] = joint["rot_parent"]
    known = {*JOINT_FIELDS, "rot_parent", "id", "name", "type", "parent", "child", "coords"}
    unknown = set(joint) - known
    if unknown:
        raise Untranslatable(f"joint {joint['id']} holds {', '.join(sorted(unknown))}")
    system.joint(
        joint["type"],
        numbers[joint["parent"]],
        numbers[joint["child"]],
        *joint.get("coords", ()),
        name=str(joint["id"]),
        **fields,
    )


def _element(system: System, element: dict[str, Any], numbers: dict[int, int]) -> None:
    fields = {k: v for k, v in element.items() if k not in ("type", "id", "name", "coord")}
    for end in ("body", "body_a", "body_b", "reaction_body"):
        if end in fields:
            fields[end] = numbers[fields[end]]
    if "coord" in element:
        fields["coordinate"] = element["coord"]
    if element["type"] == "coord_force" and "value" in fields:
        fields["force"] = fields.pop("value")
    system.element(KINDS.get(element["type"], element["type"]), **fields)


def _text(expression: str) -> str:
    return expression.replace("**", "^")
