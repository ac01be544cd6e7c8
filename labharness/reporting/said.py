"""Words that sections share: what is loud, and which unit, software and plan are meant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from reportlab.platypus import Flowable

from labharness import FILES_SHA256
from labharness.assessment.clauses.obligations import NOT_TESTED
from labharness.assessment.dossier import Dossier, Group
from labharness.assessment.runs.subject import Subject
from labharness.evidence.records.course import StartBody
from labharness.language.numbers import number
from labharness.language.sample_words import recorded_sample
from labharness.model.observations import InputKnown, Source
from labharness.model.results import Decision, Outcome
from labharness.plans.plan import Plan, PlannedCheck
from labharness.reporting.blocks import Cell, colored, digest, gap, mono, outcome_word, panel, paragraph
from labharness.reporting.registered import dated
from labharness.reporting.typography import OUTCOME_COLORS, WHITE

_RED = OUTCOME_COLORS["FAIL"]
SHOWN_ONLY = "informational"
_SHOWN = 12
INPUT = {
    InputKnown.RESET: "reset to a known order",
    InputKnown.CHAINED: "chained: the output before",
    InputKnown.READ: "read before each unit",
    InputKnown.UNKNOWN: "unknown",
    InputKnown.NOT_APPLICABLE: "not applicable",
}
"""How the order before each unit is known."""
READ_BY = {
    Source.OBSERVED: "read by the laboratory's instrument",
    Source.HAND_ENTERED: "entered by hand",
    Source.DEVICE_REPORTED: "reported by the device",
    Source.MANUFACTURER_SUPPLIED: "supplied by the manufacturer",
}
"""Who says what came out."""


def tester(start: StartBody) -> str:
    """Return the operator's name as given, and the account of the operating system."""
    name = start.operator or "not recorded"
    return f"{name} (account {start.account})" if start.account else name


def monitoring_in_words(plan: Plan) -> str:
    """Say what part of the level a plan's monitors have, and what they can do with it."""
    rule = plan.decision
    return (
        f"level {number(plan.monitored_level)} of the laboratory's {number(rule.laboratory_level)}. It can end the run early "
        "with a failure, never with a pass: e-processes of the samples while they are recorded."
    )


def planned_sample(subject: Subject) -> list[str]:
    """Return how much of each planned sample is on record, in what its stage observes: ``20 of 2,000 shuffles``."""
    planned = {stage.name: stage.units for stage in subject.frozen.plan.acquisitions}
    observed = {stage.name: stage.observes.value for stage in subject.frozen.plan.acquisitions}
    return recorded_sample({name: subject.summary.units.get(name, 0) for name in planned}, observed, planned)


def loud(text: object, kind: str = "word") -> Flowable:
    """Set what nobody may overlook in the color of a failure."""
    return colored(text, _RED, kind)


def alarm(title: object, lines: Sequence[object] = ()) -> list[Flowable]:
    """Set a red panel with a title and lines below it."""
    each = [colored(line, WHITE, "cell") for line in lines]
    return [panel([paragraph(title, "banner"), *each], _RED, filled=True), gap(2)]


def result_word(text: str) -> Flowable:
    """Set what a clause, stage or item came to; what was not tested is as loud as a failure."""
    if text == NOT_TESTED:
        return loud(text)
    return outcome_word(text) if text in OUTCOME_COLORS else paragraph(text, "cell")


def decision_word(planned: PlannedCheck | None, decision: Decision) -> Cell:
    """Set what was decided of a check; what is only shown for information, and has no fault, passes nothing."""
    if planned is not None and planned.role == "informational" and decision.outcome is Outcome.PASS:
        return SHOWN_ONLY
    return outcome_word(decision.outcome.value)


def program(versions: Mapping[str, str], labharness: str = "") -> str:
    """Name the program and what it ran with; of the hash of its files the beginning, see :func:`program_files`."""
    others = dict(sorted(versions.items()))
    named = f"labharness {others.pop('labharness', labharness) or 'of unknown version'}"
    files = others.pop(FILES_SHA256, "")
    named += f" (its files: SHA-256 {files[:_SHOWN]}…)" if files else ""
    text = ", ".join(f"{name} {version}" for name, version in others.items())
    return f"{named}; {text or 'no versions recorded'}"


def program_files(every: Iterable[Mapping[str, str]]) -> list[tuple[str, Cell]]:
    """Return the hashes of the program's files in full, each once."""
    result = {each[FILES_SHA256]: each.get("labharness", "") for each in every if each.get(FILES_SHA256)}
    return [(f"Files of labharness {version}", digest(sha256)) for sha256, version in result.items()]


def dated_if(when: date | None) -> str:
    """Write a date of the register, "–" where there is none."""
    return dated(when) if when else "–"


def group_name(dossier: Dossier, group: Group) -> str:
    """Name a group by unit, software and plan."""
    unit = f"{group.model or 'unidentified device'}, serial number {group.serial or 'not known'}"
    software = ", ".join(f"{text.name} {text.version}" for text in group.software) or "software not named"
    plan = group.first.frozen.plan
    return f"{unit}; {software} ({dossier.standing(group)}); {plan.title} ({plan.id}, version {plan.version})"


def files(run: Subject) -> list[list[Cell]]:
    """Return a row for each file of a run: name, bytes, frames, hash."""
    return [
        [
            mono(file.name),
            number(file.size),
            "–" if file.frames is None else number(file.frames),
            digest(file.sha256) if file.sha256 else "fixed by the run head",
        ]
        for file in run.files
    ]
