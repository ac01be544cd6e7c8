"""What the laboratory decided and what is still open."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import model_validator

from labharness.filings.entries.entry import (
    Attached,
    Clause,
    ComponentId,
    Entry,
    Grounds,
    Label,
    Line,
    Lines,
    PersonId,
    Prose,
    RunName,
    Sha256,
    Typed,
)
from labharness.games.data import Slug
from labharness.games.law_in_force import chapter_cited, named_law
from labharness.model.field import Refers
from labharness.model.reasons.entry import Entries
from labharness.model.reasons.inputs import Inputs
from labharness.reason import Reason


class Deficiency(Entry):
    """Something that has to be put right."""

    kind = "deficiency"
    opened: date
    found: Prose
    clause: Clause
    severity: Literal["integrity", "other"] = "integrity"
    runs: tuple[RunName, ...] = ()
    response: Lines = ""
    answered: date | None = None
    cure: tuple[ComponentId, ...] = ()
    retests: tuple[RunName, ...] = ()
    status: Literal["open", "closed"] = "open"
    answers: Label = ""

    @model_validator(mode="after")
    def _closes_with_an_answer(self) -> Deficiency:
        missing = [key for key in ("response", "answered") if not getattr(self, key)]
        if self.status == "closed" and missing:
            raise ValueError(*(Inputs.KEY_NEEDS(key="status = 'closed'", other=key) for key in missing))
        return self


class SecurityFinding(Entry):
    """A finding on security, or a known vulnerability that was looked up."""

    kind = "security"
    title: Line
    reference: str = ""
    component: str = ""
    assessment: Prose
    status: Literal["open", "mitigated", "not affected"]
    checked: date


class Opinion(Entry):
    """An interpretation; printed as one, apart from results."""

    kind = "opinion"
    by: PersonId
    date: date
    text: Prose


class Confirmation(Entry):
    """The authorizer's word that the wording of a clause was checked against its source.

    Of a whole chapter that is rescinded or temporary (``58 Pa. Code ch. 593``), ``source`` names the law in force.
    """

    kind = "confirmation"
    clause: Clause
    by: PersonId
    date: date
    source: Grounds
    reason: Grounds

    @property
    def names_no_law(self) -> Reason | None:
        """Why it cannot stand for the law in force; asked before it is put on record, not of what is there."""
        chapter = chapter_cited(self.clause)
        law = named_law(self.source, chapter)
        if not chapter or law.possible:
            return None
        if law.lapsed:
            return Entries.NAMES_LAPSED_LAW(clause=self.clause, chapters=law.lapsed)
        return Entries.NAMES_NO_LAW(clause=self.clause)


class PlanApproval(Entry):
    """The authorizer's approval of the plan by which runs collect."""

    kind = "plan_approval"
    plan: Annotated[Slug, Refers.PLAN]
    sha256: Sha256
    by: PersonId
    date: date


class Waiver(Entry):
    """The authorizer's word that a document of the checklist need not be there, or an examination not be made.

    Parameters
    ----------
    item
        Id of a line of the checklist or of an examination.
    source
        Where in ``files`` it is said.
    files
        What shows it.
    """

    kind = "waiver"
    item: Annotated[Slug, Refers.WAIVABLE]
    by: PersonId
    date: date
    source: Grounds
    reason: Grounds
    files: tuple[Attached, ...] = ()


class Exclusion(Entry):
    """The authorizer's word that a clause does not apply to this submission.

    Parameters
    ----------
    source
        Where in ``files`` it is said; entries from before it was asked for have none.
    files
        What shows it.
    """

    kind = "exclusion"
    clause: Clause
    by: PersonId
    date: date
    source: Annotated[str, Typed(lines=True, grounds=True)] = ""
    reason: Grounds
    files: tuple[Attached, ...] = ()


class Invalidation(Entry):
    """The authorizer's word that a run is void for an assignable cause, so that it need not stand against a pass.

    It takes nothing away that the run shows against the device; whether it is set aside is settled, not declared.

    Parameters
    ----------
    run, start
        Name of the run and SHA-256 of its start record: a name that is taken again excuses nothing.
    cause
        What happened.
    source
        Where in ``files`` the cause is said, and that it lay outside the device.
    reason
        Why rerunning does not select a favorable result.
    files
        What shows the cause, such as the record of a power supply.
    """

    kind = "invalidation"
    run: RunName
    start: Sha256
    by: PersonId
    date: date
    cause: Grounds
    source: Grounds
    reason: Grounds
    files: tuple[Attached, ...] = ()


class Explanation(Entry):
    """The authorizer's word why two runs have data in common, so that these need not stand against a pass.

    It lifts that one doubt, of these two runs, and nothing else that the runs show.

    Parameters
    ----------
    run, start
        Name of a run and SHA-256 of its start record.
    other, other_start
        The same of the run that has the same data.
    cause
        Why the data are the same.
    source
        Where in ``files`` the cause is said.
    reason
        Why the device does not repeat its data in play.
    files
        What shows the cause, such as the log of a test mode.
    """

    kind = "explanation"
    run: RunName
    start: Sha256
    other: RunName
    other_start: Sha256
    by: PersonId
    date: date
    cause: Grounds
    source: Grounds
    reason: Grounds
    files: tuple[Attached, ...] = ()

    @property
    def pair(self) -> frozenset[tuple[str, str]]:
        """The two runs, each by its name and the hash of its start record."""
        return frozenset({(self.run, self.start), (self.other, self.other_start)})

    @model_validator(mode="after")
    def _names_two(self) -> Explanation:
        if len(self.pair) < 2:
            raise ValueError(Entries.ONE_RUN(run=self.run))
        return self


class Recommendation(Entry):
    """What the Executive Director is advised to do; the report prints it only where nothing forbids it.

    Parameters
    ----------
    disposition
        Id of one of the dispositions.
    """

    kind = "recommendation"
    disposition: Annotated[Slug, Refers.DISPOSITION]
    conditions: tuple[Prose, ...] = ()
    grounds: Prose
    by: PersonId
    date: date
