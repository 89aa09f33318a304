"""What a signal-flow diagram shows, in words: algebraic loops, why they are, how to cut them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce

from lagr_gui.expression.letters import pretty
from lagr_gui.extensions.signal_flow.naming import AXES
from lagr_gui.extensions.signal_flow.records import (
    JOINT,
    MESH,
    AlgebraicLoop,
    Network,
    ScalarUnknown,
    SignalWire,
    WirePart,
)
from lagr_gui.foundation.message import Message, counted, joined, phrase, say

FEW = 12
"""So many names of numbers to be guessed are listed."""


def summary(network: Network) -> str:
    """How many blocks, integrators and algebraic loops there are."""
    return joined(
        [
            counted(len(network.blocks), "{count} block", "{count} blocks"),
            counted(network.integrators, "{count} integrator", "{count} integrators"),
            counted(len(network.loops), "{count} algebraic loop", "{count} algebraic loops"),
        ]
    )


def notes(network: Network) -> list[str]:
    """What has to be known of the diagram as a whole."""
    texts: list[str] = []
    left = _unused(network)
    if left:
        texts.append(
            say("Left out, because nothing that moves depends on it: {names}.", names=_listed(left))
        )
    if network.dependent or network.led:
        every = sorted((*network.dependent, *network.led))
        names = _listed(pretty(network.coordinates[nu]) for nu in every)
        texts.append(
            say(
                "The conditions tell {names} from the other coordinates and velocities.",
                names=names,
            )
        )
    if network.redundant:
        sources = dict.fromkeys(network.sources[s].partition(":")[2] for s in network.redundant)
        texts.append(
            say(
                "Conditions of {names} follow from others and are left out: how these forces are "
                "shared, no rigid body tells.",
                names=_listed(sources),
            )
        )
    if network.limits:
        texts.append(
            say(
                "What limits the motion ({names}) acts only in contact and is not drawn.",
                names=_listed(network.limits),
            )
        )
    return texts


def loop_title(network: Network, index: int) -> str:
    """Which loop it is, and through how many blocks it runs."""
    loop = network.loops[index]
    return say(
        "Algebraic loop {number}: {equations} in {blocks} that can only be solved together.",
        number=index + 1,
        equations=counted(len(loop.solved), "{count} equation", "{count} equations"),
        blocks=counted(len(loop.blocks), "{count} block", "{count} blocks"),
    )


def loop_words(network: Network, index: int) -> list[str]:
    """Through what a loop runs, why it is one, and how it is cut; a sentence each."""
    loop = network.loops[index]
    return [
        *_members(network, loop),
        _chain(network, loop),
        _reason(network, loop),
        *_ways(network, loop),
    ]


def _members(network: Network, loop: AlgebraicLoop) -> Iterator[str]:
    bodies = [network.body(int(key.partition(":")[2])) for key in loop.bodies]
    groups = (
        ("bodies {names}", bodies),
        ("joints {names}", [key.partition(":")[2] for key in loop.joints]),
        ("conditions {names}", [key.partition(":")[2] for key in loop.conditions]),
    )
    parts = [say(words, names=_listed(names)) for words, names in groups if names]
    if parts:
        yield say("It runs through {parts}.", parts=joined(parts, "; "))


def _chain(network: Network, loop: AlgebraicLoop) -> str:
    """A short circle: each result with the block that gives it."""
    steps = [
        say(
            "{result} ({block})",
            result=name_of(network, network.solved[i].gives),
            block=phrase(_block_of(network, i)),
        )
        for i in loop.way
    ]
    if not loop.way:
        return say("Each needs the others within the same instant.")
    first = name_of(network, network.solved[loop.way[0]].gives)
    return say(
        "One loop path: {chain}. Each needs the one before it within the same instant.",
        chain=reduce(_then, [*steps, phrase(first)]),
    )


def _then(before: Message, after: Message) -> Message:
    return say("{before} → {after}", before=before, after=after)


def _block_of(network: Network, solved: int) -> str:
    return next((b.name for b in network.blocks if solved in b.solved), "")


def _reason(network: Network, loop: AlgebraicLoop) -> str:
    if loop.conditions:
        return say(
            "The conditions make accelerations of these bodies depend on each other; the forces "
            "that hold them depend on these accelerations, and the accelerations on the forces."
        )
    kinds = {network.blocks[b].kind for b in loop.blocks}
    if kinds == {MESH}:
        return say(
            "Inductances belong to several of these meshes: how fast each current changes depends "
            "on how fast the others do."
        )
    if kinds == {JOINT} and all(network.solved[i].row.sort == "free" for i in loop.solved):
        return say(
            "The mass of a beam moves with several amplitudes: the acceleration of each depends "
            "on those of the others."
        )
    if kinds == {JOINT}:
        return say(
            "The joint's coordinates do not lie along the axes of space: components along these "
            "only follow together."
        )
    return say(
        "The force in a joint depends on the acceleration of a centre of mass, this on those of "
        "the coordinates, and these on the moment or component of that force."
    )


def _ways(network: Network, loop: AlgebraicLoop) -> Iterator[str]:
    names = [name_of(network, unknown) for unknown in loop.cut]
    listed = _listed(names[:FEW]) + (" …" if len(names) > FEW else "")
    yield counted(
        len(names),
        "Break the loop by hand: if {names} were known, all else would follow block by block. "
        "A Memory block there takes the value of the step before: it needs a right start value, "
        "and is only as good as the step is short.",
        "Break the loop by hand: if {names} (those {count}) were known, all else would follow "
        "block by block. Memory blocks there take the values of the step before: they need right "
        "start values, and are only as good as the step is short.",
        names=phrase(listed),
    )
    solved = {*network.dependent, *network.led}
    free = [
        int(network.solved[i].gives.owner)
        for i in loop.solved
        if network.solved[i].gives.sort == "qdd"
    ]
    independent = [pretty(network.coordinates[nu]) for nu in free if nu not in solved]
    if independent:
        yield say(
            "Eliminated: inserted into each other, the equations lose the forces of constraint. "
            "What is left are equations for the accelerations of {names}: the equations of motion "
            "of this program.",
            names=_listed(independent),
        )


def name_of(network: Network, unknown: ScalarUnknown) -> str:
    """What an unknown is called in plain text."""
    for wire in network.wires:
        for part in wire.parts:
            if (part.sort, part.owner, part.axis) == (unknown.sort, unknown.owner, unknown.axis):
                return plain(part.name)
    match unknown.sort:
        case "qdd":
            return pretty(network.coordinates[int(unknown.owner)], 2)
        case "lambda":
            return f"λ {network.sources[int(unknown.owner)].partition(':')[2]}"
        case _:
            letter = {"alpha": "α"}.get(unknown.sort, unknown.sort)
            return f"{letter}_{unknown.owner},{AXES[unknown.axis]}"


def plain(label: str) -> str:
    """A label without the braces of its subscripts."""
    return label.replace("_{", "_").replace("}", "")


def _unused(network: Network) -> list[str]:
    """Forces of constraint that are not drawn though they do not vanish, by vector."""
    names: dict[str, None] = {}
    for entry in network.solved:
        if not entry.drawn and not entry.vanishes and entry.gives.sort in ("F", "M", "lambda"):
            names.setdefault(name_of(network, entry.gives))
    return list(names)


def _listed(names: Iterable[str]) -> Message:
    return joined([phrase(name) for name in names])


def unit_of(network: Network, wire: SignalWire) -> tuple[str, ...]:
    """The units of the numbers on a wire; empty where none is known."""
    return tuple(_unit(network, part) for part in wire.parts)


_UNITS = {
    "a": "m/s²",
    "alpha": "rad/s²",
    "F": "N",
    "M": "N m",
    "x": "m",
    "v": "m/s",
    "omega": "rad/s",
}


def _unit(network: Network, part: WirePart) -> str:
    match part.sort:
        case "q" | "qd" | "qdd":
            unit = network.units[int(part.owner)] if network.units else ""
            return unit + {"q": "", "qd": "/s", "qdd": "/s²"}[part.sort] if unit else ""
        case "law":
            return "N" if part.axis < 3 else "N m"
        case "push":
            unit = network.units[part.target] if network.units else ""
            return {"m": "N", "rad": "N m", "C": "V"}.get(unit, "")
        case _:
            return _UNITS.get(part.sort, "")
