"""Events of a model: what they open and switch, the model after that, and what is wrong with them.

What is open or off is not in the model then: its equations are those of another drawing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache

from lagr_gui.catalogue import ELEMENTS, KINDS
from lagr_gui.catalogue.kinds import Condition, Limit
from lagr_gui.foundation.message import Message, joined, say
from lagr_gui.foundation.problem import Path, Problem, Severity, refusal
from lagr_gui.foundation.registry import check_known, did_you_mean
from lagr_gui.model import Element, Model
from lagr_gui.model.events import EventAction, MotionEvent
from lagr_gui.model.faults import place_of
from lagr_gui.subsystems.event_items import has_own_freedom, item_of
from lagr_gui.subsystems.releases import why_not
from lagr_gui.topology import Topology, analyse

Held = Mapping[str, float]
"""By the keys of items: 1 where they are there, 0 where they are open or off."""

SEPARATOR = ","
"""What stands between names of events that happen one after the other."""

_ONE = "Say one thing: stop, set, open, on or off."


def held_after(model: Model, events: Iterable[MotionEvent]) -> dict[str, float]:
    """What is open, on or off when these have happened, in this order."""
    return {
        item_of(model, action.item): float(bool(action.on))
        for event in events
        for action in event.do
        if action.item
    }


def events_named(model: Model, names: str) -> list[MotionEvent]:
    """The events of a model that are named, with commas between. Raises LagrError for others."""
    known = {event.name: event for event in model.events}
    wanted = [name.strip() for name in names.split(SEPARATOR)]
    for name in wanted:
        place = say("Event “{name}”", name=name)
        check_known(name, [*known], place, "There is no event of this name.", "event")
    return [known[name] for name in wanted]


def remarks(model: Model, after: str) -> Iterator[Problem]:
    """When equations of a model hold, which has events: before any of them, or after some."""
    if after:
        yield Problem(
            "Equations",
            say("They hold after these events: {names}.", names=after),
            "",
            Severity.HINT,
            "event",
        )
        return
    for event in model.events:
        words = {
            "rising": "Where {value} rises through zero: {done}.",
            "falling": "Where {value} falls through zero: {done}.",
            "both": "Where {value} passes through zero: {done}.",
        }
        cause = say(words[event.direction], value=event.when, done=joined(map(said, event.do)))
        remedy = say("Equations after it: lagr equations --after {name}.", name=event.name)
        yield Problem(say("Event “{name}”", name=event.name), cause, remedy, Severity.HINT, "event")


def said(action: EventAction) -> Message:
    """What an action does, in words."""
    if action.stop:
        return say("the motion ends")
    if action.set:
        return say("{name} becomes {value}", name=action.set, value=action.value)
    words = {"open": "“{name}” opens", "on": "“{name}” is switched on"}
    word = words.get(action.given[0], "“{name}” is switched off") if action.given else ""
    return say(word, name=action.item.rpartition(":")[2])


def held_in(values: Held) -> dict[str, float]:
    """What of the values of parameters and items tells of items, in a fixed order."""
    return {key: values[key] for key in sorted(values) if key.startswith(("joint:", "element:"))}


def with_held(model: Model, held: Held) -> Model:
    """The model in which items are there or not; itself where they are so already."""
    gone = {key.partition(":")[2] for key in held if key.startswith("joint:") and not held[key]}
    if opened := [joint for joint in model.joints if joint.name in gone]:
        lost = {name for joint in opened for name in joint.coordinates}
        model = model.only("joints", lambda joint: joint.name not in gone)
        model = model.only("start", lambda entry: entry.coordinate not in lost)
    if all(_is_as_held(element, held) for element in model.elements):
        return model
    return model.each(
        "elements",
        lambda element: (
            element if _is_as_held(element, held) else element.having(enabled=not element.enabled)
        ),
    )


def _is_as_held(element: Element, held: Held) -> bool:
    return bool(held.get(f"element:{element.name}", element.enabled)) == element.enabled


# --- what is wrong with them ---------------------------------------------------------------------

MOST = 10_000
"""Events of a model: all are watched in every step; so many take about 1 ms each time."""


def faults(model: Model, topology: Topology) -> Iterator[Problem]:
    """What is wrong with the events of a model that is sound otherwise, but for their values."""
    if len(model.events) > MOST:
        cause = say(
            "There are {count} events; {most} can be watched.", count=len(model.events), most=MOST
        )
        yield _fault(model, ("events", MOST), cause, "Leave some out.")
        return
    names = set[str]()
    moves = cache(lambda key: _moves_otherwise(model, topology, key))
    for index, event in enumerate(model.events):
        path: Path = ("events", index)
        if not event.name or event.name in names:
            cause = say("Each event needs a name of its own.")
            yield _fault(model, (*path, "name"), cause, "Choose another name.")
        names.add(event.name)
        if not event.do:
            yield _fault(model, path, say("Nothing happens at it."), _ONE)
        for at, action in enumerate(event.do):
            yield from _action(model, moves, (*path, "do", at), action)


Moves = Callable[[str], bool]
"""Whether without an item, by its key, the system has another tree or other coordinates."""


def _action(model: Model, moves: Moves, path: Path, action: EventAction) -> Iterator[Problem]:
    if len(action.given) != 1:
        yield _fault(model, path, say("It says {count} things.", count=len(action.given)), _ONE)
    elif action.set:
        yield from _setting(model, path, action)
    elif action.item:
        yield from _switching(model, moves, (*path, *action.given), action)


def _setting(model: Model, path: Path, action: EventAction) -> Iterator[Problem]:
    known = (*(f"{name}'" for name in model.coordinates), *model.states)
    if action.set not in known:
        cause = say("There is no velocity or state “{name}”.", name=action.set)
        remedy = did_you_mean(action.set, known)
        if action.set in model.coordinates:
            cause = say("A position does not jump: “{name}” is one.", name=action.set)
            remedy = say("Set its velocity {name}'.", name=action.set)
        yield _fault(model, (*path, "set"), cause, remedy)


def _switching(model: Model, moves: Moves, path: Path, action: EventAction) -> Iterator[Problem]:
    """What an event cannot open or switch."""
    key = item_of(model, action.item)
    sort, _, name = key.partition(":")
    if not key:
        cause = say("There is nothing called “{name}”.", name=action.item)
        known = [entry.name for entry in (*model.joints, *model.elements)]
        remedy = did_you_mean(action.item, known)
        if action.item in known:
            cause = say("A joint and an element are called “{name}”.", name=action.item)
            remedy = say(
                "Write {one} or {other}.",
                one=f"joint:{action.item}",
                other=f"element:{action.item}",
            )
        yield _fault(model, path, cause, remedy)
    elif sort == "joint":
        yield from _opened_joint(model, moves, path, name, action)
    else:
        yield from _switched_element(model, moves, path, model.element(name), action)


def _opened_joint(
    model: Model, moves: Moves, path: Path, name: str, action: EventAction
) -> Iterator[Problem]:
    if not action.open:
        cause = say("“{name}” is a joint: it can open, and is not switched.", name=name)
        yield _fault(model, path, cause, say("Open it."))
    elif moves(f"joint:{name}"):
        why = why_not(model, model.joint(name)) or say("something speaks of its coordinates")
        cause = say("“{name}” cannot open: {why}.", name=name, why=why)
        remedy = say(
            "Draw a freer joint (planar, free) between the same bodies beside it, and choose Cut "
            "here on “{name}”: what it binds are conditions then, which can open. Nothing may "
            "speak of its coordinates.",
            name=name,
        )
        yield _fault(model, path, cause, remedy)


def _switched_element(
    model: Model, moves: Moves, path: Path, element: Element, action: EventAction
) -> Iterator[Problem]:
    kind, name = ELEMENTS[element.kind], element.name
    binds = isinstance(kind.law, Condition | Limit)
    if has_own_freedom(element):
        cause = say("“{name}” has a coordinate or an inertia of its own.", name=name)
        yield _fault(model, path, cause, say("Switch a force, a spring, a damper or a brake."))
    elif action.off and binds:
        cause = say("“{name}” binds: it can open, and is not switched off.", name=name)
        yield _fault(model, path, cause, say("Open it."))
    elif action.on and isinstance(kind.law, Limit):
        cause = say("“{name}” begins to bind where it is reached.", name=name)
        remedy = say("Leave it there all the time, or switch a condition on.")
        yield _fault(model, path, cause, remedy)
    elif not binds and action.open:
        cause = say(
            "“{name}” acts and binds nothing: it is switched, and does not open.", name=name
        )
        yield _fault(model, path, cause, say("Switch it off."))
    elif element.enabled == bool(action.on) and not _is_switched_back(model, action):
        cause = say("“{name}” is so already.", name=name)
        yield _fault(model, path, cause, say("Say the other way round."))
    elif moves(f"element:{name}"):
        cause = say("Without “{name}” the system has other coordinates.", name=name)
        yield _fault(model, path, cause, say("Let another joint of the closed path be cut."))


def _is_switched_back(model: Model, action: EventAction) -> bool:
    """Whether another action does the opposite of one."""
    key = item_of(model, action.item)
    others = (other for event in model.events for other in event.do if other.item)
    return any(
        item_of(model, other.item) == key and bool(other.on) != bool(action.on) for other in others
    )


def _moves_otherwise(model: Model, topology: Topology, key: str) -> bool:
    """Whether tree or coordinates of the system are others without an item, or with it."""
    there = (
        1.0 if any(key == f"element:{e.name}" and not e.enabled for e in model.elements) else 0.0
    )
    after = analyse(with_held(model, {key: there}), KINDS)
    links = [[(b.joint.name, b.child) for b in t.branches] for t in (topology, after)]
    return after.coordinates != topology.coordinates or links[0] != links[1]


def _fault(model: Model, path: Path, cause: str, remedy: str) -> Problem:
    return Problem(place_of(path, model), cause, remedy, code="event", path=path)


def refuse_events(model: Model) -> None:
    """Raise LagrError for a model with events: what asks would move as if none happened."""
    for event in model.events[:1]:
        raise refusal(
            say("Event “{name}”", name=event.name),
            "It happens in the midst of a motion; what is asked here knows one set of equations.",
            "Simulate the model, or take the event away.",
            "event",
        )
