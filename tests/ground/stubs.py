"""Stubs of what is made when it is asked for: type checkers and editors read these.

    python -m tests.ground.stubs

writes them anew.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator, Set
from importlib import import_module
from inspect import getsource
from pathlib import Path
from types import ModuleType
from typing import TypeGuard

import lagr_gui
from lagr_gui import builder, pipeline
from lagr_gui.builder import questions
from lagr_gui.builder.questions import Questions
from lagr_gui.catalogue import registries
from lagr_gui.exchange.registry import EXPORTS
from lagr_gui.model.kinds import FieldType

FACE = Path(lagr_gui.__file__).with_suffix(".pyi")
STUBS = (
    Path(pipeline.__file__).with_suffix(".pyi"),
    Path(questions.__file__).with_suffix(".pyi"),
    FACE,
    Path(registries.__file__).with_suffix(".pyi"),
)
NOTE = '"""{}  Written by `python -m tests.ground.stubs`."""\n'
Imports = Set[tuple[str, str]]


class Home:
    """A module in which questions are at home, as it is written."""

    def __init__(self, module: ModuleType) -> None:
        self.module, self.tree = module, ast.parse(getsource(module))
        self.imported = {
            alias.asname or alias.name: (node.module, alias.name)
            for node in ast.walk(self.tree)
            if isinstance(node, ast.ImportFrom) and node.module
            for alias in node.names
        }

    def function(self, name: str, body: list[ast.stmt] | None = None) -> ast.FunctionDef:
        """A function as it is written, with its docstring alone."""
        (found,) = (
            node
            for node in (body or self.tree.body)
            if isinstance(node, ast.FunctionDef) and node.name == name
        )
        found.decorator_list, found.body = [], found.body[:1]
        found.args.defaults = [self._value(entry) for entry in found.args.defaults]
        return found

    def _value(self, default: ast.expr) -> ast.expr:
        if isinstance(default, ast.Name):
            return ast.Constant(getattr(self.module, default.id))
        return default

    def needed(self, function: ast.FunctionDef) -> Iterator[tuple[str, str]]:
        """The names in the annotations of a function, with their homes."""
        words = [entry.annotation for entry in _all(function.args)] + [function.returns]
        names = {node.id for word in words if word for node in ast.walk(word) if _is_name(node)}
        for name in names:
            if name in self.imported:
                assert self.imported[name][1] == name
                yield self.imported[name]
            elif hasattr(self.module, name) and name != "np":
                yield self.module.__name__, name


def _is_name(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name)


def _all(arguments: ast.arguments) -> list[ast.arg]:
    several = [arguments.vararg, arguments.kwarg]
    return [*arguments.args, *arguments.kwonlyargs, *(entry for entry in several if entry)]


def _door(name: str, first: str, imports: set[tuple[str, str]]) -> ast.FunctionDef:
    """A question as it is opened: with `special`, for what is `first`."""
    question = (pipeline.QUESTIONS | pipeline.PARTS)[name]
    special = question.special
    place = Home(import_module(question.home))
    function = place.function(name)
    arguments = function.args
    arguments.args[0] = ast.arg("self") if first == "self" else ast.arg("model", _typed(first))
    if special:
        arguments.args.insert(special, ast.arg("special", _typed("str")))
        required = len(arguments.args) - 1 - len(arguments.defaults)
        arguments.defaults.insert(special - required, ast.Constant(""))
    imports.update(place.needed(function))
    return function


def _typed(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def _written(note: str, imports: Imports, body: str, offered: Imports = frozenset()) -> str:
    lines = [NOTE.format(note), "import os\n", "import numpy as np\n"]
    lines += [f"from {home} import {name}\n" for home, name in sorted({*imports} - {*offered})]
    lines += [f"from {home} import {name} as {name}\n" for home, name in sorted(offered)]
    text = "".join(lines) + "\n" + body
    for command in (["check", "--fix", "--exit-zero"], ["format"]):
        words = [sys.executable, "-m", "ruff", *command, "-q", "--stdin-filename", "stub.pyi", "-"]
        done = subprocess.run(words, input=text, capture_output=True, encoding="utf-8")
        assert done.returncode == 0, done.stderr
        text = done.stdout
    return text


def doors() -> str:
    """The stub of `lagr_gui.pipeline`."""
    imports = {("lagr_gui.model", "Model")}
    offered = {(home, name) for home, names in pipeline.OFFERED.items() for name in names}
    names = sorted(pipeline.QUESTIONS | pipeline.PARTS)
    found = [_door(name, "Model | Prepared", imports) for name in names]
    imports.add(("lagr_gui.extension", "Question"))
    tables = "QUESTIONS: dict[str, Question]\n"
    tables += "PARTS: dict[str, Question]\nOFFERED: dict[str, tuple[str, ...]]\n"
    body = tables + "\n\n".join(map(ast.unparse, found))
    return _written("What is offered, as type checkers see it.", imports, body, offered)


def methods() -> str:
    """The stub of the methods by which a system asks."""
    home = Home(questions)
    imports = {("lagr_gui.model", "Model"), ("typing", "Any"), ("collections.abc", "Mapping")}
    (owner,) = (n for n in home.tree.body if isinstance(n, ast.ClassDef) and n.name == "Questions")
    found: list[ast.FunctionDef] = []
    for name, value in sorted(vars(Questions).items()):
        if type(value).__name__ == "Asked":
            found.append(_door(name, "self", imports))
        elif callable(value):
            found.append(home.function(name, owner.body))
    imports |= {
        ("lagr_gui.mechanics.state", "State"),
        ("lagr_gui.mechanics.evaluation", "Evaluation"),
    }
    body = "# ruff: noqa: E501\nGiven = State | Mapping[str, Any]\n\n"
    body += f"class Questions:\n    {ast.unparse(owner.body[0])}\n    model: Model\n\n"
    for entry in found:
        body += "".join(f"    {line}\n" for line in ast.unparse(entry).splitlines()) + "\n"
    return _written("The questions to a system, as type checkers see them.", imports, body)


def face() -> str:
    """The stub of `lagr_gui`, which offers all questions and exports."""
    others = {"FilmSettings", "film", "load", "load_sweep", "load_systems", "prepare", "save"}
    names = sorted({*pipeline.QUESTIONS, *others})
    block = "".join(f"    {name} as {name},\n" for name in names)
    written = re.compile(r"(?<=from lagr_gui\.pipeline import \(\n)(.*?)(?=\))", re.DOTALL)
    lines = written.sub(block, FACE.read_text("utf-8")).splitlines(keepends=True)
    last = max(at for at, line in enumerate(lines) if line.startswith("from lagr_gui.exchange"))
    for export in EXPORTS.values():
        module, _, name = export.function.partition(":")
        line = f"from {module} import {name} as {name}\n"
        if "reading" not in export.takes and line not in lines:
            lines.insert(last, line)
    return "".join(lines)


_FIELDS = {
    FieldType.SCALAR: "Scalar",
    FieldType.VECTOR: "Vector",
    FieldType.AXIS: "Vector",
    FieldType.AXES: "tuple[Vector, ...]",
    FieldType.PLACES: "tuple[Vector, ...]",
    FieldType.MATRIX: "Matrix",
    FieldType.BODY: "int",
    FieldType.POINTS: "tuple[BodyPoint, ...]",
}


def records() -> str:
    """The stub of the kinds, with the record class of each and its fields."""
    body = "JOINTS: Registry[JointKind]\nELEMENTS: Registry[ElementKind]\n"
    body += "SIGNALS: Registry[SignalKind]\nKINDS: Kinds\n\n"
    for base, kinds in (("Joint", registries.JOINTS), ("Element", registries.ELEMENTS)):
        for kind in kinds.values():
            lines = [f"class {kind.record_name}({base}):", "    kind: str = ..."]
            for spec in kind.fields:
                sort = (
                    f"Literal{[*spec.choices]}" if spec.choices else _FIELDS.get(spec.type, "str")
                )
                lines.append(f"    {spec.name}: {sort} = ...")
            body += "\n".join(lines) + "\n\n"
    homes = {
        "lagr_gui.catalogue.dynamics": ("SignalKind",),
        "lagr_gui.catalogue.kinds": ("ElementKind",),
        "lagr_gui.catalogue.motions": ("JointKind",),
        "lagr_gui.model.kinds": ("Kinds",),
        "lagr_gui.model.marks": ("BodyPoint",),
        "lagr_gui.model.records": ("Element", "Joint", "Matrix", "Scalar", "Vector"),
        "lagr_gui.foundation.registry": ("Registry",),
        "typing": ("Literal",),
    }
    imports = {(home, name) for home, names in homes.items() for name in names}
    return _written("Kinds and their records as type checkers see them.", imports, body)


def stubs() -> tuple[str, ...]:
    """The texts of all stubs, in the order of `STUBS`."""
    return doors(), methods(), face(), records()


if __name__ == "__main__":
    assert builder
    for path, text in zip(STUBS, stubs(), strict=True):
        path.write_text(text, "utf-8", newline="\n")
