"""The animation as one binary glTF 2.0 file, which browsers, editors and office programs show.

Bodies are nodes whose translations and rotations (quaternions x, y, z, w) are cubic splines over
time; elements along lines and elastic beams are rods between points that move.
"""

from __future__ import annotations

import json
import os
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lagr_gui import pipeline
from lagr_gui.drawing.bodies import surfaces
from lagr_gui.drawing.bodies.appearance import MARK
from lagr_gui.drawing.bodies.gears import ToothedRim
from lagr_gui.drawing.bodies.mesh_files import MeshFiles
from lagr_gui.drawing.bodies.surfaces import SolidSurface
from lagr_gui.drawing.lengths import vector
from lagr_gui.drawing.mechanism import thin_bars
from lagr_gui.exchange.svg_curves import COLORS
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.libraries import library
from lagr_gui.foundation.message import joined, phrase, say
from lagr_gui.foundation.problem import refusal
from lagr_gui.mechanics.numbers import parameter_values, specialised
from lagr_gui.mechanics.trajectories.poses import Motion
from lagr_gui.model import Model
from lagr_gui.prepared import prepare
from lagr_gui.scenery.figures import Figure
from lagr_gui.scenery.scene import build_scene
from lagr_gui.simulation import Trajectory
from lagr_gui.subsystems import flat
from lagr_gui.typesetting.model_hash import KEY

Part = tuple[SolidSurface, str]
"""A surface with its colour."""
CLOSE = 2e-8
"""How far a coordinate between two key frames may be off, as part of its largest value up to 1."""
TURN = 0.1
"""So far (rad, m) a coordinate goes at most from one key frame to the next: sines of it are off by
less than TURN⁴ / 384."""
MOST_TRIANGLES = 1_000_000
"""Those of all bodies together."""
MOST = 20_000
"""Key frames of the longest animation."""
_BAR, _JOINT, _LINE = 0.008, 0.014, 0.006
"""Radii of bars, joints and lines, as parts of the span of the mechanism."""
_GREY, _DARK, _ORANGE = "#7b8794", "#1f2933", "#d55e00"
_FLOAT, _WHOLE = 5126, 5125
_ARRAY, _ELEMENTS = 34962, 34963


def key_frames(trajectory: Trajectory) -> Trajectory:
    """The motion at so many times that cubic splines between them follow it (`CLOSE`)."""
    t = _stored(trajectory, np.union1d(trajectory.t, breaks(trajectory)))
    while len(t) < MOST:
        middles = (t[:-1] + t[1:]) / 2
        q, qd = trajectory.at(t)
        h = np.diff(t)[:, None]
        spline = (q[:-1] + q[1:]) / 2 + h * (qd[:-1] - qd[1:]) / 8
        exact, _ = trajectory.at(middles)
        scale = np.clip(
            np.abs(q).max(axis=0, initial=0.0), 1e-3, 1.0
        )  # angles add up to many turns
        off = (np.abs(spline - exact) > CLOSE * scale).any(axis=1)
        off |= (np.abs(np.diff(q, axis=0)) > TURN).any(axis=1)
        more = _stored(trajectory, np.union1d(t, middles[off]))
        if len(more) == len(t):
            break
        t = more
    q, qd = trajectory.at(t)
    return replace(trajectory, t=t, q=q, qd=qd)


def _stored(trajectory: Trajectory, t: Array) -> Array:
    """Times as a file can hold them, in single precision from the start on, each once."""
    seconds = np.unique((t - trajectory.t[0]).astype(np.float32)).astype(float)
    return np.minimum(trajectory.t[0] + seconds, trajectory.t[-1])


def breaks(trajectory: Trajectory) -> Array:
    """Times at which velocities or accelerations jump."""
    times = [impact.t for impact in trajectory.impacts] + [t for t, _ in trajectory.contacts]
    inner = {t for t in times if trajectory.t[0] < t < trajectory.t[-1]}
    return np.array(sorted(inner), dtype=float)


def moved(known: Callable[[str], Any]) -> Motion:
    """The motion at its key frames.  Raises LagrError where there is none."""
    if (trajectory := known("trajectory")) is None:
        cause = "There is no motion to show."
        raise refusal("Animation", cause, "Mend what the warnings tell.", "no-motion")
    return pipeline.motion(known("model"), key_frames(trajectory), known("special"))


