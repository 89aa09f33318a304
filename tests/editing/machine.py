"""Two drawings that are edited: their histories, copies and files, what always holds."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Collection
from pathlib import Path

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from lagr_gui import pipeline
from lagr_gui.catalogue import KINDS
from lagr_gui.editing import edits, kept
from lagr_gui.editing.changes import differences
from lagr_gui.editing.recovery import Recovery
from lagr_gui.foundation.problem import LagrError
from lagr_gui.foundation.resource import sample_models
from lagr_gui.model import Model
from lagr_gui.model.files import read_text, write_text
from tests.editing.drawing import Drawing, listed
from tests.editing.whole import Loose, assert_same_part, assert_whole, items, loose_ends
from tests.ground.test_words import table

Edit = Callable[[Model], Model]

START = (
    "",
    "listed",
    "double_pendulum",
    "four_bar",
    "condenser_microphone",
    "gear_train",
    "rotating_beam",
    "newtons_cradle",
    "rolling_disc",
)
"""The empty drawing, and others with all sorts of things."""
SAMPLES = {path.stem: path for path in sample_models()}

numbers = st.integers(-400, 400).map(float)
points = st.tuples(numbers, numbers)


def _told(model: Model) -> Counter[tuple[str, object]]:
    """What leads nowhere, by field and aim: what has it may be renamed."""
    return Counter((field, aim) for _, field, aim in _lost(model))


def _lost(model: Model) -> set[Loose]:
    """What refers in vain; a field that nobody has filled yet may be copied as it is."""
    return {end for end in loose_ends(model) if end[2] != ""}


class Drawings(RuleBasedStateMachine):
    """Two drawings and one clipboard."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name)
        self.recovery = Recovery(self.path / "recovery")
        self.clipboard = ""

    @initialize(one=st.just("listed") | st.sampled_from(START), other=st.sampled_from(START))
    def open(self, one: str, other: str) -> None:
        own = {"": Model, "listed": listed}
        self.drawings = [
            Drawing(own[name]() if name in own else pipeline.load(SAMPLES[name]))
            for name in (one, other)
        ]

    # --- what is done ----------------------------------------------------------------------

    @property
    def drawing(self) -> Drawing:
        return self.drawings[0]

    @property
    def model(self) -> Model:
        return self.drawing.model

    def do(self, title: str, edit: Edit, loosens: bool = False) -> bool:
        """One step; whether it changed something.  What is refused changes nothing."""
        assert title in table(), "the history would speak two languages"
        drawing, before = self.drawing, self.model
        text, loose = write_text(before), _told(before)
        try:
            changed = drawing.document.apply(title, edit)
        except LagrError as error:
            problems = error.problems
        else:
            problems = ()
        if problems:
            assert self.model is before
            assert all(problem.place and problem.cause and problem.remedy for problem in problems)
            return False
        assert write_text(before) == text, "the model before was changed"
        assert changed or not differences(before, self.model)
        if changed:
            drawing.took(title)
        assert loosens or not _told(self.model) - loose, "a reference leads nowhere"
        return changed

    def keys(self, data: st.DataObject, of: Collection[str] | None = None) -> set[str]:
        """Some items."""
        known = sorted(items(self.model) if of is None else of)
        return set(data.draw(st.lists(st.sampled_from(known), max_size=4))) if known else set()

    def number(self, data: st.DataObject) -> int:
        """A body, sometimes one that is not there."""
        return data.draw(st.sampled_from([0, *self.model.numbers, 99]))

    # --- copies ----------------------------------------------------------------------------

    @rule(data=st.data())
    def copy(self, data: st.DataObject) -> None:
        self.clipboard = edits.copy(self.model, self.keys(data))
        part = read_text(self.clipboard, KINDS)
        assert_whole(part)
        assert not _lost(part)
        alone = edits.paste(Model(parameters=()), self.clipboard, (0.0, 0.0))
        assert_same_part(part, alone)

    @rule(at=points)
    def paste(self, at: tuple[float, float]) -> None:
        before, text = self.model, self.clipboard
        if self.do("Paste", lambda model: edits.paste(model, text, at)):
            part, after = read_text(text, KINDS), self.model
            for section in ("bodies", "joints", "elements", "terminals"):
                old, new = getattr(before, section), getattr(after, section)
                assert new[: len(old)] == old, "what was there stays as it was"
                assert len(new) == len(old) + len(getattr(part, section))

    @rule(data=st.data())
    def duplicate(self, data: st.DataObject) -> None:
        keys, before = self.keys(data), self.model
        self.do("Duplicate", lambda model: edits.duplicate(model, keys), loosens=True)
        assert {*_told(self.model)} <= {*_told(before)}, "only what led nowhere does so twice"
        twice = {key for key in keys if key.startswith("body:")} - {"body:0"}
        assert len(self.model.bodies) == len(before.bodies) + len(twice)

    @rule()
    def other_drawing(self) -> None:
        self.drawings.reverse()

    # --- history and files -----------------------------------------------------------------

    @rule()
    def undo(self) -> None:
        self.drawing.document.undo()
        self.drawing.at = max(self.drawing.at - 1, 0)

    @rule()
    def redo(self) -> None:
        self.drawing.document.redo()
        self.drawing.at = min(self.drawing.at + 1, len(self.drawing.models) - 1)

    @rule()
    def undo_and_redo_everything(self) -> None:
        drawing, at = self.drawing, self.drawing.at
        while drawing.document.undo_title is not None:
            self.undo()
            drawing.assert_right()
        assert drawing.at == 0
        while drawing.at < at:
            self.redo()
            drawing.assert_right()

    @rule()
    def save_and_load(self) -> None:
        file = self.path / "drawing.lagr"
        pipeline.save(self.model, file)
        assert pipeline.load(file) == self.model
        self.drawing.document.mark_saved(file)
        self.drawing.saved = self.model

    @rule()
    def autosave(self) -> None:
        snapshot = self.drawing.document.snapshot
        self.recovery.save(snapshot)
        if snapshot.dirty:
            found = kept.find(self.recovery.file)
            assert found.model() == self.model
            assert (found.origin.path, found.origin.name) == (
                self.drawing.document.path,
                self.model.name,
            )
        else:
            assert not self.recovery.file.exists()

    # --- what holds ------------------------------------------------------------------------

    @invariant()
    def history_is_right(self) -> None:
        for drawing in getattr(self, "drawings", ()):
            drawing.assert_right()

    @invariant()
    def model_is_whole(self) -> None:
        if hasattr(self, "drawings"):
            assert_whole(self.model)

    def teardown(self) -> None:
        self.recovery.discard()
        self.folder.cleanup()
