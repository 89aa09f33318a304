"""Random systems with dry friction: who sticks, by trying all modes of all that does not slide."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np

import lagr_gui
from lagr_gui.analysis.motions.march import contacts_of
from lagr_gui.foundation.problem import LagrError
from lagr_gui.prepared import prepare
from tests.oracle.comparison import WORST_CONDITION, Case, Disagreement, Verdict, differing, opened
from tests.oracle.conditions import Conditions, Course, Row
from tests.oracle.document import Document
from tests.oracle.drawing import Source, random_tree
from tests.oracle.equations import Balance, Solution, bodies_at, scales
from tests.oracle.jets import derivatives, value
from tests.oracle.loads import Loads
from tests.oracle.loops import random_loop

SETTLED = 1e-6
"""Forces nearer to their bounds, and slips slower to begin, than this say nothing of a mode."""

ONE_SIDED = (
    *("rope", "pulley_rope", "wall", "contact", "follower", "cam", "stop", "bumper"),
    "unilateral_condition",
)


class Slips(Conditions):
    """The velocities of slip at a state, as rows; λ = 1 pushes along them."""

    def _joint_friction(self, element: dict[str, Any]) -> None:
        place, f = self.state.place(element["coordinate"]), self.state.f
        given, d, _ = derivatives(self.state.meaning.of(element["speed"]), self.state.n)
        row = Row(element["name"], np.zeros(6 * len(self.bodies.index)), np.zeros(f), np.nan, 0, 0)
        row.on_coordinates[place] = 1.0
        row.rate, row.drift = self.state.qd[place] - given, -d[: f + 1] @ self.state.rates
        self.rows.append(row)

    def _brake(self, element: dict[str, Any]) -> None:
        self._joint_friction({**element, "speed": 0})

    def _line_friction(self, element: dict[str, Any]) -> None:
        span, P, N = self._span(element)
        way = span.dot(span).power(0.5)
        self.undefined |= bool(way.v < 1e-6)
        along = span.v / way.v
        pairs = [(element["body_a"], P, along), (element["body_b"], N, -along)]
        self._bind_speed(element, Course(way.d, way.dd), pairs)


@dataclass(frozen=True)
class Bound:
    """How much an element exerts while it slides at a speed, and while it sticks."""

    kinetic: float
    static: float
    stribeck: float = 0.0
    shape: float = 2.0

    def at(self, speed: float) -> float:
        """b(γ)."""
        if not self.stribeck:
            return self.kinetic
        bend = np.exp(-((abs(speed) / self.stribeck) ** self.shape))
        return self.kinetic + (self.static - self.kinetic) * float(bend)


class Rubbing:
    """A system with frictions at a state: what they do, without any of them deciding.

    `free` are q̈ where none exerts anything, `answers` (n, f) those to λ = 1 of each; `b` (n,) and
    `W` (n, n) are the accelerations of slip likewise; `slip` (n,) are the velocities.
    """

    def __init__(self, document: Document, case: Case, cuts: Collection[str] = ()) -> None:
        bodies = bodies_at(document, case.t, case.q, case.qd, cuts)
        slips, loads = Slips(bodies), Loads(bodies)
        kinds = ("joint_friction", "brake", "line_friction")
        self.elements = [e for e in document.elements if e["kind"] in kinds]
        of = bodies.state.meaning.of
        self.bounds = [self._bound(e, lambda text: value(of(text))) for e in self.elements]
        self.names = list(bodies.state.names)
        names = {e["name"] for e in self.elements}
        rows = [row for row in slips.rows if row.name in names]
        held = Conditions(bodies)
        balance = Balance(bodies, loads, held)
        n, f = balance.n, balance.f
        A, right = balance._whole()
        pushes = np.zeros((len(A), len(rows)))
        for i, row in enumerate(rows):
            pushes[:n, i], pushes[n : n + f, i] = row.on_bodies, row.on_coordinates
        solution = Solution(A, right)
        self.clear = solution.clear and not solution.contradiction
        self.clear &= not (slips.undefined or loads.undefined or loads.degenerate)
        self.clear &= not (held.undefined or np.isnan(solution.x[n : n + f]).any())
        self.condition, self.gaps = solution.condition, bodies.gaps()
        left, across = scales(A)
        inverse = across[:, None] * np.linalg.pinv(A * left[:, None] * across, 1e-7) * left
        at_rest = inverse @ right
        moved = inverse @ pushes
        S = np.array([[*row.on_bodies, *row.on_coordinates] for row in rows])
        S = S.reshape(len(rows), n + f)
        self.free, self.answers = at_rest[n : n + f], moved[n : n + f].T
        self.slip = np.array([row.rate for row in rows], float)
        self.W = S @ moved[: n + f]
        self.b = S @ at_rest[: n + f] + np.array([row.drift for row in rows], float)
        self.drift = np.array([row.drift for row in rows], float) + S[:, :n] @ bodies.bias
        J = bodies.J[:, 1:]
        self.slopes = S[:, :n] @ J + S[:, n:]
        self.g = J.T @ balance.M @ J + loads.M[1:, 1:]
        self.G = balance.Gx @ J + balance.Gq

    @staticmethod
    def _bound(element: dict[str, Any], of: Any) -> Bound:
        if element["kind"] == "brake":
            return Bound(of(element["moment"]), of(element["moment"]))
        R, H = of(element["kinetic"]), of(element["static"])
        return Bound(R, H or R, of(element["stribeck"]), of(element["shape"]))

    def moving(self, senses: np.ndarray) -> np.ndarray:
        """λ (n,) of those that slide in these senses, and 0 of the others."""
        sizes = [b.at(v) for b, v in zip(self.bounds, self.slip, strict=True)]
        return -senses * np.array(sizes)

    def modes(self, known: np.ndarray, open_: np.ndarray, most: np.ndarray) -> list[np.ndarray]:
        """All λ (n,) that fit R1: some are `known`, the `open_` ones may stick at `most`."""
        found = []
        size = max(
            float(np.abs(self.b).max(initial=0)), float(np.abs(self.W @ most).max(initial=0))
        )
        for pattern in product((0, -1, 1), repeat=len(open_)):
            senses, lam = np.array(pattern), known.copy()
            lam[open_] = -senses * most[open_]
            stuck = open_[senses == 0]
            W = self.W[np.ix_(stuck, stuck)]
            lam[stuck] = np.linalg.lstsq(W, -(self.b + self.W @ lam)[stuck], rcond=1e-10)[0]
            rates = (self.b + self.W @ lam)[open_]
            fits = np.abs(lam[stuck]) <= most[stuck] * (1 + 1e-9) + 1e-12
            fits = fits.all() and (np.abs(rates[senses == 0]) <= 1e-9 * (size + 1e-3)).all()
            if fits and (rates * senses >= -1e-9 * (size + 1e-3)).all():
                found.append(lam)
        return found

    def settled(self, still: np.ndarray) -> tuple[np.ndarray, np.ndarray, list[np.ndarray]]:
        """q̈ (f,), which of the `still` ones stick, all the modes that were found on the way.

        What lets go under the largest force that holds slides with R from then on.
        """
        senses = np.where(still, 0.0, np.sign(self.slip))
        open_ = np.flatnonzero(still)
        every: list[np.ndarray] = []
        while True:
            H = np.array([bound.static for bound in self.bounds])
            found = self.modes(self.moving(senses), open_, H)
            assert found, "no mode fits"
            every += found
            accelerations = [self.free + lam @ self.answers for lam in found]
            for other in accelerations[1:]:
                assert not differing("q̈ of two modes", accelerations[0], other, 1e3)
            lam = np.mean(found, axis=0)
            rates = self.b + self.W @ lam
            moves = np.abs(np.diag(self.W)) > 1e-12
            sizes = np.maximum(np.abs(self.b), np.abs(self.W) @ H)
            goes = np.abs(rates) > SETTLED * sizes
            goes |= (np.abs(lam) > H * (1 - SETTLED)) & moves
            leaving = open_[goes[open_]]
            if not len(leaving):
                return accelerations[0], still & (senses == 0), every
            senses[leaving] = -np.sign(np.where(lam[leaving], lam[leaving], -rates[leaving]))
            open_ = np.array([i for i in open_ if i not in leaving], int)

    def constraint(self, qdd: np.ndarray, still: np.ndarray) -> float:
        """Gauss' measure of accelerations of a tree, with all that holds those that are `still`."""
        H = np.array([bound.static for bound in self.bounds])[still]
        away = qdd - self.free - self.moving(np.where(still, 0, np.sign(self.slip))) @ self.answers
        held = H @ np.abs(self.slopes[still] @ qdd + self.drift[still])
        return float(away @ self.g @ away / 2 + held)

    def doubtful(self, every: list[np.ndarray], still: np.ndarray) -> bool:
        """Whether some force is so near to its bound that rounding tells who sticks."""
        H = np.array([bound.static for bound in self.bounds])
        for lam in every:
            rates = self.b + self.W @ lam
            near = np.abs(np.abs(lam) - H) < SETTLED * (H + 1)
            slow = np.abs(rates) < SETTLED * (np.abs(self.b) + np.abs(self.W) @ H + 1)
            if (near & slow & still & (H > 0)).any():
                return True
        return False


