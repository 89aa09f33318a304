"""A fault of a mass or of an element does not hide where the bodies stand."""

from __future__ import annotations

import json

import numpy as np
import pytest

from benchmarks.hanging import chain
from lagr_gui import pipeline
from lagr_gui.analysis.structure import partial_models
from lagr_gui.analysis.structure.partial_models import posed
from lagr_gui.editing import edits
from lagr_gui.model import Inertia, Model
from tests.each import each
from tests.systems import element, pendulum


def swung() -> Model:
    """A pendulum that starts aside."""
    return edits.set_start(pendulum(), "q1", 0.7, 0)


def body(**fields: object) -> Model:
    model = swung()
    return model.having(bodies=(model.bodies[0].having(**fields),))


def without_value(name: str) -> Model:
    model = swung()
    told = (p.having(value=None) if p.name == name else p for p in model.parameters)
    return model.having(parameters=tuple(told))


FAULTS = {
    "a name that is unknown": body(mass="m*zz"),
    "a unit of something else": body(mass="2 s"),
    "a negative mass": body(mass=-1),
    "an inertia that no body has": body(inertia=Inertia(xx=-1)),
    "a mass without value": without_value("m"),
    "an element at fault": swung().having(
        elements=(element("coordinate_spring", "s", coordinate="q1", c="zz"),)
    ),
    "several": body(mass="zz", inertia=Inertia(xx="yy")),
}


@pytest.mark.parametrize("name", FAULTS)
def test_the_bodies_stand_where_they_did_without_the_fault(name):
    found = posed(FAULTS[name])
    assert found is not None
    sound = pipeline.start_motion(swung())
    assert np.allclose(found[1].x[1], sound.x[1]) and np.allclose(found[1].R[1], sound.R[1])


@pytest.mark.parametrize("model", [without_value("l"), swung().having(gravity=(0, "g", 0))])
def test_what_says_where_they_stand_is_never_made_up(model):
    """A length without value leaves the place unknown; gravity does not."""
    assert (posed(model) is None) == (model.parameters != swung().parameters)


def test_sketch_and_animation_show_what_is_known(window, qtbot):
    window.session.edit("Build", lambda _: FAULTS["a name that is unknown"])
    assert window.session.problems
    qtbot.waitUntil(lambda: window.animation.view.scene is not None)
    window.show_view("sketch")
    stand = window.sketch.stand
    assert stand is not None and set(stand.scene.motion.x) == {0, 1}
    window.show_view("diagram")


def of_subsystem(mass: object = 1, inner: object = 1) -> Model:
    """A pendulum with another one on it, that is a member of a subsystem."""
    joint = {"kind": "revolute", "point_child": [0, 1, 0], "parent": 0, "child": 1}
    port = {"name": "P", "body": 1}
    member = {"bodies": [{"number": 1, "name": "W", "mass": inner}], "ports": [port]}
    member["joints"] = [{"name": "L", "coordinates": ["p"], **joint}]
    data = {
        "bodies": [{"number": 1, "name": "A", "mass": mass}],
        "joints": [{"name": "J", "coordinates": ["q1"], **joint}],
        "start": [{"coordinate": "q1", "position": 0.7}],
        "subsystems": [{"name": "Sub", "model": member}],
        "instances": [{"name": "I", "subsystem": "Sub", "attachments": [{"port": "P", "body": 3}]}],
    }
    return pipeline.read_text(json.dumps({"format": "lagr-model", "version": 2, **data}))


@each("fault", [{"mass": "2 s"}, {"inner": "zz"}])
def test_members_of_subsystems_are_drawn_where_they_stand(fault, window, qtbot):
    sound = pipeline.start_motion(of_subsystem())
    window.session.edit("Build", lambda _: of_subsystem(**fault))
    assert window.session.problems
    window.show_view("sketch")
    stand = window.sketch.stand
    assert stand is not None and set(stand.scene.motion.x) == {0, 1, 2}
    assert all(np.allclose(stand.scene.motion.x[n], sound.x[n][:1]) for n in (1, 2))
    assert stand.places(window.sketch.camera).x.keys() == {0, 1, 3}
    assert stand.points and stand.loads is not None and stand.weight >= 0
    window.sketch.repaint()
    qtbot.waitUntil(lambda: window.animation.view.scene is not None)
    window.session.edit("Mend", lambda _: of_subsystem())
    assert window.sketch.stand.model is window.session.model
    window.show_view("diagram")


def test_a_mass_moves_nothing_and_what_moves_is_walked_anew(monkeypatch):
    walked, walk = [], partial_models.StandingWalk
    monkeypatch.setattr(partial_models, "StandingWalk", lambda own: walked.append(own) or walk(own))
    model = chain(4, spatial=False)
    known = posed(model)
    heavy = model.having(bodies=tuple(body.having(mass=7) for body in model.bodies))
    again = posed(heavy)
    assert known is not None and again is not None and len(walked) == 1
    assert again[0] is heavy and again[1] is known[1]
    longer = model.joints[0].having(point_child=(0, 3, 0))
    moved = posed(heavy.having(joints=(longer, *model.joints[1:])))
    assert moved is not None and moved[1].x[1][0, 1] == known[1].x[1][0, 1] - 2.9
