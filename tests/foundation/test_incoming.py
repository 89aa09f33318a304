"""What comes from outside is read whole, or refused with words; never half, never for ever."""

from __future__ import annotations

import io
import json
import os
import random
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lagr_gui.foundation import incoming
from lagr_gui.foundation.problem import LagrError
from tests.patience import without_hanging

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(VALUES)
def test_json_is_read_as_it_was_written(value: Any) -> None:
    assert incoming.read_json(json.dumps(value)) == value
    assert incoming.read_json(json.dumps(value, ensure_ascii=False)) == value


@given(VALUES, st.integers(0, 200))
def test_json_that_is_cut_is_refused_or_whole(value: Any, at: int) -> None:
    text = json.dumps([value])
    cut = text[:at]
    if len(cut) < len(text):
        with pytest.raises(ValueError, match=r".+"):
            incoming.read_json(cut)


REFUSED = {
    "nan": ("[NaN]", "NaN"),
    "infinity": ("[-Infinity]", "Infinity"),
    "twice": ('{"a": 1, "b": 2, "a": 3}', "occurs twice"),
    "twice within": ('[{"a": {"x": 1, "x": 1}}]', "occurs twice"),
    "many digits": ("[" + "9" * 401 + "]", "401 digits"),
    "half a character": ('["\\ud800"]', "half a character"),
    "half a key": ('{"\\udfff": 1}', "half a character"),
    "deep": ("[" * 100_000 + "]" * 100_000, "nested"),
    "too many parts": ("[" + "[]," * 300_001 + "1]", "more than"),
    "many keys": (json.dumps({str(i): 0 for i in range(20_001)}), "more than"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_json_that_no_model_can_hold_is_refused_with_the_reason(name: str) -> None:
    text, words = REFUSED[name]
    with without_hanging(), pytest.raises(ValueError, match=words):
        incoming.read_json(text)


def test_pairs_of_surrogates_are_one_character() -> None:
    assert incoming.read_json('["\\ud83d\\ude42"]') == ["🙂"]
    assert incoming.has_halves("a\ud800") and not incoming.has_halves("ä🙂")


@pytest.mark.parametrize("depth", [0, 1, 3])
def test_long_lists_are_refused_wherever_they_stand(depth: int) -> None:
    data: Any = [0] * (incoming.MOST_ENTRIES + 1)
    for _ in range(depth):
        data = {"a": [data]}
    with pytest.raises(ValueError, match="more than"):
        incoming.refuse_long_lists(data)
    incoming.refuse_long_lists({"a": [[0] * incoming.MOST_ENTRIES]})


@pytest.mark.parametrize("size", [0, 1, 99, 100])
def test_a_file_is_read_whole_up_to_its_limit(size: int, tmp_path: Path) -> None:
    data = random.Random(size).randbytes(size)
    file = tmp_path / "file"
    file.write_bytes(data)
    assert incoming.read_bytes(file, most=100) == data
    assert incoming.read_head(file, 10) == data[:10]


@pytest.mark.parametrize("size", [101, 5000])
def test_a_larger_file_is_refused(size: int, tmp_path: Path) -> None:
    file = tmp_path / "large"
    file.write_bytes(b"x" * size)
    with pytest.raises(LagrError) as caught:
        incoming.read_bytes(file, most=100)
    assert caught.value.problems[0].code == "too-large"
    assert "large" in caught.value.problems[0].place


@pytest.mark.parametrize("data", [b"\xff", b"abc\x80", "ä".encode("latin-1"), "ä".encode("utf-16")])
def test_what_is_no_text_is_refused(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "text"
    file.write_bytes(data)
    with pytest.raises(LagrError) as caught:
        incoming.read_text(file)
    assert caught.value.problems[0].code == "encoding"


@given(st.text())
def test_texts_are_read_with_or_without_a_byte_order_mark(text: str) -> None:
    plain = text.lstrip("\ufeff")
    assert incoming.decoded(b"\xef\xbb\xbf" + plain.encode("utf-8", "replace"), "") == (
        plain.encode("utf-8", "replace").decode()
    )


@pytest.mark.parametrize("sort", ["missing", "folder", "link to itself", "name", "empty name"])
def test_what_is_no_file_is_told(sort: str, tmp_path: Path) -> None:
    path = {"folder": tmp_path, "empty name": Path("")}.get(sort, tmp_path / "it")
    if sort == "link to itself":
        path.symlink_to(path)
    if sort == "name":
        path = tmp_path / "a\0b"
    with pytest.raises(LagrError) as caught:
        incoming.read_bytes(path)
    (problem,) = caught.value.problems
    assert problem.code in ("read", "no-file") and problem.cause and problem.remedy


@pytest.mark.skipif(sys.platform == "win32", reason="pipes with names")
def test_a_pipe_and_a_device_are_refused_without_waiting(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero")):
        with without_hanging(), pytest.raises(LagrError) as caught:
            incoming.read_bytes(path)
        assert caught.value.problems[0].code == "no-file"


@pytest.mark.parametrize(
    ("stream", "code"),
    [(None, "read"), (io.StringIO("x" * 50), "too-large")],
)
def test_standard_input_is_read_up_to_its_limit(
    stream: Any, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("hello"))
    assert incoming.read_input("Input", most=10) == "hello"
    monkeypatch.setattr(sys, "stdin", stream)
    with pytest.raises(LagrError) as caught:
        incoming.read_input("Input", most=10)
    assert caught.value.problems[0].code == code
