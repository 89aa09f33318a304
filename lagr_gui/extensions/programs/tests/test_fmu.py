"""Functional mock-up units, run by FMPy in a process that knows nothing of this program."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from shutil import which

import numpy as np
import pytest

from lagr_gui import fmu2, fmu3, pipeline
from lagr_gui.editing import edits
from lagr_gui.extensions.programs.describing import describe
from lagr_gui.extensions.programs.fmi import packing
from lagr_gui.extensions.programs.fmi.variables import variables
from lagr_gui.extensions.programs.fmu_export import fmu_note
from lagr_gui.extensions.programs.tests.test_program_outputs import everything, near, showing
from lagr_gui.extensions.programs.tests.toolchain import STRICT
from lagr_gui.model import Model
from lagr_gui.prepared import Prepared, prepare
from tests.samples.gallery import sample

DERIVER = Path(__file__).with_name("derive_fmu.py")
RUNNER = Path(__file__).with_name("run_fmu.py")
UNITS = {2: fmu2, 3: fmu3}
KINDS = ("CoSimulation", "ModelExchange")
FEW = ("double_pendulum", "slider_crank")
TEN = (
    *FEW,
    *("four_bar", "chaplygin_sleigh", "condenser_microphone", "kapitza_pendulum"),
    *("furuta_pendulum", "spinning_top", "elastic_pendulum", "dc_motor_pendulum"),
)
REDUNDANT = ("bennett", "flyball_governor")
LONGEST = 1.0
"""Seconds of motion that are compared."""

compiled = pytest.mark.skipif(which("cc") is None, reason="no compiler for C on this machine")
loaded = pytest.mark.skipif(find_spec("fmpy") is None, reason="FMPy is not installed")


def until(model: Model) -> float:
    """How far its motion is compared."""
    return min(LONGEST, prepare(model).settings.t_end)


def run(content: bytes, folder: Path, **wish: object) -> dict:
    """What FMPy finds of a unit."""
    file = folder / "unit.fmu"
    file.write_bytes(content)
    done = subprocess.run(
        [sys.executable, "-I", str(RUNNER), str(file), json.dumps(wish)],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )
    assert done.returncode == 0, done.stdout[-1000:] + done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


def close(found: dict, model: Model, tolerance: float = 1e-6) -> None:
    """The motion in both ways beside that of this program, and energies at its end."""
    prepared = prepare(model)
    settings = replace(prepared.settings, t_end=until(model), points=51, rtol=1e-12, atol=1e-14)
    known = pipeline.simulate(prepared, settings)
    for kind in KINDS:
        times = np.array(found[kind]["time"])
        rows = np.searchsorted(times, known.t + 1e-9) - 1  # events are told twice
        table = {name: np.array(column)[rows] for name, column in found[kind].items()}
        assert np.allclose(table["time"], known.t, rtol=0, atol=1e-9)
        for place, name in enumerate(prepared.coordinates):
            for written, own in ((name, known.q), (f"der({name})", known.qd)):
                wrong = np.abs(table[written] - own[:, place])
                assert np.max(wrong / (1 + np.abs(own[:, place]))) < tolerance, (kind, written)
        energy = table["energy(total)"]
        assert np.allclose(energy, known.T + known.U, rtol=1e-5, atol=1e-6)


@compiled
@loaded
@pytest.mark.parametrize("version", UNITS)
@pytest.mark.parametrize("name", TEN)
def test_fmpy_finds_no_fault_and_the_same_motion(name: str, version: int, tmp_path: Path) -> None:
    model = sample(name)
    found = run(UNITS[version](model), tmp_path, until=until(model), repeated=True)
    assert found["faults"] == []
    assert found["same"] == [True] * 3
    close(found, model)


@compiled
@loaded
@pytest.mark.parametrize("version", UNITS)
def test_parameters_start_values_and_forces_are_set(version: int, tmp_path: Path) -> None:
    model = sample("double_pendulum")
    (first, second) = model.coordinates
    other = edits.set_value(model, ("parameters", 0, "value"), 1.62)
    other = edits.add_element(other, "coordinate_force", coordinate=first, force=0.7)
    start = {"g": 1.62, f"force({first})": 0.7}
    at = prepare(model).start
    start |= {second: at.q[1] + 0.25}
    other = edits.set_start(other, second, at.q[1] + 0.25, at.qd[1])
    close(run(UNITS[version](model), tmp_path, until=until(model), start=start), other)


@compiled
@loaded
@pytest.mark.parametrize("version", UNITS)
@pytest.mark.parametrize("name", [*TEN, *REDUNDANT])
def test_a_unit_shows_what_sensors_show(name: str, version: int, tmp_path: Path) -> None:
    """To 1e-8 of the largest of each unit, both ways; a name that is taken is told apart.

    What is zero is zero to as much in SI units.
    """
    plain = sample(name)
    first = plain.coordinates[0]
    model = showing(plain, [*everything(plain), "twice = 2*t", f"{first} = 3*t"])
    end = min(0.2, until(model))
    settings = replace(prepare(model).settings, t_end=end, points=51, rtol=1e-12, atol=1e-14)
    texts = [entry.expression for entry in model.simulation.outputs]
    known = pipeline.simulate(model, settings, outputs=texts).outputs
    # CVODE, which integrates for FMPy, gives up on stiff systems with narrower tolerances.
    tolerance = 1e-10 if name == "condenser_microphone" else 1e-12
    found = run(UNITS[version](model), tmp_path, until=end, tolerance=tolerance)
    assert found["faults"] == []
    shown = describe(prepare(model)).shown
    own = {entry.title: known[entry.expression] for entry in reversed(model.simulation.outputs)}
    assert len(shown) == len(own)
    values = np.column_stack([own[entry.title.line] for entry in shown])
    zero = np.max(np.abs(values), axis=0) <= 1e-12
    units = [entry.unit.line for entry in shown]
    for kind in KINDS:
        table = found[kind]
        titles = [entry.title.line for entry in shown]
        names = [f"output({own})" if f"output({own})" in table else own for own in titles]
        columns = np.column_stack([table[name] for name in names])
        assert np.max(np.abs(columns[:, zero]), initial=0.0) <= 1e-8
        moving = [unit for unit, own in zip(units, zero, strict=True) if not own]
        # Charges of 10⁻¹¹ C are small beside the absolute tolerance of CVODE.
        rough = (name, kind) == ("condenser_microphone", "ModelExchange")
        near(columns[:, ~zero], values[:, ~zero], moving, 1e-5 if rough else 1e-8)


@compiled
@loaded
def test_the_size_of_a_vector_that_vanishes_has_the_derivative_0(tmp_path: Path) -> None:
    model = showing(sample("double_pendulum"), ["abs(velocity(1))", "velocity(1).x"])
    still = model
    for name in model.coordinates:
        still = edits.set_start(still, name, 0.3, 0.0)
    found = derived(fmu3(still), tmp_path)
    whole = np.array(found["one"]).T
    rows = dict(zip(found["unknown"], whole, strict=True))
    assert np.all(np.isfinite(whole))
    assert not np.any(rows["abs(velocity(1))"])
    assert np.any(rows["velocity(1).x"])


def test_outputs_of_a_unit_have_units_and_meanings() -> None:
    model = showing(sample("double_pendulum"), ["tip = position(1).x", "E = T + U", "balance"])
    entries = {entry.name: entry for entry in variables(describe(prepare(model)))}
    tip = entries["tip"]
    assert (tip.unit, tip.words, tip.causality) == ("m", "position(1).x", "output")
    assert entries["E"].unit == "J"
    assert "balance" not in entries


@compiled
@loaded
@pytest.mark.parametrize("version", UNITS)
def test_forces_that_conditions_share_are_said_to_have_no_derivatives(version: int) -> None:
    model = showing(sample("bennett"), ["force(A).x"])
    description = description_of(UNITS[version](model))
    assert "Directional" not in description
    assert "Directional" in description_of(UNITS[version](sample("bennett")))


def description_of(content: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        return file.read("modelDescription.xml").decode()


@compiled
@loaded
@pytest.mark.parametrize("version", UNITS)
@pytest.mark.parametrize("name", TEN)
def test_directional_derivatives_are_exact(name: str, version: int, tmp_path: Path) -> None:
    """Beside central differences of the unit itself, by states, inputs and parameters."""
    plain = sample(name)
    smooth = [text for text in everything(plain) if not text.startswith("abs(")]
    model = showing(plain, smooth)
    found = derived(UNITS[version](model), tmp_path)
    whole, differences = np.array(found["one"]).T, np.array(found["differences"]).T
    count = differences.shape[1]
    assert_near(whole[:, :count], differences)
    if prepare(model).conditions is None:
        assert_near(whole[:, count:], np.array(found["by_parameters"]).T)
    seed = 0.5 + 0.1 * np.arange(whole.shape[1])
    size = np.abs(whole).max()
    assert np.allclose(whole @ seed, found["both"], rtol=1e-12, atol=1e-12 * size)
    if version == 3:
        assert np.allclose(whole.sum(axis=0), found["adjoint"], rtol=1e-12, atol=1e-12 * size)
    states_and_inputs = dependent(tmp_path / "unit.fmu")
    for i, unknown in enumerate(found["unknown"]):
        for k, known in enumerate(found["known"][:count]):
            assert whole[i, k] == 0 or known in states_and_inputs[unknown], (unknown, known)


def derived(content: bytes, folder: Path) -> dict:
    """What FMPy finds of the derivatives of a unit."""
    file = folder / "unit.fmu"
    file.write_bytes(content)
    done = subprocess.run(
        [sys.executable, "-I", str(DERIVER), str(file), "0.1"],
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


def assert_near(found: np.ndarray, differences: np.ndarray) -> None:
    """As near as central differences are exact: each column by its own size."""
    size = 1 + np.abs(differences).max(axis=0)
    assert np.max(np.abs(found - differences) / size, initial=0.0) < 1e-7


def dependent(file: Path) -> dict[str, set[str]]:
    """The states and inputs that each output is told to depend on."""
    description = import_module("fmpy").read_model_description(str(file))
    return {
        entry.variable.name: {known.name for known in entry.dependencies}
        if entry.dependencies is not None
        else {v.name for v in description.modelVariables}
        for entry in description.outputs
    }


@compiled
@pytest.mark.parametrize("version", UNITS)
@pytest.mark.parametrize("name", ["double_pendulum", "chaplygin_sleigh", "kapitza_pendulum"])
def test_the_source_compiles_by_itself(name: str, version: int, tmp_path: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(UNITS[version](sample(name)))) as file:
        (tmp_path / "model.c").write_bytes(file.read("sources/model.c"))
    words = ["cc", *STRICT, "-c", "model.c"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr[:3000]


@pytest.mark.parametrize("version", UNITS)
def test_the_same_model_gives_the_same_bytes(version: int) -> None:
    model = sample("four_bar")
    again = packing.unit(describe(Prepared(model.model_copy()), directional=True), version)
    assert UNITS[version](model) == again


@pytest.mark.parametrize("version", UNITS)
def test_without_a_compiler_there_is_source_and_a_word_of_it(version: int, monkeypatch) -> None:
    monkeypatch.setattr(packing, "which", lambda name: None)
    content = UNITS[version](sample("double_pendulum"))
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        names = file.namelist()
    assert "sources/model.c" in names
    assert not any(name.startswith("binaries/") for name in names)
    assert "compiler" in fmu_note(content)
