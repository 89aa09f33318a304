"""What the worker process can do, by name."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lagr_gui import pipeline
from lagr_gui.mechanics.certificate import Certificate
from lagr_gui.mechanics.formalisms.quasi import Choice
from lagr_gui.mechanics.linear import SymbolicLinearization
from lagr_gui.mechanics.motion import Motion
from lagr_gui.mechanics.sheet import STRUCTURED, Sheet
from lagr_gui.mechanics.state import State
from lagr_gui.mechanics.structured import WrittenOut
from lagr_gui.model import Model
from lagr_gui.pipeline import (
    Chain,
    Conservation,
    Coordinates,
    Drawn,
    DrivenMotion,
    Equilibria,
    Equilibrium,
    FrequencyResponse,
    Jacobian,
    Lines,
    LineValues,
    Matrices,
    Mobility,
    Modes,
    Pictured,
    Place,
    Reactions,
    Regressor,
    SelfCheck,
    Shortened,
)
from lagr_gui.prepared import Prepared
from lagr_gui.problem import LagrError, NotStructured, Problem
from lagr_gui.simulation import Progress, Settings, Trajectory
from lagr_gui.simulation.freedom import Freedom

POINTS = 1001
"""Instants of a given motion, as many as a simulation has."""

Array = NDArray[np.float64]
Report = Callable[[Any], None]
"""Takes what a job has to say before it is done."""

MOMENT = 0.1
"""Seconds that equations may take before something else is shown meanwhile."""


def warm(report: Report) -> None:
    """Load the libraries, so that the first true job need not."""
    model = Model()
    pipeline.equations(model)
    pipeline.forget()


def equations(
    report: Report,
    prepared: Prepared,
    form: str,
    formalism: str = "lagrange",
    quasi: Choice = "diagonal",
    side: str = "right",
    coordinates: Coordinates = "",
    meanwhile: bool = False,
) -> Sheet:
    """The sheet in a form, special case, formalism and coordinates; reports (what, fraction).

    `meanwhile` it reports the structured sheet too, if the one that is wanted takes longer.
    """

    def tell(what: str, part: float) -> None:
        report((what, part))

    def stand_in() -> Sheet:
        return pipeline.equations(prepared, STRUCTURED, side=side)

    with _standing_in(report, stand_in if meanwhile and form != STRUCTURED else None):
        return pipeline.equations(
            prepared,
            form,
            formalism=formalism,
            quasi=quasi,
            side=side,
            coordinates=coordinates,
            progress=tell,
        )


@contextmanager
def _standing_in(report: Report, made: Callable[[], Sheet] | None) -> Generator[None]:
    """Report another sheet, if there is one, when what is done takes more than a moment."""
    start = time.perf_counter()
    if made is None or (sheet := _without_problems(made)) is None:
        yield
        return
    timer = threading.Timer(start + MOMENT - time.perf_counter(), report, (sheet,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _without_problems(made: Callable[[], Sheet]) -> Sheet | None:
    try:
        return made()
    except LagrError:  # the form that is wanted says why
        return None


def values(report: Report, prepared: Prepared, lines: Lines, state: State | None) -> LineValues:
    """The numbers of lines that are read, at a state or (None) at the start."""
    return pipeline.line_values(prepared, lines, state)


def drawn(
    report: Report,
    prepared: Prepared,
    pictured: Pictured,
    t: Array,
    q: Array,
    qd: Array,
) -> Drawn:
    """What a name is drawn as at times (n,) and states (n, f)."""
    return pipeline.drawn(prepared, pictured, t, q, qd)


def components(
    report: Report, prepared: Prepared, chains: tuple[Chain, ...]
) -> tuple[WrittenOut | None, ...]:
    """Lines of the structured form by components, in axes of the lines that they stand below."""
    return pipeline.written_out(prepared, chains)


def simulate(
    report: Report, prepared: Prepared, settings: Settings | None
) -> tuple[Trajectory, Motion, tuple[Problem, ...]]:
    """A trajectory, the motion of the bodies, and why it ends early.

    Reports where the bodies are at the start, and then `Progress`.
    """
    report(pipeline.start_motion(prepared))

    def forward(progress: Progress) -> None:
        report(progress)

    trajectory, problems = pipeline.simulate_as_far(prepared, settings, progress=forward)
    return trajectory, pipeline.motion(prepared, trajectory), problems


def reactions(report: Report, prepared: Prepared, trajectory: Trajectory, axes: str) -> Reactions:
    """What joints, drives, rods and branches transmit along a simulation of the model."""
    return pipeline.reactions(prepared, trajectory, axes)


def shorten(
    report: Report,
    prepared: Prepared,
    trajectory: Trajectory,
    accuracy: float,
    form: str,
    coordinates: Coordinates,
) -> Shortened:
    """The equations without the terms that an accuracy can spare along a simulation."""
    return pipeline.shorten(prepared, accuracy, trajectory, form=form, coordinates=coordinates)


def conserved(
    report: Report, prepared: Prepared, trajectory: Trajectory
) -> tuple[Conservation, ...]:
    """What must not change along a simulation of the model, and how much it does."""
    return pipeline.conserved(prepared, trajectory)


def start_motion(
    report: Report, prepared: Prepared
) -> tuple[Motion, Mobility | tuple[Problem, ...]]:
    """Where the bodies are at the start; how they can move from there, or why not."""
    motion = pipeline.start_motion(prepared)
    try:
        return motion, pipeline.mobility(prepared)
    except LagrError as error:
        return motion, error.problems


def verify(report: Report, prepared: Prepared) -> Certificate:
    """The comparison of both derivations at random states."""
    return pipeline.verify(prepared)


def certify(report: Report, prepared: Prepared) -> SelfCheck:
    """The closed form that is shown, compared with what does not share its code."""
    return pipeline.certify(prepared)


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


def freedom_motion(report: Report, prepared: Prepared, found: Freedom, number: int) -> Motion:
    """A motion that the conditions leave, to and fro."""
    return pipeline.freedom_motion(prepared, found, number)


def linearize(
    report: Report,
    prepared: Prepared,
    place: Mapping[str, str],
    velocities: Mapping[str, str],
) -> SymbolicLinearization:
    """The linear equations in closed form about a place, passed with these velocities."""
    return pipeline.linearize_symbolic(prepared, place, velocities)


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


JOBS: dict[str, Callable[..., Any]] = {
    "warm": warm,
    "equations": equations,
    "values": values,
    "drawn": drawn,
    "components": components,
    "simulate": simulate,
    "reactions": reactions,
    "conserved": conserved,
    "shorten": shorten,
    "start_motion": start_motion,
    "verify": verify,
    "certify": certify,
    "equilibria": equilibria,
    "mode_motion": mode_motion,
    "freedom_motion": freedom_motion,
    "linearize": linearize,
    "matrices": matrices,
    "response": response,
    "inverse": inverse,
}
