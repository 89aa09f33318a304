"""Right answers are taken in whatever form they come, wrong ones are named by their error."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from lagr_gui import GROUND, LagrError, System, load
from lagr_gui.cli.__main__ import main
from lagr_gui.extensions.teaching.marking.answers import Reader
from lagr_gui.extensions.teaching.marking.judging import Judge
from lagr_gui.extensions.teaching.marking.marking import Marker, mark
from lagr_gui.extensions.teaching.marking.mutants import CATALOGUE
from lagr_gui.extensions.teaching.marking.numbers import number_verdict
from lagr_gui.extensions.teaching.marking.text import STATES, marked_text
from lagr_gui.extensions.teaching.marking.verdicts import Mark
from lagr_gui.foundation.languages import words_of
from lagr_gui.foundation.resource import sample_models
from lagr_gui.model import Model
from lagr_gui.model.exercise import Asked, Exercise, GivenName, VariedValue
from lagr_gui.prepared import physics, prepare
from tests.each import each

SAMPLES = {path.stem: path for path in sample_models() if path.suffix == ".lagr"}
ANSWERS = json.loads((Path(__file__).parent / "answers.json").read_text("utf-8"))
"""By sample: what is asked, an answer, and how it is: right, the name of its error, or
“difference” where it is told by its terms."""


@cache
def marker(sample: str) -> Marker:
    return Marker(prepare(load(SAMPLES[sample])), 0)


def asking(model: Model, *lines: str, **fields: object) -> Model:
    ask = tuple(Asked(line=line) for line in lines)
    return model.having(exercise=Exercise(ask=ask, **fields))  # type: ignore[arg-type]


def marked(model: Model, answers: Mapping[str, str], **fields: object) -> dict[str, Mark]:
    made = mark(prepare(asking(model, *answers, **fields)), answers)
    return dict(zip(answers, made.marks, strict=True))


def judged(sample: str) -> None:
    one = marker(sample)
    for asked, answer, expected in ANSWERS[sample]:
        verdict = Judge(one.student).verdict(one.question(asked), answer)
        if expected == "difference":
            assert (verdict.state, verdict.errors) == ("wrong", ()), answer
            assert verdict.said, answer
        elif expected in STATES:
            assert (verdict.state, verdict.errors) == (expected, ()), answer
        else:
            assert verdict.state == "wrong", answer
            assert expected in verdict.errors, (answer, verdict.errors)
            assert len(verdict.errors) <= 2, (answer, verdict.errors)


SHORT = ("physical_pendulum", "elastic_pendulum", "bead_on_hoop")


@pytest.mark.parametrize("sample", SHORT)
def test_no_right_answer_is_refused_and_wrong_ones_are_named(sample: str):
    judged(sample)


@pytest.mark.parametrize("sample", [sample for sample in ANSWERS if sample not in SHORT])
def test_answers_to_longer_exercises_are_judged_as_well(sample: str):
    judged(sample)


def test_the_solution_makes_what_the_lines_of_derivations_say():
    one, made = marker("double_pendulum"), 0
    for line, title in one.lines:
        value = one.solution.quantity(title)
        if value is not None and not title.startswith("equation"):
            made += 1
            assert (value - one.chain.value_of(line.right)).is_zero, title
    assert made > 20


WRITTEN = {
    "½ m₁ l₁² q̇₁²": "(1/2)*m1*l1^(2)*q1'^(2)",
    "½m(ẋ²+2lẋφ̇cosφ)": "(1/2)*m*(x'^(2)+2*l*x'*phi'*(cos(phi)))",
    "mgl sin² φ": "m*g*l*(sin(phi))^(2)",
    "1/2ml²θ_1''": "1/2*m*l^(2)*theta_1''",
    "θ1_ddot √(2 g l)": "theta_1''*√(2*g*l)",
    "(0,5 m + m1)[l − x]": "(0.5*m+m1)*(l-x)",
    "sin 2φ cos^2(φ) x⁻¹": "(sin(2*phi))*(cos(phi))^2*x^(-1)",
}


@each("typed, plain", WRITTEN.items())
def test_formulas_are_read_as_people_write_them(typed: str, plain: str):
    names = ["m", "m1", "l", "l1", "g", "x", "q1", "phi", "theta_1"]
    assert Reader(names, ()).plain(typed) == plain


UNCLEAR = [
    *("x/2m", "sin q1-q2", "((((", "__import__('os')", "2 3", "", "y", "m'", "sin", "=", "\0"),
    *("(" * 3000, "(q1+l1+l2+g+m1)^60*(q1+q2)^60", "1/0", "l1^l1^99", "∫ q1"),
    "1/(" * 20 + "l1+sin(q1)" + ")+l2)" * 19 + ")",
    "sqrt(l1+" * 20 + "q1" + ")" * 20,
]


@each("answer", UNCLEAR)
def test_what_has_no_clear_meaning_is_told_and_never_run(answer: str):
    one = marker("double_pendulum")
    verdict = Judge(one.student).verdict(one.question("T1"), answer)
    assert verdict.state == "unreadable"
    assert verdict.said


def test_answers_have_the_names_of_the_student():
    """θ from the horizontal, ψ the absolute angle of the second rod."""
    names = (GivenName(name="θ", value="q1 + pi/2"), GivenName(name="ψ", value="q1 + q2"))
    answers = {
        "x_S1": "-l1/2 cos θ",
        "omega2": "ψ̇",
        "T2": "½ m2 (l1² θ̇² + l2²/3 ψ̇² + l1 l2 θ̇ ψ̇ sin(θ - ψ))",
        "equation q2": "½ l1 θ̈ sin(θ-ψ) + l2/3 ψ̈ + ½ l1 θ̇² cos(θ-ψ) + ½ g sin ψ = 0",
    }
    found = marked(load(SAMPLES["double_pendulum"]), answers, names=names)
    assert {line: one.verdict.state for line, one in found.items()} == dict.fromkeys(
        answers, "right"
    )


def test_what_follows_from_a_wrong_line_is_right_as_it_goes_on():
    answers = {
        "T1": "½ (m L²/12) q1'²",
        "d/dt dT/d(q1')": "m L²/12 q1''",
        "equation q1": "m L²/12 q1'' + m g s sin q1 + k q1' = 0",
    }
    found = marked(load(SAMPLES["physical_pendulum"]), answers)
    assert [one.verdict.state for one in found.values()] == ["wrong", "follows", "follows"]
    assert [one.points for one in found.values()] == [0, 1, 1]


def test_a_chain_tells_its_first_step_that_does_not_follow():
    one = marker("physical_pendulum")
    verdict = Judge(one.student).verdict(
        one.question("T1"), "T_1 = ½ m v² + ½ J ω² = ½ (m s² + m L²/12) q1'² = ½ m s q1'²"
    )
    assert verdict.state == "wrong"
    assert "sides 3 and 4" in verdict.said[-1]


def test_multipliers_have_one_sign_in_all_equations():
    one = marker("slider_crank")
    answers = {
        "equation x": "m_K x'' = -λ1 - F",
        "equation rho": "m_P l_P (l_P/3 + l_L/2 cos ρ) φ'' + m_P l_P²/3 ρ'' + ½ m_P l_L l_P φ'²"
        " sin ρ = -½ m_P g l_P cos(φ+ρ) + l_P λ1 sin(φ+ρ) - l_P λ2 cos(φ+ρ)",
    }
    judge = Judge(one.student)
    found = [judge.verdict(one.question(name), text) for name, text in answers.items()]
    assert [one.errors for one in found] == [(), ("multiplier-sign",)]


def test_springs_and_dampers_between_bodies_have_their_own_errors():
    system = System("two masses", m=1, c=5, d=1, a=1, g=0)
    one, two = system.body("one", mass="m"), system.body("two", mass="m")
    system.joint("prismatic", GROUND, one, "x", axis=(1, 0, 0))
    system.joint("prismatic", GROUND, two, "y", axis=(1, 0, 0), point_parent=("a", 0, 0))
    ends = {"body_a": one, "body_b": two}
    system.element("dashpot", "damper", **ends, k="d")
    model = system.model
    wrong = {
        "m x'' + d x' = 0": "absolute-damper",
        "m x'' + d (y' - x') = 0": "force-sign",
        "m x'' + d/2 (x' - y') = 0": "half-damper",
        "m x'' = 0": "no-force",
    }
    at = Marker(prepare(asking(model, "equation x")), 0)
    verdicts = {text: Judge(at.student).verdict(at.question("equation x"), text) for text in wrong}
    assert all(error in verdicts[text].errors for text, error in wrong.items())


def test_systems_are_right_up_to_a_regular_matrix():
    one = marker("mass_spring_chain")
    rows = [f"m x{n}'' + c (2 x{n} - x{n - 1} - x{n + 1})" for n in range(1, 5)]
    rows = [row.replace("x0", "0").replace("x5", "0") for row in rows]
    mixed = [rows[0], f"{rows[0]} + {rows[1]}", f"2 ({rows[2]})", f"{rows[3]} - ({rows[1]})"]
    states = [
        Judge(one.student).verdict(one.question("equations"), "; ".join(several)).state
        for several in (mixed, [*mixed[:3], mixed[0]], [*rows[:3], "m x4'' + c x4"], rows[:3])
    ]
    assert states == ["right", "wrong", "wrong", "wrong"]


NUMBERS = {
    "0,35 m": ("right", ()),
    "35 cm": ("right", ()),
    "0.3499": ("wrong", ()),
    "0.4": ("wrong", ("digits",)),
    "-0.35": ("wrong", ("sign",)),
    "350 m": ("wrong", ("power-of-ten",)),
    "0.35 kg": ("wrong", ("unit",)),
    "0.70 m": ("wrong", ("twice",)),
    "20.05 m": ("wrong", ("degrees",)),
    "7/20": ("right", ()),
}


@each("typed, expected", NUMBERS.items())
def test_numbers_are_as_exact_as_they_are_typed(typed: str, expected: tuple[str, tuple[str]]):
    verdict = number_verdict(typed, 0.35 if "/" in typed else 0.35002, "m")
    state, errors = expected
    assert verdict.state == state
    assert {*errors} <= {*verdict.errors}


def test_values_vary_and_points_are_summed():
    ask = (Asked(line="J", value="m1*l1^2/3", unit="kg m^2", points=2), Asked(line="5.1", points=3))
    vary = (VariedValue(parameter="l1", values=(0.5, 1.0)),)
    model = load(SAMPLES["double_pendulum"]).having(exercise=Exercise(ask=ask, vary=vary))
    answers = "# mine\nJ: 0,083 kg m²\n5.1: U = -m1 g l1/2 cos q1\n = 0\nz: 1"
    first, second = (mark(prepare(model), answers, variant) for variant in (0, 1))
    assert [one.points for one in first.marks] == [2, 0]
    assert (first.points, first.most, second.points) == (2, 5, 0)
    assert first.unused == ("z",)


def test_an_exercise_changes_nothing_of_the_physics_and_follows_names():
    from lagr_gui.editing import edits

    model = load(SAMPLES["double_pendulum"])
    names = (GivenName(name="θ", value="q1"),)
    asked = asking(model, "dT/d(q1')", names=names)
    assert physics(asked) == physics(model)
    renamed = edits.rename(asked, "coordinate:q1", "alpha").exercise
    assert (renamed.ask[0].line, renamed.names[0].value) == ("dT/d(alpha')", "alpha")


def test_an_exercise_that_asks_what_is_not_there_is_refused():
    model = load(SAMPLES["double_pendulum"])
    with pytest.raises(LagrError, match="asks nothing"):
        mark(prepare(model), "")
    with pytest.raises(LagrError, match="no such line"):
        mark(prepare(asking(model, "T7")), "")


def test_the_command_tells_exercise_and_marks(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    model = asking(load(SAMPLES["physical_pendulum"]), "T1", "U", given=("1",), feedback="de")
    system = System("")
    system.model = model
    file, answers = tmp_path / "exercise.lagr", tmp_path / "answers.txt"
    system.save(file)
    answers.write_text("T1: ½ m s² q1'²\nU: m g s (1 - cos q1)", "utf-8")
    assert main(["mark", str(file)]) == 0
    told = capsys.readouterr().out
    assert "4.2: T1 = ____" in told
    assert "x_S1" in told
    assert "v_S1" not in told
    assert main(["mark", str(file), str(answers), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["state"] for one in found["marks"]] == ["wrong", "right"]
    assert main(["mark", str(file), str(answers), "--hints", "3"]) == 0
    told = capsys.readouterr().out
    assert "Rotationsenergie" in told
    assert "Hinweis: zusammengefasst (4.1)" in told


def test_all_words_of_marks_are_german_ones():
    words = words_of("de")
    assert len({one.name for one in CATALOGUE}) >= 24
    for text in (*(one.said for one in CATALOGUE), *STATES.values()):
        assert text in words, text
    model = asking(load(SAMPLES["physical_pendulum"]), "T1")
    assert "Punkte" in marked_text(mark(prepare(model), {"T1": "m s² q1'²"}), "de")
