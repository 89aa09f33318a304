"""A system read with other turns in the place of three in sequence, near whose lock angles fail.

Instead of R(a₁, α) R(a₂, β) R(a₃, γ) stands A R(x, p₁) R(y, p₂) R(z, p₃) C, with turns A and C that
are parameters: p = 0 is wherever somebody wants it to be, far from the lock of p.  Bodies move as
before.  Where forces speak of the angles themselves these are put in as functions of p, near
reference values, which are parameters too: tan(α − α°) = V/U leaves the choice between both
triples of angles of an attitude to what is nearer.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from lagr_gui.expression import Call, Expression, Power, Product, Symbol, symbols
from lagr_gui.mechanics.coordinates.slopes import replaced
from lagr_gui.mechanics.reading import Link, Part, Reading
from lagr_gui.mechanics.steps import Spin, Step, Turn
from lagr_gui.mechanics.trees import (
    IDENTITY,
    MINUS,
    Rows,
    Trees,
    combined,
    crossed,
    dotted,
    negative,
    reversed_,
    scaled,
    total,
    transposed,
)

REFERENCES = 4
"""α°, β°, γ° and ϑ° = β° + λ of a joint."""

VALUES = 9 + 9 + REFERENCES
"""Parameters of a joint: A, C and the references."""


@dataclass(frozen=True)
class ThreeTurns:
    """Three turns in sequence of a joint: its name, the coordinates, the axes of their turns.

    `felt` tells that forces or limits depend on the angles themselves.
    """

    joint: str
    names: tuple[str, str, str]
    axes: tuple[Trees, Trees, Trees]
    felt: bool


def three_turns(reading: Reading) -> tuple[ThreeTurns, ...]:
    """The joints that turn three times in sequence, each time by a coordinate of its own.

    Without those whose first or last angle a condition speaks of: it holds that angle in the lock
    too, where no other turns could tell it.
    """
    steps = [*reading.base, *(step for link in reading.links for step in link.steps)]
    uses = Counter(name for step in steps for name in _names(step))
    forces = _spoken_of((*reading.parts, *reading.limits), reading)
    bound = _spoken_of(reading.constraints, reading)
    forces |= {symbol.name for tree in reading.gravity for symbol in symbols(tree)}
    joints: list[ThreeTurns] = []
    for link in reading.links:
        for _, spins in _runs(link.steps):
            axes, names = zip(*map(_turning, spins), strict=True)
            if any(uses[name] > 1 for name in names) or bound & {names[0], names[2]}:
                continue
            felt = bool({*names} & (forces | bound))
            joints.append(ThreeTurns(link.joint, names, axes, felt))
    return tuple(joints)


def _runs(steps: Sequence[Step]) -> Iterator[tuple[int, tuple[Spin, Spin, Spin]]]:
    """Three turns by coordinates that follow one another, and where they begin."""
    place = 0
    while place + 3 <= len(steps):
        one, two, three = steps[place : place + 3]
        if all(isinstance(step, Spin) and _turning(step) for step in (one, two, three)):
            assert isinstance(one, Spin) and isinstance(two, Spin) and isinstance(three, Spin)
            yield place, (one, two, three)
            place += 2
        place += 1


def _turning(step: Spin) -> tuple[Trees, str] | None:
    """The axis about which a coordinate turns positively; None where no coordinate alone does."""
    match step.angle:
        case Symbol(name, 0):
            return step.axis, name
        case Product((first, Symbol(name, 0))) if first == MINUS:
            return reversed_(step.axis), name
        case _:
            return None


def _names(step: Step) -> set[str]:
    match step:
        case Spin(axis, angle):
            trees = (*axis, angle)
        case Turn(matrix):
            trees = tuple(entry for row in matrix for entry in row)
        case _:
            trees = step.vector
    return {symbol.name for tree in trees for symbol in symbols(tree)}


def _spoken_of(entries: Sequence[object], reading: Reading) -> set[str]:
    """All words in the fields of elements, and in signals there: what they speak of, or more."""
    texts = [str(part.record.model_dump()) for part in entries if isinstance(part, Part)]
    made = (tree for part in entries if isinstance(part, Part) for tree in part.made.values())
    named = {symbol.name for tree in made for symbol in symbols(tree)}
    named = named.union(*(re.findall(r"\w+", text) for text in texts))
    signals = (tree for signal, tree in reading.whole.items() if signal.name in named)
    return named.union(symbol.name for tree in signals for symbol in symbols(tree))


def turned(reading: Reading, joints: Sequence[ThreeTurns]) -> Reading:
    """The system with other turns in these joints; their values are the last parameters."""
    others = {joint.names: _Other(joint) for joint in joints}
    new = {name: p for other in others.values() for name, p in other.coordinates.items()}
    angles: dict[Symbol, Expression] = {}
    for other in others.values():
        angles |= other.angles() if other.joint.felt else {}
    system = replace(
        reading,
        coordinates=tuple(new.get(name, name) for name in reading.coordinates),
        links=tuple(_relinked(link, others) for link in reading.links),
        parameters=(
            *reading.parameters,
            *(n for other in others.values() for n in other.parameters),
        ),
    )
    return replaced(system, angles) if angles else system


def _relinked(link: Link, others: dict[tuple[str, str, str], _Other]) -> Link:
    steps = list(link.steps)
    for place, spins in reversed(list(_runs(link.steps))):
        one, two, three = (turn[1] for spin in spins if (turn := _turning(spin)))
        if (other := others.get((one, two, three))) is not None:
            steps[place : place + 3] = other.steps
    return replace(link, steps=tuple(steps))


class _Other:
    """The other turns of a joint, and its angles by them."""

    def __init__(self, joint: ThreeTurns) -> None:
        self.joint = joint
        stem = f"{joint.joint}: {', '.join(joint.names)}"
        self.coordinates = {n: f"{stem}, turn {i}" for i, n in enumerate(joint.names, 1)}
        self._p = [Symbol(name) for name in self.coordinates.values()]
        self.parameters = tuple(f"{stem}, value {i}" for i in range(VALUES))
        values = [Symbol(name) for name in self.parameters]
        self._A, self._C = _square(values[:9]), _square(values[9:18])
        self._references = values[18:]

    @property
    def steps(self) -> tuple[Step, ...]:
        """From the outer axes to the inner ones."""
        spins = (Spin(axis, p) for axis, p in zip(IDENTITY, self._p, strict=True))
        return (Turn(self._A), *spins, Turn(self._C))

    def angles(self) -> dict[Symbol, Expression]:
        """The angles of the joint and their rates."""
        first, middle, last = self.joint.axes
        across, behind = crossed(first, middle), crossed(middle, last)
        turns = [_about(i, p) for i, p in enumerate(self._p)]
        ways = [IDENTITY, turns[0], _product(turns[0], turns[1])]  # what carries x, y, z
        R = _product(self._A, _product(_product(ways[2], turns[2]), self._C))
        omega = combined(
            self._A,
            _sum(
                [
                    _times(combined(way, axis), Symbol(p.name, 1))
                    for way, axis, p in zip(ways, IDENTITY, self._p, strict=True)
                ]
            ),
        )
        d = combined(R, last)
        x, y, cosine = negative(dotted(d, across)), dotted(d, middle), dotted(d, first)
        a, b, c, theta = self._references
        sa, ca = _call("sin", a), _call("cos", a)
        U = total([scaled(x, ca), scaled(y, sa)])
        V = total([scaled(y, ca), negative(scaled(x, sa))])
        alpha = total([a, _call("atan", scaled(V, Power(U, MINUS)))])
        s, k = _call("sin", alpha), _call("cos", alpha)
        sine = total([scaled(x, k), scaled(y, s)])
        node = _sum([_times(middle, k), _times(across, s)])
        side = _sum([_times(across, k), _times(middle, negative(s))])
        m = combined(transposed(R), node)
        beta = _near(b, theta, sine, cosine)
        gamma = _near(c, c, dotted(m, behind), dotted(m, middle))
        inverse = Power(sine, MINUS)
        rates = (
            negative(scaled(dotted(omega, crossed(node, d)), inverse)),
            dotted(omega, node),
            negative(scaled(dotted(omega, side), inverse)),
        )
        names = self.joint.names
        angles = {Symbol(n): tree for n, tree in zip(names, (alpha, beta, gamma), strict=True)}
        return angles | {Symbol(n, 1): rate for n, rate in zip(names, rates, strict=True)}


def _near(value: Expression, angle: Expression, sine: Expression, cosine: Expression) -> Expression:
    """The angle with this sine and cosine nearest to one, counted from its value."""
    s, c = _call("sin", angle), _call("cos", angle)
    y = total([scaled(sine, c), negative(scaled(cosine, s))])
    x = total([scaled(cosine, c), scaled(sine, s)])
    return total([value, _call("atan2", y, x)])


def _call(name: str, *arguments: Expression) -> Expression:
    return Call(name, arguments)


def _square(entries: Sequence[Expression]) -> Rows:
    first, second, third = (tuple(part) for part in (entries[:3], entries[3:6], entries[6:9]))
    return first, second, third  # type: ignore[return-value]


def _about(index: int, p: Expression) -> Rows:
    """The turn about an axis of the frame."""
    s, c = _call("sin", p), _call("cos", p)
    i, j = (index + 1) % 3, (index + 2) % 3
    rows = [list(row) for row in IDENTITY]
    rows[i][i], rows[i][j], rows[j][i], rows[j][j] = c, negative(s), s, c
    return _square([entry for row in rows for entry in row])


def _product(a: Rows, b: Rows) -> Rows:
    columns = transposed(b)
    return _square([dotted(row, column) for row in a for column in columns])


def _times(trees: Trees, factor: Expression) -> Trees:
    return scaled(trees[0], factor), scaled(trees[1], factor), scaled(trees[2], factor)


def _sum(vectors: Sequence[Trees]) -> Trees:
    first, second, third = (total(entries) for entries in zip(*vectors, strict=True))
    return first, second, third
