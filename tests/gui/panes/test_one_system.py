"""Curves and animation are of one model, the old or the new; freedoms are known or pending."""

from __future__ import annotations

import os
import re
import signal
from zipfile import ZipFile

import numpy as np
import pytest
from PySide6.QtCore import Qt

from lagr_gui import matlab_state_space, pipeline
from lagr_gui.editing import edits
from lagr_gui.gui.theme import theme
from lagr_gui.model import Model, Shape
from tests.gui.hands import click
from tests.gui.panes.signals import choose_curve
from tests.gui.panes.test_simulation import drawn, run, show, swinging
from tests.samples.gallery import sample

COLOR = "bodies", 0, "shape", "color"


def rod() -> Model:
    """A pendulum of length l that is drawn as long as it is."""
    shape = Shape(form="rod", size=(0.1, "2*l", 0.1))
    return edits.set_value(swinging(2), ("bodies", 0, "shape"), shape)


def lengthen(model: Model, length: float) -> Model:
    return edits.set_value(model, ("parameters", 2, "value"), length)


@pytest.fixture
def moved(window, qtbot):
    """A window with a motion of the rod that rests at its end."""
    show(window, rod())
    run(window, qtbot)
    window.animation.player.pause()
    window.session.running.set_time(2.0)
    return window


def seen(window):
    return window.animation.view.image(300, 300, window.session.running.time)


def is_old(window) -> bool:
    return window.animation.age.isVisibleTo(window.animation)


def test_the_old_motion_keeps_the_old_shapes_until_it_is_run_again(moved, qtbot):
    before = seen(moved)
    assert not is_old(moved)
    moved.session.edit("Longer", lambda model: lengthen(model, 3))
    assert seen(moved) == before and is_old(moved)
    qtbot.waitUntil(lambda: not moved.session.start.pending)
    assert seen(moved) == before and is_old(moved), "the new start is there, the motion is not"
    run(moved, qtbot)
    moved.animation.player.pause()
    moved.session.running.set_time(2.0)
    assert not is_old(moved)
    assert np.linalg.norm(moved.session.motion.x[1][0]) == pytest.approx(3)


def test_a_colour_is_seen_at_once_for_the_motion_stays_the_same(moved):
    before = seen(moved)
    moved.session.edit("Red", lambda m: edits.set_value(m, COLOR, "#ff0000"))
    assert seen(moved) != before and not is_old(moved)


def test_a_body_that_is_added_comes_into_the_picture_with_the_next_results(moved, qtbot):
    before = seen(moved)
    moved.session.edit("Add", lambda m: edits.add_body(m, (480, 0)))
    assert seen(moved) == before and is_old(moved)
    moved.session.undo()
    assert seen(moved) == before and not is_old(moved)
    moved.session.edit("Add", lambda m: edits.connect(edits.add_body(m, (480, 0)), "free", 0, 2))
    qtbot.waitUntil(lambda: not moved.session.start.pending)
    click(moved.animation.age.renew)
    assert moved.session.running.trajectory is None and not is_old(moved)
    assert set(moved.animation._motion.x) == {0, 1, 2}
    assert drawn(moved.simulation.curves.above) == {}, "curves go with the animation"


def test_a_start_is_drawn_with_its_own_model_until_the_next_is_there(window, qtbot):
    show(window, rod())
    qtbot.waitUntil(lambda: not window.session.start.pending)
    before, old = seen(window), window.session.start.shown
    window.session.edit("Longer", lambda model: lengthen(model, 3))
    assert seen(window) == before and is_old(window)
    qtbot.waitUntil(lambda: window.session.start.shown is not old)
    assert seen(window) != before and not is_old(window)


