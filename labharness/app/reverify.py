"""Do a finished run again from its recorded bytes alone, and compare everything it said."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from labharness.app.discovery import catalogue_of
from labharness.app.plug_in_files import changed_since
from labharness.app.register import issued
from labharness.app.reports import render
from labharness.app.versions import versions
from labharness.app.workspace import Workspace
from labharness.assessment.judging import judge
from labharness.errors import LabharnessError
from labharness.evidence.codec import dump, dump_observation, load_observation
from labharness.evidence.folder import RunFolder
from labharness.evidence.records import Record, RecordType, Understanding
from labharness.evidence.summary import RunSummary
from labharness.evidence.verify import verify
from labharness.filings.entries.people import Laboratory
from labharness.language.catalogue import explain
from labharness.model.cards import format_order, parse_order
from labharness.model.observations import CARD_KINDS, Kind, physical_order
from labharness.model.results import CheckResult, Ending
from labharness.plans.frozen import frozen_plan
from labharness.reason import Reason
from labharness.runner.capture import misread
from labharness.runner.channel import dump_answer
from labharness.runner.replaying import RawDecoder, Replayer

PRINTING = ("labharness", "python", "reportlab")
"""Versions under which a report's bytes must be the same."""


@dataclass(frozen=True, slots=True)
class Reverification:
    """What :func:`reverify` found.

    Parameters
    ----------
    exchanges, observations, results
        How many of each were done again and came out the same.
    report
        ``identical``, ``differs``, ``other versions`` or ``not built``.
    problems
        One line for each thing that did not come out the same.
    plug_ins
        Plug-ins that have changed or are missing since the run began; whether that changes a result is in the problems.
    """

    exchanges: int
    observations: int
    results: int
    report: str
    problems: tuple[str, ...]
    plug_ins: tuple[Reason, ...] = ()

    @property
    def same(self) -> bool:
        """Whether everything was reproduced."""
        return not self.problems


def reverify(
    workspace: Workspace | None, folder: RunFolder, on_step: Callable[[str], None] = lambda _: None
) -> Reverification:
    """Decode every exchange again, count and judge again, build the report again, and compare.

    Parameters
    ----------
    workspace
        Where the run's own report is on record; without one that report is not built again.
    """
    verification = verify(folder.path)
    problems = list(verification.problems)
    if problems:
        return Reverification(0, 0, 0, "not built", tuple(problems))
    on_step("decoding the recorded bytes again")
    catalogue = catalogue_of(folder)
    walk = _Walk(Replayer(folder, catalogue))
    for record in folder.records():
        with Understanding(record):
            walk.take(record)
    problems += walk.problems
    summary = RunSummary.of(folder)
    same = 0
    # A run that was broken off before it was judged claims no result and no verdict.
    judged = summary.ending is Ending.COMPLETE or summary.verdict is not None or bool(summary.results)
    results, verdict = dict[str, CheckResult](), summary.verdict
    if judged:
        on_step("judging again")
        results, verdict = judge(
            folder,
            frozen_plan(folder),
            catalogue,
            summary.ending or Ending.INTERRUPTED,
            RawDecoder(folder, catalogue),
            on_step,
        )
    for name, result in results.items():
        before = summary.results.get(name)
        if before is not None and dump(result) == dump(before):
            same += 1
        else:
            problems.append(f"check {name}: the result is not the one recorded")
    if judged and (summary.verdict is None or dump(verdict) != dump(summary.verdict)):
        problems.append("the verdict is not the one recorded")
    report = "not built"
    if workspace is not None:
        on_step("building the report again")
        report = _compare_report(workspace, folder)
    if report == "differs":
        problems.append("the report built again is not the one that was issued")
    return Reverification(
        walk.exchanges, walk.observations, same, report, tuple(problems), changed_since(folder)
    )


class _Walk:
    """Repeat exchanges in order and compare what each said."""

    def __init__(self, replayer: Replayer) -> None:
        self._replayer = replayer
        self.exchanges = self.observations = 0
        self.problems: list[str] = []
        self._answers: dict[int, Any] = {}
        self._physical: dict[int, str] = {}
        """Cards of the units that the device reported last, by number."""

    def take(self, record: Record) -> None:
        if record.type is RecordType.EXCHANGE:
            self._exchange(record)
        elif record.type is RecordType.OBSERVED:
            self._observed(record)
        elif record.type is RecordType.READ:
            self._read(record)

    def _exchange(self, record: Record) -> None:
        body = record.body
        try:
            answer = self._replayer.repeat(body)
        except LabharnessError as error:
            kinds = {kind.__name__ for kind in type(error).__mro__}  # a kind may have become several since
            if body.get("error", {}).get("error") in kinds:
                self.exchanges += 1
            else:
                self.problems.append(f"ledger line {record.seq + 1}: {body['call']}: {explain(error)}")
            return
        self._answers = {record.seq: answer}
        if body["call"] == "acquire":
            said: Any = {"observations": len(answer)}
        elif body["call"] == "read_order":
            said = {"order": format_order(answer)}
        else:
            said = dump_answer(answer)
        if said == body.get("answer"):
            self.exchanges += 1
        else:
            self.problems.append(f"ledger line {record.seq + 1}: {body['call']} now gives another answer")

    def _observed(self, record: Record) -> None:
        body, kind = record.body, Kind(record.body["kind"])
        answer = self._answers.get(body["exchange"])
        if isinstance(answer, tuple):
            same = [dump_observation(one) for one in answer] == body["data"]
        else:  # our own reader's order is that of the one shuffle or deal recorded
            (unit,) = [load_observation(kind, one) for one in body["data"]]
            same = answer is not None and format_order(answer) == format_order(physical_order(unit))
        if kind in CARD_KINDS and body["data"]:
            units = [load_observation(kind, one) for one in body["data"]]
            self._physical = {
                body["first"] + at: format_order(physical_order(one)) for at, one in enumerate(units)
            }
        if same:
            self.observations += body["units"]
        else:
            self.problems.append(f"ledger line {record.seq + 1}: the observations are not what the bytes say")

    def _read(self, record: Record) -> None:
        """Compare an independent read with the reader's bytes, and with what the device reported."""
        body = record.body
        answer = self._answers.get(body["exchange"])
        expected = self._physical.get(body["unit"]) if body["purpose"] == "agreement" else body["expected"]
        order = parse_order(body["order"])
        same = answer is not None and format_order(answer) == body["order"] and expected == body["expected"]
        if not same or misread(order, parse_order(body["expected"])) != body["errors"]:
            self.problems.append(f"ledger line {record.seq + 1}: the read is not what the bytes say")


def _compare_report(workspace: Workspace, folder: RunFolder) -> str:
    mine = [body for body in issued(workspace) if body.get("run") == folder.run]
    if not mine:
        return "not built"
    built = mine[-1]
    named = built.get("laboratory")
    laboratory = Laboratory.model_validate(named) if named else None
    digest = hashlib.sha256(render(folder, built.get("layout", "run"), laboratory)).hexdigest()
    if digest == built["sha256"]:
        return "identical"
    then, now = built["versions"], versions()
    return "differs" if all(then.get(name) == now[name] for name in PRINTING) else "other versions"
