"""Programs that run by themselves, built and run outside this one, beside what is computed here."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest

from lagr_gui import GROUND, ModelWarning, System, c_program, html_page, latex_document, pipeline
from lagr_gui.analysis.trajectories.reactions import transmitted
from lagr_gui.exchange.registry import EXPORTS
from lagr_gui.extensions.programs.describing import describe, parameters_of
from lagr_gui.extensions.programs.languages import LANGUAGES, written
from lagr_gui.extensions.programs.tests.toolchain import TOOLS, Built, build, unhurried
from lagr_gui.foundation.problem import Unprintable
from lagr_gui.mechanics.certificate import random_states
from lagr_gui.model import Model
from lagr_gui.numerics import rank, scales
from lagr_gui.prepared import Prepared, prepare
from lagr_gui.simulation.trajectory import Trajectory
from tests.samples.gallery import SMOOTH, sample

STATES = 20
LIMITED = ("bouncing_ball", "double_pendulum_wall", "newtons_cradle")
"""Samples with impacts, which are refused."""

DEAD = {"parallelogram": 0.7}
"""Samples that come to a position in which the motion may go on in several ways, and when."""

HERE = [
    pytest.param(
        language,
        marks=pytest.mark.skipif(
            language not in TOOLS or not TOOLS[language].is_there,
            reason=f"no tool for {language} on this machine",
        ),
    )
    for language in LANGUAGES
]
FEW = (
    "double_pendulum",
    "four_bar",
    "chaplygin_sleigh",
    "condenser_microphone",
    "kapitza_pendulum",
)
MANY = [name for name in SMOOTH if name not in LIMITED]


def text_of(language: str, model: Model) -> str:
    return EXPORTS[language].write(lambda name: model if name == "model" else None)


@lru_cache(maxsize=1)
def met(prepared: Prepared) -> np.ndarray:
    """Random states that meet the conditions."""
    rows: list[list[float]] = []
    for state in random_states(len(prepared.coordinates), 3 * STATES, 7):
        q, qd = np.array(state.q), np.array(state.qd)
        if prepared.conditions is not None:
            q, qd = prepared.conditions.project(state.t, q, qd)
        if np.isfinite([*q, *qd]).all():
            rows.append([state.t, *q.tolist(), *qd.tolist()])
    return np.array(rows)


def evaluated(prepared: Prepared, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """q̈ at states, and where the equations have a solution."""
    f = len(prepared.coordinates)
    rows = [{"t": s[0], "q": list(s[1 : 1 + f]), "qd": list(s[1 + f :])} for s in states.tolist()]
    found = pipeline.evaluate(prepared, rows)
    return np.array([e.qdd for e in found]), np.array([e.problem is None for e in found])


def is_redundant(prepared: Prepared) -> bool:
    """Whether some conditions follow from others: each solution takes these otherwise."""
    binding, start = prepared.conditions, prepared.start
    if binding is None:
        return False
    found = binding.at(start.t, np.array(start.q), np.array(start.qd))
    return rank(found.rows, scales(found.g)) < len(found.rows)


def shaken(states: np.ndarray) -> list[np.ndarray]:
    """The states, each number moved by its rounding, four times."""
    source = np.random.default_rng(3)
    return [states * (1 + 1e-14 * source.choice([-1, 1], states.shape)) for _ in range(4)]


@lru_cache(maxsize=1)
def known_accelerations(prepared: Prepared) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """q̈ at random states, where there is one, and by how much rounding changes it."""
    states = met(prepared)
    known, sound = evaluated(prepared, states)
    beside = [np.abs(evaluated(prepared, other)[0] - known) for other in shaken(states)]
    return known, sound, np.max([np.max(part, axis=1) for part in beside], axis=0)


def close_accelerations(program: Built, prepared: Prepared) -> None:
    """q̈ at random states beside those of this program.

    To 1e-12 of the largest one (1e-10 where conditions say the same more than once: each way of
    solving takes these otherwise), and what it makes that states meet conditions to 1e-13 only.
    """
    states = met(prepared)
    known, sound, rounding = known_accelerations(prepared)
    found = program.accelerations(states)
    assert found.shape == known.shape
    size = np.maximum(np.max(np.abs(known), axis=1), 1e-300)
    wrong = np.max(np.abs(found - known), axis=1)
    usual = sound & np.isfinite(rounding)
    assert usual.sum() >= min(STATES, len(states) - 3)
    redundant = len(states) > 0 and is_redundant(prepared)
    part = 1e-10 if redundant else 1e-12
    assert np.all(wrong[usual] <= part * size[usual] + 10 * rounding[usual])
    assert np.median((wrong / size)[usual]) <= 1e-13


def transmitted_at(prepared: Prepared, states: np.ndarray) -> np.ndarray:
    """Force, moment, point of each joint, thrusts, voltages, at states t, q, q̇."""
    f = len(prepared.coordinates)
    rows = [{"t": s[0], "q": list(s[1 : 1 + f]), "qd": list(s[1 + f :])} for s in states.tolist()]
    found = pipeline.evaluate(prepared, rows)
    qdd = np.array([e.qdd for e in found])
    multipliers = np.array([e.multipliers for e in found]).reshape(len(found), -1)
    moved = states[:, 0], states[:, 1 : 1 + f], states[:, 1 + f :]
    seen = transmitted(prepared, moved[0], np.hstack(moved[1:]), qdd, multipliers)
    wrenches = [part for r in seen.joints.values() for part in (r.force, r.moment, r.point)]
    others = [x[:, None] for x in (*seen.thrusts.values(), *seen.voltages.values())]
    return np.hstack([*wrenches, *others, np.zeros((len(states), 0))])


@lru_cache(maxsize=1)
def known_reactions(prepared: Prepared) -> tuple[np.ndarray, np.ndarray]:
    """What is transmitted at random states, and by how much rounding changes it."""
    states = met(prepared)
    known = transmitted_at(prepared, states)
    if not known.shape[1]:
        return known, known
    beside = [np.abs(transmitted_at(prepared, other) - known) for other in shaken(states)]
    return known, np.max([np.max(part, axis=1) for part in beside], axis=0)


def close_reactions(program: Built, prepared: Prepared, dead: bool = True) -> None:
    """Reactions at random states beside those of this program, as accelerations are.

    In `dead` positions they are a million times larger than elsewhere, and motions end there.
    """
    states, sound = met(prepared), known_accelerations(prepared)[1]
    known, rounding = known_reactions(prepared)
    if not known.shape[1]:
        assert not describe(prepared).transmitted
        return
    found = program.reactions(states)
    assert found.shape == known.shape
    size = np.maximum(np.max(np.abs(known), axis=1), 1e-300)
    wrong = np.max(np.abs(found - known), axis=1)
    usual = sound & np.isfinite(rounding) & (dead | (size < 1e5 * np.median(size)))
    part = 1e-10 if is_redundant(prepared) else 1e-12  # ranks near dead positions
    assert np.all(wrong[usual] <= part * size[usual] + 10 * rounding[usual])


@lru_cache(maxsize=2)
def known_motion(prepared: Prepared, until: float) -> tuple[Trajectory, Trajectory]:
    """The motion at its own tolerances, and a finer one."""
    settings = replace(prepared.settings, t_end=until, points=101)
    finer = replace(settings, rtol=1e-12, atol=1e-14)
    return pipeline.simulate(prepared, settings), pipeline.simulate(prepared, finer)


def close_motion(program: Built, prepared: Prepared, until: float) -> float:
    """The deviation from the motion of this program, as long as that knows it to 1e-7."""
    t0 = prepared.settings.t0
    known, finer = known_motion(prepared, until)
    table, words = program.table("--until", repr(until), "--points", "101")
    assert not words and len(table) == 101
    f = len(prepared.coordinates)
    size = 1 + np.abs(known.q)
    sure = np.maximum.accumulate(np.max(np.abs(known.q - finer.q) / size, axis=1)) < 1e-7
    assert sure.sum() > 20
    assert np.allclose(table[:, 0], known.t, rtol=0, atol=1e-9 * (1 + abs(until - t0)))
    own = table[:, 1 : 1 + f]
    worst = np.max((np.abs(own - finer.q) / size)[sure])
    assert worst <= 1e-6
    energies = known.T + known.U
    scale = 1 + np.max(np.abs(energies))
    assert np.max(np.abs(table[:, -1] - energies)[sure]) <= 1e-6 * scale
    return float(worst)


@pytest.mark.parametrize("language", HERE)
@pytest.mark.parametrize("name", MANY)
def test_a_program_computes_what_this_one_computes(
    name: str, language: str, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    model = sample(name)
    prepared = prepare(model)
    program = build(language, text_of(language, model), tmp_path)
    tested = program.answer("--self-test")
    assert tested.returncode == 0, tested.stdout
    worst = float(tested.stdout.split(":")[1].split()[0])
    assert worst < 1e-10
    close_accelerations(program, prepared)
    # Libraries decide on ranks in their own ways.
    close_reactions(program, prepared, dead=language not in ("jax", "casadi"))
    begin, end = prepared.settings.t0, DEAD.get(name, prepared.settings.t_end)
    whole = bool(pytestconfig.getoption("--whole-motions"))
    until = begin + TOOLS[language].part_of(name, whole) * (end - begin)
    worst = close_motion(unhurried(program) if whole else program, prepared, until)
    print(f"{worst:.1e} until t = {until:g}")  # -rP shows it


@pytest.mark.parametrize("language", HERE)
def test_a_motion_ends_where_it_could_go_on_in_several_ways(language: str, tmp_path: Path) -> None:
    program = build(language, text_of(language, sample("parallelogram")), tmp_path)
    done = program.answer()
    assert done.returncode != 0
    assert "several ways" in done.stderr
    wrong = 0
    known = pipeline.simulate(sample("parallelogram"))
    for digits in range(6, 8 if language == "matlab" else 13):
        table, words = program.table("--rtol", f"1e-{digits}", "--points", "11")
        if not words:
            wrong += abs(table[-1, 1] - known.q[-1, 0]) > 0.1
    assert wrong == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_may_be_words_of_languages(language: str, tmp_path: Path) -> None:
    words = {"lambda": 0.5, "def": 2.0, "class": 1.0, "None": 0.3, "is": 1.0, "double": 1.5}
    system = System("words", gravity=(0, "-g", 0), **words, self=1.0)
    bob = system.body("Bob", "double*self", (0.2, 0.2, 0.3))
    system.joint("revolute", GROUND, bob, "import", point_child=(0, "lambda", 0))
    system.element("coordinate_spring", coordinate="import", c="def*class", q0="None*is")
    text = text_of(language, system.model)
    if language in ("c", "javascript") and TOOLS[language].is_there:
        assert build(language, text, tmp_path).answer("--self-test").returncode == 0


def test_values_in_si_units_have_those_units_beside_them() -> None:
    """Whoever reads 0.35 mm where 350 mm were typed computes with a thousandth."""
    system = System("units", gravity=(0, "-g", 0))
    system.parameter("l", "350 mm", "mm")
    system.parameter("k", "3 N m/deg", "N m/deg")
    bob = system.body("Bob", 1, (1, 1, 1))
    system.joint("revolute", GROUND, bob, "phi", point_child=(0, "l", 0))
    system.element("coordinate_spring", coordinate="phi", c="k")
    model = system.model
    told = {p.name: (p.unit.line, p.value) for p in parameters_of(prepare(model))}
    assert told["l"] == ("m", 0.35) and told["k"] == ("N m/rad", pytest.approx(540 / np.pi))
    assert 'l(unit = "m") = 0.35' in text_of("modelica", model)
    sheet = system.equations()
    page = html_page(model, sheet)
    assert '"unit":"m"' in page and '"unit":"mm"' not in page
    tex = latex_document(model, sheet, ["rad"])
    assert r"$l$ & $0.35$ & \unit{\metre}" in tex


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_model_gives_the_same_bytes(language: str) -> None:
    model = sample("four_bar")
    first = text_of(language, model)
    again = written(describe(Prepared(model.model_copy())), language)
    assert first == again
    assert describe(prepare(model)).digest in first


@pytest.mark.parametrize("name", LIMITED)
def test_impacts_are_refused_with_the_elements(name: str) -> None:
    model = sample(name)
    with pytest.raises(Unprintable) as told:
        describe(prepare(model))
    limits = [part.key.partition(":")[2] for part in prepare(model).reading.limits]
    assert [limit in str(told.value) for limit in limits] == [True] * len(limits)


@pytest.mark.skipif(not TOOLS["c"].is_there, reason="no compiler for C on this machine")
@pytest.mark.parametrize("name", SMOOTH)
def test_single_precision_stays_within_the_bound_it_prints(name: str, tmp_path: Path) -> None:
    text = c_program(sample(name), real="float")
    assert "typedef float real;" in text
    program = build("c", text, tmp_path)
    tested = program.answer("--self-test")
    assert tested.returncode == 0, tested.stdout


def test_a_unit_that_does_not_count_is_told_with_a_program() -> None:
    system = System("Odd", m=1)
    system.joint("prismatic", GROUND, system.body("Mass", mass="m"), "x", axis=(1, 0, 0))
    system.parameter("m", 2000.0, unit="g")
    with pytest.warns(ModelWarning, match="counts in SI units"):
        c_program(system.model)
