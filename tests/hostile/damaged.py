"""Tables and sweeps that are damaged, lead elsewhere, unfold without end, or are no files."""

from __future__ import annotations

import io
import os
import random
import socket
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import h5py
import numpy as np

T = np.linspace(0, 1, 50)
TEXT = "t,x\n" + "".join(f"{t},{t}\n" for t in T.tolist())
FLIPPED, CUT = 12, 12
"""Files of each ending with single bits the other way round, and cut at so many places."""


def hdf5(fill: Callable[[h5py.File], object]) -> bytes:
    """An HDF5 file with a column of times, and what a function puts beside it."""
    content = io.BytesIO()
    with h5py.File(content, "w", libver="latest") as file:
        file["t"] = T
        fill(file)
    return content.getvalue()


def npz(entries: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An archive of these entries."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", method) as file:
        for name, data in entries.items():
            file.writestr(name, data)
    return content.getvalue()


def array(numbers: object, head: str = "") -> bytes:
    """An array as NumPy writes it, with another head."""
    content = io.BytesIO()
    np.save(content, np.asarray(numbers), allow_pickle=True)
    data = content.getvalue()
    if not head:
        return data
    return data[:8] + len(head).to_bytes(2, "little") + head.encode() + T.tobytes()


SOUND = {
    "h5": hdf5(lambda file: file.create_dataset("x", data=T, chunks=(10,), compression="gzip")),
    "npz": npz({"t.npy": array(T), "x.npy": array(T)}),
    "csv": TEXT.encode(),
}
"""What can be read, by ending."""


