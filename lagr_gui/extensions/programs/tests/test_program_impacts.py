"""Impacts in programs that run by themselves, beside those of simulations and of formulas."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from lagr_gui import System, pipeline
from lagr_gui.extensions.programs.constants import BETWEEN
from lagr_gui.extensions.programs.describing import describe
from lagr_gui.extensions.programs.languages import LANGUAGES, written
from lagr_gui.extensions.programs.naming import Names
from lagr_gui.extensions.programs.refusing import STRUCK
from lagr_gui.extensions.programs.source import check_once, source
from lagr_gui.extensions.programs.tests.test_programs import (
    LIMITED,
    close_accelerations,
    close_reactions,
    text_of,
)
from lagr_gui.extensions.programs.tests.toolchain import TOOLS, Built, build, unhurried
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import Unprintable
from lagr_gui.model import Model, Output
from lagr_gui.prepared import prepare
from lagr_gui.simulation.trajectory import Trajectory
from tests.samples.gallery import sample
from tests.simulation.test_impacts import G, ball, cradle, slider_crank

HERE = [
    pytest.param(
        language,
        marks=pytest.mark.skipif(not TOOLS[language].is_there, reason=f"no tool for {language}"),
    )
    for language in STRUCK
    if language in TOOLS
]
EXACT = ("--rtol", "1e-12", "--atol", "1e-14")

needs_c = pytest.mark.skipif(not TOOLS["c"].is_there, reason="no compiler for C on this machine")


def beside(program: Built, model: Model, until: float, speeds: float = 1e-6) -> tuple[Array, Array]:
    """The table of a motion and that of its impacts, both beside those of a simulation.

    Away from impacts motions agree to 1e-6, or velocities to `speeds`; impacts in number, instants,
    velocities, impulses and losses, but for the last one, which stands for all that follow.
    """
    prepared = prepare(model)
    settings = replace(prepared.settings, t_end=until, points=201, rtol=1e-12, atol=1e-14)
    known = pipeline.simulate(prepared, settings)
    tested = program.answer("--self-test")
    assert tested.returncode == 0, tested.stdout + tested.stderr
    assert float(tested.stdout.split(":")[1].split()[0]) < 1e-10
    table, words = program.table("--until", repr(until), "--points", "201", *EXACT)
    assert not words and len(table) == 201
    f = len(prepared.coordinates)
    away = np.ones(len(table), bool)
    for impact in known.impacts:
        away &= np.abs(known.t - impact.t) > 1e-6
    size = 1 + np.max(np.abs(np.hstack([known.q, known.qd])), axis=0)
    wrong = np.abs(table[:, 1 : 1 + 2 * f] - np.hstack([known.q, known.qd])) / size
    assert np.max(wrong[away, :f]) < max(1e-6, speeds / 10)
    assert np.max(wrong[away, f:]) < speeds
    struck, words = program.table("--until", repr(until), "--impacts", *EXACT)
    assert not words
    assert len(struck) == len(known.impacts) or in_turn(known, len(struck))
    if len(struck) == 0:
        return table, struck
    whole, impacts = struck, known.impacts
    struck = struck[:, : struck.shape[1] - known.layout.s]  # behind stand states of the first order
    if len(struck) != len(impacts):
        rest = min(series.t for series in known.settled)
        impacts = tuple(impact for impact in impacts if impact.t < rest)
        struck = struck[: len(impacts)]
    times = np.array([impact.t for impact in impacts])
    last = np.isin(times, [rest.t for rest in known.settled])
    np.testing.assert_allclose(struck[~last, 0], times[~last], rtol=0, atol=1e-8)
    np.testing.assert_allclose(struck[last, 0], times[last], rtol=2e-5)
    states = np.array([[*impact.q, *impact.before] for impact in impacts])
    slow = 1e-5 * np.max(np.abs(states[:, f:]))  # what rebounds so slowly comes to rest
    after = np.array([impact.after for impact in impacts])
    losses = [impact.loss for impact in impacts]
    impulses = [sum(impact.impulses) for impact in impacts]
    pushed = np.sum(struck[:, 1 : -3 * f - 1], axis=1)
    mine, theirs = (
        np.column_stack(columns)[~last]
        for columns in (
            (states, losses, impulses),
            (struck[:, -3 * f : -f], struck[:, -3 * f - 1], pushed),
        )
    )
    np.testing.assert_allclose(theirs, mine, rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(struck[~last, -f:], after[~last], rtol=1e-6, atol=1e-6 + slow)
    return table, whole


def in_turn(known: Trajectory, count: float) -> bool:
    """Whether so many impacts are as many where several limits come to rest in turn.

    Each has a last impact, and may have it together with that of another.
    """
    limits = {name for impact in known.impacts for name in impact.names}
    return len(limits) > 1 and abs(count - len(known.impacts)) <= len(known.settled)


def started(system: System, **start: tuple[float, float]) -> System:
    system.start(**start)
    return system


def between_stops(kappa: float, swapped: bool = False) -> System:
    """A slider between two stops, pulled by a spring; the base at either end of the joint."""
    system = System("stops", gravity=(0, 0, 0))
    system.body("", 2, (0.1, 0.1, 0.1))
    ends = (1, 0) if swapped else (0, 1)
    system.joint("prismatic", *ends, "x", axis=(1, 0, 0))
    system.element("spring", body_a=1, point_b=(-2, 0, 0), body_b=0, c=50, l0=2.1)
    system.element("stop", coordinate="x", lower=-0.2, upper=0.5, restitution=kappa)
    return started(system, x=(0.1, 3.0))


def wall_on(ends: tuple[int, int]) -> System:
    """A ball over a floor; the floor is the base, or the ball's base stops a plane of the body."""
    system = System("floor")
    system.body("", 1, (0.1, 0.1, 0.1))
    system.joint("prismatic", 0, 1, "y", axis=(0, 1, 0))
    side = 1 if ends[0] == 1 else -1
    system.element(
        "wall", body=ends[0], ground=ends[1], normal=(0, side, 0), radius=0.1, restitution=0.5
    )
    return started(system, y=(1.0, 0.0))


