"""Sentences about queues, benches and nights.

Why what a person entered at the bench is no answer yet, in sentences.

Sentences about clusters of computers that count.
"""

from __future__ import annotations

from collections.abc import Mapping

from labharness.language.template import installation
from labharness.model.reasons.night import BenchWork, Clusters, Nights
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Nights.NAME_TAKEN: 'The queue already has an item "{item}". Choose another name with --run.',
    Nights.NAME_LONG: "The name of an item has at most {longest} characters. Choose a shorter one.",
    Nights.BENCH_INVALID: (
        'The name "{name}" cannot name a bench. Use letters, digits, periods, hyphens, and underscores, at most 80, and '
        "begin with a letter or digit."
    ),
    Nights.RUN_THERE: 'The workspace already has a run "{item}". Choose another name with --run.',
    Nights.QUEUE_LOST: (
        "The queue {database} is missing, but this workspace had one. Restore it with: labharness restore FOLDER. If it is "
        "lost for good, an authorizer accepts that with: labharness accept-loss queue --why REASON."
    ),
    Nights.ITEM_TAKEN: (
        'The bench "{bench}" has taken "{item}". It can no longer be moved; to end it, cancel it.'
    ),
    Nights.NOT_TAKEN: 'No bench has taken the item "{item}". Move or withdraw it instead.',
    Nights.BEGUN: 'The run of the item "{item}" was begun and belongs to its bench. Stop the run instead.',
    Nights.REASON_NEEDED: "Give the reason, for the record.",
    Nights.ITEM_OVER: 'The item "{item}" has ended or was canceled.',
    Nights.ROW_DAMAGED: (
        'The item "{item}" is damaged in the database of the queue, and is not run. Cancel it, then queue the run again.'
    ),
    Nights.BENCH_DAMAGED: (
        'The bench "{bench}" is damaged in the database of the queue, and begins nothing. Take it over with --take.'
    ),
    Nights.ACT_DAMAGED: "Record {record} of the queue's audit is damaged or missing. Restore the queue from a backup.",
    Nights.SCHEDULE_DAMAGED: (
        'The schedule "{schedule}" is damaged in the database of the queue, and makes no runs. Add it under another id.'
    ),
    Nights.ORDER_UNREADABLE: (
        'The order "{item}" was written by another version of labharness: this one cannot read {fields}. Install the same '
        "version on all benches, then queue the run again."
    ),
    Nights.JOURNAL_UNREADABLE: (
        "The journal file {file} cannot be read. Move it elsewhere: the worker reads the queue and the run folders again."
    ),
    Nights.BENCH_ELSEWHERE: (
        'The worker of the bench "{bench}" is on the computer {host} (last heard from {heard:moment}). '
        "If that computer is off, take the bench over with --take."
    ),
    Nights.BENCH_OF_WORKSPACE: (
        'The worker of the bench "{bench}" belongs to another workspace of this computer, which has the folders of its runs. '
        "Start the worker there, or take the bench over with --take."
    ),
    Nights.BENCH_TAKEN_OVER: (
        'Another worker has taken over the bench "{bench}" (computer {host}). This worker begins nothing more.'
    ),
    Nights.NOT_ON_BENCH: (
        'The worker of the bench "{bench}" does not start or resume this run "{item}". Queue the run with: labharness queue add.'
    ),
    Nights.DEVICE_LEASED: (
        'The computer {host} drives the device "{device}" (run "{run}", last heard from on {renewed:moment}). Wait until that '
        "run is over. If that computer is off, try again {lease_s:duration} after that moment."
    ),
    Nights.NOT_PERMITTED: (
        'The person "{person}" may not {what}: it requires the role engineer or administrator. Ask someone who has it.'
    ),
    Nights.MOMENT_UNREADABLE: 'Not a moment: "{text}". Write a date and time, such as 2026-11-23T18:00, or 18:00.',
    Nights.SCHEDULE_UNREADABLE: (
        'Not a schedule: "{text}". Write days and a time, such as "weeknights at 18:00", or five fields of cron.'
    ),
    Nights.ZONE_UNKNOWN: 'Unknown time zone "{zone}". Write one such as America/New_York.',
    Nights.SCHEDULE_TAKEN: 'A schedule "{schedule}" exists. Choose another id.',
    Nights.SERVICE_UNSUPPORTED: (
        "No service file for the system {system}. Start the worker at login, with: labharness worker --bench NAME."
    ),
    Nights.NOTICE_LIBRARY: f"Notices need apprise. Install it with: {installation('notices')}.",
    Nights.NOTICE_ADDRESS: "Address {line} in {file} is not valid. Write one URL a line, such as mailtos://USER:PASSWORD@HOST?to=NAME@HOST.",
    Nights.NOTICES_OPEN: "Other accounts can read {file}, which holds passwords. Close it with: chmod 600 {file}.",
    Nights.NOTICES_UNREADABLE: "{file} is not text in UTF-8. Write one URL a line, and save it as UTF-8.",
    Nights.PREDECESSOR_NOT_RUN: 'Not run, because "{item}", which comes before it, did not run to an end.',
    Nights.PREDECESSOR_NOT_PASSED: 'Not run, because "{item}", which comes before it, did not pass.',
    Nights.WINDOW_OVER: "Not run, because it could not begin before {until:moment}.",
    Nights.REFUSED: "Not run: {why:;}.",
    Nights.NOT_RESUMED: "Not resumed: {why:;}.",
    Nights.RUNNER_LEFT: (
        "Not run: the program that conducts runs stopped {times} {times:time|times} before the run began. Its output: {output}."
    ),
    Nights.RUNS_ELSEWHERE: (
        "The runs of the computer {computer} ({benches}) are in a workspace of its own and are not listed here."
    ),
    Nights.VANISHED: 'The run "{run}" was begun, and its folder is gone. Restore it from a copy.',
    Nights.AHEAD: (
        "Its first record is of {began:moment}, which is later than the clock of this computer. Set the clock, then compare "
        "the times of the run with those of the queue and the device."
    ),
    Nights.QUEUE_AWAY: "{why:sentences} The worker goes on with what it has taken.",
    Nights.QUEUE_BACK: "The queue answers again.",
    Nights.DISK_FULL: "The disk of {path} is full. Free space on it.",
    Nights.WAITS: "The worker waits for the disk: {why:sentences} It goes on by itself when there is space.",
    Nights.GOES_ON: "The disk takes the worker's records again.",
    Nights.BENCH_WAITED: 'The worker of the bench "{bench}" waits for the disk since {since:moment}: {why:sentences}',
    Nights.NO_WORKER: 'The bench "{bench}" has no worker. Start one with: labharness worker --bench {bench}.',
    Nights.BENCH_PAUSED: 'The bench "{bench}" is paused. Let it go on with: labharness queue resume {bench}.',
    Nights.BENCH_SILENT: (
        'The bench "{bench}" was last heard from on {heard:moment}. Check its computer, or take the bench over.'
    ),
    Nights.HAD_NO_WORKER: 'The bench "{bench}" had no worker until {until:moment}, the end of the night.',
    Nights.WAS_PAUSED: 'The bench "{bench}" was paused on {until:moment}, the end of the night.',
    Nights.WORKER_WAS_OFF: (
        'The worker of the bench "{bench}" left no record after {since:moment} and was started again on {until:moment}.'
    ),
    Nights.UNREADABLE: "The run cannot be read: {why:;}.",
    Nights.INTERRUPTED: (
        "Left open after {times} {times:interruption|interruptions} ({allowed} allowed by the plan). "
        "Examine the device, then resume the run or end it."
    ),
    Nights.SESSION_CLOSED: "A session was closed. Resume the run for the next session.",
    Nights.TAKEN_OVER: (
        "The bench was taken over from the computer {host}, which may have begun the run. Look for it there, then queue it anew."
    ),
    Nights.WITHDRAWN: "Canceled before the run began.",
    Nights.GIVEN_BACK: "Given back before the run began. The order waits again under a new name.",
    Nights.WITHDRAWN_OPEN: "Canceled while the run was interrupted. Resume the run or end it.",
    Nights.CLOCK_UNSYNCHRONIZED: (
        "The clock of this computer is not synchronized. Turn on time synchronization, or state that it is set by hand: in "
        "Settings, or with: labharness settings set clock_by_hand yes --why REASON."
    ),
    Nights.PERSON_NEEDED: (
        "The plan needs a person at the bench ({stages}). Add the item with --attended when somebody is there."
    ),
    Nights.SPACE: "The disk has {free:size} free, and the plan may record {needed:size}. Free disk space.",
    Nights.TOO_LONG: (
        "Earlier runs of this plan took {expected_s:duration}, and {left_s:duration} remain until the end of the window."
    ),
    Nights.STALLED: (
        "The device sent nothing for {silent_s:duration}, longer than its own pace allows ({limit_s:duration})."
    ),
    Nights.MEMORY: "The program that conducts the run used {bytes:size} of memory (limit {limit:size}).",
    Nights.OVERDUE: "The run was not over by {deadline:moment}.",
    Nights.DISK: "The disk had only {free:size} free (limit {limit:size}).",
    BenchWork.FIELD_EMPTY: "Enter the {field}. Write none if the device shows none.",
    BenchWork.FIELD_NO_COUNT: 'The {field}: "{text}" is not a number of cards. Enter digits only.',
    BenchWork.FIELD_SEPARATOR: "The {field} holds a semicolon, which separates fields in the record. Write a comma instead.",
    BenchWork.COMMENT_MISSING: "Enter a comment: the observation, or the reason.",
    BenchWork.PHOTOGRAPH_MISSING: "Choose the file with the photograph. This answer requires one.",
    BenchWork.NOT_THE_SET: "{entered} of {expected} cards entered; not the declared set: {difference:;}.",
    Clusters.EXECUTOR_UNKNOWN: "Unknown executor. Write processes, dask://HOST:PORT or dask-tls://HOST:PORT.",
    Clusters.LIBRARY: f"A cluster needs dask.distributed. Install it with: {installation('cluster')}.",
    Clusters.UNREACHABLE: "The cluster {cluster} does not answer: {why}. Start its scheduler, or correct the address.",
    Clusters.NO_WORKERS: (
        "The cluster {cluster} has had no worker for {seconds} s. Start workers with: dask worker {cluster}."
    ),
    Clusters.VERSIONS_DIFFER: (
        "The worker {worker} of the cluster has another {what} ({there}; here {here}). Install the same versions on all computers."
    ),
    Clusters.NOT_INSTALLED: "The worker {worker} of the cluster cannot run labharness: {why}. Install labharness there.",
    Clusters.WORKERS_ENDED: (
        "Several workers of the cluster {cluster} ended while they counted the same part. Check their memory, then try again."
    ),
    Clusters.SILENT: (
        "A worker of the cluster {cluster} has not answered for {seconds} s. Start its workers anew, then try again."
    ),
    Clusters.CONNECTION_LOST: "The connection to the cluster {cluster} was lost. Start it, then try again.",
    Clusters.FILE_NOT_THERE: (
        "The worker {worker} of the cluster cannot read {path}: {why}. Put the file on a drive that all computers share."
    ),
    Clusters.OTHER_BYTES: (
        "The bytes of {path} from byte {byte} on have another SHA-256 where they are counted. Give all computers the same file."
    ),
}

