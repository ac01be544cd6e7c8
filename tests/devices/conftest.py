import subprocess
import sys

import pytest

from labharness.devices.opening import open_transport
from labharness.simulators.usbip import serve
from tests.support import bench_device
from tests.support.bench_device import Firmware


@pytest.fixture
def firmware():
    return Firmware()


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
    command = [sys.executable, bench_device.__file__]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        process.url = process.stdout.readline().strip()
        yield process
        process.kill()
