"""Words of the fields of the filing, the laboratory and its people, and of fields that all entries share."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.language.field_words import FieldWords as F
from labharness.language.field_words import KindWords as K

_ANYBODY = "Every person on the list may enter it."
_ADMINISTRATOR = "An administrator enters it."

KINDS: Mapping[str, K] = {
    "laboratory": K("laboratory", "laboratory", "The laboratory that issues the reports.", _ADMINISTRATOR),
    "person": K("person", "people", "A person of the laboratory.", _ADMINISTRATOR),
    "filing": K("filing", "filing", "The filing: who asks for what, and when.", _ANYBODY),
}

FIELDS: Mapping[str, F] = {
    "*.id": F(
        "Id",
        "A short name of the entry: lowercase letters, digits and hyphens.",
        "unit-1",
        "Other entries, reports and addresses name it by this.",
    ),
    "*.by": F(
        "Decided by",
        "The person whose statement it is.",
        "authorizer-c",
        "Only this person may change or withdraw it.",
    ),
    "*.date": F(
        "Date", "The day of the statement.", "2026-11-23", "The report prints it with the statement."
    ),
    "*.files": F(
        "Files",
        "Files that show it.",
        "letter-2026-11-03.pdf",
        "The register keeps each under its SHA-256, and the report names it.",
    ),
    "*.product": F(
        "Product", "The product that it belongs to.", "shuffler", "Results are told apart by product."
    ),
    "laboratory.id": F("Id", "Always: laboratory.", "laboratory", "There is one laboratory in a register."),
    "laboratory.name": F(
        "Name",
        "The name that reports print.",
        "Bureau of Gaming Laboratory Operations",
        "A report names its issuer.",
    ),
    "laboratory.address": F(
        "Address",
        "The postal address, on as many lines as it needs.",
        "1001 Hector Street, Conshohocken",
        "A report names its issuer.",
    ),
    "laboratory.addressee": F(
        "Addressee",
        "To whom the reports go.",
        "Executive Director, Pennsylvania Gaming Control Board",
        "Page one addresses the recommendation.",
    ),
    "laboratory.signed_decisions": F(
        "Signed decisions",
        "Whether decisions and changes of people need the key of the person.",
        "yes",
        "A signature shows who decided; a name alone is what somebody typed.",
    ),
    "person.id": F(
        "Id",
        "A short name, best the login name of the person.",
        "engineer-a",
        "A login of that name acts as this person.",
    ),
    "person.name": F(
        "Name",
        "The name as reports print it.",
        "A. Engineer",
        "It must be the name in the certificate of the person's key.",
    ),
    "person.title": F(
        "Function", "The function as reports print it.", "Senior engineer", "Reports print it below the name."
    ),
    "person.roles": F("Roles", "What the person may do.", "engineer", "Each act requires a role."),
    "person.active": F(
        "Active",
        "No once the person has left; what was done before stays theirs.",
        "yes",
        "Only active people may act.",
    ),
    "filing.id": F(
        "Id",
        "The submission reference in the form that names files.",
        "bglo-2026-0117",
        "Folders, reports and addresses are named after it; it never changes.",
    ),
    "filing.reference": F(
        "Reference",
        "The submission reference as the Bureau writes it.",
        "BGLO/2026-0117",
        "Reports and letters name the submission by it.",
    ),
    "filing.type": F("Type", "Why it was submitted.", "prototype", "It selects what the checklist asks for."),
    "filing.title": F(
        "Title",
        "What was submitted, in a few words.",
        "Continuous shuffler S1",
        "Lists and page one show it.",
    ),
    "filing.submitter": F(
        "Submitter", "The company that submits.", "Example Gaming, Inc.", "The report names the applicant."
    ),
    "filing.submitter_kind": F(
        "Submitter's license type",
        "As what the submitter is licensed.",
        "manufacturer",
        "§ 461a.4 lets only licensed companies submit.",
    ),
    "filing.license": F(
        "License", "The number of the license.", "F-1234", "It shows that the submitter may submit."
    ),
    "filing.address": F(
        "Address",
        "Address of the submitter.",
        "1 Main Street, Reno, NV 89501",
        "The report and letters about deficiencies go there.",
    ),
    "filing.contacts": F(
        "Contacts",
        "Whom to ask at the submitter's.",
        "C. Contact, compliance",
        "Questions during tests go to a named person.",
    ),
    "filing.received": F(
        "Received", "Date on which the first part arrived.", "2026-11-03", "Time limits count from it."
    ),
    "filing.complete": F(
        "Complete",
        "Date on which nothing was missing any more; empty while something is missing.",
        "2026-11-20",
        "An incomplete submission gets no recommendation to approve.",
    ),
    "filing.places": F(
        "Places of testing",
        "The laboratory, a live floor, the submitter's site.",
        "the laboratory",
        "The report says where it was tested.",
    ),
    "filing.games": F(
        "Games",
        "Ids of the games for which approval is requested.",
        "pai-gow-poker-645a",
        "They select the clauses that apply.",
    ),
    "filing.distribution": F(
        "Distribution",
        "Who receives a copy of the report.",
        "Office of Enforcement Counsel",
        "The last page lists them.",
    ),
    "filing.baseline": F(
        "Earlier report",
        "Number of the report on which a modification, resubmission or regression builds.",
        "bglo-2025-0042-r1",
        "What was approved before is compared with what is submitted now.",
    ),
    "filing.permitted_by": F(
        "Permitted by",
        "Who permitted an emergency modification; no other type has it.",
        "Bureau of Casino Compliance",
        "An emergency modification runs on a permission.",
    ),
    "filing.permitted": F(
        "Permitted on", "Date of that permission.", "2026-11-01", "The report prints the permission."
    ),
    "filing.provisional_until": F(
        "Permitted until",
        "Last day of that permission.",
        "2026-12-31",
        "The report must be there before that day.",
    ),
    "filing.omitted": F(
        "Tests left out",
        "Tests that are not repeated, each with the reason.",
        "Card wear: the transport is unchanged",
        "A reader must see what was not repeated, and why.",
    ),
    "filing.remarks": F(
        "Remarks",
        "Anything else about the filing.",
        "Delivered in two parts.",
        "The report prints it with the filing.",
    ),
    "Contact.name": F("Name", "Name of the person.", "C. Contact", "Questions go to a named person."),
    "Contact.role": F("Function", "Function at the submitter's.", "Compliance", "It tells whom to ask what."),
    "Contact.email": F("E-mail", "E-mail address.", "c.contact@example.com", "Questions go there."),
    "Contact.telephone": F("Telephone", "Telephone number.", "+1 775 555 0100", "For urgent questions."),
    "OmittedTest.test": F(
        "Test", "The test that is left out.", "Card wear", "The report lists what was not repeated."
    ),
    "OmittedTest.reason": F(
        "Reason",
        "Why it may be left out.",
        "The transport is unchanged since the report r1.",
        "Leaving out a test needs a reason.",
    ),
}
