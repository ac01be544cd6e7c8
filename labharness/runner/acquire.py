"""Acquiring a sample, unit by unit, from a device that reports or from a machine fed by hand.

What a stage showed: a status, and the reasons for it.

Card orders read by the laboratory itself: prompts, held reads, independent reads, validation of the reader.

End a run early where what is bet against its device reached the threshold.

Reconciliation: the cards that were put in come out again, and none is left inside.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from labharness.devices.adapter import AcquireRequest, Demand
from labharness.devices.tap import Limits
from labharness.errors import DeviceJammed, DeviceNotFound, ProtocolError
from labharness.evidence.records.body import RecordType
from labharness.evidence.records.calls import (
    Acquired,
    AlarmBody,
    LoadArguments,
    ObservedBody,
    OrderRead,
    Purpose,
    ReadBody,
    RejectedBody,
)
from labharness.evidence.records.course import MonitorCrossedBody, ProgressBody
from labharness.evidence.records.line import Record
from labharness.evidence.records.people import READER
from labharness.model.cards import CardSet, Order, SetDifference, format_order, types
from labharness.model.device import CountReport
from labharness.model.observations import (
    CARD_KINDS,
    Batch,
    Deal,
    InputKnown,
    Kind,
    Observation,
    Provenance,
    Shuffle,
    physical_order,
)
from labharness.model.reasons.conduct import Ask, Conduct
from labharness.model.reasons.evidence import Read
from labharness.model.reasons.run import Shown
from labharness.model.stages import Result, StageStatus
from labharness.plans.frozen import FrozenPlan
from labharness.plans.plan import Acquire, Count, Load, ValidateCapture
from labharness.reason import Reason
from labharness.runner.channel import dump_request
from labharness.runner.control import ActiveRun
from labharness.runner.recovery import jammed, restart

_WORST_FIRST = (StageStatus.FAILED, StageStatus.DOUBTFUL, StageStatus.DONE)


@dataclass(frozen=True, slots=True)
class Report:
    """What a stage showed.

    Parameters
    ----------
    reasons
        What was seen, and why the status is not better.
    """

    status: StageStatus
    reasons: tuple[Reason, ...]

    def joined(self, other: Report) -> Report:
        """Return what two parts of a stage showed together: the worse status, and the reasons of both."""
        worst = next(each for each in _WORST_FIRST if each in (self.status, other.status))
        return Report(worst, self.reasons + other.reasons)


def done(*reasons: Reason) -> Report:
    """Return the report of a stage that conforms, or has nothing to judge."""
    return Report(StageStatus.DONE, reasons)


def failed(*reasons: Reason) -> Report:
    """Return the report of a stage that does not conform."""
    return Report(StageStatus.FAILED, reasons)


def doubtful(*reasons: Reason) -> Report:
    """Return the report of a stage whose evidence cannot carry a pass."""
    return Report(StageStatus.DOUBTFUL, reasons)


MOST_READS = 5
"""Reads of one unit after which the reader is called unreliable and the run ends."""


def read_order(
    bench: ActiveRun,
    where: tuple[str, int],
    prompt: tuple[str, Reason, dict[str, Any]],
    objection: Callable[[Order], Reason | None],
    timeout_s: float,
) -> tuple[Order, Record]:
    """Have an order read; what gives cause for doubt is read again, and every read is kept.

    An order that two consecutive reads agree on is accepted, whatever it is.

    Parameters
    ----------
    where
        Stage and unit.
    prompt
        Action, what is asked, and data for whoever stands at the bench.
    objection
        Returns why a read is doubtful, None where it is not.

    Raises
    ------
    ProtocolError
        If no two consecutive reads agree within :data:`MOST_READS`.
    """
    reader = bench.reader
    if reader is None:
        raise DeviceNotFound(Conduct.NO_READER())
    action, asks, data = prompt
    previous, again = None, tuple[Reason, ...]()
    for _ in range(MOST_READS):
        shown = {**data, "how": Ask.HOW_TO_GIVE_UP(), "reasons": again}
        number = bench.control.prompt(action, asks, shown, timeout_s)
        try:
            order, record = reader.exchange("read_order", Limits(timeout_s), shown=_order_read)
        except ProtocolError as error:
            again, previous = error.reasons, None
            bench.control.answer(number, READER, "unreadable")
        else:
            bench.control.answer(number, READER, "read", instrument=getattr(reader.adapter, "instrument", ""))
            why = objection(order)
            if why is None or (previous is not None and np.array_equal(previous, order)):
                return order, record
            remark: Reason | None = getattr(reader.adapter, "remark", None)
            again, previous = (why, remark) if remark else (why,), order
        bench.append(RejectedBody(stage=where[0], unit=where[1], reasons=again))
    raise ProtocolError(Conduct.READS_NEVER_EQUAL(unit=where[1] + 1, reads=MOST_READS))


def _order_read(order: Order) -> OrderRead:
    return OrderRead(order=format_order(order))


def composition_objection(cards: CardSet, *, exactly: int | None = None) -> Callable[[Order], Reason | None]:
    """Return an objection to orders that do not hold the set, or so many cards of it."""

    def objection(order: Order) -> Reason | None:
        if exactly is None:
            difference = cards.difference(order)
            return Read.NOT_THE_SET(difference=difference.reasons) if difference else None
        if len(order) != exactly:
            return Read.WRONG_NUMBER(read=len(order), expected=exactly)
        have = np.bincount(types(order), minlength=64)
        fits = (
            bool((have[: len(cards.counts)] <= np.array(cards.counts)).all())
            and not have[len(cards.counts) :].any()
        )
        return None if fits else Read.FOREIGN_CARDS()

    return objection


def read_is_due(bench: ActiveRun, stage: Acquire, unit: int) -> bool:
    """Say whether our reader must read this unit: it was drawn for it, or reads were lost to an interruption."""
    if not stage.independent_reads:
        return False
    drawn = units_to_read(bench.draw, stage)
    result = bench.progress.reads.get(stage.name, 0)
    return int(np.searchsorted(drawn, unit, side="right")) > result


@lru_cache(maxsize=8)
def units_to_read(draw: int, stage: Acquire) -> NDArray[np.int64]:
    """Draw the units of a stage that our reader reads, ascending.

    Parameters
    ----------
    draw
        The hash of the run's start record as a number: nobody knows it before the run, everybody after.
    """
    chance = np.random.Generator(np.random.PCG64([draw, zlib.crc32(stage.name.encode())]))
    return np.sort(chance.choice(stage.units, stage.independent_reads, replace=False))


def confirm_report(bench: ActiveRun, stage: Acquire, unit: int, reported: Order) -> None:
    """Have our reader read a unit that the device reported, and record whether they agree."""
    assert bench.frozen.cards is not None
    of_set = composition_objection(
        bench.frozen.cards, exactly=stage.round_cards if stage.observes is Kind.ROUND else None
    )

    def objection(order: Order) -> Reason | None:
        return of_set(order) or (None if np.array_equal(order, reported) else Read.UNLIKE_REPORT())

    asks = Ask.READ_REPORTED(kind=stage.observes, unit=unit + 1)
    order, record = read_order(
        bench, (stage.name, unit), ("read_output", asks, {"unit": unit}), objection, stage.patience_s
    )
    _record_read(bench, stage.name, Purpose.AGREEMENT, unit, order, reported, record)


def validate_capture(bench: ActiveRun, stage: ValidateCapture) -> Report:
    """Read known decks, and say how many cards were read incorrectly."""
    assert bench.frozen.cards is not None
    if bench.reader is None:
        return doubtful(Shown.NO_READER())
    assert bench.frozen.unopened is not None
    size = len(bench.frozen.cards.present)  # as many cards as there are types; marked ones from the whole set
    deck = bench.frozen.unopened if bench.frozen.plan.game.marked else bench.frozen.unopened[:size]
    errors = cards = 0
    for number in range(stage.decks):
        bench.control.check()
        known = np.random.Generator(
            np.random.PCG64([stage.seed, bench.progress.session, number])
        ).permutation(deck)[:size]
        asks = Ask.READ_KNOWN_DECK(deck=number + 1, decks=stage.decks)
        order, record = read_order(
            bench,
            (stage.name, number),
            ("read_known_deck", asks, {"cards": format_order(known)}),
            lambda _: None,
            stage.patience_s,
        )
        errors += _record_read(bench, stage.name, Purpose.VALIDATION, number, order, known, record)
        cards += len(known)
        bench.append(ProgressBody(stage=stage.name, done=number + 1, units=stage.decks))
    shown = Shown.READER_VALIDATED(decks=stage.decks, cards=cards, errors=errors)
    return done(shown) if errors <= stage.max_card_errors else doubtful(shown)


def misread(order: Order, expected: Order) -> int:
    """Return how many places of an order are not as expected."""
    shared = min(len(order), len(expected))
    return int((order[:shared] != expected[:shared]).sum()) + abs(len(order) - len(expected))


def _record_read(
    bench: ActiveRun, stage: str, purpose: Purpose, unit: int, order: Order, expected: Order, record: Record
) -> int:
    assert bench.reader is not None
    errors = misread(order, expected)
    bench.append(
        ReadBody(
            stage=stage,
            purpose=purpose,
            unit=unit,
            order=format_order(order),
            expected=format_order(expected),
            errors=errors,
            source=bench.reader.info.source,
            exchange=record.seq,
        )
    )
    return errors


class StoppedByRule(Exception):
    """The plan ends the run where a stage does not conform."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


