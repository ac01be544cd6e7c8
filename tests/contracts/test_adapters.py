"""What every adapter keeps, found by folder."""

import inspect
import json
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import device_adapters
from device_adapters.deck_order_files import DeckOrderFiles
from device_adapters.lab_test_interface import LabTestInterface
from device_adapters.numbers_file import NumbersFile
from labharness.app.plug_ins.discovery import discover
from labharness.devices.adapter import INFO, AcquireRequest, Adapter, Reader, info_of
from labharness.devices.opening import schemes
from labharness.devices.replay import Replay
from labharness.devices.tap import Limits, Tap
from labharness.errors import DeviceTimeout, LabharnessError
from labharness.evidence.segments import Direction, Frame
from labharness.model.cards import format_order
from labharness.model.observations import Kind
from labharness.model.reasons.wire import Wire
from labharness.reason import dump_reason
from labharness.simulators.catalog import build_machine
from labharness.simulators.firmware import Firmware
from labharness.simulators.unit import SimulatedUnit
from labharness.testing.adapter_kit import every_call, every_split, expected_exchange, literal
from labharness.testing.samples import Answers, Recording, read_session
from tests.support.direct import DirectLink
from tests.support.links import File
from tests.support.reasons import refused

MODULES = [
    import_module(f"device_adapters.{module.name}") for module in iter_modules(device_adapters.__path__)
]
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
def test_it_is_described_and_recorded_and_every_call_is_there_and_said(cls):
    info = info_of(cls)
    assert info.title
    assert info.version >= 1
    assert info.schemes
    assert set(info.schemes) <= set(schemes())
    assert inspect.getdoc(cls).splitlines()[0].endswith(".")
    assert inspect.getdoc(inspect.getmodule(cls))
    assert any(case.values[0] is cls for case in CONVERSATIONS), "it has a recorded session"
    protocol = Adapter if info.kinds else Reader
    wanted = [
        name for name, _ in inspect.getmembers(protocol, inspect.isfunction) if not name.startswith("_")
    ]
    for name in wanted:
        method = inspect.getattr_static(cls, name)
        assert inspect.getdoc(method), name
        assert list(inspect.signature(method).parameters) == list(
            inspect.signature(getattr(protocol, name)).parameters
        )


SESSIONS = Path(__file__).parents[1] / "device_adapters" / "sessions"
WHOLE = {"watch", "operator"}
"""Transports of whole files and whole answers, which never arrive in pieces."""


def conversation(file, cls):
    """Return a recorded session; questions to people may be reworded, so what is sent to people is recorded here."""
    session = read_session(file)
    if "operator" not in info_of(cls).schemes:
        return session
    recording = Recording()
    every_call(cls(Tap(Answers(frame.payload for frame in session), recording, Limits(0.0))))
    return recording.session


CONVERSATIONS = [
    pytest.param(cls, conversation(file, cls), id=file.stem)
    for cls in CLASSES
    for file in sorted(SESSIONS.glob(f"{info_of(cls).name}[.-]*"))
]
recorded = pytest.mark.parametrize(("cls", "session"), CONVERSATIONS)


@recorded
def test_a_session_is_held_to_the_byte_however_its_bytes_arrive(cls, session):
    if WHOLE.isdisjoint(info_of(cls).schemes) and not info_of(cls).packets:
        results = every_split(cls, session, every_call)
    else:
        with expected_exchange(cls, session) as device:
            results = every_call(device)
    replay = Replay(session)
    assert literal(every_call(cls(replay))) == literal(results)
    replay.finish()
    # A session proves something where each call of a kind that the adapter knows worked at least once.
    assert sum(not isinstance(result, LabharnessError) for result in results) > len(results) // 3


class Trickle(DirectLink):
    """A simulated device whose bytes arrive one at a time."""

    waiting = b""

    def read(self, size, timeout=None):
        if not self.waiting:
            self.waiting = super().read(1 << 20, timeout)
        data, self.waiting = self.waiting[:1], self.waiting[1:]
        return data[:size]


@pytest.mark.parametrize("kind", ["fair_shuffler", "continuous_shuffler", "dealing_shoe", "rng"])
def test_what_is_recorded_byte_by_byte_replays_the_same(kind):
    def conversed(link):
        recording = Recording()
        results = every_call(
            LabTestInterface(
                Tap(link(Firmware(SimulatedUnit(build_machine(kind, 1)), "SN")), recording, Limits(1))
            )
        )
        return recording.session, literal(results)

    whole, results = conversed(DirectLink)
    pieces, same = conversed(Trickle)
    assert len(pieces) > 10 * len(whole)
    assert same == results
    replay = Replay(pieces)
    assert literal(every_call(LabTestInterface(replay))) == results
    replay.finish()


def test_a_fault_on_the_way_fails_again_in_a_replay():
    silent = Wire.NO_NEW_FILE(link="watch:///decks")
    fault = {"call": "read", "error": "DeviceTimeout", "reasons": [dump_reason(silent)]}
    frames = [Frame(0, Direction.FAULT, 0, json.dumps(fault).encode(), 0)]
    assert refused(DeviceTimeout, DeckOrderFiles(Replay(frames)).read_order) == (silent,)


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
    (result,) = NumbersFile(File(content)).acquire(AcquireRequest(Kind.DRAW, len(faces), low=1, high=20))
    assert result.values.tolist() == faces
