"""What is printed of limits and contacts, read back as numbers, against recursion and motions."""

import re
from functools import cache

import numpy as np
import pytest

from lagr_gui import GROUND, System, pipeline
from lagr_gui.exchange.json_sheet import sheet_json
from lagr_gui.expression import Symbol, read
from lagr_gui.expression.arithmetic import FloatCarrier, evaluate
from lagr_gui.foundation.message import translated
from lagr_gui.foundation.problem import LagrError
from lagr_gui.mechanics.sheets import contacts as told
from lagr_gui.mechanics.sheets.balance import balances_of, whole
from lagr_gui.prepared import prepare
from lagr_gui.typesetting.sheet_unicode import unicode_equations
from tests.each import each
from tests.mutation.systems import beside_hill


def ball(r=0.1, kappa=0.5, tangential=0.2):
    s = System("ball", m=2, r=r, mu=0.3, J=0.01, kappa=kappa, kt=tangential)
    body = s.body("ball", mass="m", inertia=(0, 0, "J"))
    s.joint("planar", GROUND, body, "x", "y", "phi")
    rough = {"mu": "mu", "static": 0.4, "tangential": "kt", "restitution": "kappa"}
    s.element("wall", "floor", body=body, radius="r", normal=(0, 1, 0), **rough)
    return s


def globe():
    """A ball in space on an inclined floor."""
    s = System("globe", gravity=(0, 1, -9), m=2, r=0.2, mu=0.3, J=0.03)
    body = s.body("ball", mass="m", inertia=("J", "J", "J"))
    s.joint("free", GROUND, body, *"xyzabc")
    normal = {"plane_point": (0.1, 0, 0.2), "normal": (0.2, 0, 1)}
    s.element("wall", "floor", body=body, radius="r", mu="mu", restitution=0.5, **normal)
    return s


def arm(base_first=True):
    """A carriage with an arm: a stop, a string, a floor at its end and a ram that moves."""
    s = System("arm", m=2, J=0.1, l=0.5, a=0.3)
    carriage = s.body(mass="m")
    s.joint("prismatic", *((GROUND, carriage) if base_first else (carriage, GROUND)), "x")
    lever = s.body(mass=1, inertia=(0, 0, "J"), centre=("l", 0, 0))
    s.joint("revolute", carriage, lever, "phi")
    s.element("stop", "end", coordinate="phi", lower=-1, upper="a", restitution=0.5)
    ends = {"body_a": lever, "point_a": ("l", 0, 0), "body_b": 0, "point_b": (0, 1, 0)}
    s.element("rope", "string", **ends, l=2)
    s.element("bumper", "balls", **{**ends, "point_b": (3, 0, 0)}, distance=0.1)
    under = {"plane_point": (0, -1, 0), "normal": (0.3, 1, 0)}
    s.element("wall", "floor", body=lever, centre=("l", 0, 0), mu=0.3, restitution=0.5, **under)
    s.element("unilateral_condition", "ram", limit="x - 1 - 0.1*sin(t)")
    return s


def wheel():
    """A wheel on a belt that runs ever faster."""
    s = System("wheel", m=2, R=0.3, mu=0.2, v=0.7)
    body = s.body(mass="m", inertia=(0, 0, 0.2))
    s.joint("planar", GROUND, body, "x", "y", "phi")
    fields = {"radius": "R", "mu": "mu", "restitution": 0.1, "surface": ("v*t", 0, 0)}
    s.element("rolling_disc", "wheel", body=body, **fields)
    return s


def balls():
    """A rough ball beside another one, to whose middle most of their distance belongs."""
    s = System("balls", m=2, d=0.7, mu=0.3)
    body = s.body(mass="m", inertia=(0, 0, 0.2))
    s.joint("planar", GROUND, body, "x", "y", "phi")
    ends = {"body_a": GROUND, "body_b": body, "distance": "d"}
    s.element("bumper", "balls", **ends, mu="mu", share=0.8, restitution=0.2)
    return s


MODELS = {
    "wheel": wheel,
    "hill": beside_hill,
    "balls": balls,
    "ball": ball,
    "globe": globe,
    "arm": arm,
    "arm the other way": lambda: arm(base_first=False),
}
parsed = cache(read)


