"""Subsystems of one's own: kept without loss, told, opened and removed; chains by a number."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton

from lagr_gui.catalogue import KINDS
from lagr_gui.editing import edits
from lagr_gui.editing.versions import Versions
from lagr_gui.foundation.problem import Problem, Severity
from lagr_gui.foundation.resource import resource_path
from lagr_gui.gui.bridge import library
from lagr_gui.gui.bridge.keys import item_of
from lagr_gui.model import Model, Subsystem, load, save
from lagr_gui.subsystems import sources, subsystem_of_file
from tests.gui.panes.fields import field, fill
from tests.systems import pendulum


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch) -> Path:
    """An empty folder of kept subsystems."""
    monkeypatch.setattr(library.kept, "default_folder", lambda: tmp_path)
    return tmp_path / "subsystems"


def folded(window, mass: float) -> None:
    """A pendulum of which the body is folded."""
    session = window.session
    model = edits.set_value(pendulum(), ("bodies", 0, "mass"), mass)
    session.show_document(model, None)
    session.select({f"body:{model.numbers[0]}"})
    window.menus.actions["fold"].trigger()


def keep(window) -> None:
    window.menus.refresh()
    window.menus.actions["keep_subsystem"].trigger()


def test_two_parts_of_one_name_are_both_kept(window, own):
    said: list[str] = []
    window.session.message.connect(said.append)
    for mass in (1.0, 2.0, 2.0):
        folded(window, mass)
        keep(window)
    kept = {path.name: load(path, KINDS) for path in own.iterdir()}
    assert sorted(kept) == ["part1.lagr", "part1_2.lagr"]
    assert [model.name for model in kept.values()].count("part1 2") == 1
    assert "palette" in said[0]


def test_a_kept_part_comes_from_its_file_and_its_next_version_keeps_the_last_one(window, own):
    folded(window, 1.0)
    keep(window)
    session = window.session
    (part,) = session.model.subsystems
    assert part.source == "part1.lagr" and part.mark
    before = load(own / part.source, KINDS)
    session.open_subsystem(session.model.instances[0].name)
    session.edit("Mass", lambda model: edits.set_value(model, ("bodies", 0, "mass"), 5.0))
    session.leave_subsystem()
    session.select({f"instance:{session.model.instances[0].name}"})
    keep(window)
    assert [path.name for path in own.iterdir()] == ["part1.lagr"]
    assert load(own / "part1.lagr", KINDS).bodies[0].mass == 5.0
    (earlier,) = Versions(own.parent / "versions").listed()
    assert earlier.model() == before


def test_a_right_click_opens_or_removes_a_subsystem_of_ones_own(window, own):
    folded(window, 1.0)
    keep(window)
    pane = window.palette_pane
    file = own / "part1.lagr"
    tool = f"subsystem:{file}"
    assert tool in [item.data(0, 0x0100) for item in pane.list._items()]
    opened: list[str] = []
    pane.opening.disconnect()
    pane.opening.connect(opened.append)
    pane._offer(tool, pane.mapToGlobal(pane.rect().center()))
    menu = next(m for m in pane.children() if m.objectName() == "palette_menu")
    opening, removing = menu.actions()
    opening.trigger()
    assert opened == [str(file)]
    removing.trigger()
    menu.close()
    assert not file.exists()
    assert tool not in [item.data(0, 0x0100) for item in pane.list._items()]
    assert [entry.origin.path for entry in Versions(own.parent / "versions").listed()] == [file]


def placed(name: str):
    path = resource_path("subsystems") / f"{name}.lagr"
    return lambda model: edits.add_instance(model, subsystem_of_file(name, path), (200, 0))


def test_a_number_of_links_makes_a_chain(window):
    session = window.session
    session.edit("Add subsystem", placed("link"))
    session.select({f"instance:{session.model.instances[-1].name}"})
    place = len(session.model.instances) - 1
    fill(field(window, "instances", place, "repeat"), "5")
    links = session.model.instances[-1].links
    assert [(link.port, link.to) for link in links] == [("top", "tip")]


@pytest.mark.parametrize("name", ["cart", "four_bar", "motor_gear", "strut", "wheel_set"])
def test_where_members_cannot_only_follow_each_other_they_stand_side_by_side(name):
    model = placed(name)(Model())
    repeated = edits.repeat_instance(model, model.instances[0].name, 3)
    assert repeated.instances[0].repeat == 3 and not repeated.instances[0].links


def test_taken_links_stay_away_and_one_member_has_none():
    model = placed("link")(Model())
    name = model.instances[0].name
    chain = edits.repeat_instance(model, name, 3)
    apart = chain.each("instances", lambda one: one.having(links=()))
    assert not edits.repeat_instance(apart, name, 4).instances[0].links
    assert edits.repeat_instance(chain, name, None) == model


def test_a_part_that_changes_while_the_drawing_is_open_tells_who_uses_it(window, own):
    session = window.session
    folded(window, 1.0)
    keep(window)
    assert "outdated" not in {problem.code for problem in session.problems}
    file = own / "part1.lagr"
    save(edits.set_value(load(file, KINDS), ("bodies", 0, "mass"), 7.0), file)
    window.new_document()
    window.models.show(window.models.documents[0])
    (note,) = [problem for problem in session.problems if problem.code == "outdated"]
    assert "part1" in note.cause and note.severity is Severity.HINT
    assert item_of(session.model, note.path) == "instance:part1"
    (button,) = window.problems.findChildren(QPushButton, "remedy")
    button.click()
    assert session.model.subsystems[0].model.bodies[0].mass == 7.0
    assert "outdated" not in {problem.code for problem in session.problems}
    session.undo()
    assert "outdated" in {problem.code for problem in session.problems}


def test_opening_a_drawing_reads_the_files_of_its_parts_once(window, own, tmp_path, monkeypatch):
    session = window.session
    folded(window, 1.0)
    keep(window)
    session.save(tmp_path / "whole.lagr")
    file = own / "part1.lagr"
    save(edits.set_value(load(file, KINDS), ("bodies", 0, "mass"), 7.0), file)
    read: list[str] = []

    def counted(name: str, path: Path) -> Subsystem:
        read.append(Path(path).name)
        return subsystem_of_file(name, path)

    monkeypatch.setattr(sources, "subsystem_of_file", counted)
    told: list[Problem] = []
    session.noted.connect(told.extend)
    session.new()
    assert not read and session.open(tmp_path / "whole.lagr")
    assert read == ["part1.lagr"]
    assert [problem.code for problem in told] == ["outdated"] and "whole.lagr" in told[0].place
