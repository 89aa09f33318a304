"""Drawing and mechanism in TikZ, for documents of one's own."""

from __future__ import annotations

from lagr_gui.exchange.documents.diagram import diagram
from lagr_gui.exchange.documents.latex_layout import FONTS
from lagr_gui.exchange.documents.sketch import sketch, sketch_tikz
from lagr_gui.mechanics.trajectories.poses import Motion
from lagr_gui.model import Model
from lagr_gui.prepared import prepare
from lagr_gui.subsystems import flat
from lagr_gui.typesetting.escape import known_letters
from lagr_gui.typesetting.model_hash import headed

_CLASS = "\\documentclass[tikz,border=2mm]{standalone}\n"
_BEGUN = "\\usepackage{amsmath}\n\\usetikzlibrary{svg.path}\n\\begin{document}\n"


def tikz_pictures(model: Model, motion: Motion | None = None) -> str:
    """The block diagram and, with a motion, the mechanism at its first instant, to scale.

    Each ``tikzpicture`` is a page of its own where the text is compiled as it is; a document that
    takes them over loads TikZ with its library svg.path.
    """
    mark = headed("", "%", prepare(model).digest)
    model = flat(model)
    parts = [diagram(model)] if model.bodies or model.terminals or model.layout.notes else []
    if motion is not None and (drawn := sketch(model, motion)):
        parts.append(sketch_tikz(drawn))
    return mark + known_letters(
        _CLASS + FONTS + _BEGUN + "\n\n".join([*parts, "\\end{document}"]) + "\n"
    )
