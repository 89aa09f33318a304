"""Integrals and mass points, all formalisms, both directions and own functions agree."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest

from lagr_gui import GROUND, LagrError, System, equal, equations, evaluate, pipeline
from lagr_gui.expression import Expression, Number
from lagr_gui.mechanics.elastic import beams
from lagr_gui.mechanics.elastic.shapes import Profile
from lagr_gui.mechanics.formalisms.newton_euler import NewtonEulerEvaluator
from lagr_gui.mechanics.formalisms.numeric import Constraint
from lagr_gui.mechanics.numbers import parameter_values
from lagr_gui.mechanics.state import State
from lagr_gui.numerics import Slopes
from tests.mechanics.elastic.beams import bend, cantilever, parameters

ENDS = ("clamped-free", "pinned-pinned", "clamped-clamped", "clamped-pinned", "free-free")
FLYING = {"q": [0.3, -0.4, 0.5, 0.05, -0.08, 0.7], "qd": [1.0, -0.7, 0.4, 0.3, 0.5, -0.9], "t": 0}


def spatial(backwards: bool = False, **fields: str) -> System:
    """A ball joint, a beam in skew directions and a hinge behind its tip."""
    system = System("spatial", **parameters())
    hub = system.body("hub", 0.2, (0.01, 0.02, 0.03))
    tip = system.body("tip", 0.3, (0.015, 0.02, 0.03, 0.001, 0.002, 0.003))
    end = system.body("end", 1, (0.1, 0.2, 0.15))
    held = tip if backwards else hub
    system.joint("spherical", GROUND, held, "a", "b", "c", name="ball", point_child=(0.1, 0.2, 0))
    skew = {"axis": (1, 1, 0), "across": (0, 0, 1), "point_parent": (0.1, 0.2, 0.3)}
    bend(system, hub, tip, "q1", "q2", point_child=(-0.1, 0, 0.1), **(skew | fields))
    system.joint("revolute", tip, end, "w", name="hinge", point_child=(0, 0.2, 0))
    return system


@pytest.mark.parametrize("functions", ["polynomials", "eigenfunctions"])
@pytest.mark.parametrize("ends", ENDS)
def test_integrals_and_mass_points_give_the_same_equations(ends: str, functions: str) -> None:
    system = cantilever(2, mass=0.3, ends=ends, functions=functions, damping=0.01)
    found = pipeline.verify(system.model, states=2)
    assert found.holds and found.skipped == 0
    assert all(form.deviation is not None for form in found.formalisms)


def test_a_beam_in_space_that_hangs_on_its_tip_agrees_in_all_formalisms() -> None:
    found = pipeline.verify(spatial(backwards=True).model, states=1)
    assert found.holds and found.skipped == 0
    assert all(form.deviation is not None for form in found.formalisms)


@pytest.mark.parametrize("backwards", [False, True])
def test_reactions_are_those_of_newton_and_euler(backwards: bool) -> None:
    model = spatial(backwards).model
    reading = pipeline.prepare(model).reading
    (found,) = evaluate(model, [FLYING])
    state = State(0.0, tuple(FLYING["q"]), tuple(FLYING["qd"]))
    f = len(state.q)
    free = Constraint(Slopes.none(f), np.zeros(0))
    values = list(parameter_values(model).values())
    qdd, cut = NewtonEulerEvaluator(reading).solution(state, values, free)
    assert qdd == pytest.approx(found.qdd, rel=1e-9)
    assert cut["ball"].force == pytest.approx(found.reactions["ball"].force, rel=1e-9)
    assert cut["ball"].moment == pytest.approx(found.reactions["ball"].moment, abs=1e-8)
    # What holds the beam at its root are the forces on its slices and on its tip.
    slices = [entry.force for name, entry in cut.items() if name.startswith("beam")]
    assert sum(slices) == pytest.approx(found.reactions["beam"].force, rel=1e-9)


def test_the_root_moves_under_the_reactions_on_it() -> None:
    """M a of the hub is the ball's force, less that on the beam, and its weight."""
    model = spatial().model
    (found,) = evaluate(model, [FLYING])
    h, q, qd = 1e-4, np.array(FLYING["q"]), np.array(FLYING["qd"])
    before, now, after = (
        evaluate(model, [{"t": 0, "q": q + s * h * qd + (s * h) ** 2 / 2 * found.qdd, "qd": qd}])[0]
        for s in (-1, 0, 1)
    )
    a = (after.x[1] + before.x[1] - 2 * now.x[1]) / h**2
    weight = 0.2 * np.array([0, -9.81, 0])
    wanted = found.reactions["ball"].force - found.reactions["beam"].force + weight
    assert 0.2 * a == pytest.approx(wanted, abs=1e-5)


def floating(on_tip: bool) -> System:
    """Hub, beam and tip in a plane; the coordinates are those of the hub or of the tip."""
    system = System("floating", gravity=(0, 0, 0), **parameters())
    hub = system.body("hub", 0.2, (0, 0, 0.03))
    tip = system.body("tip", 0.3, (0, 0, 0.01))
    system.joint("planar", GROUND, tip if on_tip else hub, "x", "y", "phi")
    bend(system, hub, tip, "q1", "q2", point_parent=(0.1, 0, 0), point_child=(0, -0.1, 0))
    return system


