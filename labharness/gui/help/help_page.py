"""The room Help: contents and search on the left, a page of the manual on the right."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QKeySequence
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from labharness.acts.about import about
from labharness.acts.declaring import Seat
from labharness.app.manual.place import Manual
from labharness.errors import LabharnessError
from labharness.gui.help.about import ABOUT_TITLE, about_page
from labharness.gui.help.help_browser import HelpBrowser
from labharness.gui.kit.explained import INDEX, help_address
from labharness.gui.kit.page import Crumb, Page
from labharness.gui.kit.shortcut import add_key
from labharness.gui.kit.slow_work.errand import Errand
from labharness.gui.kit.window_sentences import explain, say
from labharness.gui.kit.words import tr
from labharness.language.text import plain
from labharness.model.address import Address
from labharness.model.reasons.manual import Manuals

ABOUT = "about"
MOST_HITS = 50
READING = tr("Reading the versions…")
LOADING = tr("Opening the manual…")
_REFERENCE = Qt.ItemDataRole.UserRole


class HelpPage(Page):
    """The manual.

    Parameters
    ----------
    seat
        Whose plug-ins are listed with the versions.
    read
        Returns the manual; called on another thread.
    """

    def __init__(self, seat: Seat, read: Callable[[], Manual], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._seat = seat
        self._manual: Manual | None = None
        self._reference = INDEX
        self.search, self.list, self.browser = QLineEdit(), QListWidget(), HelpBrowser()
        self.search.setPlaceholderText(tr("Search the manual"))
        self.search.setAccessibleName(tr("Search the manual"))
        self.search.setClearButtonEnabled(True)
        self.list.setAccessibleName(tr("Contents of the manual"))
        self.list.setWordWrap(True)
        self.list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.note = QLabel(LOADING)
        self.note.setWordWrap(True)
        self.note.setTextFormat(Qt.TextFormat.PlainText)  # it repeats what somebody searched for
        self.note.setAccessibleName(tr("Messages"))
        self.outside = QPushButton(tr("Open in &browser"))
        self.outside.clicked.connect(self._open_outside)
        self._lay_out()
        self.search.textChanged.connect(self._list)
        self.search.returnPressed.connect(self._enter)
        self.list.itemActivated.connect(self._choose)
        self.list.itemClicked.connect(self._choose)
        self.browser.wanted.connect(self._go)
        add_key(self, QKeySequence.StandardKey.Find, tr("Search the manual"), self.search.setFocus)
        self._work = Errand(self)
        self._work.failed.connect(self.note.setText)
        self._work.begin(lambda _: read(), self._take)

    def _lay_out(self) -> None:
        left, both = QWidget(), QSplitter()
        column = QVBoxLayout(left)
        column.setContentsMargins(16, 16, 8, 12)
        column.setSpacing(8)
        column.addWidget(self.search)
        column.addWidget(self.list, 1)
        column.addWidget(self.note)
        column.addWidget(self.outside)
        right = QWidget()
        row = QVBoxLayout(right)
        row.setContentsMargins(8, 16, 16, 12)
        row.addWidget(self.browser)
        both.addWidget(left)
        both.addWidget(right)
        both.setStretchFactor(1, 1)
        both.setSizes([270, 900])
        both.setChildrenCollapsible(False)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(both)

    def show_address(self, address: Address) -> None:
        """Show a page, at a heading where the address names one."""
        self._reference = "#".join(address.path[:2]) or INDEX
        self._show()

    def crumbs(self) -> tuple[Crumb, ...]:
        """Return the page that is shown."""
        title = self._title()
        return (Crumb(title, help_address(self._reference)),) if title else ()

    def keep(self) -> object:
        """Return how far the page was read."""
        return self._reference, self.browser.verticalScrollBar().value()

    def restore(self, kept: object) -> None:
        """Show the page where it was left."""
        if isinstance(kept, tuple) and kept[0] == self._reference:
            self.browser.verticalScrollBar().setValue(kept[1])

    def stop(self) -> None:
        """Let go of the thread."""
        self._work.stop()

    def _take(self, manual: Manual) -> None:
        self._manual = manual
        self.note.setText("")
        self._list()
        self._show()
        self.moved.emit()

    def _title(self) -> str:
        page = self._reference.partition("#")[0]
        if page == ABOUT:
            return ABOUT_TITLE
        pages = self._manual.pages if self._manual is not None else ()
        return next((each.title for each in pages if each.name == page), page) if page != INDEX else ""

    def _show(self) -> None:
        if self._reference == ABOUT:
            self.browser.show_text(f"<p>{escape(READING)}</p>")
            self._work.begin(
                lambda _: self._seat.do(about),
                lambda result: self._show_about(about_page(result)),
            )
        elif self._manual is not None:
            try:
                file, anchor = self._manual.file(self._reference)
                self.browser.show_file(self._manual.folder, file, anchor)
                self.note.setText("")
            except (LabharnessError, OSError) as error:
                self.note.setText(explain(error))
        self.outside.setEnabled(self._manual is not None and self._reference != ABOUT)
        self._mark()

    def _show_about(self, text: str) -> None:
        if self._reference == ABOUT:
            self.browser.show_text(text)

    def _go(self, reference: str) -> None:
        self._reference = reference
        self._show()
        self.moved.emit()

    def _list(self) -> None:
        """List the contents, or what a search finds."""
        words, manual = self.search.text().strip(), self._manual
        self.list.clear()
        if manual is None:
            return
        if not words:
            self.note.setText("")
            for page in manual.pages:
                if page.listed:
                    self._add(page.title, page.name)
            self._add(ABOUT_TITLE, ABOUT)
            self._mark()
            return
        hits = manual.search(words)
        for hit in hits[:MOST_HITS]:
            heading = hit.section.heading
            title = hit.title if hit.title == heading else f"{hit.title} › {heading}"
            self._add(f"{title}\n{hit.excerpt}", hit.reference)
        self.note.setText("" if hits else plain(say(Manuals.NOTHING_FOUND(words=words[:200])), 300))

    def _add(self, text: str, reference: str) -> None:
        item = QListWidgetItem(text)
        item.setData(_REFERENCE, reference)
        item.setToolTip(text if "\n" in text else "")
        self.list.addItem(item)

    def _mark(self) -> None:
        """Select the page that is shown among the contents."""
        if self.search.text().strip():
            return
        page = self._reference.partition("#")[0]
        for row in range(self.list.count()):
            if self.list.item(row).data(_REFERENCE) == page:
                self.list.setCurrentRow(row)
                return
        self.list.setCurrentRow(-1)

    def _enter(self) -> None:
        """Go from the words to what they found."""
        if self.list.count() and self.search.text().strip():
            self.list.setCurrentRow(0)
            self.list.setFocus()
            self._choose(self.list.item(0))

    def _choose(self, item: QListWidgetItem) -> None:
        self._go(str(item.data(_REFERENCE)))

    def _open_outside(self) -> None:
        if self._manual is None:
            return
        file, anchor = self._manual.file(self._reference)
        url = QUrl.fromLocalFile(str(Path(file)))
        url.setFragment(anchor)
        if not QDesktopServices.openUrl(url):
            self.note.setText(tr("No browser is set up on this computer. The page is {file}.", file=file))
