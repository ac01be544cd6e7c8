"""Everything about one run: how it stands, its stages, its picture, its log, what it asks; and the commands that it is sent."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QElapsedTimer, QObject, Qt, Signal
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import QFrame, QMenu, QSplitter, QStackedLayout, QWidget

from labharness.acts.declaring import Seat
from labharness.acts.tell import tell
from labharness.evidence.history.course import StageView
from labharness.gui.kit import theme
from labharness.gui.kit.charts.chart import Chart
from labharness.gui.kit.findable import add_key
from labharness.gui.kit.labels import Banner, ElidedLabel, LoudLabel
from labharness.gui.kit.layouts import StackedParts, follow_text
from labharness.gui.kit.parts import (
    boxed,
    choice_box,
    in_column,
    in_row,
    in_splitter,
    push_button,
    text_label,
    timer_of,
)
from labharness.gui.kit.run_standing import NOTHING
from labharness.gui.kit.slow_work import Errand
from labharness.gui.kit.words import day_and_time, tr
from labharness.gui.prompts.prompt_panel import PromptPanel
from labharness.gui.results.run_tabs import titled
from labharness.gui.run.attachment import Attachment
from labharness.gui.run.event_log import ControlBar, EventPane, StageTable
from labharness.gui.run.live_counts import ENOUGH, LivePicture
from labharness.language.numbers import amount, decimal, number, size
from labharness.language.template import plain
from labharness.model.observations import Kind
from labharness.model.results import Standing
from labharness.reporting.layout import SIMULATED, signs_in_words

EMPTY = tr("The picture appears with the first shuffle, deal or draw.")
DRAW_MS = 250
"""A picture is drawn anew at most so often."""
MOST = 6
"""Pictures that have a key."""
LEAST = 306
"""Pixels of a picture with its axis, read-out and caption of three lines, in text of the usual size."""


class PictureView(QFrame):
    """Draws one :class:`LivePicture`."""

    wanted = Signal(int)
    """Emitted with the place of the picture that somebody chooses."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Live picture"))
        self.chart, self.caption = Chart(), text_label(muted=True)
        self.heading = self.chart.heading
        self.which = choice_box(tr("Picture, by keys 1 to 6"), chosen=self.wanted)
        self.which.setToolTip(tr("Keys 1 to 6 choose a picture"))
        self.take = push_button(tr("Copy or &save"), name=tr("Copy or save the picture"))
        menu = QMenu(self.take)
        self.chart.fill(menu)
        self.take.setMenu(menu)
        self._nothing = text_label(EMPTY, muted=True)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        drawn = boxed(in_column(in_row((self.which, 1), self.take), (self.chart, 1), self.caption, gap=4))
        # A splitter asks a text for one line; beneath the tour, the texts lay over the axis and over each other.
        follow_text(drawn, lambda scale: drawn.setMinimumHeight(round(LEAST * scale)))
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._nothing)
        self._stack.addWidget(drawn)
        self._picture: LivePicture | None = None
        self._waiting: LivePicture | None = None
        self._standing: Standing | None = None
        self._drawn, self._later = QElapsedTimer(), timer_of(self, self._draw)

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
        goes_on = not other and before is not None and before.title == picture.title
        if goes_on and before is not None and before.units == picture.units:
            return
        self._waiting = picture
        if not goes_on or self._drawn.elapsed() >= DRAW_MS:
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
    standing = tr("Live, not a verdict") if interim else tr("Recorded")
    parts = [tr("{standing}: {units}.", standing=standing, units=_units(picture))]
    if (mean := float(picture.expected.mean())) < ENOUGH and picture.heat:
        noise = tr(
            "A cell holds {mean} on average; below {enough} the differences are mostly noise.",
            mean=decimal(mean),
            enough=number(ENOUGH),
        )
        parts.append(noise)
    elif picture.has_law and (picture.heat or mean >= ENOUGH):
        value, row, column = picture.largest
        where = (
            f"{picture.y_label} {row}, {picture.x_label} {column}" if row else f"{picture.x_label} {column}"
        )
        largest = tr(
            "Largest of {cells} differences from expected: {largest} standard deviations ({where}); a fair device shows about {chance}.",
            cells=number(picture.residuals.size),
            largest=decimal(value, signed=True),
            where=where,
            chance=decimal(picture.largest_by_chance),
        )
        parts.append(largest)
    if skipped := number(picture.skipped) if picture.skipped else "":
        parts.append(tr("{skipped} left out, because their cards are not the declared set.", skipped=skipped))
    return " ".join(parts)


BESIDE, STACKED = 900, 700
"""Pixels of width of stages and picture beside each other, of height below each other, in text of the usual size."""


