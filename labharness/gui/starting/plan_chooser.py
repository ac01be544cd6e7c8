"""Choose a plan: the game, the device class as far as its chapter names it, then one of the plans for both.

What one plan is for, how much it asks for and why, and for how many decks it is made.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QFormLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from labharness.app.catalog.plan_cache import PlanEntry
from labharness.app.catalog.plan_index import SILENT, GameEntry, PlanIndex, read_plan, with_decks
from labharness.errors import LabharnessError, PlanError
from labharness.gui.kit import theme
from labharness.gui.kit.layouts import FittedDialog
from labharness.gui.kit.run_standing import explain, sentences
from labharness.gui.kit.words import cited, tr
from labharness.language.numbers import number
from labharness.language.template import plain
from labharness.model.device import DeviceClass

NOTHING = tr("Choose a game, a device class and a plan.")
LONGEST = 4000


class PlanDetails(QFrame):
    """Shows a plan, and makes the same plan for other decks where the chapter permits them.

    Attributes
    ----------
    plan
        The plan that is shown, for the decks that are chosen; None where there is none.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.plan: PlanEntry | None = None
        self._given: PlanEntry | None = None
        self.title = _text(selectable=False)
        theme.enlarge(self.title, 1.1, bold=True)
        self.decks = QComboBox()
        self.decks.setAccessibleName(tr("Decks of one batch"))
        self.decks.currentIndexChanged.connect(self._make)
        self.lines = {
            name: _text()
            for name in (
                tr("Purpose"),
                tr("Sample"),
                tr("People"),
                tr("Cards"),
                tr("Chapter"),
                tr("Reason"),
                tr("Plan"),
            )
        }
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setHorizontalSpacing(12)
        form.setVerticalSpacing(8)
        self._form = form
        for name, line in self.lines.items():
            if name == "Cards":
                form.addRow(_head(tr("Decks"), Qt.AlignmentFlag.AlignVCenter), self.decks)
            form.addRow(_head(name, Qt.AlignmentFlag.AlignTop), line)
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(10)
        column.addWidget(self.title)
        column.addLayout(form)
        column.addStretch(1)
        self.page = QScrollArea()
        self.page.setAccessibleName(tr("About the plan"))
        self.page.setWidgetResizable(True)
        self.page.setFrameShape(QFrame.Shape.NoFrame)
        self.page.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.page.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.page.setWidget(inner)
        for each in (self.page.viewport(), inner):
            each.setAutoFillBackground(False)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(1, 1, 1, 1)
        outer.addWidget(self.page)
        self.show_plan(None, None)

    def show_plan(self, plan: PlanEntry | None, game: GameEntry | None) -> None:
        """Show a plan of a game, or that none is chosen."""
        self._given = plan
        self.decks.blockSignals(True)  # noqa: FBT003  Qt's call
        self.decks.clear()
        for decks in plan.choices if plan is not None else ():
            usual = " " + tr("(usual)") if plan is not None and decks == plan.decks else ""
            self.decks.addItem(tr("{decks:,} {decks:deck|decks}{usual}", decks=decks, usual=usual), decks)
        self.decks.setCurrentIndex(self.decks.findData(plan.decks) if plan is not None else -1)
        self.decks.blockSignals(False)  # noqa: FBT003  Qt's call
        self._form.setRowVisible(self.decks, self.decks.count() > 1)
        if plan is not None and game is not None:
            source = " " + tr("Its source: {source}.", source=game.source) if game.source else ""
            source += f" {game.standing}"
            device = game.devices.get(plan.device, SILENT)
            self._set(
                tr("Chapter"),
                tr(
                    "{title}, chapter {chapter}: {said}.{source}",
                    title=game.title,
                    chapter=game.chapter,
                    said=device,
                    source=source,
                ),
            )
        self._show(plan)

    def _make(self) -> None:
        """Make the plan that is shown for the decks that are chosen."""
        if self._given is not None and self.decks.currentData() is not None:
            try:
                self._show(with_decks(self._given, self.decks.currentData()))
            except LabharnessError as error:
                self._show(self._given)
                self._set(tr("Cards"), explain(error))

    def _show(self, plan: PlanEntry | None) -> None:
        self.plan = plan
        self.title.setText(plain(plan.title, LONGEST) if plan is not None else NOTHING)
        if plan is None:
            for name in self.lines:
                self._set(name, "")
            return
        self._set(tr("Purpose"), plan.purpose)
        self._set(tr("Sample"), plan.sample)
        self._set(tr("People"), plan.hours)
        self._set(tr("Cards"), plan.cards)
        self._set(tr("Reason"), plan.reason)
        kept = "; " + tr("kept in the workspace's plans when it is chosen") if plan.content else ""
        self._set(tr("Plan"), f"{plan.name}{kept}")

    def _set(self, name: str, text: str) -> None:
        self.lines[name].setText(cited(plain(text, LONGEST)))
        self._form.setRowVisible(self.lines[name], bool(text))


def _head(name: str, alignment: Qt.AlignmentFlag) -> QLabel:
    label = QLabel(name)
    label.setAlignment(alignment)
    label.setProperty("muted", True)  # noqa: FBT003  Qt's call
    return label


