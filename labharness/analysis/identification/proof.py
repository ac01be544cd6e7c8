"""The one rule of proof: every outcome from the state on is predicted, and enough of them after those that were used."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labharness.analysis.identification.generator import Candidate, KnownGenerator, WayOfUse
from labharness.analysis.identification.stream import GLANCE, Stream

PROOF_BITS = 92
"""60 bits make a false proof 2^-60; 32 bits pay for all candidates that are ever followed (2^17 targets × windows × ways)."""

RUNS = 3
"""Longest runs of agreement that are looked at."""


@dataclass(frozen=True)
class PredictedRun:
    """A generator, way of use and state that predict outcomes."""

    generator: KnownGenerator
    way: WayOfUse
    candidate: Candidate


@dataclass(frozen=True)
class ProvedState(PredictedRun):
    """A state that predicts every later outcome.

    Parameters
    ----------
    predicted
        Outcomes predicted beside those used.
    bits
        Information of these.
    """

    predicted: int
    bits: float


@dataclass(frozen=True)
class BrokenRun(PredictedRun):
    """A state that predicts a run of outcomes beyond chance, but not all: no proof.

    Parameters
    ----------
    start, stop
        Indices in the stream of the longest run of outcomes that are predicted.
    wrong
        Outcomes from the state on that are not predicted.
    """

    start: int
    stop: int
    wrong: int


def examine(
    generator: KnownGenerator, way: WayOfUse, stream: Stream, candidate: Candidate
) -> ProvedState | BrokenRun | None:
    """Return the proof by a candidate, or the run that it predicts if that is beyond chance, or None."""
    begin, later = candidate.begin, candidate.begin + candidate.used
    glance = stream.part(0, later + GLANCE)
    near = generator.predict(way, candidate.state, glance.bounds) == glance.outcomes
    others = stream.bits() - stream.bits(begin, later)
    # half of those after the ones used must agree in a row: no chance, and one changed outcome leaves them
    agree = 2 * max((stop - start for start, stop in longest_runs(near[later:])), default=0)
    if others < PROOF_BITS - 1e-9 or agree < len(near) - later or stream.repeats:
        return None
    hits = generator.predict(way, candidate.state, stream.bounds) == stream.outcomes
    if hits.all():
        return ProvedState(generator, way, candidate, len(stream) - candidate.used, others)
    for start, stop in longest_runs(hits):
        # the longest may be among the outcomes used: least squares bear a changed one
        used = stream.bits(max(start, begin), max(start, min(stop, later)))
        if stream.bits(start, stop) - used >= PROOF_BITS - 1e-9:
            return BrokenRun(generator, way, candidate, start, stop, int((~hits).sum()))
    return None


def longest_runs(hits: np.ndarray) -> list[tuple[int, int]]:
    """Return the longest runs of agreement, the longest first.

    Examples
    --------
    >>> longest_runs(np.array([True, False, True, True]))
    [(2, 4), (0, 1)]
    """
    edges = np.flatnonzero(np.diff(np.concatenate([[False], hits, [False]]).astype(np.int8)))
    starts, stops = edges[::2], edges[1::2]
    order = np.argsort(starts - stops, kind="stable")[:RUNS]
    return list(zip(starts[order].tolist(), stops[order].tolist(), strict=True))
