"""Opens the window: ``lagr-gui [MODEL …]`` or ``python -m lagr_gui [MODEL …]``.

Qt ends the process, or names the wrong package, when a system library is missing.  So what
it needs is tried first, and what is missing is said with the line that installs it.
"""

from __future__ import annotations

import builtins
import ctypes
import gc
import json
import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import lagr_gui
from lagr_gui.extension import extensions, named
from lagr_gui.foundation.libraries import missing_library as missing
from lagr_gui.foundation.resource import resource_path

WITHOUT_WINDOW = "Without a window the program `lagr` does the same work: lagr --help"


def main() -> int:
    """Open the window with the models named on the command line; 2 when there can be none.

    With ``--NAME`` an extension does its work of this name, without a window.
    """
    first, *others = sys.argv[1:] or [""]
    process = _processes().get(first, "") if first.startswith("--") else ""
    if first and not process:
        asked(sys.argv[1:])
    obstacle = missing_library() or missing_display()
    if obstacle:
        print(obstacle, file=sys.stderr)
        print(WITHOUT_WINDOW, file=sys.stderr)
        return 2
    try:
        if process:
            return _loaded(process)(*others)
        return _loaded("lagr_gui.gui.application:main")(sys.argv[1:])
    except ImportError as error:
        print(missing(error), file=sys.stderr)
        print(WITHOUT_WINDOW, file=sys.stderr)
        return 2
    except KeyboardInterrupt:  # before the window is there: then it hears Ctrl+C itself
        print("Stopped.", file=sys.stderr)
        return 130


def _processes() -> dict[str, str]:
    """The functions (``module:name``) of extensions that work without a window, by option."""
    return {f"--{name}": at for each in extensions() for name, at in each.processes.items()}


def _loaded(place: str) -> Any:
    """What stands at ``module:name``, with all that it needs.

    Nothing of it is garbage, now or later, and no plug-in of another package has to look at models:
    pydantic would look for some in all packages that are installed.
    """
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    gc.disable()
    try:
        return named(place)
    finally:
        gc.freeze()
        gc.enable()


def asked(words: list[str]) -> None:
    """Tell what can be asked for, or the version, and end; refuse options that there are none."""
    parser = ArgumentParser(
        "lagr-gui",
        description="Opens the window, each model in a tab of its own.",
        epilog=WITHOUT_WINDOW,
    )
    told = f"lagr_gui {lagr_gui.__version__}" if "--version" in words else ""
    parser.add_argument("--version", action="version", version=told)
    parser.add_argument(
        "models", nargs="*", metavar="MODEL", help=".lagr files and what `lagr import` reads"
    )
    parser.parse_args(words)


def missing_library() -> str:
    """Why Qt cannot be loaded, in one or two lines; empty when it can.

    Python goes on to import as it does by itself: PySide would read the source of each module
    that is loaded after it, to see whether Qt's names shall be spelled in another way there.
    """
    plain = builtins.__import__
    try:
        from PySide6 import QtSvg, QtWidgets  # noqa: F401  # pyright: ignore[reportUnusedImport]
    except ImportError as error:
        return f"Qt cannot be loaded: {error}\n{_install_line()}"
    builtins.__import__ = plain
    return ""


def missing_display() -> str:
    """Why no window can be shown on Linux; empty when one can, or when another platform is set."""
    platform = os.environ.get("QT_QPA_PLATFORM") or "xcb"
    if not sys.platform.startswith("linux") or platform != "xcb":
        return ""
    if os.environ.get("WAYLAND_DISPLAY"):
        return ""
    if not os.environ.get("DISPLAY"):
        return "There is no display: neither DISPLAY nor WAYLAND_DISPLAY is set."
    return _plugin_fault() or _server_fault()


def _plugin_fault() -> str:
    """Qt's plug-in for X names only its first guess; the loader names the true culprit."""
    import PySide6

    plugin = Path(PySide6.__path__[0]) / "Qt/plugins/platforms/libqxcb.so"
    if not plugin.exists():
        return ""
    try:
        ctypes.CDLL(str(plugin))
    except OSError as error:
        return f"Qt's window plug-in cannot be loaded: {error}\n{_install_line()}"
    return ""


def _server_fault() -> str:
    """Qt would abort the process when nobody answers at DISPLAY."""
    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    failed = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return f"The display {os.environ['DISPLAY']} cannot be reached." if failed else ""


def _install_line() -> str:
    groups = json.loads(resource_path("debian-packages.json").read_text("utf-8"))
    packages = " ".join(groups["qt"] + groups["display"])
    return (
        "On Debian or Ubuntu this line installs what is missing:\n"
        f"  sudo apt-get install -y --no-install-recommends {packages}"
    )


if __name__ == "__main__":
    sys.exit(main())