def rubbed(case: Case, source: Source, count: int) -> Case:
    """The case with so many frictions, of which some do not slide at its state."""
    document = Document(case.text, case.values)
    names, numbers = document.coordinates, [0, *(b["number"] for b in case.data["bodies"])]
    made: list[dict[str, Any]] = []
    qd = dict(case.qd)
    for index in range(count):
        kind = source.choice(("joint_friction", "joint_friction", "brake", "line_friction"))
        R = source.choice((source.scalar(), source.scalar(1, 9), 0, "k*t", "0.3 + 0.2*sin(t)"))
        head = {"name": f"friction {index}", "kind": kind}
        static = source.choice((0, f"1.5*({R})", f"({R}) + 2"))
        more = {"kinetic": R, "static": static, "shape": source.choice((2, 1.5, 1))}
        more["stribeck"] = source.choice((0, 0.4))
        name = source.choice(names)
        if kind == "line_friction":
            a, b = source.sample(numbers, 2)
            ends = {"body_a": a, "body_b": b, "point_a": source.vector(), "point_b": [0.3, 0.2, 1]}
            made.append({**head, **ends, **more})
        elif kind == "brake":
            if source.random() < 0.5 and name not in case.data.get("fixed", ()):
                qd[name] = 0.0
            made.append({**head, "coordinate": name, "moment": R})
        else:
            speed = source.choice((0, 0, "0.2*sin(t)", "still"))
            made.append({**head, "coordinate": name, "speed": speed, **more})
    for entry in made:  # velocities are known now
        if entry.get("speed") == "still":
            entry["speed"] = qd[entry["coordinate"]]
    return replace(case, data={**case.data, "elements": [*case.data["elements"], *made]}, qd=qd)


