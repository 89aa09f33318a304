"""Faults in the recursion: forces of elements, and the tree of frames."""

from __future__ import annotations

from tests.mutation.planting import Fault

F = "mechanics.recursion.forces"
G = "mechanics.measures"
S = "mechanics.recursion.space"
MOUNTS = "mechanics.spaces.mounts"

FORCES = [
    Fault(
        F, "RecursionForces._stored", "-self._node(part, pull", "self._node(part, pull", "spring"
    ),
    Fault(G, "apart", "times(way, -force)", "times(way, force)", "spring"),
    Fault(G, "apart", "push(*a, times", "push(a[0], b[1], times", "spring"),
    Fault(
        G, "line_measures", "dot(direction, span.rate)", "2 * dot(direction, span.rate)", "dashpot"
    ),
    Fault(F, "RecursionForces._damping", "self.wrenches, -drag", "self.wrenches, drag", "dashpot"),
    Fault(G, "_over_pulleys", "push(sink, -force)", "push(sink, force)", "rope_pull"),
    Fault(
        G,
        "_over_pulleys",
        "reduce(add, several)",
        "reduce(lambda a, b: a + -b, several)",
        "elastic_rope",
    ),
    Fault(
        G,
        "_over_drum",
        "* half + -run",
        "+ -run",
        "drum_rope",
        "simulate",
    ),
    Fault(
        G,
        "_overrun",
        "own + -space",
        "own + space",
        "one_way_clutch",
        "simulate",
    ),
    Fault(
        "mechanics.rubbing.surfaces",
        "in_joint",
        "scaled(tree, Symbol(name, 1))",
        "Symbol(name, 1)",
        "surface_friction",
        "simulate",
    ),
    Fault(
        MOUNTS,
        "_apart",
        "first, point, times(way, -force)",
        "first, point, times(way, force)",
        "bushing",
    ),
    Fault(MOUNTS, "_slope", "minus(times(across, C)", "plus(times(across, C)", "bushing"),
    Fault(
        S,
        "RecursionSpace.angle",
        "cosine.value * sine.rate -",
        "cosine.value * sine.rate +",
        "bushing",
    ),
    Fault(S, "RecursionSpace.length", "- rate * rate", "+ rate * rate", "tight_rope"),
    Fault(G, "line_measures", "apart(a, b, times(speed, 2))", "apart(a, b, speed)", "lagr_damper"),
    Fault(
        F,
        "RecursionForces._damping",
        "drag * power",
        "drag * power * 2",
        "dashpot",
        "simulate",
    ),
    Fault(
        F,
        "RecursionForces._stored",
        "-self._node(part, pull",
        "self._node(part, pull",
        "coordinate_spring",
    ),
    Fault(
        F,
        "RecursionForces._damping",
        "self.wrenches, -drag",
        "self.wrenches, drag",
        "coordinate_damper",
    ),
    Fault(
        F,
        "RecursionForces._damping",
        "dissipated + drag",
        "dissipated - drag",
        "coordinate_damper",
        "simulate",
    ),
    Fault(
        F,
        "RecursionForces._load",
        "force = self.scope.node(part.tree(law.vector))",
        "force = self.scope.q[0] * self.scope.node(part.tree(law.vector))",
        "coordinate_force",
    ),
    Fault(
        G,
        "_coordinate",
        "part.coordinate(on.coordinate, 1)",
        "part.coordinate(on.coordinate)",
        "coordinate_damper",
    ),
    Fault(G, "_along", "move(index, force * slope)", "move(index, force)", "circuit"),
    Fault(G, "_at_point", "part.trees(at.point)", 'part.trees("vector")', "force"),
    Fault(
        F,
        "RecursionForces._load",
        "force = apply(self.motion.axes(self.space.seat(body)), force)",
        "force = force",
        "force",
    ),
    Fault(G, "_on_body", "times(moment, -1)", "moment", "torque"),
    Fault(F, "RecursionForces._given", "- damping", "+ damping", "energies"),
    Fault(
        F,
        "RecursionForces._store",
        "self.account.potential + energy",
        "self.account.potential - energy",
        "spring",
    ),
]

