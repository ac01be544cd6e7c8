"""What the window shows of submissions: plain facts, so that no view holds a register, a run or a report."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from labharness.app.overview.overview import SIGNS
from labharness.app.submission.open_items import OpenItem, open_items
from labharness.errors import LabharnessError
from labharness.gui.kit.run_standing import Tone, clause, explain
from labharness.gui.kit.words import code_words, tr
from labharness.language.numbers import listed
from labharness.language.run_groups import recorded_sample
from labharness.language.template import run_list
from labharness.model.device import DeviceClass
from labharness.model.results import Standing
from labharness.model.settlement import SET_ASIDE
from labharness.reason import OnStep

if TYPE_CHECKING:
    from labharness.assessment.compliance import Row
    from labharness.assessment.conclusion import Case, Conclusion


@dataclass(frozen=True, slots=True)
class Filed:
    """One line of the register.

    Parameters
    ----------
    kind
        Type of the submission.
    received
        Date, ISO 8601.
    documents, asked
        Items of the checklist that are answered, and all that apply.
    report, signed
        Number of the newest report, "" where none was built, and the roles in which it is signed.
    recommendation
        Title of the recommendation on record, "" where there is none.
    games
        Ids of the games that it is filed for.
    devices
        Classes of its products.
    """

    id: str
    title: str
    kind: str
    submitter: str
    reference: str = ""
    received: str = ""
    documents: int = 0
    asked: int = 0
    report: str = ""
    signed: tuple[str, ...] = ()
    recommendation: str = ""
    games: tuple[str, ...] = ()
    devices: tuple[DeviceClass, ...] = ()


@dataclass(frozen=True, slots=True)
class ClauseFacts:
    """One clause.

    Parameters
    ----------
    of
        What the clause is of: general law, or the chapter of a game for a product.
    came, wording
        What it came to, and how sure its wording is.
    answers
        What answers it, by what that came to and in which runs, in words.
    shown_in
        The run that shows its result, and the check in it; "" for what people looked at, nothing where no run answers it.
    unconfirmed
        Whether its wording waits for a confirmation; the rule of the act asks for it.
    """

    of: str
    clause: str
    came: str
    wording: str
    asked: str
    answers: tuple[str, ...] = ()
    shown_in: tuple[str, str] | None = None
    unconfirmed: bool = False


@dataclass(frozen=True, slots=True)
class RunFacts:
    """One run of the submission.

    Parameters
    ----------
    role
        First, retest, not completed, not asked for, set aside.
    called
        What the report calls it.
    """

    run: str
    role: str
    standing: Standing
    ending: str
    plan: str
    called: str = ""
    started: str = ""
    device: str = ""
    serial: str = ""
    sample: str = ""


@dataclass(frozen=True, slots=True)
class CaseFacts:
    """What a dossier comes to.

    Parameters
    ----------
    advice
        What is recommended, in one sentence.
    notes
        What else should be known of the runs in the workspace.
    simulated
        Names of the runs of simulated devices.
    open_items
        The objections, each with the place that closes it.
    given
        Title of the recommendation that a report gives, "" where it gives none.
    """

    standing: Standing
    sentence: str
    reasons: tuple[str, ...]
    advice: str
    clauses: tuple[ClauseFacts, ...]
    runs: tuple[RunFacts, ...]
    notes: tuple[str, ...]
    simulated: tuple[str, ...] = ()
    open_items: tuple[OpenItem, ...] = ()
    given: str = ""


UNKNOWN = "…"


@dataclass(frozen=True, slots=True)
class SubmissionStanding:
    """How a submission stands, or the draft of a new one.

    Parameters
    ----------
    known
        What its dossier comes to, a sentence why that cannot be said, or None before it is judged.
    waits
        What is said, and in which tone, where its verdict would stand.
    """

    filed: Filed
    known: CaseFacts | str | None = None
    waits: tuple[str, Tone] = (UNKNOWN, Tone.QUIET)

    @property
    def id(self) -> str:
        """Id of the submission, or name of the draft."""
        return self.filed.id

    @property
    def facts(self) -> CaseFacts | None:
        """What its dossier comes to, None where nobody knows."""
        return self.known if isinstance(self.known, CaseFacts) else None

    @property
    def open_items(self) -> int | None:
        """How many items are open, None where nobody knows."""
        return len(self.facts.open_items) if self.facts is not None else None

    @property
    def next_step(self) -> str:
        """What is to be done next."""
        if not isinstance(self.known, CaseFacts):
            return self.known or UNKNOWN
        if self.known.open_items:
            return self.known.open_items[0].sentence
        if not self.filed.recommendation:
            return tr("Recommend")
        if not self.filed.report:
            return tr("Build the report")
        role = next((role for role in SIGNS if role not in self.filed.signed), "")
        return tr("Sign as {role}", role=role) if role else tr("Signed by all three roles")

    @property
    def recommendation(self) -> str:
        """What the conclusion permits to recommend; never what is only on file."""
        filed = self.filed.recommendation
        if not filed:
            return tr("none yet")
        if self.facts is None:
            return tr("not judged: {title} on file", title=filed)
        return self.facts.given or tr("none: {title} is withheld", title=filed)


def judged(case: Callable[[str, OnStep], CaseFacts], submission: str, say: OnStep) -> CaseFacts | str:
    """Return what a dossier comes to, or why that cannot be said."""
    try:
        return case(submission, say)
    except (LabharnessError, OSError) as error:
        return explain(error)


def facts_of(case: Case) -> CaseFacts:
    """Return what the window shows of a case."""
    conclusion, dossier = case.conclusion, case.dossier
    return CaseFacts(
        standing=case.standing,
        sentence=" ".join(case.words(conclusion.sentences)),
        reasons=tuple(case.words(conclusion.reasons)),
        advice=_advice(conclusion),
        clauses=tuple(
            _clause(case, clause(each.title), row) for each in conclusion.matrices for row in each.rows
        ),
        runs=tuple(_runs(case)),
        notes=tuple(case.words(dossier.notes)),
        simulated=dossier.simulated,
        open_items=open_items(case),
        given=conclusion.given,
    )


def _runs(case: Case) -> Iterator[RunFacts]:
    groups = {run.run: group for group in case.dossier.groups for run in group.runs}
    for run in case.dossier.runs:
        role, ending = groups[run.run].role(run), code_words(run.ending.value)
        summary = run.summary
        planned = {name: stage.units for name, stage in summary.stages.items()}
        yield RunFacts(
            run.run,
            role,
            run.standing(set_aside=role == SET_ASIDE),
            ending,
            run.frozen.plan.title,
            called=case.dossier.called(run.run),
            started=summary.started,
            device=run.device_name,
            serial=summary.identity.serial if summary.identity is not None else "",
            sample=", ".join(recorded_sample(summary.units, summary.observed, planned)),
        )


def _clause(case: Case, of: str, row: Row) -> ClauseFacts:
    answers = [_answer(case, each.came, listed(each.names), each.runs) for each in row.answered]
    answers += [case.say(row.remark)] if row.remark else []
    shown = next((answer for answer in row.answers if answer.runs and answer.came == row.came), None) or next(
        (answer for answer in row.answers if answer.runs), None
    )
    return ClauseFacts(
        of,
        row.clause,
        row.came,
        _wording(row),
        row.asked,
        tuple(answers),
        (shown.runs[0], "" if shown.stage else shown.decision) if shown is not None else None,
        unconfirmed=row.open,
    )


def _answer(case: Case, text: str, names: str, runs: Sequence[str]) -> str:
    if not runs:
        return tr("{result}: {names}", result=text, names=names)
    where = run_list(list(map(case.dossier.called, runs)))
    return tr("{result}: {names} in {runs}", result=text, names=names, runs=where)


def _wording(row: Row) -> str:
    if row.confirmation is not None:
        return tr("{wording}, confirmed", wording=row.wording)
    return tr("{wording}, not confirmed", wording=row.wording) if row.open else row.wording


def _advice(conclusion: Conclusion) -> str:
    if conclusion.refused:
        return tr("The recommendation on file is withheld: the open items are listed here.")
    if conclusion.disposition is not None:
        return tr("Recommended: {title}.", title=conclusion.disposition.title)
    return tr("No recommendation is on file.")
