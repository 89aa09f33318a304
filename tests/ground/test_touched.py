"""What a change reaches."""

from __future__ import annotations

from tests.touched import ALWAYS, reached


def test_a_module_reaches_its_folder_and_those_that_import_it() -> None:
    files = reached(["lagr_gui/numerics/impacts.py"])
    assert {ALWAYS, "tests/numerics"} <= set(files)
    assert any(name.startswith("tests/") and name.endswith(".py") for name in files)
    assert not [name for name in files if name.startswith("tests/numerics/")]


def test_a_changed_test_reaches_itself_and_the_rules() -> None:
    name = "tests/numerics/test_ranks.py"
    assert reached([name]) == [ALWAYS, name]


def test_what_neighbours_share_reaches_their_folder() -> None:
    assert "tests/simulation" in reached(["tests/simulation/conftest.py"])


def test_a_page_reaches_the_rules_only() -> None:
    assert reached(["README.md", "docs/theory.md"]) == [ALWAYS]
