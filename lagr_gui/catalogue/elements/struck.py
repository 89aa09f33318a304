"""Fields and laws of what touches, is struck, and rubs."""

from lagr_gui.catalogue.kinds import Limit, restitution, scalar, vector
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


STRUCK = (restitution(1), *rough_fields("Friction μ"))
"""Fields of walls, and of contacts of shapes."""
