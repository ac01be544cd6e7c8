"""Questions of a page, each asked in one call: whether something is meant, and a text; the page is told the answer alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog, QLabel, QMessageBox, QWidget

from labharness.language.template import plain


def confirm(
    parent: QWidget,
    question: str,
    follows: str,
    verb: str,
    keep: str,
    do: Callable[[], object],
    *,
    name: str = "",
    title: str = "",
) -> QMessageBox:
    """Ask whether something is done that cannot be undone.

    Parameters
    ----------
    follows
        What follows of it.
    verb, keep
        What the buttons say that do it and that leave it; Return leaves it.
    name
        What the box is called for whoever looks for it.
    """
    box = QMessageBox(QMessageBox.Icon.Question, title or verb, question, parent=parent)
    box.setObjectName(name)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setInformativeText(follows)
    wanted = box.addButton(verb, QMessageBox.ButtonRole.DestructiveRole)
    wanted.setAccessibleName(verb)
    box.setDefaultButton(box.addButton(keep, QMessageBox.ButtonRole.RejectRole))
    wanted.clicked.connect(do)
    box.open()
    return box


def ask_text(
    parent: QWidget,
    title: str,
    words: str,
    take: Callable[[str], object],
    *,
    verb: str = "",
    name: str = "",
    offers: Sequence[str] = (),
    lines: bool = False,
    wide: int = 0,
) -> QInputDialog:
    """Ask for a text, one of those that are offered, or several lines.

    Parameters
    ----------
    words
        What is asked, and what follows of the answer.
    wide
        Pixels of the question at least; its words stand on several lines then.
    """
    box = QInputDialog(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setObjectName(name)
    box.setWindowTitle(title)
    box.setLabelText(words)
    if wide and (label := box.findChild(QLabel)) is not None:
        label.setWordWrap(True)  # it stood on one line, wider than a screen
        box.setMinimumWidth(wide)
    box.setOption(QInputDialog.InputDialogOption.UsePlainTextEditForTextInput, lines)
    if offers:
        box.setComboBoxItems([plain(each, 120) for each in offers])
    if verb:
        box.setOkButtonText(verb)
    box.textValueSelected.connect(take)
    box.open()
    return box
