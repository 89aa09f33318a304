"""Motions of random chains: what is kept, what does not matter, and what holds them together."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import numpy as np
import pytest

from lagr_gui import GROUND, System
from tests.face.chains import chain, several, vector

SEEDS = range(4)
SHORT: dict[str, Any] = {"until": 0.6, "points": 61, "rtol": 1e-10, "atol": 1e-12}


def started(system: System, seed: int) -> System:
    source = np.random.default_rng(seed)
    names = system.check().coordinates
    given = source.uniform(-0.4, 0.4, (len(names), 2)).round(3)
    system.start(**{name: tuple(row) for name, row in zip(names, given.tolist(), strict=True)})
    return system


@cache
def moved(seed: int, damped: bool = False) -> tuple[System, Any]:
    system = started(chain(seed, damped=damped), seed)
    return system, system.simulate(**SHORT)


@pytest.mark.parametrize("seed", SEEDS)
def test_without_dampers_the_energy_stays(seed: int) -> None:
    _, found = moved(seed)
    energy = found.T + found.U
    scale = max(np.ptp(found.T), 1e-3)
    assert energy == pytest.approx(np.full(len(energy), energy[0]), abs=1e-7 * scale)


@pytest.mark.parametrize("seed", SEEDS)
def test_dampers_take_what_is_missing(seed: int) -> None:
    _, found = moved(seed, damped=True)
    energy = found.T + found.U
    assert np.all(np.diff(energy) <= 1e-10)
    lost = energy[0] - energy
    assert found.dissipated == pytest.approx(lost, abs=1e-7 * max(lost.max(), 1e-3))


@pytest.mark.parametrize("damped", [False, True])
@pytest.mark.parametrize("seed", SEEDS)
def test_positions_velocities_and_accelerations_belong_together(seed: int, damped: bool) -> None:
    system, found = moved(seed, damped)
    dt = found.t[1] - found.t[0]
    speed = (found.q[2:] - found.q[:-2]) / (2 * dt)
    assert found.qd[1:-1] == pytest.approx(speed, abs=dt**2 * np.abs(found.qdd).max() / dt)
    rows = [(t, q, qd) for t, q, qd in zip(found.t, found.q, found.qd, strict=True)][::10]
    assert found.qdd[::10] == pytest.approx(several(system, rows), rel=1e-8, abs=1e-8)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_motion_runs_backwards_to_where_it_came_from(seed: int) -> None:
    system, found = moved(seed)
    back = System.of(system.model)
    names = found.coordinates
    ends = zip(found.q[-1].tolist(), (-found.qd[-1]).tolist(), strict=True)
    back.start(**dict(zip(names, ends, strict=True)))
    again = back.simulate(**SHORT)
    assert again.q[-1] == pytest.approx(found.q[0], rel=1e-6, abs=1e-7)
    assert again.qd[-1] == pytest.approx(-found.qd[0], rel=1e-6, abs=1e-6)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("method", ["RK45", "LSODA", "Radau", "BDF"])
def test_every_method_finds_the_same_motion(seed: int, method: str) -> None:
    system, found = moved(seed, damped=True)
    how: dict[str, Any] = SHORT | {"method": method, "rtol": 1e-8, "atol": 1e-10}
    other = system.simulate(**how)
    assert other.q[-1] == pytest.approx(found.q[-1], rel=1e-4, abs=1e-5)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_hundred_times_the_mass_and_every_force_moves_the_same(seed: int) -> None:
    system, found = moved(seed, damped=True)
    model = system.model
    bodies = tuple(
        body.model_copy(
            update={
                "mass": 100 * body.mass,
                "inertia": body.inertia.model_copy(
                    update={name: 100 * getattr(body.inertia, name) for name in ("xx", "yy", "zz")}
                ),
            }
        )
        for body in model.bodies
    )
    heavy = System.of(model.model_copy(update={"bodies": bodies}))
    heavy.set(c=600.0, k=40.0)
    assert heavy.simulate(**SHORT).q == pytest.approx(found.q, rel=1e-6, abs=1e-8)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_order_in_which_elements_stand_does_not_matter(seed: int) -> None:
    system, found = moved(seed, damped=True)
    model = system.model
    other = System.of(model.model_copy(update={"elements": model.elements[::-1]}))
    assert other.simulate(**SHORT).q == pytest.approx(found.q, rel=1e-7, abs=1e-9)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_base_pushes_what_all_bodies_need(seed: int) -> None:
    """Newton's law for all bodies together; springs on joints belong to their reactions."""
    system, found = moved(seed)
    places = system.motion(found)
    dt = found.t[1] - found.t[0]
    needed = np.zeros((len(found.t) - 2, 3))
    for body in system.model.bodies:
        x = places.x[body.number]
        a = (x[2:] - 2 * x[1:-1] + x[:-2]) / dt**2
        needed += float(body.mass) * (a - np.array([0, -9.81, 0]))
    push = system.reactions(found).joints["joint 0"].force[1:-1]
    assert push == pytest.approx(needed, abs=1e-2 * np.abs(needed).max())


