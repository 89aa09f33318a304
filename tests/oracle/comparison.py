"""The program's documented face against the oracle: what disagrees, and by how much."""

from __future__ import annotations

import atexit
import json
import logging
import sys
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

import lagr_gui
from lagr_gui.foundation.problem import LagrError
from tests.oracle.document import Document, stops
from tests.oracle.equations import Found, at_state, bodies_at
from tests.oracle.loads import NO_LENGTH

TOLERANCE = 1e-9
WORST_CONDITION = 1e6
"""Equations worse conditioned than this lose more digits than the comparison asks for."""

KINEMATIC = ("g", "h", "Q", "T", "U", "D", "dissipated_power", "G", "gamma", "velocity")


@dataclass(frozen=True)
class Case:
    """A model file as plain data and a state by names of all coordinates, in which loops close.

    `values` replace those of parameters.
    """

    data: dict[str, Any]
    t: float
    q: Mapping[str, float]
    qd: Mapping[str, float]
    values: Mapping[str, float] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The text of the model file."""
        return json.dumps(self.data, ensure_ascii=False)


@dataclass(frozen=True)
class Disagreement:
    """A quantity that differs; `off` is the difference over its scale."""

    quantity: str
    off: float
    expected: Any
    got: Any

    def __str__(self) -> str:
        return f"{self.quantity} off by {self.off:.1e}: {self.expected} expected, got {self.got}"


@dataclass(frozen=True)
class Verdict:
    """What came of a case: `sort` is agrees, undefined, refused, unclear or disagrees."""

    sort: str
    disagreements: tuple[Disagreement, ...] = ()
    words: str = ""


@contextmanager
def without_machine_code() -> Iterator[None]:
    """As where LLVM is missing: new programs are interpreted, with the same numbers.

    Small models are asked once or twice; translating them would take longer than all else.
    """
    from lagr_gui import kernel

    name = "lagr_gui.kernel.machine"
    known = sys.modules.get(name), vars(kernel).pop("machine", None)
    sys.modules[name] = None  # type: ignore[assignment]
    logging.disable(logging.WARNING)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)
        del sys.modules[name]
        if known[0] is not None:
            sys.modules[name], kernel.machine = known  # type: ignore[attr-defined]


def refused_for(error: LagrError, case: Case, cuts: Collection[str]) -> str:
    """ "undefined" where a rope of the oracle has a span without a direction too.

    The state is any one: what has no direction there has none in every position.
    """
    if any(problem.code != "no-span" for problem in error.problems):
        return "refused"
    document = Document(case.text, case.values)
    bodies = bodies_at(document, case.t, case.q, case.qd, cuts)
    for element in document.elements:
        if "pulleys" in element:
            places = [bodies.point(b, document.constant(point)) for b, point in stops(element)]
            if min(float(np.linalg.norm(P - N)) for P, N in pairwise(places)) < NO_LENGTH:
                return "undefined"
    return "refused"


def opened(text: str) -> Any:
    """The model of a text, through a file."""
    path = _folder() / "model.lagr"
    path.write_text(text, "utf-8")
    return lagr_gui.load(path)


@cache
def _folder() -> Path:
    """A folder for this process: making one for each model takes longer than reading it."""
    folder = tempfile.TemporaryDirectory()
    atexit.register(folder.cleanup)
    return Path(folder.name)


def as_plain(case: Case) -> dict[str, Any]:
    """A case as the content of a file."""
    kept = {"t": case.t, "q": dict(case.q), "qd": dict(case.qd), "values": dict(case.values)}
    return {"model": case.data, **kept}


def from_plain(given: Mapping[str, Any]) -> Case:
    """The case of such a file."""
    return Case(given["model"], given["t"], given["q"], given["qd"], values=given["values"])


def judged(case: Case, model: Any = None, derivation: str = "recursion") -> Verdict:
    """Hold the program's evaluation of a case against the oracle."""
    document = Document(case.text, case.values)
    names, cuts = document.coordinates, ()
    try:
        model = model or opened(case.text)
        if case.values:
            model = with_values(model, case.values)
        if len(document.joints) > len(document.bodies):
            report = lagr_gui.check(model)
            names, cuts = list(report.coordinates), report.cuts
        state = {"t": case.t, "q": [case.q[n] for n in names], "qd": [case.qd[n] for n in names]}
        (got,) = lagr_gui.evaluate(model, state, derivation=derivation)
    except LagrError as error:
        return Verdict(refused_for(error, case, cuts), words=str(error))
    expected = at_state(document, case.t, case.q, case.qd, cuts)
    return compared(expected, got, names)


def with_values(model: Any, values: Mapping[str, float]) -> Any:
    """The model with other values of parameters."""
    system = lagr_gui.System.of(model)
    system.set(**values)
    return system.model


