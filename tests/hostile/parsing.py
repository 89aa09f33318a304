"""Whether what was exported can be read by what reads its language, and nothing of it runs."""

from __future__ import annotations

import ast
import io
import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Sequence
from html.parser import HTMLParser
from pathlib import Path
from shutil import which
from xml.etree import ElementTree

from lagr_gui import pipeline
from lagr_gui.exchange.imports import IMPORTS


def _command(words: Sequence[str], file: Path) -> str:
    """What a command says of a file, empty where it is content."""
    if which(words[0]) is None:
        return ""
    done = subprocess.run(
        [word.replace("FILE", file.name) for word in words],
        cwd=file.parent,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=120,
    )
    return "" if done.returncode == 0 else (done.stderr + done.stdout)[:2000] or "refused"


def _balanced(text: str) -> str:
    """Whether braces and dollars of LaTeX are in pairs, and all commands are those of the program."""
    depth, math = 0, 0
    for token in re.findall(r"\\.|[{}$]|(?<!\\)%[^\n]*", text, re.S):
        depth += {"{": 1, "}": -1}.get(token, 0)
        math += token == "$"
        if depth < 0:
            return "a closing brace too many"
    if depth or math % 2:
        return f"{depth} braces open, {math} dollars"
    found = re.search(r"\\(input|write|immediate|include|openin|read)\b", text)
    return f"the command {found[0]}" if found else ""


class _Tags(HTMLParser):
    """The elements of a page, by name, with the attributes that run."""

    def __init__(self) -> None:
        super().__init__()
        self.scripts, self.bad = 0, ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.scripts += tag == "script"
        if tag in ("img", "plugin", "iframe") or any(name.startswith("on") for name, _ in attrs):
            self.bad = f"<{tag} {attrs}>"


def _page(text: str) -> str:
    tags = _Tags()
    tags.feed(text)
    if tags.bad:
        return tags.bad
    for kind, script in re.findall(r"<script([^>]*)>(.*?)</script>", text, re.S):
        if "json" in kind:
            json.loads(script)
    return ""


def _xml(text: str) -> str:
    root = ElementTree.fromstring(text)
    tags = {node.tag.rpartition("}")[2] for node in root.iter()}
    return "".join(f"<{tag}> " for tag in ("plugin", "script", "img") if tag in tags)


def _imported(name: str) -> Callable[[Path], str]:
    def said(file: Path) -> str:
        own = next(entry for entry in IMPORTS.values() if entry.name == name)
        own.read(file.read_bytes(), file.name) if hasattr(own, "read") else pipeline.load(file)
        return ""

    return said


def _archive(content: bytes, folder: Path) -> str:
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        file.extractall(folder)
    for part in folder.rglob("*"):
        if part.suffix in (".xml", ".c", ".h", ".mjs", ".py") and (said := fault("part", part)):
            return f"{part.name}: {said}"
    return ""


def fault(export: str, file: Path) -> str:
    """Why a file is none of its language; empty where it is."""
    ending = file.suffix
    if ending in (".fmu", ".zip"):
        return _archive(file.read_bytes(), file.with_suffix(".parts"))
    if ending == ".c":
        return _command(
            ["gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "FILE"], file
        )
    if ending == ".h":
        return _command(["gcc", "-std=c99", "-Werror", "-fsyntax-only", "-x", "c", "FILE"], file)
    if ending == ".f90":
        return _command(["gfortran", "-std=f2008", "-fsyntax-only", "FILE"], file)
    if ending == ".mjs":
        return _command(["node", "--check", "FILE"], file)
    if ending == ".rs":
        return _command(
            [
                "rustc",
                "--edition",
                "2021",
                "--crate-name=x",
                "--emit=metadata",
                "-o",
                "/dev/null",
                "FILE",
            ],
            file,
        )
    if ending == ".m":
        words = ["octave-cli", "--quiet", "--no-history", "--eval"]
        return _command([*words, "__parse_file__('FILE');"], file)
    if ending in (".png", ".pdf", ".npz", ".glb", ".h5", ".hdf5"):
        return ""
    text = file.read_bytes().decode()
    if ending == ".py":
        ast.parse(text)
        return ""
    if ending in (".json",):
        json.loads(text)
        return ""
    if ending == ".lagr":
        pipeline.read_text(text)
        return ""
    if ending in (".urdf", ".sdf", ".svg", ".graphml", ".xml"):
        return _xml(text)
    if ending == ".html":
        return _page(text)
    if ending == ".tex":
        return _balanced(text)
    if ending in (".al", ".deck"):
        pipeline.load(file)
    return ""
