"""Units of FMI that are no mechanisms: controllers, from C."""

from __future__ import annotations

import platform
import subprocess
import zipfile
from pathlib import Path

SOURCE = Path(__file__).with_name("controller.c")
NAMES = ("q", "v", "kp", "kd", "target", "fails_at", "lost_at", "u")
START = (0, 0, 20, 2, 0.5, 1e9, 1e9, 0)


def controller_unit(
    file: Path,
    version: int = 2,
    binary: bool = True,
    identifier: str = "controller",
    **moments: str,
) -> Path:
    """A controller of position and velocity in a file, with a library for this machine.

    What is given for `LOADED`, `STARTED` and `STEPPED` is what it does at these moments, in C.
    """
    library = file.with_suffix(".so")
    own = [f"-D{name}={text}" for name, text in moments.items()]
    words = [
        "cc",
        f"-DFMI={version}",
        *own,
        "-shared",
        "-fPIC",
        "-w",
        str(SOURCE),
        "-o",
        str(library),
    ]
    subprocess.run(words, check=True, capture_output=True)
    machine = platform.machine().lower()
    place = "linux64" if version == 2 else f"{machine}-linux"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("modelDescription.xml", described(version, identifier))
        if binary:
            archive.write(library, f"binaries/{place}/controller.so")
    library.unlink()
    return file


def described(version: int, identifier: str = "controller") -> str:
    causality = ["input", "input", *["parameter"] * 5, "output"]
    lines = list[str]()
    for place, (name, own, start) in enumerate(zip(NAMES, causality, START, strict=True)):
        variability = "continuous" if own != "parameter" else "tunable"
        value = "" if own == "output" else f' start="{start}"'
        head = (
            f'name="{name}" valueReference="{place}" causality="{own}" variability="{variability}"'
        )
        lines.append(
            f"<ScalarVariable {head}><Real{value}/></ScalarVariable>"
            if version == 2
            else f"<Float64 {head}{value}/>"
        )
    if version == 3:
        lines.append(
            '<Float64 name="time" valueReference="8" causality="independent" '
            'variability="continuous"/>'
        )
    if version == 2:
        structure = '<Outputs><Unknown index="8"/></Outputs>'
        token = "guid"
    else:
        structure = '<Output valueReference="7"/>'
        token = "instantiationToken"
    return (
        '<?xml version="1.0" encoding="UTF-8"?>'
        f'<fmiModelDescription fmiVersion="{version}.0" modelName="controller" {token}="pd">'
        f'<CoSimulation modelIdentifier="{identifier}"'
        ' canHandleVariableCommunicationStepSize="true"/>'
        f"<ModelVariables>{''.join(lines)}</ModelVariables>"
        f"<ModelStructure>{structure}</ModelStructure></fmiModelDescription>"
    )
