"""Words of the fields of what was delivered, products, units and software, and of the laboratory's equipment."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.language.field_words import FieldWords as F
from labharness.language.field_words import KindWords as K

_ANYBODY = "Every person on the list may enter it."

KINDS: Mapping[str, K] = {
    "product": K("product", "products", "A model of a device.", _ANYBODY),
    "unit": K("unit", "units", "A delivered unit of a product.", _ANYBODY),
    "component": K("software component", "software components", "A software component.", _ANYBODY),
    "option": K(
        "option",
        "options",
        "A configurable option: a mode, a switch, the number of decks, the card stock.",
        _ANYBODY,
    ),
    "equipment": K(
        "equipment",
        "equipment",
        "Measuring equipment of the laboratory: a reader, a camera, a computer.",
        _ANYBODY,
    ),
}

FIELDS: Mapping[str, F] = {
    "product.manufacturer": F(
        "Manufacturer",
        "As the device reports it.",
        "Example Gaming",
        "A run belongs to the product whose name the device reports.",
    ),
    "product.model": F(
        "Model",
        "Model as the device and its label name it.",
        "S1",
        "A run counts for a unit if the device reports this model.",
    ),
    "product.device_class": F(
        "Device class",
        "What kind of device it is.",
        "continuous_shuffler",
        "It selects plans, clauses and documents.",
    ),
    "product.games": F(
        "Games",
        "Games for which the device is intended; all games of the filing if empty.",
        "pai-gow-poker-645a",
        "Each of them is to be tested on the device.",
    ),
    "product.description": F(
        "Description",
        "What the device does, in a few sentences.",
        "Shuffles six decks continuously.",
        "The report describes the items.",
    ),
    "unit.serial": F(
        "Serial number",
        "Exactly as the device reports it.",
        "0017",
        "A run counts for the unit whose serial number the device reports.",
    ),
    "unit.received": F(
        "Received", "Date on which the unit arrived.", "2026-11-03", "The report prints it with the unit."
    ),
    "unit.condition": F(
        "Condition",
        "Condition on receipt.",
        "As new, seals intact.",
        "A transport damage must not be taken for a defect.",
    ),
    "unit.boards": F(
        "Boards",
        "Parts of the unit with a revision of their own.",
        "Main board, revision C",
        "An approval is for these revisions.",
    ),
    "unit.use": F(
        "Use",
        "tested, or reserve for a unit that need not be tested.",
        "tested",
        "Every unit that is no reserve must have a run.",
    ),
    "unit.reason": F(
        "Reason for the reserve",
        "Why a reserve unit need not be tested.",
        "A spare of the same production lot.",
        "A unit without a test needs a reason that states a fact.",
    ),
    "unit.photographs": F(
        "Photographs",
        "Pictures, JPEG or PNG, which the report prints.",
        "front.jpg",
        "The report shows what was tested.",
    ),
    "unit.holds": F(
        "Software read by the laboratory",
        "Components that the laboratory read or installed, for a unit that names none itself.",
        "firmware",
        "Without it the tested version is not proven.",
    ),
    "Board.name": F("Board", "Name of the board.", "Main board", "The report lists the boards."),
    "Board.revision": F("Revision", "Revision as printed on it.", "C", "An approval is for this revision."),
    "Board.serial": F("Serial number", "Serial number of the board.", "MB-0042", "It tells boards apart."),
    "component.name": F(
        "Name",
        "Name as the device reports it.",
        "firmware",
        "A run is matched with the software that the device names.",
    ),
    "component.version": F(
        "Version",
        "Version as the device reports it.",
        "2.4.1",
        "An approval is for this version alone.",
    ),
    "component.medium": F(
        "Storage medium", "Where the software is stored.", "flash U7", "The casino checks it there."
    ),
    "component.algorithm": F(
        "Hash algorithm", "Algorithm of the hash.", "SHA-256", "It tells how the hash is checked."
    ),
    "component.digest": F(
        "Hash",
        "Hexadecimal digits of the hash.",
        "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "It identifies the software that is approved.",
    ),
    "component.obtained": F(
        "How the hash was obtained",
        "How the laboratory obtained the hash.",
        "Read from the flash with a programmer and hashed here.",
        "A hash of the laboratory's own proves more than one that the device reports.",
    ),
    "component.taken_over": F(
        "Hash taken over",
        "Yes if the hash is the one that the device reports, and the laboratory obtained none of its own.",
        "no",
        "A hash that only the device reports is an open item.",
    ),
    "component.rebuilt": F(
        "Rebuilt from source",
        "Whether a build from the submitted source is equal; no where the laboratory built none.",
        "yes, equal",
        "It shows that the source belongs to the software.",
    ),
    "component.rebuilt_remark": F(
        "Remark on the build",
        "What differed, or why none was built.",
        "The build date differs.",
        "A reader must be able to judge a difference.",
    ),
    "component.submitted": F(
        "Approval requested",
        "No for a version that was replaced.",
        "yes",
        "Only versions with yes are recommended.",
    ),
    "option.name": F(
        "Option", "Name of the option.", "Number of decks", "The report lists what is configurable."
    ),
    "option.choices": F("Choices", "What can be chosen.", "6 or 8", "Each choice may change the results."),
    "option.tested": F("Tested", "Which choices were tested.", "6", "A result is for the tested choices."),
    "equipment.name": F("Name", "What it is.", "Reading shoe", "The report names the equipment."),
    "equipment.identification": F(
        "Identification",
        "Inventory or serial number.",
        "RS-0031",
        "It tells one instrument from another.",
    ),
    "equipment.calibrated": F(
        "Calibrated",
        "Date of the last calibration or verification; empty where none applies.",
        "2026-06-01",
        "A run before it rests on an instrument that nobody had checked.",
    ),
    "equipment.due": F(
        "Calibration due",
        "Date of the next calibration.",
        "2027-06-01",
        "A run after it is an open item.",
    ),
    "equipment.remark": F(
        "Remark",
        "Why no calibration applies, or anything else.",
        "A computer: nothing is measured.",
        "The report prints it.",
    ),
}
