"""Give an item that waits another bench or priority."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QSpinBox, QWidget

from labharness.gui.kit.forms.act_dialog import ActDialog
from labharness.gui.kit.words import tr
from labharness.language.text import plain
from labharness.nights.items import Item


class ChangeDialog(ActDialog):
    """Bench and priority of an item.

    Attributes
    ----------
    given
        Emitted with the bench and the priority.
    """

    given = Signal(str, int)

    def __init__(self, item: Item, benches: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(tr("Change item"), tr("Change the item"), plain(item.id, 120), parent=parent)
        self.setObjectName("change item")
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
        self.content.addLayout(form)
        self.wanted.connect(self._give)
        self.bench.setFocus()

    def _give(self) -> None:
        self.given.emit(self.bench.currentText().strip(), self.priority.value())
        self.accept()
