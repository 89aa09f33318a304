"""A name that can be typed can be saved and read again: fields and files have one limit."""

from __future__ import annotations

from typing import Any

import pytest

from lagr_gui import GROUND, LagrError, System
from lagr_gui.catalogue import KINDS
from lagr_gui.editing import edits
from lagr_gui.gui.panes.inspector.rows import FormRow, ValueSort
from lagr_gui.model import Model, write_text
from lagr_gui.model.files import read_text
from lagr_gui.model.record import LONGEST_NAME, LONGEST_TEXT
from tests.gui.panes.fields import field

LONG = "n" * LONGEST_NAME


def drawn() -> Model:
    system = System("Drawn", a=1)
    body = system.body("Bob", mass=1)
    system.joint("revolute", GROUND, body, "phi", name="hinge")
    system.element("coordinate_spring", "spring", coordinate="phi")
    return system.model


ITEMS = {
    "body:1": ("bodies", 0, "name"),
    "joint:hinge": ("joints", 0, "name"),
    "element:spring": ("elements", 0, "name"),
    "coordinate:phi": ("joints", 0, "coordinates", 0),
    "parameter:a": ("parameters", 1, "name"),
}


@pytest.mark.parametrize("key", ITEMS)
def test_the_longest_name_is_kept_and_a_longer_one_refused(key: str) -> None:
    named = edits.rename(drawn(), key, LONG)
    assert LONG in write_text(named) and read_text(write_text(named), KINDS).bodies == named.bodies
    with pytest.raises(LagrError, match="at most 1000 characters"):
        edits.rename(drawn(), key, LONG + "n")


@pytest.mark.parametrize("key", ["body:1", "joint:hinge", "element:spring"])
def test_copies_of_an_item_with_the_longest_name_can_be_read(key: str) -> None:
    model = edits.rename(drawn(), key, LONG)
    for _ in range(11):
        model = edits.duplicate(model, {"body:1", "joint:hinge", key.replace("spring", LONG)})
        read_text(write_text(model), KINDS)
    assert len({body.name for body in model.bodies}) == 12


@pytest.mark.parametrize("key", ITEMS)
def test_a_field_takes_no_more_than_a_name_may_have(window: Any, key: str) -> None:
    window.session.edit("Build", lambda _: drawn())
    window.session.select({"joint:hinge" if key.startswith("coordinate") else key})
    assert field(window, *ITEMS[key]).edit.maxLength() == LONGEST_NAME


def test_a_name_over_an_item_takes_no_more_either(window: Any) -> None:
    assert window.canvas.naming.maxLength() == LONGEST_NAME


def test_long_texts_are_not_cut_when_they_are_shown() -> None:
    name, meaning, value = (
        FormRow("", sort, (("parameters", 0, last),))
        for sort, last in (
            (ValueSort.TEXT, "name"),
            (ValueSort.TEXT, "description"),
            (ValueSort.SCALAR, "value"),
        )
    )
    longest = (name.longest, meaning.longest, value.longest)
    assert longest == (LONGEST_NAME, LONGEST_TEXT, LONGEST_TEXT)
