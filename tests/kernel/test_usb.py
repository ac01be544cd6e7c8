"""USB under Debian's own kernel: its view of our device, its drivers, a real libusb, and plugs that are pulled."""

import base64
import io
import itertools
import tarfile
import threading
from random import Random

import pytest

from device_adapters.infinite_noise import InfiniteNoise
from labharness.app.reports.reverify import reverify
from labharness.app.workspace.workspace import Workspace
from labharness.devices.adapter import AcquireRequest
from labharness.devices.opening import open_transport
from labharness.devices.tap import Limits, Tap
from labharness.evidence.records.body import RecordType
from labharness.model.observations import Kind
from labharness.simulators.process import start
from labharness.simulators.usbip import serve
from labharness.testing.samples import Recording
from tests.support.kernel.desk import wrong
from tests.support.noise.infinite_noise import InfiniteNoiseUnit
from tests.support.noise.usb_generators import chaoskey
from tests.support.plans import byte_stage, check, written_plan

pytestmark = pytest.mark.kernel

LTI, CHAOSKEY, INFINITE_NOISE = "1209:0001", "1d50:60c6", "0403:6015"
SHORT = written_plan(
    "short", byte_stage(20000, 1000), check("byte_mean", "noise"), more="interruptions_allowed = 2"
)
PULLED_AT = (12, 20)
"""Requests after which the plug is pulled."""
RUN_S = 400.0


def test_the_kernel_reads_what_the_device_says_of_itself(guest):
    with start("rng", seed=14) as server:
        guest.attach(server, LTI)
        text = guest.run("lsusb", "-v", "-d", LTI).checked()
    guest.gone(LTI)
    expected = {
        "bcdUSB 2.10",
        "iManufacturer 1 Simulated",
        "iSerial 3 SIM-rng-14",
        "bInterfaceClass 255",
        "bEndpointAddress 0x01 EP 1 OUT",
        "bEndpointAddress 0x81 EP 1 IN",
        "wMaxPacketSize 0x0200 1x 512 bytes",
        "PlatformCapabilityUUID {d8dd60df-4589-4cc7-9cd2-659d9e648a9f}",
    }
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert {want for want in expected if not any(line.startswith(want) for line in lines)} == set()


def test_a_right_device_conforms(guest):
    with start("rng", seed=14) as server:
        guest.attach(server, LTI)
        result = guest.conformance(f"usb://{LTI}")
    guest.gone(LTI)
    assert wrong(result) == {}
    assert {result[rule] for rule in ("R-2.1", "R-2.2", "R-2.3", "R-2.4")} == {"pass"}


def test_a_pulled_device_is_missed_at_once(guest):
    with start("rng", seed=14) as server:
        guest.attach(server, LTI)
        assert guest.missed(f"usb://{LTI}", server.unplug) == "DeviceLost"
        guest.gone(LTI)


def test_a_run_goes_on_when_its_device_is_pulled_and_plugged_in_again(guest, tmp_path):
    space = Workspace.init(tmp_path / "workspace")
    (tmp_path / "short.toml").write_text(SHORT, "utf-8")
    guest.shell(f"cp -r {tmp_path} /run/lab")
    leaves = threading.Event()
    with start("rng", seed=14) as server:
        firmware, requests = server.gadget._firmware, itertools.count()

        def leaving(data):
            firmware(data)
            if next(requests) in PULLED_AT:
                server.unplug()
                leaves.set()

        server.gadget._firmware = leaving
        guest.attach(server, LTI)
        order = (
            "--device",
            f"usb://{LTI}",
            "--run",
            "short",
            "--operator",
            "test",
            "-w",
            "/run/lab/workspace",
        )
        conducted = guest.begin("run", "/run/lab/short.toml", *order, timeout=RUN_S)
        for _ in PULLED_AT:
            assert leaves.wait(RUN_S)
            leaves.clear()
            guest.gone(LTI)
            server.replug()
            guest.plug(server)
        done = conducted.result(RUN_S)
    guest.gone(LTI)
    assert done.code == 0, done
    packed = guest.shell("tar -c -C /run/lab/workspace/runs short | base64")
    with tarfile.open(fileobj=io.BytesIO(base64.b64decode(packed))) as archive:
        archive.extractall(space.path / "runs", filter="data")
    folder = space.run("short")
    kinds = [each.type for each in folder.records()]
    assert kinds.count(RecordType.BROKEN_OFF) == kinds.count(RecordType.RESUMED) == len(PULLED_AT)
    again = reverify(space, folder)
    assert (again.problems, again.observations) == ((), 20_000)


def test_the_kernel_s_driver_of_a_chaoskey_has_it_back_after_the_product(guest):
    data = Random(14).randbytes(1 << 20)
    source = io.BytesIO(data)
    with serve(chaoskey(source.read)) as server:
        place = guest.attach(server, CHAOSKEY)
        assert guest.driver(place) == "chaoskey"
        taken = source.tell()
        read = guest.read(f"usb://{CHAOSKEY}", "chaoskey", 4096)
        assert guest.driver(place) == "chaoskey"
    guest.gone(CHAOSKEY)
    assert bytes.fromhex(read["bytes"]) in data[taken:]


def test_an_infinite_noise_is_taken_from_ftdi_sio_and_given_back(guest):
    with serve(InfiniteNoiseUnit(14).gadget) as server:
        place = guest.attach(server, INFINITE_NOISE)
        assert guest.driver(place) == "ftdi_sio"
        read = guest.read(f"usb://{INFINITE_NOISE}", "infinite_noise", 2048)
        assert guest.driver(place) == "ftdi_sio"
    guest.gone(INFINITE_NOISE)
    with serve(InfiniteNoiseUnit(14).gadget) as server:
        tap = Tap(open_transport(server.url), Recording(), Limits(60))
        tap.open()
        (ours,) = InfiniteNoise(tap).acquire(AcquireRequest(Kind.BYTES, 2048))
        tap.close()
    assert bytes.fromhex(read["bytes"]) == ours.data
