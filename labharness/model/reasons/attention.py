"""What needs a person now."""

from __future__ import annotations

from labharness.reason import Code, Reason, note


class Attention(Code, area="attention"):
    """Matters that stay until their cause is gone."""

    ANSWER = note(run=str, asks=tuple[Reason, ...])
    PAUSED = note(run=str)
    DEVICE_LOST = note(run=str, why=tuple[Reason, ...])
    RUNNER_GONE = note(run=str)
    NOT_JUDGED = note(run=str)
    SESSION_CLOSED = note(run=str)
    UNREADABLE = note(run=str, why=tuple[Reason, ...])
    BENCH_SILENT = note(bench=str, heard=str)
    BENCH_WAITS = note(bench=str, why=tuple[Reason, ...])
    LEFT_OPEN = note(item=str)
    RUN_LOST = note(item=str)
    NOT_RUN = note(item=str, why=tuple[Reason, ...])
    QUEUE_AWAY = note(why=tuple[Reason, ...])
    QUEUE_DAMAGED = note(why=tuple[Reason, ...])
    REGISTER_AWAY = note(why=tuple[Reason, ...])
    SIGN = note(report=str, role=str)
    DISK = note(free=int)
    NOT_COPIED = note(runs=int, why=tuple[Reason, ...])
    CLOCK = note()
