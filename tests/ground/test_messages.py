"""Every problem that the window can show has German words, and what is filled in is the same."""

from __future__ import annotations

import ast
import json
import pickle
import re
from collections.abc import Iterator
from functools import cache
from string import Formatter
from typing import Any, TypeGuard

import pytest

from lagr_gui import LagrError, equilibria
from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.foundation.languages import words_of
from lagr_gui.foundation.message import counted, joined, phrase, say, translated
from lagr_gui.foundation.problem import Problem
from lagr_gui.mechanics.formalisms import FORMALISMS
from lagr_gui.model import faults, findings, records
from lagr_gui.model.kinds import Range
from tests.ground.sources import EXTENSION_WORDS, PACKAGE, ROOT, python_files, shown, syntax
from tests.systems import pendulum

FOLDER = ROOT / "resources" / "translations"
FILES = sorted((FOLDER / "problems").glob("de_*.json"))
FILES += [file for file in EXTENSION_WORDS if file.name == "de_problems.json"]
NEVER_SHOWN = ("cli/", "builder/", "simulation/tuning/")
"""Faces of their own, which speak English, and reasons of numbers: the window shows none."""
MAKING = ("mechanics/", "simulation/", "analysis/", "audit/", "extensions/signal_flow/")
"""Folders all of whose sentences may reach a problem, a note or a reason."""
SAYING = ("say", "phrase", "Problem", "refusal", "counted", "_fault", "_at")
"""What takes words of a problem: the template alone, or place, cause and remedy."""
SENTENCE = re.compile(r"^ ?[A-Z“„{(;:].* .*[.…]$|^ ?[a-z].* .*\.$", re.DOTALL)


def is_of_window(path: str) -> bool:
    """Whether the window tells problems that are made in a file."""
    return not path.startswith(NEVER_SHOWN) and not re.search(r"/commands?(/|\.py)", path)


@cache
def modules() -> tuple[tuple[str, ast.Module], ...]:
    """The files that make problems."""
    found: list[tuple[str, ast.Module]] = []
    for path in python_files("lagr_gui"):
        name = path.relative_to(PACKAGE).as_posix()
        if not is_of_window(name):
            continue
        if name.startswith(MAKING) or re.search(
            r"\bProblem\(|\brefusal\(|\bsay\(|\bfail\(", path.read_text("utf-8")
        ):
            found.append((name, syntax(path)))
    return tuple(found)


def docstrings(tree: ast.Module) -> set[int]:
    """What stands alone as a statement."""
    return {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}


def said_in(tree: ast.Module, gui: bool) -> Iterator[str]:
    """The words of problems: what is said, and what reads like a sentence."""
    apart = docstrings(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr) or called(node) == "tr":
            apart |= {id(inner) for inner in ast.walk(node)}
        elif isinstance(node, ast.Subscript):
            apart |= {id(inner) for inner in ast.walk(node.slice)}
    for node in ast.walk(tree):
        name = called(node)
        if isinstance(node, ast.Call) and name in SAYING:
            given = node.args[: {"say": 1, "phrase": 1}.get(name, 3)]
            given = [*given, *(k.value for k in node.keywords if k.arg in PARTS)]
            yield from (text.value for entry in given for text in literals(entry, apart))
        elif is_text(node) and id(node) not in apart and not gui and SENTENCE.match(node.value):
            yield node.value


def called(node: ast.AST) -> str:
    """The name of the function that is called."""
    return ast.unparse(node.func).rpartition(".")[2] if isinstance(node, ast.Call) else ""


def literals(node: ast.expr, apart: set[int]) -> list[Any]:
    """The texts that an argument may be, as far as they stand there."""
    if isinstance(node, ast.IfExp):
        return literals(node.body, apart) + literals(node.orelse, apart)
    if isinstance(node, ast.BoolOp):
        return [text for value in node.values for text in literals(value, apart)]
    return [node] if is_text(node) and id(node) not in apart else []


PARTS = ("place", "cause", "remedy")


