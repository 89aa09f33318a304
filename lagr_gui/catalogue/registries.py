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

_JOINTS = "revolute prismatic cylindrical screw universal spherical planar free fixed general beam"
_ELEMENTS = (
    ("forces", "spring dashpot lagr_damper elastic_rope rope_damper"),
    ("forces", "coordinate_spring coordinate_damper coordinate_force force torque rope_pull"),
    ("conditions", "rod tight_rope coincidence pin_in_slot gear prescribed_motion"),
    ("conditions", "skid rolling_disc rolling_ball position_condition velocity_condition"),
    ("limits", "wall stop rope pulley_rope bumper unilateral_condition"),
    ("forces", "energies"),
    ("circuits", "resistor inductor capacitor voltage_source current_source"),
    ("circuits", "motor transducer mutual_inductance"),
)


def _kind_in(folder: str, file: str) -> Any:
    return import_module(f"lagr_gui.catalogue.{folder}.{file}").KIND


for _file in _JOINTS.split():
    JOINTS.add(_file, _kind_in("joints", _file))
for _room, _files in _ELEMENTS:
    for _file in _files.split():
        ELEMENTS.add(_file, _kind_in(f"elements.{_room}", _file))

KINDS = Kinds(joints=JOINTS, elements=ELEMENTS)


def __getattr__(name: str) -> Any:
    """The record class of a kind by its name: this is how pickle finds it.

    Imports ask for other names here; no record class is made for that.
    """
    for kind in (*JOINTS.values(), *ELEMENTS.values()):
        if kind.record_name == name:
            return kind.record
    raise AttributeError(name)
