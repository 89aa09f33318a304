"""A roller or a point of a body over a curve of another one, from which it may lift off."""

from lagr_gui.catalogue.contacts import Track
from lagr_gui.catalogue.elements.struck import rough_fields, slipping
from lagr_gui.catalogue.kinds import ElementKind, body, restitution, scalar, vector
from lagr_gui.model.kinds import Depends, Range

KIND = ElementKind(
    name="follower",
    title="Follower on a curve (impact)",
    fields=(
        body("body", "Body", default=1),
        vector("point", (0, 0, 0), "Point on it"),
        scalar(
            "radius", 0, "Radius of a roller", "m", Depends.PARAMETERS, range=Range.NOT_NEGATIVE
        ),
        body("ground", "Curve in the body"),
        vector("origin", (0, 0, 0), "Origin of the curve"),
        vector("normal", (0, 0, 1), "Normal of the plane", ""),
        vector("along", (1, 0, 0), "Direction of x", ""),
        scalar(
            "curve",
            0,
            "Curve y(x) of the centre",
            "m",
            Depends.PARAMETERS,
            places=("x",),
            places_unit="m",
        ),
        restitution(0.5),
        *rough_fields("Friction μ"),
    ),
    geometry=Track(),
    law=slipping("-gap"),
    glyph="follower",
    equation="C5",
    help="A point of the body, or the centre of a roller, stays over the curve y = f(x) in a "
    "plane of the other body, as a train of a roller coaster: it is pushed away from the curve, "
    "lifts off where this would have to pull, and rebounds with κ times its speed. y is normal × "
    "direction of x. Of a roller f is the way of its centre. With μ > 0 it rubs.",
)
