"""Sentences of a plan that is read as prose."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.plan_prose import PlanProse
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
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
}
