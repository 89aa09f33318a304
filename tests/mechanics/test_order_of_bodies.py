"""Bodies stand in sums as they are counted, in whatever order they were drawn."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import lagr_gui
from lagr_gui.expression import Expression, Sum, Symbol, parts, write
from lagr_gui.expression.rows import terms_in
from lagr_gui.foundation.resource import sample_models
from lagr_gui.mechanics.sheets.sheet import FORMS
from tests.samples.gallery import sample


@pytest.mark.parametrize("form", FORMS)
def test_moments_of_inertia_stand_as_they_are_counted(form: str) -> None:
    sheet = lagr_gui.equations(sample("andrews_squeezer"), form=form)
    plain = [own for entry in sheet.entries for own in _plain_sums(entry.tree)]
    assert all(own == sorted(own) for own in plain)
    assert form == "structured" or ["i4", "i5"] in plain


def test_ten_stands_behind_nine(tmp_path: Path) -> None:
    (own,) = (path for path in sample_models() if path.stem == "double_pendulum")
    text = re.sub(r"\bm1\b", "m10", own.read_text("utf-8"))
    copy = tmp_path / "renamed.lagr"
    copy.write_text(re.sub(r"\bm2\b", "m9", text), "utf-8")
    first = lagr_gui.equations(lagr_gui.load(copy)).of("g")[0]
    found = re.findall(r"\bm\d+\b", write(first.tree))
    assert found == ["m9", "m10"]


@pytest.mark.parametrize("form", ["shortest", "collected"])
def test_angles_of_links_stand_as_the_links_are_counted(form: str) -> None:
    sheet = lagr_gui.equations(sample("four_bar"), form=form)
    for entry in (*sheet.of("U"), *sheet.of("phi"), *sheet.of("gamma_bar2")):
        links = [int(n) for n in re.findall(r"\bl(\d)\*", write(entry.tree))]
        beginning = 1 if entry.name == "Phi2" else 0  # the term that begins with a plus
        assert links[beginning:] == sorted(links[beginning:]), entry.name


@pytest.mark.parametrize("form", ["multi-angle", "product"])
@pytest.mark.parametrize("name", ["rolling_disc", "ball_on_turntable", "flyball_governor"])
def test_terms_written_out_begin_without_a_minus_where_one_has_none(name: str, form: str) -> None:
    for entry in lagr_gui.equations(sample(name), form=form).entries:
        if entry.symbol in ("E", "x", "g", "Gamma", "phi", "G"):
            first, *others = map(write, terms_in(entry.tree))
            assert not first.startswith("-") or all(one.startswith("-") for one in others)


def _plain_sums(tree: Expression) -> list[list[str]]:
    """The names of each sum that begin it and differ in their number alone."""
    inner = [own for part in parts(tree) for own in _plain_sums(part)]
    if not isinstance(tree, Sum):
        return inner
    names = [own.name for own in tree.terms if isinstance(own, Symbol)]
    return [*inner, [name for name in names if name[0] == names[0][0]]] if names else inner
