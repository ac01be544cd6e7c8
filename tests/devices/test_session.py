"""Sessions with simulated devices: what arrives in any pieces, every fault, and what is asked again."""

import hmac
from hashlib import sha1

import pytest

from labharness.devices.gat import (
    LONGEST_REPORT,
    MOST_COMPONENTS,
    SEED_BYTES,
    GatTerminal,
    encode_frame,
    fresh_seed,
    hold_session,
)
from labharness.devices.replay import Replay
from labharness.devices.tap import Limits, Tap
from labharness.model.reasons.wire import Gat, Wire
from labharness.simulators.fault import Send
from labharness.simulators.gat import HELP, GatFault, GatUnit, sample_images
from labharness.testing.adapter_kit import every_split
from labharness.testing.samples import Recording
from tests.support.simulated_time import SimulatedClock, TimedLink

SEED = bytes(range(100, 120))


class Cable(TimedLink):
    url = "cable"

    def __init__(self, unit):
        super().__init__(unit.receive, SimulatedClock())
        self.unit = unit

    def open(self):
        return {}

    def close(self):
        pass


def terminal(link, patience_s=60.0):
    return GatTerminal(link, gap_s=0, poll_s=0, patience_s=patience_s)


def held(*faults, images=None, seed=SEED, polls=1, patience_s=60.0):
    recording = Recording()
    tap = Tap(Cable(GatUnit(images or sample_images(), faults, polls)), recording, Limits(1.0))
    return hold_session(terminal(tap, patience_s), seed), recording.session


def expected(images, seed=SEED):
    return {name: hmac.new(seed, image, sha1).hexdigest().upper() for name, image in images.items()}


def reported(session):
    return {component.name: component.checksum for component in session.components}


@pytest.mark.parametrize("faults", [(), (GatFault.NO_GET_FILE,), (GatFault.WRONG_CRC_ONCE,)])
@pytest.mark.parametrize("polls", [0, 3])
def test_a_sound_device_reports_every_component(faults, polls):
    """Without a seed its checksums are plain SHA-1."""
    session, _ = held(*faults, polls=polls)
    assert reported(session) == expected(sample_images())
    assert (session.version, session.problems) == ("3.50", [])
    assert session.listed == list(sample_images())
    plain = {name: sha1(image).hexdigest().upper() for name, image in sample_images().items()}
    assert reported(held(*faults, polls=polls, seed=b"")[0]) == plain


@pytest.mark.parametrize("fault", [None, GatFault.WRONG_CRC_ONCE, GatFault.TRUNCATED_XML])
def test_any_split_of_the_bytes_gives_the_same_session(fault):
    _, session = held(*[fault] if fault else [], images={"A": b"a" * 70}, polls=0)

    def calls(device):
        return hold_session(device, SEED)

    split = every_split(terminal, session, calls)
    assert hold_session(terminal(Replay(session)), SEED) == split


PROBLEMS = {
    GatFault.WRONG_CRC: Gat.CRC,
    GatFault.SILENT: Wire.SILENT,
    GatFault.SILENT_RESULTS: Wire.SILENT,
    GatFault.TRUNCATED_XML: Gat.NOT_A_REPORT,
    GatFault.ENTITIES: Gat.DECLARATION,
    GatFault.ENDLESS_REPORT: Gat.REPORT_TOO_LARGE,
    GatFault.TEXT_ONLY: Gat.NO_XML,
    GatFault.CALCULATION_FAILS: Gat.CALCULATION_FAILED,
    GatFault.COMPONENT_MISSING: Gat.REFUSED,
}


def test_a_session_that_is_cut_short_says_why():
    assert set(HELP) == set(GatFault)
    for fault, problem in PROBLEMS.items():
        session, frames = held(fault)
        assert [each.code for each in session.problems] == [problem.code], fault
        assert sum(len(frame.payload) for frame in frames) < 2 * LONGEST_REPORT, fault
        wanted = (
            dict(list(expected(sample_images()).items())[:-1]) if fault is GatFault.COMPONENT_MISSING else {}
        )
        assert reported(session) == wanted, fault


