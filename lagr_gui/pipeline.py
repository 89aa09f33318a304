"""The way of the data, from a file to equations and motion: the only composer.

Every function takes a model and gives a plain value; results are kept by the content that
they depend on, so that an edit recomputes only what it touches.  Layout, start values and
the values of parameters never enter a derivation.
"""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np

from lagr_gui import model as files
from lagr_gui.catalogue import KINDS
from lagr_gui.kernel import compile_kernel
from lagr_gui.mechanics.certificate import Certificate, compare
from lagr_gui.mechanics.closed import Closed, Metric
from lagr_gui.mechanics.closed.unexpanded import Formulas
from lagr_gui.mechanics.evaluation import ClosedEvaluator, Evaluation, RecursiveEvaluator, State
from lagr_gui.mechanics.motion import Motion, PoseKernel
from lagr_gui.mechanics.numbers import (
    parameter_values,
    specialised,
    start_values,
    with_sample_functions,
)
from lagr_gui.mechanics.present import Presenter
from lagr_gui.mechanics.reading import Reading, read_model
from lagr_gui.mechanics.recursion import Recursion
from lagr_gui.mechanics.recursion.scope import Scope
from lagr_gui.mechanics.rotations import check_geometry
from lagr_gui.mechanics.sheet import FORMS, Sheet
from lagr_gui.model import Joint, Model
from lagr_gui.problem import LagrError, Problem, has_errors
from lagr_gui.registry import did_you_mean
from lagr_gui.simulation import KernelSystem, Progress, Settings, Trajectory
from lagr_gui.simulation import simulate as integrate
from lagr_gui.topology import Topology, analyse

T = TypeVar("T")
_KEPT = 24
_cache: OrderedDict[tuple[str, str], Any] = OrderedDict()


@dataclass(frozen=True)
class Report:
    """What a model is, in numbers and in problems.

    `reference_bodies` maps each body to its reference body; `units` are rad or m by
    coordinate; `renumbering` maps old to new numbers where the numbers do not rise.
    """

    problems: tuple[Problem, ...]
    numbers: tuple[int, ...]
    reference_bodies: Mapping[int, int]
    coordinates: tuple[str, ...]
    units: tuple[str, ...]
    freedoms: int
    tree: bool
    loops: tuple[tuple[str, ...], ...]
    offered: tuple[Joint, ...]
    renumbering: Mapping[int, int]

    @property
    def sound(self) -> bool:
        """Whether equations can be derived."""
        return not has_errors(self.problems)


def load(path: str | os.PathLike[str]) -> Model:
    """Read a model file. Raises LagrError with every fault of structure."""
    return files.load(path, KINDS)


def read_text(text: str) -> Model:
    """A model from the text of its file. Raises LagrError with every fault of structure."""
    return files.read_text(text, KINDS)


def save(model: Model, path: str | os.PathLike[str]) -> None:
    """Write a model file; the old one stays whole until the new one is complete."""
    files.save(model, path)


def check(model: Model) -> Report:
    """Structure and problems of a model; never raises."""
    problems = files.check(model, KINDS)
    if any(problem.code in _HOPELESS for problem in problems):
        return Report(
            tuple(problems), model.numbers, {}, model.coordinates, (), 0, True, (), (), {}
        )
    topology = analyse(model, KINDS.joints)
    problems = [*problems, *topology.problems]
    if not has_errors(problems):
        problems += check_geometry(model)
    return Report(
        problems=tuple(problems),
        numbers=model.numbers,
        reference_bodies=topology.reference_bodies,
        coordinates=topology.coordinates,
        units=_units(model, topology),
        freedoms=len(topology.coordinates),
        tree=topology.is_tree,
        loops=tuple(loop.joints for loop in topology.loops),
        offered=topology.offered,
        renumbering=topology.renumbering,
    )


_HOPELESS = {"unknown-body", "doubled", "self-joint", "unknown-kind"}
"""Faults with which no graph can be drawn."""


def _units(model: Model, topology: Topology) -> tuple[str, ...]:
    units: dict[str, str] = {}
    for joint in (*model.joints, *topology.offered):
        known = KINDS.joints[joint.kind].units  # type: ignore[attr-defined]
        units |= dict(zip(joint.coordinates, known, strict=False))
    return tuple(units.get(name, "") for name in topology.coordinates)


def equations(
    model: Model,
    form: str = "shortest",
    special: str = "",
    progress: Callable[[str, float], None] | None = None,
) -> Sheet:
    """g, Γ, Q, T, U, D and the kinematics in closed form, only what differs from zero.

    Raises LagrError for an unsound model, an unknown form or special case.
    """
    if form not in FORMS:
        remedy = did_you_mean(form, FORMS)
        raise LagrError(Problem(f"Form “{form}”", "There is no such form.", remedy, code="form"))
    _read(specialised(model, special))
    key = physics(model) + files.write_text(files.Model(special_cases=model.special_cases))
    presenter = _kept("sheets", key, lambda: Presenter(_closed(model, progress), model))
    return replace(presenter.sheet(form, special), title=model.name)


