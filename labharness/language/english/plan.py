"""Sentences about plans, suites and card-set files.

Sentences of a plan that is read as prose.

Sentences about changes to the text of a plan, and saves of it.

Sentences about parameters of checks and of simulations.

Where a plan is more lenient than the rules that it cites, in sentences.

Sentences about software components that a device named.
"""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.plan import Namings, Parameters, PlanProse, Plans, PlanTexts, Stated
from labharness.reason import Code

_ECHO = "NOT OBTAINED BY THE LABORATORY: the hash on record is the one that the device reported"

SENTENCES: Mapping[Code, str] = {
    Plans.UNKNOWN_PLAN: (
        'Unknown plan "{plan}". Give a .toml file or an id that "labharness plans list" shows.'
    ),
    Plans.ENTROPY_BEYOND_BITS: "The min_entropy is {entropy}, and a sample of {bits} {bits:bit|bits} has at most {bits}. Correct one of them.",
    Plans.READS_BEYOND_UNITS: "More independent_reads than units. Correct one of them.",
    Plans.OBJECTS_ALLOW_NO_MISS: "Only objects = false allows false_alarms: no miss is ever allowed.",
    Plans.RIGHT_SET_NEEDS_NO_OBJECTION: "An action of 'nothing' requires objects = false: the set is correct.",
    Plans.CONFIDENCE_AND_NAMES: (
        "A citation states a confidence if and only if it names tests. Correct names or confidence."
    ),
    Plans.STAGE_NOT_READ: 'No check reads the sample of the stage "{stage}". Add a check or remove the stage.',
    Plans.NOTHING_TO_DO: "No stage acquires, tries, or inspects anything. Add one.",
    Plans.NOTHING_TO_MONITOR: (
        "The plan asks for monitoring, but acquires no sample that can be monitored: outcomes, shuffles, deals, or rounds "
        "without a declared buffer. Remove the table [monitoring]."
    ),
    Plans.STAGE_BETWEEN: (
        'The stage "{stage}" stands between stages that acquire. Put it before or after all of them.'
    ),
    Plans.CHECK_NAMED_LIKE_DECISION: (
        'The check "{check}" has the name of a decision about a stage. Give it another id.'
    ),
    Plans.CHECK_WITHOUT_SAMPLE: (
        'The check "{check}" reads the stage "{stage}". No stage of this name acquires a sample. '
        'Name a stage of the kind "acquire".'
    ),
    Plans.CHECK_READS_OTHERS: (
        "The check {check} reads {reads:or}, and the stage observes {observes}. Choose another check or stage."
    ),
    Plans.NAME_STAGE: "Name one stage of the plan {plan} with --stage. Stages that fit the file: {stages}.",
    Plans.SUITE_READS_OTHERS: (
        "The suite {suite} reads {reads}, and the file holds {observes}. Choose another suite."
    ),
    Plans.FILE_DIFFERS: "{file} already exists with other content. Rename it, or choose it instead.",
    Plans.ID_OF_ANOTHER: (
        "Id and version are those of the plan {plan} version {version} of this product, but other values stand at: "
        "{keys}. Give the plan an id and a sample_size_reason of its own."
    ),
    Plans.REASON_OF_ANOTHER: (
        "The sample_size_reason is that of the plan {plan}, which has other sample sizes. State what the sample sizes "
        "of this plan show."
    ),
    Plans.LIMIT_TWICE: 'The check "{check}" limits the gain of {gainer} in {unit} twice. Keep one limit.',
    Plans.CITATION_MISSING: 'The {what} "{name}" cites "{citation}", which is not among the citations. Add it.',
    Plans.CITATION_NAMES_ONE_TEST: (
        'The citation "{citation}" names one test, but {checks} checks cite it. Keep one of them.'
    ),
    Plans.RETEST_WITHOUT_LEVEL: (
        'The retest cites "{citation}", but no citation of that id states a confidence. Correct the id.'
    ),
    Plans.RETEST_BEYOND_LEVEL: (
        'The retest of "{citation}" exceeds its level: fail_below and retest_below are at most 1 - confidence.'
    ),
    Plans.DECKS_NEEDED: "The stage observes cards. Give game.decks.",
    Plans.ROUND_EXCEEDS_SET: "A round of {round_cards} cards does not fit a set of {cards}. Correct round_cards.",
    Plans.BUFFER_EXCEEDS_SET: (
        "A round of {round_cards} cards and a buffer of {buffer} do not fit a set of {cards}. Correct one of them."
    ),
    Plans.POSITIONS_EXCEEDED: "{game} has {positions} positions, not {players}. Correct players.",
    Plans.DEAL_IS_NOT_THE_SET: "Stacks and stub have {dealt} cards, but the set has {cards}. Correct the dealing.",
    Plans.BATCHES_NEED_MARKS: "Batches in turn require a set of two batches, and marked = true under [game].",
    Plans.NO_CARDS_TO_MARK: "The plan {plan} puts no cards into the device. Omit --cards.",
    Plans.CARDS_NOT_TOLD_APART: (
        "The plan {plan} does not distinguish equal cards. Write marked = true under [game], or omit --cards."
    ),
    Plans.BACKS_CANNOT_TELL: "A deck has equal cards, which its back does not distinguish. Give codes.",
    Plans.BACKS_INCOMPLETE: "Name the back of each deck from 1 to {decks}, and no other.",
    Plans.MARK_TWICE: "The mark {mark} occurs {times} times. Give each its own; case does not matter.",
    Plans.NOT_OF_THE_SET: "{card} is not a card of {set}. Number copies from 0 (AS, AS#1, …).",
    Plans.CARD_CODED_TWICE: "{card} already has a code. Give each copy its own code.",
    Plans.CARDS_WITHOUT_CODE: (
        "{total} {total:card|cards} of {set} {total:has|have} no code, such as {cards}. Give every card a code."
    ),
    Plans.DEVICE_NOT_NAMED: "{game} ({chapter}) does not name the {device}. It names: {named}.",
    Plans.NO_TEMPLATE: "No plan is available for the {device}. Write a plan file.",
    Plans.DECKS_NOT_USED: "The {device} holds no cards. Omit the number of decks.",
    Plans.DECKS_EXCEEDED: "A plan covers at most {most} decks in a batch, not {decks}. Choose fewer.",
    Plans.DEALING_NOT_STATED: (
        "{game} ({chapter}) does not state how the {device} deals. Add a dealing to the game's file."
    ),
    Plans.SELECTION_NOT_STATED: (
        "{game} ({chapter}) does not state what the {device} selects. Add a selection to the game's file."
    ),
    PlanProse.PLAN: "Plan {plan}, version {version}.",
    PlanProse.QUESTION: "{text:raw}",
    PlanProse.SAMPLE_SIZE: "Reason for the sample sizes: {text:raw}",
    PlanProse.GAME: "{game} (58 Pa. Code chapter {chapter}), on a {device}.",
    PlanProse.CARDS: (
        "The device holds {decks} {decks:deck|decks} of the set “{set}”: {cards} {cards:card|cards}."
    ),
    PlanProse.MARKED: "Equal cards bear marks, so that the reader distinguishes them.",
    PlanProse.ORIENTATION: "Cards lie so: {text:raw}",
    PlanProse.SESSIONS: "The run is divided into {sessions} {sessions:session|sessions}.",
    PlanProse.INTERRUPTIONS: (
        "A run with at most {interruptions} {interruptions:interruption|interruptions} can still pass. The runner waits at most "
        "{reconnect_s:duration} for a device that was lost."
    ),
    PlanProse.REPEATS: "The runner repeats at most {repeats} {repeats:request|requests} that had no effect.",
    PlanProse.PEOPLE: "People at the bench: {hours}.",
    PlanProse.PERSON_DURING: "A person must be at the bench in: {stages}.",
    PlanProse.PERSON_BEFORE: "The declared cards must be in the device before the run begins ({stages}).",
    PlanProse.PERSON_ON_JAM: "After a jam, a person must clear the device ({stages}).",
    PlanProse.PERSON_NEVER: "No stage waits for a person: the run can start at night.",
    PlanProse.WITH_PORT: "With a device that reports its results: {reasons}",
    PlanProse.FED_BY_HAND: "With a device that people feed: {reasons}",
    PlanProse.IDENTIFY: "The runner asks the device for its identity.",
    PlanProse.AUTHENTICATE: "The runner asks which software runs and compares it with the declared software.",
    PlanProse.DECLARED: "The plan declares {modules} {modules:module|modules}.",
    PlanProse.READER: (
        "The reader reads {decks} {decks:known deck|known decks}. At most {errors} {errors:card|cards} may be misread."
    ),
    PlanProse.LOAD: "The declared set is put in, in new-deck order, and the device counts it.",
    PlanProse.COUNT: "The device counts its cards. The count must match the cards that were put in.",
    PlanProse.COUNT_BY_HAND: (
        "The device counts its cards, and a person unloads and counts them. Both counts must match the cards that were put in."
    ),
    PlanProse.SHUFFLES: "The device makes {units} {units:shuffle|shuffles}, and the runner records each.",
    PlanProse.ROUNDS: (
        "The device serves {units} {units:round|rounds} of {cards} {cards:card|cards}, and the runner records each."
    ),
    PlanProse.DEALS: (
        "The device deals {units} {units:time|times} by the method “{dealing}”, and the runner records each deal."
    ),
    PlanProse.DRAWS: (
        "The device draws {units} {units:outcome|outcomes} of the selection “{selection}”, and the runner records each."
    ),
    PlanProse.BYTES: "The device gives {units} raw {units:byte|bytes}, and the runner records each.",
    PlanProse.BATCH: "One request asks for {units} {units:unit|units}.",
    PlanProse.INPUT_RESET: "Before each shuffle the cards are arranged in a known order.",
    PlanProse.INPUT_CHAINED: "Each shuffle begins with the order that the shuffle before it left.",
    PlanProse.INPUT_READ: "The order before each shuffle is read.",
    PlanProse.INPUT_UNKNOWN: "The order before each shuffle is unknown.",
    PlanProse.PUT_IN_FIRST: "The declared set is put in where a chain begins.",
    PlanProse.INDEPENDENT: (
        "The laboratory's own reader also reads {reads} {reads:unit|units}, drawn at random, which the device cannot foresee."
    ),
    PlanProse.JAMS: "A person may clear {jams} {jams:jam|jams}. The run ends at the next one.",
    PlanProse.BUFFER: "{cards} {cards:card|cards} lie ready in the device beyond the reach of the shuffle, by {source}.",
    PlanProse.PLAYERS: "{players} {players:player|players} made a wager.",
    PlanProse.BATCHES: "{batches} batches are shuffled in turn.",
    PlanProse.ROUNDS_OF_LOAD: "{rounds} {rounds:round|rounds} are dealt from one load.",
    PlanProse.HEALTH: (
        "Health tests of NIST SP 800-90B, § 4.4, watch samples of {bits} {bits:bit|bits} with a min-entropy of {entropy} {entropy:bit|bits} "
        "({source}). Each raises a false alarm with a probability of 2^−{exponent}."
    ),
    PlanProse.RESTART: "A person switches the noise source off and on before each request.",
    PlanProse.TRIALS: "{trials} {trials:trial|trials}: {instruction:raw}",
    PlanProse.MUST_OBJECT: "The device must react within {within_s:duration}: {expected:raw} No miss is allowed.",
    PlanProse.MUST_NOT_OBJECT: (
        "The device must not object within {within_s:duration}: {expected:raw} {allowed} {allowed:false alarm is|false alarms are} allowed."
    ),
    PlanProse.RESTORE: "Afterwards: {text:raw}",
    PlanProse.APPLIES_IF: "Only to a device that has “{text:raw}” do the trials apply.",
    PlanProse.PHOTOGRAPH: "Each needs a photograph.",
    PlanProse.INFORMATIONAL: "A miss is put on record and fails nothing.",
    PlanProse.ITEMS: "A person inspects {items} {items:item|items}.",
    PlanProse.OF_BENCH: "They are about the bench. Without them the evidence supports no pass.",
    PlanProse.ITEM: "{text:raw} ({citation}).",
    PlanProse.STOPS: "If the result is not as required, the run stops.",
    PlanProse.PATIENCE: (
        "The device may be silent for {silent_s:duration}, a call may take {call_s:duration}, and a prompt waits for "
        "{person_s:duration}."
    ),
    PlanProse.ANSWERS: "Answers {clauses}.",
    PlanProse.CHECK: "{title} ({id}), of the sample “{stage}”. Null hypothesis: {hypothesis}",
    PlanProse.UNKNOWN_CHECK: "{id}, of the sample “{stage}”: the check {check} is not installed.",
    PlanProse.PARAMETERS: "Parameters: {values:raw}.",
    PlanProse.CHECK_INFORMATIONAL: "It is computed for information and decides nothing.",
    PlanProse.LIMIT: "To pass, it must bound the gain of {gainer}, by the strategies that it tries, below {below} {unit}: {reason:raw}",
    PlanProse.LABORATORY_LEVEL: (
        "The laboratory's own checks share a significance level of {level:percent} (family-wise, Holm adjustment)."
    ),
    PlanProse.CITED: (
        "A test that a citation names fails below {fail:percent} of the level of its citation. From there to the level it is "
        "INCONCLUSIVE, and one retest decides, which fails below {retest:percent} of the level."
    ),
    PlanProse.SPLIT: "For “{citation}” the first sample fails below {fail}, and the retest below {retest}.",
    PlanProse.INFORMATIONAL_LEVEL: (
        "Informational checks are pointed out at a false discovery rate of {level:percent}."
    ),
    PlanProse.MONITORED: (
        "Monitoring takes {share:percent} of the laboratory's level and ends the run of a hopeless device early, with FAIL."
    ),
    PlanProse.FALSE_ALARM: (
        "By these levels a fair device fails in at most {fail:percent} of tests by this plan, and does not pass at first in at most "
        "{not_passed:percent}."
    ),
    PlanProse.LENIENT: "More lenient than the rule, so that no run of this plan can pass: {reason}",
    PlanProse.DEFECT: "{defect}: {share:percent} do not pass ({low:percent} to {high:percent}).",
    PlanProse.REPLICATES: (
        "Share of {replicates} simulated submissions of each defect that do not pass at first, with exact 95% limits:"
    ),
    PlanProse.NO_TABLE: "The detection rates of this plan have not been computed.",
    PlanProse.NO_SAMPLE: "The plan records no sample of outcomes: its trials and inspections detect what they name.",
    PlanProse.CITATION: "{clause}: {text:raw} ({wording}).",
    PlanProse.CONFIDENCE_ONE: "States a confidence of {confidence:percent} for one test ({tail}).",
    PlanProse.CONFIDENCE_SEVERAL: "States a confidence of {confidence:percent} for several tests ({tail}).",
    PlanTexts.NOT_EDITABLE: (
        "{key} is written in a form that cannot be changed here without touching its neighbors. Change it in the text of the plan."
    ),
    PlanTexts.ID_OF_THE_PRODUCT: (
        'The id "{plan}" belongs to a plan of the product. Give the copy an id of its own.'
    ),
    PlanTexts.ID_TAKEN: 'The id "{plan}" belongs to {file}. Give the copy an id of its own.',
    PlanTexts.VERSION_NOT_RAISED: (
        "Version {version} of {plan} is not higher than {latest}, the latest version saved. Raise it."
    ),
    PlanTexts.NO_REASON: "A new version needs a reason. Write why it differs from the last one.",
    PlanTexts.UNCHANGED: "The draft equals version {version} of {plan}. Change something before you save it.",
    PlanTexts.CHANGED_MEANWHILE: (
        "{file} was changed after this draft was begun. Compare both, then save under the next version."
    ),
    PlanTexts.NO_VERSION: "No version of {plan} with the hash {digest} is kept here. Check the address.",
    PlanTexts.NO_DRAFT: 'There is no draft "{plan}" of yours. Begin one from a plan.',
    Parameters.OUT_OF_RANGE: "{name} must be a number from {least} to {most} (got {got}).",
    Parameters.NOT_A_PROPORTION: "{name} must be at least 0 and less than 1 (got {got}).",
    Parameters.NOT_A_DISTANCE: "{name} must be a distance of 1 to {most} in either direction (got {got}).",
    Parameters.NOT_A_MULTIPLE: "{name} must be a multiple of {step} from {least} to {most} (got {got}).",
    Parameters.NOT_A_SQUARE: "{name} must be a square number, such as 1,000,000 (got {got}).",
    Parameters.NOT_A_POWER_OF_TWO: "{name} must be a power of two (got {got}).",
    Parameters.NOT_SERVED: "Each entry of served must name who is dealt cards and how many, such as players 1 (got {got}).",
    Parameters.NOT_A_CHOICE: "{name} must be {choices:or} (got {got}).",
    Parameters.TOO_SMALL: "{name} must be at least {least} (got {got}).",
    Parameters.ALL_ZERO: "At least one of {names} must be greater than 0.",
    Stated.CONFIDENCE: (
        "The plan holds {clause} to a significance level of {level}. The rule states {stated}, so the plan supports "
        "no pass."
    ),
    Stated.FAIL_LEVEL: (
        "The plan fails the first sample under {clause} below {level} only. The laboratory's standard is {stated}, so "
        "the plan supports no pass."
    ),
    Stated.RETEST_LEVEL: (
        "The plan fails the retest under {clause} below {level} only. The rule states {stated}, so the plan supports "
        "no pass."
    ),
    Stated.TAIL: (
        "The plan judges {clause} in the {tail} tail. The rule judges in the {stated} tail, so the plan supports no "
        "pass."
    ),
    Stated.NOT_ALONE: (
        "The plan adjusts {checks} {checks:check|checks} under {clause} together. The rule names one test, which is "
        "judged alone, so the plan supports no pass."
    ),
    Stated.DILUTED: (
        "The plan adjusts {checks} checks of the stage {stage} under {clause} together. The rule names {tests} "
        "{tests:test|tests}, so the plan supports no pass."
    ),
    Stated.NOT_REQUIRED: (
        "{check}: the plan makes this check informational, although it answers {clause}. The plan supports no pass."
    ),
    Stated.NOT_ANSWERED: (
        "The plan cites {clause}, which names a statistical test, and requires no check under it. The plan supports "
        "no pass."
    ),
    Stated.LABORATORY_LEVEL: (
        "The plan holds the laboratory's own checks to a family-wise level of {level}. The laboratory's standard is "
        "{stated}, so the plan supports no pass."
    ),
    Namings.EQUAL: "Equal to what the laboratory obtained.",
    Namings.EQUAL_REPLACED: "Equal to what the laboratory obtained, of a replaced version.",
    Namings.ECHO: f"{_ECHO}.",
    Namings.ECHO_REPLACED: f"{_ECHO}, of a replaced version.",
    Namings.UNREPORTED: "NOT REPORTED: the device does not name it.",
    Namings.NAME_UNKNOWN: "NOT ON RECORD: the register has no component of this name.",
    Namings.VERSION_UNKNOWN: "NOT ON RECORD: the register has no such version of it.",
    Namings.OTHER_VERSION: "THE VERSION DIFFERS: the hash is on record under another version.",
    Namings.OTHER_ALGORITHM: "NOT COMPARABLE: the hash on record is of another algorithm.",
    Namings.OTHER_HASH: "THE HASH DIFFERS from the one on record.",
}

IN_WINDOW: Mapping[Code, str] = {
    Plans.UNKNOWN_PLAN: 'Unknown plan "{plan}". Choose one from the list, or a .toml file.',
    Plans.NAME_STAGE: "Choose a “Stage” of the plan {plan}. Stages that fit the file: {stages}.",
    Plans.NO_CARDS_TO_MARK: "The plan {plan} puts no cards into the device. Clear “Card set”.",
    Plans.CARDS_NOT_TOLD_APART: "The plan {plan} does not distinguish equal cards. Write marked = true under [game], or clear “Card set”.",
}
