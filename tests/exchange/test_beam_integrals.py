"""Documents say moments of beams as integrals; these are what the definitions have in numbers."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
import sympy

import lagr_gui
from lagr_gui import pipeline
from lagr_gui.exchange.documents.rows import packed_section
from lagr_gui.expression import write
from lagr_gui.mechanics.certificate import random_states
from lagr_gui.mechanics.numbers import parameter_values
from lagr_gui.mechanics.sheets.sheet import BeamCurve
from lagr_gui.prepared import prepare
from lagr_gui.typesetting.sheet_latex import latex_block
from tests.mechanics.structured.agreement import functions_of, printed
from tests.mechanics.structured.lines import Reader
from tests.samples.gallery import sample

XI, ETA = sympy.symbols("xi eta")
X = r"\boldsymbol x^B_1"
A, T = r"\boldsymbol A_1", r"^{\mathsf T}"
PRINTED = {
    r"\boldsymbol s^B_1": rf"{A} \int {X} \, dm",
    r"\boldsymbol s^B_{1i}": rf"{A} \int \partial_i {X} \, dm",
    r"\boldsymbol B^B_1": rf"{A} \int {X} ({X}){T} \, dm \, {A}{T}",
    r"\boldsymbol k^B_{1i}": rf"{A} \int {X} \times \partial_i {X} \, dm",
    r"g^B_{1ij}": rf"\int \partial_i {X} \cdot \partial_j {X} \, dm",
    r"\boldsymbol h^B_{1ij}": rf"{A} \int \partial_j {X} \times \partial_i {X} \, dm",
    r"g^B_{1ijk}": rf"\int \partial_i {X} \cdot \partial_j \partial_k {X} \, dm",
}
"""Lines of one beam as they are printed, for all its amplitudes."""
STEMS = ("sbeam", "Bbeam", "Nbeam", "kbeam", "gbeam", "hbeam")


def points(curve: BeamCurve, values: dict[str, float]) -> Any:
    """(L ξ − 1/(2L) ∫ w′² dη) e + w n, as the document says it."""
    given: Any = {sympy.Symbol(name): sympy.Float(v, 30) for name, v in values.items()}
    amplitudes = sympy.symbols(curve.amplitudes)
    pairs = zip(amplitudes, curve.shapes, strict=True)
    w = sum(q * sympy.sympify(write(u).replace("^", "**")) for q, u in pairs)
    length: Any = sympy.sympify(write(curve.length)).subs(given)
    shorter = sympy.integrate(sympy.diff(w, XI).subs(XI, ETA) ** 2, (ETA, 0, XI))
    along = length * XI - (shorter / (2 * length) if curve.shortens else 0)
    e, n = (sympy.Matrix([float(write(c)) for c in v]) for v in (curve.axis, curve.across))
    return e * along + n * w


def integral(stem: str, x: Any, slopes: list[Any]) -> Any:
    """What stands below the integral of a name."""
    u, v = (*slopes, x, x)[:2]
    return {
        "sbeam": slopes[0] if slopes else x,
        "Bbeam": x * x.T,
        "Nbeam": x * u.T,
        "kbeam": x.cross(u),
        "gbeam": sympy.Matrix([u.dot(v)]),
        "hbeam": v.cross(u),
    }[stem]


@pytest.mark.parametrize("name", ["rotating_beam", "flexible_arm", "cantilever"])
def test_the_integrals_are_the_numbers_of_the_definitions(name: str) -> None:
    model = sample(name)
    sheet = pipeline.equations(model, "structured")
    reader, values = Reader(printed(model)), parameter_values(model)
    names = lagr_gui.check(model).coordinates
    (state,) = random_states(prepare(model).evaluator.f, 1, 4)
    q = dict(zip(names, state.q, strict=True))
    rates = {f"{n}'": v for n, v in zip(names, state.qd, strict=True)}
    numbers = reader.numbers({**values, "t": state.t, **q, **rates}, functions_of(model))
    curves = {curve.beam: (curve, points(curve, values)) for curve in sheet.curves}
    compared = 0
    for own in sheet.definitions:
        if own.stem not in STEMS:
            continue
        beam, *labels = own.indices
        curve, x = curves[beam]
        slopes: list[Any] = [x for _ in labels]
        for place, label in enumerate(labels):
            for index in label.split("_"):
                slopes[place] = sympy.diff(slopes[place], sympy.Symbol(names[int(index) - 1]))
        inner = integral(own.stem, x, slopes).subs(q)
        found = np.array(
            inner.applyfunc(lambda f: sympy.integrate(sympy.expand(f), (XI, 0, 1))), float
        )
        mass = values[write(curve.density)] * values[write(curve.length)]
        axes = np.eye(3) if curve.axes is None else numbers[write(curve.axes)]
        if own.rank == "vector":
            found = axes @ found
        elif own.rank == "tensor":
            found = axes @ found @ axes.T
        expected = np.reshape(numbers[own.name], found.shape)
        assert np.allclose(mass * found, expected, rtol=1e-10, atol=1e-12), own.name
        compared += 1
    assert compared > 2


def test_a_document_says_what_is_integrated_once_for_all_amplitudes() -> None:
    sheet = pipeline.equations(sample("flexible_arm"), "structured")
    said = latex_block(packed_section(sheet, "definitions"))
    said = said.replace(r"{\textstyle\int}", r"\int").replace(r"\,\mathrm dm", r" \, dm")
    said = said.replace(r"dm\,", r"dm \, ")
    for name, integral_of in PRINTED.items():
        assert re.search(rf"{re.escape(name)} = +{re.escape(integral_of)}", said), name
    assert r"w_1(\xi) = a_1 \xi^2" in said
    assert not re.search(r"\d{4}", said)
