"""What expressions offer, and where each of it is made."""
# ruff: noqa: I001  # names of one home stay together

from lagr_gui.expression.builtins import BUILTINS as BUILTINS, GREEK as GREEK
from lagr_gui.expression.decimals import with_points as with_points
from lagr_gui.expression.reader import NOT_FINITE as NOT_FINITE, read as read
from lagr_gui.expression.renaming import (
    renamed as renamed,
    replaced as replaced,
    with_endings as with_endings,
)
from lagr_gui.expression.spelling import (
    PLAIN as PLAIN,
    Spelling as Spelling,
    with_half as with_half,
)
from lagr_gui.expression.tree import (
    TIME as TIME,
    Call as Call,
    Expression as Expression,
    Number as Number,
    Power as Power,
    Product as Product,
    Sum as Sum,
    Symbol as Symbol,
    called as called,
    parts as parts,
    rebuilt as rebuilt,
    substitute as substitute,
    symbols as symbols,
    symbols_in as symbols_in,
)
from lagr_gui.expression.writer import write as write
