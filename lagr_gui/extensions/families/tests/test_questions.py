"""Root loci, sections, bifurcations, periodic motions, maps and basins beside closed forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import lagr_gui
from lagr_gui import GROUND, LagrError, Settings, System
from lagr_gui.extensions.families.basins import attractors
from lagr_gui.extensions.families.family import DONE, Sweep
from lagr_gui.extensions.families.tests.oscillators import driven, oscillator, two_masses
from tests.ground.sources import ROOT

# --- root loci -------------------------------------------------------------------------------


def test_two_masses_have_the_eigenvalues_of_the_book_and_branches_cross() -> None:
    d = np.linspace(-40, 40, 81)
    found = two_masses().root_locus({"d": d})
    kept = 1j * np.sqrt(25)
    moving = np.sqrt((50 + 2 * d) / 2 + 0j) * 1j
    for branch in (kept + 0 * d, -kept + 0 * d, moving, -moving):
        away = np.abs(np.sort_complex(found.eigenvalues) - branch[:, None]).min(axis=1)
        assert away.max() < 1e-6
    steps = np.abs(np.diff(found.eigenvalues[20:], axis=0))
    # At d = 0 frequencies meet: a branch that stays and one that moves pass through each other.
    moved = np.abs(np.diff(moving[20:]))
    assert np.sort(steps.sum(axis=0)) == pytest.approx([0, 0, moved.sum(), moved.sum()], abs=1e-5)
    assert found.changes == pytest.approx([-25], rel=1e-7)


def test_a_damped_oscillator_becomes_overdamped() -> None:
    k = np.linspace(0, 40, 41)
    found = oscillator().root_locus({"k": k}, at="start")
    for value, roots in zip(k, found.eigenvalues, strict=True):
        expected = np.roots([2, value, 50])
        assert np.sort_complex(roots) == pytest.approx(np.sort_complex(expected), abs=1e-5)


def test_an_equilibrium_is_followed() -> None:
    model = lagr_gui.load(ROOT / "sample_models" / "simple_pendulum.lagr")
    found = lagr_gui.root_locus(model, {"l": [0.5, 1, 2]})
    assert found.q[:, 0] == pytest.approx([0, 0, 0], abs=1e-9)
    assert len(found.columns()) == 1 + 2 * found.eigenvalues.shape[1]


def test_a_column_flutters_where_ziegler_says() -> None:
    model = lagr_gui.load(ROOT / "sample_models" / "ziegler_column.lagr")
    values = {p.name: float(p.value or 0) for p in model.parameters}
    P = np.linspace(1.2, 1.8, 4)
    found = lagr_gui.root_locus(model, {"P": P})
    without, m, length, d = 41 / 28 * values["c"], values["m"], values["l"], values["d"]
    flutter = (without + d**2 / (2 * m * length**2)) / length  # Ziegler 1952
    assert found.changes == pytest.approx([flutter], rel=1e-9)


@pytest.mark.parametrize("size", [-1e6, 1e-6, 1.0])
def test_stability_changes_where_the_branch_crosses_whatever_rests_beside_it(size: float) -> None:
    """The zeros of a motion that nothing holds decide nothing; both ways round, at any size."""
    system = driven("(1 - a/s)*x - x'", a=0, s=size)
    system.joint("prismatic", GROUND, system.body("Free", mass=1), "z", axis=(0, 0, 1))
    system.start(x=0.0)
    for values in ([-3 * size, 0.0, 3 * size], [3 * size, -3 * size]):
        found = system.root_locus({"a": values}, at="start")
        assert found.changes == pytest.approx([size], rel=1e-8) and not len(found.brackets)
        (line,) = [text for text in str(found).splitlines() if "stability" in text]
        assert line == f"stability changes at a = {size:.6g}"


def test_a_bicycle_keeps_itself_upright_between_the_published_speeds() -> None:
    model = lagr_gui.load(ROOT / "sample_models" / "whipple_bicycle.lagr")
    upright = System.of(model)
    upright.parameter("push", 0.0)
    found = upright.root_locus({"v": [4.0, 5.0, 7.0]}, at="start")
    assert found.changes == pytest.approx([4.29238253634111, 6.02426201538837], rel=1e-9)


def test_stability_changes_somewhere_between_places_that_nothing_joins() -> None:
    """Of x = √a and 3, which are in balance, the first is stable and ends at a = 0."""
    found = driven("(x^2 - a)*(x - 3) - x'", a=1).root_locus({"a": [1.0, 0.5, -0.5]})
    assert found.breaks == (2,) and not len(found.changes)
    assert found.brackets == pytest.approx(np.array([[-0.5, 0.5]]))
    assert "stability changes between a = -0.5 and 0.5" in str(found)
    without = driven("-x/a - x'", a=1).root_locus({"a": [-1.0, 0.0, 2.0]})
    assert [*without.problems] == [1] and not len(without.changes)
    assert without.brackets == pytest.approx(np.array([[-1.0, 2.0]]))
    assert "nan" not in str(without)


def test_a_locus_without_any_eigenvalue_is_told_as_an_error() -> None:
    for at in ("start", "equilibrium"):
        with pytest.raises(LagrError, match="a = 0 … 0: None of these values") as caught:
            driven("-x/a - x'", a=1).root_locus({"a": [0.0]}, at)
        assert "\n" not in str(caught.value)


# --- sections --------------------------------------------------------------------------------


def steady(omega: np.ndarray | float, **values: float) -> np.ndarray:
    """The complex amplitude of m ẍ + k ẋ + c x = F cos Ωt."""
    m, k, c, F = (values[name] for name in ("m", "k", "c", "F"))
    return F / (c - m * omega**2 + 1j * k * omega)


def test_a_driven_oscillation_is_one_point_every_period() -> None:
    values = {"m": 2, "k": 4, "c": 50, "F": 3}
    system = oscillator(Omega=3, **values)
    settings = replace(lagr_gui.settings_of(system.model), t_end=60, rtol=1e-10, atol=1e-12)
    found = system.section(every="2*pi/Omega", after=40, settings=settings, outputs=["2*x"])
    x = steady(3, **values)
    assert len(found.t) == 9
    assert found["x"] == pytest.approx(x.real + 0 * found.t, abs=1e-8)
    assert found["x'"] == pytest.approx((3j * x).real + 0 * found.t, abs=1e-8)
    assert found["2*x"] == pytest.approx(2 * found["x"])


@pytest.mark.parametrize(("direction", "phases"), [("rising", 1), ("falling", 0), ("both", None)])
def test_crossings_are_located_between_the_steps(direction: str, phases: int | None) -> None:
    system = oscillator(k=0)  # x = 0.1 cos 5t
    settings = replace(lagr_gui.settings_of(system.model), t_end=9, rtol=1e-11, atol=1e-13)
    found = system.section(crossing="x", direction=direction, settings=settings)
    zeros = (np.arange(14) + 0.5) * np.pi / 5
    expected = zeros if phases is None else zeros[phases::2]
    assert found.t == pytest.approx(expected, abs=1e-9)
    assert np.abs(found["x"]).max() < 1e-9
    late = system.section(crossing="x", direction=direction, after=4, settings=settings)
    assert late.t == pytest.approx(expected[expected >= 4], abs=1e-9)


def test_bifurcations_of_a_linear_oscillation_are_its_response() -> None:
    values = {"m": 2, "k": 4, "c": 50, "F": 3}
    system = oscillator(Omega=3, **values)
    settings = replace(lagr_gui.settings_of(system.model), t_end=40, rtol=1e-9, atol=1e-11)
    omega = np.linspace(2, 8, 7)
    how = {"every": "2*pi/Omega", "after": 30, "settings": settings, "jobs": 1}
    found = system.bifurcation({"Omega": omega}, outputs=["x"], **how)
    assert {*found.values} == {*omega} and not found.problems
    assert found["x"] == pytest.approx(steady(found.values, **values).real, abs=1e-6)


def test_what_is_no_section_is_told() -> None:
    system = oscillator()
    for words, said in (
        ({}, "Name one of both"),
        ({"every": 1, "crossing": "x"}, "Name one of both"),
        ({"every": 0}, "not positive"),
        ({"every": "1/nothing"}, "nothing"),
        ({"every": 1, "direction": "up"}, "no such direction"),
        ({"crossing": "dissipated"}, "Works are known"),
        ({"every": 1, "after": -1}, "negative"),
        ({"every": 1e-12}, "too short"),
    ):
        with pytest.raises(LagrError, match=said):
            system.section(**words)


# --- periodic motions ------------------------------------------------------------------------


@pytest.mark.parametrize(("delta", "eps"), [(0.3, 0.2), (0.25, 0.3), (1.1, 0.5)])
def test_the_multipliers_of_mathieus_equation(delta: float, eps: float) -> None:
    system = driven("-(delta + eps*cos(t))*x", delta=delta, eps=eps)
    found = system.periodic_motion("2*pi")
    columns = []
    for start in ([1, 0], [0, 1]):
        other = solve_ivp(
            lambda t, y: [y[1], -(delta + eps * np.cos(t)) * y[0]],
            (0, 2 * np.pi),
            start,
            rtol=1e-11,
            atol=1e-13,
        )
        columns.append(other.y[:, -1])
    expected = np.linalg.eigvals(np.array(columns).T)
    assert np.sort_complex(found.multipliers) == pytest.approx(
        np.sort_complex(expected.astype(complex)), abs=1e-6
    )
    assert np.prod(found.multipliers) == pytest.approx(1, abs=1e-8)
    assert found.q == pytest.approx([0], abs=1e-9)


def test_the_periodic_motion_of_a_driven_oscillator() -> None:
    values = {"m": 2, "k": 0.4, "c": 50, "F": 3}
    found = oscillator(Omega=3, **values).periodic_motion("2*pi/Omega")
    x = steady(3, **values)
    assert found.q[0] == pytest.approx(x.real, abs=1e-9)
    assert found.qd[0] == pytest.approx((3j * x).real, abs=1e-9)
    assert np.abs(found.multipliers) == pytest.approx(np.exp(-0.1 * 2 * np.pi / 3), abs=1e-8)


def test_a_pendulum_on_a_shaking_pivot_stands_where_kapitza_says() -> None:
    model = lagr_gui.load(ROOT / "sample_models" / "kapitza_pendulum.lagr")
    amplitudes, frequencies = [0.009, 0.011], np.linspace(190, 260, 36)
    family = {"a": amplitudes, "Omega": frequencies, "q1": [0.0]}
    found = lagr_gui.stability(model, family, "2*pi/Omega", jobs=1)
    for a, row in zip(amplitudes, found.stable[:, :, 0], strict=True):
        first = frequencies[np.argmax(row)]
        assert first == pytest.approx(np.sqrt(2 * 9.81 * 0.25) / a, rel=0.02)
        assert row[frequencies > first].all()


def test_where_stability_changes_is_told_of_equilibria_alone() -> None:
    """Of equations that stay as they are, about places that are kept."""
    changing = driven("(1 - a)*x - x' + sin(t)*x", a=0).root_locus({"a": [0.0, 3.0]})
    assert "change with time" in changing.obstacle and "no verdict" in str(changing)
    assert len(changing.changes) == 0
    still = driven("(1 - a)*x - x'", a=0)
    assert still.root_locus({"a": [0.0, 3.0]}).changes == pytest.approx([1])
    still.start(x=1.0)
    falling = still.root_locus({"a": [0.0, 3.0]}, at="start")
    assert "no equilibrium" in falling.obstacle and len(falling.changes) == 0


def test_eigenvalues_of_one_instant_make_no_map() -> None:
    """Where forces change with time: also where the first combination does not."""
    s = driven("-x - x' + a*x*sin(t)", a=0)
    with pytest.raises(LagrError) as caught:
        s.stability({"a": [0.0, 0.5]})
    (problem,) = caught.value.problems
    assert "change with time" in problem.cause
    assert "period" in problem.remedy
    assert s.stability({"a": [0.0, 0.0]}).stable.all()
    assert s.stability({"a": [0.0, 0.5]}, "2*pi").stable.all()


def test_equilibria_are_mapped_by_their_growth() -> None:
    found = driven("-c*x - k*x'", c=1, k=1).stability({"c": [-1.0, 1.0], "k": [-1.0, 1.0]})
    for c, row in zip((-1, 1), found.measure, strict=True):
        for k, measure in zip((-1, 1), row, strict=True):
            assert measure == pytest.approx(np.roots([1, k, c]).real.max(), abs=1e-6)
    assert found.stable.tolist() == [[False, False], [False, True]]
    assert len(found.columns()["measure"]) == 4


# --- basins ----------------------------------------------------------------------------------


def test_a_mass_between_two_wells_falls_into_its_own() -> None:
    system = driven("x - x^3 - k*x'", k=0.5)
    settings = replace(lagr_gui.settings_of(system.model), t_end=60)
    x = np.linspace(-1.35, 1.35, 20)  # below √2 nobody climbs over the hill between them
    found = system.basins({"x": x, "x'": [0.0]}, settings=settings, jobs=1)
    own = found.number[:, 0]
    assert len(found.ends) == 2
    assert found.ends[own, 0] == pytest.approx(np.sign(x), abs=1e-4)
    assert found.shares == pytest.approx([0.5, 0.5])


def test_many_runs_with_one_end_are_one_attractor() -> None:
    n = 30_000
    ends = np.random.default_rng(1).normal(0, 1e-6, (n, 1, 1)) + (np.arange(n) % 3)[:, None, None]
    axes = {"x": np.arange(n, dtype=float)}
    reached = np.where(np.arange(n) == 7, np.nan, 1.0)
    sweep = Sweep(axes, np.ones(1), ("x",), ends, np.full(n, DONE), reached, {})
    found = attractors(sweep)
    assert np.sort(found.ends[:, 0]) == pytest.approx([0, 1, 2], abs=1e-4)
    assert found.shares == pytest.approx([1 / 3] * 3, abs=1e-3)


# --- outputs with names ----------------------------------------------------------------------


def test_a_name_of_an_output_is_all_that_an_answer_shows_of_it() -> None:
    """Every question takes names, and tells under them what it tells of expressions."""
    system, short = driven("-10*x", g=1), Settings(2.0, (0.1,), (0.0,), points=5)
    axes, typed, plain = {"x": [0.1, 0.2]}, "off = x - g", "x - g"

    def both(ask: Callable[[list[str]], Mapping[str, Any]]) -> None:
        named, bare = ask([typed]), ask([plain])
        assert list(named) == ["off"] and list(bare) == [plain]
        np.testing.assert_array_equal(named["off"], bare[plain])

    both(lambda own: system.section(crossing="x'", outputs=own, settings=short).outputs)
    both(lambda own: system.bifurcation(axes, crossing="x'", outputs=own, settings=short).outputs)
    both(lambda own: system.sensitivities(["x"], own, short).slopes)
    both(lambda own: system.sensitivities(["x"], own, short).values)
    both(lambda own: system.simulate(2.0, outputs=own).outputs)
    both(lambda own: lagr_gui.outputs(system.model, system.simulate(2.0), own))
    both(lambda own: system.fit({"t": [0.0, 1.0], own[0]: [0.0, 0.0]}, ["x"]).fitted)
    assert system.basins(axes, [typed], settings=short).expressions == ("off",)
    with pytest.raises(LagrError, match="taken"):
        system.section(crossing="x'", outputs=["x = g"], settings=short)
    with pytest.raises(LagrError, match="meaning"):
        system.section(crossing="off = x", settings=short)


def test_a_locus_over_the_sample_time_crosses_the_unit_circle_where_a_pd_does():
    """K03: u = −kp x − kd x′ each h on m: z² − (2 − α − β) z + 1 + α − β, and z = −1 at h = 1/3."""
    system = System("Mass", gravity=(0, 0, 0), g=None, h=0.1)
    system.joint("prismatic", 0, system.body("mass", mass=2), "x", axis=(1, 0, 0))
    system.element("coordinate_force", "push", coordinate="x", force="u")
    system.signal("u", "sampled", sample="h", inputs=("x", "x'"), D=((-50, -12),))
    found = system.root_locus({"h": [0.1, 0.2, 0.3, 0.4]})
    assert found.sampled and found.changes == pytest.approx([1 / 3], abs=1e-8)
    for h, roots in zip(found.values, found.eigenvalues, strict=True):
        a, b = 50 * h**2 / 4, 12 * h / 2
        known = np.roots([1, a + b - 2, 1 + a - b])
        assert np.sort_complex(roots) == pytest.approx(np.sort_complex(known), abs=1e-12)
