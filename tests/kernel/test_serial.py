"""Serial ports under Debian's own kernel: a converter of FTDI and an adapter of the class CDC-ACM, with control lines and plugs."""

import functools
from random import Random

import pytest

from labharness.simulators.process import Device
from tests.support.kernel.desk import wrong

pytestmark = pytest.mark.kernel

CONVERTER, TRUERNG = "0403:6001", "04d8:f5fe"


def test_a_converter_of_ftdi_that_is_pulled(guest):
    """QEMU emulates the chip, so that the kernel's driver has one to set."""
    url = f"serial://{CONVERTER}/FT0001"
    with Device("rng", 14).on_stream("tcp://127.0.0.1:0") as server:
        end = {"type": "inet", "data": {"host": "127.0.0.1", "port": server.url.rpartition(":")[2]}}
        backend = {"type": "socket", "data": {"addr": end, "server": False, "reconnect": 1}}
        guest.monitor("chardev-add", id="cable", backend=backend)
        guest.monitor("device_add", driver="usb-serial", id="plug", chardev="cable", serial="FT0001")
        place = guest.place(CONVERTER)
        assert guest.driver(place) == "ftdi_sio"
        result = guest.conformance(url)
        assert wrong(result) == {}
        assert (result["R-2.1"], result["R-2.5"]) == ("not applicable", "pass")
        assert guest.missed(url, functools.partial(guest.monitor, "device_del", id="plug")) == "DeviceLost"
        guest.gone(CONVERTER)


def test_a_true_rng_behind_cdc_acm(guest):
    """The kernel's own gadget is the device: its driver of the class speaks to its function of the class."""
    guest.script("acm_gadget.py", TRUERNG, timeout=200)
    place = guest.place(TRUERNG)
    assert guest.driver(place) == "cdc_acm"
    read = guest.read(f"serial://{TRUERNG}/SIM-1", "truerng", 4096)
    guest.shell("echo > /sys/kernel/config/usb_gadget/serial/UDC")
    guest.gone(TRUERNG)
    assert bytes.fromhex(read["bytes"]) in Random(14).randbytes(1 << 20)
    assert {"transport": "serial", "product": "TrueRNG", "serial": "SIM-1"}.items() <= read["facts"].items()
