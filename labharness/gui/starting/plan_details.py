"""What one plan is for, how much it asks for and why, and for how many decks it is made."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QFrame,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from labharness.app.catalog.plan_entry import PlanEntry
from labharness.app.catalog.plan_index import SILENT, GameEntry, with_decks
from labharness.errors import LabharnessError
from labharness.gui.kit import theme
from labharness.gui.kit.screen_text import cited
from labharness.gui.kit.window_sentences import explain
from labharness.gui.kit.words import tr
from labharness.language.text import plain

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
