"""``lagr simulate``: the motion from the start values."""

from __future__ import annotations

import signal
import threading
from argparse import Namespace
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

import numpy as np

from lagr_gui import pipeline
from lagr_gui.cli import STOPPED
from lagr_gui.cli.command import SET, SPECIAL, Argument, command
from lagr_gui.cli.commands.evaluate import read_states
from lagr_gui.cli.curves import outputs_of
from lagr_gui.cli.output import answer_json, endings, problem_json, tell, write_file
from lagr_gui.cli.reactions import AXES_OPTION, joints_json
from lagr_gui.cli.values import expressions, real, whole, with_values
from lagr_gui.cli.waiting import stage
from lagr_gui.exchange.tables.csv_reactions import reaction_columns
from lagr_gui.foundation.problem import refusal
from lagr_gui.foundation.showing import attributes
from lagr_gui.mechanics.state import State
from lagr_gui.model import Model
from lagr_gui.pipeline import Reactions
from lagr_gui.simulation import Progress, Settings, Trajectory
from lagr_gui.simulation.trajectory import ModeChange

SETTINGS = (
    Argument("--until T", "end time in s", type=real),
    Argument("--from T", "start time", dest="start_time", type=real),
    Argument("--rtol RTOL", "relative tolerance of a step", type=real),
    Argument(
        "--atol ATOL",
        "absolute tolerance of a step in SI units (default: by the model's size)",
        type=real,
    ),
    Argument("--solver NAME", "auto (default), a method by name, or fixed", default=None),
    Argument("--step H", "length of steps in s: --solver fixed", type=real),
    Argument("--points N", "number of output times", type=whole),
    SPECIAL,
    SET,
    Argument("--start FILE", "JSON {t, q, qd} instead of the start values of the model"),
)
"""Times, tolerances, solver, special case, values, start values: see `settings_of`."""
ALLOW = Argument(
    "--allow-fmu", "run the units (.fmu) that the model names: programs of whoever made them"
)
OUTPUT = Argument(
    "--output EXPRESSION",
    "curves, with commas between them: coordinates, q', T, E, length(spring), …; also NAME = …",
    action="extend",
    dest="outputs",
    type=expressions,
    default=[],
)
"""It may be given many times, and holds several with commas between them."""


@command(
    *SETTINGS,
    Argument("-o --out FILE", "trajectory as .csv, .npz, .h5 or .json", default=None),
    Argument(
        "--reactions",
        "also forces and moments of joints, drives and conditions, currents and voltages",
    ),
    AXES_OPTION,
    OUTPUT,
    Argument(
        "--changes",
        "also when elements with dry friction begin to slide or to stick, signals switch, and "
        "events happen",
    ),
    ALLOW,
    endings=endings("trajectory"),
)
def run(options: Namespace) -> int:
    """Simulate, write the file, print the summary; of a motion that stops, what there is."""
    model = with_values(pipeline.load(options.model), options)
    settings = settings_of(model, options)
    outputs, unread = (
        (options.outputs, []) if options.outputs else outputs_of(model, options.special)
    )
    with _Interrupt() as interrupt:
        trajectory, problems = pipeline.simulate_as_far(
            model,
            settings,
            options.special,
            interrupt.heard,
            interrupt.wanted,
            outputs=outputs,
            allow_fmu=options.allow_fmu,
            folder=str(Path(options.model).parent),
        )
    reactions = None
    if options.reactions:
        reactions = pipeline.reactions(model, trajectory, options.axes, options.special)
    if options.out:
        units = pipeline.check(model).units
        mark = pipeline.prepare(model, options.special).digest
        answers = {"trajectory": trajectory, "reactions": reactions, "units": units, "digest": mark}
        write_file(options.out, _table(trajectory, reactions), "trajectory", answers.get)
    summary = summary_json(trajectory) | ({"file": options.out} if options.out else {})
    if reactions:
        summary["certificate"] = reactions.certificate
    if options.json:
        more = {"reactions": reactions_json(reactions)} if reactions else {}
        more |= _outputs_json(trajectory)
        said = [problem_json(problem) for problem in (*problems, *unread)]
        print(answer_json(summary | more | ({"problems": said} if said else {})))
    else:
        shown = (
            trajectory
            if reactions is None
            else replace(trajectory, certificate=reactions.certificate)
        )
        written = [f"Written: {options.out}"] if options.out else []
        changes = _changes(trajectory) if options.changes else ()
        if options.changes:
            shown = replace(shown, happened=())  # the list of changes has them
        print(shown, *written, *changes, *(_largest(reactions) if reactions else ()), sep="\n")
    tell((*problems, *unread))
    if problems:
        return STOPPED if interrupt.wanted() else 1
    return 0


