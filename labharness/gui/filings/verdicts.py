"""What the dossiers of the register come to: judged in the background, one after the other."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from labharness.errors import LabharnessError
from labharness.gui.filings.register_reader import RegisterReader
from labharness.gui.kit.slow_work.errand import Errand, Say
from labharness.gui.kit.window_sentences import explain
from labharness.gui.submission_facts import CaseFacts


class Verdicts(QObject):
    """Knows what was judged, and judges the rest.

    Attributes
    ----------
    known
        By submission: what it comes to, or one sentence why that cannot be said.
    at
        Submission that is being judged, or "".
    came
        Emitted with a submission that was judged, or is being judged now.
    """

    came = Signal(str)

    def __init__(self, reader: RegisterReader, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._reader = reader
        self._waiting: list[str] = []
        self.known: dict[str, CaseFacts | str] = {}
        self.at, self.step = "", ""
        self._errand = Errand(self)
        self._errand.step.connect(self._tell)
        self._errand.changed.connect(self._go_on)

    def want(self, submissions: Sequence[str]) -> None:
        """Judge these, whatever was known of them."""
        self._waiting = list(submissions)
        self.known = {}
        self._go_on()

    def prefer(self, submission: str) -> None:
        """Judge one before the others."""
        if submission in self._waiting:
            self._waiting.remove(submission)
            self._waiting.insert(0, submission)

    def stop(self) -> None:
        """Judge no more."""
        self._errand.stop()

    def _go_on(self) -> None:
        if self._errand.busy:
            return
        self.at = ""
        if self._waiting:
            name = self._waiting.pop(0)
            self.at, self.step = name, ""
            if self._errand.begin(lambda say: self._judge(name, say), self._take):
                self.came.emit(name)

    def _judge(self, submission: str, say: Say) -> tuple[str, CaseFacts | str]:
        try:
            return submission, self._reader.case(submission, say)
        except (LabharnessError, OSError) as error:
            return submission, explain(error)

    def _take(self, pair: tuple[str, CaseFacts | str]) -> None:
        submission, self.known[submission] = pair
        self.at = ""
        self.came.emit(submission)

    def _tell(self, step: str) -> None:
        self.step = step
        if self.at:
            self.came.emit(self.at)
