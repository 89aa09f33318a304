"""Pictures and pages set by Typst: lines, arrows and formulas, as SVG, PDF or PNG."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.libraries import library
from lagr_gui.typesetting.escape import string_of
from lagr_gui.typesetting.model_hash import in_png, in_svg, in_typst

RESOLUTION = 200.0
"""Dots per inch of pictures of dots."""
_SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


@cache
def _compiler() -> Any:
    typst = library("typst")  # it takes longer to load than most commands take
    with tempfile.TemporaryDirectory(prefix="lagr-typst-") as folder:
        return typst.Compiler(root=folder)  # afterwards there is nothing to read


def pages(markup: str, ending: str = ".svg", digest: str = "") -> list[bytes]:
    """What is set, one picture a page; a PDF has all of them.

    `ending` is ``.svg``, ``.pdf`` or ``.png``.  The same markup gives the same bytes; the `digest`
    of a model stands in what is told of the file.
    """
    name = ending.lstrip(".")
    more = {"ppi": RESOLUTION} if name == "png" else {}
    compiled = _compiler().compile(input=in_typst(markup, digest).encode(), format=name, **more)
    listed = compiled if isinstance(compiled, list) else [compiled]
    made = [page for page in listed if page is not None]
    if name == "svg":
        return [in_svg(page.decode(), digest).encode() for page in made]
    return [in_png(page, digest) for page in made] if name == "png" else made


def end_of(markup: str) -> tuple[int, float]:
    """The last page of what is set, and how far down (pt) on it the end is."""
    marked = f"{markup}\n#context [#metadata(here().position()) <end>]\n"
    told = library("typst").query(marked.encode(), "<end>", field="value", one=True)
    place = json.loads(told)
    return int(place["page"]), float(place["y"].removesuffix("pt"))


def converted(svg: str, ending: str, digest: str = "") -> bytes:
    """A picture in SVG as ``.pdf`` or ``.png``, with the hash of its model."""
    head = "#set page(width: auto, height: auto, margin: 0pt)\n"
    (picture,) = pages(f"{head}#image({_picture(svg)})", ending, digest)
    return picture


def sizes(bodies: Sequence[str], head: str) -> list[tuple[float, float]]:
    """Width and height (pt) of each text with the settings of a head."""
    if not bodies:
        return []
    paper = "#set page(width: auto, height: auto, margin: 0pt)\n"
    svgs = pages(head + paper + "\n#pagebreak()\n".join(bodies))
    sized = [_SIZE.search(page.decode()) for page in svgs]
    return [(float(size[1]), float(size[2])) if size else (0.0, 0.0) for size in sized]


def _picture(svg: str) -> str:
    """A picture as Typst takes it; what XML cannot hold, as names of users may, is marked."""
    readable = _NOT_IN_XML.sub("\ufffd", svg)
    return f'bytes("{string_of(readable)}"), format: "svg"'


_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class TypstPaper:
    """A picture of a size (pt), from which markup is made; y points downwards."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self._parts: list[str] = []

    def line(self, points: Array, color: str, width: float = 1.2, dashed: bool = False) -> None:
        """A line through points (n, 2)."""
        first, *rest = (_point(point) for point in points)
        steps = "".join(f", curve.line({point})" for point in rest)
        dash = ', dash: "dashed"' if dashed else ""
        stroke = f'(paint: rgb("{color}"), thickness: {width:g}pt, cap: "round"{dash})'
        self._put(f"curve(stroke: {stroke}, curve.move({first}){steps})")

    def area(self, points: Array, fill: str, edge: str = "", width: float = 1.0) -> None:
        """A polygon with corners (n, 2)."""
        stroke = f'{width:g}pt + rgb("{edge}")' if edge else "none"
        corners = ", ".join(_point(point) for point in points)
        self._put(f'polygon(fill: rgb("{fill}"), stroke: {stroke}, {corners})')

    def region(self, loops: Sequence[Array], fill: str, edge: str, width: float) -> None:
        """Areas with corners (n, 2); what lies in an even number of them is a hole."""
        steps = (
            f"curve.move({_point(loop[0])}), "
            + "".join(f"curve.line({_point(point)}), " for point in loop[1:])
            + "curve.close()"
            for loop in loops
            if len(loop)
        )
        stroke = f'(paint: rgb("{edge}"), thickness: {width:g}pt, join: "round")'
        look = f'fill: rgb("{fill}"), fill-rule: "even-odd", stroke: {stroke}'
        self._put(f"curve({look}, {', '.join(steps)})")

    def disc(self, at: Array, radius: float, fill: str, edge: str) -> None:
        """A disc about a point (2,)."""
        phi = np.linspace(0, 2 * np.pi, 40, endpoint=False)[:, None]
        self.area(at + radius * np.hstack([np.cos(phi), np.sin(phi)]), fill, edge)

    def arrow(
        self,
        points: Array,
        color: str,
        width: float = 1.6,
        double: bool = False,
        most: float = 8.0,
    ) -> None:
        """A line through points (n, 2) that ends in a head, or two of them, at `most` so long."""
        length = float(np.hypot(*np.diff(points, axis=0).T).sum())
        head = min(most, 0.6 * length)
        before = points[-4] if len(points) > 4 else points[0]
        way = points[-1] - before
        along = way / max(float(np.hypot(*way)), 1e-9)
        tip = points[-1]
        shaft = np.vstack([points[:-1], tip - 0.8 * head * along])
        self.line(shaft, color, width)
        for end in (tip, tip - head * along) if double else (tip,):
            across = 0.38 * head * np.array([-along[1], along[0]])
            back = end - head * along
            self.area(np.array([end, back + across, back - across]), color)

    def text(self, markup: str, corner: Array, backed: bool = True) -> None:
        """Text with its upper left corner at a point (2,), on white."""
        fill = ", fill: white" if backed else ""
        self._put(f"box(inset: 0pt, outset: 1pt{fill})[{markup}]", corner)

    def words(
        self,
        markup: str,
        at: Array,
        anchor: tuple[float, float] = (0.5, 0.5),
        shift: tuple[float, float] = (0.0, 0.0),
    ) -> None:
        """Text whose anchor, in parts of its size from its upper left corner, lies at a point.

        It is moved away from there by a shift (pt).
        """
        x, y = (f"{float(part):.2f}pt" for part in np.asarray(at) + shift)
        self._parts.append(
            f"#context {{ let own = [{markup}]; let size = measure(own); place(top + left, "
            f"dx: {x} - {anchor[0]:g} * size.width, dy: {y} - {anchor[1]:g} * size.height, "
            f"box(width: size.width + 0.1pt, outset: 1pt, own)) }}"
        )

    def svg(self, picture: str, width: float) -> None:
        """A picture of a width (pt) in the upper left corner."""
        self._put(f"image({_picture(picture)}, width: {width:.2f}pt)")

    def markup(self) -> str:
        """The whole picture as a box."""
        size = f"width: {self.width:.2f}pt, height: {self.height:.2f}pt"
        return f"#box({size})[\n" + "\n".join(self._parts) + "\n]"

    def _put(self, what: str, at: Array | None = None) -> None:
        shift = "" if at is None else f", dx: {float(at[0]):.2f}pt, dy: {float(at[1]):.2f}pt"
        self._parts.append(f"#place(top + left{shift}, {what})")


def _point(point: Array) -> str:
    return f"({float(point[0]):.2f}pt, {float(point[1]):.2f}pt)"
