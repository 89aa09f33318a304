"""What leaves the program as a file, as one list: menus, command line and Python are made of it."""

from __future__ import annotations

from collections.abc import Mapping

from lagr_gui.extension import DATA, EQUATIONS, REPORT, Choice, Export, extensions
from lagr_gui.extension import GROUPS as NAMED

_DOCUMENT = (
    "readable",
    "trajectory",
    "certificate",
    "drifts",
    "motion",
    "transmitted",
    "linear_equations",
    "language",
    "name",
)
PARTS = Choice(
    "parts",
    "the parts that a report has, if not all",
    "NAME,…",
    values="lagr_gui.exchange.documents.document:parts_of_documents",
    several=True,
)


def document_classes(model: object) -> Mapping[str, str]:
    """The classes of documents whose lines equations fit, of any model."""
    return {"article": "A4 or letter, 10 or 11 pt", "beamer": "slides"}


NUMBERED = Choice(
    "numbers",
    "how equations are numbered, in LaTeX and Typst running, else not at all",
    "NAME",
    values="lagr_gui.typesetting.numbers:numbers_of_equations",
)
WIDTH = Choice(
    "width",
    "the document class that the lines of LaTeX fit",
    "NAME",
    values=f"{__name__}:document_classes",
)
MARK = ("digest",)
"""The hash of the model, for what is not made of the model itself."""
_CORE = (
    *(
        Export(
            name,
            title,
            endings,
            f"lagr_gui.{home}:{name}_equations",
            ("sheet",),
            also,
            group=EQUATIONS,
            choices=tuple(choices),
        )
        for name, title, endings, home, also, *choices in (
            (
                "latex",
                "Equations as LaTeX…",
                (".tex",),
                "typesetting.sheet_latex",
                MARK,
                NUMBERED,
                WIDTH,
            ),
            ("typst", "Equations as Typst…", (".typ",), "typesetting.sheet_latex", MARK, NUMBERED),
            (
                "mathml",
                "Equations as MathML…",
                (".html",),
                "typesetting.sheet_mathml",
                ("language", *MARK),
                NUMBERED,
            ),
            ("text", "Equations as text…", (".txt",), "typesetting.sheet_text", MARK, NUMBERED),
            (
                "unicode",
                "Equations as Unicode text…",
                (".txt",),
                "typesetting.sheet_unicode",
                MARK,
                NUMBERED,
            ),
            ("json", "Equations as JSON…", (".json",), "exchange.json_sheet", MARK),
        )
    ),
    *(
        Export(
            name,
            title,
            (ending,),
            f"lagr_gui.exchange.documents.document:{function}",
            ("model", "sheet", "units"),
            (*_DOCUMENT, *also),
            group=REPORT,
            choices=(PARTS, NUMBERED),
        )
        for name, title, ending, function, *also in (
            ("pdf", "Report as PDF…", ".pdf", "pdf_document"),
            ("tex-document", "Report as LaTeX…", ".tex", "latex_document", "stem"),
        )
    ),
    Export(
        "tikz",
        "Drawing and mechanism as TikZ…",
        (".tex",),
        "lagr_gui.exchange.documents.tikz:tikz_pictures",
        ("model",),
        ("motion",),
        group=REPORT,
    ),
    Export(
        "free-body",
        "Free-body diagram as SVG, PDF, PNG…",
        (".svg", ".pdf", ".png"),
        "lagr_gui.exchange.documents.free_body:free_body_diagram",
        ("free_body",),
        ("time", "ending", "language", *MARK),
        group=REPORT,
        listed=False,
    ),
    Export(
        "python",
        "Drawing as Python…",
        (".py",),
        "lagr_gui.exchange.builder_script:python_script",
        ("model",),
    ),
    Export(
        "flat",
        "Drawing without subsystems…",
        (".lagr",),
        "lagr_gui.exchange.flat:flat_model",
        ("model",),
    ),
    Export(
        "motion",
        "Motion as CSV…",
        (".csv",),
        "lagr_gui.exchange.tables.csv_curves:trajectory_csv",
        ("trajectory", "units"),
        ("reactions",),
        group=DATA,
    ),
    *(
        Export(
            f"motion-{name}",
            title,
            endings,
            f"lagr_gui.exchange.tables.motion_file:trajectory_{name}",
            ("trajectory", "units"),
            ("reactions", *MARK),
            group=DATA,
        )
        for name, title, endings in (
            ("npz", "Motion as arrays of NumPy…", (".npz",)),
            ("hdf5", "Motion as HDF5…", (".h5", ".hdf5")),
        )
    ),
    Export(
        "response",
        "Frequency response as CSV…",
        (".csv",),
        "lagr_gui.exchange.tables.csv_curves:response_csv",
        ("response",),
        group=DATA,
    ),
)
EXPORTS = {
    export.name: export
    for export in (*_CORE, *(export for each in extensions() for export in each.exports))
}
"""By name: those of the core, then those of extensions."""

_USED = {export.group for export in EXPORTS.values()}
GROUPS = {
    title: tuple(name for name, export in EXPORTS.items() if export.group == title)
    for title in (*(title for title in NAMED if title in _USED), *sorted(_USED - {*NAMED}))
}
"""What menus put together: titles and names of exports."""


def exports_of(what: str) -> list[Export]:
    """The exports of a sheet, a trajectory or whatever else they take first."""
    return [export for export in EXPORTS.values() if export.takes[0] == what]