def table_that_swings() -> System:
    """A block on a table that moves: contact lasts while the table pushes."""
    system = System("lift", gravity=(0, "-g", 0))
    system.body("", 1, (0.1, 0.1, 0.1))
    system.joint("prismatic", 0, 1, "y", axis=(0, 1, 0))
    system.element("unilateral_condition", limit="0.2*sin(10*t) - y", restitution=0)
    return started(system, y=(0.0, 2.0))


def box() -> System:
    """A box on three feet in line, one more than it needs."""
    system = System("box")
    system.body("", 1, (0.1, 0.1, 0.1))
    system.joint("planar", 0, 1, "x", "y", "p")
    for side in (-0.5, 0.1, 0.5):
        system.element("wall", centre=(side, -0.2, 0), restitution=0.3)
    return started(system, x=(0, 0.3), y=(1, 0), p=(0.2, 0))


def rope() -> System:
    system = System("rope")
    system.body("", 1, (0.1, 0.1, 0.1))
    system.joint("planar", 0, 1, "x", "y", "p")
    system.element("rope", body_a=1, body_b=0, l=1)
    return started(system, x=(0.5, 0), y=(0, 0), p=(0, 0))


CASES: dict[str, tuple[Callable[[], System], float]] = {
    **{
        f"stops with kappa {kappa}, base {'behind' if swapped else 'in front'}": (
            lambda kappa=kappa, swapped=swapped: between_stops(kappa, swapped),
            3.0,
        )
        for kappa in (0, 0.5, 1)
        for swapped in (False, True)
    },
    "ball on the floor": (lambda: wall_on((1, 0)), 3.0),
    "floor under the ball": (lambda: wall_on((0, 1)), 3.0),
    "ball at rest on the floor": (lambda: started(ball(0.5), y=(0.1, 0.0)), 1.0),
    "ball that starts downwards from the floor": (lambda: started(ball(0.5), y=(0.1, -1.0)), 1.0),
    "ball that starts upwards from the floor": (lambda: started(ball(0), y=(0.1, 1.0)), 1.0),
    "table that swings": (table_that_swings, 2.0),
    "box on three feet": (box, 3.0),
    "rope": (rope, 1.5),
    "five balls": (lambda: started(cradle(5), a0=(-0.5, 0), a1=(-0.5, 0)), 2.0),
    "plastic balls": (lambda: plastic(4), 1.0),
    "slider-crank": (lambda: slider_crank(1), 2.0),
    "plastic slider-crank": (lambda: slider_crank(0), 1.0),
}


