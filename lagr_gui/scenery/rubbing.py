"""Where dry friction is in the picture, how it is drawn there, and in which way it slides."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lagr_gui.foundation.arrays import Array
from lagr_gui.mechanics.trajectories.poses import Motion
from lagr_gui.model import Model
from lagr_gui.scenery import symbols
from lagr_gui.scenery.camera import plane_camera
from lagr_gui.scenery.scene import build_scene
from lagr_gui.scenery.slides import RailShoe
from lagr_gui.scenery.strokes import BESIDE, SceneSight
from lagr_gui.scenery.torsions import Torsion
from lagr_gui.scenery.touches import Nearest, TouchingPoint

SHOE, HEIGHT, APART = 5.0, 7.0, 13.0
"""Half the length of a shoe on a rail, its height, from one to the next (pixels)."""
ROUGH, PART, TOOTH = 21.0, 0.8, 3.5
"""Half the length of what is rough under a body at most, also as a part of the body; how high and
half as wide its teeth are (pixels)."""
LEVEL = 1e-4
"""Points of a contact touch together where their gaps differ by less, as a part of the size."""


@dataclass(frozen=True, eq=False)
class RubbingPlace:
    """Where an element rubs in the picture (2,), and in which way (2,) it slides forwards.

    There is room `away` (2,) from it; `strokes` (n, 2) are drawn for it alone.
    """

    at: Array
    way: Array
    away: Array
    strokes: tuple[Array, ...] = ()


def rubbing_places(sight: SceneSight) -> dict[str, RubbingPlace]:
    """Where all dry friction is, by the keys of its elements."""
    scene = sight.scene
    places: dict[str, RubbingPlace] = {}
    for line in scene.lines:
        if line.sort == "friction":
            a, b = sight.way(line).spans[sight.span(line)]
            _, along, across = symbols.frame(a, b)
            middle = (a + b) / 2 + BESIDE * line.shift * across
            places[f"element:{line.name}"] = RubbingPlace(middle, along, _upwards(across))
        elif not line.sort and len(points := sight.lines[line.name]) > 2:
            _, along, across = symbols.frame(*points[-2:])  # from a drum to the second end
            places[f"element:{line.name}"] = RubbingPlace(points[-2], along, _upwards(across))
    for torsion in scene.torsions:
        if torsion.sort == "friction":
            places[torsion.key] = _about_pin(sight, torsion)
    return places | slide_places(sight) | touching_places(sight)


ARROWS = "→↗↑↖←↙↓↘"
"""Directions in steps of 45°, from the right on."""


def arrows_in_plane(model: Model, motion: Motion, special: str) -> dict[str, tuple[str, str]]:
    """Arrows of what rubs (item keys) as it slides forwards and backwards, at the first instant.

    What turns about a pin has arrows that turn.  A motion in space has none.
    """
    if not motion.planar:
        return {}
    scene = build_scene(model, motion, special)
    camera = plane_camera(motion.planar, scene.gravity)
    sight = SceneSight(scene, scene.at(float(motion.t[0])), camera, (1.0, 1.0))
    arrows: dict[str, tuple[str, str]] = {}
    for key, place in rubbing_places(sight).items():
        eighth = round(float(np.arctan2(-place.way[1], place.way[0])) / (np.pi / 4))
        arrows[key] = ARROWS[eighth % 8], ARROWS[(eighth + 4) % 8]
    for pin in scene.torsions:
        if pin.sort == "friction":
            axis = sight.now.R[pin.pin.body] @ pin.pin.axis
            towards = float(camera.towards @ axis) > 0
            arrows[pin.key] = ("↺", "↻") if towards else ("↻", "↺")
    return arrows


def slide_places(sight: SceneSight) -> dict[str, RubbingPlace]:
    """Where friction along slides is, by the keys of its elements."""
    places = ((shoe, _on_rail(sight, shoe)) for shoe in sight.scene.shoes)
    return {f"element:{shoe.element}": place for shoe, place in places if place is not None}


def touching_places(sight: SceneSight) -> dict[str, RubbingPlace]:
    """Where rough limits touch, by the keys of their elements; what slides goes its own way."""
    scene, now = sight.scene, sight.now
    points: dict[str, list[tuple[Nearest, TouchingPoint]]] = {}
    for point in scene.touches:
        points.setdefault(f"element:{point.element}", []).append((point.at(now), point))
    places: dict[str, RubbingPlace] = {}
    for key, found in points.items():
        least = min(place.gap for place, _ in found) + LEVEL * scene.size
        closed = [(place, point) for place, point in found if place.gap <= least]
        middle = np.mean([place.point for place, _ in closed], axis=0)
        way, normal = closed[0][1].slip(now, scene.motion, closed[0][0]), closed[0][0].normal
        seen = sight.flat(np.stack([middle, middle + scene.size * normal]))
        moved = sight.flat(np.stack([middle, middle + way]))
        length, along, _ = symbols.frame(*moved)
        _, out, across = symbols.frame(*seen)
        places[key] = RubbingPlace(seen[0], along if length else across, -out)
    return places


def _about_pin(sight: SceneSight, torsion: Torsion) -> RubbingPlace:
    """The shoe about a pin, and the way in which the child turns there."""
    shoe, *_ = sight.torsion(torsion)
    here, middle = sight.now.joints[torsion.joint], shoe.mean(axis=0)
    turning = np.cross(sight.now.R[torsion.pin.body] @ torsion.pin.axis, middle - here)
    seen = sight.flat(np.stack([here, middle, middle + turning]))
    return RubbingPlace(seen[1], symbols.frame(*seen[1:])[1], symbols.frame(*seen[:2])[1])


def _on_rail(sight: SceneSight, shoe: RailShoe) -> RubbingPlace | None:
    """Shoes on a rail, or what is rough under a body; None where one looks along the rail."""
    rail, here = shoe.rail, sight.now.joints[shoe.joint]
    R = sight.now.R[rail.body]
    seen = sight.flat(np.stack([here, here + R @ shoe.back, here + R @ rail.toward]))
    length, along, across = symbols.frame(seen[0], seen[2])
    if length < 1e-3 * sight.camera.scale:
        return None
    up = _upwards(across)
    half, under = sight.below(rail, along, -up)
    if under and not rail.body and not sight.turns(rail):
        half = min(PART * half, ROUGH)
        middle = seen[0] - under * up - 2.2 * half * shoe.place * along
        strokes = (_rough(middle, along, up, half),)
        if shoe.free:
            strokes = _pawl(middle, shoe.free * along, up, half)
        return RubbingPlace(middle, along, up, strokes)
    middle = seen[1] - (SHOE + 1.0 + APART * shoe.place) * along
    if shoe.free:
        return RubbingPlace(middle, along, up, _pawl(middle, shoe.free * along, up, SHOE + 2.0))
    return RubbingPlace(middle, along, up, tuple(symbols.shoes(middle, along, SHOE, HEIGHT)))


def _rough(middle: Array, along: Array, up: Array, half: float) -> Array:
    """Teeth (n, 2) over a line through a point."""
    count = 2 * max(round(half / TOOTH), 1)
    places = np.linspace(-half, half, count + 1)
    heights = np.where(np.arange(count + 1) % 2, TOOTH, 0.0)
    return middle + places[:, None] * along + heights[:, None] * up


def _pawl(middle: Array, free: Array, up: Array, half: float) -> tuple[Array, Array]:
    """Teeth (n, 2) over a line through a point, and a pawl (2, 2) that slides over them one way.

    They rise towards the `free` way (2,) and fall steeply behind, where the pawl holds.
    """
    count = max(round(half / TOOTH), 1)
    places = np.linspace(-half, half, count + 1)
    teeth = [middle + places[0] * free]
    for end in places[1:]:
        teeth += [middle + end * free + TOOTH * up, middle + end * free]
    tip = middle + places[count // 2] * free
    return np.array(teeth), np.stack([tip + 3 * TOOTH * free + 2 * TOOTH * up, tip])


def _upwards(across: Array) -> Array:
    """The one of both ways (2,) across that leads up in the picture, or else to the left."""
    return across if (across[1], across[0]) < (0.0, 0.0) else -across
