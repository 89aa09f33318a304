"""Motions as arrays of NumPy and HDF5: the columns of the table, out and in."""

from __future__ import annotations

import csv
import io
import zipfile
from pathlib import Path

import h5py
import numpy as np
import pytest

from lagr_gui import pipeline, trajectory_csv, trajectory_hdf5, trajectory_npz
from lagr_gui.exchange.tables.motion_file import read_motion
from lagr_gui.foundation.problem import LagrError
from tests.samples.gallery import sample

OUTPUTS = ("length(spring)", "T/2")


def motion():
    model = sample("elastic_pendulum")
    names = ("T/2", f"{model.coordinates[0]}/2")
    system = pipeline.settings_of(model)
    return pipeline.simulate(model, system, outputs=names), pipeline.check(model).units


def test_arrays_hold_the_table_to_the_last_bit(tmp_path: Path) -> None:
    trajectory, units = motion()
    heads, *rows = csv.reader(io.StringIO(trajectory_csv(trajectory, units)))
    table = dict(zip(heads, np.array(rows, float).T, strict=True))
    names = [head.partition(" (")[0] for head in heads]
    (tmp_path / "a.npz").write_bytes(trajectory_npz(trajectory, units))
    with np.load(tmp_path / "a.npz", allow_pickle=False) as found:
        assert found["heads"].tolist() == heads
        for name, column in zip(names, table.values(), strict=True):
            assert np.array_equal(found[name], column)
    (tmp_path / "a.h5").write_bytes(trajectory_hdf5(trajectory, units))
    with h5py.File(tmp_path / "a.h5") as file:
        own = {entry.attrs["name"]: entry for entry in file.values()}
        assert set(own) == set(names)
        assert own["t"].attrs["unit"] == "s"
        for name, column in zip(names, table.values(), strict=True):
            assert np.array_equal(own[name][()], column)
    for file in ("a.npz", "a.h5"):
        back = read_motion(tmp_path / file)
        assert set(back) == set(names)
        assert all(back[n] == c.tolist() for n, c in zip(names, table.values(), strict=True))


def test_the_same_motion_gives_the_same_bytes() -> None:
    trajectory, units = motion()
    assert trajectory_npz(trajectory, units) == trajectory_npz(trajectory, units)
    assert trajectory_hdf5(trajectory, units) == trajectory_hdf5(trajectory, units)


def test_arrays_of_any_numbers_come_in_empty_ones_too(tmp_path: Path) -> None:
    rows = {"t": np.arange(3.0), "a": np.array([1, 2], ">i2"), "none": np.zeros(0)}
    with h5py.File(tmp_path / "a.h5", "w") as file:
        for name, row in rows.items():
            file[name] = row
        file.create_group("inner")["x"] = 1
    np.savez(tmp_path / "a.npz", **rows)
    for name in ("a.h5", "a.npz"):
        assert read_motion(tmp_path / name) == {key: row.tolist() for key, row in rows.items()}


def test_what_is_no_table_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.npz").write_bytes(b"PK nothing")
    (tmp_path / "a.h5").write_bytes(b"nothing")
    np.savez(tmp_path / "b.npz", t=np.array([{}], dtype=object))
    np.savez(tmp_path / "c.npz", t=np.zeros((2, 2)))
    with zipfile.ZipFile(tmp_path / "d.npz", "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("t.npy", bytes(20_000_000))
    with h5py.File(tmp_path / "d.h5", "w") as file:
        file.create_dataset("t", shape=(2_000_000,), dtype=float)
    for name in ("a.npz", "a.h5", "b.npz", "c.npz", "d.npz", "d.h5"):
        with pytest.raises(LagrError) as told:
            read_motion(tmp_path / name)
        assert name in str(told.value)
