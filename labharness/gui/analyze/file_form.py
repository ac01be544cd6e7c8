"""What a file holds and which checks read it: guessed where nobody states it.

The columns of an analysis: checks, and what a file of this size could have shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QDoubleSpinBox, QScrollArea, QSpinBox

from labharness.analysis.sampling.files.source import Observes
from labharness.app.runs.evaluating import MOST_WORKERS, PROCESSES
from labharness.app.runs.file_analysis import MOST_LEVEL, SUITES
from labharness.app.runs.file_power import FileLook
from labharness.assessment.file_analysis import CheckOfFile, FileFinding, FileOutcome, FilePower
from labharness.gui.kit.files import FileField
from labharness.gui.kit.parts import boxed, choice_box, in_column, in_form, line_edit, push_button, text_label
from labharness.gui.kit.run_standing import RunStanding, Tone, say
from labharness.gui.kit.tables.columns import p_value
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.words import tr
from labharness.language.numbers import number, percent
from labharness.language.record_sentences import beside
from labharness.language.template import plain

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

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._look: FileLook | None = None
        self.guess = text_label(tr("Choose a file."), name=tr("What the file seems to hold"))
        contents = ((observe.value.capitalize(), observe) for observe in Observes)
        self.content = choice_box(
            tr("Content of the file"), ((tr("By its first bytes"), None), *contents), least=12
        )
        self.column = choice_box(tr("Column of a table"), least=12)
        self.suite = choice_box(tr("Suite of checks"), least=12)
        self.power = choice_box(tr("Simulate what the file could have shown"), REPLICATES, least=12)
        self.plan = FileField(tr("Plan"), tr("instead of a suite"), tr("Plans (*.toml)"), folder)
        self.stage = line_edit(tr("Stage of the plan"), tr("if several stages fit"))
        self.input = line_edit(tr("Order of every deck before the shuffle"), tr("new-deck, or its cards"))
        self.executor = line_edit(tr("Where to count"), tr("this computer, or dask://HOST:PORT"))
        self.level, self.workers = QDoubleSpinBox(), QSpinBox()
        self.level.setAccessibleName(tr("Level of all checks together"))
        self.level.setDecimals(4)
        self.level.setRange(0.0001, MOST_LEVEL)
        self.level.setSingleStep(0.01)
        self.level.setValue(0.01)
        self.workers.setAccessibleName(tr("Number of processes"))
        self.workers.setRange(1, MOST_WORKERS)
        self.numbers = {key: _number(title) for key, title in NUMBER_FIELDS.items()}
        self._lay_out()
        self.content.currentIndexChanged.connect(self._fit)
        self.column.currentIndexChanged.connect(self._fit)
        self.plan.changed.connect(self._fit)
        self._fit()

    def _lay_out(self) -> None:
        form = in_form(
            (tr("Content"), self.content),
            (tr("Column"), self.column),
            (tr("Suite"), self.suite),
            (tr("Plan"), self.plan),
            (tr("Stage"), self.stage),
            (tr("Level"), self.level),
            (tr("Simulate"), self.power),
        )
        further = in_form(
            *((title, self.numbers[key]) for key, title in NUMBER_FIELDS.items()),
            (tr("Order before"), self.input),
            (tr("Processes"), self.workers),
            (tr("Cluster"), self.executor),
        )
        hidden = boxed(further)
        hidden.hide()
        self.more = push_button(tr("&More options"), toggles=hidden.setVisible)
        self.setWidget(boxed(in_column(self.guess, form, self.more, hidden, 1, gap=10, edges=(0, 0, 8, 0))))
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
        keys: Sequence[str] = observes.keys if observes is not None else ()
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


TONES = {
    FileFinding.REJECTED: Tone.FAIL,
    FileFinding.NOT_REJECTED: Tone.PASS,
    FileFinding.UNRESOLVED: Tone.UNSURE,
    FileFinding.NOT_APPLICABLE: Tone.QUIET,
    FileFinding.INFORMATIONAL: Tone.QUIET,
}
SPEAKS_OF = tr("This is about the file, not about a device: where the file comes from is not known.")
STANDINGS = {
    FileOutcome.REJECTED: (Tone.FAIL, tr("Rejected")),
    FileOutcome.NOTHING_REJECTED: (Tone.PASS, tr("Nothing rejected")),
    FileOutcome.NOTHING_TESTED: (Tone.UNSURE, tr("Nothing tested")),
}


@dataclass(frozen=True, slots=True)
class CheckRow:
    """A check of a file, beside the level of all together."""

    check: CheckOfFile
    level: float


def remark_of(row: CheckRow) -> str:
    """Return what the finding rests on, "" where it says all."""
    return say(row.check.remark) if row.check.remark is not None else ""


def _rejected(each: FilePower) -> str:
    share = number(round(each.rejected.share * each.replicates))
    return tr("{share} of {replicates}", share=share, replicates=number(each.replicates))


def _limits(each: FilePower) -> str:
    return tr("{low} to {high}", low=percent(each.rejected.low), high=percent(each.rejected.high))


CHECKS: Sequence[Column[CheckRow]] = (
    Column(
        tr("Finding"),
        lambda row: row.check.finding.value.capitalize(),
        128,
        tone=lambda row: TONES[row.check.finding],
        facet=True,
    ),
    Column(tr("Check"), lambda row: row.check.title, 200),
    Column(tr("Observed"), lambda row: beside(row.check.result)[0], 150, uncut=True, yields=1),
    Column(tr("Random"), lambda row: beside(row.check.result)[1], 118, uncut=True, yields=2),
    p_value(tr("p"), lambda row: row.check.p, yields=3),
    p_value(tr("p, adjusted"), lambda row: row.check.corrected, name="adjusted"),
    Column(
        tr("Limit"),
        lambda row: number(row.level) if row.check.required else tr("For information"),
        110,
        number=True,
        yields=4,
    ),
    Column(tr("Remark"), remark_of, 320, yields=6),
)
POWERS: Sequence[Column[FilePower]] = (
    Column(tr("Simulated source"), lambda each: each.title, 320),
    Column(tr("Files rejected"), _rejected, 120, sort=lambda each: each.rejected.share, number=True),
    Column(tr("Share, 95% limits"), _limits, 200),
)


def standing_of(
    outcome: FileOutcome, rejecting: int, required: int, silent: int, level: float
) -> RunStanding:
    """Return what the banner says of an analysis."""
    tone, word = STANDINGS[outcome]
    text = tr(
        "{rejecting} of {required} required checks reject the file at the level {level}, all together (Holm, two-sided); {silent} do not apply. {speaks_of}",
        rejecting=number(rejecting),
        required=number(required),
        level=number(level),
        silent=number(silent),
        speaks_of=SPEAKS_OF,
    )
    return RunStanding(tone, word, text)
