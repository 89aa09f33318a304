"""Base parameters: textbook formulas, ranks of trees and loops, and the printed regressor."""

import numpy as np
import pytest
from scipy.linalg import null_space

from lagr_gui import (
    GROUND,
    System,
    equal,
    pipeline,
    read,
    regressor,
    regressor_values,
    text_regressor,
    write,
)
from lagr_gui.analysis.equations.evaluation import met
from lagr_gui.catalogue import JOINTS
from lagr_gui.expression import symbols
from lagr_gui.extensions.robotics.draw import Draw, Field, Unlucky
from lagr_gui.extensions.robotics.tests.test_regressor import drawn
from lagr_gui.mechanics.certificate import random_states
from lagr_gui.mechanics.numbers import parameter_values
from lagr_gui.prepared import prepare
from tests.mechanics.structured.lines import Reader
from tests.samples.gallery import NAMES, sample
from tests.systems import random_tree

KINDS = [kind for kind in JOINTS if kind not in ("general", "beam")]


def two_links(**fields) -> System:
    """A planar arm of two links along x, centres of mass at s1, s2 from the joints."""
    arm = System("Two links", m1=2, m2=1, l1=0.5, s1=0.2, s2=0.3, J1=0.1, J2=0.05, **fields)
    upper = arm.body("Upper arm", "m1", (0, 0, "J1"))
    lower = arm.body("Forearm", "m2", (0, 0, "J2"))
    arm.joint("revolute", GROUND, upper, "q1", point_child=("-s1", 0, 0))
    arm.joint(
        "revolute", upper, lower, "q2", point_parent=("l1-s1", 0, 0), point_child=("-s2", 0, 0)
    )
    return arm


def rank(table):
    """The rank of rows; columns of very different size count alike."""
    size = np.abs(table).max(axis=0)
    used = table[:, size > 1e-9 * max(size.max(initial=0), 1e-300)]
    return np.linalg.matrix_rank(used / np.abs(used).max(axis=0), tol=1e-7) if used.size else 0


def test_an_arm_with_two_links_has_its_textbook_base_parameters():
    found = two_links().regressor()
    wanted = {
        "ZZ1": ("ZZ1 + l1^2*M2", "J1 + m1*s1^2 + m2*l1^2"),
        "MX1": ("MX1 + l1*M2", "m1*s1 + m2*l1"),
        "MY1": ("MY1", "0"),
        "ZZ2": ("ZZ2", "J2 + m2*s2^2"),
        "MX2": ("MX2", "m2*s2"),
        "MY2": ("MY2", "0"),
    }
    assert [p.name for p in found.base] == list(wanted)
    for parameter in found.base:
        grouped, whole = wanted[parameter.name]
        assert equal(parameter.grouped, read(grouped)) and equal(parameter.tree, read(whole))


def test_without_gravity_first_moments_about_a_fixed_axis_show_nothing():
    found = two_links(g=0).regressor()
    flat = System.of(two_links().model.model_copy(update={"gravity": (0, 0, 0)})).regressor()
    assert [p.name for p in flat.base] == ["ZZ1", "ZZ2", "MX2", "MY2"]
    assert len(found.base) == 6  # a parameter that is zero by its value is not known to be


def test_an_arm_like_the_puma_has_36_base_parameters_of_60():
    arm = System("PUMA", gravity=(0, 0, "-g"), a2=0.43, a3=0.02, d3=0.15, d4=0.43)
    y, z = (0, 1, 0), (0, 0, 1)
    places = [(0, 0, 0), (0, 0, 0), ("a2", "d3", 0), ("a3", 0, "d4"), (0, 0, 0), (0, 0, 0)]
    before = GROUND
    for k, (axis, place) in enumerate(zip((z, y, y, z, y, z), places, strict=True), start=1):
        body = arm.body(f"Link {k}", 1, (0.1, 0.1, 0.1, 0.01, 0.02, 0.03))
        arm.joint("revolute", before, body, f"q{k}", axis=axis, point_parent=place)
        before = body
    found = arm.regressor()
    assert (len(found.base), len(found.parameters)) == (36, 60)
    assert len(regressor(sample("robot_arm_6r")).base) == 36
    used = {symbol.name for p in found.base for symbol in symbols(p.grouped)}
    assert {"a2", "a3", "d3", "d4"} <= used


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_joint_leaves_as_many_base_parameters_as_columns_are_independent(kind):
    model = random_tree(4, [kind, "revolute", kind])
    whole = regressor_values(model, *drawn(model, 60), base=False)
    found = regressor(model, "structured")
    assert len(found.base) == rank(whole.reshape(-1, whole.shape[-1]))


TREES = [n for n in NAMES if not pipeline.check(sample(n)).bound]


