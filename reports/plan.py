"""Test plan: what was to be done, how often and why, and which rules it answers."""

from __future__ import annotations

from typing import Any

from reportlab.platypus import Flowable

from labharness.evidence.records import RecordType
from labharness.plans.plan import Citation
from labharness.plans.procedures import Inspect
from labharness.reporting.blocks import (
    NONE,
    Cell,
    digest,
    facts,
    paragraph,
    stacked,
    subheading,
    table,
    together,
)
from labharness.reporting.section import Part
from labharness.reporting.subject import Subject
from labharness.reporting.wording import clock, day_and_time, flowing, number, percent, words

_STATUS = {
    "seen": "seen: taken from the text itself",
    "sister": "sister rule: another jurisdiction's text; this one's was not seen",
    "remembered": "remembered: not checked against the text",
    "inferred": "inferred: concluded from other rules, stated nowhere",
}

_ELSEWHERE = {"name", "kind", "declared", "items", "instruction", "expects", "restore"}
"""What is printed beside a stage's name, or with what came of it."""


def section(subject: Subject, part: Part) -> list[Flowable]:
    """Return the plan."""
    plan = subject.frozen.plan
    return [
        _plan(subject),
        paragraph(part.text("frozen"), "quiet"),
        *subheading("Sample size"),
        paragraph(flowing(plan.sample_size_reason)),
        *subheading("Stages"),
        _stages(subject),
        together("Sessions", _sessions(subject)),
        *subheading("Rules that the plan answers"),
        *_citations(subject, part),
    ]


def _plan(subject: Subject) -> Flowable:
    plan, files = subject.frozen.plan, subject.summary.start.get("files", {})
    recorded = str(subject.summary.start.get("plan", {}).get("sha256", ""))
    same = "" if recorded == subject.frozen.sha256 else " (THE FILE HAS CHANGED SINCE)"
    return facts(
        [
            ("Plan", plan.title),
            ("Identifier, version", f"{plan.id}, version {plan.version}"),
            ("Purpose", flowing(plan.purpose)),
            ("Kind of device", words(plan.device_class.value)),
            ("SHA-256 of the plan", digest(recorded or files.get("plan.toml", ""))),
            ("SHA-256 of the game", digest(files.get("game.toml", ""))),
            ("Frozen", f"{day_and_time(subject.summary.started)}{same}"),
            ("Orientation of cards", flowing(plan.orientation)),
            ("Interruptions allowed", number(plan.interruptions_allowed)),
        ]
    )


def _stages(subject: Subject) -> Flowable:
    views = subject.summary.stages
    rows: list[list[Cell]] = []
    for index, stage in enumerate(subject.frozen.plan.stages, 1):
        view = views.get(stage.name)
        settings = stage.model_dump(mode="json", exclude=_ELSEWHERE, exclude_defaults=True)
        if isinstance(stage, Inspect):
            settings["items"] = len(stage.items)
        done = "–" if view is None or not view.units else f"{number(view.done)} of {number(view.units)}"
        status = "never begun" if view is None or view.status == "waiting" else view.status
        told = f"{status}. {view.sentence}" if view is not None and view.sentence else status
        name = stage.name if stage.name == stage.kind else stacked(stage.name, words(stage.kind))
        rows.append([str(index), name, _settings(settings), done, told])
    return table(
        ("", "Stage", "As planned", "Done", "Outcome of the stage"), rows, (4, 20, 32, 16, 28), "lllr"
    )


def _settings(settings: dict[str, Any]) -> str:
    named = {"timeout_s": "time limit (s)", "observes": "acquires"}
    parts = []
    for key, value in settings.items():
        shown = number(value) if isinstance(value, int | float) else words(str(value))
        if isinstance(value, bool):
            shown = "yes" if value else "no"
        parts.append(f"{named.get(key, words(key))}: {shown}")
    return "; ".join(parts)


def _sessions(subject: Subject) -> list[Flowable]:
    planned = subject.frozen.plan.sessions
    rows: list[list[Cell]] = []
    for record in subject.log.of(RecordType.SESSION_OPENED, RecordType.SESSION_CLOSED):
        what = "opened" if record.type is RecordType.SESSION_OPENED else "closed"
        units, why = record.body.get("units"), str(record.body.get("why", ""))
        rows.append([number(record.body["session"]), what, clock(record.utc), _units(units), why])
    told = paragraph(f"Sessions planned: {number(planned)}.")
    if not rows:
        return [told, paragraph("No session is on record.")]
    head = ("Session", "", "Time (UTC)", "Units", "Why")
    return [told, table(head, rows, (10, 12, 24, 16, 38), "lllr")]


def _units(units: object) -> Cell:
    if isinstance(units, dict):
        return stacked(*(f"{name}: {number(count)}" for name, count in units.items()), kind="number")
    return number(units) if isinstance(units, int) else ""


def _citations(subject: Subject, part: Part) -> list[Flowable]:
    citations = subject.frozen.plan.citations
    if not citations:
        return [paragraph(NONE)]
    rows: list[list[Cell]] = [
        [stacked(one.clause, f"({one.id})"), flowing(one.text), _demand(one), _STATUS[one.status]]
        for one in citations
    ]
    head = ("Rule", "What it says", "What it demands of a test", "How its wording is known")
    return [table(head, rows, (20, 38, 22, 20)), paragraph(part.text("wording"), "quiet")]


def _demand(citation: Citation) -> str:
    if citation.confidence is None:
        return "names no test and no level"
    tests = "one test" if citation.names == "one" else "several tests"
    return f"{tests}, at {percent(citation.confidence)} confidence, {words(citation.tail.value)} tail"