def test_curves_and_animation_go_over_to_a_new_run_together(moved, qtbot):
    session, seen_together = moved.session, []

    def look() -> None:
        length = np.linalg.norm(moved.animation._motion.x[1][0])
        seen_together.append((session.running.trajectory, round(float(length), 9)))

    session.edit("Longer", lambda m: edits.set_value(lengthen(m, 3), ("simulation", "until"), 9e3))
    session.edit("Slow", lambda m: edits.set_value(m, ("simulation", "method"), "RK45"))
    session.running.grown.connect(look)
    session.run()
    qtbot.waitUntil(lambda: len(seen_together) > 2)
    session.running.grown.disconnect(look)
    assert set(seen_together) == {(None, 3.0)}, "no old curves, no old bodies"
    session.edit("Shorter", lambda model: lengthen(model, 1))
    session.running.stop()
    qtbot.waitUntil(lambda: not session.running.simulating)
    assert is_old(moved) and "before the last edit" in moved.simulation.drift.text()


# --- degrees of freedom --------------------------------------------------------------------


def freedoms(window) -> str:
    return window.status.parts["freedoms"].text()


KNOWN = "f = 1 of 3 coordinates"


def test_freedoms_of_a_loop_are_pending_until_they_are_known(window, qtbot):
    said = []
    session = window.session
    for news in (session.report_changed, session.start.changed, session.busy_changed):
        news.connect(lambda: said.append(freedoms(window)))
    show(window, sample("four_bar"))
    assert freedoms(window) == "f = …"
    qtbot.waitUntil(lambda: freedoms(window) == KNOWN)
    session.edit("Mass", lambda m: edits.set_value(m, ("bodies", 0, "mass"), 7))
    assert freedoms(window) == "f = …"
    qtbot.waitUntil(lambda: freedoms(window) == KNOWN)
    assert set(said) <= {"f = 0", "f = …", KNOWN}


def test_moving_a_picture_keeps_the_freedoms_that_are_known(window, qtbot):
    show(window, sample("four_bar"))
    qtbot.waitUntil(lambda: freedoms(window) == KNOWN)
    session = window.session
    session.edit("Move", lambda model: edits.move(model, {"body:1": (500.0, 500.0)}))
    assert freedoms(window) == KNOWN
    session.edit("Red", lambda m: edits.set_value(m, COLOR, "#ff0000"))
    session.edit("Name", lambda m: edits.set_value(m, ("name",), "Linkage"))
    assert freedoms(window) == KNOWN


def test_freedoms_come_although_other_work_takes_their_turn(window, qtbot):
    """A run that begins, goes on or is stopped while they are computed only delays them."""
    model = edits.set_value(sample("four_bar"), ("simulation", "until"), 4000)
    session = window.session
    show(window, model)
    with qtbot.waitSignal(session.running.grown):
        session.run()
    session.edit("Mass", lambda m: edits.set_value(m, ("bodies", 0, "mass"), 7))
    qtbot.wait(300)
    assert session.running.simulating and freedoms(window) == "f = …"
    session.running.stop()
    qtbot.waitUntil(lambda: freedoms(window) == KNOWN)
    session.edit("Mass", lambda m: edits.set_value(m, ("bodies", 0, "mass"), 8))
    qtbot.waitUntil(lambda: session.motions.running("start_motion"))
    session.motions.cancel()
    assert freedoms(window) == "f = …"
    qtbot.waitUntil(lambda: freedoms(window) == KNOWN)


def test_freedoms_of_an_unsound_loop_are_unknown(window):
    model = sample("four_bar")
    show(window, edits.set_value(model, ("bodies", 0, "mass"), "unheard_of"))
    assert freedoms(window) == "f = ?"


# --- which coordinates are seen ------------------------------------------------------------


def hidden(window) -> str:
    button = window.simulation.hidden
    return button.text() if button.isVisibleTo(window) else ""


def test_another_drawing_shows_all_its_coordinates(window, qtbot):
    show(window, swinging(0.2))
    run(window, qtbot)
    for name in ("q₁", "T"):
        choose_curve(window, name)
    assert drawn(window.simulation.curves.above) == {}
    for name, count in (("double_pendulum", 2), ("robot_arm_6r", 6), ("five_link_chain", 5)):
        model = edits.set_value(sample(name), ("simulation", "until"), 0.1)
        window.session.show_document(model, None)
        run(window, qtbot)
        assert len(drawn(window.simulation.curves.above)) == count
        assert set(drawn(window.simulation.curves.below)) == {"T", "U", "E"}
        assert hidden(window) == ""


