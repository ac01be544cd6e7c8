"""Words that sections of a dossier share: what is loud, and which unit, software and plan are meant."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from reportlab.platypus import Flowable

from labharness.reporting.blocks import coloured, gap, outcome_word, panel, paragraph
from labharness.reporting.dossier import Dossier, Group
from labharness.reporting.obligations import NOT_TESTED
from labharness.reporting.registered import dated
from labharness.reporting.typography import OUTCOME_COLOURS, WHITE

_RED = OUTCOME_COLOURS["FAIL"]


def loud(text: object, kind: str = "word") -> Flowable:
    """Set what nobody may overlook in the colour of a failure."""
    return coloured(text, _RED, kind)


def alarm(title: object, lines: Sequence[object] = ()) -> list[Flowable]:
    """Set a red panel with a title and lines below it."""
    each = [coloured(line, WHITE, "cell") for line in lines]
    return [panel([paragraph(title, "banner"), *each], _RED, filled=True), gap(2)]


def result_word(came: str) -> Flowable:
    """Set what a clause, stage or item came to; what was not tested is as loud as a failure."""
    if came == NOT_TESTED:
        return loud(came)
    return outcome_word(came) if came in OUTCOME_COLOURS else paragraph(came, "cell")


def dated_if(when: date | None) -> str:
    """Write a date of the register, "–" where there is none."""
    return dated(when) if when else "–"


def group_name(dossier: Dossier, group: Group) -> str:
    """Name a group by unit, software and plan."""
    unit = f"{group.model or 'unidentified device'}, serial number {group.serial or 'not known'}"
    software = ", ".join(f"{one.name} {one.version}" for one in group.software) or "software not named"
    plan = group.first.frozen.plan
    return f"{unit}; {software} ({dossier.standing(group)}); {plan.title} ({plan.id}, version {plan.version})"
