"""From a run's records to the blocks that checks read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from labharness.analysis.sampling.block import BLOCK_UNITS, Block, tail
from labharness.analysis.sampling.event_distances import still_near
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.recorded_events import recorded
from labharness.evidence.records.course import ResumedBody, SessionOpenedBody
from labharness.evidence.records.line import Record
from labharness.evidence.records.people import CommandBody
from labharness.evidence.records.sample import ObservedBody
from labharness.model.events import Event
from labharness.model.observations import Batch, Kind, Observation, Provenance, RawBytes

if TYPE_CHECKING:
    from labharness.plans.frozen import FrozenPlan
    from labharness.plans.stages import Acquire

Decode = Callable[[int], tuple[RawBytes, ...]]
"""Decodes the raw bytes of the exchange with this sequence number again."""


def population_of(frozen: FrozenPlan, stage: Acquire) -> Population:
    """Return what the plan and its game declare one unit of a stage to be."""
    layout, selection = frozen.layout(stage), frozen.selection(stage)
    return Population(
        kind=stage.observes,
        cards=frozen.cards if stage.observes in (Kind.SHUFFLE, Kind.ROUND, Kind.DEAL) else None,
        low=selection.low if selection else 0,
        high=selection.high if selection else 0,
        stacks=layout.stacks if layout else (),
        stub=layout.stub if layout else 0,
        round_cards=stage.round_cards,
        buffer=stage.buffer,
        batches=stage.batches,
        determinant=layout.determinant if layout else False,
    )


@dataclass(frozen=True, slots=True)
class PartBeginning:
    """Where a part of a sample begins.

    Parameters
    ----------
    record
        Number of the first record whose units count; units before it are context alone.
    unit
        Index of the first unit.
    events
        What happened to the device before, as far as units from there on need it.
    """

    record: int = 0
    unit: int = 0
    events: tuple[Event, ...] = ()


WHOLE = PartBeginning()
"""The beginning of a whole sample."""


def breaks_off(record: Record, stage: str) -> bool:
    """Whether units of a stage after a record do not follow those before: an interruption, a new session, a jam."""
    text = isinstance(record.body, CommandBody) and record.body.stage == stage
    return text or isinstance(record.body, ResumedBody | SessionOpenedBody)


def blocks(
    records: Iterable[Record],
    stage: str,
    population: Population,
    look_back: int,
    decode: Decode,
    begins: PartBeginning = WHOLE,
) -> Iterator[Block]:
    """Yield the sample of a stage, or a part of it, as blocks of bounded size, in order.

    A gap (an interruption, a new session, or a jam that broke off the device's work) ends a block and empties
    the context.
    """
    waiting: list[Batch] = []
    context: tuple[Observation, ...] = ()
    events, units = list(begins.events), begins.unit
    gathered = 0
    for record in records:
        gap = breaks_off(record, stage)
        batch = _batch(record, stage, population, decode)
        if record.seq < begins.record:
            if batch:
                context = tail(_block([batch], population, context, []), look_back)
            continue
        changed = waiting and batch and batch.provenance != waiting[0].provenance
        full = gathered >= BLOCK_UNITS[population.kind]
        if waiting and (gap or changed or full):
            block = _block(waiting, population, context, events)
            yield block
            context, waiting, gathered = tail(block, look_back), [], 0
            events = list(still_near(events, units))
        if gap:
            context = ()
        if happened := recorded(record):
            events.append(Event(units, happened))
        if batch:
            waiting.append(batch)
            gathered += batch.units
            units = batch.first + batch.units
    if waiting:
        yield _block(waiting, population, context, events)


def _batch(record: Record, stage: str, population: Population, decode: Decode) -> Batch | None:
    body = record.body
    if not isinstance(body, ObservedBody) or body.stage != stage:
        return None
    return body.batch(decode(body.exchange) if population.kind is Kind.BYTES else ())


def _block(
    waiting: list[Batch],
    population: Population,
    context: tuple[Observation, ...],
    events: list[Event],
) -> Block:
    result = tuple(observation for batch in waiting for observation in batch.observations)
    known: Provenance = waiting[0].provenance
    return Block(population, waiting[0].first, result, known, context, tuple(events))
