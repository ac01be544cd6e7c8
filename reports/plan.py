"""Test plan: what was to be done, how often and why, and which rules it cites."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reportlab.platypus import Flowable

from labharness.reporting import kit

_STATUS = {
    "seen": "seen: read in the text itself",
    "sister": "sister rule: another jurisdiction's text; the Pennsylvania text was not read",
    "remembered": "remembered: not compared with the text",
    "inferred": "inferred: concluded from other rules, without a text of its own",
}

_ALTERED = "It differs from the packaged plan of this id and version"
_ELSEWHERE = {"name", "kind", "declared", "items", "instruction", "expects", "restore"}
"""What is printed beside a stage's name, or with what came of it."""


def section(subject: kit.Subject, part: kit.SectionPlace) -> list[Flowable]:
    """Return the plan; where several runs followed the very same one it stands once."""
    return [
        _plan(subject, part.runs),
        *([] if part.again else [kit.paragraph(part.text("frozen"), "quiet")]),
        *kit.subheading("Stages"),
        _stages(subject),
        *kit.subheading("Rules that the plan cites"),
        *_citations(subject, part),
    ]


def _plan(subject: kit.Subject, runs: Sequence[str]) -> Flowable:
    plan, files = subject.frozen.plan, subject.start.files
    recorded = subject.start.plan.sha256
    same = "" if recorded == subject.frozen.sha256 else " (THE FILE CHANGED AFTERWARDS)"
    frozen = f"{kit.day_and_time(subject.summary.started)}{same}"
    followed = [("Followed in", kit.run_list(runs))] if runs else []
    altered = [("ALTERED", f"{_ALTERED} ({'; '.join(subject.alteration)}).")] if subject.alteration else []
    return kit.facts(
        [
            ("Plan", plan.title),
            ("Identifier, version", f"{plan.id}, version {plan.version}"),
            *altered,
            ("Purpose", kit.flowing(plan.purpose)),
            ("Kind of device", plan.device_class.words),
            ("SHA-256 of the plan", kit.digest(recorded or files.get(kit.frozen.PLAN, ""))),
            ("SHA-256 of the game", kit.digest(files.get(kit.frozen.GAME, ""))),
            ("Chapter", kit.flowing(_standing(subject))),
            ("Frozen", f"before each run, first {frozen}" if len(runs) > 1 else frozen),
            *followed,
            ("Orientation of cards", kit.flowing(plan.orientation)),
            *_declared_generator(subject),
            ("Sample size", kit.flowing(plan.sample_size_reason)),
            ("Sessions planned", plan.sessions),
            ("Interruptions allowed", plan.interruptions_allowed),
            *([("Monitoring", kit.monitoring_in_words(plan))] if plan.monitoring else []),
        ],
        dense=True,
    )


def _declared_generator(subject: kit.Subject) -> kit.Facts:
    """Say whether the generator that the plan declares is identified from its outcomes."""
    declared = kit.declared_generator(subject.frozen)
    return [] if declared is None else [("Declared generator", kit.flowing(kit.say(declared)))]


def _standing(subject: kit.Subject) -> str:
    """Say whether the chapter is temporary, rescinded or replaced."""
    game = subject.frozen.game
    return f"{game.source or 'Source not recorded'}. {kit.recorded_words.worded(kit.standing_reasons(game.chapter, game.standing))}"


def _stages(subject: kit.Subject) -> Flowable:
    rows: kit.Rows = []
    for index, stage in enumerate(subject.frozen.plan.stages, 1):
        settings = stage.model_dump(mode="json", exclude=_ELSEWHERE, exclude_defaults=True)
        if isinstance(stage, kit.Inspect):
            settings["items"] = len(stage.items)
        kind = "" if stage.name == stage.kind else kit.words(stage.kind)
        rows.append([str(index), stage.name, kind, settings_in_words(settings)])
    return kit.table(("", "Stage", "Kind", "As planned"), rows, (4, 24, 20, 52), dense=True)


def settings_in_words(settings: dict[str, Any]) -> str:
    """Write the settings of a stage as words, nested ones in parentheses."""
    named = {"timeout_s": "time limit (s)", "observes": "acquires"}
    return "; ".join(
        f"{named.get(key, kit.words(key))}: {_setting(value)}" for key, value in settings.items()
    )


def _setting(value: Any) -> str:
    """Write a value of a plan as words, however it is nested."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return kit.number(value)
    if isinstance(value, dict):
        return f"({settings_in_words(value)})"
    if isinstance(value, list):
        return ", ".join(map(_setting, value))
    return kit.words(str(value))


def _citations(subject: kit.Subject, part: kit.SectionPlace) -> list[Flowable]:
    citations = subject.frozen.plan.citations
    if not citations:
        return [kit.paragraph(kit.NONE)]
    rows: kit.Rows = [
        [
            kit.stacked(kit.game.cite(citation.clause), f"({citation.id})"),
            kit.flowing(citation.text),
            _demand(citation),
            _STATUS[citation.status],
        ]
        for citation in citations
    ]
    head = ("Rule", "Content", "Requirement for the test", "Status of the wording")
    text = [] if part.again else [kit.paragraph(part.text("wording"), "quiet")]
    return [kit.table(head, rows, (20, 38, 22, 20)), *text]


def _demand(citation: kit.Citation) -> str:
    if citation.confidence is None:
        return "names neither test nor level"
    tests = "one test" if citation.names == "one" else "several tests"
    return f"{tests}, at {kit.percent(citation.confidence)} confidence, {kit.words(citation.tail.value)} tail"
