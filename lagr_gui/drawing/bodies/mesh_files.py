"""Meshes in files beside a model (STL, OBJ, GLB): their surface, and what they hold.

Whatever a file holds, it is read within limits, nothing beside it is read, and one that is open
or flat or turned inside out is named.
"""

from __future__ import annotations

import io
import json
import os
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lagr_gui.drawing.bodies.surfaces import Places, SolidSurface, from_triangles
from lagr_gui.expression import read
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.incoming import read_bytes
from lagr_gui.foundation.libraries import library
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Problem, Severity, refusal
from lagr_gui.model import Body, Model, Solid
from lagr_gui.model.solids.solid_forms import Row, Solid3

MOST_BYTES = 64_000_000
MOST_TRIANGLES = 1_000_000
MOST_NODES = 10_000
"""Parts of the scene in a GLB file."""
LARGEST = 1e9
"""Coordinates of larger magnitude are refused."""
FLAT = 1e-12
"""Volume (over the cube of its size) up to which a mesh is a sheet: more is lost by rounding."""
SORTS = ("stl", "obj", "glb")
"""Endings of files that can be read."""


@dataclass(frozen=True, eq=False)
class MeshContent:
    """A mesh in the lengths of its file.

    `filled` is what it holds where it is closed and the right side out; otherwise `problem` says
    what is wrong with it.
    """

    surface: SolidSurface
    filled: Solid3 | None
    problem: Problem | None = None


@dataclass
class MeshFiles:
    """The meshes that a model in a folder names; a file is read again when it has changed."""

    folder: Path
    _known: dict[str, tuple[object, MeshContent | Problem]] = field(
        default_factory=dict[str, tuple[object, MeshContent | Problem]]
    )

    def surface(self, name: str) -> SolidSurface | None:
        """The surface in a file; None where it cannot be read."""
        content = self._found(name)
        return content.surface if isinstance(content, MeshContent) else None

    def filled(self, name: str) -> Solid3 | None:
        """What a file holds; None where it cannot be read, is open or inside out."""
        content = self._found(name)
        return content.filled if isinstance(content, MeshContent) else None

    def problem(self, name: str) -> Problem | None:
        """What is wrong with a file."""
        content = self._found(name)
        return content.problem if isinstance(content, MeshContent) else content

    def _found(self, name: str) -> MeshContent | Problem:
        path = self.folder / name
        try:
            stat = path.stat()
            mark: object = stat.st_mtime_ns, stat.st_size
        except (OSError, ValueError):
            mark = None
        if name not in self._known or self._known[name][0] != mark:
            try:
                content: MeshContent | Problem = read_mesh(path)
            except LagrError as error:
                content = error.problems[0]
            self._known[name] = mark, content
        return self._known[name][1]


NO_FILES = MeshFiles(Path())
"""Those of a model that lies in the folder in which the program was started."""


def read_mesh(path: Path) -> MeshContent:
    """The mesh in a file. Raises LagrError where it cannot be read or is too large."""
    place = say("Mesh “{name}”", name=path.name)
    sort = path.suffix.lower().removeprefix(".")
    if sort not in SORTS:
        cause = say("Meshes in files of the sort “{sort}” cannot be read.", sort=sort)
        raise refusal(place, cause, "Take an STL, OBJ or GLB file.", "mesh")
    data = read_bytes(path, place, MOST_BYTES)
    _look_into(place, sort, data)
    corners, triangles = _triangles(place, sort, data)
    if not len(triangles):
        raise _refused(place, "It holds no triangles.")
    if len(triangles) > MOST_TRIANGLES:
        raise _too_many(place)
    if not _is_usual(corners):
        raise _refused(place, "It holds coordinates that are no numbers, or too large.")
    return _content(place, corners, triangles)


def _refused(place: str, cause: str) -> LagrError:
    return refusal(place, cause, "Export the mesh again.", "mesh")


def _too_many(place: str) -> LagrError:
    cause = say("It has more than {count} triangles.", count=MOST_TRIANGLES)
    return refusal(place, cause, "Export it with fewer.", "mesh")


def _is_usual(corners: Array) -> bool:
    return bool(np.all(np.abs(corners) <= LARGEST))


