"""What was not saved is found again, by whatever end, and nothing deletes the only copy."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from lagr_gui.editing import Document, edits, versions
from lagr_gui.editing.changes import differences
from lagr_gui.editing.keeper import Keeper
from lagr_gui.editing.kept import Origin
from lagr_gui.editing.recovery import Recovery
from lagr_gui.editing.versions import Versions
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import Model
from tests.ground.sources import ROOT
from tests.systems import pendulum


def changed_document() -> Document:
    document = Document()
    document.apply("Add a body", lambda m: edits.add_body(m, (0.0, 0.0)))
    return document


def ended(recovery: Recovery) -> None:
    """Let go of the autosave as the end of a process does, however it ends."""
    assert recovery._hold is not None
    recovery._hold.close()


def found(folder: Path) -> list:
    entries, problems = Recovery(folder).pending()
    assert not problems
    for entry in entries:
        Recovery.leave(entry)
    return entries


def test_a_killed_program_leaves_its_drawing(tmp_path):
    recovery, document = Recovery(tmp_path), changed_document()
    assert recovery.save(document.snapshot)
    ended(recovery)
    (entry,) = found(tmp_path)
    assert entry.model == document.model
    Recovery.forget(entry)
    assert not found(tmp_path)


KILLED = """
import os, sys
from pathlib import Path
from lagr_gui.editing import Document, edits
from lagr_gui.editing.recovery import Recovery
document = Document()
document.apply("Add a body", lambda m: edits.add_body(m, (0.0, 0.0)))
Recovery(Path(sys.argv[1])).save(document.snapshot)
os.kill(os.getpid(), 9)
"""


def test_a_drawing_is_found_though_its_process_number_is_in_use_again(tmp_path):
    """No number is asked: whoever runs holds a lock, which ends with the process."""
    subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], cwd=ROOT, check=False)
    assert len(list(tmp_path.glob("*.lagr"))) == 1
    assert len(found(tmp_path)) == 1
    assert str(os.getpid()) not in "".join(path.read_text() for path in tmp_path.glob("*.lagr"))


def test_the_autosave_of_a_running_program_is_left_alone(tmp_path):
    recovery = Recovery(tmp_path)
    recovery.save(changed_document().snapshot)
    assert not found(tmp_path)


def test_what_one_window_asks_about_no_other_offers(tmp_path):
    recovery = Recovery(tmp_path)
    recovery.save(changed_document().snapshot)
    ended(recovery)
    (entry,), _ = Recovery(tmp_path).pending()
    assert not found(tmp_path)
    Recovery.leave(entry)
    assert len(found(tmp_path)) == 1


def test_nothing_is_written_twice_or_without_changes(tmp_path):
    recovery, document = Recovery(tmp_path), changed_document()
    assert not recovery.save(Document().snapshot)
    assert recovery.save(document.snapshot) and not recovery.save(document.snapshot)
    document.undo()
    assert not recovery.save(document.snapshot)
    assert not list(tmp_path.iterdir())


def test_an_autosave_that_somebody_removed_is_written_again(tmp_path):
    recovery, document = Recovery(tmp_path), changed_document()
    recovery.save(document.snapshot)
    recovery.file.unlink()
    assert recovery.save(document.snapshot) and recovery.file.exists()


@pytest.mark.parametrize("damage", ["cut", "empty", "noise", "head", "fifo", "folder"])
def test_a_damaged_autosave_is_told_once_and_stays(tmp_path, damage):
    good, bad = Recovery(tmp_path), Recovery(tmp_path)
    for recovery in (good, bad):
        recovery.save(changed_document().snapshot)
        ended(recovery)
    whole = bad.file.read_bytes()
    bad.file.unlink()
    if damage == "fifo":
        os.mkfifo(bad.file)
    elif damage == "folder":
        bad.file.mkdir()
    else:
        head = json.dumps({"drawing": 1, "path": [], "seen": None, "name": {}}).encode()
        contents = {"cut": whole[:-30], "empty": b"", "noise": b"\xff" * 99, "head": head + b"\n"}
        bad.file.write_bytes(contents[damage])
    entries, (problem,) = Recovery(tmp_path).pending()
    assert [entry.file for entry in entries] == [good.file]
    assert problem.cause and str(bad.file.with_suffix(".damaged")) in problem.remedy
    assert bad.file.with_suffix(".damaged").exists()
    Recovery.leave(entries[0])
    assert len(found(tmp_path)) == 1


def test_locks_without_a_drawing_go(tmp_path):
    (tmp_path / "0123.lock").touch()
    assert not found(tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_recovered_drawing_knows_where_it_belongs(tmp_path):
    document = Document(pendulum(), Path("/drawings/ä.lagr"))
    document.mark_saved(Path("/drawings/ä.lagr"), "mark")
    document.apply("Add a body", lambda m: edits.add_body(m, (0.0, 0.0)))
    recovery = Recovery(tmp_path)
    recovery.save(document.snapshot)
    ended(recovery)
    (entry,) = found(tmp_path)
    assert entry.origin == document.snapshot.origin
    assert entry.origin.path == Path("/drawings/ä.lagr") and entry.origin.seen == "mark"


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(LagrError):
        Recovery(tmp_path / "file").save(changed_document().snapshot)


# --- in the background ---------------------------------------------------------------------


def test_what_is_given_is_kept_before_a_flush_or_the_end_returns(tmp_path):
    recovery, told = Recovery(tmp_path / "recovery"), []
    keeper = Keeper(recovery, Versions(tmp_path / "versions"), told.append)
    document = changed_document()
    keeper.take(document.snapshot)
    assert keeper.flush() is None and recovery.file.exists()
    document.apply("Add a body", lambda m: edits.add_body(m, (9.0, 0.0)))
    keeper.take(document.snapshot)
    keeper.close()
    ended(recovery)
    assert found(tmp_path / "recovery")[0].model == document.model and not told


def test_whatever_hinders_the_autosave_is_told(tmp_path, monkeypatch):
    told: list = []
    keeper = Keeper(Recovery(tmp_path), Versions(tmp_path), told.append)

    def fault(*_) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr("lagr_gui.editing.kept.keep", fault)
    keeper.take(changed_document().snapshot)
    assert keeper.flush() is told[0] and "a fault of ours" in told[0].cause
    monkeypatch.undo()
    assert keeper.flush() is None and told[-1] is None
    keeper.close()


# --- versions ------------------------------------------------------------------------------


def grown(count: int) -> Model:
    model = Model()
    for number in range(count):
        model = edits.add_body(model, (number * 100.0, 0.0))
    return model


def test_the_last_ten_versions_of_each_drawing_are_kept(tmp_path):
    kept = Versions(tmp_path)
    for count in range(1, 14):
        for name in ("a", "b"):
            kept.keep(grown(count), Origin(name, Path(f"/x/{name}.lagr")))
    found = kept.listed()
    for name in ("a", "b"):
        own = [len(v.model().bodies) for v in found if v.origin.path == Path(f"/x/{name}.lagr")]
        assert own == list(range(13, 3, -1))


class Clock:
    """What the clock shows, in days."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.day = 20_000.0
        monkeypatch.setattr(versions.time, "time_ns", lambda: int(self.day * 86400e9))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def sizes(kept: Versions) -> list[int]:
    return [len(version.model().bodies) for version in kept.listed()]


