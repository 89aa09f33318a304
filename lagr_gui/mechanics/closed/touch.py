"""What touches: a disc or ball on a plane, an edge over ground, as seen from that ground."""

from __future__ import annotations

from lagr_gui.algebra import Canonical
from lagr_gui.catalogue.geometry import Contact, Edge
from lagr_gui.mechanics.closed.kinematics import Kinematics, Matrix, Vector
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.trees import Trees, crossed, unit_along
from lagr_gui.mechanics.vectors import apply, dot, minus, plus, product, times, transpose


class RelativeMotion:
    """The motion of one body as it is seen from another, in the axes of that other."""

    def __init__(self, kinematics: Kinematics, body: int, ground: int) -> None:
        self.kinematics = kinematics
        self.body = body
        self.E, self.x = kinematics.poses[ground]
        self.R: Matrix = product(self.E, transpose(kinematics.poses[body][0]))

    def point(self, local: Trees) -> Vector:
        """A body point from the ground's origin in the ground's axes."""
        return apply(self.E, minus(self.kinematics.point(self.body, local), self.x))

    def rate(self, vector: Vector) -> Vector:
        rate = self.kinematics.rate
        return rate(vector[0]), rate(vector[1]), rate(vector[2])

    def direction(self, local: Trees) -> Vector:
        """A vector fixed in the body, in the ground's axes."""
        return apply(self.R, self.kinematics.vector(local))

    def turned(self, arm: Vector) -> Vector:
        """ω × arm of the body over the ground."""
        rates = (self.rate(self.R[0]), self.rate(self.R[1]), self.rate(self.R[2]))
        return apply(rates, apply(transpose(self.R), arm))


def across(kinematics: Kinematics, part: Part, edge: Edge) -> Canonical:
    """The velocity of a point across an edge, over the ground."""
    relative = RelativeMotion(kinematics, part.value(edge.body), part.value(edge.ground))
    direction = unit_along(part.trees(edge.across), part.place(edge.across))
    velocity = relative.rate(relative.point(part.trees(edge.point)))
    return dot(relative.direction(direction), velocity)


class ClosedTouch:
    """A disc or ball on a plane of the ground, in the ground's axes."""

    def __init__(self, kinematics: Kinematics, part: Part, contact: Contact) -> None:
        self.kinematics, self.part, self.contact = kinematics, part, contact
        self.relative = RelativeMotion(
            kinematics, part.value(contact.body), part.value(contact.ground)
        )
        self.normal = unit_along(part.trees(contact.normal), part.place(contact.normal))
        self.centre = self.relative.point(part.trees(contact.centre))

    def measures(self, names: set[str]) -> dict[str, Canonical]:
        vector, part = self.kinematics.vector, self.part
        n = vector(self.normal)
        found: dict[str, Canonical] = {}
        if "height" in names:
            plane = vector(part.trees(self.contact.plane_point))
            found["height"] = dot(minus(self.centre, plane), n)
        if "lean" in names:
            found["lean"] = self.lean
        if names & {"slip_1", "slip_2"}:
            slip = plus(self.relative.rate(self.centre), self.relative.turned(self._arm(n)))
            along = unit_along(part.trees(self.contact.along), part.place(self.contact.along))
            found["slip_1"] = dot(slip, vector(along))
            found["slip_2"] = dot(slip, vector(crossed(self.normal, along)))
        return found

    @property
    def _axis(self) -> Vector:
        axis = unit_along(self.part.trees(self.contact.axis), self.part.place(self.contact.axis))
        return self.relative.direction(axis)

    def _arm(self, n: Vector) -> Vector:
        """From the centre to the touching point."""
        r = self.kinematics.value(self.part.tree(self.contact.radius))
        if not self.contact.axis:
            return times(n, -r)
        tilt = dot(n, self._axis)
        fall = minus(n, times(self._axis, tilt))
        return times(fall, -r / self._lean(tilt))

    @property
    def lean(self) -> Canonical:
        """|n × a| of the normal n and the axis a."""
        return self._lean(dot(self.kinematics.vector(self.normal), self._axis))

    def _lean(self, tilt: Canonical) -> Canonical:
        algebra = self.kinematics.algebra
        return algebra.call("sqrt", (algebra.one - tilt * tilt,))
