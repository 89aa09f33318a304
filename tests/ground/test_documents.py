"""The documents of the project lead where they say."""

from __future__ import annotations

import re
from pathlib import Path

from tests.each import each
from tests.ground.sources import EXTENSION_PAGES, ROOT

PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "benchmarks").glob("*.md")]
PAGES += EXTENSION_PAGES
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")


@each("page", PAGES)
def test_what_a_page_points_to_is_there(page: Path) -> None:
    targets = [link for link in LINK.findall(page.read_text("utf-8")) if "://" not in link]
    assert not [target for target in targets if not _is_there((page.parent / target).resolve())]


def test_the_tests_beside_known_numbers_are_there() -> None:
    page = (ROOT / "docs" / "closed-forms.md").read_text("utf-8")
    named = set(re.findall(r"`(test_\w+)`", page))
    sources = [path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py")]
    written = {name for text in sources for name in re.findall(r"^def (test_\w+)", text, re.M)}
    assert named and named <= written


def _is_there(target: Path) -> bool:
    """Whether a link leads somewhere; what is of an extension that was taken out is let go."""
    folder = ROOT / "lagr_gui" / "extensions"
    if folder in target.parents and not (folder / target.relative_to(folder).parts[0]).is_dir():
        return True
    return target.exists()
