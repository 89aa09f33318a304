"""What leaves the program as a file, as one list: menus, command line and Python are made of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any


@dataclass(frozen=True, slots=True)
class Export:
    """One of them: its English title, the endings of its files, its function in this folder.

    The function (``module:name``) gets by name what it `takes`, first of all what it is of, and
    `also` what else is known.  What it gives is a text, or bytes; `remark` is the function that
    tells what a user has to know of these.
    """

    name: str
    title: str
    endings: tuple[str, ...]
    function: str
    takes: tuple[str, ...]
    also: tuple[str, ...] = ()
    remark: str = ""

    def write(self, known: Callable[[str], Any]) -> str | bytes:
        """What stands in the file; `known` gives what there is of a name, None for nothing."""
        given = {name: known(name) for name in (*self.takes, *self.also)}
        found = {name: value for name, value in given.items() if value is not None}
        return _named(self.function)(**found)

    def remarks(self, content: str | bytes) -> str:
        """What a user has to know of what was written; often nothing."""
        return _named(self.remark)(content) if self.remark else ""


def _named(function: str) -> Callable[..., Any]:
    """A function of this folder by ``module:name``."""
    module, _, name = function.partition(":")
    return getattr(import_module(f"{__package__}.{module}"), name)


_DOCUMENT = (
    "readable",
    "trajectory",
    "certificate",
    "drifts",
    "motion",
    "transmitted",
    "language",
    "name",
)
MARK = ("digest",)
"""The hash of the model, for what is not made of the model itself."""
_ROBOTS = (("urdf", ".urdf"), ("mjcf", ".xml"), ("sdf", ".sdf"))
_PROGRAMS = (
    ("c", "Program in C…", ".c", ("special", "real", "derivatives")),
    ("numpy", "Program in Python…", ".py", ("special", "derivatives")),
    ("javascript", "Program in JavaScript…", ".mjs", ("special", "derivatives")),
    ("fortran", "Program in Fortran…", ".f90", ("special", "derivatives")),
    ("rust", "Program in Rust…", ".rs", ("special", "derivatives")),
    ("matlab", "Program in MATLAB…", ".m", ("special", "derivatives")),
    ("julia", "Program in Julia…", ".jl", ("special", "derivatives")),
    ("jax", "Program for JAX…", ".py", ("special", "derivatives")),
    ("casadi", "Program for CasADi…", ".py", ("special", "derivatives")),
)
EXPORTS = {
    export.name: export
    for export in (
        Export(
            "latex", "Equations as LaTeX…", (".tex",), "latex:latex_equations", ("sheet",), MARK
        ),
        *(
            Export(name, title, (ending,), function, ("model", "sheet", "units"), _DOCUMENT)
            for name, title, ending, function in (
                ("pdf", "Report as PDF…", ".pdf", "document:pdf_document"),
                ("tex-document", "Report as LaTeX…", ".tex", "document:latex_document"),
            )
        ),
        Export(
            "tikz",
            "Drawing and mechanism as TikZ…",
            (".tex",),
            "tikz:tikz_pictures",
            ("model",),
            ("motion",),
        ),
        Export(
            "typst",
            "Equations as Typst…",
            (".typ",),
            "typst_equations:typst_equations",
            ("sheet",),
            MARK,
        ),
        Export(
            "mathml",
            "Equations as MathML…",
            (".html",),
            "mathml:mathml_equations",
            ("sheet",),
            ("language", *MARK),
        ),
        Export("text", "Equations as text…", (".txt",), "text:text_equations", ("sheet",), MARK),
        Export(
            "unicode",
            "Equations as Unicode text…",
            (".txt",),
            "unicode_text:unicode_equations",
            ("sheet",),
            MARK,
        ),
        Export(
            "json", "Equations as JSON…", (".json",), "json_sheet:json_equations", ("sheet",), MARK
        ),
        Export(
            "python", "Drawing as Python…", (".py",), "builder_script:python_script", ("model",)
        ),
        Export("flat", "Drawing without subsystems…", (".lagr",), "flat:flat_model", ("model",)),
        Export("deck", "Card deck of LAGR…", (".deck",), "lagr_deck:deck", ("model", "reading")),
        Export(
            "motion",
            "Motion as CSV…",
            (".csv",),
            "csv_curves:trajectory_csv",
            ("trajectory", "units"),
            ("reactions",),
        ),
        *(
            Export(
                f"motion-{name}",
                title,
                endings,
                f"motion_arrays:trajectory_{name}",
                ("trajectory", "units"),
                ("reactions", *MARK),
            )
            for name, title, endings in (
                ("npz", "Motion as arrays of NumPy…", (".npz",)),
                ("hdf5", "Motion as HDF5…", (".h5", ".hdf5")),
            )
        ),
        Export(
            "gltf",
            "Animation as glTF…",
            (".glb",),
            "gltf:gltf_animation",
            ("model", "moved"),
            ("trajectory", "special", "folder"),
            "gltf:gltf_note",
        ),
        Export(
            "response",
            "Frequency response as CSV…",
            (".csv",),
            "csv_curves:response_csv",
            ("response",),
        ),
        Export(
            "state-space",
            "State space of small motions for MATLAB…",
            (".m",),
            "state_space:matlab_state_space",
            ("linear", "model"),
            ("special",),
        ),
        Export(
            "inverse",
            "Forces for a given motion as CSV…",
            (".csv",),
            "csv_curves:inverse_csv",
            ("driven",),
            ("joints",),
        ),
        Export(
            "free-body",
            "Free-body diagram as SVG, PDF, PNG…",
            (".svg", ".pdf", ".png"),
            "free_body:free_body_diagram",
            ("free_body",),
            ("time", "ending", "language", *MARK),
        ),
        Export(
            "signal-flow",
            "Signal-flow diagram as SVG, PDF, PNG, JSON, GraphML…",
            (".svg", ".pdf", ".png", ".json", ".graphml"),
            "signal_flow:signal_flow_diagram",
            ("signal_flow",),
            ("signals", "ending", "language", *MARK),
        ),
        *(
            Export(name, title, (ending,), f"programs:{name}_program", ("model",), also)
            for name, title, ending, also in _PROGRAMS
        ),
        Export(
            "object",
            "Object without a compiler…",
            (".zip",),
            "objects:object_files",
            ("model",),
            ("target", "special", "real", "derivatives"),
        ),
        Export(
            "modelica",
            "Model in Modelica…",
            (".mo",),
            "modelica:modelica_model",
            ("model",),
            ("special",),
        ),
        Export(
            "autolev",
            "Script of AUTOLEV…",
            (".al",),
            "autolev:autolev_script",
            ("model",),
            ("special",),
        ),
        Export(
            "html",
            "Page that runs by itself…",
            (".html",),
            "page:html_page",
            ("model", "sheet"),
            ("readable", "certificate", "special", "language", "folder"),
        ),
        *(
            Export(
                name,
                f"Robot as {name.upper()}…",
                (ending,),
                f"robots.{name}_out:{name}_robot",
                ("model",),
                ("special", "leave_out"),
                "robots.writing:left_out",
            )
            for name, ending in _ROBOTS
        ),
        *(
            Export(
                f"fmu{version}",
                f"Functional mock-up unit, FMI {version}.0…",
                (".fmu",),
                f"fmu:fmu{version}",
                ("model",),
                ("special", "inputs"),
                "fmu:fmu_note",
            )
            for version in (2, 3)
        ),
    )
}
"""By name, in the order of menus."""


_ROBOT_NAMES = tuple(name for name, _ in _ROBOTS)
_PROGRAM_NAMES = tuple(name for name, *_ in _PROGRAMS)
GROUPS = {
    "Equations": ("latex", "typst", "mathml", "text", "unicode", "json"),
    "Report and pictures": (
        "pdf",
        "tex-document",
        "tikz",
        "html",
        "gltf",
        "free-body",
        "signal-flow",
    ),
    "Programs": (*_PROGRAM_NAMES, "object", "fmu2", "fmu3"),
    "Other programs' formats": ("python", "flat", "deck", "modelica", "autolev", *_ROBOT_NAMES),
    "Data": ("motion", "motion-npz", "motion-hdf5", "response", "state-space", "inverse"),
}
"""What menus put together: titles and names of exports."""


def group_of(name: str) -> str:
    """The title of the group of an export, by its name."""
    return next(title for title, names in GROUPS.items() if name in names)


def exports_of(what: str) -> list[Export]:
    """The exports of a sheet, a trajectory or whatever else they take first."""
    return [export for export in EXPORTS.values() if export.takes[0] == what]
