"""Beams in motion: rigid limit, chains of segments, energy, and the published spin-up."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from lagr_gui import GROUND, System, evaluate, modes, motion
from tests.mechanics.elastic.beams import EI, MU, UNIT, G, L, bend, cantilever, parameters


def swinging(amplitudes: tuple[str, ...], **known: float) -> System:
    """A beam that swings about its root, with a mass at its tip."""
    system = System("swinging", **(parameters() | known))
    hub = system.body("hub", 0)
    system.joint("revolute", GROUND, hub, "phi", name="pivot")
    bend(system, hub, system.body("tip", 0.3), *amplitudes)
    return system


def test_a_beam_without_amplitudes_is_a_rigid_rod() -> None:
    (beam,) = evaluate(swinging(()).model, [{"t": 0, "q": [0.4], "qd": [1.3]}])
    rod = System("rod", mu=MU, L=L)
    body = rod.body("rod", "mu*L", (0, "mu*L^3/12", "mu*L^3/12"))
    rod.joint("revolute", GROUND, body, "phi", name="pivot", point_child=("-L/2", 0, 0))
    tip = rod.body("tip", 0.3)
    rod.joint("fixed", body, tip, point_parent=("L/2", 0, 0))
    (rigid,) = evaluate(rod.model, [{"t": 0, "q": [0.4], "qd": [1.3]}])
    for name in ("g", "h", "Q", "qdd", "T", "U"):
        assert getattr(beam, name) == pytest.approx(getattr(rigid, name), rel=1e-12, abs=1e-12)
    for name in ("force", "moment"):
        one, other = (getattr(found.reactions["pivot"], name) for found in (beam, rigid))
        assert one == pytest.approx(other, rel=1e-12, abs=1e-12)


def test_a_stiff_beam_swings_like_the_rigid_rod() -> None:
    inertia = MU * L**3 / 3 + 0.3 * L**2
    wanted = np.sqrt((MU * L**2 / 2 + 0.3 * L) * G / inertia)
    found = modes(swinging(("q1", "q2"), B=7e6).model).modes[0].frequency
    assert found == pytest.approx(wanted, rel=1e-6)


def segments(count: int) -> System:
    """A chain of rigid segments with torsion springs EI/l; the first one is clamped."""
    system = System("segments", gravity=(0, 0, 0))
    length = L / count
    before, reach = GROUND, 0.0
    for i in range(count):
        inertia = MU * length**3 / 12
        body = system.body(f"{i}", MU * length, (0, inertia, inertia))
        ends = {"point_parent": (reach, 0, 0), "point_child": (-length / 2, 0, 0)}
        system.joint("revolute", before, body, f"a{i}", **ends)
        stiffness = 2 * EI / length if i == 0 else EI / length  # half a segment to the wall
        system.element("coordinate_spring", coordinate=f"a{i}", c=stiffness)
        before, reach = body, length / 2
    return system


def test_a_chain_of_rigid_segments_comes_near_the_beam() -> None:
    beam = modes(cantilever(4, gravity="off").model).modes[0].frequency / UNIT
    errors = []
    for count in (3, 6, 12):
        at = {"t": 0, "q": [0] * count, "qd": [0] * count}
        errors.append(abs(modes(segments(count).model, at).modes[0].frequency / UNIT - beam))
    assert errors[2] < 1e-2 * beam
    assert all(3 < a / b < 5 for a, b in pairwise(errors))


def test_energy_is_kept_in_a_large_swing() -> None:
    system = swinging(("q1", "q2"))
    system.start(phi=1.2, q1=(0.05, 0.4))
    found = system.simulate(5.0)
    assert found.energy_error < 1e-8


def test_the_drawn_line_leads_from_the_root_to_the_tip() -> None:
    system = swinging(("q1", "q2"))
    system.start(phi=0.7, q1=0.1, q2=-0.03)
    (line,) = motion(system.model, system.simulate(0.01)).beams.values()
    (found,) = evaluate(system.model, [{"t": 0, "q": [0.7, 0.1, -0.03], "qd": [0, 0, 0]}])
    assert line[0, 0] == pytest.approx([0, 0, 0])
    assert line[0, -1] == pytest.approx(found.x[2], abs=1e-12)
    length = np.linalg.norm(np.diff(line[0], axis=0), axis=1).sum()
    assert length == pytest.approx(L, rel=1e-3)  # it bends and keeps its length


def spin_up(foreshortening: str) -> System:
    """Simo and Vu-Quoc 1986: a beam of 10 m is brought to 6 rad/s within 15 s."""
    system = System("spin-up", gravity=(0, 0, 0))
    course = "2/5*(t^2/2 + (15/(2*pi))^2*(cos(2*pi*t/15) - 1))"
    system.ground(angle=course)
    tip = system.body("tip", 0)
    fields = {"length": 10, "density": 1.2, "stiffness": 14000}
    names = ("q1", "q2", "q3")
    system.joint("beam", GROUND, tip, *names, foreshortening=foreshortening, **fields)
    return system


def deflections(system: System, until: float) -> np.ndarray:
    """Deflection of the tip in the axes that turn, by time."""
    found = system.simulate(until, rtol=1e-7, atol=1e-9)
    return found.q.sum(axis=1)  # every polynomial is 1 at the tip


def test_a_beam_that_is_spun_up_lags_behind_as_published_and_comes_back() -> None:
    lag = deflections(spin_up("on"), 15.0)
    assert lag.min() == pytest.approx(-0.574, abs=0.01)
    assert np.abs(lag[-1]) < 0.05


def test_without_foreshortening_the_spin_up_runs_away() -> None:
    assert deflections(spin_up("off"), 15.0).min() < -2
