"""Calls of ``lagr inverse`` for a pendulum, which `tests/cli` tries with those of the core."""

GOOD = ("inverse --motion q1=sin(t) --from 0 --to 1 --points 11",)
WRONG_CALLS = (
    "inverse --points 1",
    "inverse --noise loud",
    "inverse --noise 1_0",
    "inverse --to end",
)
WRONG_VALUES = {
    "inverse --motion q9=t": "no coordinate of this name",
    "inverse --motion q1": "neither an expression",
    "inverse --motion q1=t,q1=2*t": "given twice",
    "inverse --motion q1=t --from 2 --to 1": "do not rise",
    "inverse --motion q1=( ": "",
    "inverse --motion q1=t --noise -1": "a number that is not negative",
    "inverse --motion q1=t --axes moon": "",
}
WARNED = ()
"""Calls with which what is odd about a model is told."""
