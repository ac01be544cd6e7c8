"""The path to what the page shows: each level a link, the inner ones shortened in their middle where room is short."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from labharness.gui.kit.page import Crumb
from labharness.gui.kit.words import tr
from labharness.language.text import plain

LONGEST, SHORTEST = 80, 8
BETWEEN = "  ›  "


class CrumbPath(QLabel):
    """Where the page stands."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._crumbs: tuple[Crumb, ...] = ()

    def show_path(self, crumbs: Sequence[Crumb]) -> None:
        """Show the levels, the last of which is the page itself; the others are links."""
        self._crumbs = tuple(crumbs)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's name
        """Shorten the levels to the room that is there."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        """Follow the desktop from light to dark."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.ApplicationPaletteChange:
            self.clear()  # the color of a link is that of the moment in which it is set
            self._fit()

    def _fit(self) -> None:
        if not self._crumbs:
            return
        whole = [plain(crumb.text, LONGEST) for crumb in self._crumbs]
        *outer, last = fitted(whole, self.width(), self.fontMetrics())
        links = [
            f'<a href="{escape(str(crumb.address))}">{escape(text)}</a>'
            for text, crumb in zip(outer, self._crumbs, strict=False)
        ]
        self.setText(BETWEEN.join([*links, f"<b>{escape(last)}</b>"]))
        self.setToolTip("" if [*outer, last] == whole else BETWEEN.join(whole))
        self.setAccessibleName((tr("Path:") + " ") + ", ".join(whole))


def fitted(texts: Sequence[str], width: int, metrics: QFontMetrics) -> list[str]:
    """Return texts of which the longest are shortened in their middle until all fit a width, then the outer ones left out."""
    shown = list(texts)

    def is_long() -> bool:
        return metrics.horizontalAdvance(BETWEEN.join(shown)) * 1.06 > width > 0

    while is_long():
        at = max(range(len(shown)), key=lambda each: len(shown[each]))
        keep = len(shown[at]) - 2
        if keep < SHORTEST:
            break
        half = keep // 2
        text = shown[at].replace("…", "")
        shown[at] = f"{text[:half]}…{text[len(text) - (keep - half - 1) :]}"
    for at in range(len(shown) - 1):
        if is_long():
            shown[at] = "…"
    return shown
