"""A deck as data: what is punched, system by system, before anything is understood.

Rows and columns are those of LAGR's own arrays (Habelt 6.1, 6.3).
"""

from __future__ import annotations

from dataclasses import dataclass

from lagr_gui.extensions.decks.cards import CardPlace

NOWHERE = CardPlace(0, 0)


@dataclass(frozen=True, slots=True)
class Text:
    """A quoted FORMAC expression or replacement list, with the place of each character."""

    value: str
    places: tuple[CardPlace, ...] = ()
    start: CardPlace = NOWHERE

    def place(self, index: int) -> CardPlace:
        """Where a character stands; past the end: where the last one stands."""
        if not self.places:
            return self.start
        return self.places[min(index, len(self.places) - 1)]


Row = tuple[Text, Text, Text]
Rows = tuple[Row, Row, Row]


@dataclass(frozen=True, slots=True)
class Absolute:
    """GAM(L,I,J) and GAM(L,4,J): rotation matrix and centre of mass in space axes."""

    rotation: Rows
    position: Row


@dataclass(frozen=True, slots=True)
class RelativeRecord:
    """K, E(I,J), E(4,J), E(5,J), E(6,J): reference body, R, z′ and the joint points."""

    reference: int
    rotation: Rows
    distance: Row
    point_k: Row
    point_l: Row


@dataclass(frozen=True, slots=True)
class BodyCards:
    """A body: its motion, and force and moment about the centre of mass where BI2 is '1'B."""

    motion: Absolute | RelativeRecord
    force: Row | None = None
    moment: Row | None = None


@dataclass(frozen=True, slots=True)
class DamperCards:
    """A damper between bodies L and N with its list E."""

    bodies: tuple[int, int]
    constants: Text | None = None


@dataclass(frozen=True, slots=True)
class SpringCards:
    """A spring between bodies L and N with its lists E1 (points) and E2 (C, LA0)."""

    bodies: tuple[int, int]
    points: Text | None = None
    constants: Text | None = None


@dataclass(frozen=True, slots=True)
class SystemCards:
    """One system: N bodies, F coordinates, elements, lists for g and Γ and for Q."""

    freedoms: int
    relative: bool
    base: Absolute
    bodies: tuple[BodyCards, ...]
    dampers: tuple[DamperCards, ...] = ()
    springs: tuple[SpringCards, ...] = ()
    metric_lists: tuple[Text, ...] = ()
    force_lists: tuple[Text, ...] = ()
    place: CardPlace = NOWHERE


Deck = tuple[SystemCards, ...]
