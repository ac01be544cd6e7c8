"""The command ``labharness show``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from labharness.analysis.decision.families import p_of
from labharness.app.equal_data import NONE
from labharness.app.plug_ins.check_titles import run_titles
from labharness.app.run_index import equal_runs, run_facts
from labharness.app.run_results.unit_values import MOST_UNITS, unit_values
from labharness.app.workspace import Workspace
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    ERROR,
    PASSED,
    JsonOption,
    WorkspaceOption,
    exit_code,
    print_json,
    screen,
    shown_standing,
    table,
)
from labharness.cli.reading import RunArgument, any_folder, plug_in_place, print_simulated, shown_facts
from labharness.cli.terminal_prompts import question
from labharness.devices.untrusted import printable
from labharness.errors import InputError, LabharnessError
from labharness.evidence.codec import dump
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.run import RunHistory
from labharness.evidence.history.summary import RunSummary
from labharness.evidence.records.people import PromptBody
from labharness.evidence.verify import verify as check_folder
from labharness.language.catalog import say
from labharness.language.numbers import amount, number, p_value, probability
from labharness.language.recorded import worded
from labharness.language.sample_words import recorded_sample
from labharness.language.values import as_values
from labharness.model.findings import Result
from labharness.model.reasons.inputs import Inputs, Noun
from labharness.model.results import Decision, Tail
from labharness.model.standing import Phase, standing_of
from labharness.plans.frozen import frozen_plan
from labharness.reporting.banners import UNVERIFIED

CountedOption = Annotated[
    str,
    typer.Option("--counted", metavar="CHECK", help="What this check counts in each unit, the most first."),
]


def command(
    run: RunArgument,
    *,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    counted: CountedOption = "",
    as_json: JsonOption = False,
) -> int:
    """Show the results of a run, check by check, and its ending."""
    folder = any_folder(run, workspace)
    faults = check_folder(folder.path).problems if not folder.alive else ()
    if faults:
        damaged = standing_of(None, Phase.DAMAGED)
        if as_json:
            print_json({"run": folder.run, "verdict": None, "standing": damaged, "problems": faults})
        for fault in () if as_json else faults:
            screen.print(say(fault))
        if not as_json:
            screen.print(shown_standing(damaged), f" {folder.run}: {UNVERIFIED}.")
        return ERROR
    history, place = RunHistory.of(folder), plug_in_place(workspace)
    summary = history.summary
    equal = equal_runs(Workspace.open(workspace), folder.run) if _is_inside(workspace, folder) else NONE
    standing = summary.standing(
        alive=folder.alive, same_data=bool(equal.same), explained_data=bool(equal.explained)
    )
    if counted:
        return _print_counted(folder, summary, counted, place, as_json=as_json)
    decisions = summary.verdict.decisions if summary.verdict else ()
    if as_json:
        results = {name: dump(result) for name, result in summary.results.items()}
        told = {
            "decisions": [_decision(one, summary.titles) for one in decisions],
            "results": results,
            "interruptions": history.trust.gaps,
            "repeats": history.trust.repeats,
        }
        prompts = [prompt.model_dump(mode="json") for prompt in _waiting(folder, summary)]
        facts = run_facts(folder) | {"same_data": equal.same, "explained_data": tuple(equal.explained or ())}
        print_json({**shown_facts(facts), **told, "equal_data": equal.reasons, "prompts": prompts})
    else:
        print_simulated(summary)
        ending = f": {summary.ending}" if summary.ending else ""
        screen.print(shown_standing(standing), f" {folder.run}{ending}. {worded(summary.reasons)}".rstrip())
        if summary.verdict is None:
            units = ", ".join(recorded_sample(summary.units, summary.observed))
            hint = "" if folder.alive else f" {_how_to_go_on(folder, summary)}"
            screen.print(f"No verdict yet. Recorded: {units or 'nothing'}.{hint}")
            _print_course(history)
            _print_prompts(folder, summary)
            return exit_code(standing, summary.ending)
        titles = run_titles(folder, place)
        _print_device(summary)
        _print_course(history)
        # Whole numbers and words in front: on 80 columns, a sentence has half the line to itself.
        shown = table("Decision", "p", "Holm's p", "Check, requirement, and reason", whole=3)
        raw = _raw(folder, summary)
        for one in decisions:
            held = one.p if one.threshold is not None else None
            found = (probability(p) if p is not None else "" for p in (raw[one.check_id], held))
            title = titles.get(one.check_id, one.check_id)
            why = f"{title} ({one.family})\n{say(one.reason, titles)}"
            shown.add_row(one.outcome.value, *found, why)
        screen.print(shown)
        reasons = (say(one, titles) for one in summary.verdict.reasons)
        for line in (
            *_not_applicable(summary),
            *reasons,
            *map(say, equal.reasons),
            *_interim(summary, titles),
        ):
            screen.print(f"  - {line}")
    return exit_code(standing, summary.ending)


def _is_inside(workspace: Path, folder: RunFolder) -> bool:
    """Whether a run is one of the workspace that was named, whose other runs are then looked at."""
    try:
        return Workspace.open(workspace).holds(folder)
    except LabharnessError:
        return False


def _print_counted(
    folder: RunFolder, summary: RunSummary, check: str, workspace: Path | None, *, as_json: bool
) -> int:
    """Print the count of a check for each unit; units are numbered from 1."""
    known = tuple(planned.id for planned in frozen_plan(folder).plan.checks)
    if check not in known:
        raise InputError(Inputs.UNKNOWN(what=Noun.CHECK, name=check, known=known))
    values = unit_values(folder, check, workspace)
    rows = sorted(((unit + 1, value) for unit, value in values.items()), key=lambda row: (-row[1], row[0]))
    if as_json:
        print_json(
            {"run": folder.run, "check": check, "units": [{"unit": one, "counted": n} for one, n in rows]}
        )
        return PASSED
    print_simulated(summary)
    if not rows:
        screen.print(
            f"The check {check} has no count for each unit, or its sample has more than {number(MOST_UNITS)} units."
        )
    else:
        shown = table("Unit", "Counted", whole=2)
        for one, value in rows:
            shown.add_row(number(one), number(value))
        screen.print(shown)
    return PASSED


def _how_to_go_on(folder: RunFolder, summary: RunSummary) -> str:
    command = f"labharness resume {folder.run}"
    if summary.awaits_judgment:
        return f"The device is not needed any more. Judge the run with: {command}"
    return f"Go on with: {command}"


def _decision(one: Decision, titles: Mapping[str, str]) -> dict[str, Any]:
    return {**as_values(one), "sentence": say(one.reason, titles)}


def _interim(summary: RunSummary, titles: Mapping[str, str]) -> list[str]:
    """Say what the checks find in what was recorded of samples that are not complete."""
    return [
        f"For information, {titles.get(name, name)} in the {result.units:,} recorded units: "
        f"{', '.join(f'{tail} {p_value(p)}' for tail, p in result.interim.items())}."
        for name, result in summary.results.items()
        if result.interim
    ]


def _not_applicable(summary: RunSummary) -> list[str]:
    """Say of which stages nothing was decided, because what they try is nothing that the device has."""
    stages = summary.stages.values()
    return [
        f"Stage {one.name}: {worded(one.reasons)}" for one in stages if one.status == Result.NOT_APPLICABLE
    ]


def _raw(folder: RunFolder, summary: RunSummary) -> dict[str, float | None]:
    """Return the p-value that each decision began with: in the tail of what it answers, before Holm's correction."""
    tails = {one.id: one.tail for one in frozen_plan(folder).plan.citations}
    return {
        one.check_id: p_of(summary.results.get(one.check_id), tails.get(one.family, Tail.TWO_SIDED))
        for one in (summary.verdict.decisions if summary.verdict else ())
    }


