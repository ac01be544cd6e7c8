"""The runs of a workspace."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from labharness.acts.declaring import Shown, Styled, WindowControl, act, tr
from labharness.acts.gates import EVERYBODY
from labharness.acts.headings import ENDING, PLAN, RUN, VERDICT, ListHead, listing
from labharness.app.workspace.workspace import Workspace
from labharness.language.numbers import amount
from labharness.language.run_groups import RunGroup, RunGrouping, recorded_sample, run_group, worded
from labharness.reason import load_reason

_HIDDEN = ("ended", "submission", "device", "started", "updated", "gaps", "beginning", "model")


def shown_facts(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return what programs read of a run's facts, with reasons that can be put in words."""
    from labharness.app.runs.run_index import standing_of_facts

    slip, standing = facts["not_begun"], standing_of_facts(facts)
    return {name: value for name, value in facts.items() if name not in _HIDDEN} | {
        "verdict": standing.verdict,
        "standing": standing,
        "not_begun": None if slip is None else load_reason(slip),
        "problems": tuple(map(load_reason, facts["problems"])),
    }


@dataclass(frozen=True, slots=True)
class RunsOfGroup:
    """Runs that belong together; ``group`` is None where all do."""

    group: RunGroup | None
    runs: Sequence[Mapping[str, Any]]


SAMPLE = ListHead[Any](tr("Sample"), lambda run: run.sample)
REMARK = ListHead[Any](tr("Remark"), lambda run: run.remark)
_ENDING = ListHead[Any](ENDING.title, lambda run: "" if run.standing.verdict is None else ENDING.cell(run))


def _listed(groups: Sequence[RunsOfGroup]) -> Iterator[Shown]:
    for each in groups or (RunsOfGroup(None, ()),):
        if each.group is not None:
            yield Styled(f"{each.group.title} · {amount(len(each.runs), 'run')}", "bold")
        yield listing(map(_row, each.runs), (RUN, PLAN), (VERDICT, _ENDING), (SAMPLE, REMARK))
    yield (
        "Verdicts as recorded, and no pass with the data of another run. To check the evidence, run 'labharness show RUN' or 'labharness verify RUN'. "
        "To see whether a run is set aside, run 'labharness settle RUN'."
    )


def _row(run: Mapping[str, Any]) -> SimpleNamespace:
    sample = ", ".join(recorded_sample(run["units"], run["observed"], run["planned"]))
    slip = run["not_begun"]
    return SimpleNamespace(**run, sample=sample, remark=worded((slip,) if slip else run["problems"]))


def _values(groups: Sequence[RunsOfGroup]) -> list[dict[str, Any]]:
    return [
        {**run, **({} if each.group is None else {"group": each.group.title})}
        for each in groups
        for run in each.runs
    ]


@act(EVERYBODY, WindowControl("Runs", tr("Runs")), shown=_listed, values=_values)
def runs(workspace: Workspace, *, group: RunGrouping | None = None) -> Sequence[RunsOfGroup]:
    """List the runs of a workspace."""
    from labharness.app.runs.run_index import listed

    grouped = dict[RunGroup | None, list[dict[str, Any]]]()
    for facts in listed(workspace):
        named = ("submission", "device", "serial", "started")
        key = None if group is None else run_group(group, *(facts[name] for name in named))
        grouped.setdefault(key, []).append(shown_facts(facts))
    keys = sorted(grouped, key=lambda each: each.rank if each is not None else (0, 0))
    return [RunsOfGroup(each, grouped[each]) for each in keys]
