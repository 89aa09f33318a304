"""Faults in blocks that switch, hold, sample or are delayed, which the certificate stops."""

from __future__ import annotations

from tests.mutation.planting import Fault

RULES, AGENT = "simulation.switching", "analysis.motions.switching"
BLOCKS, MODES = "subsystems.signal_blocks", "subsystems.switching"
BURSTS, STEPS = "analysis.motions.sampled", "simulation.sampled"
FITS, PAST = "simulation.delays", "analysis.motions.delays"


def rule(function: str, right: str, wrong: str, model: str) -> Fault:
    """A fault in how blocks go over from one mode to another."""
    return Fault(RULES, function, right, wrong, model, "block")


def agent(function: str, right: str, wrong: str, model: str) -> Fault:
    """A fault in what acts along the motion."""
    return Fault(AGENT, function, right, wrong, model, "block")


def made(function: str, right: str, wrong: str, model: str) -> Fault:
    """A fault in the states and expressions that a block stands for."""
    return Fault(BLOCKS, f"_Block.{function}", right, wrong, model, "block")


def past(function: str, right: str, wrong: str, module: str = PAST) -> Fault:
    """A fault in what has been."""
    return Fault(module, function, right, wrong, "delay", "block")


def sampled(function: str, right: str, wrong: str, module: str = AGENT) -> Fault:
    """A fault in what is sampled, when, or in what order."""
    return Fault(module, function, right, wrong, "sampled", "block")


def in_bursts(function: str, right: str, wrong: str, module: str) -> Fault:
    """A fault in what is sampled within machine code."""
    return Fault(module, function, right, wrong, "sampled in bursts", "block")


SWITCHED = [
    rule("_band_guards", "_above(value, upper)", "_above(value, 1.5 * upper)", "saturation"),
    rule("_band_guards", "_above(upper, value)", "_above(upper - 0.05, value)", "saturation"),
    rule("_band_guards", "_above(upper, value)", "_above(upper - 0.05, value)", "pid"),
    rule("_band_guards", "_above(value, lower)", "_above(value, lower + 0.05)", "dead band"),
    rule("_relay_guards", "_above(off, value)", "_above(off - 0.1, value)", "relay"),
    rule("_relay_guards", "_above(off, value)", "_above(off - 0.1, value)", "measuring relay"),
    rule("_relay_guards", "_above(value, on)", "_above(value, on + 0.1)", "switch"),
    rule("_stops_guards", "_above(y, upper)", "_above(y, upper + 0.02)", "integrator"),
    rule("_stops_guards", "[(-at[0] * u - TINY, 0 * u)]", "[]", "two integrators"),
    rule("_rounding_guards", "at[0] + 0.5", "at[0] + 0.7", "quantizer"),
    rule("_rounding_guards", "at[0] - 0.5", "at[0] - 0.7", "quantizer"),
    rule("_play_guards", "value - width / 2", "value - width", "backlash"),
    rule("_play_guards", "- slow, slow", "- 0.9, slow", "backlash"),
    rule("_slew_guards", "_above(rate, rising)", "_above(rate, 2 * rising)", "rate limit"),
    rule("_slew_guards", "_above(value, reached)", "_above(value, 9 + reached)", "rate limit"),
    agent("SwitchingAgent._watch", "[row for _, rows", "[0 * row - 1 for _, rows", "dead band"),
    made("_limited", "{0: asked, **held}", "{**held, 0: f'1.1*({asked})'}", "pid"),
    made("of_rates", "({output} - {asked})/", "({asked} - {output})/", "pid"),
    made("of_rates", 'self._given(limits), "0")', "self._given(limits), rate)", "integrator"),
    made("of_polynomials", 'f"-{term}"', 'f"{term}"', "transfer"),
    made("of_polynomials", "names[i + 1]", "names[i]", "transfer"),
    made("of_polynomials", "*top[::-1]", "*top", "transfer"),
    made("of_polynomials", "bottom[:0:-1]", "bottom[1:]", "transfer"),
    Fault(
        BLOCKS,
        "_filled",
        "for term in terms if",
        "for term in terms[:2] if",
        "filtered pid",
        "block",
    ),
    Fault(
        MODES,
        "by_mode",
        "m, text in cases.items()",
        "m, text in zip(cases, reversed(cases.values()))",
        "saturation",
        "block",
    ),
    sampled("Sampler.next", "self.count)", "2 * self.count)"),
    sampled("Sampler.next", "self.begin", "self.begin + 0.01"),
    sampled("Sampler.take", "self.seed, self.count", "self.seed, self.count + 1"),
    sampled("Sampler.take", "self.deviation * normal", "normal"),
    sampled("SwitchingAgent._take", "sampler.count += 1", "sampler.count += 2"),
    sampled("SwitchingAgent._take", "sampler.held[count:] = before[count:]", "pass"),
    sampled(
        "SwitchingAgent._take",
        "sampler.take(terms)",
        "sampler.take(self._seen(instant)[0])",
    ),
    sampled(
        "SwitchTerms._enter_sampling",
        "(*sampling.laws, *sampling.later)",
        "(*sampling.later[:1], *sampling.laws, *sampling.later[1:])",
    ),
    sampled("SwitchTerms._enter_sampling", "+ starts", "+ starts[::-1]"),
    in_bursts("sampled_system", "sampler.count,", "sampler.count + 1,", BURSTS),
    in_bursts("sampled_system", "sampler.deviation,", "2 * sampler.deviation,", BURSTS),
    in_bursts("_Rows._enter", "states[at]", "states[at] + 0.01", STEPS),
    in_bursts("SampledSteps._take_up", "self.sampled.begin", "0.01", STEPS),
    in_bursts("_Draws.provide", "start = number - self.first", "start = 1", STEPS),
    sampled(
        "_Block._linear",
        "_row(row, entries) for row in B",
        "_row(row, entries) for row in zip(*B)",
        BLOCKS,
    ),
    sampled(
        "_Block._linear",
        "_row(row, names), *more]) for row, more in zip(A",
        "_row(row, names), *more]) for row, more in zip([*zip(*A)]",
        BLOCKS,
    ),
    sampled(
        "_Block._linear",
        "_row(row, entries) for row in D",
        "_row(row[::-1], entries) for row in D",
        BLOCKS,
    ),
    sampled(
        "_Block._linear",
        "_row(row, names), *more]) for row, more in zip(C",
        "_row(row[::-1], names), *more]) for row, more in zip(C",
        BLOCKS,
    ),
    past("DelayAgent._piece", "t - line.tau", "t - 0.9 * line.tau"),
    past("DelayAgent._piece", "been.since + line.tau, end=", "been.since + 0.95 * line.tau, end="),
    past("DelayAgent._piece", "line.start, DEGREE", "0.0, DEGREE"),
    past("DelayAgent._been", "table[:, number]", "0.99 * table[:, number]"),
    past("Fit._fitted", "self.part * self.size", "1e4 + self.part * self.size", FITS),
    past(
        "Delay.function",
        "for coefficient in held[-2::-1]",
        "for coefficient in held[-2:0:-1]",
        MODES,
    ),
]
"""What goes wrong within a mode, between modes, and in what has been."""
