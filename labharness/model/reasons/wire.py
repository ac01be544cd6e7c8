"""What transports, addresses, GAT, simulated devices and simulations refuse."""

from __future__ import annotations

from enum import StrEnum

from labharness.reason import Code, Reason, cut_short, doubt, note, refusal


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


class Simulated(Code, area="simulator"):
    """Why a simulated device, fault or bench cannot do what was asked of it."""

    UNKNOWN_MACHINE = refusal(name=str, known=tuple[str, ...])
    UNKNOWN_FAULT = refusal(name=str, known=tuple[str, ...])
    NEGATIVE_SEED = refusal()
    NO_SETTING = refusal(machine=str, number=str)
    SETTING_OUT_OF_RANGE = refusal(machine=str, setting=str, low=int, high=int)
    OTHER_MACHINE = refusal(fault=str, machine=str)
    NO_SINGLE_CLASS = refusal(module=str, classes=int, parent=str)
    NO_PORT = refusal(machine=str)
    NOT_A_STREAM = refusal(address=str)
    NOT_STARTED = refusal(device=str, command=str)
    CANNOT_LISTEN = refusal(address=str, why=str)

    NO_VALUE = refusal(fault=str, value=str)
    NOT_WHOLE = refusal(fault=str, value=str, low=int, high=int)
    NOT_IN_RANGE = refusal(fault=str, value=str, low=float, high=float)
    NOT_LISTED = refusal(fault=str, value=str, choices=tuple[str, ...])
    OTHER_FORM = refusal(fault=str, value=str, examples=tuple[str, ...])
    NEEDS_CARD = refusal(fault=str, card=str)
    NEEDS_CARD_TYPES = refusal(fault=str)
    NEEDS_DICE = refusal(fault=str, dice=int)
    NEEDS_STACK = refusal(fault=str, stack=int)

    MISREAD_OUT_OF_RANGE = refusal(misread=float)
    NO_MACHINE = refusal()
    NO_MACHINE_OR_TRAY = refusal()
    TRAY_EMPTY = refusal(tray=str)


class Gat(Code, area="gat"):
    """Why software is not authenticated."""

    LENGTH = cut_short(length=int)
    CRC = cut_short()
    DATA_LENGTH = cut_short(command=str, length=int, expected=int)
    OTHER_ANSWER = cut_short(asked=str, answered=str)
    OTHER_PART = cut_short(part=int)
    REFUSED = refusal(function=str, answer=str)
    CALCULATION_FAILED = refusal(function=str)
    CALCULATION_LATE = cut_short(function=str, seconds=float)
    NO_RESULT = refusal(function=str, part=int)
    NOT_SENDABLE = refusal(text=str, limit=int)

    NO_XML = refusal(version=str)

    NOT_A_REPORT = cut_short(why=str)
    OTHER_REPORT = cut_short(expected=str)
    DECLARATION = cut_short()
    REPORT_TOO_LARGE = cut_short()


class Task(StrEnum):
    """What several processes do."""

    COUNTING = "counting"
    SIMULATING = "simulating"


class Simulations(Code, area="simulation"):
    """What prevents a simulation."""

    NO_STRENGTH = refusal(defect=str, strength=str)
    NOT_A_STRENGTH = refusal(least=float, most=float, got=str)
    NOT_A_WHOLE_STRENGTH = refusal(least=float, most=float, got=str)
    TOO_MANY_UNITS = refusal(stage=str, units=int, most=int)
    DOUBLE_SHOE = refusal()
    NOT_A_TABLE = refusal()
    OTHER_TABLE = refusal()
    PROCESS_ENDED = refusal(task=Task)


class Seating(Code, area="seating"):
    """A place of an order, or all places of one who is dealt cards."""

    PLACE = note(place=int)
    SEAT = note(seat=int, players=int)
    ALL_SEATS = note(players=int)
    OTHER = note(name=str, players=int)
    """Somebody who is served once: as the game's dealing order names them."""
    HAND = note(name=str)
    STACK = note(stack=int)
    STUB = note()


class Addresses(Code, area="address"):
    """Addresses that cannot be opened."""

    INVALID = refusal(text=str)
    NO_PAGE = refusal(text=str)
    NOT_HERE = refusal(text=str)
    OTHER_WORKSPACE = refusal(text=str, workspace=str)
