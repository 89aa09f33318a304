"""The dialog of films writes what is chosen, while the window lives."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from lagr_gui.editing import edits
from lagr_gui.extensions.films.curves import legend_places
from lagr_gui.extensions.films.dialog import FilmDialog
from lagr_gui.extensions.films.film import FilmSettings
from lagr_gui.extensions.films.pictures import FilmPictures
from lagr_gui.extensions.films.tests.test_film import read
from tests.systems import pendulum


@pytest.fixture
def dialog(window, qtbot):
    """The dialog of a motion of two seconds."""
    model = edits.set_value(edits.set_start(pendulum(), "q1", 1, 0), ("simulation", "until"), 2)
    window.session.edit("Build", lambda _: model)
    with qtbot.waitSignal(window.session.running.changed):
        window.session.run()
    window.animation.player.pause()
    window.menus.actions["export_animation"].trigger()
    found = window.animation.findChild(FilmDialog)
    found.width_field.setValue(160)
    found.height_field.setValue(120)
    found.rate.setValue(5)
    return found


@pytest.mark.parametrize("ending", [".mp4", ".gif", ".zip"])
def test_a_film_of_the_size_and_rate_chosen_is_written(dialog, qtbot, tmp_path: Path, ending):
    path = tmp_path / f"film{ending}"
    dialog.begin.setValue(0.5)
    with qtbot.waitSignal(dialog.session.message, check_params_cb=lambda text: "Written" in text):
        dialog.write(str(path))
    pictures = read(path)
    assert len(pictures) == 8 and pictures[0].shape[:2] == (120, 160)
    assert (pictures[0] != pictures[-1]).any()
    assert dialog.film is None and not dialog.bar.isVisible()
    dialog.close()


def test_the_size_that_is_shown_is_that_of_the_film(dialog):
    assert dialog.preset.currentText() == "Own size"
    for text in ("1920 × 1080", "640 × 480", "1080 × 1080"):
        dialog.preset.setCurrentText(text)
        dialog.preset.activated.emit(dialog.preset.currentIndex())
        settings = dialog.settings
        assert f"{settings.width} × {settings.height}" == text == dialog.preset.currentText()
    dialog.width_field.setValue(800)
    assert dialog.preset.currentText() == "Own size"
    dialog.preset.activated.emit(dialog.preset.currentIndex())
    assert (dialog.settings.width, dialog.settings.height) == (800, 1080)
    dialog.width_field.setValue(1920)
    assert dialog.preset.currentText() == "1920 × 1080"
    dialog.close()


def test_a_film_that_is_cancelled_leaves_no_file(dialog, qtbot, tmp_path: Path):
    dialog.rate.setValue(200)
    dialog.write(str(tmp_path / "film.zip"))
    qtbot.waitUntil(lambda: dialog.bar.value() > 2)
    dialog.stop.click()
    assert dialog.film is None and not [*tmp_path.glob("*film*")]
    dialog.close()


def test_what_cannot_be_written_is_told_in_the_dialog(dialog, qtbot, tmp_path: Path):
    dialog.clear.setChecked(True)
    dialog.write(str(tmp_path / "film.mp4"))
    assert "transparent" in dialog.words.text() and dialog.film is None
    dialog.clear.setChecked(False)
    with qtbot.waitSignal(dialog.session.refused):
        dialog.write(str(tmp_path / "nowhere" / "film.zip"))
    dialog.close()


def test_time_curves_theme_and_background_change_the_picture(dialog):
    view, t = dialog.view, np.linspace(0, 2, 50)
    curves = {"q1 (rad)": np.cos(t), "T (J)": t}
    usual = FilmSettings(width=160, height=120)
    pictures = [
        FilmPictures(view, usual).pixels(0.5),
        FilmPictures(view, FilmSettings(width=160, height=120, show_time=False)).pixels(0.5),
        FilmPictures(view, FilmSettings(width=160, height=120, theme="dark")).pixels(0.5),
        FilmPictures(view, FilmSettings(width=160, height=120, transparent=True)).pixels(0.5),
        FilmPictures(view, usual, t, curves).pixels(0.5),
        FilmPictures(view, usual, t, curves).pixels(0.9),
    ]
    for i, one in enumerate(pictures):
        assert not any((one == other).all() for other in pictures[i + 1 :])
    assert pictures[3][0, 159, 3] == 0 and pictures[0][0, 159, 3] == 255
    dialog.close()


def test_all_names_of_curves_stand_above_them_in_as_many_rows_as_they_need(qapp) -> None:
    names = [f"coordinate_{k}" for k in range(9)]
    for width in (1500.0, 420.0, 150.0):
        places = legend_places("rad", names, width)
        assert len(places) == len(names) and places[0] == (0.0, 0)
        assert all(0 <= x < width for x, _ in places)
        assert len(set(places)) == len(names), "no name stands on another"
    assert max(row for _, row in legend_places("rad", names, 150.0)) == len(names) - 1
