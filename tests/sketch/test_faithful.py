"""An edit of the sketch changes what was asked for and nothing else, wherever bodies lie."""

from __future__ import annotations

from math import hypot, pi, radians
from typing import Any

import numpy as np
import pytest

from lagr_gui import GROUND, System, pipeline
from lagr_gui.analysis.positions.start_positions import standing
from lagr_gui.editing.sketch.anchors import StrokeEnd, anchors
from lagr_gui.editing.sketch.bodies import draw_box
from lagr_gui.editing.sketch.connections import draw_rope, draw_spring
from lagr_gui.editing.sketch.contacts import draw_contact
from lagr_gui.editing.sketch.gears import draw_gear
from lagr_gui.editing.sketch.lengths import names_in, pull_point, set_length
from lagr_gui.editing.sketch.marks import draw_ground
from lagr_gui.editing.sketch.measures import measured, set_measure
from lagr_gui.editing.sketch.plane import BodyPlaces
from lagr_gui.editing.sketch.snapping import typed
from lagr_gui.foundation.problem import LagrError
from lagr_gui.gui.sketch.stand import _origins, _seen  # pyright: ignore[reportPrivateUsage]
from lagr_gui.model import BodyPoint, Model, SketchMarks, SketchMeasure
from lagr_gui.prepared import prepare
from lagr_gui.scenery.camera import plane_camera
from lagr_gui.subsystems import flat
from tests.sketch.drawing import PLANES, Paper

CAMERA = plane_camera("xy", np.array([0, -9.81, 0]))


def stands(model: Model) -> BodyPlaces:
    return _seen(_origins(model, "", standing(prepare(model))), CAMERA)


def values(model: Model) -> dict[str, Any]:
    return {p.name: p.value for p in model.parameters}


def starts(model: Model) -> dict[str, Any]:
    return {entry.coordinate: entry.position for entry in model.start}


def arms(start: dict[str, Any] | None = None, **parameters: Any) -> Model:
    """Two rods, the first on the ground, the second on its end."""
    system = System("arms", **parameters)
    a = system.body("A", 1, (0.1,) * 3, shape="rod", size=("l1", 0.05, 0.05), axis="x")
    b = system.body("B", 1, (0.1,) * 3, shape="rod", size=("l2", 0.05, 0.05), axis="x")
    system.joint("revolute", GROUND, a, "phi", point_child=("-l1/2", 0, 0))
    ends: dict[str, Any] = {"point_parent": ("l1/2", 0, 0), "point_child": ("-l2/2", 0, 0)}
    system.joint("revolute", a, b, "psi", **ends)
    if start:
        system.start(**start)
    return system.model


def measure(model: Model, *points: tuple[int, tuple[Any, Any, Any]]) -> Model:
    entry = SketchMeasure(points=tuple(BodyPoint(body=b, point=p) for b, p in points))
    return model.having(sketch=SketchMarks(measures=(entry,)))


TIP = (2, ("l2/2", 0, 0))
HERE = (0, (0, 0, 0))


@pytest.mark.parametrize(
    ("text", "length", "angle"),
    [
        ("0.5 30", 0.5, 30), ("0.5 -30", 0.5, -30), ("50 -30", 50, -30), ("2 −30", 2, -30),
        ("0,5 -30", 0.5, -30), ("l1 -90", 0.4, -90), ("250 mm -30", 0.25, -30),
        ("1; -2", 1, -2), ("0.5 -pi/6", 0.5, -30), ("0.5 - 0.1", 0.4, 0), ("0.5-0.1", 0.4, 0),
    ],
)  # fmt: skip
def test_a_typed_angle_has_its_sign(text: str, length: float, angle: float) -> None:
    found = typed(text, (1.0, 2.0), (3.0, 2.0), {"l1": 0.4})
    turned = radians(angle)
    assert found == pytest.approx((1 + length * np.cos(turned), 2 + length * np.sin(turned)))


@pytest.mark.parametrize("plane", PLANES)
def test_points_of_a_box_lie_in_the_plane_that_is_drawn_in(plane: str) -> None:
    """A spring to the middle of a side would otherwise lead out of it."""
    paper = Paper(plane)
    paper.do(draw_box, (0.0, 0.0), (0.4, 0.2))
    own = [anchor for anchor in anchors(paper.model, paper.places) if anchor.body]
    assert len({anchor.at for anchor in own}) == 9
    normal = paper.working.normal
    for anchor in own:
        point = np.array([float(e) if not isinstance(e, str) else 0.0 for e in anchor.point])
        assert point @ normal == 0
    paper.do(draw_spring, paper.end((0.7, 0.3)), paper.end((0.4, 0.1)))
    moved = pipeline.simulate(paper.model, pipeline.settings_of(paper.model))
    acting = [e for e in pipeline.forces(paper.model, moved).forces if e.sort == "applied"]
    assert np.abs(acting[0].force @ normal).max() < 1e-9


def test_springs_and_ropes_are_as_long_as_they_are_in_space() -> None:
    model = arms(l1=0.3, l2=0.2)
    joint = model.joints[0].having(point_parent=(0, 0, 0.4))
    model = model.having(joints=(joint, *model.joints[1:]))
    places = stands(model)
    tip = next(a for a in anchors(model, places) if a.body == 2 and a.at == pytest.approx((0.5, 0)))
    ends = StrokeEnd((0.5, 0.3)), StrokeEnd(tip.at, tip)
    spring = draw_spring(model, places, *ends)
    assert values(spring)["s1"] == pytest.approx(hypot(0.3, 0.4))
    acting = pipeline.forces(spring, pipeline.simulate(spring)).on(2)
    (pull,) = (e.force[0] for e in acting if e.source == "element:spring 1")
    assert np.abs(pull).max() < 1e-6
    assert values(draw_rope(model, places, ends))["L1"] == pytest.approx(hypot(0.3, 0.4))


