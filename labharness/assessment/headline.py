"""The verdict in short, with its first reason: what page one says below the word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from labharness.assessment.attempts.curing import counted, cured_by
from labharness.assessment.attempts.invalidations import in_short
from labharness.assessment.baseline import left_out, provisional
from labharness.assessment.dossier import Dossier, SoftwareStanding
from labharness.assessment.kinds import TOTALS
from labharness.assessment.lapsed_law import lapsed_laws
from labharness.assessment.observed import failed_units
from labharness.assessment.scope import redrawn
from labharness.model.reasons.conclusion import Conclusions
from labharness.model.results import Outcome
from labharness.reason import Reason, quoted

_NAMED = 2
"""So many runs and changes are named; the sections print all."""


def headline(
    dossier: Dossier, outcome: Outcome, reasons: Sequence[Reason], *, met: bool, relied: int
) -> tuple[Reason, ...]:
    """Return the verdict over every run, what was replaced, set aside or changed, then the first reason.

    Parameters
    ----------
    reasons
        Why it is no pass.
    met
        Whether any clause was met.
    relied
        Number of clauses that results of others answer, and no run.
    """
    return tuple(_headline(dossier, outcome, reasons, met=met, relied=relied))


def _headline(
    dossier: Dossier, outcome: Outcome, reasons: Sequence[Reason], *, met: bool, relied: int
) -> Iterator[Reason]:
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


def _few(items: Sequence[Reason]) -> tuple[Reason, ...]:
    """Return the first, then how many more there are: the sentence must find room on the first page."""
    named, more = tuple(items[:_NAMED]), len(items) - _NAMED
    return (*named, Conclusions.MORE(number=more)) if more > 0 else named
