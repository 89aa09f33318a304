"""What `dev.py run` and `dev.py package` install: exactly what the project asks for, pinned."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.ground.sources import ROOT

PACKAGING = ROOT / "resources" / "packaging"
LOCKS = {"lock.txt": {"hatchling", "editables"}, "lock-packaging.txt": {"hatchling", "pyinstaller"}}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def pinned(lock: Path) -> dict[str, set[str]]:
    """The versions of each library."""
    found: dict[str, set[str]] = {}
    for name, version in re.findall(r"^([\w.-]+)==([\w.]+)", lock.read_text("utf-8"), re.M):
        found.setdefault(canonicalize_name(name), set()).add(version)
    return found


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_has_all_that_the_project_asks_for_in_versions_that_it_allows(name: str) -> None:
    versions = pinned(PACKAGING / name)
    for requirement in map(Requirement, PROJECT["dependencies"]):
        found = versions[canonicalize_name(requirement.name)]
        assert all(requirement.specifier.contains(version) for version in found), requirement
    assert LOCKS[name] <= versions.keys()


@pytest.mark.parametrize("name", LOCKS)
def test_every_library_of_a_lock_has_hashes(name: str) -> None:
    entries = re.split(r"^(?=\S)", (PACKAGING / name).read_text("utf-8"), flags=re.M)[1:]
    assert entries and all("--hash=sha256:" in entry for entry in entries)


def test_both_locks_pin_the_same_versions() -> None:
    run, packaging = (pinned(PACKAGING / name) for name in LOCKS)
    assert run.items() <= packaging.items()


@pytest.mark.parametrize("library", ["llvmlite", "pydantic", "python-flint", "typst"])
def test_libraries_that_change_what_they_offer_have_an_upper_bound(library: str) -> None:
    (found,) = (r for r in map(Requirement, PROJECT["dependencies"]) if r.name == library)
    assert any(bound.operator == "<" for bound in found.specifier)


def test_the_page_of_licences_names_each_library_of_the_lock_and_no_other() -> None:
    page = (ROOT / "docs" / "licences.md").read_text("utf-8")
    named = re.findall(r"^\| ([\w.-]+) \|", page, re.M)
    listed = {canonicalize_name(name) for name in named} - {"library", "pyinstaller"}
    assert listed == pinned(PACKAGING / "lock.txt").keys()
    assert len(named) == len({*named, "library"}) + 1, "the heads of both tables, each name once"
