"""Networks of resistors, inductors and capacitors against modified nodal analysis."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from lagr_gui import System
from lagr_gui.foundation.problem import Severity
from tests.circuits.networks import (
    Branch,
    mesh_currents,
    nodal_currents,
    nodal_equations,
    random_network,
    system,
)

FREQUENCIES = (0.7 + 0.3j, 2.1j, -0.2 + 5j)


@pytest.mark.parametrize("seed", range(12))
def test_all_currents_of_a_random_network_are_those_of_nodal_analysis(seed: int) -> None:
    network = random_network(seed, nodes=3 + seed % 4, branches=6 + seed % 5)
    drawn = system(network)
    assert drawn.check().sound
    for s in FREQUENCIES:
        expected = nodal_currents(network, s)
        assert mesh_currents(drawn, s) == pytest.approx(expected, rel=1e-10, abs=1e-12)


@pytest.mark.parametrize("sorts", ["R", "RC", "LC", "C"])
def test_networks_of_few_sorts_too(sorts: str) -> None:
    network = random_network(5, 4, 7, sorts)
    drawn = system(network)
    for s in FREQUENCIES:
        expected = nodal_currents(network, s)
        assert mesh_currents(drawn, s) == pytest.approx(expected, rel=1e-10, abs=1e-12)


@pytest.mark.parametrize("seed", range(6))
def test_currents_do_not_depend_on_the_choice_of_the_links(seed: int) -> None:
    network = random_network(seed, nodes=4, branches=7)
    source = np.random.default_rng(seed)
    chosen = [
        replace(branch, link=str(source.choice(["automatic", "preferred"]))) for branch in network
    ]
    s = 0.4 + 1.3j
    first, second = mesh_currents(system(network), s), mesh_currents(system(chosen), s)
    assert first == pytest.approx(second, rel=1e-10, abs=1e-12)


def test_a_preferred_link_becomes_a_coordinate_where_every_mesh_has_an_inductance() -> None:
    ring = [
        Branch("u", "a", "b", 1.0),
        Branch("R", "b", "c", 2.0, link="preferred"),
        Branch("L", "c", "a", 0.5),
    ]
    assert system(ring).check().coordinates == ("q_R",)
    assert system([replace(b, link="automatic") for b in ring]).check().coordinates == ("q_L",)


@pytest.mark.parametrize("seed", range(12))
def test_both_derivations_and_the_formalisms_agree_for_random_networks(seed: int) -> None:
    certificate = system(random_network(seed, nodes=4, branches=8)).verify()
    assert certificate.holds
    assert certificate.deviation < 1e-10
    named = {form.name: form for form in certificate.formalisms}
    assert named["lagrange"].deviation is not None
    for name in ("kane", "newton-euler", "gauss", "appell"):
        assert named[name].deviation is None
        assert "no body" in named[name].reason


@pytest.mark.parametrize("seed", range(6))
def test_natural_frequencies_are_the_zeros_of_the_nodal_matrix(seed: int) -> None:
    network = random_network(seed, nodes=4, branches=7)
    found = system(network).modes(at="start").eigenvalues
    lively = [value for value in found if abs(value) > 1e-6]
    assert lively
    for s in lively:
        least = [
            np.linalg.svd(nodal_equations(network, at)[0], compute_uv=False)[-1]
            for at in (s, s * 1.01)
        ]
        assert least[0] < 1e-6 * least[1]


def test_a_wheatstone_bridge_without_any_inductance_is_balanced_where_it_should_be() -> None:
    def bridge(x: float) -> list[Branch]:
        return [
            Branch("u", "d", "a", 10.0),
            Branch("R", "a", "b", 100.0),
            Branch("R", "b", "d", 200.0),
            Branch("R", "a", "c", 150.0),
            Branch("R", "c", "d", x),
            Branch("R", "b", "c", 50.0),
        ]

    balanced = mesh_currents(system(bridge(300.0)), 1.0)
    assert abs(balanced[5]) < 1e-15
    other = mesh_currents(system(bridge(310.0)), 1.0)
    assert other == pytest.approx(nodal_currents(bridge(310.0), 1.0), rel=1e-12)
    assert abs(other[5]) > 1e-4


def test_a_bridge_of_resistors_finds_its_currents_at_the_start() -> None:
    drawn = system(
        [
            Branch("u", "d", "a", 10.0),
            Branch("R", "a", "b", 100.0),
            Branch("R", "b", "d", 200.0),
            Branch("R", "a", "c", 150.0),
            Branch("R", "c", "d", 300.0),
            Branch("R", "b", "c", 50.0),
        ]
    )
    motion = drawn.simulate(0.1)
    by_name = dict(zip(motion.coordinates, motion.qd.T, strict=True))
    assert motion.supplied[-1] == pytest.approx(10.0**2 / 180.0 * 0.1, rel=1e-9)  # 300 ∥ 450
    assert motion.energy_error < 1e-9
    assert all(np.ptp(rate) < 1e-9 for rate in by_name.values())


def test_a_source_of_current_takes_whatever_voltage_it_needs() -> None:
    network = [
        Branch("i", "a", "b", 0.3),
        Branch("R", "b", "c", 10.0),
        Branch("R", "c", "a", 20.0),
        Branch("L", "c", "a", 0.1),
    ]
    drawn = system(network)
    report = drawn.check()
    assert report.sound and set(report.coordinates) == {"q_L", "q_i"}
    motion = drawn.simulate(0.05)
    current = motion.qd[:, report.coordinates.index("q_L")]
    expected = 0.3 * (1 - np.exp(-motion.t * 20.0 / 0.1))
    assert current == pytest.approx(expected, abs=1e-8)
    # The multiplier is the voltage of the source: 10 Ω and 20 Ω take it at first.
    found = drawn.evaluate({"t": 0, "q": {}, "qd": {"q_i": 0.3}})[0]
    assert found.multipliers == pytest.approx([0.3 * 30.0])


@pytest.mark.parametrize(
    ("network", "code"),
    [
        ([Branch("u", "a", "b", 1.0), Branch("u", "a", "b", 2.0)], "short-circuit"),
        ([Branch("i", "a", "b", 1.0), Branch("i", "b", "c", 2.0), Branch("R", "c", "a", 1.0)],
         "current-sources"),
        ([Branch("i", "a", "b", 1.0), Branch("R", "b", "c", 1.0)], "current-sources"),
        ([Branch("R", "a", "a", 1.0)], "self-branch"),
    ],
)  # fmt: skip
def test_circuits_without_a_solution_are_refused(network: list[Branch], code: str) -> None:
    report = system(network).check()
    assert not report.sound
    errors = [p.code for p in report.problems if p.severity is Severity.ERROR]
    assert code in errors


def test_an_open_branch_carries_no_current_and_is_left_out() -> None:
    drawn = system([
        Branch("u", "a", "b", 1.0), Branch("L", "b", "a", 1.0), Branch("C", "b", "c", 1.0),
    ])  # fmt: skip
    report = drawn.check()
    assert report.sound and report.coordinates == ("q_L",)
    assert [p.code for p in report.problems] == ["open-circuit"]
    assert all("element:C2" not in t.sources for e in drawn.equations().entries for t in e.terms)


def test_a_mesh_without_inductance_and_with_a_resistance_of_zero_is_refused() -> None:
    drawn = System("short", gravity=(0, 0, 0), R=0)
    drawn.branch("voltage_source", "a", "b")
    drawn.branch("resistor", "b", "c", name="wire", R="R")
    drawn.branch("capacitor", "c", "a")
    (problem,) = [p for p in drawn.check().problems if p.severity is Severity.ERROR]
    assert "wire" in problem.place and "inductor" in problem.remedy
    drawn.set(R=1)
    assert drawn.check().sound


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("coordinate_spring", {"coordinate": "q_R"}),
        ("prescribed_motion", {"coordinate": "q_R", "motion": "t"}),
        ("energies", {"kinetic": "q_R'^2", "own": ("z",)}),
    ],
)
def test_other_elements_may_not_act_on_a_charge_without_inertia(kind: str, fields: dict) -> None:
    drawn = System("RC", gravity=(0, 0, 0))
    drawn.branch("voltage_source", "a", "b")
    drawn.branch("resistor", "b", "a")
    drawn.element(kind, "other", **fields)
    codes = {p.code for p in drawn.check().problems if p.severity is Severity.ERROR}
    assert codes == {"low-order-mesh"}


def test_a_voltage_that_is_not_linear_in_the_current_needs_an_inductance() -> None:
    drawn = System("diode", gravity=(0, 0, 0))
    drawn.branch("voltage_source", "a", "b", voltage="sin(t) - q_R'^3/10")
    drawn.branch("resistor", "b", "a")
    assert not drawn.check().sound
    drawn = System("diode", gravity=(0, 0, 0))
    drawn.branch("voltage_source", "a", "b", voltage="sin(t) - q_R'^3/10")
    drawn.branch("resistor", "b", "c")
    drawn.branch("inductor", "c", "a", L=0.1)
    motion = drawn.simulate(1.0)
    i, t = motion.qd[:, 0], motion.t
    assert 0.1 * motion.qdd[:, 0] == pytest.approx(np.sin(t) - i**3 / 10 - i, abs=1e-8)


def test_an_element_on_a_charge_makes_that_charge_a_coordinate() -> None:
    ring = [Branch("u", "a", "b", 1.0), Branch("R", "b", "c", 2.0), Branch("L", "c", "a", 0.5)]
    drawn = system(ring)
    drawn.element("coordinate_spring", "plates", coordinate="q_R", c=4)
    assert drawn.check().coordinates == ("q_R",)
    drawn.element("coordinate_damper", "more", coordinate="q_u", k=1)
    errors = [p.code for p in drawn.check().problems if p.severity is Severity.ERROR]
    assert errors == ["dependent-charge"]
