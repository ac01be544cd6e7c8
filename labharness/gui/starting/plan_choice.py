"""The plan of a new run: chosen by game, device class and words, for so many decks; it begins with the last one's. And its submission."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QFrame,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from labharness.app.catalog.plan_cache import PlanEntry
from labharness.app.catalog.plan_index import SILENT, GameEntry, PlanIndex, kept, read_plan, with_decks
from labharness.errors import LabharnessError, PlanError
from labharness.evidence.outside import SizeLimit, text_outside
from labharness.gui.filings.submission_facts import Filed
from labharness.gui.kit import theme
from labharness.gui.kit.layouts import FittedDialog
from labharness.gui.kit.page import area_of
from labharness.gui.kit.parts import (
    ask_for_file,
    boxed,
    in_column,
    in_row,
    line_edit,
    push_button,
    text_label,
)
from labharness.gui.kit.run_standing import explain, sentences
from labharness.gui.kit.slow_work import Latest
from labharness.gui.kit.words import cited, tr
from labharness.gui.services import Services
from labharness.language.numbers import number
from labharness.language.template import plain
from labharness.model.device import DeviceClass

NOTHING = tr("Choose a game, a device class and a plan.")
LONGEST = 4000
PURPOSE, SAMPLE, PEOPLE = tr("Purpose"), tr("Sample"), tr("People")
CARDS, CHAPTER, REASON, PLAN = tr("Cards"), tr("Chapter"), tr("Reason"), tr("Plan")


class PlanDetails(QFrame):
    """Shows a plan, and makes the same plan for other decks where the chapter permits them.

    Attributes
    ----------
    plan
        The plan that is shown, for the decks that are chosen; None where there is none.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("card")
        self.plan: PlanEntry | None = None
        self._given: PlanEntry | None = None
        self.title = _text(selectable=False)
        theme.enlarge(self.title, 1.1, bold=True)
        self.decks = QComboBox()
        self.decks.setAccessibleName(tr("Decks of one batch"))
        self.decks.currentIndexChanged.connect(self._make)
        self._form = form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setHorizontalSpacing(12)
        form.setVerticalSpacing(8)
        self.lines: dict[str, QLabel] = {}
        for name in (PURPOSE, SAMPLE, PEOPLE, CARDS, CHAPTER, REASON, PLAN):
            if name == CARDS:
                form.addRow(_head(tr("Decks"), Qt.AlignmentFlag.AlignVCenter), self.decks)
            self.lines[name] = _text()
            form.addRow(_head(name, Qt.AlignmentFlag.AlignTop), self.lines[name])
        inner = boxed(in_column(self.title, form, 1, gap=10, edges=(12, 10, 12, 10)))
        self.page = area_of(inner)
        self.page.setAccessibleName(tr("About the plan"))
        self.page.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.page.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        for each in (self.page.viewport(), inner):
            each.setAutoFillBackground(False)
        self.setLayout(in_column(self.page, edges=1))
        self.show_plan(None, None)

    def show_plan(self, plan: PlanEntry | None, game: GameEntry | None) -> None:
        """Show a plan of a game, or that none is chosen."""
        self._given = plan
        with QSignalBlocker(self.decks):
            self.decks.clear()
            for decks in plan.choices if plan is not None else ():
                usual = " " + tr("(usual)") if plan is not None and decks == plan.decks else ""
                self.decks.addItem(tr("{decks:,} {decks:deck|decks}{usual}", decks=decks, usual=usual), decks)
            self.decks.setCurrentIndex(self.decks.findData(plan.decks) if plan is not None else -1)
        self._form.setRowVisible(self.decks, self.decks.count() > 1)
        if plan is not None and game is not None:
            source = " " + tr("Its source: {source}.", source=game.source) if game.source else ""
            chapter = tr("{title}, chapter {chapter}", title=game.title, chapter=game.chapter)
            device = game.devices.get(plan.device, SILENT)
            self._set(CHAPTER, f"{chapter}: {device}.{source} {game.standing}")
        self._show(plan)

    def _make(self) -> None:
        if self._given is not None and self.decks.currentData() is not None:
            try:
                self._show(with_decks(self._given, self.decks.currentData()))
            except LabharnessError as error:
                self._show(self._given)
                self._set(CARDS, explain(error))

    def _show(self, plan: PlanEntry | None) -> None:
        self.plan = plan
        self.title.setText(plain(plan.title, LONGEST) if plan is not None else NOTHING)
        if plan is None:
            for name in self.lines:
                self._set(name, "")
            return
        kept = "; " + tr("kept in the workspace's plans when it is chosen") if plan.content else ""
        for name, text in (
            (PURPOSE, plan.purpose),
            (SAMPLE, plan.sample),
            (PEOPLE, plan.hours),
            (CARDS, plan.cards),
            (REASON, plan.reason),
            (PLAN, f"{plan.name}{kept}"),
        ):
            self._set(name, text)

    def _set(self, name: str, text: str) -> None:
        self.lines[name].setText(cited(plain(text, LONGEST)))
        self._form.setRowVisible(self.lines[name], bool(text))


