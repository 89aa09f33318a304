"""What the worker process can do, by name."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any, Literal, TypeVar

from lagr_gui import pipeline
from lagr_gui.catalogue import KINDS
from lagr_gui.editing.solid import carried
from lagr_gui.extension import extensions, named
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.interruption import begun
from lagr_gui.foundation.problem import LagrError, Path, Problem
from lagr_gui.mechanics.formalisms.quasi import Choice
from lagr_gui.mechanics.linear import SymbolicLinearization
from lagr_gui.mechanics.linear.inputs import expressions
from lagr_gui.mechanics.sheets.sheet import STRUCTURED, Sheet
from lagr_gui.mechanics.trajectories.poses import Motion
from lagr_gui.model import Model, Parameter
from lagr_gui.model.kinds import FieldType
from lagr_gui.model.sites import put, sites
from lagr_gui.pipeline import (
    Classification,
    Coordinates,
    Equilibria,
    Equilibrium,
    FrequencyResponse,
    Grip,
    Linearization,
    Mobility,
    Modes,
    Place,
    Reached,
    Reduction,
    State,
)
from lagr_gui.prepared import Advance, Prepared, prepare
from lagr_gui.prepared.held import flat
from lagr_gui.simulation import Progress, Settings, Trajectory
from lagr_gui.simulation.bursts.library import library
from lagr_gui.work.said import HandHold, LiveRun, PushedBit

# --- Numbers that change from run to run become parameters: what is derived of them then stays
# A number that is typed or dragged in the drawing is part of the equations; machine code would be
# made anew for each of its values.

MOST = 16
"""Numbers that are parameters at once; those that changed first become numbers again."""
PLAIN = {"mass", "inertia", "point_parent", "point_child"}
"""Fields of bodies and joints that may depend on parameters; axes must stay what they are."""
LAWS = {FieldType.SCALAR, FieldType.VECTOR, FieldType.POINTS, FieldType.PLACES}
"""Fields of elements, and of kinds of joints, of which the same is true."""


class ChangingNumbers:
    """Follows the models of one drawing after another."""

    def __init__(self) -> None:
        self._last: dict[Path, float] = {}
        self._changing: list[Path] = []

    def note(self, model: Model) -> None:
        """A motion of this model is asked for."""
        now = dict(_numbers(model))
        if now.keys() == self._last.keys():
            new = [path for path, number in now.items() if self._last[path] != number]
            kept = [path for path in self._changing if path not in new]
            self._changing = [*kept, *new][-MOST:]
        else:
            self._changing = []  # another drawing
        self._last = now

    def named(self, model: Model) -> Model:
        """The model that was noted last, in which what changed before is a parameter.

        Zeros stay: they tell the structure of a system.
        """
        changing = sorted((path for path in self._changing if self._last[path]), key=str)
        taken = {entry.name for entry in (*model.parameters, *model.functions)}
        taken |= set(model.coordinates)
        free = (name for n in count(1) if (name := f"number{n}") not in taken)
        added: list[Parameter] = []
        for path, name in zip(changing, free, strict=False):
            added.append(Parameter(name=name, value=self._last[path]))
            model = _named(model, path, name)
        return model.having(parameters=(*model.parameters, *added)) if added else model


def _named(model: Model, path: Path, name: str) -> Model:
    """The model with a name in the place of a number; moments that are written with it follow."""
    section, index, *field = path
    if section == "bodies" and field == ["mass"] and isinstance(index, int):
        body = model.bodies[index]
        model = put(model, (*path[:2], "inertia"), carried(body.inertia, body.mass, name))
    return put(model, path, name)


def _numbers(model: Model) -> Iterator[tuple[Path, float]]:
    """What is a number where a parameter could be, by its place."""
    for site in sites(model, KINDS):
        if isinstance(site.value, int | float) and _may_be_named(model, site.path):
            yield site.path, float(site.value)


def _may_be_named(model: Model, path: Path) -> bool:
    section, *place = path
    if section in ("bodies", "joints") and place[1] in PLAIN:
        return True
    kinds = {"joints": KINDS.joints, "elements": KINDS.elements}.get(str(section))
    if kinds is None or not isinstance(place[0], int):
        return False
    kind = getattr(model, str(section))[place[0]].kind
    fields = kinds[kind].fields if kind in kinds else ()
    return any(field.name == place[1] and field.type in LAWS for field in fields)


# --- Bits of a motion that a hand pushes and pulls ---------------------------------------------


def push(
    _report: Callable[[Any], None],
    prepared: Prepared,
    at: Reached | State,
    seconds: float,
    pulls: int,
    points: int,
    hold: HandHold | None,
) -> PushedBit:
    """Let a motion go on, pushed and pulled by a hand, or free.

    The force of the hand changes `pulls` times; each of these parts has so many `points`.
    """
    begun, settings = time.perf_counter(), prepared.settings
    pipeline.refuse_controllers(prepared)
    if new := isinstance(at, State):
        first = {"t0": at.t, "t_end": at.t, "q0": at.q, "qd0": at.qd, "z0": at.z}
        at = pipeline.reached(prepared, replace(settings, **first))
    held, problems = _gripped(prepared, at, hold) if hold else (None, ())
    span = seconds / pulls
    hands = [pipeline.PullingHand(prepared, held, hold.to, span, at.t)] if hold and held else []
    motion = pipeline.MotionUnderWay(prepared, settings, hands, at)
    trajectory, end = motion.advance(at.t + seconds, span / (points - 1)), slice(-1, None)
    state = trajectory.t[end], trajectory.q[end], trajectory.qd[end]
    moved = pipeline.poses(prepared, *state, checked=new)  # later ones come from the same kernel
    spent = time.perf_counter() - begun
    return PushedBit(trajectory, motion.at, moved, held, problems, spent)


def _gripped(
    prepared: Prepared, at: Reached, hold: HandHold
) -> tuple[Grip | None, tuple[Problem, ...]]:
    """How a hand holds what it would hold, or why it cannot."""
    if hold.grip is not None:
        return hold.grip, ()
    try:
        return pipeline.grip(prepared, at, hold.body, hold.point, hold.quickness), ()
    except LagrError as error:
        return None, error.problems


# --- What the worker process can do, by name ---------------------------------------------------

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
    quasi: Choice = "natural",
    side: str = "right",
    coordinates: Coordinates = "",
    name_parts: bool = False,
    lines: Sequence[str] = (),
    minimal: Reduction = False,
    multipliers: bool = False,
    signals: str = "names",
    after: str = "",
    meanwhile: bool = False,
    readable: bool = False,
) -> Sheet:
    """The sheet that is chosen of a model in a special case; reports (what, fraction).

    A `readable` one is structured where it would be long else.  `meanwhile` it reports the
    structured sheet too, if the one that is wanted takes longer.  That has `lines` of those that it
    leaves out.
    """

    def stand_in() -> Sheet:
        return pipeline.with_lines(prepared, lines, side=side, after=after)

    if form == STRUCTURED and lines:
        return stand_in()
    chooses = formalism != "lagrange" or coordinates or name_parts
    with _standing_in(report, stand_in if meanwhile and form != STRUCTURED else None):
        if readable and not chooses:
            return pipeline.equations_to_read(
                prepared,
                side=side,
                minimal=minimal,
                multipliers=multipliers,
                signals=signals,
                after=after,
                noted=False,
                progress=_now_and_then(report),
            )
        return pipeline.equations(
            prepared,
            form,
            formalism=formalism,
            quasi=quasi,
            side=side,
            coordinates=coordinates,
            name_parts=name_parts,
            minimal=minimal,
            multipliers=multipliers,
            signals=signals,
            after=after,
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
    _changing.note(flat(prepared))
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
    _changing.note(flat(prepared))
    named = _changing.named(flat(prepared))
    if named is not flat(prepared):
        answer = _without_problems(
            lambda: _live(prepare(named, prepared.special), axes, checked, units)
        )
        if answer is not None and not answer.problems:  # others are told of the model itself
            return answer
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
    curves: dict[str, Array] = {**trajectory.outputs}
    units: dict[str, str] = {**trajectory.output_units}
    for entry in flat(prepared).simulation.outputs:
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
    report: Report,
    prepared: Prepared,
    velocities: Mapping[str, float],
    mode: Mapping[str, str],
) -> tuple[Equilibria, tuple[Modes | None, ...]]:
    """Equilibria with the modes of each; None where its linear equations have none.

    Coordinates that have `velocities` go on steadily; elements do what `mode` says.
    """
    result = pipeline.equilibria(prepared, velocities)
    return result, tuple(_modes(prepared, result.t, item, mode) for item in result.found)


def _modes(
    prepared: Prepared, t: float, item: Equilibrium, mode: Mapping[str, str]
) -> Modes | None:
    state = State(t, tuple(item.q), tuple(item.qd), tuple(item.z))
    try:
        return pipeline.modes(prepared, state, mode=mode)
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
    """The linear equations in closed form about a place, passed with these velocities.

    Those of a bound system are minimal where there are such.
    """
    return pipeline.linearize_symbolic(prepared, place, velocities, minimal=None)


def state_space(
    report: Report, prepared: Prepared, place: Place, inputs: Literal["coordinates", "drawn"]
) -> Linearization:
    """The linear equations, with forces on coordinates or with what the drawing has as inputs."""
    names = pipeline.possible_inputs(prepared)
    entries = prepared.model.parameters
    others = {*prepared.coordinates, *(entry.name for entry in entries)}
    others |= {*expressions(prepared.model)}
    drawn = tuple(n for n in names if n not in others and not n.startswith("base."))
    return pipeline.linearize(
        prepared, place, prepared.coordinates if inputs == "coordinates" else drawn
    )


def response(
    report: Report,
    prepared: Prepared,
    input: str,
    outputs: tuple[str, ...],
    span: tuple[float | None, float | None],
    at: Place,
    mode: Mapping[str, str],
) -> FrequencyResponse:
    """The frequency response over a span of circular frequencies (rad/s; None: as modes say).

    Elements do what `mode` says.
    """
    omega = pipeline.frequencies(*span)
    return pipeline.frequency_response(prepared, input, outputs, omega, at, mode=mode)


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
    response,
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
