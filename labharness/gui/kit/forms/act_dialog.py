"""A dialog of one act: what is entered, who does it, the key where it is asked, and one button that names the act."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from labharness.gui.kit.findable import name_buttons, permit
from labharness.gui.kit.forms.act_form import ActForm
from labharness.gui.kit.forms.editors import PROSE_HEIGHT
from labharness.gui.kit.forms.saved_form import KeyFields
from labharness.gui.kit.layouts import FittedDialog, follow_text, on_event
from labharness.gui.kit.parts import (
    boxed,
    in_column,
    in_form,
    in_row,
    line_edit,
    push_button,
    text_field,
    text_label,
)
from labharness.gui.kit.words import tr
from labharness.language.template import plain


class ActDialog(FittedDialog):
    """Keeps what was entered where the act is refused.

    Parameters
    ----------
    title
        What is done.
    act
        Button of the act, or its text: a verb with its object.
    form
        What is asked, of the act's parameters.
    about
        What follows, "" where it needs no saying.
    place
        Where the choice of a key begins.
    keyed
        Whether the laboratory requires the person's key.
    reasoned
        Whether a reason is asked for.
    lines
        Whether a reason of several lines is asked for.
    """

    tells = False
    """Whether it is also said above the button what lacks."""

    wanted = Signal()
    """Emitted when somebody presses the button."""

    def __init__(
        self,
        title: str,
        act: str | QPushButton,
        about: str = "",
        form: QWidget | None = None,
        *,
        place: Path | None = None,
        keyed: bool = False,
        reasoned: bool = False,
        lines: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(title, parent)
        self.setMinimumWidth(560)
        self.heading = text_label(title, size=1.15, bold=True)
        self.about = text_label(about, muted=True)
        self.note = text_label(name=tr("Message"))
        self.about.setVisible(bool(about))
        self.cancel = push_button(tr("Cancel"), self.reject)
        self.do = push_button(act, self._want, main=True)
        self.key = KeyFields(place)
        self.key.need(needed=keyed)
        make = text_field if lines else line_edit
        self.why: QLineEdit | QPlainTextEdit = make(tr("Reason, for the record"), "", self.judge)
        self.reasoned, self._form = reasoned or lines, form
        self.inside = QWidget()
        self.content, reason = QVBoxLayout(), boxed(in_form((tr("&Reason, for the record"), self.why)))
        in_column((self.content, 1), reason, on=self.inside)
        self.content.setSpacing(8)
        reason.setVisible(self.reasoned)
        in_column(
            self.heading,
            self.about,
            (self.inside, 1),
            self.key,
            self.note,
            in_row(1, self.cancel, self.do),
            gap=10,
            edges=(16, 16, 16, 14),
            on=self,
        )
        if isinstance(self.why, QLineEdit):
            self.why.returnPressed.connect(self.do.click)
        else:
            follow_text(self.why, lambda scale: self.why.setFixedHeight(round(PROSE_HEIGHT * scale)))
        self.key.changed.connect(self.judge)
        if form is not None:
            self.content.addWidget(form)
        if isinstance(form, ActForm):
            form.edited.connect(self.judge)
        on_event(self, lambda: name_buttons(self), QEvent.Type.Show)

    @property
    def reason(self) -> str:
        """Why it is done."""
        return (self.why.text() if isinstance(self.why, QLineEdit) else self.why.toPlainText()).strip()

    @property
    def lack(self) -> str:
        """Why the act is not possible yet, "" where it is; dialogs say what they lack."""
        return self._form.lack if isinstance(self._form, ActForm) else ""

    def judge(self) -> None:
        """Enable the button, or say on it why not."""
        if not self.inside.isEnabled():
            return  # it is being done
        why = self.lack
        if not why and self.reasoned and not self.reason:
            why = tr("Say why: the reason is recorded.")
        if not why and not self.key.complete:
            why = tr("Choose the key: the laboratory requires it.")
        permit(self.do, why)
        if self.tells:
            self.note.setText(self.lack)

    def refuse(self, sentence: str) -> None:
        """Say why it was not done, and let it be tried again with what was entered."""
        self.inside.setEnabled(True)
        self.judge()
        self.note.setText(plain(sentence, 1500))

    def _want(self) -> None:
        self.inside.setEnabled(False)
        self.do.setEnabled(False)
        self.note.setText(tr("Working…"))
        self.wanted.emit()
