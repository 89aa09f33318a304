"""Families of motions: sweeps, fits, root loci, sections, maps of stability, basins, periods."""

from lagr_gui.extension import Command, Extension, Pane, Question

EXTENSION = Extension(
    "families",
    questions={
        "basins": Question(f"{__name__}.basins", 5),
        "bifurcation": Question(f"{__name__}.sections", 8),
        "fit": Question(f"{__name__}.fitting", 5),
        "periodic_motion": Question(f"{__name__}.periodic", 3),
        "root_locus": Question(f"{__name__}.locus", 3),
        "section": Question(f"{__name__}.sections", 7),
        "sensitivities": Question(f"{__name__}.sensitivity", 4),
        "stability": Question(f"{__name__}.stability", 4),
        "sweep": Question(f"{__name__}.sweeping", 5),
    },
    offered={
        f"{__name__}.basins": ("Basins",),
        f"{__name__}.fitting": ("Fit",),
        f"{__name__}.locus": ("RootLocus",),
        f"{__name__}.periodic": ("PeriodicMotion",),
        f"{__name__}.sections": ("Bifurcation", "PoincareSection"),
        f"{__name__}.sensitivity": ("Sensitivities",),
        f"{__name__}.stability": ("StabilityMap",),
        f"{__name__}.sweep_file": ("load_sweep",),
        f"{__name__}.family": ("Sweep",),
    },
    panes=(
        Pane(
            "sweep",
            "Sweep",
            f"{__name__}.pane.pane:SweepPane",
            behind="energy",
            called=True,
            section="Families of motions",
            keys=("Shift+F9",),
            entry="Sweep over parameters and start values",
            ready="coordinates",
        ),
    ),
    commands=(
        Command(
            "sweep",
            "the motions for all combinations of values, on all cores, into an HDF5 file",
            f"{__name__}.commands.sweep:run",
        ),
        Command(
            "fit",
            "parameters and start values that fit measured curves, with standard errors",
            f"{__name__}.commands.fit:run",
        ),
        Command(
            "sensitivities",
            "how the motion changes with parameters and start values",
            f"{__name__}.commands.families:SENSITIVITIES",
        ),
        Command(
            "section",
            "Poincaré sections of the motion, every period or where an expression passes "
            "zero; with --vary over a parameter",
            f"{__name__}.commands.families:SECTION",
        ),
        Command(
            "periodic",
            "a periodic motion and the multipliers of small deviations from it",
            f"{__name__}.commands.families:PERIODIC",
        ),
        Command(
            "stability",
            "a map over some values: where an equilibrium or a periodic motion is stable",
            f"{__name__}.commands.families:STABILITY",
        ),
        Command(
            "basins",
            "which start values, or parameters, lead to which end",
            f"{__name__}.commands.families:BASINS",
        ),
        Command(
            "locus",
            "root locus: eigenvalues of small motions over one parameter",
            f"{__name__}.commands.families:LOCUS",
        ),
    ),
    jobs={"over_values": f"{__name__}.jobs:over_values"},
)
