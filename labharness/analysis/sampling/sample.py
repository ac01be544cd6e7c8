"""From a run's records to the blocks that checks read.

Events that the records of a run tell of.

Statistics of each unit of cards, by which one part of a sample is compared with another.

Health tests of the raw bytes of a run, exchange by exchange: while they are recorded, and when they are verified.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.entropy.health import HealthLimits, StreamHealth
from labharness.analysis.laws.order_statistics import (
    count_fixed,
    count_kept,
    count_rising,
    count_valleys,
    read_as,
)
from labharness.analysis.sampling.tables import BLOCK_UNITS, Block, Population, still_near, tail
from labharness.evidence.records.calls import ConnectedBody, LoadCall, ObservedBody
from labharness.evidence.records.course import ResumedBody, SessionOpenedBody
from labharness.evidence.records.line import Record
from labharness.evidence.records.people import Command, CommandBody
from labharness.model.cards import RANKS, TYPES
from labharness.model.observations import (
    Batch,
    Event,
    EventKind,
    InputKnown,
    Kind,
    Observation,
    Provenance,
    RawBytes,
)
from labharness.model.reasons.decision import Homogeneity
from labharness.model.stages import HealthAlarms
from labharness.plans.frozen import FrozenPlan
from labharness.reason import Reason

if TYPE_CHECKING:
    from labharness.plans.frozen import FrozenPlan
    from labharness.plans.plan import Acquire


def recorded(record: Record) -> EventKind | None:
    """Return the event that a record of a run tells of, if any.

    Cards put in are a refill.  A session, a break and a pause end with a restart.  Of a jam or an open
    door, and of a refill by hand, the operator tells the run.
    """
    match record.body:
        case SessionOpenedBody() | ResumedBody():
            return EventKind.RESTART
        case LoadCall(answer=count) if count is not None:
            return EventKind.REFILL
        case CommandBody(command=command):
            return _TOLD.get(command)
        case _:
            return None


_TOLD = {
    Command.RESUME: EventKind.RESTART,
    Command.REFILL: EventKind.REFILL,
    Command.JAM: EventKind.JAM,
    Command.DOOR: EventKind.DOOR,
}


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
    waiting: list[Batch], population: Population, context: tuple[Observation, ...], events: list[Event]
) -> Block:
    result = tuple(observation for batch in waiting for observation in batch.observations)
    known: Provenance = waiting[0].provenance
    return Block(population, waiting[0].first, result, known, context, tuple(events))


PLACES = 9
"""First places of which the cards are compared."""
TOGETHER = 10
"""Units that depend on those before them are averaged by so many: their averages hardly do."""

_OF_ORDERS = (
    Homogeneity.RISING_SEQUENCES(),
    Homogeneity.RISING_OF_INVERSE(),
    Homogeneity.KEPT_NEIGHBORS(),
    Homogeneity.VALLEYS(),
    Homogeneity.VALLEYS_OF_INVERSE(),
    Homogeneity.FIXED_POINTS(),
)


def statistics_of(blocks: Sequence[Block]) -> tuple[tuple[Reason, ...], tuple[NDArray[np.float64], ...]]:
    """Return statistics of the units of each block, the same statistics for all.

    Returns
    -------
    names
        Of the statistics.
    tables
        One for each block, shape (units, statistics).  Units that hold other cards than the set are left out.
        Rounds, and shuffles of chained decks, are averaged by :data:`TOGETHER` consecutive units.

    Notes
    -----
    The statistics of an order against its input need cards that can be told apart in most units of all blocks;
    otherwise only tens and aces at the first places are compared.
    """
    told_apart = all(_is_told_apart(block) for block in blocks)
    tables = tuple(_table(block, told_apart=told_apart) for block in blocks)
    places = min((block.cards.shape[1] for block in blocks if len(block.regular)), default=0)
    names = (
        *(_OF_ORDERS if told_apart else ()),
        *(Homogeneity.TEN_OR_ACE(place=place + 1) for place in range(min(PLACES, places))),
    )
    return names, tables


def _is_told_apart(block: Block) -> bool:
    return block.population.kind is Kind.SHUFFLE and 2 * len(block.identified) > block.units


def _table(block: Block, *, told_apart: bool) -> NDArray[np.float64]:
    places, cards = block.regular, block.cards
    columns: list[NDArray[np.number]] = []
    if told_apart:
        relative = block.relative
        inverse = read_as("inverse", relative)
        columns = [
            count_rising(relative),
            count_rising(inverse),
            count_kept(relative),
            count_valleys(relative),
            count_valleys(inverse),
            count_fixed(relative),
        ]
        cards = cards[np.isin(places, block.identified)]
    columns += list(_TEN_OR_ACE[cards[:, :PLACES]].T)
    table = np.column_stack(columns).astype(np.float64) if columns else np.empty((0, 0))
    return _averaged(table) if _depends(block) else table


def _depends(block: Block) -> bool:
    """Whether a unit depends on the one before, so that single units cannot be exchanged."""
    chained = block.provenance.input_known in (InputKnown.CHAINED, InputKnown.UNKNOWN)
    return block.population.kind is Kind.ROUND or (block.population.kind is Kind.SHUFFLE and chained)


def _averaged(table: NDArray[np.float64]) -> NDArray[np.float64]:
    whole = len(table) // TOGETHER
    means: NDArray[np.float64] = table[: whole * TOGETHER].reshape(whole, TOGETHER, -1).mean(axis=1)
    return means


def _ten_or_ace() -> NDArray[np.bool_]:
    every = np.arange(64)
    rank = every % len(RANKS)
    array: NDArray[np.bool_] = (every < TYPES - 2) & ((rank == 0) | (rank >= RANKS.index("10")))
    return array


_TEN_OR_ACE = _ten_or_ace()


class HealthWatch:
    """The tests of every stage that declares them, begun anew where its bytes do not follow each other.

    Parameters
    ----------
    frozen
        The run's plan.
    """

    def __init__(self, frozen: FrozenPlan) -> None:
        self._declared = {
            each.name: each.health for each in frozen.plan.acquisitions if each.health is not None
        }
        self._streams: dict[str, StreamHealth] = {}

    def take(self, record: Record) -> None:
        """Begin anew after a gap: an interruption, another session, a restart, or a jam in the stage."""
        connected = isinstance(record.body, ConnectedBody) and record.body.channel == "device"
        if connected or isinstance(record.body, ResumedBody | SessionOpenedBody):
            self.begin_anew()
        elif isinstance(record.body, CommandBody) and record.body.stage:
            self._streams.pop(record.body.stage, None)

    def begin_anew(self) -> None:
        """Forget what came before, because the next bytes do not follow it."""
        self._streams.clear()

    def alarms(
        self, stage: str, first: int, observations: tuple[Observation, ...]
    ) -> tuple[HealthAlarms, ...]:
        """Test the bytes of an exchange, the first of which has the number ``first`` in its stage, from 0."""
        declared = self._declared.get(stage)
        if declared is None:
            return ()
        if stage not in self._streams:
            limits = HealthLimits(declared.min_entropy, declared.bits, declared.exponent)
            self._streams[stage] = StreamHealth(limits, first)
        data = b"".join(each.data for each in observations if isinstance(each, RawBytes))
        return self._streams[stage].counted(data)
