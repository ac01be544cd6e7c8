"""``tcp://`` and ``tls://`` beyond what every transport keeps."""

import socket

import pytest

from labharness.devices import stream as socket_stream
from labharness.devices.opening import open_transport
from labharness.errors import DeviceLost, DeviceNotFound, DeviceTimeout, WrongDevice
from labharness.model.reasons.wire import Wire
from tests.support.peers import PEERS
from tests.support.reasons import refused

PIN = "ab" * 32


def test_a_pin_may_be_written_as_openssl_prints_it():
    with PEERS["tls"]() as (url, _):
        place, pin = url.split("?sha256=")
        colons = ":".join(pin[at : at + 2] for at in range(0, 64, 2)).upper()
        transport = open_transport(f"{place}?sha256={colons}")
        info = transport.open()
        transport.close()
    assert (info["transport"], info["certificate"], info["peer"]) == ("tls", pin, "127.0.0.1")


def test_another_certificate_is_another_device_and_receives_no_byte():
    with PEERS["tls"]() as (url, _):
        place, pin = url.split("?sha256=")
        wrong = f"{place}?sha256={PIN}"
        with pytest.raises(WrongDevice) as refused:
            open_transport(wrong).open()
    assert refused.value.reasons == (Wire.OTHER_CERTIFICATE(link=wrong, received=pin),)


def test_what_does_not_speak_tls():
    with PEERS["tcp"]() as (url, _):
        wrong = f"{url.replace('tcp', 'tls')}?sha256={PIN}"
        with pytest.raises(DeviceLost) as refused:
            open_transport(wrong).open()
    assert refused.value.reasons == (Wire.NO_TLS(link=wrong),)


def test_what_accepts_and_says_nothing_ends_the_handshake(monkeypatch):
    monkeypatch.setattr(socket_stream, "CONNECT_S", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(DeviceLost):
        open_transport(f"tls://127.0.0.1:{silent.getsockname()[1]}?sha256={PIN}").open()


def test_nobody_there():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        url = f"tcp://127.0.0.1:{listener.getsockname()[1]}"
    assert refused(DeviceNotFound, open_transport(url).open) == (Wire.HOST_SILENT(link=url),)


def test_a_device_that_takes_nothing_is_a_timeout():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        transport = open_transport(f"tcp://127.0.0.1:{listener.getsockname()[1]}")
        transport.open()
        with pytest.raises(DeviceTimeout):
            transport.write(bytes(64 << 20), 0.1)
        transport.close()
