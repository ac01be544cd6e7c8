"""What a device does over the Lab Test Interface, and the numbered rules of docs/lab-test-interface.md."""

from __future__ import annotations

from enum import StrEnum

from labharness.model.observations import Kind
from labharness.reason import Code, Reason, cut_short, failure, note, refusal


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


class LtiRule(Code, area="lti_rule"):
    """A rule that ``labharness lti check`` tests."""

    R_2_1 = note()
    R_2_2 = note()
    R_2_3 = note()
    R_2_4 = note()
    R_2_5 = note()
    R_3_1 = note()
    R_3_2 = note()
    R_3_3 = note()
    R_3_4 = note()
    R_3_5 = note()
    R_3_6 = note()
    R_3_7 = note()
    R_3_8 = note()
    R_3_9 = note()
    R_4_1 = note()
    R_4_2 = note()
    R_4_3 = note()
    R_4_4 = note()
    R_4_5 = note()
    R_4_6 = note()
    R_4_7 = note()
    R_4_8 = note()
    R_4_9 = note()
    R_4_10 = note()
    R_4_11 = note()
    R_4_12 = note()
    R_4_13 = note()
    R_4_14 = note()
    R_4_15 = note()
    R_4_16 = note()
    R_4_17 = note()
    R_5_1 = note()
    R_5_2 = note()
    R_5_3 = note()
    R_5_4 = note()
    R_5_5 = note()
    R_5_6 = note()
    R_5_7 = note()
    R_5_8 = note()
    R_5_9 = note()
    R_5_10 = note()
    R_5_11 = note()
    R_5_12 = note()
    R_5_13 = note()
    R_5_14 = note()
    R_5_15 = note()
    R_5_16 = note()
    R_5_17 = note()
    R_5_18 = note()
    R_5_19 = note()
    R_5_20 = note()
    R_5_21 = note()
    R_5_22 = note()
    R_5_23 = note()
    R_5_24 = note()
    R_5_25 = note()
    R_5_26 = note()
    R_5_27 = note()
    R_5_28 = note()
    R_5_29 = note()
    R_5_30 = note()
    R_5_31 = note()
    R_5_32 = note()
    R_5_33 = note()
    R_5_34 = note()
    R_5_35 = note()
    R_5_36 = note()
    R_5_37 = note()
    R_5_38 = note()

    @property
    def id(self) -> str:
        """The rule's number in the document.

        Examples
        --------
        >>> LtiRule.R_4_10.id
        'R-4.10'
        """
        return "R-" + self.name[2:].replace("_", ".")


class Listed(StrEnum):
    """What an answer holds several of."""

    ORDERS = "orders"
    OUTCOMES = "outcomes"
    BYTES = "bytes"


class Lti(Code, area="lti"):
    """Why an exchange over the Lab Test Interface fails.

    ``message`` is the protocol's own name of a message, such as ``SHUFFLE``.
    """

    NO_FRAME = cut_short(received=str)
    FRAME_TOO_LONG = cut_short(size=int, limit=int)
    CRC_WRONG = cut_short(kind=str)
    PAYLOAD_TOO_SHORT = cut_short(message=str, size=int)
    PAYLOAD_TOO_LONG = cut_short(message=str, surplus=int)
    ODD_BYTES = cut_short(size=int)
    LIST_TOO_SHORT = cut_short(announced=int, present=int)
    NOT_A_CARD = cut_short(word=str)
    OTHER_AMOUNT = cut_short(listed=Listed, sent=int, requested=int)
    OTHER_VERSION = cut_short(version=int, expected=int)
    OTHER_ANSWER = cut_short(message=str, kind=str)
    PART_MISSING = cut_short(message=str, part=int)
    ANSWER_ENDLESS = cut_short(message=str)
    BYTES_LEFT = cut_short(message=str, surplus=int)
    REQUEST_DAMAGED = cut_short(text=str)
    REFUSED = cut_short(message=str, error=str, text=str)

    NOT_OFFERED = refusal(stage=str, kind=Kind, message=str)
    TOO_MANY_UNITS = refusal(stage=str, requested=int, allowed=int)
    TOO_MANY_CARDS = refusal(stage=str, requested=int, allowed=int)
    REQUEST_TOO_LONG = refusal(stage=str, requested=int, allowed=int)
    ANSWER_TOO_LONG = refusal(stage=str, requested=int, allowed=int)
