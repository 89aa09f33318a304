"""Every benchmark can be read, called and found; how fast it is no test says."""

from __future__ import annotations

import ast
import importlib
import sys
from pathlib import Path

import pytest

from tests.ground.sources import ROOT, python_files, shown, syntax

FOLDER = ROOT / "benchmarks"
FILES = python_files("benchmarks")
README = (FOLDER / "README.md").read_text("utf-8")


def has_call(path: Path) -> bool:
    """Whether a file is a script: it does something when it is called."""
    return "__main__" in {n.value for n in ast.walk(syntax(path)) if isinstance(n, ast.Constant)}


SCRIPTS = [path for path in FILES if has_call(path)]


@pytest.fixture
def beside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Import from the folder of the benchmarks, as a script there does; leave no trace."""
    monkeypatch.syspath_prepend(str(FOLDER))
    for path in FILES:
        monkeypatch.delitem(sys.modules, path.stem, raising=False)


@pytest.mark.parametrize("path", FILES, ids=shown)
def test_what_a_benchmark_imports_is_there(path: Path, beside: None) -> None:
    if path.stem == "computed":
        pytest.importorskip("pinocchio")
    known = set(sys.modules)
    try:
        assert importlib.import_module(path.stem).__file__ == str(path)
    finally:
        for name in {other.stem for other in FILES} - known:
            sys.modules.pop(name, None)


@pytest.mark.parametrize("path", FILES, ids=shown)
def test_a_benchmark_says_what_it_measures(path: Path) -> None:
    assert ast.get_docstring(syntax(path))


@pytest.mark.parametrize("path", SCRIPTS, ids=shown)
def test_a_script_says_how_it_is_called(path: Path) -> None:
    assert f"    python benchmarks/{path.name}" in (ast.get_docstring(syntax(path), False) or "")


@pytest.mark.parametrize("path", SCRIPTS, ids=shown)
def test_the_page_names_every_script(path: Path) -> None:
    assert f"`{path.name}`" in README


def test_all_runs_every_benchmark() -> None:
    (names,) = [
        node.value
        for node in syntax(FOLDER / "all.py").body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "NAMES"
    ]
    parts = {"all", "against", "against_work", "against_motions", "sympy_chain"}
    # They run others, or are run by them.
    assert set(ast.literal_eval(names)) == {path.stem for path in SCRIPTS} - parts
