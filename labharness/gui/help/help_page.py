"""The room Help: contents and search on the left, a page of the manual on the right.

A page of the manual in the window's own colors: pictures as wide as the page, glossary words underlined with dots.

The page About: versions, hashes, licenses; what a person copies into a question about the program.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from html import escape
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, Qt, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QDesktopServices,
    QImage,
    QKeySequence,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QSplitter, QTextBrowser

from labharness import FILES_SHA256
from labharness.acts.about import about
from labharness.acts.declaring import Seat
from labharness.app.manual.place import Manual
from labharness.errors import LabharnessError
from labharness.gui.kit import theme
from labharness.gui.kit.findable import add_key
from labharness.gui.kit.keys import INDEX, help_address
from labharness.gui.kit.layouts import on_event
from labharness.gui.kit.page import Crumb, Page
from labharness.gui.kit.parts import (
    boxed,
    in_column,
    in_row,
    in_splitter,
    line_edit,
    push_button,
    text_label,
    timer_of,
)
from labharness.gui.kit.run_standing import Tone, explain, say
from labharness.gui.kit.slow_work import Errand
from labharness.gui.kit.words import tr
from labharness.language.template import plain
from labharness.model.address import Address
from labharness.model.reasons.command import Manuals

GLOSSARY = "glossary.html"
_NAVIGATION = re.compile(r"<nav>.*?</nav>", re.DOTALL)
_BODY = re.compile(r"<body>(.*)</body>", re.DOTALL)
_MARGIN = 56
"""Pixels that a picture leaves free at the sides."""
_NARROWEST = 200


class HelpBrowser(QTextBrowser):
    """Shows pages of a manual that was made.

    Attributes
    ----------
    wanted
        Emitted with the page and heading that a link leads to.
    """

    wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Page of the manual"))
        self.setOpenLinks(False)
        self.document().setDocumentMargin(20)
        self.anchorClicked.connect(self._follow)
        self._folder, self._file, self._text = Path(), Path(), ""
        self._fit = timer_of(self, self._fill_again)
        on_event(self, lambda: self._fit.start(120), QEvent.Type.Resize)
        on_event(self, lambda: self._fill_again(recolored=True), QEvent.Type.ApplicationPaletteChange)
        self._width = 0

    def show_file(self, folder: Path, file: Path, anchor: str) -> None:
        """Show a page at a heading, or at its beginning."""
        if file != self._file:
            self._folder, self._file = folder, file
            whole = file.read_text(encoding="utf-8")
            match = _BODY.search(whole)
            self._text = _NAVIGATION.sub("", match[1] if match else whole)
            self._fill()
        if anchor:
            self.scrollToAnchor(anchor)
        else:
            self.verticalScrollBar().setValue(0)

    def show_text(self, text: str) -> None:
        """Show something else than a page, as HTML."""
        self._file, self._text = Path(), text
        self._fill()

    def _fill(self) -> None:
        document = self.document()
        self._width = self.viewport().width()
        document.setDefaultStyleSheet(_sheet(theme.current()))
        document.setBaseUrl(QUrl.fromLocalFile(f"{self._file.parent}/"))
        self.setHtml(self._text)
        _dot_terms(document)

    def _fill_again(self, *, recolored: bool = False) -> None:
        """Show the same place with other colors, or with pictures that fit another width."""
        if (self._text and recolored) or abs(self.viewport().width() - self._width) > 8:
            at = self.verticalScrollBar().value()
            self._fill()
            self.verticalScrollBar().setValue(at)

    def _follow(self, url: QUrl) -> None:
        target = self.document().baseUrl().resolved(url)
        if not target.isLocalFile():
            QDesktopServices.openUrl(target)
            return
        file = Path(target.toLocalFile()) if target.fileName() else self._file
        page = file.resolve().relative_to(self._folder.resolve()).with_suffix("").as_posix()
        self.wanted.emit(f"{page}#{target.fragment()}" if target.fragment() else page)

    def loadResource(self, kind: int, name: QUrl | str) -> Any:  # noqa: N802  Qt's name
        """Load a picture no wider than the page; nothing else, and nothing from a network."""
        target = self.document().baseUrl().resolved(QUrl(name))
        if kind != QTextDocument.ResourceType.ImageResource.value or not target.isLocalFile():
            return None
        picture = QImage(target.toLocalFile())
        widest = max(self.viewport().width() - _MARGIN, _NARROWEST)
        if picture.width() <= widest:
            return picture
        ratio = self.devicePixelRatioF()
        scaled = picture.scaledToWidth(
            min(int(widest * ratio), picture.width()), Qt.TransformationMode.SmoothTransformation
        )
        scaled.setDevicePixelRatio(scaled.width() / widest)
        return scaled


def _dot_terms(document: QTextDocument) -> None:
    """Underline the words that the glossary explains with dots, in the color of the text."""
    dotted = QTextCharFormat()
    dotted.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
    dotted.setForeground(QColor(theme.current().text))
    block = document.begin()
    cursor = QTextCursor(document)
    while block.isValid():
        pieces = block.begin()
        spans = []
        while not pieces.atEnd():
            piece = pieces.fragment()
            if GLOSSARY in piece.charFormat().anchorHref():
                spans.append((piece.position(), piece.position() + piece.length()))
            pieces += 1
        for begin, end in spans:
            cursor.setPosition(begin)
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(dotted)
        block = block.next()


def _sheet(colors: theme.Theme) -> str:
    code = colors.tones[Tone.QUIET][1]
    return f"""
    a {{ color: {colors.accent}; }}
    h1 {{ font-size: xx-large; margin-bottom: 12px; }}
    h2 {{ font-size: x-large; margin-top: 26px; margin-bottom: 8px; }}
    h3 {{ font-size: large; margin-top: 18px; margin-bottom: 6px; }}
    p, li {{ line-height: 135%; }}
    table {{ border-collapse: collapse; margin-top: 8px; margin-bottom: 8px; }}
    th, td {{ border: 1px solid {colors.border}; padding: 5px 8px; }}
    th {{ background-color: {code}; text-align: left; }}
    code {{ font-family: "IBM Plex Mono", "DejaVu Sans Mono", monospace; background-color: {code}; }}
    pre {{ font-family: "IBM Plex Mono", "DejaVu Sans Mono", monospace; background-color: {code};
          white-space: pre-wrap; margin: 8px; }}
    """


_LEGAL = tr(
    "labharness is under the Apache License 2.0. It contains Qt (LGPL 3.0), IBM Plex (SIL Open Font License 1.1) and the "
    "libraries below under licenses of their own. Signatures and verdicts depend on these versions, and every run records them."
)
_OWN = tr(
    "The program's own SHA-256 is that of its Python files. <code>labharness about</code> prints the same."
)
ABOUT_TITLE = tr("About labharness")


def about_page(versions: Mapping[str, str]) -> str:
    """Return the page as HTML.

    Parameters
    ----------
    versions
        As runs record them.
    """
    rows = "".join(
        f"<tr><td>{escape(_title(name))}</td><td><code>{escape(version)}</code></td></tr>"
        for name, version in versions.items()
    )
    head = "".join(f"<th>{escape(title)}</th>" for title in (tr("Part"), tr("Version or SHA-256")))
    return f"<h1>{escape(ABOUT_TITLE)}</h1><p>{escape(_LEGAL)}</p><table><tr>{head}</tr>{rows}</table><p>{_OWN}</p>"


def _title(name: str) -> str:
    return tr("SHA-256 of the program's files") if name == FILES_SHA256 else name


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

    def __init__(self, seat: Seat, read: Callable[[], Manual]) -> None:
        super().__init__()
        self._seat = seat
        self._manual: Manual | None = None
        self._reference = INDEX
        self.search = line_edit(
            tr("Search the manual"), tr("Search the manual"), self._list, entered=self._enter, clears=True
        )
        self.list, self.browser = QListWidget(), HelpBrowser()
        self.list.setAccessibleName(tr("Contents of the manual"))
        self.list.setWordWrap(True)
        self.list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.note = text_label(LOADING, name=tr("Messages"))
        self.outside = push_button(tr("Open in &browser"), self._open_outside)
        self._lay_out()
        self.list.itemActivated.connect(self._choose)
        self.list.itemClicked.connect(self._choose)
        self.browser.wanted.connect(self._go)
        add_key(self, QKeySequence.StandardKey.Find, tr("Search the manual"), self.search.setFocus)
        self._work = Errand(self)
        self._work.failed.connect(self.note.setText)
        self._work.begin(lambda _: read(), self._take)

    def _lay_out(self) -> None:
        left = in_column(self.search, (self.list, 1), self.note, self.outside, gap=8, edges=(16, 16, 8, 12))
        right = in_column(self.browser, edges=(8, 16, 16, 12))
        in_row(in_splitter(QSplitter(), boxed(left), boxed(right), sizes=(270, 900), grows=(1,)), on=self)

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
                lambda _: self._seat.do(about), lambda result: self._show_about(about_page(result))
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