def gltf_animation(
    model: Model,
    moved: Motion,
    trajectory: Trajectory | None = None,
    special: str = "",
    folder: str | os.PathLike[str] = "",
) -> bytes:
    """A .glb file of a motion; the same motion gives the same bytes.

    `moved` is where the bodies are at its key frames (`key_frames`), t in s; a `trajectory` tells
    at which of them velocities jump.  Lengths are in m; what is up, against gravity, is up there.
    Meshes of bodies lie in `folder`; one that cannot be read is a box (`gltf_note`).  Raises
    LagrError for parameters without a value, and for more than `MOST_TRIANGLES` altogether.
    """
    meshes = MeshFiles(Path(folder))
    mark = prepare(model, special).digest
    model = specialised(flat(model), special)
    values = parameter_values(model)
    file = _Gltf(moved.t, breaks(trajectory) if trajectory is not None else np.zeros(0))
    points = [x for number, x in moved.x.items() if number] + list(moved.joints.values())
    points += [*moved.beams.values(), *moved.lines.values()]
    flat_points = np.concatenate([row.reshape(-1, 3) for row in points] or [np.zeros((1, 3))])
    span = float(np.ptp(flat_points, axis=0).max()) or 1.0
    scene = build_scene(model, moved, meshes=meshes.surface)
    first = scene.at(moved.t[0])
    teeth = scene.gearing.laid(first.x, first.R)
    nodes = [file.body(f"0 {model.base.name}", moved.x[0], moved.R[0], [])]
    for figure in scene.figures:
        number = figure.number
        looks = _looks(figure, teeth.get(number, ()))
        parts = [*looks, *_bars(model, moved, number, span)]
        nodes.append(file.body(f"{number} {figure.name}", moved.x[number], moved.R[number], parts))
    for color, ways in ((_ORANGE, moved.lines), (_GREY, moved.beams)):
        for name, way in ways.items():
            nodes += file.rods(name, way, color, _LINE * span)
    unread = _unread(model, meshes)
    return file.written(nodes, _upright(model, values), model.name, unread, mark)


def _unread(model: Model, meshes: MeshFiles) -> list[str]:
    """The files of meshes that cannot be read."""
    files = (solid.file for body in model.bodies for solid in body.shape.solids if solid.file)
    return [file for file in dict.fromkeys(files) if meshes.surface(file) is None]


def gltf_note(content: bytes) -> str:
    """What a user has to know of a file that was written; empty where all is as it is here."""
    (length,) = struct.unpack("<I", content[12:16])
    document: Mapping[str, Any] = json.loads(content[20 : 20 + length])
    unread = document["asset"].get("extras", {}).get("unread", [])
    if not unread:
        return ""
    names = joined([phrase(Path(file).name) for file in unread])
    return say("Boxes stand in the place of meshes that cannot be read: {names}.", names=names)


def _in_all(count: int) -> None:
    if count > MOST_TRIANGLES:
        cause = say(
            "Its bodies have {count} triangles, more than the {most} that viewers can be asked to "
            "show.",
            count=count,
            most=MOST_TRIANGLES,
        )
        raise refusal("Animation", cause, "Export the meshes with fewer triangles.", "gltf-size")


def _looks(figure: Figure, rims: Sequence[tuple[ToothedRim, float]]) -> Iterator[Part]:
    """The surfaces of a body, those of its teeth first."""
    color = figure.color or COLORS[figure.index % len(COLORS)]
    for rim, phase in rims:
        yield rim.surface(phase).moved(*rim.placed(phase)), color
    for part in figure.painted:
        yield part.surface, _DARK if part.color == MARK else part.color or color


def _bars(model: Model, moved: Motion, number: int, span: float) -> Iterator[Part]:
    """Thin bars from a body to its joints, and these, in axes of the body."""
    for name, body in thin_bars(model.joints, moved.beams):
        if body == number and name in moved.joints:
            arm = moved.R[number][0].T @ (moved.joints[name][0] - moved.x[number][0])
            joint = surfaces.capsule(_JOINT * span, 0.0)
            if model.joint(name).child == number:
                yield joint.moved(np.eye(3), arm), _DARK
            if np.linalg.norm(arm) > 1e-6 * span:
                ends = np.stack([np.zeros(3), arm])
                yield surfaces.along(ends, _BAR * span), _GREY


