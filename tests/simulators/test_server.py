import contextlib
import socket
import threading
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from labharness.devices.usb import usbip_wire as wire
from labharness.devices.usb.usbip_link import ImportedDevice, LinkError, exported_devices
from labharness.devices.usb.usbip_wire import Import
from labharness.simulators.usbip import BUS_ID, Gadget, Strings, serve


@pytest.fixture
def server():
    gadget = Gadget(Strings("m", "p", "s"), lambda data: gadget.send(bytes(data)))
    with serve(gadget) as server:
        yield server


def refusal(server):
    """Return the number with which the server refuses to hand its device out."""
    with pytest.raises(LinkError) as caught:
        ImportedDevice(server.host, server.port, BUS_ID)
    return caught.value.status


def patiently(connect):
    """Import again until the server has noticed that the client before has left."""
    while True:
        try:
            return connect()
        except LinkError as error:
            if error.status != Import.BUSY:
                raise
        time.sleep(0.001)


def echo(server, data=b"hello"):
    link = patiently(lambda: ImportedDevice(server.host, server.port, BUS_ID))
    try:
        link.transfer(0x01, data, len(data), 60)
        return link.transfer(0x81, b"", 4096, 60)[1]
    finally:
        link.close()


def imported(server):
    """Import by hand; return the connection."""
    connection = socket.create_connection((server.host, server.port), 60)
    connection.sendall(wire.OPERATION.pack(wire.VERSION, wire.REQUEST_IMPORT, 0) + wire.BUS_ID.pack(b"1-1"))
    _, _, status = wire.OPERATION.unpack(connection.recv(8, socket.MSG_WAITALL))
    if status:
        connection.close()
        raise LinkError(status)
    connection.recv(wire.DEVICE_BYTES, socket.MSG_WAITALL)
    return connection


def test_a_free_port_is_taken_and_told_and_a_taken_one_refused(server):
    assert server.url == f"usbip://127.0.0.1:{server.port}/1-1"
    assert echo(server) == b"hello"
    gadget = Gadget(Strings("m", "p", "s"), lambda _: None)
    with pytest.raises(OSError, match="in use"):
        serve(gadget, server.host, server.port)
    gadget.close()


def test_the_list_and_the_import_agree(server):
    (listed,) = exported_devices(server.host, server.port)
    link = ImportedDevice(server.host, server.port, BUS_ID)
    link.close()
    assert (listed.bus_id, listed.vid, listed.pid, listed.speed) == ("1-1", 0x1209, 0x0001, 3)
    assert listed.interfaces == ((0xFF, 0, 0),)
    assert link.device.number == listed.number == 0x10001


def test_unplugged_is_gone_and_plugged_in_again_is_back(server):
    link = ImportedDevice(server.host, server.port, BUS_ID)
    server.unplug()
    with pytest.raises(LinkError):
        link.transfer(0x81, b"", 64, 60)
    link.close()
    assert exported_devices(server.host, server.port) == []
    assert refusal(server) == Import.NO_DEVICE
    server.replug()
    (listed,) = exported_devices(server.host, server.port)
    assert listed.address == 2
    assert echo(server) == b"hello"


def test_closing_ends_every_thread_and_connection(server):
    connection = imported(server)
    server.close()
    assert connection.recv(1) == b""
    connection.close()
    assert not [each for each in threading.enumerate() if each.name.startswith(("usbip", "firmware"))]


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.binary(min_size=1, max_size=200), st.booleans())
def test_garbage_harms_nobody_else(server, garbage, after_import):
    connection = socket.create_connection((server.host, server.port), 60)
    if after_import:
        connection.close()
        connection = patiently(lambda: imported(server))
    with connection, contextlib.suppress(OSError):
        connection.sendall(garbage)
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(4096):
            pass
    assert echo(server) == b"hello"


def test_an_absurd_length_ends_the_connection(server):
    with imported(server) as connection:
        command = wire.SUBMIT_COMMAND.pack(
            wire.SUBMIT, 1, 0, 0, 1, 0, wire.BUFFER_LIMIT + 1, 0, 0, 0, bytes(8)
        )
        connection.sendall(command)
        assert connection.recv(1) == b""


def test_what_was_completed_cannot_be_canceled_and_one_client_is_served_at_a_time(server):
    with imported(server):
        assert refusal(server) == Import.BUSY
    with imported(server) as connection:
        setup = bytes([0x80, 8, 0, 0, 0, 0, 1, 0])
        connection.sendall(wire.SUBMIT_COMMAND.pack(wire.SUBMIT, 1, 0, 1, 0, 0, 1, 0, 0, 0, setup))
        connection.recv(49, socket.MSG_WAITALL)
        connection.sendall(wire.UNLINK_COMMAND.pack(wire.UNLINK, 2, 0, 1, 0, 1))
        *head, status = wire.UNLINKED_REPLY.unpack(connection.recv(48, socket.MSG_WAITALL))
        assert (head[0], head[1], status) == (wire.UNLINKED, 2, 0)