@pytest.mark.parametrize("name", TREES)
def test_base_parameters_of_trees_are_as_many_as_independent_columns(name):
    model = sample(name)
    if not model.bodies:
        pytest.skip("no bodies")
    t = np.linspace(0, 3, 150)
    whole = regressor_values(model, *drawn(model, 150), t=t, base=False)
    assert len(regressor(model, "structured").base) == rank(whole.reshape(-1, whole.shape[-1]))


def projected(model, count, base):
    """Zᵀ Y at positions, velocities and accelerations that meet the conditions, W Z = 0."""
    size = len(pipeline.check(model).coordinates)
    source, rows = np.random.default_rng(0), []
    states = [met(prepare(model), state) for state in random_states(size, count, 1)]
    found = prepare(model).evaluator.evaluate(parameter_values(model), states)
    for state, at in zip(states, found, strict=True):
        if np.nanmax(np.abs(at.position), initial=0) < 1e-9:
            Z = null_space(at.G)
            particular = np.linalg.lstsq(at.G, -at.gamma, rcond=None)[0]
            qdd = particular + Z @ source.normal(size=Z.shape[1])
            rows.append(Z.T @ regressor_values(model, state.q, state.qd, qdd, base=base)[0])
    return np.vstack(rows)


@pytest.mark.parametrize(("name", "count"), [("four_bar", 8), ("andrews_squeezer", 10)])
def test_loops_have_no_more_base_parameters_than_independent_columns(name, count):
    model = sample(name)
    found = regressor(model)
    assert len(found.base) == count
    assert found.independent in (count, None)  # None: numbers near the start are not clear
    assert rank(projected(model, 60, base=True)) == rank(projected(model, 60, base=False)) == count


@pytest.mark.parametrize("name", ["gear_train", "bennett", "rack_and_pinion"])
def test_where_gears_or_dimensions_tie_more_together_the_number_is_told(name):
    model = sample(name)
    found = regressor(model, "structured")
    assert found.independent == rank(projected(model, 60, base=False)) < len(found.base)
    assert f" {found.independent} of them" in text_regressor(found)


@pytest.mark.parametrize("form", ["shortest", "structured"])
@pytest.mark.parametrize("name", ["double_pendulum", "furuta_pendulum", "overhead_crane"])
def test_the_printed_regressor_has_the_numbers_of_the_program(name, form):
    model = sample(name)
    found = regressor(model, form)
    size = len(found.sheet.coordinates)
    q, qd, qdd = (part[0] for part in drawn(model, 1))
    expected = regressor_values(model, q, qd, qdd)[0]
    entries, names, table = found.sheet.entries, found.sheet.coordinates, np.zeros(expected.shape)
    known = {**parameter_values(model), **dict(zip(names, q, strict=True))}
    known |= {f"{n}'": v for n, v in zip(names, qd, strict=True)}
    known |= {f"{n}''": v for n, v in zip(names, qdd, strict=True)}
    lines = [(d.name, write(d.tree)) for d in found.sheet.definitions]
    lines += [(f"Y_{k}_", write(entry.tree)) for k, entry in enumerate(entries)]
    numbers = Reader(lines).numbers(known, {})
    for k, entry in enumerate(entries):
        table[entry.indices[0] - 1, entry.indices[1] - 1] = numbers[f"Y_{k}_"]
    assert size == len(table)
    np.testing.assert_allclose(table, expected, atol=1e-11 * np.abs(expected).max())


@pytest.mark.parametrize("wide", [False, True])
def test_numbers_of_the_field_obey_the_laws_of_the_expressions(wide):
    for number in range(20):
        draw = Draw(Field(number, wide), 1, ("q", "t"))
        try:
            for text in (
                "sin(q + a)^2 + cos(q + a)^2 - 1",
                "sin(2*q) - 2*sin(q)*cos(q)",
                "sqrt(2)*sqrt(2) - 2",
                "cos(pi/4)*sqrt(2) - 1",
                "sin(q + pi/3) - sin(q)/2 - sqrt(3)/2*cos(q)*cos(0)",
                "(a^2 - b^2)/(a - b) - a - b",
            ):
                value = draw.value(read(text))
                assert value == draw.zero or "sqrt(3)" in text
            assert draw.value(read("q*a - b")) != draw.zero
            return
        except Unlucky:
            continue
    raise AssertionError("no field has these roots")


def test_the_same_geometry_has_the_same_numbers_in_other_states():
    field = Field(0, wide=False)
    first, second = (Draw(field, state, ("q",)) for state in (1, 2))
    assert first.value(read("a + b")) == second.value(read("a + b"))
    assert first.value(read("q")) != second.value(read("q"))
