"""Commands that ask one question: of a model, or as ``lagr energy`` of its motion."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lagr_gui import pipeline
from lagr_gui.cli.command import SET, SPECIAL, TABLE, Argument, QuestionCommand, command, table_file
from lagr_gui.cli.commands.linearize import PADE, PLACE, VELOCITIES
from lagr_gui.cli.commands.simulate import ALLOW, SETTINGS, settings_of
from lagr_gui.cli.output import answer_json, problem_json, tell
from lagr_gui.cli.values import MOST_POINTS, count, real, whole, with_values, words
from lagr_gui.exchange.documents.certificate import certificate_json
from lagr_gui.exchange.results import equilibria_text
from lagr_gui.expression.arguments import named_values
from lagr_gui.foundation.showing import attributes
from lagr_gui.model import Model
from lagr_gui.pipeline import Equilibria, FrequencyResponse, Modes, SampledModes

MOST_STATES = 10_000
FILE = Argument("-o --out FILE", "table as .csv or .json", default=None)

VERIFY = QuestionCommand(
    "verify",
    (
        Argument(
            "--states STATES", "number of random states", type=count(1, MOST_STATES), default=5
        ),
        Argument("--seed SEED", "seed of the random states", type=whole, default=1),
        SPECIAL,
        SET,
    ),
    json=certificate_json,
    holds=lambda certificate: certificate.holds,
)


# --- equilibria ----------------------------------------------------------------------------


def equilibria_json(found: Equilibria) -> dict[str, Any]:
    """The equilibria as an object; with states of the first order, if there are some."""
    z = " z" if found.states else ""
    return {
        **attributes(found, f"coordinates{' states' if found.states else ''} t"),
        "equilibria": [
            {
                **attributes(item, f"q qd{z} residual energy stability reason"),
                **_parts(item.eigenvalues),
                "starts": item.starts,
                "held": {
                    name: attributes(held, "low high exact") for name, held in item.held.items()
                },
            }
            for item in found.found
        ],
        "indifferent": found.indifferent,
        "tried": found.tried,
        "certificate": found.certificate,
        "notes": [problem_json(note) for note in found.notes],
    }


def _parts(eigenvalues: NDArray[np.complex128]) -> dict[str, Any]:
    return {"eigenvalues_re": eigenvalues.real, "eigenvalues_im": eigenvalues.imag}


def _equilibria_text(equilibria: Equilibria, model: Model) -> str:
    report = pipeline.check(model)
    return equilibria_text(equilibria, dict(zip(report.coordinates, report.units, strict=True)))


EQUILIBRIUM = QuestionCommand(
    "equilibria",
    (
        VELOCITIES,
        Argument(
            "--near Q=X,…",
            "begin here, list by distance",
            value=lambda _, options: named_values(options.near, "--near"),
        ),
        Argument("--time T", "time (s), if forces depend on it", dest="t", type=real),
        Argument("--seed SEED", "seed of the random starts", type=whole, default=1),
        SET,
        SPECIAL,
    ),
    json=equilibria_json,
    text=_equilibria_text,
    problems=lambda equilibria: () if equilibria.found else equilibria.notes,
    holds=lambda equilibria: equilibria.found,
)


# --- modes ---------------------------------------------------------------------------------


def modes_json(found: Modes) -> dict[str, Any]:
    """The modes as an object."""
    return {
        "coordinates": found.coordinates,
        "q": found.q,
        **_parts(found.eigenvalues),
        **_in_unit_circle(found),
        "modes": [
            {
                "kind": mode.kind,
                "re": mode.eigenvalue.real,
                "im": mode.eigenvalue.imag,
                **attributes(mode, "uncertainty frequency damped_frequency damping_ratio"),
                "amplitude": np.abs(mode.shape),
                "phase": np.angle(mode.shape),
            }
            for mode in found.modes
        ],
        **attributes(found, "zeros stability reason certificate notes"),
    }


def _in_unit_circle(found: Modes) -> dict[str, Any]:
    """The period of samples and all eigenvalues z of the map over it; nothing without samples."""
    if not isinstance(found, SampledModes):
        return {}
    z = {"z_re": found.z.real, "z_im": found.z.imag}
    return {**attributes(found, "period gone"), **z}


MODES = QuestionCommand("modes", (*PLACE, PADE), json=modes_json)


# --- frequency response --------------------------------------------------------------------


def response_json(found: FrequencyResponse) -> dict[str, Any]:
    """The response as an object; tables have one row for each frequency."""
    return {
        **attributes(found, "input outputs omega amplitude phase T U dissipated"),
        "resonances": [attributes(r, "output omega amplitude mode") for r in found.resonances],
        "stability": found.modes.stability,
        "certificate": found.certificate,
        "notes": found.modes.notes,
    }


def _response_text(response: FrequencyResponse, _: Model) -> str:
    low, high = response.omega[0], response.omega[-1]
    lines = [f"Response to {response.input} from {low:.6g} to {high:.6g} rad/s"]
    lines += [
        f"  resonance of {r.output} at {r.omega:.9g} rad/s: amplitude {r.amplitude:.6g} "
        f"(mode of {r.mode:.9g} rad/s)"
        for r in response.resonances
    ]
    lines.append(f"Without input: {response.modes.stability}, {response.modes.reason}")
    if response.modes.stability == "unstable":
        lines.append("A steady vibration does not come about: what is free grows.")
    return "\n".join([*lines, str(response.certificate), *response.modes.notes])


def _frequencies(_: Model, options: Namespace) -> list[float] | None:
    return pipeline.frequencies(options.low, options.high, options.points, options.linear)


RESPONSE = QuestionCommand(
    "frequency_response",
    (
        Argument("--input NAME", "what acts from outside", required=True),
        Argument(
            "--output EXPR,…",
            "coordinates, velocities q', expressions",
            dest="outputs",
            value=lambda _, options: words(options.outputs),
        ),
        Argument("--from W", "lowest rad/s", dest="low", type=real),
        Argument("--to W", "highest rad/s", dest="high", type=real),
        Argument("--points N", "frequencies", type=count(2, MOST_POINTS), default=400),
        Argument("--linear", "equal steps, not equal ratios"),
        *PLACE,
        FILE,
    ),
    values={"omega": _frequencies},
    json=response_json,
    text=_response_text,
    exported="response",
)


# --- what is asked of a motion ------------------------------------------------------------


@command(*SETTINGS, ALLOW, FILE, endings=TABLE)
def along(options: Namespace) -> int:
    """Print the answer, and write its table; of a motion that stops, as far as it goes."""
    model = with_values(pipeline.load(options.model), options)
    settings = settings_of(model, options)
    motion, problems = pipeline.simulate_as_far(
        model,
        settings,
        options.special,
        allow_fmu=options.allow_fmu,
        folder=str(Path(options.model).parent),
    )
    answer = getattr(pipeline, options.command)(model, motion, special=options.special)
    content = answer.as_json()
    written = table_file(options, answer, content)
    if options.json:
        more = {"problems": [problem_json(problem) for problem in problems]} if problems else {}
        print(answer_json(content | more))
    else:
        print(answer, *written, sep="\n")
    tell(problems)
    return 1 if problems else 0
