"""Two points that do not get nearer than a distance: balls that collide."""

from lagr_gui.catalogue.contacts import BallGap
from lagr_gui.catalogue.elements.struck import rough_fields, slipping
from lagr_gui.catalogue.kinds import ElementKind, body, restitution, scalar, vector
from lagr_gui.model.kinds import Depends, Range

PARAMETERS = Depends.PARAMETERS

KIND = ElementKind(
    name="bumper",
    title="Collision of two balls",
    fields=(
        body("body_a", "First body", default=1),
        vector("point_a", (0, 0, 0), "Centre on it"),
        body("body_b", "Second body"),
        vector("point_b", (0, 0, 0), "Centre on it"),
        scalar("distance", 1, "Least distance", "m", PARAMETERS, range=Range.POSITIVE),
        restitution(1),
        *rough_fields("Friction μ"),
        scalar(
            "share", 0.5, "Part of it up to the touching point", "", PARAMETERS, range=Range.PART
        ),
        vector("across", (0, 0, 1), "Direction across which it slips first", ""),
    ),
    geometry=BallGap(),
    law=slipping("(distance^2 - square_length)/2", effort="N/m", arm="distance"),
    glyph="bumper",
    equation="C5",
    help="Two points do not get nearer than the least distance, the sum of the radii of two "
    "balls. They rebound along the line between them. With μ > 0 they slide or stick where they "
    "touch, a part of the distance away from the first centre, and impacts rub as well.",
)
