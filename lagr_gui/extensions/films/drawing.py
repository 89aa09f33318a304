"""Makes a film without a window, as a file of JSON tells: ``lagr-gui --film JOB``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QApplication

from lagr_gui import pipeline
from lagr_gui.drawing.bodies.mesh_files import MeshFiles
from lagr_gui.expression.units import with_unit
from lagr_gui.extensions.films.film import FilmSettings, film_written
from lagr_gui.extensions.films.pictures import FilmPictures
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import LagrError
from lagr_gui.foundation.registry import check_known
from lagr_gui.gui.panes.animation.force_arrows import KINDS, force_arrows
from lagr_gui.gui.panes.animation.view import MotionView
from lagr_gui.gui.theme import apply_theme
from lagr_gui.model import Model
from lagr_gui.scenery.scene import build_scene
from lagr_gui.simulation import Trajectory
from lagr_gui.subsystems import flat

DRAWN = 0.05
"""Every so large a part of the film is told."""


def main(job: str) -> int:
    """Make a film; what is done and what is wrong is told in lines of JSON."""
    application = QApplication(["lagr"])
    request = json.loads(Path(job).read_text("utf-8"))
    apply_theme(application, request["film"]["theme"] or "light")
    try:
        _make(request)
    except LagrError as error:
        names = ("place", "cause", "remedy", "code")
        problems = [[str(getattr(problem, name)) for name in names] for problem in error.problems]
        print(json.dumps({"problems": problems}), flush=True)
        return 1
    return 0


def _make(request: Mapping[str, Any]) -> None:
    model, special = flat(pipeline.read_text(request["model"])), request["special"]
    for kind in request["forces"]:
        check_known(kind, KINDS, f"Forces “{kind}”", "There is no such kind.", "forces")
    film = FilmSettings(**request["film"])
    settings = pipeline.settings_of(model, special)
    if request["settings"]:
        settings = replace(settings, **request["settings"])
    if film.end is not None and film.end > settings.t_end:
        settings = replace(settings, t_end=film.end)
    motion = pipeline.simulate(model, settings, special, outputs=request["curves"])
    pictures = _pictures(model, special, motion, film, request)
    moments = film.moments(float(motion.t[0]), float(motion.t[-1]))
    for done in film_written(Path(request["out"]), film, moments, pictures.pixels):
        if done == len(moments) or done % max(int(DRAWN * len(moments)), 1) == 0:
            print(json.dumps({"done": [done, len(moments)]}), flush=True)


def _pictures(
    model: Model, special: str, motion: Trajectory, film: FilmSettings, request: Mapping[str, Any]
) -> FilmPictures:
    view = MotionView()
    meshes = MeshFiles(Path(request["folder"])).surface
    scene = build_scene(model, pipeline.motion(model, motion, special), special, meshes)
    view.show_scene(scene, False)
    if request["forces"]:
        view.forces.kinds = frozenset(request["forces"])
        view.forces.arrows = force_arrows(pipeline.forces(model, motion, special), model)
    units = motion.output_units
    curves: dict[str, Array] = {
        with_unit(name, units.get(name, "")): values for name, values in motion.outputs.items()
    }
    return FilmPictures(view, film, motion.t, curves)
