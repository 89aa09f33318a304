"""The inertia of a homogeneous body that has the mass and the shape with which it is drawn."""

from __future__ import annotations

from lagr_gui.expression import read
from lagr_gui.model import Body, Inertia, Model, Scalar, Shape
from lagr_gui.problem import LagrError, Path

_BOX, _BALL, _ROUND = 1 / 12, 1 / 20, 1 / 16
"""∫x² dm over mass and square of the length along x: of boxes, of balls, across cylinders."""


def solid_inertia(body: Body) -> Inertia | None:
    """Ordinary moments about the centre of mass; None where the shape tells none.

    A mass that is an expression stays one in the moments.
    """
    squares = _squares(body.shape)
    if squares is None or not _reads(body.mass):
        return None
    x, y, z = squares
    return Inertia(
        xx=_times(body.mass, y + z), yy=_times(body.mass, x + z), zz=_times(body.mass, x + y)
    )


def following(before: Model, after: Model, path: Path) -> Model:
    """The model after an edit at a path: inertia that belonged to mass and shape goes with them.

    One that somebody chose stays.
    """
    if len(path) < 3 or path[0] != "bodies" or path[2] not in ("mass", "shape"):
        return after
    index = path[1]
    assert isinstance(index, int)
    old, new = before.bodies[index], after.bodies[index]
    inertia = solid_inertia(new)
    if inertia is None or old.inertia != solid_inertia(old):
        return after
    bodies = list(after.bodies)
    bodies[index] = new.model_copy(update={"inertia": inertia})
    return after.model_copy(update={"bodies": tuple(bodies)})


def _squares(shape: Shape) -> tuple[float, float, float] | None:
    """∫x² dm, ∫y² dm, ∫z² dm over the mass (m²)."""
    sizes = [size for size in shape.size if not isinstance(size, str)]
    if shape.form in ("point", "frame") or len(sizes) < 3:
        return None
    parts = {"box": (_BOX, _BOX), "sphere": (_BALL, _BALL)}.get(shape.form, (_BOX, _ROUND))
    x, y, z = (
        parts[0 if letter == shape.axis else 1] * size**2
        for letter, size in zip("xyz", sizes, strict=True)
    )
    return x, y, z


def _reads(mass: Scalar) -> bool:
    try:
        read(mass)
    except LagrError:
        return False
    return True


def _times(mass: Scalar, factor: float) -> Scalar:
    if isinstance(mass, str):
        return f"({mass})*{factor:.6g}" if factor else 0
    return float(f"{mass * factor:.6g}")
