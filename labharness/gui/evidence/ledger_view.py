"""The records of a ledger: by type, by number, one after the other, and what each was made from.

The photographs and other files that people added to a run.

One record: the transfers it was made from and their bytes, its whole text; and the photographs of the run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt, Signal
from PySide6.QtGui import QImageReader, QIntValidator, QPixmap, QResizeEvent
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QSizePolicy, QSplitter, QTabWidget, QWidget

from labharness.acts import evidence
from labharness.app.evidence.ledger_browser import (
    LedgerBrowser,
    LedgerRow,
    ListedFrame,
    Photograph,
    attachment,
    transfers,
)
from labharness.evidence.records.body import RecordType
from labharness.gui.evidence.evidence_page import RECORDS, SUMMARY
from labharness.gui.kit.findable import add_key
from labharness.gui.kit.layouts import text_scale
from labharness.gui.kit.parts import (
    boxed,
    choice_box,
    in_column,
    in_splitter,
    in_wrapped_row,
    line_edit,
    push_button,
    text_label,
)
from labharness.gui.kit.slow_work import Latest
from labharness.gui.kit.tables.columns import shown
from labharness.gui.kit.tables.listed_table import LazyTable
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.kit.words import tr
from labharness.gui.results.run_tabs import read_only
from labharness.gui.results.sample_pane import FrameView
from labharness.language.numbers import number, size
from labharness.language.template import plain, words
from labharness.model.address import Address, Room

LARGEST = QSize(4096, 4096)
"""Size down to which a picture is decoded."""
FORMATS = {b"\x89PNG\r\n\x1a\n": b"png", b"\xff\xd8\xff": b"jpg"}
NOT_A_PICTURE = tr(
    "This file is not a PNG or JPEG picture. Its SHA-256 is as recorded. It can be exported with the run."
)
PHOTOGRAPHS: Sequence[Column[Photograph]] = (
    shown(evidence.RECORD, 80, sort=lambda each: each.record, number=True),
    shown(evidence.STAGE, yields=1),
    shown(evidence.PUT_AT, 200, named=True),
    shown(evidence.FILE, 160, named=True),
    shown(evidence.SHA256, 200, yields=2),
)


class PhotographView(QWidget):
    """A list of files, and the one that is chosen.

    Attributes
    ----------
    wanted
        Emitted with the :class:`Photograph` whose content is to be shown.
    opened
        Emitted with the number of the record of a photograph.
    """

    wanted = Signal(object)
    opened = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        empty = tr("Nobody added a photograph to this run.")
        self.table: RowTable[Photograph] = RowTable(
            tr("Photographs"), PHOTOGRAPHS, lambda each: str(each.record), empty
        )
        self.picture, self.note = QLabel(), text_label(muted=True)
        self.picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.picture.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.picture.setMinimumHeight(120)
        self.picture.setAccessibleName(tr("Photograph"))
        parts = in_splitter(QSplitter(Qt.Orientation.Vertical), self.table, self.picture)
        parts.setStretchFactor(0, 1)
        parts.setStretchFactor(1, 2)
        in_column((parts, 1), self.note, on=self)
        self._pixmap = QPixmap()
        self.table.chosen.connect(self._choose)
        self.table.opened.connect(lambda each: self.opened.emit(each.record))

    def show_photographs(self, result: Sequence[Photograph]) -> None:
        """List these."""
        self.table.show_rows(result)
        self._show(QPixmap(), "")

    def show_content(self, photograph: Photograph, content: bytes) -> None:
        """Show a file, unless another was chosen meanwhile."""
        if self.table.current != photograph:
            return
        pixmap = pixmap_of(content)
        about = tr(
            "{name}, {size}, SHA-256 {sha256}, as recorded",
            name=plain(photograph.name, 120),
            size=size(len(content)),
            sha256=photograph.sha256,
        )
        self._show(pixmap, about if not pixmap.isNull() else f"{about}. {NOT_A_PICTURE}")
        self.picture.setAccessibleDescription(about)

    def refuse(self, sentence: str) -> None:
        """Say why a file cannot be shown."""
        self._show(QPixmap(), sentence)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's name
        """Fit the picture again."""
        super().resizeEvent(event)
        self._fit()

    def _choose(self, photograph: Photograph | None) -> None:
        self._show(QPixmap(), "")
        if photograph is not None:
            self.wanted.emit(photograph)

    def _show(self, pixmap: QPixmap, note: str) -> None:
        self._pixmap = pixmap
        self.note.setText(note)
        self._fit()

    def _fit(self) -> None:
        if self._pixmap.isNull():
            self.picture.clear()
            return
        ratio = self.devicePixelRatioF()
        room = self.picture.size() * ratio
        fitted = self._pixmap.scaled(
            room.boundedTo(self._pixmap.size()),
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        fitted.setDevicePixelRatio(ratio)
        self.picture.setPixmap(fitted)


def pixmap_of(content: bytes) -> QPixmap:
    """Return a PNG or JPEG picture, no larger than :data:`LARGEST`; an empty one for anything else."""
    form = next((name for begin, name in FORMATS.items() if content.startswith(begin)), None)
    if form is None:
        return QPixmap()
    held = QByteArray(content)
    buffer = QBuffer(held)
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer, QByteArray(form))
    reader.setAutoTransform(True)
    whole = reader.size()
    if whole.isValid() and (whole.width() > LARGEST.width() or whole.height() > LARGEST.height()):
        reader.setScaledSize(whole.scaled(LARGEST, Qt.AspectRatioMode.KeepAspectRatio))
    image = reader.read()
    return QPixmap() if image.isNull() else QPixmap.fromImage(image)


HINT = tr("Choose a record: the frames that it was made from appear here.")
NO_TRANSFER = tr("This record was made from no transfer.")


class RecordView(QTabWidget):
    """Tabs beside the ledger."""

    def __init__(self) -> None:
        super().__init__()
        self.bytes, self.text, self.photographs = FrameView(HINT), QPlainTextEdit(), PhotographView()
        read_only(self.text, tr("Record in full"))
        self.setDocumentMode(True)
        self.setAccessibleName(tr("Parts of the record"))
        for title, widget in (
            (tr("&Frames"), self.bytes),
            (tr("&Record"), self.text),
            (tr("Photo&graphs"), self.photographs),
        ):
            self.addTab(boxed(in_column(widget, edges=(0, 6, 0, 0))), title)

    def show_count(self, photographs: int) -> None:
        """Say how many photographs there are."""
        count = f" ({photographs})" if photographs else ""
        self.setTabText(2, tr("Photo&graphs{count}", count=count))

    def clear_record(self) -> None:
        """Show no record."""
        self.bytes.clear()
        self.text.clear()


READING = tr("Finding the records…")
COMPACT = 28
BESIDE = 1000
"""Pixels of list and record beside each other, in text of the usual size."""
Details = tuple[int, str, Sequence[ListedFrame]]


class LedgerView(QWidget):
    """The ledger of a run.

    Attributes
    ----------
    announced
        Emitted with one sentence.
    marked
        Emitted with the number of a record that somebody went to or opened.
    exported
        Emitted with the file to which the listed records are to be written.
    addressed
        Whether the run is one of the workspace, whose records have addresses.
    """

    announced = Signal(str)
    marked = Signal(int)
    exported = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.browser: LedgerBrowser | None = None
        self.addressed = True
        self._places: NDArray[np.int64] | None = None
        self._hashes: Mapping[str, str] = {}
        self.table: LazyTable[LedgerRow] = LazyTable(
            tr("Records"), RECORDS, READING, address=lambda row: self._address(row.number)
        )
        self.detail, self._look = RecordView(), Latest(self, self._fail)
        self.kinds = choice_box(tr("Type of record"), chosen=self._filter)
        self.kinds.setMinimumContentsLength(22)
        self.goto = line_edit(tr("Go to record"), tr("Record (Ctrl+G)"), entered=self._go_to_typed)
        self.goto.setValidator(QIntValidator(0, 2_000_000_000, self))
        self.previous = push_button(
            tr("Previous of this type (P)"), lambda: self._step(-1), name=tr("Previous record of this type")
        )
        self.following = push_button(
            tr("Next of this type (N)"), lambda: self._step(+1), name=tr("Next record of this type")
        )
        self.table.give_the_rest(SUMMARY)
        self.table.verticalHeader().setDefaultSectionSize(COMPACT)
        self.table.ask_for(5)
        across = QSplitter(Qt.Orientation.Horizontal)
        self._parts = in_splitter(across, self.table, self.detail, sizes=(640, 420))
        self._parts.setHandleWidth(10)
        tools = in_wrapped_row(self.kinds, self.goto, self.previous, self.following)
        in_column(tools, (self._parts, 1), gap=8, on=self)
        self._connect()
        self.clear()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's name
        """Set the record below the list where both have no room beside each other."""
        super().resizeEvent(event)
        beside = self.width() >= BESIDE * max(1.0, text_scale())
        way = Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical
        if way is not self._parts.orientation():
            self._parts.setOrientation(way)
            self._parts.setSizes([640, 420] if beside else [300, 300])

    def _connect(self) -> None:
        self.table.chosen.connect(self._choose)
        self.table.opened.connect(self._drill)
        self.table.exported.connect(self.exported)
        self.detail.photographs.table.address = lambda each: self._address(each.record)
        self.detail.photographs.wanted.connect(self._want_photograph)
        self.detail.photographs.opened.connect(self.go_to)
        add_key(self, "Ctrl+G", tr("Go to a record"), self.goto.setFocus)
        add_key(self, "F5", tr("Read what was added"), self._grow)
        for key, step, what in (
            ("N", +1, tr("Next of the chosen types")),
            ("P", -1, tr("Previous of the chosen types")),
        ):
            shortcut = add_key(self.table, key, what, partial(self._step, step))
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)

    def clear(self, sentence: str = READING) -> None:
        """Show no record, and why."""
        self.browser, self._places, self._hashes = None, None, {}
        self.kinds.clear()
        self.table.tell_empty(sentence)
        self.table.rows.show_rows(0, _no_row)
        self.detail.clear_record()
        self.detail.photographs.show_photographs(())
        self.detail.show_count(0)
        self._allow()

    def show_ledger(
        self, browser: LedgerBrowser, photographs: Sequence[Photograph], hashes: Mapping[str, str]
    ) -> None:
        """Show the records of a run.

        Parameters
        ----------
        hashes
            SHA-256 of the raw files, where the end record has them.
        """
        self.browser, self._hashes = browser, hashes
        self.kinds.addItem(tr("All types ({count})", count=number(len(browser))), None)
        for kind, count in browser.types().items():
            self.kinds.addItem(f"{words(kind.value).capitalize()} ({number(count)})", kind)
        self.table.tell_empty(tr("The ledger holds no record."))
        self._show_all()
        self.detail.photographs.show_photographs(photographs)
        self.detail.show_count(len(photographs))
        self._allow()

    def _address(self, record: int) -> Address | None:
        """Return where a record is shown; one from elsewhere has no address in this workspace."""
        if self.browser is None or not self.addressed:
            return None
        return Address(Room.EVIDENCE, ("run", self.browser.folder.run, "record", str(record)))

    def stop(self) -> None:
        """Let go of the thread."""
        self._look.stop()

    @property
    def number(self) -> int:
        """Number of the chosen record, -1 for none."""
        at = self.table.current
        return at if at < 0 or self._places is None else int(self._places[at])

    def go_to(self, wanted: int) -> bool:
        """Choose a record by its number; returns whether there is one."""
        if self.browser is None:
            return False
        if not 0 <= wanted < len(self.browser):
            last = number(len(self.browser) - 1)
            self.announced.emit(
                tr("There is no record {wanted}: the last one is {last}.", wanted=number(wanted), last=last)
            )
            return False
        at = wanted
        if self._places is not None:
            at = int(np.searchsorted(self._places, wanted))
            if at >= len(self._places) or self._places[at] != wanted:
                self.kinds.setCurrentIndex(0)
                self._show_all()
                at = wanted
        self.table.select(at)
        return True

    @property
    def listed(self) -> Sequence[int]:
        """Numbers of the records that are listed."""
        if self.browser is None:
            return ()
        return range(len(self.browser)) if self._places is None else self._places.tolist()

    def _show_all(self) -> None:
        assert self.browser is not None
        self._places = None
        self.table.rows.show_rows(len(self.browser), self.browser.row)

    def _filter(self) -> None:
        if self.browser is None:
            return
        kind, before, browser = self.kinds.currentData(), self.number, self.browser
        if kind is None:
            self._show_all()
        else:
            places = self._places = browser.index.places(RecordType(kind))
            self.table.rows.show_rows(len(places), lambda at: browser.row(int(places[at])))
        at = before if self._places is None else int(np.searchsorted(self._places, max(before, 0)))
        self.table.select(min(max(at, 0), self.table.rows.rowCount() - 1))

    def _grow(self) -> None:
        """Take in what the runner has written since."""
        if self.browser is not None and self.browser.grow():
            at = self.number
            self.kinds.setCurrentIndex(0)
            self._show_all()
            self.kinds.setItemText(0, tr("All types ({count})", count=number(len(self.browser))))
            self.table.select(max(at, 0))

    def _go_to_typed(self) -> None:
        text = self.goto.text()
        if text and self.go_to(int(text)):
            self.marked.emit(int(text))
            self.table.setFocus()

    def _step(self, step: int) -> None:
        at = self.number
        if self.browser is None or at < 0:
            return
        neighbor = self.browser.index.neighbor(at, step)
        if neighbor is None:
            kind = self.browser.row(at).type or tr("unknown")
            self.announced.emit(tr("There is no further record of the type {type}.", type=kind))
        else:
            self.go_to(neighbor)

    def _drill(self, _: int) -> None:
        self.marked.emit(self.number)
        self.detail.setCurrentIndex(0)
        self.detail.bytes.frames.setFocus()

    def _choose(self, _: int) -> None:
        record, browser = self.number, self.browser
        if browser is None or record < 0:
            return
        self.detail.clear_record()

        def read() -> Details:
            source = browser.frames_of(record)
            frames = tuple(transfers(browser.folder, *source)) if source is not None else ()
            return record, browser.text(record), frames

        self._look.ask(read, self._take)

    def _take(self, details: Details) -> None:
        record, text, frames = details
        if record == self.number:
            self.detail.text.setPlainText(text)
            self.detail.bytes.show_frames(record, frames, self._hashes, NO_TRANSFER)

    def _want_photograph(self, photograph: Photograph) -> None:
        if self.browser is not None:
            folder, view = self.browser.folder, self.detail.photographs
            self._look.ask(
                lambda: attachment(folder, photograph.sha256), partial(view.show_content, photograph)
            )

    def _fail(self, sentence: str) -> None:
        self.announced.emit(sentence)
        self.detail.photographs.refuse(sentence)

    def _allow(self) -> None:
        for widget in (self.kinds, self.goto, self.previous, self.following):
            widget.setEnabled(self.browser is not None)


def _no_row(at: int) -> LedgerRow:
    raise IndexError(at)
