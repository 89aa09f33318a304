"""Units whose programs end, hang or want to be what they are not: told, and nothing stays."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import zipfile
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from shutil import which

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.cli.__main__ import main
from lagr_gui.foundation.problem import Cancelled, LagrError
from lagr_gui.simulation import SimulationStopped
from lagr_gui.simulation.units import SteppedUnit, read_unit
from lagr_gui.simulation.units.loaded import LoadedUnit
from lagr_gui.simulation.units.reading import unpack
from tests.patience import without_hanging
from tests.units.building import controller_unit, described
from tests.units.test_controllers import controlled

pytestmark = [
    pytest.mark.skipif(which("cc") is None, reason="no compiler for C on this machine"),
    pytest.mark.skipif(find_spec("fmpy") is None, reason="FMPy is not installed"),
    pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix"),
]
CRASH = "*(volatile int *)0 = 1"
WAYS = {CRASH: "signal SIGSEGV", "exit(3)": "exit status 3", "abort()": "signal SIGABRT"}


@pytest.fixture(autouse=True)
def unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where units are unpacked: empty before and after each test."""
    folder = tmp_path / "unpacked"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.mark.parametrize("version", [2, 3])
def test_a_program_that_ends_its_process_is_told_with_its_unit(
    version: int, tmp_path: Path, unpacked: Path
) -> None:
    model = controlled(0.1).model
    for code, how in WAYS.items():
        controller_unit(tmp_path / "pd.fmu", version, STARTED=code)
        with pytest.raises(LagrError) as told:
            pipeline.simulate(model, allow_fmu=True, folder=str(tmp_path))
        assert "pd.fmu" in str(told.value) and f"when it is started ({how})" in str(told.value)
    assert not list(unpacked.iterdir())


def test_a_crash_under_way_leaves_the_motion_up_to_there(
    tmp_path: Path, unpacked: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    controller_unit(tmp_path / "pd.fmu", STEPPED=f"if (t > 0.45) {CRASH}")
    model = controlled(0.1).model
    with pytest.raises(SimulationStopped, match=r"crashes at t = 0\.5 s \(signal SIGSEGV\)") as end:
        pipeline.simulate(model, allow_fmu=True, folder=str(tmp_path))
    assert np.isclose(end.value.trajectory.t[-1], 0.5)
    pipeline.save(model, tmp_path / "model.lagr")
    assert main(["simulate", str(tmp_path / "model.lagr"), "--allow-fmu"]) == 1
    assert "pd.fmu" in capsys.readouterr().err
    assert not list(unpacked.iterdir())


def test_a_program_that_never_answers_is_given_up(tmp_path: Path, unpacked: Path) -> None:
    controller_unit(tmp_path / "pd.fmu", STEPPED="for (;;)")
    file = read_unit(str(tmp_path / "pd.fmu"))
    looks = iter([False] * 2)

    def asked() -> SteppedUnit:
        unit = SteppedUnit(file, ["q", "v"], ["u"])
        unit.begin(0.0, {}, [0.0, 0.0])
        return unit

    with without_hanging():
        with closing(asked()) as unit:
            unit.patience = 0.1
            with pytest.raises(LagrError, match=r"not answered for 0\.1 s"):
                unit.step(0.1, [0.0, 0.0])
        with closing(asked()) as unit:
            unit.cancel = lambda: next(looks, True)
            with pytest.raises(Cancelled):
                unit.step(0.1, [0.0, 0.0])
    assert not list(unpacked.iterdir())


def test_nothing_stays_of_a_unit_whose_user_is_killed(tmp_path: Path, unpacked: Path) -> None:
    controller_unit(tmp_path / "pd.fmu", STEPPED="for (;;)")
    script = (
        "import sys; from lagr_gui.simulation.units import SteppedUnit, read_unit\n"
        "unit = SteppedUnit(read_unit(sys.argv[1]), ['q', 'v'], ['u'])\n"
        "unit.begin(0.0, {}, [0.0, 0.0]); print('begun', flush=True); unit.step(0.1, [0.0, 0.0])"
    )
    words = [sys.executable, "-c", script, str(tmp_path / "pd.fmu")]
    environment = {**os.environ, "TMPDIR": str(unpacked)}
    with subprocess.Popen(words, stdout=subprocess.PIPE, env=environment) as process:
        assert process.stdout is not None and process.stdout.readline() == b"begun\n"
        assert list(unpacked.iterdir())
        process.send_signal(signal.SIGKILL)
    with without_hanging():
        while list(unpacked.iterdir()):
            pass


@pytest.mark.parametrize("version", [2, 3])
def test_an_identifier_that_is_no_name_of_c_loads_nothing(version: int, tmp_path: Path) -> None:
    mark = tmp_path / "loaded"
    loaded = f'fclose(fopen("{mark}", "w"))'
    unit = controller_unit(tmp_path / "pd.fmu", version, LOADED=loaded)
    with zipfile.ZipFile(unit) as archive:
        (name,) = (n for n in archive.namelist() if n.endswith(".so"))
        library = tmp_path / "elsewhere.so"
        library.write_bytes(archive.read(name))
    elsewhere = str(library.with_suffix(""))
    for identifier in ("../" * 9 + elsewhere[1:], "a/b", "..", "", "a b", "a\\b", "é", elsewhere):
        with zipfile.ZipFile(unit, "w") as archive:
            archive.writestr("modelDescription.xml", described(version, identifier))
            archive.writestr(name, library.read_bytes())
        folder = tempfile.mkdtemp()
        unpack(read_unit(str(unit)), folder)
        with pytest.raises(LagrError, match=r"pd\.fmu") as told:
            LoadedUnit(unit, folder).open(["q"], ["u"])
        assert not mark.exists(), (identifier, told)
    with pytest.raises(LagrError, match="no name of C"):
        SteppedUnit(read_unit(str(unit)), ["q"], ["u"])
    assert not mark.exists()
    controller_unit(unit, version, LOADED=loaded)
    SteppedUnit(read_unit(str(unit)), ["q"], ["u"]).close()
    assert mark.exists()


def test_a_library_that_is_a_link_out_of_its_unit_is_not_loaded(tmp_path: Path) -> None:
    unit = controller_unit(tmp_path / "pd.fmu")
    folder = Path(tempfile.mkdtemp())
    unpack(read_unit(str(unit)), str(folder))
    (library,) = folder.rglob("*.so")
    LoadedUnit(unit, str(folder)).open(["q"], ["u"])
    library.rename(tmp_path / "other.so")
    library.symlink_to(tmp_path / "other.so")
    with pytest.raises(LagrError, match="holds no program"):
        LoadedUnit(unit, str(folder)).open(["q"], ["u"])


def test_files_outside_of_a_unit_are_refused(tmp_path: Path, unpacked: Path) -> None:
    file = tmp_path / "pd.fmu"
    for name in ("../x", "a/../../x", str(tmp_path / "x"), "C:\\x", "..\\x", "\\\\host\\x"):
        with zipfile.ZipFile(file, "w") as archive:
            archive.writestr("modelDescription.xml", described(2))
            archive.writestr(name, "x")
        with pytest.raises(LagrError, match="outside"):
            SteppedUnit(read_unit(str(file)), ["q"], ["u"])
    assert [entry.name for entry in tmp_path.iterdir()].count("x") == 0
    assert not list(unpacked.iterdir())
