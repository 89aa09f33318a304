"""A free-body diagram on a page: picture, laws of Newton and Euler, table; SVG, PDF or PNG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from lagr_gui.exchange.documents.free_body_picture import (
    COLORS,
    HEAD,
    NOTHING,
    WIDTH,
    moment_symbol,
    number,
    picture,
    subscript,
    symbol,
)
from lagr_gui.exchange.documents.typst_paper import pages
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.languages import Words
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.foundation.registry import check_known
from lagr_gui.mechanics.trajectories.free_body import CutForce, FreeBody
from lagr_gui.typesetting.escape import quoted

ENDINGS = (".svg", ".pdf", ".png")
MARGIN = 22.0
NARROWEST = 430.0
"""The least width of a page (pt): in less the table has no room."""


def free_body_diagram(
    free_body: FreeBody,
    time: float | None = None,
    ending: str = ".svg",
    language: str = "en",
    digest: str = "",
) -> str | bytes:
    """The diagram at the instant nearest to a time (s), the last one without a time.

    The text of an SVG, or the bytes of a PDF or PNG, with the `digest` of the model.  Raises
    LagrError for another ending, an unknown language, and where a force has no value.
    """
    cause = "A diagram is written as SVG, PDF or PNG."
    check_known(ending, ENDINGS, say("File “{name}”", name=ending), cause, "ending")
    page = _page(free_body, time, ending, language, WIDTH, digest)
    return page.decode() if ending == ".svg" else page


def free_body_page(free_body: FreeBody, time: float | None, language: str, wide: float) -> str:
    """The diagram as SVG on a page so wide (pt), at least `NARROWEST`; otherwise as above."""
    width = min(max(wide - 2 * MARGIN, NARROWEST - 2 * MARGIN), WIDTH)
    return _page(free_body, time, ".svg", language, width).decode()


def _page(
    free_body: FreeBody,
    time: float | None,
    ending: str,
    language: str,
    wide: float,
    digest: str = "",
) -> bytes:
    i = free_body.index(time)
    _check_finite(free_body, i)
    (page,) = pages(markup(free_body, i, Words(language), wide), ending, digest)
    return page


def _check_finite(body: FreeBody, i: int) -> None:
    for cut in body.forces:
        acting = cut.acting
        if not np.isfinite([acting.force[i], acting.moment[i], acting.point[i]]).all():
            place = say("Time {time}", time=f"{body.t[i]:.6g}")
            cause = say("{name} has no value there.", name=acting.source)
            raise refusal(place, cause, "Choose another time.", "no-value")


def markup(body: FreeBody, i: int, w: Words, wide: float = WIDTH) -> str:
    """The page of an instant, as Typst reads it, with a picture so wide (pt)."""
    paper, boxes = picture(body, i, wide)
    paper.height = max([paper.height, *(box.y + box.height / 2 + 4 for box in boxes)])
    title = f"{body.body} {body.name}".strip()
    heading = f"{w('Free-body diagram')}: {title}, t = {body.t[i]:.6g} s"
    note = w("forces in N, moments in N m, components in space axes")
    margins = f"width: {wide + 2 * MARGIN:g}pt, height: auto, margin: {MARGIN:g}pt"
    return "\n".join(
        [
            f"#set page({margins}, fill: white)",
            HEAD,
            f"#text(size: 13pt, weight: 600)[{quoted(heading)}]",
            f'#h(1fr)#text(size: 9pt, fill: rgb("#6b7785"))[{quoted(note)}]\n',
            paper.markup() + "\n",
            *_laws(body, i, w),
            _table(body, i, w),
        ]
    )


def _laws(body: FreeBody, i: int, w: Words) -> Iterator[str]:
    """Both laws, in symbols and in numbers, with what is left over."""
    planar = body.planar
    turning = [axis for axis in "xyz" if not planar or axis not in planar]
    left = body.residuals
    yield f"#v(4pt)*{w('Newton')}*\n"
    terms = {axis: list(_forces(body, axis)) for axis in planar or "xyz"}
    changes = body.mass * body.a
    yield _rows(terms, i, {a: f"m a_{a}" for a in terms}, changes, left[0][i], "N", w)
    yield f"#v(2pt)*{w('Euler, about the centre of mass')}*\n"
    terms = {axis: list(_moments(body, axis)) for axis in turning}
    rates = {a: f"J_{a} alpha_{a}" if planar else f"dot(L)_{a}" for a in terms}
    yield _rows(terms, i, rates, body.spin_rate, left[1][i], "N m", w)


Term = tuple[str, Array]


def _forces(body: FreeBody, axis: str) -> Iterator[Term]:
    """Components (n,) along an axis with their names; those that always vanish are left out."""
    column = "xyz".index(axis)
    largest = max((float(np.abs(cut.acting.force).max()) for cut in body.forces), default=0.0)
    for cut in body.forces:
        values = cut.acting.force[:, column]
        if np.abs(values).max() > NOTHING * largest:
            yield _weight(cut, axis) if cut.is_weight else symbol(cut, axis), values


def _weight(cut: CutForce, axis: str) -> str:
    """m g with its sign where it points along an axis, otherwise its component."""
    first = cut.acting.force[0]
    along = float(first["xyz".index(axis)])
    alone = abs(along) > (1 - NOTHING) * float(np.linalg.norm(first))
    if not alone or not np.allclose(cut.acting.force, first):
        return f"m g_{axis}"
    return "-m g" if along < 0 else "m g"


def _moments(body: FreeBody, axis: str) -> Iterator[Term]:
    """Moments about the centre of mass along an axis with their names."""
    column = "xyz".index(axis)
    terms: list[Term] = []
    for cut in body.forces:
        acting = cut.acting
        name = symbol(cut)
        free = acting.moment[:, column]
        turned = (body.moment(cut) - acting.moment)[:, column]
        terms.append((moment_symbol(cut, axis), free))
        terms.append((f"(bold(r)_({_place(cut)}) times bold({name}))_{axis}", turned))
    largest = max((float(np.abs(values).max()) for _, values in terms), default=0.0)
    yield from (term for term in terms if np.abs(term[1]).max() > NOTHING * largest)


def _place(cut: CutForce) -> str:
    """The index of the arm to the point of a force."""
    return subscript("" if cut.acting.sort == "drive" else cut.symbol, cut.index)


def _rows(
    terms: dict[str, list[Term]],
    i: int,
    changes: dict[str, str],
    rates: Array,
    left: Array,
    unit: str,
    w: Words,
) -> str:
    lines, residual = list[str](), quoted(w("residual"))
    for axis, along in terms.items():
        column = "xyz".index(axis)
        symbols = _signed([name for name, _ in along]) or "0"
        numbers = _signed([number(float(values[i])) for _, values in along]) or "0"
        rate = number(float(rates[i, column]))
        over = number(float(left[column]), unit)
        said = f'#h(1em)#box(text(size: 8.5pt, fill: rgb("#6b7785"))[{residual} ${over}$])'
        lines.append(f"[${axis}:$], [${symbols} = {changes[axis]}$ \\ ${numbers} = {rate}$ {said}]")
    columns = "columns: (16pt, 1fr), row-gutter: 7pt"
    return f"#grid({columns},\n{chr(44).join(lines)})\n"


def _signed(parts: Sequence[str]) -> str:
    """A sum of terms of which some begin with a minus."""
    text = ""
    for part in parts:
        minus = part.startswith("-")
        text += (" - " if minus else " + ") + part.removeprefix("-")
    if text.startswith(" + "):
        return text[3:]
    return "-" + text[3:] if text else ""


def _table(body: FreeBody, i: int, w: Words) -> str:
    """What each name is, with components and point."""
    planar = body.planar
    axes = planar or "xyz"
    turning = [axis for axis in "xyz" if not planar or axis not in planar]
    heads = [
        "",
        quoted(w("exerted by")),
        *(f"$F_{axis}$" for axis in axes),
        *(f"$M_{axis}$" for axis in turning),
        f"{quoted(w('at'))} $({', '.join(axes)})$",
    ]
    rows = [f"[{head}]" for head in heads]
    for cut in body.forces:
        acting = cut.acting
        color = COLORS[acting.sort]
        cells = [
            f'#text(fill: rgb("{color}"))[${symbol(cut)}$]',
            quoted(_source(cut, w)),
            *(f"${number(_part(acting.force[i], axis))}$" for axis in axes),
            *(f"${number(_part(acting.moment[i], axis))}$" for axis in turning),
            f"$({', '.join(number(_part(acting.point[i], axis)) for axis in axes)})$",
        ]
        rows += [f"[{cell}]" for cell in cells]
    count = len(heads)
    return (
        f'#v(6pt)#table(columns: {count}, stroke: (x, y) => (bottom: 0.4pt + rgb("#d5dce4")), '
        f"inset: (x: 7pt, y: 4pt), align: (x, y) => if x < 2 {{ left }} else {{ right }},\n"
        + ", ".join(rows)
        + ")\n"
    )


def _part(vector: Array, axis: str) -> float:
    return float(vector["xyz".index(axis)])


def _source(cut: CutForce, w: Words) -> str:
    name = cut.acting.source.partition(":")[2]
    if cut.is_weight:
        return w("gravity")
    return w("drives of {name}", name=name) if cut.acting.sort == "drive" else name
