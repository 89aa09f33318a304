"""Model files: reading, checking the structure, writing.

Reading collects every fault of structure at once; nothing in a file is ever executed.
Faults of content (an expression that does not read, an unknown name) do not hinder
loading: `lagr_gui.model.check` lists them, and the window shows the model with them.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from lagr_gui.given import why
from lagr_gui.model import faults
from lagr_gui.model.kinds import Kinds
from lagr_gui.model.migrations import CURRENT, migrate
from lagr_gui.model.records import Model, Record
from lagr_gui.model.text import to_text
from lagr_gui.problem import LagrError, Problem
from lagr_gui.registry import did_you_mean
from lagr_gui.writing import write

FORMAT = "lagr-model"
LARGEST_FILE = 20_000_000
"""Largest file in bytes that is read."""


def write_text(model: Model) -> str:
    """The text of the model's file; the same model always gives the same bytes."""
    return to_text(model, FORMAT, CURRENT)


def save(model: Model, path: str | os.PathLike[str]) -> None:
    """Write a model file; the old file stays whole until the new one is complete.

    The file keeps its mode, owner and links (`lagr_gui.writing`).  Raises LagrError when it
    cannot be written.
    """
    write(path, write_text(model))


def load(path: str | os.PathLike[str], kinds: Kinds) -> Model:
    """Read a model file.

    Raises LagrError with every fault of structure: place, cause, remedy.
    """
    source = Path(path)
    try:
        if source.stat().st_size > LARGEST_FILE:
            raise _file_problem(source, "It is larger than 20 MB.", "too-large")
        text = source.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise _file_problem(source, "It is not a text in UTF-8.", "encoding") from error
    except (OSError, ValueError) as error:
        raise _file_problem(source, f"It cannot be read ({why(error)}).", "read") from error
    return read_text(text, kinds)


def read_text(text: str, kinds: Kinds) -> Model:
    """A model from the text of its file. Raises LagrError with every fault of structure."""
    data = _parse(text)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise LagrError(
            Problem(
                place="File",
                cause="This is not a model file of this program.",
                remedy=f"A model file is a JSON object that begins with “format”: “{FORMAT}”.",
                code="format",
            )
        )
    data = migrate({key: value for key, value in data.items() if key != "format"})
    return _build({key: value for key, value in data.items() if key != "version"}, kinds)


def _parse(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_refuse, object_pairs_hook=_unique)
    except (json.JSONDecodeError, RecursionError, ValueError) as error:
        where = f"line {error.lineno}" if isinstance(error, json.JSONDecodeError) else "somewhere"
        reason = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
        if isinstance(error, RecursionError):
            reason = "brackets are nested too deeply"
        raise LagrError(
            Problem(
                place=f"File, {where}",
                cause=f"The text is not JSON: {reason}.",
                remedy="Mend the text there, or go back to the last version that opened.",
                code="json",
            )
        ) from error


def _refuse(constant: str) -> float:
    raise ValueError(f"{constant} is not a number that a model can hold")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    entries = dict(pairs)
    if len(entries) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key “{twice}” occurs twice in one object")
    return entries


def _build(data: Mapping[str, Any], kinds: Kinds) -> Model:
    problems: list[Problem] = []
    rest = dict(data)
    joints = _records("joints", rest, kinds.joints, problems, data)
    elements = _records("elements", rest, kinds.elements, problems, data)
    try:
        model = Model.model_validate(rest)
    except ValidationError as error:
        raise LagrError([*faults.faults(error, Model, (), data), *problems]) from error
    if problems:
        raise LagrError(problems)
    return model.model_copy(update={"joints": joints, "elements": elements})


def _records(
    section: str,
    rest: dict[str, Any],
    kinds: Mapping[str, Any],
    problems: list[Problem],
    data: Mapping[str, Any],
) -> tuple[Record, ...]:
    entries = rest.pop(section, [])
    if not isinstance(entries, list):
        rest[section] = entries
        return ()
    records: list[Record] = []
    for index, entry in enumerate(entries):
        try:
            records.append(build_record(entry, kinds, (section, index), data))
        except LagrError as error:
            problems.extend(error.problems)
    return tuple(records)


def build_record(
    entry: Any, kinds: Mapping[str, Any], path: tuple[str | int, ...], data: Any
) -> Record:
    """A joint or element of its kind from plain data. Raises LagrError with all faults."""
    name = entry.get("kind") if isinstance(entry, dict) else None
    if not isinstance(name, str) or name not in kinds:
        raise LagrError(
            Problem(
                place=faults.place_of(path, data),
                cause=f"There is no kind “{name}”."
                if isinstance(name, str)
                else "“kind” is missing.",
                remedy=did_you_mean(str(name), kinds),
                code="unknown-kind",
                path=(*path, "kind"),
            )
        )
    record: type[Record] = kinds[name].record
    try:
        return record.model_validate(entry)
    except ValidationError as error:
        raise LagrError(faults.faults(error, record, path, data)) from error


def _file_problem(path: Path, cause: str, code: str) -> LagrError:
    return LagrError(
        Problem(
            place=f"File “{path.name}”",
            cause=cause,
            remedy="Choose another file.",
            code=code,
        )
    )
