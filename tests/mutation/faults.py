"""The faults that are planted: in laws, motions, geometries, signs, ranks and binding."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from lagr_gui.catalogue.geometry import AtPoint, Contact, Edge, Line, OnBody, OnTwoCoordinates, Slot
from lagr_gui.catalogue.kinds import Condition, Energies, Potential
from lagr_gui.catalogue.motions import Rotate, Slide
from lagr_gui.catalogue.mounts import Mount
from tests.mutation.faults_closed import CLOSED, FORMALISMS
from tests.mutation.faults_conditions import BINDING, CONDITIONS, RANKS
from tests.mutation.faults_reactions import HELD, PLACES, SHAPES
from tests.mutation.faults_recursion import FORCES, TREES
from tests.mutation.planting import KindFault, law


def turned(place: int = 0):
    """A motion whose step moves by the coordinate the other way: by that of its neighbour."""

    def changed(motion: Any) -> Any:
        steps = list(motion)
        steps[place], steps[place - 1] = (
            replace(steps[place], coordinate=steps[place - 1].coordinate),
            replace(steps[place - 1], coordinate=steps[place].coordinate),
        )
        return tuple(steps)

    return changed


def swapped(motion: Any) -> Any:
    """A motion whose last two steps follow each other the other way round."""
    return (*motion[:-2], motion[-1], motion[-2])


def with_fields(**fields: Any) -> Callable[[Any], Any]:
    """A record with other fields."""
    return lambda record: replace(record, **fields)


def instead(record: Any) -> Callable[[Any], Any]:
    """Another record in the place of the right one."""
    return lambda _: record


def as_slide(motion: Any) -> Any:
    """A motion that slides instead of turning."""
    return tuple(Slide(step.axis, step.coordinate) for step in motion)


def as_turn(motion: Any) -> Any:
    """A motion that turns instead of sliding."""
    return tuple(Rotate(step.axis, step.coordinate) for step in motion)


LAWS = [
    KindFault("spring", law("c/2", "c")),
    KindFault("spring", law("length - l0", "length + l0")),
    KindFault("dashpot", law("k/2", "k")),
    KindFault("lagr_damper", law("k/2", "k")),
    KindFault("bushing", law("c_turn_y/2", "c_turn_y")),
    KindFault("coordinate_spring", law("value - q0", "value + q0")),
    KindFault("coordinate_damper", law("k/2", "k")),
    KindFault("rod", law("- l^2", "- 1.1*l^2")),
    KindFault(
        "coincidence",
        lambda record: replace(record, position=("span_y", "span_x", "span_z")),
        "closed",
    ),
    KindFault("joint_friction", with_fields(slip="rate + speed"), "simulate"),
    KindFault("brake", with_fields(slip="rate - 1"), "simulate"),
    KindFault("bearing_friction", with_fields(slip="rate - 1"), "simulate"),
    KindFault("guide_friction", with_fields(slip="rate - 1"), "simulate"),
    KindFault("surface_friction", with_fields(slip="rate - 1"), "simulate"),
    KindFault("drum_rope", with_fields(slip="rate - 1"), "simulate"),
    KindFault("line_friction", with_fields(kinetic="shape"), "simulate"),
    KindFault("one_way_clutch", with_fields(one_way=False), "simulate"),
    KindFault("coordinate_force", instead(Potential("force*value"))),
    KindFault("force", with_fields(vector="point")),
    KindFault("gear", law("ratio*value_b", "value_b/ratio")),
    KindFault("prescribed_motion", law("value - motion", "value + motion")),
    KindFault("rolling_disc", law("height - radius*lean", "height - radius")),
    KindFault("rolling_ball", law("height - radius", "height + radius")),
    KindFault("wall", law("radius - height", "-radius - height"), "touch", "falling"),
    KindFault("follower", law("-gap", "gap"), "touch", "beside_hill"),
    KindFault("cam", law("-gap", "-gap - 0.01"), "touch", "lifted"),
    KindFault("stop", law("lower - value", "2*lower - value"), "touch", "swinging"),
    KindFault("rope", law("l^2", "2*l^2"), "touch", "roped"),
    KindFault("elastic_rope", law("c/2", "c")),
    KindFault("soft_contact", law("^exponent", "")),
    KindFault("rope_damper", law("k/2", "k")),
    KindFault("rope_pull", with_fields(along="length")),
    KindFault("tight_rope", law("- l", "- 1.1*l")),
    KindFault("pulley_rope", law("- l", "- 2*l"), "touch", "hauled"),
    KindFault("bumper", law("distance^2", "distance^2/2"), "touch", "bumping"),
    KindFault("unilateral_condition", instead(Condition(("limit",))), "simulate", "limited"),
    KindFault("voltage_source", instead(Energies(potential="voltage*charge")), model="circuit"),
    KindFault("energies", lambda record: replace(record, kinetic="potential", potential="kinetic")),
    KindFault("capacitor", law("2*C", "C"), model="circuit"),
    KindFault("inductor", law("L/2", "L"), model="circuit"),
    KindFault("resistor", law("R/2", "R"), model="circuit"),
    KindFault("motor", law("K*coordinate", "-K*coordinate"), model="circuit"),
    KindFault("transducer", law("flux*current", "2*flux*current"), model="circuit"),
    KindFault("mutual_inductance", law("M*", "-M*"), model="circuit"),
    KindFault("current_source", law("current - strength", "current + strength"), model="circuit"),
]

MOTIONS = [
    KindFault("revolute", as_slide),
    KindFault("prismatic", as_turn),
    KindFault("cylindrical", turned(1)),
    KindFault("screw", lambda motion: (replace(motion[0], lead="pitch"), motion[1])),
    KindFault("universal", swapped),
    KindFault("spherical", swapped),
    KindFault("planar", turned(1)),
    KindFault("free", swapped),
    KindFault("general", with_fields(rotation="orientation")),
    KindFault("beam", with_fields(stiffness="density")),
]

GEOMETRIES = [
    KindFault("spring", instead(Line(point_b="point_a")), what="geometry"),
    KindFault("bushing", instead(Mount(point_a="point_b", point_b="point_a")), what="geometry"),
    KindFault("rod", instead(Line(body_a="body_b", body_b="body_a")), "reactions", what="geometry"),
    KindFault("force", instead(AtPoint(point="vector")), what="geometry"),
    KindFault("torque", instead(OnBody("reaction_body", "body")), what="geometry"),
    KindFault("gear", instead(OnTwoCoordinates("coordinate_b", "coordinate_a")), what="geometry"),
    KindFault("pin_in_slot", instead(Slot(normal="along", along="normal")), what="geometry"),
    KindFault("skid", instead(Edge(across="point")), what="geometry"),
    KindFault("rolling_disc", instead(Contact(axis="normal")), what="geometry"),
    KindFault("rolling_ball", instead(Contact(centre="plane_point")), what="geometry"),
]

EVERY = [
    *LAWS,
    *MOTIONS,
    *GEOMETRIES,
    *FORCES,
    *TREES,
    *CONDITIONS,
    *RANKS,
    *BINDING,
    *CLOSED,
    *FORMALISMS,
    *HELD,
    *PLACES,
    *SHAPES,
]
