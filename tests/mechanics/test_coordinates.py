"""Equations in other coordinates: against textbooks, and against drawings in those coordinates."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from lagr_gui import (
    GROUND,
    Disagreement,
    LagrError,
    System,
    equal,
    latex_document,
    latex_equations,
    load,
    read,
    write,
)
from lagr_gui.analysis.equations import charts as choosing
from lagr_gui.expression import Number, Product, Symbol
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.resource import sample_models
from lagr_gui.mechanics.chart import Chart
from lagr_gui.mechanics.coordinates import mapped, slopes
from lagr_gui.mechanics.sheets.balance import equations_of_motion
from lagr_gui.pipeline import Sheet, forget
from lagr_gui.prepared import prepare

TOLERANCE = 1e-12


def chain(count: int) -> System:
    """Point masses on massless rods, one hanging on the other."""
    names = range(1, count + 1)
    system = System(
        "chain", **{f"m{i}": 1.0 + i / 7 for i in names}, **{f"l{i}": 0.5 for i in names}
    )
    last = GROUND
    for i in names:
        body = system.body(mass=f"m{i}")
        system.joint("revolute", last, body, f"q{i}", point_child=(0, f"l{i}", 0))
        last = body
    return system


def particle() -> System:
    """A particle in the plane with a spring to the origin and a drag."""
    system = System("particle", m=1.3, c=20.0, r0=0.4, k=0.2, F=0.7)
    carrier, body = system.body("carrier", mass=0), system.body("particle", mass="m")
    system.joint("prismatic", GROUND, carrier, "x", axis=(1, 0, 0))
    system.joint("prismatic", carrier, body, "y", axis=(0, 1, 0))
    system.element("spring", "spring", body_a=body, body_b=0, c="c", l0="r0")
    system.element("coordinate_damper", "drag", coordinate="x", k="k")
    system.element("coordinate_force", "push", coordinate="y", force="F")
    return system


POLAR = "x = r*cos(phi); y = r*sin(phi); r in m; phi in rad"


def result(sheet: Sheet, name: str) -> str:
    return next((write(sheet.written_out(e.tree)) for e in sheet.entries if e.name == name), "0")


def test_the_double_pendulum_in_absolute_angles_is_that_of_textbooks():
    sheet = chain(2).equations(coordinates="absolute")
    known = {
        "g11": "(m1 + m2)*l1^2",
        "g21": "m2*l1*l2*cos(phi1 - phi2)",
        "g22": "m2*l2^2",
        "Gamma122": "m2*l1*l2*sin(phi1 - phi2)",
        "Gamma211": "-m2*l1*l2*sin(phi1 - phi2)",
        "Gamma111": "0",
        "Gamma121": "0",
        "Q1": "-(m1 + m2)*g*l1*sin(phi1)",
        "Q2": "-m2*g*l2*sin(phi2)",
    }
    assert sheet.coordinates == ("phi1", "phi2")
    assert all(equal(result(sheet, name), text) for name, text in known.items())
    first = equations_of_motion(sheet)[0]
    text = " ".join(write(term.tree) for term in (*first.left, *first.right))
    assert "phi1''" in text and "q1" not in text and "q2" not in text


def test_a_sum_of_angles_is_printed_as_the_one_new_angle():
    sheet = chain(3).equations(coordinates="absolute")
    assert result(sheet, "E(3)11") == "cos(phi3)"
    assert {d.name: write(d.tree) for d in sheet.definitions} == {
        "q1": "phi1",
        "q2": "phi2 - phi1",
        "q3": "phi3 - phi2",
    }


def test_a_chain_of_eight_links_has_336_terms_in_place_of_6468():
    asked = prepare(chain(8).model)
    counts = {}
    for choice in ("relative", "absolute"):
        gamma = choosing.closed_in(asked, choosing.chart_of(asked, choice)).metric.gamma
        counts[choice] = sum(value.length for value in gamma.values())
    assert counts == {"relative": 6468, "absolute": 336}
    assert chain(8).equations(coordinates="shortest").chosen.chart.choice == "absolute"


def test_what_is_shortest_is_found_angle_by_angle():
    """Where a spring acts on the angle between two links, that angle may be the better one."""
    asked = prepare(chain(2).model)
    costs = {
        choice: choosing.terms(asked, choosing.chart_of(asked, choice))
        for choice in ("relative", "absolute", "shortest")
    }
    assert costs["shortest"] == min(costs.values())


@pytest.mark.parametrize("flip", [False, True])
def test_angles_are_absolute_also_where_joints_are_drawn_from_outside_or_turn_the_other_way(flip):
    system = System("chain", m=1.1, l=0.6)
    one, two = system.body(mass="m"), system.body(mass="m", inertia=(0, 0, 0.1))
    system.joint("revolute", GROUND, one, "a", point_child=(0, "l", 0))
    if flip:
        system.joint("revolute", two, one, "b", point_parent=(0, "l", 0))
    else:
        system.joint("revolute", one, two, "b", point_child=(0, "l", 0), axis=(0, 0, -1))
    sheet = system.equations(coordinates="absolute")
    assert [write(d.tree) for d in sheet.definitions] == ["phi1", "phi1 - phi2"]
    assert result(sheet, "E(2)11") == "cos(phi2)"
    assert sheet.chosen.certificate.holds


def test_axes_that_are_turned_in_between_count_where_they_end_up_parallel():
    turned = ((0, 1, 0), (-1, 0, 0), (0, 0, 1))
    skew = ((1, 0, 0), (0, 0, 1), (0, -1, 0))
    for orientation, count in ((turned, 2), (skew, 0)):
        system = System("chain", m=1.1, l=0.6)
        one, two = system.body(mass="m"), system.body(mass="m")
        system.joint("revolute", GROUND, one, "a", point_child=(0, "l", 0))
        system.joint("revolute", one, two, "b", point_child=(0, "l", 0), orientation=orientation)
        chosen = system.equations(coordinates="absolute").chosen
        assert (len(chosen.chart.changed) if chosen else 0) == count


def test_a_particle_in_polar_coordinates_has_the_equations_of_textbooks():
    system = particle()
    system.start(x=(0.6, 0.1), y=(0.8, -0.2))
    sheet = system.equations(coordinates=POLAR)
    known = {
        "g11": "m",
        "g22": "m*r^2",
        "g21": "0",
        "Gamma122": "-m*r",
        "Gamma221": "m*r",
        "Q1": "c*(r0 - r) - m*g*sin(phi) + F*sin(phi) - k*cos(phi)*(cos(phi)*r' - r*sin(phi)*phi')",
        "Q2": "r*cos(phi)*(F - m*g) + k*r*sin(phi)*(cos(phi)*r' - r*sin(phi)*phi')",
    }
    assert sheet.coordinates == ("r", "phi") and sheet.chosen.chart.units == ("m", "rad")
    assert [write(entry.tree) for entry in sheet.assumptions] == ["r"]
    assert all(equal(result(sheet, name), text) for name, text in known.items())
    (r, r_rate), (phi, phi_rate) = sheet.chosen.start
    assert (abs(r), math.tan(phi)) == pytest.approx((1.0, 4 / 3))
    assert r * r_rate == pytest.approx(0.6 * 0.1 - 0.8 * 0.2)
    assert r * r * phi_rate == pytest.approx(-0.6 * 0.2 - 0.8 * 0.1)


def test_it_is_said_where_polar_coordinates_are_not_valid():
    system = particle()
    system.start(x=0.0, y=0.0)
    sheet = system.equations(coordinates=POLAR)
    told = " ".join(map(str, sheet.notes))
    assert "det ∂q/∂p = r is 0" in told
    assert "r = 0" in told and sheet.chosen.start == ()
    system.start(x=(-0.5, 1.0), y=0.0)
    free = System("free", gravity=(0, 0, 0))
    carrier, body = free.body(mass=0), free.body(mass=1)
    free.joint("prismatic", GROUND, carrier, "x", axis=(1, 0, 0))
    free.joint("prismatic", carrier, body, "y", axis=(0, 1, 0))
    free.start(x=(-0.5, 1.0), y=0.0)
    motion = free.simulate(until=1)
    moved = free.in_coordinates(motion, POLAR)
    assert moved.problem is not None and moved.t[-1] < 0.5 <= motion.t[len(moved.t)] + 1e-9
    assert "x = " in str(moved.problem) and "t = 0.5" in str(moved.problem)


def test_new_coordinates_may_be_given_by_those_of_the_model():
    sheet = chain(2).equations(coordinates="psi = q1; chi = q1 + q2")
    other = chain(2).equations(coordinates={"q1": "psi", "q2": "chi - psi"})
    assert sheet.coordinates == other.coordinates == ("psi", "chi")
    assert [e.tree for e in sheet.entries] == [e.tree for e in other.entries]
    assert sheet.chosen.chart.units == ("rad", "rad")


def test_coordinates_may_depend_on_time_and_parameters():
    """A frame that turns: the forces of inertia of a textbook appear."""
    system = System("turntable", m=2.0, Omega=1.5, gravity=(0, 0, 0))
    carrier, body = system.body(mass=0), system.body(mass="m")
    system.joint("prismatic", GROUND, carrier, "x", axis=(1, 0, 0))
    system.joint("prismatic", carrier, body, "y", axis=(0, 1, 0))
    turning = "x = u*cos(Omega*t) - v*sin(Omega*t); y = u*sin(Omega*t) + v*cos(Omega*t)"
    sheet = system.equations(coordinates=turning)
    known = {"g11": "m", "Gamma100": "-m*Omega^2*u", "Gamma120": "-m*Omega", "Gamma210": "m*Omega"}
    assert all(equal(result(sheet, name), text) for name, text in known.items())
    assert sheet.chosen.certificate.residual < TOLERANCE


def test_tensors_are_those_of_another_drawing():
    """The same two bodies, drawn relative to each other and each of them from body 0."""
    relative = System("relative", m=1.1, M=0.7, c=3.0)
    one, two = relative.body(mass="m"), relative.body(mass="M")
    relative.joint("prismatic", GROUND, one, "x", axis=(1, 0, 0))
    relative.joint("prismatic", one, two, "s", axis=(1, 0, 0))
    relative.element("coordinate_spring", "c", coordinate="s", c="c")
    direct = System("direct", m=1.1, M=0.7, c=3.0)
    one, two = direct.body(mass="m"), direct.body(mass="M")
    direct.joint("prismatic", GROUND, one, "x", axis=(1, 0, 0))
    direct.joint("prismatic", GROUND, two, "z", axis=(1, 0, 0))
    direct.element("energies", "c", potential="c*(z - x)^2/2")
    changed, known = relative.equations(coordinates="s = z - x"), direct.equations()
    for symbol in "gQU":
        pairs = zip(changed.of(symbol), known.of(symbol), strict=True)
        assert all(equal(a.tree, b.tree) and a.indices == b.indices for a, b in pairs)


@pytest.mark.parametrize(
    "name", ["four_bar", "slider_crank", "parallelogram", "rack_and_pinion", "double_pendulum_wall"]
)
def test_loops_and_limits_in_absolute_angles_agree_with_the_recursion(name: str):
    path = next(path for path in sample_models() if path.stem == name)
    sheet = System.of(load(path)).equations(coordinates="absolute")
    assert sheet.chosen.certificate.holds
    assert sheet.chosen.certificate.residual < 1e-10


def test_a_motion_in_new_coordinates_keeps_what_the_equations_say():
    system = chain(2)
    system.start(q1=(0.4, 1.0), q2=(-0.9, 0.3))
    motion = system.simulate(until=1, points=11)
    moved = system.in_coordinates(motion, "absolute")
    assert moved.problem is None
    assert np.allclose(moved.p, np.cumsum(motion.q, axis=1), atol=1e-10)
    assert np.allclose(moved.pd, np.cumsum(motion.qd, axis=1), atol=1e-10)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("absolut", "absolute"),
        ("q1 = a; q2 = a", "2 coordinates"),
        ("q1 = a; q2 = a + 1 - 1*b; q1 = b", "twice"),
        ("q1 = a + b; q2 = 2*a + 2*b", "independent"),
        ("a = q1^2; b = q2", "linear"),
        ("a = q1 + q2; b = 2*q1 + 2*q2", "depend on each other"),
        ("a = q1 + nonsense; b = q2", "nonsense"),
        ("q1 = a; p = q2", "left"),
        ("m1 = q1; b = q2", "m1"),
        ("q1 = q2; q2 = b", "old and a new"),
        ("q1 = a*q2'; q2 = b", "velocities"),
        ("q1 = a; q2 = b; z in m", "z"),
        ("q1 + 1 = a", "no formula"),
    ],
)
def test_formulas_that_are_no_coordinates_are_refused_in_words(given: str, words: str):
    with pytest.raises(LagrError) as refused:
        chain(2).equations(coordinates=given)
    assert words in str(refused.value)


def test_the_definitions_stand_below_the_equations_of_every_export():
    system = chain(2)
    sheet = system.equations(coordinates="absolute")
    tex = latex_equations(sheet)
    assert tex.index(r"q_2 &= \varphi_2 - \varphi_1") > tex.index("% Equations of motion")


def test_the_document_tells_where_the_new_coordinates_begin():
    system = chain(2)
    system.start(q1=(0.25, 1.0), q2=(0.5, 0.5))
    sheet = system.equations(coordinates="absolute")
    tex = latex_document(system.model, sheet, sheet.chosen.chart.units)
    assert r"$\varphi_2$ & \unit{\radian} & $0.75$ & $1.5$" in tex


# --- faults that are planted -----------------------------------------------------------------


def test_a_wrong_velocity_is_noticed(monkeypatch: pytest.MonkeyPatch):
    right = slopes.Slopes.velocities

    def wrong(self: slopes.Slopes) -> dict:
        return {q: Product((Number(2), tree)) for q, tree in right(self).items()}

    system = particle()
    assert system.equations(coordinates=POLAR).chosen.certificate.holds
    forget()
    monkeypatch.setattr(slopes.Slopes, "velocities", wrong)
    with pytest.raises(Disagreement):
        system.equations(coordinates=POLAR)
    forget()


def test_a_wrong_angle_is_noticed(monkeypatch: pytest.MonkeyPatch):
    right = mapped.ChartKernel.__init__

    def wrong(self: mapped.ChartKernel, chart: Chart, reading: object) -> None:
        right(self, replace(chart, trees=(*chart.trees[:-1], Symbol(chart.names[-1]))), reading)

    forget()
    monkeypatch.setattr(mapped.ChartKernel, "__init__", wrong)
    with pytest.raises(Disagreement):
        chain(2).equations(coordinates="absolute")
    forget()


def test_a_force_on_the_wrong_coordinate_is_noticed(monkeypatch: pytest.MonkeyPatch):
    from lagr_gui.mechanics.closed import elements

    right = elements.force_along

    def wrong(kinematics: Any, part: Any, along: str, force: Any) -> object:
        return {place: -Q for place, Q in right(kinematics, part, along, force).items()}

    forget()
    monkeypatch.setattr(elements, "force_along", wrong)
    with pytest.raises(Disagreement):
        particle().equations(coordinates=POLAR)
    forget()


def test_mass_matrix_and_gravity_in_absolute_angles_are_those_of_mujoco():
    """Its hinges are relative too; tensors change with p = A q."""
    mujoco = pytest.importorskip("mujoco")
    masses, lengths = (1.1, 0.7, 0.4), (0.5, 0.3, 0.6)
    inner = ""
    for m, length in reversed(list(zip(masses, lengths, strict=True))):
        pos = "0 0 0" if m == masses[0] else f"0 {-lengths[masses.index(m) - 1]} 0"
        inner = (
            f'<body pos="{pos}"><joint type="hinge" axis="0 0 1"/><inertial pos="0 {-length} 0" '
            f'mass="{m}" diaginertia="1e-9 1e-9 1e-9"/>{inner}</body>'
        )
    world = mujoco.MjModel.from_xml_string(
        f'<mujoco><compiler angle="radian"/><option gravity="0 -9.81 0"/>'
        f"<worldbody>{inner}</worldbody></mujoco>"
    )
    data, q = mujoco.MjData(world), np.array([0.3, -0.8, 1.1])
    data.qpos[:] = q
    mujoco.mj_forward(world, data)
    M = np.zeros((3, 3))
    mujoco.mj_fullM(world, data, M)
    J = np.linalg.inv(np.tril(np.ones((3, 3))))
    system = chain(3)
    system.set(**{f"m{i}": m for i, m in enumerate(masses, 1)})
    system.set(**{f"l{i}": length for i, length in enumerate(lengths, 1)})
    sheet = system.equations(coordinates="absolute")
    numbers = {p.name: float(p.value) for p in system.model.parameters}
    numbers |= dict(zip(sheet.coordinates, np.cumsum(q).tolist(), strict=True))
    g, Q = np.zeros((3, 3)), np.zeros(3)
    for entry in sheet.of("g"):
        i, j = (index - 1 for index in entry.indices)
        g[i, j] = g[j, i] = value(sheet.written_out(entry.tree), numbers)
    for entry in sheet.of("Q"):
        Q[entry.indices[0] - 1] = value(sheet.written_out(entry.tree), numbers)
    assert np.allclose(J.T @ M @ J, g, atol=1e-7)
    assert np.allclose(-J.T @ data.qfrc_bias, Q, atol=1e-7)


def test_energies_are_the_same_functions_of_the_motion():
    """T, U and D of a sheet in polar coordinates are those of the particle in x and y."""
    system = particle()
    sheet, known = system.equations(coordinates=POLAR), system.equations()
    numbers = {p.name: float(p.value) for p in system.model.parameters}
    r, phi, r_rate, phi_rate = 0.8, 0.7, -0.3, 1.9
    polar = {"r": r, "phi": phi, "r'": r_rate, "phi'": phi_rate}
    x, y = r * math.cos(phi), r * math.sin(phi)
    xy = {
        "x": x,
        "y": y,
        "x'": r_rate * math.cos(phi) - y * phi_rate,
        "y'": r_rate * math.sin(phi) + x * phi_rate,
    }
    for symbol in "TUD":
        texts = [write(s.written_out(s.of(symbol)[0].tree)) for s in (sheet, known)]
        found = [
            value(read(_plain(text)), numbers | {_plain(n): v for n, v in at.items()})
            for text, at in zip(texts, (polar, xy), strict=True)
        ]
        assert found[0] == pytest.approx(found[1], rel=1e-12), symbol


def _plain(text: str) -> str:
    """Velocities as names of their own."""
    return text.replace("'", "_rate")