def number(tree, known):
    tree = parsed(tree) if isinstance(tree, str) else tree
    return evaluate(tree, FloatCarrier(), lambda s: float(known[s]))


def known_at(prepared, sheet, t, q, qd):
    known = {Symbol(name): value for name, value in prepared.values.items()} | {Symbol("t"): t}
    for order, row in enumerate((q, qd)):
        known |= {Symbol(n, order): x for n, x in zip(prepared.coordinates, row, strict=True)}
    for line in sheet_json(sheet)["definitions"]:
        known[Symbol(line["name"])] = number(line["expression"], known)
    return known


def states(prepared, count):
    rng, n = np.random.default_rng(3), len(prepared.coordinates)
    for _ in range(count):
        yield rng.uniform(0, 2), rng.uniform(-1, 1, n), rng.uniform(-1, 1, n)


def rows(prepared, t, q, qd):
    """Of limits, then of slips: position, velocity, slopes, γ̿; g and the forces (recursion)."""
    alone = prepared.conditions.limits_alone
    told = alone.many(np.array([t]), np.array([[*q, *qd]]))
    held = told.position[0], told.velocity[0], told.rows.G[0], told.gamma[0]
    return *held, told.g[0], told.force[0]


def slips_of(prepared, t, q, qd):
    """The rows of slips that can differ from 0, of each rough limit."""
    stops, rough = prepared.conditions.stops, prepared.conditions.rough
    G = rows(prepared, t, q, qd)[2]
    pairs = {n: (stops + 2 * j, stops + 2 * j + 1) for j, n in enumerate(rough)}
    return {n: [row for row in pair if G[row].any()] for n, pair in pairs.items()}


@each("name, form", [*((name, "terms") for name in MODELS), ("arm", "structured")])
def test_gaps_slips_and_what_they_push_are_those_of_the_recursion(name, form):
    prepared = prepare(MODELS[name]().model)
    sheet = pipeline.equations(prepared, form=form)
    contacts = sheet_json(sheet)["contacts"]
    assert len(contacts) == prepared.conditions.stops
    for t, q, qd in states(prepared, 4):
        known = known_at(prepared, sheet, t, q, qd)
        position, velocity, G, gamma, _, _ = rows(prepared, t, q, qd)
        qdd = np.linspace(0.3, 1.7, len(q))
        known |= {Symbol(n, 2): x for n, x in zip(prepared.coordinates, qdd, strict=True)}
        slips = slips_of(prepared, t, q, qd)
        for k, own in enumerate(contacts):
            assert number(own["gap"], known) == pytest.approx(-position[k])
            assert number(own["gap_rate"], known) == pytest.approx(-velocity[k])
            assert number(own["gap_acceleration"], known) == pytest.approx(-G[k] @ qdd - gamma[k])
            pushed = np.zeros(len(q))
            efforts = {own["name"]: 1.7} | {s["name"]: 0.3 + i for i, s in enumerate(own["slips"])}
            known |= {Symbol(name): value for name, value in efforts.items()}
            for of, text in own["forces"].items():
                pushed[int(of[1:]) - 1] = number(text, known)
            expected = -1.7 * G[k]
            for slip, row in zip(own["slips"], slips.get(k, ()), strict=True):
                value = number(slip["slip"], known)
                sense = np.sign(value * velocity[row])
                assert value == pytest.approx(sense * velocity[row])
                expected = expected + known[Symbol(slip["name"])] * sense * G[row]
            np.testing.assert_allclose(pushed, expected, rtol=1e-9, atol=1e-12)


def solved(prepared, sheet, known):
    """q̈ and all forces by the printed equations of motion."""
    lines = [(e["left"], e["right"]) for e in sheet_json(sheet)["equations_of_motion"]]
    text = " ".join(f"{a} {b}" for a, b in lines)
    efforts = [n for c in sheet.contacts for n in (c.name, *(s.name for s in c.slips))]
    names = [name for name in efforts if re.search(rf"\b{name}\b", text)]
    unknowns = [*(Symbol(n, 2) for n in prepared.coordinates), *map(Symbol, names)]

    def missing(values):
        at = known | dict(zip(unknowns, values, strict=True))
        return np.array([number(a, at) - number(b, at) for a, b in lines])

    zero = missing(np.zeros(len(unknowns)))
    A = np.column_stack([missing(column) - zero for column in np.eye(len(unknowns))])
    x, *_ = np.linalg.lstsq(A, -zero, rcond=None)
    np.testing.assert_allclose(A @ x, -zero, atol=1e-9)
    n = len(prepared.coordinates)
    return x[:n], dict(zip(names, x[n:], strict=True))


