"""What sort of system a model is, in the words of analytical mechanics.

What the conditions depend on is read off the model. Whether equations are linear and forces have a
potential is decided at random states near the start: an analytic function that is not so shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from lagr_gui.analysis.structure.freedom import binds_velocities, mobility
from lagr_gui.catalogue import ELEMENTS, KINDS
from lagr_gui.catalogue.kinds import Condition, Limit
from lagr_gui.expression import Call, Expression, parts, read
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import Message, counted, joined, say
from lagr_gui.foundation.problem import LagrError
from lagr_gui.foundation.showing import Shown
from lagr_gui.kernel import Bound, Kernel, patient_kernel, shaped
from lagr_gui.mechanics.recursion import Recursion
from lagr_gui.model import Model
from lagr_gui.model.sites import sites
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared

STATES = 6
"""Random states at which forces and metric are compared."""
ALIKE = 1e-9
"""Part of the largest value by which numbers may differ that are equal but for rounding."""
AROUND = 0.05
"""Of the extent of a coordinate: so far from the start states are."""
STEP = 1e-5
"""Of difference quotients, by extents."""
SYMMETRIC = 1e-6
CORNERS = {"abs", "sign", "min", "max", "step"}
"""Functions with corners: what they do beyond these is not seen at random states."""


@dataclass(frozen=True)
class Classification(Shown):
    """What sort of system a model is.

    `holonomic`: conditions bind positions, or can be integrated; `scleronomic`: no condition and no
    given motion of body 0 depends on time explicitly, otherwise it is rheonomic; `linear`: the
    equations of motion are linear in q, q̇ and q̈; `conservative`: the applied forces have a
    potential that does not depend on time, apart from those that do no work.  None where it cannot
    be told: the closed form is too long, forces have no values, impacts,
    controllers or signals that act at instants take part.
    """

    freedoms: int
    holonomic: bool | None
    scleronomic: bool
    linear: bool | None
    conservative: bool | None

    @property
    def words(self) -> Message:
        """The line that tells it."""
        named = (
            (self.holonomic, say("holonomic"), say("nonholonomic")),
            (self.scleronomic, say("scleronomic"), say("rheonomic")),
            (self.linear, say("linear"), say("nonlinear")),
            (self.conservative, say("conservative"), say("not conservative")),
        )
        words = [yes if verdict else no for verdict, yes, no in named if verdict is not None]
        one, many = "{count} degree of freedom", "{count} degrees of freedom"
        return joined([*words, counted(self.freedoms, one, many)])


@on_one_thread
def classify(prepared: Prepared) -> Classification:
    """What sort of system a model is.

    Raises LagrError for an unsound model, and where its conditions cannot be met.
    """
    freedoms = mobility(prepared).freedom.freedoms
    limited, rubbing = bool(prepared.reading.limits), bool(prepared.reading.frictions)
    driven = any(entry.enabled for entry in prepared.model.simulation.controllers)
    driven |= bool(prepared.acting_signals)
    linear = conservative = None
    if not (driven or prepared.model.own_states or prepared.reading.fed_back):
        forces = ForceField(prepared.sampled)
        linear = not (limited or rubbing) and forces.linear
        conservative = None if limited else not rubbing and forces.conservative
    scleronomic = not _binds_by_time(prepared.model)
    return Classification(freedoms, _is_holonomic(prepared), scleronomic, linear, conservative)


def _is_holonomic(prepared: Prepared) -> bool | None:
    if not any(map(binds_velocities, prepared.reading.constraints)):
        return True
    from lagr_gui.mechanics.integrability import integrabilities  # the algebra, for few models

    try:
        verdicts = integrabilities(prepared.closed)
    except LagrError:
        return None
    return all(entry.holonomic for entry in verdicts)


def _binds_by_time(model: Model) -> bool:
    """Whether base, joints or conditions depend on time explicitly."""
    timed = {"t"}
    for site in sites(model, KINDS):
        section, index = site.path[0], site.path[1] if len(site.path) > 1 else 0
        if section == "elements":
            element = model.elements[int(index)]
            if not element.enabled or not isinstance(ELEMENTS[element.kind].law, Condition | Limit):
                continue
        elif section not in ("base", "joints"):
            continue
        if site.names & timed:
            return True
    return False


class ForceField:
    """g, G and the forces Q − h at any state, for the values of the parameters."""

    def __init__(self, prepared: Prepared) -> None:
        self._f, self._prepared = len(prepared.coordinates), prepared
        functions = prepared.model.functions
        tables = {function.name for function in functions if function.expression is None}
        corners = CORNERS | tables
        self._smooth = not any(_calls(tree, corners) for tree in _expressions(prepared.model))
        source = np.random.default_rng(3)
        start = np.concatenate(prepared.start_values)
        self._far, self._time = prepared.extents, prepared.unit_of_time
        self._t = source.uniform(0, 2, STATES) * self._time
        around = AROUND * prepared.state_units
        self._x = start + around * source.uniform(-1, 1, (STATES, 2 * self._f))

    @cached_property
    def _force_kernel(self) -> Bound:
        """h and Q: a chain has f² entries of g, and these are asked for at some 10 f states."""
        return self._bound("forces", _force_kernel)

    @cached_property
    def _metric_kernel(self) -> Bound:
        return self._bound("metric", _metric_kernel)

    def _bound(self, name: str, made: Callable[[Recursion], Kernel]) -> Bound:
        prepared = self._prepared
        kernel = prepared.kept(f"classified {name}", lambda: made(prepared.recursion))
        return kernel.bind(prepared.parameters)

    def _forces(self, t: float, x: Array) -> tuple[Array, Array]:
        """Q and h as works: each coordinate is measured by how far it goes."""
        at = self._force_kernel(np.array([t, *x]))
        return at["Q"] * self._far, at["h"] * self._far

    def _metric(self, t: float, x: Array) -> tuple[Array, Array]:
        """g and G in the same units."""
        at, far = self._metric_kernel(np.array([t, *x])), self._far
        return at["g"] * np.outer(far, far), at["G"] * far

    def _Q(self, t: float, x: Array) -> Array:
        return self._forces(t, x)[0]

    @property
    def linear(self) -> bool | None:
        """Whether g and G are the same in every position, and Q − h is affine in q and q̇."""
        if not self._smooth:
            return False
        for t, one, two, three in zip(self._t, self._x, self._x[1:], self._x[2:], strict=False):
            corners = (one, two, three, one + two - three)
            a, b, c, d = (Q - h for Q, h in (self._forces(t, x) for x in corners))
            if not np.isfinite([a, b, c, d]).all():
                return None
            if not _alike(a + b, c + d, np.abs([a, b, c, d])):
                return False
            for here, there in zip(self._metric(t, one), self._metric(t, two), strict=True):
                if not (np.isfinite(here).all() and np.isfinite(there).all()):
                    return None
                if not _alike(here, there):
                    return False
        return True

    @property
    def conservative(self) -> bool | None:
        """Whether Q has a potential in q alone, but for parts that do no work."""
        f = self._f
        for t, x in zip(self._t, self._x, strict=True):
            still = np.concatenate([x[:f], np.zeros(f)])
            moving, rest = self._Q(t, x), self._Q(t, still)
            later = self._Q(t + 0.7 * self._time, still)
            if not np.isfinite([moving, rest, later]).all():
                return None
            if not _alike(rest, later):
                return False
            power = (moving - rest) * x[f:] / self._far * self._time
            if abs(power.sum()) > ALIKE * np.abs([*moving, *power]).max(initial=0.0):
                return False
            if not _is_symmetric(self._slopes(t, still), np.abs(rest).max(initial=0.0)):
                return False
        return True if self._smooth or f == 1 else None  # beyond a corner it may have none

    def _slopes(self, t: float, x: Array) -> Array:
        """∂Q_ρ/∂q_σ by central differences (f, f), as works."""
        columns: list[Array] = []
        for sigma in range(self._f):
            step = np.zeros_like(x)
            step[sigma] = STEP * self._far[sigma]
            ends = [self._Q(t, x + sign * step) for sign in (1, -1)]
            columns.append((ends[0] - ends[1]) / (2 * STEP))
        return np.array(columns).T.reshape(self._f, self._f)


def _force_kernel(recursion: Recursion) -> Kernel:
    scope = recursion.scope
    outputs = {"h": recursion.h[1:], "Q": recursion.Q[1:]}
    return patient_kernel(recursion.program, scope.state, scope.parameters, outputs)


def _metric_kernel(recursion: Recursion) -> Kernel:
    scope, f = recursion.scope, len(recursion.reading.coordinates)
    rows = recursion.constraints.rows
    slopes = [entry for row in recursion.constraints.G for entry in row]
    outputs = {
        "g": shaped([e for row in recursion.g[1:] for e in row[1:]], f, f),
        "G": shaped(slopes, len(rows), f),
    }
    return patient_kernel(recursion.program, scope.state, scope.parameters, outputs)


def _alike(one: Array, other: Array, sizes: Array | None = None) -> bool:
    largest = np.abs(np.array([one, other]) if sizes is None else sizes).max(initial=0.0)
    return bool(np.abs(one - other).max(initial=0.0) <= ALIKE * largest)


def _is_symmetric(slopes: Array, size: float) -> bool:
    """Whether ∂Q_ρ/∂q_σ = ∂Q_σ/∂q_ρ; forces of this size round by their last digits."""
    largest = SYMMETRIC * np.abs(slopes).max(initial=0.0) + ALIKE * size
    return all(
        abs(slopes[rho, sigma] - slopes[sigma, rho]) <= largest
        for rho, sigma in combinations(range(len(slopes)), 2)
    )


def _expressions(model: Model) -> Iterator[Expression]:
    for site in sites(model, KINDS):
        if isinstance(site.value, str) and site.path[0] in (
            "elements",
            "joints",
            "functions",
            "signals",
        ):
            try:
                yield read(site.value)
            except LagrError:
                continue


def _calls(tree: Expression, names: Set[str]) -> bool:
    named = isinstance(tree, Call) and tree.function in names
    return named or any(_calls(part, names) for part in parts(tree))
