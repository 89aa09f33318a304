"""How numbers of results are written, by what was typed in the items that they come from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from lagr_gui.catalogue import KINDS
from lagr_gui.expression import PLAIN, Expression, Spelling, read
from lagr_gui.model import Model
from lagr_gui.model.sites import Site, sites


@dataclass(frozen=True)
class Typed:
    """What was typed in each body, element and beam by item key, and what all results depend on."""

    everywhere: Spelling = PLAIN
    items: Mapping[str, Spelling] = field(default_factory=dict[str, Spelling])

    @property
    def is_plain(self) -> bool:
        """Whether no decimal was typed anywhere."""
        return self.whole.is_plain

    @cached_property
    def whole(self) -> Spelling:
        """What was typed in any place."""
        return _merged((self.everywhere, *self.items.values()))

    def of(self, keys: Iterable[str]) -> Spelling:
        """What was typed where a result comes from; an empty key stands for any place."""
        spelling = self.everywhere
        for key in keys:
            spelling |= self.items.get(key, PLAIN) if key else self.whole
        return spelling

    def spelled(self, tree: Expression, keys: Iterable[str]) -> Expression:
        """A tree with numbers as they were typed where it comes from."""
        return tree if self.is_plain else self.of(keys).spelled(tree)

    def also(self, spelling: Spelling) -> Typed:
        """The same with what was typed in a special case."""
        return replace(self, everywhere=self.everywhere | spelling)


def typed_in(model: Model, beams: Iterable[str]) -> Typed:
    """What was typed where equations come from; values of parameters stand nowhere in them.

    `beams` are the keys of joints that have a mass of their own.
    """
    spellings_by_key: dict[str, list[Spelling]] = {}
    joints = frozenset(beams)
    for site in sites(model, KINDS):
        key = _key(model, site)
        if key is not None:
            key = "" if key.startswith("joint:") and key not in joints else key
            spellings_by_key.setdefault(key, []).append(Spelling.of((read(site.value),)))
    merged = {key: _merged(spellings) for key, spellings in spellings_by_key.items()}
    everywhere = merged.pop("", PLAIN)
    return Typed(
        everywhere, {key: spelling for key, spelling in merged.items() if spelling != PLAIN}
    )


def _key(model: Model, site: Site) -> str | None:
    """The item of a place, empty for what all results depend on; None for what is in none."""
    match site.path:
        case "bodies", int(index), name, *_:
            return None if name == "shape" else f"body:{model.bodies[index].number}"
        case "joints", int(index), *_:
            return f"joint:{model.joints[index].name}"
        case "elements", int(index), *_:
            return f"element:{model.elements[index].name}"
        case "signals", int(index), *_:
            return f"signal:{model.signals[index].name}"
        case "gravity" | "base" | "functions", *_:
            return ""
        case _:
            return None


def _merged(spellings: Iterable[Spelling]) -> Spelling:
    merged = PLAIN
    for spelling in spellings:
        merged |= spelling
    return merged
