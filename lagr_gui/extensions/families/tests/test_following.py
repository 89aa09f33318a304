"""Equilibria that are followed over values, beside closed forms and beside searches."""

from __future__ import annotations

import numpy as np
import pytest

import lagr_gui
from lagr_gui import LagrError, System
from lagr_gui.extensions.families.tests.oscillators import driven
from tests.ground.sources import ROOT


def placed(force: str, x: float, **values: float) -> System:
    """ẍ is a force, with a start."""
    system = driven(force, **values)
    system.start(x=x)
    return system


def test_an_equilibrium_is_followed_around_a_hoop() -> None:
    system = placed("sin(x)*(w^2*cos(x) - 1) - 0.1*x'", 0.2, w=0.5)
    w = np.linspace(3, 0.51, 51)
    found = system.root_locus({"w": w})
    high = w > 1  # a bead on a hoop that turns fast enough stands at cos φ = 1/w²
    there = np.arccos(np.minimum(1, 1 / w**2))
    assert np.cos(found.q[high, 0]) == pytest.approx(1 / w[high] ** 2, abs=1e-9)
    assert np.ptp(np.sign(found.q[high, 0])) == 0  # always on the same side
    stiffness = 1 - w[high] ** 2 * np.cos(2 * there[high]) + (np.cos(there[high]) - 1)
    for roots, c in zip(found.eigenvalues[high], stiffness, strict=True):
        assert np.sort_complex(roots) == pytest.approx(np.sort_complex(np.roots([1, 0.1, c])))
    assert found.breaks == (int(np.flatnonzero(~high)[0]),)  # there it meets the lowest place
    assert found.q[~high, 0] == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("count", [9, 41, 400])
def test_where_a_branch_ends_no_other_one_is_taken_for_it(count: int) -> None:
    """x³ − x = p turns back at p = ∓2/√27."""
    p = np.linspace(1, -1, count)
    found = placed("p + x - x^3 - x'", 1.3, p=1).stability({"p": p, "x": [1.3]})
    locus = placed("p + x - x^3 - x'", 1.3, p=1).root_locus({"p": p})
    ended = p < -2 / np.sqrt(27)
    first = int(np.flatnonzero(ended)[0])
    assert locus.breaks == found.breaks == (first,)
    for value, x, over in zip(p, locus.q[:, 0], ended, strict=True):
        roots = np.roots([1, 0, -1, -value])
        real = roots[np.abs(roots.imag) < 1e-9].real
        assert x == pytest.approx(real.min() if over else real.max(), abs=1e-8)
    assert (found.measure < 0).all()


@pytest.mark.parametrize("count", [4, 13, 61])
def test_among_many_branches_none_is_left_in_silence(count: int) -> None:
    """A mass drawn over a row of hollows: p = x/20 + sin x, which turns back at cos x = −1/20."""
    p = np.linspace(0, 3, count)
    found = placed("p - x/20 - sin(x) - x'", 0.0, p=0).root_locus({"p": p})
    x = found.q[:, 0]
    assert x / 20 + np.sin(x) == pytest.approx(p, abs=1e-9)
    edge = np.pi / 2 + np.arcsin(1 / 20)
    hollow = np.round(x / (2 * np.pi))
    inside = np.abs(x - 2 * np.pi * hollow) < edge
    changed = np.flatnonzero((np.diff(hollow) != 0) | (np.diff(inside) != 0)) + 1
    assert {*changed.tolist()} <= {*found.breaks}
    assert found.breaks[0] == np.flatnonzero(p > edge / 20 + np.sin(edge))[0]


def test_branches_that_cross_are_passed_straight_on() -> None:
    p = np.linspace(-1, 1, 41)  # x = p crosses x = 0
    found = placed("x*(p - x) - x'", -1.0, p=-1).root_locus({"p": p})
    # At p = -1 the place 0 is the stable one of both, which a search tells first.
    assert found.q[:, 0] == pytest.approx(0, abs=1e-9) and not found.breaks
    mapped = placed("x*(p - x) - x'", -1.0, p=-1).stability({"p": p})
    roots = [np.roots([1, 1, value]).real.max() for value in p]
    assert mapped.measure == pytest.approx(roots, abs=1e-6) and not mapped.breaks


