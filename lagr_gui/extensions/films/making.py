"""Films without a window: Qt draws them in a process of its own, which needs no display."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

from lagr_gui.extensions.films.film import FilmSettings
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Problem, refusal
from lagr_gui.foundation.showing import attributes
from lagr_gui.foundation.starting import command
from lagr_gui.model import Model, write_text
from lagr_gui.simulation import Settings

SIMULATED = "t_end q0 qd0 t0 rtol atol method points step"
"""What of the settings of a simulation a film may choose."""
FORCES = ("weights", "springs", "loads", "joints", "moments", "drives", "contacts", "inertia")
"""Kinds of forces that can be drawn."""


def film(
    model: Model,
    path: str | os.PathLike[str],
    settings: Settings | None = None,
    special: str = "",
    film: FilmSettings | None = None,
    curves: Sequence[str] = (),
    forces: Sequence[str] = (),
    folder: str | os.PathLike[str] = "",
    told: Callable[[int, int], object] = lambda done, count: None,
) -> int:
    """Simulate a model and write its animation as a film; the number of pictures.

    The ending of `path` is one of ``.mp4``, ``.webm``, ``.mov``, ``.gif``, ``.apng`` and ``.zip``
    (pictures as PNG).  `curves` are expressions as `outputs` takes them, drawn beside it; `forces`
    are kinds of arrows: weights, springs, loads, joints, moments, drives, contacts, inertia.
    Meshes of bodies lie in `folder`.  `told` hears how many pictures of how many are done.  The
    file takes its place when it is whole.  Raises LagrError for an unsound model, a motion that
    cannot go on, what makes no film, and where Qt, which draws the pictures, cannot be loaded.
    """
    chosen = film or FilmSettings()
    chosen.check(Path(path))
    job = {
        "model": write_text(model),
        "special": special,
        "settings": settings and attributes(settings, SIMULATED),
        "film": asdict(chosen),
        "curves": list(curves),
        "forces": list(forces),
        "folder": str(Path(folder).absolute()),
        "out": str(Path(path).absolute()),
    }
    with tempfile.TemporaryDirectory(prefix="lagr-film-") as place:
        file = Path(place) / "job.json"
        file.write_text(json.dumps(job, default=list), "utf-8")
        return _drawn(file, told)


def _drawn(job: Path, report: Callable[[int, int], object]) -> int:
    """Errors go to a file: a pipe that nobody reads meanwhile could fill and stop the film."""
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "PYTHONIOENCODING": "utf-8"}
    done = 0
    errors = job.with_suffix(".errors")
    with (
        errors.open("w") as stderr,
        subprocess.Popen(
            command("window", "--film", str(job)),
            env=environment,
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
            encoding="utf-8",
        ) as process,
    ):
        try:
            assert process.stdout is not None  # a pipe
            problems: list[Problem] = []
            for line in process.stdout:
                said = json.loads(line)
                problems += [
                    Problem(*entry[:3], code=entry[3]) for entry in said.get("problems", ())
                ]
                if "done" in said:
                    done, count = said["done"]
                    report(done, count)
        except BaseException:
            process.kill()
            raise
    if problems:
        raise LagrError(problems)
    if process.returncode:
        said = errors.read_text("utf-8", "replace").strip()
        cause = say("Its pictures are drawn with Qt, and that failed: {error}", error=said)
        raise refusal("Film", cause, "Install what is missing, or make it in the window.", "qt")
    return done
