"""The window starts, and can be drawn in, whatever is stored where it looks."""

from __future__ import annotations

import base64
import json
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from lagr_gui.editing import edits
from lagr_gui.foundation import languages
from lagr_gui.foundation.resource import resource_path
from lagr_gui.gui import settings, words
from lagr_gui.gui.application import show_fitting
from tests.gui.test_keeping import left_over

State = Callable[[Path], None]
"""Puts something at a place, whose folder exists."""


def holding(content: bytes) -> State:
    return lambda place: place.write_bytes(content) and None


def entries(**kept: object) -> State:
    return holding(json.dumps(kept).encode())


def pipe(place: Path) -> None:
    os.mkfifo(place)


def unreadable(place: Path) -> None:
    place.write_bytes(b"{}")
    place.chmod(0)


def circle(place: Path) -> None:
    place.symlink_to(place)


def nowhere(place: Path) -> None:
    place.symlink_to(place.parent / "gone" / "far")


def sparse(place: Path) -> None:
    with place.open("wb") as file:
        file.truncate(8_000_000_000)


GARBAGE = base64.b64encode(bytes(range(256)) * 40).decode()
FILES: dict[str, State] = {
    "a pipe": pipe,
    "a folder": Path.mkdir,
    "nothing in it": holding(b""),
    "bytes": holding(bytes(range(256)) * 400),
    "unreadable": unreadable,
    "a link to itself": circle,
    "a link to nothing": nowhere,
    "eight gigabytes": sparse,
    "deep": holding(b"[" * 100_000),
    "a list": holding(b"[]"),
    "a number": holding(b"1e999"),
    "half a text": holding(b'{"recent": ["/tmp/a'),
    "other letters": holding('{"language": "dé"}'.encode("utf-16")),
}
SETTINGS = FILES | {
    "numbers": entries(language=7, theme=None, recent=3, folder=[], **{"window/geometry": 1}),
    "lists of everything": entries(
        recent=[1, None, {"a": 1}, [], "/tmp", "a\0b", "/" + "x" * 9000]
    ),
    "texts that are none of the choices": entries(language="xx", theme="ultraviolet", folder="\0"),
    "lists for texts": entries(language=["de"], theme=["dark"], folder=["/"], recent="recent"),
    "twenty thousand recent files": entries(recent=["/tmp/a.lagr"] * 20_000),
    "an arrangement of noise": entries(**{"window/geometry": GARBAGE, "window/state": GARBAGE}),
    "an arrangement in no code": entries(**{"window/geometry": "ä∞", "window/state": "=="}),
    "an arrangement that is too long": entries(
        **{"window/geometry": "A" * 300_000, "window/state": "A" * 300_000}
    ),
}
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="pipes and links of Unix")


def starts(make_window, folder: Path) -> None:
    """A window comes, with nothing in the way, and takes what is drawn."""
    window = make_window(folder)
    show_fitting(window)
    assert window.isVisible() and window.menus.actions["open"].isEnabled()
    before = len(window.session.model.bodies)
    window.session.edit("Add", lambda model: edits.add_body(model, (0, 0)))
    assert len(window.session.model.bodies) == before + 1
    for key in ("recent", "language"):
        settings.remember(key, settings.text(key) or "en")


@POSIX
@pytest.mark.parametrize("name", SETTINGS)
def test_the_window_starts_with_settings_that_are(name, make_window, answers, told, tmp_path):
    file = settings.settings_file()
    file.parent.mkdir(parents=True)
    SETTINGS[name](file)
    starts(make_window, tmp_path / "kept")


@POSIX
def test_the_window_starts_where_nothing_can_be_remembered(make_window, answers, told, tmp_path):
    settings.settings_file().parent.write_bytes(b"")
    (tmp_path / "kept").write_bytes(b"")
    starts(make_window, tmp_path / "kept")


KEPT = FILES | {
    "a head alone": holding(b'{"drawing": "a", "path": "", "seen": "", "name": ""}\n'),
    "heads of numbers": holding(b'{"drawing": 1, "path": 2, "seen": 3, "name": 4}\n{}'),
    "a long head": holding(b'{"drawing": "' + b"x" * 1_000_000 + b'"}\n'),
    "a path that is none": holding(b'{"drawing":"a","path":"a\\u0000b","seen":"","name":""}\n{}'),
}


@POSIX
@pytest.mark.parametrize("place", ["recovery/{}.lagr", "recovery/{}.lock", "versions/{}-1-b.lagr"])
def test_the_window_starts_beside_kept_drawings_of_every_sort(
    place, make_window, answers, told, tmp_path
):
    answers["question"] = "later"
    left_over(tmp_path / "kept")
    for number, state in enumerate(KEPT.values()):
        file = tmp_path / "kept" / place.format(number)
        file.parent.mkdir(exist_ok=True)
        state(file)
    starts(make_window, tmp_path / "kept")


@POSIX
@pytest.mark.parametrize(
    ("folder", "name"), [("", "bytes"), ("recovery", "a pipe"), ("versions", "a link to itself")]
)
def test_the_window_starts_where_a_folder_of_kept_drawings_is_something_else(
    name, folder, make_window, answers, told, tmp_path
):
    place = tmp_path / "kept" / folder if folder else tmp_path / "kept"
    place.parent.mkdir(exist_ok=True)
    FILES[name](place)
    starts(make_window, tmp_path / "kept")


TABLES = FILES | {
    "wrong words": entries(Open=1, Save=["Sichern"], New={"a": 1}),
    "other gaps": entries(**{"Written: {path}": "Geschrieben: {ort} {0} {", "Open…": "{"}),
}


@pytest.fixture
def own_tables(monkeypatch, tmp_path):
    """Translations of this test only."""
    folder = tmp_path / "resources"
    shutil.copytree(resource_path("translations"), folder / "translations")
    known = (languages.words_of,)
    monkeypatch.setattr(
        languages, "resource_path", lambda name: folder / name if "transl" in name else name
    )
    for table in known:
        table.cache_clear()
    words.use_language("de")
    yield folder / "translations"
    words.use_language("en")
    for table in known:
        table.cache_clear()


@POSIX
@pytest.mark.parametrize("folder", ["", "problems"])
def test_the_window_starts_with_translations_of_every_sort(
    folder, own_tables, make_window, answers, told, tmp_path
):
    for number, state in enumerate(TABLES.values()):
        state(own_tables / folder / f"de_{number}.json")
    (own_tables / "de_window.json").write_bytes(b"")
    starts(make_window, tmp_path / "kept")
