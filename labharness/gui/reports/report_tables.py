"""The columns of the list of reports."""

from __future__ import annotations

from labharness.app.issue.report_list import ReportRow
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.screen_text import day_and_time, day_of
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.tables.standing_column import standing_column
from labharness.gui.kit.words import tr
from labharness.language.catalog import term
from labharness.language.numbers import number
from labharness.model.reasons.verification import Answer
from labharness.model.standing import Qualifier
from labharness.reporting.stamps import SignatureRole

GIVEN, OPEN = "●", "○"
TRUST = {
    Answer.ISSUED: tr("Trusted"),
    Answer.UNTRUSTED: tr("Signers not trusted"),
    Answer.DOUBTED: tr("Signers in doubt"),
    Answer.NOT_ISSUED: tr("Trusted so far"),
    Answer.CHANGED: tr("CHANGED"),
}
TRUST_TONES = {
    Answer.ISSUED: Tone.PASS,
    Answer.UNTRUSTED: Tone.UNSURE,
    Answer.DOUBTED: Tone.UNSURE,
    Answer.NOT_ISSUED: Tone.QUIET,
    Answer.CHANGED: Tone.FAIL,
}


def signs(row: ReportRow) -> str:
    """Write which signatures a report has."""
    if not row.report.is_signable:
        return ""
    signed = {signature.role for signature in row.report.signatures}
    return " ".join(
        f"{role.value.capitalize()} {GIVEN if role.value in signed else OPEN}" for role in SignatureRole
    )


def kind(row: ReportRow) -> str:
    """Write of what kind a report is, and of one without a verdict whether its device was simulated."""
    name = term(row.report.kind)
    return f"{name}, {term(Qualifier.SIMULATED)}" if row.simulated and row.standing is None else name


def state(row: ReportRow) -> str:
    """Write how far a report is."""
    replaced = row.report.replaced_by
    return tr("Replaced by {replaced}", replaced=replaced) if replaced else term(row.report.progress)


def _day(row: ReportRow) -> str:
    """Write the day of building; the table has no room for the hour."""
    return day_and_time(row.report.built).rpartition(",")[0]


REPORTS: tuple[Column[ReportRow], ...] = (
    Column[ReportRow](tr("Report"), lambda row: row.number, 120, named=True),
    Column[ReportRow](tr("Submission"), lambda row: row.report.submission, 92, facet=True, yields=2),
    Column[ReportRow](tr("Kind"), kind, 174, facet=True, yields=1),
    Column[ReportRow](
        tr("Built"),
        _day,
        112,
        sort=lambda row: row.report.built,
        day=lambda row: day_of(row.report.built),
        yields=3,
    ),
    Column[ReportRow](
        tr("Pages"),
        lambda row: "" if row.pages is None else number(row.pages),
        56,
        sort=lambda row: row.pages or 0,
        number=True,
        yields=5,
    ),
    standing_column(lambda row: row.standing),
    Column[ReportRow](tr("Recommendation"), lambda row: row.recommendation, 124, yields=4),
    Column[ReportRow](tr("Signatures"), signs, 256, name="signed", uncut=True),
    Column[ReportRow](tr("State"), state, 130, facet=True),
    Column[ReportRow](
        tr("Trust"),
        lambda row: "" if row.trust is None else TRUST[row.trust],
        160,
        tone=lambda row: None if row.trust is None else TRUST_TONES[row.trust],
        facet=True,
    ),
)
