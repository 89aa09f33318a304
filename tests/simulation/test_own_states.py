"""States of the first order beside coordinates: ż = f(t, q, q̇, z), and forces that read z."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.linalg import expm

import lagr_gui
from lagr_gui import LagrError, Settings, System, pipeline
from lagr_gui.analysis.audits import check_motion
from lagr_gui.catalogue import KINDS
from lagr_gui.exchange.builder_script import python_script
from lagr_gui.exchange.tables.csv_curves import trajectory_columns
from lagr_gui.foundation.selfcheck import Disagreement
from lagr_gui.model import StateSignal, read_text, write_text
from lagr_gui.prepared import kernels
from lagr_gui.simulation import KernelSystem
from lagr_gui.simulation.solvers import METHODS

MAXWELL = np.array([0.008771260927673948, -0.020177023937642848, 0.0020177023937642848])
"""x, x′, z at 1 s from x = 0.1: matrix exponential of [[0 1 0], [−50 0 50], [5 0 −5]]."""


def maxwell(start: float = 0.1) -> System:
    """A mass of 1 kg on a spring (50 N/m) in series with a damper (10 N s/m), whose end is z."""
    system = System("Maxwell element", gravity=(0, 0, 0), g=None)
    system.parameter("m", 1, "kg")
    system.parameter("c", 50, "N/m")
    system.parameter("k", 10, "N s/m")
    system.joint("prismatic", 0, system.body("mass", mass="m"), "x", axis=(1, 0, 0))
    system.state("z", "c*(x - z)/k", unit="m")
    system.element("coordinate_force", "spring", coordinate="x", force="-c*(x - z)")
    system.start(x=start)
    return system


def end_of(system: System, **chosen: object) -> np.ndarray:
    found = pipeline.simulate(system.model, settings(system, **chosen))
    assert found.certificate is not None and found.certificate.holds
    return found.y[-1]


def settings(system: System, **chosen: object) -> Settings:
    return replace(pipeline.prepare(system.model).settings, t_end=1.0, **chosen)


@pytest.mark.parametrize("method", ["auto", *METHODS])
def test_a_maxwell_element_moves_as_the_matrix_exponential(method: str) -> None:
    within = 1e-9 if method in ("RK45", "BDF") else 1e-10
    assert end_of(maxwell(), method=method) == pytest.approx(MAXWELL, abs=within)


def test_steps_of_fixed_length_know_states() -> None:
    assert end_of(maxwell(), method="fixed", step=1e-3) == pytest.approx(MAXWELL, abs=1e-10)


def test_a_filter_of_the_first_order_follows_the_exponential() -> None:
    """PT1 with T = 0.3 s on a unit step, beside a mass that is at rest."""
    system = System("Filter", gravity=(0, 0, 0), g=None, T=0.3)
    system.joint("prismatic", 0, system.body(), "x", axis=(1, 0, 0))
    system.state("y", "(1 - y)/T")
    found = pipeline.simulate(system.model, settings(system, points=5))
    assert found["y"] == pytest.approx(1 - np.exp(-found.t / 0.3), abs=1e-12)
    half = found.states_at(0.5)
    assert float(found.layout.z(half)[0]) == pytest.approx(0.8111243971624382, abs=1e-9)


def random_plant(seed: int) -> tuple[System, np.ndarray, np.ndarray]:
    """Masses, and states that everything acts on; the matrix of (q, q̇, z), and the start."""
    source = np.random.default_rng(seed)
    f, s = int(source.integers(1, 4)), int(source.integers(1, 4))
    A = np.zeros((2 * f + s, 2 * f + s))
    A[:f, f : 2 * f] = np.eye(f)
    A[f:] = source.uniform(-2, 2, (f + s, 2 * f + s)).round(3)
    start = source.uniform(-1, 1, 2 * f + s).round(3)
    system = System("Plant", gravity=(0, 0, 0), g=None)
    names = [f"q{i}" for i in range(f)]
    variables = [*names, *(f"{name}'" for name in names), *(f"z{i}" for i in range(s))]

    def rate(row: np.ndarray) -> str:
        return " + ".join(f"({a})*{x}" for a, x in zip(row.tolist(), variables, strict=True))

    for i, name in enumerate(names):
        body = system.body(mass=1 + i)
        system.joint("prismatic", 0, body, name, axis=(1, 0, 0), point_parent=(0, i, 0))
        force = f"{1 + i}*({rate(A[f + i])})"
        system.element("coordinate_force", f"F{i}", coordinate=name, force=force)
    for i in range(s):
        system.state(f"z{i}", rate(A[2 * f + i]), start=float(start[2 * f + i]))
    pairs = zip(names, start[:f].tolist(), start[f : 2 * f].tolist(), strict=True)
    system.start(**{name: (q, v) for name, q, v in pairs})
    return system, A, start


@pytest.mark.parametrize("seed", range(8))
def test_random_linear_plants_with_states_move_as_matrix_exponentials(seed: int) -> None:
    system, A, start = random_plant(seed)
    known = expm(A) @ start
    assert end_of(system) == pytest.approx(known, abs=1e-8 * np.max(np.abs(known)))
    linear = pipeline.linearize(system.model, at="start")
    assert pytest.approx(A, abs=1e-12) == linear.A
    values = np.linalg.eigvals(A)
    for value in pipeline.modes(system.model, at="start").eigenvalues:
        assert np.min(np.abs(values - value)) < 1e-9 * max(1.0, np.max(np.abs(values)))


@pytest.mark.parametrize("seed", range(3))
def test_stiff_plants_are_integrated_by_radau_in_machine_code(seed: int) -> None:
    """A fast state among slow ones: the exact slopes have the rows and columns of z."""
    system, A, start = random_plant(seed)
    n = len(A)
    rate = "-1e5*(fast - q0)"
    system.state("fast", rate, start=0.5)
    whole = np.zeros((n + 1, n + 1))
    whole[:n, :n], whole[n, 0], whole[n, n] = A, 1e5, -1e5
    found = pipeline.simulate(system.model, settings(system))
    assert "Radau" in found.method
    known = expm(whole) @ [*start, 0.5]
    assert found.y[-1] == pytest.approx(known, abs=1e-7 * np.max(np.abs(known)))


def test_eigenvalues_of_a_maxwell_element_are_those_of_its_matrix() -> None:
    found = pipeline.modes(maxwell().model)
    known = [-2.5 - 6.6143782776614755j, -2.5 + 6.6143782776614755j, 0]
    assert found.eigenvalues == pytest.approx(known, abs=1e-9)
    assert found.stability == "undecided"


def test_the_response_counts_states() -> None:
    """c k s/(k s + c) is the stiffness of spring and damper in series."""
    found = pipeline.frequency_response(maxwell().model, "x", ["x"], [0.5, 5.0])
    s = 1j * np.array([0.5, 5.0])
    assert found.transfer[:, 0] == pytest.approx(1 / (s**2 + 500 * s / (10 * s + 50)), rel=1e-10)


def test_conditions_and_contacts_go_on_with_states() -> None:
    """The mass is tied to another one, and both strike a stop and stay there."""
    system = maxwell()
    other = system.body("other", mass=2)
    system.joint("prismatic", 0, other, "y", axis=(1, 0, 0), point_parent=(0, 1, 0))
    system.element("position_condition", "tie", zero="x - y")
    system.element("stop", "end", coordinate="x", lower=0.06, upper=1, restitution=0.5)
    system.start(x=0.1, y=0.1)
    found = pipeline.simulate(system.model, settings(system))
    assert found.impacts and found.certificate is not None and found.certificate.holds
    A = np.array([[0, 1, 0], [-50 / 3, 0, 50 / 3], [5, 0, -5]])
    before = found.t < found.impacts[0].t
    known = np.array([expm(A * t) @ [0.1, 0, 0] for t in found.t[before]])
    assert found["x"][before] == pytest.approx(known[:, 0], abs=1e-9)
    assert found["z"][before] == pytest.approx(known[:, 2], abs=1e-9)
    rates = 5 * (found["x"] - found["z"])
    assert found.zd[:, 0] == pytest.approx(rates, abs=1e-12)


def test_a_wrong_rate_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    right = kernels._rates
    wrong = lambda *r: {name: [1.001 * x for x in own] for name, own in right(*r).items()}  # noqa: E731
    monkeypatch.setattr(kernels, "_rates", wrong)
    system = maxwell(0.2)
    system.parameter("elsewhere", 1)  # equations of its own
    with pytest.raises(Disagreement, match="State “z”"):
        pipeline.simulate(system.model, settings(system))


def test_a_motion_that_does_not_follow_its_rates_is_told() -> None:
    system = maxwell()
    prepared = pipeline.prepare(system.model)
    found = pipeline.simulate(system.model, settings(system))
    pushed = np.where(found.t[:, None] > 0.5, found.z + 1e-3, found.z)
    rate = 5 * (found.q - pushed)
    moved = replace(found, z=pushed, zd=rate, qdd=-50 * (found.q - pushed))
    with pytest.raises(Disagreement):
        check_motion(prepared, moved, begun=prepared.system())


def test_both_derivations_and_all_formalisms_read_states() -> None:
    found = pipeline.verify(maxwell().model)
    assert found.holds and found.deviations["zd"] < 1e-14
    assert all(form.deviation is not None and form.holds for form in found.formalisms)


def test_the_equations_hold_the_states_in_every_dialect() -> None:
    sheet = pipeline.equations(maxwell().model)
    assert "z' = c*(x - z)/k" in str(sheet)
    assert "Conserved energy" not in str(sheet)
    assert r"\qd z = \frac{c (x - z)}{k}" in lagr_gui.latex_equations(sheet)
    assert "<mi>z</mi>" in lagr_gui.mathml_equations(sheet)
    structured = pipeline.equations(maxwell().model, form="structured")
    assert structured.states[0].coordinate == "z"


@pytest.mark.parametrize(
    ("signal", "place", "cause"),
    [
        (StateSignal(name="x", rate=1), "Joint", "The name “x” is taken by a state."),
        (StateSignal(name="z", rate="w"), "Signal “z”, rate", "“w” is not known here."),
        (StateSignal(name="z", rate="z'"), "Signal “z”, rate", "has no name"),
        (StateSignal(name="z", rate="c*(x - z)", unit="m"), "Signal “z”, rate", "This is in N"),
        (StateSignal(name="z", rate=0, start="x"), "Signal “z”, start", "must not depend"),
    ],
)
def test_what_is_wrong_with_a_state_is_told(signal: StateSignal, place: str, cause: str) -> None:
    model = maxwell().model.having(signals=(signal,))
    problems = pipeline.check(model).problems
    assert any(p.place.startswith(place) and cause in p.cause for p in problems)


def test_places_and_energies_must_not_depend_on_states() -> None:
    system = maxwell()
    system.element("coordinate_spring", "other", coordinate="x", c="z", q0=0)
    problems = pipeline.check(system.model).problems
    assert any("must not depend on the state “z”" in problem.cause for problem in problems)


def test_states_are_curves_and_rows_of_tables() -> None:
    system = maxwell()
    found = pipeline.simulate(system.model, settings(system), outputs=["z", "c*(x - z)"])
    assert found.outputs["z"].tolist() == found["z"].tolist()
    assert found.output_units["z"] == "m"
    heads = trajectory_columns(found, ("m",))
    assert heads["z (m)"].tolist() == found["z"].tolist()


def test_a_file_and_a_script_keep_states() -> None:
    model = maxwell().model
    assert read_text(write_text(model), KINDS) == model
    space: dict[str, object] = {}
    exec(python_script(model), space)  # noqa: S102
    made = next(value for value in space.values() if isinstance(value, System))
    assert made.model.signals == model.signals


def test_subsystems_bring_their_states_along() -> None:
    inner = maxwell()
    outer = System("Two", gravity=(0, 0, 0), g=None)
    outer.subsystem("maxwell", inner)
    for name in ("a", "b"):
        outer.instance("maxwell", name)
    found = pipeline.simulate(outer.model, settings(outer))
    for name in ("a", "b"):
        assert found[f"z_{name}"][-1] == pytest.approx(MAXWELL[2], abs=1e-10)


def test_a_sweep_varies_what_states_depend_on() -> None:
    system = maxwell()
    found = pipeline.sweep(system.model, {"k": [5.0, 20.0]}, ["z"], settings=settings(system))
    for k, curve in zip((5.0, 20.0), found["z"], strict=True):
        A = np.array([[0, 1, 0], [-50, 0, 50], [50 / k, 0, -50 / k]])
        assert curve[-1] == pytest.approx((expm(A) @ [0.1, 0, 0])[2], abs=1e-10)


def test_equilibria_are_looked_for_with_states() -> None:
    """A pendulum that an integrator holds, by its root; all rests of a pitchfork with memory."""
    system = System("Held", gravity=(0, "-g", 0), m=2.0, l=0.5, K=20.0)
    bob = system.body("Bob", "m")
    system.joint("revolute", 0, bob, "phi", point_child=(0, "l", 0))
    system.state("s", "0.4 - phi")
    system.element("coordinate_force", "drive", coordinate="phi", force="K*s - 9*phi' - 40*phi")
    (found,) = pipeline.equilibria(system.model).found
    held = (40 * 0.4 + 2 * 9.81 * 0.5 * np.sin(0.4)) / 20
    assert [*found.q, *found.z] == pytest.approx([0.4, held], rel=1e-12)
    assert found.stability == "asymptotically stable"
    fork = System("Fork", gravity=(0, 0, 0), g=None)
    fork.joint("prismatic", 0, fork.body(), "x", axis=(1, 0, 0))
    fork.state("z", "2*x - z^3")
    fork.element("coordinate_force", "F", coordinate="x", force="z - x - x'")
    rests = pipeline.equilibria(fork.model)
    places = sorted((float(own.q[0]), float(own.z[0]), own.stability) for own in rests.found)
    root = 2**0.5
    stable = "asymptotically stable"
    assert [place[2] for place in places] == [stable, "unstable", stable]
    flat = [x for place in places for x in place[:2]]
    assert flat == pytest.approx([-root, -root, 0, 0, root, root], abs=1e-9)
    assert rests.certificate is not None and rests.certificate.holds
    assert "z = " in str(rests)


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_equilibria_under_conditions_rest_with_states(scale: float) -> None:
    """A bar between two sliders in a right angle, that a lagging force holds, in any size."""
    system = System("Slide", gravity=(0, "-g", 0), T=0.1)
    system.parameter("b", scale, "m")
    system.parameter("m", scale**2, "kg")
    for name, axis in (("x", (1, 0, 0)), ("y", (0, 1, 0))):
        system.joint("prismatic", 0, system.body(name, mass="m"), name, axis=axis)
    system.element("position_condition", "bar", zero="x^2 + y^2 - b^2")
    system.state("F", "(2*m*g*x/b - m*x'/T - F)/T", start=scale**2, unit="N")
    system.element("coordinate_force", "pull", coordinate="x", force="F")
    system.start(x=0.6 * scale, y=-0.8 * scale)
    found = pipeline.equilibria(system.model, near={"x": 0.6 * scale, "y": -0.8 * scale})
    # 2 m g x/b y = −m g x: at x = 0, or where y = −b/2.
    places = {(round(q[0] / scale, 9), round(q[1] / scale, 9)) for q in (e.q for e in found.found)}
    side = round(3**0.5 / 2, 9)
    assert places == {(0.0, -1.0), (0.0, 1.0), (side, -0.5), (-side, -0.5)}
    for own in found.found:
        assert own.z == pytest.approx(2 * scale * 9.81 * own.q[:1], abs=1e-9 * scale**2)


def test_a_sweep_begins_where_states_follow_what_varies() -> None:
    system = System("Decay", gravity=(0, 0, 0), g=None, K=1.0)
    system.joint("prismatic", 0, system.body(), "x", axis=(1, 0, 0))
    system.state("z", "-z", start="2*K")
    found = pipeline.sweep(system.model, {"K": [1.0, 3.0]}, ["z"], settings=settings(system))
    assert [curve[-1] for curve in found["z"]] == pytest.approx([2 / np.e, 6 / np.e], rel=1e-9)
    asked = settings(system, z0=[5.0])
    found = pipeline.sweep(system.model, {"K": [1.0, 3.0]}, ["z"], settings=asked)
    assert found["z"][:, 0].tolist() == [5.0, 5.0]


def test_what_does_not_know_states_says_so() -> None:
    model = maxwell().model
    with pytest.raises(LagrError, match="State “z”"):
        pipeline.linearize_symbolic(model)


def test_models_without_states_have_none() -> None:
    system = System("Mass", gravity=(0, 0, 0), g=None)
    system.joint("prismatic", 0, system.body(), "x", axis=(1, 0, 0))
    compiled = pipeline.prepare(system.model).system()
    assert isinstance(compiled, KernelSystem)
    assert "zd" not in compiled.bound.kernel.places and compiled.layout.n == 2
