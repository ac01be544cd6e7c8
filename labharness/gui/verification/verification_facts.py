"""What the window shows of a verification: one answer, and a row for each part."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from labharness.errors import LabharnessError
from labharness.evidence.glimpse import glimpse
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.screen_text import cited
from labharness.gui.kit.tables.fact_table import FactRow
from labharness.gui.kit.window_sentences import clause, say
from labharness.gui.kit.words import tr
from labharness.language.catalog import term
from labharness.language.dates import brief
from labharness.language.numbers import number
from labharness.language.text import plain
from labharness.model.reasons.verification import Answer, PartResult, TimeSource
from labharness.reporting.banners import UNVERIFIED

if TYPE_CHECKING:  # a signature's libraries take a second that the window need not wait
    from pathlib import Path

    from labharness.app.evidence.foreign import ForeignFinding
    from labharness.app.issue.issuing import BundleVerification
    from labharness.app.issue.verification_rows import VerificationRow
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
    from labharness.app.issue.verification_rows import answer_of, rows_of, why_of

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
    rows = [
        FactRow(
            (
                tr("Run {name}", name=name),
                term(PartResult.CHANGED if changed else PartResult.GOOD),
                "",
                "",
                "",
                _extent(result),
            ),
            _tone(PartResult.CHANGED if changed else PartResult.GOOD),
        )
    ]
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
