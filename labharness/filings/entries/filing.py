"""The filing itself: who asks for what, when, and on what it builds."""

from __future__ import annotations

import re
from datetime import date
from enum import StrEnum

from pydantic import AliasChoices, Field, model_validator

from labharness.errors import RegisterError
from labharness.evidence.opening import DEVICE_NAME
from labharness.filings.entries.entry import Entry, GameId, Label, Line, Lines, Prose
from labharness.games.data import Data, Slug
from labharness.model.reasons.entry import Entries
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.register import Registers


class SubmissionKind(StrEnum):
    """Why something was submitted."""

    PROTOTYPE = "prototype"
    MODIFICATION = "modification"
    EMERGENCY_MODIFICATION = "emergency modification"
    ABBREVIATED = "abbreviated"
    RESUBMISSION = "resubmission"
    REGRESSION = "regression"


BUILDS_ON_ANOTHER = frozenset(
    {
        SubmissionKind.MODIFICATION,
        SubmissionKind.EMERGENCY_MODIFICATION,
        SubmissionKind.RESUBMISSION,
        SubmissionKind.REGRESSION,
    }
)
"""Kinds that name what they change or repeat."""


AT_HOME = "the laboratory"
"""The place of testing that needs no other address."""


class SubmitterKind(StrEnum):
    """As what the submitter is licensed."""

    MANUFACTURER = "manufacturer"
    SERVICE_PROVIDER = "gaming related gaming service provider"


class Contact(Data):
    """Whom to ask at the submitter's."""

    name: Line
    role: Label = ""
    email: Label = ""
    telephone: Label = ""


class OmittedTest(Data):
    """A test that an abbreviated, modified or repeated submission leaves out, and why it may."""

    test: Line
    reason: Prose


class Filing(Entry):
    """What was filed."""

    kind = "filing"
    planned = frozenset({"provisional_until"})
    id: Slug
    reference: Line
    type: SubmissionKind
    title: Line
    submitter: Line
    submitter_kind: SubmitterKind
    license: Line = Field(validation_alias=AliasChoices("license", "licence"))  # the latter in version 0.1
    address: Lines = ""
    contacts: tuple[Contact, ...] = ()
    received: date
    complete: date | None = None
    places: tuple[Line, ...] = Field(default=(AT_HOME,), min_length=1)
    games: tuple[GameId, ...] = Field(min_length=1)
    distribution: tuple[Line, ...] = ()
    baseline: Label = ""
    permitted_by: Label = ""
    permitted: date | None = None
    provisional_until: date | None = None
    omitted: tuple[OmittedTest, ...] = ()
    remarks: Lines = ""

    @model_validator(mode="after")
    def _hangs_together(self) -> Filing:
        if self.type in BUILDS_ON_ANOTHER and not self.baseline:
            raise ValueError(Inputs.KEY_NEEDS(key=f"type = '{self.type}'", other="baseline"))
        if self.omitted and self.type is SubmissionKind.PROTOTYPE:
            raise ValueError(Entries.PROTOTYPE_OMITS_TESTS())
        if self.complete is not None and self.complete < self.received:
            raise ValueError(Entries.COMPLETE_BEFORE_RECEIVED())
        return self


def id_of(reference: str) -> str:
    """Return a submission reference in the form that names files.

    Raises
    ------
    RegisterError
        If nothing of it can stand in a name.

    Examples
    --------
    >>> id_of("BGLO/2026-0117 (M)")
    'bglo-2026-0117-m'
    """
    text = re.sub(r"[^a-z0-9]+", "-", reference.lower()).strip("-")[:80].strip("-")
    if not text:
        raise RegisterError(Registers.NO_NAME(reference=reference[:60]))
    if DEVICE_NAME.fullmatch(text):
        raise RegisterError(Entries.RESERVED_NAME(id=text))
    return text
