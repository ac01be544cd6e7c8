"""The live picture: one at a time of those that the plan gives, with its read-out; a picture is no verdict."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QElapsedTimer, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from labharness.gui.kit.charts.chart import Chart
from labharness.gui.kit.follow_text import follow_text
from labharness.gui.kit.words import tr
from labharness.gui.run.live_counts import ENOUGH, LivePicture
from labharness.language.numbers import amount, decimal, number
from labharness.model.observations import Kind
from labharness.model.standing import Standing

EMPTY = tr("The picture appears with the first shuffle, deal or draw.")
DRAW_MS = 250
"""A picture is drawn anew at most so often."""
MOST = 6
"""Pictures that have a key."""
LEAST = 306
"""Pixels of a picture with its axis, read-out and caption of three lines, in text of the usual size."""


class PictureView(QFrame):
    """Draws one :class:`LivePicture`.

    Attributes
    ----------
    wanted
        Emitted with the place of the picture that somebody chooses.
    """

    wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Live picture"))
        self.chart, self.caption, self.which = Chart(), QLabel(), QComboBox()
        self.heading = self.chart.heading
        self.which.setAccessibleName(tr("Picture, by keys 1 to 6"))
        self.which.setToolTip(tr("Keys 1 to 6 choose a picture"))
        self.which.activated.connect(self.wanted)
        self.take = QPushButton(tr("Copy or &save"))
        self.take.setAccessibleName(tr("Copy or save the picture"))
        menu = QMenu(self.take)
        self.chart.fill(menu)
        self.take.setMenu(menu)
        self.caption.setWordWrap(True)
        self.caption.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self._nothing = QLabel(EMPTY)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._nothing.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self._nothing.setWordWrap(True)
        drawn, top = QWidget(), QHBoxLayout()
        top.addWidget(self.which, 1)
        top.addWidget(self.take)
        # A splitter asks a text for one line; beneath the tour, the texts lay over the axis and over each other.
        follow_text(drawn, lambda scale: drawn.setMinimumHeight(round(LEAST * scale)))
        column = QVBoxLayout(drawn)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(top)
        column.addWidget(self.chart, 1)
        column.addWidget(self.caption)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._nothing)
        self._stack.addWidget(drawn)
        self._picture: LivePicture | None = None
        self._waiting: LivePicture | None = None
        self._standing: Standing | None = None
        self._drawn = QElapsedTimer()
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self._draw)

    def offer(self, titles: Sequence[str], chosen: int) -> None:
        """Offer the pictures that there are."""
        names = [f"{at}  {title}" for at, title in enumerate(titles[:MOST], 1)]
        if [self.which.itemText(at) for at in range(self.which.count())] != names:
            self.which.clear()
            self.which.addItems(names)
        self.which.setCurrentIndex(min(chosen, len(names) - 1))

    def show_picture(self, picture: LivePicture | None, standing: Standing | None = None) -> None:
        """Draw what was counted so far, under the standing of its run, or say that there is nothing to draw."""
        other, self._standing = standing != self._standing, standing
        self.chart.stand(standing)
        if picture is None or not picture.units:
            self._picture = self._waiting = None
            self._later.stop()
            self._stack.setCurrentIndex(0)
            self.setAccessibleDescription(EMPTY)
            return
        before = self._picture
        if (
            not other
            and before is not None
            and (before.units, before.title) == (picture.units, picture.title)
        ):
            return
        self._waiting = picture
        early = (
            not other
            and before is not None
            and before.title == picture.title
            and self._drawn.elapsed() < DRAW_MS
        )
        if not early:
            self._draw()
        elif not self._later.isActive():
            self._later.start(int(DRAW_MS - self._drawn.elapsed()))

    def _draw(self) -> None:
        picture, before = self._waiting, self._picture
        if picture is None:
            return
        self._later.stop()
        self._picture, self._waiting = picture, None
        self._drawn.start()
        self._stack.setCurrentIndex(1)
        goes_on = before is not None and before.title == picture.title
        interim = self._standing is None or self._standing.verdict is None
        title = tr("{title} · interim, not a verdict", title=picture.title) if interim else picture.title
        self.chart.show_picture(picture.drawn(), title, goes_on=goes_on)
        self.caption.setText(_caption(picture, interim=interim))
        self.setAccessibleDescription(f"{picture.title}. {self.caption.text()}")


_COUNTED: Mapping[str, Callable[[int], str]] = {
    Kind.SHUFFLE.value: lambda n: tr("{n:,} {n:shuffle|shuffles}", n=n),
    Kind.ROUND.value: lambda n: tr("{n:,} {n:round|rounds}", n=n),
    Kind.DEAL.value: lambda n: tr("{n:,} {n:deal|deals}", n=n),
    Kind.DRAW.value: lambda n: tr("{n:,} {n:draw|draws}", n=n),
    "outcome": lambda n: tr("{n:,} {n:outcome|outcomes}", n=n),
}


def _units(picture: LivePicture) -> str:
    counted = _COUNTED.get(picture.unit)
    return counted(picture.units) if counted is not None else amount(picture.units, picture.unit)


def _caption(picture: LivePicture, *, interim: bool) -> str:
    parts = [
        tr(
            "{standing}: {units}.",
            standing=tr("Live, not a verdict") if interim else tr("Recorded"),
            units=_units(picture),
        )
    ]
    if (mean := float(picture.expected.mean())) < ENOUGH and picture.heat:
        parts.append(
            tr(
                "A cell holds {mean} on average; below {enough} the differences are mostly noise.",
                mean=decimal(mean),
                enough=number(ENOUGH),
            )
        )
    elif picture.has_law and (picture.heat or mean >= ENOUGH):
        value, row, column = picture.largest
        where = (
            f"{picture.y_label} {row}, {picture.x_label} {column}" if row else f"{picture.x_label} {column}"
        )
        parts.append(
            tr(
                "Largest of {cells} differences from expected: {largest} standard deviations ({where}); a fair device shows about {chance}.",
                cells=number(picture.residuals.size),
                largest=decimal(value, signed=True),
                where=where,
                chance=decimal(picture.largest_by_chance),
            )
        )
    if picture.skipped:
        parts.append(
            tr(
                "{skipped} left out, because their cards are not the declared set.",
                skipped=number(picture.skipped),
            )
        )
    return " ".join(parts)
