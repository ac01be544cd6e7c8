"""The client against servers that misbehave on purpose."""

import contextlib
import socket
import threading
import time

import pytest

from labharness.devices.usb import usbip_link
from labharness.devices.usb import usbip_wire as wire
from labharness.devices.usb.usbip_link import ImportedDevice, LinkError
from labharness.devices.usb.usbip_wire import ExportedDevice, LinuxError

DEVICE = ExportedDevice("1-1", 1, 2, 3, 0x1209, 1, 0x0100, 1, 1, ((255, 0, 0),))


@contextlib.contextmanager
def scripted(after_import):
    """Serve one client: import, then whatever ``after_import(connection, stream)`` does."""

    def run():
        connection, _ = listener.accept()
        with connection, connection.makefile("rb") as stream:
            stream.read(wire.OPERATION.size + wire.BUS_ID.size)
            reply = wire.OPERATION.pack(wire.VERSION, wire.REPLY_IMPORT, 0)
            connection.sendall(reply + DEVICE.pack(with_interfaces=False))
            after_import(connection, stream)
            with contextlib.suppress(OSError):
                stream.read()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=run)
        thread.start()
        link = ImportedDevice("127.0.0.1", listener.getsockname()[1], "1-1")
        try:
            yield link
        finally:
            link.close()
            thread.join(60)
            assert not thread.is_alive()


def status_of(call, *given):
    """Return the number with which a transfer fails."""
    with pytest.raises(LinkError) as caught:
        call(*given)
    return caught.value.status


def command(stream):
    packet = stream.read(wire.COMMAND_BYTES)
    return wire.HEAD.unpack_from(packet)[:2]


def submitted(number, data, status=0):
    return wire.SUBMITTED_REPLY.pack(wire.SUBMITTED, number, 0, 0, 0, status, len(data), 0, 0, 0) + data


def unlinked(number, status):
    return wire.UNLINKED_REPLY.pack(wire.UNLINKED, number, 0, 0, 0, status)


def test_bytes_that_arrive_while_the_transfer_is_canceled_are_not_lost():
    def server(connection, stream):
        _, number = command(stream)
        kind, unlink = command(stream)
        assert kind == wire.UNLINK
        connection.sendall(submitted(number, b"late") + unlinked(unlink, 0))

    with scripted(server) as link:
        assert link.transfer(0x81, b"", 512, 0.05) == (4, b"late")


def test_replies_may_come_in_any_order():
    def server(connection, stream):
        first, second = command(stream)[1], command(stream)[1]
        connection.sendall(submitted(second, b"2") + submitted(first, b"1"))

    with scripted(server) as link:
        answers = {}
        threads = [
            threading.Thread(target=lambda end=end: answers.update({end: link.transfer(end, b"", 64, 60)[1]}))
            for end in (0x81, 0x82)
        ]
        for thread in threads:
            thread.start()
            while len(link._flight) + len(answers) < 1 + threads.index(thread):
                time.sleep(0.001)
        for thread in threads:
            thread.join(60)
    assert sorted(answers.values()) == [b"1", b"2"]


@pytest.mark.parametrize(
    "garbage",
    [
        bytes(48),
        b"\xff" * 48,
        submitted(77, b"unknown"),
        wire.SUBMITTED_REPLY.pack(wire.SUBMITTED, 1, 0, 0, 0, 0, wire.BUFFER_LIMIT + 1, 0, 0, 0),
        wire.SUBMITTED_REPLY.pack(wire.SUBMITTED, 1, 0, 0, 0, 0, 0xFFFFFFFF, 0, 0, 0),
        wire.SUBMITTED_REPLY.pack(9, 1, 0, 0, 0, 0, 0, 0, 0, 0),
    ],
)
def test_garbage_is_the_loss_of_the_device(garbage):
    def server(connection, stream):
        command(stream)
        connection.sendall(garbage)

    with scripted(server) as link:
        assert status_of(link.transfer, 0x81, b"", 512, 60) == LinuxError.ENODEV
        assert link.lost


def test_a_connection_that_ends_in_the_middle_of_a_reply():
    def server(connection, stream):
        connection.sendall(submitted(command(stream)[1], b"ten bytes.")[:-3])
        connection.shutdown(socket.SHUT_RDWR)

    with scripted(server) as link, pytest.raises(LinkError):
        link.transfer(0x81, b"", 512, 60)


def test_closing_ends_a_waiting_transfer():
    with scripted(lambda *_: None) as link:
        threading.Timer(0.05, link.close).start()
        assert status_of(link.transfer, 0x81, b"", 512, 60) == LinuxError.ENODEV


def test_a_dripping_list_of_devices_ends_at_its_deadline(monkeypatch):
    monkeypatch.setattr(usbip_link, "CONNECT_S", 0.3)

    def drip():
        connection, _ = listener.accept()
        with connection, contextlib.suppress(OSError):
            connection.sendall(wire.OPERATION.pack(wire.VERSION, wire.REPLY_LIST, 0) + wire.COUNT.pack(1))
            for _ in range(100):
                connection.sendall(b"x")
                time.sleep(0.05)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=drip)
        thread.start()
        began = time.monotonic()
        with pytest.raises(ConnectionError):
            usbip_link.exported_devices("127.0.0.1", listener.getsockname()[1])
        assert time.monotonic() - began < 3
        thread.join(30)
