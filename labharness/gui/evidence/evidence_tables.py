"""The columns of the room of evidence: runs, and the records of one."""

from __future__ import annotations

from dataclasses import dataclass

from labharness.app.evidence.ledger_browser import LedgerRow
from labharness.app.evidence.listing import EvidenceOfRun
from labharness.evidence.verify import RunVerification
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.window_sentences import clause
from labharness.gui.kit.words import tr
from labharness.language.numbers import number, size
from labharness.reporting.banners import UNVERIFIED

NOT_VERIFIED, VERIFIED, NOT_READABLE = tr("Not verified yet"), tr("Verified"), tr("Not readable")
SHORT = 12
"""Digits of a hash that a table shows; copying it gives all."""


@dataclass(frozen=True, slots=True)
class IntegrityRow:
    """A run, and what its verification in this window found; None before it."""

    facts: EvidenceOfRun
    found: RunVerification | None = None

    @property
    def run(self) -> str:
        """Its name."""
        return self.facts.run


def integrity(row: IntegrityRow) -> str:
    """Return what is known of the integrity of a run."""
    if row.facts.problem is not None:
        return f"{NOT_READABLE}: {clause(row.facts.problem)}"
    if row.found is None:
        return NOT_VERIFIED
    if row.found.clean:
        return VERIFIED if row.facts.ended else tr("{verified}, no end yet", verified=VERIFIED)
    return f"{UNVERIFIED}: {clause(row.found.problems[0])}"


def integrity_tone(row: IntegrityRow) -> Tone:
    """Return which kind of news that is; what was not verified is none."""
    if row.facts.problem is not None or (row.found is not None and not row.found.clean):
        return Tone.FAIL
    return Tone.QUIET if row.found is None else Tone.PASS


def _frames(row: IntegrityRow) -> str:
    return "" if row.facts.frames is None else number(row.facts.frames)


RUNS = (
    Column[IntegrityRow](tr("Run"), lambda row: row.run, 270, named=True),
    Column[IntegrityRow](tr("Integrity"), integrity, 230, tone=integrity_tone, facet=True),
    Column[IntegrityRow](
        tr("Records"),
        lambda row: number(row.facts.records),
        90,
        sort=lambda row: row.facts.records,
        number=True,
    ),
    Column[IntegrityRow](tr("Frames"), _frames, 90, sort=lambda row: row.facts.frames or 0, number=True),
    Column[IntegrityRow](
        tr("Size"), lambda row: size(row.facts.size), 90, sort=lambda row: row.facts.size, number=True
    ),
    Column[IntegrityRow](
        tr("Head hash"),
        lambda row: row.facts.head[:SHORT],
        120,
        name="head",
        whole=lambda row: row.facts.head,
    ),
)
SUMMARY = 4
"""Place of the column of records that takes the room that is left; others leave before it is too narrow to be read."""
NO_RECORD = tr("Not a record")
RECORDS = (
    Column[LedgerRow]("#", lambda row: number(row.number), 70, number=True),
    Column[LedgerRow](tr("Type"), lambda row: row.type or NO_RECORD, 124, uncut=True),
    Column[LedgerRow](
        tr("Time UTC"), lambda row: row.utc[11:23], 112, uncut=True, yields=1, whole=lambda row: row.utc
    ),
    Column[LedgerRow](tr("Stage"), lambda row: row.stage, 90, yields=2),
    Column[LedgerRow](tr("Summary"), lambda row: row.summary, 300),
    Column[LedgerRow](tr("Hash"), lambda row: row.hash[:SHORT], 108, yields=3, whole=lambda row: row.hash),
)
