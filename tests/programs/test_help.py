"""What programs that run by themselves tell when they are asked for help."""

from __future__ import annotations

from pathlib import Path

import pytest

from lagr_gui import GROUND, System
from lagr_gui.prepared import prepare
from lagr_gui.programs.describing import describe
from lagr_gui.programs.languages.telling import usage
from tests.programs.test_programs import HERE, text_of
from tests.programs.toolchain import build

ODD = """it's 100 % of "m", ??/ ??= \\n ${g} $x #{y} {z} */ é\x07"""


def pendulum() -> System:
    """A pendulum with signs in its words that languages have other uses for."""
    system = System(ODD)
    system.parameter("m", 2.5, "kg", ODD)
    bob = system.body("Bob", mass="m")
    system.joint("revolute", GROUND, bob, "phi", name="J", point_child=(0, 1, 0))
    system.output("2*phi", name=ODD)
    return system


@pytest.mark.parametrize("language", HERE)
def test_programs_tell_the_same_in_every_language(language: str, tmp_path: Path) -> None:
    model = pendulum().model
    program = build(language, text_of(language, model), tmp_path)
    asked, wrong = program.answer("--help"), program.answer("--what")
    assert (asked.returncode, asked.stderr) == (0, "")
    assert asked.stdout.splitlines() == usage(describe(prepare(model)))
    assert wrong.returncode != 0 and not wrong.stdout
    assert "unknown: --what; --help lists the options" in wrong.stderr


def test_help_names_all_that_a_program_knows() -> None:
    told = usage(describe(prepare(pendulum().model)))
    for words in ("t, phi, phi', T, U, E", "phi [rad]: joint J", "m = 2.5 [kg]: it's", "--outputs"):
        assert any(words in line for line in told), words
    assert all(line.isprintable() for line in told)
