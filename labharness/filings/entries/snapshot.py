"""A submission as the register holds it at one moment: what a dossier begins with.

Authentications of software: what a unit and its dumped images gave, against the hashes of the submission.

An earlier report as a later submission builds on it: its items, open deficiencies and recommendation.

What the laboratory itself must have looked at, as staff word it in a file.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cache, cached_property
from importlib import resources
from typing import Annotated, Any, Literal, TypeVar

from pydantic import Field, model_validator

from labharness.errors import IntegrityError
from labharness.filings.entries.entry import Attached, Entry, Label, Laboratory, Line, Person, PersonId, Role
from labharness.filings.entries.events import Component, Equipment, Option, Product, RegisterEvent, Unit
from labharness.filings.entries.filing import Filing
from labharness.filings.entries.review import (
    Certification,
    Confirmation,
    Deficiency,
    Document,
    ErrorCondition,
    Exclusion,
    Explanation,
    ExternalResult,
    Invalidation,
    Opinion,
    PlanApproval,
    Recommendation,
    SecurityFinding,
    Waiver,
    lacking,
)
from labharness.games.mistakes import Data, Slug, parse
from labharness.model.device import DeviceClass
from labharness.model.field import Refers
from labharness.model.reasons.register import Entries, Registers
from labharness.model.reasons.report import Authentications
from labharness.reason import Reason

Hexadecimal = Annotated[str, Field(pattern=r"^([0-9A-Fa-f]{2})*$")]


class Comparison(StrEnum):
    """What a comparison gave; only the first authenticates a component."""

    MATCH = "match"
    MISMATCH = "mismatch"
    NOT_REPORTED = "not reported"
    """No checksum was obtained, and no image."""
    NOT_FILED = "not filed"
    """The device names a component that the submission does not list."""
    NOT_COMPARABLE = "not comparable"
    """The submission does not tell the checksum that is expected under this algorithm and seed."""
    NOT_PROVEN = "equal, not proven"
    """Equal, but the device could have stored the answer, or the algorithm is no cryptographic hash."""


class AuthenticatedComponent(Data):
    """A comparison of one component.

    Parameters
    ----------
    component
        Id of the submission's component, "" where the submission lists none.
    name
        Name and version on file, or as the device named it.
    filed
        Algorithm and hash on file, "" where there is none.
    source
        Who calculated the checksum: the device, or the laboratory from a dumped image.
    algorithm
        Of the checksums compared.
    expected, obtained
        Checksums, "" where there is none; a device's is what it sent, hexadecimal or not.
    """

    component: str = ""
    name: Line
    filed: Label = ""
    source: Literal["device", "image"]
    algorithm: Line
    expected: Label = ""
    obtained: Label = ""
    result: Comparison

    @model_validator(mode="after")
    def _result_follows(self) -> AuthenticatedComponent:
        same = bool(self.component and self.expected) and self.expected == self.obtained
        differ = bool(self.component and self.expected and self.obtained) and not same
        result = self.result
        if (result in (Comparison.MATCH, Comparison.NOT_PROVEN) and not same) or (
            result is Comparison.MISMATCH and not differ
        ):
            raise ValueError(Authentications.NO_SUCH_RESULT(component=self.name, result=result.value))
        return self


class Authentication(Entry):
    """An authentication of a unit's software; ``labharness authenticate`` writes it."""

    kind = "authentication"
    unit: Annotated[Slug, Refers.UNIT]
    by: PersonId
    date: date
    time: Line
    url: Label = ""
    protocol: Label = ""
    seed: Hexadecimal = ""
    results: Annotated[tuple[AuthenticatedComponent, ...], Field(min_length=1)]
    files: tuple[Attached, ...] = ()

    @model_validator(mode="after")
    def _a_match_of_a_device_has_a_seed(self) -> Authentication:
        for result in self.results:
            if result.source == "device" and result.result is Comparison.MATCH and not self.seed:
                raise ValueError(
                    Authentications.NO_SUCH_RESULT(component=result.name, result=result.result.value)
                )
        return self


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

    @cached_property
    def _by_kind(self) -> Mapping[type[Entry], tuple[Any, ...]]:
        kinds = dict.fromkeys(map(type, self.entries))
        return {kind: tuple(entry for entry in self.entries if type(entry) is kind) for kind in kinds}

    def of(self, kind: type[Kind]) -> tuple[Kind, ...]:
        """Return the entries of one kind."""
        return self._by_kind.get(kind, ())

    def grounded(self, kind: type[Kind]) -> tuple[Kind, ...]:
        """Return the entries of one kind that rest on grounds; the others have no effect."""
        return tuple(kind for kind in self.of(kind) if not any(lacking(kind)))

    def named(self, kind: type[Kind], id_: str) -> Kind | None:
        """Return one entry, or None."""
        return next((kind for kind in self.of(kind) if kind.id == id_), None)

    def parts_of(self, product: str) -> list[Component]:
        """Return the software of a product, replaced versions included."""
        return [component for component in self.of(Component) if component.product == product]

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


