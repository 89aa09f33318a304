"""Branches of electrical circuits, stated a second time: voltages, and forces on coordinates.

Kirchhoff's second law: the voltages of the branches of a mesh add up to zero.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from lagr_gui.audit.forces import ForceEffect
from lagr_gui.audit.jets import Array, Jet, constant, product, shifted
from lagr_gui.audit.values import Values
from lagr_gui.model import Element, Scalar
from lagr_gui.topology.meshes import Charge


class Branches:
    """The branches of all circuits.

    `voltages` (3, n) by coordinate are sums around meshes, `sizes` those of their moduli; `own`
    are those of single branches by name, but for sources of current.
    """

    def __init__(self, values: Values, charges: Mapping[str, Charge]) -> None:
        self.values, self.charges = values, charges
        self.voltages: dict[str, Jet] = {}
        self.sizes: dict[str, Array] = {}
        self.own: dict[str, Jet] = {}

    def is_branch(self, element: Element) -> bool:
        """Whether an element is a branch, or lies between two of them."""
        return element.kind in BRANCHES

    def effect_of(self, element: Any) -> ForceEffect:
        """What a branch exerts on charges and on what its law speaks of."""
        effect = ForceEffect(f"element:{element.name}")
        BRANCHES[element.kind](element, self, effect)
        return effect

    def charge(self, name: str) -> tuple[Jet, Jet]:
        """Charge and current of a branch."""
        motion = self.values.motion
        still = 0 * motion.time
        q = sum((sign * motion.q[at] for at, sign in self.charges[name]), still)
        return q, sum((sign * motion.qd[at] for at, sign in self.charges[name]), still)

    def resist(self, name: str, voltage: Jet, effect: ForceEffect) -> None:
        """A voltage against the current of a branch."""
        self.own[name] = self.own.get(name, constant(0.0)) + voltage
        for at, sign in self.charges[name]:
            effect.act(self.values.index[at], -sign * voltage[0])
            self.voltages[at] = self.voltages.get(at, constant(0.0)) + sign * voltage
            self.sizes[at] = self.sizes.get(at, constant(0.0)) + np.abs(voltage)

    def pull(self, field: Scalar, factor: Array, effect: ForceEffect) -> None:
        """factor × ∂field/∂q on every coordinate of which a field speaks."""
        for name in self.values.fields.names_in(field):
            slope = self.values.scalar(field, self.values.toward(name))[1]
            effect.act(self.values.index[name], factor * slope)


def _resistor(element: Any, branches: Branches, effect: ForceEffect) -> None:
    _, current = branches.charge(element.name)
    voltage = product(branches.values.scalar(element.R), current)
    branches.resist(element.name, voltage, effect)
    effect.power = voltage[0] * current[0]


def _inductor(element: Any, branches: Branches, effect: ForceEffect) -> None:
    _, current = branches.charge(element.name)
    flux = product(branches.values.scalar(element.L), current)
    branches.resist(element.name, shifted(flux), effect)
    branches.pull(element.L, current[0] ** 2 / 2, effect)
    effect.kinetic = product(flux, current) / 2


def _capacitor(element: Any, branches: Branches, effect: ForceEffect) -> None:
    values = branches.values
    charge = branches.charge(element.name)[0] + values.scalar(element.q0)
    C = values.scalar(element.C)
    inverse = np.stack([1 / C[0], -C[1] / C[0] ** 2, (2 * C[1] ** 2 / C[0] - C[2]) / C[0] ** 2])
    voltage = product(charge, inverse)
    branches.resist(element.name, voltage, effect)
    branches.pull(element.C, voltage[0] ** 2 / 2, effect)
    effect.energy = product(charge, voltage) / 2


def _voltage_source(element: Any, branches: Branches, effect: ForceEffect) -> None:
    voltage = branches.values.scalar(element.voltage) + 0 * branches.values.motion.time
    branches.resist(element.name, -voltage, effect)


def _current_source(element: Any, branches: Branches, effect: ForceEffect) -> None:
    """Its voltage is whatever the current takes: a condition."""


def _motor(element: Any, branches: Branches, effect: ForceEffect) -> None:
    values = branches.values
    _, current = branches.charge(element.name)
    K = values.scalar(element.K)
    branches.resist(element.name, product(K, values.motion.qd[element.coordinate]), effect)
    effect.act(values.index[element.coordinate], K[0] * current[0])
    effect.kinetic = product(product(K, values.motion.q[element.coordinate]), current)


def _transducer(element: Any, branches: Branches, effect: ForceEffect) -> None:
    _, current = branches.charge(element.name)
    flux = branches.values.scalar(element.flux) + 0 * branches.values.motion.time
    branches.resist(element.name, shifted(flux), effect)
    branches.pull(element.flux, current[0], effect)
    effect.kinetic = product(flux, current)


def _mutual_inductance(element: Any, branches: Branches, effect: ForceEffect) -> None:
    M = branches.values.scalar(element.M)
    coils: Sequence[str] = (element.coil_a, element.coil_b)
    first, second = (branches.charge(coil)[1] for coil in coils)
    for coil, other in zip(coils, (second, first), strict=True):
        branches.resist(coil, shifted(product(M, other)), effect)
    branches.pull(element.M, first[0] * second[0], effect)
    effect.kinetic = product(M, product(first, second))


BRANCHES: Mapping[str, Callable[[Any, Branches, ForceEffect], None]] = {
    "resistor": _resistor,
    "inductor": _inductor,
    "capacitor": _capacitor,
    "voltage_source": _voltage_source,
    "current_source": _current_source,
    "motor": _motor,
    "transducer": _transducer,
    "mutual_inductance": _mutual_inductance,
}
