"""Random chains of blocks that switch, against small steps with laws that know no modes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lagr_gui import System
from tests.each import each

KINDS = (
    *("saturation", "dead_band", "relay", "switch", "quantizer", "backlash", "rate_limit"),
    "integrator",
)
KNOWN = ("x", "x'", "sin(2*t)", "step(0.5, t, 1.3)")
Law = tuple[str, str, tuple[float, str, float, str], dict[str, float]]
"""Name, kind, the input a p + b q, and fields."""


def chain(seed: int) -> tuple[System, list[Law], np.ndarray, float]:
    """A mass on a spring behind one to four blocks that are made of it and of each other."""
    source = np.random.default_rng(seed)
    system = System("Mass", gravity=(0, 0, 0), g=None)
    system.joint("prismatic", 0, system.body("mass", mass=1), "x", axis=(1, 0, 0))
    laws = list[Law]()
    for name in "abcd"[: int(source.integers(1, 5))]:
        kind = KINDS[source.integers(len(KINDS))]
        pool = [*KNOWN, *(law[0] for law in laws)]
        (a, b), (p, q) = source.uniform(-2, 2, 2).round(2), source.choice(pool, 2).tolist()
        if kind in ("backlash", "rate_limit") and "x'" in (p, q):
            kind = "saturation"
        one, two = source.uniform(0.1, 1, 2).round(2).tolist()
        fields: dict[str, Any] = {
            "relay": {"on": one, "off": -two, "high": 1, "low": -1},
            "switch": {"above": 1, "below": "x", "hysteresis": one},
            "quantizer": {"step": one},
            "backlash": {"width": one},
            "rate_limit": {"rising": 3 * one, "falling": 3 * two},
        }.get(kind, {"lower": -one, "upper": two})
        given = "condition" if kind == "switch" else "input"
        system.signal(name, kind, **{given: f"{a}*{p} + {b}*{q}", **fields})
        laws.append((name, kind, (a, p, b, q), fields))
    gains = source.uniform(-2, 2, len(laws)).round(2)
    force = "-x - 0.5*x'" + "".join(f" + {g}*{law[0]}" for g, law in zip(gains, laws, strict=True))
    system.element("coordinate_force", "push", coordinate="x", force=force)
    start = float(source.uniform(-1, 1).__round__(2))
    system.start(x=start)
    return system, laws, gains, start


class Memory:
    """Blocks by what they give to what they get, from step to step of a length h."""

    def __init__(self, laws: list[Law], h: float) -> None:
        self.laws, self.h, self.kept = laws, h, dict[str, float]()

    def outputs(self, t: float, x: float, v: float) -> list[float]:
        known = {"x": x, "x'": v, KNOWN[2]: np.sin(2 * t), KNOWN[3]: float(0.5 <= t < 1.3)}
        for name, kind, (a, p, b, q), fields in self.laws:
            known[name] = self.output(name, kind, a * known[p] + b * known[q], fields, x)
        return [known[law[0]] for law in self.laws]

    def output(self, name: str, kind: str, u: float, f: dict[str, float], x: float) -> float:
        before = self.kept.get(name)
        match kind:
            case "saturation":
                return min(max(u, f["lower"]), f["upper"])
            case "dead_band":
                return max(u - f["upper"], 0) + min(u - f["lower"], 0)
            case "quantizer":
                return f["step"] * np.floor(u / f["step"] + 0.5)
            case "relay" | "switch":
                on = f.get("on", f.get("hysteresis", 0.0))
                off = f.get("off", -f.get("hysteresis", 0.0))
                mode = self.kept[name] = 1.0 if u > on else 0.0 if u < off else before or 0.0
                return 1.0 if mode else x if kind == "switch" else -1.0
            case "backlash":
                half = f["width"] / 2
                self.kept[name] = min(max(before or 0.0, u - half), u + half)
            case "rate_limit":
                begun = u if before is None else before
                most = f["rising"] * self.h, -f["falling"] * self.h
                self.kept[name] = begun + min(max(u - begun, most[1]), most[0])
            case _:
                self.kept[name] = min(max((before or 0.0) + u * self.h, f["lower"]), f["upper"])
                return before or 0.0
        return self.kept[name]


def small_steps(
    laws: list[Law], gains: np.ndarray, x: float, until: float, h: float
) -> list[float]:
    v, blocks = 0.0, Memory(laws, h)
    for number in range(round(until / h)):
        push = float(gains @ blocks.outputs(number * h, x, v))
        middle = x + v * h / 2, v + (push - x - 0.5 * v) * h / 2
        x, v = x + h * middle[1], v + h * (push - middle[0] - 0.5 * middle[1])
    return [x, v]


@each("seed", (2, 3, 7, 11, 13, 17))
def test_a_chain_of_blocks_moves_as_with_small_steps(seed: int) -> None:
    system, laws, gains, start = chain(seed)
    found = system.simulate(until=2.0)
    near, far = (small_steps(laws, gains, start, 2.0, h) for h in (5e-4, 1e-3))
    apart = 3 * np.max(np.abs(np.subtract(near, far))) + 3e-3
    assert found.y[-1][:2] == pytest.approx(near, abs=apart), [law[1] for law in laws]
