"""The registries of kinds, in the order of the palette."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lagr_gui.catalogue.kinds import ElementKind
from lagr_gui.catalogue.motions import JointKind
from lagr_gui.foundation.registry import Registry
from lagr_gui.model.kinds import Kinds, record_name

if TYPE_CHECKING:  # few models have signals
    from lagr_gui.catalogue.dynamics import SignalKind

_JOINTS = "revolute prismatic cylindrical screw universal spherical planar free fixed general beam"
_ELEMENTS = (
    ("forces", "spring dashpot lagr_damper elastic_rope rope_damper"),
    ("forces", "coordinate_spring coordinate_damper coordinate_force force torque rope_pull"),
    ("forces", "bushing soft_contact"),
    ("conditions", "rod tight_rope coincidence pin_in_slot gear prescribed_motion"),
    ("conditions", "skid rolling_disc rolling_ball position_condition velocity_condition"),
    ("limits", "wall contact follower cam stop rope pulley_rope bumper unilateral_condition"),
    ("friction", "joint_friction bearing_friction guide_friction brake line_friction drum_rope"),
    ("friction", "surface_friction one_way_clutch"),
    ("forces", "energies"),
    ("circuits", "resistor inductor capacitor voltage_source current_source"),
    ("circuits", "motor transducer mutual_inductance"),
)


def _homes(folder: str, files: str) -> dict[str, str]:
    return {file: f"lagr_gui.catalogue.{folder}.{file}:KIND" for file in files.split()}


_KINDS = {
    kind: home
    for room, files in _ELEMENTS
    for kind, home in _homes(f"elements.{room}", files).items()
}
_SIGNALS = (
    "expression state integrator filter1 filter2 transfer state_space pid saturation dead_band "
    "relay switch quantizer backlash rate_limit sampled noise delay"
)
JOINTS: Registry[JointKind] = Registry("joint kind", _homes("joints", _JOINTS))
ELEMENTS: Registry[ElementKind] = Registry("element kind", _KINDS)

SIGNALS: Registry[SignalKind] = Registry("signal kind", _homes("signals", _SIGNALS))

KINDS = Kinds(joints=JOINTS, elements=ELEMENTS, signals=SIGNALS)


def __getattr__(name: str) -> Any:
    """The record class of a kind by its name: this is how pickle finds it.

    Imports ask for other names here; no kind is loaded for that.
    """
    for kinds, ending in ((JOINTS, ""), (ELEMENTS, ""), (SIGNALS, "Signal")):
        for kind in kinds:
            if record_name(kind) + ending == name:
                return kinds[kind].record
    raise AttributeError(name)