def test_a_coordinate_that_is_added_is_seen_and_what_was_hidden_stays_so(window, qtbot):
    show(window, edits.set_value(sample("double_pendulum"), ("simulation", "until"), 0.1))
    run(window, qtbot)
    first, _ = drawn(window.simulation.curves.above)
    choose_curve(window, first)
    model = edits.connect(edits.add_body(window.session.model, (900, 0)), "revolute", 2, 3)
    show(window, model)
    run(window, qtbot)
    assert first not in drawn(window.simulation.curves.above)
    assert len(drawn(window.simulation.curves.above)) == 2
    assert hidden(window) == "2 of 3 shown"


def test_coordinates_that_are_hidden_are_told_and_brought_back_by_a_click(window, qtbot):
    show(window, edits.set_value(sample("double_pendulum"), ("simulation", "until"), 0.1))
    run(window, qtbot)
    first, second = drawn(window.simulation.curves.above)
    assert hidden(window) == ""
    choose_curve(window, first)
    assert hidden(window) == "1 of 2 shown"
    qtbot.mouseClick(window.simulation.hidden, Qt.MouseButton.LeftButton)
    assert set(drawn(window.simulation.curves.above)) == {first, second}
    assert hidden(window) == ""


def test_curves_of_the_same_colour_have_different_strokes(window, qtbot):
    show(window, edits.set_value(sample("quadruped"), ("simulation", "until"), 0.01))
    run(window, qtbot)
    curves = window.simulation.curves.above._curves.values()
    looks = {(c.opts["pen"].color().name(), c.opts["pen"].style()) for c in curves}
    assert len(curves) == len(looks) == 18


# --- what is taken away --------------------------------------------------------------------


def documents(window, qtbot, tmp_path, monkeypatch) -> str:
    file = tmp_path / "document.tex"
    monkeypatch.setattr(window, "ask_export_path", lambda *_: str(file))
    window.menus.actions["export_document"].trigger()
    qtbot.waitUntil(file.exists)
    return file.read_text("utf-8")


def test_a_document_holds_the_forces_that_were_chosen_and_only_a_motion_of_its_model(
    moved, qtbot, tmp_path, monkeypatch
):
    name = moved.simulation.choice.groups["Reactions"][0].key
    moved.simulation.signals.chosen.emit(name, True)
    qtbot.waitUntil(lambda: moved.session.derivation.finished)
    text = documents(moved, qtbot, tmp_path, monkeypatch)
    assert re.search(r"heading(\[\d+\])?\{Motion\}", text) and "pivot $F_x$ (N) & $" in text
    (tmp_path / "document.tex").unlink()
    moved.session.edit("Longer", lambda model: lengthen(model, 3))
    text = documents(moved, qtbot, tmp_path, monkeypatch)
    assert not re.search(r"heading(\[\d+\])?\{Motion\}", text), "that was another pendulum"


def test_an_object_is_written_for_the_machine_that_is_chosen(moved, tmp_path, monkeypatch):
    file, asked = tmp_path / "model.zip", []
    monkeypatch.setattr(moved, "ask_export_path", lambda *_: str(file))
    chosen = {"target": "cortex-m7", "real": "double", "derivatives": True}
    monkeypatch.setattr(moved, "ask_choices", lambda *words: asked.append(words) or chosen)
    moved.menus.actions["export_object"].trigger()
    assert sorted(name.rpartition(".")[2] for name in ZipFile(file).namelist()) == ["h", "o"]
    ((title, choices),) = asked
    assert title == "Object without a compiler…" and choices.keys() == chosen.keys()
    assert choices["target"].label == "For which machine?"
    file.unlink()
    monkeypatch.setattr(moved, "ask_choices", lambda *_: None)
    moved.menus.actions["export_object"].trigger()
    assert not file.exists(), "the user gave up"


