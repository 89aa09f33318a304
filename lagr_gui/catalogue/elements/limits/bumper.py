"""Two points that do not get nearer than a distance: balls that collide."""

from lagr_gui.catalogue.geometry import Line
from lagr_gui.catalogue.kinds import ElementKind, Limit, body, restitution, scalar, vector
from lagr_gui.model.kinds import Depends, Range

KIND = ElementKind(
    name="bumper",
    title="Collision of two balls",
    fields=(
        body("body_a", "First body", default=1),
        vector("point_a", (0, 0, 0), "Centre on it"),
        body("body_b", "Second body"),
        vector("point_b", (0, 0, 0), "Centre on it"),
        scalar("distance", 1, "Least distance", "m", Depends.PARAMETERS, range=Range.POSITIVE),
        restitution(1),
    ),
    geometry=Line(is_gap=True),
    law=Limit(("(distance^2 - square_length)/2",), effort="N/m"),
    glyph="bumper",
    equation="C5",
    help="Two points do not get nearer than the least distance, the sum of the radii of "
    "two balls. They rebound along the line between them, without friction.",
)
