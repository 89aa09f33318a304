"""The files of a LaTeX document: the text, its figures and the data of its curves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np

from lagr_gui.exchange.documents.blocks import CurvePlot, thinned
from lagr_gui.foundation.arrays import Array
from lagr_gui.typesetting.formula import Formula
from lagr_gui.typesetting.model_hash import headed
from lagr_gui.typesetting.words import Text


class LatexDocument(str):
    """A document in one text, which writes its figures and data when it is compiled.

    `main` is the document without them; `files` are these by their names, to lie beside it.
    """

    main: str
    files: Mapping[str, str]

    @classmethod
    def of(cls, main: str, files: Mapping[str, str], mark: str = "") -> LatexDocument:
        """A document with its files, and the hash of its model in the first line."""
        heads = [
            f"\\begin{{filecontents*}}[overwrite]{{{name}}}\n{text}\\end{{filecontents*}}\n"
            for name, text in files.items()
        ]
        document = cls(headed("".join([*heads, main]), "%", mark))
        document.main, document.files = headed(main, "%", mark), dict(files)
        return document


def files_of(path: Path, content: str | bytes) -> dict[Path, str | bytes]:
    """What is written for an export: one file, or those of a document beside one another."""
    if not isinstance(content, LatexDocument):
        return {path: content}
    beside = {path.parent / name: text for name, text in content.files.items()}
    return {path: content.main, **beside}


class FigureFiles:
    """Collects the figures and data of a document, whose files begin with its `stem`."""

    def __init__(self, stem: str) -> None:
        self.stem = re.sub(r"[^A-Za-z0-9.-]+", "-", stem).strip("-") or "document"
        self.files: dict[str, str] = {}
        self._tables: list[_Table] = []

    def figure(self, kind: str, picture: str) -> str:
        """The command that takes in a picture from a file of its own."""
        name = _unused(f"{self.stem}-{kind}", self.files, ".tex")
        self.files[name] = f"{picture}\n"
        return f"\\input{{{name}}}"

    def curves(self, block: CurvePlot) -> tuple[str, list[str]]:
        """The data file of curves, and the names of their columns."""
        table = next((table for table in self._tables if table.t is block.t), None)
        if table is None:
            name = _unused(f"{self.stem}-motion", self.files, ".csv")
            table = _Table(name, block.t)
            self._tables.append(table)
        columns = [table.column(_column(text), values) for text, values in block.curves]
        self.files[table.name] = table.text()
        return table.name, columns


class _Table:
    """Curves over the same times, in a file."""

    def __init__(self, name: str, t: Array) -> None:
        self.name, self.t = name, t
        self._columns: dict[str, Array] = {"t": t}

    def column(self, name: str, values: Array) -> str:
        """The name of a new column."""
        name = _unused(name, self._columns)
        self._columns[name] = values
        return name

    def text(self) -> str:
        """The file, with no more points than are seen."""
        rows = thinned(np.column_stack(list(self._columns.values())))
        lines = (",".join(f"{value:.6g}" for value in row) for row in rows.tolist())
        return "\n".join([",".join(self._columns), *lines, ""])


def _unused(name: str, taken: Iterable[str], ending: str = "") -> str:
    """A name that is not taken, with a number where it is."""
    number, found = 1, name + ending
    while found in taken:
        number += 1
        found = f"{name}-{number}{ending}"
    return found


def _column(text: Text) -> str:
    """What a curve is called, without its unit, in letters that programs read."""
    words = text if isinstance(text, str) else "".join(_typed(text))
    return re.sub(r"[^A-Za-z0-9]+", "_", words.partition(" (")[0]).strip("_") or "curve"


def _typed(text: Formula) -> Iterable[str]:
    for item in text:
        if isinstance(item, str):
            yield item
        elif item.kind in ("name", "letter"):
            yield item.text
        elif item.kind == "spelled":
            yield " "
        else:
            yield from (piece for part in item.parts for piece in _typed(part))
