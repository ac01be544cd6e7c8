"""The search: which ways of use are tried, in what order, and what was not tried and why.

Nothing in a result depends on a clock, so that any machine gives the same bytes: the default effort spends declared seconds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from labharness.analysis.identification.catalog import families
from labharness.analysis.identification.generator import Effort, KnownGenerator, Pulse, WayOfUse
from labharness.analysis.identification.proof import BrokenRun, ProvedState, examine
from labharness.analysis.identification.stream import Stream
from labharness.model.reasons.identification import Identifications
from labharness.reason import Reason

BUDGET = 60.0
"""Declared processor seconds of the default effort."""


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
    """

    proofs: list[ProvedState] = field(default_factory=list)
    broken: BrokenRun | None = None
    remarks: list[Reason] = field(default_factory=list)
    tried: list[tuple[KnownGenerator, WayOfUse]] = field(default_factory=list)
    untried: list[Reason] = field(default_factory=list)


def trials(effort: Effort, known: Sequence[KnownGenerator]) -> list[tuple[KnownGenerator, WayOfUse]]:
    """Return all ways of use in the order of the search: every outcome recorded first, then by stage."""
    every = [(family, way) for family in known for way in family.ways(effort)]
    return sorted(every, key=lambda trial: (trial[1].stride, trial[0].stage))


def search(
    stream: Stream,
    effort: Effort = Effort.DEFAULT,
    pulse: Pulse = lambda: None,
    known: Sequence[KnownGenerator] | None = None,
) -> Identification:
    """Try the known generators on a stream, cheap ones first; stop at the first proof or broken run.

    Parameters
    ----------
    pulse
        Called between trials and within long ones; it may raise to interrupt.
    known
        The catalog, if left out.
    """
    known = families() if known is None else known
    result, spent = Identification(), 0.0
    for family, way in trials(effort, known):
        pulse()
        needed = family.needed(way, stream)
        if isinstance(needed, Reason):
            result.untried.append(needed)
            continue
        words = {"generator": family.name, "call": way.call.name}
        if needed > len(stream):
            result.untried.append(Identifications.TOO_FEW(**words, needed=needed, recorded=len(stream)))
            continue
        seconds = family.seconds(way, stream)
        if effort is Effort.DEFAULT and spent + seconds > BUDGET:
            result.untried.append(
                Identifications.NOT_IN_TIME(**words, stride=way.stride, seconds=float(seconds))
            )
            continue
        spent += seconds
        result.tried.append((family, way))
        if _try(family, way, stream, pulse, known, result):
            break
    return result


def estimate(stream: Stream, effort: Effort, known: Sequence[KnownGenerator] | None = None) -> float:
    """Return the declared seconds of a search that finds nothing."""
    total = 0.0
    for family, way in trials(effort, families() if known is None else known):
        needed = family.needed(way, stream)
        if not isinstance(needed, Reason) and needed <= len(stream):
            seconds = family.seconds(way, stream)
            total += seconds if effort is Effort.FULL or total + seconds <= BUDGET else 0.0
    return total


def _try(
    family: KnownGenerator,
    way: WayOfUse,
    stream: Stream,
    pulse: Pulse,
    known: Sequence[KnownGenerator],
    result: Identification,
) -> bool:
    """Follow the candidates of a way; return whether they end the search."""
    for candidate in family.candidates(way, stream, pulse):
        if isinstance(candidate, Reason):
            result.remarks.append(candidate)
            continue
        outcome = examine(family, way, stream, candidate)
        if outcome is None:
            continue
        kin = [examine(*other, stream, candidate) for other in _kin(family, way, known)]
        runs = [outcome, *(each for each in kin if each is not None)]
        result.proofs += [run for run in runs if isinstance(run, ProvedState)]
        if not result.proofs:
            result.broken = max(
                (run for run in runs if isinstance(run, BrokenRun)), key=lambda run: run.stop - run.start
            )
        return True
    return False


def _kin(
    family: KnownGenerator, way: WayOfUse, known: Sequence[KnownGenerator]
) -> Iterator[tuple[KnownGenerator, WayOfUse]]:
    """Yield the other calls that take the same states at the same steps."""
    for other in known:
        for call in other.calls:
            same = other.recurrence == family.recurrence and way.step % call.words == 0
            if same and (other is not family or call != way.call):
                yield other, WayOfUse(call, way.step // call.words, way.place)
