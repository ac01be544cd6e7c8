"""What every transport with a device at its other end keeps: deadlines, looks, typed errors, reopening."""

import threading
import time

import pytest

from labharness.devices.opening import open_transport
from labharness.devices.tap import Limits
from labharness.errors import DeviceError, DeviceLost, DeviceTimeout, TransferDamaged
from labharness.model.reasons.wire import Wire
from tests.support.peers import LARGE, PEERS
from tests.support.reasons import refused
from tests.support.tapped import tapped


@pytest.fixture(params=PEERS)
def peer(request):
    with PEERS[request.param]() as (url, unplug):
        yield url, unplug


@pytest.fixture
def transport(peer):
    transport = open_transport(peer[0])
    transport.open()
    yield transport
    transport.close()


def received(transport, size):
    data = b""
    while len(data) < size:
        data += transport.read(size - len(data), 60)
    return data


EVERY_BYTE = bytes(range(256))


def test_every_byte_passes_unchanged_in_both_directions(transport):
    """Line ends, control characters and flow-control codes too."""
    transport.write(EVERY_BYTE, 60)
    assert received(transport, 256) == EVERY_BYTE


def test_a_read_returns_at_most_what_was_asked(transport):
    transport.write(b"0123456789", 60)
    assert 1 <= len(transport.read(4, 60)) <= 4


def test_long_answers_arrive_whole(transport):
    transport.write(b"LARGE 1000448", 60)
    assert received(transport, 1_000_448) == LARGE * (1_000_448 // 256)


def test_silence_is_a_timeout_in_time_and_the_next_read_works(transport):
    start = time.monotonic()
    with pytest.raises(DeviceTimeout) as late:
        transport.read(512, 0.1)
    assert 0.1 <= time.monotonic() - start < 5
    assert late.value.reasons == (Wire.SILENT(link=transport.url),)
    transport.write(b"again", 60)
    assert received(transport, 5) == b"again"


class Stop(Exception):
    """What somebody who looks about may raise."""


def test_a_read_that_waits_looks_about_and_can_be_ended(transport):
    begun = time.monotonic()

    def look():
        if time.monotonic() - begun > 0.3:
            raise Stop

    transport.look = look
    with pytest.raises(Stop):
        transport.read(512, 600)
    assert time.monotonic() - begun < 5
    transport.look = lambda: None
    transport.write(b"next", 60)
    assert received(transport, 4) == b"next"


def test_unplugging_ends_a_blocked_read_and_every_later_call(transport, peer):
    threading.Timer(0.05, peer[1]).start()
    with pytest.raises(DeviceLost):
        transport.read(512, 60)
    for call in (lambda: transport.read(512, 60), lambda: transport.write(bytes(1 << 20), 60)):
        with pytest.raises(DeviceLost):
            call()


def test_a_device_that_leaves_by_itself_is_lost_and_cannot_be_opened(transport, peer):
    transport.write(b"UNPLUG", 60)
    with pytest.raises(DeviceLost):
        transport.read(512, 60)
    transport.close()
    peer[1]()
    with pytest.raises(DeviceError):
        open_transport(peer[0]).open()


def test_reopening_is_a_fresh_start(peer):
    transport = open_transport(peer[0])
    for number in range(10):
        transport.open()
        transport.write(b"left over", 60)
        transport.read(1, 60)
        transport.close()
        transport.open()
        with pytest.raises(DeviceTimeout):
            transport.read(512, 0.01)
        transport.write(b"%d" % number, 60)
        assert transport.read(512, 60) == b"%d" % number
        transport.close()


def test_one_thread_reads_while_another_writes(transport):
    answers = []
    reader = threading.Thread(target=lambda: answers.append(received(transport, 8)))
    reader.start()
    time.sleep(0.02)
    transport.write(b"crossing", 60)
    reader.join(60)
    assert answers == [b"crossing"]


def test_closing_twice_and_using_what_is_closed(transport):
    transport.close()
    transport.close()
    for call in (lambda: transport.read(1, 60), lambda: transport.write(b"x", 60)):
        assert refused(DeviceLost, call) == (Wire.CLOSED(link=transport.url),)


def drain(tap):
    while True:
        tap.read(512)


def test_the_limits_of_an_exchange_hold(peer):
    with tapped(peer[0], limits=Limits(60, total_s=0.2, most_bytes=1000)) as tap:
        tap.write(b"LARGE 4096")
        with pytest.raises(TransferDamaged):
            drain(tap)
        tap.begin(Limits(60, total_s=0.2, most_bytes=1 << 20))
        assert refused(DeviceTimeout, drain, tap) == (Wire.TOO_LONG(seconds=0.2),)
