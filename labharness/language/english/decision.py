"""What the decision rule makes of each planned check, in sentences.

Why a check of a sample is not computed, in sentences.

Statistics by which units, versions, card sets and sessions are compared, in words.

Why two runs are not compared, in sentences.

Sentences about the verdict and the ending of a run.

What a submission builds on, in sentences.

Sentences about details of results.
"""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.decision import (
    Baselines,
    Comparisons,
    Details,
    Held,
    Homogeneity,
    Sample,
    Statements,
)
from labharness.reason import Code

_CHECKS = "{checks} required {checks:check|checks}"
_TRIALS = "{trials} required procedures and inspections"
_EACH = "Each bound holds by itself, for the strategies that it names."

_X2 = "X² = {x2:figure}, {p:p}"

SENTENCES: Mapping[Code, str] = {
    Held.OUTRIGHT: "{check}: {p:p_magnitude} is below {level}, which fails without a retest.",
    Held.BELOW_LEVEL: "{check}: {value:clause} is below {level}, the level of the laboratory's own checks.",
    Held.BELOW_CITATION: (
        "{check}: {value:clause} is below {level}, the level at which {citation} fails without a retest."
    ),
    Held.BELOW_RETEST: "{check}: {value:clause} is below {level}, the level of the retest under {citation}.",
    Held.RETEST_DECIDES: (
        "{check}: {value:clause} is below {level}, the level of {citation}. The retest declared in the plan decides."
    ),
    Held.UNRESOLVED: (
        "{check}: {value:clause} is the smallest p-value that the simulation resolves. Increase its replicates."
    ),
    Held.TOO_REGULAR: (
        "{check}: {value:clause} passes, but the sample is more regular than chance allows "
        "(two-sided {two_sided:p})."
    ),
    Held.NOT_BELOW: "{check}: {value:clause}, not below {level}.",
    Held.BOUND_MISSING: (
        "{check}: the plan limits the gain of {gainer} to {below} {unit}, and the check states no bound on it."
    ),
    Held.BOUND_ABOVE: (
        "{check}: the sample does not exclude a gain of {upper:figure} {unit} by {gainer} ({what:clause}). The plan "
        "limits it to {below}. At the gain observed, about {needed} units in place of {recorded} would settle it."
    ),
    Held.GAIN_ABOVE: (
        "{check}: the sample does not exclude a gain of {upper:figure} {unit} by {gainer} ({what:clause}). The plan "
        "limits it to {below}. The gain observed, {estimate:figure}, is not below the limit, so a larger sample is "
        "not expected to settle it."
    ),
    Held.MONITOR_CROSSED: (
        "Monitoring of {stage}: after {units} {units:unit|units} the e-value is 10 to the power {exponent:figure} and "
        "reaches the threshold, 1 over {level}. A fair device ever reaches it with probability {level} at most. "
        "The run ended early, and this decides; the checks of the sample are for information."
    ),
    Held.MONITOR_QUIET: (
        "Monitoring of {stage}: the highest e-value in {units} {units:unit|units} is 10 to the power "
        "{exponent:figure}, after {highest_at}. It does not reach the threshold, 1 over {level}."
    ),
    Held.MONITOR_DISAGREES: (
        "Monitoring of {stage}: the recorded crossing of the threshold is not the one that the sample shows."
    ),
    Held.VIOLATED: "{check}: {seen}",
    Held.VIOLATED_INFORMATIONAL: (
        "{check}: {seen} The check is informational and fails nothing, but a pass requires an explanation."
    ),
    Held.NOT_VIOLATED: "{check}: no violation in {units} {units:unit|units}.",
    Held.NO_RESULT: "{check}: no result.",
    Held.NO_TAIL: "{check}: the check reports no {tail} p-value.",
    Held.NOT_COMPUTED: "{check}: {why}",
    Held.NOTHING_REQUIRED: "The plan requires no check, so the run cannot pass.",
    Held.SHOWN: "{check}: informational.",
    Held.SHOWN_P: (
        "{check}: informational, {p:p}, q = {q:probability} among {checks} {checks:check|checks} "
        "(Benjamini-Hochberg)."
    ),
    Held.SHOWN_NOTABLE: (
        "{check}: informational, {p:p}, q = {q:probability} among {checks} {checks:check|checks} "
        "(Benjamini-Hochberg), not above {level}: examine it."
    ),
    Held.RARE_INFORMATIONAL: (
        "{check}: {p:p} is below {level}. The check is informational and fails nothing, but a pass requires an "
        "explanation."
    ),
    Held.P: "{p:p}.",
    Held.P_CORRECTED: "{p:p} (Holm-adjusted for {checks} {checks:check|checks}).",
    Held.VIOLATIONS: "{violations} {violations:violation|violations} in {units} {units:unit|units}.",
    Held.VIOLATIONS_FROM: (
        "{violations} {violations:violation|violations} in {units} {units:unit|units}. First: {first:clause}."
    ),
    Sample.INCOMPLETE: "Not computed: {recorded} of {planned} {what} were recorded.",
    Sample.NOTHING_READ: "Not computed: no {what} were read.",
    Sample.TOO_FEW: "Not computed: {needed} {what} needed, {recorded} recorded.",
    Sample.TOO_FEW_OF_SIZE: "Not computed: {needed} {what} of {size} {of} needed, {recorded} recorded.",
    Sample.EXPECTED_COUNTS: (
        "Not computed: {items} {items:item is|items are} too few for an expected count of at least {least} "
        "in each of {cells} cells."
    ),
    Sample.RANGE: "Not computed: the check takes {least} to {most} possible outcomes; the device has {outcomes}.",
    Sample.RANGE_TOO_SMALL: (
        "Not computed: the check takes at least {least} possible outcomes; the device has {outcomes}."
    ),
    Sample.OUTCOMES_AND_GROUPS: (
        "Not computed: {needed} {what} needed, {recorded} recorded; the check takes at most {most} possible "
        "outcomes, and the device has {outcomes}."
    ),
    Sample.UNITS_TOO_SHORT: (
        "Not computed: the units that the plan sets are too short for {outcomes} possible outcomes."
    ),
    Sample.PART: (
        "Not computed: some but not all outcomes must count as hits, with a sufficient proportion."
    ),
    Sample.WINDOWS_REPEAT: (
        "Not computed: {windows} windows of {width} outcomes repeat by chance. Use a wider window or keep fewer."
    ),
    Sample.ALIKE: "Not computed: identical cards of the set cannot be told apart. Mark them or use a single deck.",
    Sample.NO_KNOWN_ORDER: (
        "Not computed: no shuffle of at least {least} distinct cards has a known input and output order."
    ),
    Sample.AVERAGED_OUT: (
        "Not computed: identical cards cannot be told apart and each input order is known only as the previous "
        "output, so a repeated flaw averages out. Start every shuffle from one known order."
    ),
    Sample.TYPES: (
        "Not computed: {least} complete {least:unit|units} of at least {cards} cards and {types} card types "
        "needed, {units} recorded."
    ),
    Sample.FACES: (
        "Not computed: {least} complete {least:shuffle|shuffles} needed, {units} recorded; some but not all cards "
        "must share a {face}."
    ),
    Sample.SET_TOO_LARGE: (
        "Not computed: the exact law covers up to {most} cards; the set has {cards}. Use a smaller set."
    ),
    Sample.REPEATS_BY_CHANCE: "Not computed: with so few cards, orders repeat by chance ({expected} repeats expected).",
    Sample.ORDER_BY_CHANCE: "Not computed: so few cards remain in order by chance.",
    Sample.UNREAD_CARDS: (
        "Not computed: {units} {units:unit holds|units hold} unread cards. Read {units:it|them} again."
    ),
    Sample.BATCHES_UNMARKED: (
        "Not computed: no card of the second batch was read. Use a reader that distinguishes card backs."
    ),
    Sample.SIDES_UNMARKED: (
        "Not computed: the cards of the two sides are not distinguished. Read them with their marks."
    ),
    Sample.NO_DOUBLE_SHOE: (
        "Not computed: the stacks are not rounds of a double shoe. Plan a dealing with a determinant card and rounds."
    ),
    Sample.ROUND_SIZE: (
        "Not computed: a round must hold some but not all cards, of at least two types; it holds {drawn} of {cards}."
    ),
    Sample.DEVICE_TOO_SMALL: (
        "Not computed: the device must hold more cards, of at least two types, than a round and the buffer; "
        "it holds {cards}, a round {drawn}, the buffer {buffer}."
    ),
    Sample.COPIES_UNKNOWN: (
        "Not computed: {rounds} {rounds:round repeats|rounds repeat} a copy or hold a copy that the set lacks. "
        "Plan the check by card types."
    ),
    Sample.ONE_VALUE: "Not computed: all cards of the set have the same value.",
    Sample.EQUAL_VALUES: (
        "Not computed: the first cards of all {units} {units:unit|units} have the same value, so their mean has no error."
    ),
    Sample.NO_FIRST_ROUND: (
        "Not computed: a unit must deal the first cards of a whole round, from a set without jokers."
    ),
    Sample.DEPENDENT_ROUNDS: (
        "Not computed: successive rounds of a device with a declared buffer are not independent."
    ),
    Sample.NO_EVENT: "Not computed: no {events:or} was recorded before a complete round.",
    Sample.ROUNDS_AROUND_EVENTS: (
        "Not computed: {needed} rounds needed within {within} rounds of a {events:or} ({near} recorded), and as "
        "many farther away ({far} recorded)."
    ),
    Sample.NO_LIMIT: (
        "Not judged: the plan states no limit for the advantage. It is {advantage:percent} of a guess "
        "({low:percent} to {high:percent}, {rounds} rounds)."
    ),
    Sample.EQUAL_GUESSES: "Not computed: all guesses were equally successful.",
    Sample.NO_CLAIM: "Not judged: no min-entropy is claimed.",
    Sample.NO_CLAIM_ASSESSED: (
        "Not judged: no min-entropy is claimed. The lowest assessment of {units} {units:unit|units} is {least} bits "
        "per {bits}-bit sample."
    ),
    Sample.EQUAL_SAMPLES: "Not computed: all samples within each unit are equal.",
    Sample.SAME_TOGETHER: (
        "Not computed: the {each} outcomes of a unit always occur together. Count fewer of them."
    ),
    Sample.RULE_RANGE: "Not computed: the rule {rule} does not apply to outcomes from {low} to {high}.",
    Sample.TOTAL_RANGE: (
        "Not computed: the total of {number} dice does not apply to outcomes from {low} to {high}."
    ),
    Sample.RULE: "Not computed: {why}",
    Sample.RULE_MISSING: "Without a rule, a check judges single numbers, at most {most} of them. Name a rule.",
    Sample.RULE_OUTCOMES: "The rule {rule} reads numbers of {needed} {pieces}; the device has {outcomes} outcomes.",
    Sample.RULE_NEEDS_DECKS: (
        "The rule {rule} needs enough decks. Give the number of decks that the cards come from."
    ),
    Sample.RULE_OF_OTHERS: "The rule {rule} reads {pieces}. Choose a rule of dice or numbers.",
    Homogeneity.RISING_SEQUENCES: "Rising sequences per shuffle.",
    Homogeneity.RISING_OF_INVERSE: "Rising sequences of the inverse per shuffle.",
    Homogeneity.KEPT_NEIGHBORS: "Kept neighbors per shuffle.",
    Homogeneity.VALLEYS: "Valleys per shuffle.",
    Homogeneity.VALLEYS_OF_INVERSE: "Valleys of the inverse per shuffle.",
    Homogeneity.FIXED_POINTS: "Fixed points per shuffle.",
    Homogeneity.TEN_OR_ACE: "Proportion of tens and aces at place {place}.",
    Homogeneity.OUTCOME: "Proportion of outcome {outcome}.",
    Comparisons.ONE_RUN: "Both are run {run}. Choose a second run of the same plan.",
    Statements.MET_CHECKS: f"The device met every one of the plan's {_CHECKS}.",
    Statements.MET_TRIALS: f"The device met every one of the plan's {_TRIALS}.",
    Statements.MET_BOTH: f"The device met every one of the plan's {_CHECKS} and {_TRIALS}.",
    Statements.SOME_INAPPLICABLE: "{met:clause}; {inapplicable} more {inapplicable:does|do} not apply to it.",
    Statements.UNSUPPORTED: "The evidence supports neither a pass nor a failure, for the reasons given below.",
    Statements.FAILED_CHECKS: f"The device failed {{count}} of {_CHECKS}: {{failed:;}}.",
    Statements.FAILED_TRIALS: f"The device failed {{count}} of {_TRIALS}: {{missed:;}}.",
    Statements.FAILED_BOTH: "{checks} {trials}",
    Statements.FAILED_EARLY: (
        "The device failed early: monitoring of {stage} reached its threshold after {units} {units:unit|units}."
    ),
    Statements.FAILED: "The device failed, for the reasons given below.",
    Statements.COMPLETE: "The run went to its planned end.",
    Statements.STOPPED_BY_OPERATOR: "A person stopped the run before its planned end.",
    Statements.STOPPED_BY_RULE: "A rule of the plan stopped the run before its planned end.",
    Statements.DEVICE_LOST: "The device was lost before the planned end.",
    Statements.ERROR: "An error stopped the run before its planned end.",
    Statements.INTERRUPTED: "The record has no end.",
    Statements.UNTESTED: (
        "NOT TESTED: {obligations} {obligations:obligation|obligations} of chapter {chapter} for this kind of device."
    ),
    Statements.OBLIGATIONS: (
        "{obligations} {obligations:obligation|obligations} of chapter {chapter} {obligations:binds|bind} this kind of device."
    ),
    Statements.OBLIGATIONS_RESCINDED: (
        "{obligations} {obligations:obligation|obligations} of the rescinded text of chapter {chapter} {obligations:is|are} "
        "about this kind of device."
    ),
    Statements.OBLIGATIONS_TEMPORARY: (
        "{obligations} {obligations:obligation|obligations} of the temporary text of chapter {chapter} {obligations:is|are} "
        "about this kind of device."
    ),
    Statements.RESCINDED_LAW: (
        "RESCINDED LAW: {standing:sentences} The run was judged by the rescinded text. A recommendation to approve needs the law in "
        "force, which the authorizer names."
    ),
    Statements.TEMPORARY_LAW: (
        "TEMPORARY LAW: {standing:sentences} The run was judged by the temporary text. A recommendation to approve needs the law "
        "in force, which the authorizer names."
    ),
    Statements.PLAN_ALTERED: (
        "ALTERED PLAN: it differs from the packaged plan of its id and version, such as at {changes:;}."
    ),
    Statements.PLAN_OTHER: (
        "NOT A PACKAGED PLAN: {values} {values:value differs|values differ} from the plan {plan}, version {version}, such as "
        "at {keys:;}."
    ),
    Statements.PLAN_ALONE: "NOT A PACKAGED PLAN: labharness has no plan for this game and device.",
    Statements.POWER_MISSING: (
        "DETECTION RATES NOT COMPUTED before the run: the report cannot state which defects a pass excludes."
    ),
    Statements.POWER_CHANGED: "DETECTION RATES CHANGED after the run began: the table is not used.",
    Statements.NOT_SHOWN_UNFAIR: "A pass means that the sample did not show the device to be unfair.",
    Statements.LIMITS_HOLD: "Every limit of the plan holds, for the strategies named.",
    Statements.BOUNDS_REACHED: f"A pass means that the sample did not show the device to be unfair. {_EACH}",
    Statements.OTHER_BOUNDS: f"For other gains, a pass means that the sample did not show the device to be unfair. {_EACH}",
    Statements.NOT_BOUNDED: "Not bounded: a gain of {unbounded:or}.",
    Statements.OTHER_STRATEGIES: "Other strategies are not bounded.",
    Statements.UNBOUNDED: (
        "No sample bounds what a person gains who knows how the device makes its results, such as a generator's state."
    ),
    Baselines.UNPROVEN: (
        "Report {report}, on which the submission builds, is unsigned or differs from the report that the register names."
    ),
    Baselines.NOT_APPROVED: "Report {report}, on which the submission builds, does not recommend approval.",
    Baselines.NOTHING_CHANGED: "The submission is a modification, but its items are those of report {report}.",
    Baselines.UNANSWERED: "Deficiency {deficiency} of report {report} is unanswered: {finding:clause}.",
    Baselines.NO_PERMISSION: "The filing does not name who permitted the emergency modification, and when.",
    Baselines.NO_LIMIT: "The filing does not limit the emergency modification to a date.",
    Baselines.EXPIRED: "The permission for the emergency modification ended on {until:day}.",
    Baselines.NOTHING_OMITTED: "The submission is abbreviated, but its filing lists no omitted test.",
    Baselines.OMITTED: "Left out by the filing: {tests:;}.",
    Baselines.PROVISIONAL: (
        "Provisional until {until:day}: an emergency modification, permitted on {permitted:day} by {person}."
    ),
    Details.MORE: "And {number} more.",
    Details.IN_UNIT: "In {unit} {number}: {problems:;}.",
    Details.IN_INPUT: "In the input of {unit} {number}: {problems:;}.",
    Details.IN_ROUND: "Deal {deal}, round {round}: {problem}",
    Details.CARD_COUNT: "{cards} {cards:card|cards} instead of {needed}.",
    Details.STACKS: "{stacks} {stacks:stack|stacks} instead of {needed}.",
    Details.STACK_SIZE: "Stack {stack} has {cards} {cards:card|cards} instead of {needed}.",
    Details.STUB_SIZE: "The stub has {cards} {cards:card|cards} instead of {needed}.",
    Details.OTHER_BATCH: "{cards} of the {batch} batch among cards of the {own} batch.",
    Details.WHOLLY_OTHER_BATCH: "All {cards} cards are of the {batch} batch, not of the {own} batch.",
    Details.BEYOND_LIMIT: "{number} {what}.",
    Details.SAME_ORDER: "Same order as {unit} {first}.",
    Details.SAME_MOVES: "Moves every card as {unit} {first} does.",
    Details.UNEVEN_SIDES: "{first} cards of the first side and {second} of the second, not {each} each.",
    Details.OPENS_OTHER_SIDE: (
        "{card} of the {side} side opens the {opened} side, but the {dealing} side deals."
    ),
    Details.OTHER_SIDE: "{cards} of the {side} side among cards that the {dealing} side deals.",
    Details.OUTCOME_OUTSIDE: "Outcome {place} is {outcome}.",
    Details.GAME_REPEATS: "A game repeats an outcome: {outcomes}.",
    Details.LEFT_OUT: "{number} {what} are left out.",
    Details.BITS_IN_NO_BLOCK: (
        "{bits} bits at the ends of the sample or beside gaps are in no block of {length}."
    ),
    Details.OUTCOMES_NOT_READ: "The first {judged} of {recorded} outcomes are judged.",
    Details.OUTCOMES_IN_NO_GROUP: (
        "{outcomes} {outcomes:outcome|outcomes} at the ends of the sample or beside gaps {outcomes:is|are} in no "
        "group of {length}."
    ),
    Details.GROUPS_LEFT_OUT: (
        "{groups} {groups:group|groups} of {length} with an outcome outside the range {groups:is|are} left out."
    ),
    Details.ALONE_ROUNDS: "{rounds} {rounds:round follows|rounds follow} no round that was read and returned.",
    Details.UNIQUE_COPIES: "Cards are identified by their unique copies.",
    Details.TYPES_ONLY: (
        "Identical cards are not distinguished, so only large flaws show. Mark the copies for the power of one deck."
    ),
    Details.READ_BY_TYPES: "{shuffles} {shuffles:shuffle is|shuffles are} read by card types alone.",
    Details.JOINED: "Joined, because the expected count of each is below {least}: {outcomes}.",
    Details.EFFECT: "{effect:clause}: {value:figure} ({low:figure} to {high:figure}).",
    Details.MEMBER: "{what:clause}: {total} where {expected:figure} are expected ({p:p} by itself).",
    Details.SHUFFLE_PAIRS: (
        "{pairs} pairs of successive shuffles; {alone} {alone:shuffle follows|shuffles follow} no shuffle that was read."
    ),
    Details.LONGEST_PACKET: "Longest packet of all shuffles: {cards} cards (exact {p:p}).",
    Details.ONES: (
        "The proportion of ones is {proportion}, too far from 1/2 to count runs; p tests the proportion."
    ),
    Details.COMPLEXITIES: "Linear complexities are {least} to {most} of {bits} bits.",
    Details.POSITIONS: f"Positions {{first}} and {{second}}: {_X2} (Holm).",
    Details.AFTER: "The next outcome is most uneven after {outcome}: {p:p} (Holm).",
    Details.DEGREE: "Degree {degree}: potency {potency:figure}, {deviations:figure} standard deviations.",
    Details.LAG: f"Lag {{lag}}: {_X2} (right-tailed).",
    Details.SUBSEQUENCE: f"Subsequence {{number}}: {_X2} (right-tailed).",
    Details.GROUPS: (
        "Groups of {length}: X² = {x2:figure} with {df} {df:degree|degrees} of freedom, {p:p} (right-tailed)."
    ),
    Details.RARE_EVENT: (
        "An event is {outcomes} equal outcomes; stretches of {length} outcomes have {mean} expected events."
    ),
    Details.FIRST_RUNS: "The first {runs} runs of every {length} outcomes are counted.",
    Details.FIRST_SETS: "The first {sets} sets of every {length} outcomes are counted.",
    Details.OUTSIDE_RANGE: (
        "{outcomes} {outcomes:outcome|outcomes} outside the range {outcomes:does|do} not count as a hit."
    ),
    Details.REPEATED_WINDOWS: (
        "{repeats} of {windows} windows of {width} outcomes {repeats:repeats|repeat} an earlier window."
    ),
    Details.NEAR_EVENTS: (
        "{near} {near:round is|rounds are} near one of {events} {events:event|events}; {far} are far from all."
    ),
    Details.ADVANTAGE: "Advantage {value:percent} of a guess ({low:percent} to {high:percent}), {rounds} rounds.",
    Details.LIMIT: "Limit {limit:percent}, stated by {source}.",
    Details.ROUNDS_BY_COPIES: "{rounds} rounds follow a known round; each card is identified.",
    Details.ROUNDS_BY_TYPES: (
        "{rounds} rounds follow a known round; cards are read by type, each type as old as its last card."
    ),
    Details.AGE: (
        "Dealt {rounds} {rounds:round|rounds} before: {again} dealt again, {ideal:figure} expected of an ideal device."
    ),
    Details.REPEATS: (
        "{repeats:figure} repeats in {pairs} pairs of rounds, {ideal:figure} ± {deviation:figure} expected of an "
        "ideal device; each card is identified."
    ),
    Details.REPEATS_BY_TYPE: (
        "{repeats:figure} expected repeats in {pairs} pairs of rounds read by card types, {ideal:figure} ± "
        "{deviation:figure} of an ideal device."
    ),
    Details.CELL: (
        "Largest cell, {rows} {row} and {columns} {column}: {count}, {expected:figure} expected (exact {p:p} over all "
        "{cells} cells)."
    ),
    Details.MECHANISM: (
        "{number} {what} fit the sample best (95% likelihood interval {low} to {high}), 10^{exponent:figure} times as "
        "well as a fair shuffle. With equal prior odds, the probability of a fair shuffle is {fair:probability}."
    ),
    Details.FIPS_TEST: "The {test} test fails {failing} of {blocks} blocks, {expected:figure} expected.",
    Details.TEMPLATE: (
        "{template} deviates most of {templates} templates: {times} in {blocks} blocks, {expected:figure} expected, "
        f"{_X2} (Bonferroni)."
    ),
    Details.CLAIM: "Claim: {bits} bits per sample, stated by {source}.",
    Details.NO_TEST: "A claim of 0 bits requires no health test.",
    Details.ALARM_CHANCE: "A source of that entropy alarms with a probability of at most {chance:figure}.",
    Details.EQUAL_SAMPLES: "Repetition count: {number} equal samples up to sample {sample}.",
    Details.FREQUENT_SAMPLE: "Adaptive proportion: {times} of {length} samples in window {window}.",
    Details.RESTARTS: (
        "{matrices} {matrices:matrix|matrices} of {side} restarts: H_r {rows}, H_c {columns} bits per sample; the most "
        "frequent sample of a row or column occurs {most} times."
    ),
    Details.RESTART_LIMITS: (
        "H_r and H_c must be at least {least}, and a sample may occur {most} times in a row or column ({standard} by "
        "the letter of § 3.1.4.3)."
    ),
    Details.MATRIX: "Matrix {number}: H_r {rows}, H_c {columns}, most frequent sample {most} times.",
    Details.ASSESSED: (
        "{units} {units:unit|units} of {samples} samples; the least is assessed at {entropy} of {bits} bits per sample "
        "(unit {unit}, {estimate} estimate of the {text})."
    ),
    Details.UNIT_BELOW_CLAIM: "Unit {unit}: {entropy} bits ({estimate} estimate of the {text}).",
    Details.LARGEST_DEVIATION: "Largest deviation: {statistic}, unit {unit}.",
    Details.STATISTICS_STAND: (
        "Unit {unit}: {p:p}; all statistics pass the rule of the standard ({permutations} permutations)."
    ),
    Details.STATISTICS_OPEN: (
        "Unit {unit}: {p:p}; at most {most} of {permutations} permutations are as large or as small by {statistics}."
    ),
    Details.FURTHER_TESTS: "Unit {unit}, § 5.2: {tests:;}.",
    Details.FURTHER_P: "{test} {p:p}.",
    Details.FURTHER_P_BELOW: "{test} {p:p} (below {level}).",
    Details.FURTHER_NOT_APPLICABLE: "{test} not applicable.",
    Details.DEALT_HANDS: "{number} {number:hand|hands} from each {unit} of {set} ({cards} cards).",
    Details.DEALT_ROUNDS: (
        "{number} {number:round|rounds one after another} from each {unit} of {set} ({cards} cards)."
    ),
    Details.FIRST_SIDE: (
        "A {color} card opens the first side; determinant cards are drawn in turn, the first from the first side."
    ),
    Details.LOADS: "{rounds} rounds from each load of {decks} {decks:deck|decks} on each side.",
    Details.DEALT_TILES: "{hands} {hands:hand|hands} from each deal of {tiles} tiles, in their order.",
    Details.DEALT_NUMBERS: "Each deal is one number.",
    Details.DEALT_SELECTED: (
        "{hands} {hands:hand|hands} from each deal of a selected card and {cards} cards of {set}."
    ),
    Details.RULE: "Rule {rule} ({citation}).",
    Details.RULE_READING: "Rule {rule} ({citation}), {reading}.",
}
