"""LAGR once more, straight from its formulas, with SymPy: the reference for what a deck means.

It reads the data elements and evaluates (39), (41), (17), (30), (27), (28) and (31)–(37) in
the order of Habelt's flow charts, without anything of the program that is tested.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import sympy as sp
from sympy.parsing.sympy_parser import parse_expr

_ITEM = re.compile(r"'([^']*)'(B?)|([^\s,']+)")
_SPRING, _DAMPER = ("XF", "C"), ("XD", "K")


class ByHand:
    """One system of a deck; `g` and `KU` are its metric and forces as expressions."""

    def __init__(self, text: str, functions: dict[str, Any] | None = None) -> None:
        joined = text.replace("\n'B", "'B").replace("§", "$")
        self.items: Iterator[tuple[str, str, str]] = iter(_ITEM.findall(joined))
        self.functions = functions or {}
        self.known: dict[tuple, Any] = {}
        assert int(self.bare()) == 1
        self.n, self.f = int(self.bare()), int(self.bare())
        self.q = [sp.Symbol(f"q{i}") for i in range(self.f + 1)]
        self.qp = [sp.Integer(1), *(sp.Symbol(f"qp{i}") for i in range(1, self.f + 1))]
        relative = self.bit()
        self.E, self.x = {0: self.matrix("GAM", 0)}, {0: self.row("GAM", 0, 4)}
        self.KU = [sp.Integer(0)] * (self.f + 1)
        self.g = sp.zeros(self.f + 1, self.f + 1)
        for body in range(1, self.n + 1):
            self.body(body, relative)
        for _ in range(int(self.bare())):
            self.damper()
        for _ in range(int(self.bare())):
            self.spring()

    def bare(self) -> str:
        return next(self.items)[2]

    def bit(self) -> bool:
        return next(self.items)[0] == "1"

    def read(self, text: str) -> Any:
        names: dict[str, Any] = {name: self.indexed(name) for name in _INDEXED} | _FUNCTIONS
        names |= {"Q": lambda i: self.q[i], "QP": lambda i: self.qp[i], "E_": sp.E, "P_": sp.pi}
        names |= {f"{name}_": value for name, value in self.functions.items()}
        text = re.sub(r"([A-Z0-9]+)\.\(", r"\1_(", "".join(text.split()))
        for name in set(re.findall(r"#?[A-Z][A-Z0-9]*_?", text)):
            if name not in names and not name.startswith("#"):
                names[name] = sp.Symbol(name)
        return parse_expr(text.replace("#E", "E_").replace("#P", "P_"), local_dict=names)

    def indexed(self, name: str) -> Any:
        def value(*indices: int) -> Any:
            key = (name, *map(int, indices))
            return self.known.get(key, sp.Symbol("_".join(map(str, key))))

        return value

    def row(self, name: str, *indices: int) -> sp.Matrix:
        found = []
        for j in (1, 2, 3):
            found.append(self.read(next(self.items)[0]))
            self.known[(name, *indices, j)] = found[-1]
        return sp.Matrix(found)

    def matrix(self, name: str, *indices: int) -> sp.Matrix:
        return sp.Matrix([list(self.row(name, *indices, i)) for i in (1, 2, 3)])

    def body(self, body: int, relative: bool) -> None:
        if relative:
            k = int(self.bare())
            R, z = self.matrix("E"), self.row("E", 4)
            c_k, c_l = self.row("E", 5), self.row("E", 6)
            self.E[body] = R * self.E[k]
            self.x[body] = self.x[k] + self.E[k].T * (c_k + z) - self.E[body].T * c_l
        else:
            self.E[body], self.x[body] = self.matrix("GAM", body), self.row("GAM", body, 4)
        for j in range(3):
            self.known["GAM", body, 4, j + 1] = self.x[body][j]
            for i in range(3):
                self.known["GAM", body, i + 1, j + 1] = self.E[body][i, j]
        if self.bit():
            K, M = self.row("E", 5), self.row("E", 6)
            self.load(body, K, M)
        theta = sp.Matrix(
            3, 3, lambda j, k: sp.Symbol(f"TH_{body}_{min(j, k) + 1}_{max(j, k) + 1}")
        )
        slopes = [(self.E[body].diff(q), self.x[body].diff(q)) for q in self.q]
        for mu in range(self.f + 1):
            for nu in range(self.f + 1):
                turning = (theta * slopes[mu][0] * slopes[nu][0].T).trace()
                moving = sp.Symbol(f"M_{body}") * slopes[mu][1].dot(slopes[nu][1])
                self.g[mu, nu] += moving + turning

    def load(self, body: int, K: sp.Matrix, M: sp.Matrix) -> None:
        tensor = sp.Matrix(3, 3, lambda i, k: -sum(sp.LeviCivita(i, k, m) * M[m] for m in range(3)))
        for rho in range(1, self.f + 1):
            dE, dx = self.E[body].diff(self.q[rho]), self.x[body].diff(self.q[rho])
            self.KU[rho] += dx.dot(K) + (dE.T * self.E[body] * tensor.T).trace() / 2

    def apart(self, a: int, b: int, name: str) -> sp.Matrix:
        def point(body: int, other: int) -> sp.Matrix:
            local = sp.Matrix([sp.Symbol(f"{name}_{body}_{other}_{i}") for i in (1, 2, 3)])
            return self.x[body] + self.E[body].T * local

        return point(a, b) - point(b, a)

    def pairs(self, text: str) -> dict[Any, Any]:
        pieces = re.split(r",(?![^()]*\))", text)
        return {
            self.read(target): self.read(value)
            for target, value in zip(pieces[::2], pieces[1::2], strict=True)
        }

    def damper(self) -> None:
        a, b = int(self.bare()), int(self.bare())
        span = sp.sqrt(sp.Symbol(f"K_{a}_{b}")) * self.apart(a, b, "XD")
        if self.bit():
            span = span.subs(self.pairs(next(self.items)[0]))
        rate = sum(
            (span.diff(q) * qp for q, qp in zip(self.q, self.qp, strict=True)), sp.zeros(3, 1)
        )
        for rho in range(1, self.f + 1):
            self.KU[rho] -= span.diff(self.q[rho]).dot(rate)

    def spring(self) -> None:
        a, b = int(self.bare()), int(self.bare())
        points, constants = self.bit(), self.bit()
        span = self.apart(a, b, "XF")
        if points:
            span = span.subs(self.pairs(next(self.items)[0]))
        square = span.dot(span)
        U = sp.Symbol(f"C_{a}_{b}") * (square / 2 - sp.Symbol(f"LA0_{a}_{b}") * sp.sqrt(square))
        if constants:
            U = U.subs(self.pairs(next(self.items)[0]))
        for rho in range(1, self.f + 1):
            self.KU[rho] -= U.diff(self.q[rho])

    def numbers(self, values: dict[str, float], t: float, q: list, qd: list) -> dict[str, Any]:
        """g, Γq̇q̇ and Q at a state; parameters by the names M_1, TH_1_1_2, R."""
        at = {sp.Symbol(name): value for name, value in values.items()}
        at |= dict(zip(self.q, [t, *q], strict=True)) | dict(zip(self.qp[1:], qd, strict=True))
        rates, size = np.array([1.0, *qd]), self.f + 1
        wanted = [self.g.tolist(), *(self.g.diff(q).tolist() for q in self.q), self.KU]
        evaluate = sp.lambdify(list(at), wanted, modules="math", cse=True)
        g, *slopes, Q = (np.array(part, dtype=float) for part in evaluate(*at.values()))
        d = np.array(slopes).reshape(size, size, size)  # d[nu, rho, mu] is the slope of g_rho,mu
        gamma = (np.einsum("nrm->rmn", d) + np.einsum("mnr->rmn", d) - np.einsum("rmn->rmn", d)) / 2
        return {"g": g, "h": np.einsum("rmn,m,n->r", gamma, rates, rates)[1:], "Q": Q[1:]}


_INDEXED = ("GAM", "E", "M", "TH", "C", "K", "LA0", "XF", "XD")
_FUNCTIONS = {
    "SIN": sp.sin,
    "COS": sp.cos,
    "SINH": sp.sinh,
    "COSH": sp.cosh,
    "ATAN": lambda x, y=None: sp.atan(x if y is None else y / x),
    "ATANH": sp.atanh,
    "LOG": sp.log,
    "LOG10": lambda x: sp.log(x, 10),
    "LOG2": lambda x: sp.log(x, 2),
    "ERF": sp.erf,
    "FAC": sp.factorial,
}
