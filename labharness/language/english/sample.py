"""Why a check of a sample is not computed, in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.sample import Sample
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
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
}
