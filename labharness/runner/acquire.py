"""Acquiring a sample, unit by unit, from a device that reports or from a machine fed by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from labharness.devices.adapter import AcquireRequest, Demand
from labharness.errors import DeviceJammed, ProtocolError
from labharness.evidence.records.calls import Acquired, LoadArguments
from labharness.evidence.records.line import Record
from labharness.evidence.records.sample import AlarmBody, ObservedBody, RejectedBody
from labharness.model.cards import Order, format_order
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
from labharness.model.reasons.ask import Ask
from labharness.model.reasons.conduct import Conduct
from labharness.model.reasons.read import Read
from labharness.model.reasons.shown import Shown
from labharness.plans.frozen import FrozenPlan
from labharness.plans.stages import Acquire, Load
from labharness.reason import Reason
from labharness.runner.active_run import ActiveRun
from labharness.runner.capture import (
    MOST_READS,
    composition_objection,
    confirm_report,
    read_is_due,
    read_order,
)
from labharness.runner.channel import dump_request
from labharness.runner.jams import jammed
from labharness.runner.monitoring import stop_if_crossed
from labharness.runner.report import Report, done
from labharness.runner.restarting import restart


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
    report: CountReport
    report, _ = bench.device.exchange(
        "load", args, lambda adapter: adapter.load(order), lambda count: count, bench.wait(stage)
    )
    return report


def _exchanged(
    bench: ActiveRun, stage: Acquire, request: AcquireRequest
) -> tuple[tuple[Observation, ...], Record]:
    """Make the device do its work; what people wrote down wrongly is kept, and they may correct it."""
    if not bench.device.info.source.independent:
        return _exchange(bench, stage, request)
    for tries in range(1, MOST_READS + 1):
        try:
            return _exchange(bench, stage, request)
        except ProtocolError as error:
            bench.append(RejectedBody(stage=stage.name, unit=request.first, reasons=error.reasons))
            if tries == MOST_READS:
                raise
            bench.control.ask("confirm", Ask.CORRECT(), {"reasons": error.reasons}, stage.patience_s)
            request = replace(request, again=True)
    raise AssertionError("the last try returns or raises")


def _exchange(
    bench: ActiveRun, stage: Acquire, request: AcquireRequest
) -> tuple[tuple[Observation, ...], Record]:
    return bench.device.exchange(
        "acquire",
        dump_request(request),
        lambda adapter: adapter.acquire(request),
        lambda result: Acquired(observations=len(result)),
        bench.wait(stage),
    )


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
