"""A frequency response as comma separated values: one row per frequency."""

from __future__ import annotations

from lagr_gui.exchange.csv_table import table_csv
from lagr_gui.simulation.response import FrequencyResponse


def response_csv(response: FrequencyResponse) -> str:
    """ω, amplitude and phase of each output, mean energies, mean power of damping."""
    heads = ["omega (rad/s)"]
    columns = [response.omega]
    for number, name in enumerate(response.outputs):
        heads += [f"|{name}|", f"phase of {name} (rad)"]
        columns += [response.amplitude[:, number], response.phase[:, number]]
    heads += ["mean T (J)", "mean U (J)", "dissipated (W)"]
    return table_csv(heads, [*columns, response.T, response.U, response.dissipated])
