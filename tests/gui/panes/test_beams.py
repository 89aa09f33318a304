"""Elastic beams in the window: drawn, named, shown bent."""

from __future__ import annotations

from lagr_gui import GROUND, System
from lagr_gui.editing import edits
from lagr_gui.gui.panes.animation.view import MotionView
from lagr_gui.model import Body, Model
from lagr_gui.pipeline import check, motion, simulate
from lagr_gui.scenery.scene import build_scene


def test_a_beam_that_is_drawn_has_amplitudes_and_is_sound() -> None:
    model = edits.connect(Model(bodies=(Body(number=1),)), "beam", 0, 1)
    (beam,) = model.joints
    assert len(beam.coordinates) == 2
    report = check(model)
    assert report.sound and report.units == ("m", "m")


def pictures(**fields: str) -> list[bytes]:
    """The picture of a beam, straight and bent."""
    found = []
    for start in (0.0, 0.3):
        system = System("beam")
        system.joint("beam", GROUND, system.body("tip", 0.1), "q1", **fields)
        system.start(q1=start)
        scene = build_scene(system.model, motion(system.model, simulate(system.model)))
        view = MotionView()
        view.show_scene(scene, keep=False)
        image = view.image(200, 150, 0.0)
        found.append(bytes(image.constBits()))
    return found


def test_a_bent_beam_looks_bent_in_the_plane_and_in_space(qapp) -> None:
    for across in ((0, 1, 0), (0, 1, 1)):
        straight, bent = pictures(across=across)
        assert straight != bent
