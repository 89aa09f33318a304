"""Applied forces: on bodies as wrenches, on coordinates, and the energies that go with them."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from scipy.spatial.transform import Rotation

from tests.oracle.bodies import Bodies
from tests.oracle.document import stops
from tests.oracle.jets import derivatives, value
from tests.oracle.motions import cross

NO_LENGTH = 1e-9
"""Below this distance (m) two points have no direction from one to the other."""


PIVOTS = ("fixed", "revolute", "universal", "spherical")
"""Joints in which a point of one body stays at a point of the other."""


class Loads:
    """What acts on the system at a state.

    F (6n,) on bodies, tau (f,) on coordinates; U, D; power by element (W).  Energies given as
    expressions add M (f+1, f+1) to the metric and h (f,) to its terms of inertia, and T.
    `undefined`: a law has no direction here; `untold`: it moves nothing, but reactions are open;
    `degenerate`: one of both, or a dashpot whose ends never part.
    """

    def __init__(self, bodies: Bodies) -> None:
        self.bodies, self.state = bodies, bodies.state
        f = self.state.f
        self.F, self.tau = np.zeros(6 * len(bodies.index)), np.zeros(f)
        self.T = self.U = self.D = 0.0
        self.M, self.h = np.zeros((f + 1, f + 1)), np.zeros(f)
        self.power: dict[str, float] = {}
        self.undefined = self.untold = self.degenerate = False
        self._weigh()
        for element in bodies.document.elements:
            act = getattr(self, f"_{element['kind']}", None)
            if act is not None:
                self.power[element["name"]] = 0.0
                act(element)

    def _weigh(self) -> None:
        document = self.bodies.document
        field = np.array([self._value(entry) for entry in document.gravity])
        for body in document.bodies:
            if body["gravity"]:
                weight = document.number(body["mass"]) * field
                number = body["number"]
                self._push("", number, self.bodies.x[number], weight)
                self.U -= float(weight @ self.bodies.x[number])

    def _value(self, given) -> float:
        return value(self.state.meaning.of(given))

    def _vector(self, element: dict) -> np.ndarray:
        found = np.array([self._value(entry) for entry in element["vector"]])
        return self.bodies.R[element["body"]] @ found if element["axes"] == "body" else found

    def _push(self, name: str, body: int, place: np.ndarray, force: np.ndarray) -> None:
        """A force on a body at a place of space."""
        self._act(name, body, force, cross(place - self.bodies.x[body], force))

    def _act(self, name: str, body: int, force: np.ndarray, moment: np.ndarray) -> None:
        v, w = self.bodies.twist(body)
        self.power[name] = self.power.get(name, 0.0) + float(force @ v + moment @ w)
        if body:
            start = 6 * self.bodies.index[body]
            self.F[start : start + 6] += np.concatenate([force, moment])

    def _pull(self, name: str, coordinate: str, force: float) -> None:
        index = self.state.place(coordinate)
        self.tau[index] += force
        self.power[name] += force * self.state.qd[index]

    def _ends(self, element: dict) -> tuple[np.ndarray, np.ndarray]:
        """Both points in space."""
        constant = self.bodies.document.constant
        P = self.bodies.point(element["body_a"], constant(element["point_a"]))
        return P, self.bodies.point(element["body_b"], constant(element["point_b"]))

    def _between(self, element: dict, force: np.ndarray) -> None:
        """A force on the first body at its point, and its opposite on the second."""
        P, N = self._ends(element)
        self._push(element["name"], element["body_a"], P, force)
        self._push(element["name"], element["body_b"], N, -force)

    def _rate(self, element: dict) -> np.ndarray:
        P, N = self._ends(element)
        first = self.bodies.velocity(element["body_a"], P)
        return first - self.bodies.velocity(element["body_b"], N)

    def _spring(self, element: dict) -> None:
        P, N = self._ends(element)
        c, rest = self._value(element["c"]), self._value(element["l0"])
        length = float(np.linalg.norm(P - N))
        self.U += c / 2 * (length - rest) ** 2
        if length > NO_LENGTH:
            self._between(element, -c * (length - rest) * (P - N) / length)
        else:
            self._lose_direction(element)

    def _lose_direction(self, element: dict) -> None:
        """Both ends in one place: where they never part, only reactions are left unsaid.

        Where they part in one direction only, a dashpot acts in that one.
        """
        P, N = self._ends(element)
        parting = self.bodies.parting(element["body_a"], P) - self.bodies.parting(
            element["body_b"], N
        )
        apart = bool(np.abs(parting).max() > NO_LENGTH) and not self._held(element)
        spring = element["kind"] == "spring"
        lone = np.linalg.matrix_rank(parting, NO_LENGTH) == 1
        self.undefined |= apart and (spring or not lone)
        self.untold |= spring
        self.degenerate = True
        if apart and lone and not spring:
            k, rate = self._value(element["k"]), self._rate(element)
            self.D += k / 2 * float(rate @ rate)
            self._between(element, -k * rate)

    def _held(self, element: dict) -> bool:
        """Whether a joint that does not slide holds both ends together, also one that is cut."""
        ends = _sides(element, ("body_a", "point_a"), ("body_b", "point_b"))
        sides = ("parent", "point_parent"), ("child", "point_child")
        joints = (j for j in self.bodies.document.joints if j["kind"] in PIVOTS)
        return any(_sides(joint, *sides) == ends for joint in joints)

    def _dashpot(self, element: dict) -> None:
        P, N = self._ends(element)
        length = float(np.linalg.norm(P - N))
        if length <= NO_LENGTH:
            self._lose_direction(element)
            return
        k, line = self._value(element["k"]), (P - N) / length
        rate = float(line @ self._rate(element))
        self.D += k / 2 * rate**2
        self._between(element, -k * rate * line)

    def _lagr_damper(self, element: dict) -> None:
        k, rate = self._value(element["k"]), self._rate(element)
        self.D += k / 2 * float(rate @ rate)
        self._between(element, -k * rate)

    def _rope(self, element: dict) -> tuple[float, float, list[tuple[int, np.ndarray, np.ndarray]]]:
        """Length and rate of a rope, and where and along what a unit of force pulls."""
        constant, length, rate, pulls = self.bodies.document.constant, 0.0, 0.0, []
        places = [(b, self.bodies.point(b, constant(point))) for b, point in stops(element)]
        for (a, P), (b, N) in pairwise(places):
            way = float(np.linalg.norm(P - N))
            if way <= NO_LENGTH:
                self.undefined = self.degenerate = True
                continue
            line = (P - N) / way
            length += way
            rate += float(line @ (self.bodies.velocity(a, P) - self.bodies.velocity(b, N)))
            pulls += [(a, P, -line), (b, N, line)]
        return length, rate, pulls

    def _haul(self, element: dict, force: float, pulls: list) -> None:
        for body, place, line in pulls:
            self._push(element["name"], body, place, force * line)

    def _elastic_rope(self, element: dict) -> None:
        length, _, pulls = self._rope(element)
        c, rest = self._value(element["c"]), self._value(element["l0"])
        stretch = max(length - rest, 0.0)
        self.U += c / 2 * stretch**2
        self._haul(element, c * stretch, pulls)

    def _rope_damper(self, element: dict) -> None:
        _, rate, pulls = self._rope(element)
        k = self._value(element["k"])
        self.D += k / 2 * rate**2
        self._haul(element, k * rate, pulls)

    def _rope_pull(self, element: dict) -> None:
        self._haul(element, self._value(element["pull"]), self._rope(element)[2])

    def _coordinate_spring(self, element: dict) -> None:
        q = self.state.q[self.state.place(element["coordinate"])]
        c, rest = self._value(element["c"]), self._value(element["q0"])
        self.U += c / 2 * (q - rest) ** 2
        self._pull(element["name"], element["coordinate"], -c * (q - rest))

    def _coordinate_damper(self, element: dict) -> None:
        k, rate = self._value(element["k"]), self.state.qd[self.state.place(element["coordinate"])]
        self.D += k / 2 * rate**2
        self._pull(element["name"], element["coordinate"], -k * rate)

    def _coordinate_force(self, element: dict) -> None:
        self._pull(element["name"], element["coordinate"], self._value(element["force"]))

    def _force(self, element: dict) -> None:
        place = self.bodies.document.constant(element["point"])
        force, body = self._vector(element), element["body"]
        self._push(element["name"], body, self.bodies.point(body, place), force)

    def _bushing(self, element: dict) -> None:
        """By the quaternion p of the turn: θₖ = 2 atan2(pₖ, p₀), p′ = ½ ω∘p."""
        name, first, second = element["name"], element["body_a"], element["body_b"]
        fields = ("c", "k", "preload"), ("c_turn", "k_turn", "premoment")
        P, N = self._ends(element)
        normal, along = (
            self.bodies.document.constant(element[field]) for field in ("normal", "along")
        )
        z, x = (np.array(axis) / np.linalg.norm(axis) for axis in (normal, along))
        axes = np.array([x, np.cross(z, x), z])
        A = self.bodies.R[first] @ axes.T
        over, carried = self.bodies.velocity(second, N), self.bodies.velocity(first, N)
        (F, U, D) = self._three(element, fields[0], A.T @ (N - P), A.T @ (over - carried))
        turn = Rotation.from_matrix(A.T @ self.bodies.R[second] @ axes.T).as_quat(canonical=True)
        v, w = turn[:3], turn[3]
        omega = A.T @ (self.bodies.twist(second)[1] - self.bodies.twist(first)[1])
        moved = (w * np.eye(3) + np.array([np.cross(e, v) for e in np.eye(3)]).T) / 2
        slopes = 2 * (w * moved + np.outer(v, v) / 2) / (w**2 + v**2)[:, None]
        angles = 2 * np.arctan2(v, w)
        M, U_turn, D_turn = self._three(element, fields[1], angles, slopes @ omega)
        self.U, self.D = self.U + U + U_turn, self.D + D + D_turn
        for body, sign in ((second, 1.0), (first, -1.0)):
            self._push(name, body, N, sign * A @ F)
            self._act(name, body, np.zeros(3), sign * A @ slopes.T @ M)

    def _three(
        self, element: dict, fields: tuple[str, ...], x: np.ndarray, rate: np.ndarray
    ) -> tuple[np.ndarray, float, float]:
        """F₀ − c x − k x′, its energy and its function D."""
        c, k, F = (np.array([self._value(e) for e in element[name]]) for name in fields)
        return F - c * x - k * rate, float(c / 2 @ x**2 - F @ x), float(k / 2 @ rate**2)

    def _torque(self, element: dict) -> None:
        moment, none = self._vector(element), np.zeros(3)
        self._act(element["name"], element["body"], none, moment)
        self._act(element["name"], element["reaction_body"], none, -moment)

    def _energies(self, element: dict) -> None:
        f, n, rates = self.state.f, self.state.n, self.state.rates
        T, dT, HT = derivatives(self.state.meaning.of(element["kinetic"]), n)
        U, dU, _ = derivatives(self.state.meaning.of(element["potential"]), n)
        D, dD, _ = derivatives(self.state.meaning.of(element["dissipation"]), n)
        place, speed = slice(1, f + 1), slice(f + 1, n)
        quadratic, qd = HT[speed, speed], self.state.qd
        linear = dT[speed] - quadratic @ qd
        self.M[1:, 1:] += quadratic
        self.M[0, 1:] += linear
        self.M[1:, 0] += linear
        self.M[0, 0] += 2 * (T - linear @ qd - qd @ quadratic @ qd / 2)
        self.h += HT[speed, : f + 1] @ rates - dT[place]
        self.tau -= dU[place] + dD[speed]
        self.T, self.U, self.D = self.T + T, self.U + U, self.D + D
        self.power[element["name"]] = -float(dU[place] @ qd + dD[speed] @ qd)


def _sides(record: dict, *names: tuple[str, str]) -> set[tuple]:
    """The bodies and points of a record that joins two."""
    return {(record[body], *map(str, record[point])) for body, point in names}
