"""Joints that carry the tree and that events open.

Such a joint stands beside a freer one from the beginning: that carries the tree and has its
coordinates among its own, and what the joint itself binds are conditions, as those of a joint that
closes a path.  So a motion has the same coordinates before and after it opens.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from lagr_gui.catalogue import ELEMENTS, JOINTS, KINDS
from lagr_gui.catalogue.kinds import Condition, Friction, JointLoad, Limit
from lagr_gui.catalogue.motions import Slide
from lagr_gui.foundation.message import Message, say
from lagr_gui.model import Body, Element, FieldType, Joint, Model, StartValue
from lagr_gui.model.events import EventAction, MotionEvent
from lagr_gui.model.recent import of_recent
from lagr_gui.subsystems.event_items import has_own_freedom, item_of
from lagr_gui.subsystems.expansion import Expansion
from lagr_gui.topology.graph import cut_joints, joint_graph

Axis = tuple[float, ...]

SPACE: tuple[Axis, ...] = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
WAYS, TURNS = ("x", "y", "z"), ("alpha", "beta", "gamma")
"""What coordinates are called that a freer joint has besides, before the number of its body."""
FREE = " (free)"
"""What stands behind the name of a joint in that of the freer one."""
SQUARE = 1e-9
"""Cosine of the angle between axes that count as perpendicular."""


@dataclass(frozen=True)
class Release:
    """A joint that can open, as it closes a path, and the freer one that carries the tree.

    There is none where the joint is on a closed path anyway.
    """

    joint: Joint
    freer: Joint | None


@of_recent
def released(expansion: Expansion) -> Expansion:
    """The same with each joint of the tree that an event opens beside a freer one."""
    drawn = expansion.as_drawn or expansion.model
    found = [*_releases(drawn)]
    if not found:
        return expansion
    place = len(drawn.joints) - len(expansion.origins.get("joints", ()))
    seen = (_with(expansion.model, found, place), _with(drawn, found, place))
    return replace(expansion, model=seen[0], as_drawn=seen[1])


def why_not(model: Model, joint: Joint) -> Message | None:
    """Why a joint of the tree cannot open, in words; None where it can."""
    kind = JOINTS[joint.kind]
    if not kind.closes_without_coordinates:
        return say("what a joint of this kind binds is not told without its coordinates")
    if kind.freedoms == len((*WAYS, *TURNS)):
        return say("a free joint binds nothing")
    if _parts(joint) is None:
        return say("its axes are expressions")
    behind = _behind(model, joint)
    if behind and not any(_moments(body) for body in behind):
        return say("what it holds has no moment of inertia, so nothing tells how that turns")
    for element in _acting_in(model, joint):
        law = ELEMENTS[element.kind].law
        if isinstance(law, Friction) and isinstance(law.load, JointLoad):
            return say("its own reaction presses “{name}”", name=element.name)
        if has_own_freedom(element):
            return say("“{name}” in it has a coordinate or an inertia", name=element.name)
    return None


def planar_beside(model: Model, name: str) -> str:
    """The name of the planar joint beside one of a model that can open; empty where none is."""
    planar = (joint.name for joint in model.joints if joint.kind == "planar")
    return next((other for other in planar if other.rstrip("_") == name + FREE), "")


# --- the freer joint -----------------------------------------------------------------------------


def _releases(model: Model) -> Iterator[Release]:
    opened = dict.fromkeys(
        key.partition(":")[2]
        for event in model.events
        for action in event.do
        if action.open and (key := item_of(model, action.open)).startswith("joint:")
    )
    if not opened:
        return
    joints = {joint.name: joint for joint in model.joints}
    cut, taken = cut_joints(model, KINDS), _names(model)
    for joint in (joints[name] for name in opened if name not in cut):
        if joint.kind in JOINTS and why_not(model, joint) is None:
            yield _beside(model, joint, taken)


def _names(model: Model) -> set[str]:
    entries = (*model.parameters, *model.functions, *model.joints, *model.elements)
    return {entry.name for entry in entries} | {*model.coordinates, *model.signal_names}


def _beside(model: Model, joint: Joint, taken: set[str]) -> Release:
    """A joint of the tree beside a freer one, in a plane where all that it holds turns in one."""
    behind = _behind(model, joint)
    if not behind:
        return Release(joint.having(cut=True), None)
    parts = _parts(joint) or []
    slides = {axis: name for slides, axis, name in parts if slides}
    turns = {axis: name for slides, axis, name in parts if not slides}
    fields: dict[str, Any]
    if (normal := _normal(joint, behind)) is not None:
        kind, axes, sequence = JOINTS["planar"], _completed([*slides], normal), (normal,)
        fields = {"axes": axes, "normal": normal}
    else:
        kind, axes, sequence = JOINTS["free"], _completed([*slides]), _completed([*turns])
        fields = {"axes": _in_parent(joint, axes) if slides else axes, "sequence": sequence}
    number = joint.child or joint.parent
    names = (
        *(slides.get(axis) or _fresh(f"{WAYS[i]}_{number}", taken) for i, axis in enumerate(axes)),
        *(turns.get(a) or _fresh(f"{TURNS[i]}_{number}", taken) for i, a in enumerate(sequence)),
    )
    at_centre = joint.child > 0 and not slides
    freer = kind.record(
        name=_fresh(joint.name + FREE, taken),
        kind=kind.name,
        parent=joint.parent,
        child=joint.child,
        point_parent=joint.point_parent,
        point_child=model.body(joint.child).centre if at_centre else joint.point_child,
        orientation=joint.orientation,
        coordinates=names,
        **fields,
    )
    own = tuple(_fresh(f"{name}_{number}", taken) for name in joint.coordinates)
    return Release(joint.having(cut=True, coordinates=own), freer)


def _in_parent(joint: Joint, axes: tuple[Axis, ...]) -> tuple[Axis, ...]:
    """Axes of the joint frame in axes of its parent."""
    turned = np.array(axes, float) @ np.array(joint.orientation, float).T
    return tuple(tuple(axis) for axis in turned.tolist())


def _fresh(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    taken.add(name)
    return name


def _parts(joint: Joint) -> list[tuple[bool, Axis, str]] | None:
    """Whether each elementary motion slides, its axis and its coordinate; None without numbers."""
    kind, found = JOINTS[joint.kind], list[tuple[bool, Axis, str]]()
    assert isinstance(kind.motion, tuple)
    for part in kind.motion:
        given = getattr(joint, part.axis.field)
        axis = given if part.axis.index is None else given[part.axis.index]
        if isinstance(part, Slide) and not _are_numbers(
            e for row in joint.orientation for e in row
        ):
            return None
        if not _are_numbers(axis):
            return None
        found.append((isinstance(part, Slide), tuple(axis), joint.coordinates[part.coordinate]))
    return found


def _are_numbers(entries: Any) -> bool:
    return all(isinstance(entry, int | float) for entry in entries)


def _completed(given: Sequence[Axis], normal: Axis | None = None) -> tuple[Axis, ...]:
    """These axes and others across them: three in all, with a normal two in its plane."""
    axes, beside = [*given], [normal] if normal else []
    while len(axes) + len(beside) < len(SPACE):
        others = [*axes, *beside]
        square = (axis for axis in SPACE if all(abs(_cosine(axis, o)) < SQUARE for o in others))
        axes.append(next(square, None) or _across(others))
    return tuple(axes)


def _across(axes: list[Axis]) -> Axis:
    """A unit vector across one or two axes."""
    return tuple(np.linalg.svd(np.array(axes, float))[2][-1].tolist())


def _cosine(one: Axis, other: Axis) -> float:
    return float(np.dot(one, other) / np.linalg.norm(one) / np.linalg.norm(other))


def _normal(joint: Joint, behind: list[Body]) -> Axis | None:
    """The axis, in the joint frame, about which alone all that a joint holds can turn."""
    abouts = {about for body in behind for about in _moments(body)}
    if len(abouts) != 1 or joint.child not in {body.number for body in behind}:
        return None
    normal, parts = SPACE[abouts.pop()], _parts(joint) or []
    if len(parts) > 1:
        return None
    for slides, axis, _ in parts:
        along = abs(_cosine(axis, normal))
        if along > SQUARE if slides else along < 1 - SQUARE:
            return None
        normal = normal if slides else axis
    return normal


def _moments(body: Body) -> tuple[int, ...]:
    """The axes of a body, by their numbers, about which it has moments of inertia."""
    inertia = body.inertia
    if inertia.form == "binet" or any((inertia.xy, inertia.xz, inertia.yz)):
        return tuple(range(len(SPACE)))
    diagonal = (inertia.xx, inertia.yy, inertia.zz)
    return tuple(index for index, moment in enumerate(diagonal) if moment != 0)


def _behind(model: Model, joint: Joint) -> list[Body]:
    """The bodies that hang on the others by a joint alone; none where it is on a closed path."""
    import networkx as nx

    graph = joint_graph(model)
    graph.remove_edge(joint.parent, joint.child, joint.name)
    if nx.has_path(graph, joint.parent, joint.child):
        return []
    outer = joint.child if joint.child and not nx.has_path(graph, 0, joint.child) else joint.parent
    hanging = nx.node_connected_component(graph, outer)
    return [body for body in model.bodies if body.number in hanging]


# --- the model with it ---------------------------------------------------------------------------


def _with(model: Model, found: Sequence[Release], place: int) -> Model:
    """A model with joints that can open, those that close a path at a place among its joints."""
    freed = {one.joint.name: one.freer for one in found if one.freer}
    cut = {one.joint.name: one.joint for one in found}
    joints = [freed.get(joint.name) or cut.get(joint.name, joint) for joint in model.joints]
    joints[place:place] = [cut[name] for name in freed]
    started = {entry.coordinate for entry in model.start}
    own = [name for joint in model.joints if joint.name in freed for name in joint.coordinates]
    rests = tuple(StartValue(coordinate=name) for name in own if name not in started)
    events = tuple(_opening(model, event, {*freed}) for event in model.events)
    return model.having(joints=tuple(joints), start=(*model.start, *rests), events=events)


def _opening(model: Model, event: MotionEvent, freed: set[str]) -> MotionEvent:
    """An event with what happens to all that acts in the joints that it opens."""
    keys = [item_of(model, action.item) for action in event.do]
    more = [
        action
        for key in keys
        if key.startswith("joint:") and key.partition(":")[2] in freed
        for element in _acting_in(model, model.joint(key.partition(":")[2]))
        if f"element:{element.name}" not in keys
        for action in (_ending(element),)
    ]
    return event.having(do=(*event.do, *more)) if more else event


def _ending(element: Element) -> EventAction:
    """What happens to an element whose joint opens."""
    key = f"element:{element.name}"
    binds = isinstance(ELEMENTS[element.kind].law, Condition | Limit)
    return EventAction(open=key) if binds else EventAction(off=key)


def _acting_in(model: Model, joint: Joint) -> Iterator[Element]:
    """The elements that act on coordinates of a joint, and are on at some time."""
    switched = {item_of(model, action.on) for e in model.events for action in e.do if action.on}
    for element in model.elements:
        if element.kind not in ELEMENTS:
            continue
        fields = (f for f in ELEMENTS[element.kind].fields if f.type is FieldType.COORDINATE)
        on = element.enabled or f"element:{element.name}" in switched
        if on and any(getattr(element, field.name) in joint.coordinates for field in fields):
            yield element
