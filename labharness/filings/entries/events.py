"""Events in the audit chain of a register: one frozen model for each, as the ledger has one for each record.

What was submitted: products, units, software, options; and with what it was tested.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from labharness.filings.entries.entry import (
    Attached,
    ComponentId,
    Entry,
    GameId,
    Label,
    Line,
    Lines,
    ProductId,
    Prose,
)
from labharness.games.mistakes import Data
from labharness.model.device import DeviceClass
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.register import Entries

_KINDS: dict[str, type[RegisterEvent]] = {}
"""Every event by its names."""


class RegisterEvent(BaseModel):
    """Base of what the events say; what another version adds is left to it.

    Parameters
    ----------
    workspace, bench
        Id of the workspace that wrote the event, and where that is; "" where the event does not say.
    """

    model_config = ConfigDict(strict=True, frozen=True, extra="ignore", allow_inf_nan=False)

    WHATS: ClassVar[tuple[str, ...]]

    @classmethod
    def __pydantic_init_subclass__(cls, **_: Any) -> None:
        _KINDS.update(dict.fromkeys(cls.WHATS, cls))

    workspace: str = ""
    bench: str = ""


class RunBegun(RegisterEvent):
    """A run of a submission was begun; ``start`` is the hash of its first record."""

    WHATS = ("run started",)
    run: str
    start: str


class ReportDrawn(RegisterEvent):
    """A report of a run was drawn, or that of a night, which has a number and no run."""

    WHATS = ("report built",)
    run: str = ""
    report: str = ""
    layout: str = "run"
    sha256: str = ""
    versions: Mapping[str, str] = {}
    laboratory: Mapping[str, Any] | None = None


class NumberClaimed(RegisterEvent):
    """The number of a report belongs to a workspace."""

    WHATS = ("report number claimed",)
    report: str


class SubmissionReported(RegisterEvent):
    """A report of a submission was drawn, or its rehearsal.

    Parameters
    ----------
    runs, starts, heads
        Of each run the name, and the hashes of its first and last record; the hashes are empty where the event is old.
    """

    WHATS = ("submission report built", "rehearsal built")
    report: str
    sha256: str = ""
    runs: tuple[str, ...]
    starts: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()
    outcome: str = ""
    qualifiers: tuple[str, ...] = ()
    given: str | None = None


class SignatureRecorded(RegisterEvent):
    """A report of a submission was signed, or its rehearsal."""

    WHATS = ("report signed", "rehearsal signed")
    report: str
    sha256: str = ""
    role: str = ""


class ReportAmended(RegisterEvent):
    """A signed report is to be replaced by its next revision."""

    WHATS = ("report amended",)
    report: str
    sha256: str = ""


class RunRemarked(RegisterEvent):
    """Somebody said something about a run, or one of its checks."""

    WHATS = ("run remarked",)
    run: str
    check: str = ""
    text: str = ""
    account: str = ""


class RecordsLost(RegisterEvent):
    """An authorizer goes on with a database that holds less than a workspace had seen.

    Parameters
    ----------
    role
        Role of the person by the list of the register; "" where the list was lost, so that no role could be checked.
    """

    WHATS = ("loss accepted",)
    database: str
    number: int
    head: str
    role: str = ""


def kind_of(what: str) -> type[RegisterEvent] | None:
    """Return the model of an event by its name; None for one that nothing is derived from, such as a refusal."""
    return _KINDS.get(what)


class Product(Entry):
    """A model of a device."""

    kind = "product"
    manufacturer: Line
    model: Line
    device_class: DeviceClass
    games: tuple[GameId, ...] = ()
    description: Lines = ""


class Board(Data):
    """A part of a unit with a revision of its own."""

    name: Line
    revision: Line
    serial: Label = ""


class Unit(Entry):
    """One piece that was delivered."""

    kind = "unit"
    product: ProductId
    serial: Line
    received: date
    condition: Prose
    boards: tuple[Board, ...] = ()
    use: Literal["tested", "reserve"] = "tested"
    reason: str = ""
    photographs: tuple[Attached, ...] = ()
    holds: tuple[ComponentId, ...] = ()

    @model_validator(mode="after")
    def _reserve_has_a_reason(self) -> Unit:
        if self.use == "reserve" and not self.reason:
            raise ValueError(Inputs.KEY_NEEDS(key="use = 'reserve'", other="reason"))
        return self


DIGITS = {"md5": 32, "sha1": 40, "sha224": 56, "sha256": 64, "sha384": 96, "sha512": 128}
"""Hexadecimal digits of a digest, by the letters and digits of its algorithm."""


class Component(Entry):
    """One piece of software."""

    kind = "component"
    asked = frozenset({"taken_over"})
    product: ProductId
    name: Line
    version: Line
    medium: Line
    algorithm: Line
    digest: Annotated[str, Field(pattern=r"^[0-9A-Fa-f]{4,256}$")]
    obtained: Prose
    taken_over: bool = False
    rebuilt: Literal["yes, equal", "yes, different", "no"]
    rebuilt_remark: str = ""
    submitted: bool = True

    @model_validator(mode="after")
    def _digest_is_whole(self) -> Component:
        digits = DIGITS.get("".join(sign for sign in self.algorithm.lower() if sign.isalnum()))
        if digits is not None and len(self.digest) != digits:
            raise ValueError(
                Entries.DIGEST_LENGTH(algorithm=self.algorithm, digits=digits, got=len(self.digest))
            )
        return self


class Option(Entry):
    """Something that can be configured: a mode, a switch, the number of decks, the card stock."""

    kind = "option"
    product: ProductId
    name: Line
    choices: Line
    tested: Line


class Equipment(Entry):
    """What the laboratory measured with: a reader, a camera, a computer."""

    kind = "equipment"
    planned = frozenset({"due"})
    name: Line
    identification: Line
    calibrated: date | None = None
    due: date | None = None
    remark: str = ""
