"""A system as one page that runs in a browser by itself; galleries of them, frames of notebooks."""

from lagr_gui.extension import REPORT, Command, Export, Extension

EXTENSION = Extension(
    "page",
    exports=(
        Export(
            "html",
            "Page that runs by itself…",
            (".html",),
            f"{__name__}.page:html_page",
            ("model", "sheet"),
            ("readable", "certificate", "special", "language", "folder"),
            group=REPORT,
        ),
    ),
    commands=(
        Command(
            "gallery",
            "pages that run in a browser, for a model or for all of a folder, and one that "
            "leads to them",
            f"{__name__}.command:run",
        ),
    ),
    shows={"System": {"html": f"{__name__}.notebook:system_html"}},
    needs=("programs",),
)
