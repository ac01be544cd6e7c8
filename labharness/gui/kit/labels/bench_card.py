"""One bench as a card: its state, what runs, and how much waits."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from labharness.app.benches.forecast import plan_of
from labharness.app.overview.overview import BenchNow
from labharness.gui.kit import theme
from labharness.gui.kit.labels.bench_progress import over_about, plans_of, run_words
from labharness.gui.kit.labels.elided_label import ElidedLabel
from labharness.gui.kit.screen_text import day_and_time
from labharness.gui.kit.words import tr
from labharness.language.text import plain


class BenchCard(QFrame):
    """A bench; clicking it, or Return on it, opens the bench.

    Attributes
    ----------
    opened
        Emitted with the name of the bench.
    """

    opened = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setMinimumWidth(200)
        self._name = ""
        self.title, self.state, self.queue = QLabel(), QLabel(), QLabel()
        self.plan = ElidedLabel()
        theme.enlarge(self.title, 1.1, bold=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 14, 10)
        column.setSpacing(4)
        for label in (self.title, self.state, self.plan, self.queue):
            label.setTextFormat(Qt.TextFormat.PlainText)
            column.addWidget(label)
        for label in (self.title, self.state, self.queue):
            label.setWordWrap(True)
        for label in (self.plan, self.queue):
            label.setProperty("muted", True)  # noqa: FBT003  Qt's call
        column.addStretch(1)

    def show_bench(self, now: BenchNow, expected_s: Mapping[str, float], at: datetime) -> None:
        """Show how a bench stands at a moment, and what is known of the seconds that its plans take."""
        self._name = now.bench.name
        over, plans = over_about(now, expected_s, at), plans_of(now)
        state = ", ".join(filter(None, (state_of(now), over)))
        counts = [
            tr("{taken:,} {taken:item|items} taken", taken=len(now.taken)),
            tr("{waiting} waiting", waiting=len(now.waiting)),
        ]
        following = [tr("next {plan}", plan=plain(plan_of(item), 80)) for item in now.waiting[:1]]
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


def state_of(now: BenchNow) -> str:
    """Return in words how a bench stands."""
    if not now.bench.host:
        return tr("No worker yet")
    if now.silent:
        return tr("Silent: last heard {heard}", heard=day_and_time(now.bench.heard))
    if now.runs:
        return "; ".join(map(run_words, now.runs))
    return tr("Paused") if now.bench.paused else tr("Ready")
