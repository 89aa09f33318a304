"""Scripts of AUTOLEV (MotionGenesis): mechanical systems said in frames, points and forces."""

from lagr_gui.extension import Export, Extension, Import

EXTENSION = Extension(
    "autolev",
    exports=(
        Export(
            "autolev",
            "Script of AUTOLEV…",
            (".al",),
            f"{__name__}.writing:autolev_script",
            ("model",),
            ("special",),
        ),
    ),
    imports=(
        Import(
            "autolev",
            "Script of AUTOLEV",
            (".al", ".alv"),
            f"{__name__}.script:import_autolev",
            r"(?im)^\s*newtonian(frame)?\b",
            (".txt",),
        ),
    ),
)
