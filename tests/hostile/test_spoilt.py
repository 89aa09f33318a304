"""What a user writes stays text: in every field, in every export, whatever stands in it."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from shutil import which
from typing import Any

import pytest

from lagr_gui import pipeline
from lagr_gui.editing import edits
from lagr_gui.exchange.registry import EXPORTS, Export
from lagr_gui.foundation.problem import LagrError
from lagr_gui.foundation.wording import Wording, is_plain
from tests.hostile.parsing import SLOW, fault
from tests.hostile.spoilt import (
    ALL,
    CODE,
    ENDS,
    SENTINEL,
    drawing,
    exported,
    fields,
    held,
    known,
    places,
    spoilt,
    texts,
)

ASKED = ("line", "unit", "value")
ELSEWHERE = {
    ("ChainLink", "port"): "names a port",
    ("ChainLink", "to"): "names a port",
    ("Function", "integral"): "names a function",
    ("MotionEvent", "name"): "is of an event, which exports refuse",
    ("MotionEvent", "when"): "is of an event, which exports refuse",
    **{("EventAction", what): "names an item" for what in ("set", "open", "on", "off")},
    **{("Asked", what): "is of an exercise, which leaves in the file alone" for what in ASKED},
    **{("GivenName", what): "is of an exercise, too" for what in ("name", "value")},
    ("Exercise", "given"): "is of an exercise, too",
    ("VariedValue", "parameter"): "is of an exercise, too",
    ("Element", "own"): "is a symbol",
    ("Solid", "file"): "is a file that has to be there",
}
"""Fields of texts that are not in the drawing, and why."""


@pytest.fixture(scope="module")
def given() -> dict[str, Any]:
    """What exports get of a drawing whose every text is an odd one."""
    model, _ = spoilt(ALL)
    return known(model)


def test_every_field_that_holds_a_text_is_tried() -> None:
    model = pipeline.read_text(json.dumps(drawing()))
    assert set(fields()) - set(held(model)) == set(ELSEWHERE)
    _, taken = spoilt(ALL)
    keys = {path[-1] for path in taken}
    assert {"name", "description", "unit", "text", "file", "item", "material", "source"} <= keys
    assert len(taken) >= 40


def test_no_name_holds_an_end_of_a_line() -> None:
    """Nor any other control character: refused where it is read, typed, or set."""
    model = pipeline.read_text(json.dumps(drawing()))
    for path in places(drawing()):
        if path[-1] not in ("name", "unit", "x_unit", "material", "source", "mark", "item"):
            continue
        for sign in (*ENDS, "\x1b", "\x7f", "\u202e", "\ufffe", "\ud800"):
            with pytest.raises(LagrError) as told:
                edits.set_value(model, path, f"a{sign}b")
            (problem, *_) = told.value.problems
            assert problem.path == path and problem.place and problem.cause and problem.remedy
    with pytest.raises(LagrError, match="one line"):
        edits.rename(model, "body:1", "a\nb")


def test_descriptions_have_lines_with_one_sort_of_end() -> None:
    model = pipeline.read_text(json.dumps(drawing()))
    ends = [end for end in ENDS if end.strip("\0")]
    text = "".join(f"{place}{end}" for place, end in enumerate(ends))
    found = edits.set_value(model, ("description",), text).description
    assert found == "".join(f"{place}\n" for place in range(len(ends)))
    with pytest.raises(LagrError, match="control"):
        edits.set_value(model, ("description",), "a\0b")


def test_no_template_takes_a_text_of_a_user() -> None:
    words = Wording("a\u2028b\n c\x00\u202e")
    for use in (str, "{}".format, "%s".__mod__, lambda text: f"{text}", "".join):
        with pytest.raises(TypeError):
            use(words)  # type: ignore[operator]
    assert words.lines == ["a", "b", " c  "] and words.line == "a b c"
    assert all(map(is_plain, words.lines))


@pytest.mark.parametrize("export", EXPORTS.values(), ids=list(EXPORTS))
def test_every_export_of_odd_texts_can_be_read(
    export: Export, given: dict[str, Any], tmp_path: Path
) -> None:
    quick = replace(export, endings=tuple(end for end in export.endings if end != ".png"))
    for file in exported(quick, given, tmp_path):
        assert file.suffix in SLOW or fault(file) == ""


def whole_product(folder: Path) -> None:
    """All texts in all exports, each looked at by what reads its language, and what runs run.

    ``python -c "from tests.hostile.test_spoilt import *; whole_product(Path('FOLDER'))"``
    """
    for place, text in enumerate(texts()):
        own = folder / str(place)
        own.mkdir(parents=True)
        given = known(spoilt(text)[0])
        for export in EXPORTS.values():
            for file in exported(export, given, own):
                print(place, file.name, fault(file) or "sound", flush=True)


@pytest.mark.parametrize("language", ["numpy", "javascript"])
def test_nothing_of_it_runs(language: str, given: dict[str, Any], tmp_path: Path) -> None:
    """The code that closes each sort of text and comment leaves no mark."""
    export = EXPORTS[language]
    (made,) = exported(export, given, tmp_path)
    file = made.rename(tmp_path / f"model{made.suffix}")
    command = {".py": sys.executable, ".mjs": which("node")}[file.suffix]
    if command is None:
        pytest.skip("Node is not there")
    done = subprocess.run(
        [command, str(file), "--points", "2"], cwd=tmp_path, capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0 and done.stdout.startswith("t,"), done.stderr
    assert [entry.name for entry in tmp_path.iterdir()] == [file.name]


def test_the_same_code_runs_where_it_is_code(tmp_path: Path) -> None:
    """So that what leaves no mark has not run."""
    subprocess.run([sys.executable, "-c", CODE["python"]], cwd=tmp_path, check=True)
    assert (tmp_path / SENTINEL).exists()


def test_what_is_no_text_of_a_language_is_found(tmp_path: Path) -> None:
    """So that what is content has been looked at."""
    broken = {
        ".py": "'", ".mjs": "'", ".c": '"', ".f90": "x = '", ".m": "x = '", ".json": "{",
        ".svg": "<svg>", ".sdf": "<a><plugin/></a>", ".html": "<img onerror='x'>",
        ".tex": "{", ".lagr": "{",
    }  # fmt: skip
    for ending, text in broken.items():
        file = tmp_path / f"model{ending}"
        file.write_text(text, "utf-8")
        assert fault(file) or ending in SLOW, ending
