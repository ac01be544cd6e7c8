"""Our USB/IP client against the server of Debian's kernel: ``usbip_host`` behind ``usbipd`` exports a device of the guest.

The device is the kernel's own too, a gadget on ``dummy_hcd``: a device on ``vhci_hcd`` is refused by ``usbip_host``.
"""

import time
from random import Random

import pytest

from labharness.devices.control_request import ControlRequest
from labharness.devices.opening import open_transport
from labharness.devices.tap import Limits, Tap
from labharness.devices.usb import usbip_link
from labharness.devices.usb.usbip_link import exported_devices
from labharness.errors import DeviceLost, DeviceNotFound, DeviceRefused, DeviceTimeout, LockedError
from labharness.testing.samples import Recording

pytestmark = pytest.mark.kernel

LOOPBACK = "1209:0002"
MADE = """
[ -e /sys/kernel/config/usb_gadget ] || mount -t configfs configfs /sys/kernel/config
cd /sys/kernel/config/usb_gadget
mkdir -p loopback/strings/0x409 loopback/configs/c.1 loopback/functions/Loopback.0
cd loopback
echo 0x1209 > idVendor
echo 0x0002 > idProduct
echo Debian > strings/0x409/manufacturer
echo Loopback > strings/0x409/product
echo LB-1 > strings/0x409/serialnumber
ln -s functions/Loopback.0 configs/c.1
echo dummy_udc.0 > UDC
"""
"""Makes the guest's kernel a device that sends back what it receives over bulk."""
EXPORTED = """
usbip bind -b {place} </dev/null 2>&1
usbipd -D >/dev/null 2>&1 </dev/null
"""
"""What a daemon keeps of the shell that started it would keep the shell from ending."""
UNKNOWN = ControlRequest(0xC0, 0x77, 0, 0, length=4)
"""A request that the device refuses by a stall."""
SIZES = (1, 511, 513, 4096, 60_000)
"""Each ends with a short packet or fills the 4,096 bytes that the device waits for."""
SERVES_S = 60.0


@pytest.fixture(scope="module")
def url(guest, exported):
    """A device that sends back what it receives, as the kernel's server exports it."""
    guest.shell(MADE)
    place = guest.place(LOOPBACK)
    guest.shell(EXPORTED.format(place=place))
    assert guest.driver(place, "") == "usbip-host"
    (listed,) = listed_by(exported)
    assert (listed.bus_id, listed.vid, listed.pid) == (place, 0x1209, 0x0002)
    return f"usbip://127.0.0.1:{exported}/{place}"


def listed_by(port):
    """Return what the server lists, once it serves."""
    end = time.monotonic() + SERVES_S
    while True:
        try:
            return exported_devices("127.0.0.1", port)
        except OSError:
            assert time.monotonic() < end
            time.sleep(0.2)


@pytest.fixture
def tap(url):
    tap = Tap(open_transport(url), Recording(), Limits(120))
    tap.facts = tap.open()
    yield tap
    tap.close()


def test_the_kernel_describes_its_device_to_our_client(url):
    transport = open_transport(url)
    info = transport.open()
    facts = transport.usb_facts()
    transport.close()
    assert {
        "vid": "1209",
        "pid": "0002",
        "manufacturer": "Debian",
        "product": "Loopback",
        "serial": "LB-1",
    }.items() <= info.items()
    assert (facts.usb_class, facts.bulk, facts.packet, facts.winusb) == (0xFF, True, 512, False)


def test_bytes_go_out_and_come_back_over_the_kernel_s_server(tap):
    random = Random(15)
    for size in SIZES:
        data, received = random.randbytes(size), b""
        tap.write(data)
        while len(received) < size:
            received += tap.read(size - len(received))
        assert received == data
    with pytest.raises(DeviceTimeout):
        tap.read(512, 0.5)
    tap.write(b"after a read that was taken back")
    assert tap.read(512) == b"after a read that was taken back"


def test_a_refused_control_request_is_told_and_the_pipe_goes_on(tap):
    with pytest.raises(DeviceRefused):
        tap.control(UNKNOWN)
    tap.write(b"still there")
    assert tap.read(64) == b"still there"


def test_what_is_imported_is_kept_from_others(tap, url, exported, monkeypatch):
    monkeypatch.setattr(usbip_link, "HANDOVER_S", 0.5)
    with pytest.raises(LockedError):
        open_transport(url).open()
    with pytest.raises(DeviceNotFound):
        open_transport(f"usbip://127.0.0.1:{exported}/9-9").open()
    tap.write(b"mine")
    assert tap.read(64) == b"mine"


def test_a_device_that_is_pulled_is_missed(guest, tap):
    guest.shell("echo > /sys/kernel/config/usb_gadget/loopback/UDC")
    with pytest.raises(DeviceLost):
        tap.read(64, 30)
    guest.gone(LOOPBACK)
