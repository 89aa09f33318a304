"""Elements of a model as MJCF says them."""

from __future__ import annotations

from collections.abc import Callable

from lagr_gui.expression import Symbol
from lagr_gui.extensions.robots.factors import plain_friction
from lagr_gui.extensions.robots.mjcf.forces import write_force, write_pull
from lagr_gui.extensions.robots.mjcf.page import MjcfPage, within
from lagr_gui.extensions.robots.mjcf.squares import write_energies
from lagr_gui.extensions.robots.mjcf.thrusts import write_body_force
from lagr_gui.extensions.robots.polynomials import MOST_DEGREE, NoPolynomial, Polynomial, linear_in
from lagr_gui.extensions.robots.taking import CANNOT, WITHOUT, part_place
from lagr_gui.extensions.robots.writing import digits, tag
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError
from lagr_gui.mechanics.reading import Part


def write_part(page: MjcfPage, part: Part) -> None:
    """An element; what MJCF cannot say is refused."""
    write = _PARTS.get(part.record.kind)
    try:
        if write is None or not write(page, part):
            page.found.refuse(part_place(part), CANNOT, WITHOUT)
    except NoPolynomial as error:
        page.found.refuse(part_place(part), error.problems[0].cause, WITHOUT)
    except LagrError as error:
        cause = say("The format knows constant numbers only: {why}", why=error.problems[0].cause)
        page.found.refuse(part_place(part), cause, WITHOUT)


# --- on one coordinate ---------------------------------------------------------------------


def _spring(page: MjcfPage, part: Part) -> bool:
    name = part.value("coordinate")
    if name not in page.joints:
        return False
    pair = page.number(part, "c"), page.number(part, "q0")
    page.resisting_joint(name).springs.append(pair)
    return True


def _damper(page: MjcfPage, part: Part) -> bool:
    name = part.value("coordinate")
    if name not in page.joints:
        return False
    page.resisting_joint(name).add("damping", page.number(part, "k"))
    return True


def _stop(page: MjcfPage, part: Part) -> bool:
    name = part.value("coordinate")
    if name not in page.joints or page.resisting_joint(name).limits:
        return False
    _rebound(page, part)
    limits = page.number(part, "lower"), page.number(part, "upper")
    page.resisting_joint(name).limits = limits
    return True


def _rebound(page: MjcfPage, part: Part) -> None:
    if page.number(part, "restitution"):
        page.note(
            "Limits give way softly in MuJoCo; what rebounds from them in the model does not."
        )


def _held(page: MjcfPage, part: Part) -> bool:
    name = part.value("coordinate")
    if name not in page.joints:
        return False
    factors = (page.number(part, "motion"), 0, 0, 0, 0)
    page.bond("joint", part.record.name, page.joints[name], None, factors)
    return True


# --- on several ----------------------------------------------------------------------------


def _gear(page: MjcfPage, part: Part) -> bool:
    pair = part.value("coordinate_a"), part.value("coordinate_b")
    if not {*pair} <= page.joints.keys():
        return False
    factors = (page.number(part, "offset"), page.number(part, "ratio"), 0, 0, 0)
    first, second = (page.joints[name] for name in pair)
    page.bond("joint", part.record.name, first, second, factors)
    return True


def _never_above(page: MjcfPage, part: Part) -> bool:
    """A limit Σ a q ≤ l as the range of a tendon; that of the opposite sum is its other end."""
    linear = linear_in(page.polynomial(part.tree("limit")))
    if linear is None or not linear[1] or not _known(page, linear[1]):
        return False
    _rebound(page, part)
    leads = {symbol.name: slope for symbol, slope in linear[1].items()}
    opposite = {name: -slope for name, slope in leads.items()}
    low, high = None, -linear[0]
    if page.has_sum(opposite):
        leads, low, high = opposite, linear[0], None
    resisting = page.summing(part.record.name, leads).resisting
    before = resisting.limits or within(None, None)
    bound = within(low, high)
    resisting.limits = max(before[0], bound[0]), min(before[1], bound[1])
    return True


def _known(page: MjcfPage, slopes: dict[Symbol, float]) -> bool:
    return all(not symbol.order and symbol.name in page.joints for symbol in slopes)


