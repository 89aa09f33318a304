"""Meshes by which links are seen: where their files are, and where they stand in a body."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from lagr_gui.drawing.bodies.mesh_files import SORTS
from lagr_gui.exchange.markup import Tag
from lagr_gui.expression import read
from lagr_gui.expression.arithmetic import value
from lagr_gui.extensions.robots.merging import plain, row
from lagr_gui.extensions.robots.record import Notes, SeenMesh
from lagr_gui.extensions.robots.rigid import RigidFrame, from_rpy, rpy
from lagr_gui.extensions.robots.values import vector
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import Body, Shape, Solid
from lagr_gui.model.solids.bodies import turn_of

MESH = "mesh"
ABOVE = 6
"""So many folders above that of a robot the one of its package may be."""


class MeshPlaces:
    """Finds the files that a robot names; what is missing is told once, in words."""

    def __init__(self, folder: Path | None, notes: Notes) -> None:
        self.folder, self.notes = folder, notes
        self._found: dict[str, str] = {}

    def file(self, tag: Tag, name: str) -> str:
        """The file that a tag names, as a model has it: with its folder where it is there."""
        if name not in self._found:
            self._found[name] = self._look(tag, name)
        return self._found[name]

    def _look(self, tag: Tag, name: str) -> str:
        bare = name.partition("://")[2] or name
        if self.folder is None:
            return bare
        files = (path for path in self._candidates(name, bare) if path.is_file())
        file = next(files, None)
        if file is None:
            cause = say("The mesh “{name}” is not there.", name=name)
            remedy = say("Put it into the folder {folder}.", folder=str(self.folder))
            self.notes.warn(tag, cause, say("{remedy} A box is drawn in its place.", remedy=remedy))
            return bare
        if file.suffix.lower().removeprefix(".") not in SORTS:
            cause = say("The mesh “{name}” is of a sort that cannot be read.", name=name)
            remedy = "Take an STL, OBJ or GLB file. A box is drawn in its place."
            self.notes.warn(tag, cause, remedy)
        return str(file.resolve())

    def _candidates(self, name: str, bare: str) -> Iterator[Path]:
        """A package may be the folder of the robot, one above it, or lie in one of these."""
        assert self.folder is not None
        folder = self.folder.resolve()
        yield folder / bare
        if name.startswith(("package://", "model://")):
            inner = Path(*Path(bare).parts[1:])
            for above in (folder, *folder.parents[:ABOVE]):
                yield above / bare
                yield above / inner


def scale_of(tag: Tag, notes: Notes) -> float | None:
    """The one factor of a mesh; None where it differs in direction, or mirrors."""
    factors = vector(tag, "scale", (1, 1, 1))
    if np.ptp(factors) > 1e-12 or factors[0] <= 0:
        cause = "The mesh is scaled differently along its axes, or mirrored: it is not shown."
        notes.warn(tag, cause, "Export the mesh in its true size.")
        return None
    return float(factors[0])


def urdf_meshes(link: Tag, places: MeshPlaces) -> Iterator[SeenMesh]:
    """The meshes of what is seen of a link; of what collides where nothing else is there."""
    visuals = list(link.each("visual")) or list(link.each("collision"))
    for visual in visuals:
        geometry, origin = visual.first("geometry"), visual.first("origin")
        for form in geometry.each(MESH) if geometry is not None else ():
            try:
                factor = scale_of(form, places.notes)
                frame = RigidFrame()
                if origin is not None:
                    turned = from_rpy(*vector(origin, "rpy"))
                    frame = RigidFrame(turned, vector(origin, "xyz"))
            except LagrError:  # what is only seen refuses no file
                continue
            if factor is not None and (name := form.given.get("filename", "").strip()):
                yield SeenMesh(places.file(form, name), frame, factor)


def composed_of(meshes: Iterable[SeenMesh], centre: Array) -> Shape | None:
    """The shape of a body with this centre of mass; None where no mesh is seen of it."""
    solids = tuple(
        Solid(
            form=MESH,
            file=mesh.file,
            scale=plain(mesh.scale),
            at=_triple(mesh.frame.p - centre),
            turn=_triple(np.array(rpy(mesh.frame.R))),
        )
        for mesh in meshes
    )
    return Shape(form="composed", solids=solids) if solids else None


def _triple(values: Array) -> tuple[float | int, float | int, float | int]:
    x, y, z = row(values)
    return x, y, z


def meshes_of(body: Body, values: dict[str, float], centre: Array) -> list[SeenMesh]:
    """Those of a body of a model, in the frame of its link, in which its centre of mass lies."""

    def numbers(row: Iterable[object]) -> Array:
        return np.array([value(read(entry), values) for entry in row], float)  # type: ignore[arg-type]

    meshes: list[SeenMesh] = []
    for solid in body.shape.solids:
        if solid.form == MESH and solid.file and not solid.hole:
            R = np.array([numbers(entries) for entries in turn_of(solid.turn)])
            frame = RigidFrame(R, centre + numbers(solid.at))
            meshes.append(SeenMesh(solid.file, frame, float(value(read(solid.scale), values))))
    return meshes
