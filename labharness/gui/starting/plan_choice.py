"""The plan of a new run: a button that says which one and opens the choice; it begins with the last one's.

Which submission a run is part of.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QPushButton, QSizePolicy, QWidget

from labharness.app.catalog.plan_cache import PlanEntry
from labharness.app.catalog.plan_index import PlanIndex, kept, read_plan
from labharness.errors import LabharnessError
from labharness.evidence.outside import SizeLimit, text_outside
from labharness.gui.filings.submission_facts import Filed
from labharness.gui.kit.parts import in_column, text_label
from labharness.gui.kit.run_standing import explain
from labharness.gui.kit.slow_work.latest import Latest
from labharness.gui.kit.words import tr
from labharness.gui.services import Services
from labharness.gui.starting.plan_chooser import PlanChooser
from labharness.language.template import plain
from labharness.model.device import DeviceClass

READING, CHOOSE = tr("Reading the plans…"), tr("Choose a plan…")
LAST = "window.json"
ROOM = 24
"""Pixels of the button beside its words."""


class PlanChoice(QWidget):
    """One plan, or none yet.

    Parameters
    ----------
    services
        Lists the plans, on another thread; the choice is kept in its workspace.

    Attributes
    ----------
    index
        All games and plans, None until they have been read.
    changed
        Emitted when another plan is chosen.
    """

    changed = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._place, self._read = services.workspace.path, services.plans
        self.index: PlanIndex | None = None
        self._wanted, self._sought = False, ""
        self.plan: PlanEntry | None = None
        self.chooser: PlanChooser | None = None
        self._games: tuple[str, ...] = ()
        self._devices: tuple[DeviceClass, ...] = ()
        self.button, self.about = _WordyButton(), text_label(muted=True)
        self.button.clicked.connect(self._open)
        self.setFocusProxy(self.button)
        self.about.hide()
        in_column(self.button, self.about, gap=4, on=self)
        self._plans = Latest(self, self._fail)
        self.stop = self._plans.stop
        self.button.say(READING)
        self._plans.ask(self._read, self._take)

    def choose(self, name: str) -> None:
        """Choose a plan by its id as soon as the plans are read; one that is not there is told."""
        self._sought = name
        if self.index is None:
            return
        plan = self.index.find(name)
        if plan is None:
            self.say(tr("There is no plan {name}.", name=plain(name, 80)))
        else:
            self._show(plan)

    def take_file(self, file: Path) -> None:
        """Choose the plan of a file; a file with mistakes is refused here, and the room Plans shows all of them."""
        try:
            plan = read_plan(file)
        except LabharnessError as error:
            self.say(tr("{file} is not used: {error}", file=plain(file.name, 80), error=explain(error)))
        else:
            self._pick(plan)

    def suit(self, games: Sequence[str], devices: Sequence[DeviceClass]) -> None:
        """Begin the choice with a plan for one of these games and device classes; for none, with the plan at hand."""
        self._games, self._devices = tuple(games), tuple(devices)

    def _first(self, index: PlanIndex) -> str:
        """Return the name of the plan that the choice begins with: the one at hand, unless only others fit."""
        at_hand = self.plan.name if self.plan is not None else ""
        fitting = [
            plan.name
            for game in self._games
            for plan in index.plans
            if plan.game == game and plan.device in self._devices
        ]
        return at_hand if at_hand in fitting or not fitting else fitting[0]

    def _open(self) -> None:
        """Read the plans again, for files may have come, and open the choice when that is done."""
        self._wanted = True
        self._plans.ask(self._read, self._take)

    def _fail(self, sentence: str) -> None:
        self._wanted = False
        self.button.say(self.plan.title if self.plan is not None else CHOOSE)
        self.say(sentence)

    def _take(self, index: PlanIndex) -> None:
        first, self.index = self.index is None, index
        if first:
            self._show(self._last(index))
            if self._sought:
                self.choose(self._sought)
        if self._wanted:
            self._wanted = False
            self.chooser = PlanChooser(index, self._place / "plans", self._first(index), self.window())
            self.chooser.picked.connect(self._pick)
            self.chooser.finished.connect(lambda _: setattr(self, "chooser", None))
            self.chooser.open()

    def _pick(self, plan: PlanEntry) -> None:
        try:
            plan = kept(plan, self._place / "plans")
        except LabharnessError as error:
            self.say(explain(error))
            return
        self._show(plan)
        # A window that cannot remember still works.
        with contextlib.suppress(OSError):
            (self._place / LAST).write_text(json.dumps({"plan": plan.name}) + "\n", encoding="utf-8")

    def _last(self, index: PlanIndex) -> PlanEntry | None:
        """Return the plan that was chosen last in this workspace, if it is still there."""
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError, LabharnessError):
            name = str(json.loads(text_outside(self._place / LAST, SizeLimit.WRITTEN))["plan"])
            return index.find(name) or (read_plan(Path(name)) if name.endswith(".toml") else None)
        return None

    def _show(self, plan: PlanEntry | None) -> None:
        self.plan = plan
        self.button.say(plan.title if plan is not None else CHOOSE)
        self.say(f"{plan.device.words}: {plan.sample}" if plan is not None else "")
        self.about.setToolTip(
            plain(tr("{title}. People: {hours}.", title=plan.title, hours=plan.hours))
            if plan is not None
            else ""
        )
        self.changed.emit()

    def say(self, sentence: str) -> None:
        """Say something of the plan, or why what was dropped is none; the plan that was chosen stays."""
        self.about.setText(plain(sentence))
        self.about.setVisible(bool(sentence))


class _WordyButton(QPushButton):
    """A button that cuts its words where they do not fit, and then shows them whole in its tooltip."""

    def __init__(self) -> None:
        super().__init__()
        self._words = ""
        self.setProperty("wordy", True)  # noqa: FBT003  Qt's call
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def say(self, words: str) -> None:
        """Show other words."""
        self._words = plain(words)
        self.setAccessibleName(tr("Plan: {words}", words=self._words))
        self._fit()

    def minimumSizeHint(self) -> QSize:  # noqa: N802  Qt's name
        """Allow any width."""
        return QSize(40, super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's name
        """Cut the words anew."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        shown = self.fontMetrics().elidedText(self._words, Qt.TextElideMode.ElideRight, self.width() - ROOM)
        self.setText(shown.replace("&", "&&"))
        self.setToolTip("" if shown == self._words else self._words)


