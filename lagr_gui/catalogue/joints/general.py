"""General joint: relative rotation R and relative distance z′ as expressions."""

from lagr_gui.catalogue.motions import GeneralMotion, JointKind
from lagr_gui.model.kinds import Depends, FieldSpec, FieldType

KIND = JointKind(
    name="general",
    title="General (R, z)",
    fields=(
        FieldSpec(
            "rotation",
            FieldType.MATRIX,
            ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
            "Rotation matrix R",
            depends=Depends.POSITION,
        ),
        FieldSpec(
            "distance",
            FieldType.VECTOR,
            (0, 0, 0),
            "Distance z′",
            unit="m",
            depends=Depends.POSITION,
        ),
    ),
    motion=GeneralMotion(),
    units=(),
    glyph="general",
    help="LAGR's own input: row i of R is the child's axis i in joint axes, z′ the "
    "distance of the joint points in joint axes, both functions of coordinates and time. "
    "With body 0 as parent this is the absolute motion of the body.",
)
