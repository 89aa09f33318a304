"""Words shown to the user, in the language of the user."""

from __future__ import annotations

import re
from dataclasses import replace

from lagr_gui.foundation.languages import LANGUAGES, words_of
from lagr_gui.foundation.message import translated
from lagr_gui.foundation.problem import Problem

_MARK = re.compile(r"[0-9a-f]{64}")
"""The SHA-256 of a file, which is longer than panes are wide."""


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
    return translated(text, words_of(_Language.name))


def in_words(problem: Problem) -> Problem:
    """A problem in the language in use; English where a translation is missing."""
    return replace(
        problem,
        place=spoken(problem.place),
        cause=_MARK.sub(_breakable, spoken(problem.cause)),
        remedy=spoken(problem.remedy),
    )


def spoken(text: str) -> str:
    """A text from below the window, as `in_words`."""
    return translated(text, words_of(_Language.name))


def _breakable(mark: re.Match[str]) -> str:
    """A mark that lines may break: nothing that is seen stands between its parts."""
    return "\u200b".join(mark[0][at : at + 16] for at in range(0, 64, 16))