def _head(name: str, alignment: Qt.AlignmentFlag) -> QLabel:
    label = text_label(name, muted=True, wraps=False)
    label.setAlignment(alignment)
    return label


def _text(*, selectable: bool = True) -> QLabel:
    label = text_label()
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
    label.setMinimumSize(1, 1)  # else it claims the height that its text has in the narrowest column
    if selectable:
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


KEY = Qt.ItemDataRole.UserRole
ELSEWHERE = tr("no plan contains these words")


class PlanChooser(FittedDialog):
    """Everything that can be run, narrowed down by game, device class and words.

    Parameters
    ----------
    index
        All games and plans.
    folder
        Where the choice of a plan file begins.
    chosen
        Name of the plan that is chosen already, or "".

    Attributes
    ----------
    picked
        Emitted with the plan once it is chosen.
    """

    picked = Signal(object)

    def __init__(
        self, index: PlanIndex, folder: Path, chosen: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(tr("Choose a plan"), parent)
        self._index, self._folder = index, folder
        self._shown: list[PlanEntry] = []
        self.resize(1080, 680)
        self.words = line_edit(
            tr("Search words"),
            tr("Words of the game, chapter, device, title or purpose"),
            self._narrow,
            clears=True,
        )
        self.words.installEventFilter(self)
        self.games = _list(tr("Game"), self._show_devices, self._pick)
        self.devices = _list(tr("Device class"), self._show_plans, self._pick)
        self.plans = _list(tr("Plan"), self._show_plan, self._pick)
        self.plans.setMaximumHeight(124)
        self.details, self.note = PlanDetails(), text_label(muted=True)
        self.file = push_button(tr("Plan &file…"), self._ask_file, name=tr("Choose a plan file"))
        self.cancel = push_button(tr("Cancel"), self.reject, name=tr("Cancel the choice"))
        self.choose = push_button(tr("Choose"), self._pick, name=tr("Choose this plan"), main=True)
        self.choose.setDefault(True)
        self._lay_out()
        self._narrow()
        self._select(index.find(chosen))
        if index.problems:
            self.note.setText(plain(tr("Left out: {problems}", problems=index.problems[0])))
        self.words.setFocus()

    def _lay_out(self) -> None:
        columns = (
            (tr("&Game"), self.games, (self.games, 1), 5),
            (tr("&Device class"), self.devices, (self.devices, 1), 5),
            (tr("&Plan"), self.plans, (in_column(self.plans, (self.details, 1), gap=6), 1), 9),
        )
        parts = ((in_column(_label(name, box), part), wide) for name, box, part, wide in columns)
        find = in_row(_label(tr("&Look for"), self.words), (self.words, 1))
        below = in_row(self.file, (self.note, 1), self.cancel, self.choose)
        in_column(find, (in_row(*parts, gap=10), 1), below, gap=10, edges=14, on=self)
        order = (self.words, self.games, self.devices, self.plans, self.details.decks, self.details.page)
        for before, after in zip(order, (*order[1:], self.file), strict=True):
            QWidget.setTabOrder(before, after)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        """Let the arrow keys walk the games while words are typed."""
        if watched is self.words and isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()), 0)
            row = self.games.currentRow() + step
            if step and 0 <= row < self.games.count():
                self.games.setCurrentRow(row)
            return bool(step)
        return super().eventFilter(watched, event)

    def _narrow(self) -> None:
        self._shown = self._index.matching(self.words.text())
        left = {plan.game for plan in self._shown}
        games = [game for game in self._index.games if game.id in left]
        chapters = (
            tr("{title}\nchapter {chapter}", title=game.title, chapter=game.chapter) for game in games
        )
        rows = zip((game.id for game in games), chapters, (game.source for game in games), strict=True)
        _fill(self.games, rows)
        if not games:
            self._show_devices()
        count = number(len(self._shown))
        self.note.setText(
            tr("{count} of {plans} plans.", count=count, plans=number(len(self._index.plans)))
            if games
            else tr("No plan contains these words.")
        )

    def _show_devices(self) -> None:
        rows, closed = [], set[str]()
        if game_id := _current(self.games):
            game = self._index.game(game_id)
            here = {plan.device for plan in self._index.plans if plan.game == game_id}
            left = {plan.device for plan in self._shown if plan.game == game_id}
            for device in DeviceClass:
                text = game.devices.get(device, SILENT)
                if device not in left:
                    closed.add(device.value)
                hidden = device in here and device not in left
                rows.append((device.value, f"{device.words}\n{ELSEWHERE if hidden else text}", text))
        _fill(self.devices, rows, closed)
        if not rows:
            self._show_plans()

    def _show_plans(self) -> None:
        cell = (_current(self.games), _current(self.devices))
        plans = [each for each in self._shown if (each.game, each.device.value) == cell]
        _fill(self.plans, [(plan.name, f"{plan.title}\n{_called(plan)}", plan.name) for plan in plans])
        if not plans:
            self._show_plan()

    def _show_plan(self) -> None:
        plan = self._index.find(_current(self.plans))
        self.details.show_plan(plan, self._index.game(plan.game) if plan else None)
        self.choose.setEnabled(plan is not None)

    def _select(self, plan: PlanEntry | None) -> None:
        if plan is not None:
            _stand_on(self.games, plan.game)
            _stand_on(self.devices, plan.device.value)
            _stand_on(self.plans, plan.name)

    def _pick(self) -> None:
        if self.details.plan is not None:
            self.picked.emit(self.details.plan)
            self.accept()

    def _ask_file(self) -> None:
        title, kinds = tr("Choose a plan file"), tr("Test plans (*.toml)")
        ask_for_file(self, title, self.show_file, place=self._folder, kinds=kinds)

    def show_file(self, file: Path) -> None:
        """Offer a plan file beside the others, or say what is wrong with it."""
        try:
            plan = read_plan(file)
        except PlanError as error:
            first, *others = sentences(error)
            more = tr(
                "{more:,} more {more:mistake|mistakes}; drop the file on Plans to see all.", more=len(others)
            )
            self.note.setText(plain(f"{first} {more}" if others else first))
            return
        self._index = self._index.having(plan)
        self.words.clear()
        self._narrow()
        self._select(plan)
        self.choose.setFocus()


