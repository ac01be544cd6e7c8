"""Whether a device was simulated, by what was recorded of it: identity, transport, and who answered."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from ipaddress import ip_address
from typing import Any

from labharness.evidence.records import RecordType
from labharness.model.simulation import BENCH, HARDWARE, IN_PROCESS, PRODUCT, READER, VENDOR, Sign

_USBIP = re.compile(r"usbip://(\[[^\]]*\]|[^/:]*)")
_USB = re.compile(rf"usb://{VENDOR:04x}:{PRODUCT:04x}(?:/|$)", re.IGNORECASE)


def signs_of(kind: RecordType, body: Mapping[str, Any]) -> Iterator[tuple[Sign, str]]:
    """Yield what a record shows of a simulated device, each sign with what was recorded.

    The option with which a run is begun adds a sign and removes none.
    """
    match kind:
        case RecordType.START:
            if declared := str(body.get("simulated") or ""):
                yield Sign.DECLARED, declared
            for url in (str(body["device"]), str(body["reader"])):
                yield from _url(url)
        case RecordType.CONNECTED:
            yield from _url(str(body["url"]))
            yield from _connected(body["info"])
        case RecordType.EXCHANGE if body["call"] == "identify" and body.get("answer"):
            hardware = str(body["answer"].get("hardware", ""))
            if _same(hardware, HARDWARE):
                yield Sign.HARDWARE, hardware
        case RecordType.ANSWER:
            if _same(str(body["who"]), BENCH):
                yield Sign.BENCH, BENCH
            if _same(str(body.get("instrument", "")), READER):
                yield Sign.READER, READER
        case _:
            pass


def _url(url: str) -> Iterator[tuple[Sign, str]]:
    host = _USBIP.match(url)
    if host and _is_here(host[1].strip("[]")):
        yield Sign.LOOPBACK, url
    if _USB.match(url):
        yield Sign.USB_NUMBERS, _numbers(VENDOR, PRODUCT)


def _connected(info: Mapping[str, Any]) -> Iterator[tuple[Sign, str]]:
    vid, pid = str(info.get("vid", "")).lower(), str(info.get("pid", "")).lower()
    if (vid, pid) == (f"{VENDOR:04x}", f"{PRODUCT:04x}"):
        yield Sign.USB_NUMBERS, _numbers(VENDOR, PRODUCT)
    peer = str(info.get("peer", ""))
    if peer and (_is_here(peer) or peer == info.get("own")):
        yield Sign.LOOPBACK, peer
    if info.get("transport") == IN_PROCESS:
        yield Sign.LOOPBACK, IN_PROCESS


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
