"""Models with values that no system has, loose references, stops and drives that cannot be."""

from __future__ import annotations

from lagr_gui import System
from tests.models.collection import cart, faulty, plate, until

# values that no system has


@faulty("check", "negative-mass", "Body “Cart”", "mass is -3 kg")
def a_negative_mass() -> System:
    system = System()
    system.body("Cart", mass=-3)
    system.joint("prismatic", 0, 1, "x", name="rail")
    return system


@faulty("check", "negative-mass", "Body “Cart”", "mass 2\\*m is -4 kg")
def a_parameter_that_makes_a_mass_negative() -> System:
    system = System(m=-2)
    system.body("Cart", mass="2*m")
    system.joint("prismatic", 0, 1, "x", name="rail")
    return system


@faulty("simulate", "indefinite-metric", "coordinate q", "some motion is negative")
def a_negative_moment_of_inertia() -> System:
    system = System()
    system.body("Wheel", inertia=(1, 1, -1))
    system.joint("revolute", 0, 1, "q", name="axle")
    return system


@faulty("simulate", "indefinite-metric", "coordinate a", "not positive definite")
def products_of_inertia_that_are_too_large() -> System:
    system = System(gravity=(0, 0, 0))
    system.body("Wheel", inertia=(1, 1, 1, 1.5))
    system.joint("spherical", 0, 1, "a", "b", "c", name="bearing")
    return system


@faulty("mobility", "no-inertia", "Coordinate q", "inertia")
def a_pendulum_without_mass() -> System:
    system = cart()
    system.body("Rod", mass=0)
    system.joint("revolute", 1, 2, "q", name="hinge", point_child=(0, 1, 0))
    return system


@faulty("check", "range", "Joint “beam”", "Mass per length ρA: -1 kg/m")
def a_beam_of_negative_density() -> System:
    system = System()
    system.body("Tip", mass=1)
    system.joint("beam", 0, 1, "q1", "q2", name="beam", density=-1)
    return system


@faulty("check", "range", "Element “C”, C", "larger than 0")
def a_capacitor_without_capacitance() -> System:
    system = System()
    system.branch("inductor", "a", "b", name="L")
    system.branch("capacitor", "a", "b", name="C", C=0)
    return system


@faulty("check", "coupling", "Element “M”, M", "negative energy")
def coils_that_are_coupled_too_well() -> System:
    system = System()
    for k in (1, 2):
        system.branch("inductor", f"a{k}", f"b{k}", name=f"L{k}", L=1)
        system.branch("capacitor", f"a{k}", f"b{k}", name=f"C{k}", C=1)
    system.element("mutual_inductance", "M", coil_a="L1", coil_b="L2", M=3)
    return system


@faulty("check", "same-name", "Body 2 has the same name as body 1")
def two_bodies_of_one_name() -> System:
    system = cart()
    system.body("Cart", mass=1)
    system.joint("prismatic", 1, 2, "y", name="slide", axis=(0, 1, 0))
    return system


# references


@faulty("check", "unknown-body", "Joint “arm”, child", "no body 9")
def a_joint_to_a_body_that_is_not_there() -> System:
    system = cart()
    system.joint("revolute", 1, 9, "q", name="arm")
    return system


@faulty("check", "name-taken", "Joint “slide”", "coordinate of the joint “rail”")
def two_joints_with_one_coordinate() -> System:
    system = cart()
    system.body("Load", mass=1)
    system.joint("prismatic", 1, 2, "x", name="slide", axis=(0, 1, 0))
    system.start(y=0.5)
    return system


# stops, walls, drives


@faulty("check", "no-play", "Element “stop”", "no play")
def a_stop_whose_limits_are_exchanged() -> System:
    system = cart()
    system.element("stop", "stop", coordinate="x", lower=1, upper=-1)
    return system


@faulty("simulate", "driven-through", "Element “stop”", "t = 1 s")
def a_drive_that_leads_through_a_stop() -> System:
    system = cart()
    system.element("stop", "stop", coordinate="x", lower=-1, upper=1)
    system.element("prescribed_motion", "drive", coordinate="x", motion="t")
    return system


@faulty("check", "zero-axis", "Element “floor”, normal")
def a_wall_without_a_normal() -> System:
    system = plate()
    system.element("wall", "floor", body=1, normal=(0, 0, 0))
    return system