def _upright(model: Model, values: Mapping[str, float]) -> Array:
    """The quaternion that turns what is up in the model to what is up in glTF, its y axis."""
    from scipy.spatial.transform import Rotation

    down = vector(model.gravity, values)
    if down is None or not down.any():
        return np.array([0.0, 0.0, 0.0, 1.0])
    turn: Any = Rotation.align_vectors([[0.0, 1.0, 0.0]], [-down])[0]
    return np.asarray(turn.as_quat(), float)


class _Gltf:
    """A file that grows; numbers of things are their places in its lists."""

    def __init__(self, t: Array, jumps: Array) -> None:
        self.t = t - t[0]
        at = np.unique(np.abs(t[:, None] - jumps).argmin(axis=0)) if len(jumps) else []
        self.cuts = [0, *(int(place) for place in at if 0 < place < len(t) - 1), len(t) - 1]
        self._bytes = bytearray()
        self._triangles = 0
        self._lists: dict[str, list[Any]] = {
            name: [] for name in ("nodes", "meshes", "materials", "accessors", "bufferViews")
        }
        self._channels: list[Any] = []
        self._samplers: list[Any] = []
        self._colors: dict[str, int] = {}
        self._times = self._accessor(self.t, "SCALAR", bounds=True)

    def body(self, name: str, x: Array, R: Array, parts: Sequence[Part]) -> int:
        """A node that moves as a body, with surfaces in its axes."""
        return self._node(name, parts, translation=x, rotation=_quaternions(R))

    def rods(self, name: str, way: Array, color: str, radius: float) -> Iterator[int]:
        """Nodes of rods between points that move (n, k, 3)."""
        rod = surfaces.cylinder(radius, 1.0)
        for a, b in zip(way.swapaxes(0, 1)[:-1], way.swapaxes(0, 1)[1:], strict=True):
            length = np.maximum(np.linalg.norm(b - a, axis=1, keepdims=True), 1e-9)
            scale = np.hstack([np.ones((len(a), 2)), length])
            turn = _quaternions(_leading((b - a) / length))
            middle = (a + b) / 2
            yield self._node(name, [(rod, color)], translation=middle, rotation=turn, scale=scale)

    def written(
        self, nodes: Sequence[int], upright: Array, name: str, unread: Sequence[str], mark: str
    ) -> bytes:
        """The whole file; the nodes stand below one that is upright."""
        root = {"name": name or "model", "rotation": upright.tolist(), "children": list(nodes)}
        document: dict[str, Any] = {
            "asset": {
                "version": "2.0",
                "generator": "lagr-gui",
                "extras": {KEY: mark} | ({"unread": [*unread]} if unread else {}),
            },
            "scene": 0,
            "scenes": [{"nodes": [self._added("nodes", root)]}],
            **{key: entries for key, entries in self._lists.items() if entries},
            "buffers": [{"byteLength": len(self._bytes)}],
        }
        if self._channels:
            moves = {"name": "motion", "channels": self._channels, "samplers": self._samplers}
            document["animations"] = [moves]
        text = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
        text += b" " * (-len(text) % 4)
        body = bytes(self._bytes)
        size = 12 + 8 + len(text) + 8 + len(body)
        head = struct.pack("<4sII", b"glTF", 2, size)
        parts = (struct.pack("<I4s", len(text), b"JSON"), text)
        return b"".join([head, *parts, struct.pack("<I4s", len(body), b"BIN\0"), body])

    def _node(self, name: str, parts: Sequence[Part], **ways: Array) -> int:
        node: dict[str, Any] = {"name": name}
        node |= {path: values[0].tolist() for path, values in ways.items()}
        drawn = [part for part in parts if len(part[0].triangles)]
        if drawn:
            primitives = [self._primitive(surface, color) for surface, color in drawn]
            node["mesh"] = self._added("meshes", {"primitives": primitives})
        number = self._added("nodes", node)
        for path, values in ways.items():
            if np.ptp(values, axis=0).any():
                self._move(number, path, values)
        return number

    def _move(self, node: int, path: str, values: Array) -> None:
        table = np.stack([*_slopes(self.t, values, self.cuts), values], axis=1)[:, [0, 2, 1]]
        kind = f"VEC{values.shape[1]}"
        output = self._accessor(table.reshape(-1, values.shape[1]), kind)
        sampler = {"input": self._times, "interpolation": "CUBICSPLINE", "output": output}
        self._channels.append(
            {"sampler": len(self._samplers), "target": {"node": node, "path": path}}
        )
        self._samplers.append(sampler)

    def _primitive(self, surface: SolidSurface, color: str) -> dict[str, Any]:
        self._triangles += len(surface.triangles)
        _in_all(self._triangles)
        corners = self._accessor(surface.corners, "VEC3", bounds=True, target=_ARRAY)
        normals = self._accessor(surface.normals, "VEC3", target=_ARRAY)
        triangles = self._accessor(surface.triangles.reshape(-1), "SCALAR", target=_ELEMENTS)
        return {
            "attributes": {"POSITION": corners, "NORMAL": normals},
            "indices": triangles,
            "material": self._material(color),
        }

    def _material(self, color: str) -> int:
        if color not in self._colors:
            paint = {"baseColorFactor": _linear(color), "metallicFactor": 0.1}
            entry = {"pbrMetallicRoughness": paint | {"roughnessFactor": 0.6}, "doubleSided": True}
            self._colors[color] = self._added("materials", entry)
        return self._colors[color]

    def _accessor(
        self, values: NDArray[Any], kind: str, bounds: bool = False, target: int = 0
    ) -> int:
        whole = target == _ELEMENTS
        table = values.astype("<u4" if whole else "<f4")
        view: dict[str, Any] = {"buffer": 0, "byteOffset": len(self._bytes)}
        view |= {"byteLength": table.nbytes} | ({"target": target} if target else {})
        self._bytes += table.tobytes()
        accessor: dict[str, Any] = {
            "bufferView": self._added("bufferViews", view),
            "componentType": _WHOLE if whole else _FLOAT,
            "count": len(table),
            "type": kind,
        }
        if bounds:
            rows = table.reshape(len(table), -1).astype(float)
            accessor |= {"min": rows.min(axis=0).tolist(), "max": rows.max(axis=0).tolist()}
        return self._added("accessors", accessor)

    def _added(self, name: str, entry: Any) -> int:
        self._lists[name].append(entry)
        return len(self._lists[name]) - 1


