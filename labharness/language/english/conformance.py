"""Sentences about what a step of the conformance check saw."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.conformance import Seen
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Seen.FRAMES: "{frames} {frames:frame|frames} conform.",
    Seen.REFUSED: "{error} was the answer to {messages}.",
    Seen.ANSWERED: "The device answered {messages}.",
    Seen.VALUE: "The {what} is {value}.",
    Seen.SAME: "Two answers to {message} are equal.",
    Seen.UNLIKE: "{units} {units:unit|units} of {message} have different contents.",
    Seen.QUIET: "The device sent nothing for {seconds:figure} s.",
    Seen.LONGEST: "The longest silence within an answer was {seconds:figure} s.",
    Seen.DISCARDED: "The device discarded the bytes and answered the next request.",
    Seen.BOUND: "The descriptors name WINUSB.",
    Seen.DIFFERS: 'The {what} is "{received}"; "{expected}" is required.',
    Seen.BARE: "The {what} is empty.",
    Seen.NOT_REFUSED: "The device accepted {message}; {expected} is required.",
    Seen.OTHER_ERROR: "The device answered {message} with {received}; {expected} is required.",
    Seen.REJECTED: 'The device refused {message} with {received}: "{text}".',
    Seen.CHANGED: "A second answer to {message} differs from the first.",
    Seen.CHANGED_BY: "The answer to {message} changed although {refused} was refused.",
    Seen.MISSING: "Capabilities that every such device must have are not set: {messages}.",
    Seen.NO_WORK: "The device offers neither SHUFFLE nor ROUNDS, DEAL, DRAW or RAW.",
    Seen.DECLARED_FALSELY: "Capabilities are set, but the device answers UNSUPPORTED to {messages}.",
    Seen.UNDECLARED: "Capabilities are not set, but the device does not answer UNSUPPORTED to {messages}.",
    Seen.NOT_PRINTABLE: "A string of {message} holds a control character, is not UTF-8, or ends within a character.",
    Seen.NOT_ASKED_FOR: "The device sent {size} {size:byte|bytes} that no request asked for.",
    Seen.ENDLESS: "No frame with LAST was among {frames} frames.",
    Seen.SILENT_FOR: "The device sent nothing for {seconds:figure} s within an answer.",
    Seen.LATE_FRAMES: "Frames of {message} arrived although a newer request had been answered.",
    Seen.OTHER_CARDS: "The cards are not those that were loaded: {missing} missing, {extra} too many.",
    Seen.COPIES_MIXED: "Some cards have the copies of the loaded list, others have not.",
    Seen.NOT_SHUFFLED: "An answer to {message} has the cards in the order before.",
    Seen.OUT_OF_ORDER: "An event is older than the event before it.",
    Seen.ERASED: "A second reading held {kept} of {of} events.",
    Seen.REPEATED: "The contents of {message} repeat.",
    Seen.UNENDED: "A frame of {size} bytes was not followed by an empty packet (packet size {packet}).",
    Seen.NOT_BOUND: "The device has no Microsoft OS 2.0 descriptors that name WINUSB.",
    Seen.ERROR: "{why:;}.",
    Seen.NEEDS: "Not tried: rule {rule} must pass first.",
    Seen.NOTHING_HEARD: "Not tried: the device sent nothing.",
    Seen.NOT_USB: "Not applicable: the device is not connected by USB.",
    Seen.NOT_OFFERED: "Not applicable: the device does not offer {messages}.",
    Seen.NO_SUCH_LENGTH: "Not applicable: no answer to 64 units of work or fewer has a length that is a multiple of {packet} bytes.",
}