def plastic(count: int) -> System:
    """Balls in a row that stay together: their chain of impacts does not end."""
    system = System("plastic", gravity=(0, 0, 0))
    for i in range(count):
        system.body("", 1, (0, 0, 0))
        system.joint("prismatic", 0, i + 1, f"x{i}", axis=(1, 0, 0))
    for i in range(count - 1):
        system.element("bumper", body_a=i + 1, body_b=i + 2, distance=0.2, restitution=0)
    places = {f"x{i}": (0.2 * i, 0.0) for i in range(1, count)}
    return started(system, x0=(-0.5, 1.0), **places)


@needs_c
@pytest.mark.parametrize("case", CASES)
def test_motions_with_impacts_are_those_of_simulations(case: str, tmp_path: Path) -> None:
    made, until = CASES[case]
    model = made().model
    rocks = case == "box on three feet"  # how it comes to rest depends on what counts as slow
    beside(build("c", text_of("c", model), tmp_path), model, until, 1e-4 if rocks else 1e-6)


@pytest.mark.parametrize("language", HERE)
@pytest.mark.parametrize("name", LIMITED)
def test_samples_with_impacts_run_in_every_language_that_knows_them(
    name: str, language: str, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    model = sample(name)
    program = build(language, text_of(language, model), tmp_path)
    close_accelerations(program, prepare(model))
    close_reactions(program, prepare(model))
    until = pipeline.settings_of(model).t_end
    if pytestconfig.getoption("--whole-motions"):
        program = unhurried(program)
    elif language == "matlab":
        until = min(until, 0.8)
    beside(program, model, until)


@needs_c
@pytest.mark.parametrize("kappa", [0.5, 0.8])
def test_a_ball_bounces_as_a_geometric_series_and_then_rests(kappa: float, tmp_path: Path) -> None:
    model = started(ball(kappa), y=(1.1, 0.0)).model
    program = build("c", text_of("c", model), tmp_path)
    found, words = program.table("--impacts", "--until", "15")
    first = np.sqrt(2 / G)
    times = [first * (1 + 2 * sum(kappa**i for i in range(1, n + 1))) for n in range(8)]
    assert not words
    assert found[:8, 0] == pytest.approx(times, rel=1e-9)
    assert found[:8, 5] == pytest.approx([G * first * kappa ** (n + 1) for n in range(8)], rel=1e-6)
    assert found[-1, 0] == pytest.approx(first * (1 + kappa) / (1 - kappa), rel=1e-4)
    table, _ = program.table("--until", "15")
    assert table[-1, 1:3] == pytest.approx([0.1, 0], abs=1e-9)


@needs_c
def test_elastic_impacts_keep_the_energy(tmp_path: Path) -> None:
    model = between_stops(1).model
    program = build("c", text_of("c", model), tmp_path)
    table, _ = program.table("--until", "20", "--points", "501", *EXACT)
    found, _ = program.table("--until", "20", "--impacts", *EXACT)
    assert len(found) > 50
    assert np.ptp(table[:, -1]) < 1e-8 * np.max(table[:, -1])
    assert np.max(np.abs(found[:, 3])) < 1e-12
    assert np.min(table[:, 1]) > -0.2 - 1e-9 and np.max(table[:, 1]) < 0.5 + 1e-9


@needs_c
def test_what_no_motion_does_is_told(tmp_path: Path) -> None:
    beyond = build("c", text_of("c", started(ball(1), y=(0.0, 0)).model), tmp_path)
    done = beyond.answer()
    assert done.returncode != 0 and "the start lies beyond a limit" in done.stderr
    system = System("driven", gravity=(0, 0, 0))
    system.body("", 1, (0, 0, 0))
    system.joint("prismatic", 0, 1, "x", axis=(1, 0, 0))
    for limit in ("t - x", "x - 1 + t"):
        system.element("unilateral_condition", limit=limit, restitution=0)
    closing = build("c", text_of("c", started(system, x=(0.3, 0)).model), tmp_path)
    done = closing.answer("--until", "2")
    assert done.returncode != 0 and "lead through a limit" in done.stderr


@needs_c
def test_single_precision_bounces_too(tmp_path: Path) -> None:
    model = started(ball(0.5), y=(1.1, 0.0)).model
    text = written(describe(prepare(model), struck=True), "c", single=True)
    program = build("c", text, tmp_path)
    assert program.answer("--self-test").returncode == 0
    found, words = program.table("--impacts", "--until", "3")
    first = np.sqrt(2 / G)
    assert not words
    assert found[:4, 0] == pytest.approx([first * (3 - 2 * 0.5**n) for n in range(4)], rel=1e-3)


@needs_c
def test_c_keeps_nothing_and_asks_for_no_memory(tmp_path: Path) -> None:
    text = text_of("c", sample("newtons_cradle"))
    assert "malloc" not in text and "calloc" not in text
    lines = [line for line in text.splitlines() if line.startswith("static ") and "(" not in line]
    assert all(line.startswith("static const ") for line in lines)


def test_outputs_that_feel_contact_are_left_out_and_named() -> None:
    texts = ("y", "y''", "y'")
    model = started(ball(0.5), y=(1.1, 0.0)).model
    outputs = tuple(map(Output.of, texts))
    model = model.having(simulation=model.simulation.having(outputs=outputs))
    program = describe(prepare(model), struck=True)
    assert [entry.title.line for entry in program.shown] == ["y", "y'"]
    assert [text.line for text in program.unshown] == ["y''"]


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name not in STRUCK])
def test_other_languages_refuse_impacts_with_the_elements(language: str) -> None:
    with pytest.raises(Unprintable, match="wall 1") as told:
        text_of(language, ball(0.5).model)
    assert "C99" in str(told.value)


def test_states_between_the_ends_of_a_step_are_those_of_the_published_formula() -> None:
    from scipy.integrate import RK45

    assert np.reshape(BETWEEN, (7, 4)) == pytest.approx(RK45.P, rel=1e-15)


def test_no_variable_hides_a_constant_where_capitals_do_not_count() -> None:
    """Fortran does not tell capitals from small letters."""
    model = started(ball(0.5), y=(1.1, 0.0)).model
    program = describe(prepare(model), struck=True)
    found = source(program, Names(program, "", True), False)
    for function in found.functions:
        names = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
        names |= {entry.arg for entry in function.args.args}
        used = {name.lower() for name in names & found.constants.keys()}
        hidden = {name for name in names - found.constants.keys() if name.lower() in used}
        assert not hidden, function.name


def test_two_functions_of_one_name_are_refused() -> None:
    tree = ast.parse("def a(): pass\ndef b(): pass\ndef a(): pass")
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    check_once(functions[:2])
    with pytest.raises(ValueError, match="called a"):
        check_once(functions)
