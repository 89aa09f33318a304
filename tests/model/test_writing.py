"""Files are written whole or not at all, and keep what they are besides their content."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from lagr_gui.cli.__main__ import main
from lagr_gui.foundation import writing
from lagr_gui.foundation.problem import LagrError
from lagr_gui.foundation.resource import sample_models
from lagr_gui.model import Model, save, write_text
from tests.patience import wait_for
from tests.systems import pendulum

OLD, NEW = b"old content", b"new content, which is longer " * 1000
WAYS = ("write", "replacing")


@pytest.fixture(params=WAYS)
def put(request):
    """Writes bytes to a path: at once, or by others."""

    def by_others(path: Path, data: bytes, apart=()) -> None:
        with writing.replacing(path, apart) as temporary:
            temporary.write_bytes(data)

    return writing.write if request.param == "write" else by_others


@contextlib.contextmanager
def no_room(size: int) -> Iterator[None]:
    """No file can become larger than that, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def existing(tmp_path: Path) -> Path:
    path = tmp_path / "drawing.lagr"
    path.write_bytes(OLD)
    return path


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o700])
def test_the_mode_of_a_file_stays(tmp_path, put, mode):
    path = existing(tmp_path)
    path.chmod(mode)
    put(path, NEW)
    assert path.stat().st_mode & 0o777 == mode and path.read_bytes() == NEW
    assert names(tmp_path) == [path.name]


def test_a_new_file_has_the_mode_that_the_user_wants_for_new_files(tmp_path, put):
    before = os.umask(0o027)
    try:
        put(tmp_path / "new.lagr", NEW)
    finally:
        os.umask(before)
    assert (tmp_path / "new.lagr").stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("mode", [0o444, 0o400])
def test_a_protected_file_is_refused_and_stays(tmp_path, put, mode):
    path = existing(tmp_path)
    path.chmod(mode)
    with pytest.raises(LagrError, match="protected") as caught:
        put(path, NEW)
    assert path.read_bytes() == OLD and "another name" in caught.value.problems[0].remedy


def test_through_a_symbolic_link_the_file_behind_it_is_written(tmp_path, put):
    path = existing(tmp_path)
    (tmp_path / "elsewhere").mkdir()
    link = tmp_path / "elsewhere" / "link.lagr"
    link.symlink_to(Path("..") / path.name)
    put(link, NEW)
    assert link.is_symlink() and path.read_bytes() == NEW
    assert names(tmp_path / "elsewhere") == ["link.lagr"]


def test_all_names_of_a_file_show_the_new_content(tmp_path, put):
    path = existing(tmp_path)
    os.link(path, tmp_path / "other.lagr")
    put(path, NEW)
    assert (tmp_path / "other.lagr").read_bytes() == NEW and path.stat().st_nlink == 2
    assert names(tmp_path) == ["drawing.lagr", "other.lagr"]


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give files away")
def test_the_owner_of_a_file_stays(tmp_path, put):
    path = existing(tmp_path)
    os.chown(path, 1234, 2345)
    put(path, NEW)
    assert (path.stat().st_uid, path.stat().st_gid) == (1234, 2345)


@pytest.mark.parametrize("names_of_it", [1, 2])
def test_on_a_full_disk_the_old_file_stays_whole(tmp_path, put, names_of_it):
    path = existing(tmp_path)
    if names_of_it == 2:
        os.link(path, tmp_path / "other.lagr")
    with no_room(100), pytest.raises(LagrError, match="cannot be written"):
        put(path, NEW)
    assert path.read_bytes() == OLD
    assert len(names(tmp_path)) == names_of_it


def test_a_file_that_content_was_made_from_is_never_replaced(tmp_path, put):
    path = existing(tmp_path)
    (tmp_path / "soft.tex").symlink_to(path)
    os.link(path, tmp_path / "hard.tex")
    for name in ("drawing.lagr", "soft.tex", "hard.tex"):
        with pytest.raises(LagrError, match="made from"):
            put(tmp_path / name, NEW, [path])
    assert path.read_bytes() == OLD


