"""Do a finished run again from its recorded bytes alone, and compare everything it said."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from labharness.analysis.sampling.catalog import Catalog
from labharness.analysis.sampling.sample import HealthWatch
from labharness.app.plug_ins.discovery import discover
from labharness.app.plug_ins.plug_in_files import SYSTEM, changed_since
from labharness.app.reports.run_reports import drawing_versions, render
from labharness.app.runs.evaluating import other_results, same_values
from labharness.app.workspace.register import issued
from labharness.app.workspace.workspace import Workspace
from labharness.assessment.runs.judging import first_units, judge, prefix
from labharness.errors import LabharnessError, PlugInError
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.run import RunHistory
from labharness.evidence.records.calls import (
    AcquireCall,
    Acquired,
    AlarmBody,
    ExchangeBody,
    ObservedBody,
    OrderRead,
    Purpose,
    ReadBody,
    ReadOrderCall,
    dump_observation,
)
from labharness.evidence.records.course import FirstUnitsBody, SameData
from labharness.evidence.records.line import Record, Understanding
from labharness.evidence.verify import verify
from labharness.filings.entries.entry import Laboratory
from labharness.model.cards import format_order, parse_order
from labharness.model.observations import CARD_KINDS, Kind, physical_order
from labharness.model.reasons.conduct import Doing
from labharness.model.reasons.evidence import Reproduction
from labharness.model.reasons.inputs import Noun
from labharness.model.results import CheckResult, Ending
from labharness.model.stages import HealthAlarms
from labharness.plans.frozen import frozen_plan
from labharness.reason import OnStep, Reason, unheard
from labharness.runner.acquire import misread
from labharness.runner.cutting import RawDecoder, Replayer


class ReportAgain(StrEnum):
    """What came of drawing a run's own report again."""

    IDENTICAL = "identical"
    DIFFERS = "differs"
    ANOTHER_VERSION = "drawn by another version"
    """Its pages are not compared: what they are drawn from, the values, is."""
    NOT_BUILT = "not built"


@dataclass(frozen=True, slots=True)
class Reverification:
    """What :func:`reverify` found.

    Parameters
    ----------
    exchanges, observations, results
        How many of each were done again and came out the same.
    report
        What came of drawing the run's own report again.
    problems
        Each thing that differs.
    plug_ins
        Plug-ins that have changed or are missing since the run began; whether that changes a result is in the problems.
    """

    exchanges: int
    observations: int
    results: int
    report: ReportAgain
    problems: tuple[Reason, ...]
    plug_ins: tuple[Reason, ...] = ()

    @property
    def notes(self) -> tuple[Reason, ...]:
        """What to know beside the problems."""
        other = self.report is ReportAgain.ANOTHER_VERSION
        return (*self.plug_ins, *([Reproduction.ANOTHER_VERSION()] if other else []))

    @property
    def same(self) -> bool:
        """Whether everything was reproduced."""
        return not self.problems


