"""What linear algebra with ranks offers, and where each of it is made."""
# ruff: noqa: I001  # names of one home stay together

from lagr_gui.numerics.blas import on_one_thread as on_one_thread
from lagr_gui.numerics.descriptor import (
    Slopes as Slopes,
    Solution as Solution,
    dependent as dependent,
    independent as independent,
    is_definite as is_definite,
    multipliers as multipliers,
    pushes as pushes,
    rank as rank,
    refined as refined,
    resolve as resolve,
    scales as scales,
    solve as solve,
    solve_many as solve_many,
    steps as steps,
    unmet as unmet,
)
from lagr_gui.numerics.impacts import (
    Answers as Answers,
    answers as answers,
    blocks as blocks,
)
from lagr_gui.numerics.impacts import (
    bounded as bounded,
    collide as collide,
    complementary as complementary,
)
from lagr_gui.numerics.reduction import (
    FullMotion as FullMotion,
    LinearDescriptor as LinearDescriptor,
    LinearStates as LinearStates,
    picked as picked,
    reduce as reduce,
)
from lagr_gui.numerics.tolerances import RANKS as RANKS
