"""What searches of a sample show, as the result of a check."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.identification.generator import KnownGenerator
from labharness.analysis.identification.proof import PROOF_BITS, BrokenRun, PredictedRun
from labharness.analysis.identification.search import Identification, estimate, search
from labharness.analysis.identification.stream import Stream
from labharness.model.reasons.game import Effort, Identifications
from labharness.model.results import CheckResult
from labharness.reason import Code, Reason

Places = NDArray[np.int64]
LAW = Identifications.COUNTING_LAW(bits=PROOF_BITS)
FAR = Identifications.OUT_OF_REACH, Identifications.SEVERAL_BOUNDS


@dataclass(frozen=True)
class SampleReading:
    """A way to take what was recorded as outcomes.

    Parameters
    ----------
    stream
        Makes the outcomes as they are searched: nine readings of a million bytes would take 40 MB at once.
    how
        Lines that say it.
    share
        It may spend what is left of the budget, divided by this; by the number of readings left, if 0.
    known
        Generators that are tried; the catalog, if left out.
    """

    stream: Callable[[], Stream]
    how: tuple[Reason, ...] = ()
    share: int = 0
    known: Sequence[KnownGenerator] | None = None


def longest_stretch(units: Places, starts: Places) -> tuple[int, int, int]:
    """Return where the longest stretch of units begins and ends, and how many stretches there are.

    Parameters
    ----------
    units
        Numbers of those that were recorded and can be read: a stretch has no gap.
    starts
        Numbers at which a stretch begins anew, of units that can be read or not.

    Examples
    --------
    >>> longest_stretch(np.array([0, 1, 3, 4, 5, 6]), np.array([5]))
    (0, 2, 3)
    """
    spans = np.searchsorted(starts, units, side="right")
    breaks = np.flatnonzero((np.diff(units) > 1) | (np.diff(spans) > 0)) + 1
    edges = np.concatenate([[0], breaks, [len(units)]])
    longest = int(np.argmax(np.diff(edges)))
    return int(edges[longest]), int(edges[longest + 1]), int((np.diff(edges) > 0).sum())


def judged(
    read: int, readings: Sequence[SampleReading], effort: Effort, budget: float, lines: tuple[Reason, ...]
) -> CheckResult:
    """Search the readings of a sample in turn, up to the first proof; without one, show the longest broken run.

    Parameters
    ----------
    read
        Units of the sample.
    lines
        Said whatever the searches show.
    """
    results: list[Identification] = []
    remarks: list[Reason] = []
    broken: list[tuple[int, Reason, tuple[Reason, ...]]] = []
    full = effort is Effort.FULL
    total = sum(estimate(each.stream(), effort, each.known) for each in readings) if full else budget
    for left, reading in zip(range(len(readings), 0, -1), readings, strict=True):
        stream, spent = reading.stream(), sum(result.seconds for result in results)
        share = (budget - spent) / (reading.share or left)
        result = search(stream, effort, known=reading.known, budget=share, before=spent, total=total)
        lines_here = (*reading.how, *lines)
        if result.proofs:
            return _proved(read, result, stream, lines_here)
        if run := result.broken:  # another reading may be predicted whole, as of a deck that is never sorted
            broken.append((run.stop - run.start, _broken(run, stream), lines_here))
        results.append(result)
        remarks += [line for remark in result.remarks for line in (remark, *reading.how)]
    if broken:
        _, reason, lines = max(broken, key=lambda run: run[0])
        return CheckResult(read, details=lines, not_applicable=reason)
    tried = sum(len(result.tried) for result in results)
    if not tried:
        return CheckResult(read, details=lines, not_applicable=_nothing_tried(results, stream))
    shown = [remark for remark in remarks if remark.is_a(Identifications.RECURRENCE)]
    details = (*_missing(results), *(remark for remark in remarks if remark not in shown), *lines)
    if shown:
        return CheckResult(read, details=details, not_applicable=shown[0])
    return CheckResult(read, {"ways": float(tried)}, law=LAW, violations=0, details=details)


def _proved(read: int, result: Identification, stream: Stream, lines: tuple[Reason, ...]) -> CheckResult:
    """Return the result of a proof: the first way of use with its state, the others that fit, how to repeat it."""
    first, used = result.proofs[0], result.proofs[0].candidate.used
    ways = tuple(Identifications.WAY(**_named(each)) for each in result.proofs)
    again = np.flatnonzero(stream.bounds[1:] == stream.bounds[0])[:1] + 1
    ranges = (
        (stream.range,) if stream.range else tuple(stream.bounds[: again[0] if len(again) else None].tolist())
    )
    state = first.generator.shown(first.candidate.state)
    details = (
        Identifications.PROVED(
            ways=ways, predicted=first.predicted, after=stream.first + used - 1, used=used
        ),
        Identifications.STATE(first=stream.first, state=state, bits=int(first.bits), ranges=ranges),
        *lines,
    )
    tried, predicted = float(len(result.tried)), float(first.predicted)
    statistic = {"ways": tried, "used": float(used), "predicted": predicted, "bits": first.bits}
    return CheckResult(read, statistic, law=LAW, violations=1, details=details)


def _broken(run: BrokenRun, stream: Stream) -> Reason:
    """Return the run that was predicted and the place of its break."""
    place = run.stop if run.stop < len(stream) else run.start - 1
    return Identifications.BROKEN(
        **_named(run),
        start=stream.first + run.start,
        stop=stream.first + run.stop - 1,
        wrong=run.wrong,
        outcomes=len(stream),
        place=stream.first + place,
    )


def _named(run: PredictedRun) -> dict[str, str | int]:
    return {"generator": run.generator.name, "call": run.way.call.name, "stride": run.way.stride}


def _missing(results: list[Identification]) -> list[Reason]:
    """Return which ways of use were tried, and what was not tried and why."""
    calls = {way[:2] for result in results for way in result.tried}
    # a call that was tried is not listed as too short because another part of the outcomes, or more seeds, were
    short = [reason for reason in _left(results, Identifications.TOO_FEW) if _call(reason) not in calls]
    late = [
        reason
        for result in results
        for reason in _left([result], Identifications.NOT_IN_TIME)
        if (*_call(reason), reason["stride"]) not in result.tried
    ]
    far = _left(results, *FAR)
    names, ways = sorted({name for name, _ in calls}), sum(len(result.tried) for result in results)
    lines = [Identifications.NONE(generators=tuple(names), ways=ways)]
    if short:
        lines.append(Identifications.LEFT_SHORT(**_counted(short), **_least(short)))
    if late:
        seconds = sum(result.left for result in results)
        lines.append(Identifications.LEFT_LATE(**_counted(late), seconds=seconds))
    if far:
        lines.append(Identifications.LEFT_FAR(**_counted(far)))
    return lines


def _nothing_tried(results: list[Identification], stream: Stream) -> Reason:
    """Return why no way of use could be tried."""
    if short := _left(results, Identifications.TOO_FEW):
        return Identifications.NOTHING_TRIED(**_least(short))
    return Identifications.NOTHING_IN_REACH(outcomes=int(stream.bounds.max(initial=0)))


def _left(results: list[Identification], *codes: Code) -> list[Reason]:
    return [reason for result in results for reason in result.untried if reason.is_a(*codes)]


def _least(short: list[Reason]) -> dict[str, int]:
    needed, recorded = min((int(str(reason["needed"])), int(str(reason["recorded"]))) for reason in short)
    return {"needed": needed, "recorded": recorded}


def _call(reason: Reason) -> tuple[str, str]:
    return str(reason["generator"]), str(reason["call"])


def _counted(reasons: list[Reason]) -> dict[str, Any]:
    return {"ways": len(reasons), "generators": tuple(sorted({name for name, _ in map(_call, reasons)}))}
