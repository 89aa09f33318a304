"""Conditions that are not linear in the velocities, with the reaction λ ∂ψ/∂q̇ (Chetaev, Gauss)."""

from __future__ import annotations

from math import atanh, cosh, sqrt, tanh

import numpy as np
import pytest
from scipy.optimize import minimize

from lagr_gui import pipeline
from lagr_gui.extensions.programs.tests.test_programs import text_of
from lagr_gui.foundation.problem import LagrError
from lagr_gui.mechanics.formalisms import COMPUTING
from lagr_gui.model import Body, Inertia, Model, Parameter, Simulation, StartValue
from lagr_gui.prepared import prepare
from tests.systems import element, joint, system


def point(
    psi: str, velocities: tuple[float, float, float], *more: object, **values: float
) -> Model:
    """A mass m in space with a condition on its velocities."""
    start = zip("xyz", velocities, strict=True)
    return system(
        [Body(number=1, name="point", mass="m")],
        [
            joint(
                "general",
                "place",
                0,
                1,
                coordinates=("x", "y", "z"),
                distance=("x", "y", "z"),
                rotation=((1, 0, 0), (0, 1, 0), (0, 0, 1)),
            )
        ],
        [element("velocity_condition", "bent", zero=psi), *more],
        gravity=(0, 0, "-g"),
        parameters=tuple(Parameter(name=n, value=v) for n, v in values.items()),
        start=tuple(StartValue(coordinate=n, velocity=v) for n, v in start),
        simulation=Simulation(until=2.0),
    )


def cone(size: float = 1.0, mass: float = 1.0, a: float = 0.5, up: float = 1.0) -> Model:
    """The system of Appell and Hamel, with a wheel without mass: z' = ± a |(x', y')|."""
    speeds = 2 * size, size, up * a * sqrt(5) * size
    return point("z'^2 - a^2*(x'^2 + y'^2)", speeds, m=mass, a=a, g=9.81 * size)


def steady(psi: str, size: float = 1.0, mass: float = 1.0, across: float = 0.0) -> Model:
    """A mass whose speed c is held while a force f pulls along x (a Gaussian thermostat)."""
    c, f = 3.0 * size, 5.0 * mass * size
    push = element("force", "pull", body=1, vector=("f", 0, 0))
    speeds = across * c, sqrt(1 - across**2) * c, 0.0
    return point(psi, speeds, push, m=mass, c=c, f=f, g=0.0)


SQUARED, ROOTED = "x'^2 + y'^2 + z'^2 - c^2", "sqrt(x'^2 + y'^2 + z'^2) - c"


@pytest.mark.parametrize(
    ("size", "mass", "a", "up"),
    [(1.0, 1.0, 0.5, 1.0), (1e-6, 1e6, 0.5, -1.0), (1e6, 1e-6, -2.0, 1.0)],
)
def test_the_system_of_appell_and_hamel_moves_as_published(size, mass, a, up):
    """On its branch z' = s |v|, s = ± a: v̇ = −s g/(1 + a²) along a straight line."""
    model, t, s = cone(size, mass, a, up), 0.2, a * up
    found = pipeline.simulate(model.having(simulation=Simulation(until=t)))
    v0, slope = sqrt(5) * size, -s * 9.81 * size / (1 + a**2)
    along = v0 * t + slope * t**2 / 2
    expected = [2 / sqrt(5) * along, along / sqrt(5), s * along]
    assert found.q[-1] == pytest.approx(expected, rel=1e-9)
    speed = v0 + slope * t
    assert found.qd[-1] == pytest.approx(
        [2 / sqrt(5) * speed, speed / sqrt(5), s * speed], rel=1e-9
    )
    assert found.slip.max() < 1e-9 * size**2
    assert found.energy_error < 1e-10
    assert found.certificate.complete


@pytest.mark.parametrize(
    ("size", "mass", "psi"), [(1.0, 1.0, ROOTED), (1e-6, 1e6, SQUARED), (1e6, 1e-6, SQUARED)]
)
def test_a_speed_that_is_held_turns_as_in_closed_form(size, mass, psi):
    """ẋ = c tanh(f t/(m c) + artanh(ẋ₀/c)), ẏ = c/cosh(…): the reaction takes the power of f."""
    across, t = -0.6, 2.0
    found = pipeline.simulate(steady(psi, size, mass, across))
    w = 5.0 / 3.0 * t + atanh(across)
    assert found.qd[-1] == pytest.approx(
        [3 * size * tanh(w), 3 * size / cosh(w), 0], rel=1e-8, abs=1e-12 * size
    )
    assert found.energy_error < 1e-10
    assert found.certificate.complete
    assert pytest.approx(np.full(len(found.t), 4.5 * mass * size**2), rel=1e-9) == found.T


