"""What was not saved is found again."""

from __future__ import annotations

import json

from lagr_gui.editing import Document, edits
from lagr_gui.editing.recovery import Recovery


def changed_document() -> Document:
    document = Document()
    document.apply("Add a body", lambda m: edits.add_body(m, (0.0, 0.0)))
    return document


def ended(recovery: Recovery) -> None:
    """Make the autosave look like that of a program that is gone."""
    about = recovery.file.with_suffix(".json")
    about.write_text(json.dumps({"path": "", "process": 2**22 + 1}))


def test_a_killed_program_leaves_its_drawing(tmp_path):
    recovery, document = Recovery(tmp_path), changed_document()
    assert recovery.save(document)
    ended(recovery)
    (found,) = Recovery(tmp_path).pending()
    assert found.model == document.model
    Recovery.forget(found)
    assert not list(tmp_path.iterdir())


def test_the_autosave_of_a_running_program_is_left_alone(tmp_path):
    recovery = Recovery(tmp_path)
    recovery.save(changed_document())
    assert not Recovery(tmp_path).pending()


def test_nothing_is_written_twice_or_without_changes(tmp_path):
    recovery, document = Recovery(tmp_path), changed_document()
    assert not recovery.save(Document())
    assert recovery.save(document) and not recovery.save(document)
    document.undo()
    assert not recovery.save(document)
    assert not list(tmp_path.iterdir())


def test_a_broken_autosave_does_not_hinder_the_start(tmp_path):
    recovery = Recovery(tmp_path)
    recovery.save(changed_document())
    ended(recovery)
    recovery.file.write_bytes(recovery.file.read_bytes()[:40])
    assert not Recovery(tmp_path).pending()
