"""Films of the animation: MP4, WebM, MOV, GIF, animated PNG, single pictures."""

from lagr_gui.extension import Command, Extension

EXTENSION = Extension(
    "films",
    offered={f"{__name__}.film": ("FilmSettings",), f"{__name__}.making": ("film",)},
    actions=f"{__name__}.actions:ACTIONS",
    commands=(
        Command(
            "film",
            "the animation as a film, with curves beside it, the time, force arrows, or without a "
            "background",
            f"{__name__}.command:run",
        ),
    ),
    processes={"film": f"{__name__}.drawing:main"},
)
