"""The names of the Python face, and where each of them is made."""
# ruff: noqa: I001  # names of one home stay together

from lagr_gui.typesetting import latex as latex
from lagr_gui.algebra.equality import equal as equal
from lagr_gui.analysis.motions.point_forces import PointForce as PointForce
from lagr_gui.builder import GROUND as GROUND, System as System
from lagr_gui.exchange.documents.book import latex_book as latex_book
from lagr_gui.exchange.documents.certificate import certificate_text as certificate_text
from lagr_gui.exchange.tables.csv_reactions import (
    reaction_columns as reaction_columns,
    reaction_curves as reaction_curves,
)
from lagr_gui.exchange.documents.document import latex_document as latex_document
from lagr_gui.typesetting.sheet_latex import latex_equations as latex_equations
from lagr_gui.typesetting.sheet_latex import typst_equations as typst_equations
from lagr_gui.extensions.gltf.gltf import key_frames as key_frames
from lagr_gui.exchange.documents.linear_equations import (
    latex_linear as latex_linear,
    text_linear as text_linear,
)
from lagr_gui.exchange.tables.motion_file import read_motion as read_motion
from lagr_gui.extensions.robotics.documents import (
    latex_jacobian as latex_jacobian,
    latex_matrices as latex_matrices,
    latex_regressor as latex_regressor,
    text_jacobian as text_jacobian,
    text_matrices as text_matrices,
    text_regressor as text_regressor,
)
from lagr_gui.exchange.svg_curves import curves_svg as curves_svg
from lagr_gui.exchange.svg_motion import motion_svg as motion_svg
from lagr_gui.exchange.sympy_bridge import from_sympy as from_sympy, to_sympy as to_sympy
from lagr_gui.exchange.json_sheet import json_equations as json_equations
from lagr_gui.exchange.tables.csv_curves import response_csv as response_csv
from lagr_gui.exchange.tables.csv_curves import trajectory_csv as trajectory_csv
from lagr_gui.extensions.programs.exports import rust_program as rust_program
from lagr_gui.extensions.programs.exports import fortran_program as fortran_program
from lagr_gui.extensions.programs.exports import javascript_program as javascript_program
from lagr_gui.extensions.programs.exports import numpy_program as numpy_program
from lagr_gui.extensions.programs.exports import c_program as c_program
from lagr_gui.extensions.programs.object_export import object_files as object_files
from lagr_gui.extensions.programs.objects.names import OBJECT_TARGETS as OBJECT_TARGETS
from lagr_gui.extensions.programs.fmu_export import fmu3 as fmu3
from lagr_gui.extensions.programs.fmu_export import fmu2 as fmu2
from lagr_gui.exchange.builder_script import python_script as python_script
from lagr_gui.extensions.programs.state_space import matlab_state_space as matlab_state_space
from lagr_gui.exchange.control_bridge import to_control as to_control
from lagr_gui.extensions.families.sweep_tables import sweep_csv as sweep_csv
from lagr_gui.extensions.families.sweep_tables import sweep_npz as sweep_npz
from lagr_gui.extensions.programs.modelica_export import modelica_model as modelica_model
from lagr_gui.extensions.page.page import html_page as html_page
from lagr_gui.extensions.robots.mjcf.writing import mjcf_robot as mjcf_robot
from lagr_gui.extensions.robots.urdf_out import urdf_robot as urdf_robot
from lagr_gui.exchange.tables.motion_file import trajectory_hdf5 as trajectory_hdf5
from lagr_gui.exchange.tables.motion_file import trajectory_npz as trajectory_npz
from lagr_gui.extensions.robots.sdf_out import sdf_robot as sdf_robot
from lagr_gui.extensions.programs.exports import matlab_program as matlab_program
from lagr_gui.exchange.flat import flat_model as flat_model
from lagr_gui.extensions.programs.exports import casadi_program as casadi_program
from lagr_gui.extensions.programs.exports import jax_program as jax_program
from lagr_gui.extensions.programs.exports import julia_program as julia_program
from lagr_gui.exchange.documents.free_body import free_body_diagram as free_body_diagram
from lagr_gui.exchange.documents.document import pdf_document as pdf_document
from lagr_gui.extensions.gltf.gltf import gltf_animation as gltf_animation
from lagr_gui.typesetting.sheet_mathml import mathml_equations as mathml_equations
from lagr_gui.extensions.inverse.motion import inverse_csv as inverse_csv
from lagr_gui.extensions.control.copies import control_drawing as control_drawing
from lagr_gui.extensions.control.copies import control_latex as control_latex
from lagr_gui.extensions.control.copies import control_python as control_python
from lagr_gui.extensions.control.copies import control_matlab as control_matlab
from lagr_gui.extensions.control.copies import control_c as control_c
from lagr_gui.exchange.documents.tikz import tikz_pictures as tikz_pictures
from lagr_gui.extensions.signal_flow.diagram import signal_flow_diagram as signal_flow_diagram
from lagr_gui.typesetting.sheet_unicode import unicode_equations as unicode_equations
from lagr_gui.extensions.autolev.writing import autolev_script as autolev_script
from lagr_gui.typesetting.sheet_text import text_equations as text_equations
from lagr_gui.expression import read as read, write as write
from lagr_gui.numerics.curves import figures as figures, spectrum as spectrum
from lagr_gui.model.solids.bodies import (
    Composed as Composed,
    SolidPart as SolidPart,
    composed as composed,
    materials as materials,
)
from lagr_gui.pipeline import (
    FilmSettings as FilmSettings,
    accelerations as accelerations,
    basins as basins,
    bifurcation as bifurcation,
    certify as certify,
    check as check,
    classify as classify,
    closed_motion as closed_motion,
    compare as compare,
    condition_words as condition_words,
    conserved as conserved,
    derivation as derivation,
    design as design,
    dimensions as dimensions,
    drag as drag,
    energy as energy,
    equations as equations,
    equilibria as equilibria,
    evaluate as evaluate,
    film as film,
    fit as fit,
    forces as forces,
    free_body as free_body,
    freedom_motion as freedom_motion,
    frequency_response as frequency_response,
    in_coordinates as in_coordinates,
    inverse as inverse,
    jacobian as jacobian,
    linearize as linearize,
    linearize_symbolic as linearize_symbolic,
    listing as listing,
    load as load,
    load_sweep as load_sweep,
    load_systems as load_systems,
    mark as mark,
    matrices as matrices,
    mobility as mobility,
    mode_motion as mode_motion,
    modes as modes,
    motion as motion,
    output_units as output_units,
    outputs as outputs,
    periodic_motion as periodic_motion,
    plant as plant,
    possible_inputs as possible_inputs,
    prepare as prepare,
    put_in as put_in,
    reactions as reactions,
    reactions_in as reactions_in,
    regressor as regressor,
    regressor_values as regressor_values,
    root_locus as root_locus,
    save as save,
    section as section,
    sensitivities as sensitivities,
    settings_of as settings_of,
    shorten as shorten,
    signal_flow as signal_flow,
    signal_values as signal_values,
    signals as signals,
    simulate as simulate,
    stability as stability,
    stated_on_positions as stated_on_positions,
    stepwise as stepwise,
    strike as strike,
    sweep as sweep,
    units_from_use as units_from_use,
    verify as verify,
    weigh as weigh,
    write_deck as write_deck,
)
from lagr_gui.foundation.problem import (
    LagrError as LagrError,
    ModelWarning as ModelWarning,
    Problem as Problem,
)
from lagr_gui.foundation.selfcheck import Disagreement as Disagreement, SelfCheck as SelfCheck
from lagr_gui.simulation import Settings as Settings, SimulationStopped as SimulationStopped
from lagr_gui.subsystems import flat as flat

__version__: str
