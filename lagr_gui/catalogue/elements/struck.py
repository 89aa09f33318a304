"""Fields and laws of what touches, is struck, and rubs."""

from lagr_gui.catalogue.kinds import Limit, body, restitution, scalar, vector
from lagr_gui.model.kinds import Depends, FieldSpec, Range


def slipping(gap: str, effort: str = "N", arm: str = "") -> Limit:
    """How what touches slips, by the fields of `rough_fields`."""
    return Limit((gap,), "restitution", effort, None, "mu", "static", "tangential", arm)


def rough_fields(mu: str) -> tuple[FieldSpec, ...]:
    """μ that slides (called so), μ that sticks, and the restitution of slips."""
    given, least = Depends.PARAMETERS, Range.NOT_NEGATIVE
    return (
        scalar("mu", 0, mu, "", given, range=least),
        scalar("static", 0, "Static friction (0: as μ)", "", given, range=least),
        scalar("tangential", 0, "Restitution of slip", "", given, range=Range.PART),
    )


def surface() -> FieldSpec:
    """The velocity of what runs over the ground of a contact, as a belt does."""
    return vector("surface", (0, 0, 0), "Velocity of the surface", "m/s", Depends.TIME)


def track(
    owner: str, along: str, first: float, curve: str, place: str, unit: str
) -> tuple[FieldSpec, ...]:
    """A point or roller, and the `curve` of the centre in a plane of its owner.

    It is a function of a `place` with a unit, `first` a constant; `along` says what an axis is.
    """
    given, least = Depends.PARAMETERS, Range.NOT_NEGATIVE
    return (
        body("body", "Body", default=1),
        vector("point", (0, 0, 0), "Point on it"),
        scalar("radius", 0, "Radius of a roller", "m", given, range=least),
        body("ground", owner),
        vector("origin", (0, 0, 0), "Origin of the curve"),
        vector("normal", (0, 0, 1), "Normal of the plane", ""),
        vector("along", (1, 0, 0), along, ""),
        scalar("curve", first, curve, "m", given, places=(place,), places_unit=unit),
        restitution(0.5),
        *rough_fields("Friction μ"),
    )


STRUCK = (restitution(1), *rough_fields("Friction μ"))
"""Fields of walls, and of contacts of shapes."""
