"""The registries of kinds, in the order of the palette."""

from __future__ import annotations

from typing import Any

from lagr_gui.catalogue.elements import (
    bumper,
    capacitor,
    coincidence,
    coordinate_damper,
    coordinate_force,
    coordinate_spring,
    current_source,
    dashpot,
    elastic_rope,
    energies,
    force,
    gear,
    inductor,
    lagr_damper,
    motor,
    mutual_inductance,
    position_condition,
    prescribed_motion,
    pulley_rope,
    resistor,
    rod,
    rolling_ball,
    rolling_disc,
    rope,
    rope_damper,
    rope_pull,
    skid,
    spring,
    stop,
    tight_rope,
    torque,
    transducer,
    unilateral_condition,
    velocity_condition,
    voltage_source,
    wall,
)
from lagr_gui.catalogue.joints import (
    beam,
    cylindrical,
    fixed,
    free,
    general,
    planar,
    prismatic,
    revolute,
    screw,
    spherical,
    universal,
)
from lagr_gui.catalogue.kinds import ElementKind
from lagr_gui.catalogue.motions import JointKind
from lagr_gui.model.kinds import Kinds
from lagr_gui.registry import Registry

JOINTS: Registry[JointKind] = Registry("joint kind")
ELEMENTS: Registry[ElementKind] = Registry("element kind")

for _module in (
    revolute,
    prismatic,
    cylindrical,
    screw,
    universal,
    spherical,
    planar,
    free,
    fixed,
    general,
    beam,
):
    JOINTS.add(_module.KIND.name, _module.KIND)

for _module in (
    spring,
    dashpot,
    lagr_damper,
    elastic_rope,
    rope_damper,
    coordinate_spring,
    coordinate_damper,
    coordinate_force,
    force,
    torque,
    rope_pull,
    rod,
    tight_rope,
    coincidence,
    gear,
    prescribed_motion,
    skid,
    rolling_disc,
    rolling_ball,
    position_condition,
    velocity_condition,
    wall,
    stop,
    rope,
    pulley_rope,
    bumper,
    unilateral_condition,
    energies,
    resistor,
    inductor,
    capacitor,
    voltage_source,
    current_source,
    motor,
    transducer,
    mutual_inductance,
):
    ELEMENTS.add(_module.KIND.name, _module.KIND)

KINDS = Kinds(joints=JOINTS, elements=ELEMENTS)


def __getattr__(name: str) -> Any:
    """The record class of a kind by its name: this is how pickle finds it.

    Imports ask for other names here; no record class is made for that.
    """
    for kind in (*JOINTS.values(), *ELEMENTS.values()):
        if kind.record_name == name:
            return kind.record
    raise AttributeError(name)
