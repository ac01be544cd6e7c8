"""Sentences about what needs a person now."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.attention import Attention
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Attention.ANSWER: "Run {run} waits for an answer: {asks:sentences}",
    Attention.DEVICE_LOST: "Run {run} has lost its device: {why:sentences} The run goes on when it is back.",
    Attention.PAUSED: "Run {run} is paused. Resume it.",
    Attention.RUNNER_GONE: "The runner of {run} has ended. The records are safe. Resume the run.",
    Attention.NOT_JUDGED: "Run {run} is complete and has no verdict. Resume it to evaluate the record; no device is needed.",
    Attention.SESSION_CLOSED: "Run {run} waits for its next session. Resume it.",
    Attention.UNREADABLE: "The record of {run} cannot be read: {why:sentences}",
    Attention.BENCH_SILENT: "Bench {bench} was last heard from on {heard}. Check its computer, or take the bench over.",
    Attention.BENCH_WAITS: "Bench {bench} waits for the disk: {why:sentences} It goes on by itself when there is space.",
    Attention.LEFT_OPEN: "Run {item} was begun and has no end. Decide how it continues.",
    Attention.RUN_LOST: "The folder of run {item} is missing. Find it before the run is repeated.",
    Attention.NOT_RUN: "{item} was not begun. {why:sentences}",
    Attention.QUEUE_DAMAGED: "{why:sentences}",
    Attention.QUEUE_AWAY: "The queue cannot be read: {why:sentences} Benches continue with what they have taken.",
    Attention.REGISTER_AWAY: "The register cannot be read: {why:sentences} Runs continue.",
    Attention.SIGN: "Report {report} waits for your signature as “{role}”. Read it, then sign.",
    Attention.DISK: "The drive has {free} bytes free. Free space before the next night.",
    Attention.NOT_COPIED: (
        "{runs} {runs:run waits|runs wait} for the store of evidence. {why:;}. Correct the cause, then copy with: "
        "labharness store copy."
    ),
    Attention.CLOCK: "The clock of this computer is not synchronized. Start its time service.",
}
IN_WINDOW: Mapping[Code, str] = {
    Attention.NOT_COPIED: "{runs} {runs:run waits|runs wait} for the store of evidence. {why:;}. Correct the cause, then choose Copy what waits in Settings.",
}
