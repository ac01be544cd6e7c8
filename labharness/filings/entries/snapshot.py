"""A submission as the register holds it at one moment: what a dossier begins with."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from labharness.errors import IntegrityError
from labharness.filings.entries.authentications import Authentication
from labharness.filings.entries.entry import Entry
from labharness.filings.entries.events import RegisterEvent
from labharness.filings.entries.filing import Filing
from labharness.filings.entries.grounds import lacking
from labharness.filings.entries.items import Component, Equipment, Option, Product, Unit
from labharness.filings.entries.papers import Certification, Document, ErrorCondition, ExternalResult
from labharness.filings.entries.people import Laboratory, Person, Role
from labharness.filings.entries.review import (
    Confirmation,
    Deficiency,
    Exclusion,
    Explanation,
    Invalidation,
    Opinion,
    PlanApproval,
    Recommendation,
    SecurityFinding,
    Waiver,
)
from labharness.model.reasons.entry import Entries
from labharness.model.reasons.register import Registers
from labharness.reason import Reason

Kind = TypeVar("Kind", bound=Entry)
E = TypeVar("E", bound=RegisterEvent)

KINDS: Mapping[str, type[Entry]] = {
    each.kind: each
    for each in (
        Laboratory,
        Person,
        Filing,
        Product,
        Unit,
        Component,
        Option,
        Equipment,
        Document,
        Certification,
        ErrorCondition,
        ExternalResult,
        Deficiency,
        SecurityFinding,
        Opinion,
        Authentication,
        Confirmation,
        PlanApproval,
        Waiver,
        Exclusion,
        Invalidation,
        Explanation,
        Recommendation,
    )
}
"""Every kind of entry by its name."""

SHARED = frozenset({Laboratory.kind, Person.kind})
"""Kinds that belong to the laboratory and to no submission."""

MAY: Mapping[str, Role] = {
    Laboratory.kind: Role.ADMINISTRATOR,
    Person.kind: Role.ADMINISTRATOR,
    Confirmation.kind: Role.AUTHORIZER,
    PlanApproval.kind: Role.AUTHORIZER,
    Waiver.kind: Role.AUTHORIZER,
    Exclusion.kind: Role.AUTHORIZER,
    Invalidation.kind: Role.AUTHORIZER,
    Explanation.kind: Role.AUTHORIZER,
    Recommendation.kind: Role.AUTHORIZER,
}
"""Who alone may change entries of a kind; every other kind is for everybody on the list."""


@dataclass(frozen=True, slots=True)
class Change:
    """One record of the register's audit chain.

    Parameters
    ----------
    number
        Place in the chain, from 1.
    utc
        When, ISO 8601.
    who
        Id of the person.
    what
        ``put``, ``remove``, or the name of an event such as ``report built``.
    submission
        Id of the submission, "" for what belongs to none.
    kind, entry
        Which entry was changed, "" for an event.
    before, after
        The entry as data, None where there was or is none; an event's particulars stand in ``after``.
    previous, hash
        SHA-256 of the record before and of this one.
    account
        Account of the operating system that made the record, "" in one from before accounts were recorded.
    signature
        Detached signature of the person over the record's other fields, base64 of DER (CMS); "" where it has none.
    """

    number: int
    utc: str
    who: str
    what: str
    submission: str
    kind: str
    entry: str
    before: Mapping[str, Any] | None
    after: Mapping[str, Any] | None
    why: str
    previous: str
    hash: str
    account: str = ""
    signature: str = ""

    def event(self, kind: type[E]) -> E | None:
        """Return the record as an event of a kind, None where it is another record.

        Raises
        ------
        IntegrityError
            If its particulars are not those of such an event.
        """
        if self.what not in kind.WHATS or self.kind:
            return None
        try:
            return kind.model_validate_json(json.dumps(self.after))
        except ValueError as error:
            raise IntegrityError(Registers.EVENT_UNREADABLE(record=self.number, event=self.what)) from error


@dataclass(frozen=True)
class Submission:
    """Everything on record about one submission.

    Parameters
    ----------
    entries
        Its entries and the laboratory's people, by kind and id in the order of their first writing.
    changes
        Its part of the audit chain, oldest first.
    head
        Hash of the audit chain's last record that concerns it.
    """

    entries: tuple[Entry, ...]
    changes: tuple[Change, ...] = ()
    head: str = ""

    @property
    def filing(self) -> Filing:
        """The filing."""
        return self.of(Filing)[0]

    @property
    def id(self) -> str:
        """The submission's id."""
        return self.filing.id

    @property
    def laboratory(self) -> Laboratory | None:
        """Who issues the report, None while nobody has said."""
        return next(iter(self.of(Laboratory)), None)

    @property
    def recommendation(self) -> Recommendation | None:
        """The latest recommendation on record."""
        result = self.of(Recommendation)
        return result[-1] if result else None

    @property
    def invalidated(self) -> frozenset[tuple[str, str]]:
        """Name and hash of the start record of every run that the authorizer invalidated on grounds."""
        return frozenset((kind.run, kind.start) for kind in self.grounded(Invalidation))

    @property
    def explained(self) -> frozenset[frozenset[tuple[str, str]]]:
        """Every two runs whose equal data the authorizer explained on grounds."""
        return frozenset(kind.pair for kind in self.grounded(Explanation))

    def of(self, kind: type[Kind]) -> tuple[Kind, ...]:
        """Return the entries of one kind."""
        return tuple(entry for entry in self.entries if isinstance(entry, kind))

    def grounded(self, kind: type[Kind]) -> tuple[Kind, ...]:
        """Return the entries of one kind that rest on grounds; the others have no effect."""
        return tuple(kind for kind in self.of(kind) if not any(lacking(kind)))

    def named(self, kind: type[Kind], id_: str) -> Kind | None:
        """Return one entry, or None."""
        return next((kind for kind in self.of(kind) if kind.id == id_), None)

    def person(self, id_: str) -> str:
        """Return a person's printed name, or the id of somebody who is not on the list."""
        result = self.named(Person, id_)
        return result.name if result else id_

    def dangling(self) -> list[Reason]:
        """Return which entries name a product, unit, person or component that is not there, or a run a second time."""
        return [*_dangling(self), *_twice(self)]


def _dangling(submission: Submission) -> Iterable[Reason]:
    there = {(entry.kind, entry.id) for entry in submission.entries}
    for entry in submission.entries:
        named = [
            (kind.kind, getattr(entry, field, None)) for field, kind in (("product", Product), ("by", Person))
        ]
        if isinstance(entry, Authentication):
            named.append((Unit.kind, entry.unit))
        named += [
            (Component.kind, name) for name in (*getattr(entry, "cure", ()), *getattr(entry, "holds", ()))
        ]
        for kind, name in named:
            if name is not None and (kind, name) not in there:
                yield Entries.NOT_ON_RECORD(kind=entry.kind, entry=entry.id, missing=kind, name=name)


def _twice(submission: Submission) -> Iterable[Reason]:
    """Yield invalidations of a run that is invalidated already: each run has one cause on record."""
    named: dict[tuple[str, str], str] = {}
    for each in submission.of(Invalidation):
        before = named.setdefault((each.run, each.start), each.id)
        if before != each.id:
            yield Entries.RUN_INVALIDATED_TWICE(entry=each.id, run=each.run, before=before)
