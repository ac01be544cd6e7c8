import json
import os
import signal
import socket
import sys
import threading

import pytest

from labharness.devices.opening import open_transport
from labharness.devices.tap import Limits, Tap
from labharness.devices.usb import bus, usbip_link, usbip_wire
from labharness.errors import (
    DeviceLost,
    DeviceNotFound,
    DeviceStalled,
    DeviceTimeout,
    LockedError,
    ProtocolError,
    TransferDamaged,
)
from labharness.evidence.segments import Direction
from labharness.model.reasons.wire import Wire
from labharness.testing.samples import Recording
from tests.support.reasons import refused


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def test_open_tells_the_bus_and_makes_strings_printable(server):
    transport = open_transport(server.url)
    info = transport.open()
    transport.close()
    assert info == {
        "vid": "1209",
        "pid": "0001",
        "release": "0203",
        "bus": "1",
        "address": "1",
        "manufacturer": "Bench",
        "product": "Echo ?[2J?",
        "serial": "SN-1",
        "peer": "127.0.0.1",
        "own": "127.0.0.1",
    }


def test_a_read_keeps_the_rest_of_a_message_spans_no_two_and_passes_over_empty_packets(transport, firmware):
    transport.write(b"0123456789", 60)
    transport.write(b"two", 60)
    assert [transport.read(size, 60) for size in (4, 1, 512, 512)] == [b"0123", b"4", b"56789", b"two"]
    firmware.gadget.send(b"")
    firmware.gadget.send(b"after")
    assert transport.read(512, 60) == b"after"
    firmware.gadget.send(b"")
    with pytest.raises(DeviceTimeout):
        transport.read(512, 0.05)


def test_long_writes_arrive_whole(transport, firmware):
    data = bytes(range(256)) * 12_000
    transport.write(data, 60)
    transport.write(b"end", 60)
    while transport.read(1 << 20, 60) != b"end":
        pass
    assert b"".join(firmware.received[:-1]) == data


def test_a_device_that_takes_nothing_is_a_timeout(transport, firmware):
    transport.write(b"HOLD", 60)
    with pytest.raises(DeviceTimeout):
        transport.write(b"next", 0.1)
    firmware.released.set()
    transport.write(b"after", 60)
    assert transport.read(512, 60) == b"after"
    assert firmware.received == [b"HOLD", b"after"]


@pytest.mark.parametrize("writing", [False, True])
def test_a_stall_is_cleared_so_that_the_next_call_works(transport, firmware, writing):
    if writing:
        firmware.gadget.stall()
        with pytest.raises(DeviceStalled):
            transport.write(b"lost", 60)
    else:
        transport.write(b"STALL", 60)
        with pytest.raises(DeviceStalled):
            transport.read(512, 60)
    transport.write(b"again", 60)
    assert transport.read(512, 60) == b"again"


def test_a_device_plugged_in_again_is_fresh(transport, server):
    transport.write(b"left over", 60)
    server.unplug()
    transport.close()
    server.replug()
    assert transport.open()["address"] == "2"
    transport.write(b"new", 60)
    assert transport.read(512, 60) == b"new"


def test_a_second_client_is_told_that_the_device_is_in_use(transport, server, monkeypatch):
    monkeypatch.setattr(usbip_link, "HANDOVER_S", 0)
    assert refused(LockedError, open_transport(server.url).open) == (Wire.IN_USE(link=server.url),)


def test_no_server_and_no_such_device(server):
    assert refused(DeviceNotFound, open_transport(server.url.replace("1-1", "9-9")).open) == (
        Wire.NOT_EXPORTED(address=server.url.split("/")[2], bus_id="9-9"),
    )
    port = free_port()
    assert bus.list_usbip("127.0.0.1", port) == []
    address = f"127.0.0.1:{port}"
    assert refused(DeviceNotFound, open_transport(f"usbip://{address}/1-1").open) == (
        Wire.SERVER_ABSENT(address=address),
    )


