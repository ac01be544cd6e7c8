"""Reconciliation: the cards that were put in come out again, and none is left inside."""

from __future__ import annotations

from dataclasses import dataclass

from labharness.model.cards import SetDifference
from labharness.model.device import CountReport
from labharness.model.findings import Result
from labharness.model.reasons.ask import Ask
from labharness.model.reasons.shown import Shown
from labharness.model.stage_status import StageStatus
from labharness.plans.stages import Count
from labharness.reason import Reason
from labharness.runner.active_run import ActiveRun
from labharness.runner.capture import composition_objection, read_order
from labharness.runner.report import Report, done, doubtful, failed

MOST_COUNTS = 5


@dataclass(frozen=True, slots=True)
class HandCount:
    """What a person counted: cards that came out, and cards that were found inside afterwards."""

    out: int
    inside: int


def count_by_hand(bench: ActiveRun, stage: Count) -> Report:
    """Have the device emptied, its cards counted, and every place looked into that can hold one.

    Notes
    -----
    A count that is not the set is made again; two equal ones in a row are believed.  The cards that came out
    are then read, where there is a reader, so that those that are missing have names.
    """
    cards = bench.frozen.cards
    assert cards is not None
    counted = _counted(bench, stage, cards.size)
    if counted is None:
        report = doubtful(Shown.HAND_COUNT_UNSURE(counts=MOST_COUNTS))
    elif counted == HandCount(cards.size, 0):
        report = done(Shown.HAND_COUNT_WHOLE(cards=cards.size))
    else:
        report = _short(bench, stage, counted, cards.size)
    result = {
        StageStatus.DONE: Result.AS_EXPECTED,
        StageStatus.FAILED: Result.NOT_AS_EXPECTED,
        StageStatus.DOUBTFUL: Result.LEFT_OUT,
    }
    bench.finding(stage.name, "cards", result[report.status], report.reasons)
    if not bench.device.info.source.independent:
        bench.control.ask("put_back", Ask.PUT_BACK(), {}, stage.patience_s)
        bench.progress.last_output.clear()
    return report


def judge_count(report: CountReport, size: int) -> Report:
    """Compare a device's own count with the cards that must be inside."""
    shown = Shown.DEVICE_COUNT(inside=report.inside, expected=report.expected, size=size)
    return done(shown) if report.inside == report.expected == size and report.correct else failed(shown)


def _short(bench: ActiveRun, stage: Count, counted: HandCount, size: int) -> Report:
    """Judge a count that is not the set, with the names of the cards where there is a reader."""
    shown = Shown.HAND_COUNT_SHORT(out=counted.out, size=size, inside=counted.inside)
    if bench.reader is None:
        return failed(shown)
    difference = _difference(bench, stage)
    if counted.out != size and not difference:
        return doubtful(shown, Shown.READER_FINDS_SET())
    return failed(shown, *difference.reasons)


def _counted(bench: ActiveRun, stage: Count, size: int) -> HandCount | None:
    previous, again = None, tuple[Reason, ...]()
    for _ in range(MOST_COUNTS):
        data = {"size": size, "how": Ask.HOW_MANY(), "reasons": again}
        understood = _understood(bench.control.ask("unload", Ask.UNLOAD(), data, stage.patience_s))
        if understood is None:
            again = (Ask.NOT_TWO_NUMBERS(),)
            continue
        if understood in (HandCount(size, 0), previous):
            return understood
        previous = understood
        again = (Ask.COUNT_AGAIN(out=understood.out, inside=understood.inside, size=size),)
    return None


def _understood(answer: str) -> HandCount | None:
    words = [word.strip() for word in answer.split(";")]
    if len(words) != 2 or not all(word.isascii() and word.isdigit() and len(word) < 6 for word in words):
        return None
    return HandCount(*map(int, words))


def _difference(bench: ActiveRun, stage: Count) -> SetDifference:
    """Have the cards that came out read; return how they differ from the set."""
    assert bench.frozen.cards is not None
    order, _ = read_order(
        bench,
        (stage.name, 0),
        ("read_unloaded", Ask.READ_UNLOADED(), {}),
        composition_objection(bench.frozen.cards),
        stage.patience_s,
    )
    return bench.frozen.cards.difference(order)
