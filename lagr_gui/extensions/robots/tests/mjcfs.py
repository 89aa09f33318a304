"""MJCFs that are made at random: nested bodies with all joints, shapes, springs, actuators."""

from __future__ import annotations

import re

import numpy as np

from lagr_gui.extensions.robots.tests.urdfs import tensor, words

TURNS = ("", "quat", "euler", "axisangle", "zaxis", "xyaxes")
SHAPES = {"sphere": 1, "capsule": 2, "cylinder": 2, "box": 3, "ellipsoid": 3}


def turn(source: np.random.Generator) -> str:
    key = TURNS[int(source.integers(len(TURNS)))]
    count = {"quat": 4, "axisangle": 4, "xyaxes": 6}.get(key, 3)
    return f'{key}="{words(source.normal(size=count))}"' if key else ""


def place(source: np.random.Generator) -> str:
    return f'pos="{words(source.normal(0, 0.4, 3))}" {turn(source)}'


def mass(source: np.random.Generator) -> str:
    if source.integers(2):
        I = tensor(source)  # noqa: E741
        entries = (I[0, 0], I[1, 1], I[2, 2], I[0, 1], I[0, 2], I[1, 2])
        where = f'pos="{words(source.normal(0, 0.2, 3))}"'
        full = f'fullinertia="{words(entries)}"'
        return f'<inertial {where} mass="{words(source.uniform(1, 2))}" {full}/>'
    text = ""
    for kind in source.choice(list(SHAPES), 2):
        size = words(source.uniform(0.05, 0.2, SHAPES[kind]))
        text += f'<geom type="{kind}" size="{size}" {place(source)}/>'
    ends = words(source.normal(size=6))
    return f'{text}<geom type="capsule" fromto="{ends}" size="0.05" mass="0.3"/>'


def joints(source: np.random.Generator, body: int) -> str:
    sorts = [("hinge",), ("slide",), ("ball",), ("hinge", "slide"), ("slide", "hinge", "hinge"), ()]
    text = ""
    for i, kind in enumerate(sorts[int(source.integers(len(sorts)))]):
        more = f'damping="{words(source.uniform())}" armature="{words(source.uniform())}"'
        if kind != "ball":
            more += f' axis="{words(source.normal(size=3))}" ref="{words(source.normal())}"'
            more += f' stiffness="{words(source.uniform())}" springref="{words(source.normal())}"'
        anchor = f'pos="{words(source.normal(0, 0.2, 3))}"'
        text += f'<joint name="j{body}{"abc"[i]}" type="{kind}" {anchor} {more}/>'
    return text


def forces(source: np.random.Generator, tree: str) -> tuple[str, str]:
    """Actuators and a tendon that is a sum, of joints with one coordinate."""
    single = re.findall(r'name="(j\w+)" type="(?:hinge|slide)"', tree)
    some = [str(name) for name in source.permutation(single)]
    number = lambda: words(source.uniform(0.5, 2))  # noqa: E731
    rope = 'name="pull" tendon="rope"'
    drives = f'<motor {rope} gear="{number()}"/>'
    for name, law in zip(some, LAWS, strict=False):
        given = re.sub("N", lambda _: number(), law)
        drives += given.replace(" ", f' name="drive of {name}" joint="{name}" ', 1)
    if len(some) < 2:
        return drives, ""
    inner = "".join(f'<joint joint="{name}" coef="{words(source.normal())}"/>' for name in some[:3])
    more = 'springlength="0.2" range="-30 40"'
    own = f'stiffness="{number()}" damping="{number()}" armature="{number()}" {more}'
    drives += f'<position name="together" tendon="sum" kp="{number()}" kv="{number()}" gear="-2"/>'
    drives += f'<motor name="bounded" tendon="sum" gear="{number()}" forcerange="-0.3 0.2"/>'
    return drives, f'<fixed name="sum" {own}>{inner}</fixed>'


LAWS = (
    '<motor gear="N"/>',
    '<position kp="N" kv="N" gear="N"/>',
    '<velocity kv="N"/>',
    '<general gainprm="N" biastype="affine" biasprm="N -N -N" forcerange="-0.5 0.4" gear="-N"/>',
)


def tree(seed: int) -> str:
    """A robot of four bodies, the last of which is free."""
    source = np.random.default_rng(seed)
    inner = ""
    for body in (3, 2, 1):
        own = joints(source, body) or (f'<joint name="j{body}a"/>' if body == 1 else "")
        site = f'<site name="s{body}" pos="{words(source.normal(size=3))}"/>'
        inner = f"<body {place(source)}>{own}{mass(source)}{site}{inner}</body>"
        if body == 2:
            inner = f"<frame {place(source)}>{inner}</frame>"
    free = f'<body {place(source)}><freejoint name="f"/>{mass(source)}</body>'
    angle = ("degree", "radian")[seed % 2]
    sequence = ("xyz", "zyx", "XYZ", "zXy")[seed % 4]
    drives, sums = forces(source, inner)
    line = '<site site="s0"/><site site="s1"/><site site="s3"/>'
    law = 'stiffness="4" springlength="0 0.1" damping="0.5"'
    return (
        f'<mujoco model="m{seed}"><compiler angle="{angle}" eulerseq="{sequence}"/>'
        f'<option gravity="{words(source.normal(0, 5, 3))}"/>'
        f'<worldbody><site name="s0" pos="0 0 3"/>{inner}{free}</worldbody>'
        f'<tendon><spatial name="rope" {law}>{line}</spatial>{sums}</tendon>'
        f"<actuator>{drives}</actuator></mujoco>"
    )
