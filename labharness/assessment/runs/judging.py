"""From a run's records to its verdict.

What a run's data begin with, and which other runs begin with the same: a device that starts anew must not repeat itself.

What the monitors of a run decide: a failure where one crossed, never a pass.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import islice
from math import log2

import numpy as np

from labharness.analysis.decision.rule import (
    combine,
    decide,
    declared_checks,
    declared_rule,
    false_alarms,
    families,
)
from labharness.analysis.sampling.catalog import Catalog
from labharness.analysis.sampling.evaluation import evaluate, planned_samples, recorded_samples
from labharness.analysis.sampling.monitors import Monitoring, Watched
from labharness.analysis.sampling.sample import Decode, population_of
from labharness.analysis.sampling.tables import Population
from labharness.assessment.runs import trust
from labharness.errors import EvidenceError, LabharnessError
from labharness.evidence.folder import RunFolder
from labharness.evidence.glimpse import recorded_first_units
from labharness.evidence.history.run import Log, RunHistory
from labharness.evidence.records.calls import ObservedBody
from labharness.evidence.records.course import (
    Content,
    FalseAlarmsExpected,
    FamilyApplied,
    FirstUnits,
    FirstUnitsBody,
    MonitorCrossedBody,
    RuleApplied,
    SameData,
    StageStartedBody,
)
from labharness.evidence.records.line import Record
from labharness.evidence.simulation import is_replay
from labharness.model.cards import UNREAD, Order, types
from labharness.model.observations import (
    CARD_KINDS,
    Batch,
    Draws,
    Kind,
    Observation,
    RawBytes,
    Shuffle,
    physical_order,
)
from labharness.model.reasons.decision import Held
from labharness.model.results import (
    MONITORING,
    CheckResult,
    Decision,
    Ending,
    Outcome,
    Verdict,
    monitor_decision,
)
from labharness.plans.frozen import FrozenPlan, frozen_plan
from labharness.reason import OnStep, Reason, ReasonKind, unheard

BITS = 64.0
"""Units are compared where two fair devices have them in common with a probability of at most 1 in 2 to this power."""
MOST = 1 << 20
"""So many units that two runs have in common are counted at most."""

Decoder = Callable[[RunFolder], Decode]
"""Gives what decodes the raw bytes of a run again."""
Where = tuple[str, Content]
_Start = tuple[str, int]
"""A stage, and the index of a unit in it."""


@dataclass
class _Gathering:
    """Units from one place on, until there are enough."""

    first: int = -1
    units: int = 0
    bits: float = 0.0
    data: bytearray = field(default_factory=bytearray)

    def take(self, first: int, unit: bytes, bits: float) -> bool:
        """Add a unit; returns whether there are enough now."""
        if self.first < 0:
            self.first = first
        self.data += unit
        self.units, self.bits = self.units + 1, self.bits + bits
        return self.bits >= BITS


def first_units(records: Iterable[Record], frozen: FrozenPlan, decode: Decode) -> Iterator[FirstUnits]:
    """Yield what each stage begins with, in every session and after every break.

    Units that are too few to be more than chance are not given.

    Notes
    -----
    The probability that a fair device gives certain units is bounded from above: a byte has eight bits, an outcome those of its
    range, and the next card is of one type with at most the largest number of cards of a type over the cards that are left.
    Cards that nobody read count for nothing. Input orders are no data. Only stages that a check reads are compared: what else a
    device deals may be dealt in a known order.
    """
    populations = _populations(frozen)
    waiting: dict[Where, _Gathering] = {}
    for record in records:
        body = record.body
        if isinstance(body, StageStartedBody) and body.stage in populations:
            for content in _contents(populations[body.stage].kind):
                waiting[body.stage, content] = _Gathering()
        elif isinstance(body, ObservedBody):
            open_ = {where: each for where, each in waiting.items() if where[0] == body.stage}
            if open_:
                yield from _gathered(waiting, open_, _batch(body, decode), populations[body.stage])


def _gathered(
    waiting: dict[Where, _Gathering], open_: Mapping[Where, _Gathering], batch: Batch, population: Population
) -> Iterator[FirstUnits]:
    for where, gathering in open_.items():
        stage, content = where
        for at, (unit, bits) in enumerate(_units(batch, content, population), batch.first):
            if unit is None:
                del waiting[where]
                break
            if gathering.take(at, unit, bits):
                del waiting[where]
                yield _hashed(
                    stage, batch.kind, content, gathering.first, gathering.units, bytes(gathering.data)
                )
                break


def compare(
    folder: RunFolder, frozen: FrozenPlan, beside: Callable[[], Iterable[RunFolder]], decoder: Decoder
) -> FirstUnitsBody:
    """Compare the beginnings of a run with those of others; a run that replays recorded bytes is compared with none.

    Parameters
    ----------
    beside
        Gives the runs on record; the run itself, and those that replay bytes, are left out.
    """
    mine = tuple(first_units(folder.records(), frozen, decoder(folder)))
    starts, unread, same = list[str](), list[str](), list[SameData]()
    own = folder.start()
    for other in beside() if mine and not is_replay(own.body) else ():
        try:
            start = other.start()
            if start.hash == own.hash or is_replay(start.body):
                continue
            theirs = known_first_units(other, decoder)
            starts.append(start.hash)
        except (LabharnessError, OSError, ValueError):  # whatever lies there
            unread.append(other.run)
            continue
        same += common(mine, (folder, frozen), theirs, other, start.hash, decoder)
    text = "".join(f"{each}\n" for each in sorted(starts))
    digest = hashlib.sha256(text.encode()).hexdigest()
    return FirstUnitsBody(
        hashed=mine, runs=len(starts), starts=digest, unread=tuple(unread), same=tuple(same)
    )


def known_first_units(folder: RunFolder, decoder: Decoder) -> tuple[FirstUnits, ...]:
    """Return what a run has on record of its beginnings, or the first ones of each stage where it has nothing."""
    if (recorded := recorded_first_units(folder.path)) is not None:
        return recorded.hashed
    frozen = frozen_plan(folder, altered=True)
    wanted = sum(len(_contents(each.kind)) for each in _populations(frozen).values())
    gathered = list[FirstUnits]()
    try:
        for each in islice(first_units(folder.records(), frozen, decoder(folder)), wanted):
            gathered.append(each)
    except EvidenceError:
        if not folder.alive:  # the last line of a run at work may not be whole
            raise
    return tuple(gathered)


def common(
    mine: Iterable[FirstUnits],
    own: tuple[RunFolder, FrozenPlan],
    theirs: Iterable[FirstUnits],
    other: RunFolder,
    start: str,
    decoder: Decoder,
) -> Iterator[SameData]:
    """Yield what two runs have in common from a beginning of each on, once for each beginning of the first."""
    known = {(each.content, each.units, each.sha256): each for each in reversed(tuple(theirs))}
    seen = set[_Start]()
    for each in mine:
        match = known.get((each.content, each.units, each.sha256))
        if match is None or (each.stage, each.first) in seen:
            continue
        seen.add((each.stage, each.first))
        folder, frozen = own
        streams = (
            from_unit(folder, frozen, each, decoder(folder)),
            from_unit(other, frozen_plan(other, altered=True), match, decoder(other)),
        )
        running, units = _begun(each.content), 0
        try:
            for unit, again in islice(zip(*streams, strict=False), MOST):
                if unit != again:
                    break
                running.update(unit)
                units += 1
        except (LabharnessError, OSError, ValueError):  # what was read until here is the same
            pass
        held = each if units < each.units else _with(each, units, running.hexdigest())
        yield SameData(mine=held, run=other.run, start=start, stage=match.stage, first=match.first)


def prefix(folder: RunFolder, frozen: FrozenPlan, of: FirstUnits, decode: Decode) -> FirstUnits:
    """Hash as many units of a run, from the same place on, as were hashed before."""
    running, units = _begun(of.content), 0
    for unit in islice(from_unit(folder, frozen, of, decode), of.units):
        running.update(unit)
        units += 1
    return _with(of, units, running.hexdigest())


def from_unit(folder: RunFolder, frozen: FrozenPlan, of: FirstUnits, decode: Decode) -> Iterator[bytes]:
    """Yield the units of a stage from one on, as they are hashed."""
    population = _populations(frozen)[of.stage]
    for record in folder.records():
        body = record.body
        if isinstance(body, ObservedBody) and body.stage == of.stage and body.first + body.units > of.first:
            units = _units(_batch(body, decode), of.content, population)
            for unit, _ in islice(units, max(0, of.first - body.first), None):
                if unit is None:
                    return
                yield unit


def _populations(frozen: FrozenPlan) -> dict[str, Population]:
    """Return the law of every stage that a check reads."""
    read = {check.stage for check in frozen.plan.checks}
    return {
        stage.name: population_of(frozen, stage) for stage in frozen.plan.acquisitions if stage.name in read
    }


def _contents(kind: Kind) -> tuple[Content, ...]:
    return (Content.DATA, Content.MOVES) if kind is Kind.SHUFFLE else (Content.DATA,)


def _batch(body: ObservedBody, decode: Decode) -> Batch:
    return body.batch(decode(body.exchange) if body.kind is Kind.BYTES else ())


def _units(batch: Batch, content: Content, population: Population) -> Iterator[tuple[bytes | None, float]]:
    """Yield each unit as it is hashed, and its bits; None where it is not known."""
    if batch.kind in CARD_KINDS:
        for each in batch.observations:
            yield _cards(each, content), _card_bits(physical_order(each), population)
        return
    bits = 8.0 if batch.kind is Kind.BYTES else log2(population.high - population.low + 1)
    for each in batch.observations:
        if isinstance(each, RawBytes):
            yield from ((each.data[at : at + 1], bits) for at in range(len(each.data)))
        elif isinstance(each, Draws):
            data = each.values.astype("<u2").tobytes()
            yield from ((data[at : at + 2], bits) for at in range(0, len(data), 2))


def _cards(unit: Observation, content: Content) -> bytes | None:
    """Return the hash of a unit's order, or of where its cards went; None where that is not known."""
    order = physical_order(unit)
    if content is Content.MOVES:
        moved = _moves(unit) if isinstance(unit, Shuffle) else None
        if moved is None:
            return None
        order = moved
    return hashlib.sha256(order.astype("<u2").tobytes()).digest()


