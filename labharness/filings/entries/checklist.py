"""The checklist of documents, and where a submission stands against it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Annotated, Literal

from pydantic import Field, model_validator

from labharness.filings.entries.entry import Line, Prose
from labharness.filings.entries.events import Product
from labharness.filings.entries.filing import SubmissionKind
from labharness.filings.entries.review import Certification, Document, Waiver, lacking
from labharness.filings.entries.snapshot import Submission
from labharness.games.mistakes import Data, Slug, parse, twice
from labharness.model.device import DeviceClass
from labharness.model.reasons.inputs import Noun

FILE = "documents.toml"
CERTIFICATION = "certification"
"""Item that a certification on record answers as well as a document does."""


class ChecklistItem(Data):
    """One line of the checklist.

    Parameters
    ----------
    title
        What is to be submitted, in our words.
    source
        Where the item comes from.
    wording
        Whether the source's wording was ``seen``, seen in a ``sister`` text, or is ``remembered``.
    required
        Whether its absence stands against a recommendation to approve.
    types
        Types of submission that it applies to, none for all.
    only_for, not_for
        Device classes that it applies to (none for all), and those that it does not apply to.
    """

    id: Slug
    title: Prose
    source: Line
    wording: Literal["seen", "sister", "remembered"]
    required: bool = True
    types: tuple[SubmissionKind, ...] = ()
    only_for: tuple[DeviceClass, ...] = ()
    not_for: tuple[DeviceClass, ...] = ()

    def applies(self, submission: Submission) -> bool:
        """Whether a submission has to answer it: by its type, and by any of its products."""
        if self.types and submission.filing.type not in self.types:
            return False
        classes = {product.device_class for product in submission.of(Product)}
        # What is submitted is not known yet, so nothing is excluded.
        return not classes or any(self.fits(each) for each in classes)

    def fits(self, device: DeviceClass) -> bool:
        """Whether it is asked of a device class."""
        return device not in self.not_for and (not self.only_for or device in self.only_for)


class Checklist(Data):
    """The whole checklist."""

    schema_: Literal[1] = Field(alias="schema")
    items: Annotated[tuple[ChecklistItem, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _ids_differ(self) -> Checklist:
        if wrong := twice(Noun.ITEM, (item.id for item in self.items)):
            raise ValueError(*wrong)
        return self


@dataclass(frozen=True, slots=True)
class ChecklistState:
    """What became of one item.

    Parameters
    ----------
    item
        The line of the checklist; None for a document that no line asks for.
    state
        ``received``, ``not applicable``, ``waived`` or ``missing``.
    documents
        What was written down about it.
    certifications
        Certifications on record, for the item that asks for one.
    waiver
        The authorizer's word where it is waived.
    """

    item: ChecklistItem | None
    state: Literal["received", "not applicable", "waived", "missing"]
    documents: tuple[Document, ...] = ()
    certifications: tuple[Certification, ...] = ()
    waiver: Waiver | None = None

    @property
    def id(self) -> str:
        """Id of the item."""
        return self.item.id if self.item else self.documents[0].item

    @property
    def title(self) -> str:
        """What was asked for, or the title of a document that nobody asked for."""
        return self.item.title if self.item else self.documents[0].title

    @property
    def blocks(self) -> bool:
        """Whether it stands against a recommendation to approve."""
        return self.state == "missing" and (self.item is None or self.item.required)


@cache
def read_checklist() -> Checklist:
    """Return the packaged checklist, which staff may edit; raises ``PlanError`` with one line for each mistake."""
    return parse(Checklist, resources.files("reports").joinpath(FILE).read_bytes(), FILE)


def checklist_state(submission: Submission) -> tuple[ChecklistState, ...]:
    """Return the state of every item that applies, in the order of the checklist, then other documents.

    An item that does not apply is listed where something was written down about it all the same.
    """
    items = {item.id: item for item in read_checklist().items}
    papers: dict[str, tuple[Document, ...]] = {}
    for document in submission.of(Document):
        papers[document.item] = (*papers.get(document.item, ()), document)
    waivers = {kind.item: kind for kind in submission.grounded(Waiver)}
    names = [name for name, item in items.items() if name in papers or item.applies(submission)]
    names += [name for name in papers if name not in items]
    certified = {CERTIFICATION: submission.of(Certification)}
    return tuple(
        _state(items.get(name), papers.get(name, ()), certified.get(name, ()), waivers.get(name))
        for name in names
    )


def missing(submission: Submission) -> tuple[ChecklistState, ...]:
    """Return the items that stand against a recommendation to approve."""
    return tuple(state for state in checklist_state(submission) if state.blocks)


def _state(
    item: ChecklistItem | None,
    documents: tuple[Document, ...],
    certifications: tuple[Certification, ...],
    waiver: Waiver | None,
) -> ChecklistState:
    statuses = {"missing" if any(lacking(document)) else document.status for document in documents}
    state: Literal["received", "not applicable", "waived", "missing"] = "missing"
    if certifications or statuses == {"received"}:
        state = "received"
    elif waiver:
        state = "waived"
    elif statuses and "missing" not in statuses:
        state = "received" if "received" in statuses else "not applicable"
    return ChecklistState(item, state, documents, certifications, waiver)
