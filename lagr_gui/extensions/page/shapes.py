"""What the moving picture of a page shows beside bodies: teeth, cables, hoops, joint springs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, log10
from typing import Any

import numpy as np

from lagr_gui.drawing.bodies.appearance import MARK, Painted
from lagr_gui.drawing.bodies.gears import DrivenCable, Gearing, ToothedRim
from lagr_gui.drawing.bodies.mesh_files import MeshFiles
from lagr_gui.editing.sketch.lengths import names_behind
from lagr_gui.editing.solid import COMPOSED
from lagr_gui.expression import read, symbols
from lagr_gui.extensions.page.solids import fixed_solids, shape_entries
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import LagrError
from lagr_gui.mechanics.trajectories.poses import line_points, numbers
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


class PageScene:
    """A model at its start as the moving picture of a page has it, by the places of bodies and
    joints in the lists of the page."""

    def __init__(self, prepared: Prepared) -> None:
        self.prepared = prepared
        self.motion = pose_motion(prepared, *start_state(prepared))
        self.scene = build_scene(prepared.model, self.motion)
        self.bodies = {number: place for place, number in enumerate(numbers(prepared.reading))}
        self.hinges = {name: place for place, name in enumerate(prepared.reading.joints)}

    def links(self) -> Iterator[tuple[int, int]]:
        """Thin bars from bodies to joints."""
        for link in self.scene.links:
            yield self.bodies[link.body], self.hinges[link.joint]

    def lines(self) -> Iterator[dict[str, Any]]:
        """Elements along lines: how they look, through how many points they run, how far aside."""
        lines = {line.name: line for line in self.scene.lines}
        for name, points in line_points(self.prepared.reading).items():
            line = lines[name]
            shift = {"shift": line.shift} if line.shift else {}
            across = {"across": True} if line.across else {}
            yield {"name": name, "sort": line.sort or "rope", "points": points} | shift | across

    def special(self, meshes: MeshFiles) -> dict[str, Any]:
        """Teeth of bodies, cables, hoops, and the `sized` parameters of the teeth.

        Bodies of solids, and all in space, are `toothed`: their solids with the teeth around them.
        The page draws teeth as long as these parameters have the values of the model.
        """
        model, gearing = self.prepared.model, self.scene.gearing
        gears = [e for e in model.elements if e.kind == "gear" and e.enabled]
        if not gears and all(body.shape.form != "bead" for body in model.bodies):
            return {}
        first = self.scene.at(self.motion.t[0])
        laid = gearing.laid(first.x, first.R).items()
        full = {body.number for body in model.bodies if body.shape.form == COMPOSED}
        return {
            "teeth": {self.bodies[body]: [_loops(*rim) for rim in rims] for body, rims in laid},
            "toothed": {
                self.bodies[body]: self._toothed(body, rims, meshes)
                for body, rims in laid
                if body in full or not self.motion.planar
            },
            "cables": [self._cable(cable) for cable in gearing.cables],
            "sized": sorted(_names(model, gears, gearing)),
            "hoops": list(self._hoops()),
        }

    def joint_signs(self) -> dict[str, Any]:
        """Springs and dampers about pins and on slides as in the window.

        In space `unit` is what a pixel of their signs is (m).  Each has the place of its strokes
        in `charts`, for many are alike.
        """
        scene = self.scene
        camera = plane_camera(self.motion.planar or "xy", scene.gravity)
        sight = SceneSight(scene, scene.at(float(self.motion.t[0])), camera, (1.0, 1.0))
        charts: list[list[Any]] = []
        places: list[int] = []
        for one in scene.torsions:
            chart = [_rounded(stroke, FINE).tolist() for stroke in one.chart]
            places.append(charts.index(chart) if chart in charts else len(charts))
            charts += [chart] if places[-1] == len(charts) else []
        torsions = [
            {
                "sort": one.sort,
                "joint": self.hinges[one.joint],
                "child": self.bodies[one.child],
                "body": self.bodies[one.pin.body],
                "axis": _rounded(one.pin.axis).tolist(),
                "arm": _rounded(one.arm).tolist(),
                "rest": _rounded(one.rest).tolist(),
                "ends": _lengths(np.array(one.pin.ends)).tolist(),
                "unit": None if self.motion.planar else float(_lengths(sight.unit_of(one))),
                "chart": place,
            }
            for one, place in zip(scene.torsions, places, strict=True)
        ]
        look = {line.name: line for line in scene.lines}
        slides = [
            {
                "sort": look[one.element].sort,
                "shift": look[one.element].shift,
                "joint": self.hinges[one.joint],
                "body": self.bodies[one.body],
                "anchor": _rounded(one.anchor, TINY).tolist(),
                "back": _rounded(one.back, TINY).tolist(),
            }
            for one in scene.slides
        ]
        return {"torsions": torsions, "charts": charts, "slides": slides}

    def _toothed(
        self, body: int, rims: Sequence[tuple[ToothedRim, float]], meshes: MeshFiles
    ) -> dict[str, Any]:
        """The solids of a body with its teeth, as the window has them."""
        model, values = self.prepared.model, self.prepared.values
        places = [x[0] for x in self.motion.x.values()]
        span = max(float(np.ptp(places, axis=0).max()), SMALLEST)
        record = model.body(body)
        figure = figure_of(record, 0, span, values, meshes.surface, [rim for rim, _ in rims])
        solids = [part for part in figure.painted if part.color != MARK]
        solids += [
            Painted(rim.surface(phase).moved(*rim.placed(phase)), figure.color)
            for rim, phase in rims
        ]
        return fixed_solids(solids, names_behind(model, shape_entries(record.shape)))

    def _hoops(self) -> Iterator[dict[str, Any]]:
        """The circles that beads go along: about an axis of a body, through a joint."""
        for name, hoop in self.scene.wires.hoops.items():
            axis = np.cross(hoop.first, hoop.second)
            yield {
                "bead": self.bodies[self.prepared.model.joint(name).child],
                "joint": self.hinges[name],
                "body": self.bodies[hoop.body],
                "axis": _rounded(axis / np.linalg.norm(axis)).tolist(),
            }

    def _cable(self, cable: DrivenCable) -> dict[str, Any]:
        return {
            "body": self.bodies[cable.body],
            "middle": _lengths(cable.middle, cable.radius).tolist(),
            "axis": _rounded(cable.axis).tolist(),
            "radius": float(_lengths(cable.radius)),
            "sense": cable.sense,
            "joint": self.hinges[cable.joint],
            "slide": _rounded(cable.slide).tolist(),
            "parent": self.bodies[cable.parent],
        }


def _loops(rim: ToothedRim, phase: float) -> list[list[list[float]]]:
    """The outlines of a rim in the axes of its body."""
    turn, shift = rim.placed(phase)
    outlines = [shift + outline @ turn.T[:2] for outline in rim.loops(phase).outlines]
    return [_lengths(outline).tolist() for outline in outlines]


def _lengths(entries: Array | float, size: float = 0.0) -> Array:
    """Lengths as exact as the largest of them, and a `size`, needs them: those of a watch, too."""
    largest = max(float(np.abs(entries).max()), size)
    return _rounded(entries, DIGITS + (max(ceil(-log10(largest)), 0) if largest else 0))


def _rounded(entries: Array | float, digits: int = DIGITS) -> Array:
    return np.round(entries, digits) + 0.0


def _names(model: Model, gears: list[Element], gearing: Gearing) -> Iterator[str]:
    """The parameters that sizes of toothed bodies and ratios of gears speak of."""
    bodies = {rim.body for rim in gearing.rims} | {cable.body for cable in gearing.cables}
    fields = [entry for gear in gears for entry in gear.model_dump().values()]
    fields += [entry for body in bodies if body for entry in model.body(body).shape.size]
    parameters = {parameter.name for parameter in model.parameters}
    said = {s.name for entry in fields if isinstance(entry, str) for s in _symbols(entry)}
    yield from parameters & said


def _symbols(text: str) -> set[Any]:
    try:
        return set(symbols(read(text)))
    except LagrError:
        return set()  # a name of words