def _moves(unit: Shuffle) -> Order | None:
    """Return the place before of each card, by its place after; None where cards cannot be told apart."""
    before, after = np.argsort(unit.input, kind="stable"), np.argsort(unit.output, kind="stable")
    ordered = unit.input[before]
    distinct = len(ordered) < 2 or bool((np.diff(ordered.astype(np.int64)) > 0).all())
    if not distinct or not np.array_equal(ordered, unit.output[after]):
        return None
    moved = np.empty(len(after), dtype=np.uint16)
    moved[after] = before
    return moved


def _card_bits(order: Order, population: Population) -> float:
    """Return the least information of the cards of a unit, from the set that they are drawn from."""
    if bool((types(order) == UNREAD).any()):
        return 0.0
    held = population.held
    left = held.size - np.arange(min(len(order), held.size))
    return float(np.log2(np.maximum(left / max(held.counts), 1.0)).sum())


def _begun(content: Content) -> hashlib._Hash:
    return hashlib.sha256(f"{content.value}\n".encode())


def _hashed(stage: str, kind: Kind, content: Content, first: int, units: int, data: bytes) -> FirstUnits:
    running = _begun(content)
    running.update(data)
    return FirstUnits(
        stage=stage, kind=kind, content=content, first=first, units=units, sha256=running.hexdigest()
    )


