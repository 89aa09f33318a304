"""How decks are punched: separators, ends of cards, several systems, names both ways."""

from __future__ import annotations

import itertools

import pytest

from lagr_gui import pipeline
from lagr_gui.extensions.decks.cards import items
from lagr_gui.extensions.decks.deck import read_deck
from lagr_gui.extensions.decks.names import ATOMS, INDEXED, RESERVED, lagr_atom, model_name
from lagr_gui.extensions.decks.order import read_cards
from lagr_gui.extensions.decks.punch import punch
from lagr_gui.extensions.decks.tests.decks import IDENTITY, NOWHERE, SYSTEM_2, deck, only


def spaced(text: str, separator: str) -> str:
    """The same elements with another separator between all of them."""
    return separator.join(
        {"number": "{}", "string": "'{}'", "bit string": "'{}'B"}[item.sort].format(item.text)
        for item in items(text)
    )


@pytest.mark.parametrize("separator", [" ", "\n", ",", " , ", "\n\n  ,\t", "      "])
def test_elements_are_separated_by_blanks_commas_and_ends_of_cards(separator: str) -> None:
    assert only(spaced(SYSTEM_2, separator)) == only(SYSTEM_2)


@pytest.mark.parametrize("width", [80, 72, 40, 7])
def test_strings_go_on_from_card_to_card(width: int) -> None:
    text = spaced(SYSTEM_2, " ")
    cards, quoted, start = [], False, 0
    for index, char in enumerate(text):
        quoted ^= char == "'"
        if index - start >= width and (quoted and char != "'"):
            cards.append(text[start:index])
            start = index
    assert only("\n".join([*cards, text[start:]])) == only(SYSTEM_2)


def test_blanks_have_no_meaning_inside_expressions() -> None:
    spread = SYSTEM_2.replace("SIN(Q(2))", "S IN ( Q( 2 ) ) ").replace("M(1),0", " M( 1 ) , 0 ")
    assert only(spread) == only(SYSTEM_2)


def test_the_sign_of_the_scan_is_read_as_the_dollar() -> None:
    assert only(SYSTEM_2.replace("$", "§")) == only(SYSTEM_2)


def test_a_card_that_begins_with_an_asterisk_and_a_stroke_ends_the_data() -> None:
    assert only(f"{SYSTEM_2}/*\n//STEP2 EXEC") == only(SYSTEM_2)


def test_a_deck_is_punched_as_it_was_read() -> None:
    cards = read_cards(SYSTEM_2)
    text = punch(cards)
    assert all(len(card) <= 80 for card in text.splitlines())
    assert [item.text for item in items(text)] == [item.text for item in items(SYSTEM_2)]


def test_a_deck_of_several_systems_gives_a_model_of_each(tmp_path) -> None:
    system = SYSTEM_2.partition("\n")[2]
    text = f"2\n{system}{deck().partition(chr(10))[2]}"
    first, second = read_deck(text, "pair")
    assert first.name == "pair, system 1" and second.name == "pair, system 2"
    assert first.coordinates == ("q1", "q2", "q3") and second.coordinates == ("q1",)
    assert pipeline.equations(second).of("g")[0].terms


def test_every_atom_comes_back_from_its_name() -> None:
    for name in ATOMS:
        for indices in itertools.product((1, 2, 12, 3), repeat=INDEXED[name]):
            found = model_name(name, indices)
            assert lagr_atom(found) == (name, indices)


def test_names_are_readable_and_different() -> None:
    wanted = {
        ("M", (2,)): "M2",
        ("TH", (3, 1, 2)): "TH312",
        ("C", (2, 3)): "C23",
        ("LA0", (1, 0)): "LA10",
        ("XF", (2, 3, 1)): "XF231",
        ("C", (12, 3)): "C12_3",
    }
    assert {atom: model_name(*atom) for atom in wanted} == wanted


def test_reserved_names_are_those_of_the_program(formac) -> None:
    assert set(formac["reserved"]) == RESERVED


def test_an_atom_that_is_called_like_another_name_gets_a_name_of_its_own() -> None:
    body = f"0 {IDENTITY} 'Q(1)+M1' 'A(1)*A1' 'INF' {NOWHERE} {NOWHERE} '0'B"
    model = only(deck(body))
    names = [parameter.name for parameter in model.parameters]
    assert len(set(names)) == len(names)
    assert not pipeline.check(model).problems
    assert model.joints[0].kind == "prismatic"