def _waiting(folder: RunFolder, summary: RunSummary) -> list[PromptBody]:
    """Return what a run at work asks; nobody waits for an answer to a runner that is gone."""
    return list(summary.open_prompts.values()) if folder.alive else []


def _print_prompts(folder: RunFolder, summary: RunSummary) -> None:
    for prompt in _waiting(folder, summary):
        screen.print(f"Open prompt {prompt.prompt}: {question(prompt)}")
        screen.print(f"  labharness tell {folder.run} answer --who NAME TEXT")


def _print_course(history: RunHistory) -> None:
    """Print how often the run lost its device or its runner, and how many requests were made again."""
    if history.trust.gaps or history.trust.repeats:
        again = amount(history.trust.repeats, "request")
        screen.print(f"{amount(history.trust.gaps, 'interruption')}; {again} made again.")


def _print_device(summary: RunSummary) -> None:
    """Print what the device calls itself: a submission names its items and software in the same words."""
    if summary.identity is not None:
        one = summary.identity
        names = {"manufacturer": one.manufacturer, "model": one.model, "serial number": one.serial}
        told = ", ".join(f"{key} {printable(value)!r}" for key, value in names.items() if value)
        screen.print(f"Device: {told}")
    for part in summary.software[-1] if summary.software else ():
        words = (part.name, part.version, part.algorithm, part.digest)
        screen.print(f"Software: {' '.join(printable(word) for word in words)}")
