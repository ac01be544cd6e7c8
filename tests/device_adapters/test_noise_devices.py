"""Generators with public protocols, each against its simulated device over pseudo-terminal or USB/IP."""

import os
import sys
import termios
import threading
import time
from contextlib import contextmanager

import numpy as np
import pytest

from device_adapters.araneus_alea import AraneusAlea
from device_adapters.bit_babbler import PINS_AND_CLOCK, BitBabbler
from device_adapters.bit_babbler import SETUP as BABBLER_SETUP
from device_adapters.chaoskey import ChaosKey
from device_adapters.infinite_noise import CLOCKS, SETUP, InfiniteNoise
from device_adapters.onerng import GO, HALT, OneRng
from device_adapters.quantis import Quantis
from device_adapters.truerng import TrueRng
from labharness.app.devices.preflight import RunOrder
from labharness.app.plug_ins.discovery import discover
from labharness.app.reports.reverify import reverify
from labharness.app.runs.services import start_run
from labharness.app.workspace.workspace import Workspace
from labharness.devices.adapter import AcquireRequest
from labharness.devices.control_request import ControlRequest
from labharness.devices.opening import open_transport
from labharness.devices.tap import Limits
from labharness.errors import DeviceRefused, DeviceTimeout, InputError, ProtocolError
from labharness.evidence.segments import Direction
from labharness.model.observations import Kind
from labharness.model.reasons.conduct import Adapters
from labharness.model.reasons.wire import Wire
from labharness.model.results import Ending
from labharness.runner.channel import choose_adapter
from labharness.simulators.usbip import serve
from labharness.testing.adapter_kit import expected_exchange
from labharness.testing.samples import Recording, script
from tests.support.noise import usb_generators
from tests.support.noise.bit_babbler import bit_babbler
from tests.support.noise.infinite_noise import InfiniteNoiseUnit
from tests.support.noise.onerng import OneRngUnit
from tests.support.noise.stream import NoiseServer
from tests.support.noise.truerng import TrueRngUnit
from tests.support.plans import HEALTH, byte_stage, check, stage, written_plan

if sys.platform == "win32":
    pytest.skip("pseudo-terminals", allow_module_level=True)

from labharness.simulators.firmware import PtySocket
from tests.support.reasons import refused
from tests.support.tapped import tapped

SEED = 14


def noise():
    return np.random.default_rng(SEED).bytes


def on_pty(unit):
    return lambda source=None: NoiseServer(PtySocket(), unit(source or noise()))


def on_usb(build):
    return lambda source=None: serve(build(source or noise()))


DEVICES = {
    "onerng": (OneRng, on_pty(OneRngUnit)),
    "truerng": (TrueRng, on_pty(TrueRngUnit)),
    "chaoskey": (ChaosKey, on_usb(usb_generators.chaoskey)),
    "araneus_alea": (AraneusAlea, on_usb(usb_generators.araneus_alea)),
    "quantis": (Quantis, on_usb(usb_generators.quantis)),
    "bit_babbler": (BitBabbler, on_usb(lambda source: bit_babbler(source).gadget)),
    "infinite_noise": (InfiniteNoise, lambda _=None: serve(InfiniteNoiseUnit(SEED).gadget)),
}
every = pytest.mark.parametrize("name", DEVICES)
streams = pytest.mark.parametrize("name", sorted(DEVICES.keys() - {"infinite_noise"}))


@contextmanager
def opened(name, source=None, limits=Limits(60), gadget=None):  # noqa: B008  they are frozen
    adapter, serving = DEVICES[name]
    recording = Recording()
    with serve(gadget) if gadget else serving(source) as server, tapped(server.url, recording, limits) as tap:
        yield adapter(tap), recording


def taken(device, units):
    (data,) = device.acquire(AcquireRequest(Kind.BYTES, units))
    return data.data


class Counting:
    """A source that counts modulo 251, so that a byte that was lost or came twice is seen."""

    def __init__(self):
        self.next = 0

    def __call__(self, size):
        data = (np.arange(self.next, self.next + size) % 251).astype(np.uint8)
        self.next += size
        return data.tobytes()


@streams
def test_no_byte_is_lost_between_requests(name):
    with opened(name, Counting()) as (device, recording):
        data = b"".join(taken(device, units) for units in (1, 63, 64, 65, 5000, 807, 70_000))
    values = np.frombuffer(data, dtype=np.uint8).astype(int)
    assert len(values) == 76_000
    assert set((np.diff(values) % 251).tolist()) == {1}
    if name == "bit_babbler":  # a command clocks 65,536 bytes in
        sent = [frame.payload for frame in recording if frame.direction == Direction.OUT]
        begin, first, second = PINS_AND_CLOCK, b"\x20\xff\xff\x87", b"\x20\x6f\x11\x87"
        assert sent[-5:] == [b"\xaa\x87", b"\xab\x87", begin, first, second]