IN_WINDOW: Mapping[Code, str] = {
    Nights.QUEUE_LOST: (
        "The queue {database} is missing, but this workspace had one. Ask an administrator to restore it from a backup at a "
        "console."
    ),
    Nights.BENCH_DAMAGED: (
        'The bench "{bench}" is damaged in the database of the queue, and begins nothing. Choose Take over.'
    ),
    Nights.BENCH_OF_WORKSPACE: (
        'The worker of the bench "{bench}" belongs to another workspace of this computer, which has the folders of its runs. '
        "Start the worker there, or choose Take over."
    ),
    Nights.NAME_TAKEN: 'The queue already has an item "{item}". Try again.',
    Nights.RUN_THERE: 'The workspace already has a run "{item}". Try again.',
    Nights.BENCH_ELSEWHERE: 'The worker of the bench "{bench}" is on the computer {host} (last heard from {heard:moment}). If that computer is off, choose Take over.',
    Nights.NOT_ON_BENCH: 'The worker of the bench "{bench}" does not start or resume this run "{item}". Put the run into the queue first.',
    Nights.NO_WORKER: 'The bench "{bench}" has no worker. Choose Start worker here in Benches.',
    Nights.BENCH_PAUSED: 'The bench "{bench}" is paused. Choose Continue bench in Benches.',
    Nights.CLOCK_UNSYNCHRONIZED: "The clock of this computer is not synchronized. Turn on time synchronization, or state in Settings that it is set by hand.",
    Nights.PERSON_NEEDED: "The plan needs a person at the bench ({stages}). Choose “Attended” when somebody is there.",
}
