"""Skid (knife edge, Kufe): no sliding across the edge."""

from lagr_gui.catalogue.geometry import Edge
from lagr_gui.catalogue.kinds import Condition, ElementKind, body, vector

KIND = ElementKind(
    name="skid",
    title={"en": "Skid (knife edge)", "de": "Kufe (Schneide)"},
    fields=(
        body("body", "Body", "Körper", default=1),
        vector("point", (0, 0, 0), "Point on it", "Punkt darauf"),
        vector("across", (0, 1, 0), "Across the edge", "Quer zur Schneide", ""),
        body("ground", "On the body", "Auf dem Körper"),
    ),
    geometry=Edge(),
    law=Condition(velocity=("v_across",), effort="N"),
    glyph="skid",
    equation="C2",
    help={
        "en": "A point of the body does not slide along the direction across the edge, which "
        "is given in body axes. The condition binds velocities, not positions: it is "
        "nonholonomic. The multiplier is the force across the edge on the body.",
        "de": "Ein Punkt des Körpers gleitet nicht quer zur Schneide; die Querrichtung ist in "
        "Körperachsen gegeben. Die Bedingung bindet Geschwindigkeiten, nicht Lagen: Sie ist "
        "nichtholonom. Der Multiplikator ist die Kraft quer zur Schneide auf den Körper.",
    },
)
