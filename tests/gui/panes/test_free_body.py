"""The pane of a body cut free follows selection, simulation and the time cursor."""

from __future__ import annotations

from pathlib import Path

import pytest

from lagr_gui.editing import edits
from lagr_gui.gui import desk
from tests.samples.gallery import sample


@pytest.fixture
def crank(window, qtbot):
    """The window with a simulated slider-crank and the pane in sight."""
    model = edits.set_value(sample("slider_crank"), ("simulation", "until"), 0.3)
    window.session.edit("Build", lambda _: model)
    with qtbot.waitSignal(window.session.running.changed):
        window.session.run()
    window.animation.player.pause()
    window.menus.actions["free_body"].trigger()
    window.free_body.show_to(True)
    qtbot.waitUntil(lambda: window.free_body.found is not None)
    return window


def test_the_selected_body_is_shown(crank, qtbot):
    pane = crank.free_body
    first = pane.page.text
    crank.session.select({"body:2"})
    qtbot.waitUntil(lambda: pane.found is not None and pane.found.body == 2)
    assert pane.choice.currentText().startswith("2") and pane.page.text not in ("", first)


def test_the_diagram_is_one_of_the_time_of_the_cursor(crank, qtbot):
    pane = crank.free_body
    crank.session.running.set_time(0.1)
    qtbot.waitUntil(lambda: pane.page.text != "")
    before = pane.page.text
    crank.session.running.set_time(0.2)
    qtbot.waitUntil(lambda: pane.page.text not in ("", before))


@pytest.mark.parametrize("wide", [380, 560])
def test_the_whole_width_of_the_diagram_is_seen_in_a_narrow_pane(crank, qtbot, wide):
    pane = crank.free_body
    pane.setMinimumWidth(wide)  # the pane is docked: what is around it gives way
    pane.setMaximumWidth(wide)
    try:
        qtbot.waitUntil(lambda: pane.page.text != "" and pane.width() == wide)
        qtbot.waitUntil(lambda: pane.page.minimumWidth() <= pane.page.parentWidget().width())
    finally:
        pane.setMinimumWidth(0)
        pane.setMaximumWidth(16777215)


def test_the_diagram_is_exported(crank, monkeypatch, tmp_path: Path):
    for ending, begin in ((".svg", b"<svg"), (".pdf", b"%PDF"), (".png", b"\x89PNG")):
        path = tmp_path / f"crank{ending}"
        monkeypatch.setattr(desk, "ask_save", lambda *_, path=path: str(path))
        crank.menus.actions["export_free_body"].trigger()
        assert path.read_bytes().startswith(begin)


def test_an_edit_is_told_and_a_removed_body_gives_way(crank, qtbot):
    pane = crank.free_body
    crank.session.select({"body:3"})
    qtbot.waitUntil(lambda: pane.found is not None and pane.found.body == 3)
    crank.session.edit("Other", lambda m: edits.set_value(m, ("bodies", 0, "mass"), 7))
    assert pane.choice.count() == 3
    crank.session.new()
    assert pane.choice.count() == 0 and pane.body == 0 and pane.page.text == ""
