"""The other ends of transports: an echoing device over USB/IP, TCP, TLS and a pseudo-terminal.

Each peer answers what it receives, except for command words: ``SILENT`` (no answer), ``LARGE n`` (n bytes), ``UNPLUG``.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import hashlib
import socket
import ssl
import sys
import tempfile
import threading
from pathlib import Path

from labharness.simulators.fault import Send, Unplug
from labharness.simulators.firmware import StreamServer, TcpSocket
from labharness.simulators.usbip import serve
from tests.support.bench_device import Firmware

LARGE = bytes(range(256))


def answer(data):
    word, _, rest = data.partition(b" ")
    match word:
        case b"SILENT":
            return []
        case b"LARGE":
            return [Send(LARGE * (int(rest) // 256))]
        case b"UNPLUG":
            return [Unplug()]
        case _:
            return [Send(data)]


@contextlib.contextmanager
def usbip_peer():
    with serve(Firmware().gadget) as server:
        yield server.url, server.unplug


@contextlib.contextmanager
def tcp_peer():
    with StreamServer(TcpSocket("127.0.0.1", 0), answer) as server:
        yield server.url, server.unplug


@contextlib.contextmanager
def serial_peer():
    from labharness.simulators.firmware import PtySocket

    with StreamServer(PtySocket(), answer) as server:
        yield f"{server.url}?baud=9600", server.unplug


@contextlib.contextmanager
def tls_peer():
    """Serve the TCP peer behind TLS, as ``stunnel`` does."""
    context, pin = _server_context()
    with (
        StreamServer(TcpSocket("127.0.0.1", 0), answer) as server,
        socket.create_server(("127.0.0.1", 0)) as front,
    ):
        open_ends, pumps = [], []

        def accept():
            with contextlib.suppress(OSError):
                while True:
                    connection, _ = front.accept()
                    with contextlib.suppress(OSError):
                        secured = context.wrap_socket(connection, server_side=True)
                        inner = socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2])))
                        open_ends.extend((secured, inner))
                        for source, target in ((secured, inner), (inner, secured)):
                            pumps.append(threading.Thread(target=_pump, args=(source, target), daemon=True))
                            pumps[-1].start()

        acceptor = threading.Thread(target=accept, daemon=True)
        acceptor.start()

        def unplug():
            with contextlib.suppress(OSError):
                front.shutdown(socket.SHUT_RDWR)
            front.close()
            for end in open_ends:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

        try:
            yield f"tls://127.0.0.1:{front.getsockname()[1]}?sha256={pin}", unplug
        finally:
            unplug()
            for thread in (acceptor, *pumps):  # one that still writes would write to what has the number next
                thread.join(60)
            for end in open_ends:
                end.close()


def _pump(source, target):
    with contextlib.suppress(OSError):
        while data := source.recv(1 << 16):
            target.sendall(data)
    for end in (source, target):
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


def _server_context():
    """Return the context of a server with a fresh certificate of its own, and the certificate's SHA-256."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.oid.NameOID.COMMON_NAME, "bench device")])
    day = dt.datetime(2020, 1, 1, tzinfo=dt.UTC)
    built = x509.CertificateBuilder(name, name, key.public_key(), 1, day, day + dt.timedelta(days=1))
    certificate = built.sign(key, hashes.SHA256())
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "bench.pem"
        file.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
            + certificate.public_bytes(serialization.Encoding.PEM)
        )
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file)
    return context, hashlib.sha256(certificate.public_bytes(serialization.Encoding.DER)).hexdigest()


PEERS = {"usbip": usbip_peer, "tcp": tcp_peer, "tls": tls_peer}
if sys.platform != "win32":
    PEERS["serial"] = serial_peer
STREAMS = [name for name in PEERS if name != "usbip"]