def stop_if_crossed(bench: ActiveRun) -> None:
    """Put a crossing on record, once, and end the run.

    Raises
    ------
    StoppedByRule
        If a monitor reached its threshold, in this process or before it.
    """
    crossed = bench.monitoring.crossed
    if crossed is None:
        return
    if not bench.history.log.counted[RecordType.MONITOR_CROSSED]:
        bench.append(
            MonitorCrossedBody(
                stage=crossed.stage,
                units=crossed.crossed_at,
                log10_value=crossed.log10_value,
                level=crossed.level,
            )
        )
    raise StoppedByRule(
        Conduct.STOPPED_BY_MONITOR(stage=crossed.stage, units=crossed.crossed_at, level=crossed.level)
    )


def acquire(bench: ActiveRun, stage: Acquire, target: int) -> None:
    """Go on with a stage until ``target`` units are recorded; stops only between exchanges."""
    by_hand = bench.device.info.source.independent
    while (done := bench.progress.units.get(stage.name, 0)) < target:
        bench.control.check()
        bench.control.close_if_asked()
        stop_if_crossed(bench)
        if by_hand and stage.observes is Kind.SHUFFLE:
            _fed_by_hand(bench, stage, done)
        elif by_hand and stage.observes is Kind.DEAL:
            _dealt_by_hand(bench, stage, done)
        else:
            try:
                _reported(bench, stage, done, target)
            except DeviceJammed as jam:
                jammed(bench, stage, jam)