def random_friction(seed: int) -> tuple[Case, bool]:
    """A random tree or loop with frictions, and whether it is a loop."""
    source = Source(seed)
    loop = source.random() < 0.3
    case = random_loop(seed) if loop else random_tree(seed, 4, 4)
    kept = [e for e in case.data["elements"] if e["kind"] not in ONE_SIDED]
    case = replace(case, data={**case.data, "elements": kept})
    if not Document(case.text, case.values).coordinates:
        return case, loop
    if loop:  # velocities must go on closing it
        done = rubbed(case, source, source.randint(1, 3))
        return replace(done, qd=case.qd), loop
    return rubbed(case, source, source.randint(1, 5)), loop


def judged_friction(case: Case) -> Verdict:
    """Who sticks and q̈ in the program, against all modes."""
    document = Document(case.text, case.values)
    names, cuts = document.coordinates, ()
    try:
        model = opened(case.text)
        report = lagr_gui.check(model)
        names, cuts = list(report.coordinates), report.cuts
        rubbing = Rubbing(document, case, cuts)
        if not rubbing.clear or rubbing.condition > WORST_CONDITION or max(rubbing.gaps) > 1e-9:
            return Verdict("unclear")
        if not names or not rubbing.elements:
            return Verdict("unclear")
        prepared = prepare(model)
        y = np.array([*(case.q[n] for n in names), *(case.qd[n] for n in names)])
        contacts = contacts_of(prepared)
        assert contacts is not None
        y = contacts.start(case.t, y, replace(prepared.settings, t0=case.t))
        compiled = prepared.system((case.t, *np.split(y, 2)))
        got = contacts.system(compiled).acceleration(case.t, y)
    except LagrError as error:
        return Verdict("refused", words=str(error))
    still = np.abs(rubbing.slip) < 1e-12
    qdd, sticks, every = rubbing.settled(still)
    if rubbing.doubtful(every, still):
        return Verdict("unclear")
    at = [rubbing.names.index(name) for name in names]
    size = 1e2 * float(np.max(np.abs(rubbing.free), initial=1.0))
    found = differing("q̈", qdd[at], got.qdd, size)
    told = np.array(contacts.senses) == 0
    effective = np.abs(np.diag(rubbing.W)) > 1e-9
    effective &= np.array([bound.static > 0 for bound in rubbing.bounds])
    if (told != sticks)[effective].any():
        found.append(Disagreement("who sticks", 1.0, sticks.tolist(), told.tolist()))
    return Verdict("disagrees" if found else "agrees", tuple(found))
