"""How fast families of motions are computed, and that nothing of them is lost.

    python benchmarks/families.py

Ten thousand double pendulums take a thousand steps of the classical method of Runge and Kutta; the
peer is NumPy, with the textbook's equations for all pendulums at once.  Then the map of stability
of Kapitza's pendulum over amplitude and frequency of its pivot, whose border is known in closed
form; maps by multipliers, and about an equilibrium that is followed; ten thousand runs of which
workers are killed, and which are stopped and taken up again; and the same runs on a local cluster
of three worker processes, where `dask.distributed` is there.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import table

sys.path.insert(0, str(Path(__file__).parents[1]))

import lagr_gui
from lagr_gui import GROUND, System
from lagr_gui.foundation.problem import Cancelled

PENDULUMS, STEPS, STEP = 100, 1000, 0.005
SAME = 100
"""Steps after which both are compared: these motions are chaotic."""
FASTER, MAP, MULTIPLIERS, FOLLOWED, NEAR = 12.0, 3.0, 5.0, 10.0, 0.01
RUNS = 9
SAMPLES = Path(__file__).parents[1] / "sample_models"


def pendulums() -> None:
    """Ten thousand double pendulums by steps of fixed length, beside NumPy."""
    system = System("Double pendulum", m=1.0, l=1.0)
    first, second = system.body("First", mass="m"), system.body("Second", mass="m")
    system.joint("revolute", GROUND, first, "a", point_child=(0, "l", 0))
    system.joint("revolute", first, second, "b", point_child=(0, "l", 0))
    starts = np.linspace(0.1, 3.0, PENDULUMS)
    axes = {"a": starts, "b": starts}
    settings = replace(
        lagr_gui.settings_of(system.model),
        t_end=STEPS * STEP,
        points=STEPS // SAME + 1,
        method="fixed",
        step=STEP,
    )
    found = system.sweep(axes, ["a", "a + b"], settings=settings)
    a, b = (grid.ravel() for grid in np.meshgrid(starts, starts, indexing="ij"))
    start = np.array([a, a + b, 0 * a, 0 * a])
    early = marched(start, SAME)[:2].T
    assert np.abs(found.curves[:, :, 1] - early).max() < 1e-9
    ours = table.shortest(lambda: system.sweep(axes, ["a", "b"], settings=settings), RUNS)
    peer = table.shortest(lambda: marched(start, STEPS), 1)
    what = f"{PENDULUMS**2} double pendulums, {STEPS} steps"
    ratio = peer / ours
    goal = table.at_least(ratio, FASTER)
    table.line(what, table.seconds(ours), table.seconds(peer), ratio, goal)


def marched(y: Any, steps: int) -> Any:
    """Steps of all pendulums at once: absolute angles and their rates (4, n)."""
    for _ in range(steps):
        k1 = rates(y)
        k2 = rates(y + STEP / 2 * k1)
        k3 = rates(y + STEP / 2 * k2)
        k4 = rates(y + STEP * k3)
        y = y + STEP / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return y


def rates(y: Any) -> Any:
    """The textbook's equations for equal masses and lengths of 1 m."""
    a, b, u, v = y
    g, d = 9.81, a - b
    s, c = np.sin(d), np.cos(d)
    first = -s * v * v - 2 * g * np.sin(a)
    second = s * u * u - g * np.sin(b)
    under = 2 - c * c
    return np.array([u, v, (first - c * second) / under, (2 * second - c * first) / under])


def stability() -> None:
    """Where Kapitza's pendulum stays upright: 41 amplitudes by 41 frequencies."""
    system = System.of(lagr_gui.load(SAMPLES / "kapitza_pendulum.lagr"))
    system.set(k=1e-4)
    omegas = np.linspace(180, 260, 41)
    edge = np.sqrt(2 * 9.81 * 0.25)
    amplitudes = np.linspace(edge / 262, edge / 178, 41)
    settings = replace(
        lagr_gui.settings_of(system.model),
        t_end=8,
        points=401,
        method="fixed",
        step=2 * np.pi / 260 / 30,
    )
    axes = {"Omega": omegas, "a": amplitudes, "q1": [0.02]}
    system.sweep({"a": [0.02], "Omega": [180.0]}, settings=settings)
    times: list[float] = []
    for _ in range(RUNS):
        begun = perf_counter()
        found = system.sweep(axes, ["q1"], settings=settings)
        times.append(perf_counter() - begun)
    stays = np.abs(found["q1"][:, :, 0]).max(axis=-1) < 0.5
    seen = np.array([border(amplitudes, row) for row in stays])
    inside = (edge / omegas > amplitudes[1]) & (edge / omegas < amplitudes[-2])
    missed = float(np.max(np.abs(seen * omegas / edge - 1)[inside]))
    goal = table.at_most(min(times), MAP, "s")
    table.line("Kapitza's pendulum, 41 × 41 × 8 s", table.seconds(min(times)), goal=goal)
    goal = table.at_most(missed, NEAR)
    table.line("its border of stability, relative error", f"{missed:.2g}", goal=goal)


