"""Programs that run by themselves: a system written out for other languages.

`describe` makes one description of a system, which knows no language; `written` writes it in
one of `LANGUAGES`.  Units of FMI, objects for a linker and models in Modelica are made of the same
description.  `programs.md` says what is in such a file.
"""

from lagr_gui.extension import DATA, PROGRAMS, Choice, Export, Extension

REAL = Choice(
    "real",
    "numbers of a program in C and of an object",
    "TYPE",
    "Numbers",
    f"{__name__}.choices:reals",
)
DERIVATIVES = Choice(
    "derivatives",
    "exact derivatives of accelerations in a program or an object",
    question="Exact derivatives of accelerations",
)
BLOCK = Choice(
    "block",
    "of a program in C the block of this signal alone, as a function for a device",
    "NAME",
    "What of the model?",
    f"{__name__}.choices:blocks",
)
TARGET = Choice(
    "target",
    "the machine of an object; otherwise this one",
    "NAME",
    "For which machine?",
    f"{__name__}.choices:machines",
)
INPUTS = Choice(
    "inputs",
    "parameters of forces that are inputs of an FMU, which may change while it moves",
    "NAME,…",
    "Parameters that are inputs",
    f"{__name__}.choices:inputs",
    several=True,
)

EXTENSION = Extension(
    "programs",
    exports=(
        *(
            Export(
                name,
                title,
                (ending,),
                f"{__name__}.exports:{name}_program",
                ("model",),
                ("special",),
                group=PROGRAMS,
                choices=(REAL, DERIVATIVES, BLOCK) if name == "c" else (DERIVATIVES,),
            )
            for name, title, ending in (
                ("c", "Program in C…", ".c"),
                ("numpy", "Program in Python…", ".py"),
                ("javascript", "Program in JavaScript…", ".mjs"),
                ("fortran", "Program in Fortran…", ".f90"),
                ("rust", "Program in Rust…", ".rs"),
                ("matlab", "Program in MATLAB…", ".m"),
                ("julia", "Program in Julia…", ".jl"),
                ("jax", "Program for JAX…", ".py"),
                ("casadi", "Program for CasADi…", ".py"),
            )
        ),
        Export(
            "object",
            "Object without a compiler…",
            (".zip",),
            f"{__name__}.object_export:object_files",
            ("model",),
            ("special",),
            group=PROGRAMS,
            choices=(TARGET, REAL, DERIVATIVES),
        ),
        *(
            Export(
                f"fmu{version}",
                f"Functional mock-up unit, FMI {version}.0…",
                (".fmu",),
                f"{__name__}.fmu_export:fmu{version}",
                ("model",),
                ("special",),
                f"{__name__}.fmu_export:fmu_note",
                group=PROGRAMS,
                choices=(INPUTS,),
            )
            for version in (2, 3)
        ),
        Export(
            "modelica",
            "Model in Modelica…",
            (".mo",),
            f"{__name__}.modelica_export:modelica_model",
            ("model",),
            ("special",),
        ),
        Export(
            "state-space",
            "State space of small motions for MATLAB…",
            (".m",),
            f"{__name__}.state_space:matlab_state_space",
            ("linear", "model"),
            ("special",),
            group=DATA,
        ),
    ),
)
