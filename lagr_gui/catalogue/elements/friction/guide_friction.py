"""Dry friction in a guide, pressed by the reaction of its own joint."""

from lagr_gui.catalogue.elements.friction.falling import falling
from lagr_gui.catalogue.geometry import OnCoordinate
from lagr_gui.catalogue.kinds import ElementKind, Friction, JointLoad, coordinate, scalar
from lagr_gui.model.kinds import Depends, Range

KIND = ElementKind(
    name="guide_friction",
    title="Guide friction (along slide)",
    fields=(
        coordinate("coordinate", "Coordinate"),
        scalar("mu", 0.1, "Friction μ", "", Depends.PARAMETERS, range=Range.NOT_NEGATIVE),
        scalar(
            "mu_static",
            0,
            "Static friction μ₀ (0: as μ)",
            "",
            Depends.PARAMETERS,
            range=Range.NOT_NEGATIVE,
        ),
        *falling("m/s"),
        scalar(
            "length",
            0,
            "Length of the guide (0: forces only)",
            "m",
            Depends.PARAMETERS,
            range=Range.NOT_NEGATIVE,
        ),
    ),
    geometry=OnCoordinate(),
    law=Friction(
        "value", "rate", "mu", "mu_static", "stribeck", "shape", load=JointLoad(length="length")
    ),
    glyph="slide_friction",
    equation="R1",
    help="Coulomb’s friction of a slide: it is at most μ N, with the force N of the joint across "
    "its axis, as it is in the motion. With a length b the two ends of the guide also hold the "
    "moment M across the axis, about the joint’s point on its second body: N is then "
    "|N/2 + M/b| + |N/2 − M/b|. With a Stribeck velocity v the friction falls from μ₀ to μ.",
)