def _label(name: str, of: QWidget) -> QLabel:
    return text_label(name, muted=True, wraps=False, buddy=of)


def _called(plan: PlanEntry) -> str:
    return tr("your file {path}", path=Path(plan.name).name) if plan.own else plan.id


def _list(name: str, chosen: Callable[[], object], picked: Callable[[], object]) -> QListWidget:
    box = QListWidget()
    box.setAccessibleName(name)
    box.setWordWrap(True)
    box.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    box.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
    box.currentItemChanged.connect(lambda *_: chosen())
    box.itemDoubleClicked.connect(lambda _: picked())
    return box


def _current(box: QListWidget) -> str:
    return str(box.currentItem().data(KEY)) if box.currentRow() >= 0 else ""


def _stand_on(box: QListWidget, key: str) -> bool:
    for row in range(box.count()):
        item = box.item(row)
        if item.data(KEY) == key and _open(item):
            box.setCurrentItem(item)
            return True
    return False


def _open(item: QListWidgetItem) -> bool:
    return Qt.ItemFlag.ItemIsEnabled in item.flags()


def _fill(box: QListWidget, rows: Iterable[tuple[str, str, str]], closed: Iterable[str] = ()) -> None:
    before, shut = _current(box), set(closed)
    with QSignalBlocker(box):
        box.clear()
        for key, text, tip in rows:
            lines = [cited(plain(line, 200)) for line in text.split("\n")]
            item = QListWidgetItem("\n".join(lines), box)
            item.setData(KEY, key)
            item.setToolTip(plain(tip))
            if key in shut:
                item.setFlags(Qt.ItemFlag.NoItemFlags)
        box.setCurrentRow(-1)
    if not _stand_on(box, before):
        box.setCurrentRow(next((row for row in range(box.count()) if _open(box.item(row))), -1))


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
