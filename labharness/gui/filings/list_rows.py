"""Submissions as rows: what the register tells, and what their dossiers come to once they are judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from labharness.app.submission.drafts import SubmissionDraft
from labharness.gui.filings.tabs.reports_tab import role_signs
from labharness.gui.kit.run_standing import Tone, tone_of
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.tables.standing_column import standing_column
from labharness.gui.kit.words import tr
from labharness.gui.submission_facts import CaseFacts, Filed
from labharness.language.dates import brief_day
from labharness.language.text import plain
from labharness.model.standing import Standing

DRAFT, WAITING, JUDGING, UNKNOWN = tr("draft"), tr("waiting"), tr("evaluating…"), tr("not known")


@dataclass(frozen=True, slots=True)
class SubmissionRow:
    """A submission, or the draft of a new one.

    Parameters
    ----------
    standing
        The verdict with its qualifiers; None before the dossier is judged.
    state
        Why there is none.
    runs, open_items
        How many, None before the dossier is judged.
    problem
        Why it cannot be judged, "" where nothing hinders.
    given
        Title of the recommendation that a report would give, "" where it would give none.
    """

    filed: Filed
    standing: Standing | None
    state: str
    tone: Tone
    runs: int | None
    open_items: int | None
    problem: str = ""
    given: str = ""

    @property
    def recommendation(self) -> str:
        """What the conclusion permits to recommend; never what is only on file."""
        filed = self.filed.recommendation
        if not filed:
            return tr("none yet")
        if self.standing is None:
            return tr("not judged: {title} on file", title=filed)
        return self.given or tr("none: {title} is withheld", title=filed)

    @property
    def id(self) -> str:
        """Id of the submission, or name of the draft."""
        return self.filed.id


def rows_of(
    filed: Sequence[Filed], drafts: Sequence[SubmissionDraft], known: Mapping[str, CaseFacts | str], at: str
) -> Iterator[SubmissionRow]:
    """Yield drafts of new submissions, then the submissions, the newest first.

    Parameters
    ----------
    known
        What dossiers came to, or a sentence why that cannot be said.
    at
        Submission that is being judged.
    """
    for draft in drafts:
        if draft.is_new:
            yield SubmissionRow(_of_draft(draft), None, DRAFT, Tone.BUSY, None, None)
    for each in reversed(filed):
        result = known.get(each.id)
        if isinstance(result, CaseFacts):
            tone, counts = tone_of(result.standing), (len(result.runs), len(result.objections))
            yield SubmissionRow(each, result.standing, "", tone, *counts, given=result.given)
        elif result is not None:
            yield SubmissionRow(each, None, UNKNOWN, Tone.UNSURE, None, None, result)
        else:
            yield SubmissionRow(each, None, JUDGING if each.id == at else WAITING, Tone.QUIET, None, None)


def _of_draft(draft: SubmissionDraft) -> Filed:
    values = next((entry.values for entry in draft.entries if entry.kind == "filing"), {})
    texts = {name: plain(values.get(name, ""), 200) for name in ("title", "type", "submitter", "reference")}
    received = str(values.get("received", ""))
    return Filed(
        draft.name,
        texts["title"] or tr("New submission"),
        texts["type"],
        texts["submitter"],
        texts["reference"] or tr("not entered"),
        received if len(received) == 10 else "",
    )


def _number(value: int | None) -> str:
    return "" if value is None else str(value)


COLUMNS: tuple[Column[SubmissionRow], ...] = (
    standing_column(lambda row: row.standing, lambda row: (row.state, row.tone)),
    Column(tr("Reference"), lambda row: row.filed.reference or row.filed.id, 128, named=True),
    Column(tr("Title"), lambda row: row.filed.title, 176),
    Column(tr("Type"), lambda row: row.filed.kind, 104, facet=True, uncut=True, yields=3),
    Column(tr("Submitter"), lambda row: row.filed.submitter, 122, facet=True, yields=2),
    Column(
        tr("Received"),
        lambda row: brief_day(row.filed.received) if row.filed.received else "",
        110,
        sort=lambda row: row.filed.received,
        day=lambda row: row.filed.received,
        yields=5,
    ),
    Column(
        tr("Documents"),
        lambda row: f"{row.filed.documents}/{row.filed.asked}" if row.filed.asked else "",
        88,
        number=True,
        sort=lambda row: row.filed.asked - row.filed.documents,
        yields=1,
    ),
    Column(
        tr("Runs"), lambda row: _number(row.runs), 52, number=True, sort=lambda row: row.runs or 0, yields=4
    ),
    Column(
        tr("Open items"),
        lambda row: _number(row.open_items),
        92,
        number=True,
        sort=lambda row: row.open_items or 0,
        name="open",
    ),
    Column(
        tr("Report"),
        lambda row: (
            f"{row.filed.report.removeprefix(f'{row.filed.id}-')} {role_signs(row.filed.signed)}"
            if row.filed.report
            else ""
        ),
        80,
    ),
    Column(tr("Recommendation"), lambda row: row.recommendation, 110, facet=True),
)
