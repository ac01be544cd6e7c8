"""The pipe over a backend that waits in short transfers, as libusb does here."""

from array import array
from types import SimpleNamespace

import pytest
from usb.core import USBTimeoutError

from labharness.devices.usb.pipe import BulkPipe
from labharness.errors import DeviceTimeout


class Stop(Exception):
    """What somebody who looks about may raise."""


class Endpoint:
    """Times out so often, then delivers."""

    def __init__(self, silent, data=b""):
        self.silent, self.data, self.waits = silent, data, []

    def read(self, _, milliseconds):
        self.waits.append(milliseconds)
        if len(self.waits) <= self.silent:
            raise USBTimeoutError("Operation timed out", -7, 110)
        return array("B", self.data)


def piped(endpoint, look):
    pipe = BulkPipe(SimpleNamespace(), "usb://1209:0001", look=look)
    pipe._in, pipe._packet = endpoint, 512
    return pipe


def test_a_read_looks_about_between_short_transfers():
    looks = []
    endpoint = Endpoint(3, b"answer")
    assert piped(endpoint, lambda: looks.append(True)).read(512, 600) == b"answer"
    assert (len(looks), endpoint.waits) == (3, [250] * 4)


def test_a_read_times_out_as_a_whole_and_ends_by_what_a_look_raises():
    def look():
        raise Stop

    with pytest.raises(Stop):
        piped(Endpoint(9), look).read(512, 600)
    with pytest.raises(DeviceTimeout):
        piped(Endpoint(10**9), lambda: None).read(512, 0.05)


def test_a_backend_that_looks_about_itself_waits_in_one_transfer():
    endpoint = Endpoint(0, b"answer")
    assert piped(endpoint, None).read(512, 600) == b"answer"
    assert endpoint.waits[0] > 590_000