def test_a_server_that_does_not_list_what_is_in_use(server, monkeypatch):
    """That of Linux: whether somebody has a device shows only when it is asked for."""
    monkeypatch.setattr(bus, "exported_devices", lambda *_: [])
    transport = open_transport(server.url)
    assert transport.open()["bus"] == "1"
    with monkeypatch.context() as hasty:
        hasty.setattr(usbip_link, "HANDOVER_S", 0)
        assert refused(LockedError, open_transport(server.url).open) == (Wire.IN_USE(link=server.url),)
    transport.close()


def test_listing(server, transport, monkeypatch):
    with monkeypatch.context() as hasty:
        hasty.setattr(usbip_link, "HANDOVER_S", 0)
        (busy,) = bus.list_usbip(server.host, server.port)
    assert (busy.url, busy.vid, busy.pid, busy.serial) == (server.url, "1209", "0001", "")
    transport.close()
    (free,) = bus.list_usbip(server.host, server.port)
    assert (free.serial, free.product, free.manufacturer) == ("SN-1", "Echo ?[2J?", "Bench")
    server.unplug()
    assert bus.list_usbip(server.host, server.port) == []


def test_killing_the_process_ends_a_blocked_read(process):
    transport = open_transport(process.url)
    transport.open()
    threading.Timer(0.1, process.kill).start()
    with pytest.raises(DeviceLost):
        transport.read(512, 60)
    transport.close()
    with pytest.raises(DeviceNotFound):
        transport.open()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot stop a process")
@pytest.mark.parametrize("call", [("read", 512), ("write", bytes(64 << 20))], ids=["read", "long write"])
def test_a_frozen_process_blocks_nobody(process, monkeypatch, call):
    monkeypatch.setattr(usbip_link, "GRACE_S", 0.2)
    transport = open_transport(process.url)
    transport.open()
    os.kill(process.pid, signal.SIGSTOP)
    name, argument = call
    with pytest.raises((DeviceTimeout, DeviceLost)):
        getattr(transport, name)(argument, 0.1)
    with pytest.raises(DeviceLost):
        transport.read(512, 0.1)
    transport.close()


def test_a_device_without_bulk_endpoint_is_refused(server, firmware):
    configuration = bytearray(firmware.gadget._descriptors[0x0200][:18])
    configuration[13] = 0  # endpoints of the interface
    firmware.gadget._descriptors[0x0200] = bytes(configuration)
    assert refused(ProtocolError, open_transport(server.url).open) == (
        Wire.NO_READ_ENDPOINT(link=server.url),
    )


@pytest.mark.parametrize("length", [0, 5, 9, 18, 26])
def test_descriptors_that_make_no_sense_end_in_a_typed_error_that_is_recorded(length, server, firmware):
    firmware.gadget._descriptors[0x0200] = firmware.gadget._descriptors[0x0200][:length]
    recording = Recording()
    with pytest.raises((DeviceLost, ProtocolError)) as caught:
        Tap(open_transport(server.url), recording, Limits(5)).open()
    [fault] = recording
    assert fault.direction is Direction.FAULT
    assert json.loads(fault.payload) == {
        "call": "open",
        "error": type(caught.value).__name__,
        "reasons": caught.value.dumped(),
    }


def test_a_reply_longer_than_asked_leaves_a_record(server, firmware, monkeypatch):
    recording = Recording()
    link = Tap(open_transport(server.url), recording, Limits(5))
    link.open()
    send = usbip_wire.send

    def overlong(connection, reply, received=b""):
        head = usbip_wire.SUBMITTED_REPLY
        if received and len(reply) == head.size:
            fields = list(head.unpack(reply))
            fields[fields.index(len(received), 6)] = 513
            reply, received = head.pack(*fields), bytes(received).ljust(513)
        send(connection, reply, received)

    monkeypatch.setattr(usbip_wire, "send", overlong)
    link.write(b"hello")
    assert refused(TransferDamaged, link.read, 512) == (Wire.OVERFLOW(link=server.url),)
    fault = recording[-1]
    assert (fault.direction, json.loads(fault.payload)["call"]) == (Direction.FAULT, "read")
    link.close()