def reverify(workspace: Workspace | None, folder: RunFolder, on_step: OnStep = unheard) -> Reverification:
    """Decode every exchange again, count and judge again, build the report again, and compare.

    Parameters
    ----------
    workspace
        The one that a person named or opened: it holds the plug-ins, and where the run lies in it, what is on record of
        the run's own report.  Without that the report is not built again.
    """
    verification = verify(folder.path)
    problems = list(verification.problems)
    if problems:
        return Reverification(0, 0, 0, ReportAgain.NOT_BUILT, tuple(problems))
    on_step(Doing.DECODING_AGAIN())
    place = workspace.path if workspace is not None else None
    catalog, plug_ins = discover(place), changed_since(folder, place)
    if missing := tuple(_not_available(folder, catalog)):
        return Reverification(0, 0, 0, ReportAgain.NOT_BUILT, missing, plug_ins)
    walk = _Walk(Replayer.of(folder, catalog), HealthWatch(frozen_plan(folder)))
    for record in folder.records():
        with Understanding(record):
            walk.take(record)
    problems += walk.problems
    history = RunHistory.of(folder)
    summary = history.summary
    if (recorded := history.trust.first_units) is not None:
        on_step(Doing.COMPARING_DATA_AGAIN())
        problems += _first_units(folder, catalog, recorded, history.trust.same)
    # A run that was broken off before it was judged claims no result and no verdict.
    claims = summary.ending is Ending.COMPLETE or summary.verdict is not None or bool(summary.results)
    judged = claims and not summary.awaits_judgment
    results, verdict = dict[str, CheckResult](), summary.verdict
    if judged:
        on_step(Doing.JUDGING_AGAIN())
        results, verdict = judge(
            folder,
            frozen_plan(folder),
            catalog,
            summary.ending or Ending.INTERRUPTED,
            RawDecoder(folder, catalog),
            on_step,
        )
    differing = other_results(results, summary.results)
    problems += (Reproduction.OTHER_RESULT(check=name) for name in differing)
    if judged and (summary.verdict is None or not same_values(verdict, summary.verdict)):
        problems.append(Reproduction.OTHER_VERDICT())
    report = ReportAgain.NOT_BUILT
    if workspace is not None and workspace.holds(folder):
        on_step(Doing.BUILDING_AGAIN())
        report = _compare_report(workspace, folder)
    if report is ReportAgain.DIFFERS:
        problems.append(Reproduction.OTHER_REPORT())
    return Reverification(
        walk.exchanges, walk.observations, len(results) - len(differing), report, tuple(problems), plug_ins
    )


def _not_available(folder: RunFolder, catalog: Catalog) -> Iterator[Reason]:
    """Yield why checks and adapters that a run used cannot be used here: nothing of the run is then reproduced."""
    named = folder.begun().adapter
    used = [(Noun.CHECK, planned.check) for planned in frozen_plan(folder).plan.checks]
    used += [(Noun.ADAPTER, adapter.name) for adapter in (named.device, named.reader) if adapter is not None]
    for what, name in dict.fromkeys(used):
        try:
            known = name in (catalog.checks if what is Noun.CHECK else catalog.adapters)
        except PlugInError as error:
            yield from error.reasons
        else:
            if not known:
                yield Reproduction.NOT_AVAILABLE(what=what, name=name)


