"""The bar above the page: back, forward, where the page stands, and what needs a person."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from labharness.gui.kit.page import Crumb
from labharness.language.text import plain

LONGEST_CRUMB = 60


class TopBar(QFrame):
    """Where the window stands.

    Attributes
    ----------
    back, forward
        Emitted when somebody wants to go there.
    wanted
        Emitted with the text of the address of a level of the path.
    """

    back = Signal()
    forward = Signal()
    wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("top")
        self.back_button = _arrow("Back", "←", QKeySequence("Alt+Left"))
        self.back_button.clicked.connect(self.back)
        self.forward_button = _arrow("Forward", "→", QKeySequence("Alt+Right"))
        self.forward_button.clicked.connect(self.forward)
        self.path = QLabel()
        self.path.setTextFormat(Qt.TextFormat.RichText)
        self.path.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.path.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.path.linkActivated.connect(self.wanted)
        self.bell = QToolButton()
        self.bell.setProperty("deed", True)  # noqa: FBT003  Qt's call
        self.bell.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.show_needs(None)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(8, 6, 12, 6)
        self.row.setSpacing(6)
        self.row.addWidget(self.back_button)
        self.row.addWidget(self.forward_button)
        self.row.addWidget(self.path, 1)
        self.row.addWidget(self.bell)

    def show_path(self, crumbs: Sequence[Crumb]) -> None:
        """Show the levels, the last of which is the page itself; the others are links."""
        *outer, last = [(plain(crumb.text, LONGEST_CRUMB), crumb.address) for crumb in crumbs]
        links = [f'<a href="{escape(str(address))}">{escape(text)}</a>' for text, address in outer]
        self.path.setText("  ›  ".join([*links, f"<b>{escape(last[0])}</b>"]))
        self.path.setAccessibleName("Path: " + ", ".join([*(text for text, _ in outer), last[0]]))

    def show_needs(self, count: int | None) -> None:
        """Show how many things need a person, None while nobody knows."""
        if count is None:
            text = "Not known what needs you"
        else:
            text = f"{count} need you" if count else "Nothing needs you"
        self.bell.setText(text)
        self.bell.setAccessibleName(text)
        self.bell.setToolTip(f"{text}: open Home")

    def allow(self, *, back: bool, forward: bool) -> None:
        """Enable the arrows that lead somewhere."""
        self.back_button.setEnabled(back)
        self.forward_button.setEnabled(forward)


def _arrow(name: str, sign: str, keys: QKeySequence) -> QToolButton:
    button = QToolButton()
    button.setText(sign)
    button.setShortcut(keys)
    button.setAccessibleName(name)
    button.setProperty("deed", True)  # noqa: FBT003  Qt's call
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    button.setToolTip(f"{name} ({keys.toString(QKeySequence.SequenceFormat.NativeText)})")
    return button
