"""Elastic beam: an edge with mass whose coordinates are amplitudes of shape functions."""

from lagr_gui.catalogue.kinds import axis, choice, scalar
from lagr_gui.catalogue.motions import Bending, JointKind
from lagr_gui.model.kinds import Depends, Range

KIND = JointKind(
    name="beam",
    title="Elastic beam",
    fields=(
        scalar("length", 1, "Length L", "m", Depends.PARAMETERS),
        scalar(
            "density", 1, "Mass per length ρA", "kg/m", Depends.PARAMETERS, range=Range.NOT_NEGATIVE
        ),
        scalar(
            "stiffness", 100, "Stiffness EI", "N m^2", Depends.PARAMETERS, range=Range.NOT_NEGATIVE
        ),
        scalar("damping", 0, "Damping time β", "s", Depends.PARAMETERS),
        axis("axis", (1, 0, 0), "Axis, root to tip"),
        axis("across", (0, 1, 0), "Bends along"),
        choice(
            "ends",
            "clamped-free",
            (
                *("clamped-free", "pinned-pinned", "clamped-clamped", "clamped-pinned"),
                *("free-free", "own"),
            ),
            "Ends",
        ),
        choice("functions", "polynomials", ("polynomials", "eigenfunctions"), "Shape functions"),
        scalar("deflection", 0, "Own deflection Σ qᵢuᵢ(ξ)", "m", Depends.POSITION, places=("xi",)),
        choice("foreshortening", "on", ("on", "off"), "Foreshortening"),
        choice("gravity", "on", ("on", "off"), "Weight"),
    ),
    motion=Bending(),
    units=("m", "m"),
    glyph="beam",
    help="A beam with mass from the first body (root) to the second one (tip): ρ = ρ₀ + qᵢuᵢ. "
    "Its undeformed axis is fixed in the first body; name as many amplitudes qᵢ as it shall "
    "have shape functions. Polynomials keep the equations exact, eigenfunctions make the "
    "stiffness diagonal. With ends “own” the deflection is an expression such as "
    "q1*xi^2 + q2*xi^3 with xi = s/L. Foreshortening −½∫w′² makes a turning beam stiffer.",
)
