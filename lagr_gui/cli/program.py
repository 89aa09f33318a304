"""The words on the command line: commands, options, exit status.

Exit status: 0 done, 1 the model, a file or what an option names has errors (each told on one
line), 2 a wrong call, 130 stopped by Ctrl+C.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import sys
from collections.abc import Sequence
from functools import partial
from typing import Any, NoReturn

import lagr_gui
from lagr_gui.cli import STOPPED
from lagr_gui.cli.commands import COMMANDS, place_of
from lagr_gui.cli.output import FOLDER, check_target, hearing, note, problem_json, tell, tell_heard
from lagr_gui.cli.waiting import told
from lagr_gui.extension import named
from lagr_gui.foundation.libraries import libraries_told
from lagr_gui.foundation.problem import Cancelled, LagrError, Problem, why
from lagr_gui.foundation.registry import did_you_mean
from lagr_gui.foundation.showing import as_json


def run(words: Sequence[str] | None = None) -> int:
    """Do what the words on the command line say; the exit status."""
    _write_utf8()
    options, unknown = parser().parse_known_args(words)
    if unknown:
        options.refuse(unknown)
    try:
        status = _answer(options)
        if not _is_closed():
            sys.stdout.flush()
    except BrokenPipeError:  # who reads has seen enough
        _discard_output()
        return 0
    except OSError as error:
        _discard_output()
        tell([Problem("Output", f"It cannot be written ({why(error)}).", "Write elsewhere.")])
        return 1
    if _is_closed():
        tell([Problem("Output", "Standard output is closed.", "Leave it open, or write a file.")])
        return 1
    return status


def _is_closed() -> bool:
    """Whether the process was started without standard output; Python has None there then."""
    return sys.stdout is None  # pyright: ignore[reportUnnecessaryComparison]


def _answer(options: argparse.Namespace) -> int:
    try:
        check_target(options)
        with told(options.command), hearing(), libraries_told():
            status = int(options.run(options))
            tell_heard()
            return status
    except LagrError as error:
        if getattr(options, "json", False):
            print(as_json({"problems": [problem_json(problem) for problem in error.problems]}))
        tell(error.problems)
        return 1
    except (KeyboardInterrupt, Cancelled):
        note("Stopped.")
        return STOPPED


def _discard_output() -> None:
    """Let what is left of the output go nowhere, so that the end of the process is quiet."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.close(nowhere)


def parser() -> argparse.ArgumentParser:
    """All commands; their options are added when they are named."""
    top = argparse.ArgumentParser(
        prog="lagr",
        description="Lagrange equations of mechanical systems: check, derive, evaluate, simulate.",
        epilog="Every command answers in JSON with --json. MODEL is a .lagr file, "
        "a card deck of LAGR or a robot.",
    )
    top.add_argument("--version", action=_Version)
    commands = top.add_subparsers(
        title="commands", metavar="COMMAND", required=True, parser_class=_Command
    )
    for name, words in COMMANDS.items():
        commands.add_parser(name, help=words, description=words, command=name)
    return top


class _Command(argparse.ArgumentParser):
    """The options of one command, which are added when it is asked to read words."""

    def __init__(self, command: str, **settings: Any) -> None:
        super().__init__(**settings)
        self._command = command

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        """What the words say, and what of them is not known."""
        command = named(place_of(self._command))
        self.add_argument(
            "model", metavar="MODEL", help="a .lagr file, a deck, a script or a robot"
        )
        self.add_argument("--json", action="store_true", help="answer in JSON")
        for option in command.options:
            option.add(self)
        if "--out" in self._option_string_actions and command.endings != FOLDER:
            words = "let --out take the place of a file that is there"
            self.add_argument("--overwrite", action="store_true", help=words)
        self.set_defaults(run=command.run, refuse=partial(_refuse, self), wrong=self.error)
        self.set_defaults(command=self._command, endings=command.endings)
        return super().parse_known_args(args, namespace)


class _Version(argparse.Action):
    """Prints the version, which is looked up only then, and ends."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings, nargs=0, help="show program's version number and exit")

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        print(f"lagr {lagr_gui.__version__}")
        parser.exit()


def _refuse(command: argparse.ArgumentParser, unknown: Sequence[str]) -> NoReturn:
    """End with the usage of a command, and with the option that may have been meant."""
    flags = re.findall(r"-+\w[\w-]*", command.format_usage())
    options = [word.partition("=")[0] for word in unknown if word.startswith("-")]
    offers = (did_you_mean(option, flags) for option in options)
    words = [f"unrecognized arguments: {' '.join(unknown)}.", *offers]
    command.error(" ".join(words))


def _write_utf8() -> None:
    """Symbols are not ASCII, whatever the terminal says."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(encoding="utf-8", errors="replace")
