"""The order of the data elements of a deck (Habelt 6.1), read element by element.

B; for each system N, F, BI1; body 0: GAM(0,I,J), GAM(0,4,J); for each body K, E(1..6,J) or
GAM(L,1..4,J), BI2 and, where it is '1'B, force and moment; the dampers; the springs; the
lists for g and Γ; the lists for Q.
"""

from __future__ import annotations

from typing import NoReturn

from lagr_gui.extensions.decks.cards import CardPlace, DataElement, DataSort, fail, items
from lagr_gui.extensions.decks.records import (
    Absolute,
    BodyCards,
    DamperCards,
    Deck,
    RelativeRecord,
    Row,
    Rows,
    SpringCards,
    SystemCards,
    Text,
)
from lagr_gui.foundation.message import Message, counted, phrase, say

MOST_SYSTEMS, MOST_BODIES, MOST_FREEDOMS, MOST_ELEMENTS, MOST_LISTS = 100, 200, 200, 500, 200


def read_cards(text: str) -> Deck:
    """The systems of a deck.

    Raises LagrError at the first element that is not what is expected in its place.
    """
    return _Order(items(text)).deck()


class _Order:
    def __init__(self, items: list[DataElement]) -> None:
        self.items = items
        self.at = 0

    def deck(self) -> Deck:
        count = self.whole(say("the number of systems B"), 1, MOST_SYSTEMS)
        systems = tuple(self.system(number, count) for number in range(1, count + 1))
        if self.at < len(self.items):
            item = self.items[self.at]
            cause = say(
                "Expected: the end of the deck after {systems}; found: {item}.",
                systems=counted(count, "{count} system", "{count} systems"),
                item=item,
            )
            fail(item.start, cause, "Remove it, or look for an element too many before it.")
        return systems

    def system(self, number: int, count: int) -> SystemCards:
        of = say(" of system {number}", number=number) if count > 1 else ""
        place = self.place
        bodies = self.whole(say("the number of bodies N{of}", of=of), 1, MOST_BODIES)
        freedoms = self.whole(say("the number of coordinates F{of}", of=of), 0, MOST_FREEDOMS)
        relative = self.flag(say("BI1{of} ('1'B relative, '0'B absolute motion)", of=of))
        base = self.absolute(0)
        cards = tuple(self.body(body, relative) for body in range(1, bodies + 1))
        return SystemCards(
            freedoms=freedoms,
            relative=relative,
            base=base,
            bodies=cards,
            dampers=self.dampers(bodies),
            springs=self.springs(bodies),
            metric_lists=self.lists(say("g and Γ")),
            force_lists=self.lists(say("Q")),
            place=place,
        )

    def body(self, body: int, relative: bool) -> BodyCards:
        motion = self.relative(body) if relative else self.absolute(body)
        if not self.flag(say("BI2 of body {body} (whether force and moment follow)", body=body)):
            return BodyCards(motion)
        force = self.row(say("the force E(5,{j}) on body {body}", j=0, body=body))
        moment = self.row(say("the moment E(6,{j}) on body {body}", j=0, body=body))
        return BodyCards(motion, force, moment)

    def relative(self, body: int) -> RelativeRecord:
        reference = self.whole(say("the reference body K of body {body}", body=body), 0, body - 1)
        return RelativeRecord(
            reference,
            self.matrix(
                say("the relative rotation matrix E({i},{j}) of body {body}", i=0, j=0, body=body)
            ),
            self.row(say("the relative distance E(4,{j}) of body {body}", j=0, body=body)),
            self.row(say("the joint point E(5,{j}) on body {body}", j=0, body=reference)),
            self.row(say("the joint point E(6,{j}) on body {body}", j=0, body=body)),
        )

    def absolute(self, body: int) -> Absolute:
        what = say("the rotation matrix GAM({body},{i},{j}) of body {body}", i=0, j=0, body=body)
        rotation = self.matrix(what)
        centre = (
            say("the origin GAM(0,4,{j}) of body 0", j=0)
            if body == 0
            else say("the centre of mass GAM({body},4,{j}) of body {body}", j=0, body=body)
        )
        return Absolute(rotation, self.row(centre))

    def dampers(self, bodies: int) -> tuple[DamperCards, ...]:
        count = self.whole(say("the number of dampers"), 0, MOST_ELEMENTS)
        return tuple(self.damper(say("damper {i}", i=i), bodies) for i in range(1, count + 1))

    def damper(self, name: Message, bodies: int) -> DamperCards:
        ends = self.ends(name, bodies)
        is_listed = self.flag(say("BI1 of {name} (whether the list E follows)", name=name))
        return DamperCards(
            ends, self.text(say("the list E of {name}", name=name)) if is_listed else None
        )

    def springs(self, bodies: int) -> tuple[SpringCards, ...]:
        count = self.whole(say("the number of springs"), 0, MOST_ELEMENTS)
        return tuple(self.spring(say("spring {i}", i=i), bodies) for i in range(1, count + 1))

    def spring(self, name: Message, bodies: int) -> SpringCards:
        ends = self.ends(name, bodies)
        points = self.flag(say("BI1 of {name} (whether the list E1 follows)", name=name))
        constants = self.flag(say("BI2 of {name} (whether the list E2 follows)", name=name))
        return SpringCards(
            ends,
            self.text(say("the list E1 of {name}", name=name)) if points else None,
            self.text(say("the list E2 of {name}", name=name)) if constants else None,
        )

    def ends(self, name: Message, bodies: int) -> tuple[int, int]:
        first = self.whole(say("body L of {name}", name=name), 0, bodies)
        place = self.place
        second = self.whole(say("body N of {name}", name=name), 0, bodies)
        if first == second:
            cause = say("The {name} connects body {first} with itself.", name=name, first=first)
            fail(place, cause, "Give the number of another body.")
        return first, second

    def lists(self, what: Message) -> tuple[Text, ...]:
        count = self.whole(
            say("the number of replacement lists for {what}", what=what), 0, MOST_LISTS
        )
        return tuple(
            self.text(say("replacement list {i} for {what}", i=i, what=what))
            for i in range(1, count + 1)
        )

    def matrix(self, what: Message) -> Rows:
        first, second, third = (self.row(what.with_values(i=i)) for i in range(1, 4))
        return first, second, third

    def row(self, what: Message) -> Row:
        first, second, third = (self.text(what.with_values(j=j)) for j in range(1, 4))
        return first, second, third

    @property
    def place(self) -> CardPlace:
        if not self.items:
            return CardPlace(1, 1)
        return self.items[min(self.at, len(self.items) - 1)].start

    def take(self, what: Message, sort: DataSort, remedy: str) -> DataElement:
        if self.at >= len(self.items):
            cause = say("Expected: {what}; the deck ends here.", what=what)
            fail(self.place, cause, "Punch the elements that are missing.")
        item = self.items[self.at]
        if item.sort is not sort:
            self.unexpected(what, item, remedy)
        self.at += 1
        return item

    def unexpected(self, what: Message, item: DataElement, remedy: str) -> NoReturn:
        cause = say("Expected: {what}; found: {item}.", what=what, item=item)
        fail(
            item.start,
            cause,
            say("{remedy} Or an element before it is missing or too many.", remedy=phrase(remedy)),
        )

    def whole(self, what: Message, least: int, most: int) -> int:
        item = self.take(what, DataSort.NUMBER, "Write a whole number without quotes.")
        value = int(item.text)
        if not least <= value <= most:
            self.at -= 1
            self.unexpected(
                what, item, say("It lies between {least} and {most}.", least=least, most=most)
            )
        return value

    def flag(self, what: Message) -> bool:
        item = self.take(what, DataSort.BIT, "Write '0'B or '1'B.")
        if len(item.text) != 1:
            self.unexpected(what, item, "One bit is enough: '0'B or '1'B.")
        return item.text == "1"

    def text(self, what: Message) -> Text:
        item = self.take(what, DataSort.STRING, "Write an expression in quotes.")
        if not item.text.strip():
            self.unexpected(what, item, "An expression is not empty; nothing is '0'.")
        return Text(item.text, item.places, item.start)
