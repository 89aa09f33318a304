"""``lagr export``: equations for other programs."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from lagr_gui import pipeline
from lagr_gui.cli.command import Argument, choice_of, command, option_of
from lagr_gui.cli.commands.equations import CHOICES_OF_EQUATIONS, chosen
from lagr_gui.cli.curves import simulated
from lagr_gui.cli.output import answer_json, tell
from lagr_gui.cli.values import expressions, real, words
from lagr_gui.exchange.documents.latex_files import files_of
from lagr_gui.exchange.documents.linear_section import LinearEquations
from lagr_gui.exchange.registry import EXPORTS
from lagr_gui.exchange.tables.csv_reactions import reaction_curves
from lagr_gui.expression.letters import pretty
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.languages import LANGUAGES
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Severity, refusal
from lagr_gui.foundation.registry import check_known
from lagr_gui.foundation.selfcheck import Disagreement
from lagr_gui.foundation.writing import refuse_replacing, write
from lagr_gui.mechanics.certificate import Certificate
from lagr_gui.mechanics.reading import Reading
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.mechanics.trajectories.poses import Motion
from lagr_gui.model import Model, Output
from lagr_gui.subsystems import flat

Found = TypeVar("Found")


class _Known:
    """What a model and options tell, found when it is asked for."""

    def __init__(self, options: Namespace) -> None:
        self.options = options
        self.said: set[str] = set()

    def _found(self, find: Callable[[], Found]) -> Found | None:
        """What can be found; where that is not so, why is told once, and the rest goes on.

        Raises Disagreement, which no document may pass over.
        """
        try:
            return find()
        except Disagreement:
            raise
        except LagrError as error:
            problems = [problem for problem in error.problems if str(problem) not in self.said]
            self.said |= set(map(str, problems))
            tell(replace(problem, severity=Severity.WARNING) for problem in problems)
            return None

    @cached_property
    def model(self) -> Model:
        model = flat(pipeline.load(self.options.model))
        pipeline.prepare(model, self.special).warn()
        if not (asked := self.options.output):
            return model
        outputs = tuple(map(Output.of, asked))
        pipeline.output_units(model, [entry.expression for entry in outputs], self.special)
        return model.having(simulation=model.simulation.having(outputs=outputs))

    @cached_property
    def reading(self) -> Reading:
        return pipeline.prepare(self.model).reading

    @cached_property
    def sheet(self) -> Sheet:
        return chosen(self.model, self.options)

    @property
    def units(self) -> tuple[str, ...]:
        choice = self.sheet.chosen
        return choice.chart.units if choice is not None else pipeline.check(self.model).units

    @property
    def certificate(self) -> Certificate | None:
        special, expanded = self.sheet.special, not self.sheet.structured
        return self._found(lambda: pipeline.verify(self.model, special=special, expanded=expanded))

    @property
    def motion(self) -> Motion | None:
        return self._found(lambda: pipeline.start_motion(self.model, self.options.special))

    @cached_property
    def trajectory(self) -> pipeline.Trajectory | None:
        """The motion as far as it goes; what ends it is told."""
        special = self.options.special
        answer = self._found(lambda: simulated(self.model, special))
        if answer is None:
            return None
        trajectory, problems = answer
        tell(replace(problem, severity=Severity.WARNING) for problem in problems)
        return trajectory

    @property
    def drifts(self) -> list[tuple[str, float]]:
        return drifts_of(self.model, self.trajectory, self.sheet.special)

    @property
    def transmitted(self) -> dict[str, Array]:
        """What joints and elements transmit along the motion."""
        if (moved := self.trajectory) is None:
            return {}
        special = self.sheet.special
        reactions = self._found(lambda: pipeline.reactions(self.model, moved, special=special))
        return reaction_curves(reactions) if reactions else {}

    @property
    def linear_equations(self) -> LinearEquations | None:
        """The equations of small motions, where the report is to have them."""
        wanted = "linear" in words(self.options.parts)
        return self._found(lambda: pipeline.reported_linear(self.model, wanted, self.special))

    @property
    def special(self) -> str:
        return self.options.special

    @cached_property
    def free_body(self) -> pipeline.FreeBody:
        """The body along a simulation that ends at the time that is shown."""
        time, special = self.options.time, self.options.special
        if not self.options.body:
            cause = "It is of one body, and none is named."
            raise refusal("Free-body diagram", cause, "Name one: --body NAME.", "body")
        settings = pipeline.settings_of(self.model, special)
        if time is not None and time < settings.t0:
            cause = say("The simulation begins at {t} s.", t=settings.t0)
            raise refusal(say("Time {time}", time=time), cause, "Give a later time.", "time")
        if time is not None and time > settings.t0:
            settings = replace(settings, t_end=time)
        motion = pipeline.simulate(self.model, settings, special)
        return pipeline.free_body(self.model, motion, self.options.body, special)

    @property
    def digest(self) -> str:
        return pipeline.prepare(self.model, self.special).digest

    @property
    def time(self) -> float | None:
        return self.options.time

    @property
    def ending(self) -> str | None:
        return Path(self.options.out).suffix.lower() if self.options.out else None

    @property
    def folder(self) -> Path:
        """Where the meshes of bodies lie."""
        return Path(self.options.model).parent

    @property
    def name(self) -> str:
        """What the file is called, without its ending."""
        return Path(self.options.model).stem

    @property
    def stem(self) -> str | None:
        """What the file that is written is called, without its ending."""
        return Path(self.options.out).stem if self.options.out else None

    @property
    def language(self) -> str:
        return self.options.language


OF = ("model", "sheet", "free_body")
"""What is exported here; of motions there are other commands."""
TARGETS = [
    name
    for name, export in EXPORTS.items()
    if export.takes[0] in OF or export.takes[0] in export.answers
]


CHOICES = {choice.name: choice for name in TARGETS for choice in EXPORTS[name].choices}
"""What exports let a user choose, each with an option of its name."""


def drifts_of(
    model: Model, trajectory: pipeline.Trajectory | None, special: str
) -> list[tuple[str, float]]:
    """The relative change of conserved quantities along a motion, by their names."""
    if trajectory is None:
        return []
    try:
        kept = pipeline.conserved(model, trajectory, special)
    except LagrError:  # the closed form is too long
        return []
    return [(quantity_name(entry), entry.drift or 0.0) for entry in kept]


def quantity_name(entry: pipeline.Conservation) -> str:
    """What a conserved quantity is called."""
    if entry.kind == "momentum":
        return say("momentum of {name}", name=entry.coordinate)
    if entry.kind == "energy":
        return say("energy {sum}", sum=" + ".join(map(pretty, entry.energies)))
    return "Jacobi integral"


LANGUAGE = Argument("--language LANGUAGE", f"of documents: {', '.join(LANGUAGES)}", default="en")


@command(
    Argument("--to TARGET", ", ".join(TARGETS) + "; otherwise what the ending of FILE tells"),
    *CHOICES_OF_EQUATIONS,
    LANGUAGE,
    Argument(
        "--output EXPR",
        "an output that programs compute, as in simulate; otherwise those of the model",
        action="extend",
        type=expressions,
    ),
    *map(option_of, CHOICES.values()),
    Argument("--body NAME", "the body of a free-body diagram, by name or number"),
    Argument(
        "--time T",
        "the time of a free-body diagram in s; otherwise the end of the simulation",
        type=real,
    ),
    Argument("-o --out FILE", "file to write; otherwise it is printed", default=None),
)
def run(options: Namespace) -> int:
    """Write or print the export."""
    if not (options.to or options.out):
        options.wrong("--to TARGET is required, or --out FILE whose ending tells it")
    target = options.to or _target_of(options.out)
    cause = "There is no export of this name."
    check_known(target, TARGETS, f"Export “{target}”", cause, "export")
    answers = _Known(options)

    export = EXPORTS[target]

    def of(name: str) -> Any:
        if name in CHOICES:
            return choice_of(options, CHOICES[name])
        return getattr(answers, name) if hasattr(_Known, name) else export.answer(name, of)

    content = export.write(of)
    if options.out:
        first, *others = files_of(Path(options.out), content).items()
        if not options.overwrite:
            for path, _ in others:
                refuse_replacing(path)
        for path, part in (first, *others):
            write(path, part)
        _tell(options, export.remarks(content))
    elif isinstance(content, bytes):
        cause = "What it writes is no text, and cannot be printed."
        raise refusal(f"Export “{target}”", cause, "Name a file: --out FILE.", "no-text")
    else:
        print(answer_json({"text": content}) if options.json else content)
    return 0


def _target_of(out: str) -> str:
    """The one target whose files end so. Raises LagrError where there are none or several."""
    ending = Path(out).suffix.lower()
    targets = [name for name in TARGETS if ending in EXPORTS[name].endings]
    if len(targets) == 1:
        return targets[0]
    cause = (
        f"Several exports end in {ending}." if targets else "It is not said what is to be written."
    )
    raise refusal("Option --to", cause, f"Name one: {', '.join(targets or TARGETS)}.", "export")


def _tell(options: Namespace, remark: str) -> None:
    """What was written, and what has to be known of it."""
    if options.json:
        print(answer_json({"file": options.out} | ({"remark": remark} if remark else {})))
    else:
        print(f"Written: {options.out}", *([remark] if remark else []), sep="\n")
