"""Whether what was exported can be read by what reads its language, and nothing of it runs."""

from __future__ import annotations

import ast
import io
import json
import re
import subprocess
import zipfile
from collections.abc import Callable, Sequence
from html.parser import HTMLParser
from pathlib import Path
from shutil import which
from xml.etree import ElementTree

from lagr_gui import pipeline
from lagr_gui.foundation.problem import LagrError


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
    """Whether braces and dollars of LaTeX are in pairs, and no command reads or writes."""
    depth, math = 0, 0
    for token in re.findall(r"\\.|[{}$]|(?<!\\)%[^\n]*", text, re.S):
        depth += {"{": 1, "}": -1}.get(token, 0)
        math += token == "$"
        if depth < 0:
            return "a closing brace too many"
    if depth or math % 2:
        return f"{depth} braces open, {math} dollars"
    own = r"\\input\{[\w.-]+\.tex\}"
    """Figures of a document stand in files beside it."""
    found = re.search(r"\\(input|write|immediate|include|openin|read)\b", re.sub(own, "", text))
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


def _archive(content: bytes, folder: Path) -> str:
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        file.extractall(folder)
    for part in folder.rglob("*"):
        if part.suffix in (".xml", ".c", ".h", ".mjs", ".py") and (said := fault(part)):
            return f"{part.name}: {said}"
    return ""


SLOW = frozenset({".rs", ".f90", ".m"})
"""Endings of languages whose tools take long: the whole product looks at them."""

_TOOLS = {
    ".c": ("gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "FILE"),
    ".h": ("gcc", "-std=c99", "-Werror", "-fsyntax-only", "-x", "c", "FILE"),
    ".f90": ("gfortran", "-std=f2008", "-fsyntax-only", "FILE"),
    ".mjs": ("node", "--check", "FILE"),
    ".rs": ("rustc", "--edition=2021", "--crate-name=x", "--emit=metadata", "-oFILE.rmeta", "FILE"),
    ".m": ("octave-cli", "--quiet", "--no-history", "--eval", "__parse_file__('FILE');"),
}
_READERS: dict[str, Callable[[str], object]] = {
    ".py": ast.parse,
    ".json": json.loads,
    ".lagr": pipeline.read_text,
    ".html": _page,
    ".tex": _balanced,
    **dict.fromkeys((".urdf", ".sdf", ".svg", ".graphml", ".xml"), _xml),
}


def fault(file: Path) -> str:
    """Why a file is none of its language; empty where it is."""
    ending = file.suffix
    try:
        if ending in (".fmu", ".zip"):
            return _archive(file.read_bytes(), file.with_suffix(".parts"))
        if ending in _TOOLS:
            return _command(_TOOLS[ending], file)
        if ending in _READERS:
            found = _READERS[ending](file.read_text("utf-8"))
            return found if isinstance(found, str) else ""
        if ending in (".al", ".deck"):
            pipeline.load(file)
    except (ValueError, SyntaxError, LagrError) as error:
        return str(error) or type(error).__name__
    return ""
