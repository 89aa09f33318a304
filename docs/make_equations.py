"""Prints the equations of all samples to one LaTeX document, to be read from beginning to end.

    .venv/bin/python docs/make_equations.py [FILE.tex] [--only NAME …] [--language de]

Without FILE it is equations.tex in the current folder; pdflatex makes a PDF of it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from lagr_gui import equations, latex_book, load
from lagr_gui.foundation.resource import sample_models
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.model import Model
from lagr_gui.pipeline import readable


def systems(only: list[str]) -> Iterator[tuple[Model, Sheet]]:
    """The samples, in the structured form where others are longer than a page per coordinate."""
    for path in sample_models():
        if only and path.stem not in only:
            continue
        model = load(path)
        print(path.stem, file=sys.stderr)
        yield model, readable(model, equations(model))


def main(words: list[str]) -> None:
    """Write the document."""
    language = words.pop(words.index("--language") + 1) if "--language" in words else "en"
    only = words[words.index("--only") + 1 :] if "--only" in words else []
    files = [word for word in words if word.endswith(".tex")]
    file = Path(files[0] if files else "equations.tex")
    file.write_text(latex_book("The samples", systems(only), language), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
