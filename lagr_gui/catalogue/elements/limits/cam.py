"""A roller or a point of a body beside a cam, from which it may lift off."""

from lagr_gui.catalogue.contacts import Track
from lagr_gui.catalogue.elements.struck import slipping, track
from lagr_gui.catalogue.kinds import ElementKind

KIND = ElementKind(
    name="cam",
    title="Cam and follower (impact)",
    fields=track(
        "Cam on the body", "Direction of θ = 0", 1, "Profile r(θ) of the centre", "theta", "rad"
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
