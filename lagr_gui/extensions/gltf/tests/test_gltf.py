"""Bodies of a glTF animation are where a simulation says, at any time."""

from __future__ import annotations

import io
import json
import struct
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh
from scipy.spatial.transform import Rotation

from lagr_gui import LagrError, pipeline
from lagr_gui.cli.__main__ import main
from lagr_gui.extensions.gltf import gltf
from lagr_gui.extensions.gltf.gltf import breaks, gltf_animation, gltf_note, key_frames
from lagr_gui.foundation.resource import sample_models
from lagr_gui.model import Model, Shape, Solid
from tests.samples.gallery import SMOOTH, sample, with_start

QUICK = ("double_pendulum", "bouncing_ball", "cantilever", "swinging_atwood", "rolling_disc")
WIDTHS = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}


class Read:
    """A file read by the words of the standard (glTF 2.0, appendix C for splines)."""

    def __init__(self, data: bytes) -> None:
        magic, version, size = struct.unpack("<4sII", data[:12])
        assert (magic, version, size) == (b"glTF", 2, len(data))
        length, sort = struct.unpack("<I4s", data[12:20])
        assert sort == b"JSON" and length % 4 == 0
        self.scene: Any = json.loads(data[20 : 20 + length])
        rest = data[20 + length :]
        length, sort = struct.unpack("<I4s", rest[:8])
        assert sort == b"BIN\0" and length == len(rest) - 8
        self.data = rest[8:]

    def accessor(self, number: int) -> np.ndarray:
        own = self.scene["accessors"][number]
        view = self.scene["bufferViews"][own["bufferView"]]
        sort = {5126: "<f4", 5125: "<u4"}[own["componentType"]]
        part = self.data[view["byteOffset"] : view["byteOffset"] + view["byteLength"]]
        return np.frombuffer(part, sort).reshape(own["count"], WIDTHS[own["type"]])

    def node(self, name: str) -> int:
        (found,) = [i for i, own in enumerate(self.scene["nodes"]) if own["name"] == name]
        return found

    def at(self, node: int, path: str, t: float) -> np.ndarray:
        for channel in self.scene.get("animations", [{"channels": []}])[0]["channels"]:
            if channel["target"] == {"node": node, "path": path}:
                sampler = self.scene["animations"][0]["samplers"][channel["sampler"]]
                return self._spline(sampler, t)
        return np.array(self.scene["nodes"][node][path])

    def _spline(self, sampler: Any, t: float) -> np.ndarray:
        assert sampler["interpolation"] == "CUBICSPLINE"
        times = self.accessor(sampler["input"])[:, 0].astype(float)
        table = self.accessor(sampler["output"]).astype(float)
        table = table.reshape(len(times), 3, -1)
        k = int(np.clip(np.searchsorted(times, t) - 1, 0, len(times) - 2))
        h = times[k + 1] - times[k]
        s = (t - times[k]) / h
        return (
            (2 * s**3 - 3 * s**2 + 1) * table[k, 1]
            + h * (s**3 - 2 * s**2 + s) * table[k, 2]
            + (3 * s**2 - 2 * s**3) * table[k + 1, 1]
            + h * (s**3 - s**2) * table[k + 1, 0]
        )


def animated(name: str) -> tuple[Any, Any, bytes]:
    model = sample(name)
    trajectory = pipeline.simulate(model)
    moved = pipeline.motion(model, key_frames(trajectory))
    return model, trajectory, gltf_animation(model, moved, trajectory)


@pytest.mark.parametrize("name", SMOOTH)
def test_bodies_are_where_a_simulation_says_at_random_times(name: str) -> None:
    model, trajectory, data = animated(name)
    read, random = Read(data), np.random.default_rng(1)
    t = np.sort(random.uniform(trajectory.t[0], trajectory.t[-1], 40))
    q, qd = trajectory.at(t)
    for i, instant in enumerate(t):
        state = pipeline.evaluate(model, {"t": float(instant), "q": q[i], "qd": qd[i]})[0]
        for body in model.bodies:
            node = read.node(f"{body.number} {body.name}")
            x = read.at(node, "translation", float(instant - trajectory.t[0]))
            turn = read.at(node, "rotation", float(instant - trajectory.t[0]))
            reach = 1.0 + np.abs(state.x[body.number]).max()
            np.testing.assert_allclose(x, state.x[body.number], rtol=0, atol=1e-6 * reach)
            R = Rotation.from_quat(turn / np.linalg.norm(turn)).as_matrix()
            np.testing.assert_allclose(R, state.E[body.number].T, rtol=0, atol=5e-6)
            assert abs(np.linalg.norm(turn) - 1) < 1e-5


@pytest.mark.parametrize("name", ["four_bar", "cantilever", "whipple_bicycle", "elastic_pendulum"])
def test_another_program_reads_surfaces_and_places(name: str) -> None:
    model, _, data = animated(name)
    read = Read(data)
    scene: Any = trimesh.load(io.BytesIO(data), file_type="glb")
    assert scene.geometry and np.isfinite(scene.extents).all()
    for surface in scene.geometry.values():
        assert surface.area > 0
    upright = Rotation.from_quat(
        read.scene["nodes"][read.scene["scenes"][0]["nodes"][0]]["rotation"]
    )
    start = pipeline.start_motion(model)
    for body in model.bodies:
        transform, _ = scene.graph[f"{body.number} {body.name}"]
        expected = upright.apply(start.x[body.number][0])
        np.testing.assert_allclose(transform[:3, 3], expected, atol=1e-6)


