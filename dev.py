#!/usr/bin/env python3
"""Sets up the project and runs it or its tests; needs Python and nothing else.

    python3 dev.py run [--yes] [MODEL]  open the editor; without a display do its main job
    python3 dev.py test [WHICH]         format, lint, types, floors, and the tests that cost
                                        little, in as many processes as there are cores; or
        --touched [COMMIT]              those that a change since a commit reaches
        --landing                       the dearer ones whose turn it is on the day of this commit
        --all                           everything, with all systems of the oracles
        --measure [FILES]               measure what tests cost, into tests/costs.json
        PYTEST ARGS                     what pytest is told, in one process
    python3 dev.py fuzz [--minutes N] [--seed S]
                                        hold new random models against an independent oracle;
                                        what fails is kept in tests/oracle/regressions
    python3 dev.py bench [--against COMMIT] [NAMES]
                                        run the benchmarks; with a commit hold this tree beside that
                                        one, turn by turn, as ratios
    python3 dev.py package              build the program in one folder, which needs no Python:
                                        build/lagr-gui
    python3 dev.py env                  set up only

The environment is `.venv/`. It is made anew only when pyproject.toml or the lock has changed.
`run` and `package` install exactly what the locks in resources/packaging list, with its hashes;
tests take the newest releases that pyproject.toml allows.  Before packages of the system are
installed you are asked, or say --yes; where there is no terminal (CI, containers) nobody is.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
INTERPRETER = "Scripts/python.exe" if os.name == "nt" else "bin/python"
PYTHON = VENV / INTERPRETER
STAMP = VENV / "lagr-gui.stamp"
SAMPLE = ROOT / "sample_models" / "lagr_system_2.lagr"
OUTPUT = ROOT / "lagr_output"
PACKAGING = ROOT / "resources" / "packaging"
LOCK = PACKAGING / "lock.txt"
BUILD = ROOT / "build"
OLDEST = (3, 11)
NEWER = ("3.12", "3.13", "3.11", "3.14")
SPREAD = ("-n", "auto", "--maxprocesses", "4", "--max-worker-restart", "0", "-q", "-rfE")
CHOICES = {
    "--landing": ("--tier", "landing"),
    "--all": ("--every-system",),
    "--measure": ("--measure",),
}
"""Which tests run, by the word that asks for them; tests/costs.py knows what each costs."""
UNCHECKED = ("--landing", "--measure")
"""What follows a run that has looked at format, style, floors and types."""
YES = "--yes"
WINDOW_TOOLS = ("Xvfb", "openbox", "xdotool")


def main(words: Sequence[str]) -> int:
    """Do the command that the user typed; 2 when it is none."""
    commands = {
        "run": run,
        "test": test,
        "fuzz": fuzz,
        "bench": bench,
        "package": package,
        "env": env,
    }
    if not words or words[0] not in commands:
        print(__doc__)
        return 0 if words[:1] in (["-h"], ["--help"]) else 2
    if sys.version_info < OLDEST:
        return with_newer_python(words)
    return commands[words[0]](words[1:])


def run(words: Sequence[str]) -> int:
    """Open the editor on a model; where there is no display, do its main job without one."""
    files = [word for word in words if word != YES]
    model = str(Path(files[0]).resolve()) if files else str(SAMPLE)
    if has_display():
        provide_packages(["qt", "display"], YES in words)
        make_environment("")
        return call([PYTHON, "-m", "lagr_gui", model])
    make_environment("")
    print("There is no display, so the equations, curves and a picture go to a folder.")
    status = call([PYTHON, "-m", "lagr_gui.cli", "report", model, "--out", OUTPUT])
    if status == 0:
        print(f"The results are in {OUTPUT}")
    return status


def test(words: Sequence[str]) -> int:
    """Check format, style, types and floors while the tests run."""
    env([])
    which, rest = (words[0], words[1:]) if words else ("", ())
    checks = {} if which in UNCHECKED else begun_checks()  # side by side with the tests
    if which in CHOICES:
        chosen = (*SPREAD, *CHOICES[which], *rest)
    elif which in ("", "--touched"):
        chosen = (*SPREAD, "--tier", "default", *(touched(rest) if which else ()))
    else:
        chosen = tuple(words)
    environment = {**offscreen(), **one_thread()}
    status = call([PYTHON, "-m", "pytest", *pytest_choice(), *chosen], environment)
    failed = [name for name, process in checks.items() if not passes(name, process)]
    if failed:
        print(f"Not in order: {', '.join(failed)} (see above).")
    return status or bool(failed)


def begun_checks() -> dict[str, subprocess.Popen[str]]:
    """Processes that look at types, format, style and floors."""
    commands = {
        "types": [PYTHON, "-m", "pyright"],
        "format": [PYTHON, "-m", "ruff", "format", "--check", "--quiet", "."],
        "style": [PYTHON, "-m", "ruff", "check", "--quiet", "."],
        "floors": [VENV / PYTHON.parent.name / "lint-imports"],
    }
    return {name: begun(command) for name, command in commands.items()}


def touched(words: Sequence[str]) -> list[str]:
    """The files of tests that a change since a commit reaches."""
    command = [str(PYTHON), "-m", "tests.touched", *words]
    done = subprocess.run(command, cwd=ROOT, text=True, stdout=subprocess.PIPE, check=True)
    return done.stdout.split()


def fuzz(words: Sequence[str]) -> int:
    """Explore random models in as many processes as there are cores."""
    env([])
    return call([PYTHON, "-m", "tests.oracle", *words], {**offscreen(), **one_thread()})


def bench(words: Sequence[str]) -> int:
    """Measure this tree, or hold it beside another commit."""
    env([])
    script, rest = ("against", words[1:]) if words[:1] == ["--against"] else ("all", words)
    return call([PYTHON, ROOT / "benchmarks" / f"{script}.py", *rest], one_thread())


def package(words: Sequence[str]) -> int:
    """Build the program in one folder, in an environment of its own that the lock describes."""
    provide_packages(["qt", "packaging"], YES in words)
    folder = BUILD / "environment"
    python = folder / INTERPRETER
    create_venv(folder)
    install(python, PACKAGING / "lock-packaging.txt")
    places = ["--distpath", BUILD, "--workpath", BUILD / "work"]
    command = [python, "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR"]
    must([*command, *places, PACKAGING / "lagr-gui.spec"])
    program = BUILD / "lagr-gui"
    if sys.platform.startswith("linux"):
        make_application_folder(program)
    print(f"The program is {program}")
    return 0


def make_application_folder(program: Path) -> None:
    """Put into a program's folder what makes it one that `appimagetool` takes."""
    for name in ("lagr-gui.desktop", "lagr-gui.svg"):
        shutil.copy(ROOT / "resources" / "desktop" / name, program)
    (program / "AppRun").symlink_to("lagr-gui")


