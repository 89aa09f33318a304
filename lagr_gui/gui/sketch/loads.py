"""Forces, moments and drives in the sketch: how they are painted, what is said of them."""

from __future__ import annotations

import numpy as np

from lagr_gui.editing.sketch.loads import names_of_load, parameter_of_load, unit_of_load
from lagr_gui.expression.letters import pretty, pretty_text
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import joined
from lagr_gui.gui.sketch.stand import Stand
from lagr_gui.gui.words import tr
from lagr_gui.scenery.camera import Camera
from lagr_gui.scenery.load_signs import SeenLoad, seen_loads
from lagr_gui.scenery.loads import ShownLoad
from lagr_gui.scenery.strokes import SceneSight

NEAR = 7.0
"""So near (pixels) a load is hit."""
Size = tuple[float, float]


def load_at(stand: Stand, camera: Camera, size: Size, pixel: Array) -> SeenLoad | None:
    """The load under a pixel (2,)."""
    if not stand.loads:
        return None
    sight = SceneSight(stand.scene, stand.now, camera, size)
    near = ((seen.off(pixel), seen) for seen in seen_loads(stand.loads, stand.newtons, sight))
    off, load = min(near, default=(NEAR, None), key=lambda entry: entry[0])
    return load if off < NEAR else None


def size_of_load(stand: Stand, load: ShownLoad) -> str:
    """What is written beside a load: its parameter with its value, else its size or its name."""
    if load.sort == "motion":
        axes = zip("xyz", stand.model.base.position, strict=True)
        return ", ".join(f"{axis} = {pretty_text(e)}" for axis, e in axes if isinstance(e, str))
    values, unit = stand.values, _unit(stand, load)
    is_element = load.name in {element.name for element in stand.model.elements}
    lone = parameter_of_load(stand.model, load.name) if is_element else None
    if lone is not None and lone in values:
        return f"{pretty(lone)} = {values[lone]:.4g} {unit}"
    if load.sort != "drive" and load.told:
        return f"{np.linalg.norm(load.vector):.4g} {unit}"
    return load.name


def _unit(stand: Stand, load: ShownLoad) -> str:
    return unit_of_load(stand.whole, load.name).replace("*", " ")


def told_of_load(stand: Stand, seen: SeenLoad) -> tuple[str, str]:
    """Title and text of a load under the pointer."""
    load = seen.load
    if load.sort == "motion":
        typed = tr("Double click: type where the ground is, as 0.1*sin(3*t); 0. Del: at rest")
        return f"{tr('Motion')} · {load.name}", f"{size_of_load(stand, load)}\n{typed}"
    sorts = {"force": tr("Force"), "moment": tr("Moment"), "drive": tr("Drive")}
    lines = list[str]()
    if load.sort != "drive":
        size = f"{np.linalg.norm(load.vector):.4g} {_unit(stand, load)}"
        lines.append(size if load.told else tr("Zero at the start, or not known there"))
    if names := names_of_load(stand.whole, load.name):
        lines.append(tr("depends on {names}").format(names=joined(names)))
    is_element = any(element.name == load.name for element in stand.model.elements)
    if load.sort == "force" and is_element and not seen.on_end and stand.scene.motion.planar:
        lines.append(tr("Alt or Ctrl + drag the tip: turns the force and changes its size"))
    return f"{sorts[load.sort]} · {load.name}", "\n".join(lines)
