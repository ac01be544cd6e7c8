"""What the room of reports needs from the product."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Protocol

from labharness.app.issue.key_source import KeySource
from labharness.app.issue.report_list import ListedReport
from labharness.gui.kit.slow_work.errand import Say
from labharness.gui.verification.trust_fields import NamedTrust
from labharness.gui.verification.verification_facts import VerificationFacts
from labharness.model.reasons.verification import Answer
from labharness.model.standing import Standing


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A report in the list.

    Parameters
    ----------
    pages
        None where the file cannot be read.
    recommendation
        What was recommended, "" for nothing.
    trust
        What its signatures show, None before they were verified.
    """

    report: ListedReport
    pages: int | None
    recommendation: str
    simulated: bool
    standing: Standing | None
    trust: Answer | None = None

    @property
    def number(self) -> str:
        """Its number."""
        return self.report.number


@dataclass(frozen=True, slots=True)
class Signatory:
    """Somebody on the list of people, and in which roles they may sign."""

    id: str
    name: str
    roles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Signatories:
    """Who may sign; ``me`` is the id of the person whose account this is, "" for an account that is not on the list."""

    people: tuple[Signatory, ...]
    me: str = ""


@dataclass(frozen=True, slots=True)
class Subjects:
    """What a report can be built of: submissions with their titles, runs that ended, layouts of reports of a run."""

    submissions: tuple[tuple[str, str], ...]
    runs: tuple[str, ...]
    layouts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SigningOrder:
    """A signature that somebody wants made; the pass phrase is in no text of it."""

    number: str
    role: str
    by: str
    source: KeySource
    passphrase: str = field(repr=False)


class ReportServices(Protocol):
    """Reports of the workspace.

    Each may take seconds, is called on another thread, and may raise :class:`labharness.errors.LabharnessError`, whose
    sentence is shown.
    """

    def reports(self) -> Sequence[ReportRow]:
        """Return the reports, the latest first."""
        ...

    def trust(self, report: ListedReport) -> Answer:
        """Return what the signatures of a report show."""
        ...

    def verify(self, report: ListedReport, trust: NamedTrust, *, again: bool, say: Say) -> VerificationFacts:
        """Verify a report with its evidence, and do its runs again where that is asked for."""
        ...

    def subjects(self) -> Subjects:
        """Return what a report can be built of."""
        ...

    def build(self, submission: str, layout: str, say: Say) -> str:
        """Build a report of a submission; returns its number."""
        ...

    def build_run(self, run: str, layout: str) -> str:
        """Build a report of a run; returns its name in the list."""
        ...

    def night(self, since: datetime, until: datetime) -> str:
        """Build the morning report of a span of time; returns its number."""
        ...

    def amend(self, number: str, why: str, by: str, say: Say) -> str:
        """Build the report that replaces a signed one; returns its number."""
        ...

    def signatories(self) -> Signatories:
        """Return who may sign."""
        ...

    def sign(self, order: SigningOrder) -> str:
        """Sign a report, and say so; the pass phrase is kept nowhere."""
        ...

    def trial_key(self, by: str, file: Path, passphrase: str) -> str:
        """Write a trial key for a person; returns the name in it."""
        ...
