"""The verdict in short, with its first reason: what page one says below the word.

What was observed of the units that failed, against what a random device gives.

Rescinded and temporary chapters under which runs were made, and the law in force that the authorizer names.

What of the scope was changed or taken out of the register after a run had failed: a change hides no failure.

Kinds of open items: twenty missing documents are one matter, not twenty.

Whether a recommendation was put on record after everything that it rests on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from labharness.assessment.dossier import Dossier, Group, SoftwareStanding
from labharness.assessment.homogeneity import left_out, provisional
from labharness.assessment.invalidations import in_short
from labharness.assessment.runs.subject import Subject
from labharness.assessment.settling import counted, cured_by
from labharness.evidence.records.course import StartBody
from labharness.filings.entries.review import Confirmation, Opinion, Recommendation
from labharness.filings.entries.snapshot import Change
from labharness.games.chapter_standing import ChapterStanding, is_rescinded, lapsed, standing_in_short
from labharness.games.law_in_force import law_clause, named_law
from labharness.language.dates import moment
from labharness.model.reasons.conclusion import Conclusions
from labharness.model.reasons.run import Effects
from labharness.model.results import CheckResult, Decision, Outcome
from labharness.plans.plan import PlannedCheck
from labharness.reason import Reason, quoted


@dataclass(frozen=True, slots=True)
class Observation:
    """What was observed of one unit that failed.

    Parameters
    ----------
    sentence
        Observed against expected, None where no result of a failed check says so in numbers.
    """

    run: Subject
    group: Group
    sentence: Reason | None


def observations(dossier: Dossier) -> tuple[Observation, ...]:
    """Return the observation of every group that failed and counts, in the order of their first run."""
    return tuple(_observation(group) for group in counted(dossier) if group.outcome is Outcome.FAIL)


def failed_units(dossier: Dossier) -> Iterator[Reason]:
    """Yield each unit that failed, with what was observed of it."""
    for each in observations(dossier):
        unit = {"model": each.group.model or None, "serial": each.group.serial or None, "run": each.run.run}
        if each.sentence is None:
            yield Conclusions.UNIT_FAILED(**unit)
        else:
            yield Conclusions.UNIT_OBSERVED(**unit, observed=each.sentence)


def _observation(group: Group) -> Observation:
    """Return the plainest observation of a group's failed runs: a count of violations, then of things in shuffles."""
    failed = group.failed
    for run in failed:
        if run.identified is not None:
            return Observation(run, group, run.identified)
    for run in failed:
        for planned, result in _results(run):
            if result.violations:
                sentence = Conclusions.OBSERVED_VIOLATIONS(
                    violations=result.violations, units=result.counted, unit=run.about(planned).unit
                )
                return Observation(run, group, sentence)
    for run in failed:
        for _, result in _results(run):
            if (counts := _per_shuffle(result)) is not None:
                return Observation(run, group, counts)
    return Observation(failed[0], group, None)


def _results(run: Subject) -> Iterator[tuple[PlannedCheck, CheckResult]]:
    """Yield the checks that failed in a run, the smallest p-value first."""
    planned = {check.id: check for check in run.frozen.plan.checks}

    def small(decision: Decision) -> float:
        return decision.p if decision.p is not None else 0.0

    for decision in sorted(run.decisions.values(), key=small):
        result = run.summary.results.get(decision.check_id)
        if decision.outcome is Outcome.FAIL and decision.check_id in planned and result is not None:
            yield planned[decision.check_id], result


def _per_shuffle(result: CheckResult) -> Reason | None:
    effect = result.effect
    if effect is None or not effect.name.is_a(Effects.PER_SHUFFLE):
        return None
    fair = float(str(effect.name["fair"]))
    return Conclusions.OBSERVED_COUNT(
        observed=round(effect.value * result.units),
        what=effect.name["what"],
        units=result.units,
        expected=round(fair * result.units),
    )


@dataclass(frozen=True, slots=True)
class LapsedLaw:
    """A chapter that is not, or not for long, in force.

    Parameters
    ----------
    named
        The authorizer's word that names the law in force, None where there is none.
    """

    chapter: str
    standing: ChapterStanding
    named: Confirmation | None

    @property
    def clause(self) -> str:
        """The citation that the authorizer confirms."""
        return law_clause(self.chapter)

    @property
    def on_record(self) -> bool:
        """Whether the law that is named is the successor on record."""
        return self.named is not None and named_law(self.named.source, self.chapter, self.standing).on_record

    @property
    def rescinded(self) -> bool:
        """Whether a publication rescinds it."""
        return is_rescinded(self.standing)

    @property
    def open_item(self) -> Reason:
        """What prevents a recommendation to approve while the law in force is not named."""
        return Conclusions.LAW_NOT_NAMED(
            clause=self.clause, standing=tuple(standing_in_short(self.chapter, self.standing))
        )

    @property
    def caveat(self) -> Reason:
        """What the verdict says of the chapter in any case."""
        if self.standing.rescinded_by is None:
            return Conclusions.TEMPORARY_TEXT(chapter=self.chapter)
        return Conclusions.RESCINDED_TEXT(chapter=self.chapter, by=self.standing.rescinded_by)