def test_versions_are_kept_for_a_week_and_no_longer(tmp_path, clock):
    kept = Versions(tmp_path)
    kept.keep(grown(1), Origin("a"))
    for day in range(2, 8):
        clock.day += 1
        kept.keep(grown(day), Origin("b"))
    assert sizes(kept) == [7, 6, 5, 4, 3, 2, 1]
    clock.day += 1
    kept.tidy()
    assert sizes(kept) == [7, 6, 5, 4, 3, 2]


@pytest.mark.parametrize("wrong", [8, 30, 4000, -8, -30, -4000])
def test_a_clock_that_was_wrong_removes_nothing(wrong, tmp_path, clock):
    kept = Versions(tmp_path)
    for count in (1, 2):
        kept.keep(grown(count), Origin("a"))
    for count, shift in ((3, wrong), (4, -wrong), (5, wrong), (6, -wrong)):
        clock.day += shift
        kept.keep(grown(count), Origin("a"))
        assert sizes(kept) == [*range(count, 0, -1)]  # in the order in which they were kept


def test_with_a_wrong_clock_the_last_ten_are_the_last_ten(tmp_path, clock):
    kept = Versions(tmp_path)
    for count in range(1, 14):
        clock.day += (-1) ** count * 1000
        kept.keep(grown(count), Origin("a"))
    assert sizes(kept) == [*range(13, 3, -1)]


def test_what_was_promised_stays_however_many_follow(tmp_path, clock):
    kept = Versions(tmp_path)
    kept.keep(grown(20), Origin("a"), promised=True)
    kept.keep(grown(21), Origin("a"))
    kept.keep(grown(21), Origin("a"), promised=True)
    for count in range(1, 14):
        clock.day += 1000 * (-1) ** count
        kept.keep(grown(count), Origin("a"))
    assert sizes(kept) == [*range(13, 3, -1), 21, 20]
    for _ in range(8):
        clock.day += 1
        kept.tidy()
    assert not sizes(kept)
    kept.keep(grown(1), Origin("a"))
    assert sizes(kept) == [1]  # numbers go on where all are gone


def test_versions_without_numbers_come_before_all_others(tmp_path, clock):
    kept = Versions(tmp_path)
    for count in (1, 2):
        kept.keep(grown(count), Origin("a"))
        clock.day += 1e-3
    for file in tmp_path.glob("*.lagr"):
        drawing, _, at, content = file.stem.split("-")
        file.rename(tmp_path / f"{drawing}-{at}-{content}.lagr")
    kept.keep(grown(3), Origin("a"))
    assert sizes(kept) == [3, 2, 1]


def test_the_same_drawing_is_no_new_version(tmp_path):
    kept = Versions(tmp_path)
    for count in (1, 1, 2, 2, 1):
        kept.keep(grown(count), Origin("a"))
    assert [len(version.model().bodies) for version in kept.listed()] == [1, 2, 1]


def test_damaged_versions_and_other_files_do_not_hinder_the_list(tmp_path):
    kept = Versions(tmp_path)
    for count in (1, 2):
        kept.keep(grown(count), Origin("a"))
    newest = kept.listed()[0].file
    newest.write_bytes(b"\xff\xfe")
    (tmp_path / "x-y-z.lagr").write_text("x")
    (tmp_path / "other").mkdir()
    assert [len(version.model().bodies) for version in kept.listed()] == [1]


def test_differences_are_named_by_item_and_field():
    here = pendulum()
    there = edits.add_body(edits.set_value(here, ("bodies", 0, "mass"), 3), (1, 1))
    rows = {d.place: (d.here, d.there) for d in differences(here, there)}
    assert rows["bodies › 1 › mass"] == ("m", "3")
    assert rows["bodies › 2"][0] == "" and "2" in rows["bodies › 2"][1]
    assert not differences(here, here)
