"""Sentences about game files and rules of games.

How a gain is made, and bounds on it, in words.

Sentences about what earlier output says about the next.

Sentences about the generator that made outcomes.
"""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.game import Gains, Games, Identifications, Predictions
from labharness.reason import Code

CITATION = "Write a citation such as § 645a.3(b)(2), (3) or § 645a.10(b)-(d)."

SENTENCES: Mapping[Code, str] = {
    Games.ID_WITHOUT_CHAPTER: 'The id must end with the chapter: "-{chapter}".',
    Games.NO_EQUIPMENT: "The game has no set, tiles, or dice. Add what it is played with.",
    Games.NOT_A_CITATION: f'Not a citation: "{{text}}". {CITATION}',
    Games.PARAGRAPH_WITHOUT_SECTION: (
        f'In "{{text}}", no paragraph before {{paragraph}} is numbered like it. {CITATION}'
    ),
    Games.UNKNOWN_SECTION: (
        "Section {section} is not in the lists of sections. Correct it, or add it to a list "
        "(docs/adding-a-game.md)."
    ),
    Games.NOT_A_SECTION: "Write one section per line, such as 645a.3(b)(2).",
    Games.DECKS_LISTED: "{decks:or} decks.",
    Games.PERMANENT: "Chapter {chapter} was adopted as a permanent regulation.",
    Games.TEMPORARY: "Chapter {chapter} was adopted as a temporary regulation.",
    Games.TEMPORARY_LAPSES: (
        "Chapter {chapter} was adopted as a temporary regulation, to lapse {years} {years:year|years} after publication."
    ),
    Games.RESCINDED: "It was rescinded by {by}.",
    Games.REPLACED: "Title 58 has the game in Chapter {successor} since.",
    Games.RESCISSION_UNRECORDED: "No rescission is on record.",
    Games.SUCCESSOR_UNRECORDED: "No successor is on record.",
    Games.MISPRINT: "Its § {printed} is a misprint of the Board for § {meant} and is cited as printed.",
    Games.CONFIRM_STANDING: "Confirm its force in the Pennsylvania Code: the product holds no later text.",
    Games.STANDING_UNRECORDED: (
        "The game file does not record whether Chapter {chapter} is temporary, rescinded or replaced."
    ),
    Games.DECKS_FROM: "{least} or more decks.",
    Games.DECKS_EXACTLY: "{decks} {decks:deck|decks}.",
    Games.DECKS_BETWEEN: "{least} to {most} decks.",
    Games.DECKS_NOT_PERMITTED: "{game} permits {permitted:clause} ({citation}), not {decks}.",
    Games.USUAL_NOT_PERMITTED: "The usual number of decks is not permitted: the set has {permitted:clause}.",
    Games.DECKS_DO_NOT_BEGIN_AND_END: "The first and last number in decks must be min_decks and max_decks.",
    Games.CANNOT_REMOVE: 'Not a card of every deck: "{card}". Write rank and suit, such as 10D.',
    Games.REMOVED_TWICE: "{card} is listed twice, but a deck has one. List it once.",
    Games.TILES_DO_NOT_ADD_UP: "The kinds add up to {held} tiles, not {total}.",
    Games.STACKS_WITHOUT_POSITIONS: "{stacks} stacks do not serve {positions} positions. Correct one of them.",
    Games.DEALING_DOES_NOT_FIT: (
        "The deal takes {dealt} cards or tiles for {positions} positions. Sizes of the permitted sets: {sizes}."
    ),
    Games.NOT_THE_STUB: "{expected} cards do not remain after the deal. Sizes of the stub: {stubs}.",
    Games.NOT_A_WHOLE_SET: "{expected} is not the size of a permitted set. Sizes: {sizes}.",
    Games.DEVICE_UNBOUND: "The game file lists no obligation of the {device}. Add the chapter's requirements to obligations.",
    Games.DEVICE_UNNAMED: "The {device} is not listed under devices. Add it there or remove it here.",
    Games.DEVICE_NEEDS_SET: "The {device} holds cards. Name its set.",
    Games.DEVICE_HOLDS_NO_CARDS: "The {device} holds no cards. Remove the set.",
    Games.RULE_NEEDS_SET: "The rule {rule} reads cards. Name the set that they are dealt from.",
    Games.RULE_TAKES_NO_SET: "The rule {rule} reads {pieces}, not cards. Remove the set.",
    Games.RULE_NEEDS_SELECTION: (
        "The rule {rule} reads a number from {needed}, but the selections of the game are: {ranges}. Correct the selection or the rule."
    ),
    Games.RULE_NEEDS_WHOLE_DECKS: (
        'The rule {rule} needs {decks} whole {decks:deck|decks}, and the set "{set}" is different.'
    ),
    Games.RULE_NEEDS_JOKERS: (
        'The rule {rule} of the outcome "{outcome}" needs {needed} {needed:joker|jokers} in each deck, not {jokers}.'
    ),
    Games.RULE_NEEDS_READING: "The rule {rule} has several readings. Choose one: {readings:or}.",
    Games.RULE_WITHOUT_READING: 'The rule {rule} has no reading "{reading}". Available: {readings}.',
    Games.READING_NOT_MADE: 'No choices make the reading "{reading}" of the rule {rule}. Add them.',
    Games.READING_IDLE: "Its choices are readings of a rule, but no outcome uses it. Add it to the outcome's reading.",
    Games.NOT_PAID: 'The rule {rule} has no outcome "{outcome}" to pay. Available: {outcomes}.',
    Games.PAID_WITHOUT_LAW: 'The paytable pays the unknown outcome "{outcome}". Available: {outcomes}.',
    Games.PAYTABLE_SERVES_NO_SET: 'No permitted number of decks of the set "{set}" uses it ({permitted:clause}).',
    Games.NOT_ODDS: 'Not a payoff: "{odds}". Write 8 to 1, 9 for 1, push, or 100% of meter.',
    Games.ODDS_NEED_METER: 'The payoff "{odds}" depends on the meter. Give its amount in wagers.',
    Games.HOLD_CONTRADICTED: (
        "The published hold is {published}, but the odds give {computed} (decks: {decks}). Correct one of them."
    ),
    Games.DECKS_NOT_USED: "No outcome of {game} depends on cards. Omit the number of decks.",
    Games.NEEDS_RANKS_AND_SUITS: "The rule needs cards with rank and suit only; {set} has other cards or none.",
    Games.NEEDS_ONE_DECK: (
        "The rule needs one deck of 52 cards and {jokers} {jokers:joker|jokers}; {set} is a different set."
    ),
    Games.ROUND_TOO_SHORT: "The rule {rule} needs {needed} {pieces} in each round.",
    Games.FOREIGN_PIECES: "The rule {rule} received {pieces} that its game does not have.",
    Games.SHOE_TOO_SHORT: "The shoe is too short for {rounds} rounds. Deal at most {most}.",
    Games.NOT_ONLY_CARDS: "The rule {rule} reads more than cards. Choose a rule that reads only cards.",
    Games.NOT_WRITTEN_DOWN: "The rule {rule} reads {pieces}. Choose a rule of tiles or of a selected card.",
    Games.PLAYERS_BY_RULE: "The rule {rule} decides how a round is dealt. Remove players.",
    Games.NOT_WHOLE_ROUNDS: "{hands} hands are not whole rounds of {players} players. Correct one of them.",
    Games.CARDS_TOO_FEW: "{hands} hands of {rule} can take {needed} cards, but {cards} are dealt. Use fewer hands.",
    Games.TILES_TOO_FEW: "{hands} hands of {rule} need {needed} tiles, but the set has {tiles}. Use fewer hands.",
    Games.STACKS_TOO_FEW: "{hands} hands of {rule} need as many stacks of {cards} cards. Stacks: {stacks}.",
    Gains.FIXED_OUTCOME: "Betting on one fixed outcome.",
    Gains.OUTCOME_OF_GAME: "Betting on one outcome of the game.",
    Gains.GUESS_AFTER_ROUNDS: (
        "Naming a card of the next round from {rounds} remembered {rounds:round|rounds}."
    ),
    Gains.GUESS_IN_DECK: "Naming each card of a shuffle from those already seen.",
    Gains.GUESS_FROM_PAST: "Naming each of {outcomes} outcomes from earlier ones.",
    Gains.FIRST_CARDS_OF_SEATS: (
        "First cards of a round at any of {seats} {seats:seat|seats}, their pairs and later cards not counted."
    ),
    Gains.FIRST_CARDS_OF_DEALER: (
        "First cards of a round against {seats} {seats:seat|seats} together, their pairs and later cards not counted."
    ),
    Gains.FIRST_CARDS_OF_WAGERS: (
        "First four cards of {hands} {hands:hand|hands} a shoe on either wager, their pairs and later cards not "
        "counted."
    ),
    Gains.FIRST_CARDS_OF_HOUSE: (
        "First four cards of {hands} {hands:hand|hands} a shoe against either wager, their pairs and later cards not "
        "counted."
    ),
    Gains.BOUND: (
        "{what:clause}: {gainer} gains at most {upper:figure} {unit} ({level:percent} confidence). {covers} {limit}"
    ),
    Gains.NO_GAIN: (
        "{what:clause}: no gain of {gainer} was found by these strategies ({level:percent} confidence). {covers} {limit}"
    ),
    Gains.NO_LIMIT: "The plan declares no limit.",
    Gains.BELOW_LIMIT: "This is below the plan's limit of {below} ({reason:clause}).",
    Gains.ABOVE_LIMIT: (
        "The sample is too small to exclude a gain of {below} {unit}, the plan's limit ({reason:clause})."
    ),
    Gains.SHOWN: (
        "The sample shows {estimate:figure} {unit}, not below the plan's limit of {below} ({reason:clause})."
    ),
    Gains.BY_UNKNOWN: "The record does not name the strategies that the check tried.",
    Gains.BY_FIXED: "Covered: any one of {outcomes} outcomes, the same on every trial, with equal stakes.",
    Gains.BY_MEMORY: (
        "Covered: {strategies} strategies, a guess at every card: always the type of which most cards were not in those "
        "rounds, or always the type of which most were."
    ),
    Gains.BY_DIRECTION: (
        "Covered: one strategy, a guess at every card: the nearest card still inside in the direction of the last step."
    ),
    Gains.BY_NEXT: "Covered: one strategy, a guess at every card: the next card still inside.",
    Gains.BY_LEADER: (
        "Covered: one strategy, with equal stakes on every draw: the table that leads, of {contexts} contexts, {sums} "
        "sums and {lags} lags."
    ),
    Gains.BY_PLACE: "Covered: any one of {places} places, the same in every unit.",
    Gains.BY_BASIC_STRATEGY: "Covered: basic strategy without splits, with equal bets on every round.",
    Gains.BY_EVERY_HAND: "Covered: equal bets on every hand.",
    Predictions.COMPLEXITY: (
        "Linear complexity of the outcomes modulo {modulus} in symbols per symbol (fair: 0.5)."
    ),
    Predictions.COMPLEXITY_OF_BIT: (
        "Linear complexity of bit {bit} of the outcomes in bits per bit (fair: 0.5)."
    ),
    Predictions.COMPLEXITY_LAW: (
        "Exact law of linear complexity, least likely of {sequences} independent "
        "{sequences:sequence|sequences}."
    ),
    Predictions.SEQUENCE: (
        "{sequence:clause}: linear complexity {length} of {symbols} symbols (fair: {fair}), probability "
        "10^{exponent:figure}."
    ),
    Predictions.MODULO: "Outcomes modulo {modulus}.",
    Predictions.BIT: "Bit {bit} of the outcomes.",
    Predictions.EQUAL_AT_LAG: "Proportion of equal outcomes at lag {lag} (fair: {fair:figure}).",
    Predictions.LARGEST_BINOMIAL: "Largest deviation of {number} binomial counts, Šidák.",
    Predictions.SUM_RESIDUALS: "Cohen's w of the residuals.",
    Predictions.SEARCHED_HALVES: (
        "Chi-square with {df} {df:degree|degrees} of freedom, or of two outcomes the exact binomial: the relation is chosen from {searched} "
        "outcomes and judged on the {judged} of the second half."
    ),
    Predictions.AMPLITUDE: "Relative amplitude of the probability of outcome {outcome}.",
    Predictions.PERIODOGRAM: (
        "Largest of exponential ordinates at {frequencies} frequencies; half the level is for the "
        "{low} lowest."
    ),
    Predictions.PERIOD: "Outcome {outcome} deviates most, with a period of {period:figure} outcomes.",
    Predictions.NAMED: "Proportion of outcomes that the predictor named in advance (fair: {fair:figure}).",
    Predictions.CAPITAL_LAW: (
        "Bound of Ville: p is at most 1 over the highest capital of bets at fair odds, at any stopping time."
    ),
    Predictions.CAPITAL: "Highest capital: 10^{exponent:figure} times the stake, after {outcomes} outcomes.",
    Predictions.GAIN: (
        "Expected gain of the predictor: {cents:figure} cents per $100, with equal stakes at fair odds on every outcome "
        "(95% interval: {low:figure} to {high:figure})."
    ),
    Predictions.FREQUENCIES: "The best table counts the outcomes alone.",
    Predictions.RELATION: (
        "The best relation: an outcome is {terms} modulo {outcomes}, plus a residual (outcomes from 0)."
    ),
    Predictions.CONTEXT: "The best table counts outcomes by the outcomes at lags {lags}.",
    Predictions.BYTES_NOT_READ: "The first {judged} of {recorded} bytes are judged.",
    Predictions.COMPLEXITY_OF_LANE: "Linear complexity in bits per bit (fair: 0.5). {lane}",
    Predictions.LANE: "Last bit of the first byte of every {bits} bits.",
    Predictions.LANE_FROM_END: "Last bit of every {bits} bits.",
    Predictions.LEADING_BITS: "First bit of every byte.",
    Predictions.STREAM: "All bits in order.",
    Predictions.LATTICE_LAW: "Exponential law of the largest of {tests} independent concentrations, Šidák.",
    Predictions.CONCENTRATION: "Length of the mean direction of the combined bytes (fair: 0).",
    Predictions.LATTICE: (
        "{bytes:clause}: differences of consecutive bytes with coefficients {coefficients} modulo 256 in "
        "{windows} windows."
    ),
    Predictions.EVERY_BYTE: "All bytes.",
    Predictions.BYTE_OF_WORD: "Byte {number} of every {size}.",
    Predictions.BINOMIAL_BONFERRONI: "Largest deviation of {tests} binomial counts, Bonferroni.",
    Predictions.ONES_AT: "Proportion of ones at bit {bit} of every {period} bytes (fair: 0.5).",
    Predictions.EQUAL_BYTES: "Proportion of bytes equal to the byte {lag} earlier (fair: 1/256).",
    Predictions.EQUAL_SUMS: (
        "Proportion of bytes equal to the exclusive or of the bytes {first} and {second} earlier "
        "(fair: 1/256)."
    ),
    Predictions.REPEATED_BLOCK: "The 8 bytes from byte {place} on equal those from byte {earlier} on.",
    Predictions.COUNTING_BLOCKS: "Counting; a fair source repeats 8 bytes with a probability of at most {bound:probability}.",
    Identifications.PROVED: (
        "All {predicted} outcomes after outcome {after} were predicted by {generator}, {call}, at a stride of "
        "{stride} {stride:call|calls}. Whoever sees {used} outcomes in a row can name every later one."
    ),
    Identifications.STATE: (
        "Its state before outcome {first} is {state}. The outcomes predicted are {bits} bits of proof."
    ),
    Identifications.ALSO: "{generator}, {call}, predicts the same outcomes from the same state.",
    Identifications.RECIPE_CONGRUENTIAL: (
        "To repeat it: begin with x = {state}. Replace x by ({multiplier} x + {increment}) modulo {modulus}, once for the first outcome "
        "and {steps} {steps:time|times} for each later one. Bits {low} to {high} of x, bit 0 the lowest, are the word from which "
        "{call} makes the outcome, from 0 to n - 1."
    ),
    Identifications.RECIPE_LINEAR: (
        "To repeat it: load these {words} {words:word|words} as the state of {generator} ({source}). Take the outcomes, from 0 to n - 1, "
        "by {call}; the next outcome begins {step} {step:word|words} later."
    ),
    Identifications.RECIPE_SEED: (
        "To repeat it: seed {generator} ({source}) with {seed} and take the outcomes, from 0 to n - 1, by {call}."
    ),
    Identifications.NONE: (
        "Not one of the {generators} named {generators:generator|generators} in the {ways} stated {ways:way|ways} of use was recognized in "
        "these outcomes. This says nothing about any other generator, about one that discards a varying number of outcomes between draws, "
        "or about one whose outcomes were changed or lost."
    ),
    Identifications.BROKEN: (
        "Outcomes {start} to {stop} were predicted by {generator}, {call}, at a stride of {stride} {stride:call|calls}, but {wrong} of "
        "{outcomes} {outcomes:outcome|outcomes} were not: the nearest break is at outcome {place}. That proves no generator of the sample; repeat it "
        "with a capture without a break."
    ),
    Identifications.COUNTING_LAW: (
        "Counting; a fair source is predicted for {bits} bits beyond those used with a probability below 2^-60, all trials together."
    ),
    Identifications.STRETCH: (
        "Outcomes {first} to {last} of {recorded} were searched, the longest of {stretches} stretches without a gap, a restart or an outcome "
        "out of range."
    ),
    Identifications.READING: "The bytes were read as follows: {reading:clause}.",
    Identifications.BYTES: "One outcome a byte.",
    Identifications.WORDS: "Words of {bits} bits, {first:clause}.",
    Identifications.BITS: "One outcome a bit, {first:clause}.",
    Identifications.LOW_FIRST: "The lowest first.",
    Identifications.HIGH_FIRST: "The highest first.",
    Identifications.LEFT_SHORT: (
        "Too few outcomes in a row for {ways} {ways:way|ways} of use of {generators}: the least of them needs {needed}, {recorded} were "
        "recorded."
    ),
    Identifications.LEFT_LATE: (
        "Not tried by the default effort: {ways} {ways:way|ways} of use of {generators}, together about {seconds:figure} s."
    ),
    Identifications.LEFT_FAR: (
        "Out of reach from these outcomes: {ways} {ways:way|ways} of use of {generators}."
    ),
    Identifications.NOTHING_TRIED: (
        "Not computed: {needed} outcomes in a row are needed at least, {recorded} were recorded."
    ),
    Identifications.NOTHING_IN_REACH: (
        "Not computed: no named generator is in reach from draws with {outcomes} {outcomes:possible outcome|possible outcomes}."
    ),
    Identifications.TOO_FEW: (
        "{generator}, {call}, was not tried: {needed} outcomes in a row are needed, {recorded} were recorded."
    ),
    Identifications.NOT_IN_TIME: (
        "{generator}, {call}, at a stride of {stride} {stride:call|calls}, was not tried: it takes about {seconds:figure} s."
    ),
    Identifications.OUT_OF_REACH: (
        "{generator}, {call}, was not tried: its state is out of reach from draws with {outcomes} possible outcomes."
    ),
    Identifications.REDUCTION_STOPPED: (
        "The reduction of a lattice of {dimensions} dimensions was stopped, so a way of use remains untried."
    ),
    Identifications.SEVERAL_BOUNDS: "{generator}, {call}, was not tried: the draws have several ranges.",
    Identifications.CONSISTENT_TOO_FEW: (
        "{generator}, {call}: a state fits the outcomes, but they determine {rank} of its {unknowns} bits only. This proves nothing; "
        "record more outcomes."
    ),
    Identifications.IDENTIFIED_HERE: (
        "The declared generator, {generator}, is identified here: about {needed} units in a row prove it, and the stage {stage} records "
        "{recorded}."
    ),
    Identifications.REVIEW_THE_SOURCE: (
        "The declared generator, {generator}, is not identifiable from outcomes: review the source."
    ),
    Identifications.RECURRENCE: (
        "Not computed: {outcomes} steps in turn agree with the recurrence of {generator}, {call}: each outcome follows, but for its last "
        "unit, from those {shorter} and {longer} places before it. Chance does that with a probability of 2 to the power -{bits}. It shows "
        "the recurrence and not the state, so it proves no generator; {needed} outcomes in a row would give the state."
    ),
}
