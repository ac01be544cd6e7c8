"""Record types of the ledger and the base of their bodies."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, ClassVar, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter

from labharness.reason import Reason, read_reason

SCHEMA = 1

Sha256 = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
Count = Annotated[int, Field(ge=0)]
Reasons = tuple[Annotated[Reason, BeforeValidator(read_reason)], ...]
"""Why something is as it is."""


class RecordType(StrEnum):
    """Kinds of ledger lines; each has one body."""

    START = "start"
    SESSION_OPENED = "session_opened"
    SESSION_CLOSED = "session_closed"
    BROKEN_OFF = "broken_off"
    RESUMED = "resumed"
    RECOVERED = "recovered"
    STAGE_STARTED = "stage_started"
    STAGE_FINISHED = "stage_finished"
    CONNECTED = "connected"
    DISCONNECTED = "disconnected"
    EXCHANGE = "exchange"
    OBSERVED = "observed"
    READ = "read"
    PROMPT = "prompt"
    ANSWER = "answer"
    COMMAND = "command"
    REJECTED = "rejected"
    ALARM = "alarm"
    FINDING = "finding"
    DEVIATION = "deviation"
    PROGRESS = "progress"
    SAFE_STATE = "safe_state"
    MONITOR_CROSSED = "monitor_crossed"
    CONDUCTED = "conducted"
    FIRST_UNITS = "first_units"
    RESULT = "result"
    VERDICT = "verdict"
    END = "end"


class RecordPart(BaseModel):
    """Base of every object in a record: exact types, no unknown field, no change, no NaN."""

    model_config = ConfigDict(
        strict=True,
        frozen=True,
        extra="forbid",
        allow_inf_nan=False,
        ser_json_inf_nan="constants",  # the encoder refuses them; the default would write null
        revalidate_instances="always",  # what is written must be what can be read
    )


Value = TypeVar("Value")


def dump(value: Any) -> Any:
    """Return a frozen dataclass of the model as plain JSON values."""
    return _adapter(type(value)).dump_python(value, mode="json")


def load(kind: type[Value], data: Any) -> Value:
    """Rebuild what :func:`dump` wrote; raises ``ValueError`` where it does not fit."""
    value: Value = _adapter(kind).validate_python(data)
    return value


_ADAPTERS: dict[Any, TypeAdapter[Any]] = {}


def _adapter(kind: Any) -> TypeAdapter[Any]:
    """Return what knows a type; to build it takes a millisecond, to use it microseconds."""
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]


class Body(RecordPart):
    """Base of the bodies."""

    TYPE: ClassVar[RecordType]
