"""Bodies that are made of solids, as callers give these."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from lagr_gui.builder.recording import record_of
from lagr_gui.drawing.mesh_files import MeshFiles
from lagr_gui.editing.solid import with_solids
from lagr_gui.given import wrong
from lagr_gui.model import Body, Solid
from lagr_gui.model.solids import MESH
from lagr_gui.problem import LagrError, Problem


def solids_of(number: int, given: Iterable[Mapping[str, Any]]) -> tuple[Solid, ...]:
    """The solids of a body. Raises LagrError for what is no dictionary of the fields of one."""
    place = f"Solid of body {number}"
    return tuple(record_of(Solid, place, **_fields(place, solid)) for solid in given)


def _fields(place: str, solid: object) -> Mapping[str, Any]:
    if not isinstance(solid, Mapping):
        raise wrong(place, solid, "a dictionary with the fields of a solid")
    return solid


def made_of_solids(body: Body) -> Body:
    """The body with mass, centre and inertia of its solids.

    Raises LagrError where they tell none.
    """
    files = MeshFiles(Path())
    made = with_solids(body, files.filled)
    if made is not body:
        return made
    meshes = [solid.file for solid in body.shape.solids if solid.form == MESH]
    unknown = Problem(
        f"Body {body.number}",
        "Its solids tell no mass, centre and inertia.",
        "Correct their lengths, densities and masses, or give the body a mass and an inertia.",
        code="solids",
    )
    raise LagrError([told for file in meshes if (told := files.problem(file))] or [unknown])
