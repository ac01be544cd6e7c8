"""Two runs side by side: first and retest, two units, two versions of a firmware.

No test of a difference is made: a p-value for a difference that no plan declared would be chosen after the fact.

One decision of a verdict as facts: what was observed, what a random device gives, and by which limit it was decided.

What people note about a run after it: in the register, never in the run, which does not change any more.

Counts of a check for each unit of its sample, which lead to the unusual units.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from labharness.analysis.sampling.check import Tally
from labharness.analysis.sampling.evaluation import planned_samples
from labharness.analysis.sampling.sample import blocks
from labharness.analysis.sampling.tables import Block
from labharness.app.plug_ins.check_titles import titles_for
from labharness.app.plug_ins.discovery import discover
from labharness.app.runs.equal_data import NONE, EqualRecord, equal_data
from labharness.app.runs.run_index import listed
from labharness.app.workspace.workspace import Workspace
from labharness.errors import InputError, LabharnessError
from labharness.evidence.folder import RunFolder
from labharness.filings.entries.events import RunRemarked
from labharness.games.game import cite
from labharness.language.catalog import clause
from labharness.language.dates import brief
from labharness.language.numbers import magnitude, minus, number
from labharness.language.record_sentences import beside, numbers, shortly
from labharness.language.run_groups import recorded_sample
from labharness.language.standings import standing_words
from labharness.language.template import plain, words
from labharness.model.observations import Kind, units
from labharness.model.reasons.decision import Comparisons
from labharness.model.reasons.register import Remarks
from labharness.model.results import CheckResult, Decision, Outcome, Picture, Qualifier, Standing
from labharness.plans.frozen import frozen_plan
from labharness.plans.plan import PlannedCheck
from labharness.reason import Reason
from labharness.reporting.layout import signs_in_words

if TYPE_CHECKING:
    from labharness.assessment.runs.subject import Subject


OWN = "Laboratory's own"
NOT_COMPUTED = "not computed"


@dataclass(frozen=True, slots=True)
class CheckFacts:
    """One decision of the verdict.

    Parameters
    ----------
    id, title, stage
        Which check of which stage; a decision about a stage or its reads has no check, and ``checked`` is False.
    outcome
        None where nothing was decided: the check was not tested.
    shown_only
        Whether the check is for information and passes nothing.
    observed, fair
        What was counted, and what a random device gives on the average, "" where nothing is that plain.
    p, level
        As the decision compared them, "" for a check that counts.
    requirement
        Clause, or that it is the laboratory's own.
    sentence
        What was decided, and why.
    numbers
        Rows of a name and a text: hypothesis, method, statistic, law, effect, bounds.
    details
        What else a reader should know.
    effect
        Size of the deviation with its interval, "" where the check states none.
    result, p_value, threshold, family
        As they are on record.
    qualifiers
        Those of the run.
    """

    id: str
    title: str
    stage: str = ""
    outcome: Outcome | None = None
    shown_only: bool = False
    observed: str = ""
    fair: str = ""
    p: str = ""
    level: str = ""
    requirement: str = ""
    sentence: str = ""
    numbers: tuple[tuple[str, str], ...] = ()
    details: tuple[str, ...] = ()
    pictures: tuple[Picture, ...] = ()
    checked: bool = True
    effect: str = ""
    result: CheckResult | None = None
    p_value: float | None = None
    threshold: float | None = None
    family: str = ""
    qualifiers: tuple[Qualifier, ...] = ()


def check_facts(subject: Subject) -> Iterator[CheckFacts]:
    """Yield every decision of the verdict of a run, and every planned check without one."""
    verdict = subject.summary.verdict
    decisions = {each.check_id: each for each in verdict.decisions} if verdict else {}
    for planned in subject.frozen.plan.checks:
        yield _check(subject, planned, decisions.pop(planned.id, None))
    for decision in decisions.values():  # about stages, reads and monitors
        yield CheckFacts(
            id=decision.check_id,
            title=words(decision.check_id).capitalize(),
            outcome=decision.outcome,
            requirement=words(decision.family).capitalize(),
            checked=False,
            **_decided(subject, decision),
        )


def _decided(subject: Subject, decision: Decision | None) -> dict[str, Any]:
    """Return what a decision says of a check, or that there is none."""
    if decision is None:
        return {"sentence": "No decision is on record.", "qualifiers": subject.concluded.qualifiers}
    return {
        "p": "" if decision.p is None else magnitude(decision.p),
        "level": "" if decision.threshold is None else number(decision.threshold),
        "sentence": subject.say(decision.reason),
        "p_value": decision.p,
        "threshold": decision.threshold,
        "family": decision.family,
        "qualifiers": subject.concluded.qualifiers,
    }


def _check(subject: Subject, planned: PlannedCheck, decision: Decision | None) -> CheckFacts:
    from labharness.assessment.statements import bounds

    result, about = subject.summary.results.get(planned.id), subject.about(planned)
    citation = subject.frozen.plan.citation(planned)
    observed, fair = beside(result)
    if result is not None and result.not_applicable is not None:
        observed = NOT_COMPUTED
    informational = planned.role == "informational"
    rows = [("Hypothesis", about.hypothesis)]
    if planned.parameters:
        rows.append(("Parameters", ", ".join(f"{words(k)} = {v}" for k, v in planned.parameters.items())))
    if about.reference:
        rows.append(("Method", f"{about.reference} (version {about.version})"))
    rows += numbers(result)
    rows += [("Bound on a gain", subject.say(bound)) for bound in bounds(planned, result)] if result else []
    if result is not None:
        rows.append(("Sample", f"{number(result.units)} read (unit: {about.unit})"))
    tested = result is not None and result.not_applicable is None
    return CheckFacts(
        id=planned.id,
        title=about.title,
        stage=planned.stage,
        outcome=decision.outcome
        if decision is not None and (tested or decision.outcome is Outcome.FAIL)
        else None,
        shown_only=informational and decision is not None and decision.outcome is Outcome.PASS,
        observed=observed,
        fair=fair,
        requirement=cite(citation.clause) if citation else "For information" if informational else OWN,
        numbers=tuple(rows),
        details=tuple(clause(each) for each in result.details) if result is not None else (),
        pictures=result.pictures if result is not None else (),
        effect=shortly(result.effect) if result is not None and result.effect is not None else "",
        result=result,
        **_decided(subject, decision),
    )


_DIGITS = 4


@dataclass(frozen=True, slots=True)
class ComparedFact:
    """A fact of both runs."""

    name: str
    first: str
    second: str

    @property
    def same(self) -> bool:
        """Whether both have the same."""
        return self.first == self.second


@dataclass(frozen=True, slots=True)
class ComparedCheck:
    """A check of both runs.

    Parameters
    ----------
    first, second
        What each run has of it, None where it has none.
    difference
        Second less first of what both measured, "" where they measured nothing that can be subtracted.
    """

    id: str
    title: str
    first: CheckFacts | None
    second: CheckFacts | None
    difference: str


@dataclass(frozen=True, slots=True)
class ComparedRun:
    """One of the two runs.

    Parameters
    ----------
    standing
        Its verdict with its qualifiers.
    simulated
        What shows that its device was simulated, "" for a device.
    """

    run: str
    title: str
    standing: Standing
    simulated: str


@dataclass(frozen=True, slots=True)
class RunComparison:
    """Two runs side by side.

    Parameters
    ----------
    same_plan
        Whether both followed one plan, byte for byte.
    repeated, mirrored
        Data that the second run has in common with the first, and the first with the second.
    explained
        Who explained that, and with which files; empty where nobody did.
    """

    first: ComparedRun
    second: ComparedRun
    same_plan: bool
    facts: tuple[ComparedFact, ...]
    checks: tuple[ComparedCheck, ...]
    repeated: tuple[Reason, ...] = ()
    mirrored: tuple[Reason, ...] = ()
    explained: tuple[Reason, ...] = ()

    @property
    def swapped(self) -> RunComparison:
        """The same with the runs exchanged."""
        return RunComparison(
            self.second,
            self.first,
            self.same_plan,
            tuple(ComparedFact(each.name, each.second, each.first) for each in self.facts),
            tuple(_compared(each.id, each.second, each.first) for each in self.checks),
            self.mirrored,
            self.repeated,
            self.explained,
        )


def compare(workspace: Workspace, first: str, second: str) -> RunComparison:
    """Read and verify two runs, and lay them side by side.

    Raises
    ------
    LabharnessError
        If there is no such run, one of them cannot be read, or both are the same.
    """
    from labharness.assessment.runs.subject import Subject

    folders = (workspace.run(first), workspace.run(second))
    if folders[0].run == folders[1].run:
        raise InputError(Comparisons.ONE_RUN(run=folders[0].run))
    entry, other = (Subject.of(folder, titled=titles_for(workspace.path)) for folder in folders)
    mine, theirs = ({each.id: each for each in check_facts(subject)} for subject in (entry, other))
    ids = dict.fromkeys((*mine, *theirs))
    repeated = _repeated(workspace, entry, other)
    known = equal_data(workspace, listed(workspace, ended_only=True))
    equal = known.get(entry.run, NONE), known.get(other.run, NONE)
    return RunComparison(
        _run(entry, equal[0]),
        _run(other, equal[1]),
        entry.start.plan.sha256 == other.start.plan.sha256,
        tuple(_facts(dict(_of(entry, equal[0])), dict(_of(other, equal[1])))),
        tuple(_compared(id_, mine.get(id_), theirs.get(id_)) for id_ in ids),
        repeated,
        _repeated(workspace, other, entry),
        _explained(equal[1], entry.run) if repeated else (),
    )


def _repeated(workspace: Workspace, subject: Subject, other: Subject) -> tuple[Reason, ...]:
    """Return the data that the second run has in common with the first, nothing where one of them cannot be read."""
    from labharness.app.plug_ins.discovery import discover
    from labharness.assessment.runs.judging import common, known_first_units
    from labharness.assessment.runs.trust import repeated
    from labharness.runner.cutting import RawDecoder

    decoder = partial(RawDecoder, catalog=discover(workspace.path))
    try:
        mine, theirs = (known_first_units(each.folder, decoder) for each in (other, subject))
        start = subject.folder.start().hash
        same = common(mine, (other.folder, other.frozen), theirs, subject.folder, start, decoder)
        return tuple(repeated(same))
    except LabharnessError:
        return ()


def _explained(equal: EqualRecord, run: str) -> tuple[Reason, ...]:
    """Return who explained the data that a run has in common with another one."""
    words = {name: each for name, each in (equal.explained or {}).items() if name == run}
    return EqualRecord(equal.run, (), words).reasons


def _run(subject: Subject, equal: EqualRecord) -> ComparedRun:
    summary = subject.summary
    signs = signs_in_words(summary.simulation) if summary.simulated else ""
    return ComparedRun(subject.run, subject.frozen.plan.title, _standing(subject, equal), signs)


def _standing(subject: Subject, equal: EqualRecord) -> Standing:
    return subject.standing(
        alive=subject.folder.alive, same_data=bool(equal.same), explained_data=bool(equal.explained)
    )


def _facts(first: dict[str, str], second: dict[str, str]) -> Iterator[ComparedFact]:
    for name in dict.fromkeys((*first, *second)):
        yield ComparedFact(name, first.get(name, "—"), second.get(name, "—"))


def _of(subject: Subject, equal: EqualRecord) -> Iterator[tuple[str, str]]:
    summary, start = subject.summary, subject.start
    yield "Verdict", standing_words(_standing(subject, equal))
    yield "Ending", words(summary.ending.value.lower()).capitalize() if summary.ending else "not ended"
    yield "Integrity", "not verified" if subject.verification.problems else "verified"
    yield "Started", brief(summary.started)
    yield "Plan", f"{start.plan.id}, version {start.plan.version}, {start.plan.sha256[:12]}"
    yield "Device", subject.device_name
    if summary.identity is not None:
        yield "Serial number", summary.identity.serial
        yield "Hardware revision", summary.identity.hardware
    for component in summary.software[0] if summary.software else ():
        digest = f", {component.digest[:12]}" if component.digest else ""
        yield f"Software {component.name}", f"{component.version}{digest}"
    planned = {name: stage.units for name, stage in summary.stages.items()}
    for stage, each in zip(
        summary.units, recorded_sample(summary.units, summary.observed, planned), strict=True
    ):
        yield f"Sample of stage {stage}", each
    yield "Operator", start.operator
    yield "Program", f"labharness {start.labharness}"


def _compared(id_: str, first: CheckFacts | None, second: CheckFacts | None) -> ComparedCheck:
    there = first or second
    assert there is not None
    entry, other = (_measure(each.result) if each is not None else None for each in (first, second))
    difference = ""
    if entry is not None and other is not None and entry[0] == other[0]:
        away = other[1] - entry[1]
        difference = minus(f"{'+' if away > 0 else ''}{number(away, _DIGITS)}")
    return ComparedCheck(id_, there.title, first, second, difference)


def _measure(result: CheckResult | None) -> tuple[str, float] | None:
    """Return what a check measured, by name: its effect, its violations, or its only statistic."""
    if result is None or result.not_applicable is not None:
        return None
    if result.effect is not None:
        return result.effect.name.code, result.effect.value
    if result.violations is not None:
        return "violations", float(result.violations)
    if result.statistic:
        name = next(iter(result.statistic))
        return name, result.statistic[name]
    return None


REMARKED = "run remarked"
MOST = 2000
"""Characters of the longest remark."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark about a run.

    Parameters
    ----------
    who
        Id of the person, or the login where there is no list of people.
    check
        "" where it is about the whole run.
    account
        Account of the operating system that wrote it, "" where an earlier version did not record it.
    """

    utc: str
    who: str
    check: str
    text: str
    account: str = ""

    @property
    def author(self) -> str:
        """Who wrote it, with the account where that has another name."""
        return self.who if self.account in ("", self.who) else f"{self.who} (account {self.account})"


def add_remark(workspace: Workspace, run: str, check: str, text: str, by: str | None = None) -> Remark:
    """Put a remark on record.

    Parameters
    ----------
    by
        Id of the person, None for the one whose login it is.

    Raises
    ------
    NotPermitted
        If the list of people does not let this person take part in tests.
    LabharnessError
        If there is no such run, the remark is empty or too long, or the register does not answer.
    """
    from labharness.app.people.staff import permitted
    from labharness.app.workspace.register import record
    from labharness.model.device import TESTING

    text = " ".join(text.split())
    if not text or len(text) > MOST:
        raise InputError(Remarks.LENGTH(most=MOST))
    folder = workspace.run(run)
    submission = folder.begun().submission
    acting = permitted(workspace, TESTING, by, submission)
    body = {
        "run": folder.run,
        "head": folder.start().hash,
        "check": check,
        "text": text,
        "account": acting.account,
    }
    change = record(workspace, REMARKED, body, "A remark about a run.", submission, acting.who)
    return Remark(change.utc, change.who, check, text, acting.account)


def remarks(workspace: Workspace, run: str) -> tuple[Remark, ...]:
    """Return the remarks about a run, the earliest first; none where there is no register.

    Raises
    ------
    LabharnessError
        If the register does not answer.
    """
    from labharness.app.workspace.register import has_register, open_register

    if not has_register(workspace):
        return ()
    with open_register(workspace) as register:
        events = ((change, change.event(RunRemarked)) for change in register.changes())
        return tuple(
            Remark(
                each.utc,
                each.who,
                plain(event.check, 200),
                plain(event.text, MOST),
                plain(event.account, 200),
            )
            for each, event in events
            if event is not None and event.run == run
        )


MOST_UNITS = 5_000
"""Units that are counted one by one."""
_MANY = (Kind.DRAW, Kind.BYTES)
"""Kinds of which a single unit says nothing."""


def unit_values(folder: RunFolder, check: str, workspace: Path | None = None) -> dict[int, int]:
    """Return what a check counts in each unit, by the index of the unit within its stage.

    Empty for a check without a number for each unit: a check of several units together, of outcomes or of bits. Empty also
    for a sample of more than :data:`MOST_UNITS`. Units that the check omits have no number.

    Parameters
    ----------
    workspace
        The one that a person named or opened, whose plug-ins may count.

    Raises
    ------
    LabharnessError
        If the run or a check of its plan cannot be read.
    """
    frozen = frozen_plan(folder)
    catalog = discover(workspace)
    planned = next((entry for entry in frozen.plan.checks if entry.id == check), None)
    info = catalog.check_info(planned.check) if planned is not None else None
    if info is None or info.look_back:
        return {}
    sample = next(sample for sample in planned_samples(frozen, catalog) if check in sample.checks)
    if sample.population.kind in _MANY or sample.stage.units > MOST_UNITS:
        return {}
    numbers = dict[int, int]()
    for block in blocks(folder.records(), sample.stage.name, sample.population, 0, lambda _: ()):
        for at, observation in enumerate(block.observations):
            if units(observation) != 1:
                return {}
            unit = Block(block.population, block.index + at, (observation,), block.provenance)
            tally = sample.checks[check].tally(unit)
            if not _gives_numbers(tally, counting=info.counting):
                return {}
            if info.counting:
                numbers[block.index + at] = tally.number("violations")
            elif (counts := tally.sums["histogram"]).sum() == 1:
                numbers[block.index + at] = int(counts.argmax())
    return numbers


def _gives_numbers(tally: Tally, *, counting: bool) -> bool:
    """Say whether a tally of one unit holds a number: of violations, or its place in a histogram."""
    if counting:
        return "violations" in tally.sums
    return "histogram" in tally.sums and tally.sums["histogram"].ndim == 1
