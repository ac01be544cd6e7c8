"""The ``usb://`` transport on the real libusb, against a device that umockdev pretends to have."""

import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from device_adapters.infinite_noise import InfiniteNoise
from labharness.devices.adapter import AcquireRequest
from labharness.devices.opening import open_transport
from labharness.devices.tap import Limits, Tap
from labharness.model.observations import Kind
from labharness.simulators.usbip import serve
from labharness.testing.samples import Recording
from tests.support.noise.infinite_noise import InfiniteNoiseUnit

PACKAGES = "apt-get install -y --no-install-recommends umockdev gir1.2-umockdev-1.0 python3-gi libusb-1.0-0"
SYSTEM_PYTHON = "/usr/bin/python3"
HERE = Path(__file__).parent / "usb"
ROOT = Path(__file__).parents[2]

pytestmark = [
    pytest.mark.desktop("umockdev", "gir1.2-umockdev-1.0", "python3-gi", "libusb-1.0-0"),
    pytest.mark.skipif(sys.platform != "linux", reason="usbfs is Linux's way to USB devices"),
]


def missing():
    if not shutil.which("umockdev-wrapper"):
        return True
    code = "import gi; gi.require_version('UMockdev', '1.0'); from gi.repository import UMockdev"
    return subprocess.run([SYSTEM_PYTHON, "-c", code], capture_output=True, check=False).returncode != 0


def run(*client, options=()):
    """Run a client below which a device is simulated; return what it did."""
    if missing():
        pytest.fail(f"This test needs Debian packages; run: {PACKAGES}")
    command = ["umockdev-wrapper", SYSTEM_PYTHON, HERE / "usbfs_mock.py", *options, *client]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, env=environment, capture_output=True, timeout=120, check=False)


@pytest.mark.parametrize("options", [(), ("--limited",), ("--driver", "cdc_acm")], ids=" ".join)
def test_the_usb_transport_on_the_real_libusb(options):
    """With and without the kernel's limit of a transfer, and with a kernel driver that has the interface."""
    done = run(sys.executable, HERE / "usbfs_client.py", options=options)
    assert done.returncode == 0, done.stderr
    story = json.loads(done.stdout)
    assert story == {
        "listed": ["usb://1209:0001/SN-1"],
        "wrong serial": "WrongDevice",
        "wrong product": "DeviceNotFound",
        "info": {
            "vid": "1209",
            "pid": "0001",
            "release": "0203",
            "bus": "1",
            "address": "2",
            "manufacturer": "Bench",
            "product": "Echo ?[2J?",
            "serial": "SN-1",
        },
        "echo": ["he", "llo"],
        "timeout": "DeviceTimeout",
        "stall": "DeviceStalled",
        "after the stall": "again",
        "large": True,
        "control": "kept",
        "refused": "DeviceRefused",
        "after the refusal": "still there",
        "reopened": "reopened",
        "interrupt": "door",
        "quiet": "DeviceTimeout",
        "unplugged": "DeviceLost",
        "still unplugged": "DeviceLost",
    }
    if options == ("--driver", "cdc_acm"):
        # What is unplugged is gone, and a kernel driver with it.
        assert done.stderr.decode() == "detached attached " * 3 + "detached driver="


@pytest.mark.parametrize(
    ("options", "error", "code"),
    [(("--busy",), "LockedError", "wire.in_use"), ((), "DeviceNotFound", "wire.no_usb_permission")],
    ids=["busy", "forbidden"],
)
def test_a_device_that_may_not_be_opened(options, error, code):
    done = run(
        sys.executable, HERE / "usbfs_barred.py", *(() if options else ("forbidden",)), options=options
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {"error": error, "code": code}


@pytest.mark.parametrize("choice", ["--cooked", "--raw"])
def test_debian_s_chaosread_reads_the_simulated_chaoskey(choice):
    if not shutil.which("chaosread"):
        pytest.skip("chaosread is not installed")
    done = run(
        "chaosread", choice, "--length", "4096", options=("--device", "chaoskey", "--driver", "chaoskey")
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == random.Random(14).randbytes(4096)
    assert done.stderr.decode() == "detached attached driver=chaoskey"


ATTEMPTS = 5
"""infnoise gives a read that takes long up; on a loaded computer that says nothing about the device."""


def read_by_infnoise(device, size):
    """Let Debian's infnoise read and judge a device; return its first bytes."""
    if not shutil.which("infnoise"):
        pytest.skip("infnoise is not installed")
    for _ in range(ATTEMPTS):
        done = run("sh", "-c", f"infnoise --raw | head -c {size}", options=("--device", device))
        if done.stdout or b"USB read failed" not in done.stderr:
            break
    return done


def test_debian_s_infnoise_finds_the_simulated_device_healthy_and_reads_the_adapter_s_blocks():
    done = read_by_infnoise("infinite_noise", 12_800)
    assert len(done.stdout) == 12_800, done.stderr
    unit = InfiniteNoiseUnit(14)
    with serve(unit.gadget) as server:
        tap = Tap(open_transport(server.url), Recording(), Limits(60))
        tap.open()
        (ours,) = InfiniteNoise(tap).acquire(AcquireRequest(Kind.BYTES, 60_000))
        tap.close()
    blocks = [ours.data[at : at + 64] for at in range(0, 60_000, 64)]
    # infnoise drops blocks while it warms up, and those that took it too long.
    places = [blocks.index(done.stdout[at : at + 64]) for at in range(0, 6_400, 64)]
    assert places == sorted(set(places))


def test_debian_s_infnoise_refuses_the_simulated_device_where_it_is_stuck():
    assert read_by_infnoise("stuck_infinite_noise", 12_800).stdout == b""
