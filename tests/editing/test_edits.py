"""Edits keep the model whole: names, references, places."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lagr_gui import pipeline
from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.catalogue.geometry import BetweenCoils, Conductor, Side, Unplaced
from lagr_gui.drawing.looks import looks_of
from lagr_gui.editing import Document, edits, may_connect
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import Model
from lagr_gui.model.kinds import FieldType


def chain(n: int = 3, joint: str = "revolute") -> Model:
    model = Model()
    for number in range(1, n + 1):
        model = edits.add_body(model, (200.0 * number, 0.0))
        model = edits.connect(model, joint, number - 1, number)
    return model


def test_a_drawn_chain_is_numbered_and_has_coordinates():
    model = chain()
    report = pipeline.check(model)
    assert report.reference_bodies == {1: 0, 2: 1, 3: 2}
    assert report.coordinates == ("q1", "q2", "q3")
    assert report.sound


UNFINISHED = ("closed-loop", "no-coordinate", "no-span", "no-velocity")
"""What is told of a drawing whose conditions and points are still to be written."""
ELECTRIC = [n for n, k in ELEMENTS.items() if isinstance(k.geometry, Conductor | BetweenCoils)]
"""Elements that lead from terminal to terminal."""


@pytest.mark.parametrize("kind", [k for k in (*JOINTS, *ELEMENTS) if k not in ELECTRIC])
def test_every_kind_can_be_drawn_between_body_1_and_2(kind):
    joint = {"guide_friction": "prismatic", "surface_friction": "spherical"}.get(kind, "revolute")
    model = edits.connect(chain(2, joint), joint, 1, 2)
    if kind in ELEMENTS and isinstance(ELEMENTS[kind].geometry, Unplaced):
        assert may_connect(model, kind, 1, 2) is not None
        model = edits.add_element(model, kind)
    else:
        model = edits.connect(model, kind, 1, 2)
    assert not [p for p in pipeline.check(model).problems if p.code not in UNFINISHED]


@pytest.mark.parametrize("ends", [(0, 1), (1, 0), (1, 2), (2, 1), (2, 0), (0, 2)])
@pytest.mark.parametrize("kind", ["torque", "wall", "skid", "rolling_disc", "rolling_ball"])
def test_what_acts_on_a_body_never_has_it_at_both_ends(kind, ends):
    model = edits.add_body(edits.add_body(Model(), (0, 0)), (200, 0))
    (element,) = edits.connect(model, kind, *ends).elements
    other = element.reaction_body if kind == "torque" else element.ground
    assert {element.body, other} == set(ends) and element.body


def test_a_joint_drawn_to_body_0_hangs_the_body_on_it():
    model = edits.connect(edits.add_body(Model(), (0.0, 0.0)), "prismatic", 1, 0)
    assert (model.joints[0].parent, model.joints[0].child) == (0, 1)


@pytest.mark.parametrize(
    ("joint", "names", "glyphs"),
    [
        ("prismatic", ["spring 1", "damper 1"], ["spring", "dashpot"]),
        (
            "revolute",
            ["torsion spring 1", "torsion damper 1"],
            ["torsion_spring", "torsion_damper"],
        ),
    ],
)
def test_springs_and_dampers_in_joints_are_named_and_drawn_as_what_they_are(joint, names, glyphs):
    model = edits.connect(edits.add_body(Model(), (0.0, 0.0)), joint, 0, 1)
    for kind in ("coordinate_spring", "coordinate_damper"):
        model = edits.connect(model, kind, 0, 1)
    assert [element.name for element in model.elements] == names
    looks = looks_of(model, ())
    assert [looks[f"element:{name}"].glyph for name in names] == glyphs


def test_a_joint_with_itself_is_refused_with_a_reason():
    problem = may_connect(chain(), "revolute", 1, 1)
    assert problem is not None and problem.remedy
    with pytest.raises(LagrError):
        edits.connect(chain(), "revolute", 1, 1)


def test_what_hangs_on_a_removed_body_goes_with_it():
    model = edits.connect(chain(), "spring", 2, 3)
    model = edits.set_start(model, "q3", 0.5, 0)
    model = edits.set_motion(model, "q3", "sin(t)")
    model = edits.remove(model, {"body:3"})
    assert model.numbers == (1, 2)
    assert [joint.name for joint in model.joints] == ["revolute 1", "revolute 2"]
    assert not model.elements and not model.start and not model.motions
    assert pipeline.check(model).sound


def test_body_0_stays():
    assert edits.remove(chain(), {"body:0"}).numbers == (1, 2, 3)


def test_renaming_a_parameter_follows_into_expressions():
    model = edits.add_parameter(chain(), "L", 2)
    model = edits.set_value(model, ("joints", 0, "point_child"), (0, "L/2 + L^2", 0))
    model = edits.rename(model, "parameter:L", "length")
    assert model.joints[0].point_child == (0, "length/2 + length^2", 0)
    assert pipeline.check(model).sound


def test_renaming_a_coordinate_follows_into_velocities_and_elements():
    model = edits.connect(chain(1), "coordinate_force", 0, 1)
    model = edits.set_value(model, ("elements", 0, "force"), "-3*q1_dot - q1' + q10*0")
    model = edits.rename(model, "coordinate:q1", "phi")
    assert model.elements[0].coordinate == "phi"
    assert model.elements[0].force == "-3*phi_dot - phi' + q10*0"


def named_twice() -> Model:
    """Two coordinates of a chain are called q1."""
    model = edits.connect(chain(3), "coordinate_force", 1, 2)
    model = edits.set_value(model, ("elements", 0, "force"), "-3*q2' + q1")
    model = edits.set_motion(edits.set_start(model, "q1", 1, 0), "q2", "t")
    model = edits.set_start(model, "q2", 2, 0)
    return edits.rename_coordinate(model, ("joints", 1, "coordinates", 0), "q1")


def test_of_two_coordinates_with_one_name_only_the_chosen_one_is_renamed():
    model = edits.rename_coordinate(named_twice(), ("joints", 1, "coordinates", 0), "beta")
    assert model.coordinates == ("q1", "beta", "q3")
    starts = {entry.coordinate: entry.position for entry in model.start}
    assert starts == {"q1": 1, "beta": 2}
    assert model.elements[0].force == "-3*q2' + q1", "nobody knows which one it meant"


def test_a_coordinate_that_took_a_name_can_be_given_its_own_again():
    model = edits.rename_coordinate(named_twice(), ("joints", 1, "coordinates", 0), "q2")
    assert model.elements[0].coordinate == "q2" and pipeline.check(model).sound
    other = edits.rename_coordinate(named_twice(), ("joints", 0, "coordinates", 0), "q4")
    assert other.coordinates == ("q4", "q1", "q3")
    assert {entry.coordinate: entry.position for entry in other.start} == {"q4": 1, "q1": 2}


def test_given_motions_keep_the_order_of_the_coordinates_and_follow_them():
    model = edits.set_motion(chain(), "q3", "L*t")
    model = edits.set_motion(edits.add_parameter(model, "L"), "q1", 0)
    model = edits.rename(edits.rename(model, "coordinate:q3", "phi"), "parameter:L", "rate")
    given = [(entry.coordinate, entry.motion) for entry in model.motions]
    assert given == [("q1", 0), ("phi", "rate*t")] and pipeline.check(model).sound
    copied = edits.paste(model, edits.copy(model, {"body:3"}), (0.0, 0.0))
    assert [entry.coordinate for entry in copied.motions][:2] == ["q1", "phi"]
    freed = edits.set_motion(model, "q1", None)
    assert [entry.coordinate for entry in freed.motions] == ["phi"]
    assert edits.set_motion(freed, "phi", None).motions == ()


def test_a_taken_name_is_refused():
    with pytest.raises(LagrError, match="taken"):
        edits.rename(chain(), "joint:revolute 1", "revolute 2")


@pytest.mark.parametrize("key", ["parameter:L", "coordinate:q1", "function:f"])
@pytest.mark.parametrize("name", ["g", "q2", "F", "pi", "sin", "t", "l 1", "2l", "x"])
def test_no_symbol_takes_a_name_by_which_expressions_would_mean_something_else(key, name):
    model = edits.add_function(edits.add_parameter(chain(2), "L", 2), "F")
    model = edits.add_function(model, "f", ("x",))
    model = edits.set_value(model, ("functions", 1, "expression"), "L*x + q1 + f(x)")
    with pytest.raises(LagrError) as refused:
        edits.rename(model, key, name)
    assert refused.value.problems[0].remedy == "Choose another name."


def test_start_values_and_motions_of_lost_coordinates_go_with_the_kind():
    model = edits.change_kind(chain(1), "joint:revolute 1", "spherical")
    for name in model.coordinates:
        model = edits.set_motion(edits.set_start(model, name, 0.1, 0), name, "t")
    changed = edits.change_kind(model, "joint:revolute 1", "revolute")
    assert changed.start == model.start[:1] and changed.motions == model.motions[:1]
    assert pipeline.check(changed).sound


def test_renumbering_keeps_the_mechanics():
    model = edits.connect(chain(), "spring", 1, 3)
    swapped = edits.renumber(model, {1: 3, 3: 1})
    assert pipeline.check(swapped).reference_bodies == {3: 0, 2: 3, 1: 2}
    assert edits.renumber(swapped, {1: 3, 3: 1}) == model


def test_a_wrong_sort_of_value_is_refused_with_the_place():
    with pytest.raises(LagrError) as caught:
        edits.set_value(chain(), ("bodies", 0, "mass"), [1, 2])
    assert caught.value.problems[0].path == ("bodies", 0, "mass")


def test_an_unfinished_expression_is_kept():
    model = edits.set_value(chain(), ("bodies", 0, "mass"), "2*(m")
    assert model.bodies[0].mass == "2*(m"
    assert [p.path for p in pipeline.check(model).problems] == [("bodies", 0, "mass")]


def test_changing_the_kind_keeps_points_and_adds_coordinates():
    model = edits.set_value(chain(1), ("joints", 0, "point_child"), (0, 1, 0))
    changed = edits.change_kind(model, "joint:revolute 1", "spherical")
    assert changed.joints[0].point_child == (0, 1, 0)
    assert len(changed.joints[0].coordinates) == 3
    assert edits.change_kind(changed, "joint:revolute 1", "revolute") == model


def test_a_pasted_part_is_a_system_of_its_own():
    model = edits.connect(chain(), "dashpot", 2, 3)
    twice = edits.paste(model, edits.copy(model, {"body:1", "body:2", "body:3"}), (0, 500))
    report = pipeline.check(twice)
    assert report.sound and report.freedoms == 6
    assert report.reference_bodies == {1: 0, 2: 1, 3: 2, 4: 0, 5: 4, 6: 5}
    assert len(twice.elements) == 2


def test_arranging_puts_no_two_bodies_on_one_place():
    model = edits.arrange(edits.connect(chain(), "revolute", 1, 3))
    places = [(place.x, place.y) for place in model.layout.places]
    assert len(set(places)) == len(places) == 4


@given(st.lists(st.sampled_from(["add", "undo", "redo", "name"]), max_size=30))
def test_undo_and_redo_walk_one_line_of_models(steps):
    document, seen = Document(), [Document().model]
    for index, step in enumerate(steps):
        if step == "undo":
            document.undo()
        elif step == "redo":
            document.redo()
        elif step == "add":
            document.apply("Add a body", lambda m: edits.add_body(m, (0.0, 0.0)))
        else:
            document.apply("Name", lambda m, i=index: edits.set_value(m, ("name",), str(i)))
        seen.append(document.model)
    while document.undo_title is not None:
        document.undo()
    assert document.model == seen[0]
    assert not document.dirty


def test_merged_steps_are_one_step():
    document = Document()
    for value in (1, 2, 3):
        change = lambda m, v=value: edits.set_value(m, ("parameters", 0, "value"), v)  # noqa: E731
        document.apply("Set g", change, merge=True)
    assert document.steps == ("Set g",)
    document.undo()
    assert document.model == Model()


def test_copies_of_copies_have_names_of_their_own():
    model = edits.rename(chain(1), "body:1", "Rod")
    for number in range(1, 65):
        model = edits.duplicate(model, {f"body:{number}"})
    assert len(model.bodies) == 65 and len({body.name for body in model.bodies}) == 65
    assert pipeline.check(model).problems == ()


def test_bodies_copied_together_are_told_apart_too():
    model = edits.rename(edits.rename(chain(2), "body:1", "Rod"), "body:2", "Rod 1")
    twice = edits.duplicate(model, {"body:1", "body:2"})
    assert len({body.name for body in twice.bodies}) == 4
    assert twice.bodies[:2] == model.bodies


@pytest.mark.parametrize("kind", ELEMENTS)
def test_an_element_is_drawn_at_fields_that_name_what_its_side_says(kind: str) -> None:
    ends, types = ELEMENTS[kind].geometry.ends, {f.name: f.type for f in ELEMENTS[kind].fields}
    expected = {
        Side.BODIES: [FieldType.BODY] * 2,
        Side.GROUND: [FieldType.BODY] * 2,
        Side.COORDINATE: [FieldType.COORDINATE],
        Side.COORDINATES: [FieldType.COORDINATE] * 2,
        Side.TERMINALS: [FieldType.TERMINAL] * 2,
        Side.COILS: [FieldType.COIL] * 2,
        Side.NOWHERE: [],
    }
    named = [types[field] for field in ends.fields]
    if ends.side is Side.BODY:
        assert named and set(named) == {FieldType.BODY}
    else:
        assert named == expected[ends.side]
