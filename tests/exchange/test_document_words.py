"""A document speaks one language: every word of it has a German one."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from lagr_gui import LagrError, System, equations, latex_book, pipeline
from lagr_gui.cli.__main__ import main
from lagr_gui.exchange.documents.certificate import AGREE, NAMES, SAME
from lagr_gui.exchange.documents.document import latex_document
from lagr_gui.exchange.tables.csv_reactions import reaction_curves
from lagr_gui.extensions.page import page
from lagr_gui.foundation.languages import Words, words_of
from lagr_gui.foundation.message import Message
from lagr_gui.foundation.resource import sample_models
from lagr_gui.mechanics.formalisms import FORMALISMS
from lagr_gui.mechanics.sheets.friction_lines import LASTING
from lagr_gui.typesetting.symbols import (
    ASSUMED,
    ASSUMED_OF_BOTH,
    BALANCED,
    DEFINITIONS,
    GENERALISED,
    MOTION,
    QUASI,
    SLOPES,
    STATES,
    TITLES,
)
from tests.exchange.test_document import NAMES as SAMPLES
from tests.ground.sources import EXTENSION_WORDS, ROOT, python_files, syntax
from tests.samples.gallery import sample

FILES = sorted((ROOT / "resources" / "translations" / "documents").glob("de_*.json"))
FILES += [file for file in EXTENSION_WORDS if file.name == "de_documents.json"]
VARIABLE = (
    *TITLES.values(),
    *NAMES.values(),
    *(formalism.title for formalism in FORMALISMS.values()),
    *ASSUMED.values(),
    ASSUMED_OF_BOTH,
    BALANCED,
    DEFINITIONS,
    GENERALISED,
    MOTION,
    QUASI,
    SLOPES,
    STATES,
    "Dependent coordinates",
    SAME,
    AGREE,
    *("momentum of {name}", "energy {sum}", "velocity of slip of {item}"),
    LASTING,
    *page.TOLD,
    *page.WORDS,
)
"""Words that are said through a variable."""
ENGLISH = re.compile(r"\b(the|of|and|with|is|are|about|whose|bodies|point|none|yes)\b", re.I)


def said() -> Iterator[str]:
    """Whatever a document says."""
    yield from VARIABLE
    for node in ast.walk(syntax(ROOT / "lagr_gui/mechanics/sheets/friction_forces.py")):
        match node:  # what presses is said there
            case ast.Call(func=ast.Name(id="say"), args=[ast.Constant(value=str(text)), *_]):
                yield text
            case _:
                pass
    for path in python_files("lagr_gui/exchange", "lagr_gui/extensions", "lagr_gui/typesetting"):
        for node in ast.walk(syntax(path)):
            match node:
                case ast.Call(func=ast.Name(id="w"), args=[ast.Constant(value=str(text)), *_]):
                    yield text
                case ast.Call(
                    func=ast.Name(id="filled"), args=[_, ast.Constant(value=str(text)), *_]
                ):
                    yield text
                case _:
                    pass


def test_every_word_of_a_document_is_german_too() -> None:
    assert not set(said()) - set(words_of("de"))
    assert len(set(said())) > 60


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.stem)
def test_no_german_words_of_documents_are_left_over_or_elsewhere_too(file: Path) -> None:
    own = json.loads(file.read_text("utf-8"))
    assert not set(own) - set(said())
    others = (path for path in FILES[0].parents[1].rglob("de_*.json") if path != file)
    assert not set(own) & {key for path in others for key in json.loads(path.read_text("utf-8"))}
    assert file.read_text("utf-8") == (
        json.dumps(dict(sorted(own.items())), ensure_ascii=False, indent=2) + "\n"
    )


@pytest.mark.parametrize("name", SAMPLES)
def test_a_german_document_has_no_english_words(name: str) -> None:
    model = sample(name).model_copy(update={"name": "", "description": ""})
    bare = tuple(entry.model_copy(update={"description": ""}) for entry in model.parameters)
    model = model.model_copy(update={"parameters": bare})
    text = latex_document(
        model,
        pipeline.equations(model),
        pipeline.check(model).units,
        pipeline.simulate(model),
        pipeline.verify(model),
        motion=pipeline.start_motion(model),
        language="de",
    )
    for record in (model.base, *model.bodies, *model.joints, *model.elements, *model.terminals):
        text = text.replace(record.name, "") if record.name else text
    text = text.split("\\begin{document}")[-1]
    words = re.sub(
        r"\$[^$]*\$|\\[a-zA-Z]+\*?|\\begin\{align.*?\\end\{align\*\}", " ", text, flags=re.S
    )
    assert not ENGLISH.findall(words), ENGLISH.findall(words)


def test_names_and_formulas_are_the_same_in_both_languages() -> None:
    model = sample("four_bar")
    sheet, units = pipeline.equations(model), pipeline.check(model).units
    english, german = (latex_document(model, sheet, units, language=n) for n in ("en", "de"))
    formulas = re.compile(r"\\begin\{align\*\}.*?\\end\{align\*\}", re.S)
    assert formulas.findall(english) == formulas.findall(german) != []
    for joint in model.joints:
        assert joint.name in german


def test_the_command_line_takes_the_language_and_refuses_others(
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = str(next(p for p in sample_models() if p.stem == "simple_pendulum"))
    assert main(["export", path, "--to", "tex-document", "--language", "de"]) == 0
    assert "Bewegungsgleichungen" in capsys.readouterr().out
    assert main(["export", path, "--to", "tex-document", "--language", "fr"]) == 1
    assert "There are no words of this language." in capsys.readouterr().err
    with pytest.raises(LagrError, match="language"):
        latex_document(sample("four_bar"), pipeline.equations(sample("four_bar")), (), language="")


def test_german_words_are_no_messages_any_more() -> None:
    assert not isinstance(words_of("de")["Motion"], Message)


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "selects one of two configurations"), ("de", "wählt eine von zwei Lagen")],
)
def test_the_signs_in_dependent_coordinates_are_explained_where_there_are_any(
    language: str, words: str
) -> None:
    for name, expected in (("four_bar", True), ("gear_train", False)):
        model = sample(name)
        text = latex_book("Linkages", [(model, equations(model))], language)
        assert (rf"$\sigma = \pm 1$ {words}" in text) == expected


@pytest.mark.parametrize("name", ["two_pendulums_dashpot", "bennett", "whipple_bicycle"])
def test_names_stand_in_german_quotes(name: str) -> None:
    sheet = pipeline.equations(sample(name), "structured")
    words = [Words("de").spoken(definition.meaning) for definition in sheet.definitions]
    assert any("„" in text for text in words)
    assert not [text for text in words if "”" in text or text.count("„") != text.count("“")]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("rolling_disc", ["Normalkraft", "Reibung längs x", "Reibung quer zu x"]),
        ("four_bar", []),
    ],
)
def test_multipliers_of_a_report_speak_its_language(name: str, words: list[str]) -> None:
    model = sample(name)
    settings = replace(pipeline.prepare(model).settings, t_end=0.05)
    moved = pipeline.simulate(model, settings)
    transmitted = reaction_curves(pipeline.reactions(model, moved))
    sheet, units = equations(model), pipeline.check(model).units
    text = latex_document(
        model, sheet, units, trajectory=moved, transmitted=transmitted, language="de"
    )
    told = re.findall(r"lambda\$ \w+, ([^&(]+) \(N\)", text)
    assert list(dict.fromkeys(told)) == words


def test_what_is_said_of_an_equation_stands_behind_it_in_its_language() -> None:
    system = System("Mass on a rubbing guide", gravity=(0, "-g", 0), g=9.81)
    body = system.body("Mass")
    system.joint("prismatic", 0, body, "x", name="Rail")
    system.element("guide_friction", "Shoe", coordinate="x", length=0.3)
    system.signal("u", "relay", input="x", on=0.1, off=-0.1)
    system.element("coordinate_force", "Push", coordinate="x", force="u")
    text = latex_book("Book", [(system.model, equations(system.model))], "de")
    assert r"N_1\qquad \text{(Kräfte des Gelenks" in text
    assert r"u = 0\qquad \text{(aus)" in text and r"u = 1\qquad \text{(an)" in text
    assert r"x\qquad \text{(schaltet ein)" in text
