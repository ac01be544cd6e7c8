"""The event log with its filter, the stages with their progress, and what a person may do to the run."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QMenu,
    QPlainTextEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionProgressBar,
    QStyleOptionViewItem,
    QToolButton,
    QWidget,
)

from labharness.app.bench_work.next_question import Pace
from labharness.evidence.history.course import StageView
from labharness.gui.kit import theme
from labharness.gui.kit.findable import add_key
from labharness.gui.kit.icons import icon
from labharness.gui.kit.parts import (
    choice_box,
    follow_colors,
    in_column,
    in_row,
    in_wrapped_row,
    line_edit,
    menu_button,
)
from labharness.gui.kit.run_standing import RunAction
from labharness.gui.kit.tables.row_model import SORT, Column
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.kit.words import code_words, tr
from labharness.gui.run.attachment import MOST_LINES
from labharness.language.dates import between
from labharness.language.numbers import number
from labharness.language.record_sentences import ATTENTION
from labharness.language.run_groups import worded
from labharness.language.template import plain

Index = QModelIndex | QPersistentModelIndex
_SIGNS = {"waiting": "○", "running": "▶", "done": "✓", "failed": "✕", "stopped": "■"}


@dataclass(frozen=True, slots=True)
class LiveStage:
    """A stage as it is now.

    Parameters
    ----------
    over
        When the stage at work will be over, in words.
    finding
        What is to be said of it.
    """

    name: str
    status: str
    done: int
    units: int
    over: str
    finding: str


def _progress(row: LiveStage) -> str:
    if not row.units:
        return code_words(row.status)
    return tr("{done} of {units}", done=number(row.done), units=number(row.units))


STAGES: Sequence[Column[LiveStage]] = (
    Column(tr("Stage"), lambda row: f"{_SIGNS.get(row.status, '▲')}  {plain(row.name, 80)}", 130, uncut=True),
    Column(tr("Progress"), _progress, 120, sort=lambda row: (row.done, row.units), uncut=True, grows=True),
    Column(tr("Over about"), lambda row: row.over, 110, yields=1),
    Column(tr("Found"), lambda row: row.finding, 300, yields=2),
)


class ProgressDelegate(QStyledItemDelegate):
    """Draws how far a stage is as a bar."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw a bar where the stage has units."""
        done, units = index.data(SORT)
        if not units:
            super().paint(painter, option, index)
            return
        bar = QStyleOptionProgressBar()
        bar.rect = option.rect.adjusted(8, 6, -8, -6)
        bar.state = option.state | QStyle.StateFlag.State_Horizontal
        bar.palette = option.palette
        bar.fontMetrics = option.fontMetrics
        # Qt counts in 32 bits, stages do not.
        bar.minimum, bar.maximum, bar.progress = 0, 1000, min(1000, done * 1000 // units)
        bar.text, bar.textVisible = str(index.data()), True
        bar.textAlignment = Qt.AlignmentFlag.AlignCenter
        QApplication.style().drawControl(QStyle.ControlElement.CE_ProgressBar, bar, painter)


class StageTable(RowTable[LiveStage]):
    """The stages of a run; the one at work stays in view."""

    def __init__(self) -> None:
        super().__init__(tr("Stages"), STAGES, lambda row: row.name)
        self._running = -1
        self.setItemDelegateForColumn(1, ProgressDelegate(self))

    def show_stages(self, stages: Sequence[StageView], pace: Pace | None = None) -> None:
        """Show stages as they are, and when the one at work will be over."""
        left, now = pace.left if pace is not None else None, datetime.now(UTC)

        def over(stage: StageView) -> str:
            if pace is None or left is None or stage.status != "running" or stage.name != pace.stage:
                return ""
            return tr("within 2 min") if left.soon else between(*left.moments(now), now.isoformat())

        self.show_rows(
            [
                LiveStage(
                    each.name, each.status, each.done, each.units, over(each), plain(worded(each.reasons))
                )
                for each in stages
            ]
        )
        running = next((at for at, stage in enumerate(stages) if stage.status == "running"), -1)
        if running != self._running:
            self._running = running
            self.scrollTo(self.shown.mapFromSource(self.rows.index(max(running, 0), 0)))


_DEEDS = {
    RunAction.PAUSE: (tr("Pause"), "Ctrl+Shift+P", tr("Let the device complete its step, then wait")),
    RunAction.RESUME: (tr("Resume"), "Ctrl+Shift+P", tr("Continue the run")),
    RunAction.CLOSE_SESSION: (
        tr("Close session"),
        "Ctrl+Shift+E",
        tr("End this session; the run continues in the next session"),
    ),
    RunAction.STOP: (
        tr("Stop…"),
        "Ctrl+Shift+S",
        tr("What was recorded is evaluated and printed. A stopped run cannot pass."),
    ),
    RunAction.REPORT: (tr("Open report"), "Ctrl+O", tr("Open the PDF of this run")),
    RunAction.RESULTS: (
        tr("Show results"),
        "Ctrl+Shift+R",
        tr("Show each check of the verdict, down to the recorded bytes"),
    ),
}
_READING = frozenset({RunAction.REPORT, RunAction.RESULTS})
"""What does nothing to the run, and is open to everybody."""


REPORTED = {
    "jam": (tr("A &jam was cleared"), tr("Record that a person cleared a jam of the device")),
    "refill": (tr("Cards were &added by hand"), tr("Record that a person added cards")),
    "door": (tr("The &door was open"), tr("Record that the door of the device was open")),
}
"""What people may put on record while a run is at work, by the command that does."""


class ControlBar(QWidget):
    """One button for each deed; the same actions stand in the menu."""

    asked = Signal(object)
    """Emitted with the :class:`RunAction` that somebody wants."""
    reported = Signal(str)
    """Emitted with the command of what somebody saw happen at the device."""

    def __init__(self) -> None:
        super().__init__()
        self.actions_of: dict[RunAction, QAction] = {}
        self.buttons: dict[RunAction, QToolButton] = {}
        for deed, (text, keys, what) in _DEEDS.items():
            action = QAction(text, self)
            action.setIconText(text)  # without it the button would leave the dots out
            action.setShortcut(QKeySequence(keys))
            action.setToolTip(_hint(action, what))
            action.triggered.connect(partial(self._ask, deed))
            button = QToolButton()
            button.setDefaultAction(action)
            button.setAccessibleName(text.rstrip("…"))
            button.setAccessibleDescription(what)
            button.setProperty("deed", True)  # noqa: FBT003  Qt's call
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            self.actions_of[deed], self.buttons[deed] = action, button
        self.report = menu_button(tr("Note…"), tr("Note what happened at the device"))
        menu = QMenu(self.report)
        for command, (text, what) in REPORTED.items():
            menu.addAction(text, partial(self.reported.emit, command)).setToolTip(what)
        self.report.setMenu(menu)
        in_wrapped_row(*self.buttons.values(), self.report, on=self)
        self._deeds: frozenset[RunAction] = frozenset(RunAction)
        self._why = ""
        self.allow(frozenset())
        follow_colors(self, self._paint)

    def fill(self, menu: QMenu) -> None:
        """Put the actions into a menu."""
        menu.addActions(list(self.actions_of.values()))

    def allow(self, deeds: frozenset[RunAction]) -> None:
        """Enable what may be done now; resume also takes up a run whose runner is gone."""
        if deeds != self._deeds:
            self._deeds = deeds
            self._enable()

    def restrict(self, why: str) -> None:
        """Let nobody do anything to the run, and say why; its report may be read."""
        if why != self._why:
            self._why = why
            self._enable()

    def _enable(self) -> None:
        self.report.setEnabled(RunAction.STOP in self._deeds and not self._why)
        self.report.setToolTip(self._why)
        for deed, action in self.actions_of.items():
            acts = deed not in _READING
            now = deed in self._deeds or (deed is RunAction.RESUME and RunAction.RESTART in self._deeds)
            action.setEnabled(now and not (acts and self._why))
            action.setToolTip(self._why if acts and self._why else _hint(action, _DEEDS[deed][2]))

    def _ask(self, deed: RunAction, _checked: bool = False) -> None:
        restart = deed is RunAction.RESUME and RunAction.RESTART in self._deeds
        self.asked.emit(RunAction.RESTART if restart else deed)

    def _paint(self) -> None:
        for deed, action in self.actions_of.items():
            action.setIcon(icon(deed, theme.current().text))


def _hint(action: QAction, what: str) -> str:
    return f"{what} ({action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)})"


class EventLog(QPlainTextEdit):
    """Read-only text that can be selected and copied."""

    followed = Signal(bool)
    """Emitted when the view begins or ends to follow the latest line."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Event log"))
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setMaximumBlockCount(MOST_LINES)
        self.setPlaceholderText(tr("The events of the run appear here."))
        self.setTabChangesFocus(True)
        self._lines: deque[str] = deque(maxlen=MOST_LINES)
        self._words: tuple[str, ...] = ()
        self._attention = False
        self._follows = True
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._look)
        bar.rangeChanged.connect(self._keep_up)

    def add(self, lines: Sequence[str]) -> None:
        """Add lines; the view follows unless somebody has scrolled back to read."""
        self._lines.extend(lines)
        if shown := [line for line in lines if self._has(line)]:
            follows = self._follows
            self.appendPlainText("\n".join(shown))
            self.follow(follows)

    def keep(self, words: str, *, attention: bool) -> None:
        """Show only lines with all words, or only those that need attention; none is lost."""
        self._words, self._attention = tuple(words.casefold().split()), attention
        follows = self._follows
        self.setPlainText("\n".join(line for line in self._lines if self._has(line)))
        filtered = bool(self._words) or attention
        self.setPlaceholderText(
            tr("No event has all these words.") if filtered else tr("The events of the run appear here.")
        )
        self.follow(follows)

    def clear(self) -> None:
        """Show no run."""
        self._lines.clear()
        super().clear()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's name
        """Keep the end in view where the view follows: a question that opens takes room from the log."""
        follows = self._follows
        super().resizeEvent(event)
        self.follow(follows)

    def _has(self, line: str) -> bool:
        folded = line.casefold()
        return (ATTENTION in line or not self._attention) and all(word in folded for word in self._words)

    def follow(self, follows: bool) -> None:
        """Keep the end in view, or stay where the view is."""
        self._say(follows=follows)
        self._keep_up()

    def _look(self, value: int) -> None:
        self._say(follows=value >= self.verticalScrollBar().maximum() - 1)

    def _say(self, *, follows: bool) -> None:
        if follows != self._follows:
            self._follows = follows
            self.followed.emit(follows)

    def _keep_up(self) -> None:
        if self._follows:
            bar = self.verticalScrollBar()
            bar.setValue(bar.maximum())


KINDS = (tr("All events"), tr("Attention"))


class EventPane(QWidget):
    """The log beneath what is left out of it."""

    def __init__(self) -> None:
        super().__init__()
        self.log = EventLog()
        self.which = choice_box(tr("Which events"), ((kind, None) for kind in KINDS))
        self.which.setToolTip(tr("All events, or those that need attention"))
        self.filter = line_edit(tr("Filter events"), tr("Filter: words"), self._keep)
        self.follow = QCheckBox(tr("Follow"))
        self.follow.setAccessibleName(tr("Keep the latest event in view"))
        self.follow.setChecked(True)
        head = in_row(self.which, (self.filter, 1), self.follow, gap=6)
        in_column(head, (self.log, 1), gap=4, on=self)
        self.setFocusProxy(self.log)
        self.which.currentIndexChanged.connect(self._keep)
        self.follow.toggled.connect(self.log.follow)
        self.log.followed.connect(self._show_following)
        add_key(self, QKeySequence.StandardKey.Find, tr("Filter the events"), self.filter.setFocus)

    def _keep(self) -> None:
        self.log.keep(self.filter.text(), attention=self.which.currentIndex() > 0)

    def _show_following(self, follows: bool) -> None:
        with QSignalBlocker(self.follow):
            self.follow.setChecked(follows)
