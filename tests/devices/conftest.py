import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from labharness.devices.opening import open_transport
from labharness.simulators.usbip import serve

BENCH_DEVICE = str(Path(__file__).with_name("bench_device.py"))


@pytest.fixture
def firmware():
    return runpy.run_path(BENCH_DEVICE)["Firmware"]()


@pytest.fixture
def server(firmware):
    with serve(firmware.gadget) as server:
        yield server
        firmware.released.set()


@pytest.fixture
def transport(server):
    transport = open_transport(server.url)
    transport.open()
    yield transport
    transport.close()


@pytest.fixture
def process():
    """Serve the bench device from a process of its own, as a simulator is."""
    command = [sys.executable, BENCH_DEVICE]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        process.url = process.stdout.readline().strip()
        yield process
        process.kill()