def test_gravity_points_down_there() -> None:
    for name in ("spinning_top", "double_pendulum", "robot_arm_6r"):
        model, _, data = animated(name)
        read = Read(data)
        turn = read.scene["nodes"][read.scene["scenes"][0]["nodes"][0]]["rotation"]
        values = {entry.name: entry.value for entry in model.parameters}
        down = [-float(values["g"]) if str(g) == "-g" else float(g) for g in model.gravity]
        shown = Rotation.from_quat(turn).apply(down) / np.linalg.norm(down)
        np.testing.assert_allclose(shown, [0, -1, 0], atol=1e-12)


def test_velocities_jump_at_impacts_only() -> None:
    _, trajectory, data = animated("bouncing_ball")
    read = Read(data)
    assert len(breaks(trajectory)) >= len({own.t for own in trajectory.impacts}) > 0
    for sampler in read.scene["animations"][0]["samplers"]:
        times = read.accessor(sampler["input"])[:, 0]
        assert (np.diff(times) > 0).all() and times[0] == 0
        table = read.accessor(sampler["output"]).reshape(len(times), 3, -1)
        jumps = np.abs(table[1:-1, 0] - table[1:-1, 2]).max(axis=1) > 0
        struck = times[1:-1][jumps]
        gaps = np.abs(struck[:, None] + trajectory.t[0] - breaks(trajectory)[None, :])
        assert (gaps.min(axis=1) < 1e-5).all()


def test_what_rests_has_no_animation_and_the_same_motion_the_same_bytes() -> None:
    model = with_start(sample("simple_pendulum"), {})
    start = pipeline.start_motion(model)
    first, second = (gltf_animation(model, start) for _ in range(2))
    assert first == second and "animations" not in Read(first).scene


def test_the_command_writes_a_file_and_says_why_it_cannot(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = next(p for p in sample_models() if p.stem == "simple_pendulum")
    out = tmp_path / "pendulum.glb"
    assert main(["export", str(path), "--to", "gltf", "--out", str(out)]) == 0
    assert Read(out.read_bytes()).scene["asset"]["version"] == "2.0"
    bare = tmp_path / "bare.lagr"
    data = json.loads(path.read_text("utf-8"))
    for entry in data["parameters"]:
        del entry["value"]
    bare.write_text(json.dumps(data), "utf-8")
    assert main(["export", str(bare), "--to", "gltf", "--out", str(tmp_path / "b.glb")]) == 1
    told = capsys.readouterr().err
    assert told.count("have no value") == 1 and "There is no motion" in told
    with pytest.raises(LagrError, match="no value"):
        gltf_animation(pipeline.load(bare), pipeline.start_motion(sample("simple_pendulum")))


def meshed(folder: Path, file: str = "rod.stl") -> Model:
    """A pendulum whose body is a mesh, twice as large as its file and turned."""
    trimesh.creation.icosphere(2, 0.2).export(folder / "rod.stl")
    solid = Solid(form="mesh", file=file, scale=2, at=(0.1, 0, 0), turn=(0, 0, "pi/2"))
    model = sample("simple_pendulum")
    (body,) = model.bodies
    return model.having(bodies=(body.having(shape=Shape(form="composed", solids=(solid,))),))


def written_with(model: Model, folder: Path) -> bytes:
    settings = replace(pipeline.settings_of(model), t_end=0.2)
    trajectory = pipeline.simulate(model, settings)
    moved = pipeline.motion(model, key_frames(trajectory))
    return gltf_animation(model, moved, trajectory, folder=folder)


def test_meshes_are_there_with_their_triangles(tmp_path: Path) -> None:
    model = meshed(tmp_path)
    data = written_with(model, tmp_path)
    file = Read(data)
    name = f"1 {model.bodies[0].name}"
    mesh = file.scene["meshes"][file.scene["nodes"][file.node(name)]["mesh"]]
    known: Any = trimesh.load(tmp_path / "rod.stl")
    first = mesh["primitives"][0]
    assert file.scene["accessors"][first["indices"]]["count"] == 3 * len(known.faces)
    corners = file.accessor(first["attributes"]["POSITION"])
    turned = 2 * known.vertices @ np.array([[0, 1, 0], [-1, 0, 0], [0, 0, 1]]) + [0.1, 0, 0]
    assert np.allclose(np.ptp(corners, axis=0), np.ptp(turned, axis=0), atol=1e-6)
    away = np.linalg.norm(corners[:, None] - turned[None], axis=2).min(axis=1)
    assert away.max() < 1e-6
    assert gltf_note(data) == "" and "unread" not in file.scene["asset"]["extras"]


def test_a_mesh_that_cannot_be_read_is_a_box_and_told(tmp_path: Path) -> None:
    data = written_with(meshed(tmp_path, "nowhere.stl"), tmp_path)
    assert "nowhere.stl" in gltf_note(data)
    file = Read(data)
    (mesh,) = [own for own in file.scene["meshes"] if len(own["primitives"]) > 1]
    first = mesh["primitives"][0]
    assert file.scene["accessors"][first["indices"]]["count"] == 36


def test_more_triangles_than_viewers_show_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gltf, "MOST_TRIANGLES", 300)
    with pytest.raises(LagrError, match="more than the 300"):
        written_with(meshed(tmp_path), tmp_path)
