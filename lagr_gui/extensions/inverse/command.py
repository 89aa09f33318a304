"""``lagr inverse``: the forces that a given motion needs."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from lagr_gui import pipeline
from lagr_gui.cli.command import SET, SPECIAL, Argument, command
from lagr_gui.cli.output import answer_json, endings, write_file
from lagr_gui.cli.reactions import AXES_OPTION, joints_json
from lagr_gui.cli.values import MOST_POINTS, count, real, with_values
from lagr_gui.exchange.rounding import alike
from lagr_gui.exchange.tables.motion_file import read_motion, split_table
from lagr_gui.expression.arguments import named_texts
from lagr_gui.extensions.inverse.motion import DrivenMotion
from lagr_gui.foundation.problem import refusal
from lagr_gui.foundation.showing import attributes
from lagr_gui.model import Model
from lagr_gui.pipeline import Reaction


@command(
    Argument(
        "--motion FILE",
        "JSON {coordinate: expression in t}, or a table as .csv or JSON with t; or in words: "
        "“phi=0.3*sin(2*t), x=0”; without it the motions that the model lists",
        default=None,
    ),
    Argument("--from T", "start time in s", dest="low", type=real),
    Argument("--to T", "end time in s", dest="high", type=real),
    Argument("--points N", "number of times", type=count(2, MOST_POINTS), default=201),
    Argument("--noise S", "smooth a table of this uncertainty", type=real, default=0.0),
    SET,
    AXES_OPTION,
    SPECIAL,
    Argument("-o --out FILE", "all values as .csv or .json", default=None),
    endings=endings("driven"),
)
def run(options: Namespace) -> int:
    """Print a summary, or with --json everything."""
    model = with_values(pipeline.load(options.model), options)
    motion = None if options.motion is None else read_given(options.motion)
    left: list[str] = []
    if motion is not None and "t" in motion:
        motion, left = split_table(motion, model.coordinates)
    driven = pipeline.inverse(
        model, motion, _times(model, motion, options), options.noise, options.special
    )
    reactions = pipeline.reactions_in(model, driven, options.axes, options.special)
    result = inverse_json(driven, options.axes, reactions)
    if options.out:
        write_file(options.out, result, "driven", {"driven": driven, "joints": reactions}.get)
        result["file"] = options.out
    result["left_aside"] = left
    print(answer_json(result) if options.json else _text(driven, reactions, left))
    return 0


def read_given(name: str) -> dict[str, Any]:
    """A motion from a file, or from words. Raises LagrError where it is none."""
    if Path(name).exists():
        return read_motion(Path(name))
    if "=" in name:
        return dict(named_texts(name, "--motion"))
    cause = "This is neither an expression for a coordinate nor a file with a table."
    remedy = f"Write {name}=… with an expression in t, or name a file."
    raise refusal(f"Motion “{name}”", cause, remedy, "motion")


def _times(model: Model, motion: dict[str, Any] | None, options: Namespace) -> Any:
    """The times asked for; None leaves them to the table or the model."""
    if options.low is None and options.high is None:
        if motion is not None and "t" in motion:
            return None
        options.low, options.high = model.simulation.start, model.simulation.until
    low = model.simulation.start if options.low is None else options.low
    high = model.simulation.until if options.high is None else options.high
    if not low < high:
        cause = "They do not rise from --from to --to."
        raise refusal("Times", cause, "Give an earlier start.", "times")
    return np.linspace(low, high, options.points)


def inverse_json(
    driven: DrivenMotion, axes: str, reactions: Mapping[str, Reaction]
) -> dict[str, Any]:
    """The result as an object; tables have one row for each time."""
    return {
        **attributes(
            driven,
            "coordinates prescribed free t q qd qdd forces power work T U dissipated supplied",
        ),
        "axes": axes,
        "reactions": joints_json(reactions),
        "energy_error": driven.energy_error,
        "certificate": driven.certificate,
        "how": driven.how,
    }


def _text(driven: DrivenMotion, reactions: Mapping[str, Reaction], left: Sequence[str]) -> str:
    lines = [f"Columns left aside: {', '.join(left)}"] if left else []
    lines += [f"From t = {driven.t[0]:g} s to {driven.t[-1]:g} s, motion by {driven.how}"]
    for column, name in enumerate(driven.prescribed):
        force, work = driven.forces[:, column], driven.work[:, column]
        at = int(np.argmax(np.abs(force)))
        lines.append(
            f"  {name}: force or moment up to {force[at]:.9g} at t = {driven.t[at]:.6g} s, "
            f"work {work[-1]:.9g} J"
        )
    if driven.free:
        lines.append(f"  moving by themselves: {', '.join(driven.free)}")
    parts = [part for reaction in reactions.values() for part in (reaction.force, reaction.moment)]
    sizes = alike([float(np.linalg.norm(part, axis=1).max()) for part in parts])
    for joint, force, moment in zip(reactions, sizes[::2], sizes[1::2], strict=True):
        lines.append(f"  {joint}: force up to {force:.6g} N, moment up to {moment:.6g} N m")
    lines.append(f"Work and energy agree to {driven.energy_error:.1e}")
    lines.append(str(driven.certificate))
    return "\n".join(lines)
