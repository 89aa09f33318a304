"""Asks a functional mock-up unit for derivatives with FMPy alone: prints JSON.

python -I derive_fmu.py UNIT TIME

The Jacobian of all outputs by all states, inputs and parameters, with the values around it, by
directional derivatives, by adjoint ones where there are some, and by central differences.
"""

from __future__ import annotations

import ctypes
import json
import sys

sys.modules["lagr_gui"] = None  # type: ignore[assignment]  # nobody can import it here

import fmpy  # noqa: E402


def main() -> None:
    """Answer in JSON."""
    unit, time = sys.argv[1], float(sys.argv[2])
    description = fmpy.read_model_description(unit)
    second = description.fmiVersion.startswith("2")
    made = fmpy.instantiate_fmu(fmpy.extract(unit), description, "ModelExchange")
    if second:
        made.setupExperiment(startTime=time)
        made.enterInitializationMode()
    else:
        made.enterInitializationMode(startTime=time)
    get, put = (made.getReal, made.setReal) if second else (made.getFloat64, made.setFloat64)
    variables = description.modelVariables
    refs = {v.name: v.valueReference for v in variables}
    inputs = [v.valueReference for v in variables if v.causality == "input"]
    put(inputs, [0.3 + 0.1 * k for k in range(len(inputs))])
    made.exitInitializationMode()
    states = [v.derivative.valueReference for v in variables if v.derivative is not None]
    unknown = [v.valueReference for v in variables if v.causality == "output"]
    parameters = [v.valueReference for v in variables if v.causality == "parameter"]
    known = [*states, *inputs, *parameters]
    count = description.numberOfContinuousStates

    one = [made.getDirectionalDerivative(unknown, [k], [1.0]) for k in known]
    both = made.getDirectionalDerivative(unknown, known, [0.5 + 0.1 * k for k in range(len(known))])
    adjoint = []
    if not second:
        adjoint = made.getAdjointDerivative(unknown, known, [1.0] * len(unknown), len(known))
    by_parameters = []
    for k in parameters:
        (before,) = get([k])
        h = 1e-5 * (abs(before) or 1.0)
        ends = []
        for sign in (1, -1):
            put([k], [before + sign * h])
            ends.append(get(unknown))
        put([k], [before])
        by_parameters.append([(a - b) / (2 * h) for a, b in zip(*ends, strict=True)])
    _ = made.newDiscreteStates() if second else made.updateDiscreteStates()
    made.enterContinuousTimeMode()
    differences = []
    x = read_states(made, count)
    for k in [*states, *inputs]:
        ends = []
        h = 1e-5
        for sign in (1, -1):
            if k in inputs:
                before = get([k])[0]
                put([k], [before + sign * h])
                ends.append(get(unknown))
                put([k], [before])
            else:
                moved = list(x)
                moved[states.index(k)] += sign * h
                write_states(made, moved)
                ends.append(get(unknown))
                write_states(made, x)
        differences.append([(a - b) / (2 * h) for a, b in zip(*ends, strict=True)])
    names = {ref: name for name, ref in refs.items()}
    print(
        json.dumps(
            {
                "known": [names[k] for k in known],
                "unknown": [names[k] for k in unknown],
                "one": one,
                "both": both,
                "adjoint": adjoint,
                "differences": differences,
                "by_parameters": by_parameters,
            }
        )
    )


def read_states(made, count: int) -> list[float]:
    row = (ctypes.c_double * count)()
    made.getContinuousStates(row, count)
    return list(row)


def write_states(made, x: list[float]) -> None:
    made.setContinuousStates((ctypes.c_double * len(x))(*x), len(x))


main()
