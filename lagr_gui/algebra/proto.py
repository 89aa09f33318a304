"""prototype R3 (c/s native) and R2 (z) on 6R"""

import time

from flint import Ordering, fmpq, fmpq_mpoly_ctx

n = 6
names = []
par = []
for k in range(1, n + 1):
    par += [f"m{k}", f"a{k}", f"b{k}"] + [f"J{k}{i}{j}" for i in range(3) for j in range(i, 3)]
names = par + [f"s{k}" for k in range(n)] + [f"c{k}" for k in range(n)]
ctx = fmpq_mpoly_ctx.get(names, Ordering.lex)
G = dict(zip(names, ctx.gens()))
sidx = [names.index(f"s{k}") for k in range(n)]
rel = [G[f"s{k}"] ** 2 + G[f"c{k}"] ** 2 - 1 for k in range(n)]
half = fmpq(1, 2)
nm = [0]
terms = [0]


def red(p):
    d = p.degrees()
    for k in range(n):
        if d[sidx[k]] >= 2:
            p2 = p.derivative(sidx[k]).derivative(sidx[k]) * half
            p = p - p2 * rel[k]
    return p


def mul(a, b):
    nm[0] += 1
    p = a * b
    return red(p)


zero = ctx.constant(0)
one = ctx.constant(1)


def D(p, k):
    c, s = G[f"c{k}"], G[f"s{k}"]
    return red(p.derivative(sidx[k]) * c - p.derivative(names.index(f"c{k}")) * s)


def mm(A, B):
    return [
        [sum((mul(A[i][k], B[k][j]) for k in range(3)), zero) for j in range(3)] for i in range(3)
    ]


def dot(a, b):
    return (
        sum((mul(x, y) for x, y in zip(a, b) if not x.is_zero() and not y.is_zero()), zero)
        if True
        else 0
    )


t0 = time.perf_counter()
E = [[one if i == j else zero for j in range(3)] for i in range(3)]
x = [zero] * 3
gm = {}
for l in range(n):
    c, s = G[f"c{l}"], G[f"s{l}"]
    if l % 2 == 0:
        R = [[c, s, zero], [-s, c, zero], [zero, zero, one]]
    else:
        R = [[c, zero, -s], [zero, one, zero], [s, zero, c]]
    En = mm(R, E)
    # joint at a_l along body x from parent origin ; com offset b_l along x
    xj = x
    k = l + 1
    loc = [G[f"a{k}"], zero, G[f"b{k}"]]
    xn = [xj[i] + sum((loc[j] * En[j][i] for j in range(3)), zero) for i in range(3)]
    E, x = En, xn
    print("body", l, "E terms", max(len(e) for r in E for e in r), "x", max(len(e) for e in x))
    dE = [[[D(e, mu) for e in r] for r in E] for mu in range(l + 1)]
    dx = [[D(e, mu) for e in x] for mu in range(l + 1)]
    M = G[f"m{k}"]
    for mu in range(l + 1):
        for nu in range(mu + 1):
            v = M * dot(dx[mu], dx[nu])
            for i in range(3):
                for j in range(i, 3):
                    J = G[f"J{k}{i}{j}"]
                    w = dot(dE[mu][i], dE[nu][j])
                    if i != j:
                        w = w + dot(dE[mu][j], dE[nu][i])
                    v = v + J * w
            gm[mu, nu] = gm.get((mu, nu), zero) + v
t1 = time.perf_counter()
print("g", t1 - t0, nm, sum(len(v) for v in gm.values()))
gam = {}


def g(a, b):
    return gm[max(a, b), min(a, b)]


Dg = {(a, b, c): D(v, c) for (a, b), v in gm.items() for c in range(n)}


def dg(a, b, c):
    return Dg[max(a, b), min(a, b), c]


for r in range(n):
    for mu in range(n):
        for nu in range(mu + 1):
            v = (dg(r, mu, nu) + dg(nu, r, mu) - dg(mu, nu, r)) * half
            if not v.is_zero():
                gam[r, mu, nu] = v
t2 = time.perf_counter()
print("gamma", t2 - t1, len(gam), sum(len(v) for v in gam.values()))
