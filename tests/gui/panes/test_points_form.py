"""The list of pulleys of a rope in the inspector: longer, shorter, and each with its body."""

from __future__ import annotations

from lagr_gui.gui.panes.inspector.forms import form_of
from lagr_gui.gui.panes.inspector.rows import Section
from lagr_gui.model import Model
from tests.samples.gallery import sample


def pulleys(model: Model) -> Section:
    _, form = form_of(model, frozenset({"element:rope"}))
    return next(section for section in form if section.title == "Pulleys")


def test_pulleys_are_added_changed_and_removed_in_the_form():
    model = sample("swinging_atwood")
    more, fewer = pulleys(model).actions
    assert len(pulleys(model).rows) == 4
    longer = more.edit(model)
    assert len(pulleys(longer).rows) == 6
    body, point = pulleys(longer).rows[4:]
    changed = point.changed(body.changed(longer, 2), (0.1, "b", 0))
    added = changed.element("rope").pulleys[-1]
    assert (added.body, added.point) == (2, (0.1, "b", 0))
    assert fewer.edit(longer) == model
