"""The search: which ways of use are tried, in what order, and what was not tried and why.

Nothing in a result depends on a clock, so that any machine gives the same bytes: the default effort spends declared seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field

from labharness.analysis.identification.catalog import families
from labharness.analysis.identification.generator import KnownGenerator, Pulse, WayOfUse
from labharness.analysis.identification.proof import BrokenRun, ProvedState, examine
from labharness.analysis.identification.stream import Stream
from labharness.model.reasons.identification import Effort, Identifications
from labharness.reason import Reason

BUDGET = 60.0
"""Declared processor seconds of the default effort."""
CEILING = 1e9
"""Declared seconds that no search of the default effort exceeds, whatever its budget; tests of other things lower it."""


WATCHED: ContextVar[Callable[[float, float], None]] = ContextVar(
    "WATCHED", default=lambda _done, _total: None
)
"""Told the declared seconds done and of all, before each trial; it may raise to interrupt the search."""


@dataclass
class Identification:
    """What a search shows.

    Parameters
    ----------
    proofs
        All ways of use that predict every later outcome from one state: they name the generator "as … or …". Empty without a proof.
    broken
        The longest run of outcomes that a state predicts beyond chance, if none predicts all.
    remarks
        What engines know short of a proof.
    tried
        Ways of use that were tried, by generator.
    untried
        Why others were not.
    seconds
        Declared processor seconds of those tried.
    """

    proofs: list[ProvedState] = field(default_factory=list)
    broken: BrokenRun | None = None
    remarks: list[Reason] = field(default_factory=list)
    tried: list[tuple[KnownGenerator, WayOfUse]] = field(default_factory=list)
    untried: list[Reason] = field(default_factory=list)
    seconds: float = 0.0


def problems(
    stream: Stream, effort: Effort, known: Sequence[KnownGenerator]
) -> list[list[tuple[KnownGenerator, WayOfUse]]]:
    """Return the ways of use in the order of the search, those with the same candidates together.

    Every outcome recorded comes before other strides; then come the cheap ones, by their declared seconds.
    """
    grouped: dict[Hashable, list[tuple[KnownGenerator, WayOfUse]]] = {}
    every = stream.range is None and effort is Effort.DEFAULT  # a loop that orders cards discards no draws
    for family in known:
        for way in family.ways(effort):
            if every and way.stride > 1:
                continue
            grouped.setdefault(family.problem(way, stream), []).append((family, way))
    cheap = {key: _seconds(ways, stream, []) or 0.0 for key, ways in grouped.items()}
    order = sorted(grouped, key=lambda key: grouped[key][0][0].stage)
    order.sort(key=lambda key: (min(way.stride for _, way in grouped[key]), cheap[key]))
    return [grouped[key] for key in order]


def search(
    stream: Stream,
    effort: Effort = Effort.DEFAULT,
    pulse: Pulse = lambda: None,
    known: Sequence[KnownGenerator] | None = None,
    budget: float = BUDGET,
) -> Identification:
    """Try the known generators on a stream, cheap ones first; stop at the first proof or broken run.

    Parameters
    ----------
    pulse
        Called between trials and within long ones; it may raise to interrupt.
    known
        The catalog, if left out.
    budget
        Declared seconds of the default effort.
    """
    result, budget, watched = Identification(), min(budget, CEILING), WATCHED.get()
    total = estimate(stream, effort, known) if effort is Effort.FULL else budget
    for ways in problems(stream, effort, families() if known is None else known):
        pulse()
        watched(result.seconds, total)
        seconds = _seconds(ways, stream, result.untried)
        if seconds is None:
            continue
        if effort is Effort.DEFAULT and result.seconds + seconds > budget:
            result.untried += [
                Identifications.NOT_IN_TIME(
                    generator=family.name, call=way.call.name, stride=way.stride, seconds=seconds
                )
                for family, way in ways
            ]
            continue
        result.seconds += seconds
        result.tried += ways
        if _solve(ways, stream, pulse, result):
            break
    return result


def estimate(stream: Stream, effort: Effort, known: Sequence[KnownGenerator] | None = None) -> float:
    """Return the declared seconds of a search that finds nothing."""
    total = 0.0
    for ways in problems(stream, effort, families() if known is None else known):
        seconds = _seconds(ways, stream, [])
        if seconds is not None and (effort is Effort.FULL or total + seconds <= BUDGET):
            total += seconds
    return total


def _seconds(
    ways: list[tuple[KnownGenerator, WayOfUse]], stream: Stream, untried: list[Reason]
) -> float | None:
    """Return the declared seconds of a problem, or None, and why in ``untried``."""
    family, way = ways[0]
    needed = family.needed(way, stream)
    if isinstance(needed, Reason):
        untried.append(needed)
    elif needed > len(stream):
        untried += [
            Identifications.TOO_FEW(
                generator=each.name, call=use.call.name, needed=needed, recorded=len(stream)
            )
            for each, use in ways
        ]
    else:
        return family.seconds(way, stream)
    return None


def _solve(
    ways: list[tuple[KnownGenerator, WayOfUse]], stream: Stream, pulse: Pulse, result: Identification
) -> bool:
    """Follow the candidates of a problem; return whether they end the search."""
    family, way = ways[0]
    for candidate in family.candidates(way, stream, pulse):
        if isinstance(candidate, Reason):
            result.remarks.append(candidate)
            continue
        runs = [examine(each, use, stream, candidate) for each, use in ways]
        proofs = [run for run in runs if isinstance(run, ProvedState)]
        result.proofs = sorted(proofs, key=lambda proof: proof.way.stride)
        if result.proofs:
            result.broken = None
            return True
        # a later candidate may predict more, or all: V8's place beside the true one errs once in 64
        broken = [run for run in (*runs, result.broken) if isinstance(run, BrokenRun)]
        result.broken = max(broken, key=lambda run: run.stop - run.start, default=None)
    return result.broken is not None
