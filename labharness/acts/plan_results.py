"""What the acts about plans return, and how people and programs read it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from labharness.acts.declaring import Listing, Shown, Styled, tr
from labharness.acts.headings import PLAN, ListHead, listing
from labharness.app.workspace.workspace import quoted
from labharness.language.catalog import say, term
from labharness.language.dates import brief
from labharness.language.field_words import words_of
from labharness.language.numbers import number
from labharness.model.device import DeviceClass

if TYPE_CHECKING:  # a list of titles reads no plan
    from labharness.analysis.power.detection import DetectionRate
    from labharness.analysis.power.power_table import PowerTable
    from labharness.app.catalog.plan_cache import PlanEntry
    from labharness.app.catalog.plan_index import PlanIndex
    from labharness.app.catalog.plan_listing import PlanListing
    from labharness.app.planning.plan_prose import PlanSection
    from labharness.app.planning.plan_versions import Saved, SavedVersion
    from labharness.model.field import Field
    from labharness.plans.attendance import Handling
    from labharness.plans.claimed_trials import Claim
    from labharness.plans.coverage import Cell
    from labharness.plans.frozen import FrozenPlan
    from labharness.plans.origin import Difference
    from labharness.plans.written.mistakes import Mistake
    from labharness.reason import Reason

WIDE = 110
"""Columns of a console that has room for titles beside the longest id."""


def _identity(frozen: FrozenPlan) -> dict[str, Any]:
    return {"id": frozen.plan.id, "version": frozen.plan.version, "sha256": frozen.sha256}


ID = ListHead[Any](tr("Id"), lambda plan: plan.id)
TITLE = ListHead[Any](PLAN.title, lambda plan: plan.title)
SAMPLE: ListHead[PlanEntry] = ListHead(tr("Sample"), lambda plan: plan.sample)
HOURS: ListHead[PlanEntry] = ListHead(
    tr("Hours of people"), lambda plan: number(round(plan.seconds / 3600, 1)) if plan.seconds else tr("none")
)
DETECTS: ListHead[PlanEntry] = ListHead(
    tr("Detects"),
    lambda plan: "–" if plan.detects is None else tr("{n} of {of}", n=plan.detects[0], of=plan.detects[1]),
)
VERSION: ListHead[PlanEntry] = ListHead(tr("Version"), lambda plan: number(plan.version))
ORIGIN: ListHead[PlanEntry] = ListHead(tr("Origin"), lambda plan: term(plan.origin))


def listing_lines(listed: PlanIndex | Sequence[PlanListing]) -> Iterator[Shown]:
    """Yield what people read of it."""
    if isinstance(listed, Sequence):
        yield listing(listed, ID, TITLE, beside=WIDE)
        return
    yield listing(listed.plans, ID, SAMPLE, HOURS, DETECTS, VERSION, ORIGIN)
    yield from listed.problems


def listing_values(listed: PlanIndex | Sequence[PlanListing]) -> Sequence[Any]:
    """Return what programs read of it."""
    if isinstance(listed, Sequence):
        return listed
    return [asdict(each) | {"content": None} for each in listed.plans]


def coverage_lines(cells: Sequence[Cell]) -> Iterator[Shown]:
    """Yield what people read of it."""
    for name, group in groupby(cells, key=lambda cell: cell.game):
        yield Styled(f"\n{name}")
        for cell in group:
            yield f"  {cell.device.words:37}{cell.permitted:10}{cell.plan or ''}"
    planned = sum(cell.plan is not None for cell in cells)
    silent = sum(cell.permitted == "silent" for cell in cells)
    games = len({cell.game for cell in cells})
    yield f"\n{games} games × {len(DeviceClass)} device classes: {planned} plans, {silent} silent."


@dataclass(frozen=True, slots=True)
class ProsePlan:
    """A plan as prose."""

    frozen: FrozenPlan
    sections: tuple[PlanSection, ...]


def prose_lines(plan: ProsePlan) -> Iterator[Shown]:
    """Yield what people read of it."""
    yield Styled(plan.frozen.plan.title)
    for part, group in groupby(plan.sections, key=lambda section: section.part):
        yield Styled(f"\n{term(part)}")
        for section in group:
            if section.name:
                yield f"  {section.name}"
            yield from (f"{'    ' if section.name else '  '}{say(each)}" for each in section.sentences)


def prose_values(plan: ProsePlan) -> dict[str, Any]:
    """Return what programs read of it."""
    identity = _identity(plan.frozen)
    return {"plan": identity.pop("id"), **identity, "sections": plan.sections}


@dataclass(frozen=True, slots=True)
class CheckedPlan:
    """What a plan file is: the plan, or every mistake with its key and line.

    Parameters
    ----------
    problems
        The mistakes as a refusal has them.
    """

    where: str
    frozen: FrozenPlan | None
    problems: tuple[Reason, ...] = ()
    mistakes: tuple[Mistake, ...] = ()


def check_lines(checked: CheckedPlan) -> Iterator[Shown]:
    """Yield what people read of it."""
    if checked.frozen is not None:
        plan = checked.frozen.plan
        yield f"{plan.id} version {plan.version} has no errors; SHA-256 {checked.frozen.sha256}"
    for each in checked.mistakes:
        line = f"line {each.line}: " if each.line is not None else ""
        place = f"{checked.where}: " if checked.where else ""
        yield f"{place}{line}{f'{each.key}: ' if each.key else ''}{say(each.problem)}"


def check_values(checked: CheckedPlan) -> dict[str, Any]:
    """Return what programs read of it."""
    if checked.frozen is not None:
        return {"good": True, **_identity(checked.frozen)}
    placed = [{"key": each.key, "line": each.line, "problem": each.problem} for each in checked.mistakes]
    return {"good": False, "problems": checked.problems, "mistakes": placed}


@dataclass(frozen=True, slots=True)
class ClaimedPlan:
    """A plan and what it claims to detect."""

    frozen: FrozenPlan
    claims: tuple[Claim, ...]


def claim_lines(claimed: ClaimedPlan) -> Iterator[Shown]:
    """Yield what people read of it."""
    from labharness.model.results import Ending

    rows = []
    for each in claimed.claims:
        by = ", ".join(f"{name} {'always' if p == 1 else f'{p:.1%}'}" for name, p in each.finds.items())
        ends = each.verdict.value if each.verdict else "no PASS at first"
        ends += "" if each.ending is Ending.COMPLETE else f", {each.ending.value}"
        rows.append((each.name, by or "its ending", each.why, ends))
    yield Listing(("Fault", "Found by", "Because", "Run"), tuple(rows))


def claim_values(claimed: ClaimedPlan) -> dict[str, Any]:
    """Return what programs read of it."""
    return {"plan": claimed.frozen.plan.id, "sha256": claimed.frozen.sha256, "claims": claimed.claims}


@dataclass(frozen=True, slots=True)
class PlanPair:
    """Two plans field by field."""

    first: FrozenPlan
    second: FrozenPlan
    differences: tuple[Difference, ...]


def compared_lines(compared: PlanPair) -> Iterator[Shown]:
    """Yield what people read of it."""
    from labharness.app.planning.plan_prose import FieldTitles

    first, second = compared.first.plan, compared.second.plan
    if not compared.differences:
        yield "The plans have the same values in all fields."
        return
    titles = FieldTitles.of(first, second)
    yield Listing(
        ("Field", f"{first.id} v{first.version}", f"{second.id} v{second.version}"),
        tuple(
            (titles.title(each.key), *(titles.value(each.key, value) for value in (each.before, each.after)))
            for each in compared.differences
        ),
    )


def compared_values(compared: PlanPair) -> dict[str, Any]:
    """Return what programs read of it."""
    return {
        "plans": [_identity(compared.first), _identity(compared.second)],
        "differences": compared.differences,
    }


def copied_lines(copied: dict[str, str]) -> Iterator[Shown]:
    """Yield what people read of it."""
    yield f"Edit {copied['file']}, then: labharness plans check {quoted(Path(copied['file']))}"


def fields_lines(parts: Mapping[str, tuple[Field, ...]]) -> Iterator[Shown]:
    """Yield what people read of it."""
    for name, fields in parts.items():
        yield Styled(name)
        for each in fields:
            words = words_of(each)
            values = f" One of: {', '.join(each.choices)}." if each.choices else ""
            usual = (
                "Required." if each.required else "" if each.default is None else f"Default: {each.default}."
            )
            example = f" Example: {words.example}" if words.example else ""
            yield f"  {each.name}: {words.help}{values} {usual}{example}".rstrip()


def fields_values(parts: Mapping[str, tuple[Field, ...]]) -> dict[str, list[dict[str, Any]]]:
    """Return what programs read of it."""
    return {part: [_field_value(each) for each in fields] for part, fields in parts.items()}


def _field_value(field: Field) -> dict[str, Any]:
    words = words_of(field)
    return {
        "key": field.name,
        "kind": field.shape,
        "many": field.many,
        "label": words.label,
        "help": words.help,
        "example": words.example,
        "required": field.required,
        "default": field.default,
        "choices": field.choices,
    }


def history_lines(versions: Sequence[SavedVersion]) -> Iterator[Shown]:
    """Yield what people read of it."""
    if not versions:
        yield "No version of this plan was saved."
        return
    digits = 12
    yield Listing(
        ("Version", "Hash", "Saved", "By", "Reason"),
        tuple(
            (str(each.version), each.sha256[:digits], brief(each.when), each.who, each.reason)
            for each in versions
        ),
    )


@dataclass(frozen=True, slots=True)
class ComposedPlan:
    """A plan that was composed.

    Parameters
    ----------
    file
        Where it was written, None where it is only shown.
    power
        Its table of detection rates; None where it draws no sample or nobody wants one.
    wanted
        Whether somebody wants one.
    """

    game: str
    device: str
    content: bytes
    file: Path | None = None
    power: Path | None = None
    wanted: bool = False


def composed_lines(composed: ComposedPlan) -> Iterator[Shown]:
    """Yield what people read of it."""
    from labharness.analysis.power.power_table import FOLDER

    file = composed.file
    if file is None:
        yield composed.content  # in UTF-8 whatever the console is set to, so that > FILE is a plan
        return
    if composed.power is not None:
        yield f"The table of detection rates is in {composed.power}. Reports of its runs print it."
    elif not composed.wanted:
        yield (
            "The plan has no table of detection rates. To add the table, run: "
            f"labharness plans power {quoted(file)} --into {quoted(file.parent / FOLDER)}"
        )
    yield f"Next: labharness plans check {quoted(file)}"


def composed_values(composed: ComposedPlan) -> dict[str, Any]:
    """Return what programs read of it."""
    values: dict[str, Any] = {"game": composed.game, "device": composed.device}
    if composed.file is None:
        return values | {"plan": composed.content.decode()}
    return values | {"file": composed.file, "power": composed.power}


@dataclass(frozen=True, slots=True)
class ComputedPower:
    """The table of a plan, and where it was stored."""

    table: PowerTable
    frozen: FrozenPlan
    titles: Mapping[str, str]
    file: Path | None


def power_lines(computed: ComputedPower) -> Iterator[Shown]:
    """Yield what people read of it."""
    from labharness.language.run_groups import recorded_sample
    from labharness.model.reasons.decision import Statements

    table, rows = computed.table, []
    for each in table.rows:
        early = (
            f"monitoring of {stage} {ends.times} (median after {ends.median:g})"
            for stage, ends in each.ended_early.items()
        )
        hits = (
            f"{computed.titles.get(name, name)} {times}" for name, times in each.found_by.items() if times
        )
        by = ", ".join((*early, *hits))
        rows.append((each.defect, each.title, _share(each.not_passed), _share(each.failed), by or "none"))
    yield Listing(("Defect", "What it is", "Not passed at first", "FAIL in the end", "Found by"), tuple(rows))
    stages, rates = computed.frozen.plan.acquisitions, table.false_alarms
    units = recorded_sample(
        {each.name: each.units for each in stages}, {each.name: each.observes.value for each in stages}
    )
    yield (
        f"{table.plan} version {table.version} ({', '.join(units)}): {table.replicates:,} submissions simulated for each "
        f"defect, seed {table.seed}; proportions with exact 95% limits. By the levels alone, a fair device fails in at "
        f"most {rates.fail_at_most:.2%} and does not pass at first in at most {rates.not_passed_at_most:.2%}."
    )
    yield say(Statements.UNBOUNDED())
    if computed.file is not None:
        yield f"Stored in {computed.file}. Future runs of this plan report it."


def _share(estimate: DetectionRate) -> str:
    return f"{estimate.share:.1%} ({estimate.low:.1%} to {estimate.high:.1%})"


def power_values(computed: ComputedPower) -> dict[str, Any]:
    """Return what programs read of it."""
    table = computed.table
    return {
        "plan": table.plan,
        "sha256": table.sha256,
        "false_alarms": table.false_alarms,
        "power": table.rows,
    } | ({"file": computed.file} if computed.file else {})


def saved_lines(saved: Saved) -> Iterator[Shown]:
    """Yield what people read of it."""
    from labharness.model.reasons.plan import PlanProse

    yield f"{saved.file}: version {saved.version.version} of {saved.version.plan}."
    yield from (say(PlanProse.LENIENT(reason=each)) for each in saved.lenient)


@dataclass(frozen=True, slots=True)
class ChangedPlan:
    """A plan file of which a field was set or removed."""

    file: Path
    key: str
    value: object
    removed: bool
    changed: bool


def set_lines(plan: ChangedPlan) -> Iterator[Shown]:
    """Yield what people read of it."""
    yield f"{plan.file}: {plan.key} {'removed' if plan.removed else f'= {json.dumps(plan.value, default=str)}'}."


@dataclass(frozen=True, slots=True)
class ShownTimes:
    """The handling times, or the hours of a plan by them.

    Parameters
    ----------
    file
        The workspace's table, where it is or would be.
    text
        The table that holds.
    written
        Whether it was put there now.
    """

    file: Path
    text: str
    times: Handling
    written: bool
    plan: str | None = None
    hours: str | None = None


def times_lines(shown: ShownTimes) -> Iterator[Shown]:
    """Yield what people read of it."""
    if shown.hours is not None:
        yield f"{shown.plan}: {shown.hours}"
    else:
        yield f"Edit {shown.file}." if shown.written else shown.text


def times_values(shown: ShownTimes) -> dict[str, Any]:
    """Return what programs read of it."""
    return {
        "file": str(shown.file) if shown.file.exists() else None,
        "seconds": shown.times.model_dump(by_alias=True, exclude={"schema_"}),
        "plan": shown.plan,
        "hours": shown.hours,
    }
