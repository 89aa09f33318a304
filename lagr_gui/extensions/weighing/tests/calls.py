"""Calls of ``lagr weigh`` for a pendulum, which `tests/cli` tries with those of the core."""

GOOD = ("weigh --box q1=-0.1..0.1 --accuracy 0.01",)
WRONG_CALLS = (
    "weigh --accuracy little",
    "weigh --box q1",
    "weigh --box q1=3..",
    "weigh --box q1=a..b",
)
WRONG_VALUES = {
    "weigh --box z=0..1": "",
    "weigh --accuracy -1": "",
    "weigh --form x": "",
}
WARNED = ()
"""Calls with which what is odd about a model is told."""
