"""Words shown to the user, in the language of the user."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import chain
from pathlib import Path
from string import Formatter
from typing import Any

from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.incoming import read_json, read_text
from lagr_gui.message import translated
from lagr_gui.problem import LagrError, Problem
from lagr_gui.resource import resource_path

LANGUAGES = {"en": "English", "de": "Deutsch"}


class _Language:
    name = "en"


def use_language(name: str) -> None:
    """Choose the language of everything that is built from now on: ``en`` or ``de``."""
    _Language.name = name if name in LANGUAGES else "en"


def language() -> str:
    """The language in use."""
    return _Language.name


def tr(text: str) -> str:
    """The words in the language in use; English where a translation is missing."""
    return text if _Language.name == "en" else _table(_Language.name).get(text, text)


def in_words(problem: Problem) -> Problem:
    """A problem in the language in use; English where a translation is missing."""
    return replace(
        problem,
        place=spoken(problem.place),
        cause=spoken(problem.cause),
        remedy=spoken(problem.remedy),
    )


def spoken(text: str) -> str:
    """A text from below the window, as `in_words`."""
    return text if _Language.name == "en" else translated(text, _messages(_Language.name))


@cache
def _messages(name: str) -> dict[str, str]:
    """The words of problems, with titles and labels of all kinds."""
    kinds = (*JOINTS.values(), *ELEMENTS.values())
    words = (kind.title for kind in kinds), (spec.label for kind in kinds for spec in kind.fields)
    entries = {entry["en"]: entry[name] for entry in chain(*words)}
    folder = Path(resource_path("translations/problems"))
    for file in sorted(folder.glob(f"{name}_*.json")):
        entries |= _entries(file)
    return entries


@cache
def _table(name: str) -> dict[str, str]:
    """The entries of all files of a language, one file per area of the window."""
    folder = Path(resource_path("translations"))
    entries: dict[str, str] = {}
    for file in sorted(folder.glob(f"{name}_*.json")):
        entries |= _entries(file)
    return entries


def _entries(file: Path) -> dict[str, str]:
    """What of a file can be used: none of a damaged one; English takes its place."""
    try:
        read: Any = read_json(read_text(file))
    except (LagrError, ValueError):
        return {}
    if not isinstance(read, dict):
        return {}
    return {key: text for key, text in read.items() if _fits(key, text)}


def _fits(key: str, text: Any) -> bool:
    """Whether an entry is a text with the same gaps to fill in."""
    try:
        return isinstance(text, str) and _gaps(key) == _gaps(text)
    except ValueError:
        return False


def _gaps(text: str) -> list[tuple[str, str | None]]:
    return sorted((name, spec) for _, name, spec, _ in Formatter().parse(text) if name is not None)
