"""Evidence of a workspace and from elsewhere, as :class:`labharness.gui.evidence.services.EvidenceServices`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from labharness.app.evidence.ledger_browser import LedgerBrowser
from labharness.app.evidence.listing import EvidenceOfRun, evidence_of, evidence_of_run
from labharness.app.evidence.photographs import attachment
from labharness.app.evidence.transfers import ListedFrame, transfers
from labharness.app.workspace import Workspace
from labharness.evidence.folder import RunFolder
from labharness.evidence.verify import RunVerification, verify
from labharness.gui.kit.slow_work.errand import Say
from labharness.gui.verification.trust_fields import NamedTrust

if TYPE_CHECKING:  # they load what reads certificates, which the window need not wait for
    from labharness.app.evidence.exporting import Exported
    from labharness.app.evidence.foreign import ForeignFinding


class EvidenceDesk:
    """What the window asks about evidence.

    Parameters
    ----------
    workspace
        Whose runs, and whose list of trusted authorities.
    """

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def evidence(self, on_run: Callable[[int], None]) -> Sequence[EvidenceOfRun]:
        """Return how much there is of every run."""
        return evidence_of(self._workspace, on_run)

    def folder(self, run: str) -> RunFolder:
        """Return the folder of a run of the workspace."""
        return self._workspace.run(run)

    def about(self, folder: RunFolder) -> EvidenceOfRun:
        """Return how much there is of one run."""
        return evidence_of_run(folder)

    def browse(self, folder: RunFolder) -> LedgerBrowser:
        """Find the records of a ledger."""
        return LedgerBrowser(folder)

    def transfers(self, folder: RunFolder, channel: str, frames: tuple[int, int]) -> Sequence[ListedFrame]:
        """Return recorded transfers of a channel."""
        return tuple(transfers(folder, channel, frames))

    def photograph(self, folder: RunFolder, sha256: str) -> bytes:
        """Return a file that a person added to a run."""
        return attachment(folder, sha256)

    def verify(self, folder: RunFolder, head: str | None, read: Callable[[int], None]) -> RunVerification:
        """Verify every line and byte of a run, and its last record where a head hash is given."""
        return verify(folder.path, head, read=read)

    def export(self, folder: RunFolder, target: Path, read: Callable[[int], None], say: Say) -> Exported:
        """Copy a run below a folder."""
        from labharness.app.evidence.exporting import export_run

        return export_run(folder, target, read, say)

    def inspect(self, path: Path, trust: NamedTrust, say: Say, read: Callable[[int], None]) -> ForeignFinding:
        """Verify what came from elsewhere."""
        from labharness.app.evidence.foreign import inspect
        from labharness.app.people.named_trust import named_trust

        known = named_trust(
            self._workspace.path, path, trust.certificates, trust.fingerprints, trust.crls, trust.signers
        )
        return inspect(path, known, say, read)
