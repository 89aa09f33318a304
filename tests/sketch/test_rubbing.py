"""Dry friction is seen where it acts, with a lock while it sticks and an arrow while it slides."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui import GROUND, System, pipeline
from lagr_gui.model import Model, Shape
from lagr_gui.scenery.camera import plane_camera
from lagr_gui.scenery.rubbing import arrows_in_plane, rubbing_places
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


def ratchets(turns: str, backwards: bool, ahead: float = 0.0) -> Model:
    """A hinge with a one-way clutch, and a slide with a one-way lock."""
    system = System("ratchets")
    wheel, block = system.body("wheel", mass=1), system.body("block", mass=1)
    axes = {"axis": (0, 0, -1 if backwards else 1)}
    system.joint("revolute", 0, wheel, "phi", point_child=(0.5, 0.2, 0), **axes)
    system.joint("prismatic", 0, block, "x", axis=(-1 if backwards else 1, 0, 0))
    for name in ("phi", "x"):
        system.element("one_way_clutch", f"pawl {name}", coordinate=name, turns=turns)
    system.start(phi=0.3 + ahead, x=ahead)
    return system.model


@pytest.mark.parametrize("turns", ["forwards", "backwards"])
@pytest.mark.parametrize("backwards", [False, True])
def test_a_pawl_trails_its_tip_the_way_that_is_held(turns: str, backwards: bool) -> None:
    """What turns or slides freely moves from the tip towards the pivot of its pawl."""
    free = 1 if turns == "forwards" else -1
    sights = [sight(ratchets(turns, backwards, ahead)) for ahead in (0.0, free * 1e-3)]
    (torsion,) = sights[0].scene.torsions
    pivot, tip = sights[0].torsion(torsion)[-1]
    moved = sights[1].now.R[1] @ torsion.arm - sights[0].now.R[1] @ torsion.arm
    turned = np.cross(sights[0].now.R[1] @ torsion.arm, moved)[2]
    middle = sights[0].now.joints[torsion.joint]
    assert np.cross(tip - middle, pivot - tip)[2] * turned > 0
    place = rubbing_places(sights[0])["element:pawl x"]
    before, after = sights[0].flat(np.stack([at.now.x[2] for at in sights]))
    pivot, tip = place.strokes[-1]
    assert (pivot - tip) @ (after - before) > 0


@pytest.mark.parametrize("gravity", [(0, -9.81, 0), (0, 9.81, 0)])
def test_arrows_go_the_way_that_the_block_goes_in_the_picture(
    gravity: tuple[float, float, float],
) -> None:
    """Positive x is along the axis; gravity is downwards in the picture, whatever it is in y."""
    upright = -np.sign(gravity[1])
    for eighth, arrow in enumerate("→↗↑↖←↙↓↘"):
        angle = eighth * np.pi / 4
        system = System("Block", gravity=gravity, g=None)
        axis = np.cos(angle), upright * np.sin(angle), 0
        system.joint("prismatic", 0, system.body(mass=1.0), "x", axis=axis)
        system.element("joint_friction", "rub", coordinate="x", kinetic=1.0)
        forth, back = _arrows(system)["element:rub"]
        assert forth == arrow and back == "→↗↑↖←↙↓↘"[(eighth + 4) % 8]


def test_arrows_of_hinges_turn_as_the_picture_is_seen() -> None:
    for axis, arrow in (((0, 0, 1), "↺"), ((0, 0, -1), "↻")):
        system = System("Disc", gravity=(0, -9.81, 0), g=None)
        system.joint("revolute", 0, system.body(mass=1.0), "phi", axis=axis)
        system.element("joint_friction", "rub", coordinate="phi", kinetic=1.0)
        assert _arrows(system)["element:rub"][0] == arrow


def _arrows(system: System) -> dict[str, tuple[str, str]]:
    return arrows_in_plane(system.model, pipeline.start_motion(system.model), "")
