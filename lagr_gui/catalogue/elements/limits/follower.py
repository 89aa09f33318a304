"""A roller or a point of a body over a curve of another one, from which it may lift off."""

from lagr_gui.catalogue.contacts import Track
from lagr_gui.catalogue.elements.struck import slipping, track
from lagr_gui.catalogue.kinds import ElementKind

KIND = ElementKind(
    name="follower",
    title="Follower on a curve (impact)",
    fields=track("Curve in the body", "Direction of x", 0, "Curve y(x) of the centre", "x", "m"),
    geometry=Track(),
    law=slipping("-gap"),
    glyph="follower",
    equation="C5",
    help="A point of the body, or the centre of a roller, stays over the curve y = f(x) in a "
    "plane of the other body, as a train of a roller coaster: it is pushed away from the curve, "
    "lifts off where this would have to pull, and rebounds with κ times its speed. y is normal × "
    "direction of x. Of a roller f is the way of its centre. With μ > 0 it rubs.",
)
