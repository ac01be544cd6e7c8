"""Why the queue, a person's entry at the bench or a cluster refuses, and why an item was not run to its end."""

from __future__ import annotations

from enum import StrEnum

from labharness.reason import Code, Reason, note, refusal


class QueueAct(StrEnum):
    """What people do with a queue."""

    ADD = "add"
    SCHEDULE = "schedule"
    MOVE = "move"
    CANCEL = "cancel"
    PAUSE = "pause"
    RESUME = "resume"
    CHANGE_SCHEDULE = "change_schedule"
    TAKE_OVER = "take_over"


class Nights(Code, area="night"):
    """Items, benches, schedules, and what kept a night from its plan."""

    RUNS_ELSEWHERE = note(computer=str, benches=tuple[str, ...])
    NAME_TAKEN = refusal(item=str)
    NAME_LONG = refusal(longest=int)
    BENCH_INVALID = refusal(name=str)
    RUN_THERE = refusal(item=str)
    QUEUE_LOST = refusal(database=str)
    ITEM_TAKEN = refusal(item=str, bench=str)
    ITEM_OVER = refusal(item=str)
    NOT_TAKEN = refusal(item=str)
    NOT_ON_BENCH = refusal(item=str, bench=str)
    BEGUN = refusal(item=str)
    REASON_NEEDED = refusal()
    ROW_DAMAGED = refusal(item=str)
    BENCH_DAMAGED = refusal(bench=str)
    SCHEDULE_DAMAGED = refusal(schedule=str)
    ACT_DAMAGED = refusal(record=int)
    JOURNAL_UNREADABLE = refusal(file=str)
    DISK_FULL = refusal(path=str)
    ORDER_UNREADABLE = refusal(item=str, fields=tuple[str, ...])
    BENCH_ELSEWHERE = refusal(bench=str, host=str, heard=str)
    BENCH_OF_WORKSPACE = refusal(bench=str)
    BENCH_TAKEN_OVER = refusal(bench=str, host=str)
    DEVICE_LEASED = refusal(device=str, host=str, run=str, renewed=str, lease_s=float)
    NOT_PERMITTED = refusal(person=str, what=QueueAct)
    MOMENT_UNREADABLE = refusal(text=str)
    SCHEDULE_UNREADABLE = refusal(text=str)
    ZONE_UNKNOWN = refusal(zone=str)
    SCHEDULE_TAKEN = refusal(schedule=str)
    SERVICE_UNSUPPORTED = refusal(system=str)
    NOTICE_LIBRARY = refusal()
    NOTICE_ADDRESS = refusal(file=str, line=int)
    NOTICES_OPEN = refusal(file=str)
    NOTICES_UNREADABLE = refusal(file=str)

    PREDECESSOR_NOT_RUN = note(item=str)
    PREDECESSOR_NOT_PASSED = note(item=str)
    WINDOW_OVER = note(until=str)
    REFUSED = note(why=tuple[Reason, ...])
    NOT_RESUMED = note(why=tuple[Reason, ...])
    RUNNER_LEFT = note(times=int, output=str)
    VANISHED = note(run=str)
    AHEAD = note(began=str)
    QUEUE_AWAY = note(why=tuple[Reason, ...])
    QUEUE_BACK = note()
    WAITS = note(why=tuple[Reason, ...])
    GOES_ON = note()
    BENCH_WAITED = note(bench=str, since=str, why=tuple[Reason, ...])
    NO_WORKER = note(bench=str)
    BENCH_PAUSED = note(bench=str)
    BENCH_SILENT = note(bench=str, heard=str)
    HAD_NO_WORKER = note(bench=str, until=str)
    WAS_PAUSED = note(bench=str, until=str)
    WORKER_WAS_OFF = note(bench=str, since=str, until=str)
    UNREADABLE = note(why=tuple[Reason, ...])
    INTERRUPTED = note(times=int, allowed=int)
    SESSION_CLOSED = note()
    TAKEN_OVER = note(host=str)
    WITHDRAWN = note()
    GIVEN_BACK = note()
    WITHDRAWN_OPEN = note()

    CLOCK_UNSYNCHRONIZED = note()
    PERSON_NEEDED = note(stages=tuple[str, ...])
    SPACE = note(free=int, needed=int)
    TOO_LONG = note(expected_s=float, left_s=float)
    STALLED = note(silent_s=float, limit_s=float)
    MEMORY = note(bytes=int, limit=int)
    OVERDUE = note(deadline=str)
    DISK = note(free=int, limit=int)


class PromptField(StrEnum):
    """A field of a prompt that is answered in fields."""

    MANUFACTURER = "manufacturer"
    MODEL = "model"
    SERIAL = "serial number"
    HARDWARE = "hardware revision"
    SOFTWARE = "software name"
    VERSION = "software version"
    CARDS = "cards counted"
    EXPECTED = "cards expected"
    OUT = "cards unloaded"
    INSIDE = "cards inside"
    DISPLAY = "text on the display"


class BenchWork(Code, area="bench_work"):
    """Why what a person entered at the bench is no answer yet."""

    FIELD_EMPTY = refusal(field=PromptField)
    FIELD_NO_COUNT = refusal(field=PromptField, text=str)
    FIELD_SEPARATOR = refusal(field=PromptField)
    COMMENT_MISSING = refusal()
    PHOTOGRAPH_MISSING = refusal()
    NOT_THE_SET = note(entered=int, expected=int, difference=tuple[Reason, ...])


class Clusters(Code, area="cluster"):
    """A cluster of dask.distributed; ``cluster`` is its address, ``worker`` that of one of its processes."""

    EXECUTOR_UNKNOWN = refusal()
    LIBRARY = refusal()
    UNREACHABLE = refusal(cluster=str, why=str)
    NO_WORKERS = refusal(cluster=str, seconds=int)
    VERSIONS_DIFFER = refusal(worker=str, what=str, here=str, there=str)
    NOT_INSTALLED = refusal(worker=str, why=str)
    WORKERS_ENDED = refusal(cluster=str)
    SILENT = refusal(cluster=str, seconds=int)
    CONNECTION_LOST = refusal(cluster=str)
    FILE_NOT_THERE = refusal(worker=str, path=str, why=str)
    OTHER_BYTES = refusal(path=str, byte=int)