def _zero(page: MjcfPage, part: Part) -> bool:
    """A condition: one coordinate is a polynomial of another one, or a sum is constant."""
    polynomial = page.polynomial(part.tree("zero"))
    names = sorted({symbol for monomial in polynomial for symbol in monomial}, key=lambda s: s.name)
    if not names or not _known(page, dict.fromkeys(names, 1.0)):
        return False
    for first in names if len(names) <= 2 else ():
        if (factors := _solved(polynomial, first)) is not None:
            second = next((page.joints[s.name] for s in names if s != first), None)
            page.bond("joint", part.record.name, page.joints[first.name], second, factors)
            return True
    linear = linear_in(polynomial)
    if linear is None:
        return False
    leads = {symbol.name: slope for symbol, slope in linear[1].items()}
    name = page.summing(part.record.name, leads).name
    page.bond("tendon", part.record.name, name, None, (-linear[0], 0, 0, 0, 0))
    return True


def _solved(polynomial: Polynomial, first: Symbol) -> list[float] | None:
    """Coefficients of first = p(second); None where that is not how the condition stands."""
    lead = polynomial.get((first,))
    if not lead or any(first in monomial for monomial in polynomial if monomial != (first,)):
        return None
    factors = [0.0] * (MOST_DEGREE + 1)
    for monomial, factor in polynomial.items():
        if monomial != (first,):
            factors[len(monomial)] = float(-factor / lead)
    return factors


# --- between points ------------------------------------------------------------------------


def _meet(page: MjcfPage, part: Part) -> bool:
    if part.value("directions") != "xyz":
        return False
    a, b = (page.site(page.found.point(*end)) for end in part.course)
    page.bonds.append(tag("connect", name=part.record.name, site1=a, site2=b))
    return True


def _line_spring(page: MjcfPage, part: Part) -> bool:
    rest, c = page.number(part, "l0"), page.number(part, "c")
    slack = part.record.kind == "elastic_rope"
    lengths = digits((0, rest) if slack else (rest,))
    page.line(part, stiffness=digits([c]), springlength=lengths)
    return True


def _friction(page: MjcfPage, part: Part) -> bool:
    name, F = part.value("coordinate"), plain_friction(page.found, part)
    if name not in page.joints or F is None:
        return False
    page.resisting_joint(name).add("frictionloss", F)
    return True


def _line_friction(page: MjcfPage, part: Part) -> bool:
    F = plain_friction(page.found, part)
    if F is not None:
        page.line(part, frictionloss=digits([F]))
    return F is not None


def _line_damper(page: MjcfPage, part: Part) -> bool:
    page.line(part, damping=digits([page.number(part, "k")]))
    return True


def _line_limit(page: MjcfPage, part: Part) -> bool:
    _rebound(page, part)
    page.line(part, range=digits((0, page.number(part, "l"))))
    return True


def _line_least(page: MjcfPage, part: Part) -> bool:
    _rebound(page, part)
    page.line(part, range=digits(within(page.number(part, "distance"), None)))
    return True


def _line_held(page: MjcfPage, part: Part) -> bool:
    """A line of one length: MuJoCo counts it from the length where all coordinates are 0."""
    length = page.number(part, "l") - page.drawn(part)
    page.bond("tendon", part.record.name, page.line(part), None, (length, 0, 0, 0, 0))
    return True


_PARTS: dict[str, Callable[[MjcfPage, Part], bool]] = {
    "coordinate_spring": _spring,
    "coordinate_damper": _damper,
    "coordinate_force": write_force,
    "joint_friction": _friction,
    "brake": _friction,
    "line_friction": _line_friction,
    "stop": _stop,
    "energies": write_energies,
    "force": write_body_force,
    "torque": write_body_force,
    "gear": _gear,
    "prescribed_motion": _held,
    "unilateral_condition": _never_above,
    "position_condition": _zero,
    "coincidence": _meet,
    "spring": _line_spring,
    "elastic_rope": _line_spring,
    "dashpot": _line_damper,
    "rope_damper": _line_damper,
    "rope": _line_limit,
    "pulley_rope": _line_limit,
    "bumper": _line_least,
    "rod": _line_held,
    "tight_rope": _line_held,
    "rope_pull": write_pull,
}
