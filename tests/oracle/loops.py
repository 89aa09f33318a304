"""Random loops, closed where their bodies are, often by more conditions than are needed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from tests.oracle.bodies import Bodies
from tests.oracle.comparison import Case
from tests.oracle.document import Document, State
from tests.oracle.drawing import Source, populate, random_body, random_joint, surroundings
from tests.oracle.parts import at_random, document



def closed(case: Case, source: Source, entry: dict[str, Any]) -> Case:
    """The case with a further joint, whose place is chosen so that it closes where the bodies are."""
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
        joints.append({**entry, **{key: list(value) for key, value in fields.items()}})
    return at_random(document(bodies, joints, **surroundings(source)), source)


def _close(source: Source, case: Case, kinds: tuple[str, ...], count: int, **fields: Any) -> tuple[Case, list[str]]:
    """Further joints between bodies of the case, and their names."""
    numbers = [0, *(entry["number"] for entry in case.data["bodies"])]
    cuts = []
    for index in range(count):
        a, b = source.sample(numbers, 2)
        entry = random_joint(source, f"c{index}_", a, b, source.choice(kinds))
        case = _closed_beside(case, source, {**entry, **fields}, cuts)
        cuts.append(entry["name"])
    populate(source, case.data, 3)
    own = {name: 0.0 for name in Document(case.text).coordinates if name not in case.q}
    return replace(case, q={**case.q, **own}, qd={**case.qd, **own}), cuts


def _closed_beside(case: Case, source: Source, entry: dict, cuts: list[str]) -> Case:
    """The same where other joints close loops already: they are left aside meanwhile."""
    tree = [other for other in case.data["joints"] if other["name"] not in cuts]
    rest = [other for other in case.data["joints"] if other["name"] in cuts]
    bare = replace(case, data={**case.data, "joints": tree})
    done = closed(bare, source, entry)
    q, qd = {**case.q, **done.q}, {**case.qd, **done.qd}
    return replace(done, data={**done.data, "joints": [*tree, *rest, entry]}, q=q, qd=qd)


def _spatial(source: Source) -> tuple[Case, list[str]]:
    kinds = [source.choice(("spherical", "universal", "free", "planar", "cylindrical")) for _ in range(source.randint(2, 4))]
    closing = ("spherical", "universal", "cylindrical", "planar", "revolute", "prismatic", "free")
    return _close(source, _chain(source, kinds), closing, 1)


def _planar(source: Source) -> tuple[Case, list[str]]:
    """All turns about one direction, which is skew in space: three conditions of five are idle."""
    kinds = ["revolute", *(source.choice(("revolute", "revolute", "planar")) for _ in range(source.randint(2, 4)))]
    case = _chain(source, kinds)
    for entry in case.data["joints"]:
        entry["orientation"] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
        _flatten(entry)
    tilt = case.data["joints"][0]
    tilt["orientation"] = source.orientation()
    closing = ("revolute", "planar", "revolute") if source.random() < 0.7 else ("cylindrical",)
    count = source.choice((1, 1, 2))
    case, cuts = _close(source, case, closing, count, axis=[0, 0, 1], normal=[0, 0, 1])
    return case, cuts


def _flatten(entry: dict[str, Any]) -> None:
    if entry["kind"] == "planar":
        entry["axes"], entry["normal"] = [[1, 0, 0], [0, 1, 0]], [0, 0, 1]
    else:
        entry["axis"] = [0, 0, 1]
