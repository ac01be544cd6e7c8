"""Why a signed report is replaced, and who decides that."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from labharness.gui.kit.deciding_button import DecidingButton
from labharness.gui.kit.fitted_dialog import FittedDialog
from labharness.gui.kit.words import tr
from labharness.gui.reports.report_facts import Signatories
from labharness.language.text import plain
from labharness.reporting.stamps import SignatureRole

NOBODY = tr(
    "No active person on the list of people is an authorizer. An administrator adds one in Settings, People."
)


class AmendDialog(FittedDialog):
    """Asks for the reason.

    Attributes
    ----------
    wanted
        Emitted with the reason and the id of the authorizer.
    """

    wanted = Signal(str, str)

    def __init__(self, number: str, signatories: Signatories, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Amend {number}", number=number))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(560)
        what, self.note = (
            QLabel(
                tr(
                    "The amended report gets the next number. It prints the reason and every change since {number}, which is kept and says "
                    "nothing of its successor: tell whoever has it.",
                    number=number,
                )
            ),
            QLabel(),
        )
        what.setWordWrap(True)
        self.note.setWordWrap(True)
        self.why, self.by = QPlainTextEdit(), QComboBox()
        self.why.setAccessibleName(tr("Reason"))
        self.why.setTabChangesFocus(True)
        self.why.setMaximumHeight(110)
        self.by.setAccessibleName(tr("Authorizer"))
        for person in signatories.people:
            if SignatureRole.AUTHORIZED.value in person.roles:
                self.by.addItem(plain(f"{person.name} ({person.id})", 120), person.id)
        self.by.setCurrentIndex(max(self.by.findData(signatories.me), 0))
        self.note.setText("" if self.by.count() else NOBODY)
        form, row = QFormLayout(), QHBoxLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(tr("&Reason"), self.why)
        form.addRow(tr("&Authorizer"), self.by)
        self.cancel, self.amend = QPushButton(tr("Cancel")), DecidingButton(tr("Build amended report"))
        self.amend.setProperty("main", True)  # noqa: FBT003  Qt's call
        self.cancel.setAutoDefault(False)
        row.addWidget(self.note, 1)
        row.addWidget(self.cancel)
        row.addWidget(self.amend)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 14, 14, 14)
        column.setSpacing(10)
        column.addWidget(what)
        column.addLayout(form)
        column.addLayout(row)
        self.why.textChanged.connect(self._judge)
        self.cancel.clicked.connect(self.reject)
        self.amend.clicked.connect(self._want)
        self._judge()

    def _judge(self) -> None:
        self.amend.setEnabled(bool(self.why.toPlainText().strip()) and self.by.count() > 0)

    def _want(self) -> None:
        self.wanted.emit(self.why.toPlainText().strip(), str(self.by.currentData()))
        self.accept()
