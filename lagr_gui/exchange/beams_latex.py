"""Moments of beams as the integrals that they are: s = A ∫ x dm, B = A ∫ x xᵀ dm Aᵀ."""

from __future__ import annotations

from collections.abc import Iterator

from lagr_gui.algebra import latex, latex_name
from lagr_gui.exchange.vector_latex import LETTERS, typesetter
from lagr_gui.expression import Expression, Number, Sum, Symbol
from lagr_gui.mechanics.sheet import BeamCurve, Definition, Sheet
from lagr_gui.mechanics.trees import NOUGHT

Line = tuple[str, list[str]]
"""What stands before the sign of equality, and the terms behind it."""


class BeamIntegrals:
    """Writes the definitions that are integrals over the beams of a sheet.

    They stand for all amplitudes i, j, k of a beam at once.
    """

    def __init__(self, sheet: Sheet) -> None:
        self.curves = {curve.beam: curve for curve in sheet.curves}
        self.typeset = typesetter(sheet)
        self._told: set[str] = set()

    def lines(self, own: Definition) -> list[Line] | None:
        """The lines of a definition, none where they stand already; None of others.

        Before the first of each beam stand its points.
        """
        if own.stem not in _INTEGRANDS:
            return None
        beam, *labels = own.indices
        curve, x = self.curves[beam], _point(beam)
        letters = iter("ijk")
        slopes = [[next(letters) for _ in label.split("_")] for label in labels]
        moves = ["".join(rf"\partial_{{{letter}}} " for letter in own) + x for own in slopes]
        A = "" if own.rank == "scalar" or curve.axes is None else self.typeset(curve.axes)
        inner = rf"{_INTEGRAL} {_INTEGRANDS[own.stem](x, *moves)} \, \mathrm{{d}}m"
        inner = rf"{A} \, {inner}" if A else inner
        if A and own.rank == "tensor":
            A = A if isinstance(curve.axes, Symbol) else rf"\left({A}\right)"
            inner += rf" \, {A}^{{\mathsf{{T}}}}"
        indices = [beam, *("_".join(own) for own in slopes)]
        comma = "," if any(len(index) > 1 for index in indices) else ""
        name = f"{LETTERS[own.stem]}_{{{comma.join(indices)}}}"
        found = [*self._points(curve), (f"{name} = ", [inner])]
        new = [line for line in found if line[0] not in self._told]
        self._told |= {name for name, _ in new}
        return new

    def _points(self, curve: BeamCurve) -> Iterator[Line]:
        """The deflection, the points, and the mass of a piece."""
        if _point(curve.beam) in self._told:
            return
        self._told.add(_point(curve.beam))
        beam, length = curve.beam, latex(curve.length)
        if curve.amplitudes:
            terms = [_term(curve, place) for place in range(len(curve.amplitudes))]
            yield f"w_{{{beam}}}(\\xi) = ", [terms[0], *(f"+ {term}" for term in terms[1:])]
        along, across = rf"{length} \, \xi", f"w_{{{beam}}}" if curve.amplitudes else "0"
        if curve.shortens and curve.amplitudes:
            along += (
                rf" - \frac{{1}}{{2 \, {length}}} {_INTEGRAL}_{{0}}^{{\xi}}"
                rf" w_{{{beam}}}'(\eta)^{{2}} \, \mathrm{{d}}\eta"
            )
        yield f"{_point(beam)}(\\xi) = ", _placed(curve, along, across)
        piece = rf"{latex(curve.density)} \, {length} \, \mathrm{{d}}\xi"
        yield r"\mathrm{d}m = ", [rf"{piece} \quad (0 \leq \xi \leq 1)"]


_INTEGRAL = r"{\textstyle\int}"


def _term(curve: BeamCurve, place: int) -> str:
    """qᵢ uᵢ(ξ)"""
    name = latex_name(curve.amplitudes[place])
    if not curve.shapes:
        return rf"{name} \, u_{{{place + 1}}}(\xi)"
    shape = curve.shapes[place]
    text = latex(shape)
    return rf"{name} \, \left({text}\right)" if isinstance(shape, Sum) else rf"{name} \, {text}"


def _point(beam: str) -> str:
    return rf"\boldsymbol{{x}}^{{B}}_{{{beam}}}"


_INTEGRANDS = {
    "sbeam": lambda x, u=None: u or x,
    "Bbeam": lambda x: rf"{x} \left({x}\right)^{{\mathsf{{T}}}}",
    "Nbeam": lambda x, u: rf"{x} \left({u}\right)^{{\mathsf{{T}}}}",
    "kbeam": lambda x, u: rf"{x} \times {u}",
    "gbeam": lambda x, u, v: rf"{u} \cdot {v}",
    "hbeam": lambda x, u, v: rf"{v} \times {u}",
}
"""What is integrated, by the point and its slopes."""


def _placed(curve: BeamCurve, along: str, across: str) -> list[str]:
    """The components, where axis and direction are two of those of the frame."""
    places = [_place(vector) for vector in (curve.axis, curve.across)]
    if None in places:
        e, n = (", ".join(map(latex, own)) for own in (curve.axis, curve.across))
        turned = r"^{\mathsf{T}}"
        return [
            rf"\left({along}\right) \, \left({e}\right){turned}",
            rf"+ {across} \, \left({n}\right){turned}",
        ]
    entries = ["0", "0", "0"]
    for place, text in zip(places, (along, across), strict=True):
        assert place is not None
        index, sign = place
        entries[index] = text if sign > 0 or text == "0" else rf"-\left({text}\right)"
    return [rf"\left({', '.join(entries)}\right)^{{\mathsf{{T}}}}"]


def _place(vector: tuple[Expression, ...]) -> tuple[int, int] | None:
    """The axis of the frame that a unit vector is, with its sign."""
    others = [(i, entry) for i, entry in enumerate(vector) if entry != NOUGHT]
    if len(others) != 1 or not isinstance(number := others[0][1], Number):
        return None
    return others[0][0], 1 if number.value > 0 else -1
