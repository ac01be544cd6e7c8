"""The filing itself: who asks for what, when, and on what it builds."""

from __future__ import annotations

from datetime import date
from enum import StrEnum

from pydantic import Field, model_validator

from labharness.filings.entries.entry import Entry, Label, Line, Prose
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
    """What was filed.

    Parameters
    ----------
    id
        The submission reference in the form that names files.
    reference
        The submission reference as the Bureau writes it.
    address
        Of the submitter.
    received, complete
        When the first of it came, and when nothing was missing any more (None: something still is).
    places
        Where tests were made: the laboratory, a live floor, the submitter's site.
    games
        Ids of the games for which use is asked.
    baseline
        Number of the report on which a modification, resubmission or regression builds.
    omitted
        What is therefore not tested again.
    """

    kind = "filing"
    reference: Line
    type: SubmissionKind
    title: Line
    submitter: Line
    submitter_kind: SubmitterKind
    licence: Line
    address: str = ""
    contacts: tuple[Contact, ...] = ()
    received: date
    complete: date | None = None
    places: tuple[Line, ...] = Field(default=("the laboratory",), min_length=1)
    games: tuple[Slug, ...] = Field(min_length=1)
    distribution: tuple[Line, ...] = ()
    baseline: Label = ""
    omitted: tuple[OmittedTest, ...] = ()
    remarks: str = ""

    @model_validator(mode="after")
    def _hangs_together(self) -> Filing:
        if self.type in BUILDS_ON_ANOTHER and not self.baseline:
            raise ValueError(Inputs.KEY_NEEDS(key=f"type = '{self.type}'", other="baseline"))
        if self.omitted and self.type is SubmissionKind.PROTOTYPE:
            raise ValueError(Entries.PROTOTYPE_OMITS_TESTS())
        if self.complete is not None and self.complete < self.received:
            raise ValueError(Entries.COMPLETE_BEFORE_RECEIVED())
        return self