@pytest.mark.parametrize("fault", [GatFault.REPLAYED, GatFault.SEED_IGNORED])
def test_results_for_another_seed_are_not_those_of_this_one(fault):
    session, _ = held(fault)
    assert set(reported(session).values()).isdisjoint(expected(sample_images()).values())


def test_a_name_that_gat_cannot_carry_is_not_asked_for():
    session, _ = held(GatFault.NO_GET_FILE, images={"a\u00e9": b"1", "b": b"2"})
    assert [problem.code for problem in session.problems] == [Gat.NOT_SENDABLE.code]
    assert list(reported(session)) == ["b"]


def test_an_initiation_is_sent_once_and_questions_three_times():
    def sent(fault):
        _, session = held(fault)
        return [frame.payload[0] for frame in session if frame.direction.name == "OUT"]

    assert sent(GatFault.SILENT) == [1, 1, 1]
    assert sent(GatFault.SILENT_RESULTS) == [1, 4, 1, 1, 3, 3, 3]


def test_seeds_are_fresh():
    seeds = {fresh_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert {len(seed) for seed in seeds} == {SEED_BYTES}


@pytest.mark.parametrize("faults", [(), (GatFault.NO_GET_FILE,)])
def test_a_device_that_names_more_components_than_any_has_is_refused(faults):
    images = {f"c{at}": b"x" for at in range(MOST_COMPONENTS + 1)}
    session, _ = held(*faults, images=images)
    assert [problem.code for problem in session.problems] == [Gat.REPORT_TOO_LARGE.code]
    assert (session.components, session.listed) == ([], [])


def answered_otherwise(kind, change):
    """Hold a session with a device that answers one command otherwise; return it and the commands sent."""
    unit = GatUnit(sample_images())
    sound = unit._answered

    def answered(command, data):
        steps = sound(command, data)
        return change(steps[0].data[2:-2]) if command | 0x80 == kind else steps

    unit._answered = answered
    recording = Recording()
    session = hold_session(terminal(Tap(Cable(unit), recording, Limits(1.0)), 0.05), SEED)
    sent = [frame.payload[0] for frame in recording.session if frame.direction.name == "OUT"]
    return [problem.code for problem in session.problems], sent


def test_a_calculation_is_started_once_and_left_where_it_never_ends():
    assert answered_otherwise(0x84, lambda _: []) == ([Wire.SILENT.code], [1, 4])
    session, _ = held(polls=10**9, patience_s=0.05)
    assert [problem.code for problem in session.problems] == [Gat.CALCULATION_LATE.code]


def test_another_part_of_a_report_or_one_that_failed_is_refused():
    for change, code in (
        (lambda data: data[:1] + b"\0\2" + data[3:], Gat.OTHER_PART),
        (lambda data: bytes((data[0] | 1,)) + data[1:], Gat.NO_RESULT),
    ):
        problems, _ = answered_otherwise(
            0x83, lambda data, change=change: [Send(encode_frame(0x83, change(data)))]
        )
        assert set(problems) == {code.code}


@pytest.mark.parametrize("state", [0x04, 0x07, 0x00, 0x09, 0x0A])
def test_results_are_not_fetched_before_they_are_available(state):
    problems, sent = answered_otherwise(
        0x81, lambda data: [Send(encode_frame(0x81, data[:2] + bytes((state,)) + data[3:]))]
    )
    assert problems == [Gat.CALCULATION_LATE.code]
    assert 3 not in sent


@pytest.mark.parametrize("answer", [0x00, 0x01, 0x02, 0x04, 0x07])
def test_an_initiation_that_is_not_accepted_is_a_refusal(answer):
    problems, _ = answered_otherwise(0x84, lambda _: [Send(encode_frame(0x84, bytes((answer,))))])
    assert problems == [Gat.REFUSED.code]
