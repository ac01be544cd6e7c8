"""A page of the manual in the window's own colors: pictures as wide as the page, glossary words underlined with dots."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QDesktopServices,
    QImage,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QTextBrowser, QWidget

from labharness.gui.kit import theme
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.words import tr

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

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Page of the manual"))
        self.setOpenLinks(False)
        self.document().setDocumentMargin(20)
        self.anchorClicked.connect(self._follow)
        self._folder, self._file, self._text = Path(), Path(), ""
        self._fit = QTimer(self)
        self._fit.setSingleShot(True)
        self._fit.timeout.connect(self._refit)
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

    def _refit(self) -> None:
        if abs(self.viewport().width() - self._width) > 8:
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

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's name
        """Fit the pictures again."""
        super().resizeEvent(event)
        self._fit.start(120)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        """Follow the colors of the window."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.ApplicationPaletteChange and self._text:
            at = self.verticalScrollBar().value()
            self._fill()
            self.verticalScrollBar().setValue(at)


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
