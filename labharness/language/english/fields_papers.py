"""Words of the fields of papers: documents, certification, error list, results of others, authentications."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.language.field_words import FieldWords as F
from labharness.language.field_words import KindWords as K

_ANYBODY = "Every person on the list may enter it."

KINDS: Mapping[str, K] = {
    "document": K(
        "document", "documents", "An item of the checklist, and whether it was received.", _ANYBODY
    ),
    "certification": K(
        "certification",
        "certifications",
        "The manufacturer's certification that prototype and production are identical.",
        _ANYBODY,
    ),
    "error": K(
        "error condition",
        "error conditions",
        "An error of the manufacturer's list, and the operator's action.",
        _ANYBODY,
    ),
    "external": K(
        "external result",
        "external results",
        "A result of another laboratory or state on which the report relies.",
        _ANYBODY,
    ),
    "authentication": K(
        "authentication",
        "authentications",
        "A measured comparison of a unit's software with the hashes on file.",
        "The program writes it after a comparison; nobody changes it.",
    ),
}

FIELDS: Mapping[str, F] = {
    "document.item": F(
        "Item of the checklist", "The item that it answers.", "cover-checklist", "It closes this item."
    ),
    "document.title": F(
        "Title", "Title of the document as received.", "Submission cover checklist", "The report lists it."
    ),
    "document.status": F(
        "Status",
        "Status of the item; not applicable needs a reason as remark, and an item without an entry is missing.",
        "received",
        "A required item that is missing prevents a recommendation to approve.",
    ),
    "document.received": F(
        "Received", "Date on which it arrived.", "2026-11-03", "It shows when the submission became complete."
    ),
    "document.remark": F(
        "Remark",
        "Why it does not apply, or anything else.",
        "The device has no door.",
        "Not applicable needs a reason that states a fact.",
    ),
    "certification.name": F(
        "Name", "Who certifies.", "E. Engineer", "§ 461a.4(a) asks for a named engineer."
    ),
    "certification.title": F(
        "Function",
        "Function at the manufacturer's.",
        "Chief engineer",
        "The chief engineer or the engineer in charge certifies.",
    ),
    "certification.date": F("Date", "Date of the certification.", "2026-11-01", "The report prints it."),
    "certification.statement": F(
        "Statement",
        "The words of the certification.",
        "Prototype and production are identical.",
        "The report quotes it.",
    ),
    "error.code": F("Code", "As the device shows it.", "E12", "An operator finds the error by its code."),
    "error.condition": F(
        "Condition", "What causes the error.", "A card is jammed.", "Tests bring this condition about."
    ),
    "error.action": F(
        "Operator's action",
        "What the operator is to do.",
        "Open the lid and remove the card.",
        "The report prints it for the casino.",
    ),
    "error.stages": F(
        "Procedures that cause it",
        "Names of the procedures and inspections of plans that cause the error; not exercised if empty.",
        "jam",
        "An error that no procedure causes was not exercised.",
    ),
    "error.items": F(
        "Inspection items that show it",
        "Ids of the items of these inspections that show the error; an inspection shows none otherwise.",
        "failure",
        "An inspection shows no error otherwise.",
    ),
    "external.provider": F(
        "Laboratory", "Who tested.", "Example Test Laboratories", "The report names whom it relies on."
    ),
    "external.authority": F(
        "Authority",
        "Who accredited or asked for it.",
        "New Jersey Division of Gaming Enforcement",
        "It shows why the result may be relied on.",
    ),
    "external.registration": F(
        "Registration",
        "Registration of a private testing facility, under 58 Pa. Code ch. 469a.",
        "TF-007",
        "Only registered facilities may be relied on.",
    ),
    "external.subject": F(
        "Subject", "What was tested.", "Electrical safety", "It says what the result covers."
    ),
    "external.number": F(
        "Number", "Number of the report.", "ETL-2026-119", "A reader finds the report by it."
    ),
    "external.date": F("Date", "Date of the report.", "2026-09-14", "A result may be too old to rely on."),
    "external.finding": F("Finding", "What was found.", "The device meets UL 22.", "The report quotes it."),
    "external.clauses": F(
        "Clauses answered",
        "Citations that the result answers instead of a test by the laboratory.",
        "58 Pa. Code § 461a.4(b)",
        "These clauses then count as relied on.",
    ),
    "authentication.unit": F("Unit", "The unit that was compared.", "unit-1", "The result is for this unit."),
    "authentication.time": F(
        "Ended", "When it ended, UTC.", "2026-11-23T14:02:11+00:00", "It orders results."
    ),
    "authentication.url": F(
        "Device",
        "URL of the device; empty where only images were compared.",
        "serial://0403:6001",
        "It says where the answer came from.",
    ),
    "authentication.protocol": F(
        "Protocol",
        "Protocol and version that the device reported.",
        "GAT 3.50",
        "It says how the device answered.",
    ),
    "authentication.seed": F(
        "Seed",
        "Random seed of this authentication; empty where the device was given none.",
        "A1B2C3D4",
        "Without a seed the device could have stored its answer.",
    ),
    "authentication.results": F(
        "Results",
        "One comparison for each component.",
        "firmware: match",
        "Each component is compared by itself.",
    ),
    "authentication.files": F(
        "Files",
        "The bytes exchanged with the device, and the result.",
        "exchange.bin",
        "They let the comparison be repeated.",
    ),
    "AuthenticatedComponent.component": F(
        "Component", "Id of the component on file.", "firmware", "It links the result."
    ),
    "AuthenticatedComponent.name": F(
        "Name", "Name and version.", "firmware 2.4.1", "As filed, or as the device named it."
    ),
    "AuthenticatedComponent.filed": F(
        "Hash on file", "Algorithm and hash on file.", "SHA-256 9f86d081…", "What was expected."
    ),
    "AuthenticatedComponent.source": F(
        "Calculated by", "Device or image.", "device", "An image proves more."
    ),
    "AuthenticatedComponent.algorithm": F(
        "Algorithm", "Of the checksums compared.", "SHA-256", "It must be a cryptographic hash."
    ),
    "AuthenticatedComponent.expected": F("Expected", "Checksum expected.", "9f86d081", "What a match needs."),
    "AuthenticatedComponent.obtained": F("Obtained", "Checksum obtained.", "9f86d081", "What was found."),
    "AuthenticatedComponent.result": F(
        "Result", "What the comparison gave.", "match", "Only a match authenticates."
    ),
}