def test_a_state_space_is_written_about_what_is_chosen(moved, qtbot, tmp_path, monkeypatch):
    file, asked = tmp_path / "small.m", []
    monkeypatch.setattr(moved, "ask_export_path", lambda *_: str(file))
    chosen = {"place": "equilibrium", "inputs": "coordinates"}
    monkeypatch.setattr(moved, "ask_choices", lambda *words: asked.append(words) or chosen)
    moved.menus.actions["export_space"].trigger()
    qtbot.waitUntil(file.exists)
    model = moved.session.flat
    found = pipeline.linearize(model, inputs=pipeline.check(model).coordinates)
    assert file.read_text("utf-8") == matlab_state_space(found, model)
    ((_, choices),) = asked
    assert choices.keys() == chosen.keys()


def test_a_place_that_is_not_there_is_told_where_a_state_space_was_wanted(
    window, qtbot, monkeypatch
):
    show(window, sample("bouncing_ball"))
    qtbot.waitUntil(lambda: window.session.report is not None)
    chosen = {"place": "equilibrium", "inputs": "drawn"}
    monkeypatch.setattr(window, "ask_choices", lambda *_: chosen)
    with qtbot.waitSignal(window.session.refused) as caught:
        window.menus.actions["export_space"].trigger()
    assert "Equilibrium" in str(caught.args[0][0].place)


def test_a_report_of_the_window_has_the_linear_equations_of_a_system_at_rest(
    window, qtbot, monkeypatch, tmp_path
):
    show(window, sample("loudspeaker"))
    qtbot.waitUntil(lambda: window.session.derivation.finished)
    file = tmp_path / "report.tex"
    monkeypatch.setattr(window, "ask_export_path", lambda *_: str(file))
    window.menus.actions["export_document"].trigger()
    qtbot.waitUntil(file.exists)
    assert "Linear equations of small motions" in file.read_text("utf-8")


def test_a_document_is_not_made_of_equations_from_before_an_edit(moved, qtbot, monkeypatch):
    asked = []
    monkeypatch.setattr(moved, "ask_export_path", lambda *_: asked.append(1) or "")
    qtbot.waitUntil(lambda: moved.session.derivation.finished)
    moved.session.edit("Mass", lambda m: edits.set_value(m, ("bodies", 0, "mass"), "2*m"))
    with qtbot.waitSignal(moved.session.refused) as caught:
        moved.menus.actions["export_document"].trigger()
    assert caught.args[0][0].code == "not-derived" and not asked


def test_curves_are_written_without_the_cursor_and_with_a_title_at_the_time(moved, tmp_path):
    file = tmp_path / "curves.svg"
    assert moved.simulation.curves.save(file)
    text = file.read_text("utf-8")
    assert theme().error not in text.lower(), "the cursor is for the window only"
    words = re.findall(r"<text[^>]*>([^<]*)</text>", text)
    assert "t (s)" in [word.strip() for word in words]
    numbers = [float(word) for word in words if re.fullmatch(r"\s*-?[\d.]+\s*", word)]
    assert sum(0 <= number <= 2 for number in numbers) >= 5


def test_freedoms_that_no_process_could_find_are_unknown_until_the_next_edit(
    window, qtbot, request
):
    """The process ends twice over the same question: nothing is made up in its place."""
    session = window.session
    show(window, sample("four_bar"))
    qtbot.waitUntil(lambda: freedoms(window) == KNOWN)
    resting = session.motions._worker._process
    os.kill(resting.pid, signal.SIGSTOP)
    request.addfinalizer(resting.kill)  # no other test may get it
    session.edit("Mass", lambda m: edits.set_value(m, ("bodies", 0, "mass"), 7))
    qtbot.waitUntil(lambda: session.motions.running("start_motion"))
    with qtbot.waitSignal(session.motions.again):
        os.kill(session.motions._worker._process.pid, signal.SIGKILL)
    assert freedoms(window) == "f = …"
    os.kill(session.motions._worker._process.pid, signal.SIGKILL)
    qtbot.waitUntil(lambda: freedoms(window) != "f = …")
    assert freedoms(window) == "f = ?"
    assert "worker-ended" in {problem.code for problem in session.problems}
    session.edit("Mass", lambda m: edits.set_value(m, ("bodies", 0, "mass"), 8))
    assert freedoms(window) == "f = …"
    qtbot.waitUntil(lambda: freedoms(window) == KNOWN)
    assert "worker-ended" not in {problem.code for problem in session.problems}
