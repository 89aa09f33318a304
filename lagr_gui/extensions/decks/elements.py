"""Forces, moments, dampers and springs of a deck as elements of a model."""

from __future__ import annotations

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.expression import TIME, Expression, Symbol, symbols
from lagr_gui.extensions.decks.cards import fail
from lagr_gui.extensions.decks.chains import Pair, pairs
from lagr_gui.extensions.decks.meanings import Free
from lagr_gui.extensions.decks.motion import Trees
from lagr_gui.extensions.decks.names import Indices, spelled
from lagr_gui.extensions.decks.records import DamperCards, SpringCards, Text
from lagr_gui.extensions.decks.scanner import scan
from lagr_gui.extensions.decks.vocabulary import Vocabulary
from lagr_gui.extensions.decks.words import scalar_of, vector_of
from lagr_gui.message import say
from lagr_gui.model import Element
from lagr_gui.model.record import ZERO

Atom = tuple[str, Indices]
Chosen = dict[Atom, Expression]


def loads(body: int, K: Trees, M: Trees) -> list[Element]:
    """The force on a body at its centre of mass and the moment about it, in space axes."""
    given = (("force", "force", vector_of(K)), ("moment", "torque", vector_of(M)))
    return [
        ELEMENTS[kind].record(name=f"{word} {body}", kind=kind, body=body, vector=vector)
        for word, kind, vector in given
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
    known = {spelled(*atom): atom for atom in allowed}
    for pair in pairs(text) if text else ():
        target = pair.read_target(Free()).name
        if target not in known:
            listed = ", ".join(sorted(known)[:4])
            cause = say("{target} does not occur in the {where}.", target=target, where=where)
            fail(
                pair.place,
                cause,
                say(
                    "It replaces {listed}{more}.",
                    listed=listed,
                    more=" …" if len(known) > 4 else "",
                ),
            )
        if known[target] in chosen:
            fail(
                pair.place, say("{target} is replaced twice.", target=target), "Remove one of them."
            )
        chosen[known[target]] = pair.read_value(names)
        _constant(pair, chosen[known[target]], target, timed)
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
