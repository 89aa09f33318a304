"""Panes keep their places: no overlap in the smallest window, no jumps while one works."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtWidgets import QApplication

from lagr_gui.foundation.resource import sample_models
from lagr_gui.gui import words
from lagr_gui.gui.panes import DOCKED
from lagr_gui.gui.status import StatusStrip
from lagr_gui.gui.widgets.slim import SlimComboBox, SlimLabel
from tests.gui.waiting import derived

BELOW = ("equations", "simulation", "animation")


def widths(window) -> list[int]:
    return [window.docks[name].width() for name in BELOW]


def test_panes_stand_side_by_side_in_the_smallest_window(make_window, qtbot):
    window = make_window()
    window.new_document()
    window.resize(400, 300)
    qtbot.wait(50)
    docks = [window.docks[name].geometry() for name in ("palette", *BELOW)]
    for left, right in pairwise(docks):
        assert left.right() < right.left()
    assert docks[-1].right() <= window.width()


def drawing_in(language, make_window):
    """The window in a language, with an empty drawing."""
    words.use_language(language)
    try:
        window = make_window()
    finally:
        words.use_language("en")
    window.new_document()
    return window


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_window_fits_a_small_screen_whatever_pane_is_in_front(make_window, qtbot, language):
    window = drawing_in(language, make_window)
    window.equations.choices.more.click()
    for name in [pane.name for pane in DOCKED if pane.area == "below"]:
        window.show_pane(name)
        for button in (
            window.simulation.controls.stop,
            window.simulation.controls.rest,
            window.response.stop,
        ):
            button.show()
        window.resize(1100, 700)
        qtbot.wait(20)
        assert (window.width(), window.height()) == (1100, 700)
        assert window.commands.isVisible()


def test_panes_get_their_share_back_when_the_window_was_small(make_window, qtbot):
    window = make_window()
    window.new_document()
    window.resize(1600, 1000)
    qtbot.wait(50)
    before = [*widths(window), window.equations.height()]
    for height in (900, 800, 700, 800, 900, 1000):
        window.resize(1100 + (height - 700) * 5 // 3, height)
        qtbot.wait(20)
    after = [*widths(window), window.equations.height()]
    assert all(abs(new - old) < 0.1 * old for old, new in zip(before, after, strict=True))


def test_a_choice_without_room_ends_in_dots_and_is_whole_in_its_list(qtbot):
    box = SlimComboBox()
    qtbot.addWidget(box)
    box.addItems(["Lagrange’s equations of the second kind", "Kane"])
    box.resize(box.minimumSizeHint())
    assert box.shown_text().endswith("…") and box.width() < 120
    box.resize(box.sizeHint())
    assert box.shown_text() == box.currentText()


def test_a_shy_label_is_whole_or_not_there(qtbot):
    label = SlimLabel("Simulation", shy=True)
    qtbot.addWidget(label)
    label.resize(20, 20)
    assert label.shown_text() == ""
    label.resize(label.sizeHint())
    assert label.shown_text() == "Simulation"


def test_panes_keep_their_widths_behind_the_welcome_page(make_window, qtbot):
    window = make_window()
    window.new_document()
    window.resize(1600, 950)
    qtbot.wait(50)
    before = widths(window)
    window.show_welcome()
    qtbot.wait(50)
    window.new_document()
    qtbot.wait(50)
    assert widths(window) == before and before[1] > 400


def test_what_comes_and_goes_while_deriving_widens_no_pane(make_window, qtbot):
    window = make_window()
    window.new_document()
    pane = window.equations
    derived(window, qtbot)
    rest = pane.minimumSizeHint().width()
    for widget in (pane.progress, pane.stop):
        widget.show()
    qtbot.wait(20)
    assert pane.minimumSizeHint().width() == rest


@pytest.mark.parametrize("language", ["en", "de"])
def test_choices_of_the_equations_keep_their_names(make_window, qtbot, language):
    window = drawing_in(language, make_window)
    window.equations.choices.more.click()
    for name in ("shortest", "structured"):
        window.session.show_equations(form=name)
        for width in range(1100, 1700, 50):
            window.resize(width, 768)
            qtbot.wait(20)
            pane = window.equations
            labels = [label for label in pane.findChildren(SlimLabel) if label.isVisibleTo(pane)]
            names = [label.shown_text() for label in labels if label.text().endswith(":")]
            choices = pane.choices
            boxes = (choices.formalism, choices.form, choices.coordinates)
            narrow = all(box.width() <= box.minimumSizeHint().width() for box in boxes)
            assert len(names) == 2 and (all(names) or narrow)  # it has no special cases


def test_choices_above_equations_and_curves_are_whole_in_a_small_window(make_window, qtbot):
    window = make_window()
    window.open_path(next(path for path in sample_models() if path.stem == "slider_crank"))
    window.resize(1100, 800)
    pane = window.equations
    choices = pane.choices
    choices.more.click()
    qtbot.wait(50)
    chosen = choices.formalism, choices.form, choices.coordinates, choices.side
    for box in (*chosen, window.simulation.controls.method):
        assert box.isVisible() and box.shown_text() == box.currentText()


@pytest.mark.parametrize("language", ["en", "de"])
def test_modes_and_the_word_on_a_simulation_are_whole_on_a_small_screen(
    make_window, qtbot, language
):
    words.use_language(language)
    try:
        window = make_window()
    finally:
        words.use_language("en")
    window.open_path(next(path for path in sample_models() if path.stem == "slider_crank"))
    window.resize(1366, 768)
    with qtbot.waitSignal(window.session.running.changed):
        window.session.run()
    drift = window.simulation.drift
    qtbot.waitUntil(lambda: "·" in drift.text())
    qtbot.wait(20)
    assert drift.height() >= drift.heightForWidth(drift.width())
    assert drift.wordWrap() or drift.shown_text() == drift.text()
    window.open_path(next(path for path in sample_models() if path.stem == "two_pendulums_dashpot"))
    window.show_pane("modes")
    small, rows = window.session.small, window.modes.list
    window.session.find_equilibria()
    qtbot.waitUntil(lambda: bool(small.equilibria) and all(small.modes))
    qtbot.wait(20)
    mode = next(
        rows.topLevelItem(i).child(0)
        for i in range(rows.topLevelItemCount())
        if "Hz" in rows.topLevelItem(i).child(0).text(0)
    )
    width = rows.fontMetrics().size(0, mode.text(0)).width()
    assert width < rows.visualItemRect(mode).width()
    window.session.document.replace(window.session.model, None)


def test_counts_of_items_give_their_room_to_what_is_told_of_the_drawing(window, qtbot):
    strip = StatusStrip(window.session)
    qtbot.addWidget(strip)
    counts, numbering = strip.parts["counts"], strip.parts["numbering"]
    for width, seen in ((1000, True), (420, False), (1000, True)):
        strip.resize(width, 28)
        strip.show()
        QApplication.processEvents()
        assert counts.isVisibleTo(strip) == seen
        assert numbering.width() >= numbering.sizeHint().width()
