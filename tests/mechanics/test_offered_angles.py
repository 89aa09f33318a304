"""Absolute angles are offered where they make long equations much shorter, and only there."""

from __future__ import annotations

import pytest

from lagr_gui import equations, prepare
from lagr_gui.analysis.equations.long_equations import readable
from lagr_gui.catalogue import KINDS
from lagr_gui.cli.__main__ import main
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import Model
from lagr_gui.model.files import read_text, save, write_text
from lagr_gui.pipeline import load, simulate
from lagr_gui.prepared import dynamics, physics
from tests.samples.gallery import sample


@pytest.mark.parametrize(
    ("name", "offered"), [("five_link_chain", True), ("double_pendulum", False)]
)
def test_absolute_angles_are_offered_where_they_are_shorter(name: str, offered: bool) -> None:
    prepared = prepare(sample(name))
    codes = [note.code for note in readable(prepared, equations(prepared)).notes]
    assert ("absolute-angles" in codes) == offered


def kept(name: str, angles: str = "absolute") -> Model:
    """A sample that keeps a choice of angles, as it comes back from its file."""
    return read_text(write_text(sample(name).having(angles=angles)), KINDS)


def test_what_the_model_keeps_is_shown_where_nobody_chooses_others() -> None:
    model = kept("double_pendulum")
    assert equations(model).chosen.chart.choice == "absolute"
    assert equations(model).entries == equations(model, coordinates="absolute").entries
    assert equations(model, formalism="hamilton").chosen is not None
    assert equations(model, coordinates="relative").chosen is None
    assert '"angles"' not in write_text(sample("double_pendulum"))


def test_what_has_no_other_angles_stays_as_it_is() -> None:
    """A choice that the model keeps refuses nothing that one did not ask for together with it."""
    model, crank = kept("double_pendulum"), kept("slider_crank")
    assert equations(model, "structured").structured
    assert equations(model, formalism="lagrange-1").chosen is None
    assert equations(crank, minimal=True).minimal is not None
    assert equations(crank, multipliers=True, minimal=None).minimal is not None


def test_kept_angles_are_no_physics() -> None:
    drawn, model = sample("double_pendulum"), kept("double_pendulum")
    assert physics(drawn) == physics(model) and dynamics(drawn) == dynamics(model)
    one, other = prepare(drawn), prepare(model)
    assert one.reading is other.reading
    assert (simulate(drawn).q == simulate(model).q).all()


def test_the_command_line_takes_what_the_file_keeps(tmp_path, capsys) -> None:
    file = tmp_path / "chain.lagr"
    save(kept("double_pendulum"), file)
    for more, shown in (((), True), (("--coordinates", "relative"), False)):
        assert main(["equations", str(file), *more]) == 0
        assert ("phi2" in capsys.readouterr().out) == shown
    assert load(str(file)).angles == "absolute"


def test_another_word_is_refused_with_its_place() -> None:
    text = write_text(kept("double_pendulum")).replace('"absolute"', '"round"')
    with pytest.raises(LagrError, match="angles"):
        read_text(text, KINDS)
