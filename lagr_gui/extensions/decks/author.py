"""From a model that LAGR could have treated to the cards of its system.

Every joint of the tree becomes R, z′ and the joint points; every force a force and a moment at
the centre of mass, in space axes.  What LAGR knew nothing of is refused by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from lagr_gui.algebra import Canonical
from lagr_gui.expression import TIME, Expression, read, symbols
from lagr_gui.extensions.decks.card_names import ENTRIES, CardNames
from lagr_gui.extensions.decks.lists import FORCE_LIST, METRIC_LIST
from lagr_gui.extensions.decks.loads import Loads
from lagr_gui.extensions.decks.names import Indices, spelled
from lagr_gui.extensions.decks.punch import punch
from lagr_gui.extensions.decks.records import (
    Absolute,
    BodyCards,
    DamperCards,
    RelativeRecord,
    Row,
    Rows,
    SpringCards,
    SystemCards,
    Text,
)
from lagr_gui.extensions.decks.refusals import (
    refuse_conditions,
    refuse_element,
    refuse_tables,
)
from lagr_gui.extensions.decks.replacing import listed, names_in
from lagr_gui.extensions.decks.spelling import formac
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Problem, refusal
from lagr_gui.mechanics.closed.kinematics import Kinematics
from lagr_gui.mechanics.reading import Link, Part, Reading
from lagr_gui.mechanics.vectors import dot, minus, plus, transpose
from lagr_gui.model import Model, Scalar, SpecialCase

LONGEST = 500
"""The most characters of a string that LAGR took."""


def cards_of(model: Model, reading: Reading) -> tuple[SystemCards, CardNames]:
    """The cards of a sound model, and how its names are called there.

    Raises LagrError naming every element that LAGR could not have treated.
    """
    refuse_conditions(model, reading)
    return _Author(model, reading).system()


def numbering(reading: Reading) -> dict[int, int]:
    """LAGR's numbers of the bodies: 1 … N, rising along the tree; as they are if they do."""
    numbers = sorted(link.child for link in reading.links)
    rising = all(link.parent < link.child for link in reading.links)
    if rising and numbers == list(range(1, len(numbers) + 1)):
        return {0: 0} | {number: number for number in numbers}
    return {0: 0} | {link.child: index for index, link in enumerate(reading.links, start=1)}


