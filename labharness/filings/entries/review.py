"""What the laboratory decided and what is still open.

What came with it on paper: documents, the manufacturer's certification, error list, others' results.

Whether what people decide rests on grounds: words that state a fact, and a file that shows it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
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
    ProductId,
    Prose,
    RunName,
    Sha256,
    Typed,
)
from labharness.filings.entries.events import Unit
from labharness.games.law_in_force import chapter_cited, named_law
from labharness.games.mistakes import Slug
from labharness.model.field import Refers
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.register import Entries
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


class Document(Entry):
    """An item of the checklist and whether it was received."""

    kind = "document"
    item: Annotated[Slug, Refers.DOCUMENT_ITEM]
    title: Line
    status: Literal["received", "missing", "not applicable"]
    received: date | None = None
    remark: str = ""
    files: tuple[Attached, ...] = ()

    @model_validator(mode="after")
    def _says_when_or_why(self) -> Document:
        if self.status == "received" and self.received is None:
            raise ValueError(Inputs.KEY_NEEDS(key="status = 'received'", other="received"))
        if self.status == "not applicable" and not self.remark:
            raise ValueError(Inputs.KEY_NEEDS(key="status = 'not applicable'", other="remark"))
        return self


class Certification(Entry):
    """The manufacturer's word that prototype and production are identical."""

    kind = "certification"
    name: Line
    title: Line
    date: date
    statement: Prose
    files: tuple[Attached, ...] = ()


class ErrorCondition(Entry):
    """An error of the manufacturer's list, and what an operator is to do."""

    kind = "error"
    product: ProductId
    code: Line
    condition: Prose
    action: Prose
    stages: tuple[Slug, ...] = ()
    items: tuple[Slug, ...] = ()


class ExternalResult(Entry):
    """A result of another laboratory or state that the report relies on."""

    kind = "external"
    provider: Line
    authority: Line
    registration: Label = ""
    subject: Line
    number: Line
    date: date
    finding: Prose
    clauses: tuple[Clause, ...] = ()
    files: tuple[Attached, ...] = ()


Lifting = Waiver | Exclusion | Invalidation | Explanation
"""What lifts something that would otherwise stand against an approval: a file has to show why."""

_WORD = re.compile(r"[^\W\d_]+")
_EMPTY = frozenset(
    _WORD.findall(
        "a again already an and any anything applicable are as asked at be because been before by can case "
        "cause caused choice choose chose chosen could decide decided decision did do does done engineer "
        "enough for from had has have he her here him his i in is it its just me my na necessary need needed "
        "needs nil no nobody none not nothing of off ok okay on one operator or our own person please purpose "
        "reason reasons request requested run runs said see she should so stop stopped stopping stops such "
        "test tested tests that the their them then there they this to unknown us void waive waived wanted "
        "was we well were what when which who why will wish with without would yes you"
    )
)
"""Words that state no fact by themselves: a reason made of them alone is none."""


def states_nothing(text: str) -> bool:
    """Whether a text names no fact that anybody could look for.

    Examples
    --------
    >>> [states_nothing(one) for one in ("none", "By choice.", "The operator stopped it", "n/a", "–")]
    [True, True, True, True, True]
    >>> states_nothing("The operator stopped it: the fire alarm went off.")
    False
    """
    return all(len(word) < 2 or word in _EMPTY for word in _WORD.findall(text.casefold()))


def lacking(entry: Entry) -> Iterator[Reason]:
    """Yield what an entry lacks to be a decision on grounds."""
    for name, field in type(entry).model_fields.items():
        grounds = any(isinstance(mark, Typed) and mark.grounds for mark in field.metadata)
        if grounds and states_nothing(str(getattr(entry, name))):
            yield Entries.STATES_NO_FACT(key=name)
    if isinstance(entry, Document) and entry.status == "not applicable" and states_nothing(entry.remark):
        yield Entries.STATES_NO_FACT(key="remark")
    if isinstance(entry, Unit) and entry.use == "reserve" and states_nothing(entry.reason):
        yield Entries.STATES_NO_FACT(key="reason")
    if isinstance(entry, Lifting) and not any(file.size for file in entry.files):
        yield Entries.NO_FILE()
