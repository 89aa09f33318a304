"""What is drawn of a mechanism is known to all that draw it."""

from __future__ import annotations

import pytest

from lagr_gui import pipeline
from lagr_gui.exchange.documents.sketch_signs import PENS
from lagr_gui.gui.panes.animation.signs import INKS
from lagr_gui.scenery.camera import plane_camera
from lagr_gui.scenery.scene import build_scene
from lagr_gui.scenery.signs import mechanism_signs
from lagr_gui.scenery.strokes import SceneSight
from lagr_gui.subsystems import flat
from tests.samples.gallery import sample

ON_PAPER_ALONE = {"face", "torsion in space"}
ON_SCREEN_ALONE = {
    *("trail", "gap", "inner bar", "slot", "cross end", "quarters", "rim"),
    *("lock", "sliding", "bow"),
    *("spot", "plate", "normal", "axis x", "axis y", "axis z", "ring"),
}


def test_screen_and_paper_know_the_same_signs_but_for_some() -> None:
    assert set(PENS) - set(INKS) == ON_PAPER_ALONE
    assert set(INKS) - set(PENS) == ON_SCREEN_ALONE


@pytest.mark.parametrize("name", ["gear_train", "newtons_cradle", "slider_crank"])
def test_each_sign_of_a_mechanism_in_a_plane_is_known_on_the_screen(name: str) -> None:
    model = flat(sample(name))
    scene = build_scene(model, pipeline.start_motion(model))
    camera = plane_camera("xy", scene.gravity)
    sight = SceneSight(scene, scene.at(0.0), camera, (400.0, 300.0))
    assert {sign.role for sign in mechanism_signs(sight)} <= set(INKS)