class _Author:
    def __init__(self, model: Model, reading: Reading) -> None:
        self.model = model
        self.reading = reading
        self.numbers = numbering(reading)
        self.names = CardNames(model, reading.coordinates, self.numbers)
        self.kinematics = Kinematics(reading)
        self.known: set[str] = set()

    def system(self) -> tuple[SystemCards, CardNames]:
        problems: list[Problem] = []
        loads = Loads(self.model, self.reading, self.kinematics, self.names)
        dampers: list[DamperCards] = []
        springs: list[SpringCards] = []
        for part in self.reading.parts:
            try:
                if part.kind.name == "spring":
                    springs.append(self.spring(part))
                elif part.kind.name == "lagr_damper":
                    dampers.append(self.damper(part))
                elif not loads.take(part):
                    refuse_element(self.model, part)
            except LagrError as error:
                problems += error.problems
        if problems:
            raise LagrError(problems)
        links = sorted(self.reading.links, key=lambda link: self.numbers[link.child])
        cards = SystemCards(
            freedoms=len(self.reading.coordinates),
            relative=True,
            base=self.base(),
            bodies=tuple(self.body(link, loads) for link in links),
            dampers=tuple(dampers),
            springs=tuple(springs),
        )
        metric, forces = self.lists(punch((cards,)))
        return replace(cards, metric_lists=metric, force_lists=forces), self.names

    def base(self) -> Absolute:
        E, x = self.kinematics.poses[0]
        where = "Body 0"
        return Absolute(self.rows(where, E), self.row(where, [v.tree() for v in x]))

    def body(self, link: Link, loads: Loads) -> BodyCards:
        where = say("Body {child}", child=link.child)
        c_k, c_l = self.points(link)
        R, d = self.kinematics.seen_from(link.parent, link.child)
        columns = transpose(R)
        back = self.kinematics.vector(c_l)
        carried = dot(back, columns[0]), dot(back, columns[1]), dot(back, columns[2])
        z = plus(minus(d, self.kinematics.vector(c_k)), carried)
        motion = RelativeRecord(
            self.numbers[link.parent],
            self.rows(where, R),
            self.row(where, [value.tree() for value in z]),
            self.row(where, c_k),
            self.row(where, c_l),
        )
        load = loads.on(link.child)
        if load is None:
            return BodyCards(motion)
        K, M = load
        return BodyCards(motion, self.punched(where, K), self.punched(where, M))

    def points(self, link: Link) -> tuple[Sequence[Expression], Sequence[Expression]]:
        """The joint points on the reference body and on the body."""
        for joint in self.model.joints:
            if joint.name == link.joint:
                ends = joint.point_parent, joint.point_child
                here, there = ends[::-1] if link.backwards else ends
                return [read(value) for value in here], [read(value) for value in there]
        nowhere = [read(0)] * 3  # a free joint that the program assumed
        return nowhere, nowhere

    def spring(self, part: Part) -> SpringCards:
        ends, points = self.line(part, "XF")
        constants = self.given("C", ends, part.value("c"))
        constants |= self.given("LA0", ends, part.value("l0"))
        return SpringCards(ends, self.chain(part, points), self.chain(part, constants))

    def damper(self, part: Part) -> DamperCards:
        if any(symbol.name == TIME for symbol in symbols(part.tree("k"))):
            cause = "Its damping depends on the time, which LAGR would differentiate."
            remedy = "Make the damping constant."
            raise refusal(_place(part), cause, remedy, code="deck-element")
        ends, points = self.line(part, "XD")
        constants = points | self.given("K", ends, part.value("k"))
        return DamperCards(ends, self.chain(part, constants))

    def line(self, part: Part, name: str) -> tuple[tuple[int, int], dict[str, str]]:
        """The bodies of a line and the replacements of its points."""
        a, b = self.numbers[part.value("body_a")], self.numbers[part.value("body_b")]
        cards: dict[str, str] = {}
        for first, second, field in ((a, b, "point_a"), (b, a, "point_b")):
            for i, value in enumerate(part.value(field), start=1):
                cards |= self.given(name, (first, second, i), value)
        return (a, b), cards

    def given(self, name: str, indices: Indices, value: Scalar) -> dict[str, str]:
        """The replacement of an atom that LAGR makes by itself; none where it is the value."""
        atom = spelled(name, indices)
        if self.names.is_atom(value, name, indices):
            self.known.add(atom)
            return {}
        return {atom: self.text(value)}

    def lists(self, cards: str) -> tuple[tuple[Text, ...], tuple[Text, ...]]:
        """The replacement lists; where masses are no atoms the first list gives their values.

        Only what occurs on the cards before, or in that first list, is replaced.
        """
        before = self.inertial()
        values = (formac(value, self.names) for value in before.values())
        self.known |= names_in(" ".join((cards, *values)))
        refuse_tables(self.model, self.names, self.known)
        metric = [SpecialCase(name="")] if before else []
        metric += [c for c in self.model.special_cases if not c.name.startswith(FORCE_LIST)]
        forces = [c for c in self.model.special_cases if not c.name.startswith(METRIC_LIST)]
        return (
            tuple(self.listed(case, before) for case in metric),
            tuple(self.listed(case, {}) for case in forces),
        )

    def listed(self, case: SpecialCase, before: dict[str, Expression]) -> Text:
        where = say("Special case “{name}”", name=case.name) if case.name else "Masses and inertias"
        return self.checked(where, listed(case, self.model, self.names, before, self.known))

    def inertial(self) -> dict[str, Expression]:
        """Masses and inertias that are not LAGR's atoms, as far as they enter g."""
        cards: dict[str, Expression] = {}
        for body in self.reading.bodies:
            number, record = self.numbers[body.number], self.model.body(body.number)
            if not self.names.is_atom(record.mass, "M", (number,)):
                cards[f"M({number})"] = self.shortest(body.mass)
            for entry, (j, k) in ENTRIES.items():
                is_binet = record.inertia.form == "binet" and self.names.is_atom(
                    getattr(record.inertia, entry), "TH", (number, j, k)
                )
                if not is_binet and self.turns(body.number, j - 1, k - 1):
                    cards[f"TH({number},{j},{k})"] = self.shortest(body.theta[j - 1][k - 1])
        return cards

    def shortest(self, tree: Expression) -> Expression:
        return self.kinematics.algebra.expression(tree).tree()

    def turns(self, body: int, j: int, k: int) -> bool:
        """Whether θⱼₖ of a body enters g: whether ∂Eⱼᵢ ∂Eₖᵢ differs from zero (17)."""
        slopes = [self.kinematics.slopes(body, nu)[0] for nu in range(len(self.kinematics.symbols))]
        return any(
            not (dot(a[j], b[k]) + dot(a[k], b[j])).is_zero
            for index, a in enumerate(slopes)
            for b in slopes[: index + 1]
        )

    def rows(self, where: str, E: Sequence[Sequence[Canonical]]) -> Rows:
        a, b, c = (self.row(where, [value.tree() for value in row]) for row in E)
        return a, b, c

    def row(self, where: str, trees: Iterable[Expression]) -> Row:
        a, b, c = (self.checked(where, formac(tree, self.names)) for tree in trees)
        return a, b, c

    def punched(self, where: str, texts: Iterable[str]) -> Row:
        a, b, c = (self.checked(where, text) for text in texts)
        return a, b, c

    def chain(self, part: Part, entries: dict[str, str]) -> Text | None:
        if not entries:
            return None
        return self.checked(_place(part), ",".join(f"{k},{v}" for k, v in entries.items()))

    def text(self, value: Scalar) -> str:
        return formac(read(value), self.names)

    def checked(self, where: str, text: str) -> Text:
        if len(text) > LONGEST:
            cause = say(
                "A string of {count} characters is needed; LAGR took {longest}.",
                count=len(text),
                longest=LONGEST,
            )
            remedy = (
                "Use parameters for constant parts, and Binet's inertia with a parameter of its "
                "own for each entry: LAGR has names for those."
            )
            raise refusal(where, cause, remedy, code="deck-length")
        return Text(text)


def _place(part: Part) -> str:
    return say("Element “{name}”", name=part.record.name)
