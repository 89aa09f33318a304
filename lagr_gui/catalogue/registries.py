"""The registries of kinds, in the order of the palette."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from lagr_gui.catalogue.kinds import ElementKind
from lagr_gui.catalogue.motions import JointKind
from lagr_gui.foundation.registry import Registry
from lagr_gui.model.kinds import Kinds

JOINTS: Registry[JointKind] = Registry("joint kind")
ELEMENTS: Registry[ElementKind] = Registry("element kind")

_JOINTS = """
    revolute prismatic cylindrical screw universal spherical planar free fixed general beam
"""
_ELEMENTS = """
    spring dashpot lagr_damper elastic_rope rope_damper
    coordinate_spring coordinate_damper coordinate_force
    force torque rope_pull
    rod tight_rope coincidence pin_in_slot gear prescribed_motion
    skid rolling_disc rolling_ball position_condition velocity_condition
    wall stop rope pulley_rope bumper unilateral_condition
    energies
    resistor inductor capacitor voltage_source current_source motor transducer mutual_inductance
"""


def _kind_in(folder: str, file: str) -> Any:
    return import_module(f"lagr_gui.catalogue.{folder}.{file}").KIND


for _file in _JOINTS.split():
    JOINTS.add(_file, _kind_in("joints", _file))
for _file in _ELEMENTS.split():
    ELEMENTS.add(_file, _kind_in("elements", _file))

KINDS = Kinds(joints=JOINTS, elements=ELEMENTS)


def __getattr__(name: str) -> Any:
    """The record class of a kind by its name: this is how pickle finds it.

    Imports ask for other names here; no record class is made for that.
    """
    for kind in (*JOINTS.values(), *ELEMENTS.values()):
        if kind.record_name == name:
            return kind.record
    raise AttributeError(name)
