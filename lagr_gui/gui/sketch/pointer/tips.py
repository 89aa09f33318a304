"""What is said of a point or an item under the pointer."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF

from lagr_gui.catalogue import ELEMENTS, KINDS
from lagr_gui.editing.sketch import Anchor
from lagr_gui.editing.sketch.lengths import names_in
from lagr_gui.editing.sketch.sizes import is_size
from lagr_gui.expression.letters import pretty
from lagr_gui.foundation.message import joined
from lagr_gui.gui.bridge.item_faults import words_of_faults
from lagr_gui.gui.sketch.components import told_of_instance
from lagr_gui.gui.sketch.loads import load_at, told_of_load
from lagr_gui.gui.sketch.pointer.grips import told_of_grip
from lagr_gui.gui.sketch.seen import SketchSeen
from lagr_gui.gui.sketch.written import WrittenValue, written_at
from lagr_gui.gui.words import tr
from lagr_gui.model import Model
from lagr_gui.model.quantities import units_of_coordinates

VALUES = ("length", "measure", "coordinate", "load")


def told_at(
    sketch: SketchSeen, found: Sequence[Anchor], position: QPointF
) -> tuple[str, str] | None:
    """Title and text of what lies under a pointer that rests, first what is wrong with it."""
    faults = words_of_faults(sketch.session, sketch.key_at(position))
    written = written_at(sketch.written, position)
    told = _told(sketch.session.model, found, written) or _told_of_load(sketch, position)
    told = told or _told_of_element(sketch, position)
    told = told or told_of_grip(sketch, position) or told_of_instance(sketch, position)
    if not faults:
        return told
    title, text = told or ("", "")
    return title, f"{faults}\n{text}".strip()


def _told_of_load(sketch: SketchSeen, position: QPointF) -> tuple[str, str] | None:
    if sketch.stand is None or sketch.camera is None:
        return None
    pixel = np.array([position.x(), position.y()])
    found = load_at(sketch.stand, sketch.camera, sketch.size_, pixel)
    own = found is not None and sketch.key_at(position) == found.key
    return told_of_load(sketch.stand, found) if found is not None and own else None


def _told_of_element(sketch: SketchSeen, position: QPointF) -> tuple[str, str] | None:
    """What the element under the pointer is and is called."""
    sort, _, name = sketch.key_at(position).partition(":")
    if sort != "element" or sketch.stand is None:
        return None
    whole = sketch.stand.whole
    element = next((one for one in whole.elements if one.name == name), None)
    if element is None:
        return None
    title = ELEMENTS[element.kind].titled(element, units_of_coordinates(whole, KINDS))
    typed = tr("Double click: type its values") if sketch.planar else ""
    return f"{tr(title)} · {name}", typed


def _told(
    model: Model, found: Sequence[Anchor], written: WrittenValue | None
) -> tuple[str, str] | None:
    """Of a point of a body, or a value."""
    if found:
        return tip_of(model, found[0])
    if written is not None and written.sort in VALUES:
        title = "" if written.sort == "measure" else pretty(written.name)
        if written.sort == "load":
            return written.name, tr("Double click: type a value, as 50, 5 kN or 50 -90")
        return title, tr("Double click: type a value, as 0.8, 250 mm or 30 deg")
    return None


def tip_of(model: Model, anchor: Anchor) -> tuple[str, str]:
    """What a point is called, and what can be done with it."""
    lines = [tr("drag: moves the mechanism")] if anchor.body else []
    names = names_in(model, anchor)
    if len(names) == 1:
        lines.append(tr("Alt or Ctrl + drag: changes {name}").format(name=names[0]))
    elif names:
        lines.append(tr("depends on {names}").format(names=joined(names)))
    elif is_size(anchor.path):
        what = tr("the radius") if anchor.sort == "rim" else tr("the length")
        lines.append(tr("Alt or Ctrl + drag: changes {name}").format(name=what))
    elif anchor.path:
        lines.append(tr("Alt or Ctrl + drag: moves the point"))
    if is_size(anchor.path):
        lines.append(tr("Double click: type a value, as 0.8, 250 mm or 30 deg"))
    elif anchor.path:
        lines.append(tr("Double click: type where it is"))
    return _title(model, anchor), "\n".join(lines)


def _title(model: Model, anchor: Anchor) -> str:
    match anchor.path:
        case "joints", int(index), _:
            joint = model.joints[index]
            words = {"revolute": tr("Pin"), "prismatic": tr("Slider"), "fixed": tr("Weld")}
            sort = words.get(joint.kind, tr("Joint"))
            ends = " – ".join(_body(model, number) for number in (joint.parent, joint.child))
            return f"{sort} {joint.name} · {ends}"
        case "elements", int(index), _:
            return f"{model.elements[index].name} · {_body(model, anchor.body)}"
        case "sketch", "points", int(index), _:
            return f"{model.sketch.points[index].name} · {_body(model, anchor.body)}"
        case "sketch", *_:
            return tr("Wall")
        case _:
            return _body(model, anchor.body)


def _body(model: Model, number: int) -> str:
    names = {body.number: body.name for body in model.bodies} | {0: model.base.name}
    for one in model.instances:
        names |= {entry.body: f"{one.name}.{entry.port}" for entry in one.attachments}
    return names.get(number) or tr("Body {n}").format(n=number)
