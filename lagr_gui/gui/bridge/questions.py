"""What panes ask the worker process: the arguments of a job, by name."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lagr_gui import pipeline
from lagr_gui.expression.arguments import named_texts, named_values
from lagr_gui.gui.bridge.jobs import Arguments
from lagr_gui.gui.words import tr
from lagr_gui.model import Model

if TYPE_CHECKING:
    from lagr_gui.mechanics.state import State
    from lagr_gui.mechanics.trajectories.poses import Motion
    from lagr_gui.pipeline import Chain, ExpandedName, Lines, Pictured
    from lagr_gui.simulation import Trajectory


ElementModes = tuple[tuple[str, str], ...]
"""What elements do while a system moves a little, by name: they stick, slide or touch."""


@dataclass(frozen=True)
class WorkerQuestion:
    """A question about a model and one of its special cases (empty: the general one)."""

    model: Model
    special: str

    @property
    def digest(self) -> str:
        """The hash of the model, which files of an answer have."""
        return pipeline.prepare(self.model, self.special).digest

    @property
    def arguments(self) -> Arguments:
        """The arguments of the job."""
        return dict(vars(self))


@dataclass(frozen=True)
class ResponseQuestion(WorkerQuestion):
    """Which frequency response is wanted; frequencies in rad/s, None as the modes suggest."""

    input: str
    outputs: tuple[str, ...]
    span: tuple[float | None, float | None]
    at: str | State
    mode: ElementModes = ()

    @property
    def arguments(self) -> Arguments:
        """The arguments of the job."""
        return super().arguments | {"mode": dict(self.mode)}


@dataclass(frozen=True)
class LinearQuestion(WorkerQuestion):
    """The linear equations about a place as it is typed, such as ``phi=pi, psi'=w``."""

    place: str

    @property
    def arguments(self) -> Arguments:
        """The arguments of the job. Raises LagrError for what does not read."""
        texts = named_texts(self.place, tr("Place"))
        velocities = {name[:-1]: text for name, text in texts.items() if name.endswith("'")}
        place = {name: text for name, text in texts.items() if not name.endswith("'")}
        return super().arguments | {"place": place, "velocities": velocities}


@dataclass(frozen=True)
class EquilibriaQuestion(WorkerQuestion):
    """Equilibria and their modes; `steady` are velocities as they are typed, ``psi=2, phi=50``.

    The modes are those while elements do what `mode` says.
    """

    steady: str
    mode: ElementModes = ()

    @property
    def arguments(self) -> Arguments:
        """The arguments of the job. Raises LagrError for what does not read."""
        velocities = named_values(self.steady, tr("Steady velocities"))
        own = {"model": self.model, "special": self.special, "mode": dict(self.mode)}
        return own | {"velocities": velocities}


@dataclass(frozen=True)
class AlongQuestion(WorkerQuestion):
    """What is asked of a simulation of the model."""

    trajectory: Trajectory


@dataclass(frozen=True)
class GridQuestion(AlongQuestion):
    """The same where the motion at its times is enough."""

    @property
    def arguments(self) -> Arguments:
        """The arguments of the job; the trajectory without what is not needed, and large."""
        return super().arguments | {"trajectory": replace(self.trajectory, dense=None)}


@dataclass(frozen=True)
class FreeBodyQuestion(GridQuestion):
    """All that acts on one body."""

    body: int


@dataclass(frozen=True)
class ConservedQuestion(GridQuestion):
    """How well a simulation of the model keeps what is conserved."""


@dataclass(frozen=True)
class OutputsQuestion(GridQuestion):
    """Curves of expressions."""

    expressions: tuple[str, ...]


@dataclass(frozen=True)
class ValuesQuestion(WorkerQuestion):
    """The numbers of lines that are read, at a state or (None) at the start."""

    lines: Lines
    state: State | None


@dataclass(frozen=True)
class InertiaQuestion(WorkerQuestion):
    """The reduced inertia over the only coordinate that is left, by its terms as lines."""

    lines: Lines
    coordinate: str


@dataclass(frozen=True)
class StateQuestion(WorkerQuestion):
    """What is asked of a state, or (None) of the start."""

    state: State | None


@dataclass(frozen=True)
class DrawnQuestion(WorkerQuestion):
    """What a name is drawn as along a motion of the model."""

    pictured: Pictured | ExpandedName
    motion: Motion

    @property
    def arguments(self) -> Arguments:
        """The arguments of the job: of the motion its states."""
        states = {"t": self.motion.t, "q": self.motion.q, "qd": self.motion.qd}
        named = {"model": self.model, "special": self.special, "pictured": self.pictured}
        return named | states


@dataclass(frozen=True)
class ComponentsQuestion(WorkerQuestion):
    """Lines of the structured form by components, each behind those that it stands below."""

    chains: tuple[Chain, ...]
    lines: tuple[str, ...]
