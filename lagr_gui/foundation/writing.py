"""Writing files: whole or not at all.

What is written stands in a file of its own first and takes the place of its target when it is
complete and on the disk.  So a full disk, a fault or a killed process leaves the old file as it
was.  The target keeps its mode, owner and attributes; through a symbolic link the file behind it
is written.  A file with several names (hard links), and one whose owner cannot be given to a new
file, is written anew in place, and put back to what it was if that fails.
"""

from __future__ import annotations

import contextlib
import glob
import io
import os
import secrets
import stat
import tempfile
import zipfile
from collections.abc import Generator, Iterable, Mapping
from pathlib import Path

from lagr_gui.foundation.locking import FileClaim, FileClaimed, FileOwner, Hold, held, owner_of
from lagr_gui.foundation.message import Message, say
from lagr_gui.foundation.problem import LagrError, refusal, why

MODE = 0o666
"""Mode of a new file, as far as the user's mask allows it."""


def write(path: str | os.PathLike[str], content: str | bytes, apart: Iterable[Path] = ()) -> None:
    """Write a file whole or not at all; a text in UTF-8.

    `apart` are files that must stay as they are: what the content was made from.  A device or a
    pipe that is there is written to.  Raises LagrError when the file cannot be written.
    """
    target = Path(path)
    with _told(target):
        data = content.encode("utf-8") if isinstance(content, str) else content
        if _is_stream(target, apart):
            _stream(target, data)
        else:
            _write_whole(Path(os.path.realpath(target)), data)


