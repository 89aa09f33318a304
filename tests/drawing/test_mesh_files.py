"""Meshes in files: what they hold agrees with formulas, and nothing in them does harm."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import numpy as np
import pytest
import trimesh

from lagr_gui import LagrError, SolidPart, composed
from lagr_gui.drawing.bodies import mesh_files
from lagr_gui.drawing.bodies.mesh_files import MeshFiles, read_mesh
from lagr_gui.model import Solid
from lagr_gui.model.solids.bodies import part_of


def polyhedral(source: np.random.Generator) -> tuple[list[SolidPart], trimesh.Trimesh]:
    """A random body of boxes and plates, and its mesh; each of a density of its own."""
    parts, meshes = list[SolidPart](), list[trimesh.Trimesh]()
    for number in range(int(source.integers(1, 4))):
        Q, _ = np.linalg.qr(source.normal(size=(3, 3)))
        Q = Q * np.sign(np.linalg.det(Q))
        at = source.uniform(-1, 1, 3) + 5 * number * np.array([1, 0, 0])
        density = float(source.uniform(500, 8000))
        form = str(source.choice(["box", "plate", "hollow"]))
        if form == "plate":
            a, b, h = source.uniform(0.5, 1.0, 3)
            corners = np.array([(0, 0), (a, 0), (a, b / 3), (a / 3, b / 3), (a / 4, b), (0, b)])
            mesh = _extruded(corners, h)
            parts.append(_part("plate", {"thickness": h}, corners, at, Q, density))
        else:
            size = source.uniform(0.3, 1.0, 3)
            mesh = trimesh.creation.box(size)
            parts.append(_part("box", dict(zip("xyz", size, strict=True)), (), at, Q, density))
            if form == "hollow":
                inner = trimesh.creation.box(size / 2)
                inner.invert()
                mesh = trimesh.util.concatenate([mesh, inner])
                half = dict(zip("xyz", size / 2, strict=True))
                parts.append(_part("box", half, (), at, Q, density, hole=True))
        moved = np.eye(4)
        moved[:3, :3], moved[:3, 3] = Q, at
        mesh.apply_transform(moved)
        mesh.density = density
        meshes.append(mesh)
    return parts, meshes


def _part(form, size, corners, at, Q, density, hole=False) -> SolidPart:
    return SolidPart(
        form,
        {name: float(value) for name, value in size.items()},
        [tuple(map(float, corner)) for corner in corners],
        tuple(map(float, at)),
        tuple(tuple(map(float, row)) for row in Q),
        density=density,
        hole=hole,
    )


def _extruded(corners: np.ndarray, h: float) -> trimesh.Trimesh:
    """Two lids, cut into triangles from the reflex corner, and a side for each edge."""
    n = len(corners)
    low, high = (np.column_stack([corners, np.full(n, z)]) for z in (-h / 2, h / 2))
    lid = np.array([[3, 4, 5], [3, 5, 0], [3, 0, 1], [3, 1, 2]])
    sides = [[i, (i + 1) % n, n + (i + 1) % n] for i in range(n)]
    sides += [[i, n + (i + 1) % n, n + i] for i in range(n)]
    faces = np.concatenate([lid[:, ::-1], lid + n, sides])
    return trimesh.Trimesh(np.concatenate([low, high]), faces)


@pytest.mark.parametrize("seed", range(50))
def test_trimesh_and_formulas_agree_on_composed_solids(seed: int) -> None:
    parts, meshes = polyhedral(np.random.default_rng(seed))
    found = composed(parts)
    masses = np.array([mesh.mass for mesh in meshes])
    centres = np.array([mesh.center_mass for mesh in meshes])
    mass, centre = masses.sum(), masses @ centres / masses.sum()
    inertia = np.zeros((3, 3))
    for mesh, m, c in zip(meshes, masses, centres, strict=True):
        d = c - centre
        inertia += mesh.moment_inertia + m * (d @ d * np.eye(3) - np.outer(d, d))
    xx, yy, zz, xy, xz, yz = map(float, found.moments)
    ours = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    assert float(found.mass) == pytest.approx(mass, rel=1e-9)
    assert np.array(found.centre, float) == pytest.approx(centre, abs=1e-9)
    assert ours == pytest.approx(inertia, abs=1e-9 * np.abs(inertia).max())


@pytest.mark.parametrize("sort", mesh_files.SORTS)
def test_a_file_holds_what_its_solid_does_in_any_unit(sort: str, tmp_path: Path) -> None:
    mesh = trimesh.creation.box((200.0, 300.0, 400.0))
    mesh.apply_translation((100.0, 0, 50))
    mesh.export(tmp_path / f"box.{sort}")
    files = MeshFiles(tmp_path)
    solid = Solid(form="mesh", file=f"box.{sort}", scale=0.001, density="rho", at=("a", 0, 0))
    found = composed([part_of(solid, files.filled(solid.file))])
    known = composed(
        [SolidPart("box", {"x": 0.2, "y": 0.3, "z": 0.4}, at=("a + 0.1", 0, 0.05), density="rho")]
    )
    from lagr_gui.expression.arithmetic import value

    names = {"rho": 3.0, "a": 2.0}
    for mine, other in zip(
        (found.mass, *found.centre, *found.moments[:3]),
        (known.mass, *known.centre, *known.moments[:3]),
        strict=True,
    ):
        assert value(mine, names) == pytest.approx(value(other, names), rel=1e-6)
    surface = files.surface(solid.file)
    assert surface is not None and len(surface.triangles) == 12


def test_meshes_that_enclose_nothing_or_are_turned_inside_out_are_named_and_hold_nothing(
    tmp_path: Path,
) -> None:
    mesh = trimesh.creation.box((1, 1, 1))
    trimesh.Trimesh(mesh.vertices, mesh.faces[:-1]).export(tmp_path / "open.stl")
    mesh.invert()
    mesh.export(tmp_path / "turned.stl")
    small, good = mesh.copy().apply_scale(0.5), trimesh.creation.box((1, 1, 1))
    trimesh.util.concatenate([good, small]).export(tmp_path / "hollow.stl")
    small.apply_translation((3, 0, 0))
    trimesh.util.concatenate([good, small]).export(tmp_path / "part.stl")
    good.apply_transform(np.diag([1, 1, 0, 1])).export(tmp_path / "flat.stl")
    trimesh.Trimesh(np.outer([0, 1, 2], [1, 1, 1]), [[0, 1, 2]], process=False).export(
        tmp_path / "line.stl"
    )
    files = MeshFiles(tmp_path)
    named = {"open": "is open", "turned": "It is turned inside out", "part": "A part of it"}
    for name, words in {**named, "flat": "It is flat", "line": "It is flat"}.items():
        name = f"{name}.stl"
        problem = files.problem(name)
        assert problem is not None and words in problem.cause and problem.remedy
        assert files.filled(name) is None and files.surface(name) is not None
    assert files.problem("hollow.stl") is None and files.filled("hollow.stl") is not None


def glb(scene: dict, data: bytes = b"") -> bytes:
    text = json.dumps(scene).encode()
    text += b" " * (-len(text) % 4)
    body = struct.pack("<I4s", len(text), b"JSON") + text
    if data:
        body += struct.pack("<I4s", len(data), b"BIN\0") + data
    return b"glTF" + struct.pack("<II", 2, 12 + len(body)) + body


NODE = {"nodes": [{"children": [1]}, {"children": [0]}], "scenes": [{"nodes": [0]}], "scene": 0}
HOSTILE = {
    "huge.stl": (b"\0" * 80 + struct.pack("<I", 4_000_000_000), "more than"),
    "short.stl": (b"\0" * 80 + struct.pack("<I", 10) + b"\0" * 60, "too early"),
    "empty.stl": (b"", "too early"),
    "words.stl": (b"solid nothing\nendsolid\n", "holds no triangles"),
    "nan.obj": (b"v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "no numbers"),
    "far.obj": (b"v 1e30 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "too large"),
    "index.obj": (b"v 0 0 0\nf 1 2 99\n", "Export"),
    "text.glb": (b"no glb at all, only words", "no GLB"),
    "circle.glb": (glb(NODE), "circle"),
    "self.glb": (glb({"nodes": [{"children": [0]}]}), "circle"),
    "elsewhere.glb": (glb({"buffers": [{"uri": "../../secret.bin"}]}), "other files"),
    "picture.glb": (glb({"images": [{"uri": "http://example.org"}]}), "other files"),
    "counts.glb": (glb({"accessors": [{"count": 10**12}]}), "too early"),
    "list.glb": (glb([1]), "description"),  # type: ignore[arg-type]
    "deep.glb": (
        b"glTF" + struct.pack("<II", 2, 0) + struct.pack("<I4s", 200_000, b"JSON") + b"[" * 200_000,
        "description",
    ),
    "dae.dae": (b"<x/>", "cannot be read"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_could_do_harm_is_refused_with_a_reason(name: str, tmp_path: Path) -> None:
    data, words = HOSTILE[name]
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(LagrError) as error:
        read_mesh(path)
    assert words in str(error.value)


def test_many_copies_of_one_part_are_counted(tmp_path: Path, monkeypatch) -> None:
    scene = {
        "nodes": [{"mesh": 0}] * 1000,
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "accessors": [{"count": 30}],
    }
    monkeypatch.setattr(mesh_files, "MOST_TRIANGLES", 5000)
    path = tmp_path / "copies.glb"
    path.write_bytes(glb(scene))
    with pytest.raises(LagrError, match="more than"):
        read_mesh(path)


def test_a_missing_file_is_told_and_one_that_changes_is_read_again(tmp_path: Path) -> None:
    files = MeshFiles(tmp_path)
    assert files.surface("late.stl") is None and files.problem("late.stl") is not None
    trimesh.creation.box((1, 1, 1)).export(tmp_path / "late.stl")
    assert files.problem("late.stl") is None and files.filled("late.stl") is not None
