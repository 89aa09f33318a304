"""The order of the data elements of a deck (Habelt 6.1), read element by element.

B; for each system N, F, BI1; body 0: GAM(0,I,J), GAM(0,4,J); for each body K, E(1..6,J) or
GAM(L,1..4,J), BI2 and, where it is '1'B, force and moment; the dampers; the springs; the
lists for g and Γ; the lists for Q.
"""

from __future__ import annotations

from typing import NoReturn

from lagr_gui.exchange.lagr_deck.cards import Item, Place, Sort, fail, items
from lagr_gui.exchange.lagr_deck.records import (
    Absolute,
    BodyCards,
    DamperCards,
    Deck,
    Relative,
    Row,
    Rows,
    SpringCards,
    SystemCards,
    Text,
)

MOST_SYSTEMS, MOST_BODIES, MOST_FREEDOMS, MOST_ELEMENTS, MOST_LISTS = 100, 200, 200, 500, 200


def read_cards(text: str) -> Deck:
    """The systems of a deck.

    Raises LagrError at the first element that is not what is expected in its place.
    """
    return _Order(items(text)).deck()


class _Order:
    def __init__(self, found: list[Item]) -> None:
        self.items = found
        self.at = 0

    def deck(self) -> Deck:
        count = self.whole("the number of systems B", 1, MOST_SYSTEMS)
        systems = tuple(self.system(number, count) for number in range(1, count + 1))
        if self.at < len(self.items):
            item = self.items[self.at]
            cause = f"Expected: the end of the deck after {count} system(s); found: {item}."
            fail(item.start, cause, "Remove it, or look for an element too many before it.")
        return systems

    def system(self, number: int, count: int) -> SystemCards:
        of = f" of system {number}" if count > 1 else ""
        place = self.place
        bodies = self.whole(f"the number of bodies N{of}", 1, MOST_BODIES)
        freedoms = self.whole(f"the number of coordinates F{of}", 0, MOST_FREEDOMS)
        relative = self.flag(f"BI1{of} ('1'B relative, '0'B absolute motion)")
        base = self.absolute(0)
        cards = tuple(self.body(body, relative) for body in range(1, bodies + 1))
        return SystemCards(
            freedoms=freedoms,
            relative=relative,
            base=base,
            bodies=cards,
            dampers=self.dampers(bodies),
            springs=self.springs(bodies),
            metric_lists=self.lists("g and Γ"),
            force_lists=self.lists("Q"),
            place=place,
        )

    def body(self, body: int, relative: bool) -> BodyCards:
        motion = self.relative(body) if relative else self.absolute(body)
        if not self.flag(f"BI2 of body {body} (whether force and moment follow)"):
            return BodyCards(motion)
        force = self.row(f"the force E(5,{{}}) on body {body}")
        return BodyCards(motion, force, self.row(f"the moment E(6,{{}}) on body {body}"))

    def relative(self, body: int) -> Relative:
        reference = self.whole(f"the reference body K of body {body}", 0, body - 1)
        return Relative(
            reference,
            self.matrix("the relative rotation matrix", "E({},{{}})", body),
            self.row(f"the relative distance E(4,{{}}) of body {body}"),
            self.row(f"the joint point E(5,{{}}) on body {reference}"),
            self.row(f"the joint point E(6,{{}}) on body {body}"),
        )

    def absolute(self, body: int) -> Absolute:
        rotation = self.matrix("the rotation matrix", f"GAM({body},{{}},{{{{}}}})", body)
        what = "the origin" if body == 0 else "the centre of mass"
        return Absolute(rotation, self.row(f"{what} GAM({body},4,{{}}) of body {body}"))

    def dampers(self, bodies: int) -> tuple[DamperCards, ...]:
        count = self.whole("the number of dampers", 0, MOST_ELEMENTS)
        return tuple(self.damper(f"damper {i}", bodies) for i in range(1, count + 1))

    def damper(self, name: str, bodies: int) -> DamperCards:
        ends = self.ends(name, bodies)
        given = self.flag(f"BI1 of {name} (whether the list E follows)")
        return DamperCards(ends, self.text(f"the list E of {name}") if given else None)

    def springs(self, bodies: int) -> tuple[SpringCards, ...]:
        count = self.whole("the number of springs", 0, MOST_ELEMENTS)
        return tuple(self.spring(f"spring {i}", bodies) for i in range(1, count + 1))

    def spring(self, name: str, bodies: int) -> SpringCards:
        ends = self.ends(name, bodies)
        points = self.flag(f"BI1 of {name} (whether the list E1 follows)")
        constants = self.flag(f"BI2 of {name} (whether the list E2 follows)")
        return SpringCards(
            ends,
            self.text(f"the list E1 of {name}") if points else None,
            self.text(f"the list E2 of {name}") if constants else None,
        )

    def ends(self, name: str, bodies: int) -> tuple[int, int]:
        first = self.whole(f"body L of {name}", 0, bodies)
        place = self.place
        second = self.whole(f"body N of {name}", 0, bodies)
        if first == second:
            cause = f"The {name} connects body {first} with itself."
            fail(place, cause, "Give the number of another body.")
        return first, second

    def lists(self, what: str) -> tuple[Text, ...]:
        count = self.whole(f"the number of replacement lists for {what}", 0, MOST_LISTS)
        return tuple(self.text(f"replacement list {i} for {what}") for i in range(1, count + 1))

    def matrix(self, what: str, name: str, body: int) -> Rows:
        first, second, third = (
            self.row(f"{what} {name.format(i)} of body {body}") for i in range(1, 4)
        )
        return first, second, third

    def row(self, what: str) -> Row:
        first, second, third = (self.text(what.format(j)) for j in range(1, 4))
        return first, second, third

    @property
    def place(self) -> Place:
        if not self.items:
            return Place(1, 1)
        return self.items[min(self.at, len(self.items) - 1)].start

    def take(self, what: str, sort: Sort, remedy: str) -> Item:
        if self.at >= len(self.items):
            cause = f"Expected: {what}; the deck ends here."
            fail(self.place, cause, "Punch the elements that are missing.")
        item = self.items[self.at]
        if item.sort is not sort:
            self.unexpected(what, item, remedy)
        self.at += 1
        return item

    def unexpected(self, what: str, item: Item, remedy: str) -> NoReturn:
        cause = f"Expected: {what}; found: {item}."
        fail(item.start, cause, f"{remedy} Or an element before it is missing or too many.")

    def whole(self, what: str, least: int, most: int) -> int:
        item = self.take(what, Sort.NUMBER, "Write a whole number without quotes.")
        value = int(item.text)
        if not least <= value <= most:
            self.at -= 1
            self.unexpected(what, item, f"It lies between {least} and {most}.")
        return value

    def flag(self, what: str) -> bool:
        item = self.take(what, Sort.BIT, "Write '0'B or '1'B.")
        if len(item.text) != 1:
            self.unexpected(what, item, "One bit is enough: '0'B or '1'B.")
        return item.text == "1"

    def text(self, what: str) -> Text:
        item = self.take(what, Sort.STRING, "Write an expression in quotes.")
        if not item.text.strip():
            self.unexpected(what, item, "An expression is not empty; nothing is '0'.")
        return Text(item.text, item.places, item.start)