def test_a_place_where_nothing_balances_is_told_and_what_follows_is_searched() -> None:
    p = np.linspace(-1, 1, 21)
    found = placed("p - x^2 - x'", 1.0, p=1).stability({"p": p})
    none = p < -1e-9
    assert {*found.problems} == {*np.flatnonzero(none)}
    assert np.isnan(found.measure[none]).all() and np.isfinite(found.measure[p > 0.01]).all()
    backwards = placed("p - x^2 - x'", 1.0, p=1).root_locus({"p": p[::-1]})
    assert backwards.q[:10, 0] == pytest.approx(np.sqrt(p[::-1][:10]), abs=1e-8)
    assert np.isnan(backwards.q[12:]).all()


@pytest.mark.parametrize(
    ("name", "vary"),
    [
        ("ziegler_column", {"P": np.linspace(0, 5, 21)}),
        ("double_pendulum", {"l2": np.linspace(0.4, 1.2, 9)}),
        ("furuta_pendulum", {"l": np.linspace(0.4, 0.8, 9)}),
        ("four_bar", {"g": np.linspace(5, 15, 9)}),
        ("parallelogram", {"g": np.linspace(5, 15, 9)}),
        ("mass_spring_chain", {"g": np.linspace(5, 15, 9)}),
    ],
)
def test_what_is_followed_is_what_a_search_finds(name: str, vary: dict[str, np.ndarray]) -> None:
    model = lagr_gui.load(ROOT / "sample_models" / f"{name}.lagr")
    ((what, values),) = vary.items()
    if what not in {p.name for p in model.parameters}:
        what = next(p.name for p in model.parameters if p.positive)
        own = lagr_gui.prepare(model).values[what]
        values = np.linspace(0.8 * own, 1.2 * own, 9)
    found = lagr_gui.root_locus(model, {what: values})
    assert not found.problems and not found.breaks
    assert len(found.q) == len(found.eigenvalues) == len(values)
    for place in (0, len(values) // 2, -1):  # a search takes as long as all that is followed
        value, q, roots = values[place], found.q[place], found.eigenvalues[place]
        member = model.each(
            "parameters", lambda p, v=value: p.having(value=float(v)) if p.name == what else p
        )
        near = dict(zip(found.coordinates, q.tolist(), strict=True))
        searched = lagr_gui.equilibria(member, near=near).found[0]
        assert np.sin(searched.q) == pytest.approx(np.sin(q), abs=1e-6)
        assert np.sort_complex(searched.eigenvalues) == pytest.approx(
            np.sort_complex(roots), rel=1e-5, abs=1e-5
        )


def test_nothing_is_followed_over_start_values() -> None:
    x = np.array([-0.4, 0.6])
    found = placed("x - x^3 - x' + p", 0.1, p=0).stability({"x": x, "p": [0, 0.01]})
    # Nearest to −0.4 is the hill at 0, to 0.6 the well at 1.
    assert (found.measure > 0).tolist() == [[True, True], [False, False]]


def integrating(K: float = 1.0) -> System:
    """A damped oscillator on which an integrator of its own place acts: s³ + s² + 4 s + K = 0."""
    system = System("Integrator", gravity=(0, 0, 0), g=None, K=K)
    system.joint("prismatic", 0, system.body(), "x", axis=(1, 0, 0))
    system.state("z", "K*(0.2*K - x)", start=0.1)
    system.element("coordinate_force", "F", coordinate="x", force="z - 4*x - x'")
    return system


@pytest.mark.parametrize("at", ["equilibrium", "start"])
def test_a_locus_counts_states_of_the_first_order(at: str) -> None:
    """By Routh and Hurwitz it is stable up to K = 4."""
    values = np.linspace(1, 6, 6)
    found = integrating().root_locus({"K": values}, at=at)
    for K, own in zip(values, found.eigenvalues, strict=True):
        assert np.sort_complex(own) == pytest.approx(np.sort_complex(np.roots([1, 1, 4, K])))
    if at == "equilibrium":
        assert found.q[:, 0] == pytest.approx(0.2 * values, abs=1e-12)
        assert found.changes == pytest.approx([4], abs=1e-8)


def test_a_map_of_stability_counts_states_of_the_first_order() -> None:
    found = integrating().stability({"K": [2.0, 3.0, 5.0]})
    known = [np.roots([1, 1, 4, K]).real.max() for K in (2, 3, 5)]
    assert found.measure == pytest.approx(known, abs=1e-10)
    with pytest.raises(LagrError, match="State “z”"):
        integrating().stability({"K": [2.0]}, period=1.0)