NONE = tr("none")


class SubmissionChoice(QComboBox):
    """None, or one of those in the register."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Submission"))
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(16)
        self._filed: tuple[Filed, ...] = ()
        self._sought = ""
        self.addItem(NONE, "")
        self.currentTextChanged.connect(self.setToolTip)

    @property
    def submission(self) -> str:
        """Id of the submission, "" for none."""
        return str(self.currentData() or "")

    @property
    def filed(self) -> Filed | None:
        """The submission that is chosen."""
        return next((each for each in self._filed if each.id == self.submission), None)

    def choose(self, submission: str) -> None:
        """Choose a submission by its id, as soon as it is offered."""
        self._sought = submission
        self._seek()

    def _seek(self) -> None:
        at = self.findData(self._sought) if self._sought else -1
        if at >= 0:
            self._sought = ""
            self.setCurrentIndex(at)

    def show_filed(self, filed: Sequence[Filed]) -> None:
        """Offer these, the newest first; what is chosen stays chosen."""
        kept = self.submission
        self._filed = tuple(filed)
        self.clear()
        self.addItem(NONE, "")
        for each in reversed(filed):
            self.addItem(plain(f"{each.id} – {each.title}", 120), each.id)
            self.setItemData(
                self.count() - 1, plain(f"{each.kind}, {each.submitter}"), Qt.ItemDataRole.ToolTipRole
            )
        self.setCurrentIndex(max(0, self.findData(kept)))
        self._seek()