def _with(of: FirstUnits, units: int, sha256: str) -> FirstUnits:
    return of.model_copy(update={"units": units, "sha256": sha256})


_OUTCOMES = {
    ReasonKind.FAILURE: Outcome.FAIL,
    ReasonKind.DOUBT: Outcome.INCONCLUSIVE,
    ReasonKind.NOTE: Outcome.PASS,
}


def with_monitors(verdict: Verdict, watched: Sequence[Watched], log: Log) -> Verdict:
    """Return the verdict with what the monitors make of the sample on disk.

    Parameters
    ----------
    log
        Holds the crossing that the runner recorded: it must be that of the sample.
    """
    recorded = {entry.body.stage: entry.body.units for entry in log.of(MonitorCrossedBody)}
    result = tuple(_decision(each, _reason(each, recorded)) for each in watched)
    against = [each for each in result if each.outcome is not Outcome.PASS]
    outcome = verdict.outcome
    if any(each.outcome is Outcome.FAIL for each in against):
        outcome = Outcome.FAIL
    elif against and outcome is Outcome.PASS:
        outcome = Outcome.INCONCLUSIVE
    # Of a crossing at another unit than recorded, the one that the sample shows decides, and the difference is stated.
    other = (
        Held.MONITOR_DISAGREES(stage=each.stage)
        for each in watched
        if each.crossed_at and recorded.get(each.stage, each.crossed_at) != each.crossed_at
    )
    reasons = (*(each.reason for each in against), *other, *verdict.reasons)
    return Verdict(outcome, reasons, (*result, *verdict.decisions))


