"""Sentences about runs and orders to begin one.

What the course of a run says of the evidence, in sentences.

Sentences about sizes of deviations.

What a deficiency lacks to excuse a failure of replaced software, in sentences.

What all attempts on one device come to, in sentences.

What a stage, a trial or a count showed, in sentences.
"""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.run import Attempts, Course, Curing, Effects, Runs, Shown
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
    Course.ENDED_EARLY: "The run ended before it was complete: {ending}.",
    Course.BROKEN_OFF: "The run ended before it was complete: {ending}.",
    Course.STAGE_UNFINISHED: "Stage {stage} was not finished.",
    Course.INTERRUPTIONS: (
        "The run was interrupted {interruptions} {interruptions:time|times}; the plan allows {allowed}."
    ),
    Course.REPEATS: (
        "{repeats} {repeats:request was|requests were} made again without an answer to the first; the plan allows {allowed}."
    ),
    Course.DEVICE_FAILED: "The device failed and broke off the run: {why:;}.",
    Course.STAGE_DONE: "Stage {stage}: {result:;}.",
    Course.STAGE_FAILED: "Stage {stage}: {result:;}.",
    Course.STAGE_DOUBTFUL: "Stage {stage}: {result:;}.",
    Course.STAGE_UNRECORDED: "Stage {stage}: the record of a start or an end is missing.",
    Course.READS_DISAGREE: (
        "Stage {stage}: {wrong} of {made} {made:order|orders} read independently differ from the device's report."
    ),
    Course.READS_UNDECLARED: (
        "Stage {stage}: only the device reports the orders; the plan declares no independent reads."
    ),
    Course.READS_MISSING: (
        "Stage {stage}: the device reports the orders, and {made} of {declared} declared independent reads were made."
    ),
    Course.READ_UNSETTLED: "Stage {stage}: a doubtful read of unit {unit} was not settled ({why:;}).",
    Course.INPUT_UNPROVEN: ("Stage {stage}: the input order of {units} {units:unit|units} is not proven."),
    Course.HEALTH_ALARMS: (
        "Stage {stage}: the health test of {test} alarmed {alarms} {alarms:time|times}, first at sample {sample} (cutoff {cutoff})."
    ),
    Course.SAME_DATA: (
        "Stage {stage}: the {units} {what} from number {first} on are the same as in {runs}, which does not happen by chance. A "
        "person must find the cause and explain it with evidence."
    ),
    Course.NOT_COMPARED: "The record of the comparison of its data with other runs is missing.",
    Course.NOTHING_APPLIES: "No procedure or inspection that the plan requires applies to the device.",
    Course.REPLAYED: "The run replayed recorded bytes that existed before the plan was frozen.",
    Course.JAMMED: "Stage {stage}: the device jammed.",
    Course.FINDING_LEFT: "Stage {stage}: {item} was {result}, and the stage was not finished.",
    Course.REACTION_NOT_REPEATED: "Stage {stage}: an unexpected reaction was not examined again.",
    Course.ALARM_LEFT: "Stage {stage}: the device still indicated an alarm after a trial when the run was interrupted.",
    Course.COUNT_LEFT: "Stage {stage}: a repeated count by hand was not finished.",
    Effects.COHENS_W: "Cohen's w.",
    Effects.COHENS_W_OF_POSITIONS: "Cohen's w of positions {first} and {second}.",
    Effects.COHENS_W_IN_STRETCHES: "Cohen's w within stretches.",
    Effects.COHENS_W_NEAR_EVENTS: "Cohen's w of card types near and far from events.",
    Effects.CRAMERS_V: "Cramér's V.",
    Effects.CRAMERS_V_AT_LAG: "Cramér's V at lag {lag}.",
    Effects.PER_SHUFFLE: "Mean number of {what} per shuffle (fair: {fair:figure}).",
    Effects.MEAN_OF: "Mean per unit: {what:clause} (fair: {fair:figure}).",
    Effects.KEPT_ENDS: "Proportion of shuffles that keep any (fair: {fair:figure}).",
    Effects.SHELVES: "Shelves, by maximum likelihood.",
    Effects.RIFFLES: "Riffles, by maximum likelihood.",
    Effects.ONES: "Proportion of ones (fair: 0.5).",
    Effects.ONES_OF_BLOCKS: "Root mean square deviation of the proportion of ones in a block.",
    Effects.BIT_CHANGES: "Changes per pair of neighboring bits (fair: 0.5).",
    Effects.MISSING_ENTROPY: "Root of the missing entropy in nats.",
    Effects.TEMPLATE_COUNTS: "Root mean square deviation of a template's count, in standard deviations.",
    Effects.FAILING_BLOCKS: "Proportion of failing blocks (fair: {fair:figure}).",
    Effects.WALK_DISTANCE: "Mean largest distance in √bits (fair: {fair:figure}).",
    Effects.COEFFICIENTS: "Proportion of coefficients above the limit.",
    Effects.LOG_DISTANCE: "Mean log₂ of distance above its expectation.",
    Effects.BYTE_MEAN: "Mean of the bytes (fair: 127.5).",
    Effects.BYTE_COVARIANCE: "Covariance of neighboring bytes, in variances of a fair byte (fair: 0).",
    Effects.PI: "Four times the proportion of points inside (fair: π).",
    Effects.PERMUTATIONS: "Proportion of permutations that deviate as much, unit {unit}.",
    Effects.POTENCY: "Potency at degree {degree} (fair: 0).",
    Effects.LARGEST_DISTANCE: "Largest distance D.",
    Effects.DISPERSION: "Index of dispersion (fair: {fair:figure}).",
    Effects.ADVANTAGE: "Advantage of one guess (ideal: 0).",
    Effects.NEIGHBORS_NEAR_EVENTS: (
        "Neighbors of an unopened deck in a round, difference of the means near and far from events."
    ),
    Effects.REPEATS_NEAR_EVENTS: (
        "Repeated cards in a round, difference of the means near and far from events."
    ),
    Effects.REPEATS_LATER: "Repeats {rounds} {rounds:round|rounds} later (expected: {expected:figure}).",
    Effects.REPEATS: "Repeated cards in a round (ideal: {ideal:figure}).",
    Effects.CARDS_AGAIN: "Probability that a card dealt one round before is dealt again (ideal: {ideal:figure}).",
    Effects.PLACES_OF_REPEATS: "Places by which repeats lie late in a round (ideal: 0).",
    Effects.ROUND_COVARIANCE: "Covariance of successive rounds, in variances of an ideal round (ideal: 0).",
    Curing.NO_DEFICIENCY: "No closed deficiency names the failed {runs:run|runs} {runs}.",
    Curing.NO_CURE: "Deficiency {deficiency} names no replaced component as the cure.",
    Curing.CURE_UNKNOWN: "Deficiency {deficiency} names the cure {component}, which the submission does not contain.",
    Curing.CURE_NOT_NEW: (
        "Deficiency {deficiency} names the cure {component}, which the device already reported when it failed."
    ),
    Curing.NO_RETEST: "Deficiency {deficiency} names no retest.",
    Curing.NO_LATER_RETEST: (
        "Deficiency {deficiency} names the {runs:retest|retests} {runs}. "
        "No later run that counts, of the same product and plan, has such a name."
    ),
    Curing.RETEST_WITHOUT_CURE: (
        "The device did not report the submitted software with the cure of deficiency {deficiency} "
        "in the {runs:retest|retests} {runs}."
    ),
    Curing.RETEST_NOT_PASSED: "The {runs:retest|retests} {runs} of deficiency {deficiency} did not pass.",
    Curing.RETEST_DOUBTED: (
        "The retest {run} of deficiency {deficiency} passed, "
        "but together with every other run of its group ({runs}) it is inconclusive."
    ),
    Attempts.OF_RUNS: "{runs}: {why}",
    Attempts.NOT_COMPLETED: "Run {run} was not completed. It counts as an attempt.",
    Attempts.NONE_COMPLETE: "No run is complete.",
    Attempts.FAILED_BESIDE: "Run {run} of the same unit and software failed under another plan.",
    Attempts.AWAITS_BESIDE: (
        "Run {run} of the same unit and software awaits its retest under another plan. Carry out that retest."
    ),
    Attempts.NOT_THE_RETEST: "Run {run} does not qualify as the retest: {why}",
    Attempts.UNIT_UNPROVEN: "Run {run}: the device reports no serial number, so the same unit is not proven.",
    Attempts.SOFTWARE_UNPROVEN: "Run {run}: the device names no software, so the same software is not proven.",
    Attempts.SAME_SAMPLE: "The sample of run {run} repeats the sample of run {earlier}. A retest needs a fresh sample.",
    Attempts.NOTHING_TO_REPEAT: "No test of {first} awaits a retest.",
    Attempts.ONE_ALLOWED: "The plan allows one retest.",
    Attempts.FIRST_RUN: "It is the first run.",
    Attempts.OTHER_UNIT: "Its unit differs from the unit of {first}.",
    Attempts.OTHER_SOFTWARE: "Its software differs from the software of {first}.",
    Attempts.OTHER_PLAN: "Its plan differs from the plan of {first}.",
    Attempts.SMALLER_SAMPLE: "Its sample for {check} is smaller than the first.",
    Attempts.COUNTS_BY_ENDING: "The cause may be the device or the plan ({ending}).",
    Attempts.COUNTS_AGAINST: "It contains evidence against a pass. {why}",
    Attempts.COUNTS_AS_DECIDING: "It is complete, as planned and required, so it decides.",
    Attempts.COUNTS_ALONE: "No other complete run decides.",
    Attempts.RECORDED_SO_FAR: "In the {units} recorded {units:unit|units}: {decision}",
    Shown.IDENTITY: "{manufacturer} {model}, serial {serial}.",
    Shown.SOFTWARE_CHANGED: "The software is not the version that the device had when the run began.",
    Shown.SOFTWARE_RECORDED: (
        "{components} software {components:component|components} recorded as reported; "
        "the plan declares no hashes to compare."
    ),
    Shown.SOFTWARE_DIFFERS: "Software that differs from the submission: {components}.",
    Shown.SOFTWARE_AS_DECLARED: (
        "{components} software {components:component|components} reported as declared; "
        "a device's own report is not proof."
    ),
    Shown.UNITS_RECORDED: "{recorded} of {planned} {planned:unit|units} recorded.",
    Shown.READS_REPEATED: (
        "{rejected} of {made} {made:read|reads} or double entries were rejected and repeated ({share:percent})."
    ),
    Shown.NO_READER: "No order is read independently because there is no reader.",
    Shown.READER_VALIDATED: (
        "{decks} known {decks:deck|decks}, {cards} {cards:card|cards}, {errors} {errors:card|cards} read incorrectly."
    ),
    Shown.DEVICE_COUNT: (
        "The device counts {inside} {inside:card|cards} and expects {expected}; the set holds {size}."
    ),
    Shown.HAND_COUNT_WHOLE: "By hand: all {cards} cards were unloaded, and 0 were left inside.",
    Shown.HAND_COUNT_UNSURE: "By hand: no two of {counts} counts agree.",
    Shown.HAND_COUNT_SHORT: "By hand: {out} of {size} cards were unloaded; left inside: {inside}.",
    Shown.READER_FINDS_SET: "The reader read the whole set among the unloaded cards.",
    Shown.NONE_APPLIES: "None of the {trials} {trials:trial|trials} applies: {why:clause}.",
    Shown.NO_TRIAL: "None of the {trials} {trials:trial|trials} was made.",
    Shown.FOR_INFORMATION: "For information: {result:clause}.",
    Shown.FALSE_ALARMS: (
        "{wrong} false {wrong:alarm|alarms} in {trials} {trials:trial|trials}; "
        "the rate is at least {least:percent} and at most {most:percent} (95% confidence for each limit)."
    ),
    Shown.MISSES: (
        "{wrong} {wrong:miss|misses} in {trials} {trials:trial|trials}; "
        "the rate is at least {least:percent} and at most {most:percent} (95% confidence for each limit)."
    ),
    Shown.TRIALS_LEFT_OUT: "{trials} {trials:trial was|trials were} left out.",
    Shown.NOT_CONFORMING: "Not conforming: {items}.",
    Shown.NOT_INSPECTED: "Not inspected: {items}.",
    Shown.NOTHING_INSPECTED: "No item was inspected: none of the {items} {items:item|items} was marked as conforming.",
    Shown.CONFORMING: "{conforming} of {items} {items:item|items} conform.",
    Shown.ITEMS_NOT_APPLICABLE: "{items} {items:item does|items do} not apply.",
    Shown.ITEMS_LEFT_OUT: "{items} {items:item was|items were} left out, which this list allows.",
    Shown.NO_ALARM: "No alarm.",
    Shown.ALARMS: "{alarms:;}.",
    Shown.COUNT_SHOWN: "Count: {inside} of {expected} {message}",
    Shown.NO_USABLE_ANSWER: "No answer could be used.",
    Shown.STANDING_ALARM: "The device was not restored and still reports: {alarms:;}.",
}

IN_WINDOW: Mapping[Code, str] = {
    Runs.KEPT: "The run {run} can be resumed. Choose Resume to continue it.",
    Runs.NO_RUNNER: "No runner is at work on run {run}. Choose Resume to continue it.",
    Runs.PROMPT_NEEDED: "Choose the prompt. Open prompts: {open:;}.",
    Runs.VERDICT_CHANGED: "The verdict of run {run} differs from its record. To see why, choose Verify again in its results.",
}
