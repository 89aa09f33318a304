"""From a model to cards and back: the equations are the same, exactly."""

from __future__ import annotations

import pytest

from lagr_gui import pipeline
from lagr_gui.exchange.lagr_deck import read_deck, write_deck
from lagr_gui.expression import Symbol
from lagr_gui.model import Model
from lagr_gui.pipeline.structure import read
from lagr_gui.problem import LagrError
from lagr_gui.resource import sample_models
from tests.exchange.deck.decks import SYSTEM_2, Reread, only, results, same

SAMPLES = {path.stem: path for path in sample_models()}
REFUSED = {
    "quadruped": "500",
    "robot_arm_6r": "500",
    "two_pendulums_dashpot": "dashpot",
}
WRITTEN = [
    *("bead_on_hoop", "cart_pole", "double_pendulum", "elastic_pendulum", "five_link_chain"),
    *("foucault_pendulum", "furuta_pendulum", "kapitza_pendulum", "lagr_system_2"),
    *("mass_spring_chain", "physical_pendulum", "simple_pendulum", "spinning_top"),
]


def over_the_cards(model: Model) -> None:
    """Assert that the deck of a model gives its equations, in general and in special cases."""
    text, names = write_deck(model, read(model))
    assert all(len(card) <= 80 for card in text.splitlines())
    (again,) = read_deck(text)
    reread = Reread(names)
    positive = frozenset(
        reread.symbol(Symbol(entry.name)).name for entry in model.parameters if entry.positive
    )
    lists = [case.name for case in again.special_cases]
    metric = [name for name in lists if name.startswith("g")]
    forces = [name for name in lists if name.startswith("Q")]
    cases = ["", *(case.name for case in model.special_cases)]
    metric = [*([""] if len(metric) < len(cases) else []), *metric]
    assert len(metric) == len(cases) == len(forces) + 1
    for case, of_metric, of_forces in zip(cases, metric, ["", *forces], strict=True):
        for symbols, special in ((("g", "Gamma"), of_metric), (("Q",), of_forces)):
            own = {key: reread.tree(v) for key, v in results(model, case, symbols).items()}
            assert same(own, results(again, special, symbols), positive)


@pytest.mark.parametrize("name", WRITTEN)
def test_a_sample_model_has_the_same_equations_after_the_way_over_the_cards(name: str) -> None:
    over_the_cards(pipeline.load(SAMPLES[name]))


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_what_lagr_could_not_treat_is_refused_by_name(name: str) -> None:
    model = pipeline.load(SAMPLES[name])
    with pytest.raises(LagrError) as caught:
        write_deck(model, read(model))
    assert REFUSED[name] in str(caught.value)


def test_the_deck_of_system_2_comes_back_as_the_same_model() -> None:
    model = only(SYSTEM_2)
    text, _ = write_deck(model, read(model))
    assert only(text) == model
    again, _ = write_deck(only(text), read(only(text)))
    assert again == text