@pytest.mark.parametrize("seed", SEEDS)
def test_shares_of_the_energy_balance_add_up(seed: int) -> None:
    system, found = moved(seed, damped=True)
    balance = system.energy(found)
    assert balance.error < 1e-6
    kinetic = sum(balance.of("kinetic").values())
    potential = sum(sum(balance.of(sort).values()) for sort in ("weight", "stored"))
    lost = np.sum(list(balance.of("dissipated").values()), axis=0)
    assert kinetic == pytest.approx(found.T, rel=1e-8, abs=1e-9)
    assert potential == pytest.approx(found.U, rel=1e-8, abs=1e-9)
    assert lost - lost[0] == pytest.approx(found.dissipated, rel=1e-5, abs=1e-7)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_work_of_a_force_is_its_path(seed: int) -> None:
    system = started(chain(seed, weight=False), seed)
    last = len(system.model.bodies)
    point, force = vector(random.Random(seed), 0.3), np.array([3.0, -2.0, 1.0])
    system.element("force", "push", body=last, point=point, vector=tuple(force.tolist()))
    found = system.simulate(**SHORT)
    places = system.motion(found)
    path = places.x[last] + places.R[last] @ np.array(point)
    work = (path - path[0]) @ force
    assert found.supplied == pytest.approx(work, rel=1e-6, abs=1e-8)


def free_bodies(seed: int) -> System:
    """Two bodies in space with a spring and a dashpot between them; nothing acts from outside."""
    source = random.Random(seed)
    system = System(gravity=(0, 0, 0))
    for _ in range(2):
        mass = round(source.uniform(0.5, 2), 2)
        body = system.body(mass=mass, inertia=(0.05, 0.06, 0.07))
        system.joint("free", GROUND, body)
    ends: dict[str, Any] = {
        "body_a": 1,
        "point_a": vector(source, 0.2),
        "body_b": 2,
        "point_b": (0.8, 0.1, 0.3),
    }
    system.element("spring", c=8.0, l0=0.5, **ends)
    system.element("dashpot", k=0.3, **ends)
    return started(system, seed)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_nothing_pushes_keeps_momentum_and_spin(seed: int) -> None:
    system = free_bodies(seed)
    found = system.simulate(**SHORT)
    places = system.motion(found)
    dt = found.t[1] - found.t[0]
    momentum = np.zeros((len(found.t) - 2, 3))
    spin = np.zeros((len(found.t) - 2, 3))
    for body in system.model.bodies:
        x, R = places.x[body.number], places.R[body.number]
        v = (x[2:] - x[:-2]) / (2 * dt)
        rate = (R[2:] - R[:-2]) / (2 * dt) @ R[1:-1].transpose(0, 2, 1)
        omega = np.stack([rate[:, 2, 1], rate[:, 0, 2], rate[:, 1, 0]], axis=1)
        inertia = np.diag([0.05, 0.06, 0.07])
        own = np.einsum("nij,jk,nlk,nl->ni", R[1:-1], inertia, R[1:-1], omega)
        momentum += float(body.mass) * v
        spin += float(body.mass) * np.cross(x[1:-1], v) + own
    for kept in (momentum, spin):
        assert np.ptp(kept, axis=0).max() < 2e-3 * (1 + np.abs(kept).max())


@pytest.mark.parametrize("seed", SEEDS)
def test_quantities_that_are_said_to_be_conserved_are(seed: int) -> None:
    system, found = moved(seed)
    for entry in system.conserved(found):
        assert entry.drift is not None and abs(entry.drift) < 1e-6