def env(words: Sequence[str]) -> int:
    """Set up everything that running and testing need."""
    provide_packages(["qt", "display", "packaging", "tests"], YES in words)
    make_environment("dev")
    return 0


def with_newer_python(words: Sequence[str]) -> int:
    """Start this file again with a Python that is new enough, if there is one."""
    launchers = [[f"python{version}"] for version in NEWER]
    if os.name == "nt":
        launchers = [["py", f"-{version}"] for version in NEWER]
    for launcher in launchers:
        if shutil.which(launcher[0]) and answers([*launcher, "-c", "import venv, ensurepip"]):
            return call([*launcher, Path(__file__).resolve(), *words])
    print(
        f"This is Python {sys.version.split()[0]}; lagr_gui needs 3.11 or newer, and none is on\n"
        "the PATH. Install one from https://www.python.org/downloads/ or your system's packages."
    )
    return 2


def make_environment(extra: str) -> None:
    """Create `.venv/` and install the project into it, unless that is done already."""
    made = STAMP.read_text().split() if STAMP.is_file() and answers([PYTHON, "-c", ""]) else []
    place = str(ROOT).encode()  # a folder that was moved needs its environment anew
    said = (ROOT / "pyproject.toml").read_bytes() + LOCK.read_bytes()
    state = hashlib.sha256(said + place).hexdigest()
    if made[:1] == [state] and (not extra or extra in made[1:]):
        return
    if not answers([PYTHON, "-m", "pip", "--version"]):
        create_venv(VENV)
    size = "2.7 GB" if extra else "1 GB"
    print(f"Installing the libraries into .venv ({size}; some minutes the first time) …")
    if extra:
        target = f"{ROOT}[{extra}]"
        must([PYTHON, "-m", "pip", "install", "-qq", "--editable", target], pip_settings())
    else:
        install(PYTHON, LOCK)
    STAMP.write_text(f"{state} {extra}\n")


def install(python: Path, lock: Path) -> None:
    """Install exactly what a lock lists, and the project itself."""
    pip = [python, "-m", "pip", "install", "-qq"]
    must([*pip, "--require-hashes", "-r", lock], pip_settings())
    must([*pip, "--no-deps", "--no-build-isolation", "--editable", ROOT], pip_settings())


