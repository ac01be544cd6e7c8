"""What a verification found, of a report of the workspace or of what came from elsewhere: one answer, and a row for each part."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from labharness.acts import report
from labharness.acts.declaring import Seat
from labharness.app.evidence.foreign import ForeignFinding, ForeignKind, inspect
from labharness.errors import LabharnessError
from labharness.evidence.folder import RunFolder
from labharness.evidence.glimpse import glimpse
from labharness.gui.kit.forms.act_form import ActForm
from labharness.gui.kit.labels import Banner, LoudLabel
from labharness.gui.kit.parts import ask_for_file, choice_box, in_column, in_row, push_button, text_label
from labharness.gui.kit.run_standing import RunStanding, Tone, clause, say
from labharness.gui.kit.slow_work import LongWork, WorkProgress
from labharness.gui.kit.tables.fact_table import FactRow, FactTable
from labharness.gui.kit.words import cited, tr
from labharness.language.catalog import term
from labharness.language.dates import brief
from labharness.language.numbers import number
from labharness.language.template import plain
from labharness.model.reasons.evidence import Answer, PartResult, TimeSource
from labharness.reporting.layout import SIMULATED, SPECIMEN, UNVERIFIED

if TYPE_CHECKING:
    from labharness.app.evidence.foreign import ForeignFinding
    from labharness.app.reports.issuing import BundleVerification
    from labharness.app.reports.verification_rows import VerificationRow
    from labharness.evidence.verify import RunVerification
    from labharness.reason import Reason


TONES = {
    Answer.ISSUED: Tone.PASS,
    Answer.UNTRUSTED: Tone.UNSURE,
    Answer.DOUBTED: Tone.UNSURE,
    Answer.NOT_ISSUED: Tone.UNSURE,
    Answer.CHANGED: Tone.FAIL,
}
SENTENCES = {
    Answer.ISSUED: tr(
        "Signed in all three roles by people of the laboratory's list, vouched for by an authority that was trusted before. Nothing was changed."
    ),
    Answer.UNTRUSTED: tr("Nothing was changed. No trusted authority says who signed."),
    Answer.DOUBTED: tr("Nothing was changed. An authority that you trust vouches for the signers."),
    Answer.NOT_ISSUED: tr("Nothing was changed."),
    Answer.CHANGED: tr("Do not rely on it."),
}
TRIAL = tr("with trial certificates")
MOST = 3
"""Reasons that the banner holds; the table has all."""
RUN_INTACT = tr(
    "Every line, byte and file is as recorded. A run by itself has no signature: compare its head hash with the report."
)


@dataclass(frozen=True, slots=True)
class VerificationFacts:
    """What a verification found.

    Parameters
    ----------
    answer
        None for a run that is intact, for nobody signs a run.
    rows
        Part, result, who, certificate by, time and its source, note.
    runs
        Names of runs within, whose ledgers can be looked at.
    specimen
        Whether it is a rehearsal with simulated devices.
    """

    answer: Answer | None
    word: str
    sentence: str
    tone: Tone
    rows: tuple[FactRow, ...]
    runs: tuple[str, ...] = ()
    specimen: bool = False
    simulated: bool = False


def facts_of_report(path: Path, result: BundleVerification, newer: Reason | None = None) -> VerificationFacts:
    """Return what is shown of a report; ``newer`` says that a newer version wrote it."""
    from labharness.app.reports.verification_rows import answer_of, rows_of, why_of

    answer, why = answer_of(result), why_of(result)
    more = tr("{why} more below.", why=number(len(why) - MOST)) if len(why) > MOST else ""
    text = [*([say(newer)] if newer else []), *map(say, why[:MOST]), more, SENTENCES[answer]]
    doubted = result.doubts if answer is Answer.DOUBTED else ()
    changed = clause((*result.problems, *doubted)[0]) if result.problems or doubted else ""
    trial = answer is Answer.ISSUED and any(signer.trial for signer in result.file.signers)
    word = f"{term(answer)}, {TRIAL}" if trial else term(answer)
    return VerificationFacts(
        answer,
        f"{term(answer)}: {plain(changed, 90)}" if changed else word,
        " ".join(plain(each, 500) for each in text if each),
        Tone.UNSURE if trial else TONES[answer],
        tuple(map(_row, rows_of(result, alone=path.is_file()))),
        tuple(result.runs),
        specimen=result.file.declared.specimen,
        simulated=any(_simulated(path / "runs" / name) for name in result.runs),
    )


def facts_of_run(name: str, result: RunVerification, newer: Reason | None = None) -> VerificationFacts:
    """Return what is shown of a run by itself."""
    changed = clause(result.problems[0]) if result.problems else ""
    state = PartResult.CHANGED if changed else PartResult.GOOD
    whole = (tr("Run {name}", name=name), term(state), "", "", "", _extent(result))
    rows = [FactRow(whole, _tone(state))]
    rows += [FactRow(("", "", "", "", "", say(each))) for each in (*result.problems, *result.notes)]
    text = [say(newer)] if newer else []
    text.append(f"{UNVERIFIED}. {SENTENCES[Answer.CHANGED]}" if changed else RUN_INTACT)
    return VerificationFacts(
        Answer.CHANGED if changed else None,
        f"{term(Answer.CHANGED)}: {plain(changed, 90)}" if changed else tr("Integrity verified"),
        " ".join(text),
        Tone.FAIL if changed else Tone.PASS,
        tuple(rows),
        (name,),
    )


def facts_of_foreign(finding: ForeignFinding) -> VerificationFacts:
    """Return what is shown of what came from elsewhere."""
    if finding.report is not None:
        return facts_of_report(finding.path, finding.report, finding.newer)
    assert finding.run is not None
    facts = facts_of_run(finding.path.name, finding.run, finding.newer)
    return replace(facts, simulated=_simulated(finding.path))


def _simulated(run: Path) -> bool:
    """Say whether the first records of a run show a simulated device."""
    try:
        return glimpse(run).simulated
    except LabharnessError:
        return False


def _row(row: VerificationRow) -> FactRow:
    when = f"{brief(row.when)} ({term(row.source)})" if row.source is not TimeSource.NONE else ""
    notes = cited(" ".join(map(say, row.notes)))
    cells = (clause(row.part), term(row.result), row.who, row.issuer, when, notes)
    return FactRow(cells, _tone(row.result))


def _tone(result: PartResult) -> Tone:
    return {
        PartResult.GOOD: Tone.PASS,
        PartResult.UNTRUSTED: Tone.UNSURE,
        PartResult.DOUBTED: Tone.UNSURE,
        PartResult.MISSING: Tone.QUIET,
        PartResult.CHANGED: Tone.FAIL,
        PartResult.UNCHECKED: Tone.QUIET,
    }[result]


def _extent(result: RunVerification) -> str:
    return tr(
        "{records:,} {records:record|records}, {raw_bytes:,} {raw_bytes:raw byte|raw bytes}, head {head}",
        records=result.records,
        raw_bytes=result.raw_bytes,
        head=result.head,
    )


HINT = tr(
    "Get these directly from the laboratory, never from the folder that they are to vouch for. Left empty, the lists and people of Settings count."
)


def trust_form(folder: Path) -> ActForm:
    """Return the fields of whom to trust for one verification; the choice of a file begins in a folder."""
    form = ActForm(report.verify, ("fingerprint", "trust", "crl", "signers"), folder=folder)
    form.column.insertWidget(0, text_label(HINT, muted=True))
    return form


COLUMNS = (
    (tr("Part"), 128),
    (tr("Result"), 132),
    (tr("Who"), 130),
    (tr("Certificate by"), 132),
    (tr("Time (source)"), 148),
    (tr("Note"), 242),
)
NOTHING = RunStanding(Tone.QUIET, tr("Not verified yet"), tr("Nothing is known before it is verified."))


class VerificationView(QWidget):
    """Shows :class:`VerificationFacts`, or that there are none.

    Parameters
    ----------
    stamped
        Whether it says itself that it is of a specimen; a page about a report does that.
    """

    def __init__(self, *, stamped: bool = True) -> None:
        super().__init__()
        self._stamped = stamped
        self.stamp, self.banner = LoudLabel(tr("Specimen or simulated device")), Banner()
        self.banner.setAccessibleName(tr("Answer of the verification"))
        self.table = FactTable(tr("Parts of the verification"), COLUMNS)
        self.facts: VerificationFacts | None = None
        self.is_busy = False
        in_column(self.stamp, self.banner, (self.table, 1), gap=8, on=self)
        self.clear()

    def clear(self, standing: RunStanding = NOTHING) -> None:
        """Show no verification."""
        self.facts, self.is_busy = None, standing.tone is Tone.BUSY
        self.stamp.say("")
        self.banner.show_standing(standing)
        self.table.show_rows(())

    def show_facts(self, facts: VerificationFacts) -> None:
        """Show what a verification found."""
        self.facts, self.is_busy = facts, False
        stamp = SPECIMEN if facts.specimen else SIMULATED if facts.simulated else ""
        self.stamp.say(stamp if self._stamped else "")
        self.banner.show_standing(RunStanding(facts.tone, facts.word, facts.sentence))
        self.table.show_rows(facts.rows)


DROP = tr(
    "Drop a report folder, a run folder or a report (PDF) here. It is read only, and no code from it or for devices is loaded."
)
EMPTY = RunStanding(Tone.QUIET, tr("Nothing chosen"), DROP)
TRUSTED = ("trust", "fingerprint", "crl")
CANNOT = tr("Cannot be verified")


class ElsewherePage(QWidget):
    """One thing from elsewhere.

    Parameters
    ----------
    seat
        The workspace, in whose folder choices begin.

    Attributes
    ----------
    browse
        Emitted with the :class:`RunFolder` whose ledger is to be shown.
    """

    browse = Signal(object)

    def __init__(self, seat: Seat) -> None:
        super().__init__()
        self.seat, self._place = seat, seat.workspace.path
        self.path: Path | None = None
        self._finding: ForeignFinding | None = None
        self.heading = text_label(tr("Verify from elsewhere"), size=1.5, bold=True, wraps=False)
        self.shown = text_label(muted=True)
        self.view, self.trust, self.work = VerificationView(), trust_form(self._place), LongWork()
        self.folder = push_button(tr("Choose &folder…"), lambda: self._choose(folder=True), main=True)
        self.file = push_button(tr("Choose &PDF…"), lambda: self._choose(folder=False))
        self.again = push_button(tr("&Verify again"), self._verify)
        self.more = push_button(tr("&Trust for this verification…"), toggles=self.trust.setVisible)
        self.runs = choice_box(tr("Run of the bundle"))
        self.open = push_button(tr("&Open ledger"), self._browse)
        self._lay_out()
        self.view.clear(EMPTY)
        self.work.changed.connect(self._allow)
        self.work.failed.connect(
            lambda why: self.view.clear(RunStanding(Tone.FAIL, CANNOT, plain(why, 1000)))
        )
        self._allow()

    def _lay_out(self) -> None:
        self.trust.hide()
        self.runs.setMinimumContentsLength(28)
        deeds = in_row(self.folder, self.file, self.again, self.more, 1)
        below = in_row(self.runs, self.open, 1)
        parts = (self.heading, deeds, self.trust, self.shown, (self.view, 1), below, self.work)
        in_column(*parts, gap=8, edges=(20, 16, 20, 10), on=self)

    def verify_path(self, path: Path) -> None:
        """Verify a path, unless another verification is going on."""
        if self.work.busy:
            self.work.say(tr("Another verification is going on. Wait or cancel it, then drop this again."))
            return
        self.path = path
        self.shown.setText(plain(path, 600))
        self._verify()

    def stop(self) -> None:
        """Let go of the thread."""
        self.work.stop()

    def _choose(self, *, folder: bool) -> None:
        kinds = "" if folder else tr("Reports (*.pdf)")
        ask_for_file(self, tr("Verify"), self.verify_path, place=self._place, kinds=kinds, folder=folder)

    def _verify(self) -> None:
        path, trust = self.path, self.trust.take()
        if path is None:
            return
        self._finding = None
        self.runs.clear()
        self.view.clear(RunStanding(Tone.BUSY, tr("Being verified"), plain(path, 300)))

        def verify(progress: WorkProgress) -> tuple[ForeignFinding, VerificationFacts]:
            from labharness.app.people.signing import named_trust

            certificates, fingerprints, crls = (trust.get(name, ()) for name in TRUSTED)
            signers = trust.get("signers")
            known = named_trust(self._place, path, certificates, fingerprints, crls, signers)
            finding = inspect(path, known, progress.say, lambda _: progress.check())
            return finding, facts_of_foreign(finding)

        def take(pair: tuple[ForeignFinding, VerificationFacts]) -> None:
            self._finding, facts = pair
            self.view.show_facts(facts)
            self.runs.addItems(list(facts.runs))

        self.work.do(tr("Verifying…"), verify, take)

    def _browse(self) -> None:
        finding, run = self._finding, self.runs.currentText()
        if finding is not None and run:
            inside = finding.path if finding.kind is ForeignKind.RUN else finding.path / "runs" / run
            self.browse.emit(RunFolder(inside))

    def _allow(self) -> None:
        idle = not self.work.busy
        for button in (self.folder, self.file, self.more):
            button.setEnabled(idle)
        self.again.setEnabled(idle and self.path is not None)
        there = self.runs.count() > 0
        self.runs.setEnabled(there)
        self.open.setEnabled(there)
        if idle and self.view.is_busy:  # it was canceled
            self.view.clear(EMPTY)