def touching(prepared, number, mode, state):
    """q̈ and N of a contact by the recursion, solved as one linear system."""
    _, velocity, G, gamma, g, force = rows(prepared, *state)
    slips, n = slips_of(prepared, *state).get(number, []), len(force)
    column, held = -G[number], [number]
    if mode == "slides":
        gammas = velocity[slips]
        mu = prepared.conditions.roughness()[prepared.conditions.rough.index(number), 0]
        column = column - mu * G[slips].T @ gammas / np.linalg.norm(gammas)
    elif mode == "sticks":
        held += slips
    columns = np.column_stack([column, *(G[row] for row in held[1:])])
    count = len(held)
    A = np.block([[g, -columns], [G[held], np.zeros((count, count))]])
    x = np.linalg.solve(A, [*force, *-gamma[held]])
    return x[:n], x[n]


@each(
    "name, place, mode",
    [
        *(("ball", "floor", mode) for mode in ("contact", "slides", "sticks")),
        *(("globe", "floor", mode) for mode in ("slides", "sticks")),
        *(
            ("arm", place, "contact")
            for place in ("end (upper end)", "end (lower end)", "string", "ram")
        ),
        *((name, "floor", "slides") for name in ("arm", "arm the other way")),
        ("arm the other way", "floor", "sticks"),
        *(("balls", "balls", mode) for mode in ("slides", "sticks")),
        ("wheel", "wheel", "slides"),
        ("hill", "it", "slides"),
    ],
)
def test_equations_in_contact_are_those_of_the_recursion(name, place, mode):
    prepared = prepare(MODELS[name]().model)
    sheet = pipeline.equations(prepared, mode={place: mode})
    (own,) = (contact for contact in sheet.contacts if contact.place == place)
    for t, q, qd in states(prepared, 4):
        # in contact the gap does not change, and what sticks has no slip
        _, velocity, G, *_ = rows(prepared, t, q, qd)
        still = [own.number]
        still += slips_of(prepared, t, q, qd).get(own.number, []) if mode == "sticks" else []
        qd = qd - np.linalg.pinv(G[still]) @ velocity[still]
        known = known_at(prepared, sheet, t, q, qd)
        for slip, gamma in zip(own.slips, own.velocities, strict=True):
            if isinstance(slip.slip, Symbol):
                known[slip.slip] = number(gamma, known)
        if mode == "contact" and own.slips:
            known |= {slip.symbol: 0.0 for slip in own.slips}  # not determined by name alone
            text = unicode_equations(sheet)
            assert "m x′′ = R₁" in text and "N₁ = m g" in text and "J φ′′ = r R₁" in text
            continue
        found, efforts = solved(prepared, sheet, known)
        expected, push = touching(prepared, own.number, mode, (t, q, qd))
        np.testing.assert_allclose(found, expected, rtol=1e-8, atol=1e-8)
        if own.name in efforts:
            assert efforts[own.name] == pytest.approx(push, abs=1e-8)


def struck(sheet, known, before, after):
    """What is printed of impacts: how far each line is missed, by what is said of it."""
    names = sheet.coordinates
    for when, row in ((told.MINUS, before), (told.PLUS, after)):
        known |= {Symbol(f"{n}_{when}", 1): x for n, x in zip(names, row, strict=True)}
    missed: dict[str, list[tuple[str, float]]] = {}
    for line in balances_of(sheet, "contacts"):
        try:
            sides = [number(whole(side), known) for side in (line.left, line.right)]
        except KeyError:
            continue
        missed.setdefault(line.said or line.group, []).append((line.relation, sides[0] - sides[1]))
    return missed


def holds(lines):
    return all(rest <= 1e-7 if sign == "≤" else abs(rest) < 1e-7 for sign, rest in lines)


