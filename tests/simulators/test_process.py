"""Simulated devices as they run: a process of their own, reached over USB/IP through pyusb."""

import contextlib
import hmac
import json
import subprocess
import sys
import threading
from types import SimpleNamespace

import numpy as np
import pytest

from device_adapters.lab_test_interface import LabTestInterface
from labharness.app.devices.lti_check import check_url
from labharness.devices.adapter import AcquireRequest
from labharness.devices.gat import GatTerminal, hold_session
from labharness.devices.lti.conformance.device_under_test import Conformity
from labharness.devices.tap import Limits
from labharness.errors import DeviceLost, DeviceStalled, DeviceTimeout, InputError, ProtocolError
from labharness.model.cards import parse_order
from labharness.model.observations import Kind
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.wire import Simulated
from labharness.simulators import firmware
from labharness.simulators import process as serving
from labharness.simulators.catalog import fault_classes
from labharness.simulators.process import KILLED, start
from labharness.simulators.unit import KEPT, tray_file
from tests.support.reasons import refused
from tests.support.tapped import tapped

DECK = np.arange(52, dtype=np.uint16)
PROGRAM = """
import json, sys
from pathlib import Path
from labharness.simulators.process import simulate
options = json.loads(sys.argv[1])
options["tray"] = Path(options["tray"])
simulate(options.pop("kind"), **options)
"""


@contextlib.contextmanager
def process(kind, tray, **options):
    text = json.dumps({"kind": kind, "tray": str(tray), **options})
    command = [sys.executable, "-c", PROGRAM, text]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        try:
            yield running, json.loads(running.stdout.readline())
        finally:
            running.kill()


def test_a_simulated_device_is_a_process_on_usb_and_a_killed_one_is_lost(tmp_path):
    options = {"seed": 5, "faults": ["reports_other_order"]}
    with process("fair_shuffler", tmp_path, **options) as (_, ready), tapped(ready["url"]) as tap:
        assert (ready["kind"], ready["seed"]) == ("fair_shuffler", 5)
        device = LabTestInterface(tap)
        assert device.identify().serial == "SIM-fair_shuffler-5"
        device.load(DECK)
        shuffles = device.acquire(AcquireRequest(Kind.SHUFFLE, 5000, input=DECK))
        assert all(np.array_equal(np.sort(each.output), DECK) for each in shuffles[::500])
        true = parse_order(tray_file(tmp_path, 4999).read_text())
        assert np.array_equal(np.sort(true), DECK)
        assert not np.array_equal(true, shuffles[-1].output)
        assert len(list(tmp_path.glob("[0-9]*.txt"))) == KEPT
    with process("rng", tmp_path, faults=["killed_after=2"]) as (running, ready), tapped(ready["url"]) as tap:
        device = LabTestInterface(tap)
        device.identify()
        with pytest.raises(DeviceLost):
            device.status()
        assert running.wait() == KILLED


@pytest.fixture
def device(request):
    kind, *faults = request.param
    with start(kind, seed=1, faults=faults) as server, tapped(server.url) as tap:
        yield LabTestInterface(tap)


@pytest.mark.parametrize("device", [("rng",)], indirect=True)
def test_bytes_come_whole_over_usb(device):
    (raw,) = device.acquire(AcquireRequest(Kind.BYTES, 3_000_001))
    assert raw.data == np.random.Generator(np.random.PCG64(1)).bytes(3_000_001)


@pytest.mark.parametrize(
    ("device", "error"),
    [
        (("rng", "unplug_after=1"), DeviceLost),
        (("rng", "stall_after=1"), DeviceStalled),
        (("rng", "slow=0.02", "corrupt_crc=2"), ProtocolError),
        (("rng", "garbage=2"), ProtocolError),
    ],
    indirect=["device"],
)
def test_faults_on_the_wire_are_typed_errors(device, error):
    device.hello()
    device.link.begin(Limits(2))
    with pytest.raises(error):
        device.status()


@pytest.mark.parametrize("device", [("rng", "late")], indirect=True)
def test_a_late_answer_is_skipped(device, monkeypatch):
    draw, come = AcquireRequest(Kind.DRAW, 10, low=1, high=7), threading.Event()
    monkeypatch.setattr(serving, "time", SimpleNamespace(sleep=lambda _: come.wait(60)))
    device.link.begin(Limits(0.1))
    with pytest.raises(DeviceTimeout):
        device.acquire(draw)
    device.link.begin(Limits(60))
    come.set()
    assert device.status().mode
    assert len(device.acquire(draw)[0].values) == 10


@pytest.mark.parametrize("kind", ["rng", "dealing_shoe"])
def test_devices_conform_over_usb(kind, monkeypatch):
    monkeypatch.setattr(firmware, "PATIENCE", 1.0)
    with start(kind, seed=1) as server:
        record = check_url(server.url)
    shown = [
        (each.rule.id, each.seen)
        for each in record.findings
        if each.result in (Conformity.FAIL, Conformity.NOT_TRIED)
    ]
    assert shown == []
    assert record.identity.serial == f"SIM-{kind}-1"
    assert record.components


def test_a_device_that_authenticates_its_software_is_served_with_its_images(monkeypatch, tmp_path):
    sessions = []

    def reached(url, **facts):
        with tapped(url) as link:
            terminal = GatTerminal(link, gap_s=0.001, poll_s=0.001)
            sessions.append((facts, hold_session(terminal, b"seed")))

    monkeypatch.setattr(serving, "_announce", reached)
    serving.simulate_gat("tcp://127.0.0.1:0", ["gat_wrong_result"], tmp_path / "images")
    ((facts, session),) = sessions
    assert facts == {"kind": "gat"}
    images = {file.name: file.read_bytes() for file in (tmp_path / "images").iterdir()}
    equal = {
        component.name: component.checksum
        == hmac.digest(b"seed", images[component.name.replace(" ", "_")], "sha1").hex().upper()
        for component in session.components
    }
    assert equal == {"Control 1.0.2": False, "Display 2.4": True, "Games 1.1": True}


def test_impossible_devices_and_faults_never_start(refusal):
    assert refused(InputError, start, "rng", faults=["nothing"]) == (
        Simulated.UNKNOWN_FAULT(name="nothing", known=tuple(fault_classes())),
    )
    with start("rng") as server:
        (reason,) = refused(InputError, start, "rng", port=server.port)
    assert reason.is_a(Simulated.CANNOT_LISTEN)
    assert [t.name for t in threading.enumerate() if t.name in ("firmware", "usbip server")] == []
    reason = refusal(serving.simulate_gat, "tcp://127.0.0.1:0", ["slow"])
    assert reason.is_a(Inputs.UNKNOWN)
    assert "gat_silent" in reason["known"]
