"""Bodies that are put together of solids: mass, centre of mass and inertia as formulas.

They are formulas in the dimensions and densities as these are written; numbers give numbers.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import cos, pi, sin

import numpy as np

from lagr_gui.expression import Call, Expression, Number, read, rebuilt, symbols, write
from lagr_gui.expression.arithmetic import value
from lagr_gui.expression.collection import number, over, times, total
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.foundation.registry import did_you_mean
from lagr_gui.foundation.resource import resource_path
from lagr_gui.model.record import IDENTITY, ZERO, Matrix, Scalar, Vector
from lagr_gui.model.records import Inertia
from lagr_gui.model.shapes import Solid
from lagr_gui.model.solids.polygons import crosses_itself
from lagr_gui.model.solids.solid_forms import FORMS, NOTHING, Row, Solid3, plate

PLATE, MESH = "plate", "mesh"
LONG = 30
"""Digits above which a fraction is rounded to those of a float."""

RIGHT = 1e-12
"""So near to a right angle (rad) one is meant."""

INFLATED = -1e-12
"""An eigenvalue of ∫x x dm below this part of the largest is negative."""


@dataclass(frozen=True)
class SolidPart:
    """A homogeneous solid of a body.

    `size` are its dimensions by name (m; the `section` of a rod m²): x, y, z of a box, radius,
    inner, length of what is round about z, the thickness of a plate, whose `corners` (x, y)
    go round from x to y.  It lies with its origin `at` a place of the body, and `turn` maps its
    axes into those of the body; the origin is the middle, of a cone that of its base, of a plate
    that of its corners.  Its `density` (kg/m³) is typed or that of a `material`, or its `mass` is
    typed (kg).  A `hole` takes away what it would have.  What a `mesh` holds is `filled`.
    """

    form: str
    size: Mapping[str, Scalar]
    corners: Sequence[tuple[Scalar, Scalar]] = ()
    at: Vector = ZERO
    turn: Matrix = IDENTITY
    density: Scalar | None = None
    material: str = ""
    mass: Scalar | None = None
    hole: bool = False
    filled: Solid3 | None = None


@dataclass(frozen=True)
class Composed:
    """A body of solids: its mass (kg), centre of mass (m), ordinary inertia about it (kg m²)."""

    mass: Scalar
    centre: Vector
    inertia: Inertia

    @property
    def moments(self) -> tuple[Scalar, ...]:
        """xx, yy, zz, xy, xz, yz of the inertia."""
        return tuple(getattr(self.inertia, pair) for pair in ("xx", "yy", "zz", "xy", "xz", "yz"))


@dataclass(frozen=True)
class _Piece:
    """A solid in the axes of the body: mass, centre, ∫x x dm about it."""

    mass: Expression
    centre: list[Expression]
    tensor: list[list[Expression]] = field(repr=False)


def part_of(solid: Solid, filled: Solid3 | None = None) -> SolidPart:
    """A solid of a drawing as one that is computed; `filled` is what its mesh holds."""
    names = dimensions(solid.form)
    sizes = dict(zip("xyz", solid.size, strict=True))
    return SolidPart(
        solid.form,
        {name: sizes[name] if name in sizes else getattr(solid, name) for name in names},
        solid.corners,
        solid.at,
        turn_of(solid.turn),
        solid.density,
        solid.material,
        solid.mass,
        solid.hole,
        filled,
    )


def dimensions(form: str) -> tuple[str, ...]:
    """The names of the dimensions that a form has; none of an unknown one."""
    if form == MESH:
        return ("scale",)
    return ("thickness",) if form == PLATE else FORMS.get(form, ((), None))[0]


@lru_cache(maxsize=256)
def turn_of(angles: Vector) -> Matrix:
    """The map of axes that are turned about x, y, z of the body, one after the other."""
    (ca, sa), (cb, sb), (cc, sc) = map(_direction, angles)
    minus = number(-1)
    rows = (
        (
            times(cc, cb),
            total([times(cc, sb, sa), times(minus, sc, ca)]),
            total([times(cc, sb, ca), times(sc, sa)]),
        ),
        (
            times(sc, cb),
            total([times(sc, sb, sa), times(cc, ca)]),
            total([times(sc, sb, ca), times(minus, cc, sa)]),
        ),
        (times(minus, sb), times(cb, sa), times(cb, ca)),
    )
    a, b, c = ((_scalar(x), _scalar(y), _scalar(z)) for x, y, z in rows)
    return a, b, c


def _direction(angle: Scalar) -> tuple[Expression, Expression]:
    """Cosine and sine of an angle: exact where it is right, else numbers or formulas."""
    tree = read(angle)
    if symbols(tree):
        return Call("cos", (tree,)), Call("sin", (tree,))
    turned = float(value(tree, {}))
    quarters = round(turned / (pi / 2))
    if abs(turned - quarters * pi / 2) <= RIGHT:
        c, s = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarters % 4]
        return number(c), number(s)
    return read(cos(turned)), read(sin(turned))


@cache
def materials() -> Mapping[str, float]:
    """Densities (kg/m³) of materials by name."""
    return json.loads(resource_path("materials.json").read_text("utf-8"))


def composed(solids: Iterable[SolidPart], mass: Scalar | None = None) -> Composed:
    """What a body of solids has; a typed `mass` is shared by their volumes.

    Raises LagrError for unknown forms, dimensions and materials, for dimensions that are not
    positive, and for holes that are larger than what they are in.
    """
    several = tuple(solids)
    if not several:
        raise refusal("Solids", "There is none.", "Give one solid at least.", "solid")
    if all(part.hole for part in several):
        raise refusal("Solids", "There are only holes.", "Add what they are in.", "solid")
    shapes = [_solid(part, index) for index, part in enumerate(several)]
    masses = _masses(several, shapes, mass)
    pieces = [_piece(*entry) for entry in zip(several, shapes, masses, strict=True)]
    body = pieces[0] if len(pieces) == 1 else _together(pieces, mass)
    _check_sound(body, any(part.hole for part in several))
    xx, yy, zz = (body.tensor[i][i] for i in range(3))
    moments = {"xx": total([yy, zz]), "yy": total([xx, zz]), "zz": total([xx, yy])}
    for pair in ("xy", "xz", "yz"):
        i, j = ("xyz".index(letter) for letter in pair)
        moments[pair] = times(number(-1), body.tensor[i][j])
    x, y, z = (_scalar(entry) for entry in body.centre)
    inertia = Inertia().having(**{pair: _scalar(entry) for pair, entry in moments.items()})
    return Composed(_scalar(body.mass), (x, y, z), inertia)


# --- solids ----------------------------------------------------------------------------------


def _solid(part: SolidPart, index: int) -> Solid3:
    if part.form == MESH and part.filled is not None:
        return _scaled(part.filled, read(part.size.get("scale", 1)))
    sizes = dimensions(part.form)
    place = say("Solid {number}", number=index + 1)
    if not sizes:
        cause = say("There is no form “{form}”.", form=part.form)
        raise refusal(place, cause, did_you_mean(part.form, [*FORMS, PLATE]), "solid")
    if set(part.size) != set(sizes):
        cause = say("A {form} has the dimensions {names}.", form=part.form, names=", ".join(sizes))
        raise refusal(place, cause, "Give each of them once.", "solid")
    size = {name: read(part.size[name]) for name in sizes}
    for name, tree in size.items():
        least = 0 if name == "inner" else None
        if isinstance(tree, Number) and (tree.value < 0 or (tree.value == 0 and least is None)):
            cause = say("The dimension “{name}” is not positive.", name=name)
            raise refusal(place, cause, "Give a length above zero.", "solid")
    _check_tube(size, place)
    if part.form != PLATE:
        return FORMS[part.form][1](size)
    if len(part.corners) < 3:
        raise refusal(place, "A plate has three corners at least.", "Add corners.", "solid")
    corners = [(read(x), read(y)) for x, y in part.corners]
    if _crosses(corners):
        cause = "Sides of the plate meet beside its corners."
        raise refusal(place, cause, "Let its corners go round once.", "solid")
    solid = plate(corners, size["thickness"])
    if isinstance(solid.volume, Number) and solid.volume.value <= 0:
        cause = "Its corners do not go round from x to y."
        raise refusal(place, cause, "Turn their order round.", "solid")
    return solid


def _crosses(corners: Sequence[tuple[Expression, Expression]]) -> bool:
    """Whether an outline in numbers meets itself; of formulas nobody knows."""
    if any(symbols(entry) for corner in corners for entry in corner):
        return False
    return crosses_itself([(float(value(x, {})), float(value(y, {}))) for x, y in corners])


def _scaled(solid: Solid3, by: Expression) -> Solid3:
    """The same with all lengths times a number."""

    def row(entries: Row) -> Row:
        x, y, z = (times(by, by, entry) for entry in entries)
        return x, y, z

    x, y, z = (times(by, entry) for entry in solid.centre)
    a, b, c = map(row, solid.means)
    return Solid3(times(by, by, by, solid.volume), (x, y, z), (a, b, c))


def _check_tube(size: Mapping[str, Expression], place: str) -> None:
    outer, inner = size.get("radius"), size.get("inner")
    if isinstance(outer, Number) and isinstance(inner, Number) and inner.value >= outer.value:
        cause = "The inner radius is not smaller than the outer one."
        raise refusal(place, cause, "Give a smaller one.", "solid")


def _masses(
    parts: Sequence[SolidPart], solids: Sequence[Solid3], mass: Scalar | None
) -> list[Expression]:
    """The masses of the solids; those of holes are below zero."""
    signs = [number(-1 if part.hole else 1) for part in parts]
    volumes = [times(sign, solid.volume) for sign, solid in zip(signs, solids, strict=True)]
    counts = [
        (part.density is not None) + bool(part.material) + (part.mass is not None) for part in parts
    ]
    if mass is not None:
        if any(counts):
            cause = "The whole has a mass, and a solid has one of its own."
            raise refusal("Solids", cause, "Leave out one of them.", "solid")
        whole, typed = total(volumes), read(mass)
        if len(parts) == 1:
            return [typed]
        return [over(times(typed, volume), whole) for volume in volumes]
    result = list[Expression]()
    for index, (part, sign, volume) in enumerate(zip(parts, signs, volumes, strict=True)):
        if counts[index] != 1:
            cause = "It needs one of these: density, material, mass."
            place = say("Solid {number}", number=index + 1)
            raise refusal(place, cause, "Give one of them.", "solid")
        if part.mass is not None:
            result.append(times(sign, read(part.mass)))
        else:
            result.append(times(_density(part, index), volume))
    return result


def _density(part: SolidPart, index: int) -> Expression:
    if part.density is not None:
        return read(part.density)
    if part.material not in materials():
        cause = say("There is no material “{name}”.", name=part.material)
        remedy = did_you_mean(part.material, list(materials()))
        raise refusal(say("Solid {number}", number=index + 1), cause, remedy, "solid")
    return read(materials()[part.material])


def _piece(part: SolidPart, solid: Solid3, mass: Expression) -> _Piece:
    turn = [_filled(map(read, row)) for row in part.turn]
    place = [read(entry) for entry in part.at]
    centre = [
        total([place[i], *(times(entry, solid.centre[k]) for k, entry in turn[i].items())])
        for i in range(3)
    ]
    means = [_filled(row) for row in solid.means]
    tensor: list[list[Expression]] = [[NOTHING] * 3 for _ in range(3)]
    for i, j in combinations_with_replacement(range(3), 2):
        inner = total(
            times(a, b, means[k][m])
            for k, a in turn[i].items()
            for m, b in turn[j].items()
            if m in means[k]
        )
        tensor[i][j] = tensor[j][i] = times(mass, inner)
    return _Piece(mass, centre, tensor)


def _filled(row: Iterable[Expression]) -> dict[int, Expression]:
    """The entries of a row that are not 0, by their places."""
    return {place: entry for place, entry in enumerate(row) if entry != NOTHING}


# --- together --------------------------------------------------------------------------------


def _together(pieces: Sequence[_Piece], typed: Scalar | None) -> _Piece:
    """The whole: Σ(θ + m p pᵀ) − (Σ m p)(Σ m p)ᵀ/Σ m about its centre."""
    mass = total(piece.mass for piece in pieces) if typed is None else read(typed)
    moment = [total(times(piece.mass, piece.centre[i]) for piece in pieces) for i in range(3)]
    centre = [over(entry, mass) if entry != NOTHING else NOTHING for entry in moment]

    def entry(i: int, j: int) -> Expression:
        central = (piece.tensor[i][j] for piece in pieces)
        far = (times(piece.mass, piece.centre[i], piece.centre[j]) for piece in pieces)
        return total([*central, *far, times(number(-1), moment[i], centre[j])])

    return _Piece(mass, centre, [[entry(i, j) for j in range(3)] for i in range(3)])


def _check_sound(piece: _Piece, has_holes: bool) -> None:
    """Raise LagrError where numbers tell that there is no mass, or less than its holes take."""
    entries = [piece.mass, *(entry for row in piece.tensor for entry in row)]
    if any(symbols(entry) for entry in entries):
        return
    mass, *tensor = (value(entry, {}) for entry in entries)
    squares = np.linalg.eigvalsh(np.reshape(tensor, (3, 3)))
    if mass > 0 and squares[0] >= INFLATED * max(squares[-1], 1e-300):
        return
    if not has_holes:
        remedy = "Give densities or masses above zero."
        raise refusal("Solids", "Their mass is not positive.", remedy, "solid")
    cause = "Its holes take away more than there is."
    raise refusal("Solids", cause, "Make the holes smaller, or place them inside.", "solid")


def _scalar(tree: Expression) -> Scalar:
    """A formula as a field keeps it; what has no names is a number."""
    if symbols(tree):
        return write(_short(tree))
    if isinstance(tree, Number) and tree.value.denominator == 1:
        return int(tree.value)
    number_of_tree = float(value(tree, {}))
    return (
        int(number_of_tree)
        if number_of_tree == int(number_of_tree) and abs(number_of_tree) < 1e15
        else number_of_tree
    )


def _short(tree: Expression) -> Expression:
    """The same with numbers that have no more digits than one can read."""
    if isinstance(tree, Number):
        digits = len(str(tree.value.numerator)) + len(str(tree.value.denominator))
        return Number(Fraction(repr(float(tree.value))), True) if digits > LONG else tree
    return rebuilt(tree, _short)
