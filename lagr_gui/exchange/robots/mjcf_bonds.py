"""What ties bodies of an MJCF: equalities and tendons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from lagr_gui.exchange.robots.markup import Tag
from lagr_gui.exchange.robots.mjcf import Mjcf
from lagr_gui.exchange.robots.record import Act, End, SingleMotion, Weld
from lagr_gui.exchange.robots.rigid import RigidFrame, from_quaternion
from lagr_gui.exchange.robots.values import needed, number, numbers, vector
from lagr_gui.message import say


@dataclass(slots=True, eq=False)
class Tendon:
    """A tendon: a line through points, or a sum of coordinates times numbers."""

    name: str
    ends: tuple[End, ...] = ()
    motions: tuple[SingleMotion, ...] = ()
    leads: tuple[float, ...] = ()

    @property
    def length(self) -> str:
        """The sum, with places for the coordinates."""
        return _sum(self.leads, "")

    @property
    def rate(self) -> str:
        """How fast it grows."""
        return _sum(self.leads, "'")


def _sum(leads: tuple[float, ...], mark: str) -> str:
    return " + ".join(f"({lead!r})*{{{i}}}{mark}" for i, lead in enumerate(leads))


def read_equalities(file: Mjcf) -> None:
    """All equalities as elements and welds."""
    if "equality" in file.off or "constraint" in file.off:
        return
    places = file.places()
    kinds: dict[str, Callable[[Tag], None]] = {
        "connect": lambda tag: _connect(tag, file, places),
        "weld": lambda tag: _weld(tag, file, places),
        "joint": lambda tag: _joint(tag, file),
    }
    for section in file.top.each("equality"):
        for tag in section.inner:
            full = file.settings.full(tag, "", "equality")
            if tag.name not in kinds:
                words = "Use connect, weld or joint."
                file.notes.lacks(tag, say("the equality <{kind}>", kind=tag.name), words)
            else:
                file.guarded(full, kinds[tag.name])


def _title(tag: Tag) -> str:
    return tag.given.get("name") or f"{tag.name} in line {tag.line}"


def _bodies(tag: Tag, file: Mjcf) -> tuple[int, int]:
    second = file.link(tag, "body2") if "body2" in tag.given else 0
    return file.link(tag, "body1"), second


def _connect(tag: Tag, file: Mjcf, places: list[RigidFrame]) -> None:
    if "site1" in tag.given:
        ends = (file.end(tag, "site1"), file.end(tag, "site2"))
    else:
        a, b = _bodies(tag, file)
        anchor = vector(tag, "anchor")
        ends = ((a, anchor), (b, places[b].seen(places[a].at(anchor))))
    on = tag.given.get("active", "true") != "false"
    file.robot.acts.append(Act("coincidence", _title(tag), {}, ends=ends, enabled=on))


def _weld(tag: Tag, file: Mjcf, places: list[RigidFrame]) -> None:
    if tag.given.get("active", "true") == "false":
        file.notes.warn(tag, "A weld that is not active was left out.", "Nothing needs to be done.")
        return
    if "site1" in tag.given:
        a, b = file.site(tag, "site1"), file.site(tag, "site2")
    else:
        first, second = _bodies(tag, file)
        pose = numbers(tag, "relpose", 7) or [0.0] * 7
        if any(pose[3:]):
            w, x, y, z = np.array(pose[3:]) / np.linalg.norm(pose[3:])
            relative = RigidFrame(from_quaternion(w, x, y, z), np.array(pose[:3]))
        else:
            relative = places[first].inverse.then(places[second])
        a, b = (first, relative), (second, RigidFrame())
    file.robot.welds.append(Weld(_title(tag), a, b))


def _joint(tag: Tag, file: Mjcf) -> None:
    given = numbers(tag, "polycoef") or [0.0, 1.0]
    factors = [*given, 0.0, 0.0, 0.0, 0.0, 0.0][:5]
    first = _one(tag, "joint1", file)
    on = tag.given.get("active", "true") != "false"
    name, acts = _title(tag), file.robot.acts
    if "joint2" not in tag.given:
        fields = {"coordinate": "{0}", "motion": first.ref + factors[0]}
        acts.append(Act("prescribed_motion", name, fields, (first,), enabled=on))
        return
    second = _one(tag, "joint2", file)
    if not any(factors[2:]):
        offset = first.ref + factors[0] - factors[1] * second.ref
        names = {"coordinate_a": "{0}", "coordinate_b": "{1}"}
        fields = {**names, "ratio": factors[1], "offset": offset}
        acts.append(Act("gear", name, fields, (first, second), enabled=on))
        return
    way = f"({{1}} - ({second.ref!r}))" if second.ref else "{1}"
    terms = [f"({factor!r})*{way}^{power}" for power, factor in enumerate(factors) if power]
    zero = f"{{0}} - ({first.ref + factors[0]!r}) - ({' + '.join(terms)})"
    acts.append(Act("position_condition", name, {"zero": zero}, (first, second), enabled=on))


def _one(tag: Tag, key: str, file: Mjcf) -> SingleMotion:
    joint = file.moved(tag, key)
    if len(joint.motions) != 1:
        cause = say("The joint “{name}” has several coordinates.", name=joint.name)
        raise tag.wrong(cause, "Name a hinge or a slide.")
    return joint.motions[0]


# --- tendons -------------------------------------------------------------------------------


def read_tendons(file: Mjcf) -> dict[str, Tendon]:
    """All tendons by name; their springs, dampers and limits are elements."""
    found: dict[str, Tendon] = {}
    places = file.places()

    def step(tag: Tag) -> None:
        tendon = _spatial(tag, file) if tag.name == "spatial" else _fixed(tag, file)
        if tendon is not None:
            found[tendon.name] = tendon
            _act(tag, tendon, file, places)

    for section in file.top.each("tendon"):
        for tag in section.inner:
            file.guarded(file.settings.full(tag, "", "tendon"), step)
    return found


def _spatial(tag: Tag, file: Mjcf) -> Tendon | None:
    for inner in tag.inner:
        if inner.name != "site":
            what = say("<{kind}> in a tendon", kind=inner.name)
            file.notes.lacks(inner, what, "Lead the tendon through sites.")
            file.missing.add(_title(tag))
            return None
    ends = tuple(file.end(inner, "site") for inner in tag.inner)
    if len(ends) < 2:
        raise tag.wrong("A tendon runs through two sites or more.", "Name its sites.")
    return Tendon(_title(tag), ends)


def _fixed(tag: Tag, file: Mjcf) -> Tendon:
    motions = tuple(_one(inner, "joint", file) for inner in tag.each("joint"))
    leads = tuple(needed(inner, "coef") for inner in tag.each("joint"))
    if tag.name != "fixed" or not motions:
        raise tag.wrong("It is no tendon of sites or joints.", "Use <spatial> or <fixed>.")
    return Tendon(_title(tag), (), motions, leads)


def _act(tag: Tag, tendon: Tendon, file: Mjcf, places: list[RigidFrame]) -> None:
    for name in ("frictionloss", "armature"):
        if any(numbers(tag, name) or ()):
            file.notes.lacks(tag, say("{name} of a tendon", name=name), "Set it to 0.")
    for name in ("stiffness", "damping"):
        if any((numbers(tag, name) or [0.0])[1:]):
            file.notes.lacks(tag, say("{name} with powers", name=name), "Give one number.")
    c, k = ((numbers(tag, name) or [0.0])[0] for name in ("stiffness", "damping"))
    if file.off & {"passive", "spring"}:
        c = 0.0
    if file.off & {"passive", "damper"}:
        k = 0.0
    limits = None
    if file.settings.limited(tag) and not file.off & {"limit", "constraint"}:
        low, high = numbers(tag, "range", 2) or [0.0, 0.0]
        limits = low, high
    rest = numbers(tag, "springlength") or [-1.0]
    if rest[0] < 0:
        rest = [_drawn(tendon, places)]
    if tendon.ends:
        _line(tag, tendon, file, (c, k), (min(rest), max(rest)), limits)
    else:
        _combination(tag, tendon, file, (c, k), rest, limits)


def _drawn(tendon: Tendon, places: list[RigidFrame]) -> float:
    """The length where all joints are as they are drawn."""
    if not tendon.ends:
        return sum(c * motion.ref for c, motion in zip(tendon.leads, tendon.motions, strict=True))
    points = [places[link].at(point) for link, point in tendon.ends]
    return float(sum(np.linalg.norm(b - a) for a, b in pairwise(points)))


def _line(
    tag: Tag,
    tendon: Tendon,
    file: Mjcf,
    law: tuple[float, float],
    rest: tuple[float, float],
    limits: tuple[float, float] | None,
) -> None:
    """A tendon along points: springs, ropes."""
    (c, k), (low, high), name, two = law, rest, tendon.name, len(tendon.ends) == 2

    def add(kind: str, words: str, fields: dict[str, float]) -> None:
        title = say(words, name=name)
        file.robot.acts.append(Act(kind, str(title), dict(fields), ends=tendon.ends))

    if c and two and low == high:
        add("spring", "spring of {name}", {"c": c, "l0": low})
    elif c and low in (0.0, high) and (low == 0.0):
        add("elastic_rope", "spring of {name}", {"c": c, "l0": high})
    elif c:
        remedy = "Give springlength two numbers, the first of them 0, or lead it through two sites."
        file.notes.lacks(tag, "a spring of this length over several points", remedy)
    if k:
        add("dashpot" if two else "rope_damper", "damping of {name}", {"k": k})
    if limits is not None:
        add("rope" if two else "pulley_rope", "limit of {name}", {"l": limits[1]})
        if limits[0] > 0 and two:
            fields = {"distance": limits[0], "restitution": 0}
            add("bumper", "lower limit of {name}", fields)
        elif limits[0] > 0:
            file.notes.lacks(tag, "a least length over several points", "Set it to 0.")


def _combination(
    tag: Tag,
    tendon: Tendon,
    file: Mjcf,
    law: tuple[float, float],
    rest: list[float],
    limits: tuple[float, float] | None,
) -> None:
    """A tendon that is a sum of coordinates."""
    (c, k), acts, motions, length = law, file.robot.acts, tendon.motions, tendon.length
    if c and len(set(rest)) > 1:
        file.notes.lacks(tag, "a spring with a range of lengths", "Give springlength one number.")
    elif c:
        potential = f"{c!r}/2*({length} - ({rest[0]!r}))^2"
        acts.append(Act("energies", f"spring of {tendon.name}", {"potential": potential}, motions))
    if k:
        loss = f"{k!r}/2*({tendon.rate})^2"
        acts.append(Act("energies", f"damping of {tendon.name}", {"dissipation": loss}, motions))
    if limits is not None:
        for words, text in (
            ("upper", f"{length} - ({limits[1]!r})"),
            ("lower", f"({limits[0]!r}) - ({length})"),
        ):
            fields = {"limit": text, "restitution": 0}
            acts.append(
                Act("unilateral_condition", f"{words} limit of {tendon.name}", fields, motions)
            )


def gear_of(tag: Tag) -> float:
    """The first number of the gear of an actuator."""
    found = numbers(tag, "gear")
    return found[0] if found else number(tag, "gear", 1.0)
