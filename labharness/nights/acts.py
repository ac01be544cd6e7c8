"""Acts in the audit of a queue: one frozen model for each, as the ledger has one for each record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from labharness.database.engine import canonical
from labharness.evidence.records.body import Reasons, RecordPart
from labharness.model.results import Outcome
from labharness.nights.items import Closing, State
from labharness.reason import Reason

_KINDS: dict[str, type[ActBody]] = {}
"""Every act by its name."""


class ActBody(RecordPart):
    """Base of what the acts say."""

    WHAT: ClassVar[str]

    @classmethod
    def __pydantic_init_subclass__(cls, **_: Any) -> None:
        _KINDS[cls.WHAT] = cls


class Added(ActBody):
    """An item was added."""

    WHAT = "add"
    bench: str
    device: str


class ActRefused(ActBody):
    """Somebody tried what they may not."""

    WHAT = "refused"
    what: str


class Moved(ActBody):
    """An item got another bench, priority or place."""

    WHAT = "move"
    bench: str
    priority: int
    place: int | None = None


class Canceled(ActBody):
    """An item was withdrawn.

    Parameters
    ----------
    damaged
        What a damaged row held, as text.
    """

    WHAT = "cancel"
    state: State
    damaged: str = ""


class Taken(ActBody):
    """A bench took an item."""

    WHAT = "take"
    bench: str
    fence: int


class PutRight(ActBody):
    """A bench wrote the damaged row of an item anew, as it had taken it; ``damaged`` is what the row held, as text."""

    WHAT = "put right"
    bench: str
    damaged: str


class AskedBack(ActBody):
    """Somebody asked a bench for an item that it has taken."""

    WHAT = "ask back"
    bench: str


class Ended(ActBody):
    """An item ended; ``host`` had taken it where another computer took its bench over."""

    WHAT = "end"
    closing: Closing
    found: Outcome | None = None
    reason: Reason | None = None
    host: str = ""
    over: str = ""


class Retried(ActBody):
    """An item repeats the one before it."""

    WHAT = "retry"
    forerunner: str


class QueuedAgain(ActBody):
    """An item that was given back waits under another name."""

    WHAT = "queue again"
    forerunner: str


class WaitsFor(ActBody):
    """An item waits for another than before."""

    WHAT = "wait for"
    after: str


class BenchHeld(ActBody):
    """A worker was started."""

    WHAT = "hold"
    host: str
    fence: int
    before: str = ""
    workspace: str = ""


class TookOver(BenchHeld):
    """A worker was started that took its bench over."""

    WHAT = "take over"


class TakingOverExplained(ActBody):
    """Why a bench is taken over."""

    WHAT = "reason to take over"
    why: str


class Paused(ActBody):
    """A bench begins nothing new."""

    WHAT = "pause"


class Resumed(ActBody):
    """A bench goes on."""

    WHAT = "resume"


class DiskRefused(ActBody):
    """The disk of a worker refuses its records; the worker waits."""

    WHAT = "wait"
    why: Reasons


class DiskFreed(ActBody):
    """The disk of a worker takes its records again."""

    WHAT = "go on"
    why: Reasons = ()


class Scheduled(ActBody):
    """A schedule was added."""

    WHAT = "schedule"
    cron: str
    zone: str


class Activated(ActBody):
    """A schedule makes items."""

    WHAT = "activate"


class Deactivated(ActBody):
    """A schedule makes no more items."""

    WHAT = "deactivate"


class LossAccepted(ActBody):
    """A queue that holds less than a workspace had seen is worked on; the records from ``number`` on are lost."""

    WHAT = "loss accepted"
    number: int
    head: str
    why: str


class Damaged(ActBody):
    """What a reader says of a row that is not as its hash says, or that is no act; it is never written."""

    WHAT = "damaged"


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditLine:
    """One line of the audit of a queue.

    Parameters
    ----------
    who, account
        Id of the person, and the account of the operating system.
    target
        Id of the item, bench or schedule.
    """

    number: int
    utc: str
    who: str
    account: str
    target: str
    body: ActBody

    @property
    def what(self) -> str:
        """What was done, or refused."""
        return self.body.WHAT


def body_of(what: object, values: object) -> ActBody:
    """Return what an act of the audit says; :class:`Damaged` for what is none."""
    kind = _KINDS.get(what) if isinstance(what, str) else None
    try:
        return Damaged() if kind is None else kind.model_validate_json(canonical(values))
    except (ValueError, TypeError):
        return Damaged()


def values_of(body: ActBody) -> dict[str, Any]:
    """Return what an act says as JSON values; what is not known is left out."""
    return body.model_dump(mode="json", exclude_none=True)
