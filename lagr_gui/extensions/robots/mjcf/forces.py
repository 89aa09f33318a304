"""Forces that follow a control, a place or a speed: actuators of an MJCF, and its dry friction."""

from __future__ import annotations

from itertools import takewhile

from lagr_gui.expression import Call, Expression, Symbol, read
from lagr_gui.extensions.robots.factors import constant, eased_friction, peeled
from lagr_gui.extensions.robots.mjcf.page import Drive, LinearLaw, MjcfPage
from lagr_gui.extensions.robots.polynomials import control_symbol, linear_in
from lagr_gui.extensions.robots.taking import SAME, WITHOUT, part_place
from lagr_gui.extensions.robots.writing import digits, tag
from lagr_gui.foundation.message import say
from lagr_gui.mechanics.reading import Part


def write_force(page: MjcfPage, part: Part) -> bool:
    """A force on a coordinate; it is written when all of them are known."""
    coordinate = part.value("coordinate")
    if coordinate not in page.joints:
        return False
    friction = eased_friction(page.found, part)
    if friction is not None:
        page.resisting_joint(coordinate).add("frictionloss", friction)
        page.note("Dry friction is eased about rest in the model; in MuJoCo it holds what rests.")
        return True
    drive = drive_of(page, part, part.tree("force"))
    if drive is not None:
        page.forces.append(drive)
    return drive is not None


def write_pull(page: MjcfPage, part: Part) -> bool:
    """A pull in a rope: an actuator that shortens a tendon."""
    drive = drive_of(page, part, part.tree("pull"))
    if drive is None or drive.law.slopes:
        return False
    gear, law = -drive.factor, drive.law
    if not law.bounds:
        gear, law = 1.0, _scaled(law, gear)
    write_actuator(page, part.record.name, law, {"tendon": page.line(part)}, gear, (0.0, 0.0))
    return True


# --- how a force is written ----------------------------------------------------------------


def drive_of(page: MjcfPage, part: Part, force: Expression) -> Drive | None:
    """A force of an element, taken apart; None where it has another form. Raises LagrError."""
    factor, tree = peeled(page.found, force)
    bounds, tree = _bounded(page, tree)
    linear = linear_in(page.polynomial(tree))
    if linear is None:
        return None
    bias, slopes = linear
    symbol_of = {control_symbol(name): name for name in page.controls}
    driven = [symbol for symbol in slopes if symbol in symbol_of]
    states = {Symbol(name, order) for name in page.joints for order in (0, 1)}
    if len(driven) > 1 or not slopes.keys() - {*driven} <= states:
        return None
    gain = slopes.pop(driven[0]) if driven else 0.0
    control = symbol_of[driven[0]] if driven else ""
    ordered = tuple(sorted(slopes.items(), key=lambda pair: (pair[0].name, pair[0].order)))
    return Drive(part, factor, LinearLaw(control, gain, bias, ordered, bounds))


def _bounded(page: MjcfPage, tree: Expression) -> tuple[tuple[float, float] | None, Expression]:
    """Bounds of a force that is written as min(max(…, low), high), and what is bounded."""
    limits: dict[str, float] = {}
    inner = tree
    while isinstance(inner, Call) and inner.function in {"min", "max"} - limits.keys():
        numbers = [constant(page.found, argument) for argument in inner.arguments]
        rest = [a for a, n in zip(inner.arguments, numbers, strict=True) if n is None]
        if len(rest) != 1:
            break
        limits[inner.function] = sum(n for n in numbers if n is not None)
        inner = rest[0]
    if len(limits) == 2 and limits["max"] <= limits["min"]:
        return (limits["max"], limits["min"]), inner
    return None, tree


# --- actuators -----------------------------------------------------------------------------


def write_drives(page: MjcfPage) -> None:
    """All forces on coordinates: those that follow one law act through one tendon."""
    groups: dict[object, list[Drive]] = {}
    for number, drive in enumerate(page.forces):
        coordinate = drive.part.value("coordinate")
        alone = {symbol.name for symbol, _ in drive.law.slopes} <= {coordinate}
        key = number if alone and not drive.law.control else drive.law
        groups.setdefault(key, []).append(drive)
    for drives in groups.values():
        if not _act(page, drives):
            for drive in drives:
                page.found.refuse(part_place(drive.part), _OWN, WITHOUT)


