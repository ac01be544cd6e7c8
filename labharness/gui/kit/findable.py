"""What the search and the list of keys find, and the state of buttons: allowed, refused with a reason, or one whose press decides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

from PySide6.QtCore import QElapsedTimer, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QAbstractButton, QPushButton, QWidget

from labharness.gui.kit.words import tr
from labharness.model.address import Address


def add_key(
    owner: QWidget, keys: QKeySequence.StandardKey | str, what: str, do: Callable[[], object]
) -> QShortcut:
    """Let a key do something while its owner is shown.

    Parameters
    ----------
    what
        What the key does, in a few words.
    """
    shortcut = QShortcut(QKeySequence(keys), owner)
    shortcut.setWhatsThis(what)
    shortcut.activated.connect(do)
    return shortcut


SETTLING_MS = 400
"""A press that was meant for what stood here before falls into this time."""
_RETURN = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})


class DecidingButton(QPushButton):
    """Takes no press within :data:`SETTLING_MS` after it appears, and none by Return.

    A scanner of bar codes ends each code with Return, and some desktops press the focused button by it.
    """

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self.setAutoDefault(False)
        self._since = QElapsedTimer()
        self.settle()

    def settle(self) -> None:
        """Begin anew: from now on the button stands for another decision, and drops a press that is under way."""
        self._since.start()
        self.setDown(False)

    def decide(self) -> None:
        """Press the button from elsewhere, such as by a shortcut, where a person could press it."""
        if self.isVisible() and self._settled():
            self.click()

    def _settled(self) -> bool:
        return self._since.elapsed() >= SETTLING_MS

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  Qt's name
        """Settle whenever the button appears."""
        super().showEvent(event)
        self.settle()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's name
        """Take a press once the button has settled."""
        if self._settled():
            super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's name
        """Treat the second press of a double click like every press."""
        self.mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  Qt's name
        """Leave Return alone; take Space once the button has settled."""
        if Qt.Key(event.key()) in _RETURN or (event.key() == Qt.Key.Key_Space and not self._settled()):
            event.ignore()
        else:
            super().keyPressEvent(event)


WHY_NOT = "why_not"
NOT_NOW = tr("Not possible in the present state.")


class ResultGroup(Enum):
    """A group of the results, with the letter or sign that chooses it."""

    COMMAND = (">", tr("Commands"))
    RUN = ("r", tr("Runs"))
    SUBMISSION = ("s", tr("Submissions"))
    PLAN = ("p", tr("Plans"))
    CLAUSE = ("c", tr("Clauses"))
    BENCH = ("b", tr("Benches"))
    DEVICE = ("d", tr("Devices and serial numbers"))
    RECORD = ("#", tr("Records and hashes"))
    HELP = ("?", tr("Help"))

    def __init__(self, prefix: str, title: str) -> None:
        self.prefix, self.title = prefix, title


@dataclass(frozen=True, slots=True)
class FoundObject:
    """An object that can be opened.

    Parameters
    ----------
    note
        What tells it from others: a date, a verdict, a title.
    also
        Further words that find it: a serial number, the hash of a record.
    """

    kind: ResultGroup
    title: str
    address: Address
    note: str = ""
    also: str = ""
    folded: tuple[str, str] = field(init=False, repr=False, compare=False)
    """Title, and all else that finds it, as the search compares them; made once, not with each letter that is typed."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "folded", (self.title.casefold(), f"{self.note} {self.also}".casefold()))


class Later(Enum):
    """What a room yields between what is known at once and what takes long: other rooms are read first."""

    LATER = "later"


LATER = Later.LATER


@dataclass(frozen=True, slots=True)
class PageCommand:
    """Something that can be done now, or why it cannot.

    Parameters
    ----------
    keys
        Key that does the same, "" for none.
    why_not
        Sentence that says why it cannot be done now, "" where it can.
    """

    title: str
    do: Callable[[], None]
    keys: str = ""
    why_not: str = ""


def refuse(button: QAbstractButton, why: str) -> None:
    """Disable a button and say why: beneath the pointer, aloud, and in the search."""
    button.setEnabled(False)
    button.setProperty(WHY_NOT, why)
    button.setToolTip(why)
    button.setAccessibleDescription(why)


def allow(button: QAbstractButton, hint: str = "") -> None:
    """Enable a button that :func:`refuse` disabled."""
    button.setProperty(WHY_NOT, "")
    button.setToolTip(hint)
    button.setAccessibleDescription(hint)
    button.setEnabled(True)


def permit(button: QAbstractButton, why_not: str) -> None:
    """Disable a button for a reason, or enable it where there is none."""
    if why_not:
        refuse(button, why_not)
    else:
        allow(button)


def commands_of(page: QWidget) -> list[PageCommand]:
    """Return the commands of a page: its buttons, without those that decide."""
    commands = []
    for button in page.findChildren(QPushButton):
        title = plain_title(button.text())
        if title and button.isVisibleTo(page) and not isinstance(button, DecidingButton):
            keys = button.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            why = "" if button.isEnabled() else str(button.property(WHY_NOT) or NOT_NOW)
            commands.append(PageCommand(title, button.click, keys, why))
    return commands


def name_buttons(widget: QWidget) -> None:
    """Give buttons without a name of their own the name that their text says."""
    for button in widget.findChildren(QPushButton):
        if not button.accessibleName() and button.text():
            button.setAccessibleName(plain_title(button.text()))


def plain_title(text: str) -> str:
    """Return the text of a button without the mark of its key."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&")
