"""``lagr film``: the animation of a simulation as a film."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path

from lagr_gui import pipeline
from lagr_gui.cli.commands.simulate import add_output_option, add_settings, settings_of
from lagr_gui.cli.output import answer_json, inputs
from lagr_gui.cli.values import real, with_values
from lagr_gui.cli.waiting import stage
from lagr_gui.exchange.film import FORMATS, FilmSettings
from lagr_gui.foundation.writing import keep_apart
from lagr_gui.pipeline.filming import FORCES

ENDINGS = tuple(FORMATS)


def add_options(parser: ArgumentParser) -> None:
    """Those of a simulation; size, rate, speed, span, look, curves, forces, file."""
    add_settings(parser)
    usual = FilmSettings()
    size = f"{usual.width}x{usual.height}"
    parser.add_argument("--size", type=_size, default=_size(size), metavar="WxH", help="in pixels")
    parser.add_argument("--rate", type=real, default=usual.rate, help="pictures a second")
    words = "seconds of the motion in one second of the film"
    parser.add_argument("--speed", type=real, default=usual.speed, metavar="S", help=words)
    parser.add_argument("--begin", type=real, metavar="T", help="first time that is shown, s")
    parser.add_argument("--end", type=real, metavar="T", help="last time that is shown, s")
    parser.add_argument("--theme", default="light", choices=("light", "dark"), help="colours")
    parser.add_argument("--transparent", action="store_true", help="without a background")
    parser.add_argument("--no-time", action="store_true", help="do not tell the time")
    words = f"arrows, with commas between them: {', '.join(FORCES)}"
    parser.add_argument("--forces", default="", metavar="KINDS", help=words)
    add_output_option(parser)
    endings = ", ".join(FORMATS)
    parser.add_argument("-o", "--out", required=True, metavar="FILE", help=f"film as {endings}")


def _size(text: str) -> tuple[int, int]:
    width, cross, height = text.lower().partition("x")
    if not cross or not width.isdigit() or not height.isdigit():
        raise ArgumentTypeError(f"{text} is no size; write 1280x720")
    return int(width), int(height)


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
        curves=options.output,
        forces=forces,
        folder=Path(options.model).parent,
        told=lambda done, count: stage(f"film {done / count:.0%}"),
    )
    told = {"file": options.out, "pictures": count, "seconds": count / options.rate}
    print(answer_json(told) if options.json else f"Written: {options.out} ({count} pictures)")
    return 0
