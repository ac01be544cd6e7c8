"""Readers of cards that report card by card: Bee-Tek and Angel Eye, from second-hand facts."""

from functools import reduce
from operator import xor

import pytest

from device_adapters.angel_eye import AngelEye
from device_adapters.bee_tek_shoe import BeeTekShoe
from labharness.app.plug_ins.discovery import discover
from labharness.devices.replay import MOST
from labharness.errors import DeviceTimeout, InputError, ProtocolError
from labharness.model.cards import format_order
from labharness.model.reasons.conduct import Adapters
from labharness.model.reasons.wire import Wire
from labharness.runner.channel import choose_adapter
from labharness.simulators.fault import Send
from labharness.simulators.firmware import StreamServer, TcpSocket
from labharness.testing.adapter_kit import every_split, expected_exchange
from labharness.testing.samples import script
from tests.support import reasons
from tests.support.tapped import tapped

SILENCE = DeviceTimeout(Wire.SILENT(link="serial"))


def read(adapter, *transfers):
    session = script((b"", *transfers, SILENCE))
    return format_order(every_split(adapter, session, lambda device: device.read_order()))


def refused(adapter, *data):
    with expected_exchange(adapter, script((b"", *data))) as device:
        return reasons.refused(ProtocolError, device.read_order)[0]


def packet(sequence, data):
    body = sequence + data + b"\x03"
    return b"\x05" + body + b"%02X" % reduce(xor, body)


def test_bee_tek_reads_rank_and_suit_either_way():
    assert (
        read(BeeTekShoe, b" [Game]<Card:4S>  [Game]<Card:H10> ", b" [Manual Burn Cards]<Card:aD> ")
        == "4S 10H AD"
    )


def test_bee_tek_refuses_what_was_not_read():
    for data, reason in (
        (b" [Game]<Card:4S>  [Game]<Game> ", Adapters.CARD_NOT_READ(card=2)),
        (b" [GameAlarm]<Alarm:E3 Card Not Read> ", Adapters.READER_ALARM(alarm="E3 Card Not Read", card=1)),
        (b" [Game]<Card:44> ", Adapters.NOT_A_TOKEN(received="44")),
        (b" [Game]<Card:1S> ", Adapters.NOT_A_TOKEN(received="1S")),
        (b" [Game]<Card:4S>  [Ga", Adapters.NOT_A_TOKEN(received="[Ga")),
        (b" <W0x01> ", Adapters.CARD_NOT_READ(card=1)),
        (b"\x1b[2J", Adapters.NOT_A_TOKEN(received="?[2J")),
    ):
        assert refused(BeeTekShoe, data, SILENCE) == reason, (data, reason)


def test_angel_eye_takes_copies_for_one_card_and_equal_cards_for_two():
    cards = [packet(b"1", b"D\x80\xb1")] * 3 + [packet(b"2", b"D\x81\xb1")] * 3 + [packet(b"3", b"d\x80\xcd")]
    others = [
        packet(b"4", b"G\x92"),
        packet(b"5", b"D\xd3\x80"),
        packet(b"6", b"C"),
        packet(b"7", b"M010203"),
    ]
    assert read(AngelEye, b"".join(cards + others)) == "AS AS KH"


def test_angel_eye_refuses_what_is_in_doubt():
    for data, reason in (
        (packet(b"1", b"D\x80\x80"), Adapters.CARD_NOT_READ(card=1)),
        (packet(b"1", b"D\x80\xbe"), Adapters.CARD_NOT_READ(card=1)),
        (packet(b"1", b"E\xc1"), Adapters.READER_ALARM(alarm="45 c1", card=1)),
        (packet(b"1", b"R\x80\xb1"), Adapters.READER_ALARM(alarm="52 80 b1", card=1)),
        (packet(b"1", b"S"), Adapters.CARD_NOT_READ(card=1)),
        (packet(b"1", b"Z"), Adapters.NOT_A_TOKEN(received="5a")),
        (packet(b"1", b"D\x80\xb1")[:-1] + b"0", Adapters.NOT_A_TOKEN(received="05 31 44 80 b1 03 34 30")),
        (packet(b"1", b"D\x80\xb1") + packet(b"1", b"D\x80\xb2"), Adapters.COPIES_DIFFER(card=2)),
        (b"\x15\x02", Adapters.NOT_A_TOKEN(received="15 02")),
    ):
        assert refused(AngelEye, data, SILENCE) == reason, (data, reason)


@pytest.mark.parametrize("adapter", [BeeTekShoe, AngelEye])
def test_a_reader_that_never_falls_silent_is_refused(adapter):
    assert refused(adapter, *[bytes(MOST // 4)] * 5) == Adapters.NOT_HALTED(limit=MOST)


def test_a_deck_over_a_network(monkeypatch):
    monkeypatch.setattr("labharness.devices.replay.QUIET_S", 0.2)
    tokens = [Send(b" [Game]<Card:%s> " % card) for card in (b"4S", b"QH", b"10C")]
    with StreamServer(TcpSocket("127.0.0.1", 0), lambda _: tokens) as server, tapped(server.url) as tap:
        tap.write(b"deal")
        assert format_order(BeeTekShoe(tap).read_order()) == "4S QH 10C"


def test_of_two_readers_of_a_port_one_is_named():
    url = "serial:///dev/ttyUSB0?baud=4800"
    with pytest.raises(InputError):
        choose_adapter(discover(), url, reader=True)
    assert choose_adapter(discover(), url, reader=True, name="angel_eye") == "angel_eye"