def _slopes(t: Array, values: Array, cuts: Sequence[int]) -> tuple[Array, Array]:
    """Rates of values (n, c) before and behind each time; they differ where velocities jump."""
    from scipy.interpolate import CubicSpline

    before, behind = np.zeros_like(values), np.zeros_like(values)
    for first, last in pairwise(cuts):
        part = slice(first, last + 1)
        rates: Array = np.asarray(CubicSpline(t[part], values[part])(t[part], 1), float)
        behind[part] = rates
        before[first + 1 : last + 1] = rates[1:]
    return before, behind


def _quaternions(R: Array) -> Array:
    """Rotations (n, 3, 3) as quaternions (n, 4) whose signs do not jump."""
    from scipy.spatial.transform import Rotation

    quaternions: Array = np.asarray(Rotation.from_matrix(R).as_quat(), float)
    signs = np.where((quaternions[1:] * quaternions[:-1]).sum(axis=1) < 0, -1.0, 1.0)
    quaternions[1:] *= np.cumprod(signs)[:, None]
    return quaternions


def _leading(along: Array) -> Array:
    """Rotations (n, 3, 3) that take z into unit vectors (n, 3)."""
    least = np.abs(along).min(axis=0).argmin()
    across: Array = np.asarray(np.cross(np.eye(3)[least], along), float)
    across /= np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-12)
    third: Array = np.asarray(np.cross(along, across), float)
    return np.stack([across, third, along], axis=-1)


def _linear(color: str) -> list[float]:
    """A colour in light, as glTF wants it."""
    ImageColor = library("PIL.ImageColor")

    shown = np.array(ImageColor.getrgb(color)[:3]) / 255
    light = np.where(shown <= 0.04045, shown / 12.92, ((shown + 0.055) / 1.055) ** 2.4)
    return [*np.round(light, 6).tolist(), 1.0]
