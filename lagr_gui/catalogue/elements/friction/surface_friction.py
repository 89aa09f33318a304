"""Dry friction of what moves along several coordinates of its joint: a ball, a bush, a plate."""

from lagr_gui.catalogue.elements.friction.falling import falling
from lagr_gui.catalogue.kinds import ElementKind, Friction, choice, coordinate, scalar
from lagr_gui.catalogue.surfaces import InJoint, SurfaceLoad
from lagr_gui.model.kinds import Depends, Range

KIND = ElementKind(
    name="surface_friction",
    title="Surface friction (ball, bush or plate)",
    fields=(
        coordinate("coordinate", "Coordinate of the joint"),
        scalar("mu", 0.1, "Friction μ", "", Depends.PARAMETERS, range=Range.NOT_NEGATIVE),
        scalar(
            "mu_static",
            0,
            "Static friction μ₀ (0: as μ)",
            "",
            Depends.PARAMETERS,
            range=Range.NOT_NEGATIVE,
        ),
        scalar(
            "radius",
            0.01,
            "Radius at which turning rubs",
            "m",
            Depends.PARAMETERS,
            range=Range.POSITIVE,
        ),
        choice("pressed", SurfaceLoad.BY_REACTION, SurfaceLoad.CHOICES, "Pressed by"),
        scalar("preload", 0, "Force that always presses", "N", range=Range.NOT_NEGATIVE),
        *falling("m/s"),
    ),
    geometry=InJoint(),
    law=Friction(
        "rate",
        "rate",
        "mu",
        "mu_static",
        "stribeck",
        "shape",
        "N",
        load=SurfaceLoad("radius", preload="preload", pressed="pressed"),
    ),
    glyph="surface_friction",
    equation="R1",
    help="Coulomb’s friction of a ball in its socket, a bush on its shaft or a plate on a plane, "
    "which turns and slides at once: it acts against the whole velocity of slip, on whose size it "
    "does not depend. Turning at ω slips with r ω at the radius r; for a plate of uniform pressure "
    "that is 2/3 of its radius. What presses is the force of the joint (of a bush across its axis, "
    "of a plate across its plane), a given preload, or both.",
)
