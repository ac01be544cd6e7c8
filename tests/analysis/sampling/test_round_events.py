"""Where events come from, and how far units lie behind them."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from labharness.analysis.sampling.event_distances import LONG_AGO, distances, recorded, still_near
from labharness.analysis.sampling.sample import blocks
from labharness.evidence.codec import dump_batch
from labharness.evidence.records import Record, RecordType
from labharness.model.events import Event, EventKind
from labharness.model.observations import Batch, Kind
from labharness.testing.samples import POPULATIONS, WITNESSED, fair_block

ROUNDS = POPULATIONS[Kind.ROUND]
KINDS = st.sampled_from(list(EventKind))
EVENTS = st.lists(st.tuples(st.integers(0, 30), KINDS), max_size=8).map(
    lambda found: [Event(unit, kind) for unit, kind in sorted(found, key=lambda one: one[0])]
)


@given(EVENTS, st.integers(0, 30), st.integers(0, 12), st.frozensets(KINDS))
def test_distances_are_those_counted_one_by_one_whatever_was_forgotten(events, first, units, kinds):
    expected = [
        min((unit - one.unit for one in events if one.unit <= unit and one.kind in kinds), default=LONG_AGO)
        for unit in range(first, first + units)
    ]
    assert distances(events, first, units, kinds).tolist() == expected
    kept = still_near(events, first)
    assert distances(kept, first, units, kinds).tolist() == expected
    assert sum(one.unit < first for one in kept) <= len(EventKind)
    assert distances(still_near(kept, first + 1), first + 1, units).tolist() == (
        distances(events, first + 1, units).tolist()
    )


def record(of, **body):
    return Record(0, of, "", 0, body, "", "")


def rounds(first, number):
    units = fair_block(ROUNDS, number, np.random.default_rng(first)).observations
    return record(RecordType.OBSERVED, **dump_batch(Batch("rounds", Kind.ROUND, first, units, WITNESSED), 0))


def told(command):
    return record(RecordType.COMMAND, command=command, who="somebody")


@pytest.mark.parametrize(
    ("one", "event"),
    [
        (record(RecordType.SESSION_OPENED), EventKind.RESTART),
        (record(RecordType.RESUMED), EventKind.RESTART),
        (record(RecordType.EXCHANGE, call="load", answer={}), EventKind.REFILL),
        (record(RecordType.EXCHANGE, call="load", error={}), None),
        (record(RecordType.EXCHANGE, call="acquire", answer={}), None),
        (told("pause"), None),
        (told("resume"), EventKind.RESTART),
        (told("stop"), None),
        (told("jam"), EventKind.JAM),
        (told("door"), EventKind.DOOR),
        (told("refill"), EventKind.REFILL),
        (told("restart"), None),
        (record(RecordType.PROGRESS), None),
    ],
)
def test_records_tell_of_events(one, event):
    assert recorded(one) is event


def test_blocks_of_a_run_know_what_happened_between_their_units():
    records = [
        record(RecordType.SESSION_OPENED),
        record(RecordType.EXCHANGE, call="load", answer={}),
        rounds(0, 3),
        told("pause"),
        told("jam"),
        told("resume"),
        rounds(3, 4),
        record(RecordType.RESUMED),
        rounds(7, 2),
    ]
    first, second = blocks(records, "rounds", ROUNDS, 1, lambda _: ())
    assert first.since().tolist() == [0, 1, 2, 0, 1, 2, 3]
    assert first.since([EventKind.REFILL]).tolist() == [0, 1, 2, 3, 4, 5, 6]
    assert first.since([EventKind.DOOR]).tolist() == [LONG_AGO] * 7
    assert second.since().tolist() == [0, 1]
    assert second.since([EventKind.JAM]).tolist() == [4, 5]
    assert second.context == ()
    assert replace(second, events=()).since().tolist() == [LONG_AGO] * 2