class FormerItem(Data):
    """A device model or a piece of software.

    Parameters
    ----------
    product
        Model of the device.
    name, version, digest
        Of the software; empty for the device itself.
    """

    kind: Literal["device", "software"]
    product: str
    name: str = ""
    version: str = ""
    digest: str = ""


class FormerDeficiency(Data):
    """A deficiency as the earlier report states it."""

    id: str
    finding: str
    is_open: bool


class FormerReport(Data):
    """What a later submission is compared with.

    Parameters
    ----------
    sha256
        Of the report's file.
    proven
        Whether it is signed and is the file that the register names.
    outcome
        Value of :class:`~labharness.model.results.Outcome`.
    approves
        Whether it recommends approval.
    """

    number: str
    sha256: str
    proven: bool
    outcome: str
    approves: bool
    items: tuple[FormerItem, ...]
    deficiencies: tuple[FormerDeficiency, ...] = ()


def former_items(submission: Submission) -> Iterator[FormerItem]:
    """Yield the models and the software for which a submission requests approval."""
    models = {product.id: product.model for product in submission.of(Product)}
    for model in models.values():
        yield FormerItem(kind="device", product=model)
    for component in submission.of(Component):
        if component.submitted:
            yield FormerItem(
                kind="software",
                product=models.get(component.product, component.product),
                name=component.name,
                version=component.version,
                digest=component.digest,
            )


def former_deficiencies(submission: Submission) -> Iterator[FormerDeficiency]:
    """Yield the deficiencies of a submission."""
    for deficiency in submission.of(Deficiency):
        yield FormerDeficiency(
            id=deficiency.id, finding=deficiency.found, is_open=deficiency.status == "open"
        )


FILE = "examinations.toml"


class Matter(StrEnum):
    """What is looked at; the value is the id by which it is waived."""

    ERROR_LIST = "error-list"
    ERROR_EXERCISE = "error-exercise"
    LEAK = "information-leak"
    VULNERABILITIES = "vulnerabilities"
    EQUIPMENT = "equipment"
    CALIBRATION = "calibration"
    DETECTABLE = "detectable-defects"
    BASELINE = "baseline"


class Examination(Data):
    """One line of the file.

    Parameters
    ----------
    objection
        What is said where it was not done, without the things that it is about.
    not_for
        Device classes of which it is not asked.
    """

    id: Matter
    title: Line
    objection: Line
    not_for: tuple[DeviceClass, ...] = ()


class Examinations(Data):
    """The list of what a laboratory examines beside its runs."""

    schema_: Literal[1] = Field(alias="schema")
    examinations: Annotated[tuple[Examination, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _each_once(self) -> Examinations:
        ids = [each.id for each in self.examinations]
        for matter in Matter:
            if ids.count(matter) != 1:
                times = ids.count(matter)
                raise ValueError(Entries.EXAMINATION_TIMES(examination=matter.value, times=times))
        return self


@cache
def read_examinations() -> dict[Matter, Examination]:
    """Return the packaged examinations, whose words staff may edit; raises ``PlanError`` with one line for each mistake."""
    content = resources.files("reports").joinpath(FILE).read_bytes()
    return {each.id: each for each in parse(Examinations, content, FILE).examinations}


def waiver_of(submission: Submission, matter: Matter) -> Waiver | None:
    """Return the authorizer's last word that an examination need not be, None where there is none."""
    kinds = [kind for kind in submission.grounded(Waiver) if kind.item == matter.value]
    return kinds[-1] if kinds else None
