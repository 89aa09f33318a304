"""Terms of different dimension are found, and units follow from use, in texts without units."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from lagr_gui import pipeline
from lagr_gui.catalogue import KINDS
from lagr_gui.cli.__main__ import main
from lagr_gui.editing import edits
from lagr_gui.expression import read
from lagr_gui.expression.dimensions import DoesNotFit, dimension_of, loosened
from lagr_gui.expression.units import UNITS, unit_of
from lagr_gui.foundation.problem import Severity
from lagr_gui.foundation.resource import sample_models
from lagr_gui.model import Model, Parameter
from lagr_gui.model.checks.dimension_proof import check_dimensions, units_from_use
from tests.samples.gallery import sample
from tests.systems import element, pendulum

NAMES = [path.stem for path in sample_models()]


def with_units(**units: str) -> Model:
    model = pendulum()
    entries = tuple(e.having(unit=units.get(e.name, "")) for e in model.parameters)
    return model.having(parameters=entries)


@pytest.mark.parametrize("name", NAMES)
def test_every_place_of_the_gallery_fits(name: str) -> None:
    assert not [*check_dimensions(sample(name), KINDS)]


@pytest.mark.parametrize("name", NAMES)
def test_units_that_follow_from_use_are_those_that_were_written(name: str) -> None:
    model = sample(name)
    bare = model.having(parameters=tuple(e.having(unit="") for e in model.parameters))
    found = units_from_use(bare, KINDS)
    for entry in model.parameters:
        if entry.unit and entry.name in found:
            guessed, written = unit_of(found[entry.name]), unit_of(entry.unit)
            assert guessed is not None and written is not None
            assert guessed.dimension == written.dimension, (entry.name, found[entry.name])


@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_unit_is_told_at_a_place_where_the_parameter_stands(name: str) -> None:
    """Each unit that is determined by the rest cannot be exchanged unseen."""
    model = sample(name)
    bare = model.having(parameters=tuple(e.having(unit="") for e in model.parameters))
    known = units_from_use(bare, KINDS)
    for index, entry in enumerate(model.parameters[:6]):
        if not entry.unit or entry.name not in known:
            continue
        wrong = edits.set_value(model, ("parameters", index, "unit"), "A s^2")
        told = [*check_dimensions(wrong, KINDS)]
        others = edits.set_value(model, ("parameters", index, "unit"), "")
        if entry.name in units_from_use(others, KINDS):
            assert told, entry.name
        assert all(p.severity is Severity.WARNING and p.path and p.cause for p in told)


def test_a_fault_names_the_terms_and_its_field() -> None:
    model = with_units(m="kg", l="m", g="m/s^2")
    model = edits.set_value(model, ("joints", 0, "point_child"), ("0", "l + m", "0"))
    (problem,) = check_dimensions(model, KINDS)
    assert problem.path == ("joints", 0, "point_child", 1)
    assert "“l”" in str(problem.cause) and "“m”" in str(problem.cause)
    report = pipeline.check(model)
    assert report.sound and problem in report.problems, "numbers go on"


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("l", True),
        ("2*l", True),
        ("l/2", True),
        ("l + 0.3", True),
        ("0.3", True),
        ("0.3*m", True),
        ("1.7*t", True),
        ("l*sin(2*t)", True),
        ("l*sin(t)", True),
        ("l*sin(q1)", True),
        ("sqrt(l^2)", True),
        ("m", False),
        ("2*m", False),
        ("l^2", False),
        ("l + m", False),
        ("l*sin(m)", False),
        ("l + l*m", False),
        ("sqrt(l)", False),
    ],
)
def test_a_length_is_asked_for_a_length(text: str, fits: bool) -> None:
    model = with_units(m="kg", l="m", g="m/s^2")
    model = edits.set_value(model, ("joints", 0, "point_child"), ("0", text, "0"))
    found = [p for p in check_dimensions(model, KINDS) if p.path[:2] == ("joints", 0)]
    assert (not found) == fits


@pytest.mark.parametrize(
    ("typed", "unit", "words"),
    [
        ("0.5 kg", "kg", ""),
        ("5 kgf", "N", "This is in N, the place holds kg."),
        ("2*l + 3 cm", "m", "This is in m, the place holds kg."),
        ("30 deg", "rad", "This is an angle or a number, the place holds kg."),
    ],
)
def test_a_value_with_a_unit_tells_the_dimension_of_its_parameter(
    typed: str, unit: str, words: str
) -> None:
    model = with_units()
    place = next(n for n, entry in enumerate(model.parameters) if entry.name == "m")
    model = edits.set_value(model, ("parameters", place, "value"), typed)
    assert units_from_use(model, KINDS)["m"] == unit
    told = {problem.cause for problem in check_dimensions(model, KINDS)}
    assert words in told if words else not told


def test_units_follow_through_definitions_sums_and_powers() -> None:
    model = pendulum()
    names = {"l": "l1 + l2/2", "l1": 1, "l2": 2, "k": 3, "w": 2}
    entries = [e for e in model.parameters if e.name not in names]
    entries += [Parameter(name=name, value=value) for name, value in names.items()]
    spring = element("coordinate_spring", "spring", coordinate="q1", c="k*l1^2", q0=0)
    force = element("coordinate_force", "force", coordinate="q1", force="m*g*l*sin(w*t)")
    found = units_from_use(model.having(parameters=tuple(entries), elements=(spring, force)), KINDS)
    assert found["l1"] == found["l2"] == found["l"] == "m" and found["m"] == "kg"
    assert unit_of(found["k"]).dimension == unit_of("N/m").dimension
    assert unit_of(found["w"]).dimension == unit_of("1/s").dimension


@pytest.mark.parametrize("seed", range(40))
def test_random_expressions_of_one_dimension_fit_and_others_do_not(seed: int) -> None:
    source = random.Random(seed)
    sizes = {
        name: UNITS[unit].dimension
        for name, unit in {"a": "m", "b": "kg", "c": "s", "d": "N"}.items()
    }

    def product(wanted: tuple[Fraction, ...]) -> str:
        """A product of the names that has a dimension, beside others that cancel."""
        found, parts = list(wanted), []
        for name in source.choices("abcd", k=source.randrange(1, 4)):
            power = source.choice((-2, -1, 1, 2))
            parts.append(f"{name}^({power})")
            found = [x - power * y for x, y in zip(found, sizes[name], strict=True)]
        for name, base in (("a", 0), ("b", 1), ("c", 2)):
            parts.append(f"{name}^({found[base]})")
        return "*".join(parts)

    wanted = tuple(Fraction(source.randrange(-2, 3)) for _ in range(3)) + (Fraction(0),) * 2
    text = " + ".join(product(wanted) for _ in range(source.randrange(2, 5)))
    known = lambda symbol: sizes.get(symbol.name)  # noqa: E731
    assert dimension_of(loosened(read(text)), known) == wanted
    with pytest.raises(DoesNotFit):
        dimension_of(loosened(read(f"{text} + ({text})*a")), known)


def test_taking_units_is_one_step_and_leaves_those_that_are_there() -> None:
    model = with_units(l="mm")
    taken = edits.take_units(model, {"l": "m", "m": "kg"})
    assert {e.name: e.unit for e in taken.parameters} == {"g": "", "m": "kg", "l": "mm"}


def test_the_command_tells_units_that_follow(tmp_path, capsys) -> None:
    file = tmp_path / "pendulum.lagr"
    pipeline.save(pendulum(), file)
    assert main(["check", str(file)]) == 0
    assert "units that follow from use: g (m/s^2), m (kg), l (m)" in capsys.readouterr().out
