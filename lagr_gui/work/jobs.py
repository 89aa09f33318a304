"""What the worker process can do, by name."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any, Literal, TypeVar

import numpy as np

from lagr_gui import pipeline
from lagr_gui.arrays import Array
from lagr_gui.extension import extensions, named
from lagr_gui.interruption import begun
from lagr_gui.mechanics.formalisms.quasi import Choice
from lagr_gui.mechanics.linear import SymbolicLinearization
from lagr_gui.mechanics.motion import Motion
from lagr_gui.mechanics.sheet import STRUCTURED, Sheet
from lagr_gui.model import Model
from lagr_gui.pipeline import (
    Classification,
    Coordinates,
    DrivenMotion,
    Equilibria,
    Equilibrium,
    FrequencyResponse,
    Jacobian,
    Linearization,
    Matrices,
    Mobility,
    Modes,
    Place,
    Regressor,
)
from lagr_gui.prepared import Advance, Prepared, prepare
from lagr_gui.problem import LagrError, NotStructured, Problem
from lagr_gui.simulation import Progress, Settings, Trajectory
from lagr_gui.simulation.bursts.library import library
from lagr_gui.work.changing import ChangingNumbers
from lagr_gui.work.pushing import push
from lagr_gui.work.said import LiveRun

POINTS = 1001
"""Instants of a given motion, as many as a simulation has."""

Report = Callable[[Any], None]
"""Takes what a job has to say before it is done."""

READ = 0.05
"""Seconds between two reports of what is being derived."""
MOMENT = 0.1
"""Seconds that equations may take before something else is shown meanwhile."""

T = TypeVar("T")
_changing = ChangingNumbers()


def warm(report: Report, moving: bool = False) -> None:
    """Load the libraries, so that the first true job need not; `moving`: also those of motions."""
    model = Model()
    pipeline.equations(model)
    if moving:
        library()
        _live(prepare(model), "", None, {})
    pipeline.forget()
    gc.collect()
    gc.freeze()  # the libraries stay: they are swept no more


def equations(
    report: Report,
    prepared: Prepared,
    form: str,
    formalism: str = "lagrange",
    quasi: Choice = "diagonal",
    side: str = "right",
    coordinates: Coordinates = "",
    name_parts: bool = False,
    lines: Sequence[str] = (),
    meanwhile: bool = False,
) -> Sheet:
    """The sheet that is chosen of a model in a special case; reports (what, fraction).

    `meanwhile` it reports the structured sheet too, if the one that is wanted takes longer.  That
    has `lines` of those that it leaves out.
    """

    def stand_in() -> Sheet:
        return pipeline.with_lines(prepared, lines, side=side)

    if form == STRUCTURED and lines:
        return stand_in()

    with _standing_in(report, stand_in if meanwhile and form != STRUCTURED else None):
        return pipeline.equations(
            prepared,
            form,
            formalism=formalism,
            quasi=quasi,
            side=side,
            coordinates=coordinates,
            name_parts=name_parts,
            progress=_now_and_then(report),
        )


def _now_and_then(report: Report) -> Advance:
    """Tells what is being derived no more often than one can read it."""
    due = 0.0

    def tell(what: str, part: float) -> None:
        nonlocal due
        if (now := time.perf_counter()) >= due:
            due = now + READ
            report((what, part))

    return tell


@contextmanager
def _standing_in(report: Report, made: Callable[[], Sheet] | None) -> Generator[None]:
    """Report another sheet, if there is one, when what is done takes more than a moment."""
    start = time.perf_counter()
    if made is None or (sheet := _without_problems(made)) is None:
        yield
        return
    left = start + MOMENT - time.perf_counter()
    if left <= 0:
        report(sheet)  # at once: on another thread it would have to share the interpreter
        yield
        return
    timer = threading.Timer(left, report, (sheet,))
    timer.daemon = True
    begun(timer)
    try:
        yield
    finally:
        timer.cancel()


def _without_problems(made: Callable[[], T]) -> T | None:
    try:
        return made()
    except LagrError:  # what is done instead says why
        return None


def simulate(
    report: Report, prepared: Prepared, settings: Settings | None, **units: Any
) -> tuple[Trajectory, Motion, tuple[Problem, ...]]:
    """A trajectory, the motion of the bodies, and why it ends early.

    `units` says which units of controllers may run (`pipeline.simulate`).  Reports where the
    bodies are at the start, and then `Progress`.
    """
    _changing.note(prepared.expansion.model)
    report(pipeline.start_motion(prepared))

    def forward(progress: Progress) -> None:
        report(progress)

    trajectory, problems = pipeline.simulate_as_far(prepared, settings, progress=forward, **units)
    return trajectory, pipeline.motion(prepared, trajectory), problems


def live(
    report: Report, prepared: Prepared, axes: str, checked: pipeline.Report | None, **units: Any
) -> LiveRun:
    """The motion with the settings of the model and its curves, with reactions in axes if given.

    The model may have been `checked` by who asks; `units` as for `simulate`.  Nothing is reported
    before it is whole.
    """
    _changing.note(prepared.expansion.model)
    named = _changing.named(prepared.expansion.model)
    if named is not prepared.expansion.model:
        found = _without_problems(
            lambda: _live(prepare(named, prepared.special), axes, checked, units)
        )
        if found is not None and not found.problems:  # others are told of the model itself
            return found
    return _live(prepared, axes, checked, units)


def _live(
    prepared: Prepared, axes: str, checked: pipeline.Report | None, units: Mapping[str, Any]
) -> LiveRun:
    if checked is not None:
        prepared.know(checked)
    trajectory, problems = pipeline.simulate_as_far(prepared, **units)
    moved = pipeline.motion(prepared, trajectory)
    reactions = pipeline.reactions(prepared, trajectory, axes) if axes else None
    return LiveRun(_with_outputs(prepared, trajectory), moved, problems, reactions)


def _with_outputs(prepared: Prepared, trajectory: Trajectory) -> Trajectory:
    """The motion with those of the model's curves that can be computed; why others cannot is told
    where they are asked for by themselves."""
    curves: dict[str, Array] = {}
    units: dict[str, str] = {}
    for entry in prepared.expansion.model.simulation.outputs:
        text = entry.expression
        try:
            curves |= pipeline.outputs(prepared, trajectory, [text])
            units |= pipeline.output_units(prepared, [text])
        except LagrError:
            curves.pop(text, None)
    return replace(trajectory, outputs=curves, output_units=units)


def start_motion(
    report: Report, prepared: Prepared
) -> tuple[Motion, Mobility | tuple[Problem, ...], Classification | None]:
    """Where the bodies are at the start; how they can move from there, or why not; its sort."""
    motion = pipeline.start_motion(prepared)
    try:
        mobility = pipeline.mobility(prepared)
    except LagrError as error:
        return motion, error.problems, None
    try:
        return motion, mobility, pipeline.classify(prepared)
    except LagrError:  # how it can move is known all the same
        return motion, mobility, None


def equilibria(
    report: Report, prepared: Prepared, velocities: Mapping[str, float]
) -> tuple[Equilibria, tuple[Modes | None, ...]]:
    """Equilibria with the modes of each; None where its linear equations have none.

    Coordinates that have `velocities` go on steadily.
    """
    found = pipeline.equilibria(prepared, velocities)
    return found, tuple(_modes(prepared, found.t, item) for item in found.found)


def _modes(prepared: Prepared, t: float, item: Equilibrium) -> Modes | None:
    state = {"t": t, "q": item.q, "qd": item.qd}
    try:
        return pipeline.modes(prepared, state)
    except LagrError:  # the list says why
        return None


def mode_motion(report: Report, prepared: Prepared, modes: Modes, number: int) -> Motion:
    """A mode in slow motion, some periods of it."""
    return pipeline.mode_motion(prepared, modes, number, period=2.0, periods=6)


def linearize(
    report: Report,
    prepared: Prepared,
    place: Mapping[str, str],
    velocities: Mapping[str, str],
) -> SymbolicLinearization:
    """The linear equations in closed form about a place, passed with these velocities."""
    return pipeline.linearize_symbolic(prepared, place, velocities)


def state_space(
    report: Report, prepared: Prepared, place: Place, inputs: Literal["coordinates", "drawn"]
) -> Linearization:
    """The linear equations, with forces on coordinates or with what the drawing has as inputs."""
    names = pipeline.possible_inputs(prepared)
    entries = prepared.model.parameters
    others = {*prepared.coordinates, *(entry.name for entry in entries)}
    drawn = tuple(n for n in names if n not in others and not n.startswith("base."))
    return pipeline.linearize(
        prepared, place, prepared.coordinates if inputs == "coordinates" else drawn
    )


def matrices(
    report: Report,
    prepared: Prepared,
    what: str,
    form: str,
    coriolis: str,
    body: int,
    point: str,
) -> Matrices | Jacobian | Regressor:
    """M, C, g …, the Jacobians of a point of a body, or the regressor with base parameters.

    Where C by bodies cannot be shown it is that of Christoffel.
    """
    if what == "jacobian":
        return pipeline.jacobian(prepared, body, point.split(","), form=form)
    if what == "regressor":
        return pipeline.regressor(prepared, form)
    try:
        return pipeline.matrices(prepared, coriolis, form)
    except NotStructured:
        return pipeline.matrices(prepared, form=form)


def response(
    report: Report,
    prepared: Prepared,
    input: str,
    outputs: tuple[str, ...],
    span: tuple[float | None, float | None],
    at: Place,
) -> FrequencyResponse:
    """The frequency response over a span of circular frequencies (rad/s; None: as modes say)."""
    omega = pipeline.frequencies(*span)
    return pipeline.frequency_response(prepared, input, outputs, omega, at)


def inverse(
    report: Report,
    prepared: Prepared,
    table: Mapping[str, Any] | None,
    noise: float,
    axes: str,
) -> tuple[DrivenMotion, Motion]:
    """What a motion needs, with reactions in these axes; and where the bodies are along it."""
    span = (table["t"][0], table["t"][-1]) if table and table.get("t") else _span(prepared.model)
    times = np.linspace(*span, POINTS)
    found = pipeline.inverse(prepared, table, times.tolist(), noise)
    reactions = pipeline.reactions_in(prepared, found, axes)
    moved = pipeline.poses(prepared, found.t, found.q, found.qd)
    return replace(found, reactions=reactions), moved


def _span(model: Model) -> tuple[float, float]:
    return model.simulation.start, model.simulation.until


def _ask(name: str, report: Report, prepared: Prepared, **words: Any) -> Any:
    """A question of the pipeline as it is."""
    return getattr(pipeline, name)(prepared, **words)


def _of_extension(place: str, report: Report, prepared: Prepared, **words: Any) -> Any:
    """A job that an extension does."""
    return named(place)(report, prepared, **words)


OWN = (
    warm,
    equations,
    simulate,
    live,
    push,
    start_motion,
    equilibria,
    mode_motion,
    linearize,
    state_space,
    matrices,
    response,
    inverse,
)
"""What is more than a question of the pipeline."""

DERIVING = frozenset({"equations"})
"""Jobs that make so many values, none of them garbage, that sweeping takes a good part of them."""

JOBS: dict[str, Callable[..., Any]] = {
    **{name: partial(_ask, name) for name in pipeline.QUESTIONS | pipeline.PARTS},
    **{job.__name__: job for job in OWN},
    **{
        name: partial(_of_extension, place)
        for extension in extensions()
        for name, place in extension.jobs.items()
    },
}
