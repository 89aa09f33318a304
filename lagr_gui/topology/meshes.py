"""Meshes of the circuits of a model, as they are found (`circuits`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from lagr_gui.foundation.problem import Problem

Charge = tuple[tuple[str, int], ...]
"""A charge as a sum: coordinates with their signs."""


@dataclass(frozen=True, slots=True)
class Mesh:
    """A closed path: the branches passed with their signs, the link first.

    `order` is that of the highest derivative of its charge in its equation: 2 with an
    inductance, 1 with a resistance but no inductance, 0 with capacitances only.
    """

    link: str
    coordinate: str
    branches: tuple[tuple[str, int], ...]
    order: int


@dataclass(frozen=True, slots=True)
class Circuits:
    """All circuits of a model.

    `charges` holds the charge of every branch by the name of the element, that of an open
    branch is empty; `dependent` are the names of charges that are no coordinates.
    """

    meshes: tuple[Mesh, ...] = ()
    charges: Mapping[str, Charge] = field(default_factory=dict)
    dependent: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
