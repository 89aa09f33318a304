"""The files of tests that a change reaches: python -m tests.touched [COMMIT]

Those that were changed themselves, those that import what was changed, those in the folder of
tests that is named like the changed one, and the rules for all files.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
ALWAYS = "tests/ground"
EXTENSIONS = "lagr_gui/extensions"


def changed(since: str) -> list[str]:
    """Files that differ from a commit, also those that nobody has added yet."""
    commands = (("diff", "--name-only", since), ("ls-files", "--others", "--exclude-standard"))
    return [line for command in commands for line in _git(command)]


def reached(files: Iterable[str]) -> list[str]:
    """Files and folders of tests for some changed files."""
    names = list(files)
    modules = {module for name in names if name.endswith(".py") for module in modules_of(name)}
    folders = {folder_for(name) for name in names}
    chosen = {ALWAYS, *(folder for folder in folders if folder and (ROOT / folder).is_dir())}
    for path in (*(ROOT / "tests").rglob("test_*.py"), *ROOT.glob(f"{EXTENSIONS}/*/tests/**/*.py")):
        name = path.relative_to(ROOT).as_posix()
        if name in names or modules & imported(path):
            chosen.add(name)
    return sorted(name for name in chosen if not _is_inside(name, chosen))


def folder_for(name: str) -> str:
    """The folder of tests for a file of the program, or for one that its neighbours share."""
    path = Path(name)
    if path.name == "conftest.py":
        return path.parent.as_posix()
    if name.startswith(EXTENSIONS) and len(path.parts) > 3:
        return "/".join((*path.parts[:3], "tests"))
    inside = path.parts[0] != "tests" and len(path.parts) > 2
    return f"tests/{path.parts[1]}" if inside else ""


def modules_of(name: str) -> set[str]:
    """The module of a file, and the package that may hand its names on."""
    module = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    package = module.rpartition(".")[0]
    return {module, package} if "." in package else {module}


def imported(path: Path) -> set[str]:
    """The modules that a file may import."""
    modules: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            modules |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return modules


def _is_inside(name: str, chosen: set[str]) -> bool:
    return any(parent.as_posix() in chosen for parent in Path(name).parents)


def _git(command: Sequence[str]) -> list[str]:
    done = subprocess.run(
        ["git", *command], cwd=ROOT, text=True, stdout=subprocess.PIPE, check=True
    )
    return done.stdout.splitlines()


if __name__ == "__main__":
    print("\n".join(reached(changed((sys.argv[1:] or ["HEAD"])[0]))))