def test_both_ways_to_state_a_speed_exert_the_same():
    state = {"t": 0, "q": [0, 0, 0], "qd": [1.0, 2.0, 2.0]}
    one, two = (pipeline.evaluate(steady(psi), state)[0] for psi in (SQUARED, ROOTED))
    assert one.qdd == pytest.approx(two.qdd, rel=1e-12)
    exerted = [found.G.T @ found.multipliers for found in (one, two)]
    assert exerted[0] == pytest.approx(exerted[1], rel=1e-12)


def arms(seed: int) -> tuple[Model, dict]:
    """A random double pendulum on a slide with a condition that is not linear in velocities."""
    source = np.random.default_rng(seed)
    bodies = [
        Body(number=n, name=f"b{n}", mass=float(source.uniform(0.5, 2)), inertia=Inertia(zz=0.2))
        for n in (1, 2, 3)
    ]
    r = source.uniform(0.2, 1, 4).tolist()
    joints = [
        joint("prismatic", "slide", 0, 1, axis=(1, 0, 0), coordinates=("s",)),
        joint(
            "revolute", "hip", 1, 2, axis=(0, 0, 1), point_child=(r[0], 0, 0), coordinates=("p",)
        ),
        joint(
            "revolute",
            "knee",
            2,
            3,
            axis=(0, 0, 1),
            point_parent=(r[1], 0, 0),
            point_child=(r[2], 0, 0),
            coordinates=("u",),
        ),
    ]
    a, b, c = source.uniform(-1, 1, 3).tolist()
    psi = f"s'*p' + {a!r}*sin(u)*p'^2 + {b!r}*u'*s'^2*cos(p) + {c!r}*u' - t*s"
    model = system(
        bodies, joints, [element("velocity_condition", "bent", zero=psi)], gravity=(0, -9.81, 0)
    )
    state = {
        "t": 0.3,
        "q": source.uniform(-1, 1, 3).tolist(),
        "qd": source.uniform(1, 2, 3).tolist(),
    }
    return model, state


@pytest.mark.parametrize("seed", range(4))
def test_accelerations_are_those_of_least_constraint(seed):
    """½ (q̈ − a) g (q̈ − a) is least among all q̈ with ψ̇ = 0, a those without the condition."""
    model, given = arms(seed)
    prepared = prepare(model)
    qd = prepared.conditions.project_velocities(0.3, np.array(given["q"]), np.array(given["qd"]))
    state = given | {"qd": qd.tolist()}
    (found,) = pipeline.evaluate(prepared, state)
    assert found.velocity == pytest.approx([0], abs=1e-12)
    free = np.linalg.solve(found.mass_matrix, found.Q - found.h)
    q, h = np.array(state["q"]), 1e-4

    def change(qdd: np.ndarray) -> float:
        ends = [
            prepared.conditions.at(0.3 + s, q + s * qd + s * s * qdd / 2, qd + s * qdd).velocity[0]
            for s in (h, -h)
        ]
        return (ends[0] - ends[1]) / (2 * h)

    def constraint(qdd: np.ndarray) -> float:
        return float((qdd - free) @ found.mass_matrix @ (qdd - free)) / 2

    held = {"type": "eq", "fun": change}
    least = minimize(constraint, free, constraints=[held], options={"ftol": 1e-14}, method="SLSQP")
    assert found.qdd == pytest.approx(least.x, rel=1e-4, abs=1e-4 * np.abs(free).max())
    assert constraint(found.qdd) <= constraint(least.x) * (1 + 1e-6)