def lapsed_laws(dossier: Dossier) -> Iterator[LapsedLaw]:
    """Yield the chapters of a dossier's runs that are rescinded or temporary, in the order of the runs."""
    games = {each.chapter: each for each in (group.first.frozen.game for group in dossier.groups)}
    for game in games.values():
        if game.standing is not None and lapsed(game.standing):
            words = [
                kind
                for kind in dossier.submission.grounded(Confirmation)
                if kind.clause == law_clause(game.chapter)
                and named_law(kind.source, game.chapter, game.standing).possible
            ]
            yield LapsedLaw(game.chapter, game.standing, words[-1] if words else None)


_DECIDING: Mapping[str, tuple[str, ...]] = {
    "filing": ("games",),
    "product": ("manufacturer", "model", "device_class", "games"),
    "unit": ("product", "serial", "use", "holds"),
    "component": ("product", "name", "version", "digest", "submitted"),
    "deficiency": ("runs", "cure", "retests"),
}
"""Fields that say what was submitted and which runs count against it; the others change no verdict."""


def redrawn(dossier: Dossier) -> tuple[Reason, ...]:
    """Name the entries of the scope that were changed or removed after the first run that failed had ended."""
    failed = [run.summary.updated for run in dossier.runs if run.outcome is Outcome.FAIL]
    if not failed:
        return ()
    later = (change for change in dossier.submission.changes if change.utc > min(failed))
    return tuple(dict.fromkeys(name for each in later for name in _redrawn(each)))


def _redrawn(change: Change) -> Iterator[Reason]:
    fields = _DECIDING.get(change.kind)
    if fields is None or change.before is None:
        return
    if change.after is None:
        yield Conclusions.ENTRY_REMOVED(kind=change.kind, entry=change.entry)
        return
    for name in fields:
        before, after = _plain(change.before.get(name)), _plain(change.after.get(name))
        # A deficiency is answered by adding to it; only what is taken out of it could hide a run.
        added = change.kind == "deficiency" and isinstance(before, list) and set(before) <= set(after or [])
        if before != after and not added:
            yield Conclusions.FIELD_CHANGED(field=name, kind=change.kind, entry=change.entry)


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, (list, tuple)) else value


TOTALS: Mapping[str, Callable[[int], Reason]] = {
    Conclusions.CLAUSE_NOT_TESTED.code: lambda number: Conclusions.CLAUSES_NOT_TESTED(clauses=number),
    Conclusions.CLAUSE_INCONCLUSIVE.code: lambda number: Conclusions.CLAUSES_INCONCLUSIVE(clauses=number),
    Conclusions.WORDING_UNCONFIRMED.code: lambda number: Conclusions.WORDINGS_UNCONFIRMED(clauses=number),
    Conclusions.DOCUMENT_MISSING.code: lambda number: Conclusions.DOCUMENTS_MISSING(documents=number),
}
"""What gives the number of the open items of a code, for codes of which many are one matter."""


_NAMED = 2
"""So many runs and changes are named; the sections print all."""


def headline(
    dossier: Dossier, outcome: Outcome, reasons: Sequence[Reason], *, met: bool, relied: int
) -> Iterator[Reason]:
    """Yield the verdict over every run, what was replaced, set aside or changed, then the first reason.

    Parameters
    ----------
    reasons
        Why it is no pass.
    met
        Whether any clause was met.
    relied
        Number of clauses that results of others answer, and no run.
    """
    runs = len(dossier.runs)
    if outcome is Outcome.PASS:
        good = sum(len(group.counting) for group in counted(dossier))
        yield _met(dossier, good, relied) if met else Conclusions.NOTHING_ANSWERED(runs=good)
        yield from _replaced(dossier)
    elif outcome is Outcome.FAIL:
        yield Conclusions.NOT_MET(runs=runs)
        units = tuple(failed_units(dossier))
        yield from units[:_NAMED]
        if len(units) > _NAMED:
            yield Conclusions.UNITS_MORE(units=len(units) - _NAMED)
        yield from _replaced(dossier)
    else:
        yield Conclusions.UNSUPPORTED(runs=runs)
        if runs and all(run.outcome is Outcome.PASS for run in dossier.runs):
            yield Conclusions.THOUGH_PASSED()
        yield _first(reasons)
        yield from _replaced(dossier)
    yield from (law.caveat for law in lapsed_laws(dossier))
    for limit in (left_out(dossier.submission), provisional(dossier.submission)):
        if limit is not None:
            yield limit
    if aside := in_short(dossier):
        yield Conclusions.SET_ASIDE(runs=_few(aside))
    if changes := redrawn(dossier):
        yield Conclusions.SCOPE_CHANGED(changes=_few(changes))


