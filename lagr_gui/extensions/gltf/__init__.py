"""The animation as glTF, for browsers, presentations and Blender."""

from lagr_gui.extension import REPORT, Export, Extension

EXTENSION = Extension(
    "gltf",
    exports=(
        Export(
            "gltf",
            "Animation as glTF…",
            (".glb",),
            f"{__name__}.gltf:gltf_animation",
            ("model", "moved"),
            ("trajectory", "special", "folder"),
            f"{__name__}.gltf:gltf_note",
            group=REPORT,
            answers={"moved": f"{__name__}.gltf:moved"},
        ),
    ),
)
