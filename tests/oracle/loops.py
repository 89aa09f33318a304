"""Random loops, closed where their bodies are, often by more conditions than are needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from tests.oracle.bodies import Bodies
from tests.oracle.comparison import Case
from tests.oracle.document import Document, State
from tests.oracle.drawing import (
    Source,
    populate,
    random_body,
    random_joint,
    random_tree,
    surroundings,
)
from tests.oracle.parts import KINDS, at_random, axes, document


def closed(case: Case, source: Source, entry: dict[str, Any]) -> Case:
    """The case with a further joint, placed so that it closes where the bodies are."""
    names = entry["coordinates"]
    q = {**case.q, **{name: source.number() for name in names}}
    qd = {**case.qd, **dict.fromkeys(names, 0.0)}
    data = {**case.data, "joints": [*case.data["joints"], entry]}
    done = replace(case, data=data, q=q, qd=qd)
    bodies, _ = cut_free(done, [entry["name"]])
    motion, child, parent = bodies.between[entry["name"]], entry["child"], entry["parent"]
    S = bodies.R[parent].T @ bodies.R[child] @ motion.R.v.T
    d = motion.d.v
    if entry["kind"] == "free":  # its displacements are along axes of the parent
        d = S.T @ bodies.document.constant(entry["orientation"]) @ d
    place = bodies.joint_point(entry) - bodies.x[parent]
    entry["orientation"] = S.tolist()
    entry["point_parent"] = (bodies.R[parent].T @ place - S @ d).tolist()
    return done


def cut_free(case: Case, cuts: list[str]) -> tuple[Bodies, State]:
    """The bodies of a case at its state."""
    file = Document(case.text, case.values)
    names = file.coordinates
    q, qd = ([given.get(n, 0.0) for n in names] for given in (case.q, case.qd))
    state = State(file, names, case.t, q, qd)
    return Bodies(file, state, cuts), state


def moving_on(case: Case, cuts: list[str]) -> Case:
    """The case with the nearest velocities that all joints allow."""
    bodies, state = cut_free(case, cuts)
    slopes = bodies.K @ bodies.J - bodies.S
    slopes[:, 0] += bodies.K0 @ bodies.V0
    right = -slopes @ state.rates
    change = np.linalg.lstsq(slopes[:, 1:], right, rcond=1e-10)[0]
    qd = {name: float(v) for name, v in zip(state.names, state.qd + change, strict=True)}
    return replace(case, qd=qd)


def random_loop(seed: int) -> Case:
    """A tree whose bodies are joined once or twice more, often with redundant conditions."""
    source = Source(seed)
    family = source.choice((_spatial, _spatial, _planar, _planar, _coaxial, _twins))
    case, cuts = family(source)
    source.shuffle(case.data["joints"])
    if source.random() < 0.3:
        chosen = source.choice(cuts)
        for entry in case.data["joints"]:
            entry["cut"] = entry["name"] == chosen
    return moving_on(case, cuts)


def _chain(source: Source, kinds: list[str], **fields: Any) -> Case:
    bodies = [random_body(source, number) for number in range(1, len(kinds) + 1)]
    joints = []
    for number, kind in enumerate(kinds, start=1):
        entry = random_joint(source, f"j{number}_", number - 1, number, kind)
        joints.append(_over(entry, fields))
    return at_random(document(bodies, joints, **surroundings(source)), source)


def _over(entry: dict[str, Any], fields: dict[str, Any]) -> dict[str, Any]:
    """A record with other values of those fields that it has."""
    return {**entry, **{key: value for key, value in fields.items() if key in entry}}


def _close(
    source: Source, case: Case, kinds: tuple[str, ...], count: int, **fields: Any
) -> tuple[Case, list[str]]:
    """Further joints between bodies of the case, and their names."""
    numbers = [0, *(entry["number"] for entry in case.data["bodies"])]
    cuts = []
    for index in range(count):
        a, b = source.sample(numbers, 2)
        entry = random_joint(source, f"c{index}_", a, b, source.choice(kinds))
        case = _closed_beside(case, source, _over(entry, fields), cuts)
        cuts.append(entry["name"])
    populate(source, case.data, 3)
    return completed(case), cuts


def _closed_beside(case: Case, source: Source, entry: dict, cuts: list[str]) -> Case:
    """The same where other joints close loops already: they are left aside meanwhile."""
    tree = [other for other in case.data["joints"] if other["name"] not in cuts]
    rest = [other for other in case.data["joints"] if other["name"] in cuts]
    bare = replace(case, data={**case.data, "joints": tree})
    done = closed(bare, source, entry)
    q, qd = {**case.q, **done.q}, {**case.qd, **done.qd}
    return replace(done, data={**done.data, "joints": [*tree, *rest, entry]}, q=q, qd=qd)


def _spatial(source: Source) -> tuple[Case, list[str]]:
    kinds = [
        source.choice(("spherical", "universal", "free", "planar", "cylindrical", "screw"))
        for _ in range(source.randint(2, 4))
    ]
    closing = ("spherical", "universal", "cylindrical", "planar", "revolute", "prismatic", "free")
    closing += ("screw",)
    return _close(source, _chain(source, kinds), closing, 1)


def _planar(source: Source) -> tuple[Case, list[str]]:
    """All turns about one direction, which is skew in space: three conditions of five are idle."""
    kinds = [
        "revolute",
        *(source.choice(("revolute", "revolute", "planar")) for _ in range(source.randint(2, 4))),
    ]
    case = _chain(source, kinds)
    for entry in case.data["joints"]:
        entry["orientation"] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
        entry.update(_over(entry, UPRIGHT))
    tilt = case.data["joints"][0]
    tilt["orientation"] = source.orientation()
    closing = ("revolute", "planar", "revolute") if source.random() < 0.7 else ("cylindrical",)
    count = source.choice((1, 1, 2))
    case, cuts = _close(source, case, closing, count, **UPRIGHT)
    return case, cuts


UPRIGHT = {"axis": [0, 0, 1], "normal": [0, 0, 1], "axes": [[1, 0, 0], [0, 1, 0]]}


def _coaxial(source: Source) -> tuple[Case, list[str]]:
    """Doors: bodies on a chain of hinges about one line, which further hinges repeat."""
    axis = source.axis()
    case = _chain(
        source, ["revolute"] * source.randint(1, 3), axis=axis, point_child=source.vector()
    )
    for entry in case.data["joints"]:
        entry["orientation"] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
        on_line = "point_child" if entry["parent"] < entry["child"] else "point_parent"
        entry[on_line] = source.vector()
    return _beside_a_joint(source, case, axis, ("revolute", "revolute", "cylindrical", "planar"))


def _twins(source: Source) -> tuple[Case, list[str]]:
    """Bodies of a tree that are joined once more in a way that binds nothing or little new."""
    case = random_tree(source.randrange(10**9), 3, 2)
    repeated = source.choice(case.data["joints"])
    case = replace(case, data={**case.data, "elements": []})
    return _beside_a_joint(source, case, None, KINDS, repeated)


def _beside_a_joint(
    source: Source, case: Case, axis: Any, kinds: tuple[str, ...], chosen: Any = None
) -> tuple[Case, list[str]]:
    """A second joint between the same bodies; about the same line where `axis` is given."""
    chosen = chosen or source.choice(case.data["joints"])
    entry = {**chosen, "name": "c0_"}
    kind = source.choice(kinds)
    if axis is None and kind != chosen["kind"]:
        entry = random_joint(source, "c0_", chosen["parent"], chosen["child"], kind)
    elif kind != chosen["kind"]:
        entry = random_joint(source, "c0_", chosen["parent"], chosen["child"], kind)
        entry = {**entry, **axes(kind, axis, entry["coordinates"])}
    entry["coordinates"] = [f"c0_{k + 1}" for k in range(len(entry["coordinates"]))]
    if kind == "general":
        return _twins(source)
    if axis is not None:
        along, end = source.number(2), chosen["point_child"]
        unit = np.array(axis) / np.linalg.norm(axis)
        entry["point_child"] = (Document(case.text).constant(end) + along * unit).tolist()
    case = closed(case, source, entry)
    populate(source, case.data, 3)
    return completed(case), ["c0_"]


def completed(case: Case) -> Case:
    """The case with a state for coordinates that came later."""
    own = {name: 0.0 for name in Document(case.text).coordinates if name not in case.q}
    return replace(case, q={**case.q, **own}, qd={**case.qd, **own})


def followed(
    file: Document, t: float, q: dict[str, float], qd: dict[str, float], cuts: Sequence[str]
) -> tuple[dict[str, float], dict[str, float]]:
    """A state with the coordinates of joints that are cut: nearest to those in `q` (Newton)."""
    q = dict(q)
    for _ in range(6):
        bodies, S, free = _at_cuts(file, t, q, qd, cuts)
        gap = np.concatenate([bodies.gap(joint) for joint in bodies.joints])
        change = np.linalg.lstsq(S, gap[_rows(bodies, cuts)], rcond=1e-9)[0]
        q |= {name: q[name] + float(dx) for name, dx in zip(free, change, strict=True)}
    bodies, S, free = _at_cuts(file, t, q, qd, cuts)
    rates = bodies.K @ bodies.V + bodies.K0 @ bodies.V0 - bodies.S @ bodies.state.rates
    change = np.linalg.lstsq(S, rates[_rows(bodies, cuts)], rcond=1e-9)[0]
    return q, {**qd, **dict(zip(free, map(float, change), strict=True))}


def _at_cuts(
    file: Document, t: float, q: dict[str, float], qd: dict[str, float], cuts: Sequence[str]
) -> tuple[Bodies, np.ndarray, list[str]]:
    """Bodies, and what the unknown coordinates of cut joints move there."""
    names = file.coordinates
    positions, rates = [q.get(n, 0.0) for n in names], [qd.get(n, 0.0) for n in names]
    bodies = Bodies(file, State(file, names, t, positions, rates), cuts)
    unknown = [n for j in file.joints if j["name"] in cuts for n in j["coordinates"] if n not in qd]
    columns = [1 + names.index(name) for name in unknown]
    return bodies, bodies.S[np.ix_(_rows(bodies, cuts), columns)], unknown


def _rows(bodies: Bodies, cuts: Sequence[str]) -> list[int]:
    places = [i for i, joint in enumerate(bodies.joints) if joint["name"] in cuts]
    return [6 * i + k for i in places for k in range(6)]
