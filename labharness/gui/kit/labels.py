"""What a page says in one place: its banner, a stamp, a chip, a cut title, the card of a bench, what came of a change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QLabel, QSizePolicy

from labharness.app.benches.service import Fit, forecast
from labharness.app.overview.attention import OpenRun
from labharness.app.overview.overview import BenchNow, Overview
from labharness.gui.kit import theme
from labharness.gui.kit.icons import pixmap
from labharness.gui.kit.layouts import on_event
from labharness.gui.kit.parts import TOP, follow_colors, in_column, in_row, text_label
from labharness.gui.kit.run_standing import NOTHING, RunStanding, Tone
from labharness.gui.kit.words import day_and_time, tr
from labharness.language.dates import brief, time_of_day
from labharness.language.numbers import listed, number
from labharness.language.template import plain

DAY = timedelta(days=1)
"""From here on a time of day alone could be that of several days."""


def plans_of(now: BenchNow) -> str:
    """Return the plans of the runs at work, "" for none."""
    starts = (run.summary.start for run in now.runs)
    return listed([plain(start.plan.id, 80) for start in starts if start is not None])


def run_words(run: OpenRun) -> str:
    """Return what a run at work does, and how far it is."""
    summary = run.summary
    if summary.open_prompts:
        return tr("Asks you")
    if summary.paused:
        return tr("Paused")
    stage = summary.current
    if stage is None or not stage.units:
        return tr("Running")
    return tr("Running, {done} of {units}", done=number(stage.done), units=number(stage.units))


def over_about(now: BenchNow, expected_s: Mapping[str, float], at: datetime) -> str:
    """Return when the runs at work will be over; "" where complete runs of their plans do not tell, or they wait."""
    if now.silent or any(run.summary.open_prompts or run.summary.paused for run in now.runs):
        return ""
    begun = {
        run.folder.run: datetime.fromisoformat(run.summary.started) for run in now.runs if run.summary.started
    }
    slots = [slot for slot in forecast(now.taken, expected_s, at, begun) if slot.item.id in begun]
    if not slots or any(slot.fit is Fit.UNKNOWN or slot.end <= at for slot in slots):
        return ""
    end = max(slot.end for slot in slots)
    write = time_of_day if end - at < DAY else brief
    return tr("over about {time}", time=write(end.isoformat()))


class ElidedLabel(QLabel):
    """A label whose text never forces its neighbors aside.

    Parameters
    ----------
    text
        Plain text.
    """

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        on_event(self, self._explain, QEvent.Type.Resize)

    def setText(self, text: str) -> None:  # noqa: N802  Qt's name
        """Show another text."""
        super().setText(text)
        self._explain()

    def minimumSizeHint(self) -> QSize:  # noqa: N802  Qt's name
        """Allow any width."""
        return QSize(40, super().sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  Qt's name; all is drawn
        """Draw what fits."""
        painter = QPainter(self)
        shown = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        self.style().drawItemText(
            painter, self.contentsRect(), int(Qt.AlignmentFlag.AlignVCenter), self.palette(),
            self.isEnabled(), shown, self.foregroundRole(),
        )  # fmt: skip

    def _explain(self) -> None:
        fits = self.fontMetrics().horizontalAdvance(self.text()) <= self.width()
        self.setToolTip("" if fits else self.text())


class BenchCard(QFrame):
    """A bench; clicking it, or Return on it, opens the bench."""

    opened = Signal(str)
    """Emitted with the name of the bench."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setMinimumWidth(200)
        self._name = ""
        self.title = text_label(size=1.1, bold=True)
        self.state = text_label()
        self.queue = text_label()
        self.plan = ElidedLabel()
        for label in (self.plan, self.queue):
            label.setProperty("muted", True)  # noqa: FBT003  Qt's call
        in_column(self.title, self.state, self.plan, self.queue, 1, gap=4, edges=(14, 10, 14, 10), on=self)

    def show_bench(self, now: BenchNow, expected_s: Mapping[str, float], at: datetime) -> None:
        """Show how a bench stands at a moment, and what is known of the seconds that its plans take."""
        self._name = now.bench.name
        over, plans = over_about(now, expected_s, at), plans_of(now)
        state = ", ".join(filter(None, (state_of(now), over)))
        counts = [
            tr("{taken:,} {taken:item|items} taken", taken=len(now.taken)),
            tr("{waiting} waiting", waiting=len(now.waiting)),
        ]
        following = [tr("next {plan}", plan=plain(item.plan, 80)) for item in now.waiting[:1]]
        self.title.setText(plain(now.bench.name, 60))
        self.state.setText(plain(state, 200))
        self.plan.setText(plans)
        self.plan.setVisible(bool(plans))
        self.queue.setText(" · ".join(counts))
        named = tr(
            "Bench {bench}: {state}, {counts}",
            bench=now.bench.name,
            state=state,
            counts=", ".join(filter(None, (plans, *counts, *following))),
        )
        self.setAccessibleName(named)
        self.setToolTip(plain(named, 400))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's name
        """Open the bench."""
        super().mouseReleaseEvent(event)
        self.opened.emit(self._name)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  Qt's name
        """Open the bench with Return or Space."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.opened.emit(self._name)
        else:
            super().keyPressEvent(event)


def show_cards(
    cards: list[BenchCard],
    overview: Overview,
    layout: QBoxLayout,
    opened: Callable[[str], object],
    *,
    stretch: int = 0,
) -> bool:
    """Show the benches that there are as cards at the beginning of a layout; returns whether some are new."""
    before = len(cards)
    for at in range(before, len(overview.benches)):
        cards.append(BenchCard())
        cards[at].opened.connect(opened)
        layout.insertWidget(at, cards[at], stretch)
    while len(cards) > len(overview.benches):
        cards.pop().deleteLater()
    for card, bench in zip(cards, overview.benches, strict=True):
        card.show_bench(bench, overview.expected_s, overview.now)
    return len(cards) > before


def state_of(now: BenchNow) -> str:
    """Return in words how a bench stands."""
    if not now.bench.host:
        return tr("No worker yet")
    if now.silent:
        return tr("Silent: last heard {heard}", heard=day_and_time(now.bench.heard))
    if now.runs:
        return "; ".join(map(run_words, now.runs))
    return tr("Paused") if now.bench.paused else tr("Ready")


class _Toned(QFrame):
    """A sign and what stands beside it, in the ink and on the ground of a tone; the color only repeats what they say."""

    def __init__(self, kind: str, name: str, side: int, corner: int) -> None:
        super().__init__()
        self.setObjectName(kind)
        self.setAccessibleName(name)
        self.sign, self._side, self._corner = QLabel(), side, corner
        self.tone = Tone.QUIET

    def paint(self) -> None:
        """Draw the sign, and take the colors of the theme."""
        ink, ground = theme.current().tones[self.tone]
        frame = f"QFrame#{self.objectName()} {{ background: {ground}; border-radius: {self._corner}px; }}"
        self.setStyleSheet(f"{frame} QLabel {{ color: {ink}; }}")
        ratio = self.devicePixelRatioF()
        picture = pixmap(self.tone, ink, round(self._side * ratio))
        picture.setDevicePixelRatio(ratio)
        self.sign.setPixmap(picture)


class Banner(_Toned):
    """Shows one :class:`RunStanding`."""

    def __init__(self) -> None:
        super().__init__("banner", tr("Status of the run"), 34, 8)
        self.sign.setFixedSize(34, 34)
        self.word = text_label(name=tr("State"), size=1.35, bold=True)
        self.sentence = text_label(name=tr("What it means"), selects=True)
        words = in_column(self.word, self.sentence, gap=2)
        in_row((self.sign, 0, TOP), (words, 1), gap=14, edges=(14, 10, 14, 10), on=self)
        self._standing: RunStanding | None = None
        self.show_standing(NOTHING)
        follow_colors(self, self.paint)

    def show_standing(self, standing: RunStanding) -> None:
        """Show how a run stands now."""
        if standing != self._standing:
            self._standing, self.tone = standing, standing.tone
            self.word.setText(standing.word)
            self.sentence.setText(standing.sentence)
            self.setAccessibleDescription(f"{standing.word}. {standing.sentence}")
            self.paint()


class StandingChip(_Toned):
    """Shows one state.

    Parameters
    ----------
    name
        What the state is of.
    wraps
        Whether a long state goes on in a second line.
    """

    def __init__(self, name: str, *, wraps: bool = True) -> None:
        super().__init__("chip", name, 18, 6)
        self.word = text_label(wraps=wraps)
        self.word.setMinimumWidth(120 if wraps else 0)
        in_row(self.sign, (self.word, 1), gap=8, edges=(10, 5, 12, 5), on=self)
        self.clear()
        follow_colors(self, self.paint)

    def show_standing(self, tone: Tone, word: str) -> None:
        """Show a state."""
        self.tone = tone
        self.word.setText(plain(word, 200))
        self.setAccessibleDescription(self.word.text())
        self.setToolTip(plain(word, 1000))
        self.paint()
        self.show()

    def clear(self) -> None:
        """Show nothing."""
        self.word.setText("")
        self.hide()


LONGEST = 600


class ResultLabel(QLabel):
    """What came of a change, beside its cause."""

    def __init__(self) -> None:
        super().__init__()
        text_label(name=tr("Result of the change"), label=self)
        self.setMinimumHeight(self.fontMetrics().height())

    def accept(self, sentence: str) -> None:
        """Say what was changed."""
        self._show(f"✓ {sentence}", Tone.PASS)

    def refuse(self, sentence: str) -> None:
        """Say why nothing was changed."""
        self._show(tr("Not saved: {sentence}", sentence=sentence), Tone.FAIL)

    def wait(self) -> None:
        """Say that it is being done."""
        self._show(tr("Saving…"), Tone.QUIET)

    def clear(self) -> None:
        """Say nothing."""
        self.setText("")

    def _show(self, text: str, tone: Tone) -> None:
        theme.tint(self, tone)
        self.setText(plain(text, LONGEST))


class WrappedLabel(QLabel):
    """A label of plain text for a :class:`~labharness.gui.kit.layouts.WrapRow`.

    Qt asks for about the width of a column for a text that wraps; this one asks for the width of its line.
    """

    def __init__(self) -> None:
        super().__init__()
        text_label(label=self)

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's name
        """Return the size of the text on one line."""
        edges = self.contentsMargins()
        text = self.fontMetrics().size(0, self.text())
        return QSize(text.width() + edges.left() + edges.right() + 2, text.height())


class LoudLabel(QLabel):
    """Shows a text on a dark ground; the style sheet of :mod:`labharness.gui.kit.theme` colors it."""

    def __init__(self, name: str) -> None:
        super().__init__()
        text_label(name=name, label=self)
        self.setProperty("loud", True)  # noqa: FBT003  Qt's call
        self.hide()

    def say(self, text: str) -> None:
        """Show a text; hide where it is empty."""
        self.setText(text)
        self.setVisible(bool(text))
