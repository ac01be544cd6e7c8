"""Checks of a game's outcomes for the plan of a device: exact odds against what left the device."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from labharness.errors import InputError
from labharness.games.game import Game
from labharness.games.outcomes.hands import hands_of
from labharness.games.outcomes.registry import rule as find_rule
from labharness.games.provisions import DeviceUse, OutcomeUse
from labharness.model.device import DeviceClass
from labharness.plans.inspections import quoted
from labharness.plans.seat_checks import edge_check

STAGES = {
    DeviceClass.BATCH_SHUFFLER: "shuffles",
    DeviceClass.CONTINUOUS_SHUFFLER: "rounds",
    DeviceClass.RESHUFFLING_SHOE: "rounds",
    DeviceClass.AUTOMATED_DEALING_SHOE: "deals",
}
"""Stages of the templates whose cards are dealt."""
MOST_HANDS = 60


def outcome_checks(game: Game, use: DeviceUse, decks: int | None, round_cards: int) -> str:
    """Return checks of all outcomes that the cards or dice of a device decide, as TOML; often none.

    They look at the cards that the required checks look at, and what they find is a matter of the table: so
    they are informational, and take nothing from the level of the others.

    Parameters
    ----------
    decks
        Decks of one batch, None where the device holds no cards.
    round_cards
        Cards of a round, where the plan captures rounds.

    Examples
    --------
    >>> from labharness.games.game import find_game, parse_game
    >>> game = parse_game(find_game("pai-gow-poker-645a"), "example")
    >>> text = outcome_checks(game, game.device(DeviceClass.AUTOMATED_DEALING_SHOE), 1, 0)
    >>> for line in text.splitlines()[:6]:
    ...     print(line)
    [[checks]]
    id = "odds-of-best-hand"
    check = "outcome_law"
    stage = "deals"
    role = "informational"
    parameters = { rule = "pai-gow-poker-hand", reading = "joker as any card of a royal", hands = 7 }
    """
    if use.device is DeviceClass.DICE_SHAKER:
        return "\n".join(_of_dice(game))
    if use.set is None or decks is None or use.device not in STAGES:
        return ""
    return "\n".join(_of_cards(game, use, use.set, decks, round_cards))


def _of_dice(game: Game) -> Iterator[str]:
    for dice in game.dice:
        for outcome in game.outcomes:
            rule = find_rule(outcome.rule)
            if rule.pieces == "dice" and rule.needed == dice.number:
                yield _check(game, outcome, "dice_law", dice.id)


def _of_cards(game: Game, use: DeviceUse, set_id: str, decks: int, round_cards: int) -> Iterator[str]:
    cards, stage = game.card_set(set_id, decks), STAGES[use.device]
    dealt = round_cards if stage == "rounds" else cards.size
    stacks: tuple[int, ...] = ()
    if stage == "deals":
        stacks = _stacks(game, use, cards.size)
        dealt = sum(stacks)
    sets = {each.id: each for each in game.sets}
    for outcome in game.outcomes:
        if outcome.set is None:
            continue
        own, here = sets[outcome.set], sets[set_id]
        if (own.jokers, own.removed) != (here.jokers, here.removed) or not own.permits(decks):
            continue
        if "determinant" in (own.alternate, here.alternate) and own.alternate != here.alternate:
            continue  # only where a determinant card is drawn does anything depend on it
        hands = _most(outcome.rule, dealt, stacks)
        if hands:
            yield _check(game, outcome, "outcome_law", stage, hands)
    if stage != "deals":
        yield edge_check(game, stage)


def _stacks(game: Game, use: DeviceUse, cards: int) -> tuple[int, ...]:
    """Stacks where all positions play."""
    method = use.device.value.replace("_", "-")
    result = (dealing for dealing in game.dealing if dealing.method == method)
    return next((each.layout(game.positions, cards).stacks for each in result), ())


@cache
def _most(name: str, dealt: int, stacks: tuple[int, ...]) -> int:
    """Most hands of a rule that can be dealt, 0 where not even one can."""
    rule = find_rule(name)
    for hands in range(MOST_HANDS, 0, -1):
        try:
            hands_of(rule, hands, dealt, stacks=stacks)
        except InputError:
            continue
        return hands
    return 0


def _check(game: Game, outcome: OutcomeUse, check: str, stage: str, hands: int = 0) -> str:
    reading = game.reading(outcome)
    parameters = [
        f"rule = {quoted(outcome.rule)}",
        *([f"reading = {quoted(reading)}"] if reading else []),
        *([f"hands = {hands}"] if hands else []),
    ]
    return (
        f'[[checks]]\nid = "odds-of-{outcome.id}"\ncheck = "{check}"\nstage = "{stage}"\n'
        f'role = "informational"\nparameters = {{ {", ".join(parameters)} }}\n'
    )
