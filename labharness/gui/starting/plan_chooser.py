"""Choose a plan: the game, the device class as far as its chapter names it, then one of the plans for both.

What one plan is for, how much it asks for and why, and for how many decks it is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QFrame,
    QGridLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QWidget,
)

from labharness.app.catalog.plan_cache import PlanEntry
from labharness.app.catalog.plan_index import SILENT, GameEntry, PlanIndex, read_plan, with_decks
from labharness.errors import LabharnessError, PlanError
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
from labharness.gui.kit.words import cited, tr
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
        super().__init__(parent)
        self._index, self._folder = index, folder
        self._shown: list[PlanEntry] = []
        self.setWindowTitle(tr("Choose a plan"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
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
        grid, right = QGridLayout(), in_column(self.plans, (self.details, 1), gap=6)
        grid.setHorizontalSpacing(10)
        for place, (name, box, stretch) in enumerate(
            (
                (tr("&Game"), self.games, 5),
                (tr("&Device class"), self.devices, 5),
                (tr("&Plan"), self.plans, 9),
            )
        ):
            grid.addWidget(_label(name, box), 0, place)
            grid.setColumnStretch(place, stretch)
        grid.addWidget(self.games, 1, 0)
        grid.addWidget(self.devices, 1, 1)
        grid.addLayout(right, 1, 2)
        find = in_row(_label(tr("&Look for"), self.words), (self.words, 1))
        below = in_row(self.file, (self.note, 1), self.cancel, self.choose)
        in_column(find, (grid, 1), below, gap=10, edges=14, on=self)
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
        _fill(self.games, [(game.id, _chapter(game), game.source) for game in games])
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


def _chapter(game: GameEntry) -> str:
    return tr("{title}\nchapter {chapter}", title=game.title, chapter=game.chapter)


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
