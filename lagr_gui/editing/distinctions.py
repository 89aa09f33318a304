"""In which values several versions of a drawing differ from one another."""

from __future__ import annotations

from collections.abc import Sequence

from lagr_gui.model import Layout, Model, Simulation

OTHER = "drawing"
"""The name of all that is neither a parameter, a start value nor a setting."""


def distinctions(models: Sequence[Model]) -> list[dict[str, str]]:
    """For each version its values of what is not the same in all of them, by name.

    Names are those of parameters, ``phi(0)`` and ``phi'(0)`` for start values, and settings; what
    else differs is told as another ``drawing``, numbered from 1.
    """
    tables = [_values(model) for model in models]
    names = dict.fromkeys(name for table in tables for name in table)
    apart = [name for name in names if len({table.get(name, "") for table in tables}) > 1]
    found = [{name: table.get(name, "–") for name in apart} for table in tables]
    drawings = [_rest(model) for model in models]
    kinds = [next(n for n, own in enumerate(drawings, 1) if own == each) for each in drawings]
    if len({*kinds}) > 1:
        found = [{**own, OTHER: str(kind)} for own, kind in zip(found, kinds, strict=True)]
    return found


def _values(model: Model) -> dict[str, str]:
    values = {entry.name: _text(entry.value) for entry in model.parameters}
    for start in model.start:
        values[f"{start.coordinate}(0)"] = _text(start.position)
        values[f"{start.coordinate}'(0)"] = _text(start.velocity)
    settings = model.simulation
    names = (name for name in type(settings).model_fields if name != "outputs")
    return values | {name: _text(getattr(settings, name)) for name in names}


def _text(value: object) -> str:
    return "–" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def _rest(model: Model) -> Model:
    parameters = tuple(entry.having(**_NO_VALUE) for entry in model.parameters)
    return model.having(
        parameters=parameters,
        start=(),
        motions=(),
        simulation=Simulation(),
        layout=Layout(),
        name="",
        description="",
    )


_NO_VALUE = {"value": None, "minimum": None, "maximum": None, "description": ""}
