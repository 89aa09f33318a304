"""From the cards of one system to a model.

The order is LAGR's own: what has been read may be used in what follows.  Faults of
expressions are collected, so that one run tells all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import TypeVar

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.editing.edits import arrange
from lagr_gui.expression import TIME, Expression, Number, Symbol, symbols
from lagr_gui.extensions.decks.cards import CardPlace, fail, located
from lagr_gui.extensions.decks.chains import Pair, pairs
from lagr_gui.extensions.decks.formac import read_formac
from lagr_gui.extensions.decks.joints import CardMotion, joints
from lagr_gui.extensions.decks.lists import special_cases
from lagr_gui.extensions.decks.meanings import Free
from lagr_gui.extensions.decks.motion import Poses, Steps, TreeRows, Trees
from lagr_gui.extensions.decks.names import Indices, spelled
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
from lagr_gui.extensions.decks.scanner import scan
from lagr_gui.extensions.decks.vocabulary import Vocabulary
from lagr_gui.extensions.decks.words import matrix_of, scalar_of, vector_of
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Problem
from lagr_gui.model import Base, Body, Element, Inertia, Joint, Model
from lagr_gui.model.record import IDENTITY, ZERO

T = TypeVar("T")
_NOUGHT: Expression = Number(Fraction(0))


def model_of(cards: SystemCards, name: str) -> Model:
    """The model of one system. Raises LagrError with all faults of its expressions."""
    return _System(cards).model(name)


class _System:
    def __init__(self, cards: SystemCards) -> None:
        self.cards = cards
        self.names = Vocabulary(len(cards.bodies), cards.freedoms)
        self.poses = Poses()
        self.problems: list[Problem] = []
        self.elements: list[Element] = []

    def model(self, name: str) -> Model:
        for number in range(1, len(self.cards.bodies) + 1):
            self.names.add("M", (number,))
            for j, k in ((1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 3)):
                self.names.add("TH", (number, j, k))
        base = self.base(self.cards.base)
        motions = [
            self.body(number, body) for number, body in enumerate(self.cards.bodies, start=1)
        ]
        self.rigging()
        cases = self.guarded(self.cards.place, lambda: special_cases(self.cards, self.names), ())
        if self.problems:
            raise LagrError(self.problems)
        with located(self.cards.place):
            drawn = joints(motions, self.poses, self.cards)
        return arrange(self.assembled(name, base, drawn).having(special_cases=cases))

    def assembled(self, name: str, base: Base, drawn: tuple[Joint, ...]) -> Model:
        numbers = range(1, len(self.cards.bodies) + 1)
        return Model(
            name=name,
            description="Read from a card deck of LAGR.",
            gravity=ZERO,
            base=base,
            bodies=tuple(self.rigid_body(number) for number in numbers),
            joints=drawn,
            elements=tuple(self.elements),
            parameters=self.names.described(),
            functions=self.names.unspecified(),
        )

    def rigid_body(self, number: int) -> Body:
        def theta(j: int, k: int) -> str:
            return self.names.parameters["TH", (number, j, k)]

        inertia = Inertia(
            form="binet",
            xx=theta(1, 1),
            yy=theta(2, 2),
            zz=theta(3, 3),
            xy=theta(1, 2),
            xz=theta(1, 3),
            yz=theta(2, 3),
        )
        mass = self.names.parameters["M", (number,)]
        return Body(number=number, mass=mass, inertia=inertia, gravity=False)

    def guarded(self, place: CardPlace, step: Callable[[], T], otherwise: T) -> T:
        """A step whose problems are collected; those without a card are told at a place."""
        try:
            with located(place):
                return step()
        except LagrError as error:
            self.problems += error.problems
            return otherwise

    def read(self, text: Text) -> Expression:
        return self.guarded(text.start, lambda: read_formac(text, self.names), _NOUGHT)

    def row(self, name: str, first: tuple[int, ...], row: Row) -> Trees:
        """Three expressions, each known by its name as soon as it is read."""
        trees: list[Expression] = []
        for j, text in enumerate(row, start=1):
            trees.append(self.read(text))
            self.names.know(name, (*first, j), trees[-1])
        return trees[0], trees[1], trees[2]

    def rows(self, name: str, first: tuple[int, ...], rows: Rows) -> TreeRows:
        a, b, c = (self.row(name, (*first, i), row) for i, row in enumerate(rows, start=1))
        return a, b, c

    def absolute(self, number: int, cards: Absolute) -> tuple[TreeRows, Trees]:
        E = self.rotation(number, "GAM", (number,), cards.rotation)
        x = self.row("GAM", (number, 4), cards.position)
        return E, x

    def rotation(self, number: int, name: str, first: tuple[int, ...], cards: Rows) -> TreeRows:
        """A matrix; one that can be no rotation, whatever the parameters are, is a fault."""
        before = len(self.problems)
        R = self.rows(name, first, cards)
        if len(self.problems) > before:
            return R
        deviation = self.guarded(cards[0][0].start, lambda: self.poses.skew(R), None)
        parameters = set(self.names.parameters.values())
        if deviation is not None and not any(symbol.name in parameters for symbol in deviation):
            cause = say(
                "The matrix of body {number} is not a right-handed rotation matrix.", number=number
            )
            remedy = "Row I is body axis I; rows are orthogonal unit vectors. Check the signs."
            self.problems.append(Problem(str(cards[0][0].start), cause, remedy, code="deck"))
        return R

    def base(self, cards: Absolute) -> Base:
        E, x = self.absolute(0, cards)
        texts = [*cards.position, *(text for row in cards.rotation for text in row)]
        for text, tree in zip(texts, [*x, *(e for row in E for e in row)], strict=True):
            self.guarded(text.start, lambda t=text, e=tree: _of_time_only(t, e), None)
        self.guarded(cards.position[0].start, lambda: self.poses.put(0, E, x), None)
        matrix = matrix_of(E)
        return Base(
            name="Body 0",
            position=vector_of(x),
            matrix=None if matrix == IDENTITY else matrix,
        )

    def body(self, number: int, cards: BodyCards) -> CardMotion:
        motion = cards.motion
        steps = (
            self.relative(number, motion)
            if isinstance(motion, RelativeRecord)
            else self.seen_from_base(number, motion)
        )
        if cards.force is not None and cards.moment is not None:
            K = self.row("E", (5,), cards.force)
            M = self.row("E", (6,), cards.moment)
            for i, j in ((i, j) for i in (1, 2, 3) for j in (1, 2, 3)):
                self.names.values.pop(("E", (i, j)), None)  # LAGR puts the moment tensor there
            self.elements += loads(number, K, M)
        return CardMotion(number, steps)

    def relative(self, number: int, cards: RelativeRecord) -> Steps:
        R = self.rotation(number, "E", (), cards.rotation)
        z = self.row("E", (4,), cards.distance)
        c_k = self.row("E", (5,), cards.point_k)
        c_l = self.row("E", (6,), cards.point_l)
        steps = Steps(cards.reference, R, z, c_k, c_l)
        self.poses.hang(number, steps)
        self.know_pose(number)
        return steps

    def seen_from_base(self, number: int, cards: Absolute) -> Steps:
        """Absolute motion as motion relative to body 0, which may move."""
        E, x = self.absolute(number, cards)
        place = cards.position[0].start
        self.guarded(place, lambda: self.poses.put(number, E, x), None)
        R, z = self.guarded(place, lambda: self._relative_to_base(number, E, x), (E, x))
        nowhere = (_NOUGHT, _NOUGHT, _NOUGHT)
        return Steps(0, R, z, nowhere, nowhere)

    def _relative_to_base(self, number: int, E: TreeRows, x: Trees) -> tuple[TreeRows, Trees]:
        resting = matrix_of(self.base_rows()) == IDENTITY and vector_of(self.base_origin()) == ZERO
        return (E, x) if resting else self.poses.seen_from_base(number)

    def base_rows(self) -> TreeRows:
        value = self.names.values
        a, b, c = (
            (value["GAM", (0, i, 1)](), value["GAM", (0, i, 2)](), value["GAM", (0, i, 3)]())
            for i in (1, 2, 3)
        )
        return a, b, c

    def base_origin(self) -> Trees:
        x, y, z = (self.names.values["GAM", (0, 4, i)]() for i in (1, 2, 3))
        return x, y, z

    def know_pose(self, number: int) -> None:
        """GAM of a body that moves relative to another one."""
        for i in (1, 2, 3, 4):
            for j in (1, 2, 3):
                self.names.values["GAM", (number, i, j)] = self.poses.entry(number, i, j)

    def rigging(self) -> None:
        """Dampers and springs."""
        for word, several, make in (
            ("damper", self.cards.dampers, damper),
            ("spring", self.cards.springs, spring),
        ):
            for index, cards in enumerate(several, start=1):
                made = partial(make, f"{word} {index}", cards, self.names)
                self.elements += self.guarded(self.cards.place, lambda made=made: [made()], [])


def _of_time_only(text: Text, tree: Expression) -> None:
    """The motion of body 0 is a function of time."""
    wrong = sorted(s.name for s in symbols(tree) if s.name[:1] == "q" and s.name != TIME)
    if wrong:
        cause = say("The motion of body 0 depends on {wrong}.", wrong=", ".join(wrong))
        fail(text.start, cause, "It is prescribed: a function of time Q(0) and of parameters.")


# --- Forces, moments, dampers and springs of a deck as elements of a model ---------------------

Atom = tuple[str, Indices]
Chosen = dict[Atom, Expression]


def loads(body: int, K: Trees, M: Trees) -> list[Element]:
    """The force on a body at its centre of mass and the moment about it, in space axes."""
    vectors = (("force", "force", vector_of(K)), ("moment", "torque", vector_of(M)))
    return [
        ELEMENTS[kind].record(name=f"{word} {body}", kind=kind, body=body, vector=vector)
        for word, kind, vector in vectors
        if vector != ZERO
    ]


def damper(name: str, cards: DamperCards, names: Vocabulary) -> Element:
    """LAGR's damper; its list E gives points XD and the constant K (4.10)."""
    k, points = ("K", cards.bodies), _ends("XD", cards.bodies)
    chosen = _chosen(cards.constants, {k, *points}, names, name)
    return ELEMENTS["lagr_damper"].record(
        name=name,
        kind="lagr_damper",
        k=scalar_of(_value(k, chosen, names)),
        **_line(cards.bodies, points, chosen, names),
    )


