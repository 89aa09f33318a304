"""M, C, g and Jacobians against Pinocchio, the recursion and the laws that define them."""

import numpy as np
import pinocchio as pin
import pytest

from lagr_gui import LagrError, equal, jacobian, matrices, pipeline, write
from lagr_gui.expression import Sum
from lagr_gui.extensions.robotics.documents import text_matrices
from lagr_gui.extensions.robotics.matrices import rate_less_coriolis, tables_of
from lagr_gui.extensions.robotics.tests.test_regressor import drawn
from lagr_gui.mechanics.certificate import random_states
from lagr_gui.mechanics.linear import entry_values
from lagr_gui.mechanics.numbers import parameter_values, specialised, with_sample_functions
from lagr_gui.mechanics.state import State
from lagr_gui.prepared import prepare
from tests.mechanics.oracles import pinocchio_model
from tests.mechanics.structured.agreement import functions_of
from tests.mechanics.structured.lines import Reader
from tests.samples.gallery import SMOOTH, sample
from tests.systems import random_tree

LONG = {"quadruped", "robot_arm_6r", "whipple_bicycle", "flexible_arm", "bennett"}
"""Samples that are only read in the structured form."""


def values_of(sheet, model, state):
    """The numbers of all entries of a sheet at a state, by symbol and indices."""
    model = with_sample_functions(model)
    parameters = parameter_values(model)
    keys = [(entry.symbol, entry.indices) for entry in sheet.entries]
    if not sheet.structured:
        found = entry_values(prepare(model).reading, sheet.entries, parameters, state)
        return dict(zip(keys, found.tolist(), strict=True))
    names = sheet.coordinates
    lines = [(d.name, write(d.tree)) for d in sheet.definitions]
    lines += [(f"{e.symbol}_{k}_", write(e.tree)) for k, e in enumerate(sheet.entries)]
    known = {**parameters, "t": state.t, **dict(zip(names, state.q, strict=True))}
    known |= {f"{n}'": v for n, v in zip(names, state.qd, strict=True)}
    numbers = Reader(lines).numbers(known, functions_of(model))
    return {key: numbers[f"{key[0]}_{k}_"] for k, key in enumerate(keys)}


def table(values, symbol, *shape):
    found = np.zeros(shape)
    for (name, indices), value in values.items():
        if name == symbol:
            found[tuple(i - 1 for i in indices)] = value
    return found


def left_side(found, model, state):
    """M, C and M q″ + C q′ + d + g − Q for q″ = 0, 1, 2 …"""
    values = values_of(found.sheet, model, state)
    f = len(found.coordinates)
    M, C = table(values, "M", f, f), table(values, "C", f, f)
    rest = table(values, "d", f) + table(values, "g", f) - table(values, "Q", f)
    return M, C, C @ np.array(state.qd) + rest, table(values, "W", found.conditions, f)


def relative(a, b, least=1e-6):
    size = max(float(np.max(np.abs(b), initial=0.0)), least)
    return float(np.max(np.abs(np.asarray(a) - b), initial=0.0)) / size


def cases():
    for name in SMOOTH:
        for form in ("shortest", "structured"):
            for coriolis in ("christoffel", "bodies"):
                long = form == "shortest" and name in LONG
                if not long and (form, coriolis) != ("structured", "bodies"):
                    yield name, form, coriolis


@pytest.mark.parametrize(("name", "form", "coriolis"), list(cases()))
def test_the_matrices_of_every_sample_agree_with_the_recursion(name, form, coriolis):
    model = sample(name)
    found = matrices(model, coriolis, form)
    sampled = with_sample_functions(model)
    evaluator = prepare(sampled).evaluator
    names, values = found.coordinates, parameter_values(sampled)
    compared = 0
    for state in random_states(len(names), 60, 7):
        known = {**values, "t": state.t, **dict(zip(names, state.q, strict=True))}
        if compared == 3 or not all(entry.holds(known) for entry in found.sheet.assumptions):
            continue
        (other,) = evaluator.evaluate(values, [state])
        if not np.all(np.isfinite(other.Q)):
            continue
        compared += 1
        M, _, rest, W = left_side(found, model, state)
        assert relative(M, other.g[1:, 1:]) < 1e-12
        expected = other.h - other.Q
        terms = max(np.abs(other.h).max(initial=0), np.abs(other.Q).max(initial=0))
        assert relative(rest, expected, max(terms, 1e-3 * np.abs(M).max(initial=0))) < 1e-10
        full = np.array([row for row in other.G if np.any(np.abs(row) > 1e-14)])
        if len(full) == len(W):
            assert relative(W, full.reshape(W.shape)) < 1e-10
    assert compared


@pytest.mark.parametrize("coriolis", ["christoffel", "bodies"])
@pytest.mark.parametrize(
    "name", ["spinning_top", "furuta_pendulum", "rolling_disc", "kapitza_pendulum"]
)
def test_the_rate_of_the_mass_matrix_less_twice_the_coriolis_matrix_is_skew(name, coriolis):
    model = sample(name)
    found = matrices(model, coriolis)
    (state,) = random_states(len(found.coordinates), 1, 3)
    step, qd = 1e-5, np.array(state.qd)

    def mass(h):
        at = State(state.t + h, tuple(np.array(state.q) + h * qd), state.qd)
        return left_side(found, model, at)[0]

    rate = (8 * (mass(step) - mass(-step)) - (mass(2 * step) - mass(-2 * step))) / (12 * step)
    C = left_side(found, model, state)[1]
    skew = rate - 2 * C
    assert np.abs(skew + skew.T).max() < 1e-8 * max(np.abs(C).max(), 1)


