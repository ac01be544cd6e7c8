"""What a pass would exclude: detection rates of the plan before and now, false alarms, and what a run takes.

Figures of a plan that is edited: one computation at a time, begun when the plan rests, given up at the next change.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import QFrame, QHeaderView, QTableWidget, QTableWidgetItem

from labharness.analysis.power.defects.named import Defect
from labharness.analysis.power.detection import Power
from labharness.app.planning.estimates import COARSE, FINE, telling
from labharness.errors import LabharnessError
from labharness.gui.kit import theme
from labharness.gui.kit.layouts import follow_text
from labharness.gui.kit.parts import in_column, push_button, text_label
from labharness.gui.kit.run_standing import Tone, explain, say
from labharness.gui.kit.slow_work import WorkerThread
from labharness.gui.kit.tables.fact_table import offer_to_take
from labharness.gui.kit.words import tr
from labharness.gui.plans.plan_views import Examined, PlanFacts
from labharness.language.numbers import duration, number, percent, size, whole_percent
from labharness.language.template import plain
from labharness.model.reasons.decision import Statements
from labharness.model.reasons.plan import PlanProse

ROW = 46
"""Pixels of a row: a name on two lines, and a rate above its limits."""
NONE = tr(
    "The plan records no sample that can be simulated: its trials and inspections detect what they name."
)
MISTAKES = tr("Correct the mistakes: figures are computed for a plan without any.")
UNKNOWN = tr("not known before a run")


FIGURES = {1: 62, 2: 88}
"""Pixels of the columns with figures."""


class PowerPanel(QFrame):
    """Figures beside the fields that they depend on."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("card")
        self.state = text_label(muted=True, name=tr("State of the figures"))
        self.lenient, self.costs = text_label(), text_label()
        self.table = QTableWidget(0, 3)
        self.table.setAccessibleName(tr("Detection rates"))
        self.table.setHorizontalHeaderLabels([tr("Defect"), tr("Before"), tr("Now")])
        self.table.verticalHeader().hide()
        self.table.setShowGrid(False)
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setSelectionMode(QTableWidget.SelectionMode.NoSelection)
        self.table.setTabKeyNavigation(False)
        offer_to_take(self.table)
        self.table.setWordWrap(True)
        self.table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for at in FIGURES:
            header.setSectionResizeMode(at, QHeaderView.ResizeMode.Fixed)
        follow_text(self.table, self._measure)
        self.button = push_button(tr("Compute &finely"))
        heading = text_label(tr("What a pass would exclude"), size=1.1, bold=True, wraps=False)
        below = (self.state, self.lenient, (self.table, 1), self.costs, self.button)
        in_column(heading, *below, gap=8, edges=(12, 10, 12, 10), on=self)
        self.lenient.hide()

    def show_examined(
        self, examined: Examined, before: Sequence[Power], now: Sequence[Power], *, stale: bool
    ) -> None:
        """Show what is known of a plan; figures of an earlier text are gray."""
        lenient = [say(PlanProse.LENIENT(reason=each)) for each in examined.lenient]
        theme.tint(self.lenient, Tone.UNSURE, grounded=True)
        self.lenient.setText("\n".join(plain(each, 600) for each in lenient))
        self.lenient.setVisible(bool(lenient))
        if examined.frozen is None:
            self._gray()
            self.costs.setEnabled(False)
            self.state.setText(MISTAKES)
            self.button.setEnabled(False)
            return
        self.costs.setEnabled(True)
        self.costs.setText(_costs(examined))
        self.button.setEnabled(bool(examined.defects))
        first = telling(examined.defects, before)
        rest = [defect for defect in examined.defects if defect not in first]
        self._fill(
            (*first, *rest),
            {each.defect: each for each in before},
            {each.defect: each for each in now},
            stale=stale,
        )
        if not examined.defects:
            self.state.setText(NONE)

    def _measure(self, scale: float) -> None:
        self.table.verticalHeader().setDefaultSectionSize(round(ROW * scale))
        for at, width in FIGURES.items():
            self.table.horizontalHeader().resizeSection(at, round(width * scale))

    def minimumSizeHint(self) -> QSize:  # noqa: N802  Qt's name
        """Ask for the height of its sentences at its width; a splitter asks for no more than this."""
        least, layout = super().minimumSizeHint(), self.layout()
        high = layout.totalMinimumHeightForWidth(self.width()) if layout is not None else 0
        return QSize(least.width(), max(least.height(), high))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's name
        """Let the sentences break anew."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def _fill(
        self, defects: Sequence[Defect], before: dict[str, Power], now: dict[str, Power], *, stale: bool
    ) -> None:
        table, muted = self.table, theme.current().muted
        table.setRowCount(len(defects))
        for row, defect in enumerate(defects):
            words, result = before.get(defect.name), now.get(defect.name)
            cells = (
                defect.title,
                "–" if words is None else whole_percent(words.not_passed.share),
                "–" if result is None else _rate(result),
            )
            for at, text in enumerate(cells):
                item = QTableWidgetItem(plain(text, 120))
                item.setToolTip(_tip(defect, words, result))
                if at:
                    item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                if at == 2 and stale:
                    item.setForeground(QColor(muted))
                table.setItem(row, at, item)

    def _gray(self) -> None:
        for row in range(self.table.rowCount()):
            if (item := self.table.item(row, 2)) is not None:
                item.setForeground(QColor(theme.current().muted))


def _rate(power: Power) -> str:
    rate = power.not_passed
    return f"{whole_percent(rate.share)}\n{whole_percent(rate.low).rstrip('%')}–{whole_percent(rate.high)}"


def _tip(defect: Defect, text: Power | None, result: Power | None) -> str:
    words = [defect.title]
    for name, power in (("before", text), ("now", result)):
        if power is not None:
            rate = power.not_passed
            line = tr(
                "{name}: {share} do not pass ({low} to {high}), {replicates} simulated submissions",
                name=name,
                share=percent(rate.share),
                low=percent(rate.low),
                high=percent(rate.high),
                replicates=number(power.replicates),
            )
            words.append(line)
    return "\n".join(words)


def _costs(examined: Examined) -> str:
    lines = [say(Statements.UNBOUNDED())]
    if examined.alarms is not None:
        fail, first = examined.alarms.fail_at_most, examined.alarms.not_passed_at_most
        lines.append(
            tr(
                "False alarm of the whole plan: FAIL at most {fail}, no pass at first at most {first}",
                fail=percent(fail),
                first=percent(first),
            )
        )
    if (cost := examined.cost) is not None:
        lines.append(tr("People: {people}", people=cost.people.words or tr("none for a sample")))
        lines.append(
            tr("Device: {value}", value=UNKNOWN if cost.device_s is None else duration(cost.device_s))
        )
        lines.append(tr("Disk: {value}", value=UNKNOWN if cost.disk is None else size(cost.disk)))
    return "\n".join(lines)


RESTING = tr("Computed when the plan rests.")
NOTHING = object()
REST_MS = 500
"""So long after the last change figures are computed."""


class PowerWork(QObject):
    """Computes coarsely by itself, and finely when asked.

    Attributes
    ----------
    begun, known
        Texts for which a computation was begun, and the figures that are known of the present one.
    announced
        Emitted with how the figures stand.
    changed
        Emitted when there are others.
    """

    announced = Signal(str)
    changed = Signal()
    _news = Signal(int, object)

    def __init__(self, facts: PlanFacts, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._facts, self._thread = facts, WorkerThread()
        self._number, self.begun = 0, 0
        self._given_up = threading.Event()
        self._examined: Examined | None = None
        self._wanted: object = None
        self._computed: object = NOTHING
        self._said = ""
        self.known: dict[str, Power] = {}
        self.stale = False
        self._before: Sequence[Power] = ()
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self._coarse)
        self._news.connect(self._hear)

    def stop(self) -> None:
        """Give up, and return when nothing is computed any more."""
        self._give_up()
        self._thread.wait()

    def rest(self) -> None:
        """Give up what is being computed: the plan has changed."""
        self._give_up()
        self.stale = bool(self.known)

    def show(self, examined: Examined, before: Sequence[Power]) -> None:
        """Take up a plan without mistakes; where its figures are known, nothing is computed."""
        self._examined, self._before = examined, before
        if examined.frozen is None or not examined.defects:
            self._give_up()
            return
        plan = examined.frozen.plan
        self._wanted = (plan.acquisitions, plan.checks, plan.decision, plan.monitoring, plan.game)
        if examined.known:
            self._give_up()
            self._settle({each.defect: each for each in examined.known})
            count = examined.known[0].replicates
            self.announced.emit(tr("From the table of {count} submissions that fits this plan.", count=count))
        elif self._wanted == self._computed:
            self._settle(self.known)
            self.announced.emit(self._said)
        else:
            self.announced.emit(RESTING)
            self._rest.start()
        self.changed.emit()

    def _settle(self, known: dict[str, Power]) -> None:
        """Take figures for those of the present plan."""
        self.known, self.stale, self._computed = known, False, self._wanted

    def finely(self) -> None:
        """Compute the figures of all defects finely."""
        if self._examined is not None and self._examined.frozen is not None:
            self._begin(self._examined.defects, FINE)

    def _coarse(self) -> None:
        if self._examined is not None and self._examined.frozen is not None:
            self._begin(telling(self._examined.defects, self._before), COARSE)

    def _begin(self, defects: Sequence[Defect], replicates: int) -> None:
        self._give_up()
        assert self._examined is not None
        self._given_up = threading.Event()
        self.begun += 1
        self.stale, self._computed = True, NOTHING
        self.announced.emit(tr("computing 1 of {defects}", defects=len(defects)))
        work = partial(
            self._compute, self._number, self._examined, tuple(defects), replicates, self._given_up
        )
        self._thread.start(work)
        self.changed.emit()

    def _give_up(self) -> None:
        self._rest.stop()
        self._number += 1
        self._given_up.set()

    def _compute(
        self,
        number: int,
        examined: Examined,
        defects: tuple[Defect, ...],
        replicates: int,
        given_up: threading.Event,
    ) -> None:
        if given_up.is_set() or examined.frozen is None:
            return
        try:
            simulators, catalog = self._facts.simulators, self._facts.catalog
            powers = simulators.powers(examined.frozen, catalog, defects, replicates, given_up)
            for place, power in enumerate(powers, 1):
                self._news.emit(number, (power, place, len(defects)))
        except (LabharnessError, OSError) as error:
            self._news.emit(number, explain(error))
        except Exception as error:  # noqa: BLE001  a process that ended from outside, or a check of others that raises
            self._news.emit(number, tr("The figures cannot be computed: {error!r}.", error=error))

    def _hear(self, number: int, news: object) -> None:
        if number != self._number:
            return
        match news:
            case (Power() as power, int(place), int(every)):
                if place == 1:
                    self.known = {}
                self.known[power.defect] = power
                if place == every:
                    self._settle(self.known)
                    self._said = tr(
                        "{replicates} simulated submissions of each defect, exact 95% limits",
                        replicates=power.replicates,
                    )
                going = tr("computing {place} of {every}", place=place + 1, every=every)
                self.announced.emit(self._said if place == every else going)
                self.changed.emit()
            case str(sentence):
                self.announced.emit(sentence)
