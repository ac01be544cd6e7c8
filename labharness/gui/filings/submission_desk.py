"""The product's services about submissions, as :class:`labharness.gui.services.SubmissionServices`."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from labharness.app.workspace import Workspace
from labharness.gui.kit.slow_work.errand import Say
from labharness.gui.submission_facts import (
    CaseFacts,
    Filed,
    ReportFacts,
    facts_of,
)
from labharness.language.catalog import term

# Database, reports and signatures take a second to load, which the window does not wait for: every method imports
# what it needs, on the thread that it is called on.


class SubmissionDesk:
    """What the window asks about submissions.

    Parameters
    ----------
    workspace
        Whose register, runs and reports.
    """

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def filed(self) -> Sequence[Filed]:
        """Return the submissions; a workspace without a register has none, and none is made by looking."""
        from labharness.app.register import has_register, open_register

        if not has_register(self._workspace):
            return ()
        with open_register(self._workspace) as register:
            filings = [register.snapshot(name).filing for name in register.submissions()]
        return tuple(Filed(one.id, one.title, one.type.value, one.submitter) for one in filings)

    def case(self, submission: str, say: Say) -> CaseFacts:
        """Judge the dossier of a submission as it is now."""
        from labharness.app.submission.dossiers import gather_dossier
        from labharness.assessment.case import Case

        return facts_of(Case.of(gather_dossier(self._workspace, submission, say)))

    def case_sign(self, at_work: Collection[str]) -> str:
        """Return what changes whenever a dossier may come to something else."""
        from labharness.app.submission.case_sign import case_sign

        return case_sign(self._workspace, at_work)

    def reports(self, submission: str) -> Sequence[ReportFacts]:
        """Return the reports of a submission that are there, the newest last."""
        from labharness.app.issue.report_list import listed_reports

        return tuple(
            ReportFacts(
                one.number,
                one.path,
                tuple(each.role for each in one.signatures),
                one.file,
                term(one.kind),
                one.built,
                one.replaced_by,
            )
            for one in reversed(listed_reports(self._workspace))
            if one.submission == submission
        )

    def build(self, submission: str, layout: str, by: str, say: Say) -> ReportFacts:
        """Build a report of a submission."""
        from labharness.app.submission.submission_reports import build_submission_report

        made = build_submission_report(self._workspace, submission, layout, by or None, say)
        return ReportFacts(made.number, made.bundle.path, (), made.bundle.file)
