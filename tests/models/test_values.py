"""Values are told where they are given: by --set, in Python, and once for what has one cause."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from lagr_gui import LagrError, System, pipeline
from lagr_gui.catalogue import KINDS
from lagr_gui.cli.__main__ import main
from lagr_gui.foundation.problem import Problem
from lagr_gui.foundation.resource import sample_models
from lagr_gui.mechanics.numbers import parameter_values
from lagr_gui.model import Parameter, Replacement, SpecialCase, check
from tests.mechanics.bound.mechanisms import four_bar, windows
from tests.models.faulty import COLLECTION, cart

SAMPLES = {path.stem: str(path) for path in sample_models()}
DECK = SAMPLES["lagr_system_2"].replace(".lagr", ".deck")


def pendulum() -> System:
    system = System(m=1, l=1)
    system.body("Bob", mass="m")
    system.joint("revolute", 0, 1, "q", point_child=(0, "l", 0))
    system.start(q=0.5)
    return system


def told(run: Callable[[], Any]) -> tuple[Problem, ...]:
    """The problems that a call raises."""
    with pytest.raises(LagrError) as caught:
        run()
    assert (caught.value.__cause__ is None and caught.value.__suppress_context__) or (
        caught.value.__context__ is None
    )
    return caught.value.problems


@pytest.mark.parametrize("command", ["check", "simulate", "equilibrium", "modes", "evaluate"])
def test_a_negative_mass_given_by_set_is_refused(capsys, command: str) -> None:
    assert main([command, SAMPLES["double_pendulum"], "--set", "m2=-30"]) == 1
    said = capsys.readouterr()
    assert "Body “Lower rod”: The mass m2 is -30 kg." in said.out + said.err


def test_check_tells_errors_before_hints(capsys) -> None:
    assert main(["check", SAMPLES["four_bar"], "--set", "m3=-2"]) == 1
    told = capsys.readouterr()
    errors, others = (
        [line.split(":")[0] for line in stream.splitlines()] for stream in (told.err, told.out)
    )
    assert errors == ["error", "error"]
    assert "hint" in others and "error" not in others


def test_a_negative_mass_given_in_python_is_refused() -> None:
    system = pendulum()
    system.set(m=-1)
    assert [problem.code for problem in told(lambda: system.simulate(1))] == ["negative-mass"]


def test_a_parameter_marked_positive_must_be_positive(capsys) -> None:
    """Roots of squares were taken with that mark: √l² = l."""
    assert main(["simulate", SAMPLES["simple_pendulum"], "--set", "l=-1"]) == 1
    assert "marked as positive" in capsys.readouterr().err


def test_a_deck_without_numbers_is_told_in_one_line(capsys) -> None:
    for command in ("simulate", "verify"):
        assert main([command, DECK]) == 1
        (line,) = capsys.readouterr().err.splitlines()
        assert "30 have no value: M1, TH111" in line and "--set M1=…" in line


def test_a_deck_without_numbers_has_degrees_of_freedom_all_the_same(capsys) -> None:
    assert main(["check", DECK]) == 0
    said = capsys.readouterr().out
    assert "degrees of freedom: 3" in said and "hint: Parameters: 30 have no value" in said


def test_check_takes_values(capsys) -> None:
    assert main(["check", SAMPLES["simple_pendulum"], "--set", "zz=3"]) == 1
    said = capsys.readouterr().err
    assert "Known are: g, l, m." in said  # names, not descriptions


def test_of_a_missing_body_only_the_cause_is_told(capsys, tmp_path) -> None:
    path = tmp_path / "a.lagr"
    COLLECTION["a_joint_to_a_body_that_is_not_there"].make().save(path)
    assert main(["check", str(path)]) == 1
    streams = capsys.readouterr()
    said = streams.err + streams.out
    assert "no body 9" in said
    assert not {"reference body", "structure", "coordinates:"} & set(said.split("  "))
    assert "no reference body" not in said and "structure" not in said


def test_of_two_coordinates_with_one_name_only_the_cause_is_told() -> None:
    system = COLLECTION["two_joints_with_one_coordinate"].make()
    assert [problem.code for problem in check(system.model, KINDS)] == ["name-taken"]


def test_a_deck_name_never_hides_a_parameter(capsys) -> None:
    """A description may begin with the name of another parameter."""
    system = System(m=1, k=2)
    parameters = tuple(
        p.model_copy(update={"description": "m"}) if p.name == "k" else p
        for p in system.model.parameters
    )
    system.model = system.model.model_copy(update={"parameters": parameters})
    from argparse import Namespace

    from lagr_gui.cli.values import with_values

    values = parameter_values(with_values(system.model, Namespace(set=["m=5"])))
    assert (values["m"], values["k"]) == (5, 2)


WRONG: dict[str, tuple[Callable[[System], Any], str]] = {
    "an end that is a text": (lambda s: s.simulate(until="abc"), "end time"),  # type: ignore[arg-type]
    "an end beyond all numbers": (lambda s: s.simulate(until=10**400), "end time"),
    "an end that is a list": (lambda s: s.simulate(until=[1]), "end time"),  # type: ignore[arg-type]
    "points that are none": (lambda s: s.simulate(1, points=0), "number of points"),
    "half a point": (lambda s: s.simulate(1, points=2.5), "number of points"),
    "a tolerance in words": (lambda s: s.simulate(1, rtol="x"), "relative tolerance"),
    "a method that is a number": (lambda s: s.simulate(1, method=3), "no method “3”"),
    "an unknown setting": (lambda s: s.simulate(1, bogus=3), "Setting “bogus”"),
    "a start of another sort": (lambda s: s.simulate(1, q0="a"), "start position"),
    "a start value that is a list": (lambda s: s.start(q=[1]), "Start value “q”"),  # type: ignore[arg-type]
    "a start of three numbers": (lambda s: s.start(q=(1, 2, 3)), "pair"),  # type: ignore[arg-type]
    "an axis that is a text": (lambda s: s.joint("revolute", 0, 1, "p", axis="x"), "three numbers"),
    "an axis of two": (lambda s: s.joint("revolute", 0, 1, "p", axis=(1, 0)), "three numbers"),
    "an orientation": (
        lambda s: s.joint("revolute", 0, 1, "p", orientation="x"),
        "three rows of three",
    ),
    "a kind that is a number": (lambda s: s.joint(3, 0, 1, "p"), "no kind of joint “3”"),  # type: ignore[arg-type]
    "an unknown field": (lambda s: s.joint("revolute", 0, 1, "p", axs=1), "Did you mean “axis”"),
    "inertia that is a number": (lambda s: s.body(inertia=3), "three to six moments"),  # type: ignore[arg-type]
    "inertia that is a text": (lambda s: s.body(inertia="abc"), "three to six moments"),
    "seven moments": (lambda s: s.body(inertia=range(7)), "three to six moments"),
    "gravity of two": (lambda s: System(gravity=(0, 1)), "three numbers"),  # type: ignore[arg-type]
    "a parameter that is a list": (lambda s: s.set(m=[1]), "Parameter “m”"),  # type: ignore[arg-type]
    "velocities that are a text": (lambda s: s.equilibria(velocities="x"), "Velocities"),
    "a seed that is a text": (lambda s: s.equilibria(seed="a"), "Seed"),
    "frequencies that are a text": (
        lambda s: s.frequency_response("q", omega="a"),
        "list of numbers",
    ),
    "no states": (lambda s: pipeline.verify(s.model, states=0), "Number of states"),
    "a system for a model": (lambda s: pipeline.simulate(s), "“model”"),  # type: ignore[arg-type]
    "a mapping for settings": (lambda s: pipeline.simulate(s.model, {"until": 3}), "Settings"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("name", WRONG)
def test_a_value_of_a_wrong_sort_is_told_where_it_was_given(name: str) -> None:
    run, words = WRONG[name]
    text = " ".join(map(str, told(lambda: run(pendulum()))))
    assert words in text


def test_numbers_of_numpy_are_numbers() -> None:
    system = pendulum()
    system.set(m=np.int64(2), l=np.float32(0.5))
    state = {"t": np.int64(0), "q": np.array([1]), "qd": [np.float32(0)]}
    assert np.isfinite(system.evaluate(state)[0].qdd).all()
    assert system.simulate(np.float64(0.1), points=np.int64(3)).t[-1] == 0.1


def test_one_output_may_be_given_as_it_is() -> None:
    assert pendulum().linearize(outputs="q").outputs == ("q",)


def test_a_free_wheel_has_a_certificate() -> None:
    """Its accelerations are zero: differences are rounding and no disagreement."""
    system = System()
    system.body("Wheel", inertia=(1, 1, 1))
    system.joint("revolute", 0, 1, "q")
    assert pipeline.verify(system.model, states=3).holds


def test_forces_that_cancel_leave_no_disagreement() -> None:
    """A parallelogram driven evenly, and capacitors that share a charge: all is in balance."""
    driven = windows(1)
    driven.element("prescribed_motion", "drive", coordinate="q1", motion="t")
    shared = System()
    for name in "CDE":
        shared.branch("capacitor", "a", "b", name=name, C=1, q0=1 if name == "C" else 0)
    for system in (driven, shared):
        assert pipeline.verify(system.model, states=2).holds


def test_drives_that_contradict_a_loop_are_named() -> None:
    system = four_bar()
    system.element("prescribed_motion", "first", coordinate="q1", motion="t")
    system.element("prescribed_motion", "second", coordinate="q4", motion="2*t")
    (problem,) = told(lambda: pipeline.mobility(system.model))
    assert "Element “first”, Element “second”" in problem.cause


@pytest.mark.parametrize("bodies", [0, 1])
def test_a_system_without_coordinates_is_no_trouble(bodies: int) -> None:
    system = System()
    if bodies:
        system.body("Plate", mass=1)
        system.joint("fixed", 0, 1)
    assert pipeline.verify(system.model, states=1).holds
    assert len(system.equilibria().found) == 1


def test_a_drive_that_jumps_gets_a_word() -> None:
    system = cart()
    system.parameter("v", 1, "m/s")
    system.parameter("t1", 1, "s")
    system.element("prescribed_motion", "drive", coordinate="x", motion="v*abs(t - t1)")
    (problem,) = system.check().problems
    assert problem.code == "jump" and problem.severity.value == "warning"


SPOKEN = {
    "a velocity that is no number": ("equilibrium --velocities q1=a", "--velocities, q1"),
    "a seed below zero": ("verify --seed -1", "from 0 up"),
}


@pytest.mark.parametrize("name", SPOKEN)
def test_an_option_that_cannot_be_is_named(capsys, name: str) -> None:
    words, expected = SPOKEN[name]
    command, *others = words.split()
    assert main([command, SAMPLES["double_pendulum"], *others]) == 1
    assert expected in capsys.readouterr().err


@pytest.mark.parametrize("words", ["verify --states 0", "response --input q1 --points 1"])
def test_a_count_says_its_bounds(capsys, words: str) -> None:
    command, *others = words.split()
    with pytest.raises(SystemExit) as ended:
        main([command, SAMPLES["double_pendulum"], *others])
    assert ended.value.code == 2
    assert "no whole number from" in capsys.readouterr().err


def test_a_special_case_that_makes_a_mass_negative_is_told() -> None:
    system = cart()
    body = system.model.bodies[0].model_copy(update={"mass": "m"})
    case = SpecialCase(name="upside", replacements=(Replacement(name="m", value=-1),))
    parameters = (*system.model.parameters, Parameter(name="m", value=1))
    system.model = system.model.model_copy(
        update={"bodies": (body,), "special_cases": (case,), "parameters": parameters}
    )
    (problem,) = system.check().problems
    assert "Special case “upside”, Body “Cart”" in problem.place and system.check().sound
    assert system.simulate(0.1).t[-1] == 0.1
    assert told(lambda: pipeline.simulate(system.model, special="upside"))


def test_a_range_whose_ends_are_exchanged_is_told() -> None:
    system = cart()
    parameter = Parameter(name="g", value=5, minimum=10, maximum=1)
    system.model = system.model.model_copy(update={"parameters": (parameter,)})
    assert [problem.code for problem in system.check().problems] == ["bounds"]


def test_a_step_of_time_beside_a_damper_is_no_jump_with_a_velocity() -> None:
    system = cart()
    system.element("coordinate_force", "drive", coordinate="x", force="step(1, t, 2) - 3*x'")
    assert not system.check().problems


def test_dry_friction_by_a_sign_gets_a_word() -> None:
    system = cart()
    system.element("coordinate_force", "friction", coordinate="x", force="-sign(x')")
    (problem,) = system.check().problems
    assert problem.code == "jump" and "element with dry friction" in problem.remedy


def test_a_choice_lists_its_words() -> None:
    (problem,) = told(
        lambda: cart().element("coincidence", "pin", body_a=1, body_b=0, directions="w")
    )
    assert "one of 'xyz', 'xy'" in problem.cause


def test_places_outside_lists_are_called_by_their_names() -> None:
    system = cart()
    system.ground(position=("x", 0, 0))
    (problem,) = system.check().problems
    assert problem.place == "Body 0, position, entry 1"
    assert problem.cause == "This must not depend on the coordinate “x”."
    assert problem.remedy == "Use parameters and the time t instead."


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda s: s.joint("revolute", 0, s.body(), coordinates=["phi"]), "coordinates"),
        (lambda s: s.branch("resistor", "a", "b", own=("q",)), "own"),
    ],
)
def test_what_has_its_place_in_a_call_is_no_keyword(call, name) -> None:
    with pytest.raises(LagrError, match=f"“{name}” is no keyword here"):
        call(System("anything"))
