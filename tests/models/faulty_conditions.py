"""Models whose conditions are redundant, contradictory, singular or ill-posed."""

from __future__ import annotations

from lagr_gui import System
from tests.mechanics.bound.mechanisms import four_bar, hinged, ring, windows
from tests.models.collection import cart, disc, faulty, plate, two_wheels, until

# contradictory


@faulty("mobility", "cannot-close", "Element “second”", "contradict", "bound by Element “first”")
def two_drives_with_other_motions() -> System:
    system = cart()
    system.element("prescribed_motion", "first", coordinate="x", motion="t")
    system.element("prescribed_motion", "second", coordinate="x", motion="t + 1")
    return system


@faulty("mobility", "contradiction", "Element", "velocities that contradict", "bound by Element")
def two_drives_with_other_speeds() -> System:
    system = cart()
    system.element("prescribed_motion", "first", coordinate="x", motion="t")
    system.element("prescribed_motion", "second", coordinate="x", motion="2*t")
    return system


@faulty("mobility", "contradiction", "Element", "accelerations that contradict")
def two_drives_with_other_accelerations() -> System:
    system = cart()
    system.element("prescribed_motion", "first", coordinate="x", motion="t^2")
    system.element("prescribed_motion", "second", coordinate="x", motion="2*t^2")
    return system


@faulty("mobility", "cannot-close", "Joint “h", "long enough")
def bars_too_short_to_close() -> System:
    return ring([(2.0, 0), (0.4, 0), (0.5, 0), (0.6, 0)])


@faulty("mobility", "cannot-close", "Joint “h", "parallel")
def a_planar_loop_with_a_hinge_that_is_offset() -> System:
    system = hinged(
        {1: (0, 0.5), 2: (0.5, 1), 3: (1, 0.5)},
        [(0, 1, (0, 0)), (1, 2, (0, 1)), (2, 3, (1, 1)), (3, 0, (1, 0))],
    )
    moved = system.model.joint("h4").model_copy(update={"point_child": (1, 0, 0.2)})
    joints = tuple(moved if j.name == "h4" else j for j in system.model.joints)
    system.model = system.model.model_copy(update={"joints": joints})
    return system


@faulty("simulate", "torn", "Element “", r"t = (2|1\.999\d*) s", "prescribed motion asks for more")
def a_drive_that_leads_out_of_reach() -> System:
    system = System()
    system.body("Arm", mass=1, inertia=(0.1, 0.1, 0.1))
    system.body("Slide", mass=1)
    system.joint("revolute", 0, 1, "q", point_child=(-1, 0, 0))
    system.joint("prismatic", 0, 2, "x", axis=(1, 0, 0))
    system.element("coincidence", "pin", body_a=1, body_b=2, directions="x")
    system.element("prescribed_motion", "drive", coordinate="x", motion="0.8 + 0.1*t")
    system.start(q=0.6, x=0.8)
    return until(system, 3.0)


@faulty("mobility", "cannot-close", "Element “third”", "contradict")
def a_ring_of_gears_whose_offsets_contradict() -> System:
    system = two_wheels()
    system.element("gear", "first", coordinate_a="q1", coordinate_b="q2", ratio=2)
    system.element("gear", "third", coordinate_a="q2", coordinate_b="q1", ratio=0.5, offset=0.3)
    return system


@faulty("mobility", "rigid", "Nothing can move")
def a_ring_of_gears_whose_ratios_contradict() -> System:
    system = two_wheels()
    system.element("gear", "first", coordinate_a="q1", coordinate_b="q2", ratio=2)
    system.element("gear", "second", coordinate_a="q2", coordinate_b="q1", ratio=3)
    return system


@faulty("check", "no-coordinate", "Element “condition”", "no coordinate")
def a_condition_without_a_coordinate_that_is_not_met() -> System:
    system = cart()
    system.element("position_condition", "condition", zero="1")
    return system


@faulty("check", "no-coordinate", "Element “condition”", "no coordinate")
def a_condition_on_time_alone() -> System:
    system = cart()
    system.element("position_condition", "condition", zero="t - 3")
    return system


@faulty("check", "no-velocity", "Element “condition”", "no velocity")
def a_condition_on_velocities_without_a_velocity() -> System:
    system = cart()
    system.element("velocity_condition", "condition", zero="x - 1")
    return system


# redundant


@faulty("mobility", "idle-condition", "Element “condition”", "binds nothing")
def a_condition_that_is_fulfilled_identically() -> System:
    system = cart()
    system.element("position_condition", "condition", zero="sin(x)^2 + cos(x)^2 - 1")
    return system


@faulty("mobility", "redundant", "Element “second”", "not determined")
def two_drives_with_the_same_motion() -> System:
    system = cart()
    system.element("prescribed_motion", "first", coordinate="x", motion="sin(t)")
    system.element("prescribed_motion", "second", coordinate="x", motion="sin(t)")
    return system


@faulty("mobility", "idle-condition", "Element “wall”", "binds nothing")
def a_point_that_is_held_where_it_cannot_go() -> System:
    system = cart()
    system.element("coincidence", "wall", body_a=1, body_b=0, directions="yz")
    return system


@faulty("mobility", "redundant", "Element “second”")
def two_skids_in_line() -> System:
    system = plate()
    system.element("skid", "first", body=1, point=(0, 0, 0))
    system.element("skid", "second", body=1, point=(0, 0, 0), across=(0, 2, 0))
    return system