def _met(dossier: Dossier, runs: int, relied: int) -> Reason:
    """Say that all clauses were met, by whose results, and of which law that is not in force."""
    reason = (
        Conclusions.ALL_MET_OR_RELIED(runs=runs, relied=relied) if relied else Conclusions.ALL_MET(runs=runs)
    )
    laws = list(lapsed_laws(dossier))
    for code, rescinded in ((Conclusions.MET_RESCINDED, True), (Conclusions.MET_TEMPORARY, False)):
        if chapters := tuple(law.chapter for law in laws if law.rescinded is rescinded):
            reason = code(met=reason, chapters=chapters)
    return reason


def _first(reasons: Sequence[Reason]) -> Reason:
    """Return the first reason, those of a kind as their number, with how many more there are."""
    first = reasons[0]
    number = Counter(reason.code for reason in reasons)[first.code]
    total = TOTALS.get(first.code)
    why = first if total is None else total(number)
    more = len(reasons) - (1 if total is None else number)
    return Conclusions.REASONS(why=why, more=more) if more else Conclusions.FIRST_REASON(why=why)


def _replaced(dossier: Dossier) -> Iterator[Reason]:
    """Yield runs of replaced software whose failure was cured, and those that neither failed nor passed."""
    failed = [group for group in dossier.groups if cured_by(dossier, group) is not None]
    runs = [quoted(run.run) for group in failed for run in group.runs if run.outcome is Outcome.FAIL]
    cures = dict.fromkeys(
        quoted(cure.id) for group in failed if (cure := cured_by(dossier, group)) is not None
    )
    if runs:
        yield Conclusions.REPLACED_FAILED(runs=_few(runs), deficiencies=_few(list(cures)))
    undecided = [
        quoted(run.run)
        for group in dossier.groups
        if dossier.standing(group) is SoftwareStanding.REPLACED and group.outcome is Outcome.INCONCLUSIVE
        for run in group.runs
    ]
    if undecided:
        yield Conclusions.REPLACED_UNDECIDED(runs=_few(undecided))


def _few(items: Sequence[Reason], most: int = _NAMED) -> tuple[Reason, ...]:
    """Return the first, then how many more there are: the sentence must find room on the first page."""
    named, more = tuple(items[:most]), len(items) - most
    return (*named, Conclusions.MORE(number=more)) if more > 0 else named


_APART = frozenset({"", Recommendation.kind, Opinion.kind})
"""Of changes: events are told apart by their runs, and nothing rests on an opinion."""
_FEW = 3


def outdated(dossier: Dossier) -> Reason | None:
    """Return what is newer than the recommendation, None where nothing is, or none is on record.

    The order and the times of the register's records decide, and the times of the runs' own; never the date
    that somebody wrote into the recommendation.
    """
    advice = dossier.submission.recommendation
    if advice is None:
        return None
    changes = dossier.submission.changes
    given = [change for change in changes if (change.kind, change.entry) == (advice.kind, advice.id)]
    if not given:
        return Conclusions.NO_DATE()
    newer = [*_runs(dossier, given[-1]), *_entries(changes, given[-1])]
    if not newer:
        return None
    return Conclusions.OUTDATED(moment=given[-1].utc, newer=_few(newer, _FEW))


def _runs(dossier: Dossier, given: Change) -> Iterator[Reason]:
    """Yield runs that count and were begun, by the register's order, or ended, by the clock, after it."""
    later = (each for each in dossier.submission.changes if not each.kind and each.number > given.number)
    begun = {str((change.after or {}).get("start", "")) for change in later}
    for group in counted(dossier):
        for run in group.counting:
            start = next((body.hash for body in run.log.of(StartBody)), "")
            if (start and start in begun) or moment(run.summary.updated) > moment(given.utc):
                yield Conclusions.NEWER(kind="run", name=run.run)


def _entries(changes: tuple[Change, ...], given: Change) -> Iterator[Reason]:
    """Yield entries that were written or removed after it."""
    later = (change for change in changes if change.kind not in _APART and change.number > given.number)
    yield from dict.fromkeys(Conclusions.NEWER(kind=each.kind, name=each.entry) for each in later)