def is_text(node: ast.AST) -> TypeGuard[Any]:
    """Whether a node is a text that says something."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(node.value)


@cache
def wanted() -> dict[str, str]:
    """The words of all problems, with the file that has them first."""
    found: dict[str, str] = {}
    for name, tree in modules():
        for text in said_in(tree, name.startswith("gui/")):
            if any(part.strip("(,;: “”)") for part, *_ in Formatter().parse(text)):
                found.setdefault(text, name)
    return found


FIELDS = {
    field
    for record in vars(records).values()
    if isinstance(record, type) and issubclass(record, records.Record)
    for field in record.model_fields
}
"""Keys of the file, by which places are called."""
VARIABLE = (
    *(faults.SINGULAR | faults.WORDS | findings.EXPECTED).values(),
    *(range for range in Range if range),
    *("joint", "element", "coordinate", "parameter", "function", "start position"),
    *("start velocity", JOINTS.sort, ELEMENTS.sort, FORMALISMS.sort),
    *("joints", "elements", "terminals", "parameters", "functions", "special_cases"),
)
"""Words that are said through a variable."""


@cache
def table() -> dict[str, str]:
    """The German words."""
    return {
        key: text for file in FILES for key, text in json.loads(file.read_text("utf-8")).items()
    }


def test_the_problems_of_the_window_have_german_words() -> None:
    missing = {text: file for text, file in wanted().items() if text not in words_of("de")}
    assert not missing
    assert not set(VARIABLE) - set(words_of("de"))


def test_no_words_of_problems_are_put_together_without_a_template() -> None:
    """Such words could not be translated."""
    together = {
        f"{name}:{node.lineno}": text
        for name, tree in modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        and (text := "".join(map(literal, node.values)))
        and SENTENCE.match(text)
        and not name.startswith(("gui/", "kernel/"))
    }
    assert not together


def literal(part: ast.expr) -> str:
    """A part of a text: what it says, or a name where something is filled in."""
    return str(part.value) if isinstance(part, ast.Constant) else "X"


def present() -> set[str]:
    """Every text of the program."""
    trees = [syntax(path) for path in python_files("lagr_gui")]
    return {node.value for tree in trees for node in ast.walk(tree) if is_text(node)}


ENGLISH = re.compile(
    r"\b(the|of|and|with|is|are|about|whose|which|where|when|not|this|that|has|have|for|from|by|it|"
    r"its|does|give|use|there|must|bodies|joint|force)\b",
    re.IGNORECASE,
)
"""Words that no German sentence has."""


def test_a_problem_of_any_code_is_told_in_german_without_an_english_word() -> None:
    def german(text: str) -> str:
        names = [name for name, _ in fields(text)]
        plain = not all(map(str.isidentifier, names))  # braces that are no gaps
        told = translated(text if plain else say(text, **dict.fromkeys(names, 7)), words_of("de"))
        return told.replace("--from", "")  # an option stays as it is typed

    english = {text: told for text in wanted() if ENGLISH.search(told := german(text))}
    assert not english


def test_names_in_quotes_are_filled_into_templates() -> None:
    """A place such as Joint “hinge” that is put together from parts could not be translated."""
    together = {
        f"{name}:{node.lineno}": text
        for name, tree in modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        and (text := "".join(map(literal, node.values)))
        and re.search("[A-Za-z]{3,} “X”", text)
    }
    assert not together


def test_one_and_many_have_words_of_their_own() -> None:
    assert counted(1, "{count} body", "{count} bodies") == "1 body"
    assert counted("1 or 2", "{count} body", "{count} bodies") == "1 or 2 bodies"
    german = {"{count} body": "{count} Körper", "{count} bodies": "{count} Körper"}
    assert translated(counted(3, "{count} body", "{count} bodies"), german) == "3 Körper"
    assert not {text for text in wanted() if re.search(r"\((s|es|e|en)\)", text)}


def test_no_german_words_of_problems_are_left_over() -> None:
    assert not set(table()) - present() - set(VARIABLE) - FIELDS


@pytest.mark.parametrize("file", FILES, ids=shown)
def test_a_table_of_problems_is_sorted_and_written_like_the_others(file: object) -> None:
    text = next(known for known in FILES if known == file).read_text("utf-8")
    entries = json.loads(text, object_pairs_hook=list)
    assert [key for key, _ in entries] == sorted({key for key, _ in entries})
    assert text == json.dumps(json.loads(text), ensure_ascii=False, indent=2) + "\n"


def test_no_words_of_problems_are_in_two_tables() -> None:
    files = [*FOLDER.rglob("de_*.json"), *EXTENSION_WORDS]
    assert len(files) >= 4
    keys = [key for file in files for key in json.loads(file.read_text("utf-8"))]
    assert len(keys) == len(set(keys))


def fields(text: str) -> list[tuple[str, str]]:
    """What `format` fills in: name and format of each, each once."""
    return sorted({(name, spec or "") for _, name, spec, _ in Formatter().parse(text) if name})


def test_both_languages_are_filled_in_alike() -> None:
    unlike = {key: text for key, text in table().items() if fields(key) != fields(text)}
    assert not unlike


def test_both_languages_begin_and_end_alike() -> None:
    ends = (".", "…", ":", ",", " ")
    unlike = {
        key: text
        for key, text in table().items()
        if any(key.endswith(end) != text.endswith(end) for end in ends)
        or key.startswith(" ") != text.startswith(" ")
    }
    assert not unlike


SPOKEN_TO = re.compile(
    r"(?:^|[.:;,] |\n|oder |und )[A-ZÄÖÜa-zäöü]\w*n Sie\b|\bSie (?:dürfen|fragen)\b"
)
"""“Geben Sie …”, where it is “… angeben”."""


def test_german_remedies_are_impersonal() -> None:
    spoken = [text for text in words_of("de").values() if SPOKEN_TO.search(text)]
    assert not spoken


def test_a_message_reads_as_the_text_that_it_stands_for() -> None:
    told = say("There is no {sort} “{name}”.", sort=say("terminal"), name="A{0}")
    assert told == "There is no terminal “A{0}”."
    german = {"There is no {sort} “{name}”.": "{sort} „{name}“ fehlt.", "terminal": "Klemme"}
    assert translated(told, german) == "Klemme „A{0}“ fehlt."
    assert translated(told, {}) == told


def test_names_of_users_are_never_translated() -> None:
    german = {"terminal": "Klemme", "There is no {name}.": "{name} fehlt."}
    assert translated(say("There is no {name}.", name="terminal"), german) == "terminal fehlt."


def test_parts_of_a_message_are_translated_one_by_one() -> None:
    german = {"One.": "Eins.", " {n} more.": " {n} weitere.", "a{{b}}": "c"}
    both = say("One.") + say(" {n} more.", n=2)
    assert both == "One. 2 more." and translated(both, german) == "Eins. 2 weitere."
    assert translated("One." + say(" {n} more.", n=2), german) == "Eins. 2 weitere."
    assert translated(joined([phrase("a{b}"), "x"]), german) == "c, x"
    assert translated(say("One.") + " Two.", german) == "Eins. Two."


def test_a_problem_keeps_the_messages_that_it_is_made_of() -> None:
    cause = say("There is no body {number}.", number=3)
    assert Problem("Model", cause, "").cause is cause


def test_a_message_comes_through_pickle_whole() -> None:
    told = say("Column {column}: {cause}", column=3, cause=phrase("it is empty."))
    again = pickle.loads(pickle.dumps(told))
    assert again == told and again.values["cause"].template == "it is empty."


def test_that_there_are_no_names_to_offer_is_said_in_german_too() -> None:
    with pytest.raises(LagrError) as refused:
        equilibria(pendulum(), velocities={"q1": 1})
    (problem,) = refused.value.problems
    assert problem.remedy == "Coordinates that can are: none."
    assert translated(problem.remedy, words_of("de")).endswith(": keine.")
