"""Rules that every source file of the project keeps."""

from __future__ import annotations

import ast
import re
import tomllib

import pytest

from tests.each import each
from tests.ground.sources import ROOT, python_files, shown, syntax

LONGEST = 700
CLOCKS = {"perf_counter", "monotonic", "process_time"}
RUNS_TEXT = {"eval", "exec", "sympify", "parse_expr"}
MERGED = re.compile("^(<{7}|>{7}) ", re.M)
READS_OBJECTS = {"pickle", "marshal", "shelve"}


@each("path", python_files("lagr_gui", "tests", "benchmarks"))
def test_a_file_can_be_read_in_one_go(path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= LONGEST


@each("path", python_files("tests"))
def test_no_test_asserts_how_fast_a_machine_is(path) -> None:
    if shown(path) != "tests/patience.py":
        assert not [line for line in map(_reads_a_clock, ast.walk(syntax(path))) if line]


@pytest.mark.parametrize("bad", ["time.perf_counter()", "from time import monotonic"])
def test_the_search_for_clocks_finds_them(bad: str) -> None:
    assert [line for line in map(_reads_a_clock, ast.walk(ast.parse(bad))) if line]


def _reads_a_clock(node: ast.AST) -> int:
    """The line where a node names a clock; else 0."""
    match node:
        case ast.Attribute(attr=name) | ast.alias(name=name) if name in CLOCKS:
            return node.lineno
    return 0


@each("path", python_files("lagr_gui"))
def test_no_text_of_a_user_is_ever_run(path) -> None:
    assert not [line for line in map(_runs_text, ast.walk(syntax(path))) if line]


@pytest.mark.parametrize(
    "bad",
    [
        "eval(text)",
        "builtins.exec(text)",
        "sympy.sympify(text)",
        "from sympy import parse_expr",
        "import pickle\npickle.load(file)",
        "S = sympify",
    ],
)
def test_the_search_for_run_text_finds_it_in_every_dress(bad: str) -> None:
    assert [line for line in map(_runs_text, ast.walk(ast.parse(bad))) if line]


def _runs_text(node: ast.AST) -> int:
    """The line where a node names something that turns text or bytes into code; else 0."""
    match node:
        case ast.Attribute(value=ast.Name(id=owner), attr="exec"):
            return node.lineno if owner == "builtins" else 0  # Qt's event loops have one too
        case ast.Name(id=name) | ast.Attribute(attr=name) if name in RUNS_TEXT:
            return node.lineno
        case ast.Attribute(value=ast.Name(id=module), attr="load" | "loads"):
            return node.lineno if module in READS_OBJECTS else 0
        case ast.alias(name=name) if name.split(".")[-1] in RUNS_TEXT:
            return node.lineno
    return 0


def test_project_file_package_and_changelog_tell_the_same_version() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    newest = re.search(r"^## \[([^]]+)\]", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
    assert newest
    assert newest[1] == version


def test_every_dependency_has_its_line_in_the_documentation() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = project["dependencies"] + project["optional-dependencies"]["dev"]
    names = [re.match(r"[\w-]+", line) for line in needed]
    described = (ROOT / "docs" / "dependencies.md").read_text("utf-8")
    assert not [name[0] for name in names if name and f"| {name[0]} |" not in described]


def test_no_page_keeps_both_sides_of_a_merge() -> None:
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("benchmarks/*.md")]
    assert pages
    assert not [shown(page) for page in pages if MERGED.search(page.read_text("utf-8"))]
