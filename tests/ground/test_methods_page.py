"""The lines of docs/methods.md are printed so, and books' forms are the same equations."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import lagr_gui
from lagr_gui.algebra import Algebra
from lagr_gui.expression import read, symbols
from lagr_gui.mechanics.sheets.balance import equations_of_motion, whole
from lagr_gui.typesetting.sheet_unicode import unicode_equations
from tests.ground.sources import ROOT

PAGE = (ROOT / "docs" / "methods.md").read_text("utf-8")
COMMAND = re.compile(r"^    lagr equations (\S+) --formalism (\S+) --as unicode$", re.M)


def examples() -> Iterator[tuple[str, str, list[str], list[str]]]:
    """File and formalism, lines that are printed, equations of books."""
    commands = [*COMMAND.finditer(PAGE)]
    ends = [match.start() for match in commands[1:]] + [PAGE.index("## Truth")]
    for match, end in zip(commands, ends, strict=True):
        lines = [
            text.strip() for text in re.findall(r"^      (\S.*)$", PAGE[match.end() : end], re.M)
        ]
        books = [line for line in lines if "*" in line and "T*" not in line and "F*" not in line]
        yield match[1], match[2], [line for line in lines if line not in books], books


EXAMPLES = [*examples()]


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example_is_printed_so(number: int) -> None:
    file, formalism, lines, books = EXAMPLES[number]
    assert lines
    sheet = lagr_gui.equations(lagr_gui.load(ROOT / file), formalism=formalism, minimal=None)
    printed = [
        re.sub(r"    \(.*\)$", "", line).strip() for line in unicode_equations(sheet).splitlines()
    ]
    assert [line for line in lines if line not in printed] == []
    algebra = Algebra()
    motion = equations_of_motion(sheet)
    assert not books or len(books) == len(motion)
    for balance, book in zip(motion, books, strict=False):
        left, right = (algebra.expression(whole(side)) for side in (balance.left, balance.right))
        one, other = (algebra.expression(read(side)) for side in book.split(" = "))
        ours, theirs = left - right, one - other
        rate = max(symbols(theirs.tree()), key=lambda symbol: symbol.order)
        assert not theirs.derivative(rate).is_zero
        assert (ours * theirs.derivative(rate) - theirs * ours.derivative(rate)).is_zero, book
