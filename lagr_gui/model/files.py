"""Model files: reading, checking the structure, writing.

Reading collects every fault of structure at once; nothing in a file is ever executed.
Faults of content (an expression that does not read, an unknown name) do not hinder
loading: `lagr_gui.model.checks.check` lists them, and the window shows the model with them.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from pydantic import ValidationError

from lagr_gui.foundation import incoming
from lagr_gui.foundation.message import phrase, say
from lagr_gui.foundation.problem import LagrError, Path, Problem, refusal
from lagr_gui.foundation.registry import did_you_mean
from lagr_gui.model.faults import MOST, place_of
from lagr_gui.model.kinds import Kinds
from lagr_gui.model.migrations import migrate
from lagr_gui.model.record import Record
from lagr_gui.model.records import Model, Subsystem
from lagr_gui.model.text import to_text

FORMAT = "lagr-model"

T = TypeVar("T")


def write_text(model: Model) -> str:
    """The text of the model's file; the same model always gives the same bytes.

    It has the oldest version that holds the model, so that older programs read what they can.
    """
    return to_text(model, FORMAT, _version(model))


def _version(model: Model) -> int:
    """The oldest version that holds a model: each adds to those before (`migrations`)."""
    version = 1
    if any(entry.table is not None or entry.integral for entry in model.functions):
        version = 2
    if model.simulation.atol == 1e-12 or model.signals:
        version = 3
    if len(model.own_states) < len(model.signals):
        version = 4
    if model.events:
        version = 5
    return max((version, *(_version(entry.model) for entry in model.subsystems)))


def save(model: Model, path: str | os.PathLike[str]) -> None:
    """Write a model file; the old file stays whole until the new one is complete.

    The file keeps its mode, owner and links (`lagr_gui.foundation.writing`).  Raises LagrError
    when it cannot be written.
    """
    from lagr_gui.foundation.writing import write  # who only reads needs none of its care

    write(path, write_text(model))


def load(path: str | os.PathLike[str], kinds: Kinds) -> Model:
    """Read a model file.

    Raises LagrError with every fault of structure: place, cause, remedy.
    """
    return read_text(incoming.read_text(path), kinds)


def read_text(text: str, kinds: Kinds) -> Model:
    """A model from the text of its file. Raises LagrError with every fault of structure."""
    data = _parse(text)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise refusal(
            "File",
            "This is not a model file of this program.",
            say(
                "A model file is a JSON object that begins with “format”: “{format}”.",
                format=FORMAT,
            ),
            code="format",
        )
    data = migrate({key: value for key, value in data.items() if key != "format"})
    return _build({key: value for key, value in data.items() if key != "version"}, kinds)


_REASONS = {
    "Expecting value": phrase("a value is missing"),
    "Expecting property name enclosed in double quotes": phrase("a key in quotes is missing"),
    "Expecting ':' delimiter": phrase("a colon is missing behind a key"),
    "Expecting ',' delimiter": phrase("a comma or a closing bracket is missing"),
    "Illegal trailing comma before end of object": phrase(
        "a comma stands before a closing bracket"
    ),
    "Illegal trailing comma before end of array": phrase("a comma stands before a closing bracket"),
    "Extra data": phrase("there is something behind its end"),
    "Unterminated string starting at": phrase("a text that begins there has no end"),
    "Invalid control character at": phrase("a line ends within a text"),
}
"""The most frequent ones, by the words of Python."""


def _parse(text: str) -> Any:
    try:
        data = incoming.read_json(text)
        incoming.refuse_long_lists(data)
    except ValueError as error:
        remedy = "Mend the text there, or go back to the last version that opened."
        reason = phrase(error.args[0]) if text.strip() else phrase("it is empty")
        place, cause = "File", say("It is no model: {reason}.", reason=reason)
        if isinstance(error, json.JSONDecodeError) and text.strip():
            place = say("File, line {number}", number=error.lineno)
            reason = phrase(_REASONS.get(error.msg, error.msg))
            cause = say("The text is not JSON: {reason}.", reason=reason)
        raise refusal(place, cause, remedy, code="json") from error
    return data


def _build(data: Mapping[str, Any], kinds: Kinds, path: Path = (), whole: Any = None) -> Model:
    """The model at a path of the `whole` that a file holds."""
    problems: list[Problem] = []
    rest, whole = dict(data), data if whole is None else whole
    sections = {
        "joints": _records((*path, "joints"), rest, kinds.joints, problems, whole),
        "elements": _records((*path, "elements"), rest, kinds.elements, problems, whole),
        "signals": _records((*path, "signals"), rest, kinds.signals, problems, whole, "state"),
        "subsystems": _subsystems((*path, "subsystems"), rest, kinds, problems, whole),
    }
    try:
        model = Model.model_validate(rest)
    except ValidationError as error:
        raise LagrError([*_findings(error, Model, path, whole), *problems]) from error
    if problems:
        raise LagrError(problems)
    return model.having(**sections)


DEEPEST = 20
"""Subsystems may lie in subsystems as deep as this."""


def _subsystems(
    path: Path, rest: dict[str, Any], kinds: Kinds, problems: list[Problem], whole: Any
) -> tuple[Subsystem, ...]:
    def build(entry: Any, at: Path) -> Subsystem:
        if at.count("subsystems") > DEEPEST:
            cause = say("Subsystems lie in each other more than {most} deep.", most=DEEPEST)
            remedy = "Leave the innermost out, or draw its parts without it."
            raise refusal(place_of(at, whole), cause, remedy, "too-deep", at)
        inner = entry.get("model") if isinstance(entry, dict) else None
        if isinstance(inner, dict):
            entry = {**entry, "model": _build(inner, kinds, (*at, "model"), whole)}
        try:
            return Subsystem.model_validate(entry)
        except ValidationError as error:
            raise LagrError(_findings(error, Subsystem, at, whole)) from error

    return _each(path, rest, build, problems)


def _records(
    path: Path,
    rest: dict[str, Any],
    kinds: Mapping[str, Any],
    problems: list[Problem],
    whole: Any,
    usual: str = "",
) -> tuple[Any, ...]:
    def build(entry: Any, at: Path) -> Record:
        return build_record(entry, kinds, at, whole, usual)

    return _each(path, rest, build, problems)


def _each(
    path: Path, rest: dict[str, Any], build: Callable[[Any, Path], T], problems: list[Problem]
) -> tuple[T, ...]:
    """What is built of each entry of a list, which is taken out of the `rest`."""
    section = str(path[-1])
    entries = rest.pop(section, [])
    if not isinstance(entries, list):
        rest[section] = entries
        return ()
    built: list[T] = []
    for index, entry in enumerate(entries):
        if len(problems) > MOST:
            break
        try:
            built.append(build(entry, (*path, index)))
        except LagrError as error:
            problems.extend(error.problems)
    return tuple(built)


def build_record(
    entry: Any,
    kinds: Mapping[str, Any],
    path: tuple[str | int, ...],
    data: Any,
    usual: str = "",
) -> Record:
    """A joint, element or signal of its kind from plain data.

    One that does not tell its kind has the `usual` one, if there is any.  Raises LagrError with all
    faults.
    """
    name = entry.get("kind", usual or None) if isinstance(entry, dict) else None
    if not isinstance(name, str) or name not in kinds:
        raise refusal(
            place_of(path, data),
            say("There is no kind “{name}”.", name=name)
            if isinstance(name, str)
            else "“kind” is missing.",
            did_you_mean(str(name), kinds),
            code="unknown-kind",
            path=(*path, "kind"),
        )
    record: type[Record] = kinds[name].record
    try:
        return record.model_validate(entry)
    except ValidationError as error:
        raise LagrError(_findings(error, record, path, data)) from error


def _findings(
    error: ValidationError, record: type[Record], path: Path, whole: Any
) -> list[Problem]:
    from lagr_gui.model.findings import faults  # most models are sound

    return faults(error, record, path, whole)
