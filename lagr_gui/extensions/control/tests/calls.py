"""Calls of ``lagr control`` for a pendulum, which `tests/cli` tries with those of the core."""

GOOD = (
    "control --inputs q1 --lqr 1 --r 0.1",
    "control --inputs q1 --pid PID --crossover 5",
    "control --inputs q1 --poles=-2,-3 --observer=-8,-9",
    "control --inputs q1 --lqr q1=1 --kalman 1 --noise 0.1 --sample 0.02",
)
WRONG_CALLS = (
    "control --inputs q1 --lqr many",
    "control --inputs q1 --poles here",
    "control --inputs q1 --pid PX",
    "control --inputs q1 --sample often",
)
WRONG_VALUES = {
    "control": "No input is chosen",
    "control --inputs q9": "Nothing of this name can be an input",
    "control --inputs g": "no force, moment or voltage",
    "control --inputs q1 --lqr 1,2,3": "3 numbers, and 2 are needed",
    "control --inputs q1 --lqr q7=1": "There is no “q7”",
    "control --inputs q1 --lqr 1 --r=-1": "not positive definite",
    "control --inputs q1 --poles=-1": "1 poles are given, and there are 2 states",
    "control --inputs q1 --lqr 1 --poles=-1,-2": "three ways to one controller",
    "control --inputs q1 --lqr 1 --sample=-1": "The sample is negative",
    "control --inputs q1 --pid PI --phase 300": "between 0° and 180°",
    "control --inputs q1 --place q4=1": "no coordinate",
}
WARNED = ()
"""Calls with which what is odd about a model is told."""
