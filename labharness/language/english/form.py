"""Sentences of forms: what a field lacks, who may act, and what a draft meets on its way to the register."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.form import Forms
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Forms.NEEDED: "This is needed. Enter it.",
    Forms.NEEDED_WITH: "This is needed with {key}. Enter it, or choose otherwise.",
    Forms.NAME_TAKEN: 'Another {kind} has the id "{entry}". Choose another id.',
    Forms.NO_REASON: "A reason is needed. Say why this is changed.",
    Forms.NOTHING_CHANGED: "Nothing was changed. There is nothing to save.",
    Forms.CHANGED_ELSEWHERE: (
        "Changed elsewhere since you began: {entries}. Compare both versions; nothing was overwritten."
    ),
    Forms.FIELD_CHANGED_ELSEWHERE: "Changed elsewhere since you began: {value}. Saving replaces that.",
    Forms.DRAFT_UNREADABLE: "The draft {file} cannot be read. It is left as it is; move it away to begin anew.",
    Forms.TAKEN_REFERENCE: 'A submission "{submission}" is on record already. Open it, or correct the reference.',
    Forms.ACTOR_UNKNOWN: (
        'Your login "{login}" is not on the list of people. Choose who acts, or ask an administrator to enter you.'
    ),
    Forms.ROLE_ACTS: "This needs the role {role}. {people:or} can do it.",
    Forms.NOBODY_ACTS: "This needs the role {role}, which no active person has. Ask an administrator.",
    Forms.OWNER_ACTS: "This is a statement of {person}. Only {person} may change or withdraw it.",
    Forms.MEASURED: "This is a measured result. Authenticate the unit again instead of changing it.",
    Forms.WORDING_SETTLED: "Its wording is not waiting for a confirmation.",
    Forms.CLAUSE_TESTED: "Only a clause that is NOT TESTED is excluded.",
    Forms.TAKES_EFFECT: "With a file that shows the cause, the run {run} is set aside.",
    Forms.TAKES_NO_EFFECT: "The run {run} counts all the same. {why}",
    Forms.SERIAL_LISTED: 'A unit with the serial number "{serial}" is listed already. Leave it out.',
    Forms.NO_IDENTITY: "The device at {link} does not tell who it is. Enter model and serial number by hand.",
}
