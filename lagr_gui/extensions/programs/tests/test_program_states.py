"""States of the first order in programs: z behind velocities, ż behind accelerations."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.linalg import expm

from lagr_gui import System, fmu2, fmu3, modelica_model, pipeline
from lagr_gui.extensions.programs.describing import describe
from lagr_gui.extensions.programs.languages import written
from lagr_gui.extensions.programs.tests.test_derivatives import close
from lagr_gui.extensions.programs.tests.test_fmu import (
    KINDS,
    assert_near,
    compiled,
    derived,
    loaded,
    run,
)
from lagr_gui.extensions.programs.tests.test_julia import Read
from lagr_gui.extensions.programs.tests.test_modelica import module, read, solved
from lagr_gui.extensions.programs.tests.test_objects import link, linked, noded
from lagr_gui.extensions.programs.tests.test_objects import loaded as as_module
from lagr_gui.extensions.programs.tests.test_program_impacts import HERE as STRIKING
from lagr_gui.extensions.programs.tests.test_program_impacts import beside, needs_c
from lagr_gui.extensions.programs.tests.test_program_outputs import showing
from lagr_gui.extensions.programs.tests.test_programs import HERE, text_of
from lagr_gui.extensions.programs.tests.toolchain import Built, build
from lagr_gui.foundation.arrays import Array
from lagr_gui.model import Model
from lagr_gui.prepared import Prepared, prepare

UNTIL = 1.5
CASES = [
    pytest.param(*language.values, tied, marks=language.marks)
    for tied in (False, True)
    for language in HERE
    if not tied or language.values[0] in ("c", "jax", "casadi")
]
"""Under conditions libraries have algorithms of their own, all others those of C."""


def lagging(scale: float = 1.0) -> System:
    """A damped oscillator that follows a lag of the first order, with lengths in a scale."""
    system = System("Lag", gravity=(0, 0, 0), g=None, w=7.0, T=0.3)
    system.parameter("b", scale, "m")
    system.parameter("m", scale**3, "kg")
    system.joint("prismatic", 0, system.body("mass", mass="m"), "x", axis=(1, 0, 0))
    system.state("z", "(b - z)/T", start=f"{0.25 * scale!r}", unit="m")
    force = "m*w^2*(z - x) - m*0.8*x'"
    system.element("coordinate_force", "spring", coordinate="x", force=force)
    system.start(x=0.2 * scale)
    return system


def steered(tied: bool = False) -> System:
    """A pendulum whose torque is what two states make of φ, φ′ and t; `tied` to another one."""
    system = System("Steered", gravity=(0, "-g", 0), K=3.0, T=0.2, l=0.5)
    for name in ("phi", "psi")[: 1 + tied]:
        bob = system.body(name, 1, (0.01, 0.01, 0.02))
        system.joint("revolute", 0, bob, name, point_child=(0, "l", 0))
    system.state("err", "0.4*sin(3*t) - phi", start="K/30")
    system.state("act", "(K*(err + 0.3*phi) - 0.5*phi'*cos(phi) - act)/T")
    system.element("coordinate_force", "drive", coordinate="phi", force="act*(1 + 0.2*act^2)")
    if tied:
        system.element("position_condition", "tie", zero="sin(phi) - psi")
    system.start(phi=(0.3, -0.2))
    return system


def states_of(prepared: Prepared) -> Array:
    """The states of the self-test: t, q, q̇, z that meet the conditions."""
    return np.array(describe(prepared).vectors.states)


def rates(prepared: Prepared, states: Array) -> Array:
    """q̈ and ż at states."""
    layout = prepared.layout
    parts = ([part.tolist() for part in layout.parts(row[1:])] for row in states)
    at = zip(states[:, 0].tolist(), parts, strict=True)
    rows = [{"t": t, "q": q, "qd": qd, "z": z} for t, (q, qd, z) in at]
    return np.array([[*e.qdd, *e.zd] for e in pipeline.evaluate(prepared, rows)])


def differences(prepared: Prepared, states: Array) -> Array:
    """Derivatives of q̈ and ż by q, q̇ and z, by differences of fourth order."""
    found = list[Array]()
    for k in range(1, states.shape[1]):
        h = 1e-3 * np.eye(states.shape[1])[k]
        near = rates(prepared, states + h) - rates(prepared, states - h)
        far = rates(prepared, states + 2 * h) - rates(prepared, states - 2 * h)
        found.append((8 * near - far) / 12e-3)
    return np.stack(found, axis=-1)


def follows(program: Built, model: Model, scale: float = 1.0, until: float = UNTIL) -> None:
    """The table of a motion beside a simulation, and the self-test."""
    prepared = prepare(model)
    tested = program.answer("--self-test")
    assert tested.returncode == 0, tested.stdout + tested.stderr
    assert float(tested.stdout.split(":")[1].split()[0]) < 1e-10
    settings = replace(prepared.settings, t_end=until, points=16, rtol=1e-12, atol=1e-14 * scale)
    known = pipeline.simulate(prepared, settings)
    table, words = program.table("--until", f"{until}", "--points", "16")
    assert not words and len(table) == 16
    states = table[:, 1 : 1 + known.layout.n]
    assert np.max(np.abs(states - known.y) / np.max(np.abs(known.y), axis=0)) < 1e-9
    assert table[:, 3 + known.layout.n] == pytest.approx(known.T + known.U, rel=1e-8)


@pytest.mark.parametrize(("language", "tied"), CASES)
def test_programs_carry_states(language: str, tied: bool, tmp_path: Path) -> None:
    """Motion, accelerations with ż, outputs that show z, derivatives by all that they are of."""
    plain = steered(tied).model
    prepared = prepare(plain if tied else showing(plain, ["act", "phi''"]))
    text = written(describe(prepared, differentiated=not tied), language)
    program = build(language, text, tmp_path)
    follows(program, plain, until=0.5 if language == "matlab" else UNTIL)
    states = states_of(prepared)[:3]
    known = rates(prepared, states)
    close(program.accelerations(states), known)
    if not tied:  # beside conditions each program goes on in its way
        close(program.answers("--outputs", states), np.column_stack([states[:, -1], known[:, 0]]))
        n = states.shape[1] - 1
        found = program.answers("--derivatives", states).reshape(len(states), known.shape[1], -1)
        assert found[..., :n] == pytest.approx(differences(prepared, states), rel=1e-7, abs=1e-7)
        pushed = found[..., n : n + 1]
        assert np.all(pushed[:, 0] > 0) and not pushed[:, 1:].any()


@pytest.mark.parametrize("language", STRIKING)
def test_states_stay_over_impacts(language: str, tmp_path: Path) -> None:
    system = lagging()
    system.element("stop", "end", coordinate="x", lower=-1, upper=0.4, restitution=0.5)
    system.state("s", "x - z")
    program = build(language, text_of(language, system.model), tmp_path)
    if language == "matlab":  # it takes a minute for more
        impacts, _ = program.table("--impacts", "--until", "0.3")
    else:
        _, impacts = beside(program, system.model, UNTIL)
    assert len(impacts) > 0
    known = 1 - 0.75 * np.exp(-impacts[:, 0] / 0.3)
    assert impacts[:, -2] == pytest.approx(known, abs=1e-10)


@needs_c
@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_an_oscillator_behind_a_lag_moves_as_the_matrix_exponential(
    scale: float, tmp_path: Path
) -> None:
    model = lagging(scale).model
    program = build("c", text_of("c", model), tmp_path)
    follows(program, model, scale)
    table, _ = program.table("--until", f"{UNTIL}")
    A = np.array([[0, 1, 0], [-49, -0.8, 49], [0, 0, -1 / 0.3]])
    rest = np.array([1.0, 0.0, 1.0])
    known = [rest + expm(A * t) @ ([0.2, 0.0, 0.25] - rest) for t in table[:, 0]]
    assert table[:, 1:4] / scale == pytest.approx(np.array(known), abs=1e-9)


@needs_c
def test_single_precision_carries_states(tmp_path: Path) -> None:
    for name, system in (("lag", lagging(1e-3)), ("steered", steered(True))):
        (tmp_path / name).mkdir()
        text = written(describe(prepare(system.model)), "c", single=True)
        tested = build("c", text, tmp_path / name).answer("--self-test")
        assert tested.returncode == 0, tested.stdout


def test_programs_in_julia_carry_states() -> None:
    prepared = prepare(steered().model)
    program = Read(written(describe(prepared, differentiated=True), "julia"))
    assert program.own["self_test"](program.c) < 1e-10


@linked
def test_objects_carry_states(tmp_path: Path) -> None:
    follows(link(steered(True).model, tmp_path), steered(True).model)


@noded
def test_modules_of_webassembly_carry_states(tmp_path: Path) -> None:
    follows(as_module(steered(True).model, tmp_path), steered(True).model)


@compiled
@loaded
@pytest.mark.parametrize(("unit", "tied"), [(fmu2, False), (fmu3, True)])
def test_units_carry_states(unit: object, tied: bool, tmp_path: Path) -> None:
    model = steered(tied).model
    prepared = prepare(model)
    settings = replace(prepared.settings, t_end=UNTIL, points=51, rtol=1e-12, atol=1e-14)
    known = pipeline.simulate(prepared, settings)
    content = unit(model)
    found = run(content, tmp_path, until=UNTIL, repeated=True)
    assert found["faults"] == [] and found["same"] == [True] * 3
    for kind in KINDS:
        for name, curve in zip(("err", "act"), known.z.T, strict=True):
            assert found[kind][name] == pytest.approx(curve, abs=1e-7)
        assert found[kind]["phi"] == pytest.approx(known["phi"], abs=1e-7)
    of = derived(content, tmp_path)
    whole, near = np.array(of["one"]).T, np.array(of["differences"]).T
    assert {"err", "act"} <= set(of["known"]) and {"der(err)", "der(act)"} <= set(of["unknown"])
    assert_near(whole[:, : near.shape[1]], near)


@pytest.mark.parametrize("tied", [False, True])
def test_models_in_modelica_carry_states(tied: bool, tmp_path: Path) -> None:
    prepared = prepare(steered(tied).model)
    found = read(modelica_model(prepared.model))
    made = module(found, tmp_path)
    q = prepared.coordinates
    names = [*q, *(f"{name}_d" for name in q), "err", "act"]
    assert [found.starts[name] for name in names] == prepared.start.y.tolist()
    rows = states_of(prepared)
    for row, known in zip(rows, rates(prepared, rows), strict=True):
        own, _, _ = solved(made, row[0], dict(zip(names, row[1:].tolist(), strict=True)))
        assert [own[name] for name in names[len(q) :]] == pytest.approx(known, rel=1e-10)


def test_heads_and_columns_name_states() -> None:
    text = text_of("c", steered().model)
    assert "v[1]  err" in text and "t,phi,phi',err,act,T,U,E" in text
    assert "err = K/30" in text
