"""Runs a functional mock-up unit with FMPy alone, and prints as JSON what it finds.

python -I run_fmu.py UNIT '{"until": 1, "start": {"g": 1.62}}'
"""

from __future__ import annotations

import json
import sys

sys.modules["lagr_gui"] = None  # type: ignore[assignment]  # nobody can import it here

import fmpy  # noqa: E402
import numpy as np  # noqa: E402
from fmpy.validation import validate_fmu  # noqa: E402


def course(wish: dict) -> np.ndarray | None:
    """One input over time, as FMPy reads it: times that stand twice are those of jumps."""
    for name, rows in wish.items():
        return np.array([tuple(row) for row in rows], [("time", float), (name, float)])
    return None


def simulated(unit: str, wish: dict) -> dict:
    """The motion in both ways, by the names of all outputs."""
    description = fmpy.read_model_description(unit)
    names = [v.name for v in description.modelVariables if v.causality == "output"]
    found = {}
    for kind in ("CoSimulation", "ModelExchange"):
        table = fmpy.simulate_fmu(
            unit,
            fmi_type=kind,
            stop_time=wish["until"],
            output_interval=wish.get("step", wish["until"] / 50),
            output=names,
            start_values=wish.get("start", {}),
            input=course(wish.get("course", {})),
            solver=wish.get("solver", "CVode"),
            step_size=wish.get("step"),
            relative_tolerance=wish.get("tolerance", 1e-10),
        )
        found[kind] = {name: table[name].tolist() for name in ("time", *names)}
    return found


def repeated(unit: str, step: float) -> list[bool]:
    """Whether a state that is kept, also as bytes, leads to the same motion to the last bit."""
    description = fmpy.read_model_description(unit)
    folder = fmpy.extract(unit)
    made = fmpy.instantiate_fmu(folder, description, "CoSimulation")
    second = description.fmiVersion.startswith("2")
    if second:
        made.setupExperiment(startTime=0.0)
    made.enterInitializationMode()
    made.exitInitializationMode()
    if not second:
        made.enterStepMode()
    outputs = [v.valueReference for v in description.modelVariables if v.causality == "output"]
    read = made.getReal if second else made.getFloat64
    made.doStep(0.0, step)
    kept = made.getFMUstate() if second else made.getFMUState()
    asked = made.serializeFMUstate if second else made.serializeFMUState
    load = made.deSerializeFMUstate if second else made.deserializeFMUState
    put = made.setFMUstate if second else made.setFMUState
    written = asked(kept)
    made.doStep(step, step)
    first = read(outputs)
    same = []
    for again in (kept, load(written)):
        put(again)
        made.doStep(step, step)
        same.append(read(outputs) == first)
    made.terminate()
    made.freeInstance()
    return same


def main() -> None:
    """Answer in JSON."""
    unit, wish = sys.argv[1], json.loads(sys.argv[2])
    faults = validate_fmu(unit)
    answer = {"faults": faults, **simulated(unit, wish)}
    if wish.get("repeated"):
        answer["same"] = repeated(unit, wish["until"] / 3)
    print(json.dumps(answer))


main()
