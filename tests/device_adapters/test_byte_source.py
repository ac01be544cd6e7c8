import pytest

from device_adapters.byte_source import ByteSource
from labharness.devices.adapter import AcquireRequest
from labharness.devices.noise_device import READ_SIZE
from labharness.errors import DeviceLost, DeviceRefused, InputError
from labharness.model.cards import parse_order
from labharness.model.observations import Kind, RawBytes
from labharness.model.reasons.conduct import Adapters
from tests.support.reasons import refused


class Stream:
    """Gives at most ``most`` bytes a read, then ends."""

    def __init__(self, data, most):
        self.position = 0
        self.sizes = []
        self._data = data
        self._most = most

    def read(self, size, timeout=None):  # noqa: ARG002  nothing waits
        self.sizes.append(size)
        if not self._data:
            raise DeviceLost("end")
        taken = self._data[: min(size, self._most)]
        self._data = self._data[len(taken) :]
        return taken


def test_short_reads_are_joined_to_exactly_what_was_asked():
    data = bytes(range(256)) * 10
    source = ByteSource(Stream(data, 100))
    (first,) = source.acquire(AcquireRequest(Kind.BYTES, 999))
    (second,) = source.acquire(AcquireRequest(Kind.BYTES, 1))
    assert isinstance(first, RawBytes)
    assert first.data + second.data == data[:1000]
    stream = Stream(bytes(READ_SIZE + 10), READ_SIZE)
    ByteSource(stream).acquire(AcquireRequest(Kind.BYTES, READ_SIZE + 10))
    assert stream.sizes == [READ_SIZE, 10], "none asks for more than is missing"
    with pytest.raises(DeviceLost):
        ByteSource(Stream(bytes(5), 5)).acquire(AcquireRequest(Kind.BYTES, 6))


def test_a_byte_source_claims_nothing():
    source = ByteSource(Stream(b"", 1))
    assert source.identify().manufacturer == "unknown"
    assert source.software() == ()
    assert source.status().alarms == ()
    source.safe_state()


def test_cards_are_refused():
    source = ByteSource(Stream(b"", 1))
    for ask in (source.count, lambda: source.load(parse_order("AS"))):
        with pytest.raises(DeviceRefused):
            ask()
    assert refused(DeviceRefused, source.acquire, AcquireRequest(Kind.DRAW, 1, low=1, high=2)) == (
        Adapters.OTHER_KIND(adapter="byte_source", kind=Kind.DRAW),
    )
    with pytest.raises(InputError):
        source.acquire(AcquireRequest(Kind.BYTES, 0))
