"""Programs to measure kernels with: a spatial chain of revolute joints.

Composite rigid bodies for g, Newton-Euler for the bias forces, LDLᵀ for the
accelerations; axes alternate, every link has a full inertia, all parameters symbolic.
"""

from __future__ import annotations

from lagr_gui.kernel import Node, Program

Vec = list[Node]
Mat = list[list[Node]]


def cross(a: Vec, b: Vec) -> Vec:
    """a × b."""
    return [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]


def plus(a: Vec, b: Vec) -> Vec:
    """a + b."""
    return [x + y for x, y in zip(a, b, strict=True)]


def dot(a: Vec, b: Vec) -> Node:
    """a · b."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def apply(m: Mat, a: Vec) -> Vec:
    """The matrix m times a."""
    return [dot(row, a) for row in m]


def transposed(m: Mat) -> Mat:
    """mᵀ."""
    return [list(column) for column in zip(*m, strict=True)]


class Link:
    """One link: joint angle, axis number, offset, mass, first moment, inertia at the joint."""

    def __init__(self, program: Program, number: int) -> None:
        def read(name: str) -> Node:
            node = program.input(f"{name}{number}")
            self.parameters.append(node)
            return node

        self.parameters: list[Node] = []
        self.q, self.qd = program.input(f"q{number}"), program.input(f"qd{number}")
        self.axis = (2, 0, 1)[number % 3]
        self.p = [read(f"p{k}_") for k in "xyz"]
        self.m = read("m")
        self.h = [read(f"h{k}_") for k in "xyz"]
        entries = {key: read(f"I{key}_") for key in ("xx", "xy", "xz", "yy", "yz", "zz")}
        self.inertia = [[entries["".join(sorted((i, k)))] for k in "xyz"] for i in "xyz"]
        zero, one = program.zero, program.one
        self.z = [one if k == self.axis else zero for k in range(3)]
        c, s = program.call("cos", [self.q]), program.call("sin", [self.q])
        i, k = (self.axis + 1) % 3, (self.axis + 2) % 3
        self.R = [[one if a == b else zero for b in range(3)] for a in range(3)]
        self.R[i][i], self.R[i][k], self.R[k][i], self.R[k][k] = c, -s, s, c


def bias(program: Program, links: list[Link]) -> Vec:
    """The joint moments at rest acceleration: Γq̇q̇ with gravity along -z."""
    zero = program.zero
    w, alpha, a = [zero] * 3, [zero] * 3, [zero, zero, program.number(9.81)]
    wrenches: list[tuple[Vec, Vec]] = []
    for link in links:
        back = transposed(link.R)
        a = apply(back, plus(a, plus(cross(alpha, link.p), cross(w, cross(w, link.p)))))
        w = apply(back, w)
        rate = [z * link.qd for z in link.z]
        alpha = plus(apply(back, alpha), cross(w, rate))
        w = plus(w, rate)
        f = plus(
            [link.m * x for x in a],
            plus(cross(alpha, link.h), cross(w, cross(w, link.h))),
        )
        spin = cross(w, apply(link.inertia, w))
        wrenches.append((f, plus(plus(apply(link.inertia, alpha), spin), cross(link.h, a))))
    moments: Vec = []
    f, n = [zero] * 3, [zero] * 3
    for link, (own_f, own_n) in zip(reversed(links), reversed(wrenches), strict=True):
        f, n = plus(f, own_f), plus(n, own_n)
        moments.append(n[link.axis])
        f = apply(link.R, f)
        n = plus(apply(link.R, n), cross(link.p, f))
    return moments[::-1]


def metric(program: Program, links: list[Link]) -> Mat:
    """The metric g by composite rigid bodies."""
    n = len(links)
    g = [[program.zero] * n for _ in range(n)]
    m, h, inertia = (
        program.zero,
        [program.zero] * 3,
        [[program.zero] * 3 for _ in range(3)],
    )
    for i in reversed(range(n)):
        link = links[i]
        m, h = m + link.m, plus(h, link.h)
        inertia = [plus(a, b) for a, b in zip(inertia, link.inertia, strict=True)]
        f, moment = cross(link.z, h), apply(inertia, link.z)
        for j in reversed(range(i + 1)):
            g[i][j] = g[j][i] = moment[links[j].axis]
            f = apply(links[j].R, f)
            moment = plus(apply(links[j].R, moment), cross(links[j].p, f))
        h, inertia = _moved(link, m, h, inertia)
    return g


def _moved(link: Link, m: Node, h: Vec, inertia: Mat) -> tuple[Vec, Mat]:
    """First moment and inertia of a composite body in the frame of the link below."""
    h = apply(link.R, h)
    half = transposed([apply(link.R, row) for row in inertia])
    turned = [apply(link.R, row) for row in half]
    p, both = link.p, plus(h, plus(h, [m * x for x in link.p]))
    trace = dot(p, both)
    moved = [[*row] for row in turned]
    for a in range(3):
        for b in range(a, 3):
            shift = p[a] * h[b] + h[a] * p[b] + m * (p[a] * p[b])
            entry = turned[a][b] - shift + (trace if a == b else 0)
            moved[a][b] = moved[b][a] = entry
    return plus(h, [m * x for x in p]), moved


def solve(g: Mat, right: Vec) -> tuple[Vec, Vec]:
    """x of g x = right by LDLᵀ, and the pivots."""
    n = len(right)
    low = [[*row] for row in g]
    pivots: Vec = []
    for j in range(n):
        scaled = [low[j][k] * pivots[k] for k in range(j)]
        pivot = g[j][j]
        for k in range(j):
            pivot = pivot - scaled[k] * low[j][k]
        pivots.append(pivot)
        inverse = 1 / pivot
        for i in range(j + 1, n):
            entry = g[i][j]
            for k in range(j):
                entry = entry - low[i][k] * scaled[k]
            low[i][j] = entry * inverse
    x = [*right]
    for i in range(n):
        for k in range(i):
            x[i] = x[i] - low[i][k] * x[k]
    x = [a / pivot for a, pivot in zip(x, pivots, strict=True)]
    for i in reversed(range(n)):
        for k in range(i + 1, n):
            x[i] = x[i] - low[k][i] * x[k]
    return x, pivots


def chain(n: int) -> tuple[Program, Vec, Vec, Vec]:
    """A chain of n links: program, state (q, q̇), parameters, outputs (q̈)."""
    program = Program()
    links = [Link(program, i) for i in range(n)]
    moments = [-x for x in bias(program, links)]
    accelerations, _ = solve(metric(program, links), moments)
    state = [link.q for link in links] + [link.qd for link in links]
    return program, state, [x for link in links for x in link.parameters], accelerations
