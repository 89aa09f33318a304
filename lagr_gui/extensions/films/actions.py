"""Making a film of the motion that is shown."""

from __future__ import annotations

from lagr_gui.gui.actions.record import Action, Desk


def _make_film(desk: Desk) -> None:
    from lagr_gui.extensions.films.dialog import FilmDialog  # late: it is made when it is called

    desk.session.hand.end()
    pane, curves = desk.animation, next(iter(desk.simulation.tables().values()), {})
    FilmDialog(pane, desk.session, pane.view, pane.player.speed, curves).show()


ACTIONS = (
    Action(
        "export_animation",
        "Film of the animation…",
        _make_film,
        enabled=lambda desk: desk.session.running.trajectory is not None,
        menu="File/Export/Report and pictures",
        after="export_runs",
    ),
)
