"""Where events come from, and how far units lie behind them."""

from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from labharness.analysis.sampling.sample import blocks, recorded
from labharness.analysis.sampling.tables import LONG_AGO, distances, still_near
from labharness.evidence.records.calls import CallError, CountCall, LoadArguments, LoadCall, ObservedBody
from labharness.evidence.records.course import ProgressBody, ResumedBody, SessionOpenedBody
from labharness.evidence.records.line import Record
from labharness.evidence.records.people import Command, CommandBody
from labharness.model.device import CountReport
from labharness.model.observations import Batch, Event, EventKind, Kind
from labharness.testing.samples import POPULATIONS, WITNESSED, fair_block

ROUNDS = POPULATIONS[Kind.ROUND]
KINDS = st.sampled_from(list(EventKind))
EVENTS = st.lists(st.tuples(st.integers(0, 30), KINDS), max_size=8).map(
    lambda result: [Event(unit, kind) for unit, kind in sorted(result, key=lambda each: each[0])]
)


@given(EVENTS, st.integers(0, 30), st.integers(0, 12), st.frozensets(KINDS))
def test_distances_are_those_counted_one_by_one_whatever_was_forgotten(events, first, units, kinds):
    expected = [
        min(
            (unit - event.unit for event in events if event.unit <= unit and event.kind in kinds),
            default=LONG_AGO,
        )
        for unit in range(first, first + units)
    ]
    assert distances(events, first, units, kinds).tolist() == expected
    kept = still_near(events, first)
    assert distances(kept, first, units, kinds).tolist() == expected
    assert sum(each.unit < first for each in kept) <= len(EventKind)
    assert distances(still_near(kept, first + 1), first + 1, units).tolist() == (
        distances(events, first + 1, units).tolist()
    )


COUNT = CountReport(52, 52, correct=True)
LOAD = LoadCall(channel="device", frames=(0, 1), args=LoadArguments(order="AS"), answer=COUNT)
FAILED = CallError(error="DeviceLost", reasons=())


def record(body):
    return Record(0, "", 0, body, "", "")


def rounds(first, number):
    units = fair_block(ROUNDS, number, np.random.default_rng(first)).observations
    return record(ObservedBody.of(Batch("rounds", Kind.ROUND, first, units, WITNESSED), 0))


def told(command):
    return record(CommandBody(command=Command(command), who="somebody"))


def test_records_tell_of_events():
    for single, event in [
        (record(SessionOpenedBody(session=1)), EventKind.RESTART),
        (record(ResumedBody(after_seq=1, gap_s=1.0, orphan_frames={}, planned=False)), EventKind.RESTART),
        (record(LOAD), EventKind.REFILL),
        (record(LOAD.model_copy(update={"answer": None, "error": FAILED})), None),
        (record(CountCall(channel="device", frames=(0, 1), answer=COUNT)), None),
        (told("pause"), None),
        (told("resume"), EventKind.RESTART),
        (told("stop"), None),
        (told("jam"), EventKind.JAM),
        (told("door"), EventKind.DOOR),
        (told("refill"), EventKind.REFILL),
        (record(ProgressBody(stage="a", done=1, units=2)), None),
    ]:
        assert recorded(single) is event, single


def test_blocks_of_a_run_know_what_happened_between_their_units():
    records = [
        record(SessionOpenedBody(session=1)),
        record(LOAD),
        rounds(0, 3),
        told("pause"),
        told("jam"),
        told("resume"),
        rounds(3, 4),
        record(ResumedBody(after_seq=1, gap_s=1.0, orphan_frames={}, planned=False)),
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