def spring(name: str, cards: SpringCards, names: Vocabulary) -> Element:
    """A linear spring; E1 gives its points XF, E2 stiffness C and natural length LA0 (4.9)."""
    c, l0, points = ("C", cards.bodies), ("LA0", cards.bodies), _ends("XF", cards.bodies)
    chosen = _chosen(cards.points, set(points), names, say("{name}, list E1", name=name))
    chosen |= _chosen(
        cards.constants, {c, l0}, names, say("{name}, list E2", name=name), timed=True
    )
    return ELEMENTS["spring"].record(
        name=name,
        kind="spring",
        c=scalar_of(_value(c, chosen, names)),
        l0=scalar_of(_value(l0, chosen, names)),
        **_line(cards.bodies, points, chosen, names),
    )


def _ends(name: str, bodies: tuple[int, int]) -> list[Atom]:
    """The coordinates of both points: XF(L,N,I) on body L, XF(N,L,I) on body N."""
    first, second = bodies
    here = [(name, (first, second, i)) for i in (1, 2, 3)]
    return here + [(name, (second, first, i)) for i in (1, 2, 3)]


def _line(
    bodies: tuple[int, int], points: list[Atom], chosen: Chosen, names: Vocabulary
) -> dict[str, object]:
    at = [_value(atom, chosen, names) for atom in points]
    return {
        "body_a": bodies[0],
        "point_a": vector_of(at[:3]),
        "body_b": bodies[1],
        "point_b": vector_of(at[3:]),
    }


