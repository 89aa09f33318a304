"""A document with the models that its history should hold."""

from __future__ import annotations

from lagr_gui.editing import Document, edits
from lagr_gui.model import Model


class Drawing:
    """A document and, beside it, the models that its history should hold."""

    def __init__(self, model: Model) -> None:
        self.document = Document(model)
        self.models = [self.document.model]
        self.titles: list[str] = []
        self.at = 0
        self.saved = self.document.model

    @property
    def model(self) -> Model:
        return self.document.model

    def took(self, title: str) -> None:
        """Note that a step was done."""
        del self.models[self.at + 1 :], self.titles[self.at :]
        self.models.append(self.document.model)
        self.titles.append(title)
        self.at += 1

    def assert_right(self) -> None:
        """The document is where its history should be."""
        found = self.document
        assert found.model == self.models[self.at]
        assert found.steps == tuple(self.titles[: self.at])
        assert found.undo_title == (self.titles[self.at - 1] if self.at else None)
        following = self.titles[self.at] if self.at < len(self.titles) else None
        assert found.redo_title == following
        assert found.dirty == (found.model != self.saved)


def listed() -> Model:
    """Two coupled coils, and a loop with start values, given motions and a special case."""
    model = Model()
    for number in (1, 2):
        model = edits.add_body(model, (200.0 * number, 0.0))
        model = edits.connect(model, "revolute", number - 1, number)
        model = edits.set_motion(edits.set_start(model, f"q{number}", 0.1, 0), f"q{number}", "t")
    model = edits.connect(model, "revolute", 0, 2)
    for number in range(4):
        model = edits.add_terminal(model, (100.0 * number, 300.0))
    for ends in (("n1", "n2"), ("n3", "n4")):
        model = edits.join(model, "inductor", *ends)
    return edits.add_special_case(edits.add_element(model, "mutual_inductance"))
