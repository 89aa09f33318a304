"""The systems of `textbook.py`: what a book prints, and what the program prints of the same.

It has no call of its own.  The format of the files is told in README.md of this folder.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from textbook_count import operations, total, used

from lagr_gui import pipeline
from lagr_gui.catalogue import KINDS
from lagr_gui.expression import (
    Expression,
    Number,
    Product,
    Sum,
    Symbol,
    read,
    substitute,
    write,
)
from lagr_gui.mechanics.sheets.balance import equations_of_motion, whole
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.model import Model, read_text

OWN = Path(__file__).parent / "textbook"
"""The systems of this repository."""

JUDGED = ("g", "Gamma", "Q", "eq")
"""Results whose operations are compared; those of T, U and D are told beside."""

ENERGIES = ("T", "U", "D")


@dataclass(frozen=True)
class Results:
    """Texts by name, in order the definitions of the names that they hold, and what is assumed.

    `sides` are the trees of texts that are too long to be read again, both of an equation.
    """

    texts: Mapping[str, str]
    definitions: Mapping[str, str]
    assumptions: tuple[str, ...] = ()
    sides: Mapping[str, tuple[Expression, ...]] = field(default_factory=dict)

    def of(self, name: str) -> str:
        """The text of a result; what is not printed is zero."""
        return self.texts.get(name, "0")

    def own(self, name: str) -> dict[str, str]:
        """The definitions that one result needs."""
        return used([self.of(name)], self.definitions)

    def trees(self, name: str) -> list[Expression]:
        """A result and the definitions that it needs as trees; of an equation both sides."""
        return [*self._sides(name), *map(read, self.own(name).values())]

    def _sides(self, name: str) -> tuple[Expression, ...]:
        if name in self.sides:
            return self.sides[name]
        return tuple(read(side.strip()) for side in self.of(name).split("="))

    def count(self, names: Sequence[str]) -> int:
        """The operations of results together, each definition once."""
        return total([self.of(name) for name in names], self.definitions)

    def whole(self, name: str) -> Expression:
        """A result with its definitions put in; an equation as left minus right."""
        tree, *right = self._sides(name)
        if right:
            tree = Sum((tree, Product((Number(Fraction(-1)), *right))))
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
        return of_sheet(pipeline.equations(self.model, form))


def of_sheet(sheet: Sheet) -> Results:
    """The results of a sheet, equations of motion as eq1, eq2 …"""
    sides = {entry.name: (entry.tree,) for entry in sheet.entries}
    for number, motion in enumerate(equations_of_motion(sheet), start=1):
        sides[f"eq{number}"] = whole(motion.left), whole(motion.right)
    texts = {name: " = ".join(map(write, trees)) for name, trees in sides.items()}
    definitions = {definition.name: write(definition.tree) for definition in sheet.definitions}
    assumptions = tuple(f"{write(entry.tree)} > 0" for entry in sheet.assumptions)
    return Results(texts, definitions, assumptions, sides)


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
