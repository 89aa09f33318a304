"""Instances of subsystems give the systems that one would draw without them."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from lagr_gui import System, pipeline
from lagr_gui.algebra.equality import equal
from lagr_gui.catalogue import ELEMENTS, KINDS
from lagr_gui.exchange.flat import flat_model
from lagr_gui.foundation.resource import sample_models
from lagr_gui.model import Model, Scalar
from lagr_gui.model.kinds import FieldType
from lagr_gui.model.sites import sites
from lagr_gui.subsystems import expand, flat, settable
from tests.subsystems.systems import chain, drawn_chain, link, with_legs


def scalars(model: Model) -> dict[tuple[str | int, ...], Scalar]:
    shapeless = model.having(special_cases=())
    return {site.path: site.value for site in sites(shapeless, KINDS)}


def assert_same(one: Model, other: Model) -> None:
    """Every number and expression of two models is canonically equal, and what they lead to.

    What bodies look like does not count.
    """
    first, second = (
        {path: value for path, value in scalars(model).items() if "shape" not in path}
        for model in (one, other)
    )
    assert first.keys() == second.keys()
    wrong = {
        path: (value, second[path])
        for path, value in first.items()
        if value != second[path] and not equal(str(value), str(second[path]))
    }
    assert not wrong
    ends = [(j.kind, j.parent, j.child, j.coordinates) for j in one.joints]
    assert ends == [(j.kind, j.parent, j.child, j.coordinates) for j in other.joints]
    assert [s.coordinate for s in one.start] == [s.coordinate for s in other.start]


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_a_repeated_link_gives_the_equations_of_the_chain_that_is_drawn(count: int) -> None:
    assert_same(flat(chain(count).model), drawn_chain(count).model)
    assert str(chain(count).equations()) == str(drawn_chain(count).equations())


def test_four_legs_give_the_quadruped_that_is_drawn() -> None:
    (path,) = (path for path in sample_models() if path.stem == "quadruped")
    drawn = pipeline.load(path)
    made = flat(with_legs(drawn))
    order = [p.name for p in drawn.parameters]
    assert sorted(p.name for p in made.parameters) == sorted(order)
    assert_same(made, drawn)
    assert [e.coordinate for e in made.elements] == [e.coordinate for e in drawn.elements]
    one, other = pipeline.simulate(made), pipeline.simulate(with_legs(drawn))
    reference = pipeline.simulate(drawn)
    assert one.q[-1] == pytest.approx(reference.q[-1], abs=1e-9)
    assert other.q.tolist() == one.q.tolist()


def test_an_instance_moves_as_the_subsystem_by_itself() -> None:
    alone = link()
    alone.start(phi=0.4)
    whole = System("One")
    whole.subsystem("link", alone)
    whole.instance("link", "a")
    end, wanted = whole.simulate(until=2.0), alone.simulate(until=2.0)
    assert whole.check().coordinates == ("phi_a",)
    assert end.q[-1].tolist() == wanted.q[-1].tolist() != [0.4]


def test_bodies_hang_on_ports_and_instances_on_ports_of_instances() -> None:
    whole = System("Two", l=0.4)
    whole.subsystem("link", link())
    first = whole.instance("link", "a", {"top": (0, (1, 0, 0))}, l="l")
    second = whole.instance("link", "b", {"top": first["tip"]}, l="2*l")
    load = whole.body("Load")
    whole.joint("fixed", second["tip"], load)
    made = flat(whole.model)
    assert made.numbers == (3, 4, 5)
    hinges = [(j.parent, j.child, j.point_parent, j.point_child) for j in made.joints[1:]]
    assert hinges == [(0, 4, (1, 0, 0), (0, "l/2", 0)), (4, 5, (0, "-l/2", 0), (0, "(2*l)/2", 0))]
    assert (made.joints[0].parent, made.joints[0].child) == (5, 3)


def test_a_port_may_stand_for_a_body_outside() -> None:
    strut = System("Strut")
    foot = strut.body("Foot", mass=7)
    strut.element("spring", "coil", body_a=foot, body_b=0, point_a=(0, "h", 0), c="c", l0=1)
    strut.parameter("c", 50)
    strut.parameter("h", 0.1)
    strut.port("foot", foot, (0, 1, 0), outside=True)
    whole = System("Cart")
    cart = whole.body("Cart")
    whole.joint("prismatic", 0, cart, "x")
    whole.subsystem("strut", strut)
    whole.instance("strut", "s", {"foot": (cart, (0, 0.5, 0))}, h=0.2)
    made = flat(whole.model)
    assert made.numbers == (cart,)
    (coil,) = made.elements
    assert (coil.name, coil.body_a, coil.body_b, coil.c) == ("s.coil", cart, 0, "c_s")
    assert equal(str(coil.point_a[1]), "1/5 - 1 + 1/2")
    assert [p.name for p in made.parameters] == ["g", "c_s"]


def test_functions_values_and_members_take_their_names() -> None:
    part = link()
    part.function("F", "a*sin(t) + m*a", "a", "t")
    part.element("torque", "drive", body=1, vector=(0, 0, "F(l, t) + phi'"))
    whole = System("Row", a=3.0)
    whole.subsystem("link", part)
    whole.instance("link", "r", repeat=2, l="a/member", m="a")
    made = flat(whole.model)
    assert [f.name for f in made.functions] == ["F_r1", "F_r2"]
    assert made.functions[0].arguments == ("a_r1", "t")
    assert made.functions[0].expression == "a_r1*sin(t) + a*a_r1"
    assert made.elements[1].vector[2] == "F_r2((a/2), t) + phi_r2'"
    assert pipeline.check(whole.model).sound
    assert pipeline.verify(whole.model).holds


def test_values_that_can_be_given_are_those_that_members_depend_on() -> None:
    part = System("Outer", m=1.0, h=2.0, unused=3.0, of_case=4.0)
    part.subsystem("link", link())
    part.instance("link", "inner", m="m", l="2*h")
    part.special_case("stiff", h="of_case")
    names = {p.name for p in part.model.parameters}
    assert names == {"g", "m", "h", "unused", "of_case"} and "g" in str(part.model.gravity)
    assert {p.name for p in settable(flat(part.model))} & names == {"m", "h"}
    for name in names:
        values: dict[str, Scalar] = {name: 7}
        models = [System("Whole"), System("Whole")]
        for whole, given in zip(models, (values, {}), strict=True):
            whole.subsystem("outer", part)
            whole.instance("outer", "one", **given)
        one, other = (scalars(flat(whole.model)) for whole in models)
        assert (one != other) == (name in {"m", "h"})


def test_a_function_may_be_given() -> None:
    part = link()
    part.function("F", "0")
    part.element("coordinate_force", "drive", coordinate="phi", force="F(t)")
    whole = System("Driven", M0=3.0)
    whole.subsystem("link", part)
    whole.instance("link", "a", F="M0*sin(2*t)")
    made = flat(whole.model)
    assert (made.functions[0].name, made.functions[0].expression) == ("F_a", "M0*sin(2*t)")
    assert made.elements[0].coordinate == "phi_a"


def test_what_the_model_says_of_a_member_goes_before() -> None:
    part = link()
    part.start(phi=0.4)
    whole = System("One")
    whole.subsystem("link", part)
    whole.instance("link", "a")
    whole.start(phi_a=0.1)
    whole.set(m_a=9.0)
    made = flat(whole.model)
    assert [(s.coordinate, s.position) for s in made.start] == [("phi_a", 0.1)]
    assert [(p.name, p.value) for p in made.parameters] == [("g", 9.81), ("m_a", 9.0), ("l_a", 0.5)]


def test_subsystems_may_hold_subsystems() -> None:
    whole = System("Two chains", m=0.2, l=0.3)
    whole.subsystem("chain", chain(2))
    whole.instance("chain", "left", m="2*m")
    whole.instance("chain", "right", l="l")
    made = flat(whole.model)
    assert made.coordinates == (
        *("phi_rod1_left", "phi_rod2_left"),
        *("phi_rod1_right", "phi_rod2_right"),
    )
    assert made.bodies[0].name == "left.rod1.Rod"
    assert [b.mass for b in made.bodies] == ["2*m", "2*m", "m_right", "m_right"]
    assert pipeline.check(whole.model).sound


def test_a_port_may_be_a_body_of_an_instance() -> None:
    leg = System("Leg", m=0.2, l=0.3)
    leg.subsystem("link", link())
    ends = leg.instance("link", "shank", m="m", l="l")
    leg.port("hip")
    leg.port("foot", ends["tip"], (0, "-l", 0))
    whole = System("Walker", m=0.2, l=0.3)
    whole.subsystem("leg", leg)
    ends = whole.instance("leg", "rod", repeat=3, links={"hip": "foot"}, m="m", l="l")
    load = whole.body("Load")
    whole.joint("fixed", ends["foot"], load)
    made = flat(whole.model)
    drawn = [body.number for body in made.bodies]
    assert [(j.parent, j.child) for j in made.joints[1:]] == list(pairwise([0, *drawn[1:]]))
    assert [j.point_parent[1] for j in made.joints[2:]] == ["-l"] * 2
    assert (made.joints[0].parent, made.joints[0].child) == (drawn[-1], drawn[0])
    assert pipeline.check(whole.model).sound


def test_every_point_of_an_element_goes_with_its_body() -> None:
    """A kind whose points are not known here would stay behind where a port lies elsewhere."""
    for name, kind in ELEMENTS.items():
        bodies = {spec.name for spec in kind.fields if spec.type is FieldType.BODY}
        points = {
            spec.name
            for spec in kind.fields
            if spec.type is FieldType.VECTOR
            and spec.unit == "m"
            and bodies
            and not spec.name.startswith("half_")  # sizes of a shape
        }
        anchored = dict(kind.geometry.anchors)
        assert set(anchored.values()) == points, name
        assert set(anchored) <= bodies, name


def test_a_flat_model_is_left_as_it_is() -> None:
    model = drawn_chain(2).model
    assert expand(model).model is model
    assert pipeline.read_text(flat_model(chain(3).model)) == flat(chain(3).model)


def test_a_file_keeps_subsystems(tmp_path: Path) -> None:
    path = tmp_path / "link.lagr"
    pipeline.save(link().model, path)
    whole = System("Chain")
    whole.subsystem("link", path)
    whole.instance("link", "rod", repeat=3, links={"top": "tip"})
    pipeline.save(whole.model, tmp_path / "chain.lagr")
    again = pipeline.load(tmp_path / "chain.lagr")
    assert again == whole.model
    assert again.subsystems[0].source == "link.lagr"
    assert again.subsystems[0].model == link().model
