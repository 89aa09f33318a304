"""Two bars in a plane with each choice of two coordinates: where it fails, that is told rightly.

Angles φ, ψ of the bars against space and the tip (x, y) = (cos φ + b cos ψ, sin φ + b sin ψ).
"""

from __future__ import annotations

import json

import numpy as np
import pytest

from lagr_gui import System
from lagr_gui.analysis.equations.evaluation import no_answer
from lagr_gui.cli.__main__ import main
from lagr_gui.pipeline import evaluate, mobility, prepare

B = 0.8
FIRST, SECOND = "acos((x - 0.8*cos(psi)))", "asin((y - 0.8*sin(psi)))"
SPAN = "sqrt(x^2 + y^2)"
ANGLES = {
    ("phi", "psi"): ("phi", "psi"),
    ("phi", "x"): ("phi", "acos((x - cos(phi))/0.8)"),
    ("phi", "y"): ("phi", "asin((y - sin(phi))/0.8)"),
    ("psi", "x"): (FIRST, "psi"),
    ("psi", "y"): (SECOND, "psi"),
    ("x", "y"): (
        f"atan2(y, x) - acos((1 + x^2 + y^2 - 0.64)/(2*{SPAN}))",
        f"atan2(y, x) + acos((0.64 + x^2 + y^2 - 1)/(1.6*{SPAN}))",
    ),
}


def dyad(names: tuple[str, str], phi: float, psi: float) -> System:
    """Both bars by their absolute motion, in the coordinates of these names."""
    first, second = ANGLES[names]
    system = System("Dyad")
    at = {
        "phi": phi,
        "psi": psi,
        "x": np.cos(phi) + B * np.cos(psi),
        "y": np.sin(phi) + B * np.sin(psi),
    }
    middle = (f"cos({first})", f"sin({first})", 0)
    places = (
        (first, (f"cos({first})/2", f"sin({first})/2", 0)),
        (second, (f"{middle[0]} + 0.4*cos({second})", f"{middle[1]} + 0.4*sin({second})", 0)),
    )
    for number, (angle, place) in enumerate(places, start=1):
        system.body(mass=1, inertia=(0, 0, 0.1))
        rows = ((f"cos({angle})", f"sin({angle})", 0), (f"-sin({angle})", f"cos({angle})", 0))
        own = names if number == 1 else ()
        system.joint("general", 0, number, *own, rotation=(*rows, (0, 0, 1)), distance=place)
    system.start(**{name: float(at[name]) for name in names})
    return system


def blamed(system: System) -> set[str]:
    """The coordinates that check says to fail at the start."""
    told = [n for n in mobility(system.model).notes if n.code == "invalid-coordinates"]
    for note in told:
        assert "moves nothing" not in note.cause and "moves no body" not in note.cause
        assert "infinitely fast" in note.cause
    return {name for note in told for name in note.place.removeprefix("Start, ").split(", ")}


PLACES = [
    (("phi", "x"), (0.9, 0.0), {"phi", "x"}),  # δx = −sin φ δφ there
    (("phi", "x"), (0.0, 0.0), {"x"}),
    (("phi", "y"), (0.4, np.pi / 2), {"phi", "y"}),  # δy = cos φ δφ
    (("phi", "y"), (np.pi / 2, np.pi / 2), {"y"}),
    (("psi", "x"), (0.0, 0.7), {"psi", "x"}),
    (("psi", "y"), (np.pi / 2, 0.7), {"psi", "y"}),
    (("x", "y"), (0.5, 0.5), {"x", "y"}),  # stretched: the tip moves across only
    (("x", "y"), (0.0, 0.0), {"x"}),
]


@pytest.mark.parametrize(("names", "angles", "expected"), PLACES)
def test_coordinates_that_motions_do_not_change_are_blamed(names, angles, expected):
    assert blamed(dyad(names, *angles)) == expected


@pytest.mark.parametrize("names", ANGLES)
def test_a_choice_that_is_valid_at_the_start_is_not_blamed(names):
    model = dyad(names, 0.4, 1.1).model
    assert blamed(dyad(names, 0.4, 1.1)) == set()
    (found,) = evaluate(model, [prepare(model).start])
    assert np.isfinite(found.qdd).all()
    assert no_answer(prepare(model), found) is None


@pytest.mark.parametrize(("names", "angles", "expected"), PLACES)
def test_an_evaluation_without_answer_says_why(names, angles, expected, tmp_path, capsys):
    system = dyad(names, *angles)
    path = tmp_path / "dyad.lagr"
    system.save(path)
    assert main(["evaluate", str(path), "--json"]) == 0
    said = capsys.readouterr()
    answer = json.loads(said.out)
    assert answer["states"][0]["qdd"] == [None, None]
    (problem,) = answer["problems"]
    assert set(problem["place"].removeprefix("coordinate ").split(", ")) == expected
    assert "No motion changes" in said.err


def test_an_evaluation_says_which_conditions_contradict_and_what_has_no_inertia():
    system = System("Driven twice")
    system.body(mass=1, inertia=(1, 1, 1))
    system.joint("revolute", 0, 1, "q")
    model = system.model
    free = evaluate(model, [{"t": 0, "q": [0.1], "qd": [0]}])[0]
    assert no_answer(prepare(model), free) is None
    for name, motion in (("one", "t^2"), ("two", "2*t^2")):
        system.element("prescribed_motion", name, coordinate="q", motion=motion)
    model = system.model
    why = no_answer(prepare(model), evaluate(model, [{"t": 0, "q": [0], "qd": [0]}])[0])
    assert why.code == "contradiction" and "No acceleration meets all conditions" in why.cause
    light = System("Light")
    light.body(mass=0)
    light.joint("revolute", 0, 1, "q")
    why = no_answer(prepare(light.model), evaluate(light.model, [{"t": 0, "q": [0], "qd": [0]}])[0])
    assert why.code == "singular-metric"