def _look_into(place: str, sort: str, data: bytes) -> None:
    """Refuse, before it is read, what would take too long or lead elsewhere."""
    if sort == "stl" and data[:5].lower() != b"solid":
        count = struct.unpack("<I", data[80:84])[0] if len(data) >= 84 else -1
        if count > MOST_TRIANGLES:
            raise _too_many(place)
        if count < 0 or len(data) < 84 + 50 * count:
            raise _refused(place, "It ends too early.")
    if sort == "glb":
        _look_into_scene(place, data)


def _look_into_scene(place: str, data: bytes) -> None:
    if len(data) < 20 or data[:4] != b"glTF":
        raise _refused(place, "It is no GLB file.")
    length, kind = struct.unpack("<I4s", data[12:20])
    if kind != b"JSON" or len(data) < 20 + length or length > MOST_BYTES // 4:
        raise _refused(place, "It ends too early.")
    try:
        scene: Any = json.loads(data[20 : 20 + length])
        sections = {
            name: scene.get(name, []) for name in ("buffers", "images", "nodes", "accessors")
        }
        if any("uri" in entry for name in ("buffers", "images") for entry in sections[name]):
            cause = "It speaks of other files."
            raise refusal(place, cause, "Export it as one GLB file that holds all.", "mesh")
        _walk(place, scene, sections["nodes"])
        if any(not 0 <= entry["count"] <= len(data) for entry in sections["accessors"]):
            raise _refused(place, "It ends too early.")
    except (ValueError, TypeError, AttributeError, KeyError, IndexError, RecursionError) as error:
        raise _refused(place, "Its description cannot be read.") from error


def _walk(place: str, scene: Mapping[str, Any], nodes: list[Any]) -> None:
    """Each part hangs on one other at most, and all together are not too many triangles."""
    if len(nodes) > MOST_NODES:
        raise _refused(place, "It has too many parts.")
    parents: dict[int, int] = {}
    for number, node in enumerate(nodes):
        for child in node.get("children", []):
            if child in parents:
                raise _refused(place, "Its parts hang on each other in a circle, or on several.")
            parents[child] = number
    for number in range(len(nodes)):
        seen, here = {number}, number
        while here in parents:
            here = parents[here]
            if here in seen:
                raise _refused(place, "Its parts hang on each other in a circle, or on several.")
            seen.add(here)
    accessors = scene.get("accessors", [])
    total = 0
    for node in nodes:
        if "mesh" in node:
            for primitive in scene["meshes"][node["mesh"]]["primitives"]:
                indices = primitive.get("indices", primitive["attributes"]["POSITION"])
                total += accessors[indices]["count"] // 3
    if total > MOST_TRIANGLES:
        raise _too_many(place)


def _triangles(place: str, sort: str, data: bytes) -> tuple[Array, Places]:
    """Corners (v, 3) and triangles (t, 3) as the library reads them."""
    trimesh = library("trimesh")

    # Pictures on a surface are never unfolded: a small one may be of any size.
    options: dict[str, Any] = {} if sort == "stl" else {"skip_materials": True}
    try:
        scene = trimesh.load_scene(io.BytesIO(data), file_type=sort, process=False, **options)
        parts = [part for part in scene.dump() if isinstance(part, trimesh.Trimesh)]
        whole: Any = trimesh.util.concatenate(parts) if parts else trimesh.Trimesh()
        if whole.vertices is None or not len(whole.faces):
            return np.zeros((0, 3)), np.zeros((0, 3), np.int64)
        if _is_usual(whole.vertices):
            whole.merge_vertices(merge_tex=True, merge_norm=True)
        return np.array(whole.vertices, float), np.array(whole.faces, np.int64)
    except LagrError:
        raise
    except Exception as error:  # whatever the library stumbles over is told of the file
        raise _refused(place, "It cannot be read.") from error