def evaluate(
    model: Model,
    states: Sequence[State | Mapping[str, Any]],
    special: str = "",
    derivation: str = "recursion",
) -> list[Evaluation]:
    """E, x, g, Γq̇q̇, Q, q̈, T, U, D at given states, by either derivation.

    Raises LagrError for an unsound model or states that do not fit.
    """
    model = specialised(model, special)
    reading = _read(model)
    given = [State.read(state, reading.coordinates) for state in states]
    values = parameter_values(model)
    if derivation == "closed":
        return _closed_evaluator(model, values).evaluate(given)
    if derivation != "recursion":
        remedy = did_you_mean(derivation, ("recursion", "closed"))
        cause = "There is no such derivation."
        raise LagrError(Problem(f"Derivation “{derivation}”", cause, remedy, code="derivation"))
    evaluator = _kept("evaluate", physics(model), lambda: _evaluator(model))
    return evaluator.evaluate(values, given)


def system(model: Model, special: str = "") -> KernelSystem:
    """The compiled equations of motion; parameters are inputs of the machine code."""
    model = specialised(model, special)
    compiled = _kept("system", physics(model), lambda: _compile(_recursion(model)))
    compiled.kernel.set_parameters(_parameters(model))
    return compiled


def start_state(model: Model) -> tuple[list[float], list[float]]:
    """q and q̇ at the start of a simulation, in the order of the coordinates."""
    return start_values(model, _read(model).coordinates)


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
    return _poses(model, special, trajectory.t, trajectory.q, trajectory.qd)


def start_motion(model: Model, special: str = "") -> Motion:
    """Where the bodies are at the start: a motion of one instant."""
    q, qd = start_state(model)
    t = np.array([model.simulation.start])
    return _poses(model, special, t, np.array([q]).reshape(1, -1), np.array([qd]).reshape(1, -1))


def verify(model: Model, states: int = 5, seed: int = 1, special: str = "") -> Certificate:
    """Compare both derivations at random states. Raises LagrError for an unsound model."""
    model = with_sample_functions(specialised(model, special))
    reading = _read(model)
    values = parameter_values(model)
    evaluator = _kept("evaluate", physics(model), lambda: _evaluator(model))
    return compare(_closed_evaluator(model, values), evaluator, reading, values, states, seed)


def _poses(model: Model, special: str, t: Any, q: Any, qd: Any) -> Motion:
    model = specialised(model, special)
    kernel = _kept("poses", physics(model), lambda: PoseKernel(_recursion(model)))
    return kernel.motion(_parameters(model), t, q, qd)


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


def _closed(model: Model, progress: Callable[[str, float], None] | None = None) -> Closed:
    def metric() -> Metric:
        bodies = model.model_copy(update={"elements": ()})
        return _kept("metric", physics(bodies), lambda: Metric(_read(bodies), progress))

    return _kept("closed", physics(model), lambda: Closed(_read(model), metric(), progress))


def _closed_evaluator(model: Model, values: Mapping[str, float]) -> ClosedEvaluator:
    """Evaluates the closed form; where it is too long, its formulas without expanding them."""
    reading = _read(model)
    try:
        return ClosedEvaluator(_closed(model), reading, values)
    except LagrError as error:
        if error.problems[0].code != "too-long":
            raise
    metric = Metric(reading, algebra=Formulas(Scope(reading)))
    return ClosedEvaluator(Closed(reading, metric), reading, values)


def _evaluator(model: Model) -> RecursiveEvaluator:
    return RecursiveEvaluator(Recursion(_read(model), separate=True))


def _recursion(model: Model) -> Recursion:
    return _kept("recursion", physics(model), lambda: Recursion(_read(model)))


def _read(model: Model) -> Reading:
    """The model read for derivation. Raises LagrError with its errors."""
    problems = files.check(model, KINDS)
    if has_errors(problems):
        raise LagrError(problems)
    topology = analyse(model, KINDS.joints)
    if has_errors(topology.problems):
        raise LagrError(topology.problems)
    geometry = check_geometry(model)
    if has_errors(geometry):
        raise LagrError(geometry)
    return read_model(model, topology)


def _parameters(model: Model) -> np.ndarray:
    return np.array(list(parameter_values(model).values()))


def physics(model: Model) -> str:
    """The content that derivations depend on: no layout, start values or parameter values."""
    bare = tuple(entry.model_copy(update=_BARE) for entry in model.parameters)
    bodies = tuple(body.model_copy(update={"shape": files.Shape()}) for body in model.bodies)
    physics = model.model_copy(
        update={
            "layout": files.Layout(),
            "start": (),
            "simulation": files.Simulation(),
            "parameters": bare,
            "bodies": bodies,
            "special_cases": (),
            "name": "",
            "description": "",
        }
    )
    return files.write_text(physics)


_BARE = {"value": None, "minimum": None, "maximum": None, "unit": "", "description": ""}


def forget() -> None:
    """Drop all results that are kept."""
    _cache.clear()


def _kept(what: str, key: str, compute: Callable[[], T]) -> T:
    """A result from the cache, or computed and kept."""
    entry = (what, key)
    if entry not in _cache:
        _cache[entry] = compute()
        while len(_cache) > _KEPT:
            _cache.popitem(last=False)
    _cache.move_to_end(entry)
    return _cache[entry]


__all__ = [
    "Certificate",
    "Evaluation",
    "Motion",
    "Report",
    "Settings",
    "Sheet",
    "State",
    "check",
    "equations",
    "evaluate",
    "forget",
    "load",
    "motion",
    "physics",
    "read_text",
    "save",
    "settings_of",
    "simulate",
    "start_motion",
    "start_state",
    "system",
    "verify",
]
