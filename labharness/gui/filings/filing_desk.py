"""The product's services about filing, on one workspace: drafts, saving, decisions, folders and devices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from labharness.acts.declaring import Seat
from labharness.app.people.decider_key import DeciderKey
from labharness.app.submission.document_matching import Proposal, Target, propose
from labharness.app.submission.draft_saving import Recorded, read_recorded, save_draft
from labharness.app.submission.drafts import SubmissionDraft
from labharness.app.submission.folder_import import FolderPreview, preview_folder
from labharness.app.submission.permissions import ActingStaff, staff_of
from labharness.app.submission.unit_entry import AskedDevice, ask_device
from labharness.app.workspace import Workspace
from labharness.errors import LabharnessError
from labharness.filings.entries.checklist import checklist_state, read_checklist
from labharness.filings.entries.events import SignatureRecorded, SubmissionReported
from labharness.filings.entries.fields import Refers
from labharness.filings.entries.items import Product
from labharness.gui.filings.submission_desk import SubmissionDesk
from labharness.gui.forms.entry_form import Offers
from labharness.gui.kit.slow_work.errand import Say
from labharness.gui.kit.words import tr
from labharness.gui.submission_facts import Filed
from labharness.reason import Reason

if TYPE_CHECKING:
    from labharness.app.submission.effects import InvalidationEffect
    from labharness.assessment.authentication_record import AuthenticationRecord
    from labharness.filings.entries.snapshot import Submission
    from labharness.filings.store.rules import Signer


class FilingDesk(SubmissionDesk):
    """What the window does with submissions.

    Parameters
    ----------
    workspace
        Whose register it is.
    usbip
        USB/IP hosts whose devices can be asked too.
    """

    def __init__(self, workspace: Workspace, usbip: Sequence[str] = ()) -> None:
        super().__init__(workspace)
        self._usbip = usbip

    def filed(self) -> Sequence[Filed]:
        """Return the submissions with what the register alone tells of them."""
        from labharness.app.register import has_register, open_register

        if not has_register(self._workspace):
            return ()
        with open_register(self._workspace) as register:
            found = [register.snapshot(name) for name in register.submissions()]
        return tuple(map(_line, found))

    def staff(self) -> ActingStaff:
        """Return the people who may act; looking makes no register."""
        from labharness.app.register import has_register, open_register

        if not has_register(self._workspace):
            return staff_of((), None)
        with open_register(self._workspace) as register:
            return staff_of(register.people(), register.laboratory())

    def recorded(self, submission: str) -> Recorded:
        """Return what is on record about a submission."""
        return read_recorded(self._workspace, submission)

    def offers(self, submission: str) -> Offers:
        """Return what fields of entries can name."""
        from labharness.app.submission.decisions import cited, waivable_items
        from labharness.assessment.law import dispositions
        from labharness.games.game import game_ids, packaged_game
        from labharness.plans.files import packaged

        clauses = cited(self._workspace, submission)[1] if submission else {}
        games = []
        for name in game_ids():
            with suppress(LabharnessError):
                games.append((name, packaged_game(name).title))
        runs = [folder.run for folder in self._workspace.runs()] if submission else []
        return {
            Refers.GAME: games,
            Refers.DOCUMENT_ITEM: [(one.id, one.title) for one in read_checklist().items],
            Refers.WAIVABLE: waivable_items(),
            Refers.DISPOSITION: [(one.id, one.title) for one in dispositions()],
            Refers.CLAUSE: [(name, result) for name, (result, _) in clauses.items()],
            Refers.RUN: [(name, "") for name in reversed(runs)],
            Refers.PLAN: [(name, "") for name in sorted(packaged())],
        }

    def drafts(self, person: str) -> Sequence[SubmissionDraft]:
        """Return a person's drafts."""
        from labharness.app.submission.draft_files import drafts_of, read_draft

        found = []
        for name in drafts_of(self._workspace, person):
            with suppress(LabharnessError):  # one that cannot be read is told where it is opened
                found.append(read_draft(self._workspace, person, name))
        return found

    def draft(self, person: str, name: str) -> SubmissionDraft:
        """Return a person's draft of a submission."""
        from labharness.app.submission.draft_files import read_draft

        return read_draft(self._workspace, person, name)

    def new_draft(self, person: str) -> SubmissionDraft:
        """Return the draft of a new submission, with its empty filing."""
        from labharness.app.submission.draft_files import new_name
        from labharness.app.submission.drafts import begin_submission

        return begin_submission(new_name(self._workspace, person), person)[0]

    def keep_draft(self, draft: SubmissionDraft) -> SubmissionDraft:
        """Write a draft to the workspace."""
        from labharness.app.submission.draft_files import write_draft

        return write_draft(self._workspace, draft)

    def drop_draft(self, draft: SubmissionDraft) -> None:
        """Remove a draft."""
        from labharness.app.submission.draft_files import drop_draft

        drop_draft(self._workspace, draft)

    def keep_files(self, paths: Sequence[Path], say: Say) -> Sequence[dict[str, Any]]:
        """Keep copies of files under their hashes."""
        from labharness.app.register import store

        kept, files = [], store(self._workspace)
        for at, path in enumerate(paths, 1):
            say(tr("keeping file {at} of {paths}", at=at, paths=len(paths)))
            kept.append(files.add(path).model_dump(mode="json"))
        return kept

    def propose(self, paths: Sequence[Path], targets: Sequence[Target]) -> Sequence[Proposal]:
        """Return every dropped file with its hash and the place that its name suggests."""
        return propose(paths, targets)

    def save(self, draft: SubmissionDraft, by: str, why: str, key: DeciderKey | None) -> str:
        """Write a draft to the register, then remove it."""
        from labharness.app.submission.draft_files import drop_draft

        with self._signer(key) as sign:
            name, _ = save_draft(self._workspace, draft, by, why, sign)
        drop_draft(self._workspace, draft)
        return name

    def decide(
        self, submission: str, kind: str, values: Mapping[str, Any], by: str, key: DeciderKey | None
    ) -> str:
        """Write a decision as one change of the register."""
        from labharness.acts import submission as acts

        return acts.decide(Seat(self._workspace, by), submission, kind, values, **_with(key)).entry

    def would_take_effect(self, submission: str, run: str, by: str, say: Say) -> InvalidationEffect:
        """Tell what an invalidation of a run would come to."""
        from labharness.app.submission.effects import planned_invalidation, would_take_effect

        word = planned_invalidation(self._workspace, run, by)
        return would_take_effect(self._workspace, submission, word, say)

    def withdraw(self, submission: str, entry: str, by: str, why: str, key: DeciderKey | None) -> None:
        """Take a statement back by a new record."""
        from labharness.acts import submission as acts

        Seat(self._workspace, by).do(acts.withdraw, submission, entry, why=why, **_with(key))

    def devices(self) -> Sequence[tuple[str, str]]:
        """Look for devices."""
        from labharness.app.devices import present

        return [(one.url, one.title) for one in present(self._usbip)]

    def ask_device(self, url: str) -> AskedDevice:
        """Ask a device who it is."""
        return ask_device(self._workspace.path, url)

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
        from labharness.acts.authenticate import authenticate

        files, seat = list(images), Seat(self._workspace, by)
        return seat.do(
            authenticate, submission, unit, device=url, image=files, no_seed=not seeded, **_with(key)
        )

    def write_authentication(self, record: AuthenticationRecord, file: Path) -> None:
        """Write the PDF of an authentication."""
        from labharness.acts.authenticate import write_pdf

        write_pdf(record, file)

    def preview_folder(self, folder: Path) -> FolderPreview:
        """Compare a folder with the register."""
        return preview_folder(self._workspace, folder)

    def take_in(self, folder: Path, by: str, why: str, key: DeciderKey | None) -> str:
        """Import a folder."""
        from labharness.acts import submission as acts

        return Seat(self._workspace, by).do(acts.import_, folder, why=why, **_with(key)).submission

    def give_out(self, submission: str, folder: Path) -> int:
        """Export a submission and its files."""
        from labharness.acts import submission as acts

        return len(Seat(self._workspace).do(acts.export, submission, folder)[0].entries)

    def verify_register(self) -> tuple[int, str, Sequence[Reason]]:
        """Verify chain, entries, files and signatures."""
        from labharness.app.people.signed_decisions import verify_all

        return verify_all(self._workspace)

    def kept_file(self, sha256: str) -> Path:
        """Return where a file of the register lies."""
        from labharness.app.register import store

        return store(self._workspace).place(sha256)

    @contextmanager
    def _signer(self, key: DeciderKey | None) -> Iterator[Signer | None]:
        from labharness.app.people.decider_key import decider

        named = key or DeciderKey("")
        with decider(self._workspace, named.key, lambda _: named.passphrase) as sign:
            yield sign


