"""What holds of a system while frictions stick or slide, limits touch, or after events.

What holds then is another drawing: a condition in the place of what sticks or touches, a force in
that of what slides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.catalogue.kinds import Friction, Limit
from lagr_gui.expression import Symbol, read, substitute, write
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import Message, joined, say
from lagr_gui.foundation.problem import refusal
from lagr_gui.foundation.registry import check_known
from lagr_gui.mechanics.checks.laws import eased_frictions
from lagr_gui.mechanics.numbers import known_value
from lagr_gui.mechanics.sheets.friction_modes import FrictionMode
from lagr_gui.mechanics.sheets.friction_records import SLIDES, STICKS
from lagr_gui.mechanics.state import State
from lagr_gui.model import Element
from lagr_gui.prepared import Prepared

TOUCHES = "touches"
"""What a limit does that is in contact."""

KEPT = 1e-9
"""A force may be larger than what holds it by this part."""


@dataclass(frozen=True, eq=False)
class InForce:
    """A system while its frictions and limits do what is said of them, and what holds them.

    `told` says when it holds; `signs` are those of multipliers of limits by the names of these,
    `bounds` the largest multipliers of what sticks.
    """

    prepared: Prepared
    told: tuple[Message, ...] = ()
    signs: Mapping[str, int] = field(default_factory=dict[str, int])
    bounds: Mapping[str, float] = field(default_factory=dict[str, float])

    def check(self, multipliers: Array) -> None:
        """Raise LagrError where what sticks or touches cannot hold by these multipliers."""
        binding = self.prepared.conditions
        sources = () if binding is None else binding.sources
        for source, force in zip(sources, multipliers.tolist(), strict=True):
            name = source.partition(":")[2]
            bound, sign = self.bounds.get(name, np.inf), self.signs.get(name, 0)
            if abs(force) > bound * (1 + KEPT):
                cause = say(
                    "It would have to hold {force:.6g}, and holds {bound:.6g} at most.",
                    force=abs(force),
                    bound=bound,
                )
            elif sign * force < -KEPT * float(np.max(np.abs(multipliers))):
                cause = say("It does not touch there: what would hold it acts the other way.")
            else:
                continue
            remedy = say("Take another place, or another mode of it.")
            raise refusal(say("Element “{name}”", name=name), cause, remedy, "mode")


def in_force(
    prepared: Prepared,
    mode: FrictionMode = "",
    after: str = "",
    at: Any = "equilibrium",
    velocities: Mapping[str, float] | None = None,
) -> InForce:
    """The system in a mode, after events of the model (empty: before any).

    A `mode` is ``sticks``, ``slides`` or ``touches``, or NAME=sticks,OTHER=slides.  What slides
    does so in the sense of its slip at a place (`linearize`).  Raises LagrError for other modes
    and names, where nothing slides there, and for what cannot be told so.
    """
    if after or prepared.model.events:
        from lagr_gui.prepared.held import after_events  # few models have events

        prepared = after_events(prepared, after)
    eased = eased_frictions(prepared.model)
    told = tuple(say("{place}: {cause}", place=one.place, cause=one.cause) for one in eased)
    told += (say("They hold after these events: {names}.", names=after),) if after else ()
    flat = prepared.expansion.as_drawn or prepared.expansion.model
    chosen = _modes(flat.elements, mode)
    if not chosen:
        _demand_mode(prepared)
        return InForce(prepared, told)
    place = _Place(prepared, at, velocities)
    held = [_held(element, chosen.get(element.name, ""), place) for element in flat.elements]
    elements = tuple(one.element for one in held)
    words = joined(say(_WORDS[doing], name=name) for name, doing in chosen.items())
    drawn = flat.having(elements=elements, events=())
    found = InForce(
        replace(prepared, drawn=drawn),
        (*told, say("They hold while {modes}.", modes=words)),
        {one.element.name: one.sign for one in held if one.sign},
        {one.element.name: one.bound for one in held if one.bound is not None},
    )
    _demand_mode(found.prepared)
    return found


_WORDS = {
    STICKS: "“{name}” sticks",
    SLIDES: "“{name}” slides",
    TOUCHES: "“{name}” touches",
}


def _demand_mode(prepared: Prepared) -> None:
    """Raise LagrError with dry friction of which nobody says what it does."""
    for part in prepared.reading.frictions[:1]:
        raise refusal(
            say("Element “{name}”", name=part.record.name),
            "Its dry friction slides or sticks, each with linear equations of its own.",
            "Say which: choose its mode, sticks or slides; in commands --mode NAME=sticks.",
            "friction",
        )


def possible_modes(prepared: Prepared) -> dict[str, tuple[str, ...]]:
    """What elements with dry friction, and limits, can do where a system moves a little, by name.

    Limits can be open, too.
    """
    return _sorts((prepared.expansion.as_drawn or prepared.expansion.model).elements)


def _sorts(elements: tuple[Element, ...]) -> dict[str, tuple[str, ...]]:
    return {
        element.name: (STICKS, SLIDES) if isinstance(law, Friction) else (TOUCHES,)
        for element in elements
        if element.enabled
        and isinstance(law := ELEMENTS[element.kind].of(element).law, Friction | Limit)
        and (isinstance(law, Limit) or law.may_stick(element))
    }


def _modes(elements: tuple[Element, ...], mode: FrictionMode) -> dict[str, str]:
    """What each element does of which it is said."""
    sorts = _sorts(elements)
    if isinstance(mode, str) and mode and "=" not in mode:
        pairs = [(name, mode) for name, known in sorts.items() if mode in known] or [("", mode)]
    elif isinstance(mode, str):
        pairs = [(n.strip(), m.strip()) for n, _, m in (e.rpartition("=") for e in mode.split(","))]
        pairs = pairs if mode else []
    else:
        pairs = list(mode.items())
    for name, doing in pairs:
        place = say("Mode “{mode}”", mode=doing)
        cause = say("Dry friction sticks or slides, and limits touch.")
        check_known(doing, (STICKS, SLIDES, TOUCHES), place, cause, "mode")
        cause = say("There is no element of this name that does so.")
        known = [own for own, doings in sorts.items() if doing in doings]
        check_known(name, known, say("Element “{name}”", name=name), cause, "mode")
    return dict(pairs)


class _Place:
    """Positions and velocities near which modes are told, as far as these are known."""

    def __init__(self, prepared: Prepared, at: Any, velocities: Mapping[str, float] | None) -> None:
        names = prepared.coordinates
        q, qd = prepared.start_values
        self.rests = at == "equilibrium"
        if at == "equilibrium":
            qd = [0.0] * len(names)
        elif not isinstance(at, str):
            state = State.read(at, names, prepared.layout.states)
            q, qd = list(state.q), list(state.qd)
        self.values = dict(prepared.values) | dict(zip(names, q, strict=True))
        self.rates = dict(zip(names, qd, strict=True)) | dict(velocities or {})

    def value(self, scalar: Any) -> float | None:
        """The value of a field there; None where it depends on more."""
        return known_value(scalar, self.values)


@dataclass(frozen=True)
class _Held:
    """An element that does what is said of it; the sign that its multiplier has, and its bound."""

    element: Element
    sign: int = 0
    bound: float | None = None


def _held(element: Any, doing: str, place: _Place) -> _Held:
    if not doing:
        return _Held(element)
    if doing == TOUCHES:
        made = _TOUCHING.get(element.kind)
        if made is not None and (touching := made(element, place)) is not None:
            return touching
    elif hasattr(element, "coordinate") and not ELEMENTS[element.kind].geometry.jointed:
        return (_stuck if doing == STICKS else _sliding)(element, place)
    cause = say("There are no linear equations for this kind of element in such a mode.")
    remedy = say("Draw what it does then: a condition, or a force.")
    raise refusal(say("Element “{name}”", name=element.name), cause, remedy, "mode")


def _record(element: Element, kind: str, **fields: Any) -> Element:
    return ELEMENTS[kind].record(name=element.name, kind=kind, **fields)


# --- what sticks or slides ------------------------------------------------------------------------


def _slip(element: Any) -> str:
    """The velocity of slip as a text in the rate of the coordinate."""
    law: Any = ELEMENTS[element.kind].law
    fields = {Symbol("rate"): Symbol(element.coordinate, 1)}
    fields |= {Symbol("speed"): read(getattr(element, "speed", 0))}
    return write(substitute(read(law.slip), fields))


def _stuck(element: Any, place: _Place) -> _Held:
    law: Any = ELEMENTS[element.kind].law
    if place.rests and place.value(getattr(element, "speed", 0)) != 0:
        cause = say("It does not stick at an equilibrium: its other side moves.")
        remedy = say("Take the start, or a state in which it sticks.")
        raise refusal(say("Element “{name}”", name=element.name), cause, remedy, "mode")
    bound = None
    if law.load is None:
        given = place.value(getattr(element, law.static)) if law.static else None
        bound = given or place.value(getattr(element, law.kinetic))
    return _Held(_record(element, "velocity_condition", zero=_slip(element)), bound=bound)


def _sliding(element: Any, place: _Place) -> _Held:
    law: Any = ELEMENTS[element.kind].law
    named = say("Element “{name}”", name=element.name)
    if law.load is not None:
        cause = say("Its bound follows from reactions, whose slopes are not told.")
        raise refusal(named, cause, say("Give the bound, with dry friction in joint."), "mode")
    speed = place.value(getattr(element, "speed", 0))
    slip = place.rates[element.coordinate] - (speed or 0.0)
    if speed is None or not slip:
        cause = say("It does not slide there: its velocity of slip is 0, or not known.")
        remedy = say("Give velocities, or a place at which it slides.")
        raise refusal(named, cause, remedy, "mode")
    sense = 1 if slip > 0 else -1
    bound = f"({getattr(element, law.kinetic)})"
    if law.stribeck and place.value(element.stribeck) != 0:
        gamma = f"({sense}*({_slip(element)})/({element.stribeck}))"
        static = f"({getattr(element, law.static)})"
        bound = f"({bound} + ({static} - {bound})*exp(-{gamma}^({element.shape})))"
    force = f"{-sense}*{bound}"
    fields = {"coordinate": element.coordinate, "force": force}
    return _Held(_record(element, "coordinate_force", **fields))


# --- what touches ---------------------------------------------------------------------------------


def _stopped(element: Any, place: _Place) -> _Held | None:
    q, bounds = place.values[element.coordinate], (element.lower, element.upper)
    values = [place.value(bound) for bound in bounds]
    if None in values:
        return None
    upper = abs(q - values[1]) < abs(q - values[0])  # type: ignore[operator]
    zero = f"{element.coordinate} - ({bounds[upper]})"
    return _Held(_record(element, "position_condition", zero=zero), -1 if upper else 1)


def _tight(kind: str, sign: int, length: str = "l") -> Callable[[Any, _Place], _Held | None]:
    """A rod or rope in the place of what keeps a length."""

    def made(element: Any, _: _Place) -> _Held | None:
        own = {spec.name for spec in ELEMENTS[kind].fields}
        shared = own.intersection(spec.name for spec in ELEMENTS[element.kind].fields)
        fields = {name: getattr(element, name) for name in shared}
        return _Held(_record(element, kind, **fields | {"l": getattr(element, length)}), sign)

    return made


def _apart(element: Any, place: _Place) -> _Held | None:
    """Smooth balls that keep their distance."""
    return _tight("rod", 1, "distance")(element, place) if place.value(element.mu) == 0 else None


def _limited(element: Any, _: _Place) -> _Held | None:
    return _Held(_record(element, "position_condition", zero=element.limit), -1)


def _on_wall(element: Any, place: _Place) -> _Held | None:
    """A point at a constant height over a smooth wall: a pin in a slot along it."""
    normal = [place.value(entry) for entry in element.normal]
    if None in normal or place.value(element.mu) != 0:
        return None
    n = np.array(normal, float)
    along = np.cross(n, np.eye(3)[int(np.argmin(np.abs(n)))])
    fields = {
        "body": element.body,
        "point": element.centre,
        "ground": element.ground,
        "origin": element.plane_point,
        "normal": tuple(np.cross(along, n).tolist()),
        "along": tuple(along.tolist()),
        "curve": element.radius,
    }
    return _Held(_record(element, "pin_in_slot", **fields), 1)


_TOUCHING: Mapping[str, Callable[[Any, _Place], _Held | None]] = {
    "stop": _stopped,
    "rope": _tight("rod", -1),
    "pulley_rope": _tight("tight_rope", -1),
    "bumper": _apart,
    "unilateral_condition": _limited,
    "wall": _on_wall,
}
"""By kinds of limits: the condition that holds while they touch."""
