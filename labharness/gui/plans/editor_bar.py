"""The head of the plan editor: which plan, how many mistakes, undo, and the save."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence, QUndoStack
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from labharness.gui.kit import theme
from labharness.gui.kit.findable import allow, refuse
from labharness.gui.kit.labels.elided_label import ElidedLabel
from labharness.gui.kit.run_standing import Tone
from labharness.language.numbers import amount
from labharness.language.text import plain

BROKEN = "Correct the mistakes first (F8)."


class EditorBar(QWidget):
    """Title, mistakes and acts.

    Attributes
    ----------
    mistake
        Emitted when the next mistake is wanted.
    """

    mistake, compare, save, discard = Signal(), Signal(), Signal(), Signal()

    def __init__(self, stack: QUndoStack, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title, self.note = ElidedLabel(), QLabel()
        theme.enlarge(self.title, 1.2, bold=True)
        self.note.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self.wrong = QPushButton("No mistakes")
        self.undo, self.redo = QPushButton("&Undo"), QPushButton("Re&do")
        self.text = QPushButton("&Text view")
        self.text.setCheckable(True)
        self.beside, self.drop = QPushButton("Co&mpare"), QPushButton("Discard the draft…")
        self.store = QPushButton("&Save as version…")
        self.store.setProperty("main", True)  # noqa: FBT003  Qt's call
        for button, key in (
            (self.undo, "Ctrl+Z"),
            (self.redo, "Ctrl+Shift+Z"),
            (self.store, "Ctrl+S"),
            (self.wrong, "F8"),
        ):
            button.setShortcut(QKeySequence(key))
        stack.canUndoChanged.connect(self.undo.setEnabled)
        stack.canRedoChanged.connect(self.redo.setEnabled)
        self.undo.clicked.connect(stack.undo)
        self.redo.clicked.connect(stack.redo)
        for button in (self.undo, self.redo):
            button.setEnabled(False)
        self.wrong.clicked.connect(self.mistake)
        self.beside.clicked.connect(self.compare)
        self.drop.clicked.connect(self.discard)
        self.store.clicked.connect(self.save)
        self._lay_out()

    def _lay_out(self) -> None:
        top, row, column = QHBoxLayout(), QHBoxLayout(), QVBoxLayout(self)
        top.addWidget(self.title, 1)
        top.addWidget(self.wrong)
        top.addWidget(self.store)
        row.addWidget(self.note, 1)
        for button in (self.undo, self.redo, self.text, self.beside, self.drop):
            row.addWidget(button)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(top)
        column.addLayout(row)

    def show_plan(self, title: str, version: object, base: str, note: str) -> None:
        """Say which plan is edited."""
        self.title.setText(f"{plain(title, 200)} · version {plain(version, 20)} (your draft)")
        self.store.setText(f"&Save as version {plain(version, 20)}…")
        self.store.setShortcut(QKeySequence("Ctrl+S"))
        self.beside.setToolTip(f"Compare with {plain(base, 100)}, from which the draft was begun")
        self.note.setText(plain(note, 200))

    def show_mistakes(self, count: int) -> None:
        """Say how many mistakes there are; a plan with some is not saved."""
        self.wrong.setText(f"{amount(count, 'mistake')} (F8)" if count else "No mistakes")
        self.wrong.setShortcut(QKeySequence("F8"))
        self.wrong.setEnabled(bool(count))
        theme.tint(self.wrong, Tone.FAIL if count else Tone.PASS)
        refuse(self.store, BROKEN) if count else allow(self.store)

    def wait(self) -> None:
        """Allow no save before the present text was checked."""
        refuse(self.store, "The plan is being checked.")
