"""One submission: what its dossier comes to, why, clause by clause and run by run."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QTabWidget, QVBoxLayout, QWidget

from labharness.gui.kit.banner import Banner
from labharness.gui.kit.fact_table import FactRow, FactTable
from labharness.gui.kit.loud_label import LoudLabel
from labharness.gui.kit.run_standing import TONES, RunStanding, Tone
from labharness.gui.submission_facts import CaseFacts, ClauseFacts
from labharness.language.numbers import number
from labharness.language.text import plain
from labharness.reporting.banners import SIMULATED

_TONES = {outcome.value: tone for outcome, tone in TONES.items()} | {"NOT TESTED": Tone.FAIL}
NOTHING = RunStanding(Tone.QUIET, "No submission shown", "Choose a submission on the left.")
WAITING = RunStanding(Tone.QUIET, "Not judged yet", "Its dossier is judged after the dossiers before it.")


class CaseView(QWidget):
    """Shows :class:`CaseFacts`, or why there are none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.simulated = LoudLabel("Simulated device")
        self.banner = Banner()
        self.banner.setAccessibleName("Conclusion of the dossier")
        self.advice = QLabel()
        self.advice.setTextFormat(Qt.TextFormat.PlainText)
        self.advice.setWordWrap(True)
        self.advice.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self.against = FactTable("Open items", (("Against", 130), ("What", 400)))
        self.clauses = FactTable(
            "Clauses", (("Clause", 220), ("Result", 180), ("Wording", 130), ("Requirement", 300))
        )
        self.runs = FactTable(
            "Runs", (("Run", 260), ("Outcome", 140), ("Role", 110), ("Ending", 110), ("Plan", 200))
        )
        self.missing = FactTable("Missing documents", (("Document", 400),))
        self.notes = FactTable("Notes", (("Note", 400),))
        self._tabs = {
            "&Objections": self.against,
            "&Clauses": self.clauses,
            "&Runs": self.runs,
            "&Documents missing": self.missing,
            "&Notes": self.notes,
        }
        self.tabs = QTabWidget()
        self.tabs.setAccessibleName("Parts of the dossier")
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        for title, table in self._tabs.items():
            self.tabs.addTab(table, title)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.simulated)
        column.addWidget(self.banner)
        column.addWidget(self.advice)
        column.addWidget(self.tabs, 1)
        self.show_standing(NOTHING)

    def show_standing(self, standing: RunStanding) -> None:
        """Say how it stands where there are no facts."""
        self.simulated.say("")
        self.banner.show_standing(standing)
        self.advice.setText("")
        self.advice.hide()
        for place, (title, table) in enumerate(self._tabs.items()):
            table.show_rows(())
            self.tabs.setTabText(place, title)
        self.tabs.setEnabled(False)

    def show_facts(self, facts: CaseFacts) -> None:
        """Show what a dossier comes to."""
        named = plain(", ".join(facts.simulated), 400)
        self.simulated.say(f"{SIMULATED}: {named}" if named else "")
        word = facts.outcome.value.capitalize()
        self.banner.show_standing(RunStanding(TONES[facts.outcome], word, plain(facts.sentence)))
        self.advice.setText(plain(facts.advice))
        self.advice.show()
        self.tabs.setEnabled(True)
        counts = tuple(map(len, (facts.objections, facts.clauses, facts.runs, facts.missing, facts.notes)))
        for place, (title, count) in enumerate(zip(self._tabs, counts, strict=True)):
            self.tabs.setTabText(place, f"{title} ({number(count)})")
        reasons = set(facts.reasons)
        against = [("a pass" if one in reasons else "approval", one) for one in facts.objections]
        self.against.show_rows([FactRow(each) for each in against])
        self.clauses.show_rows(tuple(_clauses(facts.clauses)))
        self.runs.show_rows(
            [
                FactRow((one.run, one.outcome, one.role, one.ending, one.plan), _TONES.get(one.outcome))
                for one in facts.runs
            ]
        )
        self.missing.show_rows([FactRow((one,)) for one in facts.missing])
        self.notes.show_rows([FactRow((one,)) for one in facts.notes])


def standing_of(known: str | None, step: str, *, judging: bool) -> RunStanding:
    """Say how a submission stands of which there are no facts."""
    if known is not None:
        return RunStanding(Tone.UNSURE, "Cannot be judged now", plain(known))
    if not judging:
        return WAITING
    return RunStanding(
        Tone.BUSY, "Being judged", plain(f"{step[0].upper()}{step[1:]}…") if step else "Reading its runs…"
    )


def _clauses(clauses: tuple[ClauseFacts, ...]) -> Iterator[FactRow]:
    """Yield the clauses below what they are of."""
    of = ""
    for one in clauses:
        if one.of != of:
            of = one.of
            yield FactRow((of,))
        yield FactRow((one.clause, one.came, one.wording, one.asked), _TONES.get(one.came, Tone.QUIET))
