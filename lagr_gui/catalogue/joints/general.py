"""General joint: relative rotation R and relative distance z′ as expressions."""

from lagr_gui.catalogue.motions import GeneralMotion, JointKind
from lagr_gui.model.kinds import Depends, FieldSpec, FieldType

KIND = JointKind(
    name="general",
    title={"en": "General (R, z)", "de": "Allgemein (R, z)"},
    fields=(
        FieldSpec(
            "rotation",
            FieldType.MATRIX,
            ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
            {"en": "Rotation matrix R", "de": "Drehmatrix R"},
            depends=Depends.POSITION,
        ),
        FieldSpec(
            "distance",
            FieldType.VECTOR,
            (0, 0, 0),
            {"en": "Distance z′", "de": "Abstandsvektor z′"},
            unit="m",
            depends=Depends.POSITION,
        ),
    ),
    motion=GeneralMotion(),
    units=(),
    glyph="general",
    help={
        "en": "LAGR's own input: row i of R is the child's axis i in joint axes, z′ the "
        "distance of the joint points in joint axes, both functions of coordinates and time. "
        "With body 0 as parent this is the absolute motion of the body.",
        "de": "Die Eingabe von LAGR: Zeile i von R ist die Achse i des Körpers in "
        "Gelenkachsen, z′ der Abstand der Gelenkpunkte, beide Funktionen der Koordinaten und "
        "der Zeit. Mit Körper 0 als Bezugskörper ist das die Absolutbewegung.",
    },
)