def _content(place: str, corners: Array, triangles: Places) -> MeshContent:
    trimesh = library("trimesh")

    mesh: Any = trimesh.Trimesh(corners, triangles, process=False)
    mesh.update_faces(mesh.nondegenerate_faces())
    if not mesh.is_watertight or not mesh.is_winding_consistent:
        cause = "It is open or its triangles go round differently: it encloses no volume."
        remedy = "Close it where it comes from; until then mass and inertia are typed."
        problem = Problem(place, cause, remedy, Severity.WARNING, "mesh-open")
        return MeshContent(from_triangles(corners, triangles, open=True), None, problem)
    parts = _parts(mesh)
    if not np.any(np.abs(parts.volumes) > FLAT * mesh.scale**3):
        cause = "It is flat: it encloses no volume."
        remedy = "Give it a thickness where it comes from; until then mass and inertia are typed."
        problem = Problem(place, cause, remedy, Severity.WARNING, "mesh-flat")
        return MeshContent(from_triangles(corners, triangles, open=True), None, problem)
    turned = parts.turned()
    if turned.any():
        whole = np.all(parts.volumes <= 0)
        cause = "It is turned inside out: its triangles go round with the clock."
        other = "A part of it is turned inside out: its triangles go round with the clock."
        remedy = "Turn its faces round where it comes from."
        reason = cause if whole else other
        problem = Problem(place, reason, remedy, Severity.WARNING, "mesh-inside-out")
        faces = np.array(mesh.faces)
        back = whole | turned[parts.of_face]
        faces[back] = faces[back, ::-1]
        return MeshContent(from_triangles(corners, faces), None, problem)
    return MeshContent(from_triangles(corners, triangles), _filled(mesh))


@dataclass(frozen=True, eq=False)
class _Parts:
    """The closed surfaces of which a mesh consists.

    `of_face` (t,) says to which each triangle belongs; `volumes` (k,) are positive where triangles
    go round against the clock, seen from outside; `low` and `high` (k, 3) are their boxes.
    """

    of_face: Places
    volumes: Array
    low: Array
    high: Array

    def turned(self) -> NDArray[np.bool_]:
        """Which (k,) are turned inside out and no holes: they lie within no other one."""
        turned = self.volumes < 0
        outer = self.volumes > 0
        low, high = self.low[outer], self.high[outer]
        for k in np.flatnonzero(turned):
            turned[k] = not np.any(np.all((low <= self.low[k]) & (self.high[k] <= high), axis=1))
        return turned


def _parts(mesh: Any) -> _Parts:
    trimesh = library("trimesh")

    faces = np.array(mesh.faces)
    edges = mesh.face_adjacency
    labels = trimesh.graph.connected_component_labels(edges, node_count=len(faces))
    corners = np.array(mesh.vertices)[faces]
    about = corners - corners[:1, :1]
    sixths = np.einsum("ti,ti->t", about[:, 0], np.cross(about[:, 1], about[:, 2])) / 6
    count = int(labels.max(initial=-1)) + 1
    low, high = np.full((count, 3), np.inf), np.full((count, 3), -np.inf)
    np.minimum.at(low, labels, corners.min(axis=1))
    np.maximum.at(high, labels, corners.max(axis=1))
    return _Parts(labels, np.bincount(labels, sixths, count).astype(float), low, high)


def _filled(mesh: Any) -> Solid3:
    """Volume, centre and means of x x about it, as trimesh integrates them."""
    volume, inertia = float(mesh.volume), np.array(mesh.moment_inertia, float)
    means = (np.trace(inertia) / 2 * np.eye(3) - inertia) / (float(mesh.density) * volume)

    def row(entries: Any) -> Row:
        x, y, z = (read(float(entry)) for entry in entries)
        return x, y, z

    a, b, c = (row(entries) for entries in (means + means.T) / 2)
    return Solid3(read(volume), row(mesh.center_mass), (a, b, c))


def beside(model: Model, folder: Path) -> Model:
    """The model with files of meshes as they are named in a folder."""

    def renamed(solid: Solid) -> Solid:
        if solid.form != "mesh" or not os.path.isabs(solid.file):
            return solid
        try:
            return solid.having(file=Path(os.path.relpath(solid.file, folder)).as_posix())
        except ValueError:  # on another drive
            return solid

    def body(one: Body) -> Body:
        return one.having(shape=one.shape.each("solids", renamed))

    return model.each("bodies", body)
