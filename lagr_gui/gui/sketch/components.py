"""What belongs to instances of subsystems: seen and moved in the sketch, changed in themselves."""

from __future__ import annotations

from PySide6.QtCore import QPointF

from lagr_gui.gui.bridge.keys import drawn_key
from lagr_gui.gui.sketch.seen import SketchSeen
from lagr_gui.gui.sketch.stand import Stand
from lagr_gui.gui.words import tr
from lagr_gui.model import SubsystemInstance
from lagr_gui.prepared import prepare


def instance_at(sketch: SketchSeen, position: QPointF) -> SubsystemInstance | None:
    """The instance to which what lies under a pixel belongs."""
    model = sketch.session.model
    if not model.instances:
        return None
    key = drawn_key(model, sketch.session.flat, sketch.key_at(position))
    return next((one for one in model.instances if f"instance:{one.name}" == key), None)


def told_of_instance(sketch: SketchSeen, position: QPointF) -> tuple[str, str] | None:
    """Title and text of what belongs to an instance under a pixel."""
    found = instance_at(sketch, position)
    if found is None:
        return None
    title = tr("{name} · subsystem {subsystem}").format(name=found.name, subsystem=found.subsystem)
    lines = tr("drag: moves the mechanism"), tr("Double click: opens the subsystem")
    return title, "\n".join(lines)


def open_instance(sketch: SketchSeen, position: QPointF) -> bool:
    """Open the subsystem of the instance under a pixel; whether there is one."""
    found = instance_at(sketch, position)
    if found is not None:
        sketch.session.open_subsystem(found.name)
    return found is not None


def warn_of_instance(sketch: SketchSeen, position: QPointF) -> None:
    """Say where points of an instance are changed."""
    found = instance_at(sketch, position)
    if found is not None:
        words = tr("This belongs to the subsystem “{name}”: a double click opens it.")
        sketch.tell(words.format(name=found.subsystem))


def drawn_numbers(stand: Stand, bodies: list[int]) -> list[int]:
    """Bodies that are seen, by the numbers of the drawing; those within instances are left out."""
    if not stand.model.instances:
        return bodies
    ports = {inner: port for port, inner in prepare(stand.model).expansion.ports.items()}
    known = {0, *stand.model.numbers}
    named = (number if number in known else ports.get(number) for number in bodies)
    return [number for number in named if number is not None]
