"""What a search shows, as reasons for a result."""

from __future__ import annotations

from collections.abc import Iterable

from labharness.analysis.identification.proof import PROOF_BITS, BrokenRun, ProvedState
from labharness.analysis.identification.search import Identification
from labharness.analysis.identification.stream import Stream
from labharness.model.reasons.identification import Identifications
from labharness.reason import Reason


def proof_lines(proofs: list[ProvedState], stream: Stream) -> tuple[Reason, ...]:
    """Return what is proved: the first way of use with its state, the others that fit, how to repeat it."""
    first, *others = proofs
    used = first.candidate.at + first.candidate.used
    recipe = first.generator.recipe(first.way, first.candidate.state)
    return (
        Identifications.PROVED(
            generator=first.generator.name,
            call=first.way.call.name,
            stride=first.way.stride,
            predicted=first.predicted,
            after=stream.first + used - 1,
            used=first.candidate.used,
        ),
        Identifications.STATE(
            first=stream.first + first.candidate.at,
            state=first.generator.shown(first.candidate.state),
            bits=int(first.bits),
        ),
        *(Identifications.ALSO(generator=each.generator.name, call=each.way.call.name) for each in others),
        *((recipe,) if recipe else ()),
    )


def broken_line(run: BrokenRun, stream: Stream) -> Reason:
    """Return the run that was predicted and the place of its break."""
    place = run.stop if run.stop < len(stream) else run.start - 1
    return Identifications.BROKEN(
        generator=run.generator.name,
        call=run.way.call.name,
        stride=run.way.stride,
        start=stream.first + run.start,
        stop=stream.first + run.stop - 1,
        wrong=run.wrong,
        outcomes=len(stream),
        place=stream.first + place,
    )


def missing_lines(result: Identification) -> tuple[Reason, ...]:
    """Return which ways of use were tried, what is known short of a proof, and what was not tried and why."""
    names = {family.name for family, _ in result.tried}
    left = result.untried
    short, late, far = (
        [reason for reason in left if reason.is_a(*codes)]
        for codes in (
            (Identifications.TOO_FEW,),
            (Identifications.NOT_IN_TIME,),
            (Identifications.OUT_OF_REACH, Identifications.SEVERAL_BOUNDS),
        )
    )
    lines = [Identifications.NONE(generators=len(names), ways=len(result.tried))]
    lines += [reason for reason in result.remarks if reason not in recurrences(result)]
    if short:
        needed, recorded = min(_number(reason, "needed") for reason in short), _number(short[0], "recorded")
        lines.append(
            Identifications.LEFT_SHORT(
                ways=len(short), generators=_names(short), needed=needed, recorded=recorded
            )
        )
    if late:
        seconds = sum(_seconds(reason) for reason in late)
        lines.append(Identifications.LEFT_LATE(ways=len(late), generators=_names(late), seconds=seconds))
    if far:
        lines.append(Identifications.LEFT_FAR(ways=len(far), generators=_names(far)))
    return tuple(lines)


def recurrences(result: Identification) -> tuple[Reason, ...]:
    """Return the remarks that a recurrence holds throughout: not a proof, and not nothing."""
    return tuple(reason for reason in result.remarks if reason.is_a(Identifications.RECURRENCE))


def nothing_tried(result: Identification, stream: Stream) -> Reason:
    """Return why no way of use could be tried."""
    short = [_number(reason, "needed") for reason in result.untried if reason.is_a(Identifications.TOO_FEW)]
    if short:
        return Identifications.NOTHING_TRIED(needed=min(short), recorded=len(stream))
    return Identifications.NOTHING_IN_REACH(outcomes=int(stream.bounds.max(initial=0)))


def counting_law() -> Reason:
    """Return the law of the checks that identify."""
    return Identifications.COUNTING_LAW(bits=PROOF_BITS)


def _number(reason: Reason, name: str) -> int:
    value = reason[name]
    assert isinstance(value, int)
    return value


def _seconds(reason: Reason) -> float:
    value = reason["seconds"]
    assert isinstance(value, float)
    return value


def _names(reasons: Iterable[Reason]) -> tuple[str, ...]:
    return tuple(sorted({str(reason["generator"]) for reason in reasons}))
