"""What came with it on paper: documents, the manufacturer's certification, error list, others' results."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import model_validator

from labharness.filings.entries.entry import Attached, Clause, Entry, Label, Line, ProductId, Prose
from labharness.games.data import Slug
from labharness.model.field import Refers
from labharness.model.reasons.inputs import Inputs


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
