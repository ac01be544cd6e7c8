"""One field of a form: its label, its editor, and one line beneath for help or for what is wrong."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QWidget

from labharness.gui.kit import theme
from labharness.gui.kit.follow_text import follow_text
from labharness.gui.kit.forms.editors import (
    AnswerEditor,
    ChoiceEditor,
    DateEditor,
    Editor,
    FlagEditor,
    FolderEditor,
    LineEditor,
    LinesEditor,
    NameEditor,
    ProseEditor,
    worded_choices,
)
from labharness.gui.kit.forms.list_editors import ChecksEditor, FilesEditor, TableEditor
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.window_sentences import say
from labharness.gui.kit.words import tr
from labharness.language.field_words import words_of
from labharness.language.numbers import number
from labharness.language.text import plain
from labharness.model.field import Field, FieldShape
from labharness.model.reasons.form import Forms
from labharness.reason import Reason

LABEL_WIDTH = 134


class FieldRow(QWidget):
    """A field; the line beneath is always there, so that nothing moves when a mistake appears.

    Parameters
    ----------
    empty
        What a choice says that nobody made, "" for the usual.
    """

    def __init__(self, field: Field, empty: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field, self.words = field, words_of(field)
        self.help = _help(field, self.words.help)
        self.editor = editor_of(field, self.words.label, empty)
        if field.default not in (None, "") and not field.needed:
            self.editor.hint(_default(field))
        elif self.words.example:
            self.editor.hint(tr("for example {example}", example=self.words.example))
        self.label, self.note = QLabel(), QLabel()
        self.label.setText(f"{self.words.label} *" if field.needed else self.words.label)
        self.label.setBuddy(self.editor)
        self.label.setWordWrap(True)
        follow_text(self.label, lambda scale: self.label.setFixedWidth(round(LABEL_WIDTH * scale)))
        self.label.setContentsMargins(0, 7, 0, 0)
        self.label.setToolTip(self.about)
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setWordWrap(True)
        self.note.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.MinimumExpanding)
        theme.enlarge(self.note, 0.88)
        self.note.setMinimumHeight(self.note.fontMetrics().height() + 2)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 2)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(1)
        grid.addWidget(self.label, 0, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(self.editor, 0, 1)
        grid.addWidget(self.note, 1, 1)
        grid.setColumnStretch(1, 1)
        self.mistake, self.remark = "", ""
        self._touched, self._reasons = False, tuple[Reason, ...]()
        self.editor.changed.connect(self._touch)
        self.show_mistakes(())

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        """Follow the desktop from light to dark."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.ApplicationPaletteChange:
            self.show_mistakes(self._reasons)

    def _touch(self) -> None:
        self._touched = True

    @property
    def about(self) -> str:
        """What belongs there, an example, and why it is asked."""
        words = self.words
        example = tr("Example: {example}.", example=words.example) if words.example else ""
        why = tr("Why it is asked: {why}", why=words.why) if words.why else ""
        return " ".join(part for part in (self.help, example, why) if part)

    def show_remark(self, remark: str) -> None:
        """Say something in the place of the help, "" for the help again."""
        self.remark = remark
        self.show_mistakes(self._reasons)

    def show_mistakes(self, reasons: Sequence[Reason]) -> None:
        """Show what is wrong beside the field, or the help where nothing is."""
        self._reasons = tuple(reasons)
        self.mistake = plain(" ".join(map(say, reasons)), 600)
        current, about = theme.current(), self.remark or self.help
        # An empty field is not marked before the user has visited it.
        waits = not self._touched and bool(reasons) and all(reason.is_a(Forms.NEEDED) for reason in reasons)
        wrong = bool(self.mistake) and not waits
        self.note.setStyleSheet(f"color: {current.tones[Tone.FAIL][0] if wrong else current.muted};")
        self.note.setText(
            f"⚠ {self.mistake}" if wrong else tr("Needed. {help}", help=self.help) if waits else about
        )
        self.note.setAccessibleName(f"{self.words.label}: {self.mistake or about}")
        self.editor.describe(f"{self.mistake} {self.about}".strip())


def _help(field: Field, text: str) -> str:
    """Return what belongs in a field, within which limits, and what it is when nothing is entered."""
    parts = [text]
    if field.low is not None and field.high is not None:
        parts.append(tr("{low} to {high}.", low=number(field.low), high=number(field.high)))
    elif field.low is not None:
        parts.append(tr("At least {low}.", low=number(field.low)))
    typed = field.shape not in (FieldShape.FLAG, FieldShape.CHOICE)
    if typed and not field.needed and field.default not in (None, ""):
        parts.append(tr("If left empty: {default}.", default=_default(field)))
    return " ".join(parts)


def _default(field: Field) -> str:
    default = field.default
    if isinstance(default, tuple):
        return ", ".join(map(str, default))
    is_number = isinstance(default, int | float) and not isinstance(default, bool)
    return number(default) if is_number else str(default)


def editor_of(field: Field, name: str, empty: str = "") -> Editor:
    """Return the editor that a field needs; ``empty`` as in :class:`FieldRow`."""
    if field.shape is FieldShape.FILE:
        return FilesEditor(name)
    if field.shape is FieldShape.TABLE:
        return TableEditor(name, field)
    if field.choices:
        choices = worded_choices(field.choices)
        return ChecksEditor(name, choices) if field.many else ChoiceEditor(name, choices, empty)
    return LinesEditor(name) if field.many else _plain_editor(field, name)


def _plain_editor(field: Field, name: str) -> Editor:
    if field.refers is not None:
        return NameEditor(name)
    if field.shape is FieldShape.FLAG:
        return AnswerEditor(name) if field.needed else FlagEditor(name)
    match field.shape:
        case FieldShape.DATE:
            return DateEditor(name)
        case FieldShape.PROSE:
            return ProseEditor(name)
        case FieldShape.FOLDER:
            return FolderEditor(name)
    return LineEditor(name)
