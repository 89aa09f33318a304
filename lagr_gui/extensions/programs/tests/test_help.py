"""What programs that run by themselves tell when they are asked for help."""

from __future__ import annotations

from pathlib import Path

import pytest

from lagr_gui import GROUND, System
from lagr_gui.extensions.programs.describing import describe
from lagr_gui.extensions.programs.fmi.variables import variables
from lagr_gui.extensions.programs.languages.telling import usage
from lagr_gui.extensions.programs.tests.test_programs import HERE, text_of
from lagr_gui.extensions.programs.tests.toolchain import build
from lagr_gui.foundation.wording import Wording
from lagr_gui.model import Model
from lagr_gui.prepared import prepare

ODD = """it's 100 % of "m", ??/ ??= \\n ${g} $x #{y} {z} */ é"""


def pendulum() -> System:
    """A pendulum with signs in its words that languages have other uses for."""
    system = System(ODD)
    system.parameter("m", 2.5, "kg", ODD)
    bob = system.body("Bob", mass="m")
    system.joint("revolute", GROUND, bob, "phi", name="J", point_child=(0, 1, 0))
    system.output("2*phi", name=ODD)
    return system


def lines(model: Model) -> list[str]:
    """The lines of help of its program."""
    return ["".join(words.lines) for words in usage(describe(prepare(model)))]


@pytest.mark.parametrize("language", HERE)
def test_programs_tell_the_same_in_every_language(language: str, tmp_path: Path) -> None:
    model = pendulum().model
    program = build(language, text_of(language, model), tmp_path)
    asked, wrong = program.answer("--help"), program.answer("--what")
    assert (asked.returncode, asked.stderr) == (0, "")
    assert asked.stdout.splitlines() == lines(model)
    assert wrong.returncode != 0 and not wrong.stdout
    assert "unknown: --what; --help lists the options" in wrong.stderr
    for words, unknown in (("--points 3 --until", "--until"), ("--until soon", "soon")):
        wrong = program.answer(*words.split())
        assert wrong.returncode != 0 and not wrong.stdout, words
        assert f"unknown: {unknown}; --help lists the options" in wrong.stderr


def test_help_names_all_that_a_program_knows() -> None:
    told = lines(pendulum().model)
    for words in ("t, phi, phi', T, U, E", "phi [rad]: joint J", "m = 2.5 [kg]: it's", "--outputs"):
        assert any(words in line for line in told), words
    assert all(line.isprintable() for line in told)


def test_start_values_that_follow_parameters_are_named() -> None:
    system = pendulum()
    assert not describe(prepare(system.model)).followed_words
    system.start(phi=("asin(m/5)", "2*pi"))
    program = describe(prepare(system.model))
    assert program.followed_words == Wording("phi = asin(m/5)")
    assert "follows parameters: phi = asin(m/5)" in " ".join(lines(system.model))
    words = {entry.name: entry.words for entry in variables(program)}
    assert words["phi"] == "joint J; its start is a number here, asin(m/5) in the model"
    assert words["der(phi)"] == "velocity of phi"
    for language in ("c", "numpy", "modelica"):
        assert "follows parameters: phi = asin(m/5)" in text_of(language, system.model)
