"""The inertia of a body that has the mass and the shape, or the solids, with which it is drawn."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from math import isclose

from lagr_gui.expression import read, symbols
from lagr_gui.expression.arithmetic import value
from lagr_gui.expression.reader import measured
from lagr_gui.expression.renaming import replaced
from lagr_gui.foundation.problem import LagrError, Path
from lagr_gui.model import Body, Inertia, Model, Scalar
from lagr_gui.model.solids.bodies import MESH, Composed, composed, materials, part_of
from lagr_gui.model.solids.solid_forms import Solid3

_BOX, _BALL, _ROUND = 12, 20, 16
"""Mass and square of the length along x over ∫x² dm: of boxes, of balls, across cylinders."""
_PLAIN = re.compile(r"[A-Za-z]\w*|[\d.]+(e[+-]?\d+)?")
PAIRS = ("xx", "yy", "zz", "xy", "xz", "yz")
ROUNDED = 1e-5
"""How far numbers of older drawings, which had six digits, are from the exact ones."""


COMPOSED = "composed"
FORMLESS = ("point", "bead", "frame")
"""Forms that tell neither mass nor moments."""
_OF_SOLIDS = ("mass", "centre", "inertia")
"""What a body of solids has of them."""


NO_MESHES: Mapping[str, Solid3 | None] = {}
Filled = Callable[[str], Solid3 | None]
"""What the mesh in a file holds; None where that is not known."""


def composed_of(body: Body, filled: Filled = lambda file: None) -> Composed | None:
    """Mass, centre of mass and inertia of the solids of a body; None where they tell none.

    Where no solid has a density or mass the mass of the body is shared by their volumes.
    `filled` tells what meshes hold.
    """
    contents = {solid.file: filled(solid.file) for solid in body.shape.solids if solid.form == MESH}
    if None in contents.values():
        return None
    try:
        return composed_or_refused(body, contents)
    except (LagrError, ArithmeticError, ValueError):
        return None


def composed_or_refused(body: Body, filled: Mapping[str, Solid3 | None] = NO_MESHES) -> Composed:
    """The same, with what meshes hold by file; raises LagrError for what is wrong with a solid."""
    has_masses = any(
        s.material or s.density is not None or s.mass is not None for s in body.shape.solids
    )
    parts = [part_of(solid, filled.get(solid.file)) for solid in body.shape.solids]
    return composed(parts, None if has_masses else body.mass)


def with_solids(body: Body, filled: Filled = lambda file: None) -> Body:
    """The body with mass, centre and inertia of its solids; as it is where they tell none."""
    solid = composed_of(body, filled)
    if solid is None:
        return body
    return body.having(**{name: getattr(solid, name) for name in _OF_SOLIDS})


def solid_inertia(body: Body) -> Inertia | None:
    """Ordinary moments about the centre of mass; None where the shape tells none.

    They are formulas in the mass and the lengths as these are written, such as ``m*0.2^2/6``.
    """
    if body.shape.form == COMPOSED:
        solid = composed_of(body)
        return solid and solid.inertia
    if body.shape.form in FORMLESS or not _reads(body.mass):
        return None
    unit = any(map(_has_unit, (body.mass, *body.shape.size)))
    mass = _factor(body.mass, " kg" if unit else "")
    squares = [
        (f"{_factor(size, ' m' if unit else '')}^2" if size else "", part)
        for size, part in zip(body.shape.size, _parts(body), strict=True)
    ]
    x, y, z = squares
    if not body.mass:
        return Inertia()
    return Inertia(xx=_moment(mass, (y, z)), yy=_moment(mass, (x, z)), zz=_moment(mass, (x, y)))


def solid_mass(body: Body, material: str) -> Scalar | None:
    """Density times volume of the shape, as formulas in its lengths; None where it has no volume.

    Lengths that are numbers give a number.
    """
    if body.shape.form in (*FORMLESS, COMPOSED) or not all(map(_reads, body.shape.size)):
        return None
    unit = any(map(_has_unit, body.shape.size))
    lengths = [_factor(size, " m" if unit else "") for size in body.shape.size]
    density = f"{materials()[material]:g}"
    front = [f"({density} kg/m^3)" if unit else density]
    part = {"box": "", "sphere": "pi/6"}.get(body.shape.form, "pi/4")
    text = "*".join([*front, *([part] if part else []), *lengths])
    return text if any(isinstance(size, str) for size in body.shape.size) else value(text, {})


def material_of(body: Body) -> str:
    """The material of which the body would have its mass; empty where there is none such."""
    return next((name for name in materials() if solid_mass(body, name) == body.mass), "")


def follows(body: Body) -> bool:
    """Whether the inertia of a body is the one that its mass and shape give."""
    solid = solid_inertia(body)
    return solid is not None and _same_inertia(body.inertia, solid)


def _same_inertia(mine: Inertia, solid: Inertia) -> bool:
    pairs = ((getattr(mine, pair), getattr(solid, pair)) for pair in PAIRS)
    return mine.form == solid.form and all(_same(*pair) for pair in pairs)


def following(before: Model, after: Model, path: Path) -> Model:
    """The model after an edit at a path: inertia that belonged to mass and shape goes with them.

    So does the mass with the shape, where it is that of a material.  What somebody chose stays.
    """
    if len(path) < 3 or path[0] != "bodies" or path[2] not in ("mass", "shape"):
        return after
    index = path[1]
    assert isinstance(index, int)
    old, new = before.bodies[index], after.bodies[index]
    if COMPOSED in (old.shape.form, new.shape.form):
        return with_body(after, index, _following_solids(old, new))
    material = material_of(old) if path[2] == "shape" else ""
    mass = solid_mass(new, material) if material else None
    new = new if mass is None else new.having(mass=mass)
    inertia = solid_inertia(new)
    if inertia is not None and (follows(old) or _followed(old)):
        new = new.having(inertia=inertia)
    elif path[2] == "mass":
        masses = {body.mass for body in before.bodies if isinstance(body.mass, str)}
        new = new.having(inertia=carried(new.inertia, old.mass, new.mass, masses))
    return with_body(after, index, new)


def carried(inertia: Inertia, old: Scalar, new: Scalar, masses: Collection[str] = ()) -> Inertia:
    """The inertia of another mass where it is written as the mass times squares of lengths.

    Thin rods and discs of the sketch have such formulas, and so has what is typed as in books.
    Where one moment is none of these, all stay.  `masses` are names of masses: what is written
    with one of them is not written with the number of the old mass.
    """
    written = {pair: moment for pair in PAIRS if (moment := getattr(inertia, pair)) != 0}
    if not _reads(new):
        return inertia
    if not _reads(old):  # what stood there before that is still in front of the moments
        fronts = {str(moment).partition("*")[0] for moment in written.values()}
        old = fronts.pop() if len(fronts) == 1 else old
    moments = {pair: _of_mass(moment, old, new, masses) for pair, moment in written.items()}
    return inertia if None in moments.values() else inertia.having(**moments)


def _of_mass(moment: Scalar, old: Scalar, new: Scalar, masses: Collection[str]) -> str | None:
    if not isinstance(moment, str):
        return None
    mass = _factor(new, " kg" if _has_unit(moment) else "")
    for front in (_factor(old, ""), _factor(old, " kg")):
        rest = moment.removeprefix(f"{front}*")
        if rest != moment and not _names(rest) & {*masses} and _goes_with(f"{_ANY}*{rest}", _ANY):
            return f"{mass}*{rest}"
    if isinstance(old, str) and old.isidentifier() and _goes_with(moment, old):
        return replaced(moment, {old: mass})
    return None


def _goes_with(moment: str, name: str) -> bool:
    """Whether a moment is proportional to the mass of a name, whatever the lengths are."""
    others = dict.fromkeys(_names(moment), 0.7)
    try:
        once, thrice = (value(moment, others | {name: mass}) for mass in (1.0, 3.0))
    except (LagrError, KeyError, ArithmeticError, ValueError):
        return False
    return once != 0 and isclose(thrice, 3 * once)


def _names(text: str) -> set[str]:
    try:
        return {symbol.name for symbol in symbols(read(text))}
    except LagrError:
        return set()


def with_body(model: Model, index: int, body: Body) -> Model:
    return model.having(bodies=(*model.bodies[:index], body, *model.bodies[index + 1 :]))


def _following_solids(old: Body, new: Body) -> Body:
    """What belonged to the solids before goes with them."""
    before, after = composed_of(old), composed_of(new)
    if before is None or after is None or new.shape.form != COMPOSED:
        return new
    going = {name for name in _OF_SOLIDS if is_of_solids(old, before, name)}
    return new.having(
        **{
            name: getattr(after, name)
            for name in going
            if getattr(old, name) == getattr(new, name)  # what was typed just now stays
        }
    )


def is_of_solids(body: Body, known: Composed, name: str) -> bool:
    """Whether mass, centre or inertia of a body is that of its solids."""
    mine, solid = getattr(body, name), getattr(known, name)
    if name == "centre":
        return all(map(_same, mine, solid))
    if name == "inertia":
        return _same_inertia(mine, solid)
    return _same(mine, solid)


def _followed(body: Body) -> bool:
    """Whether it was that of the mass before, which gave way to one that does not read (yet)."""
    if _reads(body.mass):
        return False
    solid = solid_inertia(body.having(mass=_ANY))
    if solid is None or not isinstance(body.inertia.zz, str):
        return False
    mass = body.inertia.zz.removesuffix(str(solid.zz).removeprefix(_ANY))
    moments = [str(getattr(solid, name)).replace(_ANY, mass) for name in ("xx", "yy", "zz")]
    kept = body.inertia
    rest = (kept.form, kept.xy, kept.xz, kept.yz) == (solid.form, 0, 0, 0)
    return rest and [str(kept.xx), str(kept.yy), str(kept.zz)] == moments


_ANY = "any_mass"
"""In place of a mass that is looked for."""


def _reads(mass: Scalar) -> bool:
    try:
        read(mass)
    except LagrError:
        return False
    return True


def _parts(body: Body) -> Sequence[int]:
    """Mass and square of a length over ∫x² dm, by axis."""
    along, across = {"box": (_BOX, _BOX), "sphere": (_BALL, _BALL)}.get(
        body.shape.form, (_BOX, _ROUND)
    )
    return [along if letter == body.shape.axis else across for letter in "xyz"]


def _moment(mass: str, squares: Sequence[tuple[str, int]]) -> Scalar:
    """Σ mass·square/part, with as little to read as can be."""
    squares = [(square, part) for square, part in squares if square]
    if not squares:
        return 0
    if len(squares) == 1:
        ((square, part),) = squares
        return f"{mass}*{square}/{part}"
    (first, part), (second, other) = squares
    if part != other:
        return f"{mass}*({first}/{part} + {second}/{other})"
    return (
        f"{mass}*{first}/{part // 2}" if first == second else f"{mass}*({first} + {second})/{part}"
    )


def _factor(number: Scalar, unit: str) -> str:
    """A value as a factor of a product; a bare number among values with units gets one."""
    text = repr(number).removesuffix(".0") if isinstance(number, float) else str(number)
    if isinstance(number, int | float):
        text += unit
    return text if _PLAIN.fullmatch(text) else f"({text})"


def _has_unit(entry: Scalar) -> bool:
    try:
        return isinstance(entry, str) and bool(measured(entry).units)
    except LagrError:
        return False


def _same(kept: Scalar, solid: Scalar) -> bool:
    """Whether an entry is that of the solid; older drawings have it as a rounded number."""
    if kept == solid or isinstance(kept, str):
        return kept == solid
    try:
        return isclose(kept, value(solid, {}), rel_tol=ROUNDED)
    except (LagrError, KeyError, ArithmeticError, ValueError):
        return False
