"""Sentences about details of results."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.detail import Details
from labharness.reason import Code

_X2 = "X² = {x2:figure}, {p:p}"

SENTENCES: Mapping[Code, str] = {
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