def broken(ending: str) -> Iterator[tuple[str, bytes]]:
    """Sound files that were cut, or in which bits are the other way round, by names."""
    sound, chance = SOUND[ending], random.Random(ending)
    for place in range(CUT):
        yield f"cut {place}", sound[: len(sound) * place // CUT]
    for place in range(FLIPPED):
        data = bytearray(sound)
        for _ in range(1 + place):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        yield f"flipped {place}", bytes(data)


def of_a_writer(data: bytes) -> bytes:
    """A file of HDF5 that says that another program is writing it, for many readers."""
    return data[:11] + b"\5" + data[12:]


# --- HDF5 ------------------------------------------------------------------------------------


def _external(file: h5py.File, path: str) -> None:
    file.create_dataset("x", T.shape, "f8", external=[(path, 0, T.nbytes)])


def _virtual(file: h5py.File, path: str, name: str = "x", own: str = "x") -> None:
    layout = h5py.VirtualLayout(T.shape, "f8")
    layout[:] = h5py.VirtualSource(path, name, T.shape)
    file.create_virtual_dataset(own, layout)


def _endless(file: h5py.File) -> None:
    layout = h5py.VirtualLayout(T.shape, "f8", maxshape=(None,))
    source = h5py.VirtualSource(".", "x", T.shape, maxshape=(None,))
    layout[: h5py.h5s.UNLIMITED] = source[: h5py.h5s.UNLIMITED]
    file.create_virtual_dataset("x", layout)


def _ring(file: h5py.File) -> None:
    _virtual(file, ".", "y", "x")
    _virtual(file, ".", "x", "y")


def _groups_in_a_ring(file: h5py.File) -> None:
    file.create_group("x")["x"] = file["/"]
    file["y"] = h5py.SoftLink("/x/x/x/x/y")


def _deep(file: h5py.File) -> None:
    file["x"] = h5py.SoftLink("/" + "/".join("g" * 5000))


def _links_in_a_row(file: h5py.File) -> None:
    for place in range(200):
        file[f"l{place}"] = h5py.SoftLink(f"/l{place + 1}")


def _references(file: h5py.File) -> None:
    file.create_dataset("x", data=[file["t"].ref] * 50, dtype=h5py.ref_dtype)


def _records(file: h5py.File) -> None:
    file["x"] = np.zeros(50, [("a", "f8"), ("b", "i4")])


def _ragged(file: h5py.File) -> None:
    rows = file.create_dataset("x", (50,), h5py.vlen_dtype(np.float64))
    rows[0] = T


def _of_texts(file: h5py.File) -> None:
    file.create_dataset("x", data=["a"] * 50, dtype=h5py.string_dtype())


def _nested_attribute(file: h5py.File) -> None:
    file["t"].attrs["name"] = np.zeros(3, [("a", "f8")])
    file["x"] = h5py.SoftLink("/nowhere")


LEADING = {
    "external storage": lambda file: _external(file, "/etc/passwd"),
    "external storage of a pipe": lambda file: _external(file, "pipe"),
    "external link": lambda file: file.__setitem__("x", h5py.ExternalLink("other.h5", "x")),
    "external link to a pipe": lambda file: file.__setitem__("x", h5py.ExternalLink("pipe", "x")),
    "external link to itself": lambda file: file.__setitem__("x", h5py.ExternalLink(".", "x")),
    "virtual": lambda file: _virtual(file, "other.h5"),
    "virtual of a pipe": lambda file: _virtual(file, "pipe"),
    "virtual of itself": lambda file: _virtual(file, "."),
    "virtual of itself without end": _endless,
    "virtual in a ring": _ring,
    "link to itself": lambda file: file.__setitem__("x", h5py.SoftLink("/x")),
    "link to nowhere": lambda file: file.__setitem__("x", h5py.SoftLink("/nowhere")),
    "link that is long": _deep,
    "links in a row": _links_in_a_row,
    "groups in a ring": _groups_in_a_ring,
    "references": _references,
    "records": _records,
    "ragged": _ragged,
    "of texts": _of_texts,
    "opaque": lambda file: file.create_dataset("x", data=np.zeros(50, "V8")),
    "numbers of two parts": lambda file: file.create_dataset("x", data=T + 1j),
    "never written": lambda file: file.create_dataset("x", (10**12,), "f8", chunks=(1000,)),
    "wide, never written": lambda file: file.create_dataset("x", (2**31, 2**31), "i1", chunks=True),
    "two dimensions": lambda file: file.create_dataset("x", data=np.zeros((50, 3))),
    "no numbers": lambda file: file.create_dataset("x", (0,), "f8"),
    "empty": lambda file: file.create_dataset("x", data=h5py.Empty("f8")),
    "odd attribute": _nested_attribute,
}  # fmt: skip
"""What stands beside the times in files of HDF5, by names; none of it is read."""

ODD = {
    "npz": {
        "bomb": npz({"t.npy": bytes(200_000_000)}),
        "many": npz({f"{place}.npy": b"" for place in range(30_000)}),
        "objects": npz({"t.npy": array([{}, None])}),
        "no arrays": npz({"t.txt": b"1"}),
        "empty archive": npz({}),
        "one array": npz({"t.npy": array(T)}),
        "climbs out": npz({"../../t.npy": array(T), "x.npy": array(T[:3])}),
        "bzip2": npz({"t.npy": array(T)[:90]}, zipfile.ZIP_BZIP2),
        "lzma": npz({"t.npy": array(T)[:90]}, zipfile.ZIP_LZMA),
        "head of a million million": npz(
            {"t.npy": array(T, "{'descr': '<f8', 'fortran_order': False, 'shape': (10**12,)}\n")}
        ),
        "head without end": npz({"t.npy": array(T, "(" * 9000)}),
        "head that calls": npz({"t.npy": array(T, "__import__('os').system('touch sentinel')")}),
        "nothing wide": npz(
            {"t.npy": array(T, "{'descr': '|S0', 'fortran_order': False, 'shape': (99999999999,)}")}
        ),
        "complex": npz({"t.npy": array(T + 1j), "x.npy": array(T)}),
        "not finite": npz({"t.npy": array(T), "x.npy": array(T / 0 if 0 else np.full(50, np.nan))}),
    },
    "csv": {
        "zeros": bytes(5_000_000),
        "one line": b"1," * 2_000_000,
        "quotes without end": b't,x\n"' + b"1," * 500_000,
        "quotes in quotes": b't,x\n"' + b'"' * 1_000_001,
        "ends of lines": b"\r\n" * 2_000_000,
        "not finite": b"t,x\n0,1e999\n1,nan\n",
        "no text": bytes(range(256)) * 1000,
        "half of UTF-16": b"\xff\xfet\0,\0x\0\n",
        "heads alone": b"t,x\n",
        "one head": b"t\n1\n",
        "the same heads": b"t,t,x,x\n1,2,3,4\n",
        "rows of many lengths": b"t,x\n1\n1,2,3\n",
        "digits": b"t,x\n" + b"9" * 1_000_000 + b",1\n",
        "odd digits": "t,x\n１,२\n".encode(),
        "too many columns": ",".join(f"c{n}" for n in range(400_000)).encode() + b"\n",
        "too large": b"1,2\n" * 3_000_000,
    },
}
"""Further ones by endings and names."""


def files(kind: str, folder: Path) -> Iterator[Path]:
    """The files of a kind in a folder, named by what they are, with a pipe that others name."""
    if not (folder / "pipe").exists():
        os.mkfifo(folder / "pipe")
        (folder / "other.h5").write_bytes(SOUND["h5"])
    if kind == "none":
        yield from _no_files(folder)
        return
    odd = ODD.get(kind, {}) or {name: hdf5(fill) for name, fill in LEADING.items()}
    if kind == "h5":
        odd["of a writer who is gone"] = of_a_writer(SOUND[kind][:-1000])
    for name, content in (*odd.items(), *broken(kind)):
        path = folder / f"{name}.{kind}"
        path.write_bytes(content)
        yield path


def _no_files(folder: Path) -> Iterator[Path]:
    for ending in SOUND:
        for name in (
            "pipe",
            "nowhere",
            "/dev/zero",
            "/dev/tty",
            "/proc/self/mem",
            "/proc/kmsg",
            ".",
        ):
            path = folder / f"link to {name.replace('/', ' ')}.{ending}"
            path.symlink_to(name)
            yield path
        path = folder / f"ring.{ending}"
        path.symlink_to(path.name)
        yield path
        (folder / f"folder.{ending}").mkdir()
        yield folder / f"folder.{ending}"
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(str(folder / f"socket.{ending}"))
        yield folder / f"socket.{ending}"


KINDS = ("h5", "npz", "csv", "none")