@faulty("mobility", "idle-condition", "Element “edge”", "binds nothing")
def a_skid_on_a_rail() -> System:
    system = cart()
    system.element("skid", "edge", body=1, across=(0, 1, 0))
    return system


# singular and under-determined


@faulty("simulate", "singular-metric", "coordinate q", "no inertia")
def a_coupler_without_mass_that_can_spin() -> System:
    system = four_bar()
    system.body("Sleeve", mass=0)
    system.joint("revolute", 2, 4, "q", name="sleeve", axis=(1, 0, 0))
    system.start(q1=(1.0, 2.0))
    return system


@faulty("simulate", "singular-metric", "no inertia")
def a_bar_without_inertia_between_balls() -> System:
    system = System()
    system.body("Arm", mass=1, inertia=(0.1, 0.1, 0.1))
    system.body("Bar", mass=0)
    system.joint("revolute", 0, 1, "q1", name="hinge", point_child=(-1, 0, 0))
    system.joint("spherical", 1, 2, "a", "b", "c", name="ball 1")
    system.joint("spherical", 2, 0, "d", "e", "f", name="ball 2", point_parent=(1, 0, 0),
                 point_child=(1.5, 0.5, 0))  # fmt: skip
    return system


@faulty("mobility", "dead-position", "more motion", "beside it")
def a_start_with_all_bars_in_line() -> System:
    system = windows(1)
    system.start(q1=1.5707963267948966, q2=1.5707963267948966, q3=-1.5707963267948966)
    return until(system, 0.5)


@faulty("mobility", "rigid", "Nothing can move")
def a_truss() -> System:
    return hinged(
        {1: (0.4, 0.5), 2: (1.1, 0.5)}, [(0, 1, (0, 0)), (1, 2, (0.8, 1)), (2, 0, (1.5, 0))]
    )


@faulty("mobility", "rigid", "Nothing can move")
def a_plate_held_by_skids_across_each_other() -> System:
    system = plate()
    system.element("skid", "first", body=1, across=(0, 1, 0))
    system.element("skid", "second", body=1, point=(1, 0, 0), across=(0, 1, 0))
    system.element("skid", "third", body=1, across=(1, 0, 0))
    return system


@faulty("check", "range", "Element “rod”", "Length")
def a_rod_of_length_zero() -> System:
    system = plate()
    system.element("rod", "rod", body_a=1, body_b=0, l=0)
    return system


@faulty("mobility", "cannot-close", "Element “rod”")
def a_rod_of_negative_reach() -> System:
    system = cart()
    system.element("rod", "rod", body_a=1, body_b=0, point_b=(0, 3, 0), l=2)
    return system


# ill-posed


@faulty("check", "not-linear", "Element “servo”", "linear", "velocit")
def a_velocity_condition_that_is_not_linear_beside_a_limit() -> System:
    system = plate()
    system.element("velocity_condition", "servo", zero="x'^2 + y'^2 - 1")
    system.element("stop", "buffer", coordinate="x", lower=-1, upper=1)
    return system


@faulty("simulate", "singular-velocities", "Element “servo”", "∂ψ/∂q̇", "vanishes")
def a_speed_that_is_held_and_a_start_at_rest() -> System:
    system = plate()
    system.element("velocity_condition", "servo", zero="x'^2 + y'^2 - 1")
    return system


@faulty("check", "zero-axis", "normal")
def a_disc_on_a_plane_without_a_normal() -> System:
    system = disc()
    system.element("rolling_disc", "contact", body=1, normal=(0, 0, 0))
    return system


@faulty("check", "not-across", "Element “contact”, along", "not across the normal")
def a_disc_whose_direction_does_not_lie_in_the_plane() -> System:
    system = disc()
    system.element("rolling_disc", "contact", body=1, normal=(0, 0, 1), along=(1, 0, 1))
    return system


@faulty("mobility", "undefined-condition", "Element “contact”", "lie flat")
def a_disc_that_lies_flat() -> System:
    system = disc()
    system.element("rolling_disc", "contact", body=1, normal=(0, 0, 1), along=(1, 0, 0))
    system.start(theta=0.0, z=0.0)
    return system


@faulty("check", "same-body", "Element “edge”", "itself")
def a_skid_of_a_body_on_itself() -> System:
    system = plate()
    system.element("skid", "edge", body=1, ground=1)
    return system


@faulty("check", "same-body", "Element “rod”", "body 0", "itself")
def a_rod_between_two_points_of_body_0() -> System:
    system = cart()
    system.element("rod", "rod", body_a=0, body_b=0, point_b=(1, 0, 0), l=1)
    return system


@faulty("check", "same-coordinate", "Element “gear”", "itself")
def a_gear_between_a_coordinate_and_itself() -> System:
    system = two_wheels()
    system.element("gear", "gear", coordinate_a="q1", coordinate_b="q1", ratio=2)
    return system


@faulty("check", "range", "Element “contact”", "Radius")
def a_ball_of_negative_radius() -> System:
    system = disc()
    system.element("rolling_ball", "contact", body=1, radius=-0.2, normal=(0, 0, 1))
    return system


@faulty("check", "idle-cut", "Joint “rail”", "needed")
def a_cut_where_nothing_closes() -> System:
    system = System()
    system.body("Cart", mass=1)
    system.joint("prismatic", 0, 1, "x", name="rail", cut=True)
    return system


@faulty("check", "symbol", "q9")
def a_condition_on_an_unknown_coordinate() -> System:
    system = cart()
    system.element("position_condition", "condition", zero="x - q9")
    return system
