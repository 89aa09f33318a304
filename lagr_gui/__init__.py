"""Draw a mechanical system, read its Lagrange equations, run and animate it.

The Python face: the functions of the window and of the command line (``__init__.pyi``), loaded
when they are first used, so that ``import lagr_gui`` loads neither Qt nor SymPy.
"""

from __future__ import annotations

from typing import Any

from lagr_gui.foundation.lazy import offered
from lagr_gui.foundation.showing import WRITERS

_load, __dir__ = offered(__name__, __file__)

_SHOWN = {
    ("Number", "Symbol", "Sum", "Product", "Power", "Call"): "text=tree_text latex=tree_latex",
    ("Entry",): "text=entry_text latex=entry_latex",
    ("Balance",): "text=balance_text latex=balance_latex",
    ("Definition",): "text=definition_text",
    ("Sheet",): "text=typesetting.sheet_text:text_equations latex=sheet_latex",
    (
        "SymbolicLinearization",
    ): "text=exchange.documents.linear_equations:text_linear latex=symbolic_latex",
    ("Linearization",): "text=results:linear_text latex=linear_latex",
    ("Modes",): "text=results:modes_text html=preformatted",
    ("Equilibria",): "text=results:equilibria_text html=preformatted",
    ("Certificate",): "text=exchange.documents.certificate:certificate_text html=preformatted",
    ("Report",): "text=report_text html=preformatted",
    ("Trajectory",): "text=results:trajectory_text html=trajectory_html",
    ("Model",): "text=model_text html=model_html",
    ("System",): "text=system_text html=model_of_html",
}
"""What shows the values of types: in `exchange.shown`, in a file of that folder or of another."""


def _home(path: str) -> str:
    """Where it is: ``function``, ``file:function`` or ``folder.file:function``."""
    file, _, function = path.rpartition(":")
    file = file or "shown"
    return f"lagr_gui.{file if '.' in file else f'exchange.{file}'}:{function}"


for _names, _ways in _SHOWN.items():
    for _name in _names:
        WRITERS[_name] = {
            way: _home(path) for way, _, path in (entry.partition("=") for entry in _ways.split())
        }


def __getattr__(name: str) -> Any:
    """Load a public name when it is first asked for."""
    return _version() if name == "__version__" else _load(name)


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("lagr-gui")
    except PackageNotFoundError:
        return "unknown"
