"""The words in which the motion of a joint is written down: a sequence of elementary ones."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from lagr_gui.catalogue.kinds import RECORDS
from lagr_gui.model.kinds import FieldSpec, RecordOfKind
from lagr_gui.model.records import Joint


@dataclass(frozen=True)
class AxisOf:
    """An axis taken from a field of the joint; `index` where the field holds several.

    >>> from lagr_gui.catalogue import JOINTS
    >>> [turn.axis.field for turn in JOINTS["universal"].turns]
    ['axis', 'axis2']
    """

    field: str
    index: int | None = None


@dataclass(frozen=True)
class Rotate:
    """Rotation about an axis of the joint frame by a coordinate of the joint (rad).

    >>> from lagr_gui import GROUND, System
    >>> s = System("disc", J=1)
    >>> disc = s.body(inertia=(0, 0, "J"))
    >>> _ = s.joint("revolute", GROUND, disc, "phi")
    >>> print(*s.equations().of("T"))
    T = J*phi'^2/2
    """

    axis: AxisOf
    coordinate: int


@dataclass(frozen=True)
class Slide:
    """Translation along an axis by a coordinate of the joint.

    The axis is given in the joint frame, or with `in_parent` in the parent's axes.  `lead` is
    the way per unit of the coordinate, an expression in fields of the joint: 1 where the
    coordinate is the way itself (m).

    >>> from lagr_gui.catalogue import JOINTS
    >>> JOINTS["screw"].slides[0].lead
    'pitch/(2*pi)'
    """

    axis: AxisOf
    coordinate: int
    in_parent: bool = False
    lead: str = "1"


Motion = Rotate | Slide


@dataclass(frozen=True)
class GeneralMotion:
    """R and z′ as expressions (38), (40): what a LAGR card holds.

    >>> from lagr_gui.catalogue import JOINTS
    >>> [field.name for field in JOINTS["general"].fields]
    ['rotation', 'distance']
    """

    rotation: str = "rotation"
    distance: str = "distance"


@dataclass(frozen=True)
class Bending:
    """The bending of a beam between parent (root) and child (tip) by amplitudes qᵢ.

    Named are the fields that hold length (m), mass per length (kg/m), bending stiffness EI
    (N m²) and retardation time β (s), the axis of the beam and the direction in which it bends,
    and what shape functions it has: conditions at its ends, sort, or the deflection Σ qᵢ uᵢ(ξ).

    >>> from lagr_gui import GROUND, System
    >>> s = System("blade")
    >>> tip = s.body(gravity=False)
    >>> _ = s.joint("beam", GROUND, tip, "q", length=2, stiffness=6, gravity="off")
    >>> print(*s.equations().of("U"))
    U = 3*q^2/2
    """

    length: str = "length"
    density: str = "density"
    stiffness: str = "stiffness"
    damping: str = "damping"
    axis: str = "axis"
    across: str = "across"
    ends: str = "ends"
    functions: str = "functions"
    deflection: str = "deflection"
    foreshortening: str = "foreshortening"
    gravity: str = "gravity"


@dataclass(frozen=True)
class JointKind(RecordOfKind):
    """A kind of joint.

    `units` are those of its coordinates; where the user names as many as needed, of new ones.

    >>> from lagr_gui.catalogue import JOINTS
    >>> planar = JOINTS["planar"]
    >>> len(planar.slides), len(planar.turns), planar.units
    (2, 1, ('m', 'm', 'rad'))
    """

    name: str
    title: str
    fields: tuple[FieldSpec, ...]
    motion: tuple[Motion, ...] | GeneralMotion | Bending
    units: tuple[str, ...]
    glyph: str
    help: str
    base_record = Joint
    record_module = RECORDS

    @cached_property
    def turns(self) -> tuple[Rotate, ...]:
        """The turns among the elementary motions."""
        motion = self.motion if isinstance(self.motion, tuple) else ()
        return tuple(part for part in motion if isinstance(part, Rotate))

    @cached_property
    def slides(self) -> tuple[Slide, ...]:
        """The slides among the elementary motions."""
        motion = self.motion if isinstance(self.motion, tuple) else ()
        return tuple(part for part in motion if isinstance(part, Slide))

    @property
    def holds_points(self) -> bool:
        """Whether its point on the one body stays at that on the other."""
        return isinstance(self.motion, tuple) and not self.slides

    @cached_property
    def line(self) -> AxisOf | None:
        """The axis of all elementary motions; None where they have several or none."""
        axes = {part.axis for part in (*self.turns, *self.slides)}
        return axes.pop() if len(axes) == 1 else None

    @property
    def freedoms(self) -> int | None:
        """The number of coordinates; None: as many as the user names."""
        return len(self.units) if isinstance(self.motion, tuple) else None

    @property
    def closes_without_coordinates(self) -> bool:
        """Whether conditions of a cut joint follow from its axes alone.

        So it is where slides come before turns, each with a coordinate of its own.
        """
        if not isinstance(self.motion, tuple) or len(self.motion) > len(self.units):
            return False
        turns = [isinstance(motion, Rotate) for motion in self.motion]
        return turns == sorted(turns)
