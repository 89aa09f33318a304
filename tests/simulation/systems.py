"""Small systems with known motions, written as programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lagr_gui.kernel import Bound, Node, Outputs, Program, compile_kernel, shaped
from lagr_gui.numerics.state_layout import StateLayout
from lagr_gui.simulation import KernelSystem


@dataclass(frozen=True)
class Symbols:
    """The inputs of a system with one coordinate, and shorthands."""

    program: Program
    t: Node
    q: Node
    v: Node

    def sin(self, x: Node) -> Node:
        return self.program.call("sin", [x])

    def cos(self, x: Node) -> Node:
        return self.program.call("cos", [x])


Law = Callable[[Symbols], Sequence[Node | float]]
"""q̈, U, dissipated power, supplied power of a unit mass."""


def single(law: Law, pivot: Callable[[Symbols], Node | float] = lambda s: 1.0) -> KernelSystem:
    """A system of unit mass with one coordinate."""
    program = Program()
    s = Symbols(program, program.input("t"), program.input("q"), program.input("v"))
    qdd, *rest = law(s)
    powers = zip(("T", "U", "dissipated", "supplied"), (s.v * s.v / 2, *rest), strict=True)
    outputs = {
        "qdd": [program.lift(qdd)],
        "pivots": [program.lift(pivot(s))],
        **{name: program.lift(node) for name, node in powers},
    }
    state, acceleration = [s.t, s.q, s.v], outputs["qdd"][0]

    def slopes() -> Bound:
        rates = [program.derivative(acceleration, by) for by in state[1:]]
        return compile_kernel(program, state, [], {"slopes": shaped(rates, 1, 2)}).bind()

    bound = compile_kernel(program, state, [], outputs).bind()
    return KernelSystem(StateLayout(("x",)), bound, slopes=slopes)


def oscillator(omega: float = 1.0, damping: float = 0.0) -> KernelSystem:
    """q̈ = -ω²q - damping·q̇."""
    c = omega**2
    return single(lambda s: (-c * s.q - damping * s.v, c / 2 * s.q**2, damping * s.v**2, 0))


def pendulum(gravity: float = 9.81, damping: float = 0.0) -> KernelSystem:
    """q̈ = -g sin q - damping·q̇."""
    return single(
        lambda s: (
            -gravity * s.sin(s.q) - damping * s.v,
            -gravity * s.cos(s.q),
            damping * s.v**2,
            0,
        )
    )


def motionless() -> KernelSystem:
    """A system without coordinates."""
    program = Program()
    outputs: Outputs = {
        **{name: [] for name in ("qdd", "pivots")},
        **dict.fromkeys(("T", "U", "dissipated", "supplied"), program.zero),
    }
    bound = compile_kernel(program, [program.input("t")], [], outputs).bind()
    return KernelSystem(StateLayout(()), bound)
