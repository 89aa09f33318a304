"""What meshes of an MJCF weigh: volume, centre and inertia of what their triangles enclose.

MuJoCo's way: pyramids from a point to each triangle, first from the middle of the surface to find
the centre of mass, then from there.  By its rule `legacy`, the usual one, each pyramid counts as
positive; for convex meshes that is exact, for others it is more than there is.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from lagr_gui.drawing.bodies.mesh_files import read_mesh
from lagr_gui.exchange.markup import Tag
from lagr_gui.extensions.robots.meshes import MeshPlaces
from lagr_gui.extensions.robots.rigid import Mass, from_quaternion
from lagr_gui.extensions.robots.values import numbers, vector
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import say

RULES = ("legacy", "exact", "convex")


@dataclass(frozen=True, slots=True)
class MeshSolid:
    """The volume of a mesh, and the body of density 1 that fills it."""

    volume: float
    filled: Mass


class MeshMasses:
    """The meshes of a file by name; what one encloses is found when it is first asked for."""

    def __init__(self, places: MeshPlaces) -> None:
        self._places = places
        self._given: dict[str, tuple[Tag, str]] = {}
        self._found: dict[str, MeshSolid] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._given

    def add(self, name: str, tag: Tag, path: str) -> None:
        """A mesh that bodies may be made of."""
        self._given[name] = tag, path

    def solid(self, name: str) -> MeshSolid:
        """What the mesh of a name encloses. Raises LagrError."""
        if name not in self._found:
            tag, path = self._given[name]
            self._found[name] = mesh_solid(tag, self._places.file(tag, path) if path else "")
        return self._found[name]


def mesh_solid(tag: Tag, path: str) -> MeshSolid:
    """What a mesh encloses, by its vertices or the file that it names. Raises LagrError."""
    rule = tag.given.get("inertia", "legacy")
    if rule not in RULES:
        cause = say("inertia={rule} of a mesh is not known here.", rule=rule)
        raise tag.wrong(cause, say("Use {rules}.", rules=", ".join(RULES)))
    corners, faces = _typed(tag) if "vertex" in tag.given else _read(tag, path)
    corners = _placed(tag, corners)
    if np.linalg.det(np.diag(vector(tag, "scale", (1, 1, 1)))) < 0:
        faces = faces[:, ::-1]
    if rule == "convex" or not len(faces):
        corners, faces = _hull(tag, corners)
    solid = _solid(corners[faces], rule == "legacy")
    if solid is None:
        raise tag.wrong(_EMPTY, 'Close it, give the body <inertial>, or the shape mass="0".')
    return solid


_EMPTY = "The mesh encloses no volume."


def _typed(tag: Tag) -> tuple[Array, np.ndarray]:
    """Corners and triangles that stand in the file itself."""
    corners, faces = numbers(tag, "vertex") or [], numbers(tag, "face") or []
    places = np.array(faces, np.int64) if all(f == int(f) for f in faces) else np.array([-1])
    if len(corners) % 3 or len(places) % 3 or len(corners) < 12:
        raise tag.wrong("Its vertices or faces are not threes of numbers.", _AGAIN)
    if len(places) and not (places.min() >= 0 and places.max() < len(corners) // 3):
        raise tag.wrong("A face names a vertex that is not there.", _AGAIN)
    return np.array(corners).reshape(-1, 3), places.reshape(-1, 3)


_AGAIN = "Export the mesh again."


def _read(tag: Tag, path: str) -> tuple[Array, np.ndarray]:
    if not Path(path).is_file():
        cause = say("The mesh “{name}” is not there.", name=path)
        raise tag.wrong(cause, 'Put it there, give the body <inertial>, or the shape mass="0".')
    surface = read_mesh(Path(path)).surface
    return surface.corners, surface.triangles


def _placed(tag: Tag, corners: Array) -> Array:
    """Corners as MuJoCo holds them, in single precision, moved and scaled."""
    placed = corners.astype(np.float32).astype(float) - vector(tag, "refpos")
    if quaternion := numbers(tag, "refquat", 4):
        length = float(np.linalg.norm(quaternion))
        if not length:
            raise tag.wrong("quat is zero.", "Give a quaternion, such as 1 0 0 0.")
        w, x, y, z = (entry / length for entry in quaternion)
        placed = placed @ from_quaternion(w, x, y, z)
    return placed * vector(tag, "scale", (1, 1, 1))


def _hull(tag: Tag, corners: Array) -> tuple[Array, np.ndarray]:
    """The convex hull, its triangles against the clock seen from outside."""
    from scipy.spatial import ConvexHull, QhullError

    try:
        hull = ConvexHull(corners)
    except QhullError:
        raise tag.wrong(_EMPTY, "Give vertices that lie in no plane.") from None
    faces = np.array(hull.simplices, np.int64)
    a, b, c = (corners[faces[:, i]] for i in range(3))
    inward = np.einsum("ij,ij->i", np.cross(b - a, c - a), hull.equations[:, :3]) < 0
    faces[inward] = faces[inward][:, ::-1]
    return corners, faces


def _solid(triangles: Array, all_positive: bool) -> MeshSolid | None:
    """Pyramids over triangles (n, 3, 3), put together; None where they hold nothing."""
    areas = np.linalg.norm(
        np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]), axis=1
    )
    if not areas.sum() > 0:
        return None
    middles = triangles.mean(axis=1)
    apex = areas @ middles / areas.sum()
    volumes = _volumes(triangles - apex, all_positive)
    if not volumes.sum() > 0:
        return None
    centre = volumes @ (0.75 * middles + 0.25 * apex) / volumes.sum()
    seen = triangles - centre
    volumes = _volumes(seen, all_positive)
    whole = seen.sum(axis=1)
    products = np.einsum("n,nci,ncj->ij", volumes, seen, seen)
    products = (products + np.einsum("n,ni,nj->ij", volumes, whole, whole)) / 20
    inertia = np.trace(products) * np.eye(3) - products
    volume = float(volumes.sum())
    return MeshSolid(volume, Mass(volume, centre, inertia)) if volume > 0 else None


def _volumes(triangles: Array, all_positive: bool) -> Array:
    """Volumes of pyramids from the origin."""
    volumes = np.linalg.det(triangles) / 6
    return np.abs(volumes) if all_positive else volumes
