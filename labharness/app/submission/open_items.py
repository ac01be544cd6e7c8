"""Where an open item is closed: the part of the submission's page, the row there, and the field.

Units of a product from a list of serial numbers, and from what a device says of itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from labharness.errors import DeviceError
from labharness.filings.entries.checklist import checklist_state
from labharness.filings.entries.entry import Entry
from labharness.filings.entries.events import Component, Equipment, Option, Product, Unit
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
)
from labharness.filings.entries.snapshot import Authentication, Matter, Submission, read_examinations
from labharness.model.device import DeviceIdentity, SoftwareComponent
from labharness.model.reasons.conclusion import Conclusions
from labharness.model.reasons.evidence import EqualData
from labharness.model.reasons.register import Entries, Forms, Invalidations
from labharness.reason import Code, Reason

if TYPE_CHECKING:
    from labharness.assessment.conclusion import Case


class SubmissionPart(StrEnum):
    """A part of a submission's page; the value is its name in addresses."""

    OVERVIEW = "overview"
    ITEMS = "items"
    DOCUMENTS = "documents"
    RUNS = "runs"
    CLAUSES = "clauses"
    DEFICIENCIES = "deficiencies"
    DECISIONS = "decisions"
    REPORTS = "reports"
    HISTORY = "history"


_KINDS_ON: Mapping[SubmissionPart, tuple[type[Entry], ...]] = {
    SubmissionPart.OVERVIEW: (Filing,),
    SubmissionPart.ITEMS: (Product, Unit, Component, Option, Equipment, ErrorCondition, Authentication),
    SubmissionPart.DOCUMENTS: (Document, Certification, ExternalResult),
    SubmissionPart.DEFICIENCIES: (Deficiency, SecurityFinding),
    SubmissionPart.DECISIONS: (
        *(Confirmation, PlanApproval, Waiver, Exclusion, Invalidation, Explanation, Recommendation, Opinion),
    ),
}
PART_OF = {each.kind: part for part, kinds in _KINDS_ON.items() for each in kinds}
"""Part of the page on which entries of a kind stand."""


@dataclass(frozen=True, slots=True)
class OpenItemPlace:
    """Where an open item is closed.

    Parameters
    ----------
    row
        Item of the checklist, clause, run, or ``KIND/ID`` of an entry; ``KIND/`` for an entry that is still to be made.
    field
        Field of the entry's form, "" for none.
    """

    part: SubmissionPart
    row: str = ""
    field: str = ""


@dataclass(frozen=True, slots=True)
class OpenItem:
    """One thing that prevents a recommendation to approve.

    Parameters
    ----------
    sentence
        What it is.
    bars_pass
        Whether it stands against PASS as well.
    """

    sentence: str
    bars_pass: bool
    place: OpenItemPlace


def open_items(case: Case) -> tuple[OpenItem, ...]:
    """Return everything that prevents a recommendation to approve, each with the place that closes it."""
    conclusion = case.conclusion
    reasons = frozenset(conclusion.reasons)
    return tuple(
        OpenItem(case.say(objection), objection in reasons, place_of(objection, case.submission))
        for objection in conclusion.objections
    )


def place_of(reason: Reason, submission: Submission) -> OpenItemPlace:
    """Return where an open item is closed; what nobody closes by an entry leads to the runs."""
    member = reason.member
    result = _PLACES.get(member.code) if member is not None else None
    if result is not None:
        return result(reason, submission)
    named = dict(reason.parameters)
    for name in ("run", "runs"):
        value = named.get(name)
        if value:
            return OpenItemPlace(SubmissionPart.RUNS, str(value[0] if isinstance(value, tuple) else value))
    area = reason.code.partition(".")[0]
    return OpenItemPlace(*_AREAS.get(area, (SubmissionPart.RUNS, "", "")))


_AREAS: Mapping[str, tuple[SubmissionPart, str, str]] = {
    "authentication": (SubmissionPart.ITEMS, f"{Authentication.kind}/", ""),
    "baseline": (SubmissionPart.OVERVIEW, "", "baseline"),
    "register": (SubmissionPart.HISTORY, "", ""),
}


def _filing(field: str) -> Callable[[Reason, Submission], OpenItemPlace]:
    return lambda _, result: OpenItemPlace(SubmissionPart.OVERVIEW, f"{Filing.kind}/{result.id}", field)


def _clause(reason: Reason, _: Submission) -> OpenItemPlace:
    return OpenItemPlace(SubmissionPart.CLAUSES, str(reason["clause"]))


