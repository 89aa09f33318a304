"""Files of arrays from strangers: their own numbers alone are read, and what is wrong is told."""

from __future__ import annotations

import io
import os
import random
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import h5py
import numpy as np
import pytest

from lagr_gui import LagrError, load_sweep
from lagr_gui.exchange.tables.curve_file import read_curve
from lagr_gui.exchange.tables.motion_file import read_motion

T = np.linspace(0, 1, 50)


def refusal_of(read: Callable[[Path], object], path: Path) -> str:
    with pytest.raises(LagrError) as told:
        read(path)
    return str(told.value)


def external(file: h5py.File, other: Path) -> None:
    file.create_dataset("x", T.shape, "f8", external=[(str(other), 0, T.nbytes)])


def linked(file: h5py.File, other: Path) -> None:
    file["x"] = h5py.ExternalLink(str(other), "x")


def virtual(file: h5py.File, other: Path) -> None:
    layout = h5py.VirtualLayout(T.shape, "f8")
    layout[:] = h5py.VirtualSource(str(other), "x", T.shape)
    file.create_virtual_dataset("x", layout)


def virtual_of_itself(file: h5py.File, other: Path) -> None:
    layout = h5py.VirtualLayout(T.shape, "f8", maxshape=(None,))
    source = h5py.VirtualSource(".", "x", T.shape, maxshape=(None,))
    layout[: h5py.h5s.UNLIMITED] = source[: h5py.h5s.UNLIMITED]
    file.create_virtual_dataset("x", layout)


def link_to_itself(file: h5py.File, other: Path) -> None:
    file["x"] = h5py.SoftLink("/x")


@pytest.mark.parametrize("lead", [external, linked, virtual, virtual_of_itself, link_to_itself])
def test_no_file_leads_to_another(lead: Callable[..., None], tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "other")  # who opened it would wait for ever
    with h5py.File(tmp_path / "a.h5", "w", libver="latest") as file:
        file["t"] = T
        lead(file, tmp_path / "other")
    assert "lies in other files" in refusal_of(read_motion, tmp_path / "a.h5")


def test_what_unfolds_without_end_or_has_no_end_is_told(tmp_path: Path) -> None:
    with h5py.File(tmp_path / "bomb.h5", "w") as file:
        packed = file.create_dataset("t", T.shape, "f8", chunks=T.shape, compression="gzip")
        squeeze = zlib.compressobj(9)
        block = squeeze.compress(bytes(10_000_000)) + squeeze.flush(zlib.Z_FULL_FLUSH)
        more = squeeze.compress(bytes(10_000_000)) + squeeze.flush(zlib.Z_FULL_FLUSH)
        packed.id.write_direct_chunk((0,), block + more * 100)
    assert "HDF5" in refusal_of(read_motion, tmp_path / "bomb.h5")
    with h5py.File(tmp_path / "cut.h5", "w") as file:
        file["t"] = T
    content = (tmp_path / "cut.h5").read_bytes()
    (tmp_path / "cut.h5").write_bytes(content[:-200])
    assert "HDF5" in refusal_of(read_motion, tmp_path / "cut.h5")


def test_pipes_and_devices_are_refused_at_once(tmp_path: Path) -> None:
    for ending in ("csv", "npz", "h5"):
        for read in (read_motion, read_curve, load_sweep):
            place = tmp_path / f"{read.__name__}.{ending}"
            os.mkfifo(place)
            assert "It is a pipe" in refusal_of(read, place)
            place.unlink()
            place.symlink_to("/dev/zero")
            assert "It is a device" in refusal_of(read, place)


def test_arrays_are_as_large_as_their_heads_tell(tmp_path: Path) -> None:
    for shape in ((10**12,), (2**63,), (-5,), (49,), (51,), (0,)):
        head = io.BytesIO()
        told = {"descr": "<f8", "fortran_order": False, "shape": shape}
        np.lib.format.write_array_header_1_0(head, told)
        with zipfile.ZipFile(tmp_path / "a.npz", "w") as file:
            file.writestr("t.npy", head.getvalue() + T.tobytes())
        assert "as large as its head tells" in refusal_of(read_motion, tmp_path / "a.npz")


@pytest.mark.parametrize("ending", ["npz", "csv"])
def test_damaged_files_are_read_or_refused_in_words(ending: str, tmp_path: Path) -> None:
    sound, chance = tmp_path / f"sound.{ending}", random.Random(7)
    if ending == "npz":
        np.savez_compressed(sound, t=T, x=T)
    else:
        sound.write_text("t,x\n" + "".join(f"{t},{t}\n" for t in T.tolist()))
    told = 0
    for number in range(60):
        content = bytearray(sound.read_bytes())
        for _ in range(number // 2):
            content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        (tmp_path / f"a.{ending}").write_bytes(
            content if number % 2 else content[: chance.randrange(len(content))]
        )
        for read in (read_curve, load_sweep):
            try:
                read(tmp_path / f"a.{ending}")
            except LagrError:
                told += 1
    assert told > 60
