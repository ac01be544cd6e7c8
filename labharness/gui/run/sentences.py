"""One line of the log for each record that a person following a run wants to read."""

from __future__ import annotations

from labharness.evidence.records.calls import ExchangeBody
from labharness.evidence.records.line import Record
from labharness.evidence.records.people import NOBODY, AnswerBody, PromptBody
from labharness.evidence.records.sample import RejectedBody
from labharness.gui.kit.screen_text import clock
from labharness.gui.kit.words import tr
from labharness.language.record_sentences import ATTENTION, sentence
from labharness.language.recorded import worded
from labharness.language.text import plain
from labharness.model.reasons.adapter import Adapters
from labharness.reason import Reason

__all__ = ["ATTENTION", "line"]


def line(record: Record, *, entry: bool = False) -> str | None:
    """Return the log line of a record, or None where the stage list already shows it.

    Parameters
    ----------
    entry
        Whether it answers one of two prompts for the same: whoever enters it a second time must not see the first entry.
    """
    text = _entered(record) if entry else _of_entries(record)
    return f"{clock(record.utc)}   {text}" if text else None


def _entered(record: Record) -> str | None:
    body = record.body
    if isinstance(body, AnswerBody) and body.answer and body.who != NOBODY:
        return plain(
            tr(
                "{who} entered {values:,} {values:value|values}",
                who=body.who,
                values=len(body.answer.split()),
            ),
            200,
        )
    return sentence(record)


def _of_entries(record: Record) -> str | None:
    """Return the sentence of a record without what two entries say at the place where they differ."""
    match record.body:
        case RejectedBody(reasons=reasons) if _differ(reasons):
            return ATTENTION + tr("The two entries differ and are made again")
        case ExchangeBody(error=error) if error is not None and _differ(error.reasons):
            return None  # the rejected read says so
        case PromptBody(data=data, asks=asks) if _differ(data.reasons):
            return plain(tr("Asked: {asks}", asks=worded(asks)))
        case _:
            return sentence(record)


def _differ(reasons: tuple[Reason, ...]) -> bool:
    return any(reason.is_a(Adapters.ENTRIES_DIFFER) for reason in reasons)
