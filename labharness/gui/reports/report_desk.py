"""Reports of a workspace, as :class:`labharness.gui.reports.services.ReportServices`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from labharness.app.issue.report_list import (
    ListedReport,
    is_simulated,
    listed_reports,
    page_count,
    report_standing,
    trust_of,
)
from labharness.app.workspace import Workspace
from labharness.errors import RegisterError
from labharness.gui.kit.slow_work.errand import Say
from labharness.gui.kit.words import tr
from labharness.gui.reports.services import ReportRow, Signatories, Signatory, SigningOrder, Subjects
from labharness.gui.verification.trust_fields import NamedTrust
from labharness.gui.verification.verification_facts import VerificationFacts, facts_of_report
from labharness.model.reasons.verification import Answer

# Database, reports and signatures take a second to load, which the window does not wait for: every method imports
# what it needs, on the thread that it is called on.


class ReportDesk:
    """What the window asks about reports.

    Parameters
    ----------
    workspace
        Whose register, runs and reports.
    """

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def reports(self) -> Sequence[ReportRow]:
        """Return the reports, the latest first."""
        from labharness.assessment.law import disposition

        rows = []
        for one in listed_reports(self._workspace):
            known = disposition(one.given) if one.given else None
            given = known.title if known is not None else one.given
            standing = report_standing(self._workspace, one)
            simulated = is_simulated(self._workspace, one)
            rows.append(ReportRow(one, page_count(one.pdf), given, simulated, standing))
        return tuple(rows)

    def trust(self, report: ListedReport) -> Answer:
        """Return what the signatures of a report show."""
        return trust_of(self._workspace, report)

    def verify(self, report: ListedReport, trust: NamedTrust, *, again: bool, say: Say) -> VerificationFacts:
        """Verify a report with its evidence, and do its runs again where that is asked for."""
        from labharness.app.issue.issuing import verify_report
        from labharness.app.people.named_trust import named_trust

        known = named_trust(
            self._workspace.path,
            report.path,
            trust.certificates,
            trust.fingerprints,
            trust.crls,
            trust.signers,
        )
        return facts_of_report(
            report.path,
            verify_report(report.path, known, again=again, workspace=self._workspace, on_step=say),
        )

    def subjects(self) -> Subjects:
        """Return what a report can be built of."""
        from labharness.app.plug_ins.plug_in_data import data_files
        from labharness.app.register import has_register, open_register
        from labharness.app.reports import LAYOUTS
        from labharness.app.run_index import listed

        filed: list[tuple[str, str]] = []
        if has_register(self._workspace):
            with open_register(self._workspace) as register:
                filed = [
                    (name, register.snapshot(name).filing.title)
                    for name in reversed(tuple(register.submissions()))
                ]
        runs = [str(one["run"]) for one in listed(self._workspace, ended_only=True)]
        own = tuple(data_files("layouts", self._workspace.path))
        return Subjects(tuple(filed), tuple(reversed(runs)), (*LAYOUTS, *own))

    def build(self, submission: str, layout: str, say: Say) -> str:
        """Build a report of a submission; returns its number."""
        from labharness.app.submission.submission_reports import build_submission_report

        return build_submission_report(self._workspace, submission, layout, on_step=say).number

    def build_run(self, run: str, layout: str) -> str:
        """Build a report of a run; returns its name in the list."""
        from labharness.app.reports import build

        return build(self._workspace, self._workspace.run(run), layout).path.stem

    def night(self, since: datetime, until: datetime) -> str:
        """Build the morning report of a span of time; returns its number."""
        from labharness.app.morning_report import build_night_report

        return build_night_report(self._workspace, since, until).stem

    def amend(self, number: str, why: str, by: str, say: Say) -> str:
        """Build the report that replaces a signed one; returns its number."""
        from labharness.app.submission.submission_reports import amend_report

        return amend_report(self._workspace, number, why, by or None, say).number

    def signatories(self) -> Signatories:
        """Return who may sign, and who sits here."""
        from labharness.app.people.signing import NEEDS
        from labharness.app.register import acting, open_register

        with open_register(self._workspace) as register:
            people = [one for one in register.people() if one.active]
            try:
                me = acting(register, None)
            except RegisterError:
                me = ""
        found = (
            Signatory(
                one.id, one.name, tuple(role.value for role, part in NEEDS.items() if part in one.roles)
            )
            for one in people
        )
        return Signatories(tuple(found), me)

    def sign(self, order: SigningOrder) -> str:
        """Sign a report, and say so."""
        from labharness.app.issue.key_source import sign_with

        made = sign_with(
            self._workspace, order.number, order.role, order.by, order.source, lambda _: order.passphrase
        )
        return tr(
            "{number}: signed as {role} by {person}.",
            number=order.number,
            role=made.role,
            person=made.person,
        )

    def trial_key(self, by: str, file: Path, passphrase: str) -> str:
        """Write a trial key for a person; returns the name in it."""
        from labharness.app.people.signing import issue_trial_key

        return issue_trial_key(self._workspace, by, file, lambda: passphrase)
