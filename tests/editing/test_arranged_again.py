"""What is arranged already is not arranged again: undo would take back a step that nobody saw."""

from __future__ import annotations

from lagr_gui import pipeline
from lagr_gui.editing import edits
from lagr_gui.editing.document import Document
from lagr_gui.model import Body, Model


def backwards() -> Model:
    """A chain whose numbers fall from body 0 on."""
    model = Model(bodies=tuple(Body(number=n) for n in (1, 2, 3)))
    for parent, child in ((0, 3), (3, 2), (2, 1)):
        model = edits.connect(model, "revolute", parent, child)
    return edits.arrange(model)


def test_renumbering_leaves_an_arranged_drawing_arranged() -> None:
    model = backwards()
    numbers = pipeline.check(model).renumbering
    assert numbers
    renumbered = edits.renumber(model, numbers)
    assert edits.arrange(renumbered) == renumbered
    document = Document()
    document.replace(renumbered, None)
    assert not document.apply("Arrange", edits.arrange)


def test_what_was_moved_is_arranged() -> None:
    model = backwards()
    moved = edits.move(model, {"body:2": (5.0, 900.0)})
    assert moved != model and edits.arrange(moved) == model
