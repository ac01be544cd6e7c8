"""Everything that a run's records add up to, in one pass: read back whole, or kept up to date as they come."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Self

from labharness.evidence.folder import RunFolder
from labharness.evidence.history.beginning import Beginning
from labharness.evidence.history.course import RunCourse
from labharness.evidence.history.findings import Findings
from labharness.evidence.history.log import Log
from labharness.evidence.history.progress import Progress
from labharness.evidence.history.signs import Signs
from labharness.evidence.history.summary import RunSummary
from labharness.evidence.history.trust import CaptureTrust
from labharness.evidence.records.line import Record, Understanding


@dataclass
class RunHistory:
    """The fold of a run's records; runner, command line, window, judging and reports all begin here.

    Parameters
    ----------
    summary
        Where the run stands and what it showed.
    progress
        What its runner must know to go on.
    trust
        What the course of the run says of its evidence.
    signs
        What people saw that speaks against the device and that no stage counts.
    findings
        What trials, items and counts by hand showed.
    course
        What went on when.
    log
        Records that are printed, and counts of the rest.
    beginning
        Whether it ended by a slip before anything was asked of the device.
    """

    summary: RunSummary = field(default_factory=RunSummary)
    progress: Progress = field(default_factory=Progress)
    trust: CaptureTrust = field(default_factory=CaptureTrust)
    signs: Signs = field(default_factory=Signs)
    findings: Findings = field(default_factory=Findings)
    course: RunCourse = field(default_factory=RunCourse)
    log: Log = field(default_factory=Log)
    beginning: Beginning = field(default_factory=Beginning)

    @classmethod
    def of(cls, folder: RunFolder) -> Self:
        """Read a whole run; raises :class:`IntegrityError` at the first bad line."""
        return cls.at(folder).read(folder.records())

    @classmethod
    def at(cls, folder: RunFolder) -> Self:
        """Return the history of a run of which no record is read yet."""
        return cls(RunSummary(rescinded_law=folder.under_rescinded_law))

    def read(self, records: Iterable[Record]) -> Self:
        """Add further records, in order; returns itself."""
        for record in records:
            self.take(record)
        return self

    def take(self, record: Record) -> None:
        """Add the next record; raises :class:`IntegrityError` where its contents make no sense."""
        with Understanding(record):
            self.progress.take(record)
            self.trust.take(record)
            self.signs.take(record)
            self.findings.take(record)
            self.course.take(record)
            self.log.take(record)
            self.beginning.take(record)
            self.summary.take(record)
