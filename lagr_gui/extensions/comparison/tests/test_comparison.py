"""What became of a drawing and of its equations, from one version to another."""

from __future__ import annotations

from math import isclose

import pytest

from lagr_gui import compare, evaluate, load
from lagr_gui.editing import edits
from lagr_gui.expression.arithmetic import FloatCarrier
from lagr_gui.expression.arithmetic import evaluate as number
from lagr_gui.extensions.comparison.items import ADDED, CHANGED, REMOVED, changes
from lagr_gui.foundation.resource import sample_models
from lagr_gui.model import Model
from tests.editing.test_notes import double_pendulum, noted

SAMPLES = {path.stem: path for path in sample_models()}


@pytest.fixture
def pendulum() -> Model:
    return load(SAMPLES["double_pendulum"])


@pytest.fixture
def sprung(pendulum) -> Model:
    """The double pendulum with a spring, another mass and another value."""
    model = edits.connect(pendulum, "spring", 0, 2)
    model = edits.set_value(model, ("elements", 0, "point_a"), (1, 0, 0))
    model = edits.set_value(model, ("bodies", 0, "mass"), "2*m1")
    return edits.set_value(model, ("parameters", 0, "value"), 7)


def found(before: Model, after: Model) -> dict[str, str]:
    return {one.key: one.what for one in changes(before, after)}


def test_items_are_added_removed_and_changed_and_the_other_way_round(pendulum, sprung):
    there = {"body:1": CHANGED, "element:spring 1": ADDED, "parameter:g": CHANGED}
    assert found(pendulum, sprung) == there
    back = {key: {ADDED: REMOVED}.get(what, what) for key, what in there.items()}
    assert found(sprung, pendulum) == back
    mass, *moments = next(one for one in changes(pendulum, sprung) if one.key == "body:1").fields
    assert (mass.place, mass.here, mass.there) == ("mass", "m1", "2*m1")
    assert {(field.here, field.there) for field in moments} == {("m1*l1^2/12", "(2*m1)*l1^2/12")}, (
        "it goes with the mass"
    )


def test_where_things_lie_is_no_change(pendulum):
    moved = edits.move(pendulum, {"body:1": (500.0, 70.0)})
    assert not changes(pendulum, moved)
    assert compare(pendulum, moved).same


def test_ground_gravity_and_the_settings_are_told(pendulum):
    other = edits.set_value(pendulum, ("base", "angle"), "0.3")
    other = edits.set_value(other, ("gravity",), (0, 0, "-g"))
    other = edits.set_value(other, ("simulation", "until"), 3.5)
    assert found(pendulum, other) == {"model:": CHANGED, "body:0": CHANGED}
    whole = changes(pendulum, other)[0].fields
    assert [field.place for field in whole] == ["gravity", "simulation › until"]


def test_a_result_says_which_term_it_gained_and_from_what(pendulum, sprung):
    told = [str(line) for one in compare(pendulum, sprung).results for line in one.told]
    assert "g11 lost a term from body 1: m1*l1^2/3" in told
    assert "g11 gained a term from body 1: 2*m1*l1^2/3" in told
    assert any(line.startswith("Q2 gained a term from spring 1: ") for line in told)
    assert not [line for line in told if line.startswith("Γ")], "Γ comes from body 2 alone"


def test_a_comparison_prints_what_can_be_read(pendulum, sprung):
    said = compare(pendulum, sprung)
    assert "~ body 1" in str(said) and "g11 lost a term from body 1" in str(said)
    assert "~ body 1" in said._repr_html_()


def test_values_and_start_values_change_no_equation(pendulum):
    other = edits.set_value(pendulum, ("parameters", 0, "value"), 3)
    other = edits.set_start(other, "q1", 0.2, 0)
    said = compare(pendulum, other)
    assert said.items and not said.results
    assert "the equations are the same" in said.told


def test_the_same_written_in_another_way_is_the_same(pendulum):
    other = edits.set_value(pendulum, ("bodies", 0, "mass"), "(m1^2 + 0*m2)/m1")
    said = compare(pendulum, other)
    assert [one.key for one in said.items] == ["body:1"]
    assert not said.results


def test_results_are_known_by_their_coordinates_not_by_their_place(pendulum):
    other = edits.add_body(pendulum, (0, 200))
    other = edits.connect(other, "prismatic", 0, 3)
    first = other.having(joints=(other.joints[-1], *other.joints[:-1]))  # it is q1 in the sheet
    names = {one.name for one in compare(pendulum, first).results}
    assert len(names) == 1 and all(name.startswith("g") for name in names)


def test_an_unsound_version_is_told_and_its_drawing_compared_all_the_same(pendulum):
    broken = edits.set_value(pendulum, ("bodies", 0, "mass"), "mystery")
    said = compare(pendulum, broken)
    assert said.problems and not said.results and not said.same
    assert [one.key for one in said.items] == ["body:1"]


def value(trees, known) -> float:
    carrier = FloatCarrier()
    return sum(number(tree, carrier, lambda symbol: known[symbol.name]) for tree in trees)


@pytest.mark.parametrize("both_ways", [False, True])
def test_terms_that_are_lost_and_gained_make_up_the_difference_of_the_numbers(
    pendulum, sprung, both_ways
):
    sprung = edits.set_value(sprung, ("parameters", 0, "value"), 9.81)  # the same values in both
    before, after = (sprung, pendulum) if both_ways else (pendulum, sprung)
    state = {"t": 0.0, "q": [0.4, -0.9], "qd": [0.3, 0.7]}
    known = {p.name: float(p.value) for p in pendulum.parameters}
    known |= {"q1": 0.4, "q2": -0.9, "q1'": 0.3, "q2'": 0.7, "t": 0.0}
    (old,), (new,) = evaluate(before, state), evaluate(after, state)
    results = {one.name: one for one in compare(before, after).results}
    for i, k in ((1, 1), (2, 1), (2, 2)):
        one = results.get(f"g{i}{k}")
        gained = value([t.tree for t in one.gained], known) if one else 0.0
        lost = value([t.tree for t in one.lost], known) if one else 0.0
        assert isclose(new.g[i, k] - old.g[i, k], gained - lost, abs_tol=1e-12)
    for i in (1, 2):
        one = results[f"Q{i}"]
        change = value([t.tree for t in one.gained], known) - value(
            [t.tree for t in one.lost], known
        )
        assert isclose(new.Q[i - 1] - old.Q[i - 1], change, rel_tol=1e-12, abs_tol=1e-12)


@pytest.mark.parametrize("name", ["double_pendulum", "four_bar"])
def test_a_model_is_the_same_as_itself(name):
    model = load(SAMPLES[name])
    assert compare(model, model).same


def test_notes_are_compared_by_what_they_say_not_by_where_they_lie():
    bare, one = double_pendulum(), noted()
    assert [c.what for c in changes(bare, one)] == [ADDED]
    assert [c.what for c in changes(one, bare)] == [REMOVED]
    said = edits.set_note_text(one, "note:1", "other")
    assert [(c.key, c.what) for c in changes(one, said)] == [("note:1", CHANGED)]
    assert not changes(one, edits.move(one, {"note:1": (5.0, 6.0)}))
