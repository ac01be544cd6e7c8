"""Test plan: what was to be done, how often and why, and which rules it cites."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reportlab.platypus import Flowable

from labharness.assessment.runs.subject import Subject
from labharness.games.chapter_standing import standing_reasons
from labharness.games.game import cite
from labharness.language.dates import day_and_time
from labharness.language.numbers import number, percent
from labharness.language.recorded import worded
from labharness.language.template import run_list
from labharness.language.text import flowing, words
from labharness.plans.frozen import GAME, PLAN
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
)
from labharness.reporting.said import monitoring_in_words
from labharness.reporting.section import SectionPlace

_STATUS = {
    "seen": "seen: read in the text itself",
    "sister": "sister rule: another jurisdiction's text; the Pennsylvania text was not read",
    "remembered": "remembered: not compared with the text",
    "inferred": "inferred: concluded from other rules, without a text of its own",
}

_ALTERED = "It differs from the packaged plan of this id and version"
_ELSEWHERE = {"name", "kind", "declared", "items", "instruction", "expects", "restore"}
"""What is printed beside a stage's name, or with what came of it."""


def section(subject: Subject, part: SectionPlace) -> list[Flowable]:
    """Return the plan; where several runs followed the very same one it stands once."""
    return [
        _plan(subject, part.runs),
        *([] if part.again else [paragraph(part.text("frozen"), "quiet")]),
        *subheading("Stages"),
        _stages(subject),
        *subheading("Rules that the plan cites"),
        *_citations(subject, part),
    ]


def _plan(subject: Subject, runs: Sequence[str]) -> Flowable:
    plan, files = subject.frozen.plan, subject.start.files
    recorded = subject.start.plan.sha256
    same = "" if recorded == subject.frozen.sha256 else " (THE FILE CHANGED AFTERWARDS)"
    frozen = f"{day_and_time(subject.summary.started)}{same}"
    followed = [("Followed in", run_list(runs))] if runs else []
    altered = [("ALTERED", f"{_ALTERED} ({'; '.join(subject.alteration)}).")] if subject.alteration else []
    return facts(
        [
            ("Plan", plan.title),
            ("Identifier, version", f"{plan.id}, version {plan.version}"),
            *altered,
            ("Purpose", flowing(plan.purpose)),
            ("Kind of device", plan.device_class.words),
            ("SHA-256 of the plan", digest(recorded or files.get(PLAN, ""))),
            ("SHA-256 of the game", digest(files.get(GAME, ""))),
            ("Chapter", flowing(_standing(subject))),
            ("Frozen", f"before each run, first {frozen}" if len(runs) > 1 else frozen),
            *followed,
            ("Orientation of cards", flowing(plan.orientation)),
            ("Sample size", flowing(plan.sample_size_reason)),
            ("Sessions planned", number(plan.sessions)),
            ("Interruptions allowed", number(plan.interruptions_allowed)),
            *([("Monitoring", monitoring_in_words(plan))] if plan.monitoring else []),
        ],
        dense=True,
    )


def _standing(subject: Subject) -> str:
    """Say whether the chapter is temporary, rescinded or replaced."""
    game = subject.frozen.game
    return f"{game.source or 'Source not recorded'}. {worded(standing_reasons(game.chapter, game.standing))}"


def _stages(subject: Subject) -> Flowable:
    rows: list[list[Cell]] = []
    for index, stage in enumerate(subject.frozen.plan.stages, 1):
        settings = stage.model_dump(mode="json", exclude=_ELSEWHERE, exclude_defaults=True)
        if isinstance(stage, Inspect):
            settings["items"] = len(stage.items)
        kind = "" if stage.name == stage.kind else words(stage.kind)
        rows.append([str(index), stage.name, kind, settings_in_words(settings)])
    return table(("", "Stage", "Kind", "As planned"), rows, (4, 24, 20, 52), dense=True)


def settings_in_words(settings: dict[str, Any]) -> str:
    """Write the settings of a stage as words, nested ones in parentheses."""
    named = {"timeout_s": "time limit (s)", "observes": "acquires"}
    return "; ".join(f"{named.get(key, words(key))}: {_setting(value)}" for key, value in settings.items())


def _setting(value: Any) -> str:
    """Write a value of a plan as words, however it is nested."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return number(value)
    if isinstance(value, dict):
        return f"({settings_in_words(value)})"
    if isinstance(value, list):
        return ", ".join(map(_setting, value))
    return words(str(value))


def _citations(subject: Subject, part: SectionPlace) -> list[Flowable]:
    citations = subject.frozen.plan.citations
    if not citations:
        return [paragraph(NONE)]
    rows: list[list[Cell]] = [
        [stacked(cite(one.clause), f"({one.id})"), flowing(one.text), _demand(one), _STATUS[one.status]]
        for one in citations
    ]
    head = ("Rule", "Content", "Requirement for the test", "Status of the wording")
    told = [] if part.again else [paragraph(part.text("wording"), "quiet")]
    return [table(head, rows, (20, 38, 22, 20)), *told]


def _demand(citation: Citation) -> str:
    if citation.confidence is None:
        return "names neither test nor level"
    tests = "one test" if citation.names == "one" else "several tests"
    return f"{tests}, at {percent(citation.confidence)} confidence, {words(citation.tail.value)} tail"
