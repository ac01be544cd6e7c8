"""Reopen a run that has no end record."""

from __future__ import annotations

from datetime import UTC, datetime

from labharness.evidence.account import own_account
from labharness.evidence.clock import TOLERANCE_S
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.run import RunHistory
from labharness.evidence.ledger import read_ledger, utc_now
from labharness.evidence.opening import LEDGER
from labharness.evidence.records.body import RecordType
from labharness.evidence.records.calls import ExchangeBody
from labharness.evidence.records.course import DeviationBody, RecoveredBody, ResumedBody, SessionOpenedBody
from labharness.evidence.writer import RunWriter
from labharness.model.reasons.evidence import Evidence

TIDYING = (
    RecordType.RECOVERED,
    RecordType.SAFE_STATE,
    RecordType.DISCONNECTED,
    RecordType.EXCHANGE,
    RecordType.DEVIATION,
)
"""Records that may follow the closing of a session without making it an interruption."""


def take_up(folder: RunFolder) -> tuple[RunWriter, RunHistory]:
    """Reopen a run that has no end record and record the gap.

    Returns
    -------
    tuple
        Its writer and how far it came; a session that was closed is followed by the next one.
    """
    writer = RunWriter.reopen(folder)
    covered: dict[str, int] = {}
    history, planned, last = RunHistory(), False, None
    for record in read_ledger(folder.path / LEDGER):
        history.take(record)
        if isinstance(record.body, ExchangeBody):
            covered[record.body.channel] = record.body.frames[1] + 1
        elif isinstance(record.body, RecoveredBody):  # names every channel, also one without an exchange yet
            for segment in record.body.segments:
                covered.setdefault(segment.channel, 0)
        if record.type not in TIDYING:
            planned = record.type is RecordType.SESSION_CLOSED
        if record.type is not RecordType.RECOVERED:
            last = record
    assert last is not None
    orphans = {name: max(0, writer.position(name) - count) for name, count in covered.items()}
    gap_s = _seconds_since(last.utc)
    body = ResumedBody(
        after_seq=last.seq, gap_s=gap_s, orphan_frames=orphans, planned=planned, account=own_account()
    )
    history.take(writer.append(body))
    if gap_s < -TOLERANCE_S:
        reason = Evidence.CLOCK_SET_BACK(seconds=-gap_s)
        history.take(writer.append(DeviationBody(reasons=(reason,))))
    if planned:
        session = history.progress.session + 1
        history.take(writer.append(SessionOpenedBody(session=session, utc=utc_now())))
    writer.barrier()
    return writer, history


def _seconds_since(utc: str) -> float:
    return round((datetime.now(UTC) - datetime.fromisoformat(utc)).total_seconds(), 3)
