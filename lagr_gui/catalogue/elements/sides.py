"""Fields of what touches: two sides, each a shape about a point of a body."""

from lagr_gui.catalogue.kinds import body, choice, places, scalar, vector
from lagr_gui.model.kinds import Depends, FieldSpec, Range

SHAPES = ("ball", "capsule", "box", "disc", "cylinder", "outline", "plane")


def _size(name: str, label: str) -> FieldSpec:
    return scalar(name, 0, label, "m", Depends.PARAMETERS, range=Range.NOT_NEGATIVE)


def _side(letter: str, label: str, shape: str, axis: tuple[int, int, int]) -> tuple[FieldSpec, ...]:
    return (
        body(f"body_{letter}", label, default=1 if letter == "a" else 0),
        choice(f"shape_{letter}", shape, SHAPES, "Shape on it"),
        vector(f"point_{letter}", (0, 0, 0), "Its middle, or a point of the plane"),
        vector(f"axis_{letter}", axis, "Its axis, or the outward normal", ""),
        _size(f"radius_{letter}", "Its radius (not of boxes)"),
        _size(f"length_{letter}", "Length between its ends (capsule, cylinder)"),
        vector(f"half_{letter}", (0, 0, 0), "Half-lengths (box)"),
        places(f"corners_{letter}", "Corners (outline)"),
    )


SIDES = (
    *_side("a", "First body", "ball", (0, 0, 1)),
    *_side("b", "Second body", "plane", (0, 1, 0)),
)
