"""Card orders read by the laboratory itself: prompts, held reads, independent reads, validation of the reader."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from labharness.devices.tap import Limits
from labharness.errors import DeviceNotFound, ProtocolError
from labharness.evidence.records.calls import NoArguments, OrderRead
from labharness.evidence.records.course import ProgressBody
from labharness.evidence.records.line import Record
from labharness.evidence.records.people import READER
from labharness.evidence.records.sample import Purpose, ReadBody, RejectedBody
from labharness.model.cards import CardSet, Order, format_order, types
from labharness.model.observations import Kind
from labharness.model.reasons.ask import Ask
from labharness.model.reasons.conduct import Conduct
from labharness.model.reasons.read import Read
from labharness.model.reasons.shown import Shown
from labharness.plans.stages import Acquire, ValidateCapture
from labharness.reason import Reason
from labharness.runner.active_run import ActiveRun
from labharness.runner.report import Report, done, doubtful

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
            order, record = reader.exchange(
                "read_order",
                NoArguments(),
                lambda adapter: adapter.read_order(),
                lambda order: OrderRead(order=format_order(order)),
                Limits(timeout_s),
            )
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
