"""Events are added, renamed, found, kept when what they name is renamed, and edited in a form."""

from __future__ import annotations

from lagr_gui import GROUND, System, pipeline, python_script
from lagr_gui.editing import edits
from lagr_gui.editing.finding import find
from lagr_gui.gui.panes.inspector.event_form import event_sections
from lagr_gui.gui.panes.inspector.rows import FormRow
from lagr_gui.model import Model, write_text
from lagr_gui.model.events import EventAction


def hanging() -> Model:
    s = System("string", m=1.5, l=0.8)
    bob = s.body("Bob", mass="m", inertia=(1, 1, 1))
    s.joint("planar", GROUND, bob, "x", "y", "alpha")
    s.element("rod", "string", body_a=GROUND, body_b=bob, l="l")
    s.state("z", "x")
    s.event("cut", "abs(thrust(string)) - m*x", open="string", set={"x'": "2*x'", "z": "x"})
    return s.model


def test_what_an_event_names_is_renamed_with_it() -> None:
    model = hanging()
    for key, name in (
        ("element:string", "thread"),
        ("coordinate:x", "s"),
        ("parameter:m", "M"),
        ("signal:z", "w"),
        ("event:cut", "cuts"),
    ):
        model = edits.rename(model, key, name)
    (event,) = model.events
    assert (event.name, event.when) == ("cuts", "abs(thrust(thread)) - M*s")
    opens, x, z = event.do
    assert (opens.open, x.set, x.value, z.set, z.value) == ("thread", "s'", "2*s'", "w", "s")
    keyed = edits.set_value(hanging(), ("events", 0, "do"), (EventAction(open="element:string"),))
    assert edits.rename(keyed, "element:string", "thread").events[0].do[0].open == "element:thread"


def test_events_are_kept_by_files_and_scripts_and_are_no_part_of_copies() -> None:
    model = hanging()
    assert pipeline.read_text(write_text(model)).events == model.events
    assert {"cut"} <= {finding.owner for finding in find(model, "thrust")}
    script = python_script(model)
    found: dict[str, System] = {}
    exec(script, found)  # noqa: S102 - what is written here
    assert found["system"].model.events == model.events
    assert "events" not in edits.copy(model, {"body:1", "element:string"})


def rows(model: Model) -> list[FormRow]:
    return list(next(iter(event_sections(model))).rows)


def test_an_event_is_made_in_the_form() -> None:
    model = edits.add_event(edits.set_value(hanging(), ("events",), ()))
    assert model.events[0].do == (EventAction(stop=True),)
    *_, does = rows(model)
    model = does.changed(model, "open")
    *_, item = rows(model)
    assert ("string", "string") in item.choices and model.events[0].do[0].open == "string"
    model = rows(model)[-2].changed(model, "set")
    *_, target, value = rows(model)
    assert ("z", "z") in target.choices and target.value(model) == "x'"
    assert value.changed(model, "3*x'").events[0].do[0].value == "3*x'"
    add, remove, gone = next(iter(event_sections(model))).actions
    assert len(add.edit(model).events[0].do) == 2 and not remove.edit(model).events[0].do
    assert not gone.edit(model).events
