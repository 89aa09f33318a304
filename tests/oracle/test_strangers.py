"""The face as strangers use it: other programs write files, others build models in other orders."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lagr_gui
from lagr_gui import System
from tests.oracle.comparison import Case, without_machine_code
from tests.oracle.drawing import random_tree
from tests.oracle.parts import at_random, body, document, joint

CASES = [random_tree(seed, 3, 4) for seed in range(200, 206)]


@pytest.fixture(autouse=True)
def interpreted():
    with without_machine_code():
        yield


def numbers(model: Any, case: Case) -> np.ndarray:
    """q̈, Q and the energies at the state of a case."""
    (found,) = lagr_gui.evaluate(model, {"t": case.t, "q": dict(case.q), "qd": dict(case.qd)})
    return np.array([*found.qdd, *found.Q, found.T, found.U, found.D])


def loaded(data: bytes, folder: Path) -> Any:
    """The model of a file with this content."""
    path = folder / "stranger.lagr"
    path.write_bytes(data)
    return lagr_gui.load(path)


def shuffled(value: Any, source: random.Random) -> Any:
    """The same value with the keys of all objects in another order."""
    if isinstance(value, dict):
        keys = source.sample(list(value), len(value))
        return {key: shuffled(value[key], source) for key in keys}
    return [shuffled(entry, source) for entry in value] if isinstance(value, list) else value


class Exponents(json.JSONEncoder):
    """Writes 1.5 as 1.5e+00, as other programs do."""

    def iterencode(self, o, _one_shot=False):
        for piece in super().iterencode(o, False):
            yield f"{float(piece):.17e}" if _is_decimal(piece) else piece


def _is_decimal(piece: str) -> bool:
    return "." in piece and piece.replace(".", "").replace("-", "").isdigit()


WRITERS: dict[str, Callable[[Any], bytes]] = {
    "keys in another order": lambda d: json.dumps(shuffled(d, random.Random(1))).encode(),
    "sorted keys": lambda d: json.dumps(d, sort_keys=True).encode(),
    "tabs and CRLF": lambda d: json.dumps(d, indent="\t").replace("\n", "\r\n").encode(),
    "escapes": lambda d: json.dumps(d, ensure_ascii=True).encode(),
    "characters": lambda d: json.dumps(d, ensure_ascii=False).encode(),
    "exponents": lambda d: json.dumps(d, cls=Exponents).encode(),
    "no spaces": lambda d: json.dumps(d, separators=(",", ":")).encode(),
}


@pytest.mark.parametrize("writer", WRITERS)
def test_files_of_other_programs_mean_the_same(writer: str, tmp_path: Path) -> None:
    for case in CASES:
        plain = loaded(json.dumps(case.data).encode(), tmp_path)
        other = loaded(WRITERS[writer](case.data), tmp_path)
        assert np.array_equal(numbers(other, case), numbers(plain, case), equal_nan=True)


def test_what_is_saved_and_loaded_again_means_the_same(tmp_path: Path) -> None:
    for case in CASES:
        model = loaded(json.dumps(case.data).encode(), tmp_path)
        lagr_gui.save(model, tmp_path / "again.lagr")
        again = lagr_gui.load(tmp_path / "again.lagr")
        assert np.array_equal(numbers(again, case), numbers(model, case), equal_nan=True)


def test_a_byte_order_mark_changes_nothing(tmp_path: Path) -> None:
    text = CASES[0].text.encode()
    marked, plain = loaded(b"\xef\xbb\xbf" + text, tmp_path), loaded(text, tmp_path)
    assert np.array_equal(numbers(marked, CASES[0]), numbers(plain, CASES[0]))


@pytest.mark.parametrize("seed", range(6))
def test_order_and_numbers_of_bodies_change_nothing(seed: int, tmp_path: Path) -> None:
    case = CASES[seed]
    source = random.Random(seed)
    old = [0, *(entry["number"] for entry in case.data["bodies"])]
    new = dict(zip(old, [0, *source.sample(range(1, 50), len(old) - 1)], strict=True))
    data = json.loads(case.text)
    for key, ends in ENDS.items():
        for record in data[key]:
            record.update({end: new[record[end]] for end in ends if end in record})
        source.shuffle(data[key])
    found = numbers(loaded(json.dumps(data).encode(), tmp_path), case)
    plain = loaded(case.text.encode(), tmp_path)
    here = list(lagr_gui.check(loaded(json.dumps(data).encode(), tmp_path)).coordinates)
    f = len(here)
    order = [here.index(name) for name in lagr_gui.check(plain).coordinates]
    places = [*order, *(f + place for place in order), 2 * f, 2 * f + 1, 2 * f + 2]
    assert found[places] == pytest.approx(numbers(plain, case), rel=1e-9, abs=1e-10, nan_ok=True)


ENDS = {
    "bodies": ("number",),
    "joints": ("parent", "child"),
    "elements": ("body", "body_a", "body_b", "ground", "reaction_body"),
}


def straight(seed: int) -> Case:
    """A chain of hinges and sliders without orientations."""
    source = random.Random(seed)
    joints = []
    for number in range(1, 4):
        kind, axis = (
            source.choice(("revolute", "prismatic")),
            [source.uniform(-1, 1) for _ in "xyz"],
        )
        points = {
            end: [round(source.uniform(-1, 1), 3) for _ in "xyz"]
            for end in ("point_parent", "point_child")
        }
        joints.append(joint(kind, f"j{number}_", number - 1, number, axis, **points))
    ends = {"body_a": 3, "point_a": [0.1, 0.2, 0], "body_b": 0, "point_b": [1, 0, 2]}
    elements = [{"name": kind, "kind": kind, **ends} for kind in ("spring", "dashpot")]
    return at_random(document([body(n) for n in (1, 2, 3)], joints, elements), source)


@pytest.mark.parametrize("seed", range(8))
def test_a_joint_drawn_from_the_other_side_changes_signs_only(seed: int, tmp_path: Path) -> None:
    case = straight(seed)
    data, turned = json.loads(case.text), [n for n in range(3) if (seed + 1) >> n & 1]
    sign = np.array([-1.0 if n in turned else 1.0 for n in range(3)])
    for n in turned:
        entry = data["joints"][n]
        entry["parent"], entry["child"] = entry["child"], entry["parent"]
        points = entry["point_child"], entry["point_parent"]
        entry["point_parent"], entry["point_child"] = points
    q, qd = (np.array([*given.values()]) for given in (case.q, case.qd))
    first, second = (loaded(json.dumps(d).encode(), tmp_path) for d in (case.data, data))
    (plain,) = lagr_gui.evaluate(first, {"q": q.tolist(), "qd": qd.tolist()})
    (other,) = lagr_gui.evaluate(second, {"q": (sign * q).tolist(), "qd": (sign * qd).tolist()})
    assert other.qdd == pytest.approx(sign * plain.qdd, rel=1e-10, abs=1e-11)
    assert other.g[1:, 1:] == pytest.approx(np.outer(sign, sign) * plain.g[1:, 1:], abs=1e-12)
    energies = np.array([other.T, other.U, other.D])
    assert energies == pytest.approx(np.array([plain.T, plain.U, plain.D]), rel=1e-12)
    for n, name in enumerate(plain.reactions):
        force = sign[n] * plain.reactions[name].force
        assert other.reactions[name].force == pytest.approx(force, rel=1e-9, abs=1e-9)


def test_python_builds_the_same_model_in_other_orders(tmp_path: Path) -> None:
    case = straight(3)
    system = System("built")
    for entry in case.data["elements"]:  # elements before what they hang on
        system.element(**entry)
    numbers_of = {}
    for entry in case.data["bodies"]:
        inertia = [entry["inertia"][key] for key in ("xx", "yy", "zz", "xy", "xz", "yz")]
        numbers_of[entry["number"]] = system.body("", entry["mass"], inertia)
    for entry in case.data["joints"]:
        fields = {
            k: v for k, v in entry.items() if k not in ("kind", "parent", "child", "coordinates")
        }
        system.joint(
            entry["kind"], entry["parent"], entry["child"], *entry["coordinates"], **fields
        )
    assert numbers_of == {1: 1, 2: 2, 3: 3}
    file = loaded(case.text.encode(), tmp_path)
    assert np.array_equal(numbers(system.model, case), numbers(file, case))