def _value(atom: Atom, chosen: Chosen, names: Vocabulary) -> Expression:
    """What the list gave, or the atom itself as a parameter."""
    if atom in chosen:
        return chosen[atom]
    return Symbol(names.parameters.get(atom) or names.add(*atom))


def _chosen(
    text: Text | None, allowed: set[Atom], names: Vocabulary, where: str, timed: bool = False
) -> Chosen:
    """The replacements of a list; values are constant, or with `timed` functions of time."""
    chosen: Chosen = {}
    atoms = {spelled(*atom): atom for atom in allowed}
    for pair in pairs(text) if text else ():
        target = pair.read_target(Free()).name
        if target not in atoms:
            listed = ", ".join(sorted(atoms)[:4])
            cause = say("{target} does not occur in the {where}.", target=target, where=where)
            fail(
                pair.place,
                cause,
                say(
                    "It replaces {listed}{more}.",
                    listed=listed,
                    more=" …" if len(atoms) > 4 else "",
                ),
            )
        if atoms[target] in chosen:
            fail(
                pair.place, say("{target} is replaced twice.", target=target), "Remove one of them."
            )
        chosen[atoms[target]] = pair.read_value(names)
        _constant(pair, chosen[atoms[target]], target, timed)
    return chosen


def _constant(pair: Pair, tree: Expression, shown: str, timed: bool) -> None:
    wrong = [s for s in symbols(tree) if s.order or s.name[:1] == "q" or s.name == TIME]
    if timed:
        wrong = [symbol for symbol in wrong if symbol != Symbol(TIME)]
    if wrong:
        place = pair.text.place(scan(pair.text, *pair.value)[0].at)
        on = (
            say("coordinates or velocities")
            if timed
            else say("coordinates, velocities or the time")
        )
        cause = say("The value of {shown} depends on {on}.", shown=shown, on=on)
        fail(place, cause, "Enter such an element as forces and moments of its bodies.")