@every
def test_it_is_named_after_its_adapter_and_what_it_has_not_is_refused(name):
    with opened(name) as (device, _):
        identity = device.identify()
        assert device.status().alarms == ()
        assert identity.device_class == "computerized_rng"
        assert (identity.manufacturer, identity.serial) == ("unknown", "unknown")
        assert identity.hardware == {"onerng": "firmware 2", "quantis": "board 2"}.get(name, "unknown")
        for call in (device.count, lambda: device.load(np.arange(52, dtype=np.uint16))):
            assert refused(DeviceRefused, call) == (Adapters.NO_CARDS_HELD(adapter=name),)
        with pytest.raises(DeviceRefused):
            device.acquire(AcquireRequest(Kind.DRAW, 1, low=1, high=6))
        with pytest.raises(InputError):
            device.acquire(AcquireRequest(Kind.BYTES, 0))


PLAN = written_plan(
    "noise", stage("identify", "identity"), byte_stage(20000, 3000, HEALTH), check("byte_mean", "noise")
)


@every
def test_a_run_on_it_is_reverified(tmp_path, name):
    space = Workspace.init(tmp_path / "workspace")
    (tmp_path / "plan.toml").write_text(PLAN, "utf-8")
    _, serving = DEVICES[name]
    with serving() as server:
        order = RunOrder(str(tmp_path / "plan.toml"), server.url, name="run", operator="test", adapter=name)
        folder, outcome = start_run(space, order)
    assert outcome.ending is Ending.COMPLETE
    assert folder.begun().adapter.device.name == name
    again = reverify(space, folder)
    assert (again.problems, again.observations) == ((), 20000)


# OneRNG


def test_a_stream_that_runs_is_halted_before_the_version_is_asked_for():
    with opened("onerng") as (device, recording):
        taken(device, 100)
        assert device.identify().hardware == "firmware 2"
        assert taken(device, 64)
        device.safe_state()
    assert [frame.payload for frame in recording if frame.direction == Direction.OUT][-1] == HALT


def test_a_stuck_source_falls_silent():
    source = noise()
    with opened("onerng", lambda size: source(size) if size < 200 else bytes(size), Limits(0.3)) as (
        device,
        _,
    ):
        device.identify()
        with pytest.raises(DeviceTimeout):
            taken(device, 4096)


def test_a_version_of_several_digits():
    exchange = script(
        (HALT, DeviceTimeout(Wire.SILENT(link="onerng"))),
        (b"cmd4cmdwcmdv" + GO, b"\r\nVersion 1", b"234\r\n"),
        (HALT,),
    )
    with expected_exchange(OneRng, exchange) as device:
        assert device.identify().hardware == "firmware 1234"


def test_what_is_no_version_is_refused():
    for answer in (b"\r\nVersion x\r\n....", b"\r\nVersion 123456\r\n", bytes(17)):
        exchange = script(
            (HALT, DeviceTimeout(Wire.SILENT(link="onerng"))),
            (b"cmd4cmdwcmdv" + GO, answer[:13], *map(bytes, zip(answer[13:17]))),
        )
        with expected_exchange(OneRng, exchange) as device:
            reasons = refused(ProtocolError, device.identify)
        assert reasons == (Adapters.NOT_A_VERSION(received=answer[:17].hex(" ")),), answer


def test_a_stream_that_does_not_halt_is_refused():
    exchange = script((HALT, *[bytes(4096)] * 17))
    with expected_exchange(OneRng, exchange) as device:
        assert refused(ProtocolError, device.identify) == (Adapters.NOT_HALTED(limit=1 << 16),)


# Infinite Noise


def test_its_raw_bits_have_the_entropy_of_its_gain():
    with opened("infinite_noise") as (device, _):
        bits = np.unpackbits(np.frombuffer(taken(device, 50_000), dtype=np.uint8))
    assert abs(bits.mean() - 0.5) < 0.01
    # What 16 bits tell, less what 15 tell: the entropy of the next bit, log2 of the gain.
    counts = [
        np.bincount(sum(bits[at : len(bits) - width + at].astype(int) << at for at in range(width)))
        for width in (13, 14)
    ]
    text = [-(share * np.log2(share)).sum() for share in (each[each > 0] / each.sum() for each in counts)]
    assert abs(text[1] - text[0] - np.log2(1.84)) < 0.03


