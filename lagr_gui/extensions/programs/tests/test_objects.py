"""Objects that are made without a compiler: linked, run or read, beside what is computed here."""

from __future__ import annotations

import io
import json
import math
import platform
import struct
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from shutil import which
from typing import Any

import numpy as np
import pytest

from lagr_gui import OBJECT_TARGETS, object_files, pipeline
from lagr_gui.cli.__main__ import main
from lagr_gui.extensions.programs.objects.names import this_machine
from lagr_gui.extensions.programs.objects.sources import tables
from lagr_gui.extensions.programs.objects.targets import Target
from lagr_gui.extensions.programs.source import algorithms
from lagr_gui.extensions.programs.tests.emulator import Emulator, can_run, read_elf
from lagr_gui.extensions.programs.tests.test_programs import (
    DEAD,
    MANY,
    close_accelerations,
    close_motion,
    close_reactions,
    evaluated,
    met,
)
from lagr_gui.extensions.programs.tests.toolchain import STRICT, Built
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import Model
from lagr_gui.prepared import Prepared, prepare
from tests.samples.gallery import sample

HERE = this_machine()
linked = pytest.mark.skipif(
    which("cc") is None or not HERE.startswith(("linux", "macos")), reason="nothing links C here"
)
noded = pytest.mark.skipif(which("node") is None, reason="no node on this machine")
emulated = pytest.mark.skipif(not can_run(), reason="no LLD or no Unicorn on this machine")


KNOWN: dict[tuple[str, str, str], Mapping[str, bytes]] = {}


def files(model: Model, target: str, real: str = "double") -> Mapping[str, bytes]:
    """The files of an archive; each is made once."""
    place = model.name, target, real
    if place not in KNOWN:
        KNOWN[place] = unpacked(object_files(model, target, real=real))
    return KNOWN[place]


