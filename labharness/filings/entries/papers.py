"""What came with it on paper: documents, the manufacturer's certification, error list, others' results."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field, model_validator

from labharness.filings.entries.entry import Attached, Clause, Entry, Label, Line, ProductId, Prose
from labharness.games.data import Slug
from labharness.model.field import Refers
from labharness.model.reasons.inputs import Inputs


class Document(Entry):
    """An item of the checklist and whether it was received."""

    kind = "document"
    summary = "An item of the checklist, and whether it was received."
    item: Annotated[Slug, Refers.DOCUMENT_ITEM] = Field(description="Id of the item of the checklist.")
    title: Line
    status: Literal["received", "missing", "not applicable"] = Field(
        description="Status of the item; not applicable needs a reason as remark, and an item without an entry is missing."
    )
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
    summary = "The manufacturer's certification that prototype and production are identical."
    name: Line
    title: Line
    date: date
    statement: Prose
    files: tuple[Attached, ...] = ()


class ErrorCondition(Entry):
    """An error of the manufacturer's list, and what an operator is to do."""

    kind = "error"
    summary = "An error of the manufacturer's list, and the operator's action."
    product: ProductId
    code: Line
    condition: Prose
    action: Prose
    stages: tuple[Slug, ...] = Field(
        default=(),
        description="Names of the procedures and inspections of plans that cause the error; not exercised if empty.",
    )
    items: tuple[Slug, ...] = Field(
        default=(),
        description="Ids of the items of these inspections that show the error; an inspection shows none otherwise.",
    )


class ExternalResult(Entry):
    """A result of another laboratory or state that the report relies on."""

    kind = "external"
    summary = "A result of another laboratory or state on which the report relies."
    provider: Line
    authority: Line
    registration: Label = Field(
        default="", description="Registration of a private testing facility, under 58 Pa. Code ch. 469a."
    )
    subject: Line
    number: Line
    date: date
    finding: Prose
    clauses: tuple[Clause, ...] = Field(
        default=(), description="Citations that the result answers instead of a test by the laboratory."
    )
    files: tuple[Attached, ...] = ()
