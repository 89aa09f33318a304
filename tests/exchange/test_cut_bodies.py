"""The figures of bodies cut free say what their Newton–Euler equations say."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from lagr_gui import GROUND, System, pipeline
from lagr_gui.drawing.labels import LabelBox
from lagr_gui.exchange.documents.blocks import FormulaBlock
from lagr_gui.exchange.documents.cut_bodies import cut_arrows, cut_bodies
from lagr_gui.exchange.documents.document import document
from lagr_gui.exchange.documents.sketch import HEIGHT, width_of
from lagr_gui.exchange.documents.sketch_signs import PIXEL
from lagr_gui.expression import Symbol, symbols_in
from lagr_gui.foundation.languages import Words
from lagr_gui.mechanics.sheets.balance import whole
from lagr_gui.mechanics.trajectories.poses import Motion
from lagr_gui.model import Model
from lagr_gui.prepared import prepare
from lagr_gui.subsystems import flat
from tests.mechanics.formalisms.test_readable import number
from tests.samples.gallery import sample
from tests.systems import random_tree

PLANAR = (
    *("double_pendulum", "slider_crank", "cart_pole", "chaplygin_sleigh", "four_bar"),
    *("swinging_atwood", "gear_train", "mass_spring_chain", "rack_and_pinion"),
    *("two_pendulums_dashpot", "elastic_pendulum", "overhead_crane", "parallelogram"),
)
SPATIAL = ("spinning_top", "rolling_disc", "cardan_shaft", "foucault_pendulum")


def moving(model: Model) -> Motion:
    """The start, with velocities at which all dampers act."""
    start = pipeline.start_motion(model)
    return replace(start, qd=np.random.default_rng(3).uniform(0.5, 1.5, start.qd.shape))


def agrees(model: Model) -> None:
    """The arrows of each body add up to the right sides of its equations."""
    model = flat(model)
    motion = moving(model)
    sheet = pipeline.equations(model, formalism="newton-euler", minimal=False)
    source = np.random.default_rng(5)
    prepared = prepare(model)
    known = {Symbol(name): value for name, value in prepared.values.items()}
    known[Symbol("t")] = float(motion.t[0])
    for place, name in enumerate(sheet.coordinates):
        known[Symbol(name)], known[Symbol(name, 1)] = motion.q[0, place], motion.qd[0, place]
    rights = [whole(own.right) for own in sheet.balances if own.equation != "21"]
    for symbol in symbols_in(map(sheet.written_out, rights)):
        if symbol not in known:  # reactions and multipliers
            known[symbol] = float(source.uniform(1, 2))
    for body in cut_arrows(model, sheet, motion).bodies():
        x, R = motion.x[body.number][0], motion.R[body.number][0]
        force, moment, size = np.zeros(3), np.zeros(3), 1.0
        for arrow in body.arrows:
            vector = number(arrow.label, known) * arrow.way
            size += float(np.abs(vector).sum())
            moment += vector if arrow.turns else np.cross(arrow.point - x, vector)
            force += 0 if arrow.turns else vector
        sums = [*(body.axes @ force), *moment, *(R.T @ moment)]
        lines = [own for own in sheet.balances if own.coordinate == f"body {body.number}"]
        for own in lines:
            if own.equation != "21":
                right = number(sheet.written_out(whole(own.right)), known)
                assert np.abs(np.array(sums) - right).min() < 1e-9 * size, (body.number, own)
        own = symbols_in(sheet.written_out(whole(line.right)) for line in lines)
        drawn = symbols_in(arrow.label for arrow in body.arrows)
        reactions = {s for s in own if s.name[0] in "FNl" and s.name not in prepared.values}
        assert reactions <= {*drawn}, "every reaction of the lines is drawn"


@pytest.mark.parametrize("name", [*PLANAR, *SPATIAL])
def test_arrows_add_up_to_the_equations(name: str) -> None:
    agrees(sample(name))


@pytest.mark.parametrize(
    "kinds", [("prismatic", "revolute"), ("universal",), ("spherical",), ("cylindrical",)]
)
def test_arrows_of_any_tree_add_up(kinds: tuple[str, ...]) -> None:
    agrees(random_tree(len(kinds), kinds))


@pytest.mark.parametrize("seed", range(3))
def test_arrows_of_springs_drives_and_loads_add_up(seed: int) -> None:
    """A slide with a drive, on it an arm with a spring to the ground, a damper and a load."""
    source = np.random.default_rng(seed)
    a, b, angle = (round(float(value), 2) for value in source.uniform(0.3, 0.9, 3))
    s = System("arm on a slide", m=2, l=1, c=5, l0=0.3, k=2, F=3, M=1, g=9.81)
    cart, arm = s.body(mass="m"), s.body(mass="m", inertia=(0, 0, "m*l^2/12"))
    s.joint("prismatic", GROUND, cart, "x", axis=(1, 0, 0))
    s.joint("revolute", cart, arm, "phi", point_child=("-l/2", 0, 0))
    s.element("spring", body_a=arm, point_a=("l/2", 0, 0), body_b=GROUND, point_b=(a, 2, 0), c="c")
    s.element("dashpot", body_a=arm, body_b=cart, point_b=(0, -b, 0), k="k")
    s.element("force", body=arm, point=(b, 0, 0), vector=("F", 0, 0), axes="body")
    s.element("torque", body=arm, vector=(0, 0, "M"))
    s.element("coordinate_force", coordinate="phi", force="F")
    s.start(x=a, phi=angle)
    agrees(s.model)


@pytest.mark.parametrize("name", ["double_pendulum", "slider_crank", "spinning_top", "gear_train"])
def test_no_letter_stands_on_another_one(name: str) -> None:
    model = flat(sample(name))
    sheet = pipeline.equations(model, formalism="newton-euler")
    for drawn in cut_bodies(model, sheet, pipeline.start_motion(model)).values():
        assert drawn.elements
        boxes = [
            LabelBox(float(x) / PIXEL, float(y) / PIXEL, width_of(text) / 2, HEIGHT / 2)
            for (x, y), text in drawn.elements
        ]
        for one, other in combinations(boxes, 2):
            assert abs(one.x - other.x) > one.width or abs(one.y - other.y) > one.height


def test_a_part_of_a_document_switches_figures_off() -> None:
    model = flat(sample("double_pendulum"))
    sheet, motion = pipeline.equations(model, formalism="newton-euler"), moving(model)

    def figures(*parts: str) -> int:
        options = (), None, None, (), motion, {}, None, parts
        blocks = document(Words("de"), model, sheet, *options)
        return sum(isinstance(b, FormulaBlock) and b.figure is not None for b in blocks)

    assert figures() == figures("equations", "bodies") == 2
    assert figures("equations") == 0
