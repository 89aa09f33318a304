"""The small parts that all stands on: locks, late loading, files that come along, showing."""

from __future__ import annotations

import json
import math
import subprocess
import sys
import threading
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lagr_gui.foundation import resource
from lagr_gui.foundation.interruption import begun, undisturbed, whole
from lagr_gui.foundation.lazy import offered
from lagr_gui.foundation.locking import Hold, held
from lagr_gui.foundation.problem import (
    LagrError,
    Problem,
    Severity,
    by_severity,
    each_once,
    has_errors,
)
from lagr_gui.foundation.registry import did_you_mean
from lagr_gui.foundation.showing import as_json, plain

# --- locks ------------------------------------------------------------------------------------


def test_a_file_is_held_by_one_at_a_time(tmp_path: Path) -> None:
    file = tmp_path / "lock"
    first = Hold(file)
    assert held(file)
    with pytest.raises(OSError, match=r".*"):
        Hold(file)
    first.close()
    assert not held(file)
    second = Hold(file)
    assert held(file)
    second.close()
    second.close()  # giving back twice does no harm
    assert not held(file) and file.exists()


def test_what_is_not_there_is_not_held(tmp_path: Path) -> None:
    assert not held(tmp_path / "nothing")
    assert not (tmp_path / "nothing").exists()


def test_looking_leaves_a_file_free_and_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "content"
    file.write_text("kept", "utf-8")
    assert not held(file) and not held(file)
    hold = Hold(file)
    assert file.read_text("utf-8") == "kept"
    hold.close()


