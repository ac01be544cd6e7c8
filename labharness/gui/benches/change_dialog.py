"""Give an item that waits another bench or priority."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from labharness.gui.kit.fitted_dialog import FittedDialog
from labharness.gui.kit.words import tr
from labharness.language.text import plain
from labharness.nights.items import Item


class ChangeDialog(FittedDialog):
    """Bench and priority of an item.

    Attributes
    ----------
    wanted
        Emitted with the bench and the priority.
    """

    wanted = Signal(str, int)

    def __init__(self, item: Item, benches: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("change item")
        self.setWindowTitle(tr("Change item"))
        self.bench, self.priority = QComboBox(), QSpinBox()
        self.bench.setEditable(True)
        self.bench.setAccessibleName(tr("Bench"))
        self.bench.addItems(list(benches))
        self.bench.setEditText(item.bench)
        line = self.bench.lineEdit()
        assert line is not None
        line.setAccessibleName(tr("Name of the bench"))
        self.priority.setAccessibleName(tr("Priority"))
        self.priority.setRange(-100, 100)
        self.priority.setValue(item.priority)
        self.priority.setToolTip(tr("Items with more come first"))
        form = QFormLayout()
        form.addRow(tr("&Bench"), self.bench)
        form.addRow(tr("&Priority"), self.priority)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        change = self.buttons.addButton(tr("Change the item"), QDialogButtonBox.ButtonRole.AcceptRole)
        change.setAccessibleName(tr("Change the item"))
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(QLabel(plain(item.id, 120)))
        column.addLayout(form)
        column.addWidget(self.buttons)
        self.accepted.connect(
            lambda: self.wanted.emit(self.bench.currentText().strip(), self.priority.value())
        )
