"""The head of the plan editor: which plan, how many mistakes, undo, and the save."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence, QUndoStack
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from labharness.acts import plans as acts
from labharness.gui.kit import theme
from labharness.gui.kit.act_button import ActButton
from labharness.gui.kit.findable import allow, refuse
from labharness.gui.kit.flow_row import WrapRow
from labharness.gui.kit.labels.elided_label import ElidedLabel
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.words import tr
from labharness.language.text import plain

TITLE = 240
"""Pixels of the title, at least."""
BROKEN = tr("Correct the mistakes first (F8).")


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
        self.wrong = QPushButton(tr("No mistakes"))
        self.undo, self.redo = QPushButton(tr("&Undo")), QPushButton(tr("Re&do"))
        self.text = QPushButton(tr("&Text view"))
        self.text.setCheckable(True)
        self.beside, self.drop = ActButton(acts.compare), QPushButton(tr("Discard the draft…"))
        self.store = ActButton(acts.save)
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
        top, row, column = WrapRow(), WrapRow(), QVBoxLayout(self)
        top.put(self.title, 1, least=TITLE)
        top.put(self.wrong)
        top.put(self.store)
        row.put(self.note, 1)
        for button in (self.undo, self.redo, self.text, self.beside, self.drop):
            row.put(button)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(top)
        column.addLayout(row)

    def show_plan(self, title: str, version: object, base: str, note: str) -> None:
        """Say which plan is edited."""
        self.title.setText(
            tr(
                "{title} · version {version} (your draft)",
                title=plain(title, 200),
                version=plain(version, 20),
            )
        )
        self.store.become(acts.save, tr("&Save as version {version}…", version=plain(version, 20)))
        self.store.setShortcut(QKeySequence("Ctrl+S"))
        self.beside.setToolTip(
            tr("Compare with {base}, from which the draft was begun", base=plain(base, 100))
        )
        self.note.setText(plain(note, 200))

    def show_mistakes(self, count: int) -> None:
        """Say how many mistakes there are; a plan with some is not saved."""
        self.wrong.setText(
            tr("{count:,} {count:mistake|mistakes} (F8)", count=count) if count else tr("No mistakes")
        )
        self.wrong.setShortcut(QKeySequence("F8"))
        self.wrong.setEnabled(bool(count))
        theme.tint(self.wrong, Tone.FAIL if count else Tone.PASS)
        refuse(self.store, BROKEN) if count else allow(self.store)

    def wait(self) -> None:
        """Allow no save before the present text was checked."""
        refuse(self.store, tr("The plan is being checked."))
