"""Friction, limits, signals and events in Modelica: at single states, and along motions."""

from __future__ import annotations

import re

import numpy as np
import pytest

from lagr_gui import GROUND, System, modelica_model
from lagr_gui.extensions.programs.tests.flat_modelica import FlatModel
from lagr_gui.foundation.problem import Unprintable
from tests.each import each


def oscillator(m: float = 1.0, axis: int = 1, **friction: object) -> System:
    """A mass on a spring, with a force that is a signal where there is one."""
    s = System("oscillator", m=m, k=100 * m)
    block = s.body("block", mass="m", gravity=False)
    ends = (GROUND, block) if axis > 0 else (block, GROUND)
    s.joint("prismatic", *ends, "x", axis=(axis, 0, 0))
    s.element("energies", "spring", potential="k*x^2/2")
    if friction:
        s.element("joint_friction", "rub", coordinate="x", **friction)
    s.start(x=(0.1, 0.4))
    return s


def chain(turned: bool) -> System:
    """Three pendulums with friction in each hinge, body 0 at either end of the first one."""
    s, before = System("chain", m=1), GROUND
    for i in range(3):
        body = s.body(f"b{i}", mass="m", inertia=(0, 0, 0.05))
        near, far = (0, 0, 0) if i == 0 else (0, -0.5, 0), (0, 0.5, 0)
        ends = {"point_parent": near, "point_child": far}
        if turned and i == 0:
            ends = {"point_parent": far, "point_child": near}
        pair = (body, before) if turned and i == 0 else (before, body)
        s.joint("revolute", *pair, f"q{i}", **ends)
        s.element("joint_friction", f"f{i}", coordinate=f"q{i}", kinetic=1 - 0.2 * i)
        before = body
    s.start(q0=2, q1=0.3)
    return s


def four_bar() -> System:
    """A closed loop, in which one hinge rubs."""
    s = System("four-bar", m=1)
    a, b, c = (s.body(name, mass="m", inertia=(0, 0, 0.1)) for name in "abc")
    s.joint("revolute", GROUND, a, "u", point_child=(-0.5, 0, 0))
    s.joint("revolute", a, b, "v", point_parent=(0.5, 0, 0), point_child=(-1, 0, 0))
    s.joint("revolute", b, c, "w", point_parent=(1, 0, 0), point_child=(-0.75, 0, 0))
    ends = {"point_parent": (0.75, 0, 0), "point_child": (2, 0, 0)}
    s.joint("revolute", c, GROUND, "z", **ends)
    s.element("joint_friction", "f1", coordinate="u", kinetic=3, static=4)
    s.start(u=(1.2, 6), v=-1.5)
    return s


def telescope() -> System:
    s = System("telescope", m=1)
    arm = s.body("arm", mass="m", inertia=(0, 0, 0.1))
    s.joint("revolute", GROUND, arm, "phi", point_child=(0, 1, 0))
    s.element(
        "line_friction",
        "damper",
        body_a=GROUND,
        point_a=(2, 0, 0),
        body_b=arm,
        kinetic=3,
        static=4,
        stribeck=0.3,
    )
    s.start(phi=1)
    return s


def braked() -> System:
    s = oscillator()
    s.element("brake", "brake", coordinate="x", moment="1 + sin(5*t)")
    return s


RUBBING = [
    oscillator(kinetic=3),
    oscillator(1e-6, -1, kinetic=3e-6, static=3.5e-6),
    oscillator(1e6, kinetic=2e6, static=4e6, stribeck=0.1, speed=0.3),
    chain(False), chain(True), four_bar(), telescope(), braked(),
]  # fmt: skip


def check_accelerations(system: System) -> None:
    """Along a motion that slides both ways and sticks; the mode is found from the state alone."""
    motion = system.simulate(until=3, points=61)
    flat = FlatModel(modelica_model(system.model))
    seen = set[object]()
    for t, q, v, a in zip(motion.t, motion.q, motion.qd, motion.qdd, strict=True):
        state = dict(zip(flat.states, np.column_stack([q, v]).ravel().tolist(), strict=True))
        values = flat.at(float(t), state, {})
        if any(values[name] for name in flat.discrete if name.startswith(("forth", "back"))):
            continue
        found = [values[f"{name.removesuffix('_d')}_dd"] for name in flat.states[::2]]
        assert np.allclose(found, a, rtol=1e-9, atol=1e-9 * np.max(np.abs(motion.qdd)))
        seen |= {values[name] for name in flat.discrete if name.startswith("slides")}
    assert len(seen) > 1


def test_a_mass_on_a_spring_slides_and_sticks_as_here() -> None:
    check_accelerations(oscillator(1e-6, -1, kinetic=3e-6, static=3.5e-6))


@each("system", RUBBING)
def test_accelerations_are_those_of_this_program_in_each_mode(system: System) -> None:
    check_accelerations(system)


def falling(kappa: float, force: str = "0") -> System:
    """A mass that falls on a floor, and is pulled up."""
    s = System("falling", m=1)
    body = s.body("body", mass="m")
    s.joint("prismatic", GROUND, body, "y", axis=(0, 1, 0))
    s.element("coordinate_force", "pull", coordinate="y", force=force)
    s.element("wall", "floor", body=body, restitution=kappa)
    s.start(y=1)
    return s


def on_a_rod() -> System:
    """A mass on a rod that meets a wall: the condition holds through the impact."""
    s = System("on a rod", m=1)
    body = s.body("body", mass="m", inertia=(0, 0, 0.01))
    s.joint("planar", GROUND, body, "x", "y", "turn")
    s.element("rod", "rod", body_a=GROUND, body_b=body, l=1)
    ends = {"plane_point": (-0.2, 0, 0), "normal": (1, 0, 0)}
    s.element("wall", "wall", body=body, ground=0, restitution=0.7, **ends)
    s.start(x=1, y=0)
    return s


