"""Figures of a plan that is edited: one computation at a time, begun when the plan rests, given up at the next change."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from labharness.analysis.power.defects.named import Defect
from labharness.analysis.power.detection import Power
from labharness.app.planning.estimates import COARSE, FINE, telling
from labharness.errors import LabharnessError
from labharness.gui.kit.slow_work.worker_thread import WorkerThread
from labharness.gui.kit.window_sentences import explain
from labharness.gui.kit.words import tr
from labharness.gui.plans.plan_facts import Examined, PlanFacts

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
    told
        Emitted with how the figures stand.
    changed
        Emitted when there are others.
    """

    told = Signal(str)
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
            self.told.emit(
                tr(
                    "From the table of {replicates} submissions that fits this plan.",
                    replicates=examined.known[0].replicates,
                )
            )
        elif self._wanted == self._computed:
            self._settle(self.known)
            self.told.emit(self._said)
        else:
            self.told.emit(RESTING)
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
        self.told.emit(tr("computing 1 of {defects}", defects=len(defects)))
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
                self.told.emit(
                    self._said
                    if place == every
                    else tr("computing {place} of {every}", place=place + 1, every=every)
                )
                self.changed.emit()
            case str(sentence):
                self.told.emit(sentence)
