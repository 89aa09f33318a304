"""From a model to its motion: compiled equations, trajectory, poses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lagr_gui.kernel import compile_kernel
from lagr_gui.mechanics.motion import Motion, PoseKernel
from lagr_gui.mechanics.numbers import parameter_values, specialised, start_values
from lagr_gui.mechanics.recursion import Recursion
from lagr_gui.model import Model
from lagr_gui.pipeline.cache import kept, physics
from lagr_gui.pipeline.derivation import recursion_of
from lagr_gui.pipeline.structure import read
from lagr_gui.simulation import KernelSystem, Progress, Settings, Trajectory
from lagr_gui.simulation import simulate as integrate


def system(model: Model, special: str = "") -> KernelSystem:
    """The compiled equations of motion; parameters are inputs of the machine code."""
    model = specialised(model, special)
    compiled = kept("system", physics(model), lambda: _compile(recursion_of(model)))
    compiled.kernel.set_parameters(parameter_array(model))
    return compiled


def start_state(model: Model) -> tuple[list[float], list[float]]:
    """q and q̇ at the start of a simulation, in the order of the coordinates."""
    return start_values(model, read(model).coordinates)


def simulate(
    model: Model,
    settings: Settings | None = None,
    special: str = "",
    progress: Callable[[Progress], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Trajectory:
    """The motion from the start values. Raises LagrError, or Cancelled."""
    return integrate(system(model, special), settings or settings_of(model), progress, cancel)


def settings_of(model: Model) -> Settings:
    """The settings that the model holds, with its start values."""
    q, qd = start_state(model)
    chosen = model.simulation
    return Settings(
        t_end=chosen.until,
        q0=q,
        qd0=qd,
        t0=chosen.start,
        rtol=chosen.rtol,
        atol=chosen.atol,
        method=chosen.method,
    )


def motion(model: Model, trajectory: Trajectory, special: str = "") -> Motion:
    """Where the bodies are along a trajectory."""
    return poses(model, special, trajectory.t, trajectory.q, trajectory.qd)


def start_motion(model: Model, special: str = "") -> Motion:
    """Where the bodies are at the start: a motion of one instant."""
    q, qd = start_state(model)
    t = np.array([model.simulation.start])
    return poses(model, special, t, np.array([q]).reshape(1, -1), np.array([qd]).reshape(1, -1))


def poses(model: Model, special: str, t: Any, q: Any, qd: Any) -> Motion:
    """Where the bodies are at times (n,) and states (n, f)."""
    model = specialised(model, special)
    kernel = kept("poses", physics(model), lambda: PoseKernel(recursion_of(model)))
    return kernel.motion(parameter_array(model), t, q, qd)


def _compile(recursion: Recursion) -> KernelSystem:
    energies = recursion.energies
    kernel = compile_kernel(
        recursion.program,
        recursion.scope.state,
        recursion.scope.parameters,
        [
            *recursion.qdd,
            *recursion.pivots,
            energies.T,
            energies.U,
            energies.dissipated,
            energies.supplied,
        ],
    )
    kernel.optimise_in_background()
    return KernelSystem(recursion.reading.coordinates, kernel)


def parameter_array(model: Model) -> np.ndarray:
    return np.array(list(parameter_values(model).values()))
