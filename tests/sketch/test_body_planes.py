"""What is drawn in a plane of a body, however that stands, lies in it."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui.analysis.positions.start_positions import standing
from lagr_gui.editing.sketch.anchors import StrokeEnd, anchors
from lagr_gui.editing.sketch.bodies import draw_box, draw_disc, draw_rod
from lagr_gui.editing.sketch.connections import draw_spring, put_slider
from lagr_gui.editing.sketch.marks import draw_ground
from lagr_gui.editing.sketch.plane import BodyPlaces, WorkingPlane
from lagr_gui.foundation.arrays import Array
from lagr_gui.mechanics.trajectories.poses import Motion
from lagr_gui.model import Model
from lagr_gui.prepared import prepare
from lagr_gui.scenery.values import known_values
from tests.samples.gallery import sample

ARM, PENDULUM = 1, 2
PLANES = {"xy": (0, 1), "xz": (0, 2), "yz": (1, 2), "yx": (1, 0)}


def stood(model: Model) -> Motion:
    return standing(prepare(model))


class Drawing:
    """Furuta's pendulum, both bodies turned, and a plane of one of them."""

    def __init__(self, plane: str, body: int) -> None:
        self.model = sample("furuta_pendulum")
        names = prepare(self.model).coordinates
        starts = [start.having(position=0.7) for start in self.model.start]
        known = {start.coordinate for start in starts}
        assert known <= set(names)
        self.model = self.model.having(start=tuple(starts))
        motion = stood(self.model)
        self.R = motion.R[body][0]
        centre = np.array(self.model.body(body).centre, float)
        self.origin = motion.x[body][0] - self.R @ centre
        first, second = PLANES[plane]
        self.right, self.up = self.R[:, first], self.R[:, second]
        x = {
            n: motion.x[n][0]
            - (motion.R[n][0] @ np.array(self.model.body(n).centre, float) if n else 0)
            for n in motion.x
        }
        R = {n: table[0] for n, table in motion.R.items()}
        space = BodyPlaces(WorkingPlane(self.right, self.up), x, R, known_values(self.model, ""))
        self.places = space.seen_from(self.origin, self.R)

    def at(self, x: float, y: float) -> Array:
        """A place of the plane in space."""
        return self.origin + x * self.right + y * self.up

    def rod_ends(self, model: Model) -> list[Array]:
        motion, body = stood(model), model.bodies[-1]
        axis = "xyz".index(body.shape.axis)
        (length,) = (p.value for p in model.parameters if p.name == body.shape.size[axis])
        x, way = motion.x[body.number][0], motion.R[body.number][0][:, axis] * float(length) / 2
        return [x - way, x + way]


@pytest.fixture(params=[(p, b) for p in PLANES for b in (ARM, PENDULUM)], ids=str)
def drawing(request) -> Drawing:
    return Drawing(*request.param)


def end(x: float, y: float) -> StrokeEnd:
    return StrokeEnd((x, y))


def test_a_free_rod_stands_where_it_was_drawn(drawing: Drawing) -> None:
    model = draw_rod(drawing.model, drawing.places, end(0.1, 0.2), end(0.4, 0.35))
    found = drawing.rod_ends(model)
    assert np.allclose(found, [drawing.at(0.1, 0.2), drawing.at(0.4, 0.35)], atol=1e-9)


def test_a_free_rod_moves_in_the_plane(drawing: Drawing) -> None:
    model = draw_rod(drawing.model, drawing.places, end(0.1, 0.2), end(0.4, 0.35))
    moved = [start.having(position=0.3) if k >= len(model.start) - 3 else start
             for k, start in enumerate(model.start)]  # fmt: skip
    normal = np.cross(drawing.right, drawing.up)
    for place in drawing.rod_ends(model.having(start=tuple(moved))):
        assert (place - drawing.origin) @ normal == pytest.approx(0, abs=1e-9)


def test_a_rod_is_hinged_to_the_body_about_the_normal_and_stays_where_it_was_drawn(drawing) -> None:
    body = next(n for n in (ARM, PENDULUM) if np.allclose(drawing.places.R[n], np.eye(3)))
    own = [a for a in anchors(drawing.model, drawing.places) if a.body == body]
    start = StrokeEnd(own[0].at, own[0])
    model = draw_rod(drawing.model, drawing.places, start, end(0.4, 0.35))
    found = drawing.rod_ends(model)
    assert np.allclose(found, [drawing.at(*start.at), drawing.at(0.4, 0.35)], atol=1e-9)
    joint = model.joints[-1]
    assert joint.kind == "revolute" and body in (joint.parent, joint.child)
    turned = stood(model).R[joint.child][0] @ np.array(joint.axis, float)
    assert abs(turned @ np.cross(drawing.right, drawing.up)) == pytest.approx(1)


def test_discs_and_boxes_lie_in_the_plane(drawing: Drawing) -> None:
    disc = draw_disc(drawing.model, drawing.places, end(0.2, -0.1), (0.3, -0.1))
    box = draw_box(drawing.model, drawing.places, (0.1, 0.1), (0.3, 0.2))
    for model, at in ((disc, (0.2, -0.1)), (box, (0.2, 0.15))):
        assert np.allclose(stood(model).x[3][0], drawing.at(*at), atol=1e-9)


def test_a_slider_on_the_ground_stands_in_the_plane_and_slides_in_it(drawing: Drawing) -> None:
    model = put_slider(drawing.model, drawing.places, end(0.2, 0.3), 0.4, 0.1)
    assert np.allclose(stood(model).x[3][0], drawing.at(0.2, 0.3), atol=1e-9)
    last = model.start[-1]
    way = 0.25
    moved = last.having(position=float(last.position) + way)
    model = model.having(start=(*model.start[:-1], moved))
    there = drawing.at(0.2 + way * np.cos(0.4), 0.3 + way * np.sin(0.4))
    assert np.allclose(stood(model).x[3][0], there, atol=1e-9)


def test_springs_and_walls_on_empty_paper_lie_in_the_plane(drawing: Drawing) -> None:
    body = next(n for n in (ARM, PENDULUM) if np.allclose(drawing.places.R[n], np.eye(3)))
    own = next(a for a in anchors(drawing.model, drawing.places) if a.body == body)
    model = draw_spring(drawing.model, drawing.places, StrokeEnd(own.at, own), end(0.3, 0.5))
    line = next(iter(stood(model).lines.values()))[0]
    assert np.allclose(line[-1], drawing.at(0.3, 0.5), atol=1e-9)
    model = draw_ground(drawing.model, drawing.places, end(0.5, 0.1), end(0.6, 0.4))
    ends = [model.sketch.walls[-1].start, model.sketch.walls[-1].end]
    known = [drawing.at(0.5, 0.1), drawing.at(0.6, 0.4)]
    assert all(any(np.allclose(np.array(e, float), k, atol=1e-9) for k in known) for e in ends)


def test_points_beside_the_plane_are_not_met(drawing: Drawing) -> None:
    normal = np.array(drawing.places.plane.normal)
    for anchor in anchors(drawing.model, drawing.places):
        point = np.array([float(prepare_value(drawing, e)) for e in anchor.point])
        assert drawing.places.space(anchor.body, point) @ normal == pytest.approx(0, abs=1e-7)


def prepare_value(drawing: Drawing, entry) -> float:
    from lagr_gui.expression.arithmetic import value

    return value(entry, drawing.places.values)
