"""Dry friction in a bearing, pressed by the reaction of its own joint."""

from lagr_gui.catalogue.elements.friction.falling import falling
from lagr_gui.catalogue.geometry import OnCoordinate
from lagr_gui.catalogue.kinds import ElementKind, Friction, JointLoad, coordinate, scalar
from lagr_gui.model.kinds import Depends, Range

KIND = ElementKind(
    name="bearing_friction",
    title="Bearing friction (in hinge or screw)",
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
        *falling("rad/s"),
        scalar(
            "radius",
            0.01,
            "Radius of the pin (0: none)",
            "m",
            Depends.PARAMETERS,
            range=Range.NOT_NEGATIVE,
        ),
        scalar(
            "thrust_radius",
            0,
            "Mean radius of face or thread (0: none)",
            "m",
            Depends.PARAMETERS,
            range=Range.NOT_NEGATIVE,
        ),
        scalar(
            "length",
            0,
            "Length of the bearing (0: forces only)",
            "m",
            Depends.PARAMETERS,
            range=Range.NOT_NEGATIVE,
        ),
    ),
    geometry=OnCoordinate(),
    law=Friction(
        "value",
        "rate",
        "mu",
        "mu_static",
        "stribeck",
        "shape",
        load=JointLoad("radius", "thrust_radius", "length"),
    ),
    glyph="bearing_friction",
    equation="R1",
    help="Coulomb’s friction of a pin in a hinge: its moment is at most μ r F, with the force F of "
    "the hinge across its axis, as it is in the motion. A thrust face adds μ times its radius "
    "times the force along the axis. With a length b the two ends of the bearing also hold the "
    "moment M across the axis: F is then |F/2 + M/b| + |F/2 − M/b|. In a screw the face is its "
    "thread, which locks where μ is at least the tangent of its lead, p/(2 π R). With a Stribeck "
    "velocity v the friction falls from μ₀ to μ.",
)