def _reason(watched: Watched, recorded: dict[str, int]) -> Reason:
    if watched.crossed_at:
        return Held.MONITOR_CROSSED(
            stage=watched.stage, units=watched.crossed_at, exponent=watched.log10_value, level=watched.level
        )
    if watched.stage in recorded:
        return Held.MONITOR_DISAGREES(stage=watched.stage)
    return Held.MONITOR_QUIET(
        stage=watched.stage,
        units=watched.units,
        exponent=watched.log10_highest,
        highest_at=watched.highest_at,
        level=watched.level,
    )


def _decision(watched: Watched, reason: Reason) -> Decision:
    p = min(1.0, 10**-watched.log10_highest) if watched.log10_highest < 300 else 1e-300
    return Decision(
        monitor_decision(watched.stage), MONITORING, _OUTCOMES[reason.kind], p, watched.level, reason
    )


def judge(
    folder: RunFolder,
    frozen: FrozenPlan,
    catalog: Catalog,
    ending: Ending,
    decode: Decode,
    on_step: OnStep = unheard,
) -> tuple[dict[str, CheckResult], Verdict]:
    """Evaluate a run's recorded samples and decide; a pure function of what is on disk.

    Parameters
    ----------
    decode
        Decodes the raw bytes of an exchange of this run again.
    """
    samples = recorded_samples(folder.records, decode)
    results = evaluate(frozen, planned_samples(frozen, catalog), samples, on_step)
    return results, verdict_on(results, folder, frozen, catalog, ending, RunHistory.of(folder))


def as_stated(result: CheckResult, recorded: CheckResult) -> CheckResult:
    """Return a result without what the program that recorded it did not state: how many units were judged."""
    return replace(result, judged=None) if recorded.judged is None else result


def verdict_on(
    results: Mapping[str, CheckResult],
    folder: RunFolder,
    frozen: FrozenPlan,
    catalog: Catalog,
    ending: Ending,
    history: RunHistory,
) -> Verdict:
    """Decide by the results of the checks and the course of the run, which ``history`` has read.

    A program that did not state how many units a check judged may have written the record: it is decided as by that one,
    unless the run has no end yet, whose results and verdict are recorded anew.
    """
    verdict = Verdict(Outcome.PASS, ())
    if frozen.plan.checks:
        recorded = {} if history.summary.awaits_judgment else history.summary.results
        stated = {name: as_stated(result, recorded.get(name, result)) for name, result in results.items()}
        verdict = decide(declared_checks(frozen.plan, catalog), stated, declared_rule(frozen.plan))
    verdict = with_monitors(verdict, Monitoring.of(frozen, folder.records()).watched, history.log)
    result = history.trust
    verdict = replace(verdict, decisions=(*trust.carried_out(result, frozen), *verdict.decisions))
    failed = trust.failures(result)
    if failed:
        reasons = (*(each.reason for each in failed), *verdict.reasons)
        verdict = Verdict(Outcome.FAIL, reasons, (*failed, *verdict.decisions))
    return combine(verdict, ending, trust.caveats(result, frozen))


def against(history: RunHistory, frozen: FrozenPlan) -> list[Reason]:
    """Return what the course of a run sets against a pass, whatever its samples show; nothing is computed again."""
    failed = trust.failures(history.trust)
    return [*(each.reason for each in failed), *trust.caveats(history.trust, frozen)]


def rule_record(frozen: FrozenPlan, catalog: Catalog) -> RuleApplied:
    """Return the decision rule as the verdict's record keeps it, so that a report needs no constant of ours."""
    planned, rule = declared_checks(frozen.plan, catalog), declared_rule(frozen.plan)
    return RuleApplied(
        **asdict(rule),
        families=tuple(
            FamilyApplied(
                name=each.id if each else "laboratory",
                checks=tuple(item.check_id for item in family),
                level=each.alpha if each else rule.family_alpha,
                fail_below=each.failing if each else rule.family_alpha,
                retest_below=each.retest if each else None,
            )
            for family in families(planned)
            for each in [family[0].citation]
        ),
        false_alarms=FalseAlarmsExpected(**asdict(false_alarms(planned, rule, frozen.plan.monitored_level))),
        monitoring=frozen.plan.monitored_level,
    )
