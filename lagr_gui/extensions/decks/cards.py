"""PL/I's list-directed input: from the cards of a deck to its data elements.

Elements are whole numbers, quoted strings (a quote inside is doubled) and bit strings such as
'1'B, separated by blanks, commas or the ends of cards.  A string may go on from card to card.
Each character keeps its card and column, so that a fault is told where it was punched.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate, takewhile
from typing import NoReturn

from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Problem, TooLong

MOST_CHARACTERS = 300_000
"""The most characters of a deck: some 3 700 full cards."""
LONGEST_STRING = 2000
"""The most characters of a string that are not blank; LAGR itself took 500 characters."""

TOO_LONG = "What stands here has so many terms when it is written out that nobody can use it."

_BREAK = re.compile(r"[\s,']")
_END = "/*"
"""A card that begins so ends the data, as on the machine that ran LAGR."""


@dataclass(frozen=True, slots=True)
class CardPlace:
    """Where something is punched: the card (line) and the column, both from 1."""

    card: int
    column: int

    def __str__(self) -> str:
        return say("Card {card}, column {column}", card=self.card, column=self.column)


class DataSort(StrEnum):
    """The sorts of data elements."""

    NUMBER = "number"
    STRING = "string"
    BIT = "bit string"


@dataclass(frozen=True, slots=True)
class DataElement:
    """A data element: its characters without quotes, and where each of them stands."""

    sort: DataSort
    text: str
    start: CardPlace
    places: tuple[CardPlace, ...] = ()

    def __str__(self) -> str:
        shown = self.text if len(self.text) <= 30 else f"{self.text[:29]}…"
        if self.sort is DataSort.NUMBER:
            return say("the number {shown}", shown=shown)
        return say(
            "the {sort} '{shown}'{words}",
            sort=say(self.sort),
            shown=shown,
            words="B" if self.sort is DataSort.BIT else "",
        )


class DeckFault(LagrError):
    """Raised where a deck is wrong: the place is told already."""


def fail(place: CardPlace, cause: str, remedy: str) -> NoReturn:
    """Raise the problem of a fault in a deck."""
    raise DeckFault(Problem(str(place), cause, remedy, code="deck"))


@contextmanager
def located(place: CardPlace) -> Generator[None]:
    """Faults that are found inside, for example a division by zero, are told at a place."""
    try:
        yield
    except DeckFault:
        raise
    except TooLong:
        fail(place, TOO_LONG, "Write it more simply.")
    except LagrError as error:
        fail(place, error.problems[0].cause, error.problems[0].remedy)


def items(text: str) -> list[DataElement]:
    """The data elements of a deck, in order. Raises LagrError at the first mistake."""
    if len(text) > MOST_CHARACTERS:
        cause = say(
            "The deck has more than {most_characters} characters.", most_characters=MOST_CHARACTERS
        )
        fail(CardPlace(1, 1), cause, "Divide it into several decks.")
    return list(_Scanner(text).items())


class _Scanner:
    """Goes through the characters of the cards; the end of a card is a newline."""

    def __init__(self, text: str) -> None:
        cards = takewhile(lambda line: not line.startswith(_END), text.splitlines())
        lines = [f"{line}\n" for line in cards]
        self.chars = "".join(lines)
        self.starts = list(accumulate(map(len, lines), initial=0))
        self.at = 0

    @property
    def char(self) -> str:
        """The next character; empty at the end."""
        return self.chars[self.at : self.at + 1]

    @property
    def place(self) -> CardPlace:
        """Where the next character stands."""
        return self.place_of(self.at)

    def place_of(self, at: int) -> CardPlace:
        """Where a character stands; the last one, when there are fewer."""
        at = max(0, min(at, len(self.chars) - 1))
        card = bisect_right(self.starts, at, hi=max(1, len(self.starts) - 1))
        return CardPlace(card, at - self.starts[card - 1] + 1)

    def items(self) -> Iterator[DataElement]:
        separated = False
        while self.char:
            if self.char == ",":
                if not separated:
                    cause = "There is no data element before this comma."
                    fail(self.place, cause, "Remove the comma, or punch what is missing.")
                separated = False
                self.at += 1
            elif self.char.isspace():
                self.at += 1
            else:
                yield self.item()
                separated = True

    def item(self) -> DataElement:
        if self.char == "'":
            return self.quoted()
        if self.char in "+-" or self.char.isdigit():
            return self.number()
        place = self.place
        if self.char == "(":
            cause = "List-directed input takes no repetition factors."
            fail(place, cause, "Write out each data element.")
        if self.char.isalpha():
            cause = say("“{word}” stands outside quotes.", word=self.word())
            fail(place, cause, "Put expressions between quotes: 'Q(1)'.")
        cause = say("“{shown}” has no meaning between data elements.", shown=_shown(self.char))
        return fail(place, cause, "Separate data elements by blanks or commas.")

    def word(self) -> str:
        start = self.at
        while self.char.isalnum() and self.at - start < 20:
            self.at += 1
        return self.chars[start : self.at]

    def number(self) -> DataElement:
        place, start = self.place, self.at
        end = _BREAK.search(self.chars, start)
        self.at = end.start() if end else len(self.chars)
        text = self.chars[start : self.at]
        digits = text[1:] if text[0] in "+-" else text
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
            cause = say("“{text}” is not a whole number.", text=text[:30])
            fail(place, cause, "Numbers of this input are whole; expressions stand in quotes.")
        item = DataElement(DataSort.NUMBER, text, place)
        self.separated(item)
        return item

    def quoted(self) -> DataElement:
        start = self.place
        self.at += 1
        places: list[int] = []
        length = 0
        while True:
            char, at = self.char, self.at
            if not char:
                cause = "The string that begins here is not closed."
                fail(start, cause, "Punch a quote at its end.")
            self.at += 1
            if char == "'":
                if self.char != "'":
                    break
                self.at += 1
            if char == "\n":
                continue
            places.append(at)
            length += not char.isspace()
            if length > LONGEST_STRING:
                cause = say(
                    "The string that begins here has more than {longest_string} characters.",
                    longest_string=LONGEST_STRING,
                )
                fail(start, cause, "Punch a quote at its end, or divide the expression.")
        text = "".join(self.chars[at] for at in places)
        if self.bit():
            if not text or set(text) - {"0", "1"}:
                fail(
                    start,
                    say("'{text}'B is not a bit string.", text=text[:30]),
                    "Write '0'B or '1'B.",
                )
            sort = DataSort.BIT
        else:
            sort = DataSort.STRING
        item = DataElement(sort, text, start, tuple(map(self.place_of, places)))
        self.separated(item)
        return item

    def bit(self) -> bool:
        """Whether a B follows, which may stand at the head of the next card."""
        ahead = self.at
        if self.char == "\n" and ahead + 1 < len(self.chars):
            ahead += 1
        if ahead < len(self.chars) and self.chars[ahead] in "Bb":
            self.at = ahead + 1
            return True
        return False

    def separated(self, item: DataElement) -> None:
        """Fail unless the data element ends here."""
        if self.char and not self.char.isspace() and self.char != ",":
            cause = say(
                "A blank or comma is expected after {what}, “{shown}” is found.",
                what=item,
                shown=_shown(self.char),
            )
            fail(self.place, cause, "Separate the data elements; is a quote missing before?")


def _shown(char: str) -> str:
    return char if char.isprintable() else f"U+{ord(char):04X}"
