"""What the room of submissions and Home read of the register, its dossiers, drafts and reports.

What the search finds in the register: submissions, and their units by serial number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from labharness.acts.declaring import Seat
from labharness.app.people.staff import read_staff
from labharness.app.submission.draft_saving import case_sign, read_recorded
from labharness.app.submission.drafts import SubmissionDraft, drafts_of, new_name, read_draft, write_draft
from labharness.app.submission.open_items import SubmissionPart
from labharness.app.workspace.workspace import Workspace
from labharness.errors import LabharnessError
from labharness.filings.entries.checklist import checklist_state, read_checklist
from labharness.filings.entries.events import Product, SignatureRecorded, SubmissionReported, Unit
from labharness.gui.filings.submission_facts import CaseFacts, Filed, facts_of
from labharness.gui.kit.findable import FoundObject, ResultGroup
from labharness.gui.kit.forms.field_form import Offers
from labharness.gui.kit.words import cited, tr
from labharness.model.address import Address, Room
from labharness.model.field import Refers
from labharness.model.reasons.conduct import Doing
from labharness.reason import OnStep

if TYPE_CHECKING:
    from labharness.acts.report import Built
    from labharness.app.reports.report_list import ListedReport
    from labharness.filings.entries.snapshot import Submission


# Database, reports and signatures take a second to load, which the window does not wait for: every method imports
# what it needs, on the thread that it is called on.


class RegisterReader:
    """Reads what the window shows of submissions, and keeps what somebody drafts, on the thread that it is called on.

    Parameters
    ----------
    workspace
        Whose register, runs and reports.

    Attributes
    ----------
    case_sign, recorded, staff, draft, keep_draft
        What `app` has of these names, for the workspace.
    """

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self.case_sign = partial(case_sign, workspace)
        self.recorded = partial(read_recorded, workspace)
        self.staff = partial(read_staff, workspace)
        self.draft, self.keep_draft = partial(read_draft, workspace), partial(write_draft, workspace)

    def filed(self) -> Sequence[Filed]:
        """Return the submissions in the order in which they were begun, with what the register alone tells of them."""
        from labharness.acts import submission as acts

        return tuple(map(_line, acts.list_(Seat(self._workspace))))

    def case(self, submission: str, say: OnStep) -> CaseFacts:
        """Judge the dossier of a submission as it is now."""
        from labharness.app.submission.dossiers import gather_dossier
        from labharness.assessment.conclusion import Case

        return facts_of(Case.of(gather_dossier(self._workspace, submission, say)))

    def offers(self, submission: str) -> Offers:
        """Return what fields of entries can name."""
        from labharness.app.submission.decisions import cited, waivable_items
        from labharness.assessment.law import dispositions
        from labharness.games.game import game_ids, packaged_game
        from labharness.plans.coverage import packaged

        clauses = cited(self._workspace, submission)[1] if submission else {}
        games = []
        for name in game_ids():
            with suppress(LabharnessError):
                games.append((name, packaged_game(name).title))
        runs = [folder.run for folder in self._workspace.runs()] if submission else []
        return {
            Refers.GAME: games,
            Refers.DOCUMENT_ITEM: [(item.id, item.title) for item in read_checklist().items],
            Refers.WAIVABLE: waivable_items(),
            Refers.DISPOSITION: [(each.id, each.title) for each in dispositions()],
            Refers.CLAUSE: [(name, result) for name, (result, _) in clauses.items()],
            Refers.RUN: [(name, "") for name in reversed(runs)],
            Refers.PLAN: [(name, "") for name in sorted(packaged())],
        }

    def drafts(self, person: str) -> Sequence[SubmissionDraft]:
        """Return a person's drafts."""
        drafts = []
        for name in drafts_of(self._workspace, person):
            with suppress(LabharnessError):  # one that cannot be read is told where it is opened
                drafts.append(read_draft(self._workspace, person, name))
        return drafts

    def new_draft(self, person: str) -> SubmissionDraft:
        """Return the draft of a new submission, with its empty filing."""
        from labharness.app.submission.drafts import begin_submission

        return begin_submission(new_name(self._workspace, person), person)[0]

    def keep_files(self, paths: Sequence[Path], say: OnStep) -> Sequence[dict[str, Any]]:
        """Keep copies of files under their hashes."""
        from labharness.app.workspace.register import store

        kept, files = [], store(self._workspace)
        for at, path in enumerate(paths, 1):
            say(Doing.KEEPING_FILE(number=at, files=len(paths)))
            kept.append(files.add(path).model_dump(mode="json"))
        return kept

    def reports(self, submission: str) -> Sequence[ListedReport]:
        """Return the reports of a submission that are there, the newest last."""
        from labharness.app.reports.report_list import listed_reports

        listed = reversed(listed_reports(self._workspace))
        return tuple(each for each in listed if each.submission == submission)

    def build(self, submission: str, layout: str, by: str, say: OnStep) -> Built:
        """Build a report of a submission; ``by`` is the person who acts, "" for the login."""
        from labharness.acts import report

        seat = Seat(self._workspace, by or None)
        return seat.do(report.build, submission=submission, layout=layout, step=say)


def _line(submission: Submission) -> Filed:
    from labharness.app.workspace.register import ISSUED, SIGNED
    from labharness.assessment.law import disposition

    filing, states = submission.filing, checklist_state(submission)
    asked = [state for state in states if state.item is not None and state.item.required]
    advice = submission.recommendation
    kind = disposition(advice.disposition) if advice is not None else None
    line = Filed(
        filing.id,
        filing.title,
        filing.type.value,
        filing.submitter,
        filing.reference,
        filing.received.isoformat(),
        sum(not each.blocks for each in asked),
        len(asked),
        recommendation=kind.title if kind else advice.disposition if advice else "",
        games=tuple(filing.games),
        devices=tuple(dict.fromkeys(product.device_class for product in submission.of(Product))),
    )
    for change in submission.changes:
        if change.what == ISSUED and (drawn := change.event(SubmissionReported)):
            line = replace(line, report=drawn.report, signed=())
        elif (
            change.what == SIGNED
            and (signature := change.event(SignatureRecorded))
            and signature.report == line.report
        ):
            line = replace(line, signed=(*line.signed, signature.role))
    return line


MOST_WITH_CLAUSES = 20


def found_submissions(reader: RegisterReader) -> Iterator[FoundObject]:
    """Yield every submission, the latest first, then the clauses of the latest ones, then every unit that can be read."""
    filed = [(each, Address(Room.SUBMISSIONS, (each.id,))) for each in reversed(reader.filed())]
    for each, here in filed:
        note, also = f"{each.title} · {each.submitter}", f"{each.id} {each.kind}"
        yield FoundObject(ResultGroup.SUBMISSION, each.reference or each.id, here, note, also)
    if filed:
        from labharness.assessment.law import clauses

        for each, here in filed[:MOST_WITH_CLAUSES]:
            for law in clauses():
                place = here.within(SubmissionPart.CLAUSES.value, law.clause)
                note = f"{each.id}: {law.text}"
                yield FoundObject(ResultGroup.CLAUSE, cited(law.clause), place, note, law.clause)
    for each, here in filed:
        units: Sequence[Unit] = ()
        with suppress(LabharnessError, OSError):  # its own page says why; it hides no other submission
            units = reader.recorded(each.id).submission.of(Unit)
        for unit in units:
            place = here.within(SubmissionPart.ITEMS.value, Unit.kind, unit.id)
            note = tr("unit {id} of {reference}", id=unit.id, reference=each.reference or each.id)
            yield FoundObject(ResultGroup.DEVICE, unit.serial, place, note)