class RunView(QWidget):
    """The right-hand side of the window."""

    answered = Signal(int, str, str)
    """Emitted with the prompt's number, who answers, and the answer."""

    def __init__(self, who: str) -> None:
        super().__init__()
        self.title, self.facts = ElidedLabel(), ElidedLabel()
        theme.enlarge(self.title, 1.5, bold=True)
        self.facts.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self.controls = ControlBar()
        self.simulated = LoudLabel(tr("Simulated device"))
        self.banner, self.prompt = Banner(), PromptPanel(who)
        self.stages, self.picture, self.events = StageTable(), PictureView(), EventPane()
        self.log = self.events.log
        self.prompt.answered.connect(self.answered)
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
        self.beside = push_button(
            tr("Stages and picture"),
            name=tr("Show stages and picture beside the question"),
            toggles=self._make_room,
        )
        in_column(
            in_column(self.title, self.facts, gap=3),
            self.simulated,
            self.banner,
            in_row((self.controls, 1), self.beside),
            (self.prompt, 3),
            (self.panes, 2),
            gap=10,
            edges=(6, 14, 14, 14),
            on=self,
        )
        self.clear()

    def _panes(self) -> QSplitter:
        self.rate = text_label(muted=True, name=tr("Rate"))
        left = in_splitter(
            QSplitter(Qt.Orientation.Vertical),
            titled(tr("Stages"), self.stages, self.rate),
            titled(tr("Events"), self.events),
            sizes=(330, 170),
            handle=10,
        )
        picture = titled(tr("Live picture"), self.picture)
        return in_splitter(StackedParts(BESIDE, STACKED), left, picture, sizes=(540, 430), handle=10)

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
        stages = [_as_it_is(stage, attachment) for stage in summary.stages.values()]
        self.stages.show_stages(stages, attachment.pace)
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
    summary, parts = attachment.summary, []
    rate = attachment.pace.per_minute
    if rate is not None and attachment.alive:
        parts.append(
            tr("{rate} units a minute; time spent waiting for people is not counted", rate=number(rate, 3))
        )
    parts.append(tr("ledger {size}", size=size(attachment.bytes_read)))
    if summary.reads_made:
        agreed, reads = number(summary.reads_agreed), number(summary.reads_made)
        parts.append(tr("reads agree {agreed} of {reads}", agreed=agreed, reads=reads))
    if summary.rejected:
        parts.append(tr("{rejected:,} {rejected:read|reads} rejected", rejected=len(summary.rejected)))
    return "  ·  ".join(parts)


def _facts(attachment: Attachment) -> str:
    summary = attachment.summary
    if summary.start is None:
        return attachment.folder.run
    device = plain(summary.start.device, 120)
    if (who := summary.identity) is not None:
        serial = tr("serial {serial}", serial=who.serial)
        device = plain(f"{who.manufacturer} {who.model}, {serial}", 160)
    parts = [attachment.folder.run, device, tr("started {started}", started=day_and_time(summary.started))]
    if summary.start.submission:
        parts.append(tr("submission {submission}", submission=summary.start.submission))
    if summary.session:
        parts.append(tr("session {session}", session=summary.session))
    return "  ·  ".join(parts)


@dataclass(frozen=True, slots=True)
class RunCommand:
    """One command.

    Parameters
    ----------
    sent
        What is said once it is sent, "" for nothing.
    answer, prompt
        Of an answer.
    """

    run: str
    command: str
    who: str = ""
    sent: str = ""
    answer: str = ""
    prompt: int | None = None


class RunCommands(QObject):
    """Keeps the order in which commands were given.

    Parameters
    ----------
    seat
        Where they are sent from.

    Attributes
    ----------
    announced
        Emitted with what came of a command.
    refused
        Emitted with why an answer was not sent.
    """

    announced, refused = Signal(str), Signal(str)

    def __init__(self, seat: Seat, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._seat = seat
        self._waiting: deque[RunCommand] = deque()
        self._errand = Errand(self)
        self._errand.failed.connect(self._fail)
        self._errand.changed.connect(self._next)

    @property
    def busy(self) -> bool:
        """Whether a command has not been sent yet."""
        return bool(self._waiting)

    def send(self, command: RunCommand) -> None:
        """Send a command after those that were given before."""
        self._waiting.append(command)
        self._next()

    def stop(self) -> None:
        """Return when the command at hand is sent; the others are dropped."""
        self._errand.stop()

    def _next(self) -> None:
        if self._waiting and not self._errand.busy:
            number = self._waiting[0]
            self._errand.begin(
                lambda _: self._seat.do(
                    tell, number.run, number.command, number.answer, who=number.who, prompt=number.prompt
                ),
                lambda _: self._done(number),
            )

    def _done(self, command: RunCommand) -> None:
        self._waiting.popleft()
        if command.sent:
            self.announced.emit(command.sent)

    def _fail(self, sentence: str) -> None:
        result = self._waiting.popleft()
        if result.prompt is not None:
            self.refused.emit(
                tr("The answer was not sent. {sentence} What you entered is kept.", sentence=sentence)
            )
        else:
            self.announced.emit(tr("The command was not sent. {sentence}", sentence=sentence))
