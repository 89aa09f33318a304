"""Springs and dampers on slides lie on the rail and are as long as the coordinate says."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui import System, pipeline
from lagr_gui.model import Model, Shape
from lagr_gui.scenery.scene import Scene, build_scene

BOX = Shape(form="box", size=(0.3, 0.2, 0.2))


def carts(x: float = 0.2, apart: float = 1.0, tilt: float = 0.0) -> Model:
    """A cart on a spring and a damper at a wall, and a second one on a spring 1 m before it."""
    system = System("carts")
    first, second = system.body("first", mass=1), system.body("second", mass=1)
    axis = (np.cos(tilt), np.sin(tilt), 0)
    system.joint("prismatic", 0, first, "x", axis=axis)
    system.joint("prismatic", first, second, "d", axis=axis)
    system.element("coordinate_damper", "oil", coordinate="x", k=1)
    system.element("coordinate_spring", "wall", coordinate="x", c=5)
    system.element("coordinate_spring", "between", coordinate="d", c=5, q0=1)
    system.start(x=x, d=apart)
    model = system.model
    return model.having(bodies=tuple(body.having(shape=BOX) for body in model.bodies))


def scene(model: Model) -> Scene:
    return build_scene(model, pipeline.start_motion(model))


def ends(shown: Scene, name: str) -> np.ndarray:
    """Both ends of an element (2, 3)."""
    return shown.at(0.0).lines[name]


@pytest.mark.parametrize("tilt", [0.0, 0.7])
def test_an_end_stays_and_the_other_goes_as_far_as_the_coordinate(tilt: float) -> None:
    shown, way = scene(carts(tilt=tilt)), np.array([np.cos(tilt), np.sin(tilt), 0])
    for x, apart in ((0.25, 1.2), (0.1, 0.9)):
        moved = shown.along(pipeline.start_motion(carts(x, apart, tilt)))
        for name, grown in (("wall", x - 0.2), ("oil", x - 0.2), ("between", apart - 1.0)):
            before, after = ends(shown, name), ends(moved, name)
            stays = 0 if name == "between" else before[0]
            assert after[1] - after[0] == pytest.approx(before[1] - before[0] + grown * way)
            assert np.any(stays) == (name != "between")
            if name != "between":
                assert after[0] == pytest.approx(before[0])


def test_they_end_on_the_surfaces_of_their_bodies() -> None:
    shown = scene(carts())
    assert ends(shown, "wall")[1] == pytest.approx((0.2 - 0.15, 0, 0))
    assert ends(shown, "between") == pytest.approx(np.array([[0.35, 0, 0], [1.05, 0, 0]]))


def test_those_of_one_slide_lie_side_by_side_and_hang_on_one_wall() -> None:
    shown = scene(carts())
    lines = {line.name: line for line in shown.lines}
    assert ends(shown, "oil") == pytest.approx(ends(shown, "wall"))
    assert abs(lines["oil"].shift - lines["wall"].shift) == 1
    assert (lines["oil"].sort, lines["wall"].sort) == ("dashpot", "spring")
    walls = [ground for ground in shown.grounds if ground.sort == "wall"]
    assert [wall.point for wall in walls] == [pytest.approx(ends(shown, "oil")[0])]


@pytest.mark.parametrize("x", [-3.0, -0.5, 0.0, 4.0])
def test_there_is_always_something_of_them_beside_the_body(x: float) -> None:
    held, moved = ends(scene(carts(x)), "wall")
    assert moved[0] - held[0] > 0.1


def test_brakes_of_what_travels_far_hang_nowhere() -> None:
    system = System("car")
    car = system.body("car", mass=1)
    system.joint("prismatic", 0, car, "x")
    system.element("coordinate_damper", "air", coordinate="x", k=0.01)
    system.start(x=(0, 100))
    model = system.model
    model = model.having(bodies=tuple(body.having(shape=BOX) for body in model.bodies))
    assert scene(model).slides
    motion = pipeline.motion(model, system.simulate(1.0))
    assert not build_scene(model, motion).slides


def test_what_is_switched_off_has_no_sign() -> None:
    model = carts()
    off = model.having(elements=tuple(e.having(enabled=False) for e in model.elements))
    assert not scene(off).slides
