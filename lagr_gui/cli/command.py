"""What a command is: its options, and what it does with them; most ask one question of a model."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from inspect import signature
from pathlib import Path
from typing import Any

from lagr_gui import pipeline
from lagr_gui.cli.output import answer_json, endings, tell, write_file
from lagr_gui.cli.values import with_values, words
from lagr_gui.extension import Choice
from lagr_gui.foundation.problem import Problem
from lagr_gui.foundation.showing import as_json
from lagr_gui.model import Model


class Argument:
    """An option as a usage shows it, ``-o --out FILE``, or a word of its own, ``FILE``.

    Without a name for its value, and choices, it is a switch.  A text is "" where it is not given;
    `several` may be given.  Other settings are those of argparse.  A question takes by the name
    of the option what `value` makes of a model and all options, usually what argparse reads.
    """

    def __init__(
        self,
        usage: str,
        help: str,
        *,
        several: bool = False,
        value: Callable[[Model, Namespace], Any] | None = None,
        **settings: Any,
    ) -> None:
        words = usage.split()
        self.flags = [word for word in words if word.startswith("-")]
        names = words[len(self.flags) :]
        if not self.flags:
            self.flags = [usage.lower()]
        elif several:
            settings = {"action": "append", "default": []} | settings
        elif not names and "choices" not in settings:
            settings = {"action": "store_true"} | settings
        elif names and not settings.keys() & {"type", "required"}:
            settings = {"default": ""} | settings
        metavar = {"metavar": names[0]} if names else {}
        self.settings: dict[str, Any] = settings | metavar | {"help": help or None}
        self.name: str = settings.get("dest") or self.flags[-1].lstrip("-").replace("-", "_")
        self.value = value or (lambda _, options: getattr(options, self.name))

    def add(self, parser: ArgumentParser) -> None:
        """Let a parser take it."""
        parser.add_argument(*self.flags, **self.settings)


class OneOf(Argument):
    """Options of which one at most may be given."""

    def __init__(self, *options: Argument) -> None:
        super().__init__(options[0].name, "")
        self._options = options

    def add(self, parser: ArgumentParser) -> None:
        group = parser.add_mutually_exclusive_group()
        for option in self._options:
            group.add_argument(*option.flags, **option.settings)


SPECIAL = Argument("--special NAME", "a special case of the model")
SET = Argument(
    "--set NAME=VALUE",
    "the value of a parameter or function; LAGR's names will do: M(1)=0.3",
    several=True,
)


def option_of(choice: Choice) -> Argument:
    """The option of what a user chooses for an export."""
    option = f"--{choice.name.replace('_', '-')}"
    if not choice.metavar:
        return Argument(option, choice.help)
    names = ", ".join(choice.words(None))
    text = f"{choice.help}: {names}" if names else choice.help
    return Argument(f"{option} {choice.metavar}", text)


def choice_of(options: Namespace, choice: Choice) -> Any:
    """What the user chose; None where nothing was, so that the function takes its default."""
    value = getattr(options, choice.name)
    if choice.several:
        return words(value)
    return None if value == "" else value


@dataclass(frozen=True, slots=True)
class Task:
    """A command with code of its own, which gives the exit status.

    `endings` are those of the files that it writes, where not every name will do.
    """

    options: tuple[Argument, ...]
    run: Callable[[Namespace], int]
    endings: tuple[str, ...] = ()


def command(
    *options: Argument, endings: tuple[str, ...] = ()
) -> Callable[[Callable[[Namespace], int]], Task]:
    """A function that is what a command does."""
    return lambda run: Task(options, run, endings)


TABLE = (".csv", ".json")
"""Endings of the files of an answer that is a table."""


def table_file(options: Namespace, answer: Any, told: dict[str, Any]) -> list[str]:
    """Write the table of an answer, if a file is named; what is told gets its name."""
    if not options.out:
        return []
    from lagr_gui.exchange.tables.csv_table import table_csv  # with the answer that needs it
    from lagr_gui.foundation.writing import write

    path, columns = Path(options.out), answer.columns()
    is_json = path.suffix.lower() == ".json"
    write(path, as_json(told) if is_json else table_csv([*columns], [*columns.values()]))
    told["file"] = options.out
    return [f"Written: {options.out}"]


@dataclass(frozen=True, slots=True)
class QuestionCommand:
    """A command that asks a question, and where `--vary` says values that of `varied`.

    The question takes the values of `options`, and what is in `values`, by the names of its
    parameters.  `json` and `text` tell the answer; a file holds it as a table, or as the exports
    of `exported` write it.  `problems` are told; the exit status is 1 where it does not `hold`.
    """

    question: str
    options: tuple[Argument, ...]
    values: Mapping[str, Callable[[Model, Namespace], Any]] = field(
        default_factory=dict[str, Callable[[Model, Namespace], Any]]
    )
    json: Callable[[Any], dict[str, Any]] = lambda answer: answer.as_json()
    text: Callable[[Any, Model], str] = lambda answer, _: str(answer)
    exported: str = ""
    problems: Callable[[Any], Iterable[Problem]] = lambda _: ()
    holds: Callable[[Any], object] = lambda _: True
    varied: str = ""

    @property
    def endings(self) -> tuple[str, ...]:
        """Those of the files that it writes."""
        if self.exported:
            return endings(self.exported)
        return TABLE if any(option.name == "out" for option in self.options) else ()

    def run(self, options: Namespace) -> int:
        """Ask, print the answer, and write it where a file is named."""
        model = pipeline.load(options.model)
        if SET in self.options:
            model = with_values(model, options)
        answer = self._answer(model, options)
        content, written = self.json(answer), list[str]()
        if self.exported and options.out:
            write_file(options.out, content, self.exported, {self.exported: answer}.get)
            content["file"] = options.out
        elif "out" in options:
            written = table_file(options, answer, content)
        if options.json:
            print(answer_json(content))
        else:
            print(self.text(answer, model), *written, sep="\n")
        tell(self.problems(answer))
        return 0 if self.holds(answer) else 1

    def _answer(self, model: Model, options: Namespace) -> Any:
        """What the question answers."""
        name = self.varied if self.varied and options.vary else self.question
        question = getattr(pipeline, name)
        values = {**{option.name: option.value for option in self.options}, **self.values}
        return question(
            model,
            **{
                name: values[name](model, options)
                for name in signature(question).parameters
                if name in values
            },
        )
