"""SymPy's derivations of the planar chain, as users of sympy.physics.mechanics write them.

    python benchmarks/sympy_chain.py lagrange|kane LINKS

Prints the seconds until mass matrix and forcing are there, then the accelerations at the
state and the parameters of `chain_numbers`, both as JSON.  The chain is that of
readable_models.planar_chain: rod i hangs below rod i - 1, turned by q_i against it, centre
of mass a_i below its upper hinge, length l_i, mass m_i, moment J_i; y points upwards.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from time import perf_counter

import sympy
from sympy.physics import mechanics as me


class Chain:
    """Frames, bodies and symbols of a chain; `rates` are the symbols of the velocities."""

    def __init__(self, links: int, kane: bool) -> None:
        self.q = me.dynamicsymbols(f"q1:{links + 1}")
        self.qd = [q.diff() for q in self.q]
        self.u = me.dynamicsymbols(f"u1:{links + 1}") if kane else self.qd
        self.g = sympy.Symbol("g")
        self.m, self.l, self.a, self.J = (sympy.symbols(f"{c}1:{links + 1}") for c in "mlaJ")
        self.N = me.ReferenceFrame("N")
        self.bodies: list[me.RigidBody] = []
        self.origin = me.Point("O")
        self.origin.set_vel(self.N, 0)
        hinge, frame = self.origin, self.N
        for i in range(links):
            frame, hinge = self._link(i, frame, hinge)

    def _link(
        self, i: int, above: me.ReferenceFrame, hinge: me.Point
    ) -> tuple[me.ReferenceFrame, me.Point]:
        frame = above.orientnew(f"A{i}", "Axis", [self.q[i], self.N.z])
        frame.set_ang_vel(above, self.u[i] * self.N.z)
        centre = hinge.locatenew(f"C{i}", -self.a[i] * frame.y)
        centre.v2pt_theory(hinge, self.N, frame)
        tip = hinge.locatenew(f"P{i}", -self.l[i] * frame.y)
        tip.v2pt_theory(hinge, self.N, frame)
        inertia = me.inertia(frame, 0, 0, self.J[i]), centre
        body = me.RigidBody(f"B{i}", centre, frame, self.m[i], inertia)
        height = centre.pos_from(self.origin).dot(self.N.y)
        body.potential_energy = self.m[i] * self.g * height
        self.bodies.append(body)
        return frame, tip

    def numbers(self) -> dict[sympy.Basic, float]:
        """The values of `chain_numbers` by symbol."""
        values = chain_numbers(len(self.q))
        named = zip("mlaJ", (self.m, self.l, self.a, self.J), strict=True)
        found = {s: values[f"{c}{i}"] for c, row in named for i, s in enumerate(row, start=1)}
        found[self.g] = values["g"]
        for i, (q, u) in enumerate(zip(self.q, self.u, strict=True), start=1):
            found |= {q: values[f"q{i}"], u: values[f"qd{i}"]}
        return found


def chain_numbers(links: int) -> dict[str, float]:
    """Random values of all parameters, angles q and velocities qd by name."""
    source = random.Random(links)
    values = {"g": 9.81}
    for i in range(1, links + 1):
        length = source.uniform(0.3, 1.0)
        values |= {f"l{i}": length, f"a{i}": source.uniform(0.2, 0.8) * length}
        values |= {f"m{i}": source.uniform(0.5, 2.0), f"J{i}": source.uniform(0.05, 0.2)}
        values |= {f"q{i}": source.uniform(-2, 2), f"qd{i}": source.uniform(-2, 2)}
    return values


def lagrange(chain: Chain) -> tuple[sympy.Matrix, sympy.Matrix]:
    """Mass matrix and forcing by LagrangesMethod."""
    method = me.LagrangesMethod(me.Lagrangian(chain.N, *chain.bodies), chain.q)
    method.form_lagranges_equations()
    return method.mass_matrix, method.forcing


def kane(chain: Chain) -> tuple[sympy.Matrix, sympy.Matrix]:
    """Mass matrix and forcing by KanesMethod."""
    rates = [qd - u for qd, u in zip(chain.qd, chain.u, strict=True)]
    method = me.KanesMethod(chain.N, q_ind=chain.q, u_ind=chain.u, kd_eqs=rates)
    weights = [(b.masscenter, -b.mass * chain.g * chain.N.y) for b in chain.bodies]
    method.kanes_equations(chain.bodies, weights)
    return method.mass_matrix, method.forcing


METHODS: dict[str, Callable[[Chain], tuple[sympy.Matrix, sympy.Matrix]]] = {
    "lagrange": lagrange,
    "kane": kane,
}


def accelerations(chain: Chain, mass: sympy.Matrix, forcing: sympy.Matrix) -> list[float]:
    """q̈ at the numbers of the chain."""
    import numpy as np

    numbers = chain.numbers()
    g = np.array(me.msubs(mass, numbers).evalf().tolist(), float)
    right = np.array(me.msubs(forcing, numbers).evalf().tolist(), float)
    return np.linalg.solve(g, right).ravel().tolist()


def main() -> None:
    """Derive once, in a fresh process."""
    method, links = sys.argv[1], int(sys.argv[2])
    start = perf_counter()
    chain = Chain(links, method == "kane")
    mass, forcing = METHODS[method](chain)
    print(json.dumps(perf_counter() - start), flush=True)
    print(json.dumps(accelerations(chain, mass, forcing)))


if __name__ == "__main__":
    main()