def create_venv(folder: Path) -> None:
    """Make an empty environment; Debian keeps what that needs in a package of its own."""
    if not answers([sys.executable, "-c", "import venv, ensurepip"]):
        install_packages([f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"])
    print(f"Making the environment {folder.relative_to(ROOT)} …")
    must([sys.executable, "-m", "venv", "--clear", folder])


def provide_packages(groups: Sequence[str], unasked: bool) -> None:
    """Install the packages of Debian or Ubuntu that some groups name, where they are missing."""
    if not (shutil.which("apt-get") and shutil.which("dpkg-query")):
        return
    table = json.loads((ROOT / "resources" / "debian-packages.json").read_text("utf-8"))
    missing = missing_packages([name for group in groups for name in table[group]])
    if missing:
        install_packages(missing, unasked)


def missing_packages(names: Sequence[str]) -> list[str]:
    """Those that are not installed, also not under the newer name that ends in t64."""
    query = ["dpkg-query", "-W", "-f", "${Package} ${db:Status-Status}\\n"]
    query += [name + ending for name in names for ending in ("", "t64")]
    lines = subprocess.run(query, capture_output=True, text=True, check=False).stdout.splitlines()
    present = {line.split()[0] for line in lines if line.endswith(" installed")}
    return [name for name in names if not {name, name + "t64"} & present]


def install_packages(names: Sequence[str], unasked: bool = False) -> None:
    """Install with apt-get when that needs no password; otherwise show the line to type.

    At a terminal the user is asked before, unless all was allowed.
    """
    install = ["apt-get", "install", "-y", "--no-install-recommends", *names]
    if os.geteuid() == 0:
        prefix = []
    elif shutil.which("sudo") and answers(["sudo", "-n", "true"]):
        prefix = ["sudo", "-n", "DEBIAN_FRONTEND=noninteractive"]
    else:
        print("System packages are missing. Please type:\n  sudo " + " ".join(install))
        return
    if not unasked and not allowed(names):
        print("Nothing was installed. This line does it:\n  sudo " + " ".join(install))
        return
    print(f"Installing system packages: {' '.join(names)}")
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    answers([*prefix, "apt-get", "update"], quiet)
    if not answers([*prefix, *install], quiet):
        print("They could not be installed. Please try it yourself:\n  sudo " + " ".join(install))


def allowed(names: Sequence[str]) -> bool:
    """Whether the user lets system packages be installed; without a terminal nobody can say no."""
    if not sys.stdin.isatty() or os.environ.get("CI"):
        return True
    print(f"These system packages are missing: {' '.join(names)}")
    print("Install them with apt-get? [y/N] ", end="", flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes", "j", "ja")


def has_display() -> bool:
    """Whether a window can be shown; only on Linux is there a doubt."""
    names = ("DISPLAY", "WAYLAND_DISPLAY")
    return not sys.platform.startswith("linux") or any(os.environ.get(name) for name in names)


def pytest_choice() -> list[str]:
    """Leave the tests with a real window out where no virtual display can be made."""
    if all(shutil.which(tool) for tool in WINDOW_TOOLS):
        return []
    print(f"Without {', '.join(WINDOW_TOOLS)} the tests with a real window are left out.")
    return ["-m", "not window"]


def begun(command: Sequence[object]) -> subprocess.Popen[str]:
    """A check that runs."""
    words = [str(word) for word in command]
    pipe, out = subprocess.PIPE, subprocess.STDOUT
    return subprocess.Popen(words, cwd=ROOT, text=True, encoding="utf-8", stdout=pipe, stderr=out)


def passes(name: str, process: subprocess.Popen[str]) -> bool:
    """Wait for a check, show what it says only when it fails."""
    output, _ = process.communicate()
    print(f"{name}: {'in order' if process.returncode == 0 else output}", flush=True)
    return process.returncode == 0


def offscreen() -> dict[str, str]:
    """The tests show no windows on the user's screen unless told otherwise."""
    return {"QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen"), "PYTHONUTF8": "1"}


def one_thread() -> dict[str, str]:
    """Small matrices take longer in many threads, above all where every core has a process."""
    return {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


def pip_settings() -> dict[str, str]:
    """Spare the user pip's advice about itself and about running as root."""
    return {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_ROOT_USER_ACTION": "ignore"}


def call(command: Sequence[object], more: Mapping[str, str] | None = None) -> int:
    """Run a command in the project's folder; its exit status."""
    sys.stdout.flush()
    words = [str(word) for word in command]
    return subprocess.call(words, cwd=ROOT, env={**os.environ, **(more or {})})


def must(command: Sequence[object], more: Mapping[str, str] | None = None) -> None:
    """Run a command without which nothing can go on."""
    if call(command, more) != 0:
        sys.exit("This command failed: " + " ".join(str(word) for word in command))


def answers(command: Sequence[object], more: Mapping[str, str] | None = None) -> bool:
    """Whether a command can be started and ends well; it says nothing."""
    environment = {**os.environ, **(more or {})}
    try:
        done = subprocess.run(
            [str(word) for word in command], env=environment, capture_output=True, check=False
        )
    except OSError:
        return False
    return done.returncode == 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
