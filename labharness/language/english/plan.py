"""Sentences about plans, suites and card-set files."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.plan import Plans
from labharness.reason import Code

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
}
IN_WINDOW: Mapping[Code, str] = {
    Plans.UNKNOWN_PLAN: 'Unknown plan "{plan}". Choose one from the list, or a .toml file.',
    Plans.NAME_STAGE: "Choose a “Stage” of the plan {plan}. Stages that fit the file: {stages}.",
    Plans.NO_CARDS_TO_MARK: "The plan {plan} puts no cards into the device. Clear “Card set”.",
    Plans.CARDS_NOT_TOLD_APART: "The plan {plan} does not distinguish equal cards. Write marked = true under [game], or clear “Card set”.",
}