def _document(reason: Reason, submission: Submission) -> OpenItemPlace:
    title = str(reason["title"])
    item = next((state.id for state in checklist_state(submission) if state.title == title), "")
    return OpenItemPlace(SubmissionPart.DOCUMENTS, item, "files")


def _entry(kind: str, name: str, field: str) -> Callable[[Reason, Submission], OpenItemPlace]:
    return lambda reason, _: OpenItemPlace(PART_OF[kind], f"{kind}/{reason[name]}", field)


def _new(kind: str, field: str) -> Callable[[Reason, Submission], OpenItemPlace]:
    return lambda *_: OpenItemPlace(PART_OF[kind], f"{kind}/", field)


def _component(field: str) -> Callable[[Reason, Submission], OpenItemPlace]:
    def place(reason: Reason, submission: Submission) -> OpenItemPlace:
        named = reason["component"], reason["version"]
        id_ = next((each.id for each in submission.of(Component) if (each.name, each.version) == named), "")
        return OpenItemPlace(SubmissionPart.ITEMS, f"{Component.kind}/{id_}", field)

    return place


def _unit(reason: Reason, submission: Submission) -> OpenItemPlace:
    serial = reason["serial"]
    id_ = next((unit.id for unit in submission.of(Unit) if unit.serial == serial), "")
    return OpenItemPlace(SubmissionPart.ITEMS, f"{Unit.kind}/{id_}", "use" if id_ else "serial")


def _game(reason: Reason, submission: Submission) -> OpenItemPlace:
    product = reason["product"]
    named = next((each.id for each in submission.of(Product) if product in (each.id, each.model)), "")
    return OpenItemPlace(SubmissionPart.ITEMS, f"{Product.kind}/{named}", "games")


def _named_entry(reason: Reason, _: Submission) -> OpenItemPlace:
    kind, entry = str(reason["kind"]), str(reason["entry"])
    if not reason.is_a(Entries.NOT_ON_RECORD):
        return OpenItemPlace(PART_OF.get(kind, SubmissionPart.OVERVIEW), f"{kind}/{entry}", "files")
    field = {"person": "by", "component": "holds"}.get(str(reason["missing"]), str(reason["missing"]))
    return OpenItemPlace(PART_OF.get(kind, SubmissionPart.OVERVIEW), f"{kind}/{entry}", field)


def _recommendation(_: Reason, submission: Submission) -> OpenItemPlace:
    last = submission.recommendation.id if submission.recommendation else ""
    return OpenItemPlace(SubmissionPart.DECISIONS, f"{Recommendation.kind}/{last}", "grounds")


def _examination(reason: Reason, _: Submission) -> OpenItemPlace:
    text = reason["objection"]
    matter = next((each.id for each in read_examinations().values() if each.objection == text), None)
    nowhere = OpenItemPlace(SubmissionPart.RUNS)
    return nowhere if matter is None else _MATTERS.get(matter, nowhere)


_MATTERS: Mapping[Matter, OpenItemPlace] = {
    Matter.EQUIPMENT: OpenItemPlace(SubmissionPart.ITEMS, f"{Equipment.kind}/", "name"),
    Matter.CALIBRATION: OpenItemPlace(SubmissionPart.ITEMS, f"{Equipment.kind}/", "due"),
    Matter.ERROR_LIST: OpenItemPlace(SubmissionPart.ITEMS, f"{ErrorCondition.kind}/", "code"),
    Matter.ERROR_EXERCISE: OpenItemPlace(SubmissionPart.ITEMS, f"{ErrorCondition.kind}/", "stages"),
    Matter.VULNERABILITIES: OpenItemPlace(
        SubmissionPart.DEFICIENCIES, f"{SecurityFinding.kind}/", "component"
    ),
    Matter.BASELINE: OpenItemPlace(SubmissionPart.OVERVIEW, "", "baseline"),
}

