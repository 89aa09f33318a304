"""What a body in a frame of another one measures: shifts along axes and turns about them.

With axes e of the frame and f of the second body, which coincide where it is at rest,

    sₖ = eₖ·(x_b − x_a),  θₖ = atan2(eⱼ·fᵢ − eᵢ·fⱼ, eᵢ·fᵢ + eⱼ·fⱼ),  (i, j, k) cyclic,

of which the latter is 2 arctan of a component of n tan θ/2, the parameters of Rodrigues (1840).
Where both bodies turn about the same axis alone it is the difference of their angles, whatever
that is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from lagr_gui.expression import Expression
from lagr_gui.mechanics.measured import poses_of
from lagr_gui.mechanics.reading import Link, Part
from lagr_gui.mechanics.spaces.carrier import Measure, Measures, Push, Sink, Space
from lagr_gui.mechanics.trees import (
    IDENTITY,
    NOUGHT,
    Rows,
    Trees,
    crossed,
    negative,
    reversed_,
    total,
    unit_along,
)
from lagr_gui.mechanics.vectors import Triple, cross, minus, plus, times


def mounted(space: Space[Any], part: Part, geometry: Any, names: set[str]) -> Measures:
    """Those of shifts, turns and their rates that are named."""
    a, b = part.value(geometry.body_a), part.value(geometry.body_b)
    place = space.point(space.place(b, part.trees(geometry.point_b)))
    way = place - space.point(space.place(a, part.trees(geometry.point_a)))
    axes, seats = axes_of(part, geometry), (space.seat(a), space.seat(b))
    e, f = ([space.direction(body, axis) for axis in axes] for body in (a, b))
    plain = plain_turns(space.links, a, b, axes)
    measures: dict[str, Measure] = {}
    for k, letter in enumerate("xyz"):
        shift, slide = way.dot(e[k]), _apart(*seats, place.value, e[k].value)
        measures |= _both(space, f"shift_{letter}", f"speed_{letter}", shift, slide, names)
        if not names & {f"turn_{letter}", f"spin_{letter}"}:
            continue
        turn = space.moving(plain[k]) if plain else space.angle(*_sides(e, f, k))
        if plain and plain[k] != NOUGHT:
            twist = _twist(*seats, partial(getattr, e[k], "value"))
        else:
            twist = _twist(*seats, partial(_slope, space, e, f, k))
        measures |= _both(space, f"turn_{letter}", f"spin_{letter}", turn, twist, names)
    return measures


def _both(
    space: Space[Any], word: str, rate: str, moving: Any, push: Push, names: set[str]
) -> Measures:
    """A measure and its rate, along which the same is pushed."""
    measures: dict[str, Measure] = {}
    if word in names:
        measures[word] = Measure(moving, push)
    if rate in names:
        measures[rate] = Measure(space.rate(moving), push)
    return measures


def _sides(e: list[Any], f: list[Any], k: int) -> tuple[Any, Any]:
    """The scalars of which θₖ is the angle."""
    i, j = (k + 1) % 3, (k + 2) % 3
    return e[j].dot(f[i]) + -e[i].dot(f[j]), e[i].dot(f[i]) + e[j].dot(f[j])


def _slope(space: Space[Any], e: list[Any], f: list[Any], k: int) -> Triple[Any]:
    """w with θₖ′ = w·ω of the second body over the first."""
    i, j = (k + 1) % 3, (k + 2) % 3
    S, C = map(_value, _sides(e, f, k))
    a, b, c, d = (vector.value for vector in (e[i], e[j], f[i], f[j]))
    across, along = minus(cross(c, b), cross(d, a)), plus(cross(c, a), cross(d, b))
    return times(minus(times(across, C), times(along, S)), space.one / (S * S + C * C))


def _value(moving: Any) -> Any:
    """The value of a scalar that moves."""
    return getattr(moving, "value", moving)


def _apart(first: Any, second: Any, point: Triple[Any], way: Triple[Any]) -> Push:
    """A force along a way on the second body at a point, and its opposite on the first there."""

    def push(sink: Sink, force: Any) -> None:
        sink.push_at(first, point, times(way, -force))
        sink.push_at(second, point, times(way, force))

    return push


def _twist(first: Any, second: Any, about: Callable[[], Triple[Any]]) -> Push:
    """A moment on the second body, and its opposite on the first."""

    def push(sink: Sink, force: Any) -> None:
        w = about()
        sink.turn(first, times(w, -force))
        sink.turn(second, times(w, force))

    return push


def axes_of(part: Part, geometry: Any) -> Rows:
    """The axes of the frame, in those of its body."""
    z, x = (
        unit_along(part.trees(name), part.place(name)) for name in (geometry.normal, geometry.along)
    )
    return x, crossed(z, x), z


def plain_turns(links: Sequence[Link], a: int, b: int, axes: Rows) -> Trees | None:
    """The angles of one body over another about axes where they turn about one of these alone."""
    one, other = poses_of({link.child: link for link in links}, a, b)
    turns = {pose.axis for pose in (one, other) if pose.angle != NOUGHT}
    if one.R != IDENTITY or other.R != IDENTITY or len(turns) > 1:
        return None
    angle = total([other.angle, negative(one.angle)])
    found = [_about(turns, axis, angle) for axis in axes]
    if turns and all(entry == NOUGHT for entry in found):
        return None
    return found[0], found[1], found[2]


def _about(turns: Iterable[Trees], axis: Trees, angle: Expression) -> Expression:
    """An angle about an axis, or against it; none about others."""
    if axis in turns:
        return angle
    return negative(angle) if reversed_(axis) in turns else NOUGHT