def test_the_chip_is_set_up_for_each_request_and_left_at_rest():
    unit = InfiniteNoiseUnit(SEED)
    with opened("infinite_noise", gadget=unit.gadget) as (device, _):
        taken(device, 1)
        device.safe_state()
    assert [(each.request, each.value) for each in unit.chip.requests] == [
        (0, 0),
        (0, 1),
        (0, 2),
        (3, 100),
        (0x0B, 0x04ED),
        (0x0B, 0),
    ]


SET_UP = [(request,) for request in SETUP]


def test_packets_that_a_chip_does_not_send_are_refused():
    for answers, reason in (
        ([b"\x01"], Adapters.NO_STATUS()),
        ([b"\x01\x60" * 1] * 1001, Adapters.NO_SAMPLES(transfers=1001)),
        ([bytes(64 * 9)], Adapters.TOO_MANY_SAMPLES(received=558, expected=512)),
    ):
        exchange = script(*SET_UP, (CLOCKS, *answers))
        with expected_exchange(InfiniteNoise, exchange) as device:
            assert refused(ProtocolError, taken, device, 8) == (reason,), (answers, reason)


# BitBabbler


def test_a_chip_that_is_not_in_step_is_refused():
    exchange = script(*[(request,) for request in BABBLER_SETUP], (b"\xaa\x87", b"\x01\x60\xfa\xab"))
    with expected_exchange(BitBabbler, exchange) as device:
        assert refused(ProtocolError, taken, device, 8) == (Adapters.NOT_IN_STEP(received="fa ab"),)


# Quantis


def test_modules_with_a_fault_or_without_power_are_alarms():
    gadget = usb_generators.quantis(noise(), modules=0b111, sound=0b101, rate=12000)
    with opened("quantis", gadget=gadget) as (device, _):
        status = device.status()
    assert status.alarms == ("module 1 reports a fault",)
    assert status.meters == {"rate, kbit/s": 12000}


def test_bytes_of_a_module_with_a_fault_are_no_sample():
    gadget = usb_generators.quantis(noise(), modules=0b11, sound=0b01)
    with opened("quantis", gadget=gadget) as (device, _):
        assert refused(ProtocolError, taken, device, 100) == (
            Adapters.DEVICE_ALARM(alarms=("module 1 reports a fault",)),
        )


def test_a_reply_of_another_length_is_refused():
    exchange = script((ControlRequest(0xC1, 0x10, length=4), b"\2\0"))
    with expected_exchange(Quantis, exchange) as device:
        assert refused(ProtocolError, device.identify) == (
            Adapters.OTHER_REPLY(request=0x10, received=2, expected=4),
        )


# TrueRNGpro


def test_a_knock_opens_the_port_at_each_rate_before_it_stays():
    master, slave = os.openpty()
    rates, ended = [], threading.Event()

    def watch():
        while not ended.wait(0.005):
            rate = termios.tcgetattr(master)[5]
            if not rates or rates[-1] != rate:
                rates.append(rate)

    watcher = threading.Thread(target=watch)
    watcher.start()
    transport = open_transport(f"serial://{os.ttyname(slave)}?knock=110.300.110.19200")
    info = transport.open()
    time.sleep(0.05)
    ended.set()
    watcher.join()
    transport.close()
    os.close(master)
    os.close(slave)
    assert info["knock"] == "110.300.110.19200"
    assert rates[-5:] == [termios.B110, termios.B300, termios.B110, termios.B19200, termios.B115200]


# The choice of an adapter


def test_the_model_in_the_url_chooses_the_adapter():
    for url, adapter in (
        ("usb://1d50:60c6", "chaoskey"),
        ("usb://0ABA:0102/SN?in=0x86", "quantis"),
        ("usb://12d8:0001", "araneus_alea"),
        ("usb://0403:6015", "infinite_noise"),
        ("usb://0403:7840", "bit_babbler"),
        ("serial://16d0:0aa0?knock=110.300.110.300", "truerng"),
        ("serial://1d50:6086/X", "onerng"),
        ("usb://1209:0001", "lab_test_interface"),
        ("usb://1d50:6086", "lab_test_interface"),
        ("serial:///dev/ttyACM0", "lab_test_interface"),
        ("usbip://127.0.0.1/1-1", "lab_test_interface"),
    ):
        assert choose_adapter(discover(), url, reader=False) == adapter, (url, adapter)