def _act(page: MjcfPage, drives: list[Drive]) -> bool:
    """Write forces of one law; False where it follows coordinates on which they do not act."""
    law, factors = drives[0].law, dict[str, float]()
    for drive in drives:
        coordinate = drive.part.value("coordinate")
        factors[coordinate] = factors.get(coordinate, 0.0) + drive.factor
    factors = {coordinate: factor for coordinate, factor in factors.items() if factor}
    if not factors:
        return True
    name = _common([drive.part.record.name for drive in drives])
    most = max(factors.values(), key=abs)
    leads = {coordinate: factor / most for coordinate, factor in factors.items()}
    gear, law = (most, law) if law.bounds else (1.0, _scaled(law, most))
    place, speed = (_along(law, leads, order) for order in (0, 1))
    if place is None or speed is None:
        return False
    if len(leads) == 1:
        target = {"joint": page.joints[next(iter(leads))]}
    else:
        target = {"tendon": page.summing(name, leads).name}
    write_actuator(page, name, law, target, gear, (place / gear, speed / gear))
    return True


def _scaled(law: LinearLaw, factor: float) -> LinearLaw:
    slopes = tuple((symbol, slope * factor) for symbol, slope in law.slopes)
    return LinearLaw(law.control, law.gain * factor, law.bias * factor, slopes, None)


def _along(law: LinearLaw, leads: dict[str, float], order: int) -> float | None:
    """How a law grows with Σ lead q; None where it follows something else."""
    slopes = {symbol.name: slope for symbol, slope in law.slopes if symbol.order == order}
    if not slopes:
        return 0.0
    first, lead = next(iter(leads.items()))
    ratio = slopes.get(first, 0.0) / lead
    errors = [abs(slopes.get(n, 0.0) - ratio * leads.get(n, 0.0)) for n in {*slopes, *leads}]
    return ratio if max(errors) <= SAME * max(map(abs, slopes.values())) else None


def _common(names: list[str]) -> str:
    """What the names of forces of one actuator begin with."""
    alike = takewhile(lambda letters: len(set(letters)) == 1, zip(*names, strict=False))
    return "".join(letters[0] for letters in alike).rstrip() or names[0]


def write_actuator(
    page: MjcfPage,
    name: str,
    law: LinearLaw,
    target: dict[str, str],
    gear: float,
    slopes: tuple[float, float],
) -> None:
    """An actuator; slopes are those with the length of its target times the gear."""
    if law.control:
        page.driven.setdefault(law.control, []).append(name)
    gain, bias = law.gain, (law.bias, *slopes)
    kind, more = "general", dict[str, str]()
    if gain and not any(bias) and (gain == 1 or law.bounds is None):
        kind, gear = "motor", gear * gain
    elif gain > 0 and bias[:2] == (0, -gain) and bias[2] <= 0:
        kind, more = "position", {"kp": digits([gain]), "kv": digits([-bias[2]])}
    elif gain > 0 and bias == (0, 0, -gain):
        kind, more = "velocity", {"kv": digits([gain])}
    else:
        more = {"gainprm": digits([gain]), "biastype": "affine", "biasprm": digits(bias)}
    more |= {"forcerange": digits(law.bounds)} if law.bounds else {}
    more |= {"gear": digits([gear])} if gear != 1 else {}
    page.drives.append(tag(kind, name=page.drive_names.fresh(name), **target, **more))


def tell_controls(page: MjcfPage) -> None:
    """In MJCF each actuator has a control of its own, which is 0 until it is given."""
    functions = page.found.prepared.reading.functions
    for control, names in page.driven.items():
        place = say("Function “{name}”", name=control)
        if len(names) > 1:
            cause = say("It drives {names}; in MJCF each has its own.", names=", ".join(names))
            page.found.refuse(place, cause, "Give each of them a function of its own.")
        if functions[control].is_specified and not _is_nothing(page, functions[control].expression):
            page.found.refuse(place, _COURSE, _CONTROLLED)


def _is_nothing(page: MjcfPage, text: str | None) -> bool:
    return text is not None and constant(page.found, read(text)) == 0


_OWN = "An actuator of MJCF follows the coordinates on which it acts, and its force is linear."
_COURSE = "It has a course; in MJCF controls are given from outside, and are 0 at first."
_CONTROLLED = "Set it to 0. With --leave-out the actuator is written without the course."
