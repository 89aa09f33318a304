"""The words of a language: tables by English text, and documents in that language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

from lagr_gui.extension import extension_folders
from lagr_gui.foundation.incoming import read_json, read_text
from lagr_gui.foundation.message import Message, phrase, say, translated
from lagr_gui.foundation.problem import LagrError, Problem
from lagr_gui.foundation.registry import check_known
from lagr_gui.foundation.resource import resource_path

LANGUAGES = {"en": "English", "de": "Deutsch"}
WITH_COMMAS = ("de",)
"""Languages that write 0,5."""


@dataclass(frozen=True)
class Words:
    """The words of a document in one language of `LANGUAGES`."""

    language: str = "en"
    names: Mapping[str, str] = field(default_factory=dict, hash=False)
    """What items are called in it by their names in the model, wherever texts name them."""

    def __post_init__(self) -> None:
        place = say("Language “{name}”", name=self.language)
        cause = "There are no words of this language."
        check_known(self.language, LANGUAGES, place, cause, "language")

    def __call__(self, template: str, /, **values: object) -> str:
        """A text with values in its braces; English where a translation is missing."""
        return self.spoken(say(template, **values))

    def spoken(self, text: str) -> str:
        """A text or message from below."""
        return translated(_renamed(text, self.names), words_of(self.language))

    def name(self, name: str) -> str:
        """What an item of a model is called, where it has a name in this language."""
        return self.names.get(name, name)

    def problem(self, problem: Problem) -> str:
        """A problem in a line."""
        parts = {"place": problem.place, "cause": problem.cause, "remedy": problem.remedy}
        line = say("{place}: {cause} {remedy}", **{n: phrase(text) for n, text in parts.items()})
        return self.spoken(line).strip()

    def lowered(self, text: str) -> str:
        """A title within a sentence; names of people and letters keep their size, and so do German
        nouns."""
        small = _NO_NOUNS.get(self.language)
        capital = len(text) > 1 and text[1].islower() and not text.startswith(("Lagr", "Hertz"))
        if not capital or (small is not None and not small.match(text)):
            return text
        return text[0].lower() + text[1:]


_NO_NOUNS = {
    "de": re.compile(
        "(Allgemein|Auf|Bewegt|Biegt|Ebenes|Eigene|Einseitige|Elastische[rs]|Entspannt|Erster?|Feste|"
        "Freies|In|Ist|Kinetische|Kleinster|Masselose|Nicht|Nie|Quer|Rollende|Ungespannte|Von|"
        "Vorgegebene|Zu|Zweiter?|Äußere) "
    )
}
"""With which words titles begin that are small within a sentence, where nouns are not."""

ENGLISH = Words()


def _renamed(text: str, names: Mapping[str, str]) -> str:
    """A message in which items bear other names."""
    if not isinstance(text, Message) or not names:
        return text
    values = {
        n: _renamed(v, names)
        if isinstance(v, Message)
        else names.get(v, v)
        if isinstance(v, str)
        else v
        for n, v in text.values.items()
    }
    return text.with_values(**values)


@cache
def words_of(language: str) -> dict[str, str]:
    """The one table of a language by English text: all its files."""
    if language == "en":
        return {}
    entries: dict[str, str] = {}
    folders = (resource_path("translations"), *extension_folders())
    for file in (file for folder in folders for file in sorted(folder.rglob(f"{language}_*.json"))):
        entries |= entries_of(file)
    return entries


@cache
def sample_words(language: str) -> dict[str, str]:
    """The texts of the sample models, and of what the program writes into models, by English text.

    They are apart from `words_of`: a text of a user may be the same as one of the window.
    """
    file = resource_path("translations") / "samples" / f"{language}.json"
    return entries_of(file) if file.exists() else {}


def entries_of(file: Path) -> dict[str, str]:
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
