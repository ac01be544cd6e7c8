"""Reports of a run, of a submission under § 461a.4, or of a night."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from inspect import cleandoc
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from labharness.acts.declaring import Ask, Seat, Shown, Styled, WindowControl, act, silent, tr, unanswered
from labharness.acts.gates import ANYWHERE, EVERYBODY, PersonSeat, Place, by_role, elsewhere
from labharness.acts.headings import VERDICT, ListHead, listing, when
from labharness.filings.entries.entry import Role
from labharness.language.catalog import term
from labharness.language.numbers import number
from labharness.language.standings import as_values
from labharness.model.reasons.conduct import Doing
from labharness.model.reasons.evidence import ReportState
from labharness.model.results import ExitCode, Qualifier
from labharness.reason import OnStep

if TYPE_CHECKING:  # signatures and what draws reports take a second that the help need not wait for
    from labharness.app.reports.issuing import BundleVerification
    from labharness.app.reports.key_source import ReportSigned
    from labharness.app.reports.report_list import ListedReport, ReportRow
    from labharness.app.reports.submission_reports import Issued
    from labharness.app.workspace.workspace import Workspace

TESTING = (Role.ENGINEER, Role.REVIEWER, Role.AUTHORIZER)


GIVEN, OPEN = "●", "○"


def kind(row: ReportRow) -> str:
    """Write of what kind a report is, and of one without a verdict whether its device was simulated."""
    name = term(row.report.kind)
    return f"{name}, {term(Qualifier.SIMULATED)}" if row.simulated and row.standing is None else name


def signs(report: ListedReport) -> str:
    """Write which signatures a report has."""
    from labharness.reporting.stamps import SignatureRole

    each = (
        f"{role.value.capitalize()} {GIVEN if role.value in report.signed else OPEN}"
        for role in SignatureRole
    )
    return " ".join(each) if report.is_signable else ""


def state(report: ListedReport) -> str:
    """Write how far a report is."""
    replaced = report.replaced_by
    return tr("Replaced by {replaced}", replaced=replaced) if replaced else term(report.progress)


NUMBER: ListHead[ListedReport] = ListHead(tr("Report"), lambda report: report.number)
SUBMISSION: ListHead[ListedReport] = ListHead(
    tr("Submission"), lambda report: report.submission, labeled=True
)
BUILT: ListHead[ListedReport] = ListHead(tr("Built"), lambda report: when(report.built))
SIGNATURES: ListHead[ListedReport] = ListHead(tr("Signatures"), signs)
STATE: ListHead[ListedReport] = ListHead(tr("State"), state)
KIND: ListHead[ReportRow] = ListHead(tr("Kind"), kind)
PAGES: ListHead[ReportRow] = ListHead(
    tr("Pages"), lambda row: number(row.pages) if row.pages else "", labeled=True
)
RECOMMENDATION: ListHead[ReportRow] = ListHead(tr("Recommendation"), lambda row: row.recommendation)
TRUST: ListHead[ReportRow] = ListHead(tr("Trust"), lambda row: term(row.trust) if row.trust else "")


def _listed(reports: Sequence[ReportRow]) -> Iterator[Shown]:
    if not reports:
        yield "No report yet. To build one: labharness report build --help"
        return
    of_number, of_case, built, signed, progress = (
        each.of(attrgetter("report")) for each in (NUMBER, SUBMISSION, BUILT, SIGNATURES, STATE)
    )
    trust = (TRUST,) if any(each.trust for each in reports) else ()
    judged = (VERDICT, RECOMMENDATION)
    yield listing(reports, (of_number, of_case), (KIND, built, PAGES), judged, signed, (progress, *trust))


def _row_values(row: ReportRow) -> dict[str, Any]:
    report = row.report
    return asdict(report) | {
        "pages": row.pages,
        "state": report.progress,
        "next_role": report.next_role,
        "simulated": row.simulated,
        "standing": row.standing,
        "trust": row.trust,
    }


@act(
    EVERYBODY,
    WindowControl("Reports", tr("Reports")),
    shown=_listed,
    values=lambda reports: list(map(_row_values, reports)),
)
def list_(workspace: Workspace, *, trust: bool = False) -> Sequence[ReportRow]:
    """List the reports of a workspace, with their signatures and what replaced them."""
    from labharness.app.reports.report_list import report_rows, trust_of

    rows = report_rows(workspace)
    if not trust:
        return rows
    return [
        replace(each, trust=trust_of(workspace, each.report)) if each.report.signatures else each
        for each in rows
    ]


@dataclass(frozen=True, slots=True)
class Built:
    """A report that was built.

    Parameters
    ----------
    run
        Whose report it is, "" where it is of no run.
    issued
        What it says, where it is of a submission.
    """

    path: Path
    run: str = ""
    verifies: bool = True
    issued: Issued | None = None

    @property
    def number(self) -> str:
        """Its number, or the name of its file."""
        return self.issued.number if self.issued is not None else self.path.stem


def _built(built: Built) -> Iterator[Shown]:
    from labharness.reporting.layout import UNVERIFIED

    if built.issued is not None:
        yield from _issued(built.issued)
    yield str(built.path) if built.verifies else f"{UNVERIFIED}: {built.path}"


def _issued(issued: Issued) -> Iterator[Shown]:
    """Say what the report says; a report that was built is no error, whatever it found."""
    from labharness.reporting.layout import SIMULATED, SPECIMEN

    case, dossier = issued.case, issued.case.dossier
    conclusion = case.conclusion
    if dossier.specimen:
        yield Styled(SPECIMEN, "bold reverse")
    if dossier.simulated:
        yield Styled(f"{SIMULATED}: {', '.join(dossier.simulated)}", "bold reverse")
    yield (case.standing, f"  {issued.number}: {' '.join(case.words(conclusion.sentences))}")
    yield from (f"  - {objection}" for objection in case.words(conclusion.objections))
    if conclusion.refused:
        yield "The recommendation on file is withheld: the open items above prevent it."
    elif conclusion.disposition:
        yield f"Recommended: {conclusion.disposition.title}."
    else:
        yield "No recommendation is on file."


def _built_values(built: Built) -> dict[str, Any]:
    if built.issued is None:
        of_run = {"run": built.run, "verifies": built.verifies} if built.run else {}
        return {"report": built.path, **of_run}
    case, conclusion = built.issued.case, built.issued.case.conclusion
    given = conclusion.disposition.id if conclusion.disposition and conclusion.given else None
    return {
        "report": built.number,
        "specimen": case.dossier.specimen,
        "path": built.issued.bundle.path,
        "outcome": conclusion.outcome.value,
        "standing": case.standing,
        "reasons": conclusion.reasons,
        "objections": conclusion.objections,
        "sentences": case.words(conclusion.objections),
        "recommendation": given,
        "recommendation_on_file": conclusion.recommendation.disposition
        if conclusion.recommendation
        else None,
        "refused": conclusion.refused,
    }


def _of_submission(issued: Issued) -> Built:
    return Built(issued.bundle.path / issued.bundle.file, issued=issued)


@act(
    elsewhere("the register, for a report of a submission", *TESTING),
    WindowControl("Reports", tr("&Build report…")),
    shown=_built,
    values=_built_values,
    code=lambda built: ExitCode.PASSED if built.verifies else ExitCode.ERROR,
)
def build(
    seat: Seat,
    run: Annotated[str, typer.Argument(metavar="[RUN]")] = "",
    *,
    submission: str = "",
    night: str = "",
    layout: str = "",
    step: OnStep = silent,
) -> Built:
    """Build a report of a run, of a submission, or of a night."""
    from labharness.errors import InputError
    from labharness.model.reasons.command import Commands

    workspace = seat.workspace
    if sum(map(bool, (run, submission, night))) != 1:
        raise InputError(Commands.ONE_SUBJECT())
    step(Doing.BUILDING())
    if run:
        from labharness.app.reports.run_reports import build as build_run_report

        folder = workspace.run(run)
        report = build_run_report(workspace, folder, layout or "run")
        return Built(report.path, folder.run, report.verifies)
    if night:
        from labharness.app.reports.morning_report import build_night_report, read_span

        return Built(build_night_report(workspace, *read_span(night)))
    from labharness.app.reports.submission_reports import build_submission_report

    return _of_submission(build_submission_report(workspace, submission, layout or "approval", seat.by, step))


@act(
    elsewhere("the list of people", Role.AUTHORIZER),
    WindowControl("Reports", tr("Build amended report")),
    shown=_built,
    values=_built_values,
    why_not=lambda report: report.why_not_amend,
)
def amend(seat: Seat, number: str, *, why: str, step: OnStep = silent) -> Built:
    """Replace a signed report by an amended report that states the changes and the reason. The former report is kept."""
    from labharness.app.reports.submission_reports import amend_report

    step(Doing.BUILDING_AMENDED())
    return _of_submission(amend_report(seat.workspace, number, why, seat.by, step))


def _signed_values(signed: ReportSigned) -> dict[str, Any]:
    return {
        "report": signed.number,
        "role": signed.role,
        "person": signed.person,
        "certificate": signed.owner,
        "path": signed.path,
    }


@act(
    elsewhere("the list of people, by the role of the signature", *TESTING),
    WindowControl("Reports", tr("Sign as")),
    shown=lambda signed: (f"{signed.number}: signed as {signed.role} by {signed.person}. {signed.path}",),
    values=_signed_values,
    why_not=lambda report: report.why_not_sign,
)
def sign(
    seat: Seat,
    number: str,
    *,
    role: str,
    key: Path | None = None,
    token: str = "",
    module: Path | None = None,
    label: str = "",
    crl: list[Path] | None = None,
    timestamp: str | None = None,
    root: list[Path] | None = None,
    ask: Ask = unanswered,
) -> ReportSigned:
    """Sign a report in a role; the key's pass phrase comes from a prompt or the system's key store."""
    from labharness.app.reports.key_source import KeySource, sign_with

    source = KeySource(key, token, module, label, tuple(root or ()), tuple(crl or ()), timestamp)
    return sign_with(seat.workspace, number, role, seat.by, source, ask)


@dataclass(frozen=True, slots=True)
class TrialKey:
    """A trial key that was written, and the name in it."""

    file: Path
    person: str


def _key_lines(key: TrialKey) -> Iterator[Shown]:
    yield f"{key.file}: key of {key.person}, for trials only."


@act(by_role(*Role), WindowControl("Reports", tr("New trial &key…")), shown=_key_lines)
def trial_key(on: PersonSeat, file: Path, *, ask: Ask = unanswered) -> TrialKey:
    """Issue a trial key from the workspace's own authority. It proves nothing about persons."""
    from labharness.app.people.signing import issue_trial_key
    from labharness.errors import InputError
    from labharness.model.reasons.command import Commands

    def passphrase() -> str:
        first = ask("Pass phrase for the new key: ")
        if first != ask("Again: "):
            raise InputError(Commands.PASSPHRASES_DIFFER())
        return first

    return TrialKey(file, issue_trial_key(on.workspace, on.acting.who, file, passphrase))