@each("spin, speed", [(0, 0.1), (0, 8), (0, -3), (90, 0.2), (-90, -0.2), (-60, 1), (50, 3)])
def test_impacts_of_motions_obey_the_lines_that_are_printed(spin, speed):
    s = ball()
    s.start(x=(0, speed), y=(1, 0), phi=(0, spin))
    prepared = prepare(s.model)
    sheet = pipeline.equations(prepared)
    impact = s.simulate(until=0.5).impacts[0]
    known = known_at(prepared, sheet, impact.t, impact.q, impact.before)
    (own,) = sheet.contacts
    push = -impact.impulses[0]
    jump = impact.after - impact.before
    known |= {Symbol(own.impulse): push, Symbol(own.impulses[0]): 2 * jump[0]}
    missed = struck(sheet, known, impact.before, impact.after)
    assert holds(missed[told.IMPACT]) and holds(missed[told.IMPULSES])
    cases = [case for case in (told.STUCK, told.FORTH, told.BACK) if holds(missed[case])]
    slip = impact.before[0] + 0.1 * impact.before[2]
    needed = -1.2 * slip / (1 / 2 + 0.1**2 / 0.01)  # (1 + κ_T) γ⁻ over w g⁻¹ wᵀ
    sticks = abs(needed) <= 0.3 * push
    assert cases == [told.STUCK if sticks else told.FORTH if slip > 0 else told.BACK]


def test_a_ball_on_a_rough_floor_reads_as_in_textbooks():
    sheet = pipeline.equations(ball().model)
    text = unicode_equations(sheet)
    for line in (
        "h₁ = y − r    (gap)",
        "0 ≤ N₁",
        "h₁ N₁ = 0",
        "|R₁| ≤ 0.4 N₁",
        "R₁ = −μ N₁ sgn(r φ′ + x′)    (sliding)",
        "y′⁺ = −κ y′⁻    (impact)",
        "Λ_R₁ = −μ Λ₁    (impact that slips forth)",
    ):
        assert line in text
    assert "m x′′ = −μ m g sgn(r φ′ + x′)" in unicode_equations(
        pipeline.equations(ball().model, mode="slides")
    )


def test_many_contacts_take_a_line_each():
    s = System("comb", d=0.1)
    for k in range(9):
        body = s.body()
        s.joint("prismatic", GROUND, body, f"y{k}")
        s.element("wall", f"floor {k}", body=body, normal=(1, 0, 0), restitution=0.3)
    lines = balances_of(pipeline.equations(s.model), "contacts")
    assert sum(line.said == told.GAP for line in lines) == 9
    assert len(lines) == 9 + 4 + 9  # gaps, the law of each, what they push


@each("words", ["floor=rolls", "sky=contact", "flies"])
def test_other_modes_of_limits_are_refused(words):
    with pytest.raises(LagrError):
        pipeline.equations(ball().model, mode=words)


@each(
    "choice",
    [{"form": "structured"}, {"formalism": "hamilton"}, {"formalism": "newton-euler"}],
)
def test_equations_without_a_place_for_contact_refuse_it(choice):
    assert pipeline.equations(ball().model, **choice, mode="open").contacts
    with pytest.raises(LagrError, match="contact"):
        pipeline.equations(ball().model, **choice, mode="contact")


def test_more_limits_than_coordinates_do_not_touch_at_once():
    with pytest.raises(LagrError, match="coordinates"):
        pipeline.equations(arm().model, mode="contact")


def test_names_of_elements_are_not_translated() -> None:
    system = System("Block", gravity=(0, "-g", 0), g=9.81, m=1.0)
    system.joint("prismatic", GROUND, system.body(mass="m"), "y", axis=(0, 1, 0))
    system.element("joint_friction", "friction", coordinate="y", kinetic=1.0)
    system.element("wall", "wall", body=1, normal=(0, 1, 0))
    sheet = pipeline.equations(system.model)
    german = {"friction": "Reibung", "wall": "Wand"}
    for section, name in (("friction", "friction"), ("contacts", "wall")):
        groups = [line.group for line in balances_of(sheet, section)]
        assert name in [translated(group, german) for group in groups]
