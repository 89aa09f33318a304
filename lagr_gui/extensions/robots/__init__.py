"""Robots in the formats of others: URDF and MJCF come in, URDF, MJCF and SDF go out."""

from lagr_gui.extension import Choice, Export, Extension, Import

LEAVE_OUT = Choice("leave_out", "leave out what a format of robots cannot say")

EXTENSION = Extension(
    "robots",
    exports=tuple(
        Export(
            name,
            f"Robot as {name.upper()}…",
            (ending,),
            f"{__name__}.{writer}:{name}_robot",
            ("model",),
            ("special",),
            f"{__name__}.writing:left_out",
            choices=(LEAVE_OUT,),
        )
        for name, ending, writer in (
            ("urdf", ".urdf", "urdf_out"),
            ("mjcf", ".xml", "mjcf.writing"),
            ("sdf", ".sdf", "sdf_out"),
        )
    ),
    imports=tuple(
        Import(
            name,
            f"Robot as {name.upper()}",
            (f".{name}",),
            f"{__name__}.robot:import_robot",
            begins,
            (".xml",),
            ("folder", "leave_out", "repair"),
        )
        for name, begins in (("urdf", r"<robot[\s>]"), ("mjcf", r"<mujoco[\s>]"))
    ),
)
