"""The filing itself: who asks for what, when, and on what it builds."""

from __future__ import annotations

from datetime import date
from enum import StrEnum

from pydantic import AliasChoices, Field, model_validator

from labharness.filings.entries.entry import Entry, GameId, Label, Line, Lines, Prose
from labharness.games.data import Data, Slug
from labharness.model.reasons.entry import Entries
from labharness.model.reasons.inputs import Inputs


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
    summary = "The filing: who asks for what, and when."
    planned = frozenset({"provisional_until"})
    id: Slug = Field(description="The submission reference in the form that names files.")
    reference: Line = Field(description="The submission reference as the Bureau writes it.")
    type: SubmissionKind
    title: Line
    submitter: Line
    submitter_kind: SubmitterKind
    license: Line = Field(validation_alias=AliasChoices("license", "licence"))  # the latter in version 0.1
    address: Lines = Field(default="", description="Address of the submitter.")
    contacts: tuple[Contact, ...] = ()
    received: date = Field(description="Date on which the first part arrived.")
    complete: date | None = Field(
        default=None,
        description="Date on which nothing was missing any more; leave out while something is missing.",
    )
    places: tuple[Line, ...] = Field(
        default=(AT_HOME,),
        min_length=1,
        description="Places of testing: the laboratory, a live floor, the submitter's site.",
    )
    games: tuple[GameId, ...] = Field(
        min_length=1, description="Ids of the games for which approval is requested."
    )
    distribution: tuple[Line, ...] = ()
    baseline: Label = Field(
        default="",
        description="Number of the report on which a modification, resubmission or regression builds.",
    )
    permitted_by: Label = Field(
        default="", description="Who permitted an emergency modification; no other type has it."
    )
    permitted: date | None = Field(default=None, description="Date of that permission.")
    provisional_until: date | None = Field(default=None, description="Last day of that permission.")
    omitted: tuple[OmittedTest, ...] = Field(
        default=(), description="Tests that are not repeated for that reason."
    )
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
