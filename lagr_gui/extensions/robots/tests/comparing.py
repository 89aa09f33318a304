"""MuJoCo's masses and forces of a robot in the coordinates of our model of it.

MuJoCo turns balls and free bodies by quaternions, with angular velocities in their own axes; our
coordinates are angles about x, y′, z″.  Velocities are v = B(q) q̇ there, so that M = BᵀM̂B, and
forces are Bᵀ(ĥ + M̂Ḃq̇); Ḃ comes from a complex step.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import mujoco
import numpy as np
import pytest

import lagr_gui
from lagr_gui.extensions.robots.robot import import_robot
from lagr_gui.foundation.problem import has_errors
from lagr_gui.mechanics.state import State
from lagr_gui.model import Model

engine: Any = mujoco
MJT = mujoco.mjtJoint
OFF = int(engine.mjtDisableBit.mjDSBL_CONTACT | engine.mjtDisableBit.mjDSBL_CLAMPCTRL)
"""What is told to be left out: contacts, which may pull from afar too, and bounds of controls."""


def read(text: str, **chosen: Any) -> Model:
    """Our model of a file that is read without a fault."""
    (model,) = import_robot(text, "robot", **chosen).models
    assert not has_errors(lagr_gui.check(model).problems)
    return model


def own(model: Model, q: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """g and h − Q at a state."""
    found = lagr_gui.evaluate(model, [State(0.0, q, v)])[0]
    return found.g[1:, 1:], found.h - found.Q


def _Rx(a: Any) -> np.ndarray:
    c, s = np.cos(a), np.sin(a)
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])


def _Ry(a: Any) -> np.ndarray:
    c, s = np.cos(a), np.sin(a)
    return np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])


def _Rz(a: Any) -> np.ndarray:
    c, s = np.cos(a), np.sin(a)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def _rates(angles: Any) -> np.ndarray:
    """Angular velocity in own axes by the rates of the angles."""
    _, b, c = angles
    x, y, z = np.eye(3)
    return np.array([_Rz(c).T @ _Ry(b).T @ x, _Rz(c).T @ y, z]).T


class There:
    """A file in MuJoCo, with the names of our coordinates.

    Where not all names of its joints are kept, they are q1, q2, … in the order of joints.
    """

    def __init__(self, text: str, names: tuple[str, ...], folder: Path | None = None) -> None:
        top = ElementTree.fromstring(text)
        files = {path.name: path.read_bytes() for path in folder.iterdir()} if folder else {}
        self.model: Any = engine.MjModel.from_xml_string(text, files)
        self.model.opt.disableflags |= OFF
        self.data: Any = engine.MjData(self.model)
        self.names = names
        self.called = {
            entry.get("name", "").removeprefix("coordinates of "): entry.get("data", "").split()
            for entry in top.iter("text")
        }
        self.wanted = [self.wants(joint) for joint in range(self.model.njnt)]
        if not {name for several in self.wanted for name in several} <= {*names}:
            count = iter(range(1, 1 + len(names)))
            self.wanted = [[f"q{next(count)}" for _ in several] for several in self.wanted]

    def wants(self, joint: int) -> list[str]:
        """The names of the coordinates of a joint."""
        body = self.model.jnt_bodyid[joint]
        number = joint - self.model.body_jntadr[body] + 1
        name = self.model.joint(joint).name or f"{self.model.body(body).name}_{number}"
        kind = self.model.jnt_type[joint]
        ends = {
            int(MJT.mjJNT_BALL): ("rx", "ry", "rz"),
            int(MJT.mjJNT_FREE): ("x", "y", "z", "rx", "ry", "rz"),
        }.get(int(kind))
        if name in self.called:
            return self.called[name]
        return [f"{name}_{end}" for end in ends] if ends else [name]

    def columns(self, joint: int) -> list[int]:
        """Which of our coordinates move a joint."""
        return [self.names.index(entry) for entry in self.wanted[joint]]

    def drive(self, controls: tuple[float, ...]) -> None:
        """Give controls to the actuators that have one, in their order."""
        driven = np.flatnonzero(self.model.actuator_gainprm[:, 0])
        self.data.ctrl[driven] = controls

    def B(self, q: np.ndarray) -> np.ndarray:
        found = np.zeros((self.model.nv, len(self.names)), complex)
        for joint in range(self.model.njnt):
            at, some = self.model.jnt_dofadr[joint], self.columns(joint)
            turns = some[-3:] if len(some) > 1 else []
            for i, column in enumerate(some[: len(some) - len(turns)]):
                found[at + i, column] = 1
            if turns:
                first = at + len(some) - 3
                found[first : first + 3, turns] = _rates(q[turns])
        return found

    def qpos(self, q: np.ndarray) -> np.ndarray:
        found = self.model.qpos0.copy()
        for joint in range(self.model.njnt):
            at, some = self.model.jnt_qposadr[joint], self.columns(joint)
            if len(some) == 1:
                found[at] = q[some[0]]
                continue
            if len(some) == 6:
                found[at : at + 3] += q[some[:3]]
                at += 3
            a, b, c = q[some[-3:]]
            turn, before, after = np.zeros(4), found[at : at + 4].copy(), np.zeros(4)
            engine.mju_mat2Quat(turn, (_Rx(a) @ _Ry(b) @ _Rz(c)).flatten())
            engine.mju_mulQuat(after, before, turn)
            found[at : at + 4] = after
        return found

    def numbers(self, q: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """M and what stands against M q̈: bias less passive forces and those of actuators."""
        self.data.qpos, self.data.qvel = self.qpos(q), self.B(q).real @ v
        engine.mj_forward(self.model, self.data)
        return self.seen(q, v)

    def seen(self, q: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """What MuJoCo has found at a state, in our coordinates."""
        B = self.B(q).real
        rate = self.B(q + 1e-30j * v).imag / 1e-30
        M = np.zeros((self.model.nv, self.model.nv))
        engine.mj_fullM(self.model, self.data, M)
        data = self.data
        against = data.qfrc_bias - data.qfrc_passive - data.qfrc_actuator
        return B.T @ M @ B, B.T @ (against + M @ rate @ v)


def difference(
    model: Model, text: str, seed: int = 0, count: int = 3, folder: Path | None = None
) -> float:
    """The largest relative difference between our model and that of MuJoCo, at random states.

    Controls are random too.
    """
    names = lagr_gui.check(model).coordinates
    there, source = There(text, names, folder), np.random.default_rng(seed)
    worst, model = 0.0, without_friction(model)
    if model.functions:
        controls = tuple(map(float, source.normal(size=len(model.functions))))
        model = driven(model, controls)
        there.drive(controls)
    for _ in range(count):
        q, v = source.normal(0, 0.7, (2, len(names)))
        for mine, other in zip(own(model, q, v), there.numbers(q, v), strict=True):
            worst = max(worst, float(np.abs(mine - other).max() / max(1.0, np.abs(other).max())))
    return worst


def apart(model: Model, text: str, folder: Path) -> float:
    """How far masses and bias are from those of MuJoCo, whatever else acts there and here."""
    bare = tuple(
        e
        for e in model.elements
        if getattr(e, "kinetic", 0) != 0 or str(e.name).startswith("lift of")
    )
    model = model.having(elements=bare)
    there, worst = There(text, model.coordinates, folder), 0.0
    source = np.random.default_rng(1)
    for _ in range(2):
        q, v = source.normal(0, 0.7, (2, len(there.names)))
        there.numbers(q, v)
        data = there.data
        data.qfrc_passive, data.qfrc_actuator = data.qfrc_gravcomp.copy(), 0
        for mine, other in zip(own(model, q, v), there.seen(q, v), strict=True):
            worst = max(worst, float(np.abs(mine - other).max() / max(1.0, np.abs(other).max())))
    return worst


def without_friction(model: Model) -> Model:
    """The model without dry friction, which is a constraint in MuJoCo."""
    entries = model.parameters
    still = tuple(
        p.having(value=0) if str(p.description).startswith("friction of") else p for p in entries
    )
    return model.having(parameters=still)


def driven(model: Model, controls: tuple[float, ...]) -> Model:
    """The model with constant controls."""
    pairs = zip(model.functions, controls, strict=True)
    return model.having(functions=tuple(f.having(expression=repr(u)) for f, u in pairs))


def survives(text: str, seed: int = 0, folder: Path | None = None) -> tuple[Model, Model]:
    """A robot that comes in, goes out and comes in again, as MuJoCo has it each time."""
    model = read(text, folder=folder)
    written = lagr_gui.mjcf_robot(model)
    again = read(written)
    assert difference(model, text, seed, folder=folder) < 1e-9
    assert difference(model, written, seed) < 1e-9
    assert difference(again, written, seed) < 1e-9
    assert {*again.coordinates} == {*model.coordinates}
    kinds = [sorted(item.kind for item in one.elements) for one in (model, again)]
    assert kinds[0] == kinds[1]
    names = model.coordinates
    losses = [There(file, names, place).model for file, place in ((text, folder), (written, None))]
    first, second = (np.sort(there.dof_frictionloss) for there in losses)
    assert first == pytest.approx(second)
    returned(model, again)
    return model, again


def returned(model: Model, again: Model) -> None:
    """Two models that move alike, whatever the order of their coordinates is."""
    order = [model.coordinates.index(name) for name in again.coordinates]
    source = np.random.default_rng(5)
    controls = tuple(map(float, source.normal(size=len(model.functions))))
    q, v = source.normal(0, 0.5, (2, len(order)))
    M, against = own(driven(model, controls), q, v)
    M2, against2 = own(driven(again, controls), q[order], v[order])
    assert pytest.approx(M[np.ix_(order, order)], rel=1e-9, abs=1e-9) == M2
    assert against2 == pytest.approx(against[order], rel=1e-9, abs=1e-9)


def saved(folder: Path, name: str, text: str) -> Path:
    """A file with a text."""
    path = folder / name
    path.write_text(text, "utf-8")
    return path
