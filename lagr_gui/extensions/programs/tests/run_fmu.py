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
    """The motion in all ways that the unit offers, by the names of all outputs."""
    description = fmpy.read_model_description(unit)
    names = [v.name for v in description.modelVariables if v.causality == "output"]
    offered = {"CoSimulation": description.coSimulation, "ModelExchange": description.modelExchange}
    found = {}
    for kind in (kind for kind, there in offered.items() if there is not None):
        table = fmpy.simulate_fmu(
            unit,
            fmi_type=kind,
            start_time=wish.get("begin", 0.0),
            stop_time=wish["until"],
            output_interval=wish.get("step", wish["until"] / 50),
            output=names,
            start_values=wish.get("start", {}),
            input=course(wish.get("course", {})),
            solver=wish.get("solver", "CVode"),
            step_size=wish.get("step"),
            relative_tolerance=wish.get("tolerance", 1e-10),
            early_return_allowed=True,
        )
        found[kind] = {name: table[name].tolist() for name in ("time", *names)}
    return found


def repeated(unit: str, step: float, start: dict) -> list[bool]:
    """Whether a state that is kept, also as bytes, leads to the same motion to the last bit.

    And whether a unit that is reset moves as one that is new.
    """
    description = fmpy.read_model_description(unit)
    folder = fmpy.extract(unit)
    made = fmpy.instantiate_fmu(folder, description, "CoSimulation")
    second = description.fmiVersion.startswith("2")
    outputs = [v.valueReference for v in description.modelVariables if v.causality == "output"]
    places = {v.name: v.valueReference for v in description.modelVariables}
    read = made.getReal if second else made.getFloat64
    write = made.setReal if second else made.setFloat64

    def begin() -> None:
        write([places[name] for name in start], [*start.values()])
        if second:
            made.setupExperiment(startTime=0.0)
            made.enterInitializationMode()
        else:
            made.enterInitializationMode(startTime=0.0)
        read(outputs)
        made.exitInitializationMode()
        if not second:
            made.enterStepMode()
        made.doStep(0.0, step)

    begin()
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
    made.reset()
    begin()
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
        answer["same"] = repeated(unit, wish["until"] / 3, wish.get("start", {}))
    print(json.dumps(answer))


main()