def test_all_derivations_and_formalisms_agree():
    model, state = arms(0)
    assert pipeline.verify(model).holds
    (found,) = pipeline.evaluate(model, state)
    for formalism in COMPUTING:
        (qdd,) = pipeline.accelerations(model, formalism, state)
        assert qdd == pytest.approx(found.qdd, rel=1e-9), formalism
    begun = model.having(
        start=tuple(
            StartValue(coordinate=n, position=p, velocity=v)
            for n, p, v in zip(("s", "p", "u"), state["q"], state["qd"], strict=True)
        ),
        simulation=Simulation(until=0.3),
    )
    motion = pipeline.simulate(begun)
    assert motion.slip.max() < 1e-9
    assert motion.energy_error < 1e-9
    assert motion.certificate.complete


def test_energy_is_told_as_conserved_where_the_reaction_does_no_work():
    """A cone takes no power; a speed that is held takes that of the weight."""
    falling = point(SQUARED, (3.0, 0, 0), m=1.0, c=3.0, g=9.81)
    told = [pipeline.equations(model).of("h_const") for model in (cone(), falling)]
    assert [bool(entries) for entries in told] == [True, False]


def test_the_assumption_is_told_with_check_and_equations():
    for model in (cone(), steady(ROOTED)):
        told = [p for p in pipeline.check(model).problems if p.code == "nonlinear-condition"]
        assert [str(p.severity) for p in told] == ["warning"]
        assert "Chetaev" in told[0].cause
        for form in ("shortest", "structured"):
            assert told[0] in pipeline.equations(model, form=form).notes
        assert told[0] in pipeline.equations(model, formalism="tzenoff").notes
    assert "nonholonomic" in pipeline.classify(cone()).words
    assert pipeline.mobility(cone()).freedom.freedoms == 2


def test_a_linear_condition_with_velocities_in_products_of_positions_is_no_assumption():
    model = point("x*y' - y*x' + z'*sin(x)", (1, 0, 0), m=1.0, g=0.0)
    assert not [p for p in pipeline.check(model).problems if p.code == "nonlinear-condition"]


def test_velocities_at_the_start_are_led_to_the_condition():
    model = steady(ROOTED).having(
        start=(StartValue(coordinate="x", velocity=1.0), StartValue(coordinate="y", velocity=0.3))
    )
    start = prepare(model).assembly
    assert np.linalg.norm(start.qd) == pytest.approx(3.0, rel=1e-12)


def test_where_the_slopes_vanish_is_told():
    """A cone that comes to rest, a start at rest, a state at rest."""
    rest = 1.25 * sqrt(5) / (0.5 * 9.81)
    notes = pipeline.simulate(cone()).notes
    (told,) = [note for note in notes if note.code == "singular-velocities"]
    assert f"t = {rest:.4g} s" in told.cause
    assert not [n for n in pipeline.simulate(cone(up=-1.0)).notes if n.code == told.code]
    for psi in (SQUARED, "z'^2 - x'^2 - y'^2"):
        with pytest.raises(LagrError) as why:
            pipeline.simulate(point(psi, (0, 0, 0), m=1.0, g=9.81, c=2.0))
        assert why.value.problems[0].code == "singular-velocities"
    (found,) = pipeline.evaluate(cone(), {"t": 0, "q": [0, 0, 0], "qd": [0, 0, 0]})
    assert found.problem.code == "dependent-conditions"


def test_programs_know_such_conditions_and_scripts_refuse_them():
    for model in (cone(), steady(SQUARED, across=0.3)):
        known: dict = {"__name__": "program"}
        exec(text_of("numpy", model), known)  # noqa: S102 — our own text
        assert known["self_test"](known["System"]().c) < 1e-9
        with pytest.raises(LagrError, match="no such condition"):
            text_of("autolev", model)


def test_small_motions_are_the_slopes_of_the_accelerations():
    """About a state in motion: q̈ after small changes that meet the condition."""
    model = steady(ROOTED)
    at, h = {"t": 0, "q": [0.0, 0, 0], "qd": [1.0, 2.0, 2.0]}, 1e-5
    linear = pipeline.linearize(model, at)
    assert linear.quick == ("x", "y")
    for along in np.array([[2.0, -1, 0], [0, 1, -1]]):
        ends = [
            pipeline.evaluate(model, at | {"qd": (np.array(at["qd"]) + s * along).tolist()})[0].qdd
            for s in (h, -h)
        ]
        change = (ends[0] - ends[1]) / (2 * h)
        assert linear.A[3:, 3:] @ along[:2] == pytest.approx(change[:2], abs=1e-6)
