"""Sentences of the Lab Test Interface."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.lti import Lti
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Lti.NO_FRAME: "The bytes {received} arrived where a frame of the Lab Test Interface must begin. Check the cable and the device.",
    Lti.FRAME_TOO_LONG: "A frame announces {size} {size:byte|bytes}; {limit} are allowed. Check the cable and the device.",
    Lti.CRC_WRONG: "A frame of type {kind} has a wrong CRC: its bytes were damaged. Check the cable and the port.",
    Lti.PAYLOAD_TOO_SHORT: "The {message} message ends after {size} {size:byte|bytes}, within a field. Check the device's software.",
    Lti.PAYLOAD_TOO_LONG: "The {message} message has {surplus} {surplus:byte|bytes} too many. Check the device's software.",
    Lti.ODD_BYTES: "The device sent {size} {size:byte|bytes}, which cannot be 16-bit numbers. Check its cable and its software.",
    Lti.LIST_TOO_SHORT: "A list announces {announced} {announced:card|cards}, but holds {present}. Check the device's software.",
    Lti.NOT_A_CARD: "The device sent {word}, which is not a card. Check its software.",
    Lti.OTHER_AMOUNT: "The device sent {sent} {listed}; {requested} were requested. Check its cable and its software.",
    Lti.OTHER_VERSION: "The device speaks version {version} of the Lab Test Interface. Ask the submitter for version {expected}.",
    Lti.OTHER_ANSWER: "The device answered {message} with a message of type {kind}. Check its software.",
    Lti.PART_MISSING: "Part {part} of the device's {message} answer is missing. Check the cable and the port.",
    Lti.ANSWER_ENDLESS: "The device's {message} answer does not end. Restart the device.",
    Lti.BYTES_LEFT: "The device sent {surplus} {surplus:byte|bytes} after its {message} answer. Check its software.",
    Lti.REQUEST_DAMAGED: 'The device received a damaged request and answered "{text}". Check the cable and the port.',
    Lti.REFUSED: 'The device refused {message} with {error}: "{text}". Correct the plan or the device.',
    Lti.NOT_OFFERED: "Stage {stage} needs units of kind {kind}; the device does not offer {message}. Choose another plan, or ask the manufacturer to add the message.",
    Lti.TOO_MANY_UNITS: "Stage {stage} asks for {requested} units in one request; the device allows {allowed}. Set batch to {allowed} or less.",
    Lti.TOO_MANY_CARDS: "Stage {stage} puts in {requested} cards; the device holds {allowed}. Choose a plan with fewer cards.",
    Lti.REQUEST_TOO_LONG: "Stage {stage} needs a request of {requested} bytes; the device takes {allowed}. Choose a plan with fewer cards or stacks, or ask the manufacturer to raise max_request.",
    Lti.ANSWER_TOO_LONG: "Stage {stage} asks for an answer of {requested} bytes; the interface allows {allowed}. Set batch to a smaller number.",
}
