"""What ties bodies of an MJCF: equalities and tendons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from lagr_gui.exchange.markup import Tag
from lagr_gui.extensions.robots.acts import NO_LIMIT
from lagr_gui.extensions.robots.mjcf.reading import Mjcf
from lagr_gui.extensions.robots.record import Act, End, SingleMotion, Weld
from lagr_gui.extensions.robots.rigid import RigidFrame, from_quaternion
from lagr_gui.extensions.robots.values import needed, number, numbers, vector
from lagr_gui.foundation.message import say


@dataclass(slots=True, eq=False)
class Tendon:
    """A tendon: a line through points, or a sum of coordinates times numbers.

    `said` is how equations speak of these numbers.
    """

    name: str
    ends: tuple[End, ...] = ()
    motions: tuple[SingleMotion, ...] = ()
    leads: tuple[float, ...] = ()
    said: tuple[str, ...] = ()

    @property
    def turns(self) -> bool:
        """Whether its length is an angle: that of a sum of angles alone."""
        return bool(self.motions) and all(motion.turns for motion in self.motions)

    @property
    def length(self) -> str:
        """The sum, with places for the coordinates."""
        return self._sum("")

    @property
    def rate(self) -> str:
        """How fast it grows."""
        return self._sum("'")

    def _sum(self, mark: str) -> str:
        terms = [f"{lead}{{{i}}}{mark}" for i, lead in enumerate(self.said)]
        return " + ".join(terms)


def summed(file: Mjcf, name: str, motions: tuple[SingleMotion, ...], leads: list[float]) -> Tendon:
    """A tendon of a sum of coordinates; where it adds angles to lengths these have arms in it."""
    tendon = Tendon(name, (), motions, tuple(leads))
    mixed = not tendon.turns and any(motion.turns for motion in motions)
    tendon.said = tuple(
        file.robot.constant("r", lead, "m/rad", f"lever arm in {name}") + "*"
        if mixed and motion.turns
        else said(lead)
        for motion, lead in zip(motions, leads, strict=True)
    )
    return tendon


def said(factor: float) -> str:
    """A number as a factor that stands before something."""
    return "" if factor == 1 else f"({factor!r})*"


def read_equalities(file: Mjcf, tendons: dict[str, Tendon]) -> None:
    """All equalities as elements and welds."""
    if "equality" in file.off or "constraint" in file.off:
        return
    places = file.places()
    kinds: dict[str, Callable[[Tag], None]] = {
        "connect": lambda tag: _connect(tag, file, places),
        "weld": lambda tag: _weld(tag, file, places),
        "joint": lambda tag: _joint(tag, file),
        "tendon": lambda tag: _lengths(tag, file, tendons, places),
    }
    for section in file.top.each("equality"):
        for tag in section.inner:
            full = file.settings.full(tag, "", "equality")
            if tag.name not in kinds:
                words = "Use connect, weld, joint or tendon."
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
    coefficients = numbers(tag, "polycoef") or [0.0, 1.0]
    factors = [*coefficients, 0.0, 0.0, 0.0, 0.0, 0.0][:5]
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
    power = _Powers(file, name, first.turns, second.turns)
    zero = f"{{0}} - ({first.ref + factors[0]!r}) - ({power.terms(factors, way)})"
    acts.append(Act("position_condition", name, {"zero": zero}, (first, second), enabled=on))


@dataclass(frozen=True, slots=True)
class _Powers:
    """Coefficients of a polynomial whose value and argument are angles or lengths."""

    file: Mjcf
    name: str
    value_turns: bool
    argument_turns: bool

    def terms(self, factors: list[float], way: str) -> str:
        """All terms but the constant one."""
        texts: list[str] = []
        for power, factor in enumerate(factors):
            if power and factor:
                words = f"coefficient of power {power} in {self.name}"
                b = self.file.robot.constant("b", factor, self.unit(power), words)
                texts.append(f"{b}*{way}^{power}" if power > 1 else f"{b}*{way}")
        return " + ".join(texts) or "0"

    def unit(self, power: int) -> str:
        """That of the coefficient of a power."""
        top, below = "rad" if self.value_turns else "m", "rad" if self.argument_turns else "m"
        return f"{top}/{below}^{power}" if power > 1 else f"{top}/{below}"


def _lengths(tag: Tag, file: Mjcf, tendons: dict[str, Tendon], places: list[RigidFrame]) -> None:
    """A tendon of one length, or of one that another one says; both count from where they are
    drawn."""
    coefficients = [*(numbers(tag, "polycoef") or [0.0, 1.0]), 0.0, 0.0, 0.0, 0.0, 0.0][:5]
    first = tag.entry("tendon1", tendons)
    second = tag.entry("tendon2", tendons) if "tendon2" in tag.given else None
    on, name, acts = tag.given.get("active", "true") != "false", _title(tag), file.robot.acts
    length = _drawn(first, places) + coefficients[0]
    if first.ends and second is None:
        kind = "rod" if len(first.ends) == 2 else "tight_rope"
        acts.append(Act(kind, name, {"l": length}, ends=first.ends, enabled=on))
        return
    if first.ends or (second is not None and second.ends):
        file.notes.lacks(tag, "a line that follows another one", "Give it one length.")
        return
    zero, motions = f"{first.length} - ({length!r})", first.motions
    if second is not None:
        other = Tendon(second.name, (), second.motions, second.leads, second.said)
        shift = len(motions)
        way = " + ".join(f"{lead}{{{i + shift}}}" for i, lead in enumerate(other.said))
        drawn = _drawn(second, places)
        power = _Powers(file, name, first.turns, second.turns)
        zero += f" - ({power.terms(coefficients, f'({way} - ({drawn!r}))')})"
        motions += second.motions
    acts.append(Act("position_condition", name, {"zero": zero}, motions, enabled=on))


def _one(tag: Tag, key: str, file: Mjcf) -> SingleMotion:
    joint = file.moved(tag, key)
    if len(joint.motions) != 1:
        cause = say("The joint “{name}” has several coordinates.", name=joint.name)
        raise tag.wrong(cause, "Name a hinge or a slide.")
    return joint.motions[0]


# --- tendons -------------------------------------------------------------------------------


def read_tendons(file: Mjcf) -> dict[str, Tendon]:
    """All tendons by name; their springs, dampers and limits are elements."""
    tendons: dict[str, Tendon] = {}
    places = file.places()

    def step(tag: Tag) -> None:
        tendon = _spatial(tag, file) if tag.name == "spatial" else _fixed(tag, file)
        if tendon is not None:
            tendons[tendon.name] = tendon
            _act(tag, tendon, file, places)

    for section in file.top.each("tendon"):
        for tag in section.inner:
            file.guarded(file.settings.full(tag, "", "tendon"), step)
    return tendons


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
    leads = [needed(inner, "coef") for inner in tag.each("joint")]
    if tag.name != "fixed" or not motions:
        raise tag.wrong("It is no tendon of sites or joints.", "Use <spatial> or <fixed>.")
    return summed(file, _title(tag), motions, leads)


def _act(tag: Tag, tendon: Tendon, file: Mjcf, places: list[RigidFrame]) -> None:
    lacking = ("armature",) if len(tendon.ends) == 2 else ("frictionloss", "armature")
    for name in lacking if tendon.ends else ("frictionloss",):
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
    if rest[0] == -1 == rest[-1]:
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
    if two and "frictionloss" not in file.off and (F := number(tag, "frictionloss")):
        add("line_friction", "friction of {name}", {"kinetic": F})
    if limits is not None:
        if limits[1] < NO_LIMIT:
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
    units = ("N m/rad", "N m s/rad") if tendon.turns else ("N/m", "N s/m")
    if c and len(set(rest)) > 1:
        file.notes.lacks(tag, "a spring with a range of lengths", "Give springlength one number.")
    elif c:
        stiffness = file.robot.constant("c", c, units[0], f"stiffness of {tendon.name}")
        way = f"{length} - ({rest[0]!r})" if rest[0] else length
        potential = f"{stiffness}/2*({way})^2"
        acts.append(Act("energies", f"spring of {tendon.name}", {"potential": potential}, motions))
    if k:
        damping = file.robot.constant("d", k, units[1], f"damping of {tendon.name}")
        loss = f"{damping}/2*({tendon.rate})^2"
        acts.append(Act("energies", f"damping of {tendon.name}", {"dissipation": loss}, motions))
    if any(numbers(tag, "armature") or ()):
        unit = "kg m^2" if tendon.turns else "kg"
        inertia = file.robot.constant("I", number(tag, "armature"), unit, f"rotor of {tendon.name}")
        kinetic = f"{inertia}/2*({tendon.rate})^2"
        _tell_branches(tag, tendon, file)
        acts.append(Act("energies", f"rotor of {tendon.name}", {"kinetic": kinetic}, motions))
    if limits is not None:
        for words, bound, text in (
            ("upper", limits[1], f"{length} - ({limits[1]!r})"),
            ("lower", limits[0], f"({limits[0]!r}) - ({length})"),
        ):
            fields, title = {"limit": text, "restitution": 0}, f"{words} limit of {tendon.name}"
            if abs(bound) < NO_LIMIT:
                acts.append(Act("unilateral_condition", title, fields, motions))


def _tell_branches(tag: Tag, tendon: Tendon, file: Mjcf) -> None:
    """MuJoCo's matrix of masses has no place for what couples branches of the tree."""
    moved = {id(m): i for i, link in enumerate(file.robot.links) for m in link.motions}
    links = sorted({moved[id(motion)] for motion in tendon.motions}, reverse=True)
    for link, carrier in pairwise(links):
        above = link
        while above > carrier:
            above = file.robot.links[above].parent
        if above != carrier:
            words = "The rotor of a tendon couples branches here; MuJoCo leaves that coupling out."
            file.notes.warn(tag, words, "Compare with MuJoCo where it matters.")
            return


def gear_of(tag: Tag) -> float:
    """The first number of the gear of an actuator."""
    gear = numbers(tag, "gear")
    return gear[0] if gear else number(tag, "gear", 1.0)
