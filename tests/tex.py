"""Tests that run LaTeX are left out where it, or a package that they need, is missing."""

from __future__ import annotations

import shutil
import subprocess

import pytest


def needs_tex(*files: str) -> pytest.MarkDecorator:
    """Leave a test out where pdflatex is missing, or one of the `files` of its packages."""
    reason = f"there is no TeX here with {', '.join(files)}"
    return pytest.mark.skipif(not has_tex(*files), reason=reason)


def has_tex(*files: str) -> bool:
    """Whether pdflatex is here with all these files."""
    if shutil.which("pdflatex") is None or shutil.which("kpsewhich") is None:
        return False
    done = subprocess.run(["kpsewhich", *files], capture_output=True, text=True)
    return len(done.stdout.split()) == len(files)
