"""A photo behind the sketch: put there, brought to scale, moved; what cannot be read is told."""

from __future__ import annotations

from math import atan2, cos, degrees, hypot, pi, radians, sin
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from lagr_gui.catalogue import KINDS
from lagr_gui.editing import edits
from lagr_gui.editing.sketch.pictures import add_picture, move_picture, scale_picture, turned
from lagr_gui.foundation.problem import LagrError, Problem
from lagr_gui.gui.actions import picture as action
from lagr_gui.gui.sketch.pictures import content_of, pictures_of, read_picture
from lagr_gui.model import Model, SketchPicture, read_text, write_text
from tests.gui.panes.fields import field, type_text
from tests.gui.sketch.test_drawing import Pencil

ALT = Qt.KeyboardModifier.AltModifier
FINE = 1e-5
"""Of the width of a picture: a part of a pixel."""


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """A picture twice as wide as high."""
    image = QImage(80, 40, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    assert image.save(str(tmp_path / "photo.png"))
    return tmp_path / "photo.png"


@pytest.fixture
def laid(window, photo, monkeypatch):
    """The sketch of an empty drawing with the picture behind it."""
    monkeypatch.setattr(action, "ask_file", lambda *_: str(photo))
    window.menus.actions["picture"].trigger()
    return window


def picture(window) -> SketchPicture:
    (found,) = window.session.model.sketch.pictures
    return found


def test_it_lies_in_the_middle_of_what_is_seen_as_one_step_and_is_selected(laid, photo):
    sketch = laid.sketch
    assert laid.session.document.steps == ("Add picture",)
    assert laid.session.selection == {"mark:pictures.0"}
    found = picture(laid)
    assert found.file == photo.as_posix()
    middle = sketch.pixel((found.x + found.width / 2, found.y + found.width / 4))
    wide, high = sketch.size_
    assert abs(middle.x() - wide / 2) < 3 and abs(middle.y() - high / 2) < 3
    pixel = sketch.grab().toImage().pixelColor(middle.toPoint())
    assert pixel.red() > pixel.blue() + 50
    assert read_text(write_text(laid.session.model), KINDS) == laid.session.model


def test_a_stroke_and_a_typed_length_set_the_scale(laid):
    found, pencil = picture(laid), Pencil(laid.sketch)
    a = found.x + 0.25 * found.width, found.y + 0.1 * found.width
    b = found.x + 0.75 * found.width, found.y + 0.1 * found.width
    pencil.take("I")
    pencil.pull(a, b)
    assert laid.sketch.field.isVisible()
    QTest.keyClicks(laid.sketch.field, "250 mm")
    QTest.keyClick(laid.sketch.field, Qt.Key.Key_Return)
    assert picture(laid).width == pytest.approx(0.5, rel=0.02)  # to the pixels of the pointer
    laid.sketch.take("select")


def test_a_stroke_beside_the_picture_asks_nothing(laid):
    pencil = Pencil(laid.sketch)
    pencil.take("I")
    pencil.pull((picture(laid).x - 0.2, 0.1), (picture(laid).x - 0.1, 0.1))
    assert not laid.sketch.field.isVisible() and "Picture" in laid.sketch.hint.text()
    laid.sketch.take("select")


def test_alt_and_drag_moves_it_when_it_is_selected_and_del_takes_it_away(laid):
    found, pencil = picture(laid), Pencil(laid.sketch)
    at = found.x + 0.9 * found.width, found.y + 0.4 * found.width
    pencil.pull(at, (at[0] + 0.2, at[1]), keys=ALT)
    assert picture(laid).x == pytest.approx(found.x + 0.2, abs=0.02)
    assert laid.session.document.steps[-1] == "Move the picture"
    laid.session.select(())
    pencil.pull(at, (at[0] - 0.2, at[1]), keys=ALT)
    assert picture(laid).x == pytest.approx(found.x + 0.2, abs=0.02)
    pencil.click(at)
    assert laid.session.selection == {"mark:pictures.0"}
    laid.menus.actions["delete"].trigger()
    assert not laid.session.model.sketch.pictures


def test_a_file_beside_the_model_is_named_by_its_name_alone(window, photo, monkeypatch):
    assert window.session.save(photo.parent / "drawing.lagr")
    monkeypatch.setattr(action, "ask_file", lambda *_: str(photo))
    window.menus.actions["picture"].trigger()
    assert picture(window).file == "photo.png"
    assert isinstance(content_of(window.session, "photo.png"), QImage)


def _contents(photo: Path) -> dict[str, bytes | None]:
    whole = photo.read_bytes()
    return {
        "missing": None,
        "empty": b"",
        "cut": whole[: len(whole) // 2],
        "text": b"a text " * 100,
        "svg": b'<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
        # A header that promises more pixels than there is memory for.
        "vast": whole[:16] + (200_000).to_bytes(4, "big") * 2 + whole[24:],
    }


@pytest.mark.parametrize("sort", ["missing", "empty", "cut", "text", "svg", "vast"])
def test_what_cannot_be_read_is_told_in_its_place_and_stays_in_the_drawing(laid, photo, sort):
    data = _contents(photo)[sort]
    photo.unlink()
    if data is not None:
        photo.write_bytes(data)
    with pytest.raises(LagrError):
        read_picture(photo)
    assert isinstance(content_of(laid.session, str(photo)), Problem)
    laid.sketch.grab()  # it is painted as a frame with the words
    assert picture(laid).file == photo.as_posix()


def test_what_cannot_be_read_is_not_laid_there(window, tmp_path, monkeypatch):
    told = []
    window.session.refused.connect(told.extend)
    (tmp_path / "bad.png").write_bytes(b"no picture")
    monkeypatch.setattr(action, "ask_file", lambda *_: str(tmp_path / "bad.png"))
    window.menus.actions["picture"].trigger()
    assert told and not window.session.model.sketch.pictures


@pytest.mark.parametrize("length", [1e-6, 0.3, 7.0, 1e4])
def test_the_first_point_stays_and_the_second_comes_to_the_length(length: float):
    model = add_picture(Model(), SketchPicture(file="a.png", x=0.3, y=-0.2, width=2.0))
    a, b = (0.5, 0.1), (0.9, 0.4)

    def share(picture: SketchPicture, at) -> tuple[float, float]:
        """Where a place is within the picture, in its widths."""
        return (at[0] - picture.x) / picture.width, (at[1] - picture.y) / picture.width

    old = model.sketch.pictures[0]
    new = scale_picture(model, 0, a, b, length).sketch.pictures[0]
    assert share(new, a) == pytest.approx(share(old, a), abs=FINE)
    there = [o + new.width * s for o, s in zip((new.x, new.y), share(old, b), strict=True)]
    assert hypot(there[0] - a[0], there[1] - a[1]) == pytest.approx(length, rel=FINE)


@pytest.mark.parametrize(("b", "length"), [((0.5, 0.1), 1.0), ((1.0, 1.0), 0.0), ((1, 1), -2.0)])
def test_no_distance_and_no_length_are_refused(b, length: float):
    model = add_picture(Model(), SketchPicture(file="a.png"))
    with pytest.raises(LagrError):
        scale_picture(model, 0, (0.5, 0.1), b, length)


def test_pictures_stay_where_bodies_are_removed_and_are_not_copied():
    model = add_picture(edits.add_body(Model(), (0, 0)), SketchPicture(file="a.png"))
    model = move_picture(model, 0, (1.0, 2.0))
    assert edits.remove(model, {"body:1"}).sketch.pictures == model.sketch.pictures
    assert edits.duplicate(model, {"body:1"}).sketch.pictures == model.sketch.pictures
    assert not edits.remove(model, {"mark:pictures.0"}).sketch.pictures


@pytest.mark.parametrize("turn", [0.0, 0.4, -2.9])
@pytest.mark.parametrize("direction", [None, 0.0, 1.2, -3.0])
def test_two_points_come_to_their_true_distance_and_direction(turn, direction):
    own = SketchPicture(file="a.png", x=0.3, y=-0.2, width=2.0, turn=turn)
    model = add_picture(Model(), own)
    a, b = (0.7, 0.1), (0.2, 0.9)
    new = scale_picture(model, 0, a, b, 1.7, direction).sketch.pictures[0]

    def beneath(picture: SketchPicture, at) -> tuple[float, float]:
        """The place in the picture, as parts of its width."""
        x, y = turned((at[0] - picture.x, at[1] - picture.y), -picture.turn)
        return x / picture.width, y / picture.width

    seen = atan2(b[1] - a[1], b[0] - a[0]) if direction is None else direction
    end = a[0] + 1.7 * cos(seen), a[1] + 1.7 * sin(seen)
    assert beneath(new, a) == pytest.approx(beneath(own, a), abs=FINE)
    assert beneath(new, end) == pytest.approx(beneath(own, b), abs=FINE)
    if direction is None:
        assert new.turn == pytest.approx(own.turn, abs=FINE)


def test_numbers_of_a_picture_have_the_digits_that_its_pixels_ask_for():
    model = add_picture(Model(), SketchPicture(file="a.png", width=0.7))
    model = scale_picture(model, 0, (0.1, 0.1), (1 / 3, 0.4), 0.25, 0.3)
    for by in ((1 / 3, 1 / 7), (0.1, 0.2), (-0.3, 1e-3)):
        model = move_picture(model, 0, by)
        found = model.sketch.pictures[0]
        for number in (found.x, found.y, found.width, degrees(found.turn)):
            assert number == pytest.approx(round(number, 6), abs=1e-12)
        for number in (found.x, found.y, found.width):
            assert len(repr(number).partition(".")[2]) <= 6


def test_the_field_of_the_angle_of_a_picture_is_in_degrees(laid):
    angle = field(laid, "sketch", "pictures", 0, "turn")
    assert angle.unit.text() == "deg"
    for text, shown, turn in (
        ("30", "30", pi / 6),
        ("0.1 rad", "5.729577951", 0.1),
        ("-12.5°", "-12.5", 0),
    ):
        type_text(angle, text)
        QTest.keyClick(angle.edit, Qt.Key.Key_Return)
        assert angle.edit.text() == shown
        assert picture(laid).turn == pytest.approx(turn or radians(-12.5), abs=1e-10)


def test_a_length_and_an_angle_turn_the_picture_which_is_seen_and_hit_there(laid):
    found, pencil = picture(laid), Pencil(laid.sketch)
    a = found.x + 0.25 * found.width, found.y + 0.1 * found.width
    b = found.x + 0.75 * found.width, found.y + 0.1 * found.width
    pencil.take("I")
    pencil.pull(a, b)
    length = 0.5 * found.width
    QTest.keyClicks(laid.sketch.field, f"{length:.3f} m 90")
    QTest.keyClick(laid.sketch.field, Qt.Key.Key_Return)
    laid.sketch.take("select")
    new = picture(laid)
    assert new.turn == pytest.approx(pi / 2, abs=0.03)
    assert new.width == pytest.approx(found.width, rel=0.03)
    shown = pictures_of(laid.session)[0]
    for part, within in ((0.3, True), (-0.3, False)):
        at = new.x - part * new.width / 2, new.y + 0.5 * new.width
        assert shown.holds(at) is within
        pixel = laid.sketch.grab().toImage().pixelColor(laid.sketch.pixel(at).toPoint())
        assert (pixel.red() > pixel.blue() + 50) is within