def test_a_lock_ends_with_its_process_however_that_ends(tmp_path: Path) -> None:
    file = tmp_path / "lock"
    program = (
        "import os, sys; from pathlib import Path; from lagr_gui.foundation.locking import Hold\n"
        "hold = Hold(Path(sys.argv[1])); print('held', flush=True); sys.stdin.readline()\n"
        "os._exit(3)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout is not None and other.stdin is not None
        assert other.stdout.readline() == "held\n"
        assert held(file)
        other.stdin.write("\n")
        other.stdin.flush()
        assert other.wait(30) == 3
    assert not held(file)


# --- interruption -----------------------------------------------------------------------------


def test_what_is_done_whole_keeps_others_out() -> None:
    inside: list[bool] = []

    @whole
    def step(x: int) -> int:
        """Double it."""
        other = threading.Thread(target=lambda: inside.append(undisturbed.acquire(blocking=False)))
        begun(other)  # one may go on inside of what is held
        other.join()
        return 2 * x

    assert step(21) == 42 and step.__name__ == "step" and step.__doc__ == "Double it."
    assert inside == [False]
    assert undisturbed.acquire(blocking=False)
    undisturbed.release()


def test_a_step_that_fails_gives_way_again() -> None:
    @whole
    def failing() -> None:
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        failing()
    free: list[bool] = []

    def take() -> None:
        free.append(undisturbed.acquire(timeout=1))
        undisturbed.release()

    other = threading.Thread(target=take)
    other.start()
    other.join()
    assert free == [True]


# --- late loading -----------------------------------------------------------------------------


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A package whose stub hands on two names of the standard library."""
    (tmp_path / "late.pyi").write_text(
        "from fractions import Fraction as Fraction\n"
        "from math import tau as tau, pi as half_turn\n"
        "from math import e\n",
        "utf-8",
    )
    module = ModuleType("late_package")
    monkeypatch.setitem(sys.modules, "late_package", module)
    names = offered("late_package", str(tmp_path / "late.py"))
    module.__dict__.update(zip(("__getattr__", "__dir__"), names, strict=True))
    return module


def test_names_are_loaded_when_they_are_first_used(package: ModuleType) -> None:
    assert "tau" not in vars(package)
    assert package.tau == math.tau
    assert vars(package)["tau"] == math.tau
    assert package.Fraction(1, 2) + package.Fraction(1, 3) == package.Fraction(5, 6)


def test_only_what_a_stub_hands_on_by_its_own_name_is_offered(package: ModuleType) -> None:
    assert package.__all__ == ["Fraction", "tau"]
    assert {"Fraction", "tau", "__name__"} <= set(dir(package))
    for name in ("half_turn", "pi", "e", "nothing"):
        with pytest.raises(AttributeError, match=name):
            getattr(package, name)


# --- files that come along --------------------------------------------------------------------


def test_what_came_along_is_found_and_what_did_not_is_told() -> None:
    assert resource.resource_path("icons").is_dir()
    with pytest.raises(FileNotFoundError, match="no_such_file"):
        resource.resource_path("no_such_file")


def test_sample_models_are_models_in_the_order_of_their_names() -> None:
    found = resource.sample_models()
    assert len(found) > 30 and found == sorted(found)
    assert all("bodies" in json.loads(path.read_text("utf-8")) for path in found)


def test_a_page_of_the_documentation_is_its_text_or_a_pointer() -> None:
    assert resource.document_text("use.md").startswith("#")
    assert resource.document_text("none.md") == "See docs/none.md of the source code."
    assert resource.document_path("use.md").name == "use.md"


# --- showing ----------------------------------------------------------------------------------

PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**15), 10**15)
    | st.text(max_size=5)
    | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(PLAIN)
def test_plain_values_come_back_from_json(value: Any) -> None:
    assert json.loads(as_json(value)) == value


@given(st.lists(st.floats(), min_size=1, max_size=6))
def test_arrays_become_lists_without_what_is_not_finite(values: list[float]) -> None:
    wanted = [x if math.isfinite(x) else None for x in values]
    assert plain(np.array(values)) == plain(tuple(values)) == wanted
    assert plain(np.array([values, values])) == [wanted, wanted]
    assert plain({1: np.float64(values[0])}) == {"1": wanted[0]}


def test_what_knows_its_own_json_is_asked() -> None:
    class Own:
        def as_json(self) -> dict[str, Any]:
            return {"size": np.array([1.0, math.nan])}

    assert plain([Own()]) == [{"size": [1.0, None]}]


# --- problems ---------------------------------------------------------------------------------

PROBLEMS = st.lists(
    st.builds(
        Problem,
        st.sampled_from(["Body 1", "Joint “a”"]),
        st.sampled_from(["It is wrong.", "It is missing."]),
        st.just("Mend it."),
        st.sampled_from(list(Severity)),
        st.sampled_from(["", "cut", "closed-loop", "symbol"]),
    ),
    max_size=8,
)


@given(PROBLEMS)
def test_the_worst_stand_first_and_equals_keep_their_order(problems: list[Problem]) -> None:
    found = by_severity(problems)
    assert sorted(map(id, found)) == sorted(map(id, problems))
    for severity in Severity:
        wanted = [problem for problem in problems if problem.severity == severity]
        assert [problem for problem in found if problem.severity == severity] == wanted
    ranks = [["error", "warning", "hint"].index(problem.severity) for problem in found]
    assert ranks == sorted(ranks)
    assert has_errors(problems) is any(p.severity == "error" for p in problems)
    assert LagrError(problems).problems == found


@given(PROBLEMS)
def test_each_problem_is_told_once_and_not_beside_what_tells_it_better(
    problems: list[Problem],
) -> None:
    found = each_once(problems)
    assert len(set(found)) == len(found) and set(found) <= set(problems)
    gone = set(problems) - set(found)
    is_cut = any(problem.code == "cut" for problem in problems)
    assert all(is_cut and problem.code == "closed-loop" for problem in gone)
    assert not is_cut or all(problem.code != "closed-loop" for problem in found)


# --- names ------------------------------------------------------------------------------------


@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("stifness", "stiffness"),
        ("STIFFNESS", "stiffness"),
        ("stiffnes", "stiffness"),
        ("lenght_of_rod", "length_of_rod"),
        ("dampingg", "damping"),
    ],
)
def test_a_slip_is_understood_among_few_and_many(typed: str, meant: str, many: bool) -> None:
    known = ["stiffness", "length_of_rod", "damping", "mass"]
    known += [f"zz{number:03}" for number in range(100)] if many else []
    assert did_you_mean(typed, known) == f"Did you mean “{meant}”?"


@pytest.mark.parametrize(
    ("known", "told"),
    [
        ([], "There is none yet."),
        (["b", "a"], "Known are: a, b."),
        (
            [f"n{i:02}" for i in range(20)],
            "Known are: " + ", ".join(f"n{i:02}" for i in range(12)) + ", ….",
        ),
        (map(str, range(2000)), "2000 are known."),
    ],
)
def test_where_nothing_is_near_what_is_known_is_told(known: Any, told: str) -> None:
    assert did_you_mean("Ω", known) == told
