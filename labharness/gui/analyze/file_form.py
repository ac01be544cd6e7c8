"""What a file holds and which checks read it: guessed where nobody states it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path

from labharness.acts import analyze as acts
from labharness.acts.headings import ADJUSTED, P
from labharness.analysis.sampling.files.source import Observes
from labharness.app.runs.evaluating import MOST_WORKERS
from labharness.app.runs.file_analysis import MOST_LEVEL, SUITES
from labharness.app.runs.file_power import FileLook
from labharness.assessment.file_analysis import CheckOfFile, FileFinding, FileOutcome, FilePower
from labharness.gui.kit.forms.act_form import ActForm
from labharness.gui.kit.forms.editors import ChoiceEditor
from labharness.gui.kit.parts import text_label
from labharness.gui.kit.run_standing import RunStanding, Tone
from labharness.gui.kit.tables.columns import p_value, shown
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.words import tr, translated
from labharness.language.numbers import number
from labharness.language.record_sentences import beside

UNKNOWN = tr("The first bytes do not show what the file holds. State the content.")
SUITE, CONTENT = tr("The usual one"), tr("By its first bytes")
REPLICATES = (("0", tr("no")), ("40", tr("40 files each")), ("400", tr("400 files each")))
NUMBERS = ("low", "high", "decks", "jokers", "round_cards", "buffer")
"""What a file holds, beside the order of its decks before the shuffle."""
NO_TABLE = tr("The file is not a table, or it was not read yet.")
NOT_OF_CONTENT = tr("A file of this content has no such figure.")


class FileForm(ActForm):
    """The options of an analysis; a field that does not apply is disabled.

    Parameters
    ----------
    folder
        Where the choice of a plan begins.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(
            acts.analyze,
            ("observes", "column", "suite", "plan", "stage", "level", "power"),
            further=(*NUMBERS, "input_order", "workers", "executor"),
            folder=folder,
            files=("plan",),
            offers={"column": (), "suite": (), "power": REPLICATES},
            empty={
                "observes": CONTENT,
                "column": tr("none: no table"),
                "suite": SUITE,
                "power": tr("if it is quick"),
                **dict.fromkeys(NUMBERS, tr("as the file says")),
            },
            limits={"level": (0.0001, MOST_LEVEL), "workers": (1, MOST_WORKERS)},
        )
        self._look: FileLook | None = None
        self.guess = text_label(tr("Choose a file."), name=tr("What the file seems to hold"))
        self.column.setContentsMargins(0, 0, 8, 0)
        self.column.insertWidget(0, self.guess)
        self.column.addStretch(1)
        self.setAccessibleName(tr("Options of the analysis"))
        self.edited.connect(self._fit)
        self._fit()

    @property
    def titles(self) -> dict[str, str]:
        """Titles of the fields, by the options of the command."""
        named = {name.replace("_", "-"): row.words.label for name, row in self.rows.items()}
        return {**named, "input": named["input-order"]}

    def show_suites(self, suites: Sequence[str]) -> None:
        """Offer these suites."""
        self.rows["suite"].editor.show_offers([(suite, suite.capitalize()) for suite in suites])
        self._fit()

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
        self.rows["column"].editor.show_offers([(name, name) for name in look.columns])
        for name in ("column", "observes"):
            self.rows[name].editor.show_value("")
        self._fit()

    @property
    def _observes(self) -> Observes | None:
        if self.rows["column"].editor.value:
            return Observes.OUTCOMES
        if stated := self.rows["observes"].editor.value:
            return Observes(stated)
        return self._look.observes if self._look is not None else None

    def _fit(self) -> None:
        observes = self._observes
        keys: Sequence[str] = observes.keys if observes is not None else ()
        plan = self.rows["plan"].editor.value
        columns = self._look.columns if self._look is not None else ()
        fixed = {
            **{name: NOT_OF_CONTENT for name in NUMBERS if name.replace("_", "-") not in keys},
            "input_order": "" if "input" in keys else NOT_OF_CONTENT,
            "column": "" if columns else NO_TABLE,
            "observes": tr("A column has outcomes.") if self.rows["column"].editor.value else "",
            "suite": tr("The plan gives the checks.") if plan else "",
            "stage": "" if plan else tr("Choose a plan first."),
        }
        self.allow(fixed=fixed)
        suite = self.rows["suite"].editor
        assert isinstance(suite, ChoiceEditor)
        usual = tr("The usual one: {usual}", usual=SUITES[observes]) if observes is not None else SUITE
        suite.box.setItemText(0, usual)
        if {"low", "high"} & set(keys):
            self.unfold("low")


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


_check: Callable[[CheckRow], CheckOfFile] = attrgetter("check")
CHECKS: Sequence[Column[CheckRow]] = (
    shown(acts.FINDING.of(_check), 128, tone=lambda row: TONES[row.check.finding], facet=True),
    shown(acts.CHECK.of(_check), 200),
    Column(tr("Observed"), lambda row: beside(row.check.result)[0], 150, uncut=True, yields=1),
    Column(tr("Random"), lambda row: beside(row.check.result)[1], 118, uncut=True, yields=2),
    p_value(translated(P), lambda row: row.check.p, yields=3),
    p_value(translated(ADJUSTED), lambda row: row.check.corrected, name="adjusted"),
    Column(
        tr("Limit"),
        lambda row: number(row.level) if row.check.required else tr("For information"),
        110,
        number=True,
        yields=4,
    ),
    shown(acts.REMARK.of(_check), 320, yields=6),
)
POWERS: Sequence[Column[FilePower]] = (
    shown(acts.SOURCE, 320),
    shown(acts.REJECTED, sort=lambda each: each.rejected.share, number=True),
    shown(acts.LIMITS, 200),
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