def followed() -> None:
    """Maps of stability: by multipliers, and about an equilibrium that is followed."""
    kapitza = System.of(lagr_gui.load(SAMPLES / "kapitza_pendulum.lagr"))
    edge = np.sqrt(2 * 9.81 * 0.25)
    axes = {"a": np.linspace(edge / 262, edge / 178, 41), "Omega": np.linspace(180, 260, 41)}
    axes["q1"] = np.zeros(1)
    seconds = table.shortest(lambda: kapitza.stability(axes, "2*pi/Omega"), 1)
    goal = table.at_most(seconds, MULTIPLIERS, "s")
    table.line("its multipliers, 41 × 41", table.seconds(seconds), goal=goal)
    column = System.of(lagr_gui.load(SAMPLES / "ziegler_column.lagr"))
    over = {"P": np.linspace(0, 5, 41), "c": np.linspace(0.5, 2, 41)}
    seconds = table.shortest(lambda: column.stability(over), 1)
    goal = table.at_most(seconds, FOLLOWED, "s")
    table.line("growth of Ziegler's column, 41 × 41", table.seconds(seconds), goal=goal)


def border(amplitudes: Any, stays: Any) -> float:
    """The amplitude between the last that falls and the first that stays."""
    first = int(np.argmax(stays))
    return float(amplitudes[max(first - 1, 0)] + amplitudes[first]) / 2


def accidents() -> None:
    """Ten thousand runs with a killed worker, a stop, and another start."""
    system = System.of(lagr_gui.load(SAMPLES / "simple_pendulum.lagr"))
    settings = replace(lagr_gui.settings_of(system.model), t_end=1, points=5)
    axes = {"l": np.linspace(0.2, 2, 100), "q1": np.linspace(0, 3, 100)}
    workers: list[subprocess.Popen] = []
    start = subprocess.Popen

    def noted(*words: Any, **named: Any) -> subprocess.Popen:
        workers.append(start(*words, **named))
        return workers[-1]

    kills = [1000, 3000, 7000]

    def strike(done: int, runs: int) -> None:
        alive = [worker for worker in workers if worker.poll() is None]
        if kills and done > kills[0] and alive:
            kills.pop(0)
            os.kill(random.choice(alive).pid, signal.SIGKILL)
        if done > 5000 and len(kills) == 1 and not stops:
            stops.append(done)

    stops: list[int] = []
    subprocess.Popen = noted  # type: ignore[assignment, misc]
    begun = perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "runs.h5"
        try:
            system.sweep(
                axes, ["E"], file, settings, progress=strike, cancel=lambda: len(stops) == 1
            )
        except Cancelled:
            stops.append(0)
        found = system.sweep(axes, ["E"], file, settings, resume=True, progress=strike)
    seconds = perf_counter() - begun
    subprocess.Popen = start  # type: ignore[misc]
    alone = system.sweep(axes, ["E"], settings=settings, jobs=1)
    same = found.complete and found.curves.tobytes() == alone.curves.tobytes()
    lost = table.Goal("none lost", same and not kills and len(stops) == 2)
    table.line(
        f"10000 runs, 3 killed workers, stopped at {stops[0]}", table.seconds(seconds), goal=lost
    )


def cluster() -> None:
    """Ten thousand runs on three worker processes of a cluster, beside one process."""
    if find_spec("distributed") is None:
        return
    from distributed import LocalCluster

    system = System.of(lagr_gui.load(SAMPLES / "simple_pendulum.lagr"))
    settings = replace(lagr_gui.settings_of(system.model), t_end=1, points=5)
    axes = {"l": np.linspace(0.2, 2, 100), "q1": np.linspace(0, 3, 100)}
    alone = system.sweep(axes, ["E"], settings=settings, jobs=1)
    with LocalCluster(3, processes=True, threads_per_worker=1, dashboard_address=None) as nodes:
        begun = perf_counter()
        at = nodes.scheduler_address
        found = system.sweep(axes, ["E"], settings=settings, scheduler=at)
        seconds = perf_counter() - begun
    same = found.complete and found.curves.tobytes() == alone.curves.tobytes()
    goal = table.Goal("the same bytes", same)
    table.line("10000 runs on a cluster of three", table.seconds(seconds), goal=goal)


def main() -> None:
    """All lines."""
    table.head(f"Families of motions on {len(os.sched_getaffinity(0))} cores")
    pendulums()
    stability()
    followed()
    accidents()
    cluster()


if __name__ == "__main__":
    main()
