"""Reasons of transports: URLs, opening, transfers, the person at the bench, and recordings in place of a device."""

from __future__ import annotations

from enum import StrEnum

from labharness.reason import Code, Reason, cut_short, doubt, refusal


class Transfer(StrEnum):
    """What an adapter asks a link to do."""

    SEND = "send"
    READ = "read"
    CONTROL = "make a control request"


class Wire(Code, area="wire"):
    """Why bytes do not go to or come from a device.

    ``link`` is the URL of the transport.
    """

    URL_UNKNOWN = refusal(url=str, schemes=tuple[str, ...])
    URL_INVALID = refusal(url=str, forms=tuple[str, ...])

    USB_LIBRARY_MISSING = refusal()
    USB_ABSENT = refusal(device=str)
    USB_OTHER_UNIT = refusal(device=str, serial=str, serials=tuple[str | None, ...])
    USB_SEVERAL = refusal(device=str, serials=tuple[str | None, ...])
    NOT_A_HOST = refusal(host=str)
    SERVER_ABSENT = refusal(address=str)
    NOT_EXPORTED = refusal(address=str, bus_id=str)
    IN_USE = refusal(link=str)
    NO_PERMISSION = refusal(link=str)
    NO_USB_PERMISSION = refusal(link=str, vid=str, pid=str)
    OTHER_USB_CLASS = refusal(link=str, usb_class=str, interfaces=tuple[str, ...])
    SYSTEM_CLASS = refusal(url=str)
    NO_DRIVER = refusal(link=str)
    NO_READ_ENDPOINT = refusal(link=str)
    NOT_OPENED = refusal(link=str, why=str)
    NO_PORT = refusal(link=str)
    NOT_A_PORT = refusal(link=str)
    NO_PORT_PERMISSION = refusal(link=str, path=str)
    HOST_SILENT = refusal(link=str)
    NO_TLS = refusal(link=str)
    OTHER_CERTIFICATE = refusal(link=str, received=str)
    NO_PATH = refusal(link=str, why=str)
    NO_FOLDER = refusal(link=str, why=str)
    NOT_A_SOURCE = refusal(link=str)
    A_TERMINAL = refusal(link=str)
    READ_ONLY = refusal(link=str)
    NO_CONTROL = refusal(link=str)
    FOREIGN_CONTROL = refusal(link=str, index=int)
    CONTROL_REFUSED = refusal(link=str, request=int)
    CLOSED = refusal(link=str)

    SILENT = cut_short(link=str)
    NO_NEW_FILE = cut_short(link=str)
    EMPTY_PACKETS = cut_short(link=str)
    OVERFLOW = cut_short(link=str)
    NOTHING_TAKEN = cut_short(link=str)
    TOO_LONG = cut_short(seconds=float)
    TOO_MUCH = cut_short(limit=int)
    NOISY = cut_short(link=str)
    STALLED = cut_short(link=str)
    LOST = cut_short(link=str)
    UNREADABLE = cut_short(link=str, why=str)
    AT_END = cut_short(link=str)
    FILE_TOO_LONG = cut_short(file=str, limit=int)

    RELEASED = cut_short(channel=str)
    NOBODY_TO_ASK = refusal()
    NO_QUESTION = refusal()
    ANSWER_TOO_LONG = cut_short(limit=int)

    NOT_AHEAD = doubt(frame=int)
    OTHER_BYTES = doubt(frame=int, sent=int, recorded=int)
    FEWER_BYTES = doubt(frame=int, size=int, recorded=int)
    OTHER_FRAME = doubt(frame=int, transfer=Transfer, recorded=str)
    NO_FRAME = doubt(frame=int, transfer=Transfer)
    FRAMES_LEFT = doubt(frame=int)
    FAULT_UNREADABLE = doubt(frame=int)
    NOT_A_RECORDING = refusal(link=str, why=tuple[Reason, ...])
    NO_CHANNEL = refusal(run=str, channel=str)
    RECORDING_DAMAGED = doubt(why=tuple[Reason, ...])
