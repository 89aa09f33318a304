"""What bodies carry is turned together, and lies where it would if each were turned by itself."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui.analysis.positions.start_positions import standing
from lagr_gui.gui.panes.animation.casting import Stage, cast_of
from lagr_gui.gui.panes.animation.fittings import add_fittings
from lagr_gui.gui.panes.animation.ink import Options, SceneLook
from lagr_gui.gui.panes.animation.painter import Painter
from lagr_gui.gui.theme import LIGHT
from lagr_gui.prepared import prepare
from lagr_gui.scenery.camera import orbit_camera
from lagr_gui.scenery.scene import Scene, build_scene
from lagr_gui.scenery.strokes import NEAR, SceneSight
from tests.samples.gallery import sample

SIZE = (400.0, 300.0)
CAMERA = orbit_camera(30.0, 20.0, np.array([0.0, 0.0, 1.0]))


def scene_of(name: str) -> Scene:
    model = sample(name)
    return build_scene(model, standing(prepare(model)))


@pytest.mark.parametrize("name", ["furuta_pendulum", "robot_arm_6r"])
def test_every_surface_lies_where_its_body_carries_it(qapp, name: str) -> None:
    scene = scene_of(name)
    now = scene.at(scene.motion.t[0])
    stage = Stage(scene, now, CAMERA, SIZE)
    add_fittings(Painter(None, scene, now, CAMERA, SIZE, SceneLook(LIGHT), Options()), stage)
    assert len(stage.fittings) == len(stage.tints) == len(scene.pins)
    cast = cast_of(scene.figures, stage.fittings)
    space, normals = cast.at(now)
    painted = [(part.surface, f.number, "") for f in scene.figures for part in f.painted]
    fitted = [(part.surface, part.body, part.joint) for part in stage.fittings]
    begun = 0
    for surface, body, joint in painted + fitted:
        moved = surface.moved(now.R[body], now.joints[joint] if joint else now.x[body])
        own = cast.triangles[begun : begun + len(surface.triangles)]
        assert np.allclose(space[own], moved.corners[moved.triangles], atol=1e-12)
        assert np.allclose(normals[own], moved.normals[moved.triangles], atol=1e-12)
        begun += len(own)
    assert begun == len(cast.triangles) == len(cast.colors) == len(cast.sided)
    assert cast.colors.max() + 1 == len(cast.paints) + len(stage.fittings)


def test_points_are_held_by_the_box_around_their_own_body() -> None:
    scene = scene_of("robot_arm_6r")
    sight = SceneSight(scene, scene.at(scene.motion.t[0]), CAMERA, SIZE)
    figures = [figure for figure in scene.figures if figure.solid is not None]
    source, spare = np.random.default_rng(0), NEAR / CAMERA.scale
    own, points, expected = [], [], []
    for figure in figures:
        x, R = sight.now.x[figure.number], sight.now.R[figure.number]
        low, high = figure.solid.reach
        for side in (0.99, 1.01):
            corner = np.where(source.random(3) < 0.5, low - side * spare, high + side * spare)
            own.append((figure.number, figure.solid))
            points.append(x + R @ corner)
            expected.append(side < 1)
            assert sight.within(figure, points[-1]) == expected[-1]
    assert sight.hold(own, np.array(points)).tolist() == expected
