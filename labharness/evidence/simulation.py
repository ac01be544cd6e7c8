"""Whether a device was simulated or its bytes replayed, by what was recorded: identity, transport, and who answered."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from ipaddress import ip_address

from labharness.evidence.records.body import Body
from labharness.evidence.records.calls import ConnectedBody, IdentifyCall
from labharness.evidence.records.course import StartBody
from labharness.evidence.records.people import AnswerBody
from labharness.model.device import (
    BENCH,
    HARDWARE,
    IN_PROCESS,
    PRODUCT,
    PSEUDO,
    READER,
    REGULAR_FILE,
    VENDOR,
    SimulationSign,
)

_HOST = re.compile(r"(?:usbip|tcp|tls)://(\[[^\]]*\]|[^/:]*)")
_PSEUDO_TERMINAL = re.compile(r"serial:///dev/pts/")
_USB = re.compile(rf"usb://{VENDOR:04x}:{PRODUCT:04x}(?:/|$)", re.IGNORECASE)


def signs_of(body: Body) -> Iterator[tuple[SimulationSign, str]]:
    """Yield what a record shows of a simulated device, each sign with what was recorded.

    The option with which a run is begun adds a sign and removes none.
    """
    match body:
        case StartBody():
            if body.simulated:
                yield SimulationSign.DECLARED, body.simulated
            for url in (body.device, body.reader or ""):
                yield from signs_of_url(url)
        case ConnectedBody():
            yield from signs_of_url(body.url)
            yield from _connected(body.info)
        case IdentifyCall() if body.answer is not None and _same(body.answer.hardware, HARDWARE):
            yield SimulationSign.HARDWARE, body.answer.hardware
        case AnswerBody():
            if _same(body.who, BENCH):
                yield SimulationSign.BENCH, BENCH
            if _same(body.instrument, READER):
                yield SimulationSign.READER, READER
        case _:
            pass


def is_replay(body: Body) -> bool:
    """Say whether a record shows bytes that were there before the run, with no device at their other end.

    They are those of a run, or of a regular file, whoever wrote it; a device node or a pipe is none.
    """
    match body:
        case StartBody():
            return any(url.startswith("capture://") for url in (body.device, body.reader or ""))
        case ConnectedBody():
            return body.url.startswith("file://") and body.info.get("kind") == REGULAR_FILE
        case _:
            return False


def signs_of_url(url: str) -> Iterator[tuple[SimulationSign, str]]:
    """Yield what the address of a device or reader shows of a simulation."""
    host = _HOST.match(url)
    if _PSEUDO_TERMINAL.match(url) or (host and _is_here(host[1].strip("[]"))):
        yield SimulationSign.LOOPBACK, url
    if _USB.match(url):
        yield SimulationSign.USB_NUMBERS, _numbers(VENDOR, PRODUCT)


def _connected(info: Mapping[str, str]) -> Iterator[tuple[SimulationSign, str]]:
    vid, pid = info.get("vid", "").lower(), info.get("pid", "").lower()
    if (vid, pid) == (f"{VENDOR:04x}", f"{PRODUCT:04x}"):
        yield SimulationSign.USB_NUMBERS, _numbers(VENDOR, PRODUCT)
    peer = info.get("peer", "")
    if peer and (_is_here(peer) or peer == info.get("own")):
        yield SimulationSign.LOOPBACK, peer
    if info.get("terminal") == PSEUDO:
        yield SimulationSign.LOOPBACK, info.get("path", PSEUDO)
    if info.get("transport") == IN_PROCESS:
        yield SimulationSign.LOOPBACK, IN_PROCESS


def _is_here(host: str) -> bool:
    """Whether a host is the computer itself, by its name or address alone."""
    if host.lower().rstrip(".") == "localhost" or host.lower().rstrip(".").endswith(".localhost"):
        return True
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return False
    address = getattr(address, "ipv4_mapped", None) or address
    return address.is_loopback or address.is_unspecified


def _numbers(vendor: int, product: int) -> str:
    return f"{vendor:04x}:{product:04x}"


def _same(text: str, name: str) -> bool:
    return " ".join(text.split()).casefold() == name
