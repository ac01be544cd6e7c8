"""While files hang over a window its fields take nothing, also where they left and came back at once."""

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from labharness.gui.kit.files import FileDrags


@pytest.mark.parametrize("remade", [False, True], ids=["first", "remade"])
def test_fields_open_when_files_are_gone_and_not_before(qtbot, remade):
    window = qtbot.addWidget(QWidget())
    field = QLineEdit(window)
    FileDrags(window)
    window.show()
    if remade:  # Qt makes another native window for another kind of frame
        before = window.windowHandle()
        window.destroy()
        window.show()
        window.winId()
        assert window.windowHandle() is not before
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/somewhere/a.csv")])

    def hear(event):
        QApplication.sendEvent(window.windowHandle(), event)

    def enter():
        copy, left, free = (
            Qt.DropAction.CopyAction,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        hear(QDragEnterEvent(QPoint(1, 1), copy, data, left, free))

    enter()
    hear(QDragLeaveEvent())
    enter()
    QApplication.processEvents()
    assert not field.acceptDrops()
    hear(QDragLeaveEvent())
    qtbot.waitUntil(field.acceptDrops)
