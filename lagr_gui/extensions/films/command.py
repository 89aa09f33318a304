"""``lagr film``: the animation of a simulation as a film."""

from __future__ import annotations

from argparse import ArgumentTypeError, Namespace
from pathlib import Path

from lagr_gui import pipeline
from lagr_gui.cli.command import Argument, command
from lagr_gui.cli.commands.simulate import OUTPUT, SETTINGS, settings_of
from lagr_gui.cli.output import answer_json, inputs
from lagr_gui.cli.values import real, with_values
from lagr_gui.cli.waiting import stage
from lagr_gui.extensions.films.film import FORMATS, FilmSettings
from lagr_gui.extensions.films.making import FORCES
from lagr_gui.foundation.writing import keep_apart


def _size(text: str) -> tuple[int, int]:
    width, cross, height = text.lower().partition("x")
    if not cross or not width.isdigit() or not height.isdigit():
        raise ArgumentTypeError(f"{text} is no size; write 1280x720")
    return int(width), int(height)


_USUAL = FilmSettings()


@command(
    *SETTINGS,
    Argument("--size WxH", "in pixels", type=_size, default=(_USUAL.width, _USUAL.height)),
    Argument("--rate RATE", "pictures a second", type=real, default=_USUAL.rate),
    Argument(
        "--speed S",
        "seconds of the motion in one second of the film",
        type=real,
        default=_USUAL.speed,
    ),
    Argument("--begin T", "first time that is shown, s", type=real),
    Argument("--end T", "last time that is shown, s", type=real),
    Argument("--theme", "colours", choices=("light", "dark"), default="light"),
    Argument("--transparent", "without a background"),
    Argument("--no-time", "do not tell the time"),
    Argument("--forces KINDS", f"arrows, with commas between them: {', '.join(FORCES)}"),
    OUTPUT,
    Argument("-o --out FILE", f"film as {', '.join(FORMATS)}", required=True),
    endings=tuple(FORMATS),
)
def run(options: Namespace) -> int:
    """Simulate, draw and write; curves of --output stand beside the mechanism."""
    model = with_values(pipeline.load(options.model), options)
    keep_apart(options.out, inputs(options))
    film = FilmSettings(
        width=options.size[0],
        height=options.size[1],
        rate=options.rate,
        speed=options.speed,
        start=options.begin,
        end=options.end,
        theme=options.theme,
        transparent=options.transparent,
        show_time=not options.no_time,
    )
    forces = [kind.strip() for kind in options.forces.split(",") if kind.strip()]
    count = pipeline.film(
        model,
        options.out,
        settings_of(model, options),
        options.special,
        film=film,
        curves=options.outputs,
        forces=forces,
        folder=Path(options.model).parent,
        told=lambda done, count: stage(f"film {done / count:.0%}"),
    )
    data = {"file": options.out, "pictures": count, "seconds": count / options.rate}
    print(answer_json(data) if options.json else f"Written: {options.out} ({count} pictures)")
    return 0
