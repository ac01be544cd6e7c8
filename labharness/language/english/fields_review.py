"""Words of the fields of deficiencies, findings and decisions."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.language.field_words import FieldWords as F
from labharness.language.field_words import KindWords as K

_ANYBODY = "Every person on the list may enter it."
_AUTHORIZER = "The authorizer enters it, in their own name."

KINDS: Mapping[str, K] = {
    "deficiency": K("deficiency", "deficiencies", "A deficiency to be corrected.", _ANYBODY),
    "security": K(
        "security finding",
        "security findings",
        "A finding on security, or a known vulnerability that was checked.",
        _ANYBODY,
    ),
    "opinion": K(
        "opinion",
        "opinions",
        "An interpretation, which the report prints apart from results.",
        "Every person on the list may enter one, in their own name.",
    ),
    "confirmation": K(
        "confirmation",
        "confirmations",
        "The statement that the wording of a clause was checked against its source.",
        _AUTHORIZER,
    ),
    "plan_approval": K(
        "plan approval",
        "plan approvals",
        "The authorizer's approval of a test plan, made before its first run.",
        _AUTHORIZER,
    ),
    "waiver": K(
        "waiver",
        "waivers",
        "The statement that a document need not be there, or an examination not be made.",
        _AUTHORIZER,
    ),
    "exclusion": K(
        "exclusion",
        "exclusions",
        "The statement that a clause does not apply to the submission.",
        _AUTHORIZER,
    ),
    "invalidation": K(
        "invalidation",
        "invalidations",
        "The statement that a run is void for a cause outside the device.",
        _AUTHORIZER,
    ),
    "explanation": K(
        "explanation",
        "explanations",
        "The statement why two runs have the same data.",
        _AUTHORIZER,
    ),
    "recommendation": K(
        "recommendation",
        "recommendations",
        "What the laboratory recommends to the Executive Director.",
        _AUTHORIZER,
    ),
}

_FACT = "State what happened; “not needed” is no fact."
_SHOWN = "The report prints it on page one."

FIELDS: Mapping[str, F] = {
    "deficiency.opened": F("Opened", "Date on which it was found.", "2026-11-12", "The report prints it."),
    "deficiency.found": F(
        "Finding",
        "What has to be put right.",
        "The device deals after the door was opened.",
        "The letter to the submitter quotes it.",
    ),
    "deficiency.clause": F(
        "Clause", "The clause that is not met.", "58 Pa. Code § 645a.5(h)", "A deficiency cites its rule."
    ),
    "deficiency.severity": F(
        "Severity",
        "integrity if it touches the game's integrity, else other.",
        "integrity",
        "The deficiency report sorts by it.",
    ),
    "deficiency.runs": F(
        "Runs that showed it", "Runs that showed the deficiency.", "night-3", "They are the evidence."
    ),
    "deficiency.response": F(
        "Response",
        "The submitter's answer, with its date.",
        "Nov 20, 2026: corrected in 2.4.2.",
        "A deficiency closes only with an answer.",
    ),
    "deficiency.answered": F("Answered", "Date of the answer.", "2026-11-20", "The report prints it."),
    "deficiency.cure": F(
        "Cured by",
        "Software components that replace the deficient ones.",
        "firmware-2-4-2",
        "Earlier failures then count as those of replaced software.",
    ),
    "deficiency.retests": F(
        "Retests", "Runs that tested the cure.", "night-5", "A cure without a test is no cure."
    ),
    "deficiency.status": F(
        "Status",
        "closed needs a response and its date.",
        "open",
        "An open deficiency prevents a recommendation to approve.",
    ),
    "deficiency.answers": F(
        "Answers the earlier deficiency",
        "Id of the deficiency of the earlier report that a resubmission answers here.",
        "door-1",
        "A resubmission answers what was found before.",
    ),
    "security.title": F(
        "Title", "What was looked at.", "Published vulnerabilities", "The report lists the findings."
    ),
    "security.reference": F(
        "Reference",
        "Reference such as a CVE number; empty for a finding of the laboratory.",
        "CVE-2026-1234",
        "A reader finds the vulnerability by it.",
    ),
    "security.component": F(
        "Component",
        "Name or id of the component.",
        "firmware",
        "Every submitted component must have been searched for.",
    ),
    "security.assessment": F(
        "Assessment",
        "What was found, and what follows.",
        "None is known for this version.",
        "The report prints it.",
    ),
    "security.status": F(
        "Status",
        "Status of the finding; open prevents a recommendation to approve.",
        "not affected",
        "Open findings are open items.",
    ),
    "security.checked": F("Checked", "Date of the search.", "2026-11-19", "New ones appear every day."),
    "opinion.by": F("Author", "The person whose opinion it is.", "engineer-a", "An opinion has one author."),
    "opinion.text": F(
        "Opinion",
        "The interpretation, in a few sentences.",
        "The deviation lies within what card wear explains.",
        "It is printed apart from results.",
    ),
    "confirmation.clause": F(
        "Clause",
        "The complete citation as the report prints it.",
        "58 Pa. Code § 645a.5(h)",
        "Only a whole citation counts.",
    ),
    "confirmation.source": F(
        "Source",
        "Where the wording was read, or the person consulted.",
        "58 Pa. Code, current through 56 Pa.B. 6012",
        "Another person must find it there.",
    ),
    "confirmation.reason": F("Reason", _FACT, "Compared word by word with the Code.", _SHOWN),
    "plan_approval.plan": F(
        "Plan", "Id of the plan.", "pai-gow-poker-645a-starting-position", "Runs follow an approved plan."
    ),
    "plan_approval.sha256": F(
        "SHA-256",
        "SHA-256 of the plan; each report of its runs prints it.",
        "7be1c80f21aa…, 64 digits",
        "Another text under the same id is not approved.",
    ),
    "waiver.item": F(
        "Item",
        "A document of the checklist, or an examination of the laboratory.",
        "special-test-equipment",
        "It is no open item any more.",
    ),
    "waiver.source": F(
        "Place in the files",
        "Where in the files it is stated.",
        "Letter of Nov 9, page 2",
        "Another person must find it there.",
    ),
    "waiver.reason": F("Reason", _FACT, "The device has no lock, cable or door.", _SHOWN),
    "waiver.files": F(
        "Files",
        "Files that show it; drop them here.",
        "letter.pdf",
        "Without a file the waiver has no effect.",
    ),
    "exclusion.clause": F(
        "Clause",
        "The complete citation as the report prints it.",
        "58 Pa. Code § 645a.5(h)",
        "Only a whole citation counts.",
    ),
    "exclusion.source": F(
        "Place in the files",
        "Where in the files it is stated.",
        "Manual, page 14",
        "Another person must find it there.",
    ),
    "exclusion.reason": F("Reason", _FACT, "The device deals no cards face up.", _SHOWN),
    "exclusion.files": F(
        "Files",
        "Files that show it; drop them here.",
        "manual.pdf",
        "Without a file the exclusion has no effect.",
    ),
    "invalidation.run": F("Run", "The run that is void.", "night-3", "The records of this run decide."),
    "invalidation.start": F(
        "Start record",
        "SHA-256 of the run's start record; filled in with the run.",
        "the run fills it in",
        "Another run of the same name is not excused.",
    ),
    "invalidation.cause": F("Cause", "What happened.", "The mains failed at 03:12.", _SHOWN),
    "invalidation.source": F(
        "Place in the files",
        "Where the files show the cause, and that it lay outside the device.",
        "Line 41: mains lost 03:12:08, restored 03:40:51.",
        "Another person must find it there.",
    ),
    "invalidation.reason": F(
        "Why repeating is fair",
        "Why a new run does not select a favorable result.",
        "The run stopped before it showed any number.",
        _SHOWN,
    ),
    "invalidation.files": F(
        "Files",
        "Files that show the cause; drop them here.",
        "power-supply-21-november.log",
        "Without a file no run is set aside.",
    ),
    "explanation.run": F("Run", "A run whose data another run has too.", "night-3", "The report names it."),
    "explanation.start": F(
        "Start record",
        "SHA-256 of the run's start record; filled in with the run.",
        "the run fills it in",
        "Another run of the same name is not explained.",
    ),
    "explanation.other": F(
        "Other run", "The run that has the same data.", "night-4", "Only these two runs are explained."
    ),
    "explanation.other_start": F(
        "Start record of the other run",
        "SHA-256 of the other run's start record; filled in with the run.",
        "the run fills it in",
        "Another run of the same name is not explained.",
    ),
    "explanation.cause": F(
        "Cause", "Why the data are the same.", "The test mode starts the generator from seed 7.", _SHOWN
    ),
    "explanation.source": F(
        "Place in the files",
        "Where the files show the cause.",
        "Line 12: test mode on, seed 7.",
        "Another person must find it there.",
    ),
    "explanation.reason": F(
        "Why play is not affected",
        "Why the device does not repeat its data in play.",
        "The test mode needs the service key and is off in play.",
        "The report prints it.",
    ),
    "explanation.files": F(
        "Files",
        "Files that show the cause; drop them here.",
        "service-log-21-november.txt",
        "Without a file the data stay unexplained.",
    ),
    "recommendation.disposition": F(
        "Recommendation",
        "What the Executive Director is advised to do.",
        "approve",
        "Page one prints it, unless open items prevent it.",
    ),
    "recommendation.conditions": F(
        "Conditions",
        "One for each limit on the recommendation.",
        "Only with six decks.",
        "A recommendation with conditions needs them.",
    ),
    "recommendation.grounds": F(
        "Grounds",
        "Why it is recommended.",
        "Every clause that applies is met.",
        "The report prints them with the recommendation.",
    ),
}
