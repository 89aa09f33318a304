"""Skid (knife edge, Kufe): no sliding across the edge."""

from lagr_gui.catalogue.geometry import Edge
from lagr_gui.catalogue.kinds import Condition, ElementKind, body, vector

KIND = ElementKind(
    name="skid",
    title="Skid (knife edge)",
    fields=(
        body("body", "Body", default=1),
        vector("point", (0, 0, 0), "Point on it"),
        vector("across", (0, 1, 0), "Across the edge", ""),
        body("ground", "On the body"),
    ),
    geometry=Edge(),
    law=Condition(velocity=("v_across",), effort="N"),
    glyph="skid",
    equation="C2",
    help="A point of the body does not slide along the direction across the edge, which "
    "is given in body axes. The condition binds velocities, not positions: it is "
    "nonholonomic. The multiplier is the force across the edge on the body.",
)