def packed(files: Mapping[str, bytes]) -> bytes:
    """Files by name as one archive (zip); the same files give the same bytes."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type, entry.create_system = zipfile.ZIP_DEFLATED, 3
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, files[name])
    return content.getvalue()


@contextlib.contextmanager
def replacing(path: str | os.PathLike[str], apart: Iterable[Path] = ()) -> Generator[Path]:
    """A file to be written by others, which takes the place of `path` when all went well.

    It has the same ending.  Raises LagrError when it cannot be made or put there, also for an
    OSError or ValueError of what is done with it.
    """
    target = Path(path)
    with _told(target):
        if _is_stream(target, apart):
            raise _refusal(target, "It is not a file.")
        with _beside(Path(os.path.realpath(target))) as temporary:
            yield temporary


def same_file(one: str | os.PathLike[str], other: str | os.PathLike[str]) -> bool:
    """Whether two names lead to the same file that is there, by whatever links."""
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return False


def keep_apart(target: str | os.PathLike[str], others: Iterable[str | os.PathLike[str]]) -> None:
    """Raise LagrError where a target is, by whatever links, a file that has to stay as it is."""
    if any(same_file(target, other) for other in others):
        cause = "It would take the place of the file that it is made from."
        raise _refusal(Path(target), cause, "same-file")


@contextlib.contextmanager
def claimed(path: str | os.PathLike[str]) -> Generator[None]:
    """That no other program writes a file meanwhile. Raises LagrError where one does."""
    target = Path(path)
    with _told(target):
        try:
            claim = FileClaim(target)
        except FileClaimed as other:
            raise _busy(target, other.owner) from None
    with contextlib.closing(claim):
        yield


def refuse_replacing(path: str | os.PathLike[str]) -> None:
    """Raise LagrError where something is in a file: what is there is not replaced unasked."""
    target = Path(path)
    try:
        there = target.stat()
    except (OSError, ValueError):
        return
    if stat.S_ISREG(there.st_mode) and there.st_size:
        remedy = "Name another file, or let it be replaced (overwrite)."
        raise refusal(_place(target), "It is there already.", remedy, code="write")


def _busy(target: Path, owner: FileOwner) -> LagrError:
    cause = say("Another program is at work on it.")
    if owner.pid:
        cause = say(
            "Another program is at work on it: process {pid}, since {since}.",
            pid=owner.pid,
            since=owner.since,
        )
    remedy = "Wait until it is done, or name another file."
    return refusal(_place(target), cause, remedy, code="busy")


def _place(target: Path) -> Message:
    return say("File “{name}”", name=target.name)


@contextlib.contextmanager
def _told(target: Path) -> Generator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        raise _refusal(target, say("It cannot be written ({why}).", why=why(error))) from error


def _refusal(target: Path, cause: str, code: str = "write") -> LagrError:
    remedy = "Save under another name or in another folder."
    return refusal(_place(target), cause, remedy, code=code)


def _is_stream(target: Path, apart: Iterable[Path]) -> bool:
    """Whether a device or a pipe stands there. Raises LagrError for what must not be written."""
    keep_apart(target, apart)
    if owner := owner_of(target):
        raise _busy(target, owner)
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return False
    if stat.S_ISDIR(mode):
        raise _refusal(target, "It is a folder.")
    if not mode & 0o222 or not os.access(target, os.W_OK):
        raise _refusal(target, "It is protected against writing.")
    return not stat.S_ISREG(mode)


def _stream(target: Path, data: bytes) -> None:
    """Write to a device or a pipe; a pipe that nobody reads is a fault, nothing to wait for."""
    handle = os.open(target, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(handle, "wb") as stream:
        os.set_blocking(handle, True)
        stream.write(data)


def _write_whole(place: Path, data: bytes) -> None:
    handle = _nameless(place.parent)
    if handle is None:
        with _beside(place) as temporary:
            temporary.write_bytes(data)
        return
    with os.fdopen(handle, "wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(handle)
        if _has_to_stay(handle, place):
            _pour(data, place)
        else:
            _give_name(handle, place)


def _nameless(folder: Path) -> int | None:
    """A file without a name, of which a killed process leaves nothing; None where there is none."""
    flags = getattr(os, "O_TMPFILE", 0)
    if not flags or not Path("/proc/self/fd").is_dir():
        return None
    try:
        return os.open(folder, flags | os.O_RDWR, MODE)
    except OSError:
        return None


def _give_name(handle: int, place: Path) -> None:
    name = place.parent / f"{_stem(place)}{secrets.token_hex(4)}{_ending(place)}"
    folder = os.open(place.parent, os.O_RDONLY)
    try:
        os.link(f"/proc/self/fd/{handle}", name, src_dir_fd=folder)  # follows that link
        os.replace(name, place)
        os.fsync(folder)
    finally:
        os.close(folder)
        name.unlink(missing_ok=True)


@contextlib.contextmanager
def _beside(place: Path) -> Generator[Path]:
    """A new file in the folder of a place, which it takes in the end."""
    _sweep(place)
    handle, name = tempfile.mkstemp(_ending(place), _stem(place), place.parent)
    os.close(handle)
    temporary = Path(name)
    hold = Hold(temporary)
    try:
        os.chmod(temporary, MODE & ~_mask())
        yield temporary
        with temporary.open("rb+") as stream:
            os.fsync(stream.fileno())
        hold.close()
        if _has_to_stay(temporary, place):
            _pour(temporary.read_bytes(), place)
        else:
            os.replace(temporary, place)
    finally:
        hold.close()
        temporary.unlink(missing_ok=True)


def _sweep(place: Path) -> None:
    """Remove what processes left that were killed while they wrote the same file."""
    for left in place.parent.glob(f"{glob.escape(_stem(place))}*{glob.escape(_ending(place))}"):
        if not held(left):
            with contextlib.suppress(OSError):
                left.unlink()


def _has_to_stay(new: int | Path, place: Path) -> bool:
    """Whether the file that is there must stay itself; otherwise the new one looks like it now."""
    try:
        old = place.stat()
    except FileNotFoundError:
        return False
    if old.st_nlink > 1:
        return True
    try:
        renewed = os.stat(new)
        if (renewed.st_uid, renewed.st_gid) != (old.st_uid, old.st_gid):
            os.chown(new, old.st_uid, old.st_gid)
        if hasattr(os, "listxattr"):
            for name in os.listxattr(place):
                os.setxattr(new, name, os.getxattr(place, name))
        os.chmod(new, stat.S_IMODE(old.st_mode))
    except OSError:
        return True
    return False


def _pour(data: bytes, place: Path) -> None:
    """Write new content into the old file, which goes back to what it was if that fails."""
    before = place.read_bytes()
    try:
        _overwrite(place, data)
    except BaseException:
        _overwrite(place, before)
        raise


def _overwrite(place: Path, data: bytes) -> None:
    with place.open("r+b") as stream:
        stream.write(data)
        stream.truncate()
        stream.flush()
        os.fsync(stream.fileno())


def _stem(place: Path) -> str:
    return f".{place.stem[:40]}."


def _ending(place: Path) -> str:
    return f".tmp{place.suffix[:20]}"


def _mask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
