"""What every adapter keeps, found by folder."""

import inspect
from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import device_adapters
from device_adapters.deck_order_files import DeckOrderFiles
from device_adapters.lab_test_interface import LabTestInterface
from device_adapters.numbers_file import NumbersFile
from labharness.app.discovery import discover
from labharness.devices.adapter import INFO, AcquireRequest, Adapter, Reader, info_of
from labharness.devices.opening import schemes
from labharness.devices.replay import Replay
from labharness.errors import DeviceTimeout
from labharness.evidence.codec import dump_observation
from labharness.evidence.segments import Direction, Frame
from labharness.model.cards import format_order
from labharness.model.observations import Kind
from labharness.simulators.catalogue import build_machine
from labharness.simulators.direct import DirectLink
from labharness.simulators.firmware import Firmware
from labharness.simulators.unit import Unit

MODULES = [import_module(f"device_adapters.{found.name}") for found in iter_modules(device_adapters.__path__)]
CLASSES = [
    value
    for module in MODULES
    for value in vars(module).values()
    if isinstance(value, type) and INFO in vars(value) and value.__module__ == module.__name__
]
named = pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: info_of(cls).name)


def test_every_module_holds_one_adapter_named_like_it():
    assert [cls.__module__ for cls in CLASSES] == [module.__name__ for module in MODULES]
    assert [f"device_adapters.{info_of(cls).name}" for cls in CLASSES] == [cls.__module__ for cls in CLASSES]
    assert set(discover().adapters) == {info_of(cls).name for cls in CLASSES}


@named
def test_description_is_complete(cls):
    info = info_of(cls)
    assert info.title
    assert info.version >= 1
    assert info.schemes
    assert set(info.schemes) <= set(schemes())
    assert inspect.getdoc(cls).splitlines()[0].endswith(".")
    assert inspect.getdoc(inspect.getmodule(cls))


@named
def test_every_call_is_there_and_said(cls):
    protocol = Adapter if info_of(cls).kinds else Reader
    wanted = [
        name for name, _ in inspect.getmembers(protocol, inspect.isfunction) if not name.startswith("_")
    ]
    for name in wanted:
        method = inspect.getattr_static(cls, name)
        assert inspect.getdoc(method), name
        assert list(inspect.signature(method).parameters) == list(
            inspect.signature(getattr(protocol, name)).parameters
        )


class Recorder:
    """A link that keeps frames as a run's evidence does, and cuts what comes into pieces."""

    def __init__(self, link, cut):
        self._link, self._cut = link, cut
        self.frames, self._rest = [], b""

    @property
    def position(self):
        return len(self.frames)

    def write(self, data, timeout=None):
        self._keep(Direction.OUT, data)
        self._link.write(data, timeout)

    def read(self, size, timeout=None):
        if not self._rest:
            self._rest = self._link.read(size, timeout)
        number = max(1, min(size, self._cut(len(self._rest))))
        data, self._rest = self._rest[:number], self._rest[number:]
        self._keep(Direction.IN, data)
        return data

    def _keep(self, direction, payload):
        self.frames.append(Frame(len(self.frames), direction, 0, bytes(payload), 0))


@dataclass
class File:
    """A link that gives one file."""

    content: bytes

    def read(self, size):
        return self.content[:size]


DECK = np.arange(52, dtype=np.uint16)
WORK = {
    "fair_shuffler": AcquireRequest(Kind.SHUFFLE, 3, input=DECK),
    "continuous_shuffler": AcquireRequest(Kind.ROUND, 3, round_cards=5),
    "dealing_shoe": AcquireRequest(Kind.DEAL, 3, stacks=(7, 7)),
    "rng": AcquireRequest(Kind.DRAW, 50, low=1, high=7),
}


def calls(adapter, kind):
    found = [adapter.identify(), adapter.software()]
    if kind != "rng":
        found.append(adapter.load(DECK))
    found += [dump_observation(one) for one in adapter.acquire(WORK[kind])]
    if kind != "rng":
        found.append(adapter.count())
    found += [adapter.status(), adapter.safe_state()]
    return found


@pytest.mark.parametrize("kind", WORK)
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_any_recorded_chunking_is_decoded_the_same_live_and_again(kind, data):
    def told(cut):
        link = Recorder(DirectLink(Firmware(Unit(build_machine(kind, 1)), "SN")), cut)
        return link, calls(LabTestInterface(link), kind)

    _, whole = told(lambda size: size)
    link, cut = told(lambda size: data.draw(st.integers(1, size)))
    # The number of a request is the number of its frame, so only what the device says of itself is compared.
    assert cut == whole
    replay = Replay(link.frames)
    assert calls(LabTestInterface(replay), kind) == whole
    replay.finish()


def test_byte_source_keeps_every_byte_however_they_come():
    from device_adapters.byte_source import ByteSource

    content = bytes(range(256))
    for size in (1, 3, 100, 256):
        pieces = [content[at : at + size] for at in range(0, 256, size)]
        replay = Replay([Frame(number, Direction.IN, 0, piece, 0) for number, piece in enumerate(pieces)])
        (found,) = ByteSource(replay).acquire(AcquireRequest(Kind.BYTES, 256))
        assert found.data == content
        replay.finish()


def test_a_fault_on_the_way_fails_again_in_a_replay():
    fault = b'{"call": "read", "error": "DeviceTimeout", "message": "Nothing came."}'
    frames = [Frame(0, Direction.FAULT, 0, fault, 0)]
    with pytest.raises(DeviceTimeout, match="Nothing came"):
        DeckOrderFiles(Replay(frames)).read_order()


@settings(deadline=None)
@given(st.permutations(range(52)))
def test_deck_order_files_read_what_was_written(order):
    cards = np.array(order, dtype=np.uint16)
    content = b"# file: 1.deck\n" + format_order(cards).encode()
    assert np.array_equal(DeckOrderFiles(File(content)).read_order(), cards)


@settings(deadline=None)
@given(
    st.lists(st.integers(1, 20), min_size=1, max_size=50), st.sampled_from([" ", "\n", ", ", ";\t", " # x\n"])
)
def test_files_of_numbers_read_what_was_written(faces, between):
    content = b"# file: 1.txt\n" + between.join(map(str, faces)).encode()
    (found,) = NumbersFile(File(content)).acquire(AcquireRequest(Kind.DRAW, len(faces), low=1, high=20))
    assert found.values.tolist() == faces
