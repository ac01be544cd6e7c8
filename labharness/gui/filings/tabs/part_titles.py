"""What the parts of a submission's page are called."""

from __future__ import annotations

from labharness.app.submission.open_items import SubmissionPart
from labharness.gui.kit.words import tr

PART_TITLES = {
    SubmissionPart.OVERVIEW: tr("Overview"),
    SubmissionPart.ITEMS: tr("Items"),
    SubmissionPart.DOCUMENTS: tr("Documents"),
    SubmissionPart.RUNS: tr("Runs"),
    SubmissionPart.CLAUSES: tr("Clauses"),
    SubmissionPart.DEFICIENCIES: tr("Deficiencies"),
    SubmissionPart.DECISIONS: tr("Decisions"),
    SubmissionPart.REPORTS: tr("Reports"),
    SubmissionPart.HISTORY: tr("History"),
}
