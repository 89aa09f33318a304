"""What the pipeline offers, and where each of it is made."""
# ruff: noqa: I001  # names of one home stay together

from lagr_gui.mechanics.certificate import Certificate as Certificate
from lagr_gui.mechanics.evaluation import Evaluation as Evaluation
from lagr_gui.mechanics.formalisms.quasi import Choice as Choice
from lagr_gui.mechanics.linear import SymbolicLinearization as SymbolicLinearization
from lagr_gui.mechanics.motion import Motion as Motion
from lagr_gui.mechanics.reactions import Reaction as Reaction, Reactions as Reactions
from lagr_gui.mechanics.robotics.jacobian import Jacobian as Jacobian
from lagr_gui.mechanics.robotics.matrices import Matrices as Matrices
from lagr_gui.mechanics.robotics.regressor import Regressor as Regressor
from lagr_gui.mechanics.sheet import Sheet as Sheet
from lagr_gui.mechanics.state import State as State
from lagr_gui.pipeline.cache import dynamics as dynamics, forget as forget, physics as physics
from lagr_gui.pipeline.certifying import verify as verify
from lagr_gui.pipeline.charts import (
    Coordinates as Coordinates,
    Moved as Moved,
    in_coordinates as in_coordinates,
)
from lagr_gui.pipeline.conservation import Conservation as Conservation, conserved as conserved
from lagr_gui.pipeline.coordinates import equations as equations
from lagr_gui.pipeline.decks import (
    is_deck as is_deck,
    listing as listing,
    load as load,
    load_systems as load_systems,
    write_deck as write_deck,
)
from lagr_gui.pipeline.drawing import (
    Drawn as Drawn,
    Pictured as Pictured,
    drawn as drawn,
)
from lagr_gui.pipeline.equilibrium import (
    Equilibria as Equilibria,
    Equilibrium as Equilibrium,
    equilibria as equilibria,
)
from lagr_gui.pipeline.evaluating import (
    accelerations as accelerations,
    certify as certify,
    evaluate as evaluate,
)
from lagr_gui.pipeline.freedom import (
    Mobility as Mobility,
    freedom_motion as freedom_motion,
    mobility as mobility,
)
from lagr_gui.pipeline.inversion import inverse as inverse
from lagr_gui.pipeline.linear import (
    Place as Place,
    frequencies as frequencies,
    frequency_response as frequency_response,
    linearize as linearize,
    mode_motion as mode_motion,
    modes as modes,
    possible_inputs as possible_inputs,
)
from lagr_gui.pipeline.lines import (
    Lines as Lines,
    LineValues as LineValues,
    line_values as line_values,
)
from lagr_gui.pipeline.printing import readable as readable
from lagr_gui.pipeline.projected import regressor as regressor
from lagr_gui.pipeline.reacting import (
    AXES as AXES,
    EFFORTS as EFFORTS,
    condition_words as condition_words,
    reactions as reactions,
    reactions_in as reactions_in,
)
from lagr_gui.pipeline.restating import stated_on_positions as stated_on_positions
from lagr_gui.pipeline.robotics import (
    jacobian as jacobian,
    matrices as matrices,
    regressor_values as regressor_values,
)
from lagr_gui.pipeline.running import (
    Struck as Struck,
    assembly as assembly,
    consistent_start as consistent_start,
    motion as motion,
    poses as poses,
    settings_of as settings_of,
    simulate as simulate,
    simulate_as_far as simulate_as_far,
    start_motion as start_motion,
    start_state as start_state,
    strike as strike,
    system as system,
)
from lagr_gui.pipeline.structure import (
    Report as Report,
    check as check,
    read_text as read_text,
    save as save,
)
from lagr_gui.pipeline.symbolic import linearize_symbolic as linearize_symbolic
from lagr_gui.pipeline.transmission import (
    Transmitting as Transmitting,
    transmitting as transmitting,
)
from lagr_gui.pipeline.weighing import (
    Box as Box,
    Shortened as Shortened,
    Weighing as Weighing,
    shorten as shorten,
    weigh as weigh,
)
from lagr_gui.selfcheck import Disagreement as Disagreement, SelfCheck as SelfCheck
from lagr_gui.simulation import (
    Settings as Settings,
    SimulationStopped as SimulationStopped,
    Trajectory as Trajectory,
)
from lagr_gui.simulation.freedom import Freedom as Freedom
from lagr_gui.simulation.inverse import DrivenMotion as DrivenMotion
from lagr_gui.simulation.linearization import Linearization as Linearization
from lagr_gui.simulation.modes import Mode as Mode, Modes as Modes
from lagr_gui.simulation.response import FrequencyResponse as FrequencyResponse
