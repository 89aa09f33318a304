"""A roller or a point of a body beside a cam, from which it may lift off."""

from lagr_gui.catalogue.contacts import Track
from lagr_gui.catalogue.elements.struck import rough_fields, slipping
from lagr_gui.catalogue.kinds import ElementKind, body, restitution, scalar, vector
from lagr_gui.model.kinds import Depends, Range

KIND = ElementKind(
    name="cam",
    title="Cam and follower (impact)",
    fields=(
        body("body", "Body", default=1),
        vector("point", (0, 0, 0), "Point on it"),
        scalar(
            "radius", 0, "Radius of a roller", "m", Depends.PARAMETERS, range=Range.NOT_NEGATIVE
        ),
        body("ground", "Cam on the body"),
        vector("origin", (0, 0, 0), "Origin of the curve"),
        vector("normal", (0, 0, 1), "Normal of the plane", ""),
        vector("along", (1, 0, 0), "Direction of θ = 0", ""),
        scalar(
            "curve",
            1,
            "Profile r(θ) of the centre",
            "m",
            Depends.PARAMETERS,
            places=("theta",),
            places_unit="rad",
        ),
        restitution(0.5),
        *rough_fields("Friction μ"),
    ),
    geometry=Track(polar=True),
    law=slipping("-gap"),
    glyph="cam",
    equation="C5",
    help="A point of the body, or the centre of a roller, stays outside the curve r = f(θ) about "
    "the origin, in a plane of the cam: θ counts about the normal, between −π and π, and f has "
    "the same value and slope at both. Where the cam would have to pull the follower lifts off, "
    "and it rebounds with κ times its speed. Of a roller f is the way of its centre. With μ > 0 "
    "it rubs.",
)
