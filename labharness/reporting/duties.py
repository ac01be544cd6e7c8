"""What waits for a person after a night, by how urgent it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from labharness.language.catalog import say
from labharness.model.reasons.night import Nights
from labharness.nights.items import Closing, Item, State


class DutyKind(StrEnum):
    """What a person must do, the most urgent first."""

    REST = "not_at_rest"
    EVIDENCE = "evidence"
    UNREADABLE = "unreadable"
    VANISHED = "run_lost"
    NOT_RUN = "not_run"
    NOT_BEGUN = "not_begun"
    MISSED = "missed"
    LEFT_OPEN = "left_open"
    TAKEN_OVER = "taken_over"
    ANSWER = "answer"
    PAUSED = "paused"
    LOST = "device_lost"
    ERROR = "error"
    INTERRUPTED = "interrupted"
    CLOSED = "session_closed"
    FAILED = "fail"
    UNDECIDED = "inconclusive"
    LEFT = "left"
    UNCOPIED = "uncopied"


@dataclass(frozen=True, slots=True)
class Duty:
    """Something that waits for a person.

    Parameters
    ----------
    run
        The run's name.
    said
        What the records say of it, one text for each thing.
    """

    need: DutyKind
    run: str
    said: tuple[str, ...] = ()


def duties_of_item(item: Item) -> Iterator[Duty]:
    """Yield what is to be done about an item that did not run to an end; its reason says more than its run."""
    need = {
        Closing.NOT_RUN: DutyKind.NOT_RUN,
        Closing.LOST: DutyKind.VANISHED,
        Closing.LEFT_OPEN: DutyKind.LEFT_OPEN,
    }.get(item.closing or Closing.RAN)
    if item.state is State.DAMAGED:
        need = DutyKind.NOT_RUN
    if item.reason is not None and item.reason.is_a(Nights.TAKEN_OVER):
        need = DutyKind.TAKEN_OVER
    withdrawn = item.reason is not None and item.reason.is_a(Nights.WITHDRAWN, Nights.GIVEN_BACK)
    if need is not None and not withdrawn:
        reason = None if need is DutyKind.VANISHED else item.reason  # which says the same
        yield Duty(need, item.id, () if reason is None else (say(reason),))
