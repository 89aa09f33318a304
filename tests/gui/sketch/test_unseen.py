"""A sketch that is not seen costs nothing, and is up to date when it is shown."""

from __future__ import annotations

from lagr_gui.gui.sketch import view
from lagr_gui.model import LookupTable
from tests.samples.gallery import sample, with_values


def test_an_unseen_sketch_is_not_computed_and_comes_up_to_date(window, qtbot, monkeypatch):
    looked = []
    stand_of = view.stand_of
    monkeypatch.setattr(view, "stand_of", lambda *of: looked.append(1) or stand_of(*of))
    window.workplace.show_view("diagram")
    window.session.edit("Build", lambda _: sample("double_pendulum"))
    window.session.edit("Longer", lambda m: with_values(m, l1=1.5))
    assert not looked
    window.workplace.show_view("sketch")
    sketch = window.sketch if hasattr(window, "sketch") else window.workplace.sketch
    qtbot.waitUntil(sketch.isVisible)
    assert looked and sketch.camera is not None
    assert {body.number for body in sketch.stand.model.bodies} == {1, 2}
    assert sketch.stand.model == window.session.model
    window.workplace.show_view("diagram")
    window.session.show_document(sample("four_bar"), None)
    window.workplace.show_view("sketch")
    assert sketch.stand.model == window.session.model
    corners = sketch.camera.project(sketch.stand.scene.extent, sketch.size_)
    assert corners.min() >= 0 and (corners <= sketch.size_).all(), "the whole of it is seen"


def test_a_model_whose_start_is_found_later_is_seen_whole_and_never_as_the_one_before(
    window, qtbot
):
    window.show_view("sketch")
    window.session.show_document(sample("four_bar"), None)
    assert window.sketch.stand.model == window.session.model
    measured = LookupTable(points=((0.0, 0.0), (50.0, 0.1), (100.0, 0.0)))
    moved = sample("lagr_system_2").each(
        "functions", lambda f: f.having(expression=None, table=measured)
    )
    window.session.show_document(moved, None)  # where its ground is, only the worker finds
    sketch = window.sketch
    assert sketch.stand is None and not sketch.grab().isNull() and not sketch.written
    qtbot.waitUntil(lambda: sketch.stand is not None)
    assert sketch.stand.model == window.session.model
    corners = sketch.camera.project(sketch.stand.scene.extent, sketch.size_)
    assert corners.min() >= 0 and (corners <= sketch.size_).all(), "the whole of it is seen"
