"""R2: z native, (A,B) = A - iB  with shift tuple; n-body either 6R or chain"""

import sys
import time

from flint import Ordering, fmpq, fmpq_mpoly_ctx

kind = sys.argv[1]
n = int(sys.argv[2])
par = []
for k in range(1, n + 1):
    par += [f"m{k}", f"a{k}", f"b{k}"] + [f"J{k}{i}{j}" for i in range(3) for j in range(i, 3)]
names = par + [f"z{k}" for k in range(n)]
ctx = fmpq_mpoly_ctx.get(names, Ordering.lex)
G = dict(zip(names, ctx.gens()))
Z = [G[f"z{k}"] for k in range(n)]
zi = [names.index(f"z{k}") for k in range(n)]
half = fmpq(1, 2)
Z0 = ctx.constant(0)
cnt = [0]


def mono(e):
    exps = [0] * len(names)
    for k, v in zip(zi, e):
        exps[k] = v
    return ctx.from_dict({tuple(exps): 1})


mc = {}


def monoc(e):
    r = mc.get(e)
    if r is None:
        r = mc[e] = mono(e)
    return r


class C:
    __slots__ = ("a", "b", "m")

    def __init__(s, a, b, m):
        s.a, s.b, s.m = a, b, m

    def __add__(s, o):
        if s.m == o.m:
            return C(s.a + o.a, s.b + o.b, s.m)
        m = tuple(map(max, s.m, o.m))
        x, y = s.lift(m), o.lift(m)
        return C(x[0] + y[0], x[1] + y[1], m)

    def lift(s, m):
        if m == s.m:
            return s.a, s.b
        f = monoc(tuple(p - q for p, q in zip(m, s.m)))
        return (s.a * f if s.a else s.a), (s.b * f if s.b else s.b)

    def __neg__(s):
        return C(-s.a, -s.b, s.m)

    def __sub__(s, o):
        return s + (-o)

    def __mul__(s, o):
        if (not s.a and not s.b) or (not o.a and not o.b):
            return zero
        cnt[0] += 1
        m = tuple(p + q for p, q in zip(s.m, o.m))
        a = s.a * o.a if s.a and o.a else Z0
        if s.b and o.b:
            a = a - s.b * o.b
        b = s.a * o.b if s.a and o.b else Z0
        if s.b and o.a:
            b = b + s.b * o.a
        return C(a, b, m).norm()

    def norm(s):
        if not any(s.m):
            return s
        if not s.a and not s.b:
            return zero
        # tighten
        da = s.a.degrees() if s.a else None
        db = s.b.degrees() if s.b else None
        new = []
        for k, i in enumerate(zi):
            d = max(da[i] if da else 0, db[i] if db else 0) - s.m[k]
            new.append(d)
        new = tuple(new)
        if new == s.m:
            return s
        f = monoc(tuple(p - q for p, q in zip(s.m, new)))
        return C(s.a / f if s.a else s.a, s.b / f if s.b else s.b, new)

    def d(s, k):
        # d/dq: i k z^k ; f=A-iB -> f' = i(zA') + zB'  => A1 = zB', B1=-zA'  (with shift: z d/dz - m)
        m = s.m[k]
        if not m:
            return zero
        i = zi[k]
        a = s.b.derivative(i) * Z[k] - s.b * m if s.b else Z0
        b = -(s.a.derivative(i) * Z[k] - s.a * m) if s.a else Z0
        return C(a, b, s.m).norm()

    def is_zero(s):
        return not s.a and not s.b

    def __len__(s):
        return len(s.a) + len(s.b)


m0 = (0,) * n
zero = C(Z0, Z0, m0)
one = C(ctx.constant(1), Z0, m0)


def P(nm):
    return C(G[nm], Z0, m0)


def unit(k):
    return tuple(1 if j == k else 0 for j in range(n))


def cos(k):
    return C((Z[k] ** 2 + 1) * half, Z0, unit(k))


def sin(k):
    return C(Z0, (Z[k] ** 2 - 1) * half, unit(k))  # sin=(z-1/z)/(2i) = -i (z-1/z)/2


def dot(a, b):
    r = zero
    for x, y in zip(a, b):
        if not x.is_zero() and not y.is_zero():
            r = r + x * y
    return r


def mm(A, B):
    return [[dot(A[i], [B[k][j] for k in range(3)]) for j in range(3)] for i in range(3)]


t0 = time.perf_counter()
E = [[one if i == j else zero for j in range(3)] for i in range(3)]
x = [zero] * 3
gm = {}
for l in range(n):
    c, s = cos(l), sin(l)
    if l % 2 == 0 or kind == "chain":
        R = [[c, s, zero], [-s, c, zero], [zero, zero, one]]
    else:
        R = [[c, zero, -s], [zero, one, zero], [s, zero, c]]
    k = l + 1
    En = mm(R, E)
    if kind == "chain":
        xn = [
            x[i]
            + P(f"b{k}") * En[0][i]
            + (P(f"a{k - 1}") * E[0][i] - P(f"b{k - 1}") * E[0][i] if k > 1 else zero)
            for i in range(3)
        ]
    else:
        loc = [P(f"a{k}"), zero, P(f"b{k}")]
        xn = [x[i] + dot(loc, [En[j][i] for j in range(3)]) for i in range(3)]
    E, x = En, xn
    dE = [[[e.d(mu) for e in r] for r in E] for mu in range(l + 1)]
    dx = [[e.d(mu) for e in x] for mu in range(l + 1)]
    M = P(f"m{k}")
    for mu in range(l + 1):
        for nu in range(mu + 1):
            v = M * dot(dx[mu], dx[nu])
            for i in range(3 if kind != "chain" else 2):
                for j in range(i, 3 if kind != "chain" else i + 1):
                    J = P(f"J{k}{i}{j}")
                    w = dot(dE[mu][i], dE[nu][j])
                    if i != j:
                        w = w + dot(dE[mu][j], dE[nu][i])
                    v = v + J * w
            gm[mu, nu] = gm.get((mu, nu), zero) + v
t1 = time.perf_counter()
print(
    "g",
    t1 - t0,
    cnt,
    sum(len(v) for v in gm.values()),
    "E",
    max(len(e) for r in E for e in r),
    "x",
    max(len(e) for e in x),
)
gam = {}
Dg = {(a, b, c): v.d(c) for (a, b), v in gm.items() for c in range(n)}


def dg(a, b, c):
    return Dg[max(a, b), min(a, b), c]


h = C(ctx.constant(1) * half, Z0, m0)
for r in range(n):
    for mu in range(n):
        for nu in range(mu + 1):
            v = (dg(r, mu, nu) + dg(nu, r, mu) - dg(mu, nu, r)) * h
            if not v.is_zero():
                gam[r, mu, nu] = v
t2 = time.perf_counter()
print("gamma", t2 - t1, len(gam), sum(len(v) for v in gam.values()))
