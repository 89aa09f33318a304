"""``lagr evaluate``: all quantities at given states."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from json import JSONDecodeError
from typing import Any

from lagr_gui import pipeline
from lagr_gui.cli.command import SET, SPECIAL, Argument, command
from lagr_gui.cli.output import answer_json, problem_json, tell
from lagr_gui.cli.reactions import AXES_OPTION, joints_json
from lagr_gui.cli.values import with_values
from lagr_gui.foundation.incoming import read_input, read_json, read_text
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.foundation.showing import attributes
from lagr_gui.mechanics.trajectories.reactions import Reaction
from lagr_gui.pipeline import Evaluation


@command(
    Argument("--states FILE", "JSON list of {t, q, qd}; - reads standard input"),
    SPECIAL,
    SET,
    Argument("--derivation WAY", "recursion (default) or closed", default="recursion"),
    AXES_OPTION,
)
def run(options: Namespace) -> int:
    """Print one result per state; without states the one at the start values."""
    model = with_values(pipeline.load(options.model), options)
    prepared = pipeline.prepare(model, options.special)
    states = read_states(options.states) if options.states else prepared.start
    evaluations = pipeline.evaluate(prepared, states, derivation=options.derivation)
    result = {
        "coordinates": prepared.coordinates,
        "derivation": options.derivation,
        "axes": options.axes,
        "condition_words": pipeline.condition_words(prepared),
        "certificate": evaluations[0].certificate if evaluations else None,
        "states": [
            evaluation_json(entry, pipeline.reactions_in(prepared, entry, options.axes))
            for entry in evaluations
        ],
    }
    reasons = [entry.problem for entry in evaluations if entry.problem is not None]
    if options.json and reasons:
        result["problems"] = [problem_json(why) for why in reasons]
    print(answer_json(result) if options.json else _text(result))
    tell(reasons)
    return 0


def read_states(name: str) -> list[dict[str, Any]]:
    """The states of a file: a list, an object with the list under “states”, or one state."""
    place = f"States “{name}”"
    text = read_input(place) if name == "-" else read_text(name, place)
    try:
        data = read_json(text)
    except JSONDecodeError as error:
        raise _wrong(name, "It is not JSON.") from error
    except ValueError as error:
        raise _wrong(name, f"It cannot be used: {error}.") from error
    states = data.get("states", data) if isinstance(data, dict) else data
    if isinstance(states, dict):
        states = [states]
    if not isinstance(states, list) or not all(isinstance(entry, dict) for entry in states):
        raise _wrong(name, "It holds no list of states.")
    return [{key: entry[key] for key in ("t", "q", "qd") if key in entry} for entry in states]


def evaluation_json(found: Evaluation, reactions: Mapping[str, Reaction]) -> dict[str, Any]:
    """One evaluation as an object, with reactions in the axes that were asked for."""
    names = ("t", "q", "qd", "E", "x", "g", "h", "Q", "qdd", "T", "U", "D", "dissipated_power")
    conditions = {
        **attributes(found, "sources G gamma multipliers rank"),
        "position_residual": found.position,
        "velocity_residual": found.velocity,
    }
    values = {name: getattr(found, name) for name in names}
    return values | {"conditions": conditions, "reactions": joints_json(reactions)}


def _wrong(name: str, cause: str) -> LagrError:
    remedy = "Write [{“t”: 0, “q”: […], “qd”: […]}, …]."
    return refusal(f"States “{name}”", cause, remedy, "states")


def _text(result: dict[str, Any]) -> str:
    lines: list[str] = []
    for state in result["states"]:
        lines.append(f"t = {state['t']!r}")
        for name in ("q", "qd", "qdd", "h", "Q"):
            values = ", ".join(f"{value:.15g}" for value in state[name])
            lines.append(f"  {name:<4} {values}")
        lines += [f"  {name:<4} {state[name]:.15g}" for name in ("T", "U", "D")]
        conditions = state["conditions"]
        for joint, entry in state["reactions"].items():
            force, moment = (", ".join(f"{v:.9g}" for v in entry[k]) for k in ("force", "moment"))
            lines.append(f"  reaction of {joint}: force {force}; moment {moment}")
        columns = (conditions["sources"], result["condition_words"], conditions["multipliers"])
        for source, word, value in zip(*columns, strict=True):
            which = f" ({word})" if word else ""
            lines.append(f"  lambda of {source.partition(':')[2]}{which}: {value:.15g}")
        lines += ["  g    " + ", ".join(f"{v:.12g}" for v in row) for row in state["g"]]
    lines.append(str(result["certificate"]))
    return "\n".join(lines)
