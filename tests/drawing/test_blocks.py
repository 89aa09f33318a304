"""Signals in the diagram: blocks, and wires that follow from names."""

from __future__ import annotations

from typing import Any

import pytest

from lagr_gui import LagrError, System
from lagr_gui.catalogue import KINDS
from lagr_gui.editing import edits
from lagr_gui.exchange.documents.diagram import diagram
from lagr_gui.exchange.documents.svg_diagram import diagram_svg
from lagr_gui.exchange.documents.typst_figures import diagram as typst_diagram
from lagr_gui.model import Model, read_text, write_text
from lagr_gui.model.signals import signals_of, wired_keys


def driven() -> System:
    """A rod with a drive; a command, a controller and a limit, and a relay that looks at it."""
    s = System("Rod", KP=20)
    s.joint("revolute", 0, s.body("Rod", mass=1), "phi", name="hinge")
    s.signal("w", "0.3*step(1, t, 100)")
    s.signal("e", "w - phi - r/9")
    s.signal("u", "pid", input="e", kp="KP", kd=2, derivative="-phi'")
    s.signal("y", "saturation", input="u")
    s.signal("r", "relay", input="position(Rod).x - y")
    s.signal("f", "-3*phi'")
    s.element("coordinate_force", "drive", coordinate="phi", force="y + w")
    s.element("coordinate_force", "brake", coordinate="phi", force="f")
    return s


def signal(model: Model, place: int) -> Any:
    """A signal, with the fields of its kind."""
    return model.signals[place]


def element(model: Model, name: str) -> Any:
    """An element, with the fields of its kind."""
    return model.element(name)


def wires(model: Model) -> set[tuple[str, str, tuple[str, ...]]]:
    return {(line.source, line.target, line.names) for line in signals_of(model, KINDS)}


def test_wires_follow_from_names_through_expressions() -> None:
    model = driven().model
    assert wired_keys(model, KINDS) == ["signal:u", "signal:y", "signal:r", "signal:f"]
    assert wires(model) == {
        ("joint:hinge", "signal:u", ("phi", "phi'")),
        ("signal:r", "signal:u", ("r",)),
        ("signal:u", "signal:y", ("u",)),
        ("body:1", "signal:r", ("position(Rod).x",)),
        ("signal:y", "signal:r", ("y",)),
        ("joint:hinge", "signal:f", ("phi'",)),
        ("signal:y", "element:drive", ("y",)),
        ("signal:f", "element:brake", ("f",)),
    }


def test_expressions_that_mean_each_other_have_no_wires() -> None:
    s = driven()
    s.signal("a", "b")
    s.signal("b", "a + phi")
    assert wires(s.model) == wires(driven().model)


def test_blocks_keep_their_places_as_they_are_moved_renamed_and_removed() -> None:
    model = driven().model
    moved = edits.move(model, {"signal:u": (40.0, -300.0)})
    at = edits.places(moved)
    assert at["signal:u"] == (40.0, -300.0) and at["signal:y"] == edits.places(model)["signal:y"]
    kept = read_text(write_text(edits.rename(moved, "signal:u", "v")), KINDS)
    assert edits.places(kept)["signal:v"] == (40.0, -300.0)
    assert ("signal:v", "signal:y", ("v",)) in wires(kept)
    gone = edits.remove(kept, {"signal:v"})
    assert "v" not in gone.signal_names
    assert not any(place.item == "signal:v" for place in gone.layout.places)
    assert edits.arrange(edits.arrange(model)) == edits.arrange(model)


def test_copied_blocks_have_names_of_their_own() -> None:
    model = driven().model
    twice = edits.duplicate(model, {"signal:y", "signal:r"})
    assert [entry.name for entry in twice.signals[-2:]] == ["y1", "r1"]
    assert (signal(twice, -1).input, signal(twice, -2).input) == ("position(Rod).x - y1", "u")
    assert {"signal:y1", "signal:r1"} <= edits.places(twice).keys()


def test_a_wire_writes_a_name_where_that_is_clear() -> None:
    model = driven().model
    assert element(edits.lead(model, "signal:u", "element:brake"), "brake").force == "u"
    driving: Any = edits.lead(model, "signal:r", "joint:hinge").elements[-1]
    assert (driving.kind, driving.coordinate, driving.force) == ("coordinate_force", "phi", "r")
    assert signal(edits.lead(model, "signal:r", "signal:y"), 3).input == "r"
    assert signal(edits.take(model, "signal:y", "phi'"), 3).input == "phi'"
    with pytest.raises(LagrError, match="stands there already"):
        edits.lead(model, "signal:u", "element:drive")
    with pytest.raises(LagrError, match="not clear"):
        edits.lead(model, "signal:u", "body:1")
    s = driven()
    s.element("force", "push", body=1, vector=(0, 0, 0))
    with pytest.raises(LagrError, match="not clear"):
        edits.lead(s.model, "signal:u", "element:push")
    s = driven()
    s.element("force", "push", body=1, vector=(0, 3, 0))
    pushed = edits.lead(s.model, "signal:u", "element:push")
    assert element(pushed, "push").vector == (0, "u", 0)


def test_all_pictures_show_the_blocks() -> None:
    model = driven().model
    svg, tikz, typst = diagram_svg(model), diagram(model), typst_diagram(model)
    assert svg.count('data-item="signal:') == 4 and "0.95" in svg
    assert r"\node[font=\scriptsize,inner sep=0]" in tikz
    assert typst.count("align(center)[") == 6  # two bodies and four blocks
    bare = model.having(signals=(), elements=())
    assert "signal:" not in diagram_svg(bare) and signals_of(bare, KINDS) == ()