def test_a_beam_that_hangs_on_its_tip_moves_as_one_that_hangs_on_its_root() -> None:
    q, qd = np.array([0.3, -0.2, 0.5, 0.05, -0.02]), np.array([0.7, 0.3, -0.8, 0.4, 0.6])
    model, h = floating(False).model, 1e-5

    def of_tip(q: np.ndarray) -> np.ndarray:
        (found,) = evaluate(model, [{"t": 0, "q": q, "qd": qd}])
        E, x = found.E[2], found.x[2]
        return np.array([x[0], x[1], np.arctan2(E[0][1], E[0][0]), *q[3:]])

    rate = (of_tip(q + h * qd) - of_tip(q - h * qd)) / (2 * h)
    (one,) = evaluate(model, [{"t": 0, "q": q, "qd": qd}])
    (other,) = evaluate(floating(True).model, [{"t": 0, "q": of_tip(q), "qd": rate}])
    assert other.x[1] == pytest.approx(one.x[1], abs=1e-12)
    assert pytest.approx(one.T, rel=1e-8) == other.T
    assert other.qdd[3:] == pytest.approx(one.qdd[3:], rel=1e-7)
    root, same = one.reactions["beam"], other.reactions["beam"]
    assert same.force == pytest.approx(root.force, rel=1e-7)
    assert same.moment == pytest.approx(root.moment, rel=1e-7)


def test_own_functions_give_the_equations_of_the_set_that_they_are_equal_to() -> None:
    own = cantilever(2, ends="own", deflection="q1*xi^2 + q2*xi^2*(6*xi - 5)")
    built = cantilever(2)
    for one, other in zip(
        equations(own.model).entries, equations(built.model).entries, strict=True
    ):
        assert (one.symbol, one.indices) == (other.symbol, other.indices)
        assert equal(one.tree, other.tree)


def test_own_sines_are_integrated_exactly() -> None:
    own = cantilever(1, ends="own", deflection="q1*sin(pi*xi)", foreshortening="off")
    (g,) = equations(own.model).of("g")
    assert equal(g.tree, "mu*L/2")
    assert pipeline.verify(own.model, states=2).holds


def test_functions_without_antiderivative_are_integrated_by_quadrature() -> None:
    own = cantilever(1, ends="own", deflection="q1*xi^2*exp(-xi^2)", foreshortening="off")
    xi = (np.arange(200000) + 0.5) / 200000
    (found,) = evaluate(own.model, [{"t": 0, "q": [0], "qd": [0]}], derivation="closed")
    assert found.g[1, 1] == pytest.approx(1.2 * 0.8 * np.mean((xi**2 * np.exp(-(xi**2))) ** 2))
    assert pipeline.verify(own.model, states=2).holds


def test_a_loop_may_be_cut_at_a_beam() -> None:
    """Two beams side by side that carry one body: one of them is cut, its amplitudes stay."""
    system = System("parallel springs", **parameters())
    body = system.body("carriage", 0.5, (0.01, 0.01, 0.01))
    for name, q, y in (("one", "a", 0.1), ("two", "b", -0.1)):
        names = [f"{q}{i}" for i in range(1, 4)]
        point = {"point_parent": (0, y, 0), "point_child": (0, y, 0)}
        bend(system, GROUND, body, *names, name=name, **point)
    report = system.check()
    assert report.sound and not report.tree
    assert pipeline.verify(system.model, states=2).holds


REFUSED = {
    "q1*xi^2 + 1": "amplitudes times functions of xi alone",
    "q1^2*xi^2": "amplitudes times functions of xi alone",
    "q1*mu*xi^2": "amplitudes times functions of xi alone",
    "q1*xi^2*t": "amplitudes times functions of xi alone",
    "q1*abs(xi - 1/3)": "jumps",
    "q1*sqrt(xi)": "jumps",
    "0": "depend on each other",
    "q1/(xi - 1/2)": "has no value somewhere",
    "q1*log(xi)": "has no value somewhere",
}


@pytest.mark.parametrize("deflection", REFUSED)
def test_what_is_no_shape_function_is_refused(deflection: str) -> None:
    report = cantilever(1, ends="own", deflection=deflection).check()
    (problem,) = report.problems
    assert REFUSED[deflection] in problem.cause
    assert problem.path == ("joints", 0, "deflection")


def test_a_beam_has_a_length() -> None:
    (problem,) = cantilever(1, length="0*L").check().problems
    assert problem.path == ("joints", 0, "length")


def test_a_deck_cannot_hold_a_beam() -> None:
    with pytest.raises(LagrError, match="rigid bodies only"):
        pipeline.write_deck(cantilever(1).model)


def test_a_beam_bends_at_a_right_angle_to_its_axis() -> None:
    system = cantilever(1, axis=(1, 1, 0))
    (problem,) = system.check().problems
    assert problem.code == "across"
    with pytest.raises(LagrError, match="right angle"):
        pipeline.verify(system.model)


def test_a_wrong_integral_is_found_by_verify(monkeypatch: pytest.MonkeyPatch) -> None:
    right = beams.integrals

    def wrong(profiles: Sequence[Profile]) -> dict[tuple[int, int], Expression]:
        found = right(profiles)
        if len(profiles) == 1:  # curvatures
            return found
        return found | {(1, 2): Number(Fraction(1, 7)), (2, 1): Number(Fraction(1, 7))}

    monkeypatch.setattr(beams, "integrals", wrong)
    planted = swinging("q1*xi^2*(17 - 5*xi)/12")
    found = pipeline.verify(planted.model, states=1)
    assert found.deviations["g"] > 1e-3 and not found.holds


def swinging(deflection: str) -> System:
    """A hinged beam with a function of its own."""
    system = System("swinging", **parameters())
    hub = system.body("hub", 0)
    system.joint("revolute", GROUND, hub, "phi")
    bend(system, hub, system.body("tip", 0.3), "q1", ends="own", deflection=deflection)
    return system
