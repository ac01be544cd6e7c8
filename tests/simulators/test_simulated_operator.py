import threading
import time

import numpy as np
import pytest
from numpy.random import PCG64, Generator
from PIL import Image

from device_adapters.deck_order_files import parse_deck_order
from labharness.devices.opening import open_transport
from labharness.errors import InputError
from labharness.model.cards import UNREAD, format_order, parse_order
from labharness.model.reasons.wire import Simulated
from labharness.simulators import simulated_operator as bench_module
from labharness.simulators.catalog import build_machine
from labharness.simulators.simulated_operator import SimulatedOperator
from labharness.simulators.unit import SimulatedUnit, Tray
from tests.support.reasons import refused

DECK = np.arange(52, dtype=np.uint16)
TEXT = format_order(DECK)


def make(tmp_path, **options):
    return SimulatedOperator(tmp_path / "reader", Generator(PCG64(1)), **options)


def seen(reply):
    return parse_deck_order(reply.file.read_text(encoding="utf-8"), reply.file.name)


def test_known_decks_are_read_as_they_lie_and_misread_at_their_rate(tmp_path):
    bench = make(tmp_path)
    prompt = {"action": "read_known_deck", "data": {"cards": TEXT}}
    replies = [bench.handle(prompt) for _ in range(3)]
    assert [reply.file.name for reply in replies] == ["000000.deck", "000001.deck", "000002.deck"]
    assert all(np.array_equal(seen(reply), DECK) for reply in replies)
    assert [path.suffix for path in (tmp_path / "reader").iterdir()] == [".deck"] * 3
    bench = make(tmp_path, misread=0.2)
    decks = np.array([seen(bench.handle(prompt)) for _ in range(100)])
    assert (decks != DECK).mean() == pytest.approx(0.2, abs=0.03)
    assert (decks == UNREAD).mean() == pytest.approx(0.1, abs=0.025)


def test_the_portless_machine_shuffles_what_it_is_given(tmp_path):
    bench = make(tmp_path, unit=SimulatedUnit(build_machine("shelf_shuffler", 1)))
    assert bench.handle({"action": "shuffle", "data": {"cards": TEXT}}).text == "done"
    first = seen(bench.handle({"action": "read_output", "data": {"unit": 0}}))
    again = seen(bench.handle({"action": "read_output", "data": {"unit": 0}}))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, DECK)
    assert np.array_equal(np.sort(first), DECK)


def test_the_tray_is_waited_for_and_its_top_read_whatever_unit_a_run_calls_it(tmp_path):
    tray = Tray(tmp_path / "tray")
    bench = make(tmp_path, tray=tmp_path / "tray")
    order = parse_order("KH AS JK")

    def lay_down():
        time.sleep(0.05)
        tray.show(2, order)

    thread = threading.Thread(target=lay_down)
    thread.start()
    reply = bench.handle({"action": "read_output", "data": {"unit": 2}})
    thread.join()
    assert np.array_equal(seen(reply), order)
    tray.show(6, parse_order("AS 2S"))
    tray.show(7, parse_order("2S AS"))  # a unit that no record knows came before it
    read = bench.handle({"action": "read_output", "data": {"unit": 6}}).file.read_text()
    assert read.splitlines()[-1] == "2S AS"


def test_other_prompts_and_an_empty_tray_are_answered(tmp_path, monkeypatch):
    monkeypatch.setattr(bench_module, "PATIENCE", 0.02)
    assert refused(
        InputError, make(tmp_path, tray=tmp_path).handle, {"action": "read_output", "data": {"unit": 9}}
    ) == (Simulated.TRAY_EMPTY(tray=str(tmp_path)),)
    bench = make(tmp_path)
    assert bench.handle({"action": "confirm"}).text == "done"
    assert bench.handle({"action": "sing"}) is None
    for action in ("shuffle", "read_output"):
        with pytest.raises(InputError):
            bench.handle({"action": action, "data": {"cards": "AS", "unit": 0}})
    with pytest.raises(InputError):
        make(tmp_path, misread=2)


def test_the_instruments_files_come_through_a_watched_folder(tmp_path):
    bench = make(tmp_path)
    transport = open_transport(f"watch://{tmp_path / 'reader'}")
    transport.open()
    bench.handle({"action": "read_known_deck", "data": {"cards": TEXT}})
    text = transport.read(1 << 20, 60).decode()
    transport.close()
    first, _, rest = text.partition("\n")
    assert first == "# file: 000000.deck"
    assert np.array_equal(parse_deck_order(rest, first), DECK)


def test_what_is_looked_at_is_as_it_should_be_and_photographed_where_a_photograph_belongs(tmp_path):
    bench = make(tmp_path)
    asked = {"item": "ports", "photograph": False}
    words = bench.handle({"action": "inspect", "data": asked}).text
    assert words == "yes: simulated, and nobody looked; such a machine is as it should be"
    text, _, file = bench.handle({"action": "inspect", "data": asked | {"photograph": True}}).text.partition(
        " | "
    )
    assert text == words
    with Image.open(file) as picture:
        assert (picture.size, picture.mode, picture.getpixel((5, 5))) == ((96, 64), "L", 160)
    assert bench.handle({"action": "confirm_not_applicable", "data": {}}).text.startswith("no: ")
