"""What the room of evidence needs from the product."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from labharness.app.evidence.ledger_browser import LedgerBrowser
from labharness.app.evidence.listing import EvidenceOfRun
from labharness.app.evidence.transfers import ListedFrame
from labharness.evidence.folder import RunFolder
from labharness.evidence.verify import RunVerification
from labharness.gui.kit.slow_work.errand import Say
from labharness.gui.verification.trust_fields import NamedTrust

if TYPE_CHECKING:  # they load what reads certificates, which the window need not wait for
    from labharness.app.evidence.exporting import Exported
    from labharness.app.evidence.foreign import ForeignFinding


class EvidenceServices(Protocol):
    """Recorded evidence.

    Each may take seconds, is called on another thread, and may raise :class:`labharness.errors.LabharnessError`, whose
    sentence is shown. What ``read`` raises ends the work.
    """

    def evidence(self, on_run: Callable[[int], None]) -> Sequence[EvidenceOfRun]:
        """Return how much there is of every run."""
        ...

    def folder(self, run: str) -> RunFolder:
        """Return the folder of a run of the workspace."""
        ...

    def about(self, folder: RunFolder) -> EvidenceOfRun:
        """Return how much there is of one run."""
        ...

    def browse(self, folder: RunFolder) -> LedgerBrowser:
        """Find the records of a ledger."""
        ...

    def transfers(self, folder: RunFolder, channel: str, frames: tuple[int, int]) -> Sequence[ListedFrame]:
        """Return recorded transfers of a channel."""
        ...

    def photograph(self, folder: RunFolder, sha256: str) -> bytes:
        """Return a file that a person added to a run."""
        ...

    def verify(self, folder: RunFolder, head: str | None, read: Callable[[int], None]) -> RunVerification:
        """Verify every line and byte of a run, and its last record where a head hash is given."""
        ...

    def export(self, folder: RunFolder, target: Path, read: Callable[[int], None], say: Say) -> Exported:
        """Copy a run below a folder."""
        ...

    def inspect(self, path: Path, trust: NamedTrust, say: Say, read: Callable[[int], None]) -> ForeignFinding:
        """Verify what came from elsewhere."""
        ...