@dataclass(frozen=True, slots=True)
class VerifiedReport:
    """What a verification of a report found; ``specimen`` is whether a rehearsal was expected."""

    report: Path
    bundle: BundleVerification
    specimen: bool = False

    @property
    def code(self) -> int:
        """Exit code of the command."""
        if self.specimen and self.bundle.rehearsed:
            return ExitCode.PASSED
        issued = self.specimen and self.bundle.issued
        return ExitCode.INCONCLUSIVE if issued else self.bundle.state.exit_code


def _verified(verified: VerifiedReport) -> Iterator[Shown]:
    from labharness.app.reports.issuing import told

    yield from told(verified.report, verified.bundle)


def _verified_values(verified: VerifiedReport) -> dict[str, Any]:
    bundle = verified.bundle
    return {
        **as_values(bundle),
        "clean": bundle.clean,
        "issued": bundle.issued,
        "state": bundle.state,
        "exit_code": bundle.state.exit_code,
        "concluded": bundle.concluded,
    }


@act(
    ANYWHERE,
    WindowControl("Reports", tr("&Verify from elsewhere…")),
    shown=_verified,
    values=_verified_values,
    code=lambda verified: verified.code,
)
def verify(
    place: Place,
    report: Path,
    *,
    trust: list[Path] | None = None,
    fingerprint: list[str] | None = None,
    crl: list[Path] | None = None,
    signers: Path | None = None,
    reverify: bool = False,
    specimen: bool = False,
    step: OnStep = silent,
) -> VerifiedReport:
    """Verify the signatures, files and runs of a report, without a network.

    Trusted authorities are those of --trust and --fingerprint, or else those of the lists of 'labharness trust'.
    Exit codes:
    """
    from labharness.app.people.signing import named_trust
    from labharness.app.reports.issuing import verify_report
    from labharness.app.workspace.file_change import finish_changes

    workspace = place.named
    known = named_trust(
        workspace.path if workspace else None, report, trust or (), fingerprint or (), crl or (), signers
    )
    if workspace is not None and report.resolve().is_relative_to(workspace.path.resolve()):
        finish_changes(workspace)
    bundle = verify_report(report, known, again=reverify, workspace=workspace, on_step=step)
    return VerifiedReport(report, bundle, specimen)


verify.do.__doc__ = f"{cleandoc(verify.do.__doc__ or '')}\n" + "\n".join(
    f"{state.exit_code} {term(state)}{', 0 with --specimen' if state is ReportState.SPECIMEN else ''}."
    for state in ReportState
)
