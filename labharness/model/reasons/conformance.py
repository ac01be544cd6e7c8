"""What a step of the conformance check saw on the wire."""

from __future__ import annotations

from enum import StrEnum

from labharness.reason import Code, Reason, failure, note


class FramePart(StrEnum):
    """What of a frame or an answer a step looks at."""

    MAGIC = "first bytes"
    VERSION = "version"
    CRC = "CRC"
    LENGTH = "length of the payload"
    FLAGS = "flags"
    PART = "part number"
    REQUEST = "request number"
    LAST = "LAST flag"
    RESERVED = "reserved field"
    CLASS = "device class"
    CODE = "error code"
    MESSAGE = "message named by the error"
    TEXT = "text of the error"
    MAX_UNITS = "max_units"
    MAX_CARDS = "max_cards"
    MAX_REQUEST = "max_request"
    STRING = "string"
    MANUFACTURER = "manufacturer"
    MODEL = "model"
    SERIAL = "serial number"
    HARDWARE = "hardware revision"
    PRODUCT = "product"
    COMPONENTS = "number of components"
    COMPONENT = "entry of a component"
    ALGORITHM = "algorithm"
    DIGEST = "digest"
    MODE = "mode"
    ALARM = "alarm"
    METER = "name of a meter"
    EVENT = "text of an event"
    EVENTS = "number of events"
    EXPECTED = "number of cards expected"
    INSIDE = "number of cards inside"
    CORRECT = "field correct"
    LISTS = "number of lists"
    CARDS = "number of cards"
    OUTCOMES = "number of outcomes"
    BYTES = "number of bytes"
    OUTCOME = "outcome"
    CARD = "card"
    PAYLOAD = "payload"
    INTERFACE = "USB interface 0"
    ANSWER = "answer"


class Seen(Code, area="conformance"):
    """What was seen; values of the device are strings as they are shown."""

    FRAMES = note(frames=int)
    REFUSED = note(messages=tuple[str, ...], error=str)
    ANSWERED = note(messages=tuple[str, ...])
    VALUE = note(what=FramePart, value=str)
    SAME = note(message=str)
    UNLIKE = note(message=str, units=int)
    QUIET = note(seconds=float)
    LONGEST = note(seconds=float)
    DISCARDED = note()
    BOUND = note()

    DIFFERS = failure(what=FramePart, expected=str, received=str)
    BARE = failure(what=FramePart)
    NOT_REFUSED = failure(message=str, expected=str)
    OTHER_ERROR = failure(message=str, expected=str, received=str)
    REJECTED = failure(message=str, received=str, text=str)
    CHANGED = failure(message=str)
    CHANGED_BY = failure(message=str, refused=str)
    MISSING = failure(messages=tuple[str, ...])
    NO_WORK = failure()
    DECLARED_FALSELY = failure(messages=tuple[str, ...])
    UNDECLARED = failure(messages=tuple[str, ...])
    NOT_PRINTABLE = failure(message=str)
    NOT_ASKED_FOR = failure(size=int)
    ENDLESS = failure(frames=int)
    SILENT_FOR = failure(seconds=float)
    LATE_FRAMES = failure(message=str)
    OTHER_CARDS = failure(missing=int, extra=int)
    COPIES_MIXED = failure()
    NOT_SHUFFLED = failure(message=str)
    OUT_OF_ORDER = failure()
    ERASED = failure(kept=int, of=int)
    REPEATED = failure(message=str)
    UNENDED = failure(size=int, packet=int)
    NOT_BOUND = failure()
    ERROR = failure(why=tuple[Reason, ...])

    NEEDS = note(rule=str)
    NOTHING_HEARD = note()
    NOT_USB = note()
    NOT_OFFERED = note(messages=tuple[str, ...])
    NO_SUCH_LENGTH = note(packet=int)