class _Interrupt:
    """Ctrl+C ends the motion after a step and keeps it, as soon as there are steps."""

    def __init__(self) -> None:
        self._before: Any = None
        self._struck = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._give_back()

    def heard(self, progress: Progress) -> None:
        """Note how far the motion is; from here on there is something to keep."""
        stage(f"{progress.fraction:.1%} of the time is simulated")
        at_main = threading.current_thread() is threading.main_thread()
        if self._before is None and not self._struck and at_main:
            self._before = signal.signal(signal.SIGINT, self._strike)

    def wanted(self) -> bool:
        """Whether Ctrl+C was pressed."""
        return self._struck

    def _strike(self, *_: object) -> None:
        self._struck = True
        self._give_back()  # a second time stops at once

    def _give_back(self) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
            self._before = None


def reactions_json(found: Reactions) -> dict[str, Any]:
    """Reactions along a motion as an object; tables have one row for each time."""
    parts = ("axes", "drives", "thrusts", "currents", "voltages")
    return {name: getattr(found, name) for name in parts} | {
        "joints": joints_json(found.joints),
        **attributes(found, "sources words units multipliers certificate"),
    }


def summary_json(trajectory: Trajectory) -> dict[str, Any]:
    """What a simulation was like, and where it ended."""
    return {
        "coordinates": trajectory.coordinates,
        "t_end": trajectory.t[-1],
        "q_end": trajectory.q[-1],
        "qd_end": trajectory.qd[-1],
        "steps": trajectory.steps,
        "evaluations": trajectory.evaluations,
        "solver": trajectory.method,
        "energy_drift": trajectory.energy_error,
        "constraint_drift": trajectory.constraint_error,
        "certificate": trajectory.certificate,
        "impacts": [
            {
                "t": impact.t,
                "names": impact.names,
                "q": impact.q,
                "qd_before": impact.before,
                "qd_after": impact.after,
                "impulses": impact.impulses,
                "energy_lost": impact.loss,
            }
            for impact in trajectory.impacts
        ],
        "settled": [
            {"name": rest.name, "begun": rest.begun, "t": rest.t} for rest in trajectory.settled
        ],
        "changes": [attributes(c, "t item before after sense") for c in trajectory.changes],
        "notes": [problem_json(note) for note in trajectory.notes],
        "wall_time": trajectory.seconds,
    }


def settings_of(model: Model, options: Namespace) -> Settings:
    """The settings of a simulation: those of the model, and what options say."""
    settings = pipeline.settings_of(model, options.special)
    choices = {
        "t_end": options.until,
        "t0": options.start_time,
        "rtol": options.rtol,
        "atol": options.atol,
        "method": options.solver,
        "points": options.points,
        "step": options.step,
    }
    settings = replace(settings, **{name: v for name, v in choices.items() if v is not None})
    if not options.start:
        return settings
    states = read_states(options.start)
    if len(states) != 1:
        cause = f"{len(states)} states are given; a simulation starts from one."
        raise refusal(f"States “{options.start}”", cause, "Give one.", "states")
    state = State.read(states[0], pipeline.check(model).coordinates)
    start_time = {} if options.start_time is not None else {"t0": state.t}
    return replace(settings, q0=list(state.q), qd0=list(state.qd), **start_time)


def _table(trajectory: Trajectory, reactions: Reactions | None) -> dict[str, Any]:
    """A motion as an object; tables have one row for each time."""
    energies = ("T", "U", "dissipated", "supplied", "balance")
    names = ("coordinates", "t", "q", "qd", "qdd", *energies, "certificate")
    table = {name: getattr(trajectory, name) for name in names}
    return (
        table
        | _outputs_json(trajectory)
        | ({"reactions": reactions_json(reactions)} if reactions else {})
    )


def _outputs_json(trajectory: Trajectory) -> dict[str, Any]:
    """The outputs that were asked for, with their units."""
    return attributes(trajectory, "outputs output_units") if trajectory.outputs else {}


_WAY = {1: " forwards", -1: " backwards", 0: ""}
"""In which sense something slides."""


def _changes(trajectory: Trajectory) -> list[str]:
    """When frictions and signals change, and events happen, one to a line."""

    def told(change: ModeChange) -> str:
        sort, _, name = change.item.partition(":")
        if sort == "event":
            return f"{name}: {change.after}"
        return f"{name} {change.after}{'' if sort == 'signal' else _WAY[change.sense]}"

    return [f"  {change.t:.9g} s: {told(change)}" for change in trajectory.changes]


def _largest(reactions: Reactions) -> list[str]:
    """How large each force becomes."""
    largest = {head: np.max(np.abs(values)) for head, values in reaction_columns(reactions).items()}
    return [f"  {head}: up to {value:.6g}" for head, value in largest.items()]
