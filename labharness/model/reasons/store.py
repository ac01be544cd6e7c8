"""What the laboratory's store of evidence refuses, and what waits to be copied to it."""

from __future__ import annotations

from labharness.reason import Code, Reason, note, refusal


class Stores(Code, area="store"):
    """The shared store of evidence; ``store`` is its URL, ``file`` a path in it or in a run folder."""

    NOT_SET = refusal(file=str)
    SECRET_IN_URL = refusal(file=str)
    URL_UNSUPPORTED = refusal(file=str)
    LIBRARY = refusal()
    UNREACHABLE = refusal(store=str, why=str)
    NOT_A_STORE = refusal(store=str, file=str)
    NOT_EMPTY = refusal(store=str)
    OTHER_OBJECT = refusal(store=str, file=str)
    ARRIVED_DIFFERENT = refusal(store=str, file=str)
    MISSING = refusal(store=str, file=str)
    MANIFEST_UNREADABLE = refusal(store=str, file=str)
    NOT_ENDED = refusal(run=str)
    NOT_VERIFIED = refusal(run=str, problems=tuple[Reason, ...])
    UNKNOWN = refusal(store=str, run=str)
    AMBIGUOUS = refusal(run=str, heads=tuple[str, ...])
    RUN_DIFFERS = refusal(run=str, here=str, there=str)
    SPACE = refusal(run=str, free=int, needed=int)

    WAITING = note()
    COPY_FAILED = note(utc=str, why=tuple[Reason, ...])
