"""What the room of submissions needs from the rest of the product, and nothing more."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from labharness.app.people.decider_key import DeciderKey
from labharness.app.submission.document_matching import Proposal, Target
from labharness.app.submission.draft_saving import Recorded
from labharness.app.submission.drafts import SubmissionDraft
from labharness.app.submission.folder_import import FolderPreview
from labharness.app.submission.permissions import ActingStaff
from labharness.app.submission.unit_entry import AskedDevice
from labharness.gui.forms.entry_form import Offers
from labharness.gui.kit.slow_work.errand import Say
from labharness.gui.submission_facts import CaseFacts, Filed, ReportFacts
from labharness.reason import Reason

if TYPE_CHECKING:  # it reads how reports are made, which the window need not wait for
    from labharness.app.submission.effects import InvalidationEffect
    from labharness.assessment.authentication_record import AuthenticationRecord


class SubmissionServices(Protocol):
    """The register, its dossiers and their reports.

    Each may take seconds and is called on another thread; each may raise
    :class:`labharness.errors.LabharnessError`, whose sentence is shown.
    """

    def filed(self) -> Sequence[Filed]:
        """Return the submissions in the order in which they were begun."""
        ...

    def staff(self) -> ActingStaff:
        """Return the people who may act."""
        ...

    def case(self, submission: str, say: Say) -> CaseFacts:
        """Judge the dossier of a submission as it is now."""
        ...

    def case_sign(self, at_work: Collection[str]) -> str:
        """Return what changes whenever a dossier may come to something else; the runs at work are named."""
        ...

    def recorded(self, submission: str) -> Recorded:
        """Return what is on record about a submission."""
        ...

    def offers(self, submission: str) -> Offers:
        """Return what fields of entries can name beside the entries themselves: games, clauses, runs, plans, items."""
        ...

    def drafts(self, person: str) -> Sequence[SubmissionDraft]:
        """Return a person's drafts."""
        ...

    def draft(self, person: str, name: str) -> SubmissionDraft:
        """Return a person's draft of a submission, an empty one where there is none."""
        ...

    def new_draft(self, person: str) -> SubmissionDraft:
        """Return the draft of a new submission."""
        ...

    def keep_draft(self, draft: SubmissionDraft) -> SubmissionDraft:
        """Write a draft to the workspace; one without changes is removed."""
        ...

    def drop_draft(self, draft: SubmissionDraft) -> None:
        """Remove a draft."""
        ...

    def keep_files(self, paths: Sequence[Path], say: Say) -> Sequence[dict[str, Any]]:
        """Keep copies of files under their hashes, for a draft to attach."""
        ...

    def propose(self, paths: Sequence[Path], targets: Sequence[Target]) -> Sequence[Proposal]:
        """Return every dropped file with its hash and the place that its name suggests; nothing is kept."""
        ...

    def save(self, draft: SubmissionDraft, by: str, why: str, key: DeciderKey | None) -> str:
        """Write a draft to the register; returns the id of the submission."""
        ...

    def decide(
        self, submission: str, kind: str, values: Mapping[str, Any], by: str, key: DeciderKey | None
    ) -> str:
        """Write a decision; returns its id."""
        ...

    def would_take_effect(self, submission: str, run: str, by: str, say: Say) -> InvalidationEffect:
        """Tell what an invalidation of a run would come to."""
        ...

    def withdraw(self, submission: str, entry: str, by: str, why: str, key: DeciderKey | None) -> None:
        """Take a statement back by a new record; the entry is named by its kind and id."""
        ...

    def devices(self) -> Sequence[tuple[str, str]]:
        """Return URL and title of every device that is present."""
        ...

    def ask_device(self, url: str) -> AskedDevice:
        """Ask a device who it is."""
        ...

    def authenticate(
        self,
        submission: str,
        unit: str,
        url: str,
        images: Sequence[str],
        by: str,
        key: DeciderKey | None,
        *,
        seeded: bool,
    ) -> AuthenticationRecord:
        """Compare the software of a unit with its hashes on file, and put the result on record."""
        ...

    def write_authentication(self, record: AuthenticationRecord, file: Path) -> None:
        """Write the PDF of an authentication."""
        ...

    def preview_folder(self, folder: Path) -> FolderPreview:
        """Compare a folder with the register; nothing is changed."""
        ...

    def take_in(self, folder: Path, by: str, why: str, key: DeciderKey | None) -> str:
        """Import a folder; returns the id of the submission."""
        ...

    def give_out(self, submission: str, folder: Path) -> int:
        """Export a submission and its files; returns how many entries there are."""
        ...

    def verify_register(self) -> tuple[int, str, Sequence[Reason]]:
        """Verify chain, entries, files and signatures; returns the records, the head, and what is wrong."""
        ...

    def kept_file(self, sha256: str) -> Path:
        """Return where a file of the register lies."""
        ...

    def reports(self, submission: str) -> Sequence[ReportFacts]:
        """Return the reports of a submission that are there, the newest last."""
        ...

    def build(self, submission: str, layout: str, by: str, say: Say) -> ReportFacts:
        """Build a report of a submission; ``by`` is the person who acts, "" for the login."""
        ...
