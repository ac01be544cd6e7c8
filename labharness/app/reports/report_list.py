"""The reports of a workspace: of submissions, runs and nights, as the register has them and as far as they are there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

from labharness.app.reports.run_reports import report_files
from labharness.app.workspace.file_change import finish_changes
from labharness.app.workspace.register import ISSUED, REHEARSED, has_register, open_register
from labharness.app.workspace.settings import read_settings
from labharness.app.workspace.workspace import Workspace
from labharness.assessment.dossier import PDF, SPECIMEN_PDF
from labharness.errors import LabharnessError
from labharness.evidence.folder import RunFolder
from labharness.evidence.glimpse import glimpse
from labharness.filings.entries.events import ReportDrawn, SignatureRecorded, SubmissionReported
from labharness.filings.entries.snapshot import Change
from labharness.model.reasons.evidence import Answer
from labharness.model.reasons.report import Reports
from labharness.model.results import Outcome, Standing, standing_of
from labharness.reason import Reason
from labharness.reporting.stamps import SignatureRole

_NUMBER = re.compile(r"(?P<series>.*-[a-z])(?P<revision>[1-9][0-9]{0,3})")
_BUILT = {ISSUED: PDF, REHEARSED: SPECIMEN_PDF}


class ReportOf(StrEnum):
    """What a report is about."""

    APPROVAL = "approval"
    DEFICIENCY = "deficiency"
    REHEARSAL = "rehearsal"
    RUN = "run"
    NIGHT = "night"


class ReportProgress(StrEnum):
    """How far a report is."""

    DRAFT = "draft"
    """Nobody signed it; it is built anew in its place."""
    SIGNED_SO_FAR = "signed_so_far"
    SIGNED = "signed"
    """Signed in all three roles."""
    REPLACED = "replaced"
    """A later report amends it."""
    UNSIGNED = "unsigned"
    """It is of a run or a night, and nobody signs those."""


@dataclass(frozen=True, slots=True)
class RecordedSignature:
    """A signature on record."""

    role: str
    who: str
    utc: str


@dataclass(frozen=True, slots=True)
class ListedReport:
    """One report.

    Parameters
    ----------
    number
        Its number, or the name of its file.
    path
        Its folder, or its file where it is of a run or a night.
    runs
        Names of the runs that it reports.
    verdict, given
        As the register has them; ``given`` is the id of the recommendation, "" for none.
    replaced_by
        Number of the report that amends it, "" for none.
    """

    number: str
    kind: ReportOf
    submission: str
    path: Path
    file: str
    built: str
    runs: tuple[str, ...] = ()
    verdict: str = ""
    given: str = ""
    signatures: tuple[RecordedSignature, ...] = ()
    replaced_by: str = ""

    @property
    def pdf(self) -> Path:
        """The file that people read."""
        return self.path / self.file if self.file else self.path

    @property
    def signed(self) -> tuple[str, ...]:
        """Roles in which it is signed."""
        return tuple(signature.role for signature in self.signatures)

    @property
    def why_not_sign(self) -> Reason | None:
        """Why nobody signs it now, None where it waits for a signature."""
        if not self.is_signable:
            return Reports.NEVER_SIGNED()
        if self.replaced_by:
            return Reports.REPLACED(report=self.replaced_by)
        return None if self.next_role else Reports.SIGNED_BY_ALL()

    @property
    def why_not_amend(self) -> Reason | None:
        """Why no other report replaces it, None where one may."""
        if self.specimen:
            return Reports.REHEARSAL_NOT_AMENDED(report=self.number)
        if self.replaced_by:
            return Reports.AMENDED(report=self.number, latest=self.replaced_by)
        return None if self.signatures else Reports.NOT_SIGNED(report=self.number)

    @property
    def is_signable(self) -> bool:
        """Whether people sign such a report."""
        return bool(self.file)

    @property
    def specimen(self) -> bool:
        """Whether it is a rehearsal, which is never issued."""
        return self.kind is ReportOf.REHEARSAL

    @property
    def next_role(self) -> SignatureRole | None:
        """The role whose turn it is, None where none is."""
        if not self.is_signable or self.replaced_by:
            return None
        return next((role for role in SignatureRole if role.value not in self.signed), None)

    @property
    def progress(self) -> ReportProgress:
        """How far it is."""
        if not self.is_signable:
            return ReportProgress.UNSIGNED
        if self.replaced_by:
            return ReportProgress.REPLACED
        if not self.signatures:
            return ReportProgress.DRAFT
        return ReportProgress.SIGNED_SO_FAR if self.next_role else ReportProgress.SIGNED


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A report in a list.

    Parameters
    ----------
    pages
        None where the file cannot be read.
    recommendation
        What was recommended, "" for nothing.
    standing
        None where its kind has no verdict.
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


def report_rows(workspace: Workspace) -> tuple[ReportRow, ...]:
    """Return the reports of a workspace for a list, the latest first; raises as :func:`listed_reports`."""
    from labharness.assessment.law import disposition

    rows = []
    for report in listed_reports(workspace):
        known = disposition(report.given) if report.given else None
        simulated, standing = is_simulated(workspace, report), report_standing(workspace, report)
        given = known.title if known is not None else report.given
        rows.append(ReportRow(report, page_count(report.pdf), given, simulated, standing))
    return tuple(rows)


def listed_reports(workspace: Workspace) -> tuple[ListedReport, ...]:
    """Return every report of a workspace that is there, the latest first.

    Raises
    ------
    RegisterError
        If the register does not answer.
    """
    if not has_register(workspace):
        return ()
    finish_changes(workspace)
    here = read_settings(workspace).id
    with open_register(workspace) as register:
        changes = [
            change
            for change in register.changes()
            if change.after is not None and change.after.get("workspace", here) == here  # of whatever event
        ]
    reports = [report for report in _reports(workspace, changes) if report.pdf.is_file()]
    return tuple(sorted(_replaced(reports), key=lambda each: each.built, reverse=True))


def _reports(workspace: Workspace, changes: Iterable[Change]) -> Iterator[ListedReport]:
    reports: dict[str, ListedReport] = {}
    folder = workspace.path / "reports"
    for change in changes:
        if drawn := change.event(SubmissionReported):
            reports[drawn.report] = ListedReport(
                drawn.report,
                _kind(drawn.report, change.what),
                change.submission,
                folder / drawn.report,
                _BUILT[change.what],
                change.utc,
                drawn.runs,
                drawn.outcome,
                drawn.given or "",
            )
        elif (signature := change.event(SignatureRecorded)) and signature.report in reports:
            before = reports[signature.report]
            signed = RecordedSignature(signature.role, change.who, change.utc)
            reports[signature.report] = replace(before, signatures=(*before.signatures, signed))
        elif (of_run := change.event(ReportDrawn)) and of_run.report:
            path = folder / f"{of_run.report}.pdf"
            reports[path.name] = ListedReport(of_run.report, ReportOf.NIGHT, "", path, "", change.utc)
        elif of_run and of_run.run:
            good, broken = report_files(workspace, of_run.run, of_run.layout)
            path = good if good.is_file() or not broken.is_file() else broken
            reports[path.name] = ListedReport(
                path.stem, ReportOf.RUN, "", path, "", change.utc, (of_run.run,)
            )
    yield from reports.values()


def _kind(number: str, what: str) -> ReportOf:
    if what == REHEARSED:
        return ReportOf.REHEARSAL
    series = number.rpartition("-")[2][:1]
    return ReportOf.DEFICIENCY if series == "d" else ReportOf.APPROVAL


def _replaced(reports: Iterable[ListedReport]) -> Iterator[ListedReport]:
    """Yield reports, each with the number of the next revision of the same series; rehearsals replace nothing."""
    every = list(reports)
    numbers = {each.number for each in every}
    for each in every:
        match = _NUMBER.fullmatch(each.number)
        if match is None or not each.is_signable or each.specimen:
            yield each
            continue
        following = f"{match['series']}{int(match['revision']) + 1}"
        yield replace(each, replaced_by=following if following in numbers else "")


def report_standing(workspace: Workspace, report: ListedReport) -> Standing | None:
    """Return the recorded verdict of a report with its qualifiers; None where its kind has no verdict."""
    if report.verdict not in set(Outcome):
        return None
    return standing_of(
        Outcome(report.verdict),
        simulated=is_simulated(workspace, report),
        specimen=report.specimen,
        superseded=bool(report.replaced_by),
    )


def is_simulated(workspace: Workspace, report: ListedReport) -> bool:
    """Whether a report is about a run of a simulated device, by what was recorded of it."""
    inside = [report.path / "runs" / run for run in report.runs] if report.is_signable else []
    folders = [path for path in inside if path.is_dir()] or [
        workspace.path / "runs" / run for run in report.runs
    ]
    return any(map(_shows_simulation, folders))


def _shows_simulation(path: Path) -> bool:
    try:
        return glimpse(RunFolder(path).path).simulated
    except LabharnessError:
        return False


def page_count(path: Path) -> int | None:
    """Return how many pages a report has, None where it cannot be read."""
    try:
        status = path.stat()
    except OSError:
        return None
    return _page_count(path, status.st_mtime_ns, status.st_size)


@lru_cache(4096)
def _page_count(path: Path, changed: int, size: int) -> int | None:
    from labharness.reporting.pdf.flow import count_pages

    del changed, size  # which are what an answer is kept by
    return count_pages(path)


def trust_of(workspace: Workspace, report: ListedReport) -> Answer:
    """Return what the signatures of a report's file show, for a list; its evidence is not verified."""
    from labharness.app.people.signing import named_trust
    from labharness.app.reports.issuing import verify_report
    from labharness.app.reports.verification_rows import answer_of

    return answer_of(verify_report(report.pdf, named_trust(workspace.path, report.path)))