def _text(*, selectable: bool = True) -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
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
        self.words = QLineEdit()
        self.words.setAccessibleName(tr("Search words"))
        self.words.setPlaceholderText(tr("Words of the game, chapter, device, title or purpose"))
        self.words.setClearButtonEnabled(True)
        self.words.installEventFilter(self)
        self.games, self.devices, self.plans = _list(tr("Game")), _list(tr("Device class")), _list(tr("Plan"))
        self.plans.setMaximumHeight(124)
        self.details = PlanDetails()
        self.note = QLabel()
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setWordWrap(True)
        self.note.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self.file, self.cancel, self.choose = (
            QPushButton(tr("Plan &file…")),
            QPushButton(tr("Cancel")),
            QPushButton(tr("Choose")),
        )
        self.file.setAccessibleName(tr("Choose a plan file"))
        self.cancel.setAccessibleName(tr("Cancel the choice"))
        self.choose.setAccessibleName(tr("Choose this plan"))
        self.choose.setProperty("main", True)  # noqa: FBT003  Qt's call
        self.choose.setDefault(True)
        self._lay_out()
        self.words.textChanged.connect(self._narrow)
        self.games.currentItemChanged.connect(self._show_devices)
        self.devices.currentItemChanged.connect(self._show_plans)
        self.plans.currentItemChanged.connect(self._show_plan)
        for each in (self.games, self.devices, self.plans):
            each.itemDoubleClicked.connect(self._pick)
        self.file.clicked.connect(self._ask_file)
        self.cancel.clicked.connect(self.reject)
        self.choose.clicked.connect(self._pick)
        self._narrow()
        self._select(index.find(chosen))
        if index.problems:
            self.note.setText(plain(tr("Left out: {problems}", problems=index.problems[0])))
        self.words.setFocus()

    def _lay_out(self) -> None:
        find = QHBoxLayout()
        find.addWidget(_label(tr("&Look for"), self.words))
        find.addWidget(self.words, 1)
        right = QVBoxLayout()
        right.setSpacing(6)
        right.addWidget(self.plans)
        right.addWidget(self.details, 1)
        grid = QGridLayout()
        grid.setHorizontalSpacing(10)
        for place, (name, box) in enumerate(
            ((tr("&Game"), self.games), (tr("&Device class"), self.devices), (tr("&Plan"), self.plans))
        ):
            grid.addWidget(_label(name, box), 0, place)
        grid.addWidget(self.games, 1, 0)
        grid.addWidget(self.devices, 1, 1)
        grid.addLayout(right, 1, 2)
        for place, stretch in enumerate((5, 5, 9)):
            grid.setColumnStretch(place, stretch)
        row = QHBoxLayout()
        row.addWidget(self.file)
        row.addWidget(self.note, 1)
        row.addWidget(self.cancel)
        row.addWidget(self.choose)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 14, 14, 14)
        column.setSpacing(10)
        column.addLayout(find)
        column.addLayout(grid, 1)
        column.addLayout(row)
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
        """Keep what the words leave, and of the choice as much as is left of it."""
        self._shown = self._index.matching(self.words.text())
        left = {plan.game for plan in self._shown}
        games = [game for game in self._index.games if game.id in left]
        _fill(
            self.games,
            [
                (
                    game.id,
                    tr("{title}\nchapter {chapter}", title=game.title, chapter=game.chapter),
                    game.source,
                )
                for game in games
            ],
        )
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
        _fill(
            self.plans,
            [
                (
                    plan.name,
                    tr(
                        "{title}\n{id}",
                        title=plan.title,
                        id=tr("your file {path}", path=Path(plan.name).name) if plan.own else plan.id,
                    ),
                    plan.name,
                )
                for plan in plans
            ],
        )
        if not plans:
            self._show_plan()

    def _show_plan(self) -> None:
        plan = self._index.find(_current(self.plans))
        self.details.show_plan(plan, self._index.game(plan.game) if plan else None)
        self.choose.setEnabled(plan is not None)

    def _select(self, plan: PlanEntry | None) -> None:
        if plan is not None:
            for box, key in (
                (self.games, plan.game),
                (self.devices, plan.device.value),
                (self.plans, plan.name),
            ):
                _stand_on(box, key)

    def _pick(self) -> None:
        if self.details.plan is not None:
            self.picked.emit(self.details.plan)
            self.accept()

    def _ask_file(self) -> None:
        dialog = QFileDialog(self, tr("Choose a plan file"), str(self._folder), tr("Test plans (*.toml)"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.show_file)
        dialog.open()

    def show_file(self, name: str) -> None:
        """Offer a plan file beside the others, or say what is wrong with it."""
        try:
            plan = read_plan(Path(name))
        except PlanError as error:
            first, *others = sentences(error)
            more = len(others)
            rest = (
                " "
                + tr("{more:,} more {more:mistake|mistakes}; drop the file on Plans to see all.", more=more)
                if more
                else ""
            )
            self.note.setText(plain(f"{first}{rest}"))
            return
        self._index = self._index.having(plan)
        self.words.clear()
        self._narrow()
        self._select(plan)
        self.choose.setFocus()


def _list(name: str) -> QListWidget:
    box = QListWidget()
    box.setAccessibleName(name)
    box.setWordWrap(True)
    box.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    box.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
    return box


def _label(text: str, buddy: QWidget) -> QLabel:
    label = QLabel(text)
    label.setProperty("muted", True)  # noqa: FBT003  Qt's call
    label.setBuddy(buddy)
    return label


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
    """Show rows of key, text and tooltip, and stand where the list stood, else on the first that is open."""
    before, shut = _current(box), set(closed)
    box.blockSignals(True)  # noqa: FBT003  Qt's call
    box.clear()
    for key, text, tip in rows:
        lines = [cited(plain(line, 200)) for line in text.split("\n")]
        item = QListWidgetItem("\n".join(lines), box)
        item.setData(KEY, key)
        item.setToolTip(plain(tip))
        if key in shut:
            item.setFlags(Qt.ItemFlag.NoItemFlags)
    box.setCurrentRow(-1)
    box.blockSignals(False)  # noqa: FBT003  Qt's call
    if not _stand_on(box, before):
        box.setCurrentRow(next((row for row in range(box.count()) if _open(box.item(row))), -1))
