"""Everything about one run: how it stands, its stages, its picture, its log, what it asks."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSplitter, QVBoxLayout, QWidget

from labharness.evidence.history.stage_view import StageView
from labharness.gui.kit import theme
from labharness.gui.kit.labels.banner import Banner
from labharness.gui.kit.labels.elided_label import ElidedLabel
from labharness.gui.kit.labels.loud_label import LoudLabel
from labharness.gui.kit.run_standing import NOTHING
from labharness.gui.kit.screen_text import day_and_time
from labharness.gui.kit.shortcut import add_key
from labharness.gui.kit.stacked_parts import StackedParts
from labharness.gui.kit.words import tr
from labharness.gui.prompts.prompt_panel import PromptPanel
from labharness.gui.run.attachment import Attachment
from labharness.gui.run.control_bar import ControlBar
from labharness.gui.run.event_pane import EventPane
from labharness.gui.run.picture_view import MOST, PictureView
from labharness.gui.run.stage_table import StageTable
from labharness.language.numbers import number, size
from labharness.language.text import plain
from labharness.reporting.banners import SIMULATED, signs_in_words

BESIDE, STACKED = 900, 700
"""Pixels of width of stages and picture beside each other, of height below each other, in text of the usual size."""


class RunView(QWidget):
    """The right-hand side of the window.

    Attributes
    ----------
    answered
        Emitted with the prompt's number, who answers, and the answer.
    """

    answered = Signal(int, str, str)

    def __init__(self, who: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title, self.facts = ElidedLabel(), ElidedLabel()
        theme.enlarge(self.title, 1.5, bold=True)
        self.facts.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self.controls = ControlBar()
        self.simulated = LoudLabel(tr("Simulated device"))
        self.banner, self.prompt = Banner(), PromptPanel(who)
        self.stages, self.picture, self.events = StageTable(), PictureView(), EventPane()
        self.log = self.events.log
        self.prompt.answered.connect(self.answered)
        head = QVBoxLayout()
        head.setSpacing(3)
        head.addWidget(self.title)
        head.addWidget(self.facts)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 14, 14, 14)
        column.setSpacing(10)
        column.addLayout(head)
        column.addWidget(self.simulated)
        column.addWidget(self.banner)
        self._attachment: Attachment | None = None
        self._plan, self._chosen = "", dict[str, int]()
        self._offered: object = None
        self._titles: list[str] = []
        self._keys: list[QShortcut] = []
        for at in range(MOST):
            key = add_key(self, str(at + 1), tr("Picture {at}", at=at + 1), partial(self._choose_picture, at))
            key.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            self._keys.append(key)
        self.picture.wanted.connect(self._choose_picture)
        self.panes = self._panes()
        self.beside = QPushButton(tr("Stages and picture"))
        self.beside.setCheckable(True)
        self.beside.setAccessibleName(tr("Show stages and picture beside the question"))
        self.beside.toggled.connect(lambda _: self._make_room())
        row = QHBoxLayout()
        row.addWidget(self.controls, 1)
        row.addWidget(self.beside)
        column.addLayout(row)
        column.addWidget(self.prompt, 3)
        column.addWidget(self.panes, 2)
        self.clear()

    def _panes(self) -> QSplitter:
        left = QSplitter(Qt.Orientation.Vertical)
        self.rate = QLabel()
        self.rate.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self.rate.setWordWrap(True)
        self.rate.setAccessibleName(tr("Rate"))
        stages = _titled(tr("Stages"), self.stages)
        outline = stages.layout()
        assert outline is not None
        outline.addWidget(self.rate)
        left.addWidget(stages)
        left.addWidget(_titled(tr("Events"), self.events))
        left.setSizes([330, 170])
        both = StackedParts(BESIDE, STACKED)
        both.addWidget(left)
        both.addWidget(_titled(tr("Live picture"), self.picture))
        both.setSizes([540, 430])
        for splitter in (left, both):
            splitter.setChildrenCollapsible(False)
            splitter.setHandleWidth(10)
        return both

    def clear(self) -> None:
        """Show no run."""
        self.title.setText(tr("Live run"))
        self.facts.setText("")
        self.simulated.say("")
        self.banner.show_standing(NOTHING)
        self.controls.allow(NOTHING.deeds)
        self.prompt.forget()
        self._make_room()
        self.stages.show_stages([])
        self._attachment = None
        self.picture.show_picture(None)
        self.rate.setText("")
        self.log.clear()

    def show_run(self, attachment: Attachment) -> None:
        """Show what has been read of a run so far."""
        summary, standing = attachment.summary, attachment.standing
        plan = summary.start.plan if summary.start else None
        self.title.setText(plain(plan.title if plan else attachment.folder.run, 200))
        self.facts.setText(_facts(attachment))
        shown = plain(signs_in_words(summary.simulation), 600) if summary.simulated else ""
        self.simulated.say(f"{SIMULATED}. {shown}" if shown else "")
        self.banner.show_standing(standing)
        self.controls.allow(standing.deeds)
        # Nobody waits for an answer to a question of a runner that is gone.
        prompts = summary.open_prompts if attachment.alive else {}
        self.prompt.show_prompts(prompts, attachment.bench_facts())
        self._make_room()
        self.stages.rows.show_pace(attachment.pace)
        self.stages.show_stages([_as_it_is(stage, attachment) for stage in summary.stages.values()])
        self._show_picture(attachment)
        self.rate.setText(plain(_rate(attachment), 300))
        self.log.add(attachment.take_lines())

    def _show_picture(self, attachment: Attachment) -> None:
        """Show one picture of those that the plan gives; the choice is remembered by plan."""
        start = attachment.summary.start
        self._attachment, self._plan = attachment, start.plan.id if start is not None else ""
        which, result = self._chosen.get(self._plan, 0), attachment.pictures()
        if result is not self._offered:  # titles are those of the stage, and counting them again takes time
            self._offered, self._titles = result, [counts.picture().title for counts in result]
        if result:
            self.picture.offer(self._titles, which)
        standing = attachment.summary.standing(alive=attachment.alive)
        self.picture.show_picture(attachment.picture(which), standing)

    def _choose_picture(self, which: int) -> None:
        if self._attachment is not None and which < len(self._attachment.pictures()):
            self._chosen[self._plan] = which
            self._show_picture(self._attachment)

    def _make_room(self) -> None:
        """Give a question the page; what runs on beside it is shown to whoever wants to see it."""
        asked = not self.prompt.isHidden()
        self.beside.setVisible(asked)
        for beside in (self.banner, self.title, self.facts):  # the path above the page names the run
            beside.setVisible(not asked)
        self.panes.setVisible(not asked or self.beside.isChecked())
        for shortcut in self._keys:  # a digit belongs to whoever enters cards
            shortcut.setEnabled(not asked)


def _as_it_is(stage: StageView, attachment: Attachment) -> StageView:
    """Return a stage as stopped where its runner is gone: then no time is left or known."""
    running = attachment.alive or stage.status != "running"
    return stage if running else replace(stage, status="stopped")


def _rate(attachment: Attachment) -> str:
    """Return how fast the stage goes, how large the record is, and how many reads agree."""
    summary, parts = attachment.summary, []
    rate = attachment.pace.per_minute
    if rate is not None and attachment.alive:
        parts.append(
            tr("{rate} units a minute; time spent waiting for people is not counted", rate=number(rate, 3))
        )
    parts.append(tr("ledger {size}", size=size(attachment.bytes_read)))
    if summary.reads_made:
        parts.append(
            tr(
                "reads agree {reads_agreed} of {reads_made}",
                reads_agreed=number(summary.reads_agreed),
                reads_made=number(summary.reads_made),
            )
        )
    if summary.rejected:
        parts.append(tr("{rejected:,} {rejected:read|reads} rejected", rejected=len(summary.rejected)))
    return "  ·  ".join(parts)


def _facts(attachment: Attachment) -> str:
    summary = attachment.summary
    if summary.start is None:
        return attachment.folder.run
    device = plain(summary.start.device, 120)
    if summary.identity is not None:
        who = summary.identity
        device = plain(
            tr(
                "{manufacturer} {model}, serial {serial}",
                manufacturer=who.manufacturer,
                model=who.model,
                serial=who.serial,
            ),
            160,
        )
    parts = [attachment.folder.run, device, tr("started {started}", started=day_and_time(summary.started))]
    if summary.start.submission:
        parts.append(tr("submission {submission}", submission=summary.start.submission))
    if summary.session:
        parts.append(tr("session {session}", session=summary.session))
    return "  ·  ".join(parts)


def _titled(text: str, widget: QWidget) -> QWidget:
    box = QWidget()
    label = QLabel(text)
    label.setProperty("muted", True)  # noqa: FBT003  Qt's call
    label.setBuddy(widget)
    column = QVBoxLayout(box)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(4)
    column.addWidget(label)
    column.addWidget(widget, 1)
    return box
