"""Where the lines of a note break, and how large it is: the same in all pictures."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from lagr_gui.drawing.boxes import Box
from lagr_gui.drawing.geometry import Point
from lagr_gui.drawing.looks import FONT, ems
from lagr_gui.model import Note

EDGE, LINE = 8.0, 17.0
"""Between edge and text; from line to line."""
LEAST = 3 * FONT["note"]
"""Lines are not made shorter."""


def note_box(note: Note) -> Box:
    """The room of a note on the drawing."""
    height = LINE * len(note_lines(note)) + 2 * EDGE
    return note.x, note.y, note.x + max(note.width, LEAST + 2 * EDGE), note.y + height


def note_lines(note: Note) -> tuple[str, ...]:
    """The text in lines that fit its width."""
    return _lines(note.text, max(note.width - 2 * EDGE, LEAST) / FONT["note"])


def line_places(note: Note) -> Iterator[tuple[Point, str]]:
    """The left end of each line at half its height, and what stands there; not of empty ones."""
    for number, line in enumerate(note_lines(note)):
        if line:
            yield (note.x + EDGE, note.y + EDGE + LINE * (number + 0.5)), line


@lru_cache(maxsize=512)
def _lines(text: str, room: float) -> tuple[str, ...]:
    lines: list[str] = []
    for paragraph in text.splitlines() or [""]:
        lines += _broken(paragraph, room)
    return tuple(lines)


def _broken(paragraph: str, room: float) -> Iterator[str]:
    """A paragraph in lines, between words where they are not too long."""
    line, used = "", 0.0
    for word in paragraph.expandtabs(4).split(" "):
        long = ems(word)
        if line and used + ems(" ") + long > room:
            yield line.rstrip()
            line, used = "", 0.0
        while long > room:
            fits = _fitting(word, room)
            yield word[:fits]
            word = word[fits:]
            long = ems(word)
        line, used = (f"{line} {word}", used + ems(" ") + long) if line else (word, long)
    yield line.rstrip()


def _fitting(word: str, room: float) -> int:
    """How many letters fit, at least one."""
    used, count = 0.0, 0
    for letter in word:
        used += ems(letter)
        if used > room:
            break
        count += 1
    return max(count, 1)
