"""Calls of ``lagr matrices`` for a pendulum, which `tests/cli` tries with those of the core."""

GOOD = (
    "matrices --coriolis bodies --as latex",
    "matrices --jacobian 1 --point 0,l,0 --axes body",
    "matrices --jacobian Bob --as json",
    "matrices --regressor --as text",
)
WRONG_CALLS = "matrices --as pdf", "matrices --jacobian 1 --regressor"
WRONG_VALUES = {
    "matrices --coriolis x": "",
    "matrices --jacobian 7": "",
    "matrices --jacobian nobody": "",
    "matrices --jacobian 1 --point 1,2": "",
    "matrices --jacobian 1 --point a,b,(": "",
    "matrices --jacobian 1 --axes moon": "",
    "matrices --form x": "",
}
WARNED = ("matrices",)
"""Calls with which what is odd about a model is told."""
