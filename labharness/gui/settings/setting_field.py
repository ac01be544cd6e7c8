"""One setting of the workspace: its value, the reason of a change, and what came of it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from labharness.app.laboratory.workspace_settings import Setting, SettingKind
from labharness.gui.kit.file_field import FileField
from labharness.gui.kit.findable import allow, refuse
from labharness.gui.kit.words import tr
from labharness.gui.settings.section import ChangeMessage

SAME = tr("Change the value first.")
NO_REASON = tr("Write the reason first: it is recorded.")


class SettingField(QWidget):
    """A setting that is saved by itself.

    Parameters
    ----------
    setting
        What it is.

    Attributes
    ----------
    wanted
        Emitted when somebody saves; :attr:`value` and :attr:`reason` have what was entered.
    """

    wanted = Signal()

    def __init__(self, setting: Setting, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setting = setting
        self._saved, self._refusal = "", ""
        self.editor = self._editor()
        self.editor.setAccessibleDescription(setting.purpose)
        self.why, self.save, self.message = QLineEdit(), QPushButton(tr("Save")), ChangeMessage()
        self.why.setPlaceholderText(tr("Reason (recorded)"))
        self.why.setAccessibleName(tr("Reason to change {title}", title=setting.title))
        self.save.setAccessibleName(tr("Save {title}", title=setting.title))
        self.why.textChanged.connect(self._judge)
        self.why.returnPressed.connect(self._want)
        self.save.clicked.connect(self._want)
        label, purpose = QLabel(setting.title), QLabel(setting.purpose)
        label.setBuddy(self.editor)
        purpose.setWordWrap(True)
        purpose.setProperty("muted", True)  # noqa: FBT003  Qt's call
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.editor, 3)
        row.addWidget(self.why, 2)
        row.addWidget(self.save)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 6, 0, 0)
        column.setSpacing(4)
        column.addWidget(label)
        column.addWidget(purpose)
        column.addLayout(row)
        column.addWidget(self.message)
        self._judge()

    @property
    def value(self) -> str:
        """What was entered."""
        if isinstance(self.editor, QCheckBox):
            return "yes" if self.editor.isChecked() else "no"
        return self.editor.text if isinstance(self.editor, FileField) else self.editor.text().strip()

    @property
    def reason(self) -> str:
        """Why it is changed."""
        return self.why.text().strip()

    def show_value(self, value: str) -> None:
        """Show the value that is saved; what somebody is about to enter stays."""
        if self.value in (self._saved, value):
            self._saved = value
            self._put(value)
        self._saved = value
        self._judge()

    def restrict(self, why: str) -> None:
        """Let nobody change it, and say why; "" lets it be changed again."""
        self._refusal = why
        self.editor.setEnabled(not why)
        self.why.setEnabled(not why)
        self._judge()

    def accept(self, sentence: str) -> None:
        """Take up that it was saved."""
        self._saved = self.value
        self.why.clear()
        self.message.accept(sentence)
        self._judge()

    def refuse(self, sentence: str) -> None:
        """Show the old value again, and why it was kept."""
        self._put(self._saved)
        self.message.refuse(sentence)
        self._judge()

    def wait(self) -> None:
        """Say that it is being saved."""
        self.message.wait()
        refuse(self.save, tr("It is being saved."))

    def _editor(self) -> QCheckBox | FileField | QLineEdit:
        if self.setting.kind is SettingKind.YES_OR_NO:
            box = QCheckBox(self.setting.title)
            box.toggled.connect(self._judge)
            return box
        if self.setting.kind is SettingKind.FOLDER:
            chosen = FileField(self.setting.title, self.setting.example, "", Path.home(), folders=True)
            chosen.changed.connect(self._judge)
            return chosen
        line = QLineEdit()
        line.setAccessibleName(self.setting.title)
        line.setPlaceholderText(tr("not set; for example {example}", example=self.setting.example))
        line.textChanged.connect(self._judge)
        return line

    def _put(self, value: str) -> None:
        if isinstance(self.editor, QCheckBox):
            self.editor.setChecked(value == "yes")
        elif isinstance(self.editor, FileField):
            self.editor.line.setText(value)
        else:
            self.editor.setText(value)

    def _judge(self) -> None:
        if not hasattr(self, "save"):
            return
        why = self._refusal or (SAME if self.value == self._saved else "" if self.reason else NO_REASON)
        refuse(self.save, why) if why else allow(self.save)

    def _want(self) -> None:
        if self.save.isEnabled():
            self.wanted.emit()
