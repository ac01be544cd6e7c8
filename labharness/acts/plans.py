"""Test plans: list, compose, copy and check them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from labharness.acts.declaring import UNWATCHED, Meter, Seat, WindowControl, act, of_all, tr
from labharness.acts.gates import EVERYBODY, IF_THERE, OUTSIDE, PersonSeat, by_role
from labharness.acts.headings import REFUSED, code_of_list, left_out
from labharness.acts.parameters import DEFAULT_WORKSPACE
from labharness.acts.plan_results import (
    ChangedPlan,
    CheckedPlan,
    ClaimedPlan,
    ComposedPlan,
    ComputedPower,
    PlanPair,
    ProsePlan,
    ShownTimes,
    check_lines,
    check_values,
    claim_lines,
    claim_values,
    compared_lines,
    compared_values,
    composed_lines,
    composed_values,
    copied_lines,
    coverage_lines,
    fields_lines,
    fields_values,
    history_lines,
    listing_lines,
    listing_values,
    power_lines,
    power_values,
    prose_lines,
    prose_values,
    saved_lines,
    set_lines,
    times_lines,
    times_values,
)
from labharness.analysis.power import QUICK, REPLICATES, SEED
from labharness.app.workspace.workspace import Workspace
from labharness.errors import InputError, PlanError
from labharness.evidence.durable import Writing
from labharness.evidence.outside import FileReading
from labharness.model.device import TESTING, DeviceClass
from labharness.model.reasons.command import Commands
from labharness.model.reasons.conduct import Doing
from labharness.model.reasons.inputs import Inputs, Noun

if TYPE_CHECKING:  # a list of titles reads no plan
    from labharness.app.catalog.plan_index import PlanIndex
    from labharness.app.catalog.plan_listing import PlanListing
    from labharness.app.planning.plan_versions import Saved, SavedVersion
    from labharness.model.field import Field
    from labharness.plans.coverage import Cell


def _new_file(content: bytes, file: Path) -> None:
    """Write a file where there is none yet."""
    with Writing(file):
        try:
            with file.open("xb") as new:
                new.write(content)
        except FileExistsError as error:
            raise PlanError.of(Commands.FILE_EXISTS(path=str(file))) from error


def _path(workspace: Workspace | None) -> Path | None:
    return None if workspace is None else workspace.path


def _needed(workspace: Workspace | None) -> Workspace:
    """Return the workspace; raises :class:`WorkspaceError`, as opening the usual one does, where there is none."""
    return workspace or Workspace.open(DEFAULT_WORKSPACE)


def _written(file: Path) -> bytes:
    from labharness.evidence.outside import SizeLimit, read_outside

    with FileReading(file, PlanError.of):
        return read_outside(file, SizeLimit.WRITTEN)


@act(
    IF_THERE,
    WindowControl("Plans", tr("Plans")),
    shown=listing_lines,
    values=listing_values,
    notes=left_out,
    code=code_of_list,
)
def list_(
    workspace: Workspace | None, *, game: str | None = None, device: str | None = None, details: bool = False
) -> PlanIndex | Sequence[PlanListing]:
    """List all plans: plan files, plans of plug-ins, and plans composed for a game and a device class."""
    from labharness.plans.coverage import coverage

    games = tuple(sorted({cell.game for cell in coverage()}))
    for what, name, known in (
        (Noun.GAME, game, games),
        (Noun.DEVICE_CLASS, device, tuple(map(str, DeviceClass))),
    ):
        if name is not None and name not in known:
            raise PlanError((Inputs.UNKNOWN(what=what, name=name, known=known),))
    if details:
        from labharness.app.catalog.plan_index import plan_index

        index = plan_index((_path(workspace) or DEFAULT_WORKSPACE.expanduser()) / "plans")
        return replace(
            index,
            plans=tuple(
                each for each in index.plans if game in (None, each.game) and device in (None, each.device)
            ),
        )
    from labharness.app.catalog.plan_listing import listed_plans

    return [
        each
        for each in listed_plans(_path(workspace))
        if game in (None, each.game_id) and device in (None, each.device_class)
    ]


@act(
    OUTSIDE,
    WindowControl("New run", tr("Choose a plan")),
    shown=coverage_lines,
    notes=left_out,
    code=code_of_list,
)
def coverage(_: Seat) -> Sequence[Cell]:
    """List the plan for every game and device class, or that the chapter is silent."""
    from labharness.plans.coverage import coverage as cells

    return cells()


@act(IF_THERE, WindowControl("Plans", tr("Read")), shown=prose_lines, values=prose_values)
def show(workspace: Workspace | None, plan: str) -> ProsePlan:
    """Read a plan as prose: purpose, stages, checks, decision rule, detection rates and citations."""
    from labharness.app.planning.plan_prose import plan_prose
    from labharness.app.plug_ins.discovery import discover
    from labharness.app.runs.services import load_plan

    catalog = discover(_path(workspace))
    frozen = load_plan(plan, catalog, workspace=_path(workspace))
    return ProsePlan(frozen, tuple(plan_prose(frozen, catalog, _path(workspace))))


@act(
    IF_THERE,
    WindowControl("Plans", tr("No mistakes")),
    shown=check_lines,
    values=check_values,
    code=lambda checked: REFUSED if checked.problems else 0,
)
def check(workspace: Workspace | None, file: str) -> CheckedPlan:
    """Check a plan file and print all errors at once."""
    from labharness.app.plug_ins.discovery import discover
    from labharness.app.runs.services import load_plan
    from labharness.plans.frozen import find_plan
    from labharness.plans.written.mistakes import Mistake, find_mistakes

    try:
        return CheckedPlan(file, load_plan(file, discover(_path(workspace)), workspace=_path(workspace)))
    except PlanError as error:
        try:
            content, where = find_plan(file)
        except PlanError:
            mistakes = tuple(Mistake((), None, each) for each in error.reasons)
            return CheckedPlan("", None, error.reasons, mistakes)
        return CheckedPlan(where, None, error.reasons, find_mistakes(error.reasons, content, where))


@act(OUTSIDE, WindowControl("Plans", tr("What a pass would exclude")), shown=claim_lines, values=claim_values)
def claims(_: Seat, plan: str) -> ClaimedPlan:
    """List the faults that a plan claims to detect, in the form for 'labharness simulate', with the checks that detect them."""
    from labharness.analysis.power.power_table import claims as claimed
    from labharness.app.plug_ins.discovery import discover
    from labharness.app.runs.services import load_plan

    catalog = discover()
    frozen = load_plan(plan, catalog)
    return ClaimedPlan(frozen, claimed(frozen, catalog))


@act(IF_THERE, WindowControl("Plans", tr("Co&mpare")), shown=compared_lines, values=compared_values)
def compare(workspace: Workspace | None, first: str, second: str) -> PlanPair:
    """Compare two plans, or two versions of one, field by field."""
    from labharness.app.planning.plan_versions import read_version
    from labharness.app.plug_ins.discovery import discover
    from labharness.plans.origin import differences

    catalog = discover(_path(workspace))
    before, after = (read_version(name, catalog, _path(workspace)) for name in (first, second))
    return PlanPair(before, after, tuple(differences(before.plan, after.plan)))


@act(IF_THERE, WindowControl("Plans", tr("&Edit a copy…")), shown=copied_lines)
def copy(
    workspace: Workspace | None,
    plan: str,
    file: Path,
    *,
    own_id: Annotated[str | None, typer.Option("--id")] = None,
) -> dict[str, str]:
    """Copy a plan as the start of your own."""
    if own_id is None:  # which needs no check and no plug-in
        from labharness.plans.frozen import find_plan

        content, _ = find_plan(plan)
    else:
        from labharness.app.planning.plan_versions import copied, read_version, refuse_own_id
        from labharness.app.plug_ins.discovery import discover

        place = _path(workspace)
        frozen = read_version(plan, discover(place), place)
        if place is not None and own_id != frozen.plan.id:
            refuse_own_id(own_id, place)
        content = copied(frozen, own_id, frozen.plan.version + 1)
    _new_file(content, file)
    return {"plan": plan, "file": str(file)}


@act(OUTSIDE, WindowControl("Plans", tr("Form")), shown=fields_lines, values=fields_values)
def fields(_: Seat, part: str | None = None) -> Mapping[str, tuple[Field, ...]]:
    """Explain the fields of a plan file: what each means, its values, its default and an example."""
    from labharness.app.planning.plan_prose import table_models
    from labharness.model.field import fields_of

    models = table_models()
    if part is not None and part not in models:
        raise InputError(Inputs.UNKNOWN(what=Noun.PART, name=part, known=tuple(models)))
    return {name: fields_of(model) for name, model in models.items() if part in (None, name)}


@act(EVERYBODY, WindowControl("Plans", tr("Compare with")), shown=history_lines)
def history(workspace: Workspace, plan: str) -> Sequence[SavedVersion]:
    """List the versions of a plan of the laboratory: who saved each, when and why."""
    from labharness.app.planning.plan_versions import history as saved

    return saved(plan, workspace.path)


@act(OUTSIDE, WindowControl("New run", tr("Choose a plan")), shown=composed_lines, values=composed_values)
def make(
    _: Seat,
    game: str,
    device: str,
    *,
    decks: Annotated[int | None, typer.Option(min=1)] = None,
    file: Annotated[Path | None, typer.Option("--out")] = None,
    without_power: bool = False,
    replicates: Annotated[int, typer.Option(min=1)] = QUICK,
    progress: Meter = UNWATCHED,
) -> ComposedPlan:
    """Compose the plan for a game and a device class, with any permitted number of decks.

    With --out, the command also stores the plan's table of detection rates, in the folder power/ beside the file.
    """
    from labharness.games.game import packaged_game
    from labharness.plans.frozen import compose

    name, known = device.replace("-", "_"), tuple(map(str, DeviceClass))
    if name not in known:
        raise PlanError((Inputs.UNKNOWN(what=Noun.DEVICE_CLASS, name=name, known=known),))
    content = compose(packaged_game(game), DeviceClass(name), decks)
    if file is None:
        return ComposedPlan(game, device, content)
    _new_file(content, file)
    table = None if without_power else _table_beside(file, replicates, progress)
    return ComposedPlan(game, device, content, file, table, not without_power)


def _table_beside(file: Path, replicates: int, progress: Meter) -> Path | None:
    """Compute the table of a plan file and keep it beside it; None where the plan draws no sample."""
    from labharness.analysis.power.power_table import FOLDER
    from labharness.app.catalog.games import computed, keep, simulated, usual
    from labharness.app.plug_ins.discovery import discover
    from labharness.app.runs.services import load_plan

    catalog = discover()
    frozen = load_plan(str(file), catalog)
    if not simulated(frozen):
        return None
    defects = usual(frozen)
    progress.say(Doing.SIMULATING_DEFECTS())
    on_done = of_all(progress, replicates * len(defects))
    table = computed(frozen, catalog, defects, replicates, workers=os.cpu_count() or 1, on_done=on_done)
    return keep(table, frozen, file.parent / FOLDER)


@act(IF_THERE, WindowControl("Plans", tr("Compute finely")), shown=power_lines, values=power_values)
def power(
    workspace: Workspace | None,
    plan: str,
    *,
    defect: list[str] | None = None,
    replicates: Annotated[int, typer.Option(min=1)] = REPLICATES,
    seed: Annotated[int, typer.Option(min=0)] = SEED,
    workers: Annotated[int | None, typer.Option(min=1)] = None,
    write: bool = False,
    into: Path | None = None,
    progress: Meter = UNWATCHED,
) -> ComputedPower:
    """Simulate the detection rates of a plan for known defects, and its false-alarm rate."""
    from labharness.analysis.power.defects.named import defect as named
    from labharness.analysis.power.power_table import FOLDER
    from labharness.app.catalog.games import computed, keep, usual
    from labharness.app.plug_ins.discovery import discover
    from labharness.app.runs.services import load_plan

    folder = _needed(workspace).path / "plans" / FOLDER if write else into
    catalog = discover()
    frozen = load_plan(plan, catalog)
    defects = tuple(map(named, defect)) if defect else usual(frozen)
    progress.say(Doing.SIMULATING_DEFECTS())
    on_done = of_all(progress, replicates * len(defects))
    count = workers or os.cpu_count() or 1
    table = computed(frozen, catalog, defects, replicates, seed, workers=count, on_done=on_done)
    kept = None if folder is None else keep(table, frozen, folder)
    return ComputedPower(table, frozen, catalog.titles(frozen.plan.checks), kept)


@act(
    by_role(*TESTING),
    WindowControl("Plans", tr("&Save as version…")),
    shown=saved_lines,
    values=lambda saved: {"saved": saved.version, "file": saved.file, "lenient": saved.lenient},
)
def save(on: PersonSeat, file: Path, *, reason: str, based_on: str = "") -> Saved:
    """Save a plan file as the next version of a plan of the laboratory, with its reason."""
    from labharness.app.planning.plan_versions import save_version
    from labharness.app.plug_ins.discovery import discover

    place = on.workspace.path
    return save_version(_written(file), reason, place, discover(place), on.acting.who, based_on)


@act(
    OUTSIDE,
    WindowControl("Plans", tr("&Add")),
    shown=set_lines,
    values=lambda plan: {"file": plan.file, "key": plan.key, "changed": plan.changed},
)
def set_(_: Seat, file: Path, key: str, value: str | None = None) -> ChangedPlan:
    """Set one field of a plan file; every other byte stays as it is."""
    from labharness.games.mistakes import read_toml
    from labharness.plans.written.edits import put, remove
    from labharness.plans.written.mistakes import key_path

    content = _written(file)
    path = key_path(key, read_toml(content, file.name))
    text, meant = content.decode("utf-8"), None if value is None else _meaning(value)
    changed = remove(text, path) if value is None else put(text, path, meant)
    with Writing(file):
        file.write_bytes(changed.encode("utf-8"))
    return ChangedPlan(file, key, meant, value is None, changed != text)


def _meaning(text: str) -> object:
    """Return what a value means as TOML; what is none is text."""
    import tomllib

    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


@act(IF_THERE, WindowControl("Plans", tr("Hours of people")), shown=times_lines, values=times_values)
def times(workspace: Workspace | None, plan: str | None = None, *, write: bool = False) -> ShownTimes:
    """Show the handling times, and how long people are needed for a plan by them."""
    from labharness.plans.attendance import FILE, laboratory_times, packaged_file

    place = _path(workspace) or DEFAULT_WORKSPACE.expanduser()
    file = place / FILE
    if write:
        _new_file(packaged_file(), _needed(workspace).path / FILE)
    text = (_written(file) if file.exists() else packaged_file()).decode()
    shown = ShownTimes(file, text, laboratory_times(place), write, plan)
    if plan is None:
        return shown
    from labharness.app.catalog.plan_cache import hours
    from labharness.app.plug_ins.discovery import discover
    from labharness.app.runs.services import load_plan

    return replace(shown, hours=hours(load_plan(plan, discover()), shown.times))
