"""The systems of `textbook.py`: what a book prints, and what the program prints of the same.

It has no call of its own.  The format of the files is told in README.md of this folder.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from textbook_count import operations, total, used

from lagr_gui import pipeline
from lagr_gui.catalogue import KINDS
from lagr_gui.exchange.json_sheet import sheet_json
from lagr_gui.expression import Expression, Symbol, read, substitute
from lagr_gui.model import Model, read_text

OWN = Path(__file__).parent / "textbook"
"""The systems of this repository."""

JUDGED = ("g", "Gamma", "Q", "eq")
"""Results whose operations are compared; those of T, U and D are told beside."""

ENERGIES = ("T", "U", "D")


@dataclass(frozen=True)
class Results:
    """Texts by name, in order the definitions of the names that they hold, and what is assumed."""

    texts: Mapping[str, str]
    definitions: Mapping[str, str]
    assumptions: tuple[str, ...] = ()

    def of(self, name: str) -> str:
        """The text of a result; what is not printed is zero."""
        return self.texts.get(name, "0")

    def own(self, name: str) -> dict[str, str]:
        """The definitions that one result needs."""
        return used([self.of(name)], self.definitions)

    def trees(self, name: str) -> list[Expression]:
        """A result and the definitions that it needs as trees; of an equation both sides."""
        texts = (*self.of(name).split("="), *self.own(name).values())
        return [read(text.strip()) for text in texts]

    def count(self, names: Sequence[str]) -> int:
        """The operations of results together, each definition once."""
        return total([self.of(name) for name in names], self.definitions)

    def whole(self, name: str) -> Expression:
        """A result with its definitions put in; an equation as left minus right."""
        left, _, right = self.of(name).partition("=")
        tree = read(f"({left}) - ({right})" if right else left)
        for key, text in reversed(self.definitions.items()):
            tree = substitute(tree, {Symbol(key): read(f"({text})")})
        return tree


@dataclass(frozen=True)
class System:
    """What a book prints of a model, and where today's measure of ours stands."""

    path: Path
    title: str
    conditions: tuple[str, ...]
    book: Results
    model: Model
    ceiling: Mapping[str, float]

    @property
    def name(self) -> str:
        """The name of the file."""
        return self.path.stem

    @property
    def judged(self) -> list[str]:
        """The results whose operations are compared."""
        return [name for name in self.book.texts if name.startswith(JUDGED)]

    @property
    def energies(self) -> list[str]:
        """The energies that the book prints."""
        return [name for name in self.book.texts if name in ENERGIES]

    def ours(self, form: str = "shortest") -> Results:
        """What the program prints."""
        return results(sheet_json(pipeline.equations(self.model, form)))


def results(sheet: Mapping[str, Any]) -> Results:
    """The results of a sheet as data, equations of motion as eq1, eq2 …"""
    texts = {entry["name"]: entry["text"] for entry in sheet["entries"]}
    for number, motion in enumerate(sheet["equations_of_motion"], start=1):
        texts[f"eq{number}"] = f"{motion['left']} = {motion['right']}"
    assumed = (entry if isinstance(entry, str) else entry["text"] for entry in _given(sheet))
    return Results(texts, definitions(sheet), tuple(assumed))


def definitions(sheet: Mapping[str, Any]) -> dict[str, str]:
    """The names that the program introduced, with what they stand for."""
    given = sheet.get("definitions", {})
    if isinstance(given, Mapping):
        return dict(given)
    return {record["name"]: record["text"] for record in given}


def _given(sheet: Mapping[str, Any]) -> Sequence[Any]:
    return sheet.get("assumptions", ())


def systems(places: Sequence[str | Path]) -> Iterator[System]:
    """The systems of files and folders; of this repository where none are named."""
    for place in map(Path, places or (OWN,)):
        yield from map(load, sorted(place.glob("*.json")) if place.is_dir() else [place])


def load(path: Path) -> System:
    """A system from its file. Raises ValueError where its numbers of operations are wrong."""
    data = json.loads(path.read_text("utf-8"))
    book = Results(data["expected"], data["definitions"])
    for name, text in (*book.texts.items(), *book.definitions.items()):
        if data["operations"][name] != operations(text):
            raise ValueError(f"{path.name}: {name} has {operations(text)} operations")
    model = read_text(json.dumps(data["model"]), KINDS)
    conditions = tuple(data["conditions"])
    return System(path, data["title"], conditions, book, model, data.get("ceiling", {}))
