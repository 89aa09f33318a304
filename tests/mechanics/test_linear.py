"""Linear equations: exact derivatives, published stability limits, inputs that move points."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui import (
    GROUND,
    LagrError,
    System,
    equal,
    evaluate,
    linearize,
    linearize_symbolic,
    load,
    read,
)
from lagr_gui.foundation.resource import sample_models
from lagr_gui.mechanics.linear import with_inputs
from lagr_gui.model import Function, Model
from tests.systems import element, random_tree

KINDS = ["revolute", "prismatic", "universal", "spherical"]


def loaded_tree(seed: int) -> Model:
    """A random tree with forces of all sorts."""
    model = random_tree(seed, KINDS)
    first, last = model.coordinates[0], model.coordinates[-1]
    elements = (
        element("spring", "spring", body_a=4, point_a=(0.1, 0.2, 0), c=30, l0=0.2),
        element("lagr_damper", "damper", body_a=3, body_b=1, k=0.7),
        element("dashpot", "dashpot", body_a=2, point_a=(0.3, 0, 0.1), k=0.4),
        element("force", "push", body=2, vector=(1, f"{first}*2", 0.5), axes="body"),
        element("torque", "twist", body=4, vector=(0, 0.3, f"{last}'")),
        element("coordinate_force", "drive", coordinate=first, force=f"-sin({last})*{first}'"),
    )
    return model.model_copy(update={"elements": elements})


def state(model: Model, seed: int) -> dict:
    source = np.random.default_rng(seed)
    f = len(model.coordinates)
    q, qd = source.uniform(-1, 1, (2, f)).tolist()
    return {"t": 0.3, "q": q, "qd": qd}


@pytest.mark.parametrize("seed", range(3))
def test_the_state_matrix_is_the_slope_of_the_accelerations(seed: int) -> None:
    model = loaded_tree(seed)
    at = state(model, seed)
    linear = linearize(model, at)
    f, step = len(model.coordinates), 1e-5
    slopes = np.zeros((f, 2 * f))
    for index in range(2 * f):
        ends = []
        for sign in (1, -1):
            y = np.array([*at["q"], *at["qd"]])
            y[index] += sign * step
            ends.append({"t": 0.3, "q": list(y[:f]), "qd": list(y[f:])})
        after, before = evaluate(model, ends)
        slopes[:, index] = (after.qdd - before.qdd) / (2 * step)
    assert linear.A[f:] == pytest.approx(slopes, abs=1e-7 * np.max(np.abs(slopes)))
    assert np.array_equal(linear.A[:f], np.eye(f, 2 * f, f))
    assert np.max(np.abs(linear.residual)) < 1e-11 * np.max(np.abs(slopes))


def test_the_parts_are_symmetric_and_skew_and_add_up() -> None:
    model = loaded_tree(5)
    linear = linearize(model, state(model, 5))
    for symmetric, skew, whole in (("D", "G", "P"), ("K", "N", "S")):
        first, second = getattr(linear, symmetric), getattr(linear, skew)
        assert np.array_equal(first, first.T) and np.array_equal(second, -second.T)
        assert first + second == pytest.approx(getattr(linear, whole), abs=1e-12)


def test_a_force_on_a_coordinate_enters_that_equation_alone() -> None:
    model = loaded_tree(1)
    linear = linearize(model, state(model, 1), inputs=model.coordinates)
    assert linear.B[0] == pytest.approx(np.eye(len(model.coordinates)), abs=1e-14)
    assert not linear.B[1:].any()


def test_components_of_forces_enter_as_differences_of_the_accelerations_say() -> None:
    model, at = loaded_tree(2), state(loaded_tree(2), 2)
    names = ("push.y", "twist.z", "drive")
    linear = linearize(model, at, inputs=names)
    for column, name in enumerate(names):
        pushed = with_inputs(model, (name,), model.coordinates).model
        ends = []
        for value in (1.0, 0.0):
            *rest, last = pushed.parameters
            changed = (*rest, last.model_copy(update={"value": value}))
            ends += evaluate(pushed.model_copy(update={"parameters": changed}), [at])
        expected = ends[0].qdd - ends[1].qdd
        f = len(model.coordinates)
        assert linear.state_B[f:, column] == pytest.approx(expected, abs=1e-9)


def swing(**base) -> System:
    """A pendulum with viscous friction whose pivot moves."""
    system = System("Swing", m=2.0, l=0.5, k=0.3, s=0.0)
    system.ground(**base)
    bob = system.body(mass="m")
    system.joint("revolute", GROUND, bob, "phi", point_child=(0, "l", 0))
    system.element("coordinate_damper", coordinate="phi", k="k")
    return system


def test_a_moving_pivot_acts_by_its_acceleration() -> None:
    # m l² φ̈ + k φ̇ + m g l sin φ = −m l ẍ cos φ − m l ÿ sin φ
    for base, expected in ((("s", 0, 0), np.cos(0.4)), ((0, "s", 0), np.sin(0.4))):
        linear = linearize(swing(position=base).model, {"q": [0.4], "qd": [0.2]}, inputs=("s",))
        assert linear.B[:, 0, 0] == pytest.approx([0, 0, -2.0 * 0.5 * expected], abs=1e-14)
        assert [name for name, _, _ in linear.signals] == ["s", "s''"]
        assert not linear.notes


def test_a_function_moves_the_pivot_likewise_and_may_be_left_unspecified() -> None:
    system = swing(position=("FU(t)", 0, 0))
    for expression in ("0.1*cos(3*t)", None):
        function = Function(name="FU", expression=expression)
        model = system.model.model_copy(update={"functions": (function,)})
        linear = linearize(model, "equilibrium", inputs=("FU",))
        assert linear.B[:, 0, 0] == pytest.approx([0, 0, -1.0], abs=1e-14)
        assert linear.q == pytest.approx([0.0], abs=1e-12)


def test_a_length_is_taken_as_changing_slowly_and_that_is_said() -> None:
    linear = linearize(swing().model, {"q": [0.4], "qd": [0.0]}, inputs=("l",))
    assert "slowly" in linear.notes[0]
    assert not linear.B[1:].any()
    # r = m l² φ̈ + m g l sin φ with φ̈ = −g/l sin φ: ∂r/∂l = −m g sin φ
    assert linear.B[0, 0, 0] == pytest.approx(2.0 * 9.81 * np.sin(0.4))


def test_a_parameter_acts_through_the_parameters_that_depend_on_it() -> None:
    system = System("Swing", m=2.0, l=0.5, s=0.0, a="3*s", b="2*a")
    system.ground(position=("b", 0, 0))
    bob = system.body(mass="m")
    system.joint("revolute", GROUND, bob, "phi", point_child=(0, "l", 0))
    linear = linearize(system.model, {"q": [0.0], "qd": [0.0]}, inputs=("s",))
    assert linear.B[:, 0, 0] == pytest.approx([0, 0, -6.0], abs=1e-13)


def test_outputs_are_expressions_in_the_state() -> None:
    linear = linearize(
        swing().model, {"q": [0.4], "qd": [2.0]}, outputs=("l*sin(phi)*phi'", "phi'")
    )
    assert linear.y == pytest.approx([0.5 * np.sin(0.4) * 2, 2])
    assert linear.state_C == pytest.approx(
        np.array([[0.5 * np.cos(0.4) * 2, 0.5 * np.sin(0.4)], [0, 1]])
    )


@pytest.mark.parametrize("wrong", [{"inputs": ("phy",)}, {"outputs": ("phy",)}])
def test_unknown_names_are_told_with_the_nearest_one(wrong: dict) -> None:
    with pytest.raises(LagrError, match="phi"):
        linearize(swing().model, "start", **wrong)


def test_a_function_of_other_arguments_is_no_input() -> None:
    system = swing(position=("FU(2*t)", 0, 0))
    function = Function(name="FU", expression="sin(t)")
    model = system.model.model_copy(update={"functions": (function,)})
    with pytest.raises(LagrError, match="other arguments"):
        linearize(model, "start", inputs=("FU",))


@pytest.mark.parametrize("name", ["double_pendulum", "bead_on_hoop", "spinning_top", "cart_pole"])
def test_the_closed_form_gives_the_same_matrices(name: str) -> None:
    (path,) = [path for path in sample_models() if path.stem == name]
    model = load(path)
    place = {coordinate: f"{k}/7 + 1/5" for k, coordinate in enumerate(model.coordinates)}
    rates = {coordinate: f"1/2 - {k}/3" for k, coordinate in enumerate(model.coordinates)}
    found = linearize_symbolic(model, place, rates, inputs=model.coordinates)
    assert found.deviation is not None and found.deviation < 1e-12
    assert {entry.symbol for entry in found.entries} >= {"M", "K", "B"}
    assert all(term.sources for entry in found.entries for term in entry.terms)


def test_the_closed_form_agrees_at_angles_that_are_parts_of_a_turn() -> None:
    (path,) = [path for path in sample_models() if path.stem == "double_pendulum"]
    for first, second in (("pi/4", "-pi/3"), ("5*pi/6", "pi/2")):
        found = linearize_symbolic(load(path), {"q1": first, "q2": second}, {"q1": 1})
        assert found.deviation is not None and found.deviation < 1e-12


def test_a_symbolic_place_gives_the_condition_of_equilibrium() -> None:
    found = linearize_symbolic(swing().model, {"phi": "phi0"})
    ((_, condition),) = found.of("r").items()
    assert equal(condition.tree, read("g*l*m*sin(phi0)"))
    assert equal(found.of("K")[1, 1].tree, read("g*l*m*cos(phi0)"))
    standing = linearize_symbolic(swing().model, {"phi": "pi"})
    assert equal(standing.of("K")[1, 1].tree, read("-g*l*m")) and not standing.of("r")


def test_inputs_that_act_by_their_rates_have_no_symbolic_column() -> None:
    with pytest.raises(LagrError, match="numerically"):
        linearize_symbolic(swing(position=("s", 0, 0)).model, inputs=("s",))
    found = linearize_symbolic(swing().model, {"phi": "phi0"}, inputs=("l", "phi"))
    assert equal(found.of("B")[1, 1].tree, read("-g*m*sin(phi0)"))
    assert equal(found.of("B")[1, 2].tree, read("1"))
