"""Random systems that touch and rub: which contacts push, stick and slip, by trying all modes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from math import cos, pi, sin
from typing import Any

import numpy as np
from scipy.optimize import brentq, fsolve

import lagr_gui
from lagr_gui.analysis.motions.march import contacts_of
from lagr_gui.foundation.problem import LagrError
from lagr_gui.prepared import prepare
from tests.oracle.bodies import Bodies
from tests.oracle.comparison import WORST_CONDITION, Case, Verdict, differing, opened
from tests.oracle.conditions import Conditions, Row
from tests.oracle.document import Document
from tests.oracle.drawing import Source, random_body, random_joint, random_tree, surroundings
from tests.oracle.equations import Balance, Solution, bodies_at, scales
from tests.oracle.frictions import ONE_SIDED, Slips
from tests.oracle.loads import Loads
from tests.oracle.loops import cut_free, random_loop
from tests.oracle.parts import at_random, document
from tests.oracle.touches import Touches

Array = np.ndarray
IN_TOUCH = 1e-9
SHAPES = ("ball", "capsule", "box", "disc", "cylinder")
MODES = 600
"""More modes than this are not tried."""


@dataclass(frozen=True)
class Item:
    """A force law among the rows: `rows` are one of a friction, or a normal and its two slips.

    `way` is the direction of what slides; `still` is whether it does not.
    """

    rows: tuple[int, ...]
    bound: float
    still: bool
    way: Array

    @property
    def modes(self) -> tuple[str, ...]:
        """What it may do: hold, go forth or back; be open, push while it slides, stick or slip."""
        if len(self.rows) == 1 and self.bound >= 0:
            return ("hold", "forth", "back") if self.still else ("goes",)
        if len(self.rows) == 1 or not self.bound:
            return "open", "push"
        return ("open", "stick", "slip") if self.still else ("open", "slide")


class Held(Conditions):
    """Conditions without what rolls, which may slip here."""

    _rolling_ball = _rolling_disc = None


class Touching:
    """A system at a state where it touches and rubs; `qdd` are those of all modes that fit."""

    def __init__(self, document: Document, case: Case, cuts: tuple[str, ...] = ()) -> None:
        bodies = bodies_at(document, case.t, case.q, case.qd, cuts)
        self.slips, self.touches, loads = Slips(bodies), Touches(bodies), Loads(bodies)
        held = Held(bodies)
        balance = Balance(bodies, loads, held)
        frictions = {e["name"]: e for e in document.elements if e["kind"] == "joint_friction"}
        rows = [row for row in self.slips.rows if row.name in frictions]
        self.names, self.items = list(bodies.state.names), list[Item]()
        for i, row in enumerate(rows):
            entry = frictions[row.name]
            most = document.number(entry["kinetic"])
            still = abs(row.rate) < 1e-11
            self.items.append(Item((i,), most, still, np.array([np.sign(row.rate)])))
        self.near = [t for t in self.touches.touches if t.gap.position < IN_TOUCH]
        self.parted = min((t.gap.position for t in self.touches.touches), default=0.0)
        for touch in self.near:
            start, rates = len(rows), np.array([row.rate for row in touch.slips])
            rows += [touch.gap, *touch.slips]
            speed = float(np.linalg.norm(rates)) if len(rates) else 0.0
            at = tuple(range(start, len(rows)))
            bound = touch.mu if touch.slips else -1.0
            self.items.append(Item(at, bound, speed < 1e-11, rates / (speed or 1.0)))
        self.closing = max((abs(t.gap.rate) for t in self.near), default=0.0)
        self._answer(bodies, balance, rows)
        self.clear &= not (loads.undefined or loads.degenerate or self.touches.undefined)
        self.gaps = bodies.gaps()

    def _answer(self, bodies: Bodies, balance: Balance, rows: list[Row]) -> None:
        """Accelerations of coordinates and rows, without and with λ = 1 of each."""
        n, f = balance.n, balance.f
        A, right = balance._whole()
        S = np.array([[*row.on_bodies, *row.on_coordinates] for row in rows]).reshape(-1, n + f)
        pushes = np.zeros((len(A), len(rows)))
        pushes[: n + f] = S.T
        solution = Solution(A, right)
        self.condition = solution.condition
        self.clear = solution.clear and not solution.contradiction
        self.clear &= not np.isnan(solution.x[n : n + f]).any()
        left, across = scales(A)
        inverse = across[:, None] * np.linalg.pinv(A * left[:, None] * across, 1e-7) * left
        rest, moved = inverse @ right, inverse @ pushes
        self.free, self.answers = rest[n : n + f], moved[n : n + f].T
        self.W = S @ moved[: n + f]
        self.b = S @ rest[: n + f] + np.array([row.drift for row in rows], float)
        self.size = float(np.abs(self.b).max(initial=0.0)) + 1e-3

    def count(self) -> int:
        """How many modes there are."""
        return int(np.prod([len(item.modes) for item in self.items]))

    def fitting(self) -> Iterator[Array]:
        """λ of every mode that fits its laws."""
        for modes in product(*(item.modes for item in self.items)):
            slipping = [i for i, mode in enumerate(modes) if mode == "slip"]
            for angles in self._angles(modes, slipping):
                lam = self._solved(modes, dict(zip(slipping, angles, strict=True)))
                if lam is not None and self._fits(modes, lam):
                    yield lam

    def _angles(self, modes: tuple[str, ...], slipping: list[int]) -> Iterator[Array]:
        """Directions of force in which those that begin to slip may go against it."""
        if not slipping:
            yield np.zeros(0)
            return

        def aside(angles: Array) -> Array:
            lam = self._solved(modes, dict(zip(slipping, np.atleast_1d(angles), strict=True)))
            assert lam is not None
            rates = self.b + self.W @ lam
            pairs = [rates[list(self.items[i].rows[1:])] for i in slipping]
            return np.array(
                [
                    cos(a) * p[1] - sin(a) * p[0]
                    for a, p in zip(np.atleast_1d(angles), pairs, strict=True)
                ]
            )

        if len(slipping) == 1:
            grid = np.linspace(0, 2 * pi, 97) + 0.01
            values = [float(aside(np.array([a]))[0]) for a in grid]
            for a, b, u, v in zip(grid, grid[1:], values, values[1:], strict=False):
                if u * v <= 0:
                    yield np.array(
                        [brentq(lambda x: float(aside(np.array([x]))[0]), a, b, xtol=1e-15)]
                    )
            return
        starts = product(np.arange(0.1, 2 * pi, pi / 3), repeat=len(slipping))
        known = list[Array]()
        for start in starts:
            found, _, good, _ = fsolve(aside, np.array(start), full_output=True, xtol=1e-14)
            ways = np.array([*np.cos(found), *np.sin(found)])
            if good == 1 and not any(np.abs(ways - w).max() < 1e-6 for w in known):
                known.append(ways)
                yield found

    def _solved(self, modes: tuple[str, ...], angles: dict[int, float]) -> Array | None:
        """λ where these modes hold; what slips exerts its bound against these angles."""
        n = len(self.b)
        basis, rows, lam = list[Array](), list[int](), np.zeros(n)
        for i, (item, mode) in enumerate(zip(self.items, modes, strict=True)):
            if mode == "open":
                continue
            if mode in ("forth", "back", "goes"):
                sense = float(item.way[0]) if mode == "goes" else (1.0 if mode == "forth" else -1.0)
                lam[item.rows[0]] = -item.bound * sense
                continue
            unit = np.zeros(n)
            unit[item.rows[0]] = 1.0
            if mode in ("slide", "slip"):
                way = item.way if mode == "slide" else np.array([cos(angles[i]), sin(angles[i])])
                unit[list(item.rows[1:])] = -item.bound * way
            basis.append(unit)
            rows.append(item.rows[0])
            if mode == "stick":
                basis += list(np.eye(n)[list(item.rows[1:])])
                rows += item.rows[1:]
        if rows:
            B = np.array(basis).T
            A = self.W[rows] @ B
            found = np.linalg.lstsq(A, -(self.b + self.W @ lam)[rows], rcond=1e-10)[0]
            lam = lam + B @ found
        return lam

    def _fits(self, modes: tuple[str, ...], lam: Array) -> bool:
        rates, tiny = self.b + self.W @ lam, 1e-9
        force = float(np.abs(lam).max(initial=0.0)) + 1e-3
        near = tiny * (self.size + float(np.abs(self.W * lam).max(initial=0.0)))
        for item, mode in zip(self.items, modes, strict=True):
            first, others = item.rows[0], list(item.rows[1:])
            match mode:
                case "hold":
                    good = (
                        abs(lam[first]) <= item.bound + tiny * force and abs(rates[first]) <= near
                    )
                case "forth" | "back":
                    good = rates[first] * (1 if mode == "forth" else -1) >= -near
                case "open":
                    good = rates[first] >= -near
                case "push" | "slide":
                    good = lam[first] >= -tiny * force and abs(rates[first]) <= near
                case "stick":
                    good = (
                        lam[first] >= -tiny * force and np.abs(rates[list(item.rows)]).max() <= near
                    )
                    good &= np.linalg.norm(lam[others]) <= item.bound * lam[first] + tiny * force
                case "slip":
                    good = lam[first] >= -tiny * force and abs(rates[first]) <= near
                    good &= float(rates[others] @ lam[others]) <= near * force
                case _:
                    good = True
            if not good:
                return False
        return True


# --- drawing --------------------------------------------------------------------------------------


def flat_tree(seed: int) -> Case:
    """A tree whose joints let it move in the plane of x and y."""
    source = Source(seed)
    numbers = list(range(1, source.randint(2, 4)))
    joints = []
    for index, number in enumerate(numbers):
        kind = source.choice(("planar", "revolute", "prismatic"))
        parent = source.choice([0, *numbers[:index]])
        entry = random_joint(source, f"j{index}_", parent, number, kind)
        entry |= {
            key: [source.number(), source.number(), 0] for key in ("point_parent", "point_child")
        }
        entry |= {"orientation": np.eye(3).tolist(), "axis": [0, 0, source.choice((1, -1))]}
        if kind == "planar":
            del entry["axis"]
            entry |= {"axes": [[1, 0, 0], [0, 1, 0]], "normal": [0, 0, 1]}
        if kind == "prismatic":
            entry["axis"] = [source.number(), source.number() + 2, 0]
        joints.append(entry)
    bodies = [random_body(source, number) for number in numbers]
    data = document(bodies, joints, **{**surroundings(source), "gravity": [0, "-g", 0], "base": {}})
    return at_random(data, source)


def touched(case: Case, source: Source, count: int, flat: bool) -> Case:
    """The case with so many contacts that are closed at its state, whatever its velocities."""
    numbers = [0, *(body["number"] for body in case.data["bodies"])]
    made = list[dict[str, Any]]()
    cuts = [j["name"] for j in case.data["joints"] if j["name"].startswith("c")]
    bodies, _ = cut_free(case, cuts)
    for index in range(count):
        draw = source.choice((_wall, _wall, _shape, _shape, _block, _balls, _curve))
        a, b = source.sample(numbers, 2)
        fields = draw(source, bodies, a, b, flat)
        if fields is None:
            continue
        mu = source.choice(
            (0, round(source.uniform(0.05, 1), 3), round(source.uniform(0.05, 0.5), 3))
        )
        more = {
            "name": f"contact {index}",
            "mu": mu or (0.4 if fields["kind"].startswith("rolling") else 0),
            "restitution": source.choice((0, 0.5, 1)),
        }
        made.append({**fields, **more})
    return replace(case, data={**case.data, "elements": [*case.data["elements"], *made]})


def _direction(source: Source, flat: bool) -> list[float]:
    v = np.array([source.gauss(0, 1) for _ in range(3)])
    v[2] = 0.0 if flat else v[2]
    return (v / np.linalg.norm(v)).tolist()


def _place(source: Source, flat: bool) -> list[float]:
    return [source.number(0.6), source.number(0.6), 0 if flat else source.number(0.6)]


def _inside(bodies: Bodies, body: int, place: Array) -> list[float]:
    """A place of space in the axes of a body."""
    return (bodies.R[body].T @ (place - bodies.x[body])).tolist()


def _wall(source: Source, bodies: Bodies, a: int, b: int, flat: bool) -> dict[str, Any]:
    centre, normal = _place(source, flat), _direction(source, flat)
    kind = source.choice(("wall", "wall", "rolling_ball", "rolling_disc"))
    radius = source.choice((0, 0.3)) if kind == "wall" else 0.3
    element = {"kind": kind, "body": a, "ground": b, "centre": centre, "normal": normal}
    element |= {"radius": radius, "plane_point": [0, 0, 0], "mu": 0.3}
    if kind != "wall":
        element["along"] = np.cross(
            normal, [0, 0, 1] if flat else _direction(source, False)
        ).tolist()
        element["mu"] = round(source.uniform(0.05, 0.9), 3)
    if kind == "rolling_disc":
        element["axis"] = [0, 0, 1] if flat else _direction(source, False)
    if source.random() < 0.3:
        element["surface"] = [source.number(), "sin(2*t)", 0]
    return _onto_plane(bodies, element, "plane_point", b, normal)


def _shape(source: Source, bodies: Bodies, a: int, b: int, flat: bool) -> dict[str, Any]:
    normal, shape = _direction(source, flat), source.choice(SHAPES)
    element = {"kind": "contact", "body_a": a, "body_b": b, "shape_a": shape, "shape_b": "plane"}
    element |= {
        "point_a": _place(source, flat),
        "axis_a": _direction(source, flat),
        "radius_a": 0.2,
    }
    half = [0.2, 0.3, 0 if flat else 0.1]
    element |= {"length_a": 0.5, "half_a": half, "point_b": [0, 0, 0], "mu": 0.3}
    if shape == "box" and source.random() < 0.5:  # flat on its plane
        element["half_a"] = half = source.choice(([0.3, 0.2, 0], [0, 0.2, 0.3], [0.3, 0.2, 0.1]))
        normal = (bodies.R[b].T @ bodies.R[a] @ [0, 1, 0]).tolist()
    if flat and shape in ("disc", "cylinder"):
        element["axis_a"] = [0, 0, 1]
    element["axis_b"] = normal
    done = _onto_plane(bodies, element, "point_b", b, normal)
    if source.random() < 0.5:
        sides = {"a": "b", "b": "a"}
        done = {k[:-1] + sides[k[-1]] if k[-2:] in ("_a", "_b") else k: v for k, v in done.items()}
    return done


def _onto_plane(
    bodies: Bodies, element: dict, key: str, ground: int, normal: Any
) -> dict[str, Any]:
    """The element with its plane where the nearest point touches."""
    touches = _touches(bodies, {**element, "name": "it"})
    least = min(float(t.gap.position) for t in touches)
    unit = np.array(normal) / np.linalg.norm(normal)
    return {**element, key: (np.array(element[key]) + least * unit).tolist()}


def _touches(bodies: Bodies, element: dict[str, Any]) -> list[Any]:
    found = Touches.__new__(Touches)
    found.bodies, found.state, found.undefined = bodies, bodies.state, False
    found.rows, found.touches = [], []
    getattr(found, f"_{element['kind']}")(element)
    return found.touches


def _block(source: Source, bodies: Bodies, a: int, b: int, flat: bool) -> dict[str, Any] | None:
    """A ball on a ball, a capsule or a box, as large as it must be."""
    shape = source.choice(("ball", "capsule", "box"))
    element = {"kind": "contact", "body_a": a, "body_b": b, "shape_a": "ball", "shape_b": shape}
    element |= {"point_a": _place(source, flat), "point_b": _place(source, flat), "mu": 0.3}
    element |= {"axis_b": _direction(source, flat), "length_b": 0.3, "half_b": [0.1, 0.2, 0.15]}
    element |= {"radius_a": 0, "radius_b": 0}
    (touch,) = _touches(bodies, {**element, "name": "it"})
    distance = float(touch.gap.position)
    if not 0.1 < distance < 5:
        return None
    share = 0.0 if shape == "box" else source.choice((0.25, 0.5, 0.0))
    return {**element, "radius_a": (1 - share) * distance, "radius_b": share * distance}


def _balls(source: Source, bodies: Bodies, a: int, b: int, flat: bool) -> dict[str, Any] | None:
    element = {"kind": "bumper", "body_a": a, "body_b": b, "distance": 0, "mu": 0.3}
    element |= {"point_a": _place(source, flat), "point_b": _place(source, flat), "share": 0.4}
    element["across"] = [0, 0, 1] if flat else _direction(source, False)
    (touch,) = _touches(bodies, {**element, "name": "it"})
    distance = float(touch.gap.position)
    return {**element, "distance": distance} if distance > 0.1 else None


def _curve(source: Source, bodies: Bodies, a: int, b: int, flat: bool) -> dict[str, Any] | None:
    """A follower or a roller on a curve or a cam."""
    kind = source.choice(("follower", "cam"))
    normal = [0, 0, 1] if flat else _direction(source, False)
    along = np.cross(normal, _direction(source, flat))
    element = {"kind": kind, "body": a, "ground": b, "point": _place(source, flat), "mu": 0.3}
    element |= {"origin": _place(source, flat), "normal": normal, "along": along.tolist()}
    element["radius"] = source.choice((0, 0.05))
    u = along / np.linalg.norm(along)
    across = np.cross(normal, u)
    local = np.array(_inside(bodies, b, bodies.point(a, np.array(element["point"]))))
    way = local - np.array(element["origin"])
    x, y = float(way @ u), float(way @ across)
    if kind == "follower":
        return {**element, "curve": f"{y - 0.1 * cos(3 * x)!r} + 0.1*cos(3*x)"}
    size, angle = float(np.hypot(x, y)), float(np.arctan2(y, x))
    if size < 0.2:
        return None
    return {**element, "curve": f"{size - 0.05 * cos(2 * angle)!r} + 0.05*cos(2*theta)"}


def random_contact(seed: int) -> tuple[Case, bool]:
    """A random system that touches, and whether it has velocities that let it stay so."""
    source = Source(seed)
    sort = seed % 4
    flat = sort < 2
    case = flat_tree(seed) if flat else random_loop(seed) if sort == 3 else random_tree(seed, 3, 3)
    kept = [
        e
        for e in case.data["elements"]
        if e["kind"] not in (*ONE_SIDED, "rolling_disc", "rolling_ball")
    ]
    case = replace(case, data={**case.data, "elements": kept})
    case = touched(case, source, source.randint(1, 3), flat)
    names = Document(case.text).coordinates
    more = list[dict[str, Any]]()
    for index in range(source.randint(0, 2)):
        if names:
            entry = {"name": f"friction {index}", "kind": "joint_friction"}
            entry |= {
                "coordinate": source.choice(names),
                "kinetic": round(source.uniform(0.1, 5), 3),
            }
            more.append(entry)
    case = replace(case, data={**case.data, "elements": [*case.data["elements"], *more]})
    return settled(case, source)


def settled(case: Case, source: Source) -> tuple[Case, bool]:
    """The nearest velocities with which what touches goes on so; some of it does not slip."""
    names = Document(case.text).coordinates
    if not names:
        return case, False
    cuts = tuple(j["name"] for j in case.data["joints"] if j["name"].startswith("c"))
    for _ in range(2):
        bodies, state = cut_free(case, list(cuts))
        touches = [t for t in Touches(bodies).touches if t.gap.position < IN_TOUCH]
        rows = [t.gap for t in touches] + Held(bodies).rows
        dice = Source(len(case.text))
        for touch in touches:
            rows += touch.slips if dice.random() < 0.5 else ()
        rows += [
            row for row in Slips(bodies).rows if "friction" in row.name and dice.random() < 0.5
        ]
        S = [row.on_bodies @ bodies.J[:, 1:] + row.on_coordinates for row in rows]
        loops = bodies.K @ bodies.J - bodies.S
        loops[:, 0] += bodies.K0 @ bodies.V0
        S = np.array([*S, *loops[:, 1:]]).reshape(-1, len(names))
        rates = np.array([*(row.rate for row in rows), *(loops @ state.rates)], float)
        change = np.linalg.lstsq(S, -rates, rcond=1e-10)[0]
        qd = {
            n: float(v) if abs(v) > 1e-13 else 0.0
            for n, v in zip(state.names, state.qd + change, strict=True)
        }
        good = bool(np.abs(S @ change + rates).max(initial=0.0) < 1e-10)
        case = replace(case, qd=qd)
    return case, good


# --- judging --------------------------------------------------------------------------------------


def judged_contact(case: Case) -> Verdict:
    """q̈ in the program, against all modes."""
    document, cuts = Document(case.text), tuple[str, ...]()
    try:
        model = opened(case.text)
        report = lagr_gui.check(model)
        names, cuts = list(report.coordinates), report.cuts
        touching = Touching(document, case, cuts)
        if not touching.near or touching.parted < -IN_TOUCH or touching.closing > 1e-9:
            return Verdict("unclear", words="not in touch")
        if not touching.clear or touching.condition > WORST_CONDITION or max(touching.gaps) > 1e-9:
            return Verdict("unclear", words="ill-conditioned")
        if touching.count() > MODES:
            return Verdict("unclear", words="many modes")
        every = [touching.free + lam @ touching.answers for lam in touching.fitting()]
        size = 1e2 * float(np.max(np.abs(touching.free), initial=1.0))
        if not every or any(differing("q̈", every[0], other, size) for other in every[1:]):
            return Verdict("unclear", words="no mode or several")
        prepared = prepare(model)
        y = np.array([*(case.q[n] for n in names), *(case.qd[n] for n in names)])
        contacts = contacts_of(prepared)
        assert contacts is not None
        before = y
        y = contacts.start(case.t, y, replace(prepared.settings, t0=case.t))
        compiled = prepared.system((case.t, *np.split(y, 2)))
        got = contacts.system(compiled).acceleration(case.t, y)
    except LagrError as error:
        open_ = {problem.code for problem in error.problems} <= {"normal-open"}
        return Verdict("unclear" if open_ else "refused", words=str(error))
    at = [touching.names.index(name) for name in names]
    found = differing("q̇", before, y, 1e2) + differing("q̈", every[0][at], got.qdd, size)
    return Verdict("disagrees" if found else "agrees", tuple(found))
