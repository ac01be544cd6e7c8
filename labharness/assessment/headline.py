"""The verdict in one sentence, with its reason: what page one says below the word."""

from __future__ import annotations

from collections.abc import Sequence

from labharness.assessment.dossier import Dossier, Standing
from labharness.assessment.invalidations import in_short
from labharness.assessment.kinds import by_kind
from labharness.assessment.scope import redrawn
from labharness.language.numbers import number
from labharness.model.results import Outcome

_NAMED = 2
"""So many runs and changes are named in the verdict's sentence; the sections print all."""
_LONGEST = 150
"""Characters of a reason in the sentence; all of it stands below."""


def headline(dossier: Dossier, outcome: Outcome, reasons: Sequence[str], *, met: bool) -> str:
    """Return the sentence.

    Parameters
    ----------
    reasons
        Why it is no pass.
    met
        Whether any clause was met.
    """
    over = _over(dossier)
    if outcome is Outcome.PASS:
        told = "Every testable clause that applies was met"
        if not met:
            told = "Nothing that counts failed, but no test answers a clause"
        said = f"{told}{over}{_cured(dossier)}{_left(dossier)}."
    elif outcome is Outcome.FAIL:
        said = f"The items do not meet what is asked{over}."
    else:
        passed = bool(dossier.runs) and all(run.outcome is Outcome.PASS for run in dossier.runs)
        each = ", though every run passed" if passed else ""
        said = f"The evidence supports neither a pass nor a failure{over}{each}: {_first(reasons)}"
    return f"{said}{_aside(dossier)}{_redrawn(dossier)}"


def _over(dossier: Dossier) -> str:
    runs = len(dossier.runs)
    if not runs:
        return ""
    return (
        f", over all {number(runs)} runs of the submission"
        if runs > 1
        else ", over the one run of the submission"
    )


def _first(reasons: Sequence[str]) -> str:
    """Give the first reason, those of one kind as their number, and say how many more there are."""
    name, texts = next(iter(by_kind(reasons).items()))
    plain = " ".join(texts[0].split()).rstrip(".")
    told = f"{name[0].lower()}{name[1:]} ({number(len(texts))})" if name else _cut(plain)
    rest = len(reasons) - (len(texts) if name else 1)
    return f"{told}; and {number(rest)} more reason{'s' * (rest != 1)}." if rest else f"{told}."


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST].rstrip()} …"


def _cured(dossier: Dossier) -> str:
    """Say that runs failed before the software was replaced."""
    failed = [group for group in dossier.groups if group.outcome is Outcome.FAIL]
    runs = [run.run for group in failed for run in group.runs if run.outcome is Outcome.FAIL]
    cures = [cure for group in failed if (cure := dossier.cured_by(group)) is not None]
    named = dict.fromkeys(one.id for one in cures)
    if not runs:
        return ""
    return f"; {_few(runs)} failed with software that was replaced (deficiency {_few(list(named))})"


def _left(dossier: Dossier) -> str:
    """Say which runs of replaced software neither failed nor passed; the verdict is not over them."""
    runs = [
        run.run
        for group in dossier.groups
        if dossier.standing(group) is Standing.REPLACED and group.outcome is Outcome.INCONCLUSIVE
        for run in group.runs
    ]
    return f"; {_few(runs)} did not pass, with software that was replaced" if runs else ""


def _aside(dossier: Dossier) -> str:
    """Say which runs the authoriser set aside, and for which cause."""
    found = in_short(dossier)
    return f" Set aside by the authoriser: {_few(found, '; ')}." if found else ""


def _redrawn(dossier: Dossier) -> str:
    """Say what of the scope was changed after a run had failed."""
    found = redrawn(dossier)
    return f" After a run had failed: {_few(found)}." if found else ""


def _few(names: Sequence[str], between: str = ", ") -> str:
    """Name the first, and say how many more there are: the sentence must find room on the first page."""
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"{between.join(names[:_NAMED])}{more}"