def unpacked(content: bytes) -> Mapping[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def object_of(model: Model, target: str, real: str = "double") -> bytes:
    """The object alone."""
    found = files(model, target, real)
    return next(found[name] for name in found if name.endswith((".o", ".obj", ".wasm")))


def put(found: Mapping[str, bytes], folder: Path) -> Path:
    for name, content in found.items():
        (folder / name).write_bytes(content)
    return folder


def link(model: Model, folder: Path, real: str = "double") -> Built:
    """The example, compiled and linked with the object for this machine."""
    put(files(model, HERE, real), folder)
    words = ["cc", *STRICT, "example.c", next(folder.glob("*.o")).name, "-lm"]
    done = subprocess.run(words, cwd=folder, capture_output=True, encoding="utf-8")
    assert done.returncode == 0 and not done.stderr, done.stderr[:3000]
    return Built([str(folder / "a.out")])


def loaded(model: Model, folder: Path) -> Built:
    """The module of WebAssembly in node."""
    put(files(model, "wasm32"), folder)
    return Built(["node", str(next(folder.glob("*.mjs")))])


def close(program: Built, model: Model, name: str) -> None:
    """Self-test, accelerations and motion beside those of this program."""
    prepared = prepare(model)
    tested = program.answer("--self-test")
    assert tested.returncode == 0, tested.stdout
    assert float(tested.stdout.split(":")[1].split()[0]) < 1e-10
    close_accelerations(program, prepared)
    close_reactions(program, prepared)
    begin, end = prepared.settings.t0, DEAD.get(name, prepared.settings.t_end)
    close_motion(program, prepared, begin + (end - begin))


@linked
@pytest.mark.parametrize("name", MANY)
def test_an_object_for_this_machine_computes_what_this_program_computes(
    name: str, tmp_path: Path
) -> None:
    close(link(sample(name), tmp_path), sample(name), name)


@noded
@pytest.mark.parametrize("name", MANY)
def test_a_module_of_webassembly_computes_what_this_program_computes(
    name: str, tmp_path: Path
) -> None:
    close(loaded(sample(name), tmp_path), sample(name), name)


@linked
@pytest.mark.parametrize("name", ["double_pendulum", "four_bar", "kapitza_pendulum"])
def test_an_object_of_single_precision_stays_within_its_bound(name: str, tmp_path: Path) -> None:
    tested = link(sample(name), tmp_path, "float").answer("--self-test")
    assert tested.returncode == 0, tested.stdout


@noded
def test_parameters_and_forces_from_outside_act_in_a_module(tmp_path: Path) -> None:
    loaded(sample("simple_pendulum"), tmp_path)
    script = next(tmp_path.glob("*.mjs")).name
    text = f"""
        import {{ prepare, accelerations, advance, N, CONSTANTS }} from "./{script}";
        const a = new Float64Array(N), one = [1.0], zero = [0.0];
        const c = prepare({{ g: 0 }});
        accelerations(c, 0, one, zero, [3.0], a);
        const y = new Float64Array([1.0, 0.0]), clock = new Float64Array([0, 0, 0, 0.5]);
        c[CONSTANTS] = 3.0;
        const status = advance(c, clock, y, 2.0, 1e-10, 1e-12);
        console.log([status, a[0], y[0], y[1]].join(","));
    """
    (tmp_path / "try.mjs").write_text(text)
    done = subprocess.run(["node", "try.mjs"], cwd=tmp_path, capture_output=True, encoding="utf-8")
    status, a, q, v = map(float, done.stdout.split(","))
    assert status == 0 and a > 0
    assert q == pytest.approx(1.0 + a * 2.0, rel=1e-9)
    assert v == pytest.approx(2.0 * a, rel=1e-9)


PLAIN = """
import * as m from "./@FILE@";
const rows = (kind) => [[2, 0.4, 0, 0], [0, 0, 0, 0.5]].map((row) => kind.from(row));
const found = [Float64Array, Array].map((kind) => {
    const [y, clock] = rows(kind), q = Object.freeze([1, 2]), a = kind.from([0, 0]);
    const status = m.advance(kind.from(m.prepare()), clock, y, 0.1, 1e-9, 1e-11);
    m.accelerations(m.prepare(), 0, q, Object.freeze([0, 0]), [0, 0], a);
    return [status, ...y, ...clock, ...a];
});
console.log(JSON.stringify(found));
"""


@noded
def test_rows_that_are_plain_arrays_come_back_as_others_do(tmp_path: Path) -> None:
    put(files(sample("double_pendulum"), "wasm32"), tmp_path)
    file = next(tmp_path.glob("*.mjs")).name
    (tmp_path / "plain.mjs").write_text(PLAIN.replace("@FILE@", file), "utf-8")
    words = ["node", "plain.mjs"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, encoding="utf-8")
    typed, plain = json.loads(done.stdout)
    assert typed == plain
    assert typed[0] == 0 and typed[5] == 0.1 and typed[1] != 2


# --- other machines ---------------------------------------------------------------------------

ELF = {
    "linux-x86_64": (62, True),
    "linux-aarch64": (183, True),
    **{f"cortex-{name}": (40, False) for name in ("m0", "m3", "m4", "m7", "m33")},
    "riscv32": (243, False),
    "riscv64": (243, True),
}
COFF = {"windows-x86_64": 0x8664, "windows-aarch64": 0xAA64}
MACH = {"macos-x86_64": 0x01000007, "macos-aarch64": 0x0100000C}
C_LIBRARY = {"sin", "cos", "tan", "pow", "exp", "log", "atan2", "sqrt", "floor"}


@pytest.mark.parametrize("target", OBJECT_TARGETS)
def test_an_object_is_one_for_its_machine(target: str) -> None:
    content = object_of(sample("four_bar"), target)
    if target in ELF:
        found = read_elf(content)
        assert (found.machine, found.wide) == ELF[target]
        assert {f"four_bar_linkage_{n}" for n in ("prepare", "advance", "model")} <= {
            *found.symbols
        }
    elif target in COFF:
        assert struct.unpack_from("<H", content)[0] == COFF[target]
        assert b"four_bar_linkage_advance" in content
    elif target in MACH:
        assert struct.unpack_from("<II", content) == (0xFEEDFACF, MACH[target])
        assert b"_four_bar_linkage_advance" in content
    else:
        assert content[:8] == b"\0asm\1\0\0\0"


@pytest.mark.parametrize("target", ELF)
def test_only_a_c_library_or_arithmetic_is_asked_for(target: str) -> None:
    asked = {n for n in read_elf(object_of(sample("four_bar"), target)).asked if n[:4] != "_GLO"}
    if target.startswith("linux"):
        assert asked <= C_LIBRARY
    elif target in ("cortex-m7", "riscv64"):
        assert asked == set()
    else:
        assert all(name.startswith("__") for name in asked)


@pytest.mark.parametrize("target", ["cortex-m4", "cortex-m33", "cortex-m7"])
def test_with_a_unit_for_single_precision_nothing_is_asked_for(target: str) -> None:
    assert read_elf(object_of(sample("four_bar"), target, "float")).asked == []


@emulated
@pytest.mark.parametrize(
    "target", ["linux-aarch64", *(name for name in ELF if "linux" not in name)]
)
@pytest.mark.parametrize("name", ["double_pendulum", "four_bar", "kapitza_pendulum"])
def test_objects_of_other_machines_compute_the_same(name: str, target: str, tmp_path: Path) -> None:
    prepared = prepare(sample(name))
    found = files(prepared.model, target)
    (own,) = (entry for entry in found if entry.endswith(".o"))
    machine = Emulator(found[own], tmp_path)
    prefix, count = own.removesuffix(".o"), len(prepared.coordinates)
    values = [prepared.values[n] for n in prepared.reading.parameters]
    c = machine.row([0.0] * 400)
    machine.call(f"{prefix}_prepare", machine.row(values), c)
    assert machine.real(f"{prefix}_self_test", c) < 1e-11
    states = met(prepared)[:5]
    known = evaluated(prepared, states)[0]
    for state, expected in zip(states, known, strict=True):
        q, v = machine.row(state[1 : 1 + count]), machine.row(state[1 + count :])
        u, a = machine.row([0.0] * count), machine.row([0.0] * count)
        words = (c, float(state[0]), q, v, u, a)
        assert machine.call(f"{prefix}_accelerations", *words) == 0
        wrong = np.abs(np.array(machine.read(a, count)) - expected)
        assert np.max(wrong) <= 1e-11 * np.max(np.abs(expected))


@emulated
@pytest.mark.parametrize("target", ["linux-aarch64", "cortex-m7", "riscv64"])
def test_objects_of_other_machines_move_the_same(target: str, tmp_path: Path) -> None:
    prepared = prepare(sample("four_bar"))
    machine = Emulator(object_of(prepared.model, target), tmp_path)
    values = [prepared.values[n] for n in prepared.reading.parameters]
    c, start = machine.row([0.0] * 400), prepared.start
    machine.call("four_bar_linkage_prepare", machine.row(values), c)
    y = machine.row([*start.q, *start.qd])
    clock = machine.row([0.0, 0.0, 0.0, 0.5])
    assert machine.call("four_bar_linkage_advance", c, clock, y, 0.5, 1e-10, 1e-12) == 0
    known = pipeline.simulate(prepared, replace(prepared.settings, t_end=0.5, points=3))
    assert np.allclose(machine.read(y, 3), known.q[-1], rtol=0, atol=1e-6)


# --- what is promised -------------------------------------------------------------------------


@pytest.mark.parametrize("target", ["linux-x86_64", "cortex-m7", "wasm32"])
def test_the_same_model_gives_the_same_bytes(target: str) -> None:
    model = sample("four_bar")
    again = Prepared(model.model_copy())
    first = object_files(model, target)
    assert first == object_files(again.model.model_copy(), target)
    assert prepare(model).digest.encode() in object_of(model, target)


def test_unknown_targets_are_refused_with_the_nearest() -> None:
    with pytest.raises(LagrError, match="Did you mean “cortex-m7”"):
        object_files(sample("double_pendulum"), "cortex-m5")


def test_a_target_that_llvm_does_not_have_is_refused_in_words() -> None:
    with pytest.raises(LagrError, match="built without it"):
        Target("abacus-unknown-unknown").machine("abacus")


def test_without_a_name_it_is_for_this_machine() -> None:
    assert object_files(sample("double_pendulum")) == object_files(sample("double_pendulum"), HERE)
    machine = platform.machine().lower().replace("amd64", "x86_64").replace("arm64", "aarch64")
    assert HERE.endswith(machine) or sys.platform not in ("linux", "win32", "darwin")


def test_the_command_line_writes_the_archive(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.zip"
    words = ["export", "sample_models/double_pendulum.lagr", "--to", "object"]
    assert main([*words, "--target", "cortex-m7", "--out", str(file)]) == 0
    with zipfile.ZipFile(file) as archive:
        assert sorted(archive.namelist()) == ["double_pendulum.h", "double_pendulum.o"]
    assert main([*words, "--target", "abacus", "--out", str(tmp_path / "b.zip")]) != 0
    assert "abacus" in capsys.readouterr().err


# --- own sines and logarithms -----------------------------------------------------------------


def elementary() -> Mapping[str, Any]:
    """The functions as plain Python."""
    known: dict[str, Any] = dict(tables(single=False))
    known |= {"NOT_A_NUMBER": np.float64(np.nan), "INFINITE": np.float64(np.inf)}
    known |= {"fabs": np.abs, "real": np.float64, "Row": list, "zeros": lambda n: [0.0] * n}
    for file in ("roots", "elementary", "erf", "log2"):
        exec(  # noqa: S102 — our own text
            "from __future__ import annotations\n" + algorithms(file), known
        )
    return known


RANGES = {
    **dict.fromkeys(["sin", "cos", "tan"], (-1000.0, 1000.0)),
    **dict.fromkeys(["asin", "acos", "atanh"], (-1.0, 1.0)),
    **dict.fromkeys(["atan", "sinh", "cosh", "tanh", "asinh", "erf"], (-6.0, 6.0)),
    "exp": (-700.0, 700.0),
    "acosh": (1.0, 50.0),
    **dict.fromkeys(["log", "log10", "log2", "sqrt"], (1e-9, 50.0)),
    "floor": (-50.0, 50.0),
}


@pytest.mark.parametrize("name", RANGES)
def test_own_functions_are_those_of_a_c_library(name: str) -> None:
    own, known = elementary()[name], getattr(math, name)
    source = np.random.default_rng(5)
    low, high = RANGES[name]
    values = [*source.uniform(low, high, 500)]
    if low < 0:
        values += [*10 ** source.uniform(-300, 0, 100)]
    with np.errstate(all="ignore"):
        for x in values:
            exact = float(known(x))
            bound = 1e-14 * abs(exact) if name == "erf" else 5 * math.ulp(exact)
            assert abs(float(own(np.float64(x))) - exact) <= bound, x


def test_own_powers_and_angles_of_points_are_those_of_a_c_library() -> None:
    known = elementary()
    power, angle = known["pow"], known["atan2"]
    special = [0.0, -0.0, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5, 3.0, 1e-9, -1e9, 1e301, -1e301]
    special += [math.inf, -math.inf]
    with np.errstate(all="ignore"):
        for x in special:
            for y in special:
                found = float(angle(np.float64(y), np.float64(x)))
                expected = math.atan2(y, x)
                assert abs(found - expected) <= 4 * math.ulp(expected)
                assert math.copysign(1, found) == math.copysign(1, expected)
        for x in (0.01, 0.7, 1.0, 1.3, 40.0):
            for y in (-3.0, -0.5, -0.2, 0.0, 0.3, 0.5, 1.5, 2.0, 7.0, 100.0):
                found = float(power(np.float64(x), np.float64(y)))
                assert found == pytest.approx(x**y, rel=1e-13)
        assert float(power(np.float64(-2.0), np.float64(3.0))) == -8.0
        assert float(power(np.float64(-2.0), np.float64(-2.0))) == 0.25
        assert math.isnan(power(np.float64(-2.0), np.float64(0.5)))


@pytest.mark.parametrize("name", ["sin", "cos", "tan", "exp", "log", "sqrt", "atan", "pow"])
def test_own_functions_of_no_number_are_no_number(name: str) -> None:
    arguments = [np.float64(np.nan)] * (2 if name == "pow" else 1)
    assert math.isnan(elementary()[name](*arguments))


@pytest.mark.parametrize("name", ["sin", "cos", "tan"])
def test_sines_of_angles_that_are_too_large_are_no_number(name: str) -> None:
    own = elementary()[name]
    assert math.isnan(own(np.float64(1.1e9)))
    assert float(own(np.float64(9.9e8))) == pytest.approx(getattr(math, name)(9.9e8), rel=1e-15)
