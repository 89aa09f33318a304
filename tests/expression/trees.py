"""Random trees as the reader makes them, and as algebra and editing may make them."""

from __future__ import annotations

from hypothesis import strategies as st

from lagr_gui.expression import BUILTINS, Call, Expression, Number, Power, Product, Sum, Symbol

NAMES = ("x", "q1", "theta_2", "l_rod", "XF101", "m")
SYMBOLS = st.builds(Symbol, st.sampled_from(NAMES), st.integers(0, 2))
NUMBERS = st.builds(Number, st.fractions(-1000, 1000, max_denominator=10**7), st.booleans())
EXPONENTS = st.fractions(-9, 9, max_denominator=3).map(Number)


def _call(name: str, inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    count = BUILTINS[name].start
    return st.tuples(*[inner] * count).map(lambda arguments: Call(name, arguments))


@st.composite
def _open_calls(draw: st.DrawFn, inner: st.SearchStrategy[Expression]) -> Expression:
    arguments = tuple(draw(st.lists(inner, min_size=1, max_size=3)))
    orders = tuple(draw(st.integers(0, 4)) for _ in arguments)
    return Call(draw(st.sampled_from(("FU", "F_2"))), arguments, orders if any(orders) else ())


def _branches(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    several = st.lists(inner, min_size=2, max_size=4).map(tuple)
    calls = [_call(name, inner) for name in sorted(BUILTINS) if name != "sqrt"]
    return st.one_of(
        several.map(Sum),
        several.map(Product),
        st.builds(Power, inner, st.one_of(EXPONENTS, inner)),
        _open_calls(inner),
        st.one_of(calls),
    )


TREES: st.SearchStrategy[Expression] = st.recursive(
    st.one_of(SYMBOLS, NUMBERS, st.just(Call("pi", ()))), _branches, max_leaves=12
)
"""Any tree."""

_SIGNS = st.sampled_from("+-*/^")
TEXTS: st.SearchStrategy[str] = st.recursive(
    st.sampled_from(["x", "q1'", "2", "3", "1/2", "0.75", "theta", "pi", "sin(x)", "F'(x, 2)"]),
    lambda inner: st.one_of(
        st.builds(lambda a, sign, b: f"{a}{sign}{b}", inner, _SIGNS, inner),
        st.builds("({})".format, inner),
        st.builds("-{}".format, inner),
        st.builds("cos({})".format, inner),
        st.builds("√({})".format, inner),
    ),
    max_leaves=8,
)
"""Texts that a user may write; not all of them have a meaning."""
