"""The equations as robotics writes them: matrices, Jacobians of points, regressors.

`questions` answers; `matrices`, `jacobian`, `regressor` and `structured` write the entries.
The exact base parameters are in `base`: what states show of a system (`outward`, `transfers`,
`inertial`) becomes a matrix over a finite field (`draw`); `base_count` counts them again, by
numbers.
"""

from lagr_gui.extension import Command, EquationsTab, Extension, Question

EXTENSION = Extension(
    "robotics",
    questions={
        "jacobian": Question(f"{__name__}.questions", 5),
        "matrices": Question(f"{__name__}.questions", 3),
        "regressor": Question(f"{__name__}.base_count", 2),
        "regressor_values": Question(f"{__name__}.questions", 6),
    },
    offered={
        f"{__name__}.jacobian": ("Jacobian",),
        f"{__name__}.matrices": ("Matrices",),
        f"{__name__}.regressor": ("Regressor",),
    },
    shows={
        name: {
            "text": f"{__name__}.documents:text_{name.lower()}",
            "latex": f"{__name__}.documents:notebook_latex",
        }
        for name in ("Matrices", "Jacobian", "Regressor")
    },
    tabs=(
        EquationsTab(
            "matrices",
            "Matrices",
            "M",
            f"{__name__}.page:MatricesPage",
            side="As matrices: M q'' + C q' + …",
        ),
    ),
    commands=(
        Command(
            "matrices",
            "M q'' + C q' + d + g = Q + Wᵀ λ, Jacobians of points, regressor and base parameters",
            f"{__name__}.command:run",
            behind="equations",
        ),
    ),
    jobs={"matrices": f"{__name__}.jobs:matrices"},
)
