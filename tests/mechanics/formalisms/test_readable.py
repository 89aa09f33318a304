"""What is shown of the formalisms holds, in numbers and as expressions."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lagr_gui import (
    GROUND,
    LagrError,
    System,
    equal,
    equations,
    latex_equations,
    pipeline,
    text_equations,
)
from lagr_gui.algebra import Algebra
from lagr_gui.exchange.json_sheet import sheet_json
from lagr_gui.expression import Expression, Symbol, symbols
from lagr_gui.expression.arithmetic import value
from lagr_gui.expression.tree import substitute
from lagr_gui.foundation.message import Message
from lagr_gui.mechanics.certificate import random_states
from lagr_gui.mechanics.formalisms import COMPUTING, FORMALISMS
from lagr_gui.mechanics.formalisms.calculus import Exact
from lagr_gui.mechanics.formalisms.energies import Appell, Lagrange, Nielsen, Tzenoff
from lagr_gui.mechanics.formalisms.gauss import Gauss
from lagr_gui.mechanics.formalisms.kane import Kane
from lagr_gui.mechanics.formalisms.kinetics import Kinetics
from lagr_gui.mechanics.formalisms.newton_euler_readable import ALONG, NAMED, OWN
from lagr_gui.mechanics.sheets.balance import (
    balances_of,
    equations_of_motion,
    momentum_name,
    multiplier,
    whole,
)
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.model import Model
from lagr_gui.prepared import prepare
from tests.samples.gallery import NAMES, sample, values
from tests.systems import backwards, random_tree

SHOWN = [name for name in COMPUTING if name != "lagrange"]
LONG = ("quadruped", "robot_arm_6r", "lagr_system_2", "whipple_bicycle")
EASY = [name for name in NAMES if name not in LONG and not sample(name).terminals]


def four_bar() -> Model:
    """Three bars and the ground; a joint of each path that closes is cut."""
    system = System(a=0.3, b=0.8, c=0.6, d=0.7, m=1.2)
    crank, coupler, rocker = (system.body(name, "m", (0, 0, 0.01)) for name in "abc")
    half = {1: "a/2", 2: "b/2", 3: "c/2"}
    ends = ((GROUND, crank), (crank, coupler), (GROUND, rocker))
    for number, (parent, child) in enumerate(ends, start=1):
        start = ("d" if child == rocker else 0, 0, 0) if parent == GROUND else (half[parent], 0, 0)
        system.joint(
            *("revolute", parent, child, f"q{number}"),
            point_parent=start,
            point_child=(f"-{half[child]}", 0, 0),
        )
    system.element(
        "coincidence",
        body_a=coupler,
        point_a=("b/2", 0, 0),
        body_b=rocker,
        point_b=("c/2", 0, 0),
        directions="xy",
    )
    return system.model


def number(tree: Expression, known: dict[Symbol, float]) -> float:
    """The value of a tree with velocities."""
    flat = {s: Symbol(s.name + "_of_order" * s.order) for s in known}
    return value(substitute(tree, flat), {flat[s].name: n for s, n in known.items()})


def known_of(model: Model, state: Any) -> dict[Symbol, float]:
    """Everything that the recursion knows at a state, by symbol."""
    (found,) = pipeline.evaluate(model, [state])
    known: dict[Symbol, float] = {Symbol("t"): state.t}
    known |= {Symbol(name): number for name, number in values(model).items()}
    rows = zip(pipeline.check(model).coordinates, state.q, state.qd, found.qdd, strict=True)
    for name, *numbers in rows:
        known |= {Symbol(name, order): number for order, number in enumerate(numbers)}
    bound = (factor for row, factor in zip(found.G, found.multipliers, strict=True) if any(row))
    for s, factor in enumerate(bound, start=1):
        known[multiplier(s)] = factor
    for place, link in enumerate(prepare(model).reading.links, start=1):
        reaction = found.reactions[link.joint]
        known |= {Symbol(f"F{place}_{a}"): v for a, v in zip("xyz", reaction.force, strict=True)}
        turned = found.E[max(link.child, 0)] @ reaction.moment
        known |= {Symbol(f"N{place}_{a}"): v for a, v in zip("xyz", turned, strict=True)}
        known[Symbol(f"N{place}")] = reaction.moment[2]
    return known


def with_axes(known: dict[Symbol, float], sheet: Sheet, model: Model, state: Any) -> None:
    """Reactions of Newton and Euler in the axes in which a sheet has them."""
    links = prepare(model).reading.links
    for balance in sheet.balances:
        group = balance.group
        turned = (OWN, ALONG, NAMED[OWN], NAMED[ALONG])
        if not isinstance(group, Message) or group.template not in turned:
            continue
        body = int(group.values["n"])
        if group.template in (OWN, NAMED[OWN]):
            (found,) = pipeline.evaluate(model, [state])
            rows, parts = found.E[body], "xyz"
        else:
            parts = "tnb"
            rows = way(model, state, body, str(group.values["q"]))
        for place, link in enumerate(links, start=1):
            if link.child == body:
                names = [Symbol(f"F{place}_{part}") for part in parts]
                reaction = pipeline.evaluate(model, [state])[0].reactions[link.joint]
                known |= dict(zip(names, (rows @ reaction.force).tolist(), strict=True))


def way(model: Model, state: Any, body: int, coordinate: str) -> np.ndarray:
    """The direction in which a coordinate moves a body in the x–y plane, and those across it."""
    place = pipeline.check(model).coordinates.index(coordinate)
    steps = []
    for h in (1e-5, -1e-5):
        q = [value + h * (i == place) for i, value in enumerate(state.q)]
        (found,) = pipeline.evaluate(model, [{"t": state.t, "q": q, "qd": list(state.qd)}])
        steps.append(found.x[body])
    along = (steps[0] - steps[1]) / 2e-5
    return np.array([along, [-along[1], along[0], 0.0], [0.0, 0.0, 1.0]])


def rate(tree: Expression, known: dict[Symbol, float]) -> float:
    """The time derivative of a tree by its canonical slopes."""
    from lagr_gui.algebra import Algebra

    canonical = Algebra().expression(tree)
    slopes = ((s, canonical.derivative(s).tree()) for s in symbols(tree) if s.name != "t")
    steady = number(canonical.derivative(Symbol("t")).tree(), known)
    moving = (
        number(slope, known) * known[Symbol(s.name, s.order + 1)]
        for s, slope in slopes
        if Symbol(s.name, s.order + 1) in known
    )
    return steady + sum(moving)


def unbalanced(sheet: Sheet, known: dict[Symbol, float]) -> float:
    """The largest difference of two sides, relative to the largest side."""
    for name in sheet.coordinates:
        known |= {Symbol(momentum_name(name), order): 0.0 for order in range(2)}
    for entry in sheet.of("p"):
        known[Symbol(entry.name)] = number(entry.tree, known)
        known[Symbol(entry.name, 1)] = rate(entry.tree, known)
    for balance in sheet.balances:
        if balance.equation == "21":
            (symbol,) = symbols(whole(balance.left))
            known[symbol] = number(whole(balance.right), known)
            known[Symbol(symbol.name, 1)] = rate(whole(balance.right), known)
    worst, size = 0.0, 1e-6
    for balance in sheet.balances:
        if balance.equation != "C2":
            left, right = (
                [number(term.tree, known) for term in side]
                for side in (balance.left, balance.right)
            )
            worst = max(worst, abs(sum(left) - sum(right)))
            size = max(size, *map(abs, (*left, *right)))
    return worst / size


@pytest.mark.parametrize("formalism", SHOWN)
def test_the_equations_hold_at_the_accelerations_and_reactions_of_the_recursion(
    formalism: str,
) -> None:
    names = ("cart_pole", "furuta_pendulum", "foucault_pendulum", "spinning_top")
    models = [sample(name) for name in (*names, "two_pendulums_dashpot")]
    models += [four_bar(), random_tree(3, ["universal"])]
    models += [backwards(random_tree(4, [kind])) for kind in ("prismatic", "cylindrical")]
    for model in models:
        sheet = equations(model, formalism=formalism)
        assert sheet.formalism == formalism and sheet.balances
        sides = [side for balance in sheet.balances for side in (balance.left, balance.right)]
        terms = (term for part in (*(e.terms for e in sheet.entries), *sides) for term in part)
        assert all(term.sources and "" not in term.sources for term in terms)
        for state in random_states(len(sheet.coordinates), 1, 4):
            known = known_of(model, state)
            with_axes(known, sheet, model, state)
            assert unbalanced(sheet, known) < 1e-9, model.name


@pytest.mark.parametrize("name", EASY)
def test_six_forms_are_the_same_expressions(name: str) -> None:
    reading = prepare(sample(name)).reading
    kinetics = Kinetics(reading, Exact(reading))
    first, *others = (
        form(kinetics).residual() for form in (Lagrange, Nielsen, Tzenoff, Appell, Kane, Gauss)
    )
    for other in others:
        assert all(a == b for a, b in zip(first, other, strict=True))


def rigid_body() -> System:
    """A body with a fixed point and z-x-z angles."""
    system = System(gravity=(0, 0, 0), A=0.3, B=0.5, C=0.7, M1=0.2, M2=-0.1, M3=0.3)
    body = system.body("body", 1, ("A", "B", "C"))
    sequence = ((0, 0, 1), (1, 0, 0), (0, 0, 1))
    system.joint("spherical", GROUND, body, "psi", "theta", "phi", sequence=sequence)
    system.element("torque", body=body, vector=("M1", "M2", "M3"), axes="body")
    return system


def test_body_velocities_give_eulers_equations() -> None:
    sheet = equations(rigid_body().model, formalism="boltzmann-hamel", quasi="body")
    (energy,) = sheet.of("T_star")
    assert equal(energy.tree, "(A*omega1^2 + B*omega2^2 + C*omega3^2)/2")
    euler = [balance for balance in sheet.balances if balance.equation == "24"]
    wanted = (
        ("A*omega1_dot - (B - C)*omega2*omega3", "M1"),
        ("B*omega2_dot - (C - A)*omega3*omega1", "M2"),
        ("C*omega3_dot - (A - B)*omega1*omega2", "M3"),
    )
    for balance, (left, right) in zip(euler, wanted, strict=True):
        assert equal(whole(balance.left), left) and equal(whole(balance.right), right)


def test_the_diagonalising_choice_leaves_no_products_of_quasi_velocities() -> None:
    for name in ("double_pendulum", "cart_pole", "furuta_pendulum"):
        sheet = equations(sample(name), formalism="boltzmann-hamel", quasi="diagonal")
        (energy,) = sheet.of("T_star")
        T = Algebra().expression(energy.tree)
        names = sorted({s.name for s in symbols(energy.tree) if s.name.startswith("omega")})
        assert len(names) > 1
        for one, other in combinations(map(Symbol, names), 2):
            assert T.derivative(one).derivative(other).is_zero


def test_chosen_quasi_velocities_are_named_and_may_depend_on_time() -> None:
    choice = {"u": "psi_dot + t*theta_dot", "v": "theta_dot + sin(t)", "w": "phi_dot*cos(psi)"}
    model = rigid_body().model
    sheet = equations(model, formalism="boltzmann-hamel", quasi=choice)
    state = random_states(3, 1, 2)[0]
    assert unbalanced(sheet, known_of(model, state)) < 1e-9


@pytest.mark.parametrize(
    ("choice", "cause"),
    [
        ({"u": "psi_dot"}, "3 are needed"),
        ({"u": "psi_dot", "v": "theta_dot", "w": "psi_dot + theta_dot"}, "depend on each other"),
        ({"u": "psi_dot^2", "v": "theta_dot", "w": "phi_dot"}, "not linear"),
        ({"u": "xi_dot", "v": "theta_dot", "w": "phi_dot"}, "not known"),
        ("wrong", "no such choice"),
    ],
)
def test_unsuitable_quasi_velocities_are_refused(choice: Any, cause: str) -> None:
    with pytest.raises(LagrError) as refused:
        equations(rigid_body().model, formalism="boltzmann-hamel", quasi=choice)
    assert cause in str(refused.value)


def test_hamiltons_function_of_the_pendulum() -> None:
    sheet = equations(sample("simple_pendulum"), formalism="hamilton")
    (H,) = sheet.of("H")
    assert equal(H.tree, "p1^2/(2*m*l^2) - m*g*l*cos(q1)")


def test_a_coordinate_without_inertia_has_no_hamiltonian() -> None:
    system = System(k=1.0)
    rail, point = system.body("rail", 0), system.body("point", 1)
    system.joint("prismatic", GROUND, rail, "x", axis=(1, 0, 0))
    system.joint("prismatic", GROUND, point, "y", axis=(0, 1, 0))
    system.element("coordinate_damper", coordinate="x", k="k")
    with pytest.raises(LagrError, match="moves no mass"):
        equations(system.model, formalism="hamilton")
    reasons = {form.name: form.reason for form in pipeline.verify(system.model).formalisms}
    assert "moves no mass" in reasons["hamilton"]


@pytest.mark.parametrize("formalism", SHOWN)
def test_every_export_shows_the_formalism(formalism: str) -> None:
    sheet = equations(sample("cart_pole"), formalism=formalism)
    text, latex, data = text_equations(sheet), latex_equations(sheet), sheet_json(sheet)
    assert FORMALISMS[formalism].title in text
    assert latex.count("\\begin{align}") == latex.count("\\end{align}") > 0
    assert latex.count("{") == latex.count("}")
    assert data["formalism"] == formalism
    assert len(data["equations_of_motion"]) == len(equations_of_motion(sheet))
    assert len(data["speeds"]) == len(balances_of(sheet, "speeds"))


def test_special_cases_are_carried_out() -> None:
    model = sample("lagr_system_2")
    case = model.special_cases[0].name
    whole_sheet = equations(model, formalism="nielsen")
    special = equations(model, formalism="nielsen", special=case)
    assert len(special.balances) == len(whole_sheet.balances)
    assert special.balances != whole_sheet.balances


def test_the_command_shows_a_formalism(tmp_path: Path) -> None:
    path = tmp_path / "model.lagr"
    pipeline.save(rigid_body().model, path)
    command = [sys.executable, "-m", "lagr_gui.cli", "equations", str(path), "--json"]
    words = ["--formalism", "boltzmann-hamel", "--quasi", "body"]
    found = subprocess.run([*command, *words], capture_output=True, text=True, check=True)
    assert json.loads(found.stdout)["formalism"] == "boltzmann-hamel"
    wrong = subprocess.run(
        [*command, "--formalism", "hamiltom"], capture_output=True, text=True, check=False
    )
    assert wrong.returncode == 1 and "hamilton" in wrong.stderr


def test_reactions_of_a_loop_are_those_of_the_recursion() -> None:
    from lagr_gui.mechanics.formalisms.newton_euler import NewtonEulerEvaluator
    from lagr_gui.mechanics.formalisms.numeric import Constraint

    model = four_bar()
    evaluator = NewtonEulerEvaluator(prepare(model).reading)
    points = random_states(3, 2, 5)
    for point, known in zip(points, pipeline.evaluate(model, points), strict=True):
        bound = Constraint(known.rows, known.gamma)
        qdd, found = evaluator.solution(point, list(values(model).values()), bound)
        assert qdd == pytest.approx(known.qdd, rel=1e-9)
        for joint, reaction in known.reactions.items():
            size = float(np.max(np.abs(reaction.force)))
            assert found[joint].force == pytest.approx(reaction.force, abs=1e-9 * size)
            assert found[joint].moment == pytest.approx(reaction.moment, abs=1e-9 * size)
