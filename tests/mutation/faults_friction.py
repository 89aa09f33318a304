"""Faults in dry friction, rough contacts and impacts, which the certificate of a motion stops."""

from __future__ import annotations

from tests.mutation.planting import Fault

FRICTIONS, SLIDING = "simulation.friction.frictions", "simulation.friction.sliding"
WATCHING, WEDGED = "simulation.friction.watching", "simulation.friction.wedged"
CONTACTS, COULOMB, IMPACTS = "simulation.contacts", "numerics.coulomb", "numerics.impacts"


def rubs(function: str, right: str, wrong: str, model: str, module: str = FRICTIONS) -> Fault:
    """A fault that a motion with friction shows."""
    return Fault(module, function, right, wrong, model, "rub")


def among(function: str, right: str, wrong: str, model: str) -> Fault:
    """The same among the limits and frictions that may hold."""
    return rubs(f"RubbingContacts.{function}", right, wrong, model)


def watched(function: str, right: str, wrong: str, model: str) -> Fault:
    """A fault in when one of them changes."""
    return rubs(f"WatchedFrictions.{function}", right, wrong, model, WATCHING)


def touches(function: str, right: str, wrong: str, model: str) -> Fault:
    """A fault among limits without friction."""
    return rubs(f"Contacts.{function}", right, wrong, model, CONTACTS)


RUBBED = [
    among("_rest", "np.abs(slip) <= ", "np.abs(slip) > ", "block"),
    among("_rest", "0, np.sign(slip)", "0, -np.sign(slip)", "block"),
    among("_rest", "0, np.sign(slip)", "0, 0.5 * np.sign(slip)", "block"),
    among("_rest", "or length <= least", "or length > least", "rod"),
    among("_rest", "now.speed[pair] / length", "-now.speed[pair] / length", "rod"),
    watched("_slides", "self._roughness[j, 0]", "self._roughness[j, 1]", "foot"),
    watched("_slides", "self._roughness[j, 0]", "2 * self._roughness[j, 0]", "rod"),
    among("_settle", "*holding.tolist(), ", "", "block"),
    watched("_seen_of", "not in self.active", "in self.active", "foot"),
    watched(
        "_seen_of", "most[:, j] * FRICTION.beyond", "9 * most[:, j] * FRICTION.beyond", "one foot"
    ),
    rubs("_alongside", "> 1 - 1e-9", "<= 1 - 1e-9", "foot", WEDGED),
    among("_shared", "exerted / self._exerted", "2 * exerted / self._exerted", "brakes"),
    among("_exerted", "= -1.0", "= -0.5", "brakes"),
    among("_stopped", "now.solved(some).hold(speed, qd)", "0 * qd", "pair"),
    among("_collided", "backs)) * speed", "backs) / 2) * speed", "bouncing"),
    among("_collided", "np.repeat(self", "-np.repeat(self", "bouncing"),
    among("_collided", "after, after - x @", "after, after - 0.9 * x @", "bouncing"),
    among("_collided", "-x[:count], after", "-2 * x[:count], after", "bouncing"),
    among("_collided", "rubs[places] = -x", "rubs[places] = x", "bouncing"),
    among(
        "_collided",
        "efforts = self._bounds(0.0, None, rest, 0)",
        "efforts = self._bounds(0.0, None, rest, 2)",
        "bouncing",
    ),
    rubs("SlidingContact.directions", "turned[:, None] * slip", "slip[:, ::-1]", "puck", SLIDING),
    rubs("SlidingTouch._rows", "columns[:, place] += ", "columns[:, place] -= ", "rod", SLIDING),
    rubs("SlidingTouch._rows", "slide.mu * slide", "0.9 * slide.mu * slide", "puck", SLIDING),
    rubs(
        "_projected",
        "mu * max(float(x[n]), 0.0)",
        "2 * mu * max(float(x[n]), 0.0)",
        "bouncing",
        COULOMB,
    ),
    rubs(
        "Answers.collide",
        "(1 + np.where(speed > 0, kappa, 0.0))",
        "(1 + np.where(speed > 0, kappa / 2, 0.0))",
        "ball",
        IMPACTS,
    ),
    rubs("Answers.collide", "qd - pushes @ self.u", "qd - 1.1 * pushes @ self.u", "ball", IMPACTS),
    rubs("Answers.collide", "-pushes, qd", "-2 * pushes, qd", "ball", IMPACTS),
    rubs("answers", "h.G @ u.T, 0.0)", "2 * h.G @ u.T, 0.0)", "ball", IMPACTS),
    touches(
        "_chain_of_impacts",
        "impulses[struck] += collision.impulses",
        "impulses[struck] -= collision.impulses",
        "ball",
    ),
    watched("_seen_of", "most[:, j] * FRICTION", "0.9 * most[:, j] * FRICTION", "one foot"),
    watched("_seen_of", "bound * FRICTION", "0.9 * bound * FRICTION", "foot"),
    rubs("alike", "W, dependent(", "W, ~dependent(", "brakes", WEDGED),
    among("_settle", "self._rough[j] in pushing]", "self._rough[j] in pushing][:1]", "foot"),
]
