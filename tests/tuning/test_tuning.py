"""Every chosen number of the solver has a reason, and a test that fails without it."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections import Counter

import pytest

from tests.ground.sources import ROOT, python_files, syntax
from tests.tuning.records import GUARDS, NUMBERS, reasons
from tests.tuning.spoiling import KEY

UNGUARDED = frozenset(
    {
        "BALANCE.shortest_part",
        "CONTACT.pushing",
        "CROSSING.noisy",
        "CROSSING.refinements",
        "CROSSING.stalled",
        "CROSSING.unusable",
        "CROSSING.watched",
        "FOLLOWING.apart",
        "FOLLOWING.farthest",
        "NEAR_SINGULAR.by_singular_values",
        "NEAR_SINGULAR.doubted",
        "NEAR_SINGULAR.locked",
        "PROJECTION.poor",
        "PROJECTION.straying",
        "PROJECTION.weak",
        "RUN.hopeless",
        "STEPPING.drifted",
        "STEPPING.fading",
        "STEPPING.locked_steps",
        "STEPPING.retried",
        "STEPPING.shortest",
        "STEPPING.singular_steps",
        "STEPPING.small_step",
        "STEPPING.smooth_part",
    }
)
"""Numbers whose spoiling no test notices: the list may only become shorter."""

GUARDED = [key for key in NUMBERS if key not in UNGUARDED]

SAMPLE = (
    "RANKS.share",
    "IMPACTS.exchanges",
    "CROSSING.coarse",
    "NEAR_SINGULAR.seen",
    "STEPPING.met",
    "STIFFNESS.accuracy",
    "RUN.parts",
    "ENERGY.nodes",
    "QUADRATURE.panels",
    "PROJECTION.bisections",
    "ASSEMBLY.changed",
    "VERDICT.takes_part",
    "CONTACT.rebound",
    "BALANCE.balanced",
)
"""One or two of most records; `python -m tests.tuning.test_tuning` spoils all of them in turn."""

OTHER = {
    "delays.BESIDE": "where polynomials are looked at",
    "delays.NEAR": "which times are one and the same",
    "delays.ROUNDED": "how far rounding may carry polynomials",
    "delays.SHARE": "a part of what a user chooses",
    "delays.SHORTEST": "where a jump is taken as it is",
    "faults.SHOWN": "how much a message tells",
    "bernstein.DEGREE": "the degree for which a rule is written",
    "bernstein.WAVES": "how many coefficients a rule is written for",
    "foresight.ROUNDS": "how often at most a bracket of rounding is narrowed",
    "loaded._WORDS": "how much a message tells",
    "march.PAUSE": "how often a cancel is heard",
    "reading.MOST_BYTES": "how large a file may be",
    "reading.MOST_FILES": "how much an archive may hold",
    "sampled.COMMENSURABLE": "which times are one and the same",
    "sampled.MOST": "how long a period a user may ask for",
    "sampled.WHOLE": "how long a period a user may ask for",
    "sampling.NEAR": "which times are one and the same",
    "tolerances.UNLIMITED": "that a bound is none",
    "settings.ATOL": "what a user may choose",
    "settings.LEAST": "what a user may ask for",
    "settings.MOST_POINTS": "what a user may ask for",
    "single.BLOCK": "how often a cancel is heard",
    "stepped.ENDING": "how long a process of its own may take to end",
    "stepped.LOOK": "how often a cancel is heard",
    "stepped.PATIENCE": "how long a process of its own may think",
    "surfaces.BLURRED": "when a slip has a direction but for rounding",
    "switching.ROUNDED": "how far rounding may carry a guard",
    "switching.TURNED": "when an input stands still but for rounding",
    "unseen.BESIDE": "which switches a message tells",
    "unseen.TOLD": "how much a message tells",
}


def test_numbers_have_reasons_in_sentences() -> None:
    assert list(reasons()) == NUMBERS
    assert not {
        key: why
        for key, why in reasons().items()
        if len(why) <= 15 or not why.rstrip().endswith(".")
    }


def test_each_number_has_a_guard_for_which_it_can_be_spoilt() -> None:
    assert list(GUARDS) == NUMBERS
    assert not [key for key, guard in GUARDS.items() if guard.spoilt == 1]


@pytest.mark.parametrize("key", GUARDED)
def test_the_guard_of_a_number_is_a_test_that_exists(key: str) -> None:
    file, _, name = GUARDS[key].test.partition("::")
    if file.startswith("lagr_gui/extensions/") and not (ROOT / file).exists():
        pytest.skip("its extension was taken out")
    tree = syntax(ROOT / file)
    assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_no_two_records_give_one_name_to_different_numbers() -> None:
    counts = Counter(key.split(".")[1] for key in NUMBERS)
    assert not {name for name, count in counts.items() if count > 1}


def test_all_numbers_of_the_solver_stand_in_a_record() -> None:
    """A constant of a module that is a number was chosen, too."""
    loose = {
        f"{path.stem}.{target.id}"
        for path in python_files("lagr_gui/simulation", "lagr_gui/numerics")
        for node in syntax(path).body
        if isinstance(node, ast.Assign) and _is_number(node.value)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    assert loose == set(OTHER)


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float)


def test_what_has_no_guard_is_a_number_that_exists() -> None:
    assert set(NUMBERS) >= UNGUARDED
    assert set(SAMPLE) <= set(GUARDED)


def survives(key: str) -> bool:
    """Whether the guard of a number holds although it is spoilt."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "tests.tuning.spoiling"]
    done = subprocess.run(
        [*command, "-p", "no:cacheprovider", GUARDS[key].test],
        cwd=ROOT,
        env=os.environ | {KEY: key},
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return done.returncode == 0


@pytest.mark.parametrize("key", SAMPLE)
def test_a_guard_fails_when_its_number_is_spoilt(key: str) -> None:
    assert not survives(key)


def main() -> None:
    """Spoil each number in turn."""
    for key in GUARDED:
        name = GUARDS[key].test.partition("::")[0]
        print(f"{key:35}{'SURVIVES' if survives(key) else 'fails':10}{name}", flush=True)


if __name__ == "__main__":
    main()
