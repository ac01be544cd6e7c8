"""Sentences about runs and orders to begin one."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.run import Runs
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Runs.NAME_EMPTY: "The name of the run is empty. Give a name, or omit it.",
    Runs.NAME_INVALID: (
        'The name "{name}" cannot name a run. Use letters, digits, periods, hyphens, and underscores, and begin '
        "with a letter or digit."
    ),
    Runs.NAME_RESERVED: 'Windows reserves the name "{name}" for a device. Choose another name.',
    Runs.FOLDER_EXISTS: "{folder} already exists, and a run is never overwritten. Choose another name.",
    Runs.UNKNOWN: 'The workspace {workspace} has no run "{run}". Latest runs: {latest}.',
    Runs.OUTSIDE: "Run {run} is not in {workspace}. Name the workspace that holds it.",
    Runs.READER_NEEDED: "The run needs a reader of cards. Give one, such as watch://FOLDER.",
    Runs.MARKS_NOT_READ: (
        "No reader of the run reads marks. Give one, such as watch://FOLDER, or omit the card-set file."
    ),
    Runs.INPUT_NOT_READ: (
        "Stage {stage} reads every input order, which needs a device fed by hand. "
        "Write input = 'reset' or 'chained' in the plan."
    ),
    Runs.SAME_URL: "Device and reader have the same URL. Have another device read the cards.",
    Runs.A_FILE: '{file} is a file, not a run. Use "labharness analyze {file}", which also takes --workers and --executor.',
    Runs.AT_WORK: "A runner is at work on run {run}. Wait until the run has ended.",
    Runs.NO_RUNNER: "No runner is at work on run {run}. Continue it with: labharness resume {run}.",
    Runs.KEPT: "The run can be resumed: labharness resume {run}.",
    Runs.ENDED: "Run {run} has ended. It accepts no more commands and never changes.",
    Runs.NOT_BEGUN: "Run {run} was not begun and is no attempt. {why} Name another run.",
    Runs.PROMPT_NEEDED: "Name the prompt with --prompt. Open prompts: {open:;}.",
    Runs.UNIT_UNKNOWN: "Run {run} does not identify the unit tested. Name another run.",
    Runs.OTHER_DEVICE: (
        "The {traits} of run {run} {traits:differs|differ} from run {first}. "
        "Name runs of one unit, software, and plan."
    ),
    Runs.NOT_REPORTED: "Run {run} cannot be reported: {problem:clause}. Restore it from a copy.",
    Runs.PLAN_UNREADABLE: (
        "Run {run} cannot be reported, because its frozen plan is unreadable: {why:;}. Restore it from a copy."
    ),
    Runs.VERDICT_UNFOUNDED: (
        "The verdict of run {run} does not agree with its records: {problem:clause}. Restore the run from a copy."
    ),
    Runs.UNITS_MISSING: "Stage {stage}: {recorded} of {planned} units are on record.",
    Runs.NOT_STARTED: "Cannot start the runner: {why}. Try it from a terminal.",
    Runs.OTHER_SERIAL: (
        "The device has the serial number {serial}; the units of {submission} are {serials:or}. Connect a filed unit, or "
        "file this one."
    ),
    Runs.VERDICT_CHANGED: (
        "The verdict of run {run} differs from its record. To see why, run: labharness reverify {run}."
    ),
    Runs.UNREADABLE: (
        "Cannot read run {run}, so it is not known whether the run counts: {why:;}. Restore it from a copy."
    ),
}
IN_WINDOW: Mapping[Code, str] = {
    Runs.KEPT: "The run {run} can be resumed. Choose Resume to continue it.",
    Runs.NO_RUNNER: "No runner is at work on run {run}. Choose Resume to continue it.",
    Runs.PROMPT_NEEDED: "Choose the prompt. Open prompts: {open:;}.",
    Runs.VERDICT_CHANGED: "The verdict of run {run} differs from its record. To see why, choose Verify again in its results.",
}
