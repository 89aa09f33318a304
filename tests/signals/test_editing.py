"""Signals are added, renamed, made of another kind, copied with subsystems and found."""

from __future__ import annotations

from lagr_gui import System
from lagr_gui.editing import edits
from lagr_gui.editing.document import Document
from lagr_gui.editing.finding import find
from lagr_gui.gui.panes.inspector.rows import ValueSort
from lagr_gui.gui.panes.inspector.signal_form import signal_sections
from lagr_gui.model import Model


def controlled() -> Model:
    system = System("Mass", gravity=(0, 0, 0), g=None)
    system.joint("prismatic", 0, system.body(), "x", axis=(1, 0, 0))
    system.signal("e", "-x")
    system.signal("u", "pid", input="e", derivative="-x'", kd=1)
    system.element("coordinate_force", "drive", coordinate="x", force="u")
    system.output("2*u", "twice")
    return system.model


def test_a_new_name_is_told_everywhere() -> None:
    model = edits.rename(edits.rename(controlled(), "signal:u", "v"), "signal:e", "error")
    assert [signal.names for signal in model.signals] == [("error",), ("v",)]
    assert (model.signals[1].input, model.elements[0].force) == ("error", "v")
    assert model.simulation.outputs[0].expression == "2*v"


def test_outputs_of_several_names_follow() -> None:
    model = edits.add_signal(controlled(), "K", "state_space")
    model = edits.set_value(model, ("signals", 2, "outputs"), ("K", "y"))
    assert edits.rename(model, "signal:K", "L").signals[2].names == ("L", "y")


def test_another_kind_keeps_what_it_is_made_of() -> None:
    model = edits.change_kind(controlled(), "signal:e", "filter1")
    assert (model.signals[0].kind, model.signals[0].input) == ("filter1", "-x")
    back = edits.change_kind(model, "signal:e", "expression")
    assert back.signals[0].value == "-x"


def test_what_was_done_is_undone() -> None:
    document = Document(controlled())
    before = document.model
    document.apply("Add signal", edits.add_signal)
    document.apply("Remove signal", lambda model: edits.remove_signal(model, "u"))
    assert [signal.name for signal in document.model.signals] == ["e", "s1"]
    document.undo()
    document.undo()
    assert document.model == before


def test_signals_are_found() -> None:
    owners = {finding.owner for finding in find(controlled(), "e")}
    assert {"e", "u"} <= owners


def test_the_form_of_the_model_has_the_fields_of_each_kind() -> None:
    model = edits.add_signal(controlled(), "K", "state_space")
    titles = {section.title: section for section in signal_sections(model)}
    rows = {row.paths[0][-1]: row for row in titles["K – State space"].rows}
    matrix, inputs = rows["A"], rows["inputs"]
    assert matrix.put is not None and matrix.get is not None
    model = matrix.put(model, ("0 1", "-4 -2*k"))
    assert model.signals[2].A == ((0, 1), (-4, "-2*k"))
    assert matrix.get(model) == ("0 1", "-4 -2*k")
    assert inputs.put is not None
    assert inputs.put(model, ("x", "e + 1")).signals[2].inputs == ("x", "e + 1")
    assert [row.label for row in titles["e – Expression"].rows] == [
        "Name",
        "Kind",
        "Value",
        "Unit",
        "Meaning",
    ]


def test_a_limit_may_be_given_and_left_out_in_the_form() -> None:
    model = controlled()
    section = next(s for s in signal_sections(model) if s.title.startswith("u – "))
    row = {row.paths[0][-1]: row for row in section.rows}["lower"]
    assert row.optional and row.sort is ValueSort.SCALAR
    given = edits.set_value(model, row.paths[0], "-5")
    assert given.signals[1].lower == "-5"
    assert edits.set_value(given, row.paths[0], None).signals[1].lower is None
