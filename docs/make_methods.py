"""Writes what the program prints into the pages of docs/methods, and books' equations as set there.

    .venv/bin/python docs/make_methods.py [PAGE.md …]

In a page, a line ``    lagr …`` stands above the block that it prints, of which only what belongs
to the method is kept.  A comment ``<!-- book`` holds equations as they are typed, one in each line,
and names that they need (``J := m*l^2``) before them; the block below has them in letters of books.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import chdir, redirect_stderr, redirect_stdout, suppress
from io import StringIO
from pathlib import Path

from lagr_gui.cli.__main__ import main as lagr
from lagr_gui.expression import Expression, read
from lagr_gui.typesetting import MINUS, UNICODE
from lagr_gui.typesetting.dialects import formula
from lagr_gui.typesetting.text_lines import WIDTH, equal_lines

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "methods"

COMMAND = re.compile(r"(?P<head>^    lagr (?P<words>[^\n]+)\n\n```\n).*?^```$", re.M | re.S)
BOOK = re.compile(r"(?P<head>^<!-- book\n(?P<lines>.*?)-->\n\n```\n).*?^```$", re.M | re.S)

MOTION = "Equations of motion"
CONDITIONS = ("Holonomic constraint equations", "Nonholonomic constraint equations")
SPEEDS = ("Generalised speeds", "Quasi-velocities")
OF_METHOD: Mapping[str, tuple[str, ...]] = {
    "lagrange": (MOTION, "Definitions", "Slopes", "Reduced inertia", "Kinetic energy"),
    "multipliers": (MOTION, *CONDITIONS),
    "lagrange-1": (MOTION, "Definitions", *CONDITIONS),
    "kane": (*SPEEDS, "Partial", "Generalised active", "Generalised inertia", MOTION),
    "appell": ("Acceleration energy", MOTION),
    "boltzmann-hamel": (*SPEEDS, "Kinetic energy in", "Hamel", "Multipliers", MOTION),
    "hamilton": ("Generalised momenta", "Hamiltonian", MOTION),
    "newton-euler": (MOTION,),
    "gauss": ("Gaussian", MOTION),
}
"""What is kept of a sheet, by the beginnings of titles."""
LEFT_OUT = ("lagr ", "At t = ", "Certified", "Largest relative")
"""Beginnings of paragraphs of other commands that are not kept."""


def printed(words: str) -> str:
    """What is kept of the output of a command in the folder of the program."""
    out, wrong = StringIO(), StringIO()
    with chdir(ROOT), redirect_stdout(out), redirect_stderr(wrong), suppress(SystemExit):
        if lagr(words.split()) == 0:
            wrong = StringIO()
    if wrong.getvalue():
        raise ValueError(f"lagr {words}: {wrong.getvalue()}")
    paragraphs = out.getvalue().strip("\n").split("\n\n")
    kept = _of_sheet if words.startswith("equations ") else _of_others
    return "\n\n".join(kept(words, paragraphs)) + "\n"


def _of_sheet(words: str, paragraphs: list[str]) -> Iterator[str]:
    found = re.search(r"--formalism (\S+)", words)
    method = found[1] if found else "lagrange"
    wanted = OF_METHOD["multipliers" if "--with-multipliers" in words else method]
    yield from (text for text in paragraphs if text.startswith(wanted))


def _of_others(_: str, paragraphs: list[str]) -> Iterator[str]:
    """All but the title and numbers."""
    yield from (text for text in paragraphs[1:] if not text.startswith(LEFT_OUT))


def sides(line: str) -> tuple[str, Expression, Expression]:
    """A line of a book: ``:=`` or ``=``, and what stands on both sides."""
    sign = ":=" if ":=" in line else "="
    left, right = line.split(f" {sign} ")
    return sign, read(left), read(right)


def book_lines(text: str) -> str:
    """Typed equations in letters of books, line by line."""
    lines: list[str] = []
    for line in text.splitlines():
        _, left, right = sides(line)
        lines += equal_lines(_written(left), _written(right), "", WIDTH)
    return "".join(f"{line}\n" for line in lines)


def _written(tree: Expression) -> str:
    return UNICODE.written(formula(tree)).replace("-", MINUS)


def whole(page: str) -> str:
    """A page with all its blocks made anew."""
    page = COMMAND.sub(lambda own: f"{own['head']}{printed(own['words'])}```", page)
    return BOOK.sub(lambda own: f"{own['head']}{book_lines(own['lines'])}```", page)


def books(page: str) -> list[list[tuple[str, Expression, Expression]]]:
    """The equations of each book in a page, with the names that they need."""
    return [[sides(line) for line in own["lines"].splitlines()] for own in BOOK.finditer(page)]


def main(names: list[str]) -> None:
    """Write the pages that are named, or all."""
    for path in map(Path, names) if names else sorted(FOLDER.glob("*.md")):
        path.write_text(whole(path.read_text("utf-8")), "utf-8")
        print(path.name)


if __name__ == "__main__":
    main(sys.argv[1:])