def between() -> System:
    """A pendulum on a carriage between two stops, which rests at none."""
    s = System("between", m=1)
    carriage = s.body("carriage", mass="m", gravity=False)
    s.joint("prismatic", GROUND, carriage, "x")
    bob = s.body("bob", mass="m", inertia=(0, 0, 0.01))
    s.joint("revolute", carriage, bob, "phi", point_child=(0, 0.5, 0))
    s.element("stop", "stops", coordinate="x", lower=-0.3, upper=0.5, restitution=0.5)
    s.start(x=(0, 2), phi=1)
    return s


def controlled(kind: str, **fields: object) -> System:
    s = oscillator(kinetic=0.5, static=0.7)
    names = {"outputs": ["u"]} if kind == "sampled" else {}
    s.signal("law" if names else "u", kind, **fields, **names)
    s.element("coordinate_force", "drive", coordinate="x", force="u")
    return s


def cascade() -> System:
    """Two sampled laws, of which one reads what the other held, through a limit, with noise."""
    s = controlled("quantizer", input="limited + z + w", step=0.01)
    s.signal("k1", "sampled", sample=0.02, inputs=["0.1 - x", "x'"], D=[[40, -6]], outputs=["v"])
    s.signal("limited", "saturation", input="v", lower=-5, upper=5)
    s.signal("z", "noise", sample=0.01, deviation=0.05, seed=3)
    fields = {"inputs": ["limited", "v"], "A": [[0.9]], "B": [[0.01, 0]]}
    s.signal("k2", "sampled", sample=0.02, outputs=["w"], **fields)
    return s


def string() -> System:
    """A rope that breaks."""
    s = System("string", m=1.5, l=0.8, F_max=30)
    bob = s.body("bob", mass="m", inertia=(0, 0, "m*(l/20)^2"))
    s.joint("planar", GROUND, bob, "x", "y", "alpha")
    s.element("rope", "string", body_a=GROUND, body_b=bob, l="l")
    s.start(x="l", y=0)
    s.event("breaks", when="abs(thrust(string)) - F_max", open="string")
    return s


def eventful() -> System:
    """Events that set, switch off and on, and stop."""
    s = oscillator(kinetic=3)
    s.element("coordinate_damper", "damper", coordinate="x", k=3, enabled=False)
    s.element("force", "push", body=1, vector=(2, 0, 0))
    s.event("kick", when="t - 0.5", set={"x'": 2})
    s.event("off", when="x", direction="both", once=False, off=["push", "rub"])
    s.event("on", when="t - 0.9", on=["damper"])
    s.event("end", when="t - 1.6", stop=True)
    return s


MOVING = [
    *RUBBING[:3], chain(False), four_bar(), telescope(), braked(),
    falling(0), falling(0.5), falling(1), falling(0.3, "15*sin(2*t)"), on_a_rod(), between(),
    controlled("relay", input="-x", on=0.02, off=-0.02, high=3, low=-3),
    controlled("saturation", input="-100*x", lower=-4, upper=3),
    controlled("dead_band", input="-100*x", lower=-2, upper=3),
    controlled("switch", condition="x", above="-3", below="2", hysteresis=0.01),
    controlled("integrator", input="-40*x", lower=-1, upper=0.8),
    controlled("pid", input="0.1 - x", kp=50, ki=80, kd=4, derivative="-x'", upper=12),
    controlled("delay", input="-30*x", delay=0.11, start=0.4),
    cascade(), string(), eventful(),
]  # fmt: skip


@each("system", MOVING)
def test_a_compiler_for_modelica_moves_it_as_this_program_does(system: System) -> None:
    rumoca = pytest.importorskip("rumoca")
    text = modelica_model(system.model)
    name = re.search(r"^model (\w+)", text)[1]
    model = rumoca.Session().loads(text, model=name)
    here = system.simulate(until=1.7)
    config = rumoca.SimConfig(rtol=1e-9, atol=1e-11)
    there = model.simulate(t=(0, float(here.t[-1])), dt=0.1, config=config)
    times = np.array(there.time)
    q = here.layout.parts(here.states_at(np.clip(times, 0, here.t[-1])))[0]
    near = 1e-4 if "delay" in text else 5e-7  # its delays are interpolated
    for place, name in enumerate(here.coordinates):
        found = np.array(there[name if name in there.names else f"{name}_"])
        assert np.max(np.abs(found - q[:, place])) < near * np.max(np.abs(q))


def twice() -> System:
    s = oscillator(kinetic=3)
    s.element("brake", "second", coordinate="x", moment=1)
    return s


def stopped() -> System:
    s = oscillator(kinetic=3)
    s.element("stop", "second", coordinate="x", lower=-1, upper=1)
    return s


def bound_event() -> System:
    s = string()
    s.element("rod", "rod", body_a=GROUND, body_b=1, l=0.8)
    s.event("second", when="x", set={"y'": 1})
    return s


REFUSED = [
    (twice(), "hold the same"),
    (stopped(), "hold the same"),
    (bound_event(), "conditions bind others"),
    (controlled("backlash", input="x", width=0.1), "“u”.*rate of its input"),
    (controlled("noise", sample=1e-4, deviation=1), "“u”.*random numbers"),
]


@each("case", REFUSED)
def test_what_cannot_be_said_is_refused_by_name(case: tuple[System, str]) -> None:
    system, words = case
    with pytest.raises(Unprintable, match=words) as caught:
        modelica_model(system.model)
    assert re.search("second|rub|“u”", str(caught.value))
