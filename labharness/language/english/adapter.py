"""Sentences that adapters share."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.adapter import Adapters
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Adapters.NO_UNITS: "The request asks for {units} units. Ask for one or more.",
    Adapters.OTHER_KIND: "Adapter {adapter} does not report units of kind {kind}. Correct the stage, or use an adapter or a reader that does.",
    Adapters.OTHER_SCHEME: (
        "Adapter {adapter} uses {schemes:or}, not {scheme}. Choose another adapter, or name none."
    ),
    Adapters.OTHER_CHANNEL: "Adapter {adapter} at {url} cannot serve as the {channel}. Give another URL.",
    Adapters.NO_SINGLE_FIT: (
        "Adapters that fit the {channel} URL {url}: {fitting}. Name one with --adapter, or give another URL: {known:;}."
    ),
    Adapters.NOT_A_TOKEN: "The reader sent {received}, which its protocol does not allow. Check the cable and the rate in the URL, then read the cards again.",
    Adapters.CARD_NOT_READ: "The reader did not read card {card}. Read the cards again.",
    Adapters.READER_ALARM: "The reader reported an alarm ({alarm}) at card {card}. Clear it, then read the cards again.",
    Adapters.COPIES_DIFFER: "The reader reported card {card} twice with different contents. Read the cards again.",
    Adapters.NOT_A_VERSION: "The bytes {received} are not the version that the device was asked for. Disconnect the device, connect it, and try again.",
    Adapters.NOT_HALTED: "The device sent more than {limit:size} after it was told to halt. Disconnect the device, connect it, and try again.",
    Adapters.NO_SAMPLES: "The device sent no sample in {transfers} transfers. Disconnect the device, connect it, and try again.",
    Adapters.TOO_MANY_SAMPLES: "The device sent {received} samples for {expected} clocks. Disconnect the device, connect it, and try again.",
    Adapters.NOT_IN_STEP: "The chip answered {received} to a command that it does not know. Disconnect the device, connect it, and try again.",
    Adapters.NO_STATUS: "A packet of the device has no status. Check that the adapter fits the device's model.",
    Adapters.DEVICE_ALARM: "The device reports: {alarms:;}. Repair it, then begin again.",
    Adapters.OTHER_REPLY: "The reply to control request {request} has {received} {received:byte|bytes} instead of {expected}. Check that the adapter fits the device's model.",
    Adapters.NO_CARDS_HELD: "Adapter {adapter} serves devices without cards. Remove the stages that load or count cards.",
    Adapters.NOT_TEXT: "The file is not UTF-8 text. Export it as text.",
    Adapters.NAME_MISSING: "The file has no name. Read it through watch://.",
    Adapters.FILE_TOO_LONG: "The file is larger than {limit:size}. Write one file for each reading.",
    Adapters.IN_FILE: "File {file}: {why:;}.",
    Adapters.IN_LINE: "File {file}, line {line}: {why:;}.",
    Adapters.NO_CARDS: "File {file} holds no cards. Read the deck again.",
    Adapters.DEVICE_NOT_NAMED: "File {file} does not name the device. Write manufacturer; model; serial number; hardware revision; device class.",
    Adapters.UNKNOWN_MARKS: "{number} {number:mark is|marks are} not in the card-set file: {marks:;}.",
    Adapters.NOT_A_NUMBER: 'Line {line}, column {column}: "{word}" is not a whole number from {low} to {high}. Correct it.',
    Adapters.OTHER_AMOUNT: "{entered} {entered:number was|numbers were} entered. Enter {requested} from {low} to {high}.",
    Adapters.ENTRIES_DIFFER: "The two entries first differ at place {place}: {first} and {second}. Enter them again.",
}
IN_WINDOW: Mapping[Code, str] = {
    Adapters.NO_SINGLE_FIT: "More than one adapter fits the {channel} URL {url}: {fitting}. Give another URL: {known:;}. A command can also name the adapter.",
}
