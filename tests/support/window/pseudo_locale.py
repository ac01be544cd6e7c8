"""The window in a language that does not exist: every text 40% longer and in brackets, from the import of the first room on.

``python -m tests.support.window.pseudo_locale WORKSPACE NEW`` opens every page of a workspace and every room of a new one, and
prints as JSON what has no brackets, what is cut and what has to be scrolled sideways.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QTranslator
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QTabWidget,
    QWidget,
)

from labharness.gui.kit.words import CONTEXT
from labharness.language import catalog

if TYPE_CHECKING:
    from labharness.gui.shell.main_window import MainWindow
    from labharness.model.address import Address

WIDE, NARROW = (1920, 1080), (1280, 800)
_MARKED = re.compile(r"⟦[^⟦⟧]*⟧|⟪[^⟪⟫]*⟫")
_TAG = re.compile(r"<[^<>]*>|&\w+;")
_WORD = re.compile(r"[A-Za-z][A-Za-z' -]*[A-Za-z]")


class LongerWords(QTranslator):
    """Translates the window's own words and nothing else."""

    def translate(
        self, context: str, text: str, disambiguation: str | None = None, n: int = -1
    ) -> str | None:
        """Return a text 40% longer, between brackets; None for what Qt itself says."""
        del disambiguation, n
        return f"⟦{text}{'~' * max(1, round(len(text) * 0.4))}⟧" if context == CONTEXT and text else None

    def isEmpty(self) -> bool:
        """Say that there are translations."""
        return False


def mark_the_catalog() -> None:
    """Put what the catalog says between brackets of its own."""
    for name in ("say", "term"):
        setattr(catalog.Language, name, _between(getattr(catalog.Language, name)))


def _between(method: Callable[..., str]) -> Callable[..., str]:
    return lambda *arguments: f"⟪{method(*arguments)}⟫"


def unmarked(text: str) -> list[str]:
    """Return the words of a text that are between no brackets."""
    text = _TAG.sub(" ", text)
    while (inner := _MARKED.sub(" ", text)) != text:
        text = inner
    return _WORD.findall(text)


def texts(page: QWidget) -> Iterator[str]:
    """Yield all that the controls of a page show or say; rows of tables are data."""
    for widget in (page, *page.findChildren(QWidget)):
        yield from (
            widget.toolTip(),
            widget.accessibleName(),
            widget.accessibleDescription(),
            widget.whatsThis(),
        )
        match widget:
            case QAbstractButton() | QLabel():
                yield widget.text()
            case QLineEdit():
                yield widget.placeholderText()
            case QGroupBox():
                yield widget.title()
            case QTabWidget():
                yield from (widget.tabText(at) for at in range(widget.count()))
            case QHeaderView() if widget.model() is not None:
                model, side = widget.model(), widget.orientation()
                yield from (str(model.headerData(at, side) or "") for at in range(widget.count()))
            case QComboBox():
                yield from (widget.itemText(at) for at in range(widget.count()))
            case QMenu():
                yield from (action.text() for action in widget.actions())


def examine(window: MainWindow, address: Address, *, fits: bool) -> dict[str, Any]:
    """Return the words of a page that are not translated and, where ``fits``, what has no room in it and in its tabs."""
    from tests.support.window.large_text import cut_buttons, lasting, scrolled_in_every_tab
    from tests.support.window.standing import settle, wait

    window.resize(*WIDE)
    window.open(address)
    settle(0.15)
    page = window.page
    # the step beside it is in English
    wait(lambda: not any("Being judged" in text for text in texts(page)), after=0.0)
    values: dict[str, Any] = {"unmarked": _unmarked(page), "marked": sum("⟦" in text for text in texts(page))}
    if fits:
        values["cut"] = lasting(lambda: cut_buttons(page))
        values["wide"] = max(0, page.minimumSizeHint().width() - (WIDE[0] - window.rail.width()))
        window.resize(*NARROW)
        settle(0.05)
        values["scrolled"] = scrolled_in_every_tab(page)
    return values


def _unmarked(widget: QWidget) -> dict[str, list[str]]:
    return {text: words for text in set(texts(widget)) if (words := unmarked(text))}


def main(filed: Path, new: Path) -> None:
    """Print what is wrong, by the address of the page."""
    application = QApplication(["labharness"])
    words = LongerWords(application)
    application.installTranslator(words)
    mark_the_catalog()

    from labharness.app.workspace.workspace import Workspace
    from labharness.gui.kit import theme
    from labharness.gui.rooms import ROOMS
    from labharness.gui.shell.main_window import MainWindow
    from labharness.model.address import Address, Room
    from tests.support.window.showcase import Showcase

    theme.dress(application, theme.LIGHT, 1.0)
    rooms = [Address(entry.room) for entry in ROOMS]
    pages = [
        *rooms,
        Address(Room.RUNS, ("small",)),
        Address(Room.LIVE, ("asks",)),
        Address(Room.EVIDENCE, ("run", "small")),
        Address(Room.SUBMISSIONS, ("sub-1",)),
        Address(Room.BENCHES, ("bench-1",)),
        Address(Room.PLANS, ("pai-gow-poker-645a-starting-position",)),
    ]
    result = {}
    for workspace, addresses in ((Workspace.open(filed), pages), (Workspace.init(new), rooms)):
        window = MainWindow(Showcase(workspace), ROOMS)
        window.show()
        for address in addresses:
            fits = workspace.path == filed
            result[f"{'filed' if fits else 'new'} {address}"] = examine(window, address, fits=fits)
        window.close()
    print(json.dumps(result))  # noqa: T201  read by the test


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
