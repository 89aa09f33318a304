"""Controllers in the diagram: a line for each input and output that leads to an item."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from lagr_gui import System, pipeline
from lagr_gui.catalogue import KINDS
from lagr_gui.drawing import Plan
from lagr_gui.drawing.boxes import Box, about, grown, hits, overlap, segments
from lagr_gui.drawing.geometry import size_of
from lagr_gui.drawing.routes import CLEAR
from lagr_gui.editing import edits
from lagr_gui.exchange.documents.diagram import diagram, planned
from lagr_gui.exchange.documents.svg_diagram import diagram_svg
from lagr_gui.model import Layout, Model, read_text, write_text
from lagr_gui.model.controllers import Controller, ControllerInput, ControllerOutput
from lagr_gui.model.signals import ControlSignal, signals_of
from tests.drawing.test_arranged_crossings import entangled


def controlled(**inputs: str) -> System:
    """A pendulum with a drive, a spring and a damper; a controller drives the first two."""
    s = System("Pendulum", u=0, c=1, k=1)
    s.joint("revolute", 0, s.body("Rod", mass=1), "phi", name="hinge")
    s.element("coordinate_force", "drive", coordinate="phi", force="2*u")
    s.element("coordinate_spring", "spring", coordinate="phi", c="c")
    s.element("coordinate_damper", "friction", coordinate="phi", k="k")
    s.element("spring", "tie", body_a=1, body_b=0, point_a=(1, 0, 0))
    given = inputs or {"q": "phi", "v": "phi'"}
    s.controller("PD", "pd.fmu", given, {"u": "u", "w": "c"}, sample=0.01)
    return s


def lines(model: Model) -> set[tuple[str, str, tuple[str, ...]]]:
    return {(line.source, line.target, line.names) for line in signals_of(model, KINDS)}


def to_controller(text: str) -> list[str]:
    """From where lines come to the controller with an input of this text."""
    found = signals_of(controlled(q=text).model, KINDS)
    return [line.source for line in found if line.target == "controller:PD"]


def test_each_input_and_each_output_has_a_line() -> None:
    assert lines(controlled().model) == {
        ("joint:hinge", "controller:PD", ("q", "v")),
        ("controller:PD", "element:drive", ("u",)),
        ("controller:PD", "element:spring", ("w",)),
    }


@pytest.mark.parametrize(
    ("text", "sources"),
    [
        ("length(tie)", ["element:tie"]),
        ("position(Rod).x - sin(phi)", ["joint:hinge", "body:1"]),
        ("position(1, 0, 1, 0).y", ["body:1"]),
        ("angle(Rod, Ground)", ["body:1", "body:0"]),
        ("force(hinge).y", ["joint:hinge"]),
        ("moment(drive)", ["element:drive"]),
        ("phi''", ["joint:hinge"]),
        ("u", []),  # its own output
        ("sin(t) + g", []),
        ("T", []),
        ("force(nothing).x", []),
        ("phi +", []),
    ],
)
def test_a_line_comes_from_what_an_expression_tells(text, sources) -> None:
    assert to_controller(text) == sources


def test_what_one_controller_drives_another_may_measure() -> None:
    s = controlled()
    s.parameter("v", 0)
    s.element("coordinate_force", "brake", coordinate="phi", force="v")
    s.controller("Guard", "guard.fmu", {"seen": "u"}, {"out": "v"})
    assert ("controller:PD", "controller:Guard", ("seen",)) in lines(s.model)


def test_what_is_measured_and_driven_has_two_lines() -> None:
    model = controlled(l="length(tie)").model
    tied = edits.set_value(model, ("elements", 3, "c"), "c")
    both = {("element:tie", "controller:PD"), ("controller:PD", "element:tie")}
    assert both <= {(source, target) for source, target, _ in lines(tied)}
    _, plan = planned(tied)
    assert sum("tie" in key for key in plan.shapes) == 3  # the spring itself too


def test_lines_lead_from_item_to_item() -> None:
    model = controlled(l="length(tie)", x="position(Rod).x", f="force(hinge).y").model
    _, plan = planned(model)
    found = signals_of(model, KINDS)
    assert len(found) == 5
    for line in found:
        way = plan.shapes[line.key].line
        for end, at in ((line.source, way[0]), (line.target, way[-1])):
            assert on_edge(at, box_of_item(plan, end)), (line, at)


def test_pictures_tell_what_acts_and_what_does_not() -> None:
    model = controlled().model
    svg, tikz = diagram_svg(model), diagram(model)
    assert svg.count("<polygon") == tikz.count("\\fill[black] (") == 3
    assert svg.count('data-item="controller:PD"') == 1 and "Δt = 0.01 s" in svg
    off = edits.set_value(model, ("simulation", "controllers", 0, "enabled"), False)
    assert not any(line.enabled for line in signals_of(off, KINDS))
    assert "\\node[control,dashed]" in diagram(off) and 'stroke-dasharray="4 4"' in diagram_svg(off)


def test_a_controller_is_no_body() -> None:
    model = controlled().model
    without = edits.remove(model, {"controller:PD"})
    found, before = pipeline.check(model), pipeline.check(without)
    assert without.parameters == model.parameters and not without.simulation.controllers
    assert found.renumbering == before.renumbering and found.loops == before.loops
    assert found.offered == before.offered and found.cuts == before.cuts


def test_a_copy_of_all_of_it_measures_the_copy() -> None:
    model = controlled().model
    twice = edits.duplicate(model, {"body:1", "joint:hinge", "controller:PD"})
    copied = f"joint:{twice.joints[-1].name}"
    found = {(source, target) for source, target, _ in lines(twice)}
    assert copied != "joint:hinge" and (copied, "controller:PD 1") in found
    assert ("joint:hinge", "controller:PD 1") not in found


def random_control(seed: int) -> Model:
    """A random mechanism with loads, springs, notes, and controllers of all of it."""
    chance = random.Random(seed)
    count = chance.randrange(1, 9)
    laws = {"spring": "c", "force": "vector", "coordinate_force": "force", "coordinate_spring": "c"}
    model = entangled(count, chance.randrange(3) if count > 4 else 0, seed)
    for _ in range(chance.randrange(7)):
        model = edits.add_parameter(model)
        kind, (one, other) = chance.choice(list(laws)), chance.sample(range(count + 1), 2)
        if kind.startswith("coordinate"):
            joint = chance.choice(model.joints)
            one, other = joint.parent, joint.child
        model = edits.connect(model, kind, one, other)
    for _ in range(chance.randrange(3)):
        at = chance.uniform(-300, 600), chance.uniform(-300, 300)
        model = edits.add_note(model, at, "a note of some words")
    watched = [f"{name}'" for name in model.coordinates]
    watched += [f"position({number}).x" for number in model.numbers]
    watched += [f"length({e.name})" for e in model.elements if e.kind == "spring"]
    controllers = chance.randrange(1, 5)
    for number in range(controllers):
        driven = f"u{number}"
        model = edits.set_value(edits.add_parameter(model), ("parameters", -1, "name"), driven)
        if model.elements:
            at = chance.randrange(len(model.elements))
            field = laws[model.elements[at].kind]
            law = (driven, 0, 0) if field == "vector" else driven
            model = edits.set_value(model, ("elements", at, field), law)
        chosen = chance.sample(watched, min(len(watched), chance.randrange(1, 4)))
        inputs = tuple(ControllerInput(name=f"i{k}", expression=t) for k, t in enumerate(chosen))
        outputs = (ControllerOutput(name="o", parameter=driven),)
        made = Controller(name=f"Law {number}", file="law.fmu", inputs=inputs, outputs=outputs)
        model = edits.set_controller(model, made)
    return model


@pytest.mark.parametrize("seed", range(24))
def test_nothing_lies_on_anything_in_an_arranged_drawing_with_controllers(seed) -> None:
    model = edits.arrange(random_control(seed))
    _, plan = planned(model)
    signals = signals_of(model, KINDS)
    assert {line.key for line in signals} <= set(plan.shapes)
    boxes = solids(plan)
    for (one, a), (other, b) in combinations(boxes.items(), 2):
        assert not overlap(a, b), f"{one} lies on {other}"
    for line in signals:
        for piece in segments(plan.shapes[line.key].line):
            near = {key for key, box in boxes.items() if hits(piece, grown(box, room(key)))}
            assert near <= ends_of(line), f"{line.key} runs through or beside {near}"


@pytest.mark.parametrize("seed", range(6))
def test_a_file_without_places_gets_some_and_keeps_them(seed) -> None:
    model = random_control(seed).having(layout=Layout())
    places = edits.places(model)
    assert {key for key in places if key.startswith("controller:")} == {
        f"controller:{entry.name}" for entry in model.simulation.controllers
    }
    placed = edits.move(model, places)
    again = edits.places(read_text(write_text(placed), KINDS))
    assert again == places


def solids(plan: Plan) -> dict[str, Box]:
    """The boxes of a plan in which nothing else may be."""
    places = {f"body:{number}": at for number, at in plan.bodies.items()}
    places |= plan.wired
    boxes = {key: about(at, *size_of(key)) for key, at in places.items()}
    for key, shape in plan.shapes.items():
        boxes |= {key: shape.symbol, f"{key}/label": shape.label}
    return {key: box for key, box in boxes.items() if box[0] < box[2]}


def room(key: str) -> float:
    """What lines leave free about a box; only words may come nearer to thin ones."""
    return 0.0 if key.endswith("/label") else CLEAR - 0.01


def ends_of(line: ControlSignal) -> set[str]:
    return {line.source, line.target}


def box_of_item(plan: Plan, key: str) -> Box:
    if key in plan.shapes:
        return plan.shapes[key].symbol
    sort, _, name = key.partition(":")
    at = plan.bodies[int(name)] if sort == "body" else plan.wired[key]
    return about(at, *size_of(key))


def on_edge(at: tuple[float, float], box: Box) -> bool:
    left, top, right, bottom = box
    level = min(abs(at[0] - left), abs(at[0] - right)) < 1e-6 and top <= at[1] <= bottom
    return level or (min(abs(at[1] - top), abs(at[1] - bottom)) < 1e-6 and left <= at[0] <= right)
