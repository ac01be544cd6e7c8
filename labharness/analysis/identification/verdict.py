"""What searches of a sample show, as the result of a check."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from labharness.analysis.identification.generator import KnownGenerator
from labharness.analysis.identification.proof import PROOF_BITS, BrokenRun, ProvedState
from labharness.analysis.identification.search import Identification, estimate, search
from labharness.analysis.identification.stream import Packed, Stream
from labharness.model.reasons.game import Effort, Identifications
from labharness.model.results import CheckResult
from labharness.reason import Reason

FAR = Identifications.OUT_OF_REACH, Identifications.SEVERAL_BOUNDS


@dataclass(frozen=True)
class SampleReading:
    """A way to take what was recorded as outcomes.

    Parameters
    ----------
    packed
        The outcomes, as :attr:`Stream.packed` gives them: nine readings of a million bytes would take 40 MB as they are searched.
    how
        Lines that say it.
    share
        It may spend what is left of the budget, divided by this.
    known
        Generators that are tried; the catalog, if left out.
    """

    packed: Packed
    how: tuple[Reason, ...] = ()
    share: float = 1.0
    known: Sequence[KnownGenerator] | None = None

    @property
    def stream(self) -> Stream:
        """The outcomes as they are searched, made anew."""
        return Stream.unpacked(*self.packed)


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
    total = budget
    if effort is Effort.FULL:
        total = sum(estimate(reading.stream, effort, reading.known) for reading in readings)
    for reading in readings:
        spent = sum(result.seconds for result in results)
        stream = reading.stream
        result = search(
            stream,
            effort,
            known=reading.known,
            budget=(budget - spent) / reading.share,
            before=spent,
            total=total,
        )
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
    law = Identifications.COUNTING_LAW(bits=PROOF_BITS)
    return CheckResult(read, {"ways": float(tried)}, law=law, violations=0, details=details)


def _proved(read: int, result: Identification, stream: Stream, lines: tuple[Reason, ...]) -> CheckResult:
    """Return the result of a proof: the first way of use with its state, the others that fit, how to repeat it."""
    first, *others = result.proofs
    state, used = first.candidate.state, first.candidate.used
    recipe = first.generator.recipe(first.way, state)
    details = (
        Identifications.PROVED(
            **_named(first), predicted=first.predicted, after=stream.first + used - 1, used=used
        ),
        Identifications.STATE(first=stream.first, state=first.generator.shown(state), bits=int(first.bits)),
        *(Identifications.ALSO(generator=each.generator.name, call=each.way.call.name) for each in others),
        *((recipe,) if recipe else ()),
        *lines,
    )
    statistic = {"ways": len(result.tried), "used": used, "predicted": first.predicted, "bits": first.bits}
    return CheckResult(
        read,
        {name: float(value) for name, value in statistic.items()},
        law=Identifications.COUNTING_LAW(bits=PROOF_BITS),
        violations=1,
        details=details,
    )


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


def _named(run: ProvedState | BrokenRun) -> dict[str, str | int]:
    return {"generator": run.generator.name, "call": run.way.call.name, "stride": run.way.stride}


def _missing(results: list[Identification]) -> list[Reason]:
    """Return which ways of use were tried, and what was not tried and why."""
    calls = {way[:2] for result in results for way in result.tried}
    names = {name for name, _ in calls}
    left = [reason for result in results for reason in result.untried]
    # a call that was tried is not listed as too short because another part of the outcomes, or more seeds, were
    short = [reason for reason in left if reason.is_a(Identifications.TOO_FEW) and _call(reason) not in calls]
    late = [
        reason
        for result in results
        for reason in result.untried
        if reason.is_a(Identifications.NOT_IN_TIME) and (*_call(reason), reason["stride"]) not in result.tried
    ]
    far = [reason for reason in left if reason.is_a(*FAR)]
    lines = [Identifications.NONE(generators=len(names), ways=sum(len(result.tried) for result in results))]
    if short:
        needed, recorded = _least(short)
        lines.append(
            Identifications.LEFT_SHORT(
                ways=len(short), generators=_names(short), needed=needed, recorded=recorded
            )
        )
    if late:
        seconds = sum(result.left for result in results)
        lines.append(Identifications.LEFT_LATE(ways=len(late), generators=_names(late), seconds=seconds))
    if far:
        lines.append(Identifications.LEFT_FAR(ways=len(far), generators=_names(far)))
    return lines


def _nothing_tried(results: list[Identification], stream: Stream) -> Reason:
    """Return why no way of use could be tried."""
    short = [
        reason for result in results for reason in result.untried if reason.is_a(Identifications.TOO_FEW)
    ]
    if short:
        needed, recorded = _least(short)
        return Identifications.NOTHING_TRIED(needed=needed, recorded=recorded)
    return Identifications.NOTHING_IN_REACH(outcomes=int(stream.bounds.max(initial=0)))


def _least(short: list[Reason]) -> tuple[int, int]:
    return min((int(str(reason["needed"])), int(str(reason["recorded"]))) for reason in short)


def _call(reason: Reason) -> tuple[str, str]:
    return str(reason["generator"]), str(reason["call"])


def _names(reasons: Iterable[Reason]) -> tuple[str, ...]:
    return tuple(sorted({str(reason["generator"]) for reason in reasons}))
