"""What an edit leaves as it is is not looked through again, and what it changes is."""

from __future__ import annotations

import pytest

from benchmarks.hanging import chain
from lagr_gui import pipeline
from lagr_gui.catalogue import KINDS
from lagr_gui.mechanics.checks import rotations
from lagr_gui.model import Model, sites
from lagr_gui.model.recent import forget_recent
from lagr_gui.model.unchanged import Unchanged


def heavier(model: Model, place: int, mass: object = 7) -> Model:
    bodies = list(model.bodies)
    bodies[place] = bodies[place].having(mass=mass)
    return model.having(bodies=tuple(bodies))


def test_only_records_that_are_new_or_stand_elsewhere_are_made_anew():
    made: list[tuple[object, ...]] = []
    names = Unchanged[str, str](lambda path, text: made.append(path) or f"{path[1]} {text}")
    one, two, three = (str(object()) for _ in range(3))
    assert names.of("bodies", [one, two]) == [f"0 {one}", f"1 {two}"]
    assert names.of("bodies", [one, two]) == [f"0 {one}", f"1 {two}"] and len(made) == 2
    assert names.of("bodies", [one, three]) == [f"0 {one}", f"1 {three}"] and len(made) == 3
    assert names.of("bodies", [three]) == [f"0 {three}"] and made[-1] == ("bodies", 0)


def test_an_edit_of_one_body_looks_through_that_body_alone(monkeypatch):
    model, looked = chain(6, spatial=True), []
    pipeline.check(model)
    of_body, steps = sites._of_body, rotations.joint_steps
    monkeypatch.setattr(sites, "_of_body", lambda *of: looked.append(of[0]) or of_body(*of))
    monkeypatch.setattr(rotations, "joint_steps", lambda own: looked.append(own) or steps(own))
    edited = heavier(model, 3)
    assert pipeline.check(edited).sound and looked == [("bodies", 3)]
    found = sites.sites(edited, KINDS)
    forget_recent()
    assert found == sites.sites(edited, KINDS)
    written = sites.written_sites(heavier(model, 3, "m1"), KINDS)
    assert [(site.path, site.value) for site in written] == [(("bodies", 3, "mass"), "m1")]


@pytest.mark.parametrize("mass", [7, "m1 +", "sqrt(-1)"])
def test_a_model_is_judged_the_same_after_an_edit_and_by_itself(mass):
    model = chain(4, spatial=True)
    pipeline.check(model)
    found = pipeline.check(heavier(model, 2, mass)).problems
    pipeline.forget()
    assert found == pipeline.check(heavier(model, 2, mass)).problems


def test_what_derivations_depend_on_tells_bodies_apart_but_no_shapes():
    model = chain(3, spatial=True)
    known = pipeline.physics(model)
    forget_recent()
    assert pipeline.physics(chain(3, spatial=True)) == known
    assert pipeline.physics(heavier(model, 1)) != known
    assert pipeline.physics(heavier(model, 1)) != pipeline.physics(heavier(model, 2))
    turned = model.bodies[0].having(shape=model.bodies[0].shape.having(color="#123456"))
    assert pipeline.physics(model.having(bodies=(turned, *model.bodies[1:]))) == known
