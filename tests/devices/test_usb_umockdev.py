"""The ``usb://`` transport on the real libusb, against a device that umockdev pretends to have."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGES = "apt-get install -y --no-install-recommends umockdev gir1.2-umockdev-1.0 python3-gi libusb-1.0-0"
SYSTEM_PYTHON = "/usr/bin/python3"
HERE = Path(__file__).parent / "usb"
ROOT = Path(__file__).parents[2]

pytestmark = [
    pytest.mark.desktop,
    pytest.mark.skipif(sys.platform != "linux", reason="usbfs is Linux's way to USB devices"),
]


def missing():
    if not shutil.which("umockdev-wrapper"):
        return True
    code = "import gi; gi.require_version('UMockdev', '1.0'); from gi.repository import UMockdev"
    return subprocess.run([SYSTEM_PYTHON, "-c", code], capture_output=True, check=False).returncode != 0


def test_the_usb_transport_on_the_real_libusb():
    if missing():
        pytest.fail(f"This test needs Debian packages; run: {PACKAGES}")
    command = [
        "umockdev-wrapper",
        SYSTEM_PYTHON,
        HERE / "usbfs_mock.py",
        sys.executable,
        HERE / "usbfs_client.py",
    ]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
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
        "reopened": "reopened",
        "unplugged": "DeviceLost",
        "still unplugged": "DeviceLost",
    }
