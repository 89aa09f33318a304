"""What the moving picture of a page shows beside bodies: teeth, cables, hoops, joint springs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, log10
from typing import Any

import numpy as np

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.catalogue.geometry import Side
from lagr_gui.drawing.bodies.appearance import MARK, Painted
from lagr_gui.drawing.bodies.beads import bead_wires
from lagr_gui.drawing.bodies.gears import DrivenCable, Gearing, ToothedRim
from lagr_gui.drawing.bodies.mesh_files import MeshFiles
from lagr_gui.drawing.bodies.toothed_bodies import gearing
from lagr_gui.editing.sketch.lengths import names_behind
from lagr_gui.editing.solid import COMPOSED
from lagr_gui.expression import read, symbols
from lagr_gui.extensions.page.solids import fixed_solids, shape_entries
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import LagrError
from lagr_gui.mechanics.trajectories.poses import Motion, numbers
from lagr_gui.model import Element, Model
from lagr_gui.prepared import Prepared
from lagr_gui.prepared.posing import pose_motion, start_state
from lagr_gui.scenery.camera import plane_camera
from lagr_gui.scenery.figures import figure_of
from lagr_gui.scenery.scene import build_scene
from lagr_gui.scenery.strokes import SceneSight

DIGITS, TINY, FINE = 6, 12, 3
"""Digits after the point of directions, of lengths on slides (m), and of strokes (pixels, rad)."""
SMALLEST = 1e-6
"""A mechanism is at least so large (m), where lengths of a body are chosen by that."""


@dataclass(frozen=True, eq=False)
class _Standing:
    """Where bodies and joints are, and their places in the lists of the page."""

    x: dict[int, Array]
    R: dict[int, Array]
    joints: dict[str, Array]
    bodies: dict[int, int]
    hinges: dict[str, int]


def special_shapes(prepared: Prepared, meshes: MeshFiles) -> dict[str, Any]:
    """Teeth by the places of bodies, cables, hoops, and the `sized` parameters of the teeth.

    Bodies of solids, and all in space, are `toothed`: their solids with the teeth around them.  The
    page draws teeth as long as these parameters have the values of the model.
    """
    model = prepared.model
    gears = [e for e in model.elements if e.kind == "gear" and e.enabled]
    if not gears and all(body.shape.form != "bead" for body in model.bodies):
        return {}
    motion = pose_motion(prepared, *start_state(prepared))
    now = _standing(prepared, motion)
    found = gearing(model, prepared.values, now.x, now.R, now.joints)
    laid = found.laid(now.x, now.R).items()
    full = {body.number for body in model.bodies if body.shape.form == COMPOSED}
    look = _Toothed(prepared, motion, meshes)
    return {
        "teeth": {now.bodies[body]: [_loops(*rim) for rim in rims] for body, rims in laid},
        "toothed": {
            now.bodies[body]: look.told(body, rims)
            for body, rims in laid
            if body in full or not motion.planar
        },
        "cables": [_cable(cable, now) for cable in found.cables],
        "sized": sorted(_names(model, gears, found)),
        "hoops": list(_hoops(prepared, now)),
    }


def joint_signs(prepared: Prepared) -> dict[str, Any]:
    """Springs and dampers about pins and on slides as in the window, by places of bodies, joints.

    In space `unit` is what a pixel of their signs is (m).  Each has the place of its strokes in
    `charts`, for many are alike.
    """
    if not any(ELEMENTS[e.kind].geometry.side == Side.COORDINATE for e in prepared.model.elements):
        return {"torsions": [], "charts": [], "slides": []}
    motion = pose_motion(prepared, *start_state(prepared))
    now, scene = _standing(prepared, motion), build_scene(prepared.model, motion)
    camera = plane_camera(motion.planar or "xy", scene.gravity)
    sight = SceneSight(scene, scene.at(float(motion.t[0])), camera, (1.0, 1.0))
    charts: list[list[Any]] = []
    places: list[int] = []
    for one in scene.torsions:
        chart = [_rounded(stroke, FINE).tolist() for stroke in one.chart]
        places.append(charts.index(chart) if chart in charts else len(charts))
        charts += [chart] if places[-1] == len(charts) else []
    torsions = [
        {
            "sort": one.sort,
            "joint": now.hinges[one.joint],
            "child": now.bodies[one.child],
            "body": now.bodies[one.pin.body],
            "axis": _rounded(one.pin.axis).tolist(),
            "arm": _rounded(one.arm).tolist(),
            "rest": _rounded(one.rest).tolist(),
            "ends": _lengths(np.array(one.pin.ends)).tolist(),
            "unit": None if motion.planar else float(_lengths(sight.unit_of(one))),
            "chart": place,
        }
        for one, place in zip(scene.torsions, places, strict=True)
    ]
    look = {line.name: line for line in scene.lines}
    slides = [
        {
            "sort": look[one.element].sort,
            "shift": look[one.element].shift,
            "joint": now.hinges[one.joint],
            "body": now.bodies[one.body],
            "anchor": _rounded(one.anchor, TINY).tolist(),
            "back": _rounded(one.back, TINY).tolist(),
        }
        for one in scene.slides
    ]
    return {"torsions": torsions, "charts": charts, "slides": slides}


def line_shifts(prepared: Prepared) -> dict[str, float]:
    """How far elements along lines lie beside those with the same ends, by their names."""
    scene = build_scene(prepared.model, pose_motion(prepared, *start_state(prepared)))
    return {line.name: line.shift for line in scene.lines}


def _standing(prepared: Prepared, motion: Motion) -> _Standing:
    return _Standing(
        {key: table[0] for key, table in motion.x.items()},
        {key: table[0] for key, table in motion.R.items()},
        {key: table[0] for key, table in motion.joints.items()},
        {number: place for place, number in enumerate(numbers(prepared.reading))},
        {name: place for place, name in enumerate(prepared.reading.joints)},
    )


@dataclass(frozen=True, eq=False)
class _Toothed:
    """Toothed bodies as the window has them along a motion."""

    prepared: Prepared
    motion: Motion
    meshes: MeshFiles

    def told(self, body: int, rims: Sequence[tuple[ToothedRim, float]]) -> dict[str, Any]:
        """The solids of a body with its teeth."""
        model, values = self.prepared.model, self.prepared.values
        span = max(float(np.ptp([x[0] for x in self.motion.x.values()], axis=0).max()), SMALLEST)
        own = model.body(body)
        teeth = [rim for rim, _ in rims]
        figure = figure_of(own, 0, span, values, self.meshes.surface, teeth)
        solids = [part for part in figure.painted if part.color != MARK]
        solids += [
            Painted(rim.surface(phase).moved(*rim.placed(phase)), figure.color)
            for rim, phase in rims
        ]
        return fixed_solids(solids, names_behind(model, shape_entries(own.shape)))


def _hoops(prepared: Prepared, now: _Standing) -> Iterator[dict[str, Any]]:
    """The circles that beads go along: about an axis of a body, through a joint."""
    wires = bead_wires(prepared.model, prepared.values, now.x, now.R, now.joints)
    for name, hoop in wires.hoops.items():
        axis = np.cross(hoop.first, hoop.second)
        yield {
            "bead": now.bodies[prepared.model.joint(name).child],
            "joint": now.hinges[name],
            "body": now.bodies[hoop.body],
            "axis": _rounded(axis / np.linalg.norm(axis)).tolist(),
        }


def _loops(rim: ToothedRim, phase: float) -> list[list[list[float]]]:
    """The outlines of a rim in the axes of its body."""
    turn, shift = rim.placed(phase)
    outlines = [shift + outline @ turn.T[:2] for outline in rim.loops(phase).outlines]
    return [_lengths(outline).tolist() for outline in outlines]


def _cable(cable: DrivenCable, now: _Standing) -> dict[str, Any]:
    return {
        "body": now.bodies[cable.body],
        "middle": _lengths(cable.middle, cable.radius).tolist(),
        "axis": _rounded(cable.axis).tolist(),
        "radius": float(_lengths(cable.radius)),
        "sense": cable.sense,
        "joint": now.hinges[cable.joint],
        "slide": _rounded(cable.slide).tolist(),
        "parent": now.bodies[cable.parent],
    }


def _lengths(entries: Array | float, size: float = 0.0) -> Array:
    """Lengths as exact as the largest of them, and a `size`, needs them: those of a watch, too."""
    largest = max(float(np.abs(entries).max()), size)
    return _rounded(entries, DIGITS + (max(ceil(-log10(largest)), 0) if largest else 0))


def _rounded(entries: Array | float, digits: int = DIGITS) -> Array:
    return np.round(entries, digits) + 0.0


def _names(model: Model, gears: list[Element], found: Gearing) -> Iterator[str]:
    """The parameters that sizes of toothed bodies and ratios of gears speak of."""
    bodies = {rim.body for rim in found.rims} | {cable.body for cable in found.cables}
    fields = [entry for gear in gears for entry in gear.model_dump().values()]
    fields += [entry for body in bodies if body for entry in model.body(body).shape.size]
    own = {parameter.name for parameter in model.parameters}
    said = {s.name for entry in fields if isinstance(entry, str) for s in _symbols(entry)}
    yield from own & said


def _symbols(text: str) -> set[Any]:
    try:
        return set(symbols(read(text)))
    except LagrError:
        return set()  # a name of words