@pytest.mark.parametrize("coriolis", ["christoffel", "bodies"])
def test_it_is_found_in_exact_algebra_for_the_system_at_hand(coriolis):
    found = matrices(sample("spinning_top"), coriolis)
    entries = found.of("N")
    assert found.skew and entries
    for (i, j), entry in entries.items():
        assert equal(Sum((entry.tree, entries[j, i].tree)), "0")


def test_a_coriolis_matrix_that_is_not_christoffels_is_not_called_skew():
    closed = prepare(sample("double_pendulum")).general.closed
    tables = tables_of(closed, "christoffel")
    assert rate_less_coriolis(closed, tables)[1]
    (key, value), *_ = tables["C"][1, 2].items()
    tables["C"][1, 2] = {key: value * 2}  # C q̇ of another matrix
    assert not rate_less_coriolis(closed, tables)[1]


def test_matrices_stand_in_brackets_with_their_zeros_and_long_entries_below():
    text = text_matrices(matrices(sample("spinning_top")))
    assert "[0                                 A + m*s^2  0           ]" in text
    assert "  M' - 2 C = [0     N12   0  ]" in text and "[0     -N23  0  ]" in text
    assert "N12 = " in text and "N21 = " not in text
    assert "skew-symmetric" in text


def test_both_coriolis_matrices_differ_where_bodies_turn_about_several_axes():
    model = sample("spinning_top")
    assert matrices(model, "bodies").C != matrices(model).C


def chain(seed, kinds):
    """An arm: Pinocchio takes the joints of a branch to follow one another."""
    model = random_tree(seed, kinds)
    joints = tuple(j.model_copy(update={"parent": j.child - 1}) for j in model.joints)
    return model.model_copy(update={"joints": joints})


@pytest.mark.parametrize("seed", range(3))
def test_mass_and_coriolis_matrix_are_those_of_pinocchio(seed):
    model = chain(seed, ["revolute", "prismatic", "revolute", "revolute"])
    found = matrices(model, form="structured")
    other = pinocchio_model(model)
    data = other.createData()
    (q, qd, _) = (part[0] for part in drawn(model, 1, seed))
    M, C, rest, _ = left_side(found, model, State(0.0, tuple(q), tuple(qd)))
    theirs = pin.crba(other, data, q)
    theirs = np.triu(theirs) + np.triu(theirs, 1).T
    assert relative(M, theirs) < 1e-12
    assert relative(rest, pin.nonLinearEffects(other, data, q, qd)) < 1e-11
    assert relative(C, pin.computeCoriolisMatrix(other, data, q, qd)) < 1e-11


@pytest.mark.parametrize("form", ["shortest", "structured"])
@pytest.mark.parametrize("seed", range(3))
def test_jacobians_are_those_of_pinocchio(seed, form):
    model = random_tree(seed, ["revolute", "prismatic", "revolute"])
    point = np.array([0.3, -0.2, 0.5])
    found = jacobian(model, 3, tuple(point), form=form)
    other = pinocchio_model(model)
    offset = -np.array(model.joints[2].point_child, float)
    place = pin.SE3(np.eye(3), offset + point)
    frame = other.addFrame(pin.Frame("tip", 3, 0, place, pin.FrameType.OP_FRAME))
    q = drawn(model, 1, seed)[0][0]
    values = values_of(found.sheet, model, State(0.0, tuple(q), (0.0,) * 3))
    kind = pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
    expected = pin.computeFrameJacobian(other, other.createData(), q, frame, kind)
    for symbol, part in (("J_v", expected[:3]), ("J_w", expected[3:])):
        if form == "shortest":
            own = table(values, symbol, 3, 3)
        else:
            columns = [values.get((symbol, (nu,)), np.zeros(3)) for nu in (1, 2, 3)]
            own = np.array(columns).T
        assert relative(own, part) < 1e-12


def test_a_jacobian_in_body_axes_is_that_in_space_axes_turned():
    model = sample("furuta_pendulum")
    (state,) = random_states(2, 1, 4)
    (at,) = pipeline.evaluate(model, [{"t": state.t, "q": state.q, "qd": state.qd}])
    parts = [
        values_of(jacobian(model, 2, ("0.1", 0, "0.2"), axes=axes).sheet, model, state)
        for axes in ("space", "body")
    ]
    for symbol in ("J_v", "J_w"):
        space, body = (table(values, symbol, 3, 2) for values in parts)
        np.testing.assert_allclose(at.E[2] @ space, body, atol=1e-12)


def test_a_special_case_enters_the_matrices():
    model = next(m for m in map(sample, SMOOTH) if m.special_cases)
    case = model.special_cases[0].name
    found = matrices(model, special=case, form="shortest")
    (state,) = random_states(len(found.coordinates), 1, 5)
    special = specialised(model, case)
    (other,) = pipeline.evaluate(special, [{"t": state.t, "q": state.q, "qd": state.qd}])
    M, _, rest, _ = left_side(found, special, state)
    assert relative(M, other.g[1:, 1:]) < 1e-12
    assert relative(rest, other.h - other.Q) < 1e-10


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        (lambda m: matrices(m, "mine"), "unknown-name"),
        (lambda m: matrices(m, "bodies", "structured"), "structured"),
        (lambda m: matrices(m, form="short"), "form"),
        (lambda m: jacobian(m, 9), "unknown-name"),
        (lambda m: jacobian(m, 1, (0, 1)), "point"),
        (lambda m: jacobian(m, 1, axes="joint"), "unknown-name"),
        (lambda m: pipeline.regressor_values(m, [0], [0, 0], [0, 0]), "shape"),
        (lambda m: pipeline.regressor(m, special="none"), "unknown-special-case"),
    ],
)
def test_what_cannot_be_asked_is_told(ask, code):
    with pytest.raises(LagrError) as told:
        ask(sample("double_pendulum"))
    assert told.value.problems[0].code == code
