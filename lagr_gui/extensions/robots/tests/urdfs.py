"""URDFs that are made at random: trees with all joints, in any frames."""

from __future__ import annotations

import numpy as np

KINDS = ("revolute", "continuous", "prismatic", "fixed")


def words(values: object) -> str:
    return " ".join(repr(float(value)) for value in np.asarray(values).ravel())


def tensor(source: np.random.Generator) -> np.ndarray:
    """The inertia of some random points."""
    points = source.normal(0, 0.3, (6, 3))
    points -= points.mean(axis=0)
    return sum(np.dot(p, p) * np.eye(3) - np.outer(p, p) for p in points)  # type: ignore[return-value]


def inertial(source: np.random.Generator) -> str:
    I = tensor(source)  # noqa: E741
    entries = f'ixx="{I[0, 0]!r}" iyy="{I[1, 1]!r}" izz="{I[2, 2]!r}" '
    entries += f'ixy="{I[0, 1]!r}" ixz="{I[0, 2]!r}" iyz="{I[1, 2]!r}"'
    place = (
        f'<origin xyz="{words(source.normal(0, 0.3, 3))}" rpy="{words(source.normal(0, 1, 3))}"/>'
    )
    mass = float(source.uniform(0.2, 3))
    text = f'<inertial>{place}<mass value="{mass!r}"/><inertia {entries}/></inertial>'
    return text.replace("np.float64(", "").replace(')"', '"')


def joint(source: np.random.Generator, name: str, kind: str, parent: str, child: str) -> str:
    place = (
        f'<origin xyz="{words(source.normal(0, 0.5, 3))}" rpy="{words(source.normal(0, 1, 3))}"/>'
    )
    ends = f'<parent link="{parent}"/><child link="{child}"/>'
    more = ""
    if kind not in ("fixed", "floating"):
        more += f'<axis xyz="{words(source.normal(size=3))}"/>'
        more += f'<dynamics damping="{float(source.uniform(0, 1))!r}"/>'
    if kind in ("revolute", "prismatic"):
        more += '<limit lower="-50" upper="50" effort="0" velocity="0"/>'
    return f'<joint name="{name}" type="{kind}">{ends}{place}{more}</joint>'


def tree(seed: int, kinds: list[str]) -> str:
    """A robot with a joint of each of the kinds, on links that are drawn by lot."""
    source = np.random.default_rng(seed)
    names = ["base", *(f"link_{i}" for i in range(1, len(kinds) + 1))]
    text = f'<link name="base">{inertial(source) if seed % 2 else ""}</link>'
    text += "".join(f'<link name="{name}">{inertial(source)}</link>' for name in names[1:])
    for i, kind in enumerate(kinds, start=1):
        parent = names[int(source.integers(max(0, i - 2), i))]
        text += joint(source, f"j{i}", kind, parent, names[i])
    return f'<?xml version="1.0"?><robot name="random_{seed}">{text}</robot>'


def drawn(seed: int) -> str:
    """A robot of five joints whose kinds are drawn by lot."""
    source = np.random.default_rng(100 + seed)
    return tree(seed, ["revolute", *(KINDS[k] for k in source.integers(0, 4, 4))])
