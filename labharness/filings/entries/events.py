"""Events in the audit chain of a register: one frozen model for each, as the ledger has one for each record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict


class RegisterEvent(BaseModel):
    """Base of what the events say; what another version adds is left to it.

    Parameters
    ----------
    workspace, bench
        Id of the workspace that wrote the event, and where that is; "" where the event does not say.
    """

    model_config = ConfigDict(strict=True, frozen=True, extra="ignore", allow_inf_nan=False)

    WHATS: ClassVar[tuple[str, ...]]
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


_KINDS: Mapping[str, type[RegisterEvent]] = {
    what: kind
    for kind in (
        *(
            RunBegun,
            ReportDrawn,
            NumberClaimed,
            SubmissionReported,
            SignatureRecorded,
            ReportAmended,
            RunRemarked,
        ),
        RecordsLost,
    )
    for what in kind.WHATS
}


def kind_of(what: str) -> type[RegisterEvent] | None:
    """Return the model of an event by its name; None for one that nothing is derived from, such as a refusal."""
    return _KINDS.get(what)
