"""What a file holds and which checks read it: guessed where nobody states it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from labharness.analysis.sampling.files.observes import KEYS, Observes
from labharness.app.counting import MOST_WORKERS, PROCESSES
from labharness.app.file_analysis.analyze import MOST_LEVEL
from labharness.app.file_analysis.check_list import SUITES
from labharness.app.file_analysis.file_look import FileLook
from labharness.gui.kit.file_field import FileField
from labharness.gui.kit.words import tr
from labharness.language.text import plain

UNSTATED = -1
UNKNOWN = tr("The first bytes do not show what the file holds. State the content.")
REPLICATES = (
    (tr("where it takes seconds"), None),
    (tr("no"), 0),
    (tr("40 files each"), 40),
    (tr("400 files each"), 400),
)

NUMBER_FIELDS = {
    "low": tr("Smallest outcome"),
    "high": tr("Largest outcome"),
    "decks": tr("Decks in the set"),
    "jokers": tr("Jokers in each deck"),
    "round-cards": tr("Cards of a round"),
    "buffer": tr("Cards in the buffer"),
}
"""Titles of the fields for what a file holds, by the options of the command."""
FIELDS = {
    "observes": tr("Content"),
    "column": tr("Column"),
    "suite": tr("Suite"),
    "plan": tr("Plan"),
    "stage": tr("Stage"),
    "level": tr("Level"),
    **NUMBER_FIELDS,
    "input": tr("Order before"),
    "workers": tr("Processes"),
    "executor": tr("Cluster"),
}
"""Titles of all fields, by the options of the command."""


class FileForm(QScrollArea):
    """The options of an analysis; a field that does not apply is disabled.

    Parameters
    ----------
    folder
        Where the choice of a plan begins.
    """

    def __init__(self, folder: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look: FileLook | None = None
        self.guess = QLabel(tr("Choose a file."))
        self.guess.setWordWrap(True)
        self.guess.setAccessibleName(tr("What the file seems to hold"))
        self.content, self.column, self.suite, self.power = (QComboBox() for _ in range(4))
        self.content.addItem(tr("By its first bytes"), None)
        for observe in Observes:
            self.content.addItem(observe.value.capitalize(), observe)
        for text, value in REPLICATES:
            self.power.addItem(text, value)
        self.plan, self.stage, self.input = (
            FileField(tr("Plan"), tr("instead of a suite"), tr("Plans (*.toml)"), folder),
            QLineEdit(),
            QLineEdit(),
        )
        self.stage.setPlaceholderText(tr("if several stages fit"))
        self.input.setPlaceholderText(tr("new-deck, or its cards"))
        self.level, self.workers, self.executor = QDoubleSpinBox(), QSpinBox(), QLineEdit()
        self.level.setDecimals(4)
        self.level.setRange(0.0001, MOST_LEVEL)
        self.level.setSingleStep(0.01)
        self.level.setValue(0.01)
        self.workers.setRange(1, MOST_WORKERS)
        self.executor.setPlaceholderText(tr("this computer, or dask://HOST:PORT"))
        self.numbers = {key: _number(title) for key, title in NUMBER_FIELDS.items()}
        self.more, self._further = QPushButton(tr("&More options")), QWidget()
        self._lay_out()
        self.more.toggled.connect(self._further.setVisible)
        self.content.currentIndexChanged.connect(self._fit)
        self.column.currentIndexChanged.connect(self._fit)
        self.plan.changed.connect(self._fit)
        self._fit()

    def _lay_out(self) -> None:
        whole = QWidget()
        form, further = QFormLayout(), QFormLayout(self._further)
        rows: tuple[tuple[str, str, QWidget], ...] = (
            (tr("Content"), tr("Content of the file"), self.content),
            (tr("Column"), tr("Column of a table"), self.column),
            (tr("Suite"), tr("Suite of checks"), self.suite),
            (tr("Plan"), "", self.plan),
            (tr("Stage"), tr("Stage of the plan"), self.stage),
            (tr("Level"), tr("Level of all checks together"), self.level),
            (tr("Simulate"), tr("Simulate what the file could have shown"), self.power),
        )
        others: tuple[tuple[str, str, QWidget], ...] = (
            *((title, title, self.numbers[key]) for key, title in NUMBER_FIELDS.items()),
            (tr("Order before"), tr("Order of every deck before the shuffle"), self.input),
            (tr("Processes"), tr("Number of processes"), self.workers),
            (tr("Cluster"), tr("Where to count"), self.executor),
        )
        for layout, lines in ((form, rows), (further, others)):
            layout.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
            layout.setContentsMargins(0, 0, 0, 0)
            for title, name, widget in lines:
                if name:
                    widget.setAccessibleName(name)
                layout.addRow(title, widget)
        for box in (self.content, self.column, self.suite, self.power):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(12)
        self.more.setCheckable(True)
        self.more.setAutoDefault(False)
        self._further.hide()
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(10)
        column.addWidget(self.guess)
        column.addLayout(form)
        column.addWidget(self.more)
        column.addWidget(self._further)
        column.addStretch(1)
        self.setWidget(whole)
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setAccessibleName(tr("Options of the analysis"))

    def show_suites(self, suites: Sequence[str]) -> None:
        """Offer these suites."""
        self.suite.clear()
        self.suite.addItem(tr("The usual one"), None)
        for suite in suites:
            self.suite.addItem(suite.capitalize(), suite)

    def show_look(self, look: FileLook) -> None:
        """Say what the first bytes show, and offer the columns."""
        self._look = look
        guessed = UNKNOWN
        if look.observes:
            guessed = tr(
                "Guessed by the first bytes: {content}. State the content if you know it.",
                content=look.observes.value,
            )
        table = ""
        if look.columns:
            table = tr(
                "It is a table of {columns:,} {columns:column|columns}. Choose the one with the outcomes.",
                columns=len(look.columns),
            )
        self.guess.setText(table if look.columns and not look.observes else f"{guessed} {table}".strip())
        self.column.clear()
        self.column.addItem(tr("none: no table"), None)
        for name in look.columns:
            self.column.addItem(plain(name, 60), name)
        self.content.setCurrentIndex(0)
        self._fit()

    @property
    def options(self) -> dict[str, Any]:
        """What is wanted, by the parameters of the act."""
        plan, count = self.plan.text or None, self.power.currentData()
        return {
            "observes": self._stated,
            "suite": None if plan else self.suite.currentData(),
            "plan": plan,
            "stage": (self.stage.text().strip() or None) if plan else None,
            "level": self.level.value(),
            "workers": self.workers.value(),
            "column": self.column.currentData(),
            "executor": self.executor.text().strip() or PROCESSES,
            "power": None if count is None else int(count),
            **self._given(),
        }

    @property
    def _observes(self) -> Observes | None:
        if self.column.currentData() is not None:
            return Observes.OUTCOMES
        return self._stated or (self._look.observes if self._look is not None else None)

    @property
    def _stated(self) -> Observes | None:
        data = self.content.currentData()  # Qt gives the plain text back
        return None if data is None else Observes(data)

    def _given(self) -> dict[str, Any]:
        given: dict[str, Any] = {
            key.replace("-", "_"): box.value()
            for key, box in self.numbers.items()
            if box.isEnabled() and box.value() != UNSTATED
        }
        if self.input.isEnabled() and self.input.text().strip():
            given["input_order"] = self.input.text().strip()
        return given

    def _fit(self) -> None:
        observes = self._observes
        keys: Sequence[str] = KEYS[observes] if observes is not None else ()
        for key, box in self.numbers.items():
            box.setEnabled(key in keys)
        self.input.setEnabled("input" in keys)
        self.column.setEnabled(self.column.count() > 1)
        self.content.setEnabled(self.column.currentData() is None)
        self.suite.setEnabled(not self.plan.text)
        self.stage.setEnabled(bool(self.plan.text))
        usual = SUITES[observes] if observes is not None else ""
        if self.suite.count():
            self.suite.setItemText(
                0, tr("The usual one: {usual}", usual=usual) if usual else tr("The usual one")
            )
        if {"low", "high"} & set(keys):
            self.more.setChecked(True)


def _number(title: str) -> QSpinBox:
    box = QSpinBox()
    box.setRange(UNSTATED, 1_000_000)
    box.setValue(UNSTATED)
    box.setSpecialValueText(tr("as the file says"))
    box.setAccessibleName(title)
    return box
