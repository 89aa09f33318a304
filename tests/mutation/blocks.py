"""Systems with blocks that switch, hold, sample or are delayed, and that show faults."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lagr_gui import GROUND, System


def driven(kind: str, force: str = "s - 0.3*x'", until: float = 3.0, **fields: Any) -> System:
    """A cart that a spring holds, shaken, with a block `s` in the force on it."""
    system = System(f"cart with {kind}", g=0)
    cart = system.body("cart", mass=2)
    system.joint("prismatic", GROUND, cart, "x")
    system.element("coordinate_spring", coordinate="x", c=8)
    system.element("coordinate_force", coordinate="x", force=f"5*sin(3*t) + {force}")
    system.start(x=(0.3, -0.2))
    system.signal("v", "x + 0.2*x'")
    system.signal("u" if kind == "sampled" else "s", kind, **fields)
    system.plan(until=until)
    return system


def two_integrators() -> System:
    """One integrator feeds the other, which stops at its limits."""
    system = driven("integrator", "-2*s", input="s0", lower=-0.05, upper=0.04)
    system.signal("s0", "integrator", input="v", start=0.01)
    return system


def sampled(kind: str = "relay") -> System:
    """A sampled law with two states behind another one that samples at the same instants."""
    more: dict[str, Any] = {
        "A": [[0.2, 0.1], [0, 0.3]],
        "B": [[0.8, 0.3], [0.1, -0.4]],
        "start": [0.1, 0.2],
    }
    more |= {"C": [[-3, 1]], "D": [[-2, 0.5]]}
    system = driven("sampled", "u + n", sample=0.11, inputs=["v", "w"], outputs=["u"], **more)
    system.signal("w", "sampled", sample=0.11, inputs=["x + u + n + r"], D=[[0.7]])
    more = {"relay": {"input": "x + 9", "on": 1, "off": -1, "high": 0.3}}
    system.signal("r", kind, **more.get(kind, {"value": 0.3}))
    system.signal("n", "noise", sample=0.13, deviation=0.4, seed=7)
    return system


BLOCKS: dict[str, Callable[[], System]] = {
    "saturation": lambda: driven("saturation", "-9*s", input="v", lower=-0.1, upper=0.2),
    "dead band": lambda: driven("dead_band", "-9*s", input="v", lower=-0.1, upper=0.2),
    "relay": lambda: driven("relay", "-s", input="v", on=0.1, off=-0.05, high=2, low=-1),
    "measuring relay": lambda: driven(
        "relay", "-s", input="position(cart).x + 0.2*x'", on=0.1, off=-0.05, high=2, low=-1
    ),
    "switch": lambda: driven(
        "switch", condition="v", above="-2*x", below="x", hysteresis=0.02, start=1
    ),
    "quantizer": lambda: driven("quantizer", "-4*s", input="v", step=0.13),
    "backlash": lambda: driven("backlash", "-3*s", input="x", width=0.2),
    "rate limit": lambda: driven(
        "rate_limit", "-3*s", until=8, input="2*sin(t)", rising=1.2, falling=1.3
    ),
    "pid": lambda: driven(
        "pid", input="0.2 - x", kp=6, ki=3, lower=-1.5, upper=1, tracking=0.2, start=0.1
    ),
    "filtered pid": lambda: driven(
        "pid", input="0.2 - x", kp=3, ki=1, kd=2, derivative="-x'", Tf=0.05
    ),
    "integrator": lambda: driven("integrator", "-5*s", input="v", lower=-0.05, upper=0.04),
    "two integrators": two_integrators,
    "transfer": lambda: driven(
        "transfer", "-4*s", input="v", numerator=[1, 2], denominator=[0.1, 1, 3]
    ),
    "filter": lambda: driven("filter2", "-4*s", input="v", w0=6, zeta=0.4),
    "sampled": sampled,
    "sampled in bursts": lambda: sampled("expression"),
    "delay": lambda: driven("delay", "-3*s", input="v*sin(40*t)", delay=0.9, start=0.05),
}
"""The systems by name."""