@faulty("check", "same-body", "Element “rope”", "itself")
def a_rope_of_a_body_to_itself() -> System:
    system = cart()
    system.element("rope", "rope", body_a=1, body_b=1, l=1)
    return system


@faulty("check", "same-body", "Element “spring”", "with itself")
def a_spring_between_two_points_of_a_body() -> System:
    system = cart()
    system.element("spring", "spring", body_a=1, body_b=1, point_b=(1, 0, 0))
    return system


@faulty("check", "range", "Element “floor”, restitution", "from 0 to 1")
def a_wall_that_gives_energy_away() -> System:
    system = plate()
    system.element("wall", "floor", body=1, normal=(0, 0, 1), restitution=1.5)
    return system


@faulty("check", "no-coordinate", "Element “limit”", "limits nothing")
def a_limit_without_a_coordinate() -> System:
    system = cart()
    system.element("unilateral_condition", "limit", limit="-1")
    return system


@faulty("simulate", "undefined-limit", "Element “limit”", "no value at the start")
def a_limit_that_divides_by_zero() -> System:
    system = cart()
    system.element("unilateral_condition", "limit", limit="1/x")
    return system


@faulty("mobility", "cannot-close", "Joint “second”", "No position")
def a_body_fixed_in_two_places() -> System:
    system = System()
    system.body("Plate", mass=1)
    system.joint("fixed", 0, 1, name="first")
    system.joint("fixed", 0, 1, name="second", point_parent=(1, 0, 0))
    return system


@faulty("simulate", "driven-through", "Element “", r"t = 1\.3333", "no impulse")
def a_cart_squeezed_between_stops_that_move() -> System:
    system = cart()
    system.element("stop", "left", coordinate="x", lower="-1 + t", upper=3)
    system.element("stop", "right", coordinate="x", lower=-1, upper="1 - t/2")
    return until(system, 2.0)


@faulty("simulate", "undefined-condition", "Element “R”", "no value at the given start")
def a_mesh_whose_capacitance_is_zero_at_the_start() -> System:
    system = cart()
    system.branch("voltage_source", "a", "b", voltage=1)
    system.branch("resistor", "b", "c", name="R", R=1)
    system.branch("capacitor", "c", "a", C="x")
    return system


@faulty("mobility", "invalid-coordinates", "coordinate q moves no body")
def a_coordinate_that_moves_nothing_at_the_start() -> System:
    system = cart()
    system.body("Arm", mass=1, inertia=(1, 1, 1))
    system.joint("general", 1, 2, "q", distance=("q*x", 0, 0))
    system.start(q=1.0)
    return system


@faulty("check", "no-value", "Element “store”", "asin\\(2\\) has no real value")
def an_energy_without_value() -> System:
    system = cart()
    system.element("energies", "store", own=("y",), kinetic="y'^2/2", potential="x^2 + asin(2)")
    return system


@faulty("check", "no-value", "Body “Cart”", "sqrt\\(m\\) has no real value")
def a_mass_without_value() -> System:
    system = System(m=-1)
    system.body("Cart", mass="1 + sqrt(m)")
    system.joint("prismatic", 0, 1, "x", name="rail")
    return system


@faulty("simulate", "no-energy", "Energy balance", "potential energy U has no value from t = 0 s")
def an_energy_that_has_no_value_where_the_motion_is() -> System:
    """Its slope 1/x has one."""
    system = cart()
    system.element("energies", "store", own=("y",), kinetic="y'^2/2", potential="log(x + 2)")
    system.start(x=-3)
    return until(system, 0.5)


@faulty("check", "unusual", "Element “coil”", "Natural length λ₀: -1 m")
def a_natural_length_below_zero() -> System:
    system = cart()
    system.element("spring", "coil", body_a=1, body_b=0, point_b=(2, 0, 0), l0=-1)
    return system


@faulty("check", "ground-child", "Joint “rail”", "how body 0 moves against that body")
def body_0_as_a_child() -> System:
    system = System()
    system.body("Cart", mass=1)
    system.joint("prismatic", 1, 0, "x", name="rail")
    return system


@faulty("check", "name", "“NaN” has a fixed meaning")
def a_parameter_that_is_called_like_a_number() -> System:
    system = cart()
    system.parameter("NaN", 1.0)
    return system