def judged_all(case: Case, sets: Sequence[Mapping[str, float]]) -> list[tuple[Case, Verdict]]:
    """A case with each set of values of its parameters; what is compiled is so once."""
    try:
        model = opened(case.text)
    except LagrError as error:
        return [(case, Verdict("refused", words=str(error)))]
    cases = [replace(case, values=values) for values in sets]
    return [(entry, judged(entry, model)) for entry in cases]


def compared(expected: Found, got: Any, names: Sequence[str]) -> Verdict:
    """An evaluation of the program against what the oracle found."""
    if expected.undefined:
        loud = np.isnan(got.qdd).all() or not len(got.qdd)
        words = "numbers where a law has no direction"
        return Verdict("undefined") if loud else Verdict("disagrees", words=words)
    if expected.degenerate and np.isnan(got.qdd).all():
        return Verdict("undefined")
    if not expected.clear or max(expected.gaps) > 1e-9 or expected.condition > WORST_CONDITION:
        return Verdict("unclear")
    found = [*_kinematics(expected, got, names), *_dynamics(expected, got, names)]
    return Verdict("disagrees" if found else "agrees", tuple(found))


def differing(quantity: str, expected: Any, got: Any, scale: float = 0.0) -> list[Disagreement]:
    """Nothing, or how two arrays differ where the expected one has numbers."""
    a, b = np.asarray(expected, float), np.asarray(got, float)
    if a.shape != b.shape:
        return [Disagreement(quantity, np.inf, a.shape, b.shape)]
    told = ~np.isnan(a)
    if not told.any():
        return []
    off = np.abs(a - b)[told]
    scale = max(scale, float(np.max(np.abs(a[told]))), 1e-3)
    worst = float(np.max(off)) / scale
    if worst <= TOLERANCE:  # nan is no agreement
        return []
    return [Disagreement(quantity, worst, a.tolist(), b.tolist())]


def _kinematics(expected: Found, got: Any, names: Sequence[str]) -> list[Disagreement]:
    places = [expected.names.index(name) for name in names]
    whole = [0, *(place + 1 for place in places)]
    found: list[Disagreement] = []
    for number, E in expected.E.items():
        found += differing(f"E of body {number}", E, got.E[number])
        found += differing(f"x of body {number}", expected.x[number], got.x[number])
    for name in ("T", "U", "D", "dissipated_power"):
        value = getattr(got, name)
        if not (expected.degenerate and np.isnan(value)):
            found += differing(name, getattr(expected, name), value, expected.T)
    found += differing("g", expected.g[np.ix_(whole, whole)], got.g)
    forces = _scale(expected.Q, expected.h)
    found += differing("h", expected.h[places], got.h, forces)
    return found + differing("Q", expected.Q[places], got.Q, forces)


def _dynamics(expected: Found, got: Any, names: Sequence[str]) -> list[Disagreement]:
    places = [expected.names.index(name) for name in names]
    qdd = expected.qdd[places]
    if expected.contradiction or np.isnan(qdd).any():
        return (
            [] if np.isnan(got.qdd).all() else [Disagreement("q̈", np.inf, None, got.qdd.tolist())]
        )
    M = expected.g[1:, 1:]
    slow = np.linalg.norm(np.linalg.pinv(M), 2) * _scale(expected.Q, expected.h)
    held = 1e-3 * max(slow, 1.0)  # what conditions leave of it is as exact as they are
    scale = _scale(expected.gamma) + min(slow, 1e3 * _scale(qdd) + held)
    found = differing("q̈", qdd, got.qdd, scale)
    carried = (part for F, N, _ in expected.reactions.values() for part in (F, N))
    size = _scale(*carried, expected.Q, expected.h)
    found += _conditions(expected, got, size)
    for name, reaction in got.reactions.items():  # the closed form has none
        force, moment, point = expected.reactions[name]
        found += differing(f"force in {name}", force, reaction.force, size)
        found += differing(f"moment in {name}", moment, reaction.moment, size)
        found += differing(f"point of {name}", point, reaction.point)
    return found


def _conditions(expected: Found, got: Any, size: float) -> list[Disagreement]:
    """What conditions of elements demand and carry, among reactions of a size.

    Those of cut joints have other forms.
    """
    rows = [row for row, source in enumerate(got.sources) if source.startswith("element:")]
    if [got.sources[row] for row in rows] != expected.sources:
        return [Disagreement("conditions", np.inf, expected.sources, list(got.sources))]
    found: list[Disagreement] = []
    for name in ("multipliers", "position", "velocity", "gamma"):
        theirs = np.asarray(getattr(got, name))[rows]
        mine = np.asarray(getattr(expected, name))
        found += differing(name, mine, theirs, size if name == "multipliers" else 1.0)
    return found


def _scale(*parts: Any) -> float:
    return max((float(np.nanmax(np.abs(part), initial=0.0)) for part in parts), default=0.0)