@pytest.mark.parametrize("text", ["0,45", "0.45", "450 mm", "0,45 m"])
def test_a_decimal_comma_is_kept_as_a_point(text: str) -> None:
    model = set_length(arms(l1=0.3, l2=0.2), "l1", text)
    assert prepare(model).values["l1"] == pytest.approx(0.45)


def test_a_value_with_a_unit_is_a_parameter_like_any_other() -> None:
    model = arms({"phi": "30 deg"}, l1="250 mm", l2=0.3)
    with pytest.raises(LagrError, match="l1, l2"):
        set_measure(measure(model, HERE, TIP), stands, 0, "0.5")
    only = measure(model, HERE, (1, ("l1/2", 0, 0)))
    changed = set_measure(only, stands, 0, "0.4")
    assert values(changed)["l1"] == 0.4 and starts(changed) == starts(model)


def test_a_start_that_follows_from_a_parameter_stays_a_formula() -> None:
    model = arms({"phi": "phi0"}, l1=0.25, l2=0.3, phi0="30 deg")
    turned = measure(model, (0, (1, 0, 0)), HERE, (1, ("l1/2", 0, 0)))
    changed = set_measure(turned, stands, 0, "90 deg")
    assert starts(changed)["phi"] == "phi0"
    assert values(changed)["phi0"] == pytest.approx(pi / 2)
    assert measured(changed.sketch.measures[0], stands(changed)) == pytest.approx(pi / 2)


def test_a_formula_stays_when_a_point_is_pulled() -> None:
    model = arms(l1=0.25, l2="2*l1")
    tip = next(a for a in anchors(model, stands(model)) if a.at == pytest.approx((0.75, 0)))
    assert names_in(model, tip) == ["l1"]
    changed = pull_point(model, stands, tip, (0.9, 0.0), 0.01)
    assert values(changed)["l2"] == "2*l1" and values(changed)["l1"] == pytest.approx(0.3)


def lopsided() -> Model:
    """A disc and another one whose points are given from beside their middle."""
    system = System("discs", r=0.1, d=0.03)
    for n in (1, 2):
        disc = system.body(
            f"Disc {n}", 1, (0.1,) * 3, shape="disc", size=("2*r", "2*r", 0.02), axis="z",
            centre=("d", 0, 0),
        )  # fmt: skip
        system.joint("planar", GROUND, disc, f"x{n}", f"y{n}", f"phi{n}", point_child=("d", 0, 0))
    system.start(x1=0.0, y1=0.5, x2=0.5, y2=0.5)
    return system.model


def test_discs_touch_with_their_rims_wherever_their_origins_are() -> None:
    model = lopsided()
    model = draw_ground(model, stands(model), StrokeEnd((-1.0, 0.0)), StrokeEnd((1.0, 0.0)))
    places = stands(model)
    rims = [a for a in anchors(model, places) if a.body and a.sort == "centre"]
    assert [a.at for a in rims] == [pytest.approx((0, 0.5)), pytest.approx((0.5, 0.5))]
    first, second = (StrokeEnd(a.at, a) for a in rims)
    for changed in (
        draw_contact(model, places, first, StrokeEnd((0.0, 0.0))),
        draw_contact(model, places, StrokeEnd((0.0, 0.0)), first),
    ):
        fallen = pipeline.simulate(changed, pipeline.settings_of(changed))
        first_impact = fallen.impacts[0].t
        assert first_impact == pytest.approx((2 * 0.4 / 9.81) ** 0.5)
    bumper = draw_contact(model, places, first, second).elements[-1]
    assert bumper.point_a == bumper.point_b == ("d", 0, 0)  # type: ignore[attr-defined]


@pytest.mark.parametrize("aside", [0.0, 0.25, -0.25])
def test_gears_mesh_by_their_middles_wherever_their_origins_are(aside: float) -> None:
    system = System("gears", r=0.1, R=0.3, d=aside)
    for n, (radius, centre) in enumerate((("r", 0), ("R", "d")), start=1):
        disc = system.body(
            f"Gear {n}", 1, (0.1,) * 3, shape="disc", size=(f"2*{radius}",) * 2 + (0.02,), axis="z",
            centre=(centre, 0, 0),
        )  # fmt: skip
        ends: dict[str, Any] = {
            "point_parent": (0.4 * (n - 1), 0, 0),
            "point_child": (centre, 0, 0),
        }
        system.joint("revolute", GROUND, disc, f"phi{n}", **ends)
    places = stands(system.model)
    middles = [a for a in anchors(system.model, places) if a.body and a.sort == "pin"]
    first, second = (StrokeEnd(a.at, a) for a in middles)
    changed = draw_gear(system.model, places, first, second)
    assert changed.elements[-1].ratio == "-R/r"  # type: ignore[attr-defined]


def test_marks_lie_where_they_were_drawn_in_a_flat_model_too() -> None:
    model = measure(lopsided(), HERE, (1, ("d", "r", 0)))
    centred = flat(model)
    places = stands(model), stands(centred)
    found = [
        measured(model.sketch.measures[0], places[0]),
        measured(centred.sketch.measures[0], places[1]),
    ]
    assert found == pytest.approx([0.6, 0.6])