M = "mechanics.recursion.motion"
INWARD = "mechanics.recursion.derivation"
A = "mechanics.recursion.frames"
TREES = [
    Fault(
        M,
        "MovingFrames._joint_drift",
        "times(cross(carried, v), 2)",
        "cross(carried, v)",
        "prismatic",
    ),
    Fault(M, "MovingFrames._joint_drift", "cross(carried, w)", "cross(w, carried)", "revolute"),
    Fault(
        M,
        "MovingFrames.accelerations",
        "plus(parent.a, apply(parent.U, frame.p))",
        "parent.a",
        "revolute",
    ),
    Fault(M, "MovingFrames._total", "total + derivative", "total - derivative", "carried"),
    Fault(M, "spread", "xy - alpha[2]", "xy + alpha[2]", "spherical"),
    Fault(
        M, "MovingFrames.point_velocity", "cross(state.w, arm)", "cross(arm, state.w)", "dashpot"
    ),
    Fault(
        M,
        "MovingFrames.velocities",
        "cross(parent.w, frame.p)",
        "cross(frame.p, parent.w)",
        "revolute",
    ),
    Fault(M, "MovingFrames.poses", "product(W, frame.m)", "product(frame.m, W)", "universal"),
    Fault(INWARD, "inertial_wrench", "K[2][1] - K[1][2]", "K[1][2] - K[2][1]", "spherical"),
    Fault(
        INWARD,
        "weight",
        "cross(frame.weight_moment, local)",
        "cross(local, frame.weight_moment)",
        "revolute",
    ),
    Fault(
        INWARD, "_momentum", "trace * turn[0] - image[0]", "trace * turn[0] + image[0]", "spherical"
    ),
    Fault(INWARD, "_composites", "added(first, t(first))", "first", "free"),
    Fault(
        INWARD,
        "project",
        "dot(turn, moment) + dot(move, force)",
        "dot(turn, moment) - dot(move, force)",
        "prismatic",
    ),
    Fault(
        A,
        "Frames.load",
        "product(product(seat.m, theta), transpose(seat.m))",
        "theta",
        "turned_seat",
        "simulate",
    ),
    Fault(A, "Frames.load", "outer(first, r)", "outer(r, r)", "revolute"),
    Fault(A, "Frames._step", "times(axis, r)", "times(axis, -r)", "revolute"),
    Fault(
        A,
        "Frames._step",
        "(self.origin, r) for i, r in rates",
        "(self.origin, times(r, 2)) for i, r in rates",
        "planar",
    ),
    Fault(
        "mechanics.steps",
        "_motion",
        "[Step] = [orientation]",
        "[Step] = [Turn(transposed(orientation.matrix))]",
        "fixed",
    ),
    Fault(A, "Frames._spin", "W[2][1], W[0][2], W[1][0]", "W[1][2], W[2][0], W[0][1]", "general"),
    Fault(A, "moved_wrench", "cross(frame.p, f)", "cross(f, frame.p)", "revolute"),
    Fault(
        "mechanics.recursion.articulated",
        "ArticulatedBodies._own",
        "cross(apply(J, w), w)",
        "cross(w, apply(J, w))",
        "chain",
    ),
    Fault(
        "mechanics.recursion.articulated",
        "ArticulatedBodies._add",
        "parent.A, A",
        "parent.A, t(A) if False else parent.A",
        "chain",
    ),
    Fault(
        "mechanics.recursion.derivation",
        "Recursion.right",
        "times(self.gravity, -1)",
        "self.gravity",
        "revolute",
        "simulate",
    ),
    Fault(
        "mechanics.recursion.derivation",
        "Recursion._relieved",
        "times(self.gravity, -1)",
        "self.gravity",
        "carried",
        "simulate",
    ),
    Fault(
        "mechanics.recursion.derivation",
        "Recursion.kinetic",
        "- dot(w, spin)",
        "+ dot(w, spin)",
        "spherical",
    ),
    Fault(
        "mechanics.recursion.derivation",
        "Recursion._reaction",
        "sign = -1 if link.backwards else 1",
        "sign = 1",
        "drawn_backwards",
    ),
    Fault(
        "mechanics.recursion.derivation",
        "Recursion._reaction",
        "cross(minus(origin",
        "cross(minus(self.motion.still",
        "revolute",
    ),
    Fault(
        "mechanics.recursion.derivation",
        "Recursion.drive",
        "drive = self.h_of_bodies[0]",
        "drive = -self.h_of_bodies[0]",
        "carried",
        "simulate",
    ),
    Fault(
        "mechanics.recursion.derivation",
        "Recursion.stored",
        "U = U - work",
        "U = U + work",
        "revolute",
        "simulate",
    ),
    Fault(
        "mechanics.recursion.derivation",
        "Given.h",
        "- derivative(self.T, q)",
        "+ derivative(self.T, q)",
        "circuit",
    ),
]
