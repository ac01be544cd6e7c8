"""Keys of a page that belong to no button; each says what it does, for the list of keys."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget


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