_PLACED_BY: Sequence[tuple[Callable[[Reason, Submission], OpenItemPlace], tuple[Code, ...]]] = (
    (_document, (Conclusions.DOCUMENT_MISSING,)),
    (_filing("complete"), (Conclusions.INCOMPLETE,)),
    (_clause, (Conclusions.CLAUSE_NOT_TESTED, Conclusions.CLAUSE_INCONCLUSIVE, Conclusions.CLAUSE_NOT_MET)),
    (_clause, (Conclusions.CRITERION_NOT_MET, Conclusions.WORDING_UNCONFIRMED)),
    (_new(Confirmation.kind, "source"), (Conclusions.LAW_NOT_NAMED,)),
    (_entry(Deficiency.kind, "deficiency", "response"), (Conclusions.DEFICIENCY_OPEN,)),
    (_entry(Deficiency.kind, "deficiency", "runs"), (Conclusions.RUN_NOT_COVERED,)),
    (_entry(SecurityFinding.kind, "finding", "status"), (Conclusions.SECURITY_OPEN,)),
    (_component("taken_over"), (Conclusions.HASH_UNVERIFIED,)),
    (_component("rebuilt"), (Conclusions.REBUILD_DIFFERS,)),
    (_component("submitted"), (Conclusions.VERSION_UNTESTED, Conclusions.VERSION_REPLACED)),
    (_component("name"), (Conclusions.COMPONENT_UNNAMED, Conclusions.COMPONENT_REPLACED)),
    (_unit, (Conclusions.UNIT_UNTESTED, Conclusions.UNIT_REPLACED, Conclusions.UNIT_UNKNOWN)),
    (_game, (Conclusions.GAME_UNTESTED, Conclusions.GAME_REPLACED)),
    (_examination, (Conclusions.NOT_EXAMINED, Conclusions.NOT_EXAMINED_OF)),
    (_named_entry, (Conclusions.WITHOUT_EFFECT, Entries.NOT_ON_RECORD)),
    (_recommendation, (Conclusions.OUTDATED, Conclusions.NO_DATE)),
    (_entry(Invalidation.kind, "invalidation", "run"), (Invalidations.NO_SUCH_RUN,)),
    (_entry(Invalidation.kind, "invalidation", "cause"), (Invalidations.RUN_COUNTS,)),
    (_entry(Invalidation.kind, "invalidation", "by"), (Invalidations.BY_PARTICIPANT,)),
    (_entry(Explanation.kind, "explanation", "other"), (EqualData.NOT_EQUAL,)),
    (_entry(Explanation.kind, "explanation", "by"), (EqualData.BY_PARTICIPANT,)),
    (_new(Explanation.kind, ""), (EqualData.ELSEWHERE,)),
)
_PLACES = {code.code: place for place, codes in _PLACED_BY for code in codes}


MOST = 500
IDENTIFY_S = 10.0


@dataclass(frozen=True, slots=True)
class PastedUnits:
    """Serial numbers of new units, and what was left out."""

    serials: tuple[str, ...]
    refused: tuple[Reason, ...] = ()


def pasted_units(text: str, known: Iterable[str] = ()) -> PastedUnits:
    r"""Read serial numbers, one a line or divided by commas, semicolons or tabs.

    Examples
    --------
    >>> pasted_units("0017, 0018\n0019\t\n0017").serials
    ('0017', '0018', '0019')
    """
    taken, result, refused = set(known), dict[str, None](), list[Reason]()
    for part in re.split(r"[\n\r,;\t]+", text):
        serial = part.strip()
        if serial in taken:
            refused.append(Forms.SERIAL_LISTED(serial=serial[:80]))
        elif serial and len(result) < MOST:
            result[serial] = None
    return PastedUnits(tuple(result), tuple(refused))


def slug_of(text: str, stem: str = "") -> str:
    """Return a name for an id made of a text, the stem alone where nothing of the text can stand in one.

    Examples
    --------
    >>> slug_of("SIM rng/4614", "unit")
    'unit-sim-rng-4614'
    """
    result = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
    return "-".join(part for part in (stem, result) if part)[:80].strip("-")


@dataclass(frozen=True, slots=True)
class AskedDevice:
    """What a device said of itself."""

    identity: DeviceIdentity
    software: tuple[SoftwareComponent, ...]


def ask_device(workspace: Path, url: str) -> AskedDevice:
    """Ask a device who it is and what software it runs; nothing of it is recorded.

    Raises
    ------
    InputError
        If no adapter fits its URL.
    DeviceError
        If it does not answer, or does not tell who it is.
    QueueError
        If another computer drives it.
    """
    from labharness.app.devices.device_lease import leased
    from labharness.app.devices.preflight import linked
    from labharness.app.plug_ins.discovery import discover
    from labharness.app.workspace.workspace import Workspace
    from labharness.devices.opening import open_transport
    from labharness.devices.tap import Limits
    from labharness.runner.channel import choose_adapter

    catalog = discover(workspace)
    adapter = choose_adapter(catalog, url, reader=False)
    transport, limits = open_transport(url), Limits(IDENTIFY_S, IDENTIFY_S)
    with (
        leased(Workspace(workspace), (url,), interrupts=False) as lease,
        linked(transport, limits, lease.look) as link,
    ):
        device = catalog.adapters[adapter](link)
        result = AskedDevice(device.identify(), tuple(device.software()))
    if not (result.identity.model or result.identity.serial):
        raise DeviceError(Forms.NO_IDENTITY(link=url))
    return result
