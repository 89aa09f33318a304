"""The floors of docs/architecture.md, and what starting the program may import."""

from __future__ import annotations

import pickle
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

from lagr_gui import pipeline
from lagr_gui.foundation.resource import sample_models
from tests.ground.sources import PACKAGE, ROOT

QT = {"PySide6", "shiboken6", "pyqtgraph"}
MACHINERY = {"sympy", "scipy", "llvmlite", "flint"}
HEAVY = QT | MACHINERY | {"networkx", "numpy", "pydantic"}
CHECKING = {
    "analysis",
    "catalogue",
    "cli",
    "expression",
    "foundation",
    "kernel",
    "mechanics",
    "model",
    "numerics",
    "pipeline",
    "prepared",
    "simulation",
    "subsystems",
    "topology",
}
"""The folders that may be loaded to check a model that has no forces to be differentiated."""

MOST_LINES = {"check": 19_010, "equations": 30_410}
"""Lines of the program that a command may load for two bodies that hang on hinges."""

SAMPLES = {path.stem: str(path) for path in sample_models()}


LISTING = """
import atexit, runpy, sys
atexit.register(lambda: print("", *sys.modules, sep="\\nloaded: ", file=sys.stderr))
"""


def loaded_by(work: str) -> set[str]:
    """The names of all modules that a fresh Python has loaded when it has done some work."""
    done = subprocess.run(
        [sys.executable, "-c", LISTING + work], cwd=ROOT, capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr[-2000:]
    lines = done.stderr.splitlines()
    return {line.removeprefix("loaded: ") for line in lines if line.startswith("loaded: ")}


@cache
def loaded_by_command(*words: str) -> set[str]:
    """The modules that the command line has loaded when it has answered."""
    start = "runpy.run_module('lagr_gui.cli', run_name='__main__')"
    return loaded_by(f"sys.argv[1:] = {words!r}\n{start}")


def libraries(modules: set[str]) -> set[str]:
    """The libraries to which modules belong."""
    return {module.partition(".")[0] for module in modules}


def folders(modules: set[str]) -> set[str]:
    """The folders of the program to which modules belong; records of extensions are no more."""
    parts = [module.split(".") for module in modules]
    names = {own[1] for own in parts if own[0] == "lagr_gui" and len(own) > 1}
    if all(len(own) < 4 for own in parts if own[1:2] == ["extensions"]):
        names.discard("extensions")
    return {name for name in names if (PACKAGE / name).is_dir()}


def lines(modules: set[str]) -> int:
    """The lines of the files of the program among modules."""
    places = (ROOT / module.replace(".", "/") for module in modules if "lagr_gui" in module)
    files = (
        place / "__init__.py" if place.is_dir() else place.with_suffix(".py") for place in places
    )
    return sum(file.read_text("utf-8").count("\n") for file in files)


def checking(sample: str) -> set[str]:
    """The modules that `lagr check` loads for a sample."""
    return loaded_by_command("check", SAMPLES[sample])


def test_every_file_imports_from_its_own_or_a_lower_floor_only() -> None:
    linter = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run(
        [linter, "--no-logo", "--no-cache"], cwd=ROOT, capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout


def test_importing_the_package_loads_nothing_heavy() -> None:
    loaded = loaded_by("import lagr_gui")
    assert not libraries(loaded) & HEAVY
    assert folders(loaded) == {"foundation"}


@pytest.mark.parametrize("words", [("--help",), ("--version",)])
def test_listing_the_commands_loads_none_of_them(words: tuple[str, ...]) -> None:
    loaded = loaded_by_command(*words)
    assert not libraries(loaded) & HEAVY
    assert folders(loaded) <= {"cli", "expression", "foundation", "pipeline"}
    assert not [name for name in loaded if name.startswith("lagr_gui.cli.commands.")]
    listed = {name for name in loaded if name.startswith("lagr_gui.pipeline")}
    assert listed <= {"lagr_gui.pipeline", "lagr_gui.pipeline.doors"}, "the list of questions alone"


def test_a_command_loads_no_other_one() -> None:
    assert {name for name in checking("double_pendulum") if "cli.commands." in name} == {
        "lagr_gui.cli.commands.check"
    }


def test_a_command_loads_little_of_the_program_for_a_small_model() -> None:
    """What nobody asks for, and what the model has none of, stays where it is."""
    loaded = {
        name: lines(loaded_by_command(name, SAMPLES["double_pendulum"])) for name in MOST_LINES
    }
    assert not {name: count for name, count in loaded.items() if count > MOST_LINES[name]}


@pytest.mark.parametrize("sample", ["double_pendulum", "four_bar", "robot_arm_6r"])
def test_checking_a_model_loads_no_more_than_its_joints_need(sample: str) -> None:
    loaded = checking(sample)
    laws = {"robot_arm_6r"}  # whose slopes take algebra
    assert libraries(loaded) & (QT | MACHINERY) == ({"flint"} if sample in laws else set())
    assert folders(loaded) - CHECKING == ({"algebra"} if sample in laws else set())
    questions = {name for name in loaded if name.startswith("lagr_gui.analysis.structure.")}
    assert {name.rpartition(".")[2] for name in questions} == {
        "check",
        "classification",
        "freedom",
        "singular_coordinates",
        *(["redundancy"] if sample == "four_bar" else []),
    }
    assert {name for name in loaded if name.startswith("lagr_gui.analysis.")} == {
        "lagr_gui.analysis.structure",
        *questions,
    }


def test_conditions_on_velocities_load_the_algebra_that_integrates_them() -> None:
    loaded = checking("rolling_disc")
    assert libraries(loaded) & (QT | MACHINERY) == {"flint"}
    assert folders(loaded) - CHECKING == {"algebra"}


def test_deriving_equations_does_not_wait_for_scipy() -> None:
    loaded = loaded_by_command("equations", SAMPLES["double_pendulum"])
    assert not libraries(loaded) & (QT | {"scipy", "sympy"})


def test_the_window_starts_without_what_takes_long_to_load() -> None:
    loaded = loaded_by("import lagr_gui.gui.application")
    assert "lagr_gui.gui.window" in loaded
    assert not libraries(loaded) & (MACHINERY | {"networkx", "pyqtgraph"})
    assert not folders(loaded) & {"algebra", "audit"}, "what derives belongs to the workers"
    panes = {f"lagr_gui.gui.panes.{name}" for name in ("equations", "simulation", "sweep")}
    assert not loaded & panes, "they are made when they are seen"
    called = {f"lagr_gui.gui.{name}" for name in ("export_choices", "help")}
    assert not loaded & called, "they are made when they are called"


def test_trying_qt_leaves_python_its_own_import() -> None:
    """That of PySide would read the source of each module that is loaded after it."""
    tried = "plain = builtins.__import__; assert not missing_library()"
    left = "assert 'PySide6.QtWidgets' in sys.modules; assert builtins.__import__ is plain"
    loaded_by(f"import builtins; from lagr_gui.__main__ import missing_library; {tried}; {left}")


def test_the_window_shows_a_motion_with_single_steps_without_scipy(tmp_path: Path) -> None:
    """Loading SciPy, only to read what a worker sent, would hold the picture."""
    bars = pipeline.simulate(pipeline.load(SAMPLES["parallelogram"]))
    sent = tmp_path / "motion"
    sent.write_bytes(pickle.dumps(bars))
    loaded = loaded_by(f"import pickle\npickle.load(open({str(sent)!r}, 'rb'))")
    assert "lagr_gui.simulation.crossing" in loaded, "single steps lead over lined-up bars"
    assert "scipy" not in libraries(loaded)


@pytest.mark.parametrize(
    "package",
    [
        "lagr_gui",
        *(f"lagr_gui.{name}" for name in ("expression", "numerics", "pipeline", "subsystems")),
        "lagr_gui.simulation",
        "lagr_gui.simulation.tuning",
    ],
)
def test_what_a_package_offers_is_there_and_hides_none_of_its_modules(package: str) -> None:
    module = import_module(package)
    assert module.__all__
    assert all(hasattr(module, name) for name in module.__all__)
    assert not {found.name for found in iter_modules(module.__path__)} & {*module.__all__}
    with pytest.raises(AttributeError, match="nothing_of_this_name"):
        _ = module.nothing_of_this_name


@pytest.mark.parametrize(
    ("word", "status", "said"),
    [("--help", 0, "usage: lagr-gui"), ("--version", 0, "lagr_gui "), ("--sesame", 2, "--sesame")],
)
def test_an_option_of_the_window_is_told_of_without_one(word: str, status: int, said: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "lagr_gui", word],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        env={"QT_QPA_PLATFORM": "xcb", "PATH": ""},
    )
    assert done.returncode == status
    assert said in (done.stdout if status == 0 else done.stderr)


def test_starting_the_window_without_a_display_says_so_in_one_sentence() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "lagr_gui"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        env={"QT_QPA_PLATFORM": "xcb", "PATH": ""},
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "no display" in done.stderr
    assert "Traceback" not in done.stderr