class _Walk:
    """Repeat exchanges in order and compare what each said."""

    def __init__(self, replayer: Replayer, health: HealthWatch) -> None:
        self._replayer, self._health = replayer, health
        self._tested: dict[int, tuple[HealthAlarms, ...]] = {}
        """Alarms on record of the exchange done again last."""
        self.exchanges = self.observations = 0
        self.problems: list[Reason] = []
        self._answers: dict[int, Any] = {}
        self._physical: dict[int, str] = {}
        """Cards of the units that the device reported last, by number."""

    def take(self, record: Record) -> None:
        self._health.take(record)
        match record.body:
            case AlarmBody():
                self._alarmed(record.seq, record.body)
            case ExchangeBody():
                self._exchange(record.seq, record.body)
            case ObservedBody():
                self._observed(record.seq, record.body)
            case ReadBody():
                self._read(record.seq, record.body)
            case _:
                pass

    def _exchange(self, seq: int, body: ExchangeBody) -> None:
        try:
            answer = self._replayer.repeat(body)
        except Exception as error:  # noqa: BLE001  an adapter's own fault is part of the record too
            kinds = {kind.__name__ for kind in type(error).__mro__}  # a kind may have become several since
            if body.error is not None and body.error.error in kinds:
                self.exchanges += 1
            else:
                why = error.reasons if isinstance(error, LabharnessError) else ()
                self.problems.append(Reproduction.CALL_FAILED(line=seq + 1, call=str(body.call), why=why))
            return
        self._answers, self._tested = {seq: answer}, {}
        shown: Any = answer
        if isinstance(body, AcquireCall):
            shown = Acquired(observations=len(answer))
        elif isinstance(body, ReadOrderCall):
            shown = OrderRead(order=format_order(answer))
        if body.error is None and shown == body.answer:
            self.exchanges += 1
        else:
            self.problems.append(Reproduction.OTHER_ANSWER(line=seq + 1, call=str(body.call)))

    def _observed(self, seq: int, body: ObservedBody) -> None:
        answer = self._answers.get(body.exchange)
        if isinstance(answer, tuple):
            same = tuple(map(dump_observation, answer)) == body.data
        else:  # our own reader's order is that of the one shuffle or deal recorded
            (unit,) = body.observations()
            same = answer is not None and format_order(answer) == format_order(physical_order(unit))
        raw = answer if body.kind is Kind.BYTES and isinstance(answer, tuple) else ()
        if body.exchange not in self._tested and self._health.alarms(body.stage, body.first, raw):
            self.problems.append(Reproduction.OTHER_ALARMS(line=seq + 1))
        if body.kind in CARD_KINDS and body.data:
            self._physical = {
                body.first + at: format_order(physical_order(each))
                for at, each in enumerate(body.observations())
            }
        if same:
            self.observations += body.units
        else:
            self.problems.append(Reproduction.OTHER_OBSERVATIONS(line=seq + 1))

    def _alarmed(self, seq: int, body: AlarmBody) -> None:
        """Compare alarms with those of the bytes that were received."""
        answer = self._answers.get(body.exchange)
        repeated = self._health.alarms(body.stage, body.first, answer) if isinstance(answer, tuple) else ()
        self._tested[body.exchange] = body.alarms
        if repeated != body.alarms:
            self.problems.append(Reproduction.OTHER_ALARMS(line=seq + 1))

    def _read(self, seq: int, body: ReadBody) -> None:
        """Compare an independent read with the reader's bytes, and with what the device reported."""
        answer = self._answers.get(body.exchange)
        agreement = body.purpose is Purpose.AGREEMENT
        expected = self._physical.get(body.unit) if agreement else body.expected
        order = parse_order(body.order)
        same = answer is not None and format_order(answer) == body.order and expected == body.expected
        if not same or misread(order, parse_order(body.expected)) != body.errors:
            self.problems.append(Reproduction.OTHER_READ(line=seq + 1))


def _first_units(
    folder: RunFolder, catalog: Catalog, recorded: FirstUnitsBody, same: Iterable[SameData]
) -> list[Reason]:
    """Say whether the data begin as recorded, and have the hash of what another run has too."""
    frozen = frozen_plan(folder)
    again = tuple(first_units(folder.records(), frozen, RawDecoder(folder, catalog))) == recorded.hashed
    shared = all(prefix(folder, frozen, each.mine, RawDecoder(folder, catalog)) == each.mine for each in same)
    return [] if again and shared else [Reproduction.OTHER_FIRST_UNITS()]


def _compare_report(workspace: Workspace, folder: RunFolder) -> ReportAgain:
    mine = [drawn for drawn in issued(workspace) if drawn.run == folder.run]
    if not mine:
        return ReportAgain.NOT_BUILT
    built = mine[-1]
    laboratory = Laboratory.model_validate(built.laboratory) if built.laboratory else None
    digest = hashlib.sha256(render(folder, built.layout, laboratory, workspace.path)).hexdigest()
    if digest == built.sha256:
        return ReportAgain.IDENTICAL
    same = _drawing(built.versions) == _drawing(drawing_versions(workspace.path))
    return ReportAgain.DIFFERS if same else ReportAgain.ANOTHER_VERSION


def _drawing(named: Mapping[str, str]) -> dict[str, str]:
    """Return what decides a report's bytes: everything but the operating system."""
    return {name: value for name, value in named.items() if name != SYSTEM}
