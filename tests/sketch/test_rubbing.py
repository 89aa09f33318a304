"""Dry friction is seen where it acts, with a lock while it sticks and an arrow while it slides."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui import GROUND, System, pipeline
from lagr_gui.model import Model, Shape
from lagr_gui.scenery.camera import plane_camera
from lagr_gui.scenery.rubbing import rubbing_places
from lagr_gui.scenery.scene import build_scene
from lagr_gui.scenery.signs import mode_signs, shoe_signs
from lagr_gui.scenery.strokes import SceneSight
from tests.samples.gallery import sample

SIZE = (400.0, 300.0)


def sight(model: Model) -> SceneSight:
    scene = build_scene(model, pipeline.start_motion(model))
    camera = plane_camera("xy", scene.gravity).fitted(scene.extent, SIZE)
    return SceneSight(scene, scene.at(0.0), camera, SIZE)


def damped() -> Model:
    system = System("damped", m=1)
    bodies = [system.body(name, mass="m", inertia=(0.1, 0.1, 0.1)) for name in "AB"]
    for number, body in enumerate(bodies):
        place = (1.5 * number, 0, 0)
        system.joint(
            "revolute", GROUND, body, f"q{number}", point_parent=place, point_child=(0, 1, 0)
        )
    system.element("line_friction", "line", body_a=1, body_b=2)
    system.element("joint_friction", "pin", coordinate="q0")
    return system.model


def test_each_place_tells_in_which_way_it_slides_forwards() -> None:
    seen = sight(damped())
    places = rubbing_places(seen)
    assert set(places) == {"element:line", "element:pin"}
    assert places["element:line"].way == pytest.approx((1, 0))
    hinge = seen.joints["revolute 1"]
    arm = places["element:pin"].at - hinge
    turning = arm[0] * places["element:pin"].way[1] - arm[1] * places["element:pin"].way[0]
    assert turning < 0, "against the clock, where y points down"
    assert not list(shoe_signs(seen))


def test_a_body_on_the_ground_is_rough_below_and_a_slider_has_shoes() -> None:
    (rough,) = shoe_signs(sight(sample("block_on_slope")))
    assert rough.keys == ("element:friction",) and len(rough.lines) == 1
    system = System("arm", m=1)
    arm, slider = (
        system.body("arm", mass=1, inertia=(0.1, 0.1, 0.1)),
        system.body("slider", mass=1),
    )
    system.joint("revolute", GROUND, arm, "phi")
    system.joint("prismatic", arm, slider, "s", name="slide")
    system.element("brake", "brake", coordinate="s")
    system.start(s=1.0)
    shape = Shape(form="box", size=(0.2, 0.1, 0.1))
    model = system.model
    model = model.having(bodies=tuple(body.having(shape=shape) for body in model.bodies))
    seen = sight(model)
    (shoes,) = shoe_signs(seen)
    assert len(shoes.lines) == 2
    middle = np.concatenate(shoes.lines).mean(axis=0)
    assert middle[0] < seen.joints["slide"][0], "behind the slider"


@pytest.mark.parametrize(
    ("sense", "roles"), [(0, ["bow", "lock"]), (1, ["sliding"]), (-1, ["sliding"])]
)
def test_a_lock_stands_where_it_sticks_an_arrow_where_it_slides(
    sense: int, roles: list[str]
) -> None:
    seen = sight(sample("mass_on_belt"))
    signs = list(mode_signs(seen, {"element:belt": sense}))
    assert [sign.role for sign in signs] == roles
    if sense:
        start, end = signs[0].lines[0]
        assert np.sign(end[0] - start[0]) == sense
    assert not list(mode_signs(seen, {}))
