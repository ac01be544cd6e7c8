"""What the verification of a report says."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from labharness.gui.kit.banner import Banner
from labharness.gui.kit.run_standing import RunStanding, Tone
from labharness.gui.submission_facts import Verified
from labharness.language.text import plain
from labharness.model.reasons.verification import ReportState

LONGEST = 2000
_CLEAN = "No errors. The verified items and notes follow."
_WORDS = {
    ReportState.ISSUED: (Tone.PASS, "Issued, intact", _CLEAN),
    ReportState.SIGNED_SO_FAR: (Tone.UNSURE, "Not issued", _CLEAN),
    ReportState.SPECIMEN: (Tone.UNSURE, "A specimen, not a report", _CLEAN),
    ReportState.UNTRUSTED: (
        Tone.UNSURE,
        "Not trusted",
        "The report is intact, but this workspace does not trust the authorities of its signatures.",
    ),
    ReportState.UNSIGNED: (
        Tone.UNSURE,
        "Not signed",
        "The files agree, but their origin is not proven.",
    ),
    ReportState.DAMAGED: (
        Tone.FAIL,
        "Not verified",
        "The errors follow. Do not rely on this report.",
    ),
}


class VerifiedDialog(QDialog):
    """Shows what ``labharness report verify`` prints.

    Parameters
    ----------
    number
        Of the report.
    """

    def __init__(self, number: str, found: Verified, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"Verification of {number}")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(860, 420)
        self.banner = Banner()
        self.banner.setAccessibleName("Result of the verification")
        self.banner.show_standing(_standing(found))
        self.text = QPlainTextEdit("\n".join(_line(line) for line in found.lines))
        self.text.setAccessibleName("Verification")
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        close = QPushButton("Close")
        close.setAccessibleName("Close the verification")
        close.setDefault(True)
        close.clicked.connect(self.accept)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 14, 14, 14)
        column.setSpacing(10)
        column.addWidget(self.banner)
        column.addWidget(self.text, 1)
        column.addLayout(row)


def _standing(found: Verified) -> RunStanding:
    tone, word, sentence = _WORDS[found.state]
    if not found.weakness or found.state in (ReportState.DAMAGED, ReportState.UNTRUSTED):
        return RunStanding(tone, word, sentence)
    return RunStanding(Tone.UNSURE, word, found.weakness)


def _line(line: str) -> str:
    """Return a line without controls, as far to the right as it was."""
    return " " * (len(line) - len(line.lstrip(" "))) + plain(line, LONGEST)