def _with(key: DeciderKey | None) -> dict[str, Any]:
    """Return the parameters of an act that is signed with a key."""
    return {"key": key.key, "ask": lambda _: key.passphrase} if key is not None else {}


def _line(found: Submission) -> Filed:
    from labharness.app.register import ISSUED, SIGNED
    from labharness.assessment.law import disposition

    filing, states = found.filing, checklist_state(found)
    asked = [one for one in states if one.item is not None and one.item.required]
    advice = found.recommendation
    kind = disposition(advice.disposition) if advice is not None else None
    line = Filed(
        filing.id,
        filing.title,
        filing.type.value,
        filing.submitter,
        filing.reference,
        filing.received.isoformat(),
        sum(not one.blocks for one in asked),
        len(asked),
        recommendation=kind.title if kind else advice.disposition if advice else "",
        games=tuple(filing.games),
        devices=tuple(dict.fromkeys(one.device_class for one in found.of(Product))),
    )
    for one in found.changes:
        if one.what == ISSUED and (drawn := one.event(SubmissionReported)):
            line = replace(line, report=drawn.report, signed=())
        elif (
            one.what == SIGNED
            and (signature := one.event(SignatureRecorded))
            and signature.report == line.report
        ):
            line = replace(line, signed=(*line.signed, signature.role))
    return line