def recorded(bench: ActiveRun, stage: Acquire, target: int) -> Report:
    """Say how much is recorded and, where people read it, how often a read was rejected."""
    units = Shown.UNITS_RECORDED(recorded=target, planned=stage.units)
    rejected = bench.progress.rejected.get(stage.name, 0)
    if not rejected or not bench.device.info.source.independent:
        return done(units)
    result = -(-target // stage.batch) + rejected
    return done(units, Shown.READS_REPEATED(rejected=rejected, made=result, share=rejected / result))


def _reported(bench: ActiveRun, stage: Acquire, first: int, target: int) -> None:
    if stage.restart:
        restart(bench, stage, first)
    reset = stage.input is InputKnown.RESET or bench.begins_chain(stage)
    units = 1 if reset else min(stage.batch, target - first)
    how = stage.input
    if reset:
        put_in(bench, stage)
    before = bench.known_input(stage) if stage.observes is Kind.SHUFFLE else None
    request = _request(bench.frozen, stage, units, first, before)
    if stage.observes is Kind.SHUFFLE and request.input is None:
        how = InputKnown.UNKNOWN
        bench.deviation(Conduct.INPUT_UNKNOWN(kind=stage.observes, unit=first + 1))
    observations, record = _exchanged(bench, stage, request)
    if alarms := bench.health.alarms(stage.name, first, observations):
        bench.append(AlarmBody(stage=stage.name, first=first, alarms=alarms, exchange=record.seq))
    _observed(bench, stage, first, observations, how, record.seq)
    if bench.reader is not None and stage.observes in CARD_KINDS and read_is_due(bench, stage, first):
        confirm_report(bench, stage, first, physical_order(observations[0]))


def put_in(bench: ActiveRun, stage: Acquire | Load) -> CountReport:
    """Have the declared set put into the device in new-deck order; return the device's count."""
    done = bench.progress.units.get(stage.name, 0)
    order = bench.frozen.put_in(stage, done) if isinstance(stage, Acquire) else bench.frozen.unopened
    assert order is not None
    args = LoadArguments(order=format_order(order))
    report: CountReport = bench.device.exchange("load", bench.wait(stage), args, order)[0]
    return report


def _exchanged(
    bench: ActiveRun, stage: Acquire, request: AcquireRequest
) -> tuple[tuple[Observation, ...], Record]:
    """Make the device do its work; what people wrote down wrongly is kept, and they may correct it."""
    for left in reversed(range(MOST_READS)):
        args, wait = dump_request(request), bench.wait(stage)
        try:
            return bench.device.exchange("acquire", wait, args, request, shown=_acquired)
        except ProtocolError as error:
            if not bench.device.info.source.independent:
                raise
            bench.append(RejectedBody(stage=stage.name, unit=request.first, reasons=error.reasons))
            if not left:
                raise
            bench.control.ask("confirm", Ask.CORRECT(), {"reasons": error.reasons}, stage.patience_s)
            request = replace(request, again=True)
    raise AssertionError("the last try returns or raises")


def _acquired(observations: tuple[Observation, ...]) -> Acquired:
    return Acquired(observations=len(observations))


def demands(frozen: FrozenPlan) -> list[Demand]:
    """Return the largest request of every stage, and the cards that it puts in."""
    demands = []
    for stage in frozen.plan.stages:
        if isinstance(stage, Load):
            demands.append(Demand(stage.name, load=frozen.unopened))
        elif isinstance(stage, Acquire):
            units = 1 if stage.input is InputKnown.RESET else min(stage.batch, stage.units)
            demands.append(Demand(stage.name, _request(frozen, stage, units), frozen.put_in(stage, 0)))
    return demands


def _request(
    frozen: FrozenPlan, stage: Acquire, units: int, first: int = 0, before: Order | None = None
) -> AcquireRequest:
    layout, selection = frozen.layout(stage), frozen.selection(stage)
    return AcquireRequest(
        kind=stage.observes,
        units=units,
        first=first,
        input=before,
        round_cards=stage.round_cards,
        stacks=layout.stacks if layout else (),
        low=selection.low if selection else 0,
        high=selection.high if selection else 0,
    )


def _fed_by_hand(bench: ActiveRun, stage: Acquire, unit: int) -> None:
    cards, how = bench.frozen.cards, stage.input
    assert cards is not None
    before = bench.known_input(stage)
    if before is None or how is InputKnown.READ:
        how = InputKnown.READ
        before, _ = read_order(
            bench,
            (stage.name, unit),
            ("read_input", Ask.READ_INPUT(unit=unit + 1), {"unit": unit}),
            composition_objection(cards),
            stage.patience_s,
        )
    asks = (Ask.SHUFFLE_FIRST_BATCH, Ask.SHUFFLE_SECOND_BATCH)[unit % 2] if stage.batches > 1 else Ask.SHUFFLE
    bench.control.ask(
        "shuffle",
        asks(unit=unit + 1, units=stage.units),
        {"unit": unit, "cards": format_order(before)},
        stage.patience_s,
    )
    of_set = composition_objection(cards)

    def objection(order: Order) -> Reason | None:
        if why := of_set(order):
            return why
        if np.array_equal(order, before):
            return Read.UNSHUFFLED()
        return Read.READ_BEFORE() if format_order(order) in bench.progress.seen else None

    prompt = ("read_output", Ask.READ_OUTPUT(unit=unit + 1), {"unit": unit})
    order, record = read_order(bench, (stage.name, unit), prompt, objection, stage.patience_s)
    _observed(bench, stage, unit, (Shuffle(before, order),), how, record.seq)


def _dealt_by_hand(bench: ActiveRun, stage: Acquire, unit: int) -> None:
    """Have people deal a load of the device, and read its cards as they left."""
    cards, layout, order = bench.frozen.cards, bench.frozen.layout(stage), bench.frozen.unopened
    assert cards is not None
    assert layout is not None
    assert order is not None
    stacks = layout.stacks
    asks = (
        Ask.DEAL_SIDES(unit=unit + 1, units=stage.units, rounds=len(stacks), cards=stacks[0])
        if layout.determinant
        else Ask.DEAL(unit=unit + 1, units=stage.units, stacks=len(stacks))
    )
    data = {"unit": unit, "cards": format_order(order), "stacks": list(stacks)}
    bench.control.ask("deal", asks, data, stage.patience_s)
    result, record = read_order(
        bench,
        (stage.name, unit),
        ("read_output", Ask.READ_DEAL(unit=unit + 1), {"unit": unit}),
        composition_objection(cards),
        stage.patience_s,
    )
    *dealt, stub = np.split(result, np.cumsum(stacks))
    deal = Deal(tuple(dealt), stub)
    _observed(bench, stage, unit, (deal,), InputKnown.NOT_APPLICABLE, record.seq)


def _observed(
    bench: ActiveRun,
    stage: Acquire,
    first: int,
    result: tuple[Observation, ...],
    how: InputKnown,
    exchange: int,
) -> None:
    channel = bench.reader if bench.device.info.source.independent and bench.reader else bench.device
    batch = Batch(stage.name, stage.observes, first, result, Provenance(how, channel.info.source))
    bench.append(ObservedBody.of(batch, exchange))


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