def test_folders_and_pipes_that_nobody_reads_are_told_and_not_waited_for(tmp_path, put):
    os.mkfifo(tmp_path / "pipe")
    for name in ("", "pipe", "no/where", "x" * 300):
        with pytest.raises(LagrError):
            put(tmp_path / name, NEW)


def test_a_device_is_written_to_and_stays_one():
    writing.write("/dev/null", NEW)
    assert Path("/dev/null").is_char_device()


def test_where_files_need_a_name_writing_keeps_its_word(tmp_path, monkeypatch):
    monkeypatch.setattr(writing, "_nameless", lambda folder: None)
    path = existing(tmp_path)
    path.chmod(0o600)
    writing.write(path, NEW)
    assert path.read_bytes() == NEW and path.stat().st_mode & 0o777 == 0o600
    with no_room(100), pytest.raises(LagrError):
        writing.write(path, OLD * 1000)
    assert path.read_bytes() == NEW and names(tmp_path) == [path.name]


WRITER = """
import sys, time
from lagr_gui.foundation import writing
with writing.replacing(sys.argv[1]) as temporary:
    temporary.write_bytes(b"half")
    print("begun", flush=True)
    time.sleep(60)
"""


def test_what_a_killed_writer_left_goes_with_the_next_writing(tmp_path):
    path = existing(tmp_path)
    writer = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE)
    assert writer.stdout and writer.stdout.readline() == b"begun\n"
    with writing.replacing(path) as temporary:  # one that runs is left alone
        temporary.write_bytes(NEW)
    assert len(names(tmp_path)) == 2
    writer.kill()
    writer.wait()
    writer.stdout.close()
    with writing.replacing(path) as temporary:
        temporary.write_bytes(NEW)
    assert names(tmp_path) == [path.name]


SAVER = """
import sys
from lagr_gui.foundation import writing
while True:
    for letter in b"ab":
        writing.write(sys.argv[1], bytes([letter]) * 3_000_000)
"""


def test_a_killed_writer_leaves_the_old_file_or_the_new_one_and_nothing_else(tmp_path):
    path = tmp_path / "drawing.lagr"
    for number in range(12):
        saver = subprocess.Popen([sys.executable, "-c", SAVER, str(path)])
        wait_for(lambda: path.exists() or None, "the first file")
        time.sleep(0.013 * number)
        saver.send_signal(signal.SIGKILL)
        saver.wait()
        content = path.read_bytes()
        assert len(content) == 3_000_000 and len(set(content)) == 1
        assert len(names(tmp_path)) <= 2, "a name may stand for an instant"


# --- the command line ----------------------------------------------------------------------


@pytest.mark.parametrize("words", ["export --to latex --out", "import -o", "simulate --out"])
def test_no_command_replaces_what_it_reads(tmp_path, capsys, words):
    path = tmp_path / "m.lagr"
    path.write_bytes(sample_models()[0].read_bytes())
    link = tmp_path / "link.csv"
    link.symlink_to(path)
    command, *rest = words.split()
    for out in (path, link):
        assert main([command, str(path), *rest, str(out)]) == 1
        assert "made from" in capsys.readouterr().err
        assert path.read_bytes() == sample_models()[0].read_bytes()


def test_a_report_does_not_replace_what_it_is_made_of(tmp_path, capsys):
    path = tmp_path / "check.txt"
    text = write_text(pendulum())
    path.write_text(text, "utf-8")
    assert main(["report", str(path), "--out", str(tmp_path)]) == 1
    assert "made from" in capsys.readouterr().err
    assert path.read_text("utf-8") == text


def test_models_are_saved_the_same_way(tmp_path):
    path = existing(tmp_path)
    path.chmod(0o444)
    with pytest.raises(LagrError, match="protected"):
        save(Model(), path)
