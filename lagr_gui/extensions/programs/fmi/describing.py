"""What stands in `modelDescription.xml` and `buildDescription.xml`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from xml.sax.saxutils import quoteattr

from lagr_gui.extensions.programs.fmi.variables import (
    KnownPlaces,
    UnitVariable,
    base_units,
    indicators,
    is_derivable,
    known_places,
)
from lagr_gui.extensions.programs.record import Standalone

_BOTH = {"canGetAndSetFMUstate": "true", "canSerializeFMUstate": "true"}
SOURCE = "model.c"
"""The file of C source."""


def model_description(
    program: Standalone,
    version: int,
    identifier: str,
    token: str,
    variables: Sequence[UnitVariable],
) -> str:
    """`modelDescription.xml` by version 2 or 3 of FMI."""
    dialect = _Second(program) if version == 2 else _Third(program)
    head = {
        "fmiVersion": f"{version}.0",
        "modelName": program.title.line,
        dialect.token: token,
        "description": program.description.line,
        "generationTool": "lagr_gui",
        "variableNamingConvention": "flat",
        **dialect.more,
    }
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<fmiModelDescription{_said(head)}>"]
    lines += dialect.interfaces(identifier)
    lines += _units(variables)
    experiment = {
        "startTime": repr(program.begin),
        "stopTime": repr(program.until),
        "tolerance": repr(program.rtol),
    }
    lines += [f"  <DefaultExperiment{_said(experiment)}/>", "  <ModelVariables>"]
    lines += [dialect.variable(place, entry) for place, entry in enumerate(variables)]
    needs = known_places(program)
    lines += ["  </ModelVariables>", "  <ModelStructure>", *dialect.structure(variables, needs)]
    lines += ["  </ModelStructure>", "</fmiModelDescription>"]
    return "\n".join(lines) + "\n"


def build_description(identifier: str) -> str:
    """`buildDescription.xml` of FMI 3."""
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<fmiBuildDescription fmiVersion="3.0">
  <BuildConfiguration modelIdentifier="{identifier}">
    <SourceFileSet language="C99">
      <SourceFile name="{SOURCE}"/>
    </SourceFileSet>
  </BuildConfiguration>
</fmiBuildDescription>
"""


def _said(attributes: Mapping[str, str]) -> str:
    return "".join(f" {name}={quoteattr(text)}" for name, text in attributes.items() if text)


def _units(variables: Sequence[UnitVariable]) -> Iterable[str]:
    yield "  <UnitDefinitions>"
    for unit in sorted({entry.unit for entry in variables} - {""}):
        base = base_units(unit)
        inner = "" if base is None else f"<BaseUnit{_said(base)}/>"
        yield f"    <Unit{_said({'name': unit})}>{inner}</Unit>"
    yield "  </UnitDefinitions>"


def _outputs(variables: Sequence[UnitVariable]) -> list[int]:
    return [place for place, entry in enumerate(variables) if entry.causality == "output"]


def _rates(variables: Sequence[UnitVariable]) -> list[int]:
    """Derivatives of the states, in the order of these."""
    order = {e.derivative: place for place, e in enumerate(variables) if e.derivative is not None}
    return [order[place] for place in sorted(order)]


def _unknowns(variables: Sequence[UnitVariable]) -> list[int]:
    wanted = {*_outputs(variables), *_rates(variables)}
    return sorted(p for p in wanted if variables[p].initial in ("approx", "calculated"))


def _usual(entry: UnitVariable) -> dict[str, str]:
    return {
        "description": entry.words,
        "causality": entry.causality,
        "variability": entry.variability,
        "initial": entry.initial,
    }


class _Version:
    """What a version of FMI is told of a program."""

    def __init__(self, program: Standalone) -> None:
        self.derivable = "true" if is_derivable(program) else ""
        self.is_exchanged = program.is_exchanged
        self.indicators = len(indicators(program))


class _Second(_Version):
    """FMI 2.0: variables are meant by their place, counted from 1."""

    token = "guid"

    @property
    def more(self) -> Mapping[str, str]:
        return {"numberOfEventIndicators": str(self.indicators)}

    def interfaces(self, identifier: str) -> Iterable[str]:
        usual = {
            "modelIdentifier": identifier,
            "canNotUseMemoryManagementFunctions": "true",
            **_BOTH,
            "providesDirectionalDerivative": self.derivable,
        }
        exchange = usual | ({} if self.indicators else {"completedIntegratorStepNotNeeded": "true"})
        steps = usual | {"canHandleVariableCommunicationStepSize": "true"}
        for name, attributes in (("ModelExchange", exchange), ("CoSimulation", steps)):
            if name == "ModelExchange" and not self.is_exchanged:
                continue
            yield f"  <{name}{_said(attributes)}>"
            yield f'    <SourceFiles><File name="{SOURCE}"/></SourceFiles>'
            yield f"  </{name}>"

    def variable(self, place: int, entry: UnitVariable) -> str:
        head = {"name": entry.name, "valueReference": str(place)} | _usual(entry)
        real = {
            "unit": entry.unit,
            "start": "" if entry.start is None else repr(entry.start),
            "derivative": "" if entry.derivative is None else str(entry.derivative + 1),
        }
        return f"    <ScalarVariable{_said(head)}><Real{_said(real)}/></ScalarVariable>"

    def structure(self, variables: Sequence[UnitVariable], needs: KnownPlaces) -> Iterable[str]:
        for name, places, stated in (
            ("Outputs", _outputs(variables), needs),
            ("Derivatives", _rates(variables), needs),
            ("InitialUnknowns", _unknowns(variables), {}),
        ):
            yield f"    <{name}>"
            for place in places:
                on = " ".join(str(position + 1) for position in stated.get(place, ()))
                yield f"      <Unknown{_said({'index': str(place + 1), 'dependencies': on})}/>"
            yield f"    </{name}>"


class _Third(_Version):
    """FMI 3.0: variables are meant by their value references."""

    token = "instantiationToken"
    more: Mapping[str, str] = {}

    def interfaces(self, identifier: str) -> Iterable[str]:
        usual = {
            "modelIdentifier": identifier,
            **{name.replace("state", "State"): text for name, text in _BOTH.items()},
            "providesDirectionalDerivatives": self.derivable,
            "providesAdjointDerivatives": self.derivable,
        }
        steps = usual | {"canHandleVariableCommunicationStepSize": "true"}
        exchange = usual | ({"needsCompletedIntegratorStep": "true"} if self.indicators else {})
        if self.is_exchanged:
            yield f"  <ModelExchange{_said(exchange)}/>"
        yield f"  <CoSimulation{_said(steps)}/>"

    def variable(self, place: int, entry: UnitVariable) -> str:
        attributes = {"name": entry.name, "valueReference": str(place)} | _usual(entry)
        attributes |= {
            "unit": entry.unit,
            "start": "" if entry.start is None else repr(entry.start),
            "derivative": "" if entry.derivative is None else str(entry.derivative),
        }
        return f"    <Float64{_said(attributes)}/>"

    def structure(self, variables: Sequence[UnitVariable], needs: KnownPlaces) -> Iterable[str]:
        for name, places, stated in (
            ("Output", _outputs(variables), needs),
            ("ContinuousStateDerivative", _rates(variables), needs),
            ("InitialUnknown", _unknowns(variables), {}),
        ):
            for place in places:
                on = " ".join(map(str, stated.get(place, ())))
                yield f"    <{name}{_said({'valueReference': str(place), 'dependencies': on})}/>"
        for place in range(len(variables) - self.indicators, len(variables)):
            yield f'    <EventIndicator valueReference="{place}"/>'
