"""The texts of sample models in another language; what a user wrote stays as it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import TypeVar

from lagr_gui.editing.edits.rename import rename
from lagr_gui.foundation.languages import sample_words
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import Function, Model, Parameter, SpecialCase

_BY_PROGRAM = (Model().base.name, *(entry.description for entry in Model().parameters))
"""Texts that the program itself writes into every model."""
_NAMED = {"joints": "joint", "elements": "element", "special_cases": "special_case"}
"""Sections whose entries are called by their names, with the sorts in their keys."""
_Described = TypeVar("_Described", Parameter, Function, SpecialCase)


def in_language(model: Model, language: str) -> Model:
    """A model whose names and descriptions are in a language, those of samples and of new drawings.

    All that refers to names follows.  A name that another item bears already stays.
    """
    words = words_in(model, language)
    for key, new in list(_new_names(model, words)):
        with suppress(LagrError):
            model = rename(model, key, new)
    if not words:
        return model

    def described(record: _Described) -> _Described:
        return record.having(description=words.get(record.description, record.description))

    return model.having(
        name=words.get(model.name, model.name),
        description=words.get(model.description, model.description),
        parameters=tuple(map(described, model.parameters)),
        functions=tuple(map(described, model.functions)),
        special_cases=tuple(map(described, model.special_cases)),
    )


def words_in(model: Model, language: str) -> Mapping[str, str]:
    """The words of a language by the English texts that a model may have from the program.

    They are those of all samples where the model bears the name or the description of one.
    """
    words = sample_words(language)
    if model.name in words or model.description in words:
        return words
    return {text: words[text] for text in _BY_PROGRAM if text in words}


def _new_names(model: Model, words: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The keys of items that have other names in the words of a language, with these."""
    bodies = [("body:0", model.base.name)]
    bodies += [(f"body:{body.number}", body.name) for body in model.bodies]
    listed = [
        (f"{sort}:{entry.name}", entry.name)
        for section, sort in _NAMED.items()
        for entry in getattr(model, section)
    ]
    for key, name in (*bodies, *listed):
        if words.get(name, name) != name:
            yield key, words[name]
